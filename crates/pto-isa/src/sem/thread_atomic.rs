//! Read, combine and write one element of memory in one step, and give back what was there.

use super::elem::Elem;
use super::exec::{Exec, Outcome, get_code, set_code};
use super::num::Num;
use super::thread_math::{value_type, with_sign};
use crate::packed::Packed;
use crate::with_num;

/// Operand 0 points to the element, 1 is the value that is combined with it, 2 what was there.
pub fn combine(x: &mut Exec<'_>, elem: Elem) -> Outcome {
    let (_, value) = x.scalar(1)?;
    let packed = value_type(x, 1)?;
    let dtype = with_sign(packed.dtype, x.word("signedness"));
    let apply = |old: u64, value: u64| {
        with_num!(dtype, T => {
            let (old, value) = (T::from_code(dtype, old), T::from_code(dtype, value));
            elem.call(old, value, T::ZERO).to_code(dtype)
        })
    };
    let new = |old| packed.pack(|lane| apply(packed.get(old, lane), packed.get(value, lane)));
    update(x, packed, 2, new)
}

/// Operand 0 points to the element, 1 takes its place, 2 is what was there.
pub fn exchange(x: &mut Exec<'_>) -> Outcome {
    let (_, value) = x.scalar(1)?;
    let packed = value_type(x, 1)?;
    update(x, packed, 2, |_| value)
}

/// Operand 0 points to the element, 1 is what it must hold for 2 to take its place, 3 is what was there. Bits are
/// compared.
pub fn compare_and_exchange(x: &mut Exec<'_>) -> Outcome {
    let ((_, expected), (_, value)) = (x.scalar(1)?, x.scalar(2)?);
    let packed = value_type(x, 1)?;
    update(x, packed, 3, |old| if old == expected { value } else { old })
}

fn update(x: &mut Exec<'_>, packed: Packed, result: u8, new: impl Fn(u64) -> u64) -> Outcome {
    let (p, word) = (x.ptr(0)?, packed.word());
    let len = u64::from(word.bytes());
    let bytes = x.memory.bytes(p.space, p.buffer, p.addr, len).map_err(|e| e.at(0))?;
    let old = get_code(bytes, word, 0);
    let bytes = x.memory.bytes_mut(p.space, p.buffer, p.addr, len).map_err(|e| e.at(0))?;
    set_code(bytes, word, 0, new(old));
    x.give(result, old);
    Ok(())
}
