//! How fast programs are built: a function of a million tile instructions, by table entry, by name, with a place for
//! each, and in the form with results.
//!
//! `cargo bench -p pto-ir --bench build` measures on one core; each figure is the best of five. Where the system says
//! how long a thread ran, that is the time, so that others on the machine do not count.

use pto_ir::Module;
use pto_isa::ops::{tile_binary, tile_unary};
use pto_isa::{DType, TileTy, ops};
use std::hint::black_box;
use std::time::Instant;

const OPS: usize = 1_000_000;

#[derive(Clone, Copy, PartialEq)]
enum Way {
    Number,
    Entry,
    Name,
    Placed,
    Results,
}

/// A function of this many instructions on a ring of tiles.
fn build(way: Way) -> Module {
    let mut b = Module::builder();
    let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
    let (Some(add), Some(exp)) = (ops::find_id("tadd"), ops::find_id("texp")) else {
        panic!("the table has these instructions");
    };
    b.func("f").arg("x", tile).body(|b, args| {
        let mut ring = [args[0]; 16];
        for t in &mut ring[1..] {
            *t = b.alloc_tile(tile);
        }
        let mut place = String::new();
        for i in 0..OPS / 2 {
            let (x, y, z) = (ring[i % 16], ring[(i + 5) % 16], ring[(i + 11) % 16]);
            match way {
                Way::Number => {
                    b.op(add).ins([x, y]).outs([z]).end();
                    b.op(exp).ins([z]).outs([x]).end();
                }
                Way::Name => {
                    b.op("tadd").ins([x, y]).outs([z]).end();
                    b.op("texp").ins([z]).outs([x]).end();
                }
                Way::Results => {
                    let sum = b.op(add).ins([x, y]).result(tile).value();
                    ring[i % 16] = b.op(exp).ins([sum]).result(tile).value();
                }
                Way::Entry | Way::Placed => {
                    if way == Way::Placed {
                        use std::fmt::Write as _;
                        place.clear();
                        let _ = write!(place, "layer{}/softmax:{i}", i / 1000);
                        b.at(place.as_str());
                    }
                    b.op(&tile_binary::tadd).ins([x, y]).outs([z]).end();
                    b.op(&tile_unary::texp).ins([z]).outs([x]).end();
                }
            }
        }
    });
    match b.finish() {
        Ok(module) => module,
        Err(rejected) => panic!("{rejected}"),
    }
}

/// Seconds this thread has run, on Linux; elsewhere those since `start`.
fn seconds(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = text.and_then(|t| t.split(' ').next()?.parse::<u64>().ok());
    nanos.map_or_else(|| start.elapsed().as_secs_f64(), |n| n as f64 / 1e9)
}

fn main() {
    let start = Instant::now();
    let ways = [
        ("by number", Way::Number),
        ("by table entry", Way::Entry),
        ("by name", Way::Name),
        ("by table entry, with a place for every second", Way::Placed),
        ("with results, by number", Way::Results),
    ];
    for (name, way) in ways {
        let times = (0..5).map(|_| {
            let before = seconds(start);
            black_box(build(way));
            seconds(start) - before
        });
        let best = times.fold(f64::MAX, f64::min);
        println!("{name}: {:.2} million instructions per second", OPS as f64 / best / 1e6);
    }
}
