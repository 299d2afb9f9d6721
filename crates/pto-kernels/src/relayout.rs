//! Kernels for tiles in layouts they do not know: the tiles are copied to row-major ones in a memory of the thread, the
//! kernel runs there, and what it has written is copied back.
//!
//! This is for instructions whose definitions never ask for a layout, and for tiles of several rows and columns: where
//! a single row or column lies is no matter of the layout, and definitions do ask whether a result is a column.

use super::context::Context;
use super::copy::copy;
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::sem::{Arg, Sem, Src, TileAt};
use pto_isa::{BLayout, Layout, Role, SLayout, Space, Target};
use smallvec::SmallVec;
use std::cell::RefCell;

/// Whether the definition of an instruction never asks for the layout of its tiles.
fn ignores_layouts(sem: &Sem) -> bool {
    match sem {
        Sem::ArgReduce(_) | Sem::Reduce(_) | Sem::Part(_) => true,
        Sem::Map(m) => m.src.iter().all(|s| !matches!(s, Src::Broadcast(_))),
        _ => false,
    }
}

/// Whether kernels may not know the layout of a tile.
fn is_odd(t: &TileAt) -> bool {
    t.ty.layout() != Layout::Nd && t.ty.rows > 1 && t.ty.cols > 1
}

thread_local! {
    /// The memory of this thread, for one target.
    static ROOM: RefCell<Option<(Target, CoreMemory<'static>)>> = const { RefCell::new(None) };
}

/// Executes an instruction on row-major copies of its tiles, if it has others.
pub(super) fn run(cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let tiles = || {
        cx.args.iter().filter_map(|a| match &a.1 {
            Arg::Tile(t) => Some((a.0, t)),
            _ => None,
        })
    };
    if !ignores_layouts(&cx.def.sem) || !tiles().any(|(_, t)| is_odd(t)) {
        return None;
    }
    let target = cx.numerics.target;
    ROOM.with(|room| {
        // The kernel that runs there comes here again if it declines, and finds nothing odd.
        let mut room = room.try_borrow_mut().ok()?;
        if room.as_ref().is_none_or(|r| r.0 != target) {
            *room = Some((target, CoreMemory::without_global(target)));
        }
        let (_, room) = room.as_mut()?;
        let mut args: SmallVec<[(u8, Arg); 6]> = SmallVec::from_slice(cx.args);
        let mut next = 0;
        for i in 0..args.len() {
            let Arg::Tile(from) = cx.args[i].1 else { continue };
            // The same tile twice is one tile; tiles that lie over each other are for the definition.
            let earlier = cx.args[..i].iter().position(|a| a.1 == cx.args[i].1);
            if let Some(earlier) = earlier {
                args[i].1 = args[earlier].1;
                continue;
            }
            if tiles().any(|(_, t)| *t != from && overlap(t, &from)) {
                return None;
            }
            let to = row_major(&from, &mut next);
            args[i].1 = Arg::Tile(to);
            // What is written may be more than the valid region, and what is not written must stay.
            let same = || cx.args.iter().filter(|a| a.1 == cx.args[i].1);
            let written = same().any(|a| matches!(role(cx, a.0), Role::Out | Role::InOut));
            let shape = match written {
                true => from.shape(),
                false if same().all(|a| role(cx, a.0) == Role::Scratch) => continue,
                false => from.valid,
            };
            let from = StridedRect::of_tile(memory, &from, (0, 0), shape)?;
            copy(&from, &StridedRect::of_tile(room, &to, (0, 0), shape)?);
        }
        let moved = Context { args: &args, forwards: false, ..*cx };
        if !super::run(&moved, room, None) {
            return None;
        }
        for (old, new) in cx.args.iter().zip(&args) {
            let role = role(cx, old.0);
            if let (Arg::Tile(to), Arg::Tile(from), Role::Out | Role::InOut) = (old.1, new.1, role)
            {
                let from = StridedRect::of_tile(room, &from, (0, 0), to.shape())?;
                copy(&from, &StridedRect::of_tile(memory, &to, (0, 0), to.shape())?);
            }
        }
        Some(())
    })
}

/// What an operand is for.
fn role(cx: &Context<'_>, operand: u8) -> Role {
    cx.def.operands[operand as usize].role
}

/// Whether two tiles may have bytes in common.
fn overlap(a: &TileAt, b: &TileAt) -> bool {
    let end = |t: &TileAt| t.addr.saturating_add(t.size_bytes());
    a.ty.space == b.ty.space && a.addr < end(b) && b.addr < end(a)
}

/// A tile like another at the next place, row by row unless it is a single row or column.
fn row_major(t: &TileAt, next: &mut u64) -> TileAt {
    let mut ty = t.ty;
    ty.space = Space::Vec;
    if is_odd(t) {
        (ty.blayout, ty.slayout) = (BLayout::RowMajor, SLayout::NoneBox);
    }
    let to = TileAt::new(ty, t.valid, *next);
    *next = (*next + to.size_bytes()).next_multiple_of(64);
    to
}
