//! Runs a program by its definitions and by fast kernels, and wants the same.

#[path = "../../crates/pto-sim/tests/registers/compare.rs"]
#[allow(dead_code)]
mod compare;

use pto_check::Verified;
use pto_isa::sem::Numerics;
use pto_sim::{Launch, LaunchArg, Param, decode};

/// Bytes of a buffer argument.
const BUFFER: usize = 8192;

/// Runs twice; `false` if the program cannot be decoded. `random` fills the arguments.
pub fn run_twice(
    verified: &Verified,
    numerics: Numerics,
    steps: u64,
    random: &mut dyn FnMut() -> u64,
) -> bool {
    let Ok(program) = decode(verified, None, numerics) else { return false };
    let mut bytes = |n: usize| -> Vec<u8> {
        const SPECIAL: [u8; 12] = [0, 0, 0, 1, 2, 3, 0x3C, 0x3F, 0x7C, 0x7F, 0x80, 0xFF];
        let any = |r: u64| if r >> 8 & 1 == 0 { SPECIAL[r as usize % 12] } else { r as u8 };
        (0..n).map(|_| any(random() >> 32)).collect()
    };
    let args: Vec<LaunchArg> = program
        .params()
        .map(|p| match p {
            Param::Buffer(_) => LaunchArg::Bytes(bytes(BUFFER)),
            Param::Tile(t) => {
                let rows = t.valid_rows.known().unwrap_or(t.rows).min(t.rows);
                let cols = t.valid_cols.known().unwrap_or(t.cols).min(t.cols);
                let bits = u64::from(rows) * u64::from(cols) * u64::from(t.dtype.bits());
                LaunchArg::Bytes(bytes(bits.div_ceil(8) as usize))
            }
            Param::Number(d) => {
                let code = u64::from_le_bytes(bytes(8).try_into().unwrap_or_default());
                let small = if d.is_int() && code & 7 != 0 { code >> 60 } else { code };
                LaunchArg::Number(small & (u64::MAX >> (64 - d.bits())))
            }
        })
        .collect();
    let launch = Launch { max_steps: Some(steps), blocks: 2, ..Launch::default() };
    if let Err(difference) = compare::compare(&program, &args, &launch, false) {
        panic!("{difference}");
    }
    true
}
