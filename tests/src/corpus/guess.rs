//! Arguments for kernels of which only the types are known.

use pto_isa::DType;
use pto_isa::sem::exec::set_code;
use pto_sim::{LaunchArg, Param};

/// What is known of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A buffer of this many bytes, filled with pseudo-random elements.
    Random(usize),
    /// A number, as text.
    Number(String),
}

impl Spec {
    /// Reads `random:BYTES` or a number.
    pub fn parse(text: &str) -> Option<Spec> {
        match text.strip_prefix("random:") {
            Some(n) => n.parse().ok().map(Spec::Random),
            None => Some(Spec::Number(text.to_string())),
        }
    }
}

/// Buffers of these sizes are tried, the smallest first.
const SIZES_BYTES: [usize; 4] = [1 << 16, 1 << 20, 1 << 23, 1 << 26];
/// After this many bytes, a buffer repeats itself.
const REPEAT_BYTES: usize = 3 << 16;
/// Numbers that are tried in the place of each parameter that is one.
const NUMBERS: [u64; 4] = [2, 1, 16, 0];

/// Lists of arguments to try, one after the other.
pub fn guesses(
    params: &[Param],
    known: Option<&[Spec]>,
) -> impl Iterator<Item = Vec<LaunchArg<'static>>> {
    // Bytes, numbers, and whether 64-bit words are the context of a kernel that communicates, alone.
    let mut tries: Vec<(usize, u64, bool)> = Vec::new();
    match known {
        Some(_) => tries.push((0, 0, false)),
        None => {
            tries.extend(NUMBERS.iter().flat_map(|&n| SIZES_BYTES.map(|s| (s, n, false))));
            tries.extend(SIZES_BYTES.map(|s| (s, NUMBERS[0], true)));
        }
    }
    let known = known.map(<[Spec]>::to_vec);
    let params = params.to_vec();
    tries.into_iter().filter_map(move |(bytes, number, alone)| {
        let one = |(i, p): (usize, &Param)| {
            let spec = known.as_ref().map(|k| k.get(i));
            let mut random = Random(0x5eed + i as u64);
            Some(match (p, spec) {
                (_, Some(None)) => return None,
                (Param::Number(d), Some(Some(Spec::Number(text)))) => {
                    LaunchArg::Number(pto_cli::arg::scalar_bits(text, *d).ok()?)
                }
                (Param::Number(d), _) => LaunchArg::Number(random.element(*d, Some(number))),
                (Param::Buffer(d), Some(Some(Spec::Random(n)))) => {
                    LaunchArg::Bytes(random.buffer(*d, *n))
                }
                (Param::Buffer(DType::I64), _) if alone => {
                    LaunchArg::Bytes(pto_sim::comm_context(0, 1))
                }
                (Param::Buffer(d), _) => LaunchArg::Bytes(random.buffer(*d, bytes)),
                (Param::Tile(t), _) => {
                    let rows = t.valid_rows.known().unwrap_or(t.rows) as usize;
                    let cols = t.valid_cols.known().unwrap_or(t.cols) as usize;
                    let bits = rows * cols * t.dtype.bits() as usize;
                    LaunchArg::Bytes(random.buffer(t.dtype, bits.div_ceil(8)))
                }
            })
        };
        params.iter().enumerate().map(one).collect()
    })
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0 >> 33
    }

    /// Small numbers: sums of them stay finite, and as indices they stay near the start. No integer is zero, which
    /// some programs divide by.
    fn element(&mut self, dtype: DType, number: Option<u64>) -> u64 {
        let n = number.unwrap_or_else(|| 1 + self.next() % 16);
        let value = n as f64;
        let value = if number.is_some() { value } else { value / 4.0 - 2.0 };
        let text = if dtype.is_float() { format!("{value:?}") } else { format!("{n}") };
        let text = if dtype.is_float() || dtype.bits() >= 8 { text } else { format!("{}", n % 2) };
        pto_cli::arg::scalar_bits(&text, dtype).unwrap_or(n % 2)
    }

    fn buffer(&mut self, dtype: DType, bytes: usize) -> Vec<u8> {
        // A few values, and the same again and again: reading a number from its text is slow.
        let palette: Vec<u64> = (0..64).map(|_| self.element(dtype, None)).collect();
        let bits = u64::from(dtype.bits());
        let mut out = vec![0; bytes.min(REPEAT_BYTES)];
        for i in 0..out.len() as u64 * 8 / bits {
            set_code(&mut out, dtype, i * bits, palette[(self.next() % 64) as usize]);
        }
        let block = out.clone();
        while out.len() < bytes {
            out.extend(&block[..block.len().min(bytes - out.len())]);
        }
        out
    }
}
