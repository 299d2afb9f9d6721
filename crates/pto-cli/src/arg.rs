//! `--arg SPEC`: what the user gives for one kernel parameter.
//!
//! | SPEC | meaning |
//! |---|---|
//! | `1.5`, `-3`, `0x10`, `true` | the value of a scalar parameter, see [`scalar_bits`] |
//! | `FILE` | a buffer filled from a file: an .npy array, or bytes as they are |
//! | `zeros:4096`, `zeros:4K`, `zeros:64x128xf32` | a buffer of zeros |
//! | `random:64x128xf32` | a buffer of numbers that look random and are always the same, see [`random`] |
//! | `comm` | the context that the host hands to a kernel which communicates, see [`pto_sim::comm_context`] |
//! | `peer:2:win` | memory of another device: what rank 2 has for its parameter `%win` |
//! | `...=OUT` | the same buffer, written to OUT after the run (.npy by its name, else bytes) |
//!
//! Numbers, words and `zeros:` win over files of that name, which `./NAME` still reaches. The split is at
//! the last `=`, but a file whose name is the whole SPEC wins over the split.
//!
//! With `--ranks` a SPEC is read for each device in turn, see `ranks::Place`.

mod buffer;
pub mod random;
pub(crate) mod ranks;
mod scalar;
#[cfg(test)]
mod tests;

pub use buffer::{Loaded, expected_bytes, load, load_within, save};
pub use scalar::scalar_bits;

use crate::arg_error::ArgError;
use pto_isa::DType;
use std::fmt;
use std::path::{Path, PathBuf};

/// The largest buffer, in bytes: more than any device holds for one kernel argument.
pub const LARGEST: u64 = 1 << 34;

/// One `--arg`.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A scalar as it was written; its bits depend on the type of the parameter.
    Number(String),
    /// Memory of another device: its rank, and the name of the parameter.
    Peer(u32, String),
    /// Memory that a pointer parameter refers to.
    Buffer {
        /// What it holds before the run.
        from: BufferSource,
        /// Where it is written after the run.
        write_to: Option<PathBuf>,
    },
}

/// What a buffer holds before the run.
#[derive(Clone, Debug, PartialEq)]
pub enum BufferSource {
    /// The content of a file.
    File(PathBuf),
    /// The context of a kernel that communicates.
    Comm,
    /// This many zero bytes; with shape and element type if the user gave them.
    Zeros(u64, Option<(Vec<u64>, DType)>),
    /// Numbers that look random, of this shape and element type.
    Random(Vec<u64>, DType),
}

impl fmt::Display for ArgError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ArgError {}

impl Arg {
    /// Reads a SPEC. Looks at the file system to tell names from splits and to refuse an OUT that
    /// could not be written, but opens nothing.
    pub fn parse(text: &str) -> Result<Arg, ArgError> {
        if text.is_empty() {
            return Err(ArgError::new("an empty argument")
                .hint("give a number, FILE, zeros:64x128xf32 or random:64x128xf32, and =OUT to write the buffer"));
        }
        if scalar::is_number(text) {
            return Ok(Arg::Number(text.into()));
        }
        if let Some(place) = text.strip_prefix("peer:") {
            return parse_peer(place);
        }
        let file = |name: &str| match name {
            "comm" => BufferSource::Comm,
            name => BufferSource::File(PathBuf::from(name)),
        };
        let Some((from, out)) = text.rsplit_once('=') else {
            let from = parse_made(text)?.unwrap_or_else(|| file(text));
            return Ok(Arg::Buffer { from, write_to: None });
        };
        if is_readable(text) {
            return Ok(Arg::Buffer { from: file(text), write_to: None });
        }
        if from.is_empty() {
            return Err(ArgError::new(format!("`{text}`: nothing before `=`"))
                .hint("give FILE=OUT or zeros:BYTES=OUT"));
        }
        if scalar::is_number(from) {
            return Err(ArgError::new(format!("`{text}`: a number is not written back"))
                .hint(format!("a file of that name is `./{from}`")));
        }
        let from = parse_made(from)?.unwrap_or_else(|| file(from));
        check_destination(text, out)?;
        Ok(Arg::Buffer { from, write_to: Some(PathBuf::from(out)) })
    }
}

impl Arg {
    /// Bytes that it needs, as far as that is known before it is read.
    pub fn expected_bytes(&self) -> u64 {
        match self {
            Arg::Number(_) | Arg::Peer(..) => 0,
            Arg::Buffer { from, .. } => expected_bytes(from),
        }
    }
}

/// Reads what follows `peer:`: a rank, and the name of a parameter.
fn parse_peer(text: &str) -> Result<Arg, ArgError> {
    let parts = text.split_once(':').and_then(|(rank, name)| Some((rank.parse().ok()?, name)));
    match parts {
        Some((rank, name)) if !name.is_empty() => {
            Ok(Arg::Peer(rank, name.trim_start_matches('%').into()))
        }
        _ => Err(ArgError::new(format!("`peer:{text}`: not the memory of a rank"))
            .hint("write peer:RANK:PARAMETER, e.g. peer:{next}:win")),
    }
}

/// Whether a name is one of something that can be read as a file, pipes included.
fn is_readable(name: &str) -> bool {
    std::fs::metadata(name).is_ok_and(|m| !m.is_dir())
}

/// Refuses an OUT that is known to fail, before the run and not after it.
fn check_destination(text: &str, out: &str) -> Result<(), ArgError> {
    if out.is_empty() {
        return Err(ArgError::new(format!("`{text}`: nothing after `=`"))
            .hint("name the file that is written after the run"));
    }
    let path = Path::new(out);
    if path.is_dir() || out.ends_with(std::path::is_separator) {
        return Err(ArgError::new(format!("{out}: is a directory, the buffer needs a file name")));
    }
    match path.parent() {
        Some(dir) if dir != Path::new("") && !dir.is_dir() => {
            Err(ArgError::new(format!("{out}: the directory {} does not exist", dir.display())))
        }
        _ => Ok(()),
    }
}

/// Reads a buffer that is made and not read from a file.
fn parse_made(text: &str) -> Result<Option<BufferSource>, ArgError> {
    if let Some(size) = text.strip_prefix("zeros:") {
        return parse_zeros(size).map(Some);
    }
    let Some(shape) = text.strip_prefix("random:") else { return Ok(None) };
    match parse_zeros(shape) {
        Ok(BufferSource::Zeros(_, Some((shape, dtype)))) => {
            Ok(Some(BufferSource::Random(shape, dtype)))
        }
        Ok(_) => Err(ArgError::new(format!("`{text}`: there is no element type"))
            .hint("write a shape as random:64x128xf32")),
        Err(e) => Err(ArgError { message: e.message.replacen("zeros:", "random:", 1), ..e }),
    }
}

/// Reads what follows `zeros:`: a size, or `ROWSxCOLSxTYPE` with any number of extents.
fn parse_zeros(text: &str) -> Result<BufferSource, ArgError> {
    let wrong = || {
        ArgError::new(format!("`zeros:{text}`: not a size"))
            .hint("write bytes as 4096, 4K, 4KiB, 2M or 0x1000, or a shape as 64x128xf32")
    };
    let too_large = || ArgError::new(format!("`zeros:{text}`: larger than {} GiB", LARGEST >> 30));
    let (bytes, array) = match parse_size(text) {
        Some(bytes) => (bytes, None),
        None => {
            let (shape, dtype) = parse_shape(text).ok_or_else(wrong)?;
            let Some(dtype) = DType::parse(dtype) else {
                return Err(ArgError::new(format!("`zeros:{text}`: `{dtype}` is no element type"))
                    .hint("an element type is spelled as in a program: f32, bf16, ui8"));
            };
            if dtype == DType::I1 {
                return Err(ArgError::new(format!("`zeros:{text}`: no buffer holds i1")));
            }
            let elements = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d));
            let bits = elements.and_then(|n| n.checked_mul(dtype.bits().into()));
            (bits.ok_or_else(too_large)?.div_ceil(8), Some((shape, dtype)))
        }
    };
    if bytes > LARGEST {
        return Err(too_large());
    }
    Ok(BufferSource::Zeros(bytes, array))
}

/// A number of bytes with an optional unit; units are powers of 1024. A size too large to count
/// is the largest `u64`.
pub(crate) fn parse_size(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return parse_digits(hex, 16);
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '_').unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let shift = match unit {
        "" | "B" => 0,
        "K" | "k" | "KiB" => 10,
        "M" | "m" | "MiB" => 20,
        "G" | "g" | "GiB" => 30,
        _ => return None,
    };
    Some(parse_digits(digits, 10)?.saturating_mul(1 << shift))
}

/// Digits with `_` between them; a number too large to count is the largest `u64`.
fn parse_digits(text: &str, radix: u32) -> Option<u64> {
    if !text.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    text.chars().filter(|&c| c != '_').try_fold(0u64, |n, c| {
        let digit = c.to_digit(radix)?;
        Some(n.saturating_mul(radix.into()).saturating_add(digit.into()))
    })
}

/// Splits `64x128xf32` into extents and the name of a type, which may itself contain an `x`.
fn parse_shape(text: &str) -> Option<(Vec<u64>, &str)> {
    let mut shape = Vec::new();
    let mut rest = text;
    while let Some((first, tail)) = rest.split_once('x') {
        let Some(extent) = parse_digits(first, 10) else { break };
        shape.push(extent);
        rest = tail;
    }
    (!shape.is_empty() && shape.len() <= crate::npy::MOST_EXTENTS).then_some((shape, rest))
}
