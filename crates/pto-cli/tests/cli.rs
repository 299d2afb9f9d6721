//! The command line as users meet it: exit codes, machine-readable output, files that are not programs.

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const LEGAL: &str = "module attributes {pto.target_arch = \"a5\"} {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xbf16>) {
    pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x64xbf16>, !pto.tile_buf<vec, 16x64xbf16>) outs(%a : !pto.tile_buf<vec, 16x64xbf16>)
    return
  }
}
";

fn pto(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pto starts");
    // A command that is wrong ends before it reads anything.
    match child.stdin.take().expect("piped").write_all(input) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => panic!("{e}"),
        _ => {}
    }
    child.wait_with_output().expect("pto ends")
}

fn code(o: &Output) -> i32 {
    o.status.code().expect("pto exits by itself")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("pto-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("a temporary file");
        Scratch(path)
    }
    fn path(&self) -> &str {
        self.0.to_str().expect("a UTF-8 path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn exit_codes() {
    assert_eq!(code(&pto(&["check", "-"], LEGAL.as_bytes())), 0);
    assert_eq!(code(&pto(&["check", "--target", "a2a3", "-"], LEGAL.as_bytes())), 1);
    assert_eq!(code(&pto(&["check", "--target", "a7", "-"], LEGAL.as_bytes())), 2);
    assert_eq!(code(&pto(&["check", "no/such/file.pto"], b"")), 2);
    assert_eq!(code(&pto(&["chekc"], b"")), 2);
    let empty = pto(&["check", "-"], b"");
    assert_eq!(code(&empty), 0);
    assert!(text(&empty.stderr).contains("holds no program"));
    assert_eq!(code(&pto(&["check", "-D", "warnings", "-"], b"")), 1);
}

#[test]
fn the_target_of_the_module_counts_unless_one_is_given() {
    let own = pto(&["check", "-"], LEGAL.as_bytes());
    assert_eq!(text(&own.stdout), "-: ok on a5\n");
    let given = pto(&["check", "--target", "a2a3", "-"], LEGAL.as_bytes());
    assert!(text(&given.stderr).contains("`pto.tadd` does not take bf16 on a2a3"));
}

#[test]
fn without_a_target_the_devices_are_judged_too() {
    let unnamed = LEGAL.replace(" attributes {pto.target_arch = \"a5\"}", "");
    let out = pto(&["check", "-"], unnamed.as_bytes());
    assert_eq!(text(&out.stdout), "-: ok on cpu; a2a3: 1 error; a5: ok\n");
    assert_eq!(code(&out), 0);
}

#[test]
fn all_targets_make_a_matrix_with_reasons() {
    let all = pto(&["check", "--target", "all", "-"], LEGAL.as_bytes());
    assert_eq!(code(&all), 1);
    let shown = text(&all.stdout);
    let row = shown.lines().find(|l| l.contains("@f")).expect("a row for the function");
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["@f", "ok", "1", "error", "ok"]);
    assert!(shown.contains("a2a3 line 3: E0102"), "{shown}");
    assert!(shown.contains("rule from pto-isa"), "{shown}");
}

#[test]
fn a_name_longer_than_any_terminal_is_wide() {
    let program =
        format!("module {{\n  func.func @{}() {{\n    return\n  }}\n}}\n", "n".repeat(65_535));
    for target in ["all", "a5"] {
        let o = pto(&["check", "--target", target, "-"], program.as_bytes());
        assert_eq!(code(&o), 0, "{}", text(&o.stderr));
    }
}

#[test]
fn json_has_the_promised_keys() {
    let out = pto(&["check", "--json", "--target", "a2a3", "-"], LEGAL.as_bytes());
    let v: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let d = &v["diagnostics"][0];
    for key in ["code", "severity", "message", "file", "line", "column", "target", "notes", "fixes"]
    {
        assert!(!d[key].is_null() || key == "target", "{key} in {d}");
    }
    assert_eq!((d["code"].as_str(), d["line"].as_u64()), (Some("E0102"), Some(3)));
}

#[test]
fn complaints_about_the_command_are_json_too() {
    let errors = |args: &[&str]| -> Value {
        let out = pto(args, LEGAL.as_bytes());
        assert_eq!(code(&out), 2, "{args:?}");
        assert!(text(&out.stderr).starts_with("error: "), "{args:?}");
        let v: Value = serde_json::from_slice(&out.stdout).expect("one document");
        v["errors"].clone()
    };
    let missing = "no such file: there is no such file";
    assert_eq!(errors(&["check", "--json", "no such file"])[0]["message"], missing);
    assert_eq!(errors(&["check", "--json", "-", "no such file"])[0]["message"], missing);
    assert_eq!(errors(&["run", "--json", "no such file"])[0]["message"], missing);
    assert_eq!(errors(&["cost", "--json", "no such file"])[0]["message"], missing);
    let target = errors(&["check", "--json", "-", "--target", "a9"]);
    assert_eq!(target[0]["message"], "there is no target `a9`");
    assert!(target[0]["help"][0].as_str().is_some_and(|h| !h.is_empty()));
    let option = errors(&["isa", "--json", "--nothing"]);
    assert_eq!(option[0]["message"], "`pto isa` takes no option `--nothing`");
    assert_eq!(errors(&["isa", "--json", "tad"])[0]["help"].as_array().map(Vec::len), Some(1));
}

#[test]
fn sarif_names_rule_and_place() {
    let out = pto(&["check", "--sarif", "--target", "a2a3", "-"], LEGAL.as_bytes());
    let v: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(v["version"], "2.1.0");
    let result = &v["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "E0102");
    assert_eq!(v["runs"][0]["tool"]["driver"]["rules"][0]["id"], "E0102");
    assert_eq!(v["runs"][0]["columnKind"], "unicodeCodePoints");
    assert_eq!(v["runs"][0]["invocations"][0]["executionSuccessful"], true);
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 3);
}

#[test]
fn sarif_encodes_names_and_tells_what_it_could_not_read() {
    let file = Scratch::new("a b%#ä:1.pto", LEGAL);
    let out = pto(&["check", "--sarif", "--target", "a2a3", file.path(), "no such file"], b"");
    assert_eq!(code(&out), 2);
    let v: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let location = &v["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let uri = location["artifactLocation"]["uri"].as_str().expect("a reference");
    assert!(uri.starts_with("file:///"), "{uri}");
    assert!(uri.ends_with("a%20b%25%23%C3%A4%3A1.pto"), "{uri}");
    let invocation = &v["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let why = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    assert_eq!(why, "no such file: there is no such file");
}

#[test]
fn files_that_are_not_programs() {
    let bytes = pto(&["check", "-"], b"module {\n\xff\xfe\n}\n");
    assert_eq!(code(&bytes), 1);
    assert!(text(&bytes.stderr).contains("not UTF-8"));
    let bytecode = pto(&["check", "-"], b"PTOBC\0\0\0\x01");
    assert_eq!(code(&bytecode), 1);
    assert!(text(&bytecode.stderr).contains("bytecode"));
}

/// The file is a hole: it has a length and takes no space.
#[test]
fn a_text_of_more_than_4_gb_is_refused() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("long.pto");
    std::fs::File::create(&path).unwrap().set_len(4_400_000_000).unwrap();
    let file = path.to_str().unwrap();
    let checked = pto(&["check", file], b"");
    assert_eq!(code(&checked), 1);
    let said = text(&checked.stderr);
    assert!(said.contains("error[E0008]: the text has 2 GiB or more"), "{said}");
    for command in ["run", "lower", "cost", "fmt"] {
        let refused = pto(&[command, file], b"");
        let said = text(&refused.stderr);
        assert_eq!(code(&refused), 2, "{said}");
        assert!(said.contains("long.pto: the text has 2 GiB or more"), "{said}");
        assert!(said.contains("`pto explain E0008`"), "{said}");
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn fmt_keeps_comments_and_tells_what_is_not_formatted() {
    let messy = LEGAL.replace("    pto.tadd ins(%a, ", "  // twice\n pto.tadd   ins( %a,");
    let file = Scratch::new("fmt.pto", &messy);
    assert_eq!(code(&pto(&["fmt", "--check", file.path()], b"")), 1);
    assert_eq!(code(&pto(&["fmt", file.path()], b"")), 0);
    let formatted = std::fs::read_to_string(&file.0).expect("the file is still there");
    assert!(formatted.contains("    // twice\n    pto.tadd ins(%a, %a : "), "{formatted}");
    assert_eq!(code(&pto(&["fmt", "--check", file.path()], b"")), 0);
}

#[test]
fn a_program_that_cannot_be_converted_stays_as_it_is() {
    let file = Scratch::new("form.pto", LEGAL);
    let out = pto(&["fmt", "--form", "ssa", file.path()], b"");
    assert_eq!(code(&out), 1);
    assert!(text(&out.stderr).contains("is an argument"), "{}", text(&out.stderr));
    assert_eq!(std::fs::read_to_string(&file.0).expect("still there"), LEGAL);
}

#[test]
fn pages_codes_and_slips() {
    assert!(text(&pto(&["isa", "pto.tadd"], b"").stdout).starts_with("# pto.tadd"));
    let slip = pto(&["isa", "tad"], b"");
    assert_eq!(code(&slip), 2);
    assert!(text(&slip.stderr).contains("did you mean `tadd`?"));
    assert!(text(&pto(&["explain", "E0203"], b"").stdout).contains("element types differ"));
    assert_eq!(code(&pto(&["explain", "E9999"], b"")), 2);
}

#[test]
fn the_table_as_json_lists_every_documented_instruction() {
    let v: Value = serde_json::from_slice(&pto(&["isa", "--json"], b"").stdout).expect("JSON");
    let list = v["instructions"].as_array().expect("a list");
    let documented = list.iter().filter(|i| i["documented"] == true).count();
    assert!(documented >= 353, "{documented}");
    for key in ["name", "family", "operands", "rules", "support", "pipe", "executable"] {
        assert!(list.iter().all(|i| !i[key].is_null()), "{key}");
    }
    assert!(v["quirks"].as_array().is_some_and(|q| !q.is_empty()));
}

#[test]
fn a_checked_run_tells_what_it_found_and_fails() {
    let twice = LEGAL.replace("    return", "    pto.tload ins(%v : !v) outs(%a : !t)\n    return");
    let twice = twice
        .replace("!pto.tile_buf<vec, 16x64xbf16>", "!t")
        .replace("(%a: !t)", "(%a: !t, %p: !pto.ptr<bf16, gm>)")
        .replace(
            "    pto.tadd",
            "    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %m = pto.make_tensor_view %p, shape = [%c16, %c64], strides = [%c64, %c1] : !m
    %v = pto.partition_view %m, offsets = [%c0, %c0], sizes = [%c16, %c64] : !m -> !v
    pto.tadd",
        );
    let types = "!t = !pto.tile_buf<vec, 16x64xbf16>
!m = !pto.tensor_view<16x64xbf16>
!v = !pto.partition_tensor_view<16x64xbf16>
";
    let program = format!("{types}{twice}");
    let run = |more: &[&str]| {
        let mut args = vec!["run", "-", "--arg", "zeros:2048", "--arg", "zeros:2048"];
        args.extend(more);
        pto(&args, program.as_bytes())
    };
    assert_eq!(code(&run(&[])), 0);
    let auto = run(&["--check", "all"]);
    assert_eq!(code(&auto), 0, "{}", text(&auto.stderr));
    assert!(text(&auto.stderr).contains("races inside a core are not looked for"));
    let manual = run(&["--check", "race", "--mode", "manual", "--json"]);
    assert_eq!(code(&manual), 1);
    let json: Value = serde_json::from_slice(&manual.stdout).expect("JSON");
    let found = json["diagnostics"].as_array().expect("a list");
    assert_eq!(found.len(), 1, "{json:#}");
    assert_eq!((found[0]["code"].as_str(), found[0]["line"].as_u64()), (Some("E0703"), Some(13)));
    let unknown = run(&["--check", "race,luck"]);
    assert_eq!(code(&unknown), 2);
    assert!(text(&unknown.stderr).contains("`luck` is no check"));
}

#[test]
fn rows_that_are_no_whole_blocks_stop_every_command() {
    let program = "module {
  func.func @f() {
    %one = arith.constant 1.0 : f32
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x3xf32>
    pto.texpands ins(%one : f32) outs(%a : !pto.tile_buf<vec, 16x3xf32>)
    return
  }
}
";
    for command in ["check", "run", "cost", "lower", "emit"] {
        let cpp: &[&str] = if command == "emit" { &["--cpp"] } else { &[] };
        let args = [&[command, "-", "--target", "a5"], cpp].concat();
        let out = pto(&args, program.as_bytes());
        let said = text(&out.stderr) + &text(&out.stdout);
        assert_eq!(code(&out), 1, "{command}: {said}");
        assert!(said.contains("error[E0405]"), "{command}: {said}");
    }
}

/// Two programs: one whose events hold on every path, one that waits only if a loop has turned.
#[test]
fn synchronisation_is_proved_or_the_place_is_named() {
    let tile = "!pto.tile_buf<vec, 8x64xf32>";
    let program = |set: &str| {
        format!(
            "func.func @k(%p: !pto.ptr<f32, gm>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %v = pto.make_tensor_view %p, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>
  %w = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> !pto.partition_tensor_view<8x64xf32>
  %a = pto.alloc_tile addr = %c0 : {tile}
  pto.tload ins(%w : !pto.partition_tensor_view<8x64xf32>) outs(%a : {tile})
  {set}
  pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
  pto.tneg ins(%a : {tile}) outs(%a : {tile})
  return
}}
"
        )
    };
    let flag = "pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]";
    let right = pto(&["check", "--sync", "--target", "a2a3", "-"], program(flag).as_bytes());
    assert_eq!(code(&right), 0);
    assert!(text(&right.stdout).contains("the synchronisation of `@k` is proved"));
    let maybe = program(&format!("scf.for %i = %c0 to %n step %c1 {{ {flag} }}"));
    let wrong = pto(&["check", "--sync", "--target", "a2a3", "-"], maybe.as_bytes());
    let said = text(&wrong.stderr);
    assert!(said.contains("W0510") && said.contains("set on some paths only"), "{said}");
    let denied =
        pto(&["check", "--sync", "--target", "a2a3", "-D", "warnings", "-"], maybe.as_bytes());
    assert_eq!(code(&denied), 1);
}

/// A kernel whose store does not wait for its load.
const UNORDERED: &str = "module attributes {pto.target_arch = \"a5\"} {
  func.func @f(%x: !pto.ptr<i32, gm>, %z: !pto.ptr<i32, gm>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %xv = pto.make_tensor_view %x, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<1x8xi32>
    %zv = pto.make_tensor_view %z, shape = [%c1, %c8], strides = [%c8, %c1] : !pto.tensor_view<1x8xi32>
    %xp = pto.partition_view %xv, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<1x8xi32> -> !pto.partition_tensor_view<1x8xi32>
    %zp = pto.partition_view %zv, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<1x8xi32> -> !pto.partition_tensor_view<1x8xi32>
    %t = pto.alloc_tile : !pto.tile_buf<vec, 1x8xi32>
    pto.tload ins(%xp : !pto.partition_tensor_view<1x8xi32>) outs(%t : !pto.tile_buf<vec, 1x8xi32>)
    pto.tstore ins(%t : !pto.tile_buf<vec, 1x8xi32>) outs(%zp : !pto.partition_tensor_view<1x8xi32>)
    return
  }
}
";

#[test]
fn another_order_of_the_pipes_is_compared_with_that_of_the_program() {
    let file = Scratch::new("unordered.pto", UNORDERED);
    let run = |words: &[&str]| {
        let mut args = vec!["run", file.path(), "--arg", "zeros:32", "--arg", "zeros:32"];
        args.extend(words);
        pto(&args, b"")
    };
    assert_eq!(code(&run(&["--schedule", "program"])), 0);
    assert_eq!(code(&run(&["--schedule", "eager", "--mode", "manual"])), 0, "the load goes first");
    // The tool keeps the order that the operands need, unless it is told not to.
    let auto = run(&["--schedule", "lazy"]);
    assert_eq!(code(&auto), 0, "{}", text(&auto.stderr));
    assert!(text(&auto.stderr).contains("`--mode manual` does not"), "{}", text(&auto.stderr));
    let lazy = run(&["--schedule", "lazy", "--mode", "manual"]);
    assert_eq!(code(&lazy), 1);
    let said = text(&lazy.stderr);
    assert!(said.contains("error[E0614]: `pto.tstore` gives something else"), "{said}");
    assert!(said.contains(":12:5"), "{said}");
    let before = "in the order of the program it comes after line 11 `pto.tload` on PIPE_MTE2";
    assert!(said.contains(before), "{said}");
    assert!(said.contains("with `--schedule lazy` it comes first"), "{said}");
    // Words that mean nothing.
    assert_eq!(code(&run(&["--schedule", "late"])), 2);
    assert_eq!(code(&run(&["--schedule", "random:x"])), 2);
    assert_eq!(code(&run(&["--mode", "manual"])), 2);
}
