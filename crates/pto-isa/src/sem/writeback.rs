//! Copies out of the accumulator whose operands and words say everything.

use super::exec::{Exec, Outcome, PtrAt, Trap};
use super::fixpipe::Overflow;
use super::fixpipe_move::{COLUMNS, Layout, Payload, Receiver, Request};
use super::load_store::Atomic;
use crate::dtype::DType;
use crate::format;
use crate::target::Space;

/// A copy out of the accumulator, by its operands.
#[derive(Clone, Copy, Debug)]
pub struct Writeback {
    /// Source and destination.
    pub ends: [u8; 2],
    /// M and N.
    pub shape: [u8; 2],
    /// Rows of the image between columns of the source; elements between rows of the destination.
    pub strides: [u8; 2],
    /// Factor and slope, numbers or pointers into the fixpipe buffer, and the upper bound.
    pub stages: [u8; 3],
    /// The source stride of nz2dn, the split of nz2nz.
    pub layout_arg: u8,
    /// Count, source stride and destination stride of the repetition.
    pub repeat: [u8; 3],
    /// Which vector core receives the result, if that is to be said.
    pub sub_block: Option<u8>,
}

impl Writeback {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let to = x.ptr(self.ends[1])?;
        let [factor, slope, bound] = self.stages;
        let request = Request {
            ends: self.ends,
            shape: numbers(x, self.shape)?,
            strides: numbers(x, self.strides)?,
            repeat: match x.arg(self.repeat[0]) {
                Some(_) => numbers(x, self.repeat)?,
                None => [1, 0, 0],
            },
            layout: self.layout(x)?,
            words: [
                x.word("pre_quant_mode").unwrap_or("no_convert"),
                x.word("pre_relu_mode").unwrap_or("no_relu"),
            ],
            payloads: [Payload::Operand(factor), Payload::Operand(slope)],
            clip: clip(x, bound, to.dtype)?,
            overflow: match x.word("sat_mode") {
                None => Overflow::Finite,
                Some("nosat") => Overflow::Ieee,
                Some(_) if x.flag("preserve_nan") => Overflow::ClampKeepNan,
                Some(_) => Overflow::Clamp,
            },
            atomic: atomic(x, to).map_err(|e| e.at(self.ends[1]))?,
            receiver: self.receiver(x)?,
        };
        request.run(x)
    }

    fn layout(&self, x: &Exec<'_>) -> Result<Layout, Trap> {
        let argument = match x.arg(self.layout_arg) {
            Some(_) => Some(numbers(x, [self.layout_arg])?[0]),
            None => None,
        };
        match (x.word("mode"), argument) {
            (None | Some("nz2nd"), _) => Ok(Layout::Nd),
            (Some("nz2dn"), step) => Ok(Layout::Dn(step.unwrap_or(1))),
            (Some("nz2nz"), None | Some(0)) => Ok(Layout::Nz(COLUMNS)),
            (Some("nz2nz"), Some(1)) => Ok(Layout::Nz(COLUMNS / 2)),
            (Some("nz2nz"), Some(other)) => {
                Err(Trap::new(format!("has a split of {other}, not 0 or 1")).at(self.layout_arg))
            }
            (Some(other), _) => Err(Trap::new(format!("does not know the layout `{other}`"))),
        }
    }

    fn receiver(&self, x: &Exec<'_>) -> Result<Receiver, Trap> {
        let Some(slot) = self.sub_block else { return Ok(Receiver::Itself) };
        match x.word("dst_mode") {
            Some("split_m") => Ok(Receiver::SplitRows),
            Some("split_n") => Ok(Receiver::SplitColumns),
            _ => match x.int(slot)? {
                core @ (0 | 1) => Ok(Receiver::Core(core as u32)),
                other => {
                    Err(Trap::new(format!("writes to vector core {other}, not 0 or 1")).at(slot))
                }
            },
        }
    }
}

/// Operands that count something.
fn numbers<const N: usize>(x: &Exec<'_>, slots: [u8; N]) -> Result<[u64; N], Trap> {
    let mut list = [0; N];
    for (number, slot) in list.iter_mut().zip(slots) {
        let value = x.int(slot)?;
        *number = u64::try_from(value).map_err(|_| {
            let name = x.operands.get(slot as usize).map_or("operand", |o| o.name);
            Trap::new(format!("has {value} as `{name}`")).at(slot)
        })?;
    }
    Ok(list)
}

/// The upper bound as a number. Its bits are unsigned for unsigned results.
fn clip(x: &Exec<'_>, slot: u8, to: DType) -> Result<Option<f64>, Trap> {
    if x.arg(slot).is_none() {
        return Ok(None);
    }
    let (dtype, code) = x.scalar(slot)?;
    let dtype = match (dtype.is_int(), dtype.bits(), to) {
        (true, 8, DType::U8) => DType::U8,
        (true, 16, DType::U8) => DType::U16,
        _ => dtype,
    };
    Ok(Some(format::decode(dtype, code)))
}

/// How results meet what is in memory: as the instruction says, else as the core's atomic mode says.
pub(super) fn atomic(x: &Exec<'_>, to: PtrAt) -> Result<Atomic, Trap> {
    let (modes, to, global) = (x.modes.get(), to.dtype, to.space == Space::Gm);
    let Some(word) = x.word("atomic_op") else {
        return match modes.atomic_type {
            Some(other) if global && modes.atomic != Atomic::Replace && other != to.plain() => {
                Err(Trap::new(format!("combines {other} with {to} in memory")))
            }
            _ => Ok(if global { modes.atomic } else { Atomic::Replace }),
        };
    };
    let fits = match x.word("atomic_type") {
        Some("s32") => to.plain() == DType::I32,
        Some("s16") => to.plain() == DType::I16,
        Some("s8") => to.plain() == DType::I8,
        Some("f32") => to == DType::F32,
        Some("f16") => to == DType::F16,
        Some("bf16") => to == DType::Bf16,
        // The parser reads `f32` and its like as types, of which an instruction sees no more than that.
        _ => matches!(to, DType::F32 | DType::F16 | DType::Bf16),
    };
    if !fits {
        let other = x.word("atomic_type").unwrap_or("floats");
        return Err(Trap::new(format!("combines {other} with {to} in memory")));
    }
    Atomic::of(Some(word))
}
