//! f16 and bf16 against the `half` crate, and the fast helpers against the exact encoder.

use crate::Random;
use half::{bf16, f16};
use pto_isa::DType::{Bf16, F16};
use pto_isa::format::{
    Rounding, Saturate, bf16_slice_to_f32, bf16_to_f32, decode, encode_float, f16_slice_to_f32,
    f16_to_f32, f32_slice_to_bf16, f32_slice_to_f16, f32_to_bf16, f32_to_f16,
};

#[test]
fn every_code_widens_as_in_half() {
    for code in 0..=u16::MAX {
        let (want, got) = (f16::from_bits(code).to_f32_const(), f16_to_f32(code));
        assert_eq!(got.to_bits(), want.to_bits(), "f16 {code:#x}");
        assert_eq!(
            decode(F16, code.into()).to_bits(),
            f16::from_bits(code).to_f64_const().to_bits()
        );
        let (want, got) = (bf16::from_bits(code).to_f32(), bf16_to_f32(code));
        assert_eq!(got.to_bits(), want.to_bits(), "bf16 {code:#x}");
        assert_eq!(decode(Bf16, code.into()).to_bits(), bf16::from_bits(code).to_f64().to_bits());
    }
}

fn narrows(value: f32) {
    let [h, b] =
        [F16, Bf16].map(|d| encode_float(d, value.into(), Rounding::Rint, Saturate::Off) as u16);
    assert_eq!((f32_to_f16(value), f32_to_bf16(value)), (h, b), "{value:e} {:#x}", value.to_bits());
    if !value.is_nan() {
        assert_eq!(h, f16::from_f32_const(value).to_bits(), "{value:e}");
        assert_eq!(b, bf16::from_f32(value).to_bits(), "{value:e}");
    }
}

/// Every code, every midpoint, and the f32 next to them.
#[test]
fn narrowing_agrees_with_half() {
    for code in 0..=u16::MAX {
        for value in [f16_to_f32(code), bf16_to_f32(code)] {
            narrows(value);
            narrows(value.next_up());
            narrows(value.next_down());
        }
        let middle_f16 = (f16_to_f32(code) + f16_to_f32(code ^ 1)) / 2.0;
        let middle_bf16 = f32::from_bits(u32::from(code) << 16 | 0x8000);
        for value in [middle_f16, middle_bf16] {
            narrows(value);
            narrows(value.next_up());
            narrows(value.next_down());
        }
    }
    for value in [65519.996, 65520.0, 65520.004, 65535.996, 65536.0, f32::MAX, f32::MIN_POSITIVE] {
        narrows(value);
        narrows(-value);
    }
    let mut random = Random(3);
    for _ in 0..300_000 {
        narrows(f32::from_bits(random.next() as u32));
    }
}

#[test]
fn slices_stop_at_the_shorter() {
    let mut wide = [9.0; 3];
    f16_slice_to_f32(&[0x3C00], &mut wide);
    assert_eq!(wide, [1.0, 9.0, 9.0]);
    bf16_slice_to_f32(&[0x4000, 0x4040, 0x4080, 0x40A0], &mut wide);
    assert_eq!(wide, [2.0, 3.0, 4.0]);
    let mut narrow = [0; 2];
    f32_slice_to_f16(&wide, &mut narrow);
    assert_eq!(narrow, [0x4000, 0x4200]);
    f32_slice_to_bf16(&wide, &mut narrow);
    assert_eq!(narrow, [0x4000, 0x4040]);
}
