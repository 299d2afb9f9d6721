//! The cube's own matrix product: pointers to fractal images are tiles, for which there is a kernel.

use super::context::Context;
use super::matmul;
use crate::memory::CoreMemory;
use pto_isa::format::decode_int;
use pto_isa::layout::{BLayout, SLayout};
use pto_isa::sem::mad::MAX_EXTENT;
use pto_isa::sem::{Arg, Mad, Matmul, PtrAt, Start, TileAt};
use pto_isa::{DType, Target, TileTy};

/// Rows of a box of every image.
const ROWS: u32 = 16;

pub(super) fn run(mad: &Mad, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let plain = cx.word("sat_mode") != Some("sat") && cx.word("tf32_mode").is_none();
    if mad.scaled || !plain || cx.numerics.profile() == Target::A2A3 {
        return None;
    }
    let extent = |slot: u8| match cx.arg(slot)? {
        Arg::Scalar(dtype, bits) => {
            let n = u32::try_from(decode_int(*dtype, *bits)?).ok();
            n.filter(|&n| (1..=MAX_EXTENT).contains(&n.into()))
        }
        _ => None,
    };
    let [m, n, k] = mad.extents;
    let (m, n, k) = (extent(m)?, extent(n)?, extent(k)?);
    // One row lies in another way, unless the instruction says that it does not.
    if m == 1 {
        return None;
    }
    let ptr = |slot: u8| match cx.arg(slot)? {
        Arg::Ptr(p) if p.buffer == 0 && p.dtype.bits() >= 8 => Some(*p),
        _ => None,
    };
    let lhs = column_boxes(ptr(mad.lhs)?, (m, k), 512)?;
    let rhs = row_boxes(ptr(mad.rhs)?, (k, n))?;
    let dst = column_boxes(ptr(mad.dst)?, (m, n), 1024)?;
    let mut args =
        vec![(mad.lhs, Arg::Tile(lhs)), (mad.rhs, Arg::Tile(rhs)), (mad.dst, Arg::Tile(dst))];
    if let Start::Bias(slot) = mad.start {
        args.push((slot, Arg::Tile(row(ptr(slot)?, n)?)));
    }
    let start = match mad.start {
        Start::Acc(_) => Start::Acc(mad.dst),
        other => other,
    };
    let product = Matmul { lhs: mad.lhs, rhs: mad.rhs, scales: None, start, dst: mad.dst };
    matmul::run(&product, &Context { args: &args, ..*cx }, memory)
}

fn tile(p: PtrAt, ty: TileTy, valid: (u32, u32)) -> Option<TileAt> {
    let ty = TileTy { space: p.space, ..ty };
    Some(TileAt::new(ty, valid, u64::try_from(p.addr).ok()?))
}

/// Elements of 32 bytes.
const fn columns(dtype: DType) -> u32 {
    256 / dtype.bits()
}

/// Boxes of 16 rows, those below each other first.
fn column_boxes(p: PtrAt, (rows, cols): (u32, u32), fractal: u32) -> Option<TileAt> {
    let width = if fractal == 1024 { 16 } else { columns(p.dtype) };
    let (all_rows, all_cols) = (rows.next_multiple_of(ROWS), cols.next_multiple_of(width));
    let ty = TileTy {
        blayout: BLayout::ColMajor,
        slayout: SLayout::RowMajor,
        fractal,
        ..TileTy::vec(p.dtype, all_rows, all_cols)
    };
    tile(p, ty, (rows, cols))
}

/// Boxes of 16 columns, those beside each other first, column by column inside.
fn row_boxes(p: PtrAt, (rows, cols): (u32, u32)) -> Option<TileAt> {
    let (all_rows, all_cols) =
        (rows.next_multiple_of(columns(p.dtype)), cols.next_multiple_of(ROWS));
    let ty = TileTy {
        blayout: BLayout::RowMajor,
        slayout: SLayout::ColMajor,
        ..TileTy::vec(p.dtype, all_rows, all_cols)
    };
    tile(p, ty, (rows, cols))
}

fn row(p: PtrAt, cols: u32) -> Option<TileAt> {
    tile(p, TileTy::vec(p.dtype, 1, cols), (1, cols))
}
