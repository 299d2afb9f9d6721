//! Draws instructions at random, in a way that anybody can repeat: to be read against the manual and the headers.
//!
//! Of the executable instructions that have a page and exist on both devices, the names are ordered by a hash of the text
//! `SEED:NAME` (FNV-1a with 64 bits, then the last steps of SplitMix64), and the first ones are taken. A new instruction
//! changes the draw only if it is drawn itself.

use pto_isa::{OpDef, Target};
use std::process::ExitCode;

/// As many as are drawn if nothing is said.
const COUNT: usize = 60;

pub fn run(args: &[String]) -> ExitCode {
    let (seed, count) = match args {
        [seed] => (seed.parse::<u64>(), Ok(COUNT)),
        [seed, count] => (seed.parse(), count.parse::<usize>()),
        _ => return usage(),
    };
    let (Ok(seed), Ok(count)) = (seed, count) else { return usage() };
    let names = pto_isa::all().filter(|op| can_be_read(op)).map(|op| op.name);
    for name in draw(seed, names, count) {
        let file = pto_isa::find(name).and_then(pto_isa::ops::file_of).unwrap_or("?");
        println!("{name}\t{file}.rs");
    }
    ExitCode::SUCCESS
}

/// Whether there are a page and two headers to read.
fn can_be_read(op: &OpDef) -> bool {
    let there = |target| op.support_on(target).is_some();
    op.is_executable() && op.is_documented() && there(Target::A2A3) && there(Target::A5)
}

fn usage() -> ExitCode {
    eprintln!("usage: cargo xtask sample SEED [COUNT]");
    ExitCode::from(2)
}

fn draw<'a>(seed: u64, names: impl Iterator<Item = &'a str>, count: usize) -> Vec<&'a str> {
    let mut list: Vec<(u64, &str)> =
        names.map(|n| (mix(fnv1a(&format!("{seed}:{n}"))), n)).collect();
    list.sort_unstable();
    list.into_iter().take(count).map(|(_, name)| name).collect()
}

/// Spreads the bits: names that differ in their last letter alone have FNV-1a hashes that are close to each other.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The published constants of FNV-1a with 64 bits.
fn fnv1a(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one_and_a_draw_is_stable() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8);
        let few = draw(1, ["a", "b", "c", "d"].into_iter(), 2);
        let more = draw(1, ["d", "c", "b", "a"].into_iter(), 3);
        assert_eq!(few[..], more[..2]);
    }
}
