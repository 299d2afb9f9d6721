//! Intrinsics of the op table's file `tile_move.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, Scalar};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::{AccToVecMode, GrpAxis, ReluPreMode};
use crate::layout::IsNz;
use crate::marker::{Acc, Scaling};
use pto_isa::ops::tile_move as ops;

/// Attributes of [`tmov`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmovWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
    /// how the exponents were grouped, for the repack to ZZ.
    pub grp_axis: Option<GrpAxis>,
}

/// Copy a tile to another memory or layout.
///
/// The pair of memories selects the path, and the path selects pipe, layouts and conversions. A source in
/// acc runs through the fix pipe, with optional ReLU and quantisation by `fp` (one parameter per column)
/// or by `preQuantScalar`. A vec copy into ZZ takes a vec scratch tile in the place of `fp`.
///
/// ```text
/// dst[i,j] = Relu(Convert(src[i,j]; fp[j] or preQuantScalar))
/// ```
///
/// C++: `TMOV(dst, src)`
///
/// Rules:
/// - the path must be mat -\> left, right, bias or scaling, vec -\> vec, or acc -\> mat; A5 adds mat -\> scale\_left or scale\_right, vec -\> mat and acc -\> vec: E0231
/// - `fp` must be a scaling tile beside an acc source, or a vec scratch tile for vec -\> vec in ZZ (A5): E0201
/// - `fp` and `preQuantScalar` exclude each other: E0222
/// - `preQuantScalar` goes with an acc source only: E0222
/// - an acc source is NZ; left is NZ or ZZ, right is ZN; a ZZ destination in vec is made from ND on A5: E0202
/// - vec -\> vec keeps the layout: A2/A3 copies rows as they lie, A5 rearranges ND to NZ, ZN and ZZ and nothing else, on a2a3, a5: E0202
/// - ND to NZ and ZN in vec takes elements of 8 bits, f16, bf16, f32 and i32; to ZN, rows a multiple of 32 bytes of elements and columns of 16, on a5: E0205
/// - a mat source on its way to left or right must be boxed: NZ (`blayout=col_major, slayout=row_major`) or ZN (`blayout=row_major, slayout=col_major`); to left, a single row may be row-major; to scale\_left it must be ZZ, to scale\_right NN: E0202
/// - a mat source on its way to left should say that it is NZ (`blayout=col_major, slayout=row_major`): the device transposes boxes of a tile that is not (a warning): W0202
/// - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
/// - a bias source is one row of a multiple of 64 bytes, a 64-bit scaling source one row of a multiple of 128 bytes, on a2a3, a5: E0219
/// - the element types must fit the path: equal, of equal size for vec -\> vec, one of the bias pairs (i32, f32, f16 -\> f32, on A5 bf16 -\> f32), or a conversion of the fix pipe: E0205
/// - `dst` must have a non-empty valid region, on a2a3 (a warning): W0214
/// - `src` and `dst` must have the same rows and columns, on a2a3: E0218
/// - a mat source and its destination have the same rows and columns, on cpu, a5: E0218
/// - the scratch tile of the ND to ZZ repack needs 64 + ceil(rows/16) \* cols bytes, on a5: E0224
/// - `reluPreMode` goes with an acc source only: E0232
/// - `accToVecMode` goes with an acc source and a vec destination: E0232
/// - `accToVecMode` with `fp` or `preQuantScalar` must be a single mode, on cpu, a5: E0232
/// - dual\_mode\_split\_m halves an even number of rows, dual\_mode\_split\_n a multiple of 32 columns; `dst` is not DN and has the element type of `src`, on a5: E0232
/// - `grpAxis` belongs to the repack to ZZ with a vec scratch tile: E0232
///
/// Element types:
/// - a2a3: as the rules say (pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:19-206, common.hpp:88-121)
/// - a5: as the rules say (pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:19-928, common.hpp:140-182)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TMov.hpp:20-105 checks nothing)
#[track_caller]
pub fn tmov<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    Call::new(&ops::tmov).tile(0, src).tile(1, dst).run()
}

/// [`tmov`] with attributes.
#[track_caller]
pub fn tmov_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, with: TmovWith) -> Result<Event> {
    Call::new(&ops::tmov).tile(0, src).tile(1, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("grpAxis", with.grp_axis.map(GrpAxis::word)).run()
}

/// [`tmov`] with `preQuantScalar`.
///
/// C++: `TMOV(dst, src, preQuantScalar, accToVecMode)`
#[track_caller]
pub fn tmov_pre_quant_scalar<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, pre_quant_scalar: impl Scalar, acc_to_vec_mode: AccToVecMode) -> Result<Event> {
    Call::new(&ops::tmov).tile(0, src).tile(1, dst).scalar(3, pre_quant_scalar).word("accToVecMode", Some(acc_to_vec_mode.word())).run()
}

/// [`tmov_pre_quant_scalar`] with attributes.
#[track_caller]
pub fn tmov_pre_quant_scalar_with<
    EDst: Element,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, pre_quant_scalar: impl Scalar, acc_to_vec_mode: AccToVecMode, with: TmovWith) -> Result<Event> {
    Call::new(&ops::tmov).tile(0, src).tile(1, dst).scalar(3, pre_quant_scalar).word("accToVecMode", Some(acc_to_vec_mode.word())).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("grpAxis", with.grp_axis.map(GrpAxis::word)).run()
}

/// Elements that [`tmov_fp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.tmov.fp` does not take `{Self}` elements",
    note = "it takes f32, i32",
)]
pub trait TmovFpSrcElement: Element {}
impl TmovFpSrcElement for f32 {}
impl TmovFpSrcElement for i32 {}

/// Attributes of [`tmov_fp`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TmovFpWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
}

/// Copy an accumulator through the fix pipe with one quantisation parameter per column.
///
/// The older spelling of `tmov` with `fp`. `fp` lies in the scaling buffer.
///
/// ```text
/// dst[i,j] = Convert(src[i,j]; fp[j])
/// ```
///
/// C++: `TMOV_FP(dst, src, fp)`
///
/// Rules:
/// - `src` must be in acc: E0201
/// - `fp` must be in scaling: E0201
/// - `dst` must be in mat, on a2a3: E0201
/// - `dst` must be in mat or vec, on cpu, a5: E0201
/// - `src` must be NZ: E0202
/// - `dst` must be NZ, on a2a3: E0202
/// - `src` must have element type f32 or i32: E0204
/// - a mat destination of an acc source must have boxes of 512 bytes (`fractal=512`), on a2a3: E0202
/// - `src` and `dst` must have the same rows and columns, on a2a3: E0218
/// - `fp` should have a parameter for each valid column of `dst` (a warning): W0219
///
/// Element types:
/// - a2a3: `(src, dst)`: (f32, i8) (i32, i8) (i32, u8) (i32, f16) (i32, i16) (pto-isa@3186c381 include/pto/npu/a2a3/TMov.hpp:203-206, common.hpp:88-121)
/// - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, Hif8) (f32, f16) (f32, bf16) (f32, F8E4M3) (f32, F8E5M2) (f32, f32) (i32, i8) (i32, u8) (i32, f16) (i32, bf16) (pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:902-930, common.hpp:140-182)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TMov.hpp:68-77 checks nothing)
#[track_caller]
pub fn tmov_fp<
    EDst: Element,
    ESrc: TmovFpSrcElement,
    EFp: Element,
    Dst: TileWith<EDst>,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp) -> Result<Event> {
    Call::new(&ops::tmov_fp).tile(0, src).tile(1, fp).tile(2, dst).run()
}

/// [`tmov_fp`] with attributes.
#[track_caller]
pub fn tmov_fp_with<
    EDst: Element,
    ESrc: TmovFpSrcElement,
    EFp: Element,
    Dst: TileWith<EDst>,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut Dst, src: &Src, fp: &Fp, with: TmovFpWith) -> Result<Event> {
    Call::new(&ops::tmov_fp).tile(0, src).tile(1, fp).tile(2, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).run()
}
