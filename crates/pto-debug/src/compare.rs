//! A buffer against a reference: which elements differ, by how much, and what shape the differences have.

use pto_isa::DType;
use pto_isa::format::{Conversion, decode, decode_int, encode};
use pto_isa::sem::exec::get_code;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// How far an element may be from its reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// As a part of the reference.
    pub rtol: f64,
    /// In itself.
    pub atol: f64,
    /// In elements that lie between the two, instead of the others.
    pub ulp: Option<u64>,
}

impl Tolerance {
    /// What results of an element type are usually held to: exact for integers, else some units in the last place.
    pub fn of(dtype: DType) -> Tolerance {
        let (rtol, atol) = match dtype {
            d if d.is_int() => (0.0, 0.0),
            DType::F32 => (1e-5, 1e-6),
            DType::F16 => (1e-3, 1e-3),
            DType::Bf16 => (1e-2, 1e-2),
            _ => (1e-1, 1e-1),
        };
        Tolerance { rtol, atol, ulp: None }
    }
}

/// What a buffer is expected to hold.
#[derive(Clone, Debug)]
pub struct Reference {
    /// The parameter, counted over all devices.
    pub arg: usize,
    /// Its name, without `%`.
    pub name: String,
    /// The element type of the buffer.
    pub dtype: DType,
    /// The extents of the array, outermost first.
    pub shape: Vec<u64>,
    /// Its elements.
    pub values: Vec<f64>,
    /// How far an element may be off.
    pub tolerance: Tolerance,
}

/// An element that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Its place in the buffer, in elements.
    pub index: usize,
    /// What the run gave.
    pub actual: f64,
    /// What was expected.
    pub expected: f64,
}

impl Difference {
    /// How far it is off.
    pub fn absolute(&self) -> f64 {
        (self.actual - self.expected).abs()
    }
    /// How far it is off as a part of the reference.
    pub fn relative(&self) -> f64 {
        self.absolute() / self.expected.abs()
    }
    /// How bad it is: what is not a number is worst.
    fn badness(&self) -> f64 {
        let d = self.absolute();
        if d.is_nan() { f64::INFINITY } else { d }
    }
}

/// A buffer beside its reference.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The extents, outermost first.
    pub shape: Vec<u64>,
    /// Elements that were compared.
    pub total: usize,
    /// Those that differ, in their order.
    pub wrong: Vec<Difference>,
    /// By how much elements are too large on average, those that count as right too.
    pub mean_off: f64,
    /// By how much they are too far from zero on average.
    pub mean_stretch: f64,
}

/// Compares a buffer with its reference. Elements that the reference does not have are not looked at.
pub fn compare(reference: &Reference, bytes: &[u8]) -> Comparison {
    let dtype = reference.dtype;
    let bits = u64::from(dtype.bits());
    let held = (bytes.len() as u64 * 8 / bits) as usize;
    let total = held.min(reference.values.len());
    let (mut wrong, mut sum_off, mut sum_stretch) = (Vec::new(), 0.0, 0.0);
    for (index, &expected) in reference.values[..total].iter().enumerate() {
        let code = get_code(bytes, dtype, index as u64 * bits);
        let actual = decode(dtype, code);
        sum_off += actual - expected;
        sum_stretch += (actual - expected) * expected.signum();
        if !is_near(&reference.tolerance, dtype, (code, actual), expected) {
            wrong.push(Difference { index, actual, expected });
        }
    }
    let mean = |sum: f64| sum / total.max(1) as f64;
    let (mean_off, mean_stretch) = (mean(sum_off), mean(sum_stretch));
    Comparison { shape: reference.shape.clone(), total, wrong, mean_off, mean_stretch }
}

fn is_near(t: &Tolerance, dtype: DType, (code, actual): (u64, f64), expected: f64) -> bool {
    if actual.is_nan() || expected.is_nan() {
        return actual.is_nan() && expected.is_nan();
    }
    if actual == expected {
        return true;
    }
    match t.ulp {
        Some(most) => {
            let other = encode(dtype, expected, Conversion::default());
            ulps_between(dtype, code, other).is_some_and(|n| n <= most)
        }
        None => (actual - expected).abs() <= t.atol + t.rtol * expected.abs(),
    }
}

/// How many elements lie between two, the second included.
pub fn ulps_between(dtype: DType, a: u64, b: u64) -> Option<u64> {
    if let (Some(a), Some(b)) = (decode_int(dtype, a), decode_int(dtype, b)) {
        return u64::try_from((a - b).unsigned_abs()).ok();
    }
    if decode(dtype, a).is_nan() || decode(dtype, b).is_nan() {
        return None;
    }
    // Codes of floats with a sign count upwards on both sides of zero.
    let sign = 1u64 << (dtype.bits() - 1);
    let place = |code: u64| match code & sign {
        0 => code as i64,
        _ => -((code & (sign - 1)) as i64),
    };
    Some(place(a).abs_diff(place(b)))
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }

    /// The element that is off most.
    pub fn worst(&self) -> Option<&Difference> {
        self.wrong.iter().max_by(|a, b| a.badness().total_cmp(&b.badness()))
    }

    /// Rows and columns: the last extent across, all others down.
    pub fn matrix(&self) -> (usize, usize) {
        let cols = self.shape.last().map_or(1, |&c| c as usize).max(1);
        (self.total.div_ceil(cols), cols)
    }

    /// Row and column of an element.
    pub fn place(&self, index: usize) -> (usize, usize) {
        let (_, cols) = self.matrix();
        (index / cols, index % cols)
    }

    /// What shape the differences have, in words.
    pub fn shape_of_wrong(&self) -> String {
        let (rows, cols) = self.matrix();
        if self.wrong.len() == self.total {
            return "every element".into();
        }
        let mut by_row = vec![0usize; rows];
        let mut by_col = vec![0usize; cols];
        for d in &self.wrong {
            let (r, c) = self.place(d.index);
            by_row[r] += 1;
            by_col[c] += 1;
        }
        let hit =
            |list: &[usize]| -> Vec<usize> { (0..list.len()).filter(|&i| list[i] > 0).collect() };
        let (hit_rows, hit_cols) = (hit(&by_row), hit(&by_col));
        if self.wrong.len() == hit_rows.len() * hit_cols.len() {
            return match (hit_rows.len() == rows, hit_cols.len() == cols) {
                (true, _) => format!("{} of every row", numbers("column", &hit_cols)),
                (_, true) => format!("{}, all of {}", numbers("row", &hit_rows), them(&hit_rows)),
                _ => format!("{} of {}", numbers("column", &hit_cols), numbers("row", &hit_rows)),
            };
        }
        format!("scattered over {} and {}", numbers("row", &hit_rows), numbers("column", &hit_cols))
    }

    /// A picture of the matrix: `.` is right, `#` is wrong, `+` is a place of which some elements are wrong.
    pub fn map(&self) -> String {
        const MOST_ROWS: usize = 16;
        const MOST_COLS: usize = 64;
        let (rows, cols) = self.matrix();
        let (down, across) = (rows.div_ceil(MOST_ROWS).max(1), cols.div_ceil(MOST_COLS).max(1));
        let (height, width) = (rows.div_ceil(down), cols.div_ceil(across));
        let mut wrong = vec![0usize; height * width];
        for d in &self.wrong {
            let (r, c) = self.place(d.index);
            wrong[r / down * width + c / across] += 1;
        }
        let mut text = String::new();
        for y in 0..height {
            let (first, last) = (y * down, ((y + 1) * down).min(rows) - 1);
            let label = if first == last { first.to_string() } else { format!("{first}-{last}") };
            let _ = write!(text, "{label:>12} ");
            for x in 0..width {
                let here = (last - first + 1) * (((x + 1) * across).min(cols) - x * across);
                text.push(match wrong[y * width + x] {
                    0 => '.',
                    n if n == here => '#',
                    _ => '+',
                });
            }
            text.push('\n');
        }
        let each = match (down, across) {
            (1, 1) => "a sign is one element".to_string(),
            _ => format!("a sign is {down}x{across} elements"),
        };
        let _ = writeln!(text, "{:>12} {each}, # wrong, + some of them, . right", "");
        text
    }
}

fn them(list: &[usize]) -> &'static str {
    if list.len() == 1 { "it" } else { "them" }
}

/// The words `rows 0 to 7`, `column 3`, `rows 1, 5 and 9`, `every 4th row from 3 on`.
pub fn numbers(noun: &str, list: &[usize]) -> String {
    match *list {
        [] => format!("no {noun}"),
        [one] => format!("{noun} {one}"),
        [first, .., last] if last - first + 1 == list.len() => {
            format!("{noun}s {first} to {last}")
        }
        [first, second, ..] => {
            let step = second - first;
            let regular = list.len() > 2 && list.windows(2).all(|w| w[1] - w[0] == step);
            let runs = ranges(list);
            match (regular, runs.len()) {
                (true, _) => format!("every {}{} {noun} from {first} on", step, ordinal(step)),
                (_, 1..=4) => {
                    let text: Vec<String> = runs
                        .iter()
                        .map(|r| match r.start() == r.end() {
                            true => r.start().to_string(),
                            false => format!("{} to {}", r.start(), r.end()),
                        })
                        .collect();
                    format!("{noun}s {}", text.join(", "))
                }
                _ => format!("{} {noun}s", list.len()),
            }
        }
    }
}

fn ordinal(n: usize) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

fn ranges(list: &[usize]) -> Vec<RangeInclusive<usize>> {
    let mut runs: Vec<RangeInclusive<usize>> = Vec::new();
    for &n in list {
        match runs.last_mut() {
            Some(last) if *last.end() + 1 == n => *last = *last.start()..=n,
            _ => runs.push(n..=n),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(wrong: impl Fn(usize, usize) -> bool) -> Comparison {
        let places = (0..8 * 10).filter(|i| wrong(i / 10, i % 10));
        let wrong = places.map(|index| Difference { index, actual: 0.0, expected: 1.0 }).collect();
        Comparison { shape: vec![8, 10], total: 80, wrong, mean_off: 0.0, mean_stretch: 0.0 }
    }

    #[test]
    fn shapes_of_differences_have_words() {
        assert_eq!(with(|_, _| true).shape_of_wrong(), "every element");
        assert_eq!(with(|_, c| c == 9).shape_of_wrong(), "column 9 of every row");
        assert_eq!(with(|r, _| r > 5).shape_of_wrong(), "rows 6 to 7, all of them");
        assert_eq!(
            with(|r, _| r % 3 == 1).shape_of_wrong(),
            "every 3rd row from 1 on, all of them"
        );
        assert_eq!(with(|r, c| r == 2 && c > 7).shape_of_wrong(), "columns 8 to 9 of row 2");
        assert_eq!(
            with(|r, c| r == c).shape_of_wrong(),
            "scattered over rows 0 to 7 and columns 0 to 7"
        );
    }

    #[test]
    fn neighbours_are_one_ulp_apart_also_around_zero() {
        let code = |v: f32| u64::from(v.to_bits());
        assert_eq!(ulps_between(DType::F32, code(1.0), code(1.0 + f32::EPSILON)), Some(1));
        assert_eq!(ulps_between(DType::F32, code(-0.0), code(f32::from_bits(1))), Some(1));
        assert_eq!(ulps_between(DType::I8, 0xFF, 1), Some(2));
        assert_eq!(ulps_between(DType::F32, code(f32::NAN), code(1.0)), None);
    }
}
