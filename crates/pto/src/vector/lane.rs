//! What lanes of registers hold, and the predicates that fit them.

use crate::element::{Element, F4E1M2x2, F4E2M1x2, F8E4M3, F8E5M2, F8E8M0, Hif8, bf16, f16};
use pto_isa::MaskWidth;

mod sealed {
    pub trait Sealed {}
}

/// The lanes a predicate is for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no lane width of a predicate",
    note = "lane widths are `B8`, `B16` and `B32`"
)]
pub trait Width: sealed::Sealed + 'static {
    /// As a value.
    const WIDTH: MaskWidth;
}

macro_rules! widths {
    ($($(#[doc = $doc:literal])* $t:ident;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $t {}
        impl sealed::Sealed for $t {}
        impl Width for $t {
            const WIDTH: MaskWidth = MaskWidth::$t;
        }
    )*};
}

widths! {
    /// 256 lanes of 8 bits.
    B8;
    /// 128 lanes of 16 bits.
    B16;
    /// 64 lanes of 32 bits, or 32 of 64.
    B32;
}

/// An element that a register holds in each lane.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element of a register",
    note = "elements are `f32`, `f16`, `bf16`, the integers of 8 to 64 bits, `F8E4M3`, `F8E5M2`, `Hif8`, `F8E8M0`, `F4E1M2x2` and `F4E2M1x2`"
)]
pub trait Lane: Element {
    /// The predicates that fit.
    type Width: Width;
}

macro_rules! lanes {
    ($($width:ident: $($t:ty)*;)*) => {$($(
        impl Lane for $t {
            type Width = $width;
        }
    )*)*};
}

lanes! {
    B8: i8 u8 F8E4M3 F8E5M2 Hif8 F8E8M0 F4E1M2x2 F4E2M1x2;
    B16: i16 u16 f16 bf16;
    B32: i32 u32 f32 i64 u64;
}
