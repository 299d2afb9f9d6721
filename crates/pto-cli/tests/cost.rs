//! `pto cost` and `pto trace` as users meet them: the pages' own example, sweeps, shards, data of the user's own,
//! commands that are wrong.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn pto(args: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(args)
        .current_dir(root)
        .output()
        .expect("pto starts")
}

fn out(args: &[&str]) -> String {
    let o = pto(args);
    assert!(o.status.success(), "{args:?}: {}", String::from_utf8_lossy(&o.stderr));
    String::from_utf8(o.stdout).expect("text")
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&out(args)).expect("JSON")
}

/// What is wrong with a command, and its exit code.
fn complaint(args: &[&str]) -> (i32, String) {
    let o = pto(args);
    (o.status.code().expect("pto exits by itself"), String::from_utf8_lossy(&o.stderr).into_owned())
}

/// A directory that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("pto-cost-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }
    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).expect("a temporary file");
        path.to_str().expect("a UTF-8 path").to_string()
    }
    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a UTF-8 path").to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const TADD: &str = "func.func @page(%a: !pto.tile_buf<vec, 16x64xf32>, %b: !pto.tile_buf<vec, 16x64xf32>) {
  pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%b : !pto.tile_buf<vec, 16x64xf32>)
  return
}
";

#[test]
fn the_documented_model_gives_what_the_page_of_tadd_says() {
    let dir = Scratch::new("page");
    let file = dir.file("tadd.pto", TADD);
    let v = json(&["cost", &file, "--target", "a2a3", "--model", "documented", "--json"]);
    assert_eq!((v["total_cycles"].as_u64(), v["model"].as_str()), (Some(2575), Some("documented")));
    let i = &v["instructions"][0];
    assert_eq!((i["line"].as_u64(), i["op"].as_str()), (Some(2), Some("pto.tadd")));
    assert_eq!((i["pipe"].as_str(), i["cycles"].as_u64()), (Some("PIPE_V"), Some(2575)));
    assert_eq!(i["provenance"].as_str(), Some("documented"));
    let text = out(&["cost", &file, "--target", "a2a3", "--model", "documented"]);
    assert!(text.contains("10-45x above hardware"), "{text}");
}

#[test]
fn the_calibrated_model_says_what_it_rests_on() {
    let dir = Scratch::new("calibrated");
    let file = dir.file("tadd.pto", TADD);
    let v = json(&["cost", &file, "--target", "a2a3", "--json"]);
    let i = &v["instructions"][0];
    // 25 + 2 x 16 repeats: crates/pto-cost/data/a2a3.csv.
    assert_eq!((i["cycles"].as_u64(), i["provenance"].as_str()), (Some(57), Some("fitted")));
    assert_eq!(v["complete"].as_bool(), Some(true));
    let us = v["total_us"].as_f64().unwrap();
    assert!((us - v["total_cycles"].as_f64().unwrap() / 1850.0).abs() < 1e-9);
    let text = out(&["cost", &file, "--target", "a2a3", "--expand"]);
    assert!(text.contains("vadd") && text.contains("repeat 16"), "{text}");
}

#[test]
fn numbers_of_the_user_replace_those_of_the_program() {
    let dir = Scratch::new("data");
    let file = dir.file("tadd.pto", TADD);
    let rows = "target,subject,parameter,value,provenance,source\na2a3,vadd,latency,1000,measured,a board of mine\n";
    let data = dir.file("mine.csv", rows);
    let v = json(&["cost", &file, "--target", "a2a3", "--cost-data", &data, "--json"]);
    assert_eq!(v["instructions"][0]["cycles"].as_u64(), Some(1032));
    let bad = dir.file("bad.csv", "a2a3,vadd,latency,many,measured,x\n");
    let (code, text) = complaint(&["cost", &file, "--cost-data", &bad]);
    assert_eq!(code, 2);
    assert!(text.contains("line 1: `many` is not a number"), "{text}");
}

#[test]
fn a_sweep_times_what_is_legal_and_says_why_the_rest_is_not() {
    let args = [
        "cost",
        "examples/softmax.pto",
        "--target",
        "a2a3",
        "--sweep",
        "rows=16",
        "height=8,16",
        "cols=1024,2048",
    ];
    let lines: Vec<Value> = out(&[&args[..], &["--json"]].concat())
        .lines()
        .map(|l| serde_json::from_str(l).expect("a line is JSON"))
        .collect();
    assert_eq!(lines.len(), 4);
    let cycles = |i: usize| lines[i]["total_cycles"].as_u64();
    assert!(cycles(0) < cycles(1) && cycles(2) < cycles(1), "{lines:?}");
    assert_eq!(lines[2]["config"], serde_json::json!({"rows": 16, "height": 16, "cols": 1024}));
    let why = lines[3]["illegal"].as_str().expect("16 rows of 2048 do not fit");
    assert!(why.starts_with("E0611"), "{why}");
}

#[test]
fn the_shards_of_a_sweep_make_the_whole() {
    let args = [
        "cost",
        "examples/softmax.pto",
        "--target",
        "a5",
        "--csv",
        "--sweep",
        "rows=8,16,32",
        "cols=512,1024",
    ];
    let whole = out(&args);
    let parts: Vec<String> =
        (1..=4).map(|i| out(&[&args[..], &["--shard", &format!("{i}/4")]].concat())).collect();
    let mut lines: Vec<&str> = parts.iter().flat_map(|p| p.lines()).collect();
    let mut wanted: Vec<&str> = whole.lines().collect();
    assert!(lines[0].starts_with("rows,cols,cycles"));
    lines.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(lines, wanted);
}

#[test]
fn a_trace_is_a_page_or_trace_events() {
    let dir = Scratch::new("trace");
    let (page, events) = (dir.path("x.html"), dir.path("x.json"));
    let kernel = [
        "trace",
        "examples/add_manual.pto",
        "--target",
        "a2a3",
        "--arg",
        "128",
        "--arg",
        "256",
        "-o",
    ];
    out(&[&kernel[..], &[&page]].concat());
    let text = std::fs::read_to_string(&page).expect("the page is there");
    assert!(text.starts_with("<!doctype html>") || text.starts_with("<!DOCTYPE html>"));
    assert!(!text.contains("http://") && !text.contains("https://"), "it needs nothing else");
    out(&[&kernel[..], &[&events]].concat());
    let value: Value = serde_json::from_str(&std::fs::read_to_string(&events).unwrap()).unwrap();
    assert!(value["traceEvents"].as_array().is_some_and(|e| e.len() > 8));
    let (code, text) = complaint(&[&kernel[..], &["x.png"]].concat());
    assert!(code == 2 && text.contains("x.json"), "{text}");
}

#[test]
fn a_pipe_that_waits_for_ever_is_reported() {
    let dir = Scratch::new("hang");
    let file = dir.file(
        "hang.pto",
        &TADD.replace(
            "  pto.tadd",
            "  pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tadd",
        ),
    );
    let (code, text) = complaint(&["cost", &file, "--target", "a2a3"]);
    assert_eq!(code, 1);
    assert!(text.contains("E0612") && text.contains("PIPE_V"), "{text}");
}

#[test]
fn a_command_that_is_wrong_says_what_would_pass() {
    let softmax = "examples/softmax.pto";
    let cases: &[(&[&str], &str)] = &[
        (&["cost", softmax], "%rows"),
        (&["cost", softmax, "--arg", "8", "--target", "cpu"], "--target a2a3"),
        (&["cost", softmax, "--arg", "8", "--target", "a9"], "there is no target"),
        (&["cost", softmax, "--sweep", "depth=1"], "no such parameter"),
        (&["cost", softmax, "--sweep", "rows=4..1"], "is empty"),
        (&["cost", softmax, "--sweep", "rows=4", "--shard", "5/4"], "--shard 3/8"),
        (&["cost", "examples/none.pto"], "none.pto"),
    ];
    for (args, part) in cases {
        let (code, text) = complaint(args);
        assert!(code == 2 && text.contains(part), "{args:?}: {code} {text}");
    }
}
