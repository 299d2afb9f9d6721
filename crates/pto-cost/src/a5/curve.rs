//! Closed forms: the cycles of a tile instruction as a loop over vector registers.
//!
//! A tile instruction is a vector function with a loop of `load, compute, store`, one register per iteration, or a
//! nest with a loop for each row where the valid columns are not the whole row. Three things bound such a loop: how
//! fast iterations are handed to the core, how fast its units take them, and how fast the unified buffer answers.
//! The last only shows once stores begin, after a number of cycles that is called credit.

use pto_isa::DType;

/// How a tile instruction walks over its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Path {
    /// One loop over all registers: the valid elements are contiguous.
    Flat,
    /// One register for each row.
    Row,
    /// Rows of more than one register.
    Nest,
}

impl Path {
    /// All of them, in the order of [`Curves`].
    pub(crate) const ALL: [Path; 3] = [Path::Flat, Path::Row, Path::Nest];

    /// The name in cost data.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Path::Flat => "flat",
            Path::Row => "row",
            Path::Nest => "nest",
        }
    }
}

/// The loop of one execution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Nest {
    pub(crate) path: Path,
    /// Rows, or 1.
    pub(crate) outer: u64,
    /// Iterations for each row.
    pub(crate) inner: u64,
    /// Whether the last iteration of a row is at most half full.
    pub(crate) half: bool,
}

impl Nest {
    /// The loop over a valid region with this many lanes in an iteration.
    pub(crate) fn new(rows: u64, cols: u64, contiguous: bool, lanes: u64) -> Nest {
        let lanes = lanes.max(1);
        let (outer, each) = if contiguous { (1, rows * cols) } else { (rows, cols) };
        let inner = each.div_ceil(lanes).max(1);
        let rest = each % lanes;
        let half = rest != 0 && rest <= lanes / 2;
        let path = match (outer, inner) {
            (1, _) => Path::Flat,
            (_, 1) => Path::Row,
            _ => Path::Nest,
        };
        Nest { path, outer: outer.max(1), inner, half }
    }

    /// Iterations altogether.
    pub(crate) const fn iterations(&self) -> u64 {
        self.outer * self.inner
    }
}

/// The constants of a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Curve {
    /// From the call to the end of a loop without iterations.
    pub(crate) latency: f64,
    /// Cycles from one iteration to the next, as they are handed out.
    pub(crate) step: f64,
    /// Cycles between the last iteration of a row and the first of the next.
    pub(crate) gap: f64,
    /// Cycles per iteration of the slowest unit.
    pub(crate) rate: f64,
    /// Cycles that pass before the slowest unit is felt.
    pub(crate) credit: f64,
    /// More cycles for a single iteration, which needs no loop.
    pub(crate) lone: f64,
    /// Never less than this.
    pub(crate) floor: f64,
    /// More cycles for a loop that ends in half an iteration.
    pub(crate) odd: f64,
    /// Elements of an iteration; 0 for a whole register of the destination.
    pub(crate) lanes: f64,
    /// Whether a constant comes from another loop than the one that this is the curve of.
    pub(crate) assumed: bool,
}

impl Curve {
    /// Cycles of a loop.
    pub(crate) fn cycles(&self, nest: &Nest) -> f64 {
        let iterations = nest.iterations() as f64;
        let handed_out = match nest.path {
            Path::Flat | Path::Row => self.step * iterations,
            Path::Nest => {
                let row = self.step * nest.inner as f64;
                row + (nest.outer - 1) as f64 * (row + self.gap)
            }
        };
        let mut cycles = self.latency + handed_out.max(self.rate * iterations - self.credit);
        if nest.iterations() == 1 {
            cycles += self.lone;
        } else if nest.path == Path::Flat && nest.half {
            cycles += self.odd;
        }
        cycles.max(self.floor)
    }

    /// A constant by its name in cost data.
    pub(crate) fn field(&mut self, name: &str) -> Option<&mut f64> {
        Some(match name {
            "latency" => &mut self.latency,
            "step" => &mut self.step,
            "gap" => &mut self.gap,
            "rate" => &mut self.rate,
            "credit" => &mut self.credit,
            "lone" => &mut self.lone,
            "floor" => &mut self.floor,
            "odd" => &mut self.odd,
            "lanes" => &mut self.lanes,
            _ => return None,
        })
    }
}

/// The closed forms of an instruction, by [`Path`].
pub(crate) type Curves = [Curve; 3];

/// What distinguishes the closed forms of one instruction: `f32`, `f32->f16`, `f32 precise`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    /// Whether the slow, accurate algorithm is asked for.
    pub(crate) precise: bool,
}

impl Key {
    /// Of the types that are read and written.
    pub(crate) const fn new(from: DType, to: DType, precise: bool) -> Key {
        Key { from: class(from), to: class(to), precise }
    }

    /// Reads the spelling of cost data.
    pub(crate) fn parse(text: &str) -> Option<Key> {
        let (types, precise) = match text.strip_suffix(" precise") {
            Some(types) => (types, true),
            None => (text, false),
        };
        let (from, to) = types.split_once("->").unwrap_or((types, types));
        let known = |name: &str| CLASSES.iter().copied().find(|c| *c == name);
        Some(Key { from: known(from)?, to: known(to)?, precise })
    }

    /// The spelling of cost data.
    #[cfg(test)]
    pub(crate) fn name(&self) -> String {
        let precise = if self.precise { " precise" } else { "" };
        if self.from == self.to {
            format!("{}{precise}", self.from)
        } else {
            format!("{}->{}{precise}", self.from, self.to)
        }
    }
}

const CLASSES: &[&str] = &["f32", "f16", "f8", "f4", "i64", "i32", "i16", "i8"];

/// Types that take the same time: floats of one width, integers of one width. Measurements of f16 and bf16, and of
/// the three kinds of 8-bit floats, are equal.
pub(crate) const fn class(dtype: DType) -> &'static str {
    use DType::*;
    match dtype {
        F32 => "f32",
        F16 | Bf16 | Bf16x2 => "f16",
        F8E4M3 | F8E5M2 | Hif8 | F8E8M0 => "f8",
        F4E1M2x2 | F4E2M1x2 => "f4",
        I64 | U64 | Si64 => "i64",
        I32 | U32 | Si32 => "i32",
        I16 | U16 | Si16 => "i16",
        I8 | U8 | Si8 | I4 | I1 => "i8",
    }
}
