//! Arguments for any kernel.

use crate::Choices;
use pto_sim::{LaunchArg, Param, Program, comm_context};

/// Bytes of a buffer argument.
const BUFFER_BYTES: usize = 8192;

/// Bytes that are often special: zeros, parts of one, infinities and NaNs.
fn bytes(choices: &mut Choices, n: usize) -> Vec<u8> {
    const SPECIAL: [u8; 12] = [0, 0, 0, 1, 2, 3, 0x3C, 0x3F, 0x7C, 0x7F, 0x80, 0xFF];
    let any = |r: u64| if r >> 8 & 1 == 0 { SPECIAL[r as usize % 12] } else { r as u8 };
    (0..n).map(|_| any(choices.bits() >> 32)).collect()
}

/// Arguments of a kernel, none of which is large.
pub fn arguments(program: &Program<'_>, choices: &mut Choices) -> Vec<LaunchArg<'static>> {
    let one = |p: Param| match p {
        Param::Buffer(_) => LaunchArg::Bytes(bytes(choices, BUFFER_BYTES)),
        Param::Tile(t) => {
            let rows = t.valid_rows.known().unwrap_or(t.rows).min(t.rows);
            let cols = t.valid_cols.known().unwrap_or(t.cols).min(t.cols);
            let bits = u64::from(rows) * u64::from(cols) * u64::from(t.dtype.bits());
            LaunchArg::Bytes(bytes(choices, bits.div_ceil(8) as usize))
        }
        Param::Number(d) => {
            let code = choices.bits();
            let small = if d.is_int() && code & 7 != 0 { code >> 60 } else { code };
            LaunchArg::Number(small & (u64::MAX >> (64 - d.bits())))
        }
    };
    program.params().map(one).collect()
}

/// Arguments of a kernel on several devices, those of one after those of the other: some parameters are the context of
/// communication, some the memory of the first device.
pub fn arguments_of_ranks(
    program: &Program<'_>,
    ranks: u32,
    choices: &mut Choices,
) -> Vec<LaunchArg<'static>> {
    let mut all = Vec::new();
    for rank in 0..ranks {
        for (i, (own, param)) in
            arguments(program, choices).into_iter().zip(program.params()).enumerate()
        {
            let how = choices.bits() >> 62;
            all.push(match param {
                Param::Buffer(_) if how == 0 => LaunchArg::Bytes(comm_context(rank, ranks)),
                Param::Buffer(_) if how == 1 && rank > 0 => {
                    LaunchArg::Within { arg: i, offset_bytes: 0 }
                }
                _ => own,
            });
        }
    }
    all
}
