//! Predicates in memory, and special registers: what programs alone cannot show.

use pto_isa::FlatMemory;
use pto_isa::rule::AttrValue;
use pto_isa::sem::{Arg, Numerics, PtrAt, RegAt, RegTy, Semantics};
use pto_isa::ty::MaskWidth;
use pto_isa::{DType, Space, Target, TileTy};

const SILICON: Numerics = Numerics::new(Target::A5, Semantics::Silicon);
const MANUAL: Numerics = Numerics::new(Target::A5, Semantics::Manual);

/// A memory whose first 512 bytes of UB are 0, 1, 2, ...
fn counting() -> FlatMemory {
    let mut memory = FlatMemory::default();
    let values: Vec<i64> = (0..512).collect();
    memory.place_i64(TileTy::vec(DType::U8, 1, 512), &values);
    memory
}

fn at(addr: i64, dtype: DType) -> PtrAt {
    PtrAt { space: Space::Vec, buffer: 0, addr, dtype }
}

fn place_mask(memory: &mut FlatMemory, width: MaskWidth, image: &[u8]) -> RegAt {
    let at = memory.registers.len() as u32;
    memory.registers.extend(image);
    RegAt { at, bytes: image.len() as u32, ty: RegTy::Mask(width) }
}

fn index(n: i64) -> Arg {
    Arg::Scalar(DType::I64, n as u64)
}

/// Runs a load of `op` at address 64 with an offset; what it loaded, and the pointer it gives.
fn load(
    op: &str,
    dist: &str,
    offset: i64,
    post_update: bool,
    numerics: &Numerics,
) -> (u8, Option<i64>) {
    let mut memory = counting();
    let mask = place_mask(&mut memory, MaskWidth::B8, &[0; 32]);
    let def = pto_isa::find(op).unwrap();
    let mut args = vec![(0, Arg::Ptr(at(64, DType::U32))), (1, index(offset)), (2, Arg::Reg(mask))];
    if post_update {
        args.push((3, index(0)));
    }
    memory.run(def, numerics, &args, &[("dist", AttrValue::Word(dist))]).unwrap();
    let given = memory.results.iter().rev().find_map(|r| match r {
        (3, Arg::Ptr(p)) => Some(p.addr),
        _ => None,
    });
    (memory.registers[mask.at as usize], given)
}

#[test]
fn a_load_that_gives_the_pointer_back_reads_where_it_was() {
    assert_eq!(load("plds", "NORM", 32, false, &SILICON).0, 96);
    assert_eq!(load("plds", "NORM", 32, true, &SILICON), (64, Some(96)));
    assert_eq!(load("pldi", "NORM", 1, false, &SILICON).0, 96);
    assert_eq!(load("pldi", "NORM", 1, true, &SILICON), (64, Some(96)));
    // DS reads 64 bytes, but its step is 32; the even bits of 0b0100_0000 and 0b0100_0001 are these.
    assert_eq!(load("pldi", "DS", 1, true, &SILICON), (0b1001_1000, Some(96)));
    assert_eq!(load("pldi", "US", 1, true, &SILICON).1, Some(80));
    // By the manual elements of the pointer, here 4 bytes, are counted.
    assert_eq!(load("plds", "NORM", 8, true, &MANUAL), (64, Some(96)));
    assert_eq!(load("pldi", "NORM", 8, false, &MANUAL).0, 96);
}

#[test]
fn a_store_that_gives_the_pointer_back_writes_where_it_was() {
    for (op, dist, offset, post_update, written, given) in [
        ("psts", "NORM", 40, false, 104, 104),
        ("psts", "NORM", 40, true, 64, 104),
        ("psti", "NORM", 2, true, 64, 128),
        ("psti", "PK", 2, false, 96, 96),
        ("psti", "PK", -2, true, 64, 32),
    ] {
        let mut memory = counting();
        let mask = place_mask(&mut memory, MaskWidth::B16, &[0xFF; 32]);
        let mut args =
            vec![(0, Arg::Reg(mask)), (1, Arg::Ptr(at(64, DType::U32))), (2, index(offset))];
        if post_update {
            args.push((3, index(0)));
        }
        let attrs = [("dist", AttrValue::Word(dist))];
        memory.run(pto_isa::find(op).unwrap(), &SILICON, &args, &attrs).unwrap();
        assert_eq!(memory.results.last(), Some(&(3, Arg::Ptr(at(given, DType::U32)))), "{op}");
        let bytes: Vec<u8> = bytes_of(&memory, 0, 512);
        let size = if dist == "PK" { 16 } else { 32 };
        for (i, &byte) in bytes.iter().enumerate() {
            let inside = (written..written + size).contains(&(i as i64));
            assert_eq!(byte, if inside { 0xFF } else { i as u8 }, "{op} {dist} byte {i}");
        }
    }
}

fn bytes_of(memory: &FlatMemory, addr: i64, len: u64) -> Vec<u8> {
    use pto_isa::sem::Memory;
    memory.bytes(Space::Vec, 0, addr, len).unwrap().to_vec()
}

#[test]
fn the_address_register_is_stored_as_one_word() {
    for (op, offset, post_update, written) in
        [("sprsti", 2, false, 72), ("sprsts", 8, false, 72), ("sprsts", 8, true, 64)]
    {
        let mut memory = counting();
        memory.modes.address_bytes = 0x1_0203_0405;
        let mut args = vec![(0, Arg::Ptr(at(64, DType::U32))), (1, index(offset))];
        if post_update {
            args.push((2, index(0)));
        }
        let attrs = [("spr", AttrValue::Word("AR"))];
        memory.run(pto_isa::find(op).unwrap(), &SILICON, &args, &attrs).unwrap();
        assert_eq!(bytes_of(&memory, written, 4), [5, 4, 3, 2], "{op}");
        assert_eq!(bytes_of(&memory, written + 4, 1), [written as u8 + 4]);
        assert_eq!(memory.results.last(), Some(&(2, Arg::Ptr(at(72, DType::U32)))));
        memory.run(pto_isa::find("sprclr").unwrap(), &SILICON, &[], &attrs).unwrap();
        assert_eq!(memory.modes.address_bytes, 0);
    }
}

#[test]
fn a_squeeze_notes_the_bytes_it_kept() {
    for (dtype, width, image, kept) in [
        (DType::F32, MaskWidth::B32, 0x11, 2 * 4),
        (DType::I16, MaskWidth::B16, 0x15, 3 * 2),
        (DType::U8, MaskWidth::B8, 0x1F, 5),
        (DType::U8, MaskWidth::B8, 0, 0),
    ] {
        let mut memory = FlatMemory::default();
        memory.modes.squeezed_bytes = 99;
        let (src, dst) = (memory.place_lanes(dtype, &[1; 64]), memory.place_lanes(dtype, &[]));
        let mut bytes = [0; 32];
        bytes[0] = image;
        let mask = place_mask(&mut memory, width, &bytes);
        let args = [(0, Arg::Reg(src)), (1, Arg::Reg(mask)), (2, Arg::Reg(dst))];
        memory.run(pto_isa::find("vsqz").unwrap(), &SILICON, &args, &[]).unwrap();
        assert_eq!(memory.modes.squeezed_bytes, kept, "{dtype:?}");
    }
}

#[test]
fn images_end_after_256_bits_where_registers_are_wider() {
    let cpu = Numerics::new(Target::CPU, Semantics::Silicon);
    for op in ["ppack", "punpack"] {
        let mut memory = FlatMemory::default();
        let src = place_mask(&mut memory, MaskWidth::B8, &[0xFF; 256]);
        let dst = place_mask(&mut memory, MaskWidth::B8, &[0xFF; 256]);
        let args = [(0, Arg::Reg(src)), (1, Arg::Reg(dst))];
        let attrs = [("part", AttrValue::Word("HIGHER"))];
        memory.run(pto_isa::find(op).unwrap(), &cpu, &args, &attrs).unwrap();
        let image = &memory.registers[256..];
        let (low, high) = if op == "ppack" { (0, 0xFF) } else { (0x55, 0x55) };
        assert_eq!(image[..16], [low; 16], "{op}");
        assert_eq!(image[16..32], [high; 16], "{op}");
        assert!(image[32..].iter().all(|&b| b == 0), "{op}");
    }
}
