//! Copies between views of global memory, as transfers between devices make them.
//!
//! In a run, the memory of another device is a buffer like any other.

use super::elem::Elem;
use super::exec::{Arg, Exec, Outcome, PtrAt, Trap, ViewAt};
use super::grid::Grid;
use super::load_store::Atomic;
use super::view::{ND, Window, extents};
use crate::code;
use crate::target::{Space, Target};
use crate::{AttrValue, DType};

/// Puts every element of one view where it belongs in another of the same extents, or combines them there as
/// `atomicType` says.
pub fn copy(x: &mut Exec<'_>, src: u8, dst: u8) -> Outcome {
    let (from, to) = (x.view(src)?, x.view(dst)?);
    let atomic = Atomic::of(x.word("atomicType"))?;
    let grid = read(x, &from, to.dims, src)?;
    write(x, &grid, &to, atomic).map_err(|e| e.at(dst))
}

/// `sdma_gm_gm`: bytes from one place of global memory to another; `record` is the handle to wait with.
///
/// A handle is no address of a buffer: what it names is memory of the host's.
pub fn copy_bytes(x: &mut Exec<'_>, [dst, src]: [u8; 2], nbytes: u8, record: u8) -> Outcome {
    let (to, from) = (x.ptr(dst)?, x.ptr(src)?);
    let count = x.int(nbytes)?;
    let Ok(len) = u64::try_from(count) else {
        return Err(Trap::new(format!("copies {count} bytes")).at(nbytes));
    };
    let bytes = x.memory.bytes(from.space, from.buffer, from.addr, len).map_err(|e| e.at(src))?;
    let bytes = bytes.to_vec();
    let place = x.memory.bytes_mut(to.space, to.buffer, to.addr, len).map_err(|e| e.at(dst))?;
    place.copy_from_slice(&bytes);
    let complete = is_complete(x.numerics.profile(), x.flag("soft_put"));
    let handle = PtrAt { space: Space::Gm, buffer: u32::MAX, addr: 0, dtype: DType::I64 };
    x.give_ptr(record, PtrAt { addr: i64::from(!complete), ..handle });
    Ok(())
}

/// Whether a copy of an engine is complete as soon as its instruction is.
pub fn is_complete(profile: Target, soft_put: bool) -> bool {
    soft_put && profile == Target::A5
}

/// Copies a view to every member of a group.
pub fn broadcast(x: &mut Exec<'_>, src: u8, group: u8) -> Outcome {
    let from = x.view(src)?;
    for to in members(x, group)? {
        let grid = read(x, &from, to.dims, src)?;
        write(x, &grid, &to, Atomic::Replace).map_err(|e| e.at(group))?;
    }
    Ok(())
}

/// Puts the members of a group under each other: member r has the rows from r times its own on.
///
/// Source: pto-isa@3186c381 include/pto/comm/a2a3/TGather.hpp:127-163.
pub fn gather(x: &mut Exec<'_>, dst: u8, group: u8) -> Outcome {
    let whole = x.view(dst)?;
    for (r, from) in (0..).zip(members(x, group)?) {
        let to = rows_of_member(&whole, r, &from, dst)?;
        let grid = read(x, &from, to.dims, group)?;
        write(x, &grid, &to, Atomic::Replace).map_err(|e| e.at(dst))?;
    }
    Ok(())
}

/// Hands the rows of a view to the members of a group, the inverse of [`gather`].
///
/// Source: pto-isa@3186c381 include/pto/comm/a2a3/TScatter.hpp:150-160.
pub fn scatter(x: &mut Exec<'_>, src: u8, group: u8) -> Outcome {
    let whole = x.view(src)?;
    for (r, to) in (0..).zip(members(x, group)?) {
        let from = rows_of_member(&whole, r, &to, src)?;
        let grid = read(x, &from, to.dims, src)?;
        write(x, &grid, &to, Atomic::Replace).map_err(|e| e.at(group))?;
    }
    Ok(())
}

/// Combines the members of a group element by element: the root's first, then the others in order.
///
/// Source: pto-isa@3186c381 include/pto/comm/a2a3/TReduce.hpp:52-92.
pub fn reduce(x: &mut Exec<'_>, dst: u8, group: u8) -> Outcome {
    let to = x.view(dst)?;
    let word = x.word("reduceOp").or(x.word("op")).unwrap_or("sum");
    let elem = match word.to_ascii_lowercase().as_str() {
        "sum" => Elem::Add,
        "max" => Elem::Max,
        "min" => Elem::Min,
        _ => return Err(Trap::new(format!("does not know the reduction `{word}`"))),
    };
    let mut list = members(x, group)?;
    let root = match x.attr("root") {
        Some(AttrValue::Int(root)) => usize::try_from(root).unwrap_or(usize::MAX),
        _ => 0,
    };
    if root >= list.len() {
        let message = format!("has the root {root} in a group of {}", list.len());
        return Err(Trap::new(message).code(code::ATTR_FOR_TARGET));
    }
    let first = list.remove(root);
    let mut sum = read(x, &first, to.dims, group)?;
    let combine = Atomic::Combine(elem);
    for from in list {
        let next = read(x, &from, to.dims, group)?;
        let both = |r, c| combine.apply(to.at.dtype, sum.at(r, c), next.at(r, c));
        sum = Grid::new(to.at.dtype, sum.shape(), both);
    }
    write(x, &sum, &to, Atomic::Replace).map_err(|e| e.at(dst))
}

/// The views of a group.
fn members(x: &Exec<'_>, group: u8) -> Result<Vec<ViewAt>, Trap> {
    let views = x.args.iter().filter(|a| a.0 == group).map(|a| match a.1 {
        Arg::View(v) => Ok(v),
        _ => Err(Trap::new("needs views that were made before").at(group)),
    });
    views.collect()
}

/// The rows of a view that belong to a member of a group.
fn rows_of_member(whole: &ViewAt, r: i64, member: &ViewAt, slot: u8) -> Result<ViewAt, Trap> {
    const ROWS: usize = 3;
    let rows = member.dims[ROWS];
    let bits = i64::from(whole.at.dtype.bits());
    let first = r.checked_mul(rows);
    let bytes = first.and_then(|n| n.checked_mul(whole.strides[ROWS])?.checked_mul(bits));
    let addr = bytes.and_then(|bits| whole.at.addr.checked_add(bits.div_euclid(8)));
    let end = first.and_then(|n| n.checked_add(rows));
    match (addr, end) {
        (Some(addr), Some(end)) if end <= whole.dims[ROWS] => {
            let mut part = *whole;
            part.at.addr = addr;
            part.dims = member.dims;
            Ok(part)
        }
        _ => {
            let message =
                format!("needs {rows} rows for member {r} in a view of {}", whole.dims[ROWS]);
            Err(Trap::new(message).code(code::EXTENT).at(slot))
        }
    }
}

/// The elements of a view that must have the extents of where they go.
fn read(x: &Exec<'_>, from: &ViewAt, to: [i64; 5], slot: u8) -> Result<Grid, Trap> {
    if from.dims != to {
        let message =
            format!("copies {} elements to a view of {}", extents(&from.dims), extents(&to));
        return Err(Trap::new(message).code(code::SAME_SHAPE).at(slot));
    }
    let shape = shape(from).map_err(|e| e.at(slot))?;
    Window::new(from, ND, shape).read(x, from.at.dtype).map_err(|e| e.at(slot))
}

fn write(x: &mut Exec<'_>, grid: &Grid, to: &ViewAt, atomic: Atomic) -> Outcome {
    let dtype = to.at.dtype;
    let window = Window::new(to, ND, shape(to)?);
    window.update(x, grid, |old, new| atomic.apply(dtype, old, new))
}

fn shape(view: &ViewAt) -> Result<(u32, u32), Trap> {
    let (rows, cols) = ND.extent(&view.dims);
    match (u32::try_from(rows), u32::try_from(cols)) {
        (Ok(rows), Ok(cols)) => Ok((rows, cols)),
        _ => Err(Trap::new(format!("copies {rows} rows of {cols} elements"))),
    }
}
