//! Arguments for a written program: what is in the arena, and the numbers.

use super::write::{ARENA, Mood, Purpose, Writer};
use crate::choices::Choices;
use pto_isa::sem::exec::{all_ones, set_code};
use pto_isa::{DType, Space, Type};
use pto_sim::LaunchArg;

/// Arguments of the kernel that a writer has written.
pub fn arguments(from: &mut Choices, w: &Writer) -> Vec<LaunchArg<'static>> {
    let mut arena: Vec<u8> = (0..ARENA / 8).flat_map(|_| from.bits().to_le_bytes()).collect();
    for (&(dtype, mood), bytes) in w.images.iter().zip(arena.chunks_mut(256)) {
        fill(from, bytes, dtype, mood);
    }
    let capacity = w.target.capacity_bytes(Space::Vec).unwrap_or(0);
    let mut args = vec![LaunchArg::Bytes(arena)];
    args.extend(w.numbers.iter().map(|(ty, purpose)| {
        let dtype = ty.dtype().unwrap_or(DType::I64);
        LaunchArg::Number(number(from, dtype, *purpose, capacity) & all_ones(dtype))
    }));
    args
}

fn fill(from: &mut Choices, bytes: &mut [u8], dtype: DType, mood: Mood) {
    let one = |from: &mut Choices, i: u32| match mood {
        Mood::Bits => from.bits() & all_ones(dtype),
        // Counts and places below the width of a lane; one may be too much.
        Mood::Places => u64::from(from.below(match dtype.bits() {
            bits @ (8 | 16) => bits + u32::from(i == 9),
            _ => 32,
        })),
        Mood::Wild => from.code(dtype, true),
        Mood::Tame => from.code(dtype, false),
    };
    // Few different codes now and then: equal lanes, several that are the largest.
    let count = [1, 2, 3, 8, 40, 40, 40, 40][from.below(8) as usize];
    let palette: Vec<u64> = (0..count).map(|i| one(from, i)).collect();
    let bits = u64::from(dtype.bits());
    for i in 0..bytes.len() as u64 * 8 / bits {
        set_code(bytes, dtype, i * bits, palette[from.below(count) as usize]);
    }
}

fn number(from: &mut Choices, dtype: DType, purpose: Purpose, capacity: u64) -> u64 {
    match purpose {
        // Multiples of 32 are aligned for every element.
        Purpose::Offset => match from.below(12) {
            0..8 => 32 * u64::from(from.below(17)),
            8 => u64::from(from.below(70)),
            9 => (-(i64::from(from.below(300)))) as u64,
            // Close to the end of the memory, for elements of some size.
            10 => (capacity >> from.below(4)).wrapping_sub(u64::from(from.below(20)) * 8),
            _ => [u64::MAX, 1 << 62, 1 << 63, i64::MAX as u64, 1 << 40][from.below(5) as usize],
        },
        Purpose::Choice if dtype.is_int() => match from.below(8) {
            0..3 => u64::from(from.below(2)),
            3..5 => u64::from(from.below(17)),
            5 => u64::from(from.below(300)),
            6 => 64 * u64::from(from.below(5)),
            _ => from.code(dtype, true),
        },
        _ => from.code(dtype, true),
    }
}

/// Which type a number of the kernel has, in words.
pub fn show(args: &[LaunchArg], w: &Writer) -> String {
    let numbers = w.numbers.iter().zip(args.iter().skip(1)).enumerate();
    let shown = numbers.map(|(i, ((ty, _), arg)): (usize, (&(Type, Purpose), _))| match arg {
        LaunchArg::Number(n) => format!("%n{i}: {ty} = {n:#x}"),
        _ => String::new(),
    });
    shown.collect::<Vec<_>>().join(", ")
}
