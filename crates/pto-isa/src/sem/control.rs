//! The control register, bits of numbers, and how stores combine with global memory.

use super::elem::Elem;
use super::exec::{Exec, Outcome, Trap};
use super::load_store::Atomic;
use crate::dtype::DType;

/// `get_ctrl`: the control register.
pub fn get_control(x: &mut Exec<'_>, result: u8) -> Outcome {
    x.give(result, x.modes.get().ctrl);
    Ok(())
}

/// `set_ctrl`: the control register, whole.
pub fn set_control(x: &mut Exec<'_>, value: u8) -> Outcome {
    let (_, code) = x.scalar(value)?;
    x.set_modes(|m| m.ctrl = code);
    Ok(())
}

/// `sbitset0` and `sbitset1`: a number with one bit cleared or set.
pub fn set_bit(x: &mut Exec<'_>, [first, second, result]: [u8; 3], one: bool) -> Outcome {
    let (_, number) = x.scalar(first)?;
    let bit = x.int(second)?;
    let place = u32::try_from(bit).ok().and_then(|b| 1u64.checked_shl(b));
    let Some(place) = place else {
        return Err(Trap::new(format!("sets bit {bit} of 64")).at(second));
    };
    x.give(result, if one { number | place } else { number & !place });
    Ok(())
}

/// `set_atomic_none` and its like: what following stores to global memory do.
pub fn set_atomic(x: &mut Exec<'_>, operation: Option<Elem>) -> Outcome {
    x.set_modes(|m| m.atomic = operation.map_or(Atomic::Replace, Atomic::Combine));
    Ok(())
}

/// `set_atomic_f32` and its like: the element type in which they do it.
pub fn set_atomic_type(x: &mut Exec<'_>, dtype: DType) -> Outcome {
    x.set_modes(|m| m.atomic_type = Some(dtype));
    Ok(())
}
