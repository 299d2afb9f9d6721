//! How large registers are.

use super::Refusal;
use pto_ir::diag::Diagnostic;
use pto_ir::{Module, ValueId};
use pto_isa::sem::RegTy;
use pto_isa::{DType, Type, code};

/// Bytes of a vector register of a device.
const DEVICE_BYTES: u32 = 256;
/// The `cpu` target takes wider ones, up to this size.
const MAX_BYTES: u32 = 1 << 16;
/// All registers of a program together: every value has its own.
pub(super) const MAX_REGISTER_FILE: u32 = 1 << 28;

/// Bytes of a vector register.
fn vector_bytes(lanes: u32, dtype: DType) -> u32 {
    let bytes = (u64::from(lanes) * u64::from(dtype.bits())).div_ceil(8);
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

/// Bytes of the widest vector register of a module, and at least those of a device.
pub(super) fn widest_register(module: &Module) -> Result<u32, Refusal> {
    let values = (0..module.value_count() as u32).map(ValueId);
    let sized = values.filter_map(|v| match module.type_of(v) {
        Some(Type::Vreg { lanes, dtype }) => Some((v, vector_bytes(*lanes, *dtype))),
        _ => None,
    });
    match sized.max_by_key(|s| s.1) {
        Some((value, bytes)) if bytes > MAX_BYTES => {
            let v = module.value(value);
            let message = format!("`%{}` has {bytes} bytes", module.sym(v.name));
            let note = format!("registers are executed up to {MAX_BYTES} bytes");
            Err(Box::new(Diagnostic::error(code::NOT_EXECUTABLE, v.span, message).note(note)))
        }
        Some((_, bytes)) => Ok(bytes.max(DEVICE_BYTES)),
        None => Ok(DEVICE_BYTES),
    }
}

/// Bytes and contents of a register type. A predicate has a bit for every byte of the widest register.
pub(super) fn register(ty: &Type, widest: u32) -> Option<(u32, RegTy)> {
    match ty {
        Type::Vreg { lanes, dtype } => Some((vector_bytes(*lanes, *dtype), RegTy::Vec(*dtype))),
        Type::Mask(w) => Some((widest.div_ceil(8), RegTy::Mask(*w))),
        Type::Align => Some((64, RegTy::Align)),
        _ => None,
    }
}
