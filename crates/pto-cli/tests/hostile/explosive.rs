//! Small programs that ask for a lot: what doubles with every line, never ends, or is needed by everything.

use fastrand::Rng;
use std::fmt::Write;

/// One of them, of some size up to a limit.
pub fn program(most: usize, rng: &mut Rng) -> String {
    let n = [3, 10, 30, 60, 200, 2000][rng.usize(..6)].min(most);
    match rng.u8(..11) {
        0 => function(&calls(n, 2), "    func.call @f0() : () -> ()\n"),
        1 => function("", &sums(n)),
        2 => nested(n.min(300), "9223372036854775807"),
        3 => nested(n.min(300), "2"),
        4 => function("", "    cf.br ^a\n  ^a:\n    cf.br ^a\n"),
        5 => function(
            "  func.func @g() {\n    func.call @g() : () -> ()\n    return\n  }\n",
            "    func.call @g() : () -> ()\n",
        ),
        6 => function(&calls(n, 1), "    func.call @f0() : () -> ()\n"),
        7 => tiles(n, rng),
        8 => aliases(n),
        9 => function(
            "",
            &format!(
                "    %c = arith.constant 1 : i32\n{}",
                "    pto.print ins(\"%d\", %c : i32)\n".repeat(n * 9)
            ),
        ),
        _ => function("", &branches(n)),
    }
}

/// A kernel with a body, and functions before it.
fn function(before: &str, body: &str) -> String {
    let end = if body.contains("cf.br ^a\n  ^a") { "" } else { "    return\n" };
    format!(
        "module {{\n{before}  func.func @k() attributes {{pto.entry}} {{\n{body}{end}  }}\n}}\n"
    )
}

/// Functions that each call the next, this many times.
fn calls(n: usize, times: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        let call = format!("    func.call @f{}() : () -> ()\n", i + 1);
        let _ = write!(text, "  func.func @f{i}() {{\n{}    return\n  }}\n", call.repeat(times));
    }
    let print = "    %c = arith.constant 1 : i32\n    pto.print ins(\"%d\", %c : i32)\n";
    let _ = write!(text, "  func.func @f{n}() {{\n{print}    return\n  }}\n");
    text
}

/// Numbers that are each the sum of the last one with itself, and a tile at the last.
fn sums(n: usize) -> String {
    let mut text = String::from("    %x0 = arith.constant 1 : index\n");
    for i in 1..=n {
        let _ = writeln!(text, "    %x{i} = arith.addi %x{0}, %x{0} : index", i - 1);
    }
    let _ = writeln!(text, "    %at = arith.index_cast %x{n} : index to i64");
    text + "    %t = pto.alloc_tile addr = %at : !pto.tile_buf<vec, 16x64xf32>\n"
}

/// Loops inside loops, with an instruction in the innermost.
fn nested(depth: usize, trips: &str) -> String {
    let mut body = format!(
        "    %z = arith.constant 0 : index\n    %s = arith.constant 1 : index\n    %n = arith.constant {trips} : index\n\
         \x20   %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>\n"
    );
    for i in 0..depth {
        let _ = writeln!(body, "    scf.for %i{i} = %z to %n step %s {{");
    }
    body += "    pto.tabs ins(%t : !pto.tile_buf<vec, 16x64xf32>) outs(%t : !pto.tile_buf<vec, 16x64xf32>)\n";
    body += &"    }\n".repeat(depth);
    function("", &body)
}

/// Tiles that are all in use together, in any order.
fn tiles(n: usize, rng: &mut Rng) -> String {
    let ty = ["!pto.tile_buf<vec, 1x8xf32>", "!pto.tile_buf<vec, 16x64xf32>"][rng.usize(..2)];
    let mut body = String::new();
    for i in 0..n {
        let _ = writeln!(body, "    %t{i} = pto.alloc_tile : {ty}");
    }
    for _ in 0..n * 2 {
        let (a, b, c) = (rng.usize(..n), rng.usize(..n), rng.usize(..n));
        let _ = writeln!(body, "    pto.tadd ins(%t{a}, %t{b} : {ty}, {ty}) outs(%t{c} : {ty})");
    }
    function("", &body)
}

/// Aliases that each name the one before twice.
fn aliases(n: usize) -> String {
    let mut text = String::from("!t0 = !pto.tile_buf<vec, 16x64xf32>\n#a0 = [1, 2]\n");
    for i in 1..=n {
        let _ = writeln!(text, "!t{i} = !t{0}\n#a{i} = {{x = #a{0}, y = #a{0}}}", i - 1);
    }
    let body = format!("    %t = pto.alloc_tile {{note = #a{n}}} : !t{n}\n");
    text + &function("", &body)
}

/// Blocks that each go on to one of the next two.
fn branches(n: usize) -> String {
    let mut body = String::from("    %c = arith.constant true\n    cf.br ^b0\n");
    for i in 0..n {
        let next = format!("cf.cond_br %c, ^b{}, ^b{}", i + 1, (i + 2).min(n));
        let _ = writeln!(body, "  ^b{i}:\n    {next}");
    }
    let _ = writeln!(body, "  ^b{n}:");
    body
}
