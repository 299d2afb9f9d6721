//! `pto debug` in a terminal, by keys: tmux types them and shows the screen, which is compared.
//!
//! Without tmux the test says that it is skipped. `BLESS=1` writes the screens of `tests/cli/debug`.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

struct Tmux {
    socket: String,
}

impl Tmux {
    fn run(&self, words: &[&str]) -> String {
        let output = Command::new("tmux").args(["-L", &self.socket]).args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The screen once it holds a text.
    fn screen_with(&self, text: &str) -> String {
        let start = Instant::now();
        loop {
            let screen = self.run(&["capture-pane", "-p"]);
            if screen.contains(text) {
                return screen;
            }
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "no `{text}` on the screen:\n{screen}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

/// Keys, a text that must appear, and the name of the stored screen.
const STEPS: &[(&[&str], &str, Option<&str>)] = &[
    (&[], "? shows the keys", None),
    (&["g", "48", "Enter"], "stopped", Some("at_texp")),
    (&["n"], ">  49", Some("after_texp")),
    (&["p"], ">  48", None),
    (&["/", "row == 16", "Enter"], "%row=16 (#2)", Some("condition")),
    (&["w", "max[2,0]", "Enter"], "line 46 is about to write %max[2,0]", Some("who")),
    (&["Tab"], "%rows 20", None),
    (&["Tab"], "can go on", Some("cores")),
    (&["Tab"], "0x010020", Some("memory")),
    (&["Tab"], "reverse-continue", Some("help")),
    (&["Tab", "t", "x", "Enter", "h"], "│--------", Some("heat")),
    (&["c"], "the run is over", None),
    (&["b"], ">  51", None),
];

#[test]
fn keys_show_what_they_should() {
    if Command::new("tmux").arg("-V").output().is_err() {
        eprintln!("skipped: there is no tmux");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let tmux = Tmux { socket: format!("pto-debug-{}", std::process::id()) };
    let command = format!(
        "{} debug examples/softmax.pto --target a5 --arg zeros:20x2048xf32 --arg zeros:20x2048xf32 --arg 20",
        env!("CARGO_BIN_EXE_pto")
    );
    let root_text = root.to_string_lossy().into_owned();
    tmux.run(&["new-session", "-d", "-x", "120", "-y", "30", "-c", &root_text, &command]);
    let folder: PathBuf = root.join("tests/cli/debug");
    for (keys, text, stored) in STEPS {
        for key in *keys {
            tmux.run(&["send-keys", key]);
        }
        let screen = tmux.screen_with(text);
        let Some(name) = stored else { continue };
        let path = folder.join(format!("{name}.txt"));
        let screen: String = screen.lines().map(|l| format!("{}\n", l.trim_end())).collect();
        if std::env::var_os("BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, screen).unwrap();
            continue;
        }
        let want = std::fs::read_to_string(&path).unwrap();
        assert_eq!(screen, want, "{name}");
    }
    tmux.run(&["send-keys", "q"]);
    let start = Instant::now();
    while tmux.run(&["list-sessions"]).contains("windows") {
        assert!(start.elapsed() < Duration::from_secs(30), "q does not end it");
        std::thread::sleep(Duration::from_millis(20));
    }
}
