//! Intrinsics of the op table's file `tile_pad.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::{TileOf, TileWith};
use crate::call::Call;
use crate::element::{Element, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use crate::error::Result;
use crate::event::Event;
use crate::intrinsics::enums::PadValue;
use crate::marker::Vec;
use pto_isa::ops::tile_pad as ops;
use pto_isa::rule::Constraint;

/// Elements that [`tfillpad`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfillpad` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "a5 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "cpu takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait TfillpadElement: Element {}
impl TfillpadElement for f32 {}
impl TfillpadElement for f16 {}
impl TfillpadElement for bf16 {}
impl TfillpadElement for i32 {}
impl TfillpadElement for i16 {}
impl TfillpadElement for i8 {}
impl TfillpadElement for u32 {}
impl TfillpadElement for u16 {}
impl TfillpadElement for u8 {}
impl TfillpadElement for F8E4M3 {}
impl TfillpadElement for F8E5M2 {}
impl TfillpadElement for Hif8 {}
impl TfillpadElement for F8E8M0 {}
impl TfillpadElement for F4E1M2x2 {}
impl TfillpadElement for F4E2M1x2 {}

/// Attributes of [`tfillpad`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TfillpadWith {
    /// must repeat the pad of a mat tile's type.
    pub pad_value: Option<PadValue>,
}

/// Copy a tile and fill what lies outside its valid region.
///
/// The valid region of `src` is copied, the rest of `dst` gets the pad value of `dst`'s type: the rest of the
/// whole tile, or of its valid region with hardware semantics. `dst` may be larger than `src` in vec; mat tiles
/// are filled in place.
///
/// ```text
/// dst[i,j] = (i,j) in valid(src) ? src[i,j] : pad   over the whole tile, or valid(dst) (quirk fillpad-extent)
/// ```
///
/// C++: `TFILLPAD(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec or mat: E0201
/// - `src` and `dst` must lie in the same memory: E0231
/// - `src` and `dst` must have elements of the same size: E0206
/// - `dst` must have a pad value: E0226
/// - `dst` must have at least the rows and columns of `src`: E0218
/// - `src` and `dst` must have the same rows and columns (`--rules manual`): E0218
/// - mat tiles must have one type: NZ, with `pad=1` (zero): E0207
/// - `padValue` goes with mat tiles only and repeats the pad of `dst`: E0232
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:296-405)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-220)
/// - cpu: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:69-114)
#[track_caller]
pub fn tfillpad<
    EDst: TfillpadElement,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameWidth.allows(&Src::TY, &Dst::TY), "`pto.tfillpad`: `src` and `dst` must have elements of the same size") };
    const { assert!(Constraint::HasPad.allows(&Dst::TY, &Dst::TY), "`pto.tfillpad`: `dst` must have a pad value") };
    Call::new(&ops::tfillpad).tile(0, src).tile(1, dst).run()
}

/// [`tfillpad`] with attributes.
#[track_caller]
pub fn tfillpad_with<
    EDst: TfillpadElement,
    ESrc: Element,
    Dst: TileWith<EDst>,
    Src: TileWith<ESrc>,
>(dst: &mut Dst, src: &Src, with: TfillpadWith) -> Result<Event> {
    const { assert!(Constraint::SameWidth.allows(&Src::TY, &Dst::TY), "`pto.tfillpad`: `src` and `dst` must have elements of the same size") };
    const { assert!(Constraint::HasPad.allows(&Dst::TY, &Dst::TY), "`pto.tfillpad`: `dst` must have a pad value") };
    Call::new(&ops::tfillpad).tile(0, src).tile(1, dst).word("padValue", with.pad_value.map(PadValue::word)).run()
}

/// Elements that [`tfillpad_expand`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfillpad_expand` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "a5 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "cpu takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait TfillpadExpandElement: Element {}
impl TfillpadExpandElement for f32 {}
impl TfillpadExpandElement for f16 {}
impl TfillpadExpandElement for bf16 {}
impl TfillpadExpandElement for i32 {}
impl TfillpadExpandElement for i16 {}
impl TfillpadExpandElement for i8 {}
impl TfillpadExpandElement for u32 {}
impl TfillpadExpandElement for u16 {}
impl TfillpadExpandElement for u8 {}
impl TfillpadExpandElement for F8E4M3 {}
impl TfillpadExpandElement for F8E5M2 {}
impl TfillpadExpandElement for Hif8 {}
impl TfillpadExpandElement for F8E8M0 {}
impl TfillpadExpandElement for F4E1M2x2 {}
impl TfillpadExpandElement for F4E2M1x2 {}

/// Copy a tile into a larger one and fill the rest.
///
/// As `tfillpad`, with a destination that may have more rows and columns than the source.
///
/// ```text
/// dst[i,j] = (i,j) in valid(src) ? src[i,j] : pad   over the whole tile, or valid(dst) (quirk fillpad-extent)
/// ```
///
/// C++: `TFILLPAD_EXPAND(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must have elements of the same size: E0206
/// - `dst` must have a pad value: E0226
/// - `dst` must have at least the rows and columns of `src`: E0218
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:369-387)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-149)
/// - cpu: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:132-134)
#[track_caller]
pub fn tfillpad_expand<
    EDst: TfillpadExpandElement,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameWidth.allows(&Src::TY, &Dst::TY), "`pto.tfillpad_expand`: `src` and `dst` must have elements of the same size") };
    const { assert!(Constraint::HasPad.allows(&Dst::TY, &Dst::TY), "`pto.tfillpad_expand`: `dst` must have a pad value") };
    Call::new(&ops::tfillpad_expand).tile(0, src).tile(1, dst).run()
}

/// Elements that [`tfillpad_inplace`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`pto.tfillpad_inplace` does not take `{Self}` elements",
    note = "a2a3 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "a5 takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
    note = "cpu takes i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2",
)]
pub trait TfillpadInplaceElement: Element {}
impl TfillpadInplaceElement for f32 {}
impl TfillpadInplaceElement for f16 {}
impl TfillpadInplaceElement for bf16 {}
impl TfillpadInplaceElement for i32 {}
impl TfillpadInplaceElement for i16 {}
impl TfillpadInplaceElement for i8 {}
impl TfillpadInplaceElement for u32 {}
impl TfillpadInplaceElement for u16 {}
impl TfillpadInplaceElement for u8 {}
impl TfillpadInplaceElement for F8E4M3 {}
impl TfillpadInplaceElement for F8E5M2 {}
impl TfillpadInplaceElement for Hif8 {}
impl TfillpadInplaceElement for F8E8M0 {}
impl TfillpadInplaceElement for F4E1M2x2 {}
impl TfillpadInplaceElement for F4E2M1x2 {}

/// Fill what lies outside the valid region of a tile, in place.
///
/// `dst` is another name of `src` with a pad value; only the part outside the valid region is written. Into another
/// tile the page also copies the valid region (quirk `fillpad-inplace-copy`).
///
/// ```text
/// dst[i,j] = pad   for (i,j) outside valid(src), over the whole tile, or valid(dst) (quirk fillpad-extent)
/// ```
///
/// C++: `TFILLPAD_INPLACE(dst, src)`
///
/// Rules:
/// - `src` and `dst` must be in vec: E0201
/// - `src` and `dst` must have elements of the same size: E0206
/// - `dst` must have a pad value: E0226
/// - `src` and `dst` must have the same rows and columns: E0218
///
/// Element types:
/// - a2a3: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a2a3/TFillPad.hpp:268-286)
/// - a5: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/npu/a5/TFillPad.hpp:106-139)
/// - cpu: `dst`: i8, u8, i16, u16, i32, u32, f16, bf16, f32, F8E4M3, F8E5M2, Hif8, F8E8M0, F4E1M2x2, F4E2M1x2 (pto-isa@3186c381 include/pto/cpu/TFillPad.hpp:122-124)
#[track_caller]
pub fn tfillpad_inplace<
    EDst: TfillpadInplaceElement,
    ESrc: Element,
    Dst: TileOf<Vec, EDst>,
    Src: TileOf<Vec, ESrc>,
>(dst: &mut Dst, src: &Src) -> Result<Event> {
    const { assert!(Constraint::SameWidth.allows(&Src::TY, &Dst::TY), "`pto.tfillpad_inplace`: `src` and `dst` must have elements of the same size") };
    const { assert!(Constraint::HasPad.allows(&Dst::TY, &Dst::TY), "`pto.tfillpad_inplace`: `dst` must have a pad value") };
    const { assert!(Constraint::SameShape.allows(&Src::TY, &Dst::TY), "`pto.tfillpad_inplace`: `src` and `dst` must have the same rows and columns") };
    Call::new(&ops::tfillpad_inplace).tile(0, src).tile(1, dst).run()
}
