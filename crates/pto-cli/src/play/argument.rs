//! Arguments as the page has them: `zeros:16x64`, `random`, `1 2 3 | 4 5 6`, a number, or a file that was dropped.

use crate::arg::{LARGEST, scalar_bits};
use crate::arg_error::ArgError;
use crate::npy;
use pto_isa::format::{Rounding, Saturate, encode_float};
use pto_isa::sem::exec::set_code;
use pto_isa::{DType, Dim, TileTy};
use pto_sim::{LaunchArg, Param, size_text};
use serde_json::Value;

/// What a buffer is filled with.
#[derive(Clone, Copy)]
enum Fill {
    Zeros,
    Ones,
    /// 0, 1, 2, ...
    Range,
    /// Numbers between -2 and 2, or small integers, the same for the same seed.
    Random(u64),
}

/// An argument and the shape it is shown in.
pub struct Given {
    pub value: LaunchArg<'static>,
    pub shape: Vec<u64>,
    pub dtype: DType,
}

/// The rows and columns of a tile that count.
pub fn valid(tile: &TileTy) -> (u32, u32) {
    let of = |dim: Dim, whole: u32| dim.known().unwrap_or(whole).min(whole);
    (of(tile.valid_rows, tile.rows), of(tile.valid_cols, tile.cols))
}

/// Reads the argument of a parameter: a text, or `{"blob": N, "name": ...}`. `seed` tells random arguments apart.
pub fn read(
    param: &Param,
    name: &str,
    given: &Value,
    blobs: &[Vec<u8>],
    seed: u64,
) -> Result<Given, ArgError> {
    let told = |e: ArgError| ArgError { message: format!("`%{name}`: {}", e.message), ..e };
    let dtype = match param {
        Param::Number(d) | Param::Buffer(d) => *d,
        Param::Tile(t) => t.dtype,
    };
    if let Some(blob) = given["blob"].as_u64() {
        let file = given["name"].as_str().unwrap_or("the file");
        let bytes = usize::try_from(blob).ok().and_then(|n| blobs.get(n));
        let bytes = bytes.ok_or_else(|| told(ArgError::new("its bytes are missing")))?;
        return from_file(bytes, file, dtype).map_err(told);
    }
    let text = given.as_str().unwrap_or_default().trim();
    match param {
        Param::Number(_) => {
            let value = LaunchArg::Number(scalar_bits(text, dtype).map_err(told)?);
            Ok(Given { value, shape: Vec::new(), dtype })
        }
        Param::Buffer(_) => fill_or_values(text, None, dtype, seed).map_err(told),
        Param::Tile(t) => fill_or_values(text, Some(valid(t)), dtype, seed).map_err(told),
    }
}

fn from_file(bytes: &[u8], file: &str, dtype: DType) -> Result<Given, ArgError> {
    if !bytes.starts_with(npy::MAGIC) {
        let elements = bytes.len() as u64 * 8 / u64::from(dtype.bits());
        let value = LaunchArg::Bytes(bytes.to_vec());
        return Ok(Given { value, shape: vec![elements], dtype });
    }
    let (header, bytes) = npy::decode(bytes.to_vec()).map_err(|refused| {
        let error = ArgError::new(format!("{file}: {}", refused.why));
        match refused.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })?;
    if let Some(text) = npy::dtype_mismatch(&header, dtype) {
        return Err(ArgError::new(format!("{file}: {text}"))
            .hint(format!("its elements must be of type {dtype}")));
    }
    Ok(Given { value: LaunchArg::Bytes(bytes), shape: header.shape, dtype })
}

const HINT: &str =
    "write zeros:16x64, ones:16x64, range:16x64, random:16x64, or values: 1 2 3 | 4 5 6";

fn fill_or_values(
    text: &str,
    tile: Option<(u32, u32)>,
    dtype: DType,
    seed: u64,
) -> Result<Given, ArgError> {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let fill = match word {
        "zeros" => Fill::Zeros,
        "ones" => Fill::Ones,
        "range" => Fill::Range,
        "random" => Fill::Random(seed),
        _ => return from_values(text, tile, dtype),
    };
    let (seeded, shape) = match (fill, rest.rsplit_once(':')) {
        (Fill::Random(_), Some((seed, shape))) => {
            let wrong = || ArgError::new(format!("`{seed}` is not a seed")).hint(HINT);
            (Fill::Random(seed.parse().map_err(|_| wrong())?), shape)
        }
        _ => (fill, rest),
    };
    let shape = match tile {
        Some((rows, cols)) => vec![rows.into(), cols.into()],
        None => parse_shape(shape, dtype)?,
    };
    let elements = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d));
    let bits = elements.and_then(|n| n.checked_mul(dtype.bits().into()));
    let bytes = bits.map(|b| b.div_ceil(8)).filter(|&b| b <= LARGEST.min(1 << 30));
    let Some(bytes) = bytes else {
        return Err(ArgError::new(format!("`{text}`: larger than {}", size_text(1 << 30))));
    };
    let mut content = vec![0u8; bytes as usize];
    if !matches!(seeded, Fill::Zeros) {
        let mut draw = Draw(match seeded {
            Fill::Random(seed) => seed,
            _ => 0,
        });
        for i in 0..elements.unwrap_or(0) {
            let value = match seeded {
                Fill::Zeros => 0.0,
                Fill::Ones => 1.0,
                Fill::Range => i as f64,
                Fill::Random(_) if dtype.is_float() => draw.next() * 4.0 - 2.0,
                Fill::Random(_) => (draw.next() * 10.0).floor(),
            };
            let code = encode_float(dtype, value, Rounding::Rint, Saturate::On);
            set_code(&mut content, dtype, i * u64::from(dtype.bits()), code);
        }
    }
    Ok(Given { value: LaunchArg::Bytes(content), shape, dtype })
}

/// `16x64`, with or without the type of the elements, which must then be that of the parameter.
fn parse_shape(text: &str, dtype: DType) -> Result<Vec<u64>, ArgError> {
    let wrong = || ArgError::new(format!("`{text}` is not a shape")).hint(HINT);
    let mut shape = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (first, tail) = rest.split_once('x').unwrap_or((rest, ""));
        match first.parse() {
            Ok(extent) => shape.push(extent),
            Err(_) if DType::parse(rest) == Some(dtype) => break,
            Err(_) if DType::parse(rest).is_some() => {
                return Err(ArgError::new(format!("elements are of type {dtype}, not {rest}")));
            }
            Err(_) => return Err(wrong()),
        }
        rest = tail;
    }
    match shape.len() {
        1..=npy::MOST_EXTENTS => Ok(shape),
        _ => Err(wrong()),
    }
}

/// Values as they are written, rows separated by `|` or line ends; a tile must get as many as it has.
fn from_values(text: &str, tile: Option<(u32, u32)>, dtype: DType) -> Result<Given, ArgError> {
    let rows: Vec<Vec<&str>> = text
        .split(['|', '\n'])
        .map(|row| row.split([' ', ',', ';', '\t']).filter(|w| !w.is_empty()).collect())
        .filter(|row: &Vec<&str>| !row.is_empty())
        .collect();
    if rows.is_empty() {
        return Err(ArgError::new("it has no value").hint(HINT));
    }
    let words: Vec<&str> = rows.iter().flatten().copied().collect();
    let mut content = vec![0u8; (words.len() * dtype.bits() as usize).div_ceil(8)];
    for (i, word) in words.iter().enumerate() {
        let code = scalar_bits(word, dtype).map_err(|e| match e.hint {
            None => e.hint(HINT),
            Some(_) => e,
        })?;
        set_code(&mut content, dtype, i as u64 * u64::from(dtype.bits()), code);
    }
    let shape = match tile {
        Some((r, c)) if u64::from(r) * u64::from(c) == words.len() as u64 => {
            vec![r.into(), c.into()]
        }
        Some((r, c)) => {
            return Err(ArgError::new(format!(
                "{} values, and the tile has {r} x {c}",
                words.len()
            )));
        }
        None if rows.iter().all(|r| r.len() == rows[0].len()) && rows.len() > 1 => {
            vec![rows.len() as u64, rows[0].len() as u64]
        }
        None => vec![words.len() as u64],
    };
    Ok(Given { value: LaunchArg::Bytes(content), shape, dtype })
}

/// SplitMix64 (Steele, Lea and Flood, 2014): one multiplication chain per number, and no state but a counter.
struct Draw(u64);

impl Draw {
    /// At least 0 and less than 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 40) as f64 / (1u64 << 24) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn floats(spec: &str) -> Result<(Vec<f32>, Vec<u64>), ArgError> {
        let given = read(&Param::Buffer(DType::F32), "x", &json!(spec), &[], 7)?;
        let LaunchArg::Bytes(bytes) = given.value else { panic!("a number") };
        let floats = bytes.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        Ok((floats, given.shape))
    }

    #[test]
    fn buffers_are_filled() {
        assert_eq!(floats("zeros:2x2").unwrap(), (vec![0.0; 4], vec![2, 2]));
        assert_eq!(floats("ones:3xf32").unwrap(), (vec![1.0; 3], vec![3]));
        assert_eq!(floats("range:2x3xf32").unwrap().0, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(floats("1 2.5 | -3, 4").unwrap(), (vec![1.0, 2.5, -3.0, 4.0], vec![2, 2]));
        assert_eq!(floats("1 2 | 3").unwrap().1, [3]);
        let (random, _) = floats("random:64x64").unwrap();
        assert_eq!(random, floats("random:7:64x64").unwrap().0);
        assert_ne!(random, floats("random:8:64x64").unwrap().0);
        assert!(random.iter().all(|x| (-2.0..2.0).contains(x)));
        let mean = random.iter().sum::<f32>() / 4096.0;
        assert!(mean.abs() < 0.1, "{mean}");
    }

    #[test]
    fn what_is_no_argument_is_refused() {
        let cases = [
            ("", "`%x`: it has no value"),
            ("zeros:", "`%x`: `` is not a shape"),
            ("zeros:4xf16", "`%x`: elements are of type f32, not f16"),
            ("zeros:axb", "`%x`: `axb` is not a shape"),
            (
                "ones:99999999999x99999999999",
                "`%x`: `ones:99999999999x99999999999`: larger than 1.0 GiB",
            ),
            ("random:s:4", "`%x`: `s` is not a seed"),
            ("1 two", "`%x`: `two` is not a number, the parameter is f32"),
        ];
        for (spec, want) in cases {
            assert_eq!(floats(spec).unwrap_err().message, want, "{spec}");
        }
    }
}
