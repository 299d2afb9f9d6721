//! `pto lower` as a user meets it: what it prints, the map, exit status.

use std::process::{Command, Output};

fn pto(args: &[&str]) -> Output {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pto"));
    command.current_dir(root).args(args).output().expect("pto starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn levels_choose_how_much_is_written() {
    let printed = |args: &[&str]| {
        let all: Vec<&str> =
            ["lower", "examples/add.pto", "--target", "a2a3"].iter().chain(args).copied().collect();
        let out = pto(&all);
        assert!(out.status.success(), "{}", text(&out.stderr));
        text(&out.stdout)
    };
    let has = |text: &str| (text.contains(" addr = "), text.contains("pto.wait_flag"));
    assert_eq!(has(&printed(&[])), (true, true));
    assert_eq!(has(&printed(&["--plan-memory"])), (true, false));
    assert_eq!(has(&printed(&["--insert-sync"])), (false, true));
    assert_eq!(has(&printed(&["--level", "2"])), (false, false));
    assert_eq!(printed(&[]), printed(&[]));
}

#[test]
fn buffer_ids_are_for_a5() {
    let out = pto(&["lower", "examples/add.pto", "--target", "a5", "--sync", "bufid"]);
    assert!(text(&out.stdout).contains("pto.get_buf \"PIPE_MTE2\""));
    let out = pto(&["lower", "examples/add.pto", "--target", "a2a3", "--sync", "bufid"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("buffer ids exist on a5 only"));
}

#[test]
fn the_map_is_text_or_a_page() {
    let out = pto(&["lower", "examples/add.pto", "--target", "a5", "--map", "-"]);
    assert!(text(&out.stdout).starts_with("@add vec: 98304 of 262144 bytes on a5\n"));
    let page = std::env::temp_dir().join(format!("pto-map-{}.html", std::process::id()));
    let out =
        pto(&["lower", "examples/add.pto", "--target", "cpu", "--map", page.to_str().unwrap()]);
    let html = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert!(out.status.success() && text(&out.stdout).contains(" addr = "));
    assert!(
        html.starts_with("<!doctype html>") && html.contains("<title>%sum: bytes 65536..98304")
    );
    assert!(!html.contains("://"), "the page needs nothing else");
}

#[test]
fn a_target_is_never_guessed() {
    for command in [&["lower", "examples/add.pto"][..], &["emit", "--cpp", "examples/add.pto"]] {
        let out = pto(command);
        assert_eq!(out.status.code(), Some(2), "{command:?}");
        let said = text(&out.stderr);
        assert!(
            said.contains("does not name a target") && said.contains("`--target a5`"),
            "{said}"
        );
        assert!(out.stdout.is_empty());
    }
}

#[test]
fn broken_programs_are_refused() {
    let out = pto(&["lower", "examples/broken.pto", "--target", "cpu"]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).contains("error[E0002]") && out.stdout.is_empty());
    assert_eq!(pto(&["lower", "no-such-file.pto"]).status.code(), Some(2));
}
