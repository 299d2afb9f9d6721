//! What values are like: how small and large, how many are not finite, how they are spread.

use pto_isa::format::decode;
use pto_isa::sem::Grid;
use pto_isa::sem::exec::all_ones;

/// Powers of two that a bin of a histogram spans: 2^-48 to 2^48 in all, with what is smaller and larger at the ends.
const BIN_POWERS: i32 = 8;
/// Bins of a histogram of magnitudes.
pub const HISTOGRAM_BINS: usize = 12;

/// Statistics of elements.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueStats {
    /// How many there were.
    pub count: u64,
    /// NaNs among them.
    pub nan: u64,
    /// Infinities among them.
    pub infinite: u64,
    /// Zeros among them.
    pub zeros: u64,
    /// The smallest finite one; infinity if there is none.
    pub min: f64,
    /// The largest finite one; minus infinity if there is none.
    pub max: f64,
    /// The sum of the finite ones.
    pub sum: f64,
    /// Magnitudes of finite elements other than zero: bin `i` counts those from 2^(8 i - 48) on, below that of the next.
    pub histogram: [u64; HISTOGRAM_BINS],
}

impl Default for ValueStats {
    fn default() -> ValueStats {
        ValueStats {
            count: 0,
            nan: 0,
            infinite: 0,
            zeros: 0,
            min: f64::INFINITY,
            max: f64::NEG_INFINITY,
            sum: 0.0,
            histogram: [0; HISTOGRAM_BINS],
        }
    }
}

impl ValueStats {
    /// Adds elements.
    pub fn add(&mut self, grid: &Grid) {
        for &code in grid.codes() {
            self.add_value(decode(grid.dtype, code));
        }
    }

    /// Adds a value.
    pub fn add_value(&mut self, v: f64) {
        self.count += 1;
        if v.is_nan() {
            self.nan += 1;
        } else if v.is_infinite() {
            self.infinite += 1;
        } else {
            self.min = self.min.min(v);
            self.max = self.max.max(v);
            self.sum += v;
            if v == 0.0 {
                self.zeros += 1;
            } else {
                let power = v.abs().log2().floor() as i32;
                let bin = (power + 48).div_euclid(BIN_POWERS).clamp(0, HISTOGRAM_BINS as i32 - 1);
                self.histogram[bin as usize] += 1;
            }
        }
    }

    /// The mean of the finite elements, if there are any.
    pub fn mean(&self) -> Option<f64> {
        let finite = self.count - self.nan - self.infinite;
        (finite > 0).then(|| self.sum / finite as f64)
    }

    /// The smallest and the largest finite element, if there are any.
    pub fn range(&self) -> Option<(f64, f64)> {
        (self.min <= self.max).then_some((self.min, self.max))
    }

    /// The magnitudes as a line of twelve signs, from 2^-48 on the left to 2^48 on the right.
    pub fn sparkline(&self) -> String {
        const SIGNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let most = self.histogram.iter().copied().max().unwrap_or(0).max(1);
        let sign = |&n: &u64| match n {
            0 => '·',
            n => SIGNS[(n * 7 / most) as usize],
        };
        self.histogram.iter().map(sign).collect()
    }
}

/// Whether elements are what memory of a core is before anything is written: floats with all bits set.
pub fn is_unwritten(grid: &Grid) -> bool {
    let poison = all_ones(grid.dtype);
    let codes = grid.codes();
    grid.dtype.is_float() && !codes.is_empty() && codes.iter().all(|code| *code == poison)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::DType;

    #[test]
    fn every_kind_of_value_is_counted() {
        let mut stats = ValueStats::default();
        for v in [1.0, -4.0, 0.0, f64::NAN, f64::INFINITY, 1e300, 1e-300] {
            stats.add_value(v);
        }
        assert_eq!((stats.count, stats.nan, stats.infinite, stats.zeros), (7, 1, 1, 1));
        assert_eq!(stats.range(), Some((-4.0, 1e300)));
        assert_eq!(stats.histogram, [1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
        assert_eq!(ValueStats::default().mean(), None);
    }

    #[test]
    fn floats_with_all_bits_set_are_those_that_nobody_wrote() {
        let grid = |dtype, code| Grid::filled(dtype, (1, 2), code);
        assert!(is_unwritten(&grid(DType::F32, 0xFFFF_FFFF)));
        assert!(!is_unwritten(&grid(DType::F32, 0x7FC0_0000)));
        assert!(!is_unwritten(&grid(DType::I32, 0xFFFF_FFFF)));
        let half = Grid::new(DType::F16, (1, 2), |_, c| if c == 0 { 0xFFFF } else { 0 });
        assert!(!is_unwritten(&half));
    }
}
