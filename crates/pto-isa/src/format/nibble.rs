//! Two 4-bit elements in a byte: element `2i` in the low half of byte `i`, `2i+1` in the high half.
//!
//! Sources: pto-isa `cpu/MXTypes.hpp` and its A5 `tcvt` tests for fp4, A2A3 `tcvt` tests for i4;
//! pto-spec 0.58.3 `packed_storage`, which also wants an unused last half to be zero.

/// The two 4-bit codes of a byte, low half first.
///
/// ```
/// use pto_isa::format::{pack4, unpack4};
/// assert_eq!(unpack4(0x91), [0x1, 0x9]);
/// assert_eq!(pack4([0x1, 0x9]), 0x91);
/// ```
pub const fn unpack4(byte: u8) -> [u8; 2] {
    [byte & 0xF, byte >> 4]
}

/// The byte of two 4-bit codes, low half first; higher bits of the codes are ignored.
pub const fn pack4(codes: [u8; 2]) -> u8 {
    codes[0] & 0xF | codes[1] << 4
}

/// Element `index` of packed `bytes`, or `None` past their end.
pub fn get4(bytes: &[u8], index: usize) -> Option<u8> {
    Some(unpack4(*bytes.get(index / 2)?)[index % 2])
}

/// Writes element `index` of packed `bytes` and leaves its neighbour; false past their end.
pub fn set4(bytes: &mut [u8], index: usize, code: u8) -> bool {
    let Some(byte) = bytes.get_mut(index / 2) else { return false };
    let mut codes = unpack4(*byte);
    codes[index % 2] = code;
    *byte = pack4(codes);
    true
}
