//! What a model says about one execution of an instruction, and what that rests on.

use pto_isa::cost::Cost;
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{AttrValue, OpDef, Target};

/// A way to count cycles. Models are never mixed within one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Model {
    /// Instruction sequences with constants fitted to published measurements.
    #[default]
    Calibrated,
    /// The formulas of the manual's pages, literally; 10 to 45 times above hardware.
    Documented,
}

impl Model {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Model::Calibrated => "calibrated",
            Model::Documented => "documented",
        }
    }
    /// What a report of this model must say, if there is something.
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Model::Calibrated => None,
            Model::Documented => Some("documented model: 10-45x above hardware; not for decisions"),
        }
    }
    /// Reads a name.
    pub fn parse(text: &str) -> Option<Model> {
        [Model::Calibrated, Model::Documented].into_iter().find(|m| m.name() == text)
    }
}

/// What a number rests on, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Provenance {
    /// Measured on a device and published.
    Measured,
    /// A curve fitted to measurements.
    Fitted,
    /// Stated in a manual.
    Documented,
    /// By likeness to an instruction that is known.
    Assumed,
    /// Nothing is known; the time is missing in the total.
    Uncalibrated,
}

impl Provenance {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Provenance::Measured => "measured",
            Provenance::Fitted => "fitted",
            Provenance::Documented => "documented",
            Provenance::Assumed => "assumed",
            Provenance::Uncalibrated => "uncalibrated",
        }
    }
    /// Reads a name.
    pub fn parse(text: &str) -> Option<Provenance> {
        use Provenance::*;
        let all = [Measured, Fitted, Documented, Assumed, Uncalibrated];
        all.into_iter().find(|p| p.name() == text)
    }
}

/// How far an estimate may be off, by what the model shows on measurements it has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorClass {
    /// Within a few percent.
    Close,
    /// Within about a sixth.
    Fair,
    /// Within a factor of two.
    Rough,
    /// Not known.
    Unknown,
}

impl ErrorClass {
    /// The class in reports.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorClass::Close => "±6 %",
            ErrorClass::Fair => "±15 %",
            ErrorClass::Rough => "×2",
            ErrorClass::Unknown => "unknown",
        }
    }
}

/// One instruction of the sequence that a tile instruction becomes on a device.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceInst {
    /// Its name in the device's vocabulary, e.g. `vcgadd`.
    pub name: &'static str,
    /// How often it is issued.
    pub count: u64,
    /// 256-byte repeats, bursts or cube steps of each.
    pub repeats: u64,
    /// Strides, masks and modes, in words.
    pub detail: String,
    /// Cycles of all of them.
    pub cycles: f64,
}

/// What a model says.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Latency, paid when the pipe has drained before: cycles = latency + occupancy.
    pub latency_cycles: f64,
    /// Cycles for which the pipe is occupied in any case (reciprocal throughput).
    pub occupancy_cycles: f64,
    /// What the numbers rest on; the weakest of what was used.
    pub provenance: Provenance,
    /// How far it may be off.
    pub error: ErrorClass,
    /// The way its extents and layouts make it take, where there are several.
    pub path: Option<ShapePath>,
    /// The sequence it becomes, where the model knows one and [`Work::expand`] asks for it.
    pub expansion: Vec<DeviceInst>,
}

/// The ways of an instruction over a tile, as headers and pages name them.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TBinOp.hpp:244-259; manual page pto.tadd, Shape-Dependent Optimizations;
/// manual page pto.trowsum, Layout and Shape Impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapePath {
    /// A repeat covers a row.
    Small,
    /// Repeats follow one another without gaps.
    Continuous,
    /// Repeats go by strides, or end under a mask.
    General,
}

impl ShapePath {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            ShapePath::Small => "Bin1LNormModeSmall",
            ShapePath::Continuous => "continuous",
            ShapePath::General => "general",
        }
    }
}

impl Estimate {
    /// Cycles of the instruction by itself.
    pub fn cycles(&self) -> f64 {
        self.latency_cycles + self.occupancy_cycles
    }
}

/// The value of a number that counts something.
pub(crate) const fn count_of(arg: &Arg) -> Option<u64> {
    match arg {
        // Counts are far below 2^32; codes of narrow types carry no more bits than they have.
        Arg::Scalar(_, code) => Some(*code & 0xffff_ffff),
        _ => None,
    }
}

/// A product that is at most the largest number: programs may name any counts.
fn product<const N: usize>(factors: [u64; N]) -> u64 {
    factors.into_iter().fold(1, u64::saturating_mul)
}

/// One execution of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// The instruction.
    pub def: &'static OpDef,
    /// The device.
    pub target: Target,
    /// Operands with their slots, tiles and views as they are at that moment.
    pub args: &'a [(u8, Arg)],
    /// Attributes.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
    /// Whether [`Estimate::expansion`] is wanted; it costs an allocation.
    pub expand: bool,
}

impl<'a> Work<'a> {
    /// An operand.
    pub fn arg(&self, slot: u8) -> Option<&'a Arg> {
        self.args.iter().find(|a| a.0 == slot).map(|a| &a.1)
    }
    /// A tile operand.
    pub fn tile(&self, slot: u8) -> Option<&'a TileAt> {
        match self.arg(slot)? {
            Arg::Tile(t) => Some(t),
            _ => None,
        }
    }
    /// A tile operand by its name in the block.
    pub fn tile_named(&self, name: &str) -> Option<&'a TileAt> {
        self.tile(self.def.slot(name)?)
    }
    /// A number operand that counts something.
    pub(crate) fn count(&self, slot: u8) -> Option<u64> {
        count_of(self.arg(slot)?)
    }

    /// Bytes of a copy to the cube whose operands count elements, steps or blocks.
    pub(crate) fn matrix_bytes(&self) -> Option<u64> {
        let bits = || match self.arg(0)? {
            Arg::Ptr(p) => Some(u64::from(p.dtype.bits())),
            _ => None,
        };
        Some(match self.def.cost {
            Cost::Fractals([rows, cols], groups) => {
                let groups = groups.map_or(Some(1), |g| self.count(g))?;
                product([self.count(rows)?, self.count(cols)?, groups, bits()?]) / 8
            }
            Cost::MatrixLoad { elements, steps, step_bytes } => {
                let in_elements =
                    elements.and_then(|e| Some([self.count(e[0])?, self.count(e[1])?]));
                match (in_elements, steps.map(|s| self.count(s))) {
                    (Some([a, b]), _) => product([a, b, bits()?]) / 8,
                    (None, [Some(a), Some(b)]) => product([a, b, u64::from(step_bytes)]),
                    _ => return None,
                }
            }
            Cost::FillBlocks([repeats, blocks]) => {
                product([self.count(repeats)?, self.count(blocks)?, 32])
            }
            _ => return None,
        })
    }

    /// A word attribute.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.attrs.iter().find(|a| a.0 == name)?.1 {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
}
