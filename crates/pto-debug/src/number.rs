//! Elements as text: a few digits, all that there are, or the bits.

use pto_isa::DType;
use pto_isa::format::{decode, decode_int};
use pto_isa::sem::Grid;

/// How elements are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberFormat {
    /// Four digits after the point.
    #[default]
    Short,
    /// As many digits as it takes to tell an element from its neighbours.
    Full,
    /// The bits.
    Hex,
    /// This many digits after the point, with an exponent.
    Exponent(u8),
}

impl NumberFormat {
    /// Reads `short`, `full`, `hex` or `eN`.
    pub fn parse(text: &str) -> Option<NumberFormat> {
        match text {
            "short" => Some(NumberFormat::Short),
            "full" => Some(NumberFormat::Full),
            "hex" => Some(NumberFormat::Hex),
            _ => text
                .strip_prefix('e')?
                .parse()
                .ok()
                .filter(|n| *n <= 17)
                .map(NumberFormat::Exponent),
        }
    }

    /// An element.
    pub fn show(self, dtype: DType, code: u64) -> String {
        if self == NumberFormat::Hex {
            return format!("{code:#0width$x}", width = dtype.bits().div_ceil(4) as usize + 2);
        }
        if let Some(whole) = decode_int(dtype, code) {
            return whole.to_string();
        }
        match (decode(dtype, code), self) {
            (v, _) if v.is_nan() => "nan".into(),
            (v, NumberFormat::Short) => format!("{v:.4}"),
            (v, NumberFormat::Exponent(n)) => format!("{v:.n$e}", n = n as usize),
            // The shortest text that reads back as the element: what is between f64 neighbours is of no interest.
            (v, _) => (v as f32).to_string(),
        }
    }
}

/// Most rows and columns that are shown whole, and how many at each end of a larger region.
const WHOLE: u32 = 16;
const EDGE: u32 = 3;

/// A table of elements; of a large one the corners, unless `all` of it is wanted.
pub fn table(grid: &Grid, format: NumberFormat, all: bool) -> String {
    let ends = |count: u32| -> Vec<Option<u32>> {
        match count <= WHOLE || all {
            true => (0..count).map(Some).collect(),
            false => {
                (0..EDGE).map(Some).chain([None]).chain((count - EDGE..count).map(Some)).collect()
            }
        }
    };
    let (rows, cols) = (ends(grid.rows), ends(grid.cols));
    let cell = |r: Option<u32>, c: Option<u32>| match (r, c) {
        (Some(r), Some(c)) => format.show(grid.dtype, grid.at(r, c)),
        _ => "...".into(),
    };
    let lines: Vec<Vec<String>> =
        rows.iter().map(|&r| cols.iter().map(|&c| cell(r, c)).collect()).collect();
    let widest = lines.iter().flatten().map(String::len).max().unwrap_or(0).max(8);
    let line = |cells: &Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>widest$}")).collect();
        format!("{}\n", cells.join(" "))
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_in_every_format() {
        let third = u64::from((1.0f32 / 3.0).to_bits());
        let shown = ["short", "full", "hex", "e2"]
            .map(|f| NumberFormat::parse(f).unwrap().show(DType::F32, third));
        assert_eq!(shown, ["0.3333", "0.33333334", "0x3eaaaaab", "3.33e-1"]);
        assert_eq!(NumberFormat::Full.show(DType::F16, 0x7E00), "nan");
        assert_eq!(NumberFormat::Hex.show(DType::I8, 0xFF), "0xff");
        assert_eq!(NumberFormat::parse("e99"), None);
    }
}
