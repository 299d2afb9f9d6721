//! Numbers of the host as bytes, without copying them.

mod sealed {
    pub trait Sealed {}
}

/// A number of the host whose bytes are those of an element: every pattern of bits is one, and there is no padding.
pub trait Number: Copy + Default + sealed::Sealed + 'static {
    /// The bytes of numbers.
    fn bytes(list: &[Self]) -> &[u8];
    /// The bytes of numbers, to write.
    fn bytes_mut(list: &mut [Self]) -> &mut [u8];
    /// The bits, in the lowest places.
    fn code(self) -> u64;
    /// The number of some bits; higher ones are left out.
    fn from_code(code: u64) -> Self;
}

macro_rules! numbers {
    ($($t:ty: $bits:ty, $to:expr, $from:expr;)*) => {$(
        impl sealed::Sealed for $t {}
        impl Number for $t {
            #[allow(unsafe_code)]
            fn bytes(list: &[Self]) -> &[u8] {
                // SAFETY: a number has no padding, and a byte has no alignment.
                unsafe { std::slice::from_raw_parts(list.as_ptr().cast(), size_of_val(list)) }
            }
            #[allow(unsafe_code)]
            fn bytes_mut(list: &mut [Self]) -> &mut [u8] {
                // SAFETY: as above, and every pattern of bits is a number.
                unsafe { std::slice::from_raw_parts_mut(list.as_mut_ptr().cast(), size_of_val(list)) }
            }
            fn code(self) -> u64 {
                u64::from($to(self))
            }
            fn from_code(code: u64) -> Self {
                $from(code as $bits)
            }
        }
    )*};
}

numbers! {
    f32: u32, f32::to_bits, f32::from_bits;
    u8: u8, |x: u8| x, |x: u8| x;
    u16: u16, |x: u16| x, |x: u16| x;
    u32: u32, |x: u32| x, |x: u32| x;
    u64: u64, |x: u64| x, |x: u64| x;
    i8: u8, i8::cast_unsigned, u8::cast_signed;
    i16: u16, i16::cast_unsigned, u16::cast_signed;
    i32: u32, i32::cast_unsigned, u32::cast_signed;
    i64: u64, i64::cast_unsigned, u64::cast_signed;
}

// Elements are stored with their lowest byte first.
const _: () =
    assert!(cfg!(target_endian = "little"), "numbers of this host are stored the other way round");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_elements() {
        assert_eq!(f32::bytes(&[1.0, -2.0]), [0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0]);
        let mut list = [0i16; 2];
        i16::bytes_mut(&mut list).copy_from_slice(&[0xFE, 0xFF, 3, 0]);
        assert_eq!(list, [-2, 3]);
        assert_eq!((i8::from_code(0x1FF), (-1i8).code()), (-1, 0xFF));
    }
}
