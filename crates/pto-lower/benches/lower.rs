//! How long lowering takes: a function of 20,000 instructions in one body, and the same in a loop.

use pto_isa::Target;
use pto_lower::{Options, lower};
use std::fmt::Write as _;
use std::time::Instant;

/// Loads, sums and stores over `tiles` tiles, some of them in use at the same time.
fn program(instructions: usize, tiles: usize, in_loop: bool) -> String {
    let tile = "!pto.tile_buf<vec, 8x64xf32>";
    let part = "!pto.partition_tensor_view<8x64xf32>";
    let mut out = String::from(
        "func.func @f(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index) {\n\
         %c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n\
         %c8 = arith.constant 8 : index\n%c64 = arith.constant 64 : index\n",
    );
    for v in ["x", "y"] {
        let _ = writeln!(
            out,
            "%v{v} = pto.make_tensor_view %{v}, shape = [%c8, %c64], strides = [%c64, %c1] : !pto.tensor_view<8x64xf32>\n\
             %p{v} = pto.partition_view %v{v}, offsets = [%c0, %c0], sizes = [%c8, %c64] : !pto.tensor_view<8x64xf32> -> {part}"
        );
    }
    if in_loop {
        out.push_str("scf.for %i = %c0 to %n step %c1 {\n");
    }
    let mut recent: Vec<String> = Vec::new();
    for i in 0..instructions / 3 {
        let (a, b) = (format!("a{i}"), format!("b{i}"));
        let older = recent.first().cloned().unwrap_or_else(|| a.clone());
        let _ = writeln!(
            out,
            "%{a} = pto.alloc_tile : {tile}\n%{b} = pto.alloc_tile : {tile}\n\
             pto.tload ins(%px : {part}) outs(%{a} : {tile})\n\
             pto.tadd ins(%{a}, %{older} : {tile}, {tile}) outs(%{b} : {tile})\n\
             pto.tstore ins(%{b} : {tile}) outs(%py : {part})"
        );
        recent.push(b);
        if recent.len() > tiles {
            recent.remove(0);
        }
    }
    out.push_str(if in_loop { "}\nreturn\n}\n" } else { "return\n}\n" });
    out
}

fn main() {
    for (name, in_loop) in [("straight", false), ("loop", true)] {
        for size in [5_000, 10_000, 20_000] {
            let text = program(size, 20, in_loop);
            let mut best = f64::MAX;
            let mut bytes = 0;
            for _ in 0..5 {
                let start = Instant::now();
                match lower(&text, Target::A2A3, &Options::default()) {
                    Ok(lowered) => bytes = lowered.text.len(),
                    Err(failed) => {
                        eprintln!("{name} {size}: {}", failed.findings[0].message);
                        std::process::exit(1);
                    }
                }
                best = best.min(start.elapsed().as_secs_f64() * 1e3);
            }
            println!("{name} {size} instructions: {best:.1} ms, {bytes} bytes");
        }
    }
}
