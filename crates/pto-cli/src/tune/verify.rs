//! Whether a configuration computes what the author's own does: both run under all sanitizers, and by definitions.

use super::Tried;
use crate::campaign::execute::{Subject, describe};
use crate::load::Failure;
use pto_campaign::space::Space;
use pto_isa::DType;
use pto_isa::format::decode;
use std::fmt;

/// What is known about the values of the best.
pub(super) enum Verdict {
    /// It was run: the largest difference, of the largest number of its buffer, and how many faster ones were left out because
    /// they go wrong or differ by more than they may.
    Verified(f64, usize),
    /// It was not run, and why.
    NotRun(String),
}

impl Verdict {
    pub fn is_verified(&self) -> bool {
        matches!(self, Verdict::Verified(..))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Verified(error, left_out) => {
                f.write_str("run under all sanitizers: ")?;
                match *error {
                    0.0 => f.write_str("the bits of the author's own parameters"),
                    error => {
                        write!(f, "within {error:.1e} of what the author's own parameters give")
                    }
                }?;
                match left_out {
                    0 => Ok(()),
                    n => write!(f, "; {n} faster left out, which differ by more (`--tolerance`)"),
                }
            }
            Verdict::NotRun(why) => write!(f, "not run: {why}"),
        }
    }
}

/// The fastest configuration that computes what the author's own does. Without buffers nothing is run, and the fastest is
/// called the best with that remark.
pub(super) fn verify<'t>(
    subject: &Subject,
    space: &Space,
    ranked: &[&'t Tried],
    own: &[i64],
    tolerance: Option<f64>,
) -> (Option<&'t Tried>, Verdict) {
    let not_run = |why: String| (ranked.first().copied(), Verdict::NotRun(why));
    let computes = |values: &[i64]| {
        let values = space.resolve(values);
        let values = values.map_err(|e| Failure::Findings(vec![e.into()]))?;
        subject.computes(&values)
    };
    let reference = match computes(own) {
        Ok(reference) => reference,
        Err(Failure::Usage(e)) => return not_run(e.message),
        Err(failure) => {
            let why = describe(failure, None);
            let text = |key: &str| why.get(key).and_then(|v| v.as_str()).unwrap_or_default();
            return not_run(format!(
                "with the author's own parameters {}: {}",
                text("code"),
                text("message")
            ));
        }
    };
    for (left_out, candidate) in ranked.iter().enumerate() {
        let Ok(given) = computes(&candidate.values) else { continue };
        let errors = given.iter().zip(&reference);
        let close = errors.map(|(a, b)| (difference(a, b), limit(a.0, tolerance)));
        let close: Vec<(f64, f64)> = close.collect();
        if close.iter().all(|(error, limit)| error <= limit) {
            let largest = close.iter().map(|c| c.0).fold(0.0, f64::max);
            return (Some(candidate), Verdict::Verified(largest, left_out));
        }
    }
    (None, Verdict::NotRun("no configuration computes the same".into()))
}

/// Sums in another order differ by some roundings of their element type.
fn limit(dtype: DType, told: Option<f64>) -> f64 {
    match dtype.is_int() {
        true => 0.0,
        false => told.unwrap_or(if dtype.bits() >= 32 { 1e-5 } else { 2e-3 }),
    }
}

/// The largest difference of two buffers, of the largest number of the second; bits that are the same do not differ.
fn difference(a: &(DType, Vec<u8>), b: &(DType, Vec<u8>)) -> f64 {
    if a == b {
        return 0.0;
    }
    let width = (a.0.bits() / 8) as usize;
    if a.0 != b.0 || a.1.len() != b.1.len() || width == 0 {
        return f64::INFINITY;
    }
    let number = |dtype: DType, bytes: &[u8]| {
        let mut code = [0; 8];
        code[..width].copy_from_slice(bytes);
        decode(dtype, u64::from_le_bytes(code))
    };
    let (mut largest, mut error) = (0.0f64, 0.0f64);
    for (x, y) in a.1.chunks_exact(width).zip(b.1.chunks_exact(width)) {
        let (u, v) = (number(a.0, x), number(b.0, y));
        if x == y {
            largest = largest.max(v.abs());
            continue;
        }
        if !u.is_finite() || !v.is_finite() {
            return f64::INFINITY;
        }
        largest = largest.max(v.abs());
        error = error.max((u - v).abs());
    }
    if error == 0.0 { 0.0 } else { error / largest.max(f64::MIN_POSITIVE) }
}
