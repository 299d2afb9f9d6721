//! Intrinsics of the op table's file `tile_expand_row.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::PrecisionType;
use crate::layout::{IsNd, IsNoneBox, IsRowMajor};
use crate::marker::Vec;
use pto_isa::ops::tile_expand_row as ops;
use pto_isa::rule::Constraint;

/// Elements that [`trowexpand`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpand` does not take `{Self}` elements",
    note = "a2a3 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5 takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, f16, bf16, f32",
    note = "cpu takes i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0",
)]
pub trait TrowexpandElement: Element {}
impl TrowexpandElement for f32 {}
impl TrowexpandElement for f16 {}
impl TrowexpandElement for bf16 {}
impl TrowexpandElement for i64 {}
impl TrowexpandElement for i32 {}
impl TrowexpandElement for i16 {}
impl TrowexpandElement for i8 {}
impl TrowexpandElement for u64 {}
impl TrowexpandElement for u32 {}
impl TrowexpandElement for u16 {}
impl TrowexpandElement for u8 {}
impl TrowexpandElement for F8E4M3 {}
impl TrowexpandElement for F8E5M2 {}
impl TrowexpandElement for Hif8 {}
impl TrowexpandElement for F8E8M0 {}

/// Expand the first value of each row over the row.
///
/// Column 0 of `src` fills the valid columns of `dst`. The source is usually a column vector.
///
/// ```text
/// dst[i,j] = src[i,0]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TROWEXPAND(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` must be unboxed: E0202
/// - `src` must be ND (row-major, unboxed) (`--rules manual`): E0202
/// - `dst` must be ND (row-major, unboxed): E0202
/// - `src` and `dst` must have the same element type: E0203
/// - `src` and `dst` must have a non-empty valid region, on cpu, a5: E0214
/// - `src` and `dst` must have a non-empty valid region, on a2a3 (`--rules device`): E0214
/// - `src` and `dst` must have as many valid rows: E0212
/// - `src` must have exactly 1 valid column, on a5 (a warning): W0215
///
/// Element types:
/// - a2a3: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpand.hpp:79-104: elements of 1, 2 or 4 bytes)
/// - a5: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/npu/a5/TRowExpand.hpp:22-44: elements of 1, 2, 4 or 8 bytes)
/// - a5 (`--rules manual`): `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpand.md:64-83)
/// - cpu: `dst`: i64, u64, i32, u32, i16, u16, i8, u8, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0 (pto-isa@3186c381 include/pto/cpu/TRowExpand.hpp:22-35 checks no type)
#[track_caller]
pub fn trowexpand<
    E: TrowexpandElement,
    Dst: TileOf<Vec, E, Layout: IsNd>,
    Src: TileOf<Vec, E, Layout: IsNoneBox>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameValidRows.allows(&Src::TY, &Dst::TY), "`pto.trowexpand`: `src` and `dst` must have as many valid rows") };
    Call::new(&ops::trowexpand).tile(0, src).tile(1, dst).run()
}

/// Elements that [`trowexpandadd`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpandadd` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32, i16, i32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowexpandaddElement: Element {}
impl TrowexpandaddElement for f32 {}
impl TrowexpandaddElement for f16 {}
impl TrowexpandaddElement for bf16 {}
impl TrowexpandaddElement for i32 {}
impl TrowexpandaddElement for i16 {}
impl TrowexpandaddElement for i8 {}
impl TrowexpandaddElement for u32 {}
impl TrowexpandaddElement for u16 {}
impl TrowexpandaddElement for u8 {}

/// Attributes of [`trowexpandadd`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpandaddWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
}

/// Add one value per row to a tile.
///
/// One source, the full one, has the valid region of `dst`; the other gives one value per row (a
/// column-major tile with one valid column) or one 32-byte block per row that repeats along it (a
/// row-major tile). Either source may be the expanded one. It does not fence unrelated traffic.
///
/// ```text
/// dst[i,j] = src0[i,j] + src1[i,0]   (one value per row)
/// dst[i,j] = src0[i,j] + src1[i, j mod (32/sizeof T)]   (one block per row)
/// ```
///
/// C++: `TROWEXPANDADD(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `dst`: f16, f32, i16, i32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandAdd.hpp:40)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandAdd.hpp:55)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (manual page pto.trowexpandadd)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-27 has f32, f16, i32, i16, u32, u16)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandadd<
    E: TrowexpandaddElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandadd`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandadd).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpandadd`] with attributes.
#[track_caller]
pub fn trowexpandadd_with<
    E: TrowexpandaddElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpandaddWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandadd`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandadd).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// [`trowexpandadd`] with `tmp`.
///
/// C++: `TROWEXPANDADD(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandadd_tmp<
    EDst: TrowexpandaddElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandadd`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandadd).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpandadd_tmp`] with attributes.
#[track_caller]
pub fn trowexpandadd_tmp_with<
    EDst: TrowexpandaddElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpandaddWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandadd`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandadd).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// Elements that [`trowexpandsub`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpandsub` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowexpandsubElement: Element {}
impl TrowexpandsubElement for f32 {}
impl TrowexpandsubElement for f16 {}
impl TrowexpandsubElement for bf16 {}
impl TrowexpandsubElement for i32 {}
impl TrowexpandsubElement for i16 {}
impl TrowexpandsubElement for i8 {}
impl TrowexpandsubElement for u32 {}
impl TrowexpandsubElement for u16 {}
impl TrowexpandsubElement for u8 {}

/// Attributes of [`trowexpandsub`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpandsubWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
}

/// Subtract one value per row from a tile.
///
/// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
/// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
/// one; the operands keep their places.
///
/// ```text
/// dst[i,j] = src0[i,j] - src1[i,0]   (one value per row)
/// dst[i,j] = src0[i,j] - src1[i, j mod (32/sizeof T)]   (one block per row)
/// ```
///
/// C++: `TROWEXPANDSUB(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandSub.hpp:48-113)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandSub.hpp:65-144)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandsub.md:90-104)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandsub<
    E: TrowexpandsubElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandsub`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandsub).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpandsub`] with attributes.
#[track_caller]
pub fn trowexpandsub_with<
    E: TrowexpandsubElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpandsubWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandsub`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandsub).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// [`trowexpandsub`] with `tmp`.
///
/// C++: `TROWEXPANDSUB(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandsub_tmp<
    EDst: TrowexpandsubElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandsub`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandsub).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpandsub_tmp`] with attributes.
#[track_caller]
pub fn trowexpandsub_tmp_with<
    EDst: TrowexpandsubElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpandsubWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandsub`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandsub).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// Elements that [`trowexpandmul`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpandmul` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowexpandmulElement: Element {}
impl TrowexpandmulElement for f32 {}
impl TrowexpandmulElement for f16 {}
impl TrowexpandmulElement for bf16 {}
impl TrowexpandmulElement for i32 {}
impl TrowexpandmulElement for i16 {}
impl TrowexpandmulElement for i8 {}
impl TrowexpandmulElement for u32 {}
impl TrowexpandmulElement for u16 {}
impl TrowexpandmulElement for u8 {}

/// Attributes of [`trowexpandmul`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpandmulWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
}

/// Multiply a tile by one value per row.
///
/// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
/// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one.
///
/// ```text
/// dst[i,j] = src0[i,j] * src1[i,0]   (one value per row)
/// dst[i,j] = src0[i,j] * src1[i, j mod (32/sizeof T)]   (one block per row)
/// ```
///
/// C++: `TROWEXPANDMUL(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMul.hpp:34-99)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandMul.hpp:49-128)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmul.md:90-104)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandmul<
    E: TrowexpandmulElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmul`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmul).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpandmul`] with attributes.
#[track_caller]
pub fn trowexpandmul_with<
    E: TrowexpandmulElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpandmulWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmul`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmul).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// [`trowexpandmul`] with `tmp`.
///
/// C++: `TROWEXPANDMUL(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandmul_tmp<
    EDst: TrowexpandmulElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmul`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmul).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpandmul_tmp`] with attributes.
#[track_caller]
pub fn trowexpandmul_tmp_with<
    EDst: TrowexpandmulElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpandmulWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmul`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmul).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// Elements that [`trowexpanddiv`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpanddiv` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a2a3, by the manual, takes f16, f32, i16, i32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowexpanddivElement: Element {}
impl TrowexpanddivElement for f32 {}
impl TrowexpanddivElement for f16 {}
impl TrowexpanddivElement for bf16 {}
impl TrowexpanddivElement for i32 {}
impl TrowexpanddivElement for i16 {}
impl TrowexpanddivElement for i8 {}
impl TrowexpanddivElement for u32 {}
impl TrowexpanddivElement for u16 {}
impl TrowexpanddivElement for u8 {}

/// Attributes of [`trowexpanddiv`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpanddivWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
    /// `precisionType`.
    pub precision_type: Option<PrecisionType>,
}

/// Divide a tile by one value per row.
///
/// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
/// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
/// one; the operands keep their places. Floats follow IEEE 754.
///
/// ```text
/// dst[i,j] = src0[i,j] / src1[i,0]   (one value per row)
/// dst[i,j] = src0[i,j] / src1[i, j mod (32/sizeof T)]   (one block per row)
/// ```
///
/// C++: `TROWEXPANDDIV(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - no 8-bit or bf16 division is documented, on a5 (a warning): W0102
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
/// - `tmp` must be given when `precisionType` is high\_precision (a warning): W0221
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandDiv.hpp:49-115)
/// - a2a3 (`--rules manual`): `dst`: f16, f32, i16, i32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md:90-104)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandDiv.hpp:78-159)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpanddiv.md:90-104)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpanddiv<
    E: TrowexpanddivElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpanddiv`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpanddiv).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpanddiv`] with attributes.
#[track_caller]
pub fn trowexpanddiv_with<
    E: TrowexpanddivElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpanddivWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpanddiv`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpanddiv).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// [`trowexpanddiv`] with `tmp`.
///
/// C++: `TROWEXPANDDIV(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpanddiv_tmp<
    EDst: TrowexpanddivElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpanddiv`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpanddiv).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpanddiv_tmp`] with attributes.
#[track_caller]
pub fn trowexpanddiv_tmp_with<
    EDst: TrowexpanddivElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpanddivWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpanddiv`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpanddiv).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).word("precisionType", with.precision_type.map(PrecisionType::word)).run()
}

/// Elements that [`trowexpandmax`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpandmax` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowexpandmaxElement: Element {}
impl TrowexpandmaxElement for f32 {}
impl TrowexpandmaxElement for f16 {}
impl TrowexpandmaxElement for bf16 {}
impl TrowexpandmaxElement for i32 {}
impl TrowexpandmaxElement for i16 {}
impl TrowexpandmaxElement for i8 {}
impl TrowexpandmaxElement for u32 {}
impl TrowexpandmaxElement for u16 {}
impl TrowexpandmaxElement for u8 {}

/// Attributes of [`trowexpandmax`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpandmaxWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
}

/// Take the larger of a tile and one value per row.
///
/// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
/// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one. NaN
/// gives NaN.
///
/// ```text
/// dst[i,j] = max(src0[i,j], src1[i,0])   (one value per row)
/// dst[i,j] = max(src0[i,j], src1[i, j mod (32/sizeof T)])   (one block per row)
/// ```
///
/// C++: `TROWEXPANDMAX(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMax.hpp:34-73)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandMax.hpp:49-102)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmax.md:90-104)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandmax<
    E: TrowexpandmaxElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmax`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmax).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpandmax`] with attributes.
#[track_caller]
pub fn trowexpandmax_with<
    E: TrowexpandmaxElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpandmaxWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmax`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmax).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// [`trowexpandmax`] with `tmp`.
///
/// C++: `TROWEXPANDMAX(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandmax_tmp<
    EDst: TrowexpandmaxElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmax`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmax).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpandmax_tmp`] with attributes.
#[track_caller]
pub fn trowexpandmax_tmp_with<
    EDst: TrowexpandmaxElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpandmaxWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmax`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmax).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// Elements that [`trowexpandmin`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpandmin` does not take `{Self}` elements",
    note = "a2a3 takes i32, i16, f16, f32",
    note = "a5 takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
    note = "a5, by the manual, takes f16, f32, i16, i32, u16, u32",
    note = "cpu takes i32, u32, i16, u16, i8, u8, f16, bf16, f32",
)]
pub trait TrowexpandminElement: Element {}
impl TrowexpandminElement for f32 {}
impl TrowexpandminElement for f16 {}
impl TrowexpandminElement for bf16 {}
impl TrowexpandminElement for i32 {}
impl TrowexpandminElement for i16 {}
impl TrowexpandminElement for i8 {}
impl TrowexpandminElement for u32 {}
impl TrowexpandminElement for u16 {}
impl TrowexpandminElement for u8 {}

/// Attributes of [`trowexpandmin`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpandminWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
}

/// Take the smaller of a tile and one value per row.
///
/// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
/// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded one. NaN
/// gives NaN.
///
/// ```text
/// dst[i,j] = min(src0[i,j], src1[i,0])   (one value per row)
/// dst[i,j] = min(src0[i,j], src1[i, j mod (32/sizeof T)])   (one block per row)
/// ```
///
/// C++: `TROWEXPANDMIN(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules manual`): E0230
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `dst`: i32, i16, f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandMin.hpp:34-73)
/// - a5: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandMin.hpp:49-102)
/// - a5 (`--rules manual`): `dst`: f16, f32, i16, i32, u16, u32 (pto-isa@3186c381 docs/isa/tile/ops/reduce-and-expand/trowexpandmin.md:90-104)
/// - cpu: `dst`: i32, u32, i16, u16, i8, u8, f16, bf16, f32 (union of the devices; pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandmin<
    E: TrowexpandminElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmin`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmin).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpandmin`] with attributes.
#[track_caller]
pub fn trowexpandmin_with<
    E: TrowexpandminElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpandminWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmin`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmin).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// [`trowexpandmin`] with `tmp`.
///
/// C++: `TROWEXPANDMIN(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandmin_tmp<
    EDst: TrowexpandminElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmin`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmin).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpandmin_tmp`] with attributes.
#[track_caller]
pub fn trowexpandmin_tmp_with<
    EDst: TrowexpandminElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpandminWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandmin`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandmin).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// Elements that [`trowexpandexpdif`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.trowexpandexpdif` does not take `{Self}` elements",
    note = "a2a3 takes f16, f32",
    note = "a5 takes f16, f32",
    note = "cpu takes f16, f32",
)]
pub trait TrowexpandexpdifElement: Element {}
impl TrowexpandexpdifElement for f32 {}
impl TrowexpandexpdifElement for f16 {}

/// Attributes of [`trowexpandexpdif`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TrowexpandexpdifWith {
    /// valid columns of an expanded block that count.
    pub src1_col: Option<i64>,
    /// `src0` is the full operand.
    pub src0eqdst: Option<bool>,
}

/// Take the exponential of a tile minus one value per row.
///
/// One source has the valid region of `dst`; the other gives one value per row (a column-major tile with
/// one valid column) or one repeating 32-byte block per row (row-major). Either may be the expanded
/// one; the operands keep their places.
///
/// ```text
/// dst[i,j] = exp(src0[i,j] - src1[i,0])   (one value per row)
/// dst[i,j] = exp(src0[i,j] - src1[i, j mod (32/sizeof T)])   (one block per row)
/// ```
///
/// C++: `TROWEXPANDEXPDIF(dst, src0, src1)`
///
/// Rules:
/// - `src0`, `src1`, `tmp` and `dst` must be in vec: E0201
/// - `dst` must be row-major: E0202
/// - `dst`, `src0` and `src1` must have the same element type: E0203
/// - `dst` must have a non-empty valid region: E0214
/// - exactly one of `src0` and `src1` may have the valid region of `dst` (`--rules device`) (a warning): W0230
/// - one of `src0` and `src1` must be row-major with the valid region of `dst`; the other must have as many valid rows and be column-major with one valid column, or row-major with 32 bytes of valid columns: E0230
/// - `dst` and `src0` must have the same valid region (`--rules manual`): E0211
/// - `tmp` goes with a column-major expanded operand only, on a2a3: E0222
/// - `tmp` goes with a column-major expanded operand only, on cpu, a5 (`--rules manual`): E0222
/// - `dst` and `tmp` must have the same element type, on a2a3 (a warning): W0203
///
/// Element types:
/// - a2a3: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandExpdif.hpp:20-33, TRowExpandSub.hpp:48-172, TUnaryOp.hpp:244-281)
/// - a5: `dst`: f16, f32 (pto-isa@3186c381 include/pto/npu/a5/TRowExpandExpdif.hpp:75-124)
/// - cpu: `dst`: f16, f32 (pto-isa@3186c381 include/pto/cpu/TRowExpandOp.hpp:22-93)
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandexpdif<
    E: TrowexpandexpdifElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandexpdif`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandexpdif).tile(0, src0).tile(1, src1).tile(3, dst).run()
}

/// [`trowexpandexpdif`] with attributes.
#[track_caller]
pub fn trowexpandexpdif_with<
    E: TrowexpandexpdifElement,
    Dst: TileOf<Vec, E, Layout: IsRowMajor>,
    Src0: TileOf<Vec, E>,
    Src1: TileOf<Vec, E>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, with: TrowexpandexpdifWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandexpdif`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandexpdif).tile(0, src0).tile(1, src1).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}

/// [`trowexpandexpdif`] with `tmp`.
///
/// C++: `TROWEXPANDEXPDIF(dst, src0, src1, tmp)`
///
/// Scratch:
/// - a2a3: at least ceil(R/8)\*256 bytes for R \< 256 rows, else 7680; 8192 always suffice
/// - cpu, a5: accepted and not used
#[track_caller]
pub fn trowexpandexpdif_tmp<
    EDst: TrowexpandexpdifElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandexpdif`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandexpdif).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).run()
}

/// [`trowexpandexpdif_tmp`] with attributes.
#[track_caller]
pub fn trowexpandexpdif_tmp_with<
    EDst: TrowexpandexpdifElement,
    ETmp: Element,
    Dst: TileOf<Vec, EDst, Layout: IsRowMajor>,
    Src0: TileOf<Vec, EDst>,
    Src1: TileOf<Vec, EDst>,
    Tmp: TileOf<Vec, ETmp>,
>(dst: &mut Dst, src0: &Src0, src1: &Src1, tmp: &mut Tmp, with: TrowexpandexpdifWith) -> Result<Event> {
    const { assert!(Constraint::NonEmpty.allows(&Dst::TY, &Dst::TY), "`pto.trowexpandexpdif`: `dst` must have a non-empty valid region") };
    Call::new(&ops::trowexpandexpdif).tile(0, src0).tile(1, src1).tile(2, tmp).tile(3, dst).int("src1Col", with.src1_col).flag("src0eqdst", with.src0eqdst).run()
}
