//! The page of `pto serve`, in a browser.

use crate::chromium::Page;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// A process that ends with the test, however that ends.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_page_of_the_command_runs_and_saves_a_file() {
    let folder = std::env::temp_dir().join(format!("pto-native-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/hello.pto");
    fs::copy(example, folder.join("hello.pto")).expect("a program");
    let mut child = Ends(
        Command::new(env!("CARGO_BIN_EXE_pto"))
            .arg("serve")
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("pto starts"),
    );
    let mut line = String::new();
    BufReader::new(child.0.stdout.take().expect("its output"))
        .read_line(&mut line)
        .expect("an address");
    let (origin, path) = line.trim().split_at(line[8..].find('/').expect("a path") + 8);
    let ready = "document.body !== null && document.body.dataset.ready !== undefined";
    if let Some(mut page) = Page::visit("native", origin, path, ready) {
        page.eval("document.getElementById('go').click()");
        page.until("document.getElementById('outcome').textContent.includes(' steps in ')");
        let printed = page.eval("document.getElementById('printed').textContent");
        assert!(printed.as_str().unwrap().contains("240"), "{printed}");
        page.eval(
            "ptoPlayground.editor.text += '// changed\\n', document.getElementById('keep').click()",
        );
        page.until("document.getElementById('status').textContent === 'saved'");
        let kept = fs::read_to_string(folder.join("hello.pto")).expect("the program");
        assert!(kept.ends_with("// changed\n"), "{kept}");
        page.screenshot("playground-native");
        assert_eq!(page.complaints(), Vec::<String>::new());
    }
    let _ = fs::remove_dir_all(&folder);
}
