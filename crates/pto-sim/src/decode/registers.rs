//! How large registers are.

use super::Refusal;
use pto_ir::diag::Diagnostic;
use pto_ir::{Module, ValueId};
use pto_isa::sem::RegTy;
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{DType, MaskWidth, Type, code};
use rustc_hash::FxHashMap;

/// Bytes of a vector register of a device.
const DEVICE_BYTES: u32 = 256;
/// The `cpu` target takes wider ones, up to this size, and registers of any length have no more.
const MAX_BYTES: u32 = 1 << 16;
/// All registers of a program together: every value has its own.
pub(super) const MAX_REGISTER_FILE: u32 = 1 << 28;

/// Bytes of a vector register.
fn vector_bytes(lanes: u32, dtype: DType) -> u32 {
    let bytes = (u64::from(lanes) * u64::from(dtype.bits())).div_ceil(8);
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// What the registers of a module have in common.
pub(super) struct RegisterShapes {
    /// Bytes of the widest register of a device's kind, and at least those of a device: a predicate has a bit for each.
    widest: u32,
    /// By the lanes of a predicate of any length that names no width: how far apart its bits are. Any width gives the same
    /// lanes; that of the vectors with as many lanes has the image that kernels read.
    lane_widths: FxHashMap<u32, MaskWidth>,
}

impl RegisterShapes {
    /// Those of a module; refuses registers that are too large.
    pub fn of(module: &Module) -> Result<RegisterShapes, Refusal> {
        let mut shapes = RegisterShapes { widest: DEVICE_BYTES, lane_widths: FxHashMap::default() };
        for value in (0..module.value_count() as u32).map(ValueId) {
            let Some(ty) = module.type_of(value) else { continue };
            let bytes = match (ty, VirtualRegister::of(ty)) {
                (Type::Vreg { lanes, dtype }, _) => {
                    let bytes = vector_bytes(*lanes, *dtype);
                    shapes.widest = shapes.widest.max(bytes);
                    bytes
                }
                (_, Some(VirtualRegister::Vector { lanes, dtype: Some(dtype), .. })) => {
                    shapes.lane_widths.entry(lanes).or_insert(match dtype.bits() {
                        32 => MaskWidth::B32,
                        16 => MaskWidth::B16,
                        _ => MaskWidth::B8,
                    });
                    vector_bytes(lanes, dtype)
                }
                (_, Some(VirtualRegister::Mask { lanes, .. })) => lanes,
                _ => continue,
            };
            if bytes > MAX_BYTES {
                let v = module.value(value);
                let message = format!("`%{}` has {bytes} bytes", module.sym(v.name));
                let note = format!("registers are executed up to {MAX_BYTES} bytes");
                let d = Diagnostic::error(code::NOT_EXECUTABLE, v.span, message).note(note);
                return Err(Box::new(d));
            }
        }
        Ok(shapes)
    }

    /// Bytes and contents of a register type.
    pub fn register(&self, ty: &Type) -> Option<(u32, RegTy)> {
        match ty {
            Type::Vreg { lanes, dtype } => Some((vector_bytes(*lanes, *dtype), RegTy::Vec(*dtype))),
            Type::Mask(w) => Some((self.widest.div_ceil(8), RegTy::Mask(*w))),
            Type::Align => Some((64, RegTy::Align)),
            _ => self.virtual_register(VirtualRegister::of(ty)?),
        }
    }

    fn virtual_register(&self, register: VirtualRegister<'_>) -> Option<(u32, RegTy)> {
        match register {
            VirtualRegister::Vector { lanes, dtype, .. } => {
                Some((vector_bytes(lanes, dtype?), RegTy::Vec(dtype?)))
            }
            VirtualRegister::Mask { lanes, width, .. } => {
                let inferred = || self.lane_widths.get(&lanes).copied();
                let width = width.or_else(inferred).unwrap_or(MaskWidth::B8);
                let bits = lanes.saturating_mul(width.bits() / 8);
                Some((bits.div_ceil(8), RegTy::LaneMask { lanes, width }))
            }
        }
    }
}
