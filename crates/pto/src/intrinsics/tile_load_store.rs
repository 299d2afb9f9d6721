//! Intrinsics of the op table's file `tile_load_store.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, Scalar, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::global::GlobalTensor;
use crate::intrinsics::enums::{AtomicType, Layout, PadMode, ReluPreMode, StPhase};
use crate::layout::IsNz;
use crate::marker::{Acc, Scaling};
use pto_isa::ops::tile_load_store as ops;

/// Elements that [`tload`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tload` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
    note = "a5 takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait TloadElement: Element {}
impl TloadElement for f32 {}
impl TloadElement for f16 {}
impl TloadElement for bf16 {}
impl TloadElement for i64 {}
impl TloadElement for i32 {}
impl TloadElement for i16 {}
impl TloadElement for i8 {}
impl TloadElement for u64 {}
impl TloadElement for u32 {}
impl TloadElement for u16 {}
impl TloadElement for u8 {}
impl TloadElement for F8E4M3 {}
impl TloadElement for F8E5M2 {}
impl TloadElement for Hif8 {}
impl TloadElement for F8E8M0 {}
impl TloadElement for F4E1M2x2 {}
impl TloadElement for F4E2M1x2 {}

/// Attributes of [`tload`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TloadWith {
    /// fill of rows that are shorter than the tile.
    pub pad_mode: Option<PadMode>,
    /// `init_out_buffer`.
    pub init_out_buffer: Option<bool>,
    /// layout of the view in global memory.
    pub layout: Option<Layout>,
}

/// Load a tile from global memory.
///
/// The valid region of `dst` is read from the view; the layout may change on the way into mat (ND to NZ,
/// DN to ZN). Columns between the valid region and the next 32 bytes get the pad value of `dst` (infinities for
/// the limits of floats); the CPU simulator fills the whole rest of the tile. The load runs on its own pipe:
/// what reads the tile must wait for it.
///
/// ```text
/// dst[i,j] = src[i,j]   for (i,j) in valid(dst)
/// ```
///
/// C++: `TLOAD(dst, src)`
///
/// Rules:
/// - `dst` must be in vec or mat (`--rules device`): E0201
/// - `dst` must be in vec, mat or acc (`--rules manual`): E0201
/// - a vec destination is ND, DN or NZ; a mat destination is ND, DN, NZ or ZN, on A5 also ZZ or NN for scales; 64-bit elements are ND or DN: E0202
/// - a vec destination in NZ should take a view in NZ, whose last extent is 32 bytes, on a2a3, a5 (`--rules manual`): E0202
/// - a vec destination in NZ should take a view in NZ, whose last extent is 32 bytes, on a2a3, a5 (`--rules device`) (a warning): W0202
/// - `dst` and `src` must have elements of the same size: E0206
/// - 64-bit elements are padded with nothing or zero, on a5: E0226
/// - `dst` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `dst` must have a non-empty valid region (`--rules manual`): E0214
/// - a row-major vec tile must have as many valid columns as the last extent of the view, and as many valid rows as the product of the others, on a5 (`--rules device`) (a warning): W0228
/// - a row-major vec tile must have as many valid columns as the last extent of the view, and as many valid rows as the product of the others, on a5 (`--rules manual`): E0228
/// - the view should have at least as many elements as the valid region of the tile (a warning): W0228
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/common/arch/memory/tload\_common.hpp:298-353, npu/a2a3/TLoad.hpp:100-151)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/common/arch/register/tload\_common.hpp:127-378, npu/a5/TLoad.hpp:126-868)
/// - cpu: `dst`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TLoad.hpp:53-165; union of the devices)
#[track_caller]
pub fn tload<
    EDst: TloadElement,
    ESrc: Element,
    Dst: TileWith<EDst>,
>(dst: &mut Dst, src: &GlobalTensor<'_, ESrc>) -> Result<Event> {
    Call::new(&ops::tload).view(0, src).tile(1, dst).run()
}

/// [`tload`] with attributes.
#[track_caller]
pub fn tload_with<
    EDst: TloadElement,
    ESrc: Element,
    Dst: TileWith<EDst>,
>(dst: &mut Dst, src: &GlobalTensor<'_, ESrc>, with: TloadWith) -> Result<Event> {
    Call::new(&ops::tload).view(0, src).tile(1, dst).word("pad_mode", with.pad_mode.map(PadMode::word)).flag("init_out_buffer", with.init_out_buffer).word("layout", with.layout.map(Layout::word)).run()
}

/// Elements that [`tstore`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tstore` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32",
    note = "a5 takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "a5, by the manual, takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2",
    note = "cpu takes i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait TstoreElement: Element {}
impl TstoreElement for f32 {}
impl TstoreElement for f16 {}
impl TstoreElement for bf16 {}
impl TstoreElement for i64 {}
impl TstoreElement for i32 {}
impl TstoreElement for i16 {}
impl TstoreElement for i8 {}
impl TstoreElement for u64 {}
impl TstoreElement for u32 {}
impl TstoreElement for u16 {}
impl TstoreElement for u8 {}
impl TstoreElement for F8E4M3 {}
impl TstoreElement for F8E5M2 {}
impl TstoreElement for Hif8 {}
impl TstoreElement for F8E8M0 {}
impl TstoreElement for F4E1M2x2 {}
impl TstoreElement for F4E2M1x2 {}

/// Attributes of [`tstore`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TstoreWith {
    /// hand-shake with the cube by unit flags.
    pub st_phase: Option<StPhase>,
    /// `atomicType`.
    pub atomic_type: Option<AtomicType>,
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
    /// layout of the view in global memory.
    pub layout: Option<Layout>,
}

/// Store a tile to global memory.
///
/// The valid region of `src` is written. From acc the fix pipe converts, applies ReLU and quantises by `fp`
/// (one parameter per column) or by `preQuantScalar`. `atomicType` adds to memory instead of overwriting
/// it. The order with later loads of the same memory is the program's business.
///
/// ```text
/// dst[i,j] = Convert(src[i,j])   for (i,j) in valid(src)
/// dst[i,j] = dst[i,j] + Convert(src[i,j])   with atomic_add
/// ```
///
/// C++: `TSTORE(dst, src)`
///
/// Rules:
/// - `src` must be in vec or acc, on a5: E0201
/// - `src` must be in vec, mat or acc, on a2a3: E0201
/// - `src` must be in vec, mat or acc, on cpu: E0201
/// - `fp` goes with an acc source only: E0222
/// - `fp` must be in scaling: E0201
/// - `fp` and `preQuantScalar` exclude each other: E0222
/// - `preQuantScalar` goes with an acc source only: E0222
/// - a vec or mat source is ND, DN or NZ, or has one row or column; 64-bit elements are ND or DN; an acc source is NZ: E0202
/// - vec and mat elements keep their size; acc holds f32 or i32 and stores f32, f16, bf16 or i32; quantised it stores i8, u8 or (i32) f16, on A5 also f16, bf16, hif8, f8E4M3FN or f32: E0205
/// - without quantising, acc should store f32 as f32, f16 or bf16 and i32 as i32; with `fp` on A2/A3, f32 as i8 or u8 (`--rules device`) (a warning): W0205
/// - without quantising, acc should store f32 as f32, f16 or bf16 and i32 as i32; with `fp` on A2/A3, f32 as i8 or u8 (`--rules manual`): E0205
/// - an atomic store has its source in acc (`--rules manual`): E0201
/// - an acc source has 1 to 4095 columns and at most 65535 rows: E0219
/// - an acc source is stored in the layouts nd and nz, on a2a3, a5: E0232
/// - `src` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `src` must have a non-empty valid region, on a2a3 (`--rules manual`): E0214
/// - the valid region of the tile and the view must have as many elements: E0228
/// - `reluPreMode` goes with an acc source only: E0232
/// - atomic stores add f16, bf16, f32, i8, i16 or i32; maximum and minimum exist on A5 only: E0232
/// - an atomic store has elements of i32 or f32, on a2a3 (`--rules manual`): E0232
/// - an atomic store has elements of i32, on a5 (`--rules manual`): E0232
/// - `stPhase` cannot be set beside `fp`: E0232
///
/// Element types:
/// - a2a3: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 (pto-isa@3186c381 include/pto/common/arch/memory/tstore\_common.hpp:325-356, npu/a2a3/TStore.hpp:32-345)
/// - a5: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:93-400)
/// - a5 (`--rules manual`): `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 docs/isa/tile/ops/memory-and-data-movement/tstore.md:172)
/// - cpu: `src`: i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (union of the devices; pto-isa@3186c381 include/pto/cpu/TStore.hpp:22-130)
#[track_caller]
pub fn tstore<
    EDst: Element,
    ESrc: TstoreElement,
    Src: TileWith<ESrc>,
>(dst: &mut GlobalTensor<'_, EDst>, src: &Src) -> Result<Event> {
    Call::new(&ops::tstore).tile(0, src).view_mut(1, dst).run()
}

/// [`tstore`] with attributes.
#[track_caller]
pub fn tstore_with<
    EDst: Element,
    ESrc: TstoreElement,
    Src: TileWith<ESrc>,
>(dst: &mut GlobalTensor<'_, EDst>, src: &Src, with: TstoreWith) -> Result<Event> {
    Call::new(&ops::tstore).tile(0, src).view_mut(1, dst).word("stPhase", with.st_phase.map(StPhase::word)).word("atomicType", with.atomic_type.map(AtomicType::word)).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("layout", with.layout.map(Layout::word)).run()
}

/// [`tstore`] with `preQuantScalar`.
///
/// C++: `TSTORE(dst, src, preQuantScalar)`
#[track_caller]
pub fn tstore_pre_quant_scalar<
    EDst: Element,
    ESrc: TstoreElement,
    Src: TileWith<ESrc>,
>(dst: &mut GlobalTensor<'_, EDst>, src: &Src, pre_quant_scalar: impl Scalar) -> Result<Event> {
    Call::new(&ops::tstore).tile(0, src).view_mut(1, dst).scalar(3, pre_quant_scalar).run()
}

/// [`tstore_pre_quant_scalar`] with attributes.
#[track_caller]
pub fn tstore_pre_quant_scalar_with<
    EDst: Element,
    ESrc: TstoreElement,
    Src: TileWith<ESrc>,
>(dst: &mut GlobalTensor<'_, EDst>, src: &Src, pre_quant_scalar: impl Scalar, with: TstoreWith) -> Result<Event> {
    Call::new(&ops::tstore).tile(0, src).view_mut(1, dst).scalar(3, pre_quant_scalar).word("stPhase", with.st_phase.map(StPhase::word)).word("atomicType", with.atomic_type.map(AtomicType::word)).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("layout", with.layout.map(Layout::word)).run()
}

/// Elements that [`tstore_fp`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`src` of `pto.tstore_fp` does not take `{Self}` elements",
    note = "it takes f32, i32",
)]
pub trait TstoreFpSrcElement: Element {}
impl TstoreFpSrcElement for f32 {}
impl TstoreFpSrcElement for i32 {}

/// Attributes of [`tstore_fp`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TstoreFpWith {
    /// ReLU after the conversion; only on the way out of acc.
    pub relu_pre_mode: Option<ReluPreMode>,
    /// `atomicType`.
    pub atomic_type: Option<AtomicType>,
    /// layout of the view in global memory.
    pub layout: Option<Layout>,
}

/// Store an accumulator with one quantisation parameter per column.
///
/// The older spelling of `tstore` with `fp`. `fp` lies in the scaling buffer.
///
/// ```text
/// dst[i,j] = Convert(src[i,j]; fp[j])   for (i,j) in valid(src)
/// ```
///
/// C++: `TSTORE_FP(dst, src, fp)`
///
/// Rules:
/// - `src` must be in acc: E0201
/// - `fp` must be in scaling: E0201
/// - `src` must be NZ: E0202
/// - `src` must have element type f32 or i32: E0204
/// - an acc source has 1 to 4095 columns and at most 65535 rows: E0219
/// - an acc source is stored in the layouts nd and nz, on a2a3, a5: E0232
/// - `src` must have a non-empty valid region (`--rules device`) (a warning): W0214
/// - `src` must have a non-empty valid region, on a2a3 (`--rules manual`): E0214
///
/// Element types:
/// - a2a3: `(src, dst)`: (f32, i8) (f32, u8) (i32, i8) (i32, u8) (i32, f16) (pto-isa@3186c381 include/pto/npu/a2a3/TStore.hpp:192-345)
/// - a5: `(src, dst)`: (f32, i8) (f32, u8) (f32, bf16) (f32, f16) (f32, Hif8) (f32, F8E4M3) (f32, f32) (i32, i8) (i32, u8) (i32, bf16) (i32, f16) (pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:117-152, 384-390)
/// - cpu: as the rules say (union of the devices; pto-isa@3186c381 include/pto/cpu/TStore.hpp:173 checks nothing)
#[track_caller]
pub fn tstore_fp<
    EDst: Element,
    ESrc: TstoreFpSrcElement,
    EFp: Element,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut GlobalTensor<'_, EDst>, src: &Src, fp: &Fp) -> Result<Event> {
    Call::new(&ops::tstore_fp).tile(0, src).tile(1, fp).view_mut(2, dst).run()
}

/// [`tstore_fp`] with attributes.
#[track_caller]
pub fn tstore_fp_with<
    EDst: Element,
    ESrc: TstoreFpSrcElement,
    EFp: Element,
    Src: TileOf<Acc, ESrc, Layout: IsNz>,
    Fp: TileOf<Scaling, EFp>,
>(dst: &mut GlobalTensor<'_, EDst>, src: &Src, fp: &Fp, with: TstoreFpWith) -> Result<Event> {
    Call::new(&ops::tstore_fp).tile(0, src).tile(1, fp).view_mut(2, dst).word("reluPreMode", with.relu_pre_mode.map(ReluPreMode::word)).word("atomicType", with.atomic_type.map(AtomicType::word)).word("layout", with.layout.map(Layout::word)).run()
}
