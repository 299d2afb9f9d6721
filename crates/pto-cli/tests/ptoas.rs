//! `pto emit` and `pto ptoas` as users call them: files, exit codes, and the rules of the assembler.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A tile without an address.
const UNPLACED: &str = "func.func @f(%x: f32) {
  %t = pto.alloc_tile : !pto.tile_buf<vec, 8x64xf32>
  pto.texpands ins(%x : f32) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
  pto.tneg ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
  return
}
";

/// The same with one.
const PLACED: &str = "func.func @f(%x: f32) {
  %at = arith.constant 4096 : i64
  %t = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xf32>
  pto.texpands ins(%x : f32) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
  pto.tneg ins(%t : !pto.tile_buf<vec, 8x64xf32>) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
  return
}
";

const ASSIGNED: &str = "func.func @f(%x: f32) {
  %at = arith.constant 4096 : i64
  %u = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 8x64xf32>
  %t = pto.tassign %u, %at : !pto.tile_buf<vec, 8x64xf32>, i64 -> !pto.tile_buf<vec, 8x64xf32>
  pto.texpands ins(%x : f32) outs(%t : !pto.tile_buf<vec, 8x64xf32>)
  return
}
";

fn pto(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_pto"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pto starts");
    // A command that is wrong ends before it reads anything.
    match child.stdin.take().expect("piped").write_all(input.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => panic!("{e}"),
        _ => {}
    }
    child.wait_with_output().expect("pto ends")
}

fn code(o: &Output) -> i32 {
    o.status.code().expect("pto exits by itself")
}

fn out(o: &Output) -> String {
    String::from_utf8_lossy(&o.stdout).into_owned()
}

fn err(o: &Output) -> String {
    String::from_utf8_lossy(&o.stderr).into_owned()
}

/// A place for a file that goes away with the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str) -> TempFile {
        TempFile(std::env::temp_dir().join(format!("pto-ptoas-{}-{name}", std::process::id())))
    }
    fn path(&self) -> &str {
        self.0.to_str().expect("a UTF-8 path")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_usual_call() {
    let (input, output) = (TempFile::new("usual.pto"), TempFile::new("usual.cpp"));
    std::fs::write(&input.0, PLACED).unwrap();
    let args = [
        "ptoas",
        input.path(),
        "-o",
        output.path(),
        "--enable-insert-sync",
        "--pto-level=level3",
        "--pto-arch",
        "a3",
    ];
    let o = pto(&args, "");
    assert_eq!((code(&o), out(&o), err(&o)), (0, String::new(), String::new()));
    let cpp = std::fs::read_to_string(&output.0).unwrap();
    assert!(cpp.starts_with("#include \"pto/pto-inst.hpp\"\nusing namespace pto;\n"), "{cpp}");
    assert!(cpp.contains("__global__ AICORE void f(float x) {"), "{cpp}");
    assert!(cpp.contains("TASSIGN(t, 0x1000);"), "{cpp}");
    assert!(cpp.contains("pipe_barrier(PIPE_V);\n  TNEG(t, t);"), "{cpp}");
    assert!(cpp.contains("pipe_barrier(PIPE_ALL);\n}"), "{cpp}");
}

#[test]
fn standard_input_and_output() {
    for args in [&["ptoas"][..], &["ptoas", "-"], &["ptoas", "-", "-o", "-"]] {
        let o = pto(args, UNPLACED);
        assert_eq!(code(&o), 0, "{}", err(&o));
        // Without --enable-insert-sync nothing waits.
        assert!(
            out(&o).contains("TASSIGN(t, 0x0);\n  TEXPANDS(t, x);\n  TNEG(t, t);\n}"),
            "{}",
            out(&o)
        );
    }
}

#[test]
fn below_level_3_the_tool_places_tiles() {
    for level in ["level1", "level2"] {
        let level = format!("--pto-level={level}");
        assert_eq!(code(&pto(&["ptoas", "-", &level], UNPLACED)), 0);
        let o = pto(&["ptoas", "-", &level], PLACED);
        assert_eq!(code(&o), 1);
        assert!(
            err(&o).contains("error[E0814]: below level 3 the tool chooses addresses"),
            "{}",
            err(&o)
        );
    }
}

#[test]
fn at_level_3_every_tile_has_an_address() {
    assert_eq!(code(&pto(&["ptoas", "-", "--pto-level=level3"], PLACED)), 0);
    let o = pto(&["ptoas", "-", "--pto-level=level3"], UNPLACED);
    assert_eq!(code(&o), 1);
    assert!(err(&o).contains("error[E0814]: at level 3 a tile needs an address"), "{}", err(&o));
}

#[test]
fn tassign_is_for_level_3_without_inserted_synchronisation() {
    let o = pto(&["ptoas", "-", "--pto-level=level3"], ASSIGNED);
    assert_eq!(code(&o), 0, "{}", err(&o));
    let o = pto(&["ptoas", "-", "--pto-level", "level3", "--enable-insert-sync"], ASSIGNED);
    assert_eq!(code(&o), 1);
    assert!(err(&o).contains("tassign and --enable-insert-sync do not go together"), "{}", err(&o));
    let o = pto(&["ptoas", "-"], ASSIGNED);
    assert_eq!(code(&o), 1);
    assert!(err(&o).contains("tassign is for level 3"), "{}", err(&o));
}

#[test]
fn the_command_line_beats_the_module() {
    // A5 does not need a barrier inside the vector pipe.
    let module = format!("module attributes {{pto.target_arch = \"a5\"}} {{\n{UNPLACED}}}\n");
    let a5 = pto(&["ptoas", "-", "--enable-insert-sync"], &module);
    let a3 = pto(&["ptoas", "-", "--enable-insert-sync", "--pto-arch=a3"], &module);
    assert!(!out(&a5).contains("pipe_barrier(PIPE_V);"), "{}", out(&a5));
    assert!(out(&a3).contains("pipe_barrier(PIPE_V);"), "{}", out(&a3));
}

#[test]
fn whatever_is_wrong_it_ends_with_1() {
    for args in [
        &["ptoas", "--no-such-option"][..],
        &["ptoas", "-", "--pto-arch=a7"],
        &["ptoas", "-", "--pto-level=level4"],
        &["ptoas", "/no/such/file.pto"],
        &["ptoas", "-", "-o", "/no/such/folder/out.cpp"],
    ] {
        assert_eq!(code(&pto(args, UNPLACED)), 1, "{args:?}");
    }
    assert_eq!(code(&pto(&["ptoas", "-"], "func.func @f( {")), 1);
}

#[test]
fn a_file_stays_when_there_is_nothing_to_write() {
    let output = TempFile::new("keep.cpp");
    std::fs::write(&output.0, "before").unwrap();
    assert_eq!(code(&pto(&["ptoas", "-", "-o", output.path()], PLACED)), 1);
    assert_eq!(std::fs::read_to_string(&output.0).unwrap(), "before");
}

#[test]
fn its_version() {
    let o = pto(&["ptoas", "--version"], "");
    assert_eq!(code(&o), 0);
    assert!(out(&o).starts_with("ptoas 0.60"), "{}", out(&o));
}

#[test]
fn layouts_are_chosen_unless_told_not_to() {
    let column = "func.func @f(%x: !pto.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %v = pto.make_tensor_view %x, shape = [%c8, %c1], strides = [%c1, %c1] : !pto.tensor_view<8x1xf32>
  %p = pto.partition_view %v, offsets = [%c0, %c0], sizes = [%c8, %c1] : !pto.tensor_view<8x1xf32> -> !pto.partition_tensor_view<8x1xf32>
  %t = pto.alloc_tile : !pto.tile_buf<vec, 8x1xf32, blayout=col_major>
  pto.tload ins(%p : !pto.partition_tensor_view<8x1xf32>) outs(%t : !pto.tile_buf<vec, 8x1xf32, blayout=col_major>)
  return
}
";
    assert!(out(&pto(&["ptoas", "-"], column)).contains("Layout::DN"));
    assert!(out(&pto(&["ptoas", "-", "--disable-infer-layout"], column)).contains("Layout::ND"));
}

#[test]
fn emit_lowers_unless_told_not_to() {
    let o = pto(&["emit", "--cpp", "--target", "a2a3", "-"], UNPLACED);
    assert_eq!(code(&o), 0, "{}", err(&o));
    assert!(out(&o).contains("TASSIGN(t, 0x0);"), "{}", out(&o));
    let o = pto(&["emit", "--cpp", "--target", "a2a3", "--no-lower", "-"], UNPLACED);
    assert_eq!(code(&o), 1);
    assert!(err(&o).contains("error[E0811]: a tile in C++ needs an address"), "{}", err(&o));
    assert_eq!(code(&pto(&["emit", "--cpp", "--target", "a2a3", "--no-lower", "-"], PLACED)), 0);
    assert_eq!(code(&pto(&["emit", "-"], PLACED)), 2);
    assert_eq!(code(&pto(&["emit", "--cpp", "--target", "cpu", "-"], PLACED)), 2);
}

#[test]
fn the_same_program_gives_the_same_text() {
    let text = include_str!("../../../examples/softmax.pto");
    let first = pto(&["emit", "--cpp", "--target", "a2a3", "-"], text);
    assert_eq!(code(&first), 0, "{}", err(&first));
    assert_eq!(first.stdout, pto(&["emit", "--cpp", "--target", "a2a3", "-"], text).stdout);
}
