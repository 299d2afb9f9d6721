//! Copies: what would be unreadable as a program, or needs a machine that programs do not have.

use pto_isa::FlatMemory;
use pto_isa::rule::AttrValue;
use pto_isa::sem::exec::SpecialRegs;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::{Arg, Elem, Memory, Numerics, PtrAt, Semantics, Trap};
use pto_isa::{DType, Space, Target, TileTy};

const A5: Numerics = Numerics::new(Target::A5, Semantics::Silicon);

fn ptr(space: Space, addr: i64, dtype: DType) -> Arg {
    Arg::Ptr(PtrAt { space, buffer: 0, addr, dtype })
}

fn number(n: i64) -> Arg {
    Arg::Scalar(DType::I64, n as u64)
}

/// Operands in slot order.
fn slots(args: &[Arg]) -> Vec<(u8, Arg)> {
    (0..).zip(args.iter().copied()).collect()
}

fn run(
    m: &mut FlatMemory,
    op: &str,
    args: &[(u8, Arg)],
    attrs: &[(&str, AttrValue<'_>)],
) -> Result<(), Trap> {
    m.run(pto_isa::find(op).unwrap(), &A5, args, attrs)
}

/// A memory of bytes in a local space.
fn local(m: &mut FlatMemory, space: Space, bytes: usize) {
    m.place(TileTy { space, ..TileTy::vec(DType::U8, 1, bytes as u32) });
}

/// An image of 64x64 elements of 4 bits: one column of four fractals.
fn nibbles(at: impl Fn(usize, usize) -> u8) -> Vec<u8> {
    let pair = |r: usize, i: usize| at(r, 2 * i) | at(r, 2 * i + 1) << 4;
    (0..64).flat_map(|r| (0..32).map(move |i| (r, i))).map(|(r, i)| pair(r, i)).collect()
}

fn load_pairs(op: &str, args: &[(u8, Arg)], turn: bool, image: &[u8]) -> Vec<u8> {
    let mut m = FlatMemory::default();
    local(&mut m, Space::Mat, 2048);
    local(&mut m, Space::Left, 2048);
    m.bytes_mut(Space::Mat, 0, 0, 2048).unwrap().copy_from_slice(image);
    let attrs = if turn { vec![("transpose", AttrValue::Bool(true))] } else { vec![] };
    run(&mut m, op, args, &attrs).unwrap();
    m.bytes(Space::Left, 0, 0, 2048).unwrap().to_vec()
}

#[test]
fn pairs_of_4_bit_floats_are_turned_element_by_element() {
    let ends = [ptr(Space::Mat, 0, DType::F4E2M1x2), ptr(Space::Left, 0, DType::F4E2M1x2)];
    // Rows and columns differ in both digits.
    let value = |r: usize, c: usize| ((r + 3 * (r / 16) + 5 * c + 7 * (c / 16)) % 16) as u8;
    let (straight, turned) = (nibbles(value), nibbles(|r, c| value(c, r)));

    let fields = [0, 0, 4, 1, 4, 4, 1].map(number);
    let raw = slots(&[&ends[..], &fields].concat());
    assert_eq!(load_pairs("load_cbuf_to_ca_s4", &raw, false, &straight), turned);
    // Extents count single elements, not pairs.
    let extents = slots(&[ends[0], ends[1], number(64), number(64)]);
    assert_eq!(load_pairs("mte_l1_l0a", &extents, true, &straight), turned);
    assert_eq!(load_pairs("mte_l1_l0a", &extents, false, &straight), straight);
}

/// `bytes` of UB to a buffer of global memory.
fn store(m: &mut FlatMemory, dtype: DType, bytes: i64) -> Result<(), Trap> {
    let ends = [ptr(Space::Vec, 0, dtype), ptr(Space::Gm, 0, dtype)];
    let numbers = [bytes, 1, 0, 0].map(number);
    run(m, "mte_ub_gm", &slots(&[&ends[..], &numbers].concat()), &[])
}

#[test]
fn stores_to_global_memory_obey_the_atomic_mode() {
    let mut m = FlatMemory::default();
    local(&mut m, Space::Vec, 32);
    let f32s = |v: &[f32]| v.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    m.bytes_mut(Space::Vec, 0, 0, 12).unwrap().copy_from_slice(&f32s(&[1.0, -2.0, 3.0]));
    m.buffers.push(f32s(&[10.0, 20.0, 30.0]));

    m.modes = SpecialRegs { atomic: Atomic::Combine(Elem::Add), ..SpecialRegs::default() };
    store(&mut m, DType::F32, 12).unwrap();
    assert_eq!(m.buffers[0], f32s(&[11.0, 18.0, 33.0]));
    m.modes.atomic = Atomic::Combine(Elem::Min);
    store(&mut m, DType::F32, 8).unwrap();
    assert_eq!(m.buffers[0], f32s(&[1.0, -2.0, 33.0]));
    // The type of the mode counts, not that of the pointers.
    m.modes.atomic_type = Some(DType::I16);
    m.modes.atomic = Atomic::Combine(Elem::Max);
    m.buffers[0] = [7i16, -7, 0, 0].iter().flat_map(|x| x.to_le_bytes()).collect();
    m.bytes_mut(Space::Vec, 0, 0, 4).unwrap().copy_from_slice(&[3, 0, 3, 0]);
    store(&mut m, DType::F32, 4).unwrap();
    assert_eq!(m.buffers[0][..4], [7, 0, 3, 0]);
    let trap = store(&mut m, DType::F32, 3).unwrap_err();
    assert_eq!(trap.message, "combines bursts of 3 bytes in elements of 2");

    // Loads are not stores.
    m.modes.atomic_type = None;
    let ends = [ptr(Space::Gm, 0, DType::F32), ptr(Space::Vec, 0, DType::F32)];
    let numbers = [0, 4, 1, 0, 0].map(number);
    run(&mut m, "mte_gm_ub", &slots(&[&ends[..], &numbers].concat()), &[]).unwrap();
    assert_eq!(m.bytes(Space::Vec, 0, 0, 4).unwrap(), [7, 0, 3, 0]);
}

/// The UBs (own, of vector core 0, of vector core 1) that a copy out of L1 wrote.
fn written(op: &str, numbers: &[i64]) -> Vec<u32> {
    let mut m = FlatMemory::default();
    m.local(Space::Mat, 0).resize(64, 1);
    for buffer in 0..3 {
        m.local(Space::Vec, buffer).resize(64, 0);
    }
    let ends = [ptr(Space::Mat, 0, DType::U8), ptr(Space::Vec, 0, DType::U8)];
    let numbers: Vec<Arg> = numbers.iter().copied().map(number).collect();
    run(&mut m, op, &slots(&[&ends[..], &numbers].concat()), &[]).unwrap();
    (0..3).filter(|&b| m.local(Space::Vec, b).contains(&1)).collect()
}

#[test]
fn copies_out_of_l1_name_the_vector_core() {
    assert_eq!(written("copy_cbuf_to_ubuf", &[0, 1, 1, 0, 0]), [1]);
    assert_eq!(written("copy_cbuf_to_ubuf", &[1, 1, 1, 0, 0]), [2]);
    // The assembler makes the first of these of it.
    assert_eq!(written("mte_l1_ub", &[1, 1, 0, 0]), [1]);
}

#[test]
fn the_burst_that_is_named_is_the_first_outside() {
    let mut random = 12345u64;
    let mut next = |n: u64| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) % n
    };
    let mut outside = 0;
    for _ in 0..500 {
        let mut m = FlatMemory::default();
        local(&mut m, Space::Vec, 1 << 16);
        m.buffers.push(vec![0; 400]);
        let (len, addr) = (next(60) + 1, next(40));
        let counts = [next(4) + 1, next(4) + 1, next(4) + 1];
        let strides = [next(90), next(120), next(200)];
        let mut args = vec![ptr(Space::Gm, addr as i64, DType::U8), ptr(Space::Vec, 0, DType::U8)];
        args.extend([0, len, counts[0], strides[0], 64].map(|n| number(n as i64)));
        let mut args = slots(&args);
        for i in 1..3 {
            let numbers = [counts[i], strides[i], 64 << (2 * i)];
            args.extend((7..).zip(numbers.map(|n| number(n as i64))));
        }
        args.sort_by_key(|a| a.0);
        let all = counts.iter().product::<u64>();
        let start = |i: u64| {
            let [a, b] = [i % counts[0], i / counts[0] % counts[1]];
            addr + a * strides[0] + b * strides[1] + i / (counts[0] * counts[1]) * strides[2]
        };
        let first = (0..all).find(|&i| start(i) + len > 400);
        let outcome = run(&mut m, "mte_gm_ub", &args, &[]);
        let want = first.map(|i| {
            outside += 1;
            format!(
                "reads bytes {}..{} of `gm` in burst {i} of {all}, and there is no byte {}",
                start(i),
                start(i) + len,
                start(i).max(400)
            )
        });
        assert_eq!(outcome.err().map(|t| t.message), want);
    }
    assert!((100..400).contains(&outside), "{outside} of 500 are outside");
}
