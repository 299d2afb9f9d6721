//! What tiles and buffers hold: numbers of the host and narrow floats, each with its element type.

use half::slice::HalfFloatSliceExt;
pub use half::{bf16, f16};
use pto_isa::DType;
use pto_sim::Number;

mod sealed {
    pub trait Sealed {}
}

/// The element type of a tile.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element of a tile",
    note = "elements are `f32`, `f16`, `bf16`, the integers of 8 to 64 bits, `F8E4M3`, `F8E5M2`, `Hif8`, `F8E8M0`, `F4E1M2x2` and `F4E2M1x2`"
)]
pub trait Element: sealed::Sealed + 'static {
    /// As a value.
    const DTYPE: DType;
    /// How the host holds one: the number itself, or the code of a narrow float.
    type Host: Copy + Default + PartialEq + std::fmt::Debug + 'static;
    /// The bytes of a buffer.
    fn bytes(list: &[Self::Host]) -> &[u8];
    /// The bytes of a buffer, to write.
    fn bytes_mut(list: &mut [Self::Host]) -> &mut [u8];
    /// The bits of a number.
    fn code(value: Self::Host) -> u64;
    /// The number of some bits.
    fn from_code(code: u64) -> Self::Host;
}

/// A number that an instruction takes besides tiles.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number an instruction takes",
    note = "numbers are `f32`, `f16`, `bf16` and the integers of 8 to 64 bits"
)]
pub trait Scalar: Element<Host = Self> + Copy {}

macro_rules! numbers {
    ($($t:ty = $dtype:ident;)*) => {$(
        impl sealed::Sealed for $t {}
        impl Element for $t {
            const DTYPE: DType = DType::$dtype;
            type Host = $t;
            fn bytes(list: &[$t]) -> &[u8] {
                Number::bytes(list)
            }
            fn bytes_mut(list: &mut [$t]) -> &mut [u8] {
                Number::bytes_mut(list)
            }
            fn code(value: $t) -> u64 {
                Number::code(value)
            }
            fn from_code(code: u64) -> $t {
                Number::from_code(code)
            }
        }
        impl Scalar for $t {}
    )*};
}

numbers! {
    f32 = F32;
    i64 = I64;
    i32 = I32;
    i16 = I16;
    i8 = I8;
    u64 = U64;
    u32 = U32;
    u16 = U16;
    u8 = U8;
}

macro_rules! halves {
    ($($t:ty = $dtype:ident;)*) => {$(
        impl sealed::Sealed for $t {}
        impl Element for $t {
            const DTYPE: DType = DType::$dtype;
            type Host = $t;
            fn bytes(list: &[$t]) -> &[u8] {
                Number::bytes(list.reinterpret_cast())
            }
            fn bytes_mut(list: &mut [$t]) -> &mut [u8] {
                Number::bytes_mut(list.reinterpret_cast_mut())
            }
            fn code(value: $t) -> u64 {
                value.to_bits().into()
            }
            fn from_code(code: u64) -> $t {
                <$t>::from_bits(code as u16)
            }
        }
        impl Scalar for $t {}
    )*};
}

halves! {
    f16 = F16;
    bf16 = Bf16;
}

macro_rules! narrow {
    ($($(#[doc = $doc:literal])* $t:ident;)*) => {$(
        $(#[doc = $doc])*
        ///
        /// The host holds codes: a buffer of them is a `[u8]`.
        #[derive(Clone, Copy, Debug)]
        pub enum $t {}
        impl sealed::Sealed for $t {}
        impl Element for $t {
            const DTYPE: DType = DType::$t;
            type Host = u8;
            fn bytes(list: &[u8]) -> &[u8] {
                list
            }
            fn bytes_mut(list: &mut [u8]) -> &mut [u8] {
                list
            }
            fn code(value: u8) -> u64 {
                value.into()
            }
            fn from_code(code: u64) -> u8 {
                code as u8
            }
        }
    )*};
}

narrow! {
    /// OCP 8-bit float with 4 exponent bits.
    F8E4M3;
    /// OCP 8-bit float with 5 exponent bits.
    F8E5M2;
    /// HiFloat8.
    Hif8;
    /// Power-of-two scale of MX formats.
    F8E8M0;
    /// Two 4-bit floats with 1 exponent bit in a byte.
    F4E1M2x2;
    /// Two 4-bit floats with 2 exponent bits in a byte.
    F4E2M1x2;
}
