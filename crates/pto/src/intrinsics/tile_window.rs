//! Intrinsics of the op table's file `tile_window.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, Scalar};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::{AccToVecMode, ReluPreMode, TinsertMode};
use crate::layout::IsNz;
use crate::marker::{Acc, Scaling};
use pto_isa::ops::tile_window as ops;

/// Attributes of [`textract`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TextractWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
}

/// Copy a window of a tile into a tile.
///
/// The window starts at (`indexRow`, `indexCol`) and has the size of `dst`. The path decides layouts and
/// conversions; an acc source may be quantised by `fp` (offset by `indexCol`) or by `preQuantScalar`.
///
/// ```text
/// dst[i,j] = Convert(src[indexRow+i, indexCol+j])
/// ```
///
/// C++: `TEXTRACT(dst, src, indexRow, indexCol)`
///
/// Rules:
/// - the path must be mat -\> left or right, vec -\> vec, or acc -\> mat; A5 adds mat -\> scaling, scale\_left or scale\_right, vec -\> mat and acc -\> vec: E0231
/// - the path must be mat -\> left or right, or acc -\> mat; A5 adds mat -\> scale\_left and scale\_right, on a2a3, a5 (`--rules manual`): E0231
/// - `fp` goes with an acc source only: E0222
/// - `fp` must be in scaling: E0201
/// - `fp` and `preQuantScalar` exclude each other: E0222
/// - `preQuantScalar` goes with an acc source only: E0222
/// - left is NZ or ZZ, right is ZN, an acc source is NZ and goes to NZ in mat and to ND or NZ in vec, vec -\> vec keeps ND or NZ: E0202
/// - a mat source on its way to left or right must be boxed: NZ (`blayout=col_major, slayout=row_major`) or ZN (`blayout=row_major, slayout=col_major`); to left, a single row may be row-major; to scale\_left it must be ZZ, to scale\_right NN: E0202
/// - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
/// - the element types must be equal and known to the path, or a conversion of the fix pipe: E0205
/// - the window at (`indexRow`, `indexCol`) with the size of `dst` must lie inside `src`: E0229
/// - `dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`, on a2a3: E0229
/// - `dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`, on cpu, a5 (`--rules manual`): E0229
/// - from vec to vec `dst` is allocated with no more rows and columns than `src`, in NZ with no more columns, on a5: E0219
/// - 4-bit floats are moved from vec to vec in whole blocks of 32 bytes: `indexCol` and the valid columns of `dst`, on a5: E0228
/// - a window starts at a box of the source on its way to left or right, and on A2/A3 at a block of 32 bytes from vec to vec, on a2a3: E0228
/// - a window starts at a box of the source on its way to left or right, and on A2/A3 at a block of 32 bytes from vec to vec, on a5 (a warning): W0228
/// - `reluPreMode` goes with an acc source only: E0232
/// - `accToVecMode` goes with an acc source and a vec destination: E0232
/// - `accToVecMode` with `fp` or `preQuantScalar` must be a single mode, on cpu, a5: E0232
/// - dual\_mode\_split\_m halves an even number of rows, dual\_mode\_split\_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`, on a5: E0232
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:19-540, common/arch/memory/textract\_common.hpp:537-590)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:496-1320)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TExtract.hpp:88-188)
#[track_caller]
pub fn textract<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, index_row: usize, index_col: usize) -> Result<Event> {
    Call::new(&ops::textract).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).run()
}

/// [`textract`] with attributes.
#[track_caller]
pub fn textract_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, index_row: usize, index_col: usize, with: TextractWith) -> Result<Event> {
    Call::new(&ops::textract).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).run()
}

/// [`textract`] with `preQuantScalar`.
///
/// C++: `TEXTRACT(dst, src, preQuantScalar, indexRow, indexCol, accToVecMode)`
#[track_caller]
pub fn textract_pre_quant_scalar<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, pre_quant_scalar: impl Scalar, index_row: usize, index_col: usize, acc_to_vec_mode: AccToVecMode) -> Result<Event> {
    Call::new(&ops::textract).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).scalar(5, pre_quant_scalar).word("accToVecMode", Some(acc_to_vec_mode.word())).run()
}

/// [`textract_pre_quant_scalar`] with attributes.
#[track_caller]
pub fn textract_pre_quant_scalar_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, pre_quant_scalar: impl Scalar, index_row: usize, index_col: usize, acc_to_vec_mode: AccToVecMode, with: TextractWith) -> Result<Event> {
    Call::new(&ops::textract).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).scalar(5, pre_quant_scalar).word("accToVecMode", Some(acc_to_vec_mode.word())).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).run()
}

/// Elements that [`textract_fp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.textract_fp` does not take `{Self}` elements",
    note = "it takes f32, i32",
)]
pub trait TextractFpSrcElement: Element {}
impl TextractFpSrcElement for f32 {}
impl TextractFpSrcElement for i32 {}

/// Attributes of [`textract_fp`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TextractFpWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
}

/// Copy a window of an accumulator through the fix pipe with one quantisation parameter per column.
///
/// The older spelling of `textract` with `fp`; the parameters start at column `indexCol` of `fp`.
///
/// ```text
/// dst[i,j] = Convert(src[indexRow+i, indexCol+j]; fp[indexCol+j])
/// ```
///
/// C++: `TEXTRACT_FP(dst, src, fp, indexRow, indexCol)`
///
/// Rules:
/// - `src` must be in acc: E0201
/// - `fp` must be given: E0221
/// - `fp` must be in scaling: E0201
/// - `dst` must be in mat, on a2a3: E0201
/// - `dst` must be in mat or vec, on cpu, a5: E0201
/// - `src` must be NZ: E0202
/// - `dst` must be NZ, on a2a3: E0202
/// - `dst` must be ND (row-major, unboxed) or NZ, on a5: E0202
/// - `src` must have element type f32 or i32: E0204
/// - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
/// - `dst` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `src`, on a2a3: E0229
/// - the window at (`indexRow`, `indexCol`) with the size of `dst` must lie inside `src`: E0229
///
/// Element types:
/// - a2a3: `(src, dst)`: (f32, i8) (i32, i8) (i32, u8) (i32, f16) (i32, i16) (pto-isa@3186c381 include/pto/npu/a2a3/TExtract.hpp:526-536, common.hpp:88-121)
/// - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, Hif8) (f32, f16) (f32, bf16) (f32, F8E4M3) (f32, F8E5M2) (f32, f32) (i32, i8) (i32, u8) (i32, f16) (i32, bf16) (pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:1281-1320, common.hpp:140-182)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TExtract.hpp:173-188 checks nothing)
#[track_caller]
pub fn textract_fp<
    EDst: Element,
    ESrc: TextractFpSrcElement,
    EFp: Element,
    Dst: TileWith<EDst>,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, index_row: usize, index_col: usize) -> Result<Event> {
    Call::new(&ops::textract_fp).tile(0, src).tile(1, fp).index(2, index_row).index(3, index_col).tile(4, dst).run()
}

/// [`textract_fp`] with attributes.
#[track_caller]
pub fn textract_fp_with<
    EDst: Element,
    ESrc: TextractFpSrcElement,
    EFp: Element,
    Dst: TileWith<EDst>,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, index_row: usize, index_col: usize, with: TextractFpWith) -> Result<Event> {
    Call::new(&ops::textract_fp).tile(0, src).tile(1, fp).index(2, index_row).index(3, index_col).tile(4, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).run()
}

/// Attributes of [`tinsert`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TinsertWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
    /// split the NZ source into 2 or 4 parts.
    pub tinsert_mode: Option<TinsertMode>,
}

/// Copy a tile into a window of a tile.
///
/// The window starts at (`indexRow`, `indexCol`) of `dst`; the rest of `dst` keeps its contents. An acc
/// source may be quantised by `fp` or by `preQuantScalar`. `tinsertMode` splits an NZ source on A5.
///
/// ```text
/// dst[indexRow+i, indexCol+j] = Convert(src[i,j])
/// ```
///
/// C++: `TINSERT(dst, src, indexRow, indexCol)`
///
/// Rules:
/// - the path must be acc -\> mat or vec -\> vec; A5 adds acc -\> vec and vec -\> mat: E0231
/// - the path must be acc -\> mat, on a2a3 (`--rules manual`): E0231
/// - `fp` goes with an acc source only: E0222
/// - `fp` must be in scaling: E0201
/// - `fp` and `preQuantScalar` exclude each other: E0222
/// - `preQuantScalar` goes with an acc source only: E0222
/// - an acc source is NZ and goes to NZ in mat and to ND or NZ in vec, vec -\> mat goes from ND or NZ to NZ (or from NZ to ZN, or, on A5, stays ZN), vec -\> vec keeps ND or NZ: E0202
/// - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
/// - the element types must be equal and known to the path, or a conversion of the fix pipe: E0205
/// - the window at (`indexRow`, `indexCol`) with the size of `src` must lie inside `dst`: E0229
/// - `src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`, on a2a3: E0229
/// - `src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`, on cpu, a5 (`--rules manual`): E0229
/// - from vec to vec `src` is allocated with no more rows and columns than `dst`, in NZ with no more columns, on a5: E0219
/// - from vec to vec on A2/A3 a window starts at a block of 32 bytes of the destination, on a2a3: E0228
/// - a ZN source has whole boxes: `indexRow` and its valid rows are multiples of 32 bytes of elements, on cpu, a5: E0219
/// - `reluPreMode` goes with an acc source only: E0232
/// - `accToVecMode` goes with an acc source and a vec destination: E0232
/// - `accToVecMode` with `fp` or `preQuantScalar` must be a single mode, on cpu, a5: E0232
/// - dual\_mode\_split\_m halves an even number of rows, dual\_mode\_split\_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`, on a5: E0232
/// - `tinsertMode` goes with an NZ source in vec and a mat destination on A5: E0232
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:129-241, common/arch/memory/tinsert\_common.hpp:90-145)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:129-690)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TInsert.hpp:22-86)
#[track_caller]
pub fn tinsert<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, index_row: usize, index_col: usize) -> Result<Event> {
    Call::new(&ops::tinsert).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).run()
}

/// [`tinsert`] with attributes.
#[track_caller]
pub fn tinsert_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, index_row: usize, index_col: usize, with: TinsertWith) -> Result<Event> {
    Call::new(&ops::tinsert).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("tinsertMode", with.tinsert_mode.map(TinsertMode::word)).run()
}

/// [`tinsert`] with `preQuantScalar`.
///
/// C++: `TINSERT(dst, src, preQuantScalar, indexRow, indexCol, accToVecMode)`
#[track_caller]
pub fn tinsert_pre_quant_scalar<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, pre_quant_scalar: impl Scalar, index_row: usize, index_col: usize, acc_to_vec_mode: AccToVecMode) -> Result<Event> {
    Call::new(&ops::tinsert).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).scalar(5, pre_quant_scalar).word("accToVecMode", Some(acc_to_vec_mode.word())).run()
}

/// [`tinsert_pre_quant_scalar`] with attributes.
#[track_caller]
pub fn tinsert_pre_quant_scalar_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, pre_quant_scalar: impl Scalar, index_row: usize, index_col: usize, acc_to_vec_mode: AccToVecMode, with: TinsertWith) -> Result<Event> {
    Call::new(&ops::tinsert).tile(0, src).index(1, index_row).index(2, index_col).tile(3, dst).scalar(5, pre_quant_scalar).word("accToVecMode", Some(acc_to_vec_mode.word())).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("tinsertMode", with.tinsert_mode.map(TinsertMode::word)).run()
}

/// Elements that [`tinsert_fp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.tinsert_fp` does not take `{Self}` elements",
    note = "it takes f32, i32",
)]
pub trait TinsertFpSrcElement: Element {}
impl TinsertFpSrcElement for f32 {}
impl TinsertFpSrcElement for i32 {}

/// Attributes of [`tinsert_fp`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TinsertFpWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
}

/// Put an accumulator through the fix pipe into a window, with one quantisation parameter per column.
///
/// The older spelling of `tinsert` with `fp`. The rest of `dst` keeps its contents.
///
/// ```text
/// dst[indexRow+i, indexCol+j] = Convert(src[i,j]; fp[j])
/// ```
///
/// C++: `TINSERT_FP(dst, src, fp, indexRow, indexCol)`
///
/// Rules:
/// - `src` must be in acc: E0201
/// - `fp` must be in scaling: E0201
/// - `dst` must be in mat, on a2a3: E0201
/// - `dst` must be in mat or vec, on cpu, a5: E0201
/// - `src` must be NZ: E0202
/// - `dst` must be NZ, on a2a3: E0202
/// - `dst` must be ND (row-major, unboxed) or NZ, on a5: E0202
/// - `src` must have element type f32 or i32: E0204
/// - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
/// - `src` as it is allocated, put at (`indexRow`, `indexCol`), must lie inside `dst`, on a2a3: E0229
/// - the window at (`indexRow`, `indexCol`) with the size of `src` must lie inside `dst`: E0229
///
/// Element types:
/// - a2a3: `(src, dst)`: (f32, i8) (i32, i8) (i32, u8) (i32, f16) (i32, i16) (pto-isa@3186c381 include/pto/npu/a2a3/TInsert.hpp:231-241, common.hpp:88-121)
/// - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, Hif8) (f32, f16) (f32, bf16) (f32, F8E4M3) (f32, F8E5M2) (f32, f32) (i32, i8) (i32, u8) (i32, f16) (i32, bf16) (pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:195-213, common.hpp:140-182)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TInsert.hpp:71 checks nothing)
#[track_caller]
pub fn tinsert_fp<
    EDst: Element,
    ESrc: TinsertFpSrcElement,
    EFp: Element,
    Dst: TileWith<EDst>,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, index_row: usize, index_col: usize) -> Result<Event> {
    Call::new(&ops::tinsert_fp).tile(0, src).tile(1, fp).index(2, index_row).index(3, index_col).tile(4, dst).run()
}

/// [`tinsert_fp`] with attributes.
#[track_caller]
pub fn tinsert_fp_with<
    EDst: Element,
    ESrc: TinsertFpSrcElement,
    EFp: Element,
    Dst: TileWith<EDst>,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, index_row: usize, index_col: usize, with: TinsertFpWith) -> Result<Event> {
    Call::new(&ops::tinsert_fp).tile(0, src).tile(1, fp).index(2, index_row).index(3, index_col).tile(4, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).run()
}
