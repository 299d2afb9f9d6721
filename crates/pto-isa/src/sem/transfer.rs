//! Copies between views of global memory, as transfers between devices make them.
//!
//! In a run, the memory of another device is a buffer like any other.

use super::exec::{Exec, Outcome, Trap};
use super::load_store::Atomic;
use super::view::{ND, Window, extents};

/// Puts every element of one view where it belongs in another of the same extents, or combines them there as
/// `atomicType` says.
pub fn copy(x: &mut Exec<'_>, src: u8, dst: u8) -> Outcome {
    let (from, to) = (x.view(src)?, x.view(dst)?);
    if from.dims != to.dims {
        let message =
            format!("copies {} elements to a view of {}", extents(&from.dims), extents(&to.dims));
        return Err(Trap::new(message).code(crate::code::SAME_SHAPE).at(src));
    }
    let (rows, cols) = ND.extent(&from.dims);
    let (Ok(rows), Ok(cols)) = (u32::try_from(rows), u32::try_from(cols)) else {
        return Err(Trap::new(format!("copies {rows} rows of {cols} elements")).at(src));
    };
    let atomic = Atomic::of(x.word("atomicType"))?;
    let dtype = to.at.dtype;
    let grid = Window::new(&from, ND, (rows, cols)).read(x, dtype).map_err(|e| e.at(src))?;
    let window = Window::new(&to, ND, (rows, cols));
    window.update(x, &grid, |old, new| atomic.apply(dtype, old, new)).map_err(|e| e.at(dst))
}
