//! Quantising and its opposite.

use pto_isa::FlatMemory;
use pto_isa::format::decode;
use pto_isa::sem::quant::{MxFormat, Shared};
use pto_isa::sem::{Arg, Numerics, Semantics, TileAt};
use pto_isa::{AttrValue, DType, Dim, Layout, Target, TileTy, find};

const A5: Numerics = Numerics::new(Target::A5, Semantics::Silicon);
const MANUAL: Numerics = Numerics::new(Target::A5, Semantics::Manual);

fn tile(slot: u8, t: TileAt) -> (u8, Arg) {
    (slot, Arg::Tile(t))
}

fn valid(ty: TileTy, rows: u32, cols: u32) -> TileTy {
    TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..ty }
}

/// One f32 per row.
fn column(m: &mut FlatMemory, values: &[f64]) -> TileAt {
    let (blayout, slayout) = Layout::Dn.orders();
    let ty = TileTy { blayout, slayout, ..TileTy::vec(DType::F32, 8, 1) };
    m.place_f64(valid(ty, values.len() as u32, 1), values)
}

#[test]
fn integers_are_rounded_to_even_and_saturated() {
    for target in [Target::CPU, Target::A2A3, Target::A5] {
        let mut m = FlatMemory::default();
        let row = [2.5, 3.5, -2.5, 1000.0, -1000.0, f64::NAN, f64::INFINITY];
        let src = m.place_f64(valid(TileTy::vec(DType::F32, 2, 8), 2, 7), &[row, row].concat());
        let scale = column(&mut m, &[1.0, 0.5]);
        let dst = m.place(valid(TileTy::vec(DType::I8, 2, 32), 2, 7));
        let args = [tile(0, src), tile(1, scale), tile(3, dst)];
        let numerics = Numerics::new(target, Semantics::Silicon);
        m.run(find("tquant").unwrap(), &numerics, &args, &[]).unwrap();
        let got = m.values(&dst);
        assert_eq!(got[..7], [2.0, 4.0, -2.0, 127.0, -128.0, 0.0, 127.0]);
        assert_eq!(got[7..], [1.0, 2.0, -1.0, 127.0, -128.0, 0.0, 127.0]);
    }
}

#[test]
fn the_offset_is_added_before_the_one_rounding() {
    let mut m = FlatMemory::default();
    let src =
        m.place_f64(TileTy::vec(DType::F32, 1, 8), &[1.0, 2.0, -20.0, 0.3, 0.0, 0.0, 0.0, 500.0]);
    let (scale, offset) = (column(&mut m, &[1.0]), column(&mut m, &[10.5]));
    let dst = m.place(valid(TileTy::vec(DType::U8, 1, 32), 1, 8));
    let args = [tile(0, src), tile(1, scale), tile(2, offset), tile(3, dst)];
    m.run(find("tquant").unwrap(), &A5, &args, &[]).unwrap();
    // 11.5 and 12.5 both go to 12. 0.3 + 10.5 is 11; rounding the product first would give 10.
    assert_eq!(m.values(&dst), [12.0, 12.0, 0.0, 11.0, 10.0, 10.0, 10.0, 255.0]);
}

#[test]
fn dequantising_subtracts_first() {
    let mut m = FlatMemory::default();
    let src = m.place_i64(valid(TileTy::vec(DType::I8, 2, 32), 2, 2), &[-128, 127, 1, 2]);
    let (scale, offset) = (column(&mut m, &[2.0, 0.5]), column(&mut m, &[0.5, -1.0]));
    let dst = m.place(valid(TileTy::vec(DType::F32, 2, 8), 2, 2));
    let args = [tile(0, src), tile(1, scale), tile(2, offset), tile(3, dst)];
    m.run(find("tdequant").unwrap(), &A5, &args, &[]).unwrap();
    assert_eq!(m.values(&dst), [-257.0, 253.0, 1.0, 1.5]);
}

const OCP8: MxFormat = MxFormat { four_bits: false, nv: false, emax: 8 };
const NV8: MxFormat = MxFormat { four_bits: false, nv: true, emax: 8 };

#[test]
fn the_ocp_exponent_is_that_of_the_maximum_less_emax() {
    let share = |m: f32| OCP8.share(m);
    assert_eq!(share(500.0), Shared { exponent: 127, scaling: 1.0 });
    assert_eq!(share(3584.0), Shared { exponent: 130, scaling: 0.125 });
    let least = Shared { exponent: 0, scaling: 2f32.powi(127) };
    assert_eq!(share(0.0), least);
    assert_eq!(share(2f32.powi(-119)), least);
    assert_eq!(share(2f32.powi(-118)), Shared { exponent: 1, scaling: 2f32.powi(126) });
    assert_eq!(share(f32::INFINITY), Shared { exponent: 247, scaling: 2f32.powi(-120) });
    assert_eq!(share(f32::NAN).exponent, 0xFF);
}

#[test]
fn the_nv_exponent_is_rounded_up() {
    let share = |m: f32| NV8.share(m);
    assert_eq!(share(448.0), Shared { exponent: 127, scaling: 1.0 });
    assert_eq!(share(449.0), Shared { exponent: 128, scaling: 0.5 });
    assert_eq!(share(0.0), Shared { exponent: 0, scaling: 2f32.powi(127) });
    let half = f32::from_bits(0x40_0000);
    assert_eq!(share(f32::INFINITY), Shared { exponent: 0xFE, scaling: half });
    // 2^-127 itself has the code 0, more than it has the code 1.
    assert_eq!(share(448.0 * half).exponent, 0);
    assert_eq!(share(449.0 * half).exponent, 1);
    let nv4 = MxFormat { four_bits: true, nv: true, emax: 2 };
    assert_eq!((nv4.share(6.0).exponent, nv4.share(6.5).exponent), (127, 128));
}

#[test]
fn elements_are_rounded_to_even_and_saturated() {
    let e4m3 = |v: f32| OCP8.encode(v, 1.0);
    assert_eq!([17.0, 19.0, 500.0, -500.0].map(e4m3), [0x58, 0x5A, 0x7E, 0xFE]);
    assert_eq!([f32::INFINITY, f32::NAN, -0.0].map(e4m3), [0x7E, 0x7F, 0x80]);
    let fp4 = MxFormat { four_bits: true, nv: false, emax: 2 };
    let e2m1 = |v: f32| fp4.encode(v, 1.0);
    assert_eq!([0.25, 0.75, 2.5, 3.5, 5.0, 7.0].map(e2m1), [0, 2, 4, 6, 6, 7]);
    assert_eq!([f32::NAN, f32::NEG_INFINITY, -0.5].map(e2m1), [7, 15, 9]);
}

struct Mx {
    elements: Vec<u64>,
    exponents: Vec<u64>,
    maxima: Vec<u64>,
    scalings: Vec<u64>,
    reordered: Vec<u64>,
}

/// Quantises a tile of numbers; `groups` is the shape of `max` and `scaling`, `exp` that of the exponents.
fn quantise(
    numerics: &Numerics,
    (dtype, shape): (DType, (u32, u32)),
    values: &dyn Fn(u32, u32) -> f64,
    (groups, exp): ((u32, u32), (u32, u32)),
    attrs: &[(&str, AttrValue<'_>)],
) -> Mx {
    let mut m = FlatMemory::default();
    let all: Vec<f64> =
        (0..shape.0).flat_map(|r| (0..shape.1).map(move |c| values(r, c))).collect();
    let src = m.place_f64(TileTy::vec(dtype, shape.0, shape.1), &all);
    let four = attrs.iter().any(|a| a.1 == AttrValue::Word("MXFP4_E2M1"));
    let (to, width) = if four { (DType::F4E2M1x2, shape.1 / 2) } else { (DType::I8, shape.1) };
    let dst = m.place(TileTy::vec(to, shape.0, width));
    let of = |m: &mut FlatMemory, dtype: DType, (r, c): (u32, u32)| {
        m.place(valid(TileTy::vec(dtype, r, c.next_multiple_of(32)), r, c))
    };
    let exponents = of(&mut m, DType::U8, exp);
    let (max, scaling) = (of(&mut m, dtype, groups), of(&mut m, dtype, groups));
    let zz = of(&mut m, DType::U8, (1, groups.0 * groups.1));
    let mut args =
        vec![tile(0, src), tile(1, dst), tile(2, exponents), tile(3, max), tile(4, scaling)];
    if attrs.iter().any(|a| a.0 == "storeMode") {
        args.push(tile(5, zz));
    }
    m.run(find("tquant.mx").unwrap(), numerics, &args, attrs).unwrap();
    Mx {
        elements: m.codes(&dst, dst.valid),
        exponents: m.codes(&exponents, exp),
        maxima: m.codes(&max, groups),
        scalings: m.codes(&scaling, groups),
        reordered: m.codes(&zz, zz.valid),
    }
}

const FP8: (&str, AttrValue<'_>) = ("quant_type", AttrValue::Word("MXFP8"));
const FP4: (&str, AttrValue<'_>) = ("quant_type", AttrValue::Word("MXFP4_E2M1"));

#[test]
fn groups_along_rows_have_their_own_exponents_and_a_nan_takes_its_group() {
    let value = |r: u32, c: u32| match (r, c) {
        (0, 5) => 3584.0,
        (0, 6) => 8.0,
        (0, 32) => f64::NAN,
        (1, 40) => -500.0,
        _ => 0.0,
    };
    for exp in [(2, 2), (1, 4)] {
        let got = quantise(&A5, (DType::F32, (2, 64)), &value, ((2, 2), exp), &[FP8]);
        assert_eq!(got.exponents, [130, 0xFF, 0, 127]);
        assert_eq!((got.elements[5], got.elements[6], got.elements[0]), (0x7E, 0x38, 0));
        assert_eq!(got.elements[32..64], [0x7F; 32]);
        assert_eq!(got.elements[64 + 40], 0xFE);
        let floats: Vec<f64> = got.scalings.iter().map(|&c| decode(DType::F32, c)).collect();
        assert_eq!((floats[0], floats[2], floats[3]), (0.125, 2f64.powi(127), 1.0));
        assert_eq!(decode(DType::F32, got.maxima[3]), 500.0);
    }
}

#[test]
fn f16_maxima_are_cut_to_bf16_by_ocp_and_kept_by_nv() {
    let value = |_, c: u32| if c == 0 { 1.999_023_437_5 } else { 0.0 };
    let ocp = quantise(&A5, (DType::F16, (1, 32)), &value, ((1, 1), (1, 1)), &[FP8]);
    assert_eq!((ocp.maxima[0], ocp.scalings[0], ocp.exponents[0]), (0x3FFF, 0x43 << 8 | 0x80, 119));
    let nv = [FP8, ("quantScaleAlg", AttrValue::Word("nv"))];
    let nv = quantise(&A5, (DType::F16, (1, 32)), &value, ((1, 1), (1, 1)), &nv);
    assert_eq!(nv.maxima[0], 0x3FFF);
    // 1.999 / 448 = 1.14 * 2^-8, rounded up to 2^-7.
    assert_eq!(nv.exponents[0], 120);
}

#[test]
fn four_bit_floats_are_packed_low_half_first_and_emax_is_a_quirk() {
    let value = |_, c: u32| [6.0, -0.5, 3.0, 1.0][c as usize % 4];
    let silicon = quantise(&A5, (DType::Bf16, (1, 32)), &value, ((1, 1), (1, 1)), &[FP4]);
    assert_eq!((silicon.exponents[0], &silicon.elements[..2]), (127, &[0x97, 0x25][..]));
    let manual = quantise(&MANUAL, (DType::Bf16, (1, 32)), &value, ((1, 1), (1, 1)), &[FP4]);
    // Halved: 3, -0.25 (tie to -0), 1.5, 0.5.
    assert_eq!((manual.exponents[0], &manual.elements[..2]), (128, &[0x85, 0x13][..]));
}

#[test]
fn groups_down_columns_can_be_interleaved() {
    // The maximum of rows 32g.. in column c is 2^(8 + 4g + c).
    let value = |r: u32, c: u32| f64::from(1u32 << (8 + 4 * (r / 32) + c % 4));
    let axis = ("grpAxis", AttrValue::Word("axis0"));
    let plain = quantise(&A5, (DType::Bf16, (128, 16)), &value, ((4, 16), (4, 16)), &[FP8, axis]);
    assert_eq!(plain.exponents[..4], [127, 128, 129, 130]);
    assert_eq!(plain.exponents[16..20], [131, 132, 133, 134]);
    assert!(plain.elements.iter().all(|&e| e == 0x78), "all are 2^8");
    let attrs = [FP8, axis, ("interleave", AttrValue::Bool(true))];
    let paired = quantise(&A5, (DType::Bf16, (128, 16)), &value, ((4, 16), (2, 32)), &attrs);
    assert_eq!(paired.exponents[..6], [127, 131, 128, 132, 129, 133]);
    assert_eq!(paired.exponents[32..34], [135, 139]);
    assert_eq!(paired.maxima, plain.maxima);
}

#[test]
fn exponents_are_stored_again_in_boxes_of_16_by_2() {
    let value = |r: u32, c: u32| 2f64.powi((r + 16 * (c / 32)) as i32 - 30);
    let attrs = [FP8, ("storeMode", AttrValue::Word("nz"))];
    let got = quantise(&A5, (DType::F32, (16, 128)), &value, ((16, 4), (16, 4)), &attrs);
    assert_eq!(got.exponents[..5], [89, 105, 121, 137, 90]);
    assert_eq!(got.reordered[..4], [89, 105, 90, 106]);
    assert_eq!(got.reordered[32..36], [121, 137, 122, 138]);
}
