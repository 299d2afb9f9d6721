//! Products and copies of the cube with packed fields, and the registers that copies read.
//!
//! The fields are those the assembler packs: PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:342-407
//! (tables), 465-507 and 611-631 (control register), 559-599 (`xt` of products), 651-841 (copies). What the
//! named forms say in words is in the control register there: bit 46 shortens f32 operands of products, bit 47
//! rounds them away from zero, bit 48 keeps infinities and NaN, bit 50 keeps NaN of copies.

use super::exec::{Exec, Outcome, Trap};
use super::fixpipe::Overflow;
use super::fixpipe_move::{COLUMNS, Layout, Payload, Receiver, Request};
use super::mad::{Call, Mad};
use super::matmul::Start;
use super::writeback::atomic;
use crate::code;
use crate::dtype::DType;
use crate::format::{self, Rounding, TF32_A5};

/// Registers that copies out of the accumulator read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FixRegisters {
    /// The quantisation parameter.
    pub factor: u64,
    /// The bits of the slope.
    pub slope: u64,
    /// The bits of the upper bound.
    pub bound: u64,
    /// Where tables lie: factors in bits 8..15, in 128 bytes, slopes in bits 0..7, in 64 bytes.
    pub tables: u64,
    /// Count, source and destination stride of the repetition; one copy if nobody set it.
    pub repeat: Option<u64>,
    /// The distance of source rows in bits 48..63.
    pub channels: u64,
}

/// A register from one number.
pub fn set_register(x: &mut Exec<'_>, value: u8, set: fn(&mut FixRegisters, u64)) -> Outcome {
    let (_, bits) = x.scalar(value)?;
    x.set_modes(|m| set(&mut m.fixpipe, bits));
    Ok(())
}

/// A register from two numbers: its low 40 bits and the rest.
pub fn set_pair(x: &mut Exec<'_>, parts: [u8; 2], set: fn(&mut FixRegisters, u64)) -> Outcome {
    let ((_, low), (_, high)) = (x.scalar(parts[0])?, x.scalar(parts[1])?);
    x.set_modes(|m| set(&mut m.fixpipe, low & ((1 << 40) - 1) | high << 40));
    Ok(())
}

/// `count` bits of a number.
const fn field(bits: u64, first: u32, count: u32) -> u64 {
    bits >> first & ((1 << count) - 1)
}

/// Quantisations by their number.
///
/// Source: PTOAS 0.60 include/PTO/IR/PTOAttrs.td:944-982.
const QUANT: [&str; 37] = [
    "no_convert",
    "f32_f16",
    "qf322hif8_pre_vec",
    "qf322hif8_pre_scalar",
    "qf322hif8_pre_hybrid_vec",
    "qf322hif8_pre_hybrid_scalar",
    "deqs32_int_vec",
    "deqs32_int_scalar",
    "req8_vec",
    "req8_scalar",
    "deqf16_vec",
    "deqf16_scalar",
    "qf322fp8_pre_vec",
    "qf322fp8_pre_scalar",
    "qf322f32_pre_vec",
    "qf322f32_pre_scalar",
    "f32_bf16",
    "qf162b8_pre_vec",
    "qf162b8_pre_scalar",
    "qf162s4_pre_vec",
    "qf162s4_pre_scalar",
    "req4_vec",
    "req4_scalar",
    "qf322b8_pre_vec",
    "qf322b8_pre_scalar",
    "qf322s4_pre_vec",
    "qf322s4_pre_scalar",
    "deqs16_vec",
    "deqs16_scalar",
    "qf162s16_pre_vec",
    "qf162s16_pre_scalar",
    "qf322f16_pre_vec",
    "qf322f16_pre_scalar",
    "qf322bf16_pre_vec",
    "qf322bf16_pre_scalar",
    "qs322bf16_pre_vec",
    "qs322bf16_pre_scalar",
];

const RELU: [&str; 4] = ["no_relu", "normal_relu", "scalar_relu", "vector_relu"];

/// Tables of slopes have addresses of their own above those of factors: public programs put them at 0x10040.
const SLOPES: i64 = 0x1_0000;

/// `copy_matrix_cc_to_gm`, `copy_matrix_cc_to_cbuf`: as the named copies, with two numbers of fields.
pub fn copy_packed(x: &mut Exec<'_>, ends: [u8; 2], fields: [u8; 2]) -> Outcome {
    let ((_, xm), (_, xt)) = (x.scalar(fields[0])?, x.scalar(fields[1])?);
    let (modes, to) = (x.modes.get(), x.ptr(ends[1])?);
    let registers = modes.fixpipe;
    let unknown = |what: &str, n: u64| {
        Trap::new(format!("asks for {what} {n}")).code(code::NOT_EXECUTABLE).at(fields[1])
    };
    let quant = field(xt, 34, 5) | field(xt, 29, 1) << 5;
    let relu = field(xt, 39, 3);
    let words = [
        *QUANT.get(quant as usize).ok_or_else(|| unknown("quantisation", quant))?,
        *RELU.get(relu as usize).ok_or_else(|| unknown("relu", relu))?,
    ];
    let layout = match (field(xt, 43, 1), field(xt, 62, 1), field(xt, 42, 1)) {
        (1, 0, _) => Layout::Nd,
        (0, 1, _) => Layout::Dn(field(registers.channels, 48, 16)),
        (0, _, 0) => Layout::Nz(COLUMNS),
        (0, _, _) => Layout::Nz(COLUMNS / 2),
        _ => return Err(Trap::new("asks for rows and for columns").at(fields[1])),
    };
    // Fractals are not repeated.
    let repeat = match registers.repeat {
        Some(r) if !matches!(layout, Layout::Nz(_)) => {
            [field(r, 0, 16), field(r, 16, 16), field(r, 32, 32)]
        }
        _ => [1, 0, 0],
    };
    let bound = match to.dtype {
        DType::F16 => format::decode(DType::F16, registers.bound),
        DType::U8 => format::decode(DType::U16, registers.bound),
        _ => format::decode(DType::I16, registers.bound),
    };
    let request = Request {
        ends,
        shape: [field(xm, 16, 16), field(xm, 4, 12)],
        strides: [field(xt, 0, 16), field(xm, 32, 32)],
        repeat,
        layout,
        words,
        payloads: [
            Payload::Register {
                number: registers.factor,
                table: (field(registers.tables, 8, 8) << 7) as i64,
            },
            Payload::Register {
                number: registers.slope,
                table: SLOPES + (field(registers.tables, 0, 8) << 6) as i64,
            },
        ],
        clip: (field(xt, 30, 2) != 0).then_some(bound),
        overflow: match (field(modes.ctrl, 48, 1), field(modes.ctrl, 50, 1)) {
            (1, _) => Overflow::Ieee,
            (_, 1) => Overflow::ClampKeepNan,
            _ => Overflow::Clamp,
        },
        atomic: atomic(x, to).map_err(|e| e.at(ends[1]))?,
        receiver: Receiver::Itself,
    };
    request.run(x)
}

/// `mad_raw` and its like: as the named products, with the fields of a number.
pub fn mad_packed(x: &mut Exec<'_>, mad: &Mad, xt: u8) -> Outcome {
    let (_, fields) = x.scalar(xt)?;
    let extents = [field(fields, 0, 12), field(fields, 24, 12), field(fields, 12, 12)];
    if extents.contains(&0) {
        let [m, n, k] = extents;
        return Err(Trap::new(format!("multiplies {m}x{k} by {k}x{n} elements")).at(xt));
    }
    let start = match (mad.start, field(fields, 62, 1), field(fields, 63, 1)) {
        (Start::Bias(slot), 1, _) => Start::Bias(slot),
        (_, _, 1) => Start::Zero,
        _ => Start::Acc(mad.dst),
    };
    let ctrl = x.modes.get().ctrl;
    let rounding = if field(ctrl, 47, 1) == 1 { Rounding::Round } else { Rounding::Rint };
    let call = Call {
        extents: extents.map(|e| e as u32),
        start,
        gemv: field(fields, 61, 1) == 0,
        saturates: field(ctrl, 48, 1) == 0,
        short: (field(ctrl, 46, 1) == 1).then_some((TF32_A5, rounding)),
    };
    mad.multiply(x, &call).map_err(|e| if e.slot.is_none() { e.at(xt) } else { e })
}
