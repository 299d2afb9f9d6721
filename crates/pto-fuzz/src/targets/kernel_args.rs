//! Whatever a user gives as an argument of a kernel is read or refused.

use pto_cli::arg::{Arg, BufferSource, load, scalar_bits};
use pto_cli::npy::{self, NpyHeader};
use pto_isa::DType;

/// A header of version 1.0 around a text, so that the fuzzer need not find the length.
fn framed(text: &[u8], elements: &[u8]) -> Vec<u8> {
    let length = (text.len() as u16).to_le_bytes();
    [npy::MAGIC, &[1, 0], &length, text, elements].concat()
}

/// An array that is read is whole, and what is written of it reads again.
fn read_array(file: Vec<u8>) {
    let Ok((header, bytes)) = npy::decode(file) else { return };
    assert_eq!(header.byte_len(), Some(bytes.len() as u64));
    let NpyHeader { shape, element } = &header;
    assert!(shape.len() <= npy::MOST_EXTENTS && element.bytes() <= 8);
    for &dtype in DType::ALL {
        npy::dtype_mismatch(&header, dtype);
    }
    let again = npy::decode([header.encode(), bytes.clone()].concat());
    assert_eq!(again, Ok((header, bytes)));
}

pub fn run(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else { return };
    if kind & 1 == 0 {
        read_array(rest.to_vec());
        let split = rest.len().min(usize::from(kind >> 1) * 4);
        read_array(framed(&rest[..split], &rest[split..]));
        return;
    }
    let Ok(text) = std::str::from_utf8(rest) else { return };
    for &dtype in DType::ALL {
        if let Ok(bits) = scalar_bits(text, dtype) {
            assert!(bits <= u64::MAX >> (64 - dtype.bits()), "{bits:#x} for {dtype}");
        }
    }
    match Arg::parse(text) {
        Ok(Arg::Buffer { from: from @ BufferSource::Zeros(bytes, _), .. }) if bytes < 1 << 20 => {
            assert!(load(&from).is_ok_and(|l| l.bytes.len() as u64 == bytes));
        }
        Ok(_) => {}
        Err(e) => assert!(!e.message.contains('\n') && !e.message.is_empty()),
    }
}
