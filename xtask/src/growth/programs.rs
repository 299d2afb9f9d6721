//! Programs that have `n` of one thing and a few of everything else.

/// Adds a line.
macro_rules! put {
    ($s:expr, $($word:tt)*) => { { let _ = writeln!($s, $($word)*); } };
}

pub mod bodies;
pub mod calls;
pub mod memory;
pub mod order;
pub mod text;

use std::fmt::Write as _;

/// Types that the programs share: a tile of 2 KB, one of 32 bytes, one of another element type, and views.
const TYPES: &str = "\
!t = !pto.tile_buf<vec, 8x64xf32>
!s = !pto.tile_buf<vec, 1x8xf32>
!h = !pto.tile_buf<vec, 8x64xf16>
!v = !pto.partition_tensor_view<8x64xf32>
!w = !pto.partition_tensor_view<1x8xf32>
!m = !pto.tensor_view<8x64xf32>
!p = !pto.ptr<f32, gm>
";

/// The windows `%x` and `%y` of what the parameters point to.
const WINDOWS: &str = "    \
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %mx = pto.make_tensor_view %px, shape = [%c8, %c64], strides = [%c64, %c1] : !m
    %my = pto.make_tensor_view %py, shape = [%c8, %c64], strides = [%c64, %c1] : !m
    %x = pto.partition_view %mx, offsets = [%c0, %c0], sizes = [%c8, %c64] : !m -> !v
    %y = pto.partition_view %my, offsets = [%c0, %c0], sizes = [%c8, %c64] : !m -> !v
";

/// Two tiles, of which one is loaded.
const TILES: &str = "    \
    %a = pto.alloc_tile : !t
    %b = pto.alloc_tile : !t
    pto.tload ins(%x : !v) outs(%a : !t)
";

/// Two tiles at addresses.
const PLACED: &str = "    \
    %at0 = arith.constant 0 : i64
    %at1 = arith.constant 2048 : i64
    %a = pto.alloc_tile addr = %at0 : !t
    %b = pto.alloc_tile addr = %at1 : !t
";

const LOAD: &str = "    pto.tload ins(%x : !v) outs(%a : !t)\n";
const COMPUTE: &str = "    pto.tadd ins(%a, %a : !t, !t) outs(%b : !t)\n";
const STORE: &str = "    pto.tstore ins(%b : !t) outs(%y : !v)\n";

/// A module for A5 with these lines.
fn module(inside: &str) -> String {
    format!("{TYPES}module attributes {{pto.target_arch = \"a5\"}} {{\n{inside}}}\n")
}

/// A kernel that loads from `%x`, does `body`, and stores to `%y`.
fn kernel(body: &str) -> String {
    module(&entry("", &format!("{TILES}{body}{COMPUTE}{STORE}")))
}

/// The function that is launched: it has more than the two buffers as parameters, and does `body`.
fn entry(more: &str, body: &str) -> String {
    format!(
        "  func.func @k(%px: !p, %py: !p{more}) attributes {{pto.entry}} {{\n{WINDOWS}{body}    return\n  }}\n"
    )
}

/// The lines of `line` for all numbers below `n`.
fn each(n: usize, line: impl Fn(&mut String, usize)) -> String {
    let mut s = String::new();
    (0..n).for_each(|i| line(&mut s, i));
    s
}

/// `%a0, %a1, ...`, or whatever `one` makes of the numbers.
fn list(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).map(one).collect::<Vec<_>>().join(", ")
}

/// Load, compute and store with a flag between each two.
fn step_with_flags(i: usize) -> String {
    let id = i % 8;
    let pair = |from: &str, to: &str| {
        format!(
            "    pto.set_flag[<PIPE_{from}>, <PIPE_{to}>, <EVENT_ID{id}>]\n    pto.wait_flag[<PIPE_{from}>, <PIPE_{to}>, <EVENT_ID{id}>]\n"
        )
    };
    let (loaded, computed) = (pair("MTE2", "V"), pair("V", "MTE3"));
    let (stored, again) = (pair("MTE3", "V"), pair("V", "MTE2"));
    format!("{LOAD}{loaded}{COMPUTE}{computed}{STORE}{stored}{again}")
}
