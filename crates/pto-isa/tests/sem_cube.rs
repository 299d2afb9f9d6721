//! Copies out of the accumulator to the vector cores of the cluster: who receives what; and the bits of the
//! control register that packed forms obey.

use pto_isa::FlatMemory;
use pto_isa::sem::{Arg, Numerics, Outcome, PtrAt, Semantics};
use pto_isa::{AttrValue, DType, Space, Target};

const ROWS: i64 = 4;
const COLS: i64 = 32;

fn ptr(space: Space, addr: i64) -> Arg {
    Arg::Ptr(PtrAt { space, buffer: 0, addr, dtype: DType::F32 })
}

/// 4x32 elements in L0C, element (i, j) being 100 i + j, and UBs of -1: the core's own and two of vector cores.
fn cluster() -> FlatMemory {
    let mut memory = FlatMemory::default();
    let mut acc = vec![0u8; 2 * 16 * 64];
    for (i, j) in (0..ROWS).flat_map(|i| (0..COLS).map(move |j| (i, j))) {
        let at = ((j / 16 * 16 + i) * 16 + j % 16) as usize * 4;
        acc[at..at + 4].copy_from_slice(&((100 * i + j) as f32).to_le_bytes());
    }
    *memory.local(Space::Acc, 0) = acc;
    for core in 0..3 {
        *memory.local(Space::Vec, core) = (-1f32).to_le_bytes().repeat(256);
    }
    memory
}

fn copy(memory: &mut FlatMemory, m: i64, n: i64, core: Option<i64>, mode: &str) -> Outcome {
    let def = pto_isa::find("mte_l0c_ub").unwrap();
    let slot = |name: &str| def.operands.iter().position(|o| o.name == name).unwrap() as u8;
    let number = |v: i64| Arg::Scalar(DType::I64, v as u64);
    let mut args = vec![
        (slot("source"), ptr(Space::Acc, 0)),
        (slot("destination"), ptr(Space::Vec, 64)),
        (slot("m"), number(m)),
        (slot("n"), number(n)),
        (slot("src_stride"), number(16)),
        (slot("dst_stride"), number(40)),
    ];
    args.extend(core.map(|c| (slot("sub_blockid"), number(c))));
    let attrs = [("mode", AttrValue::Word("nz2nd")), ("dst_mode", AttrValue::Word(mode))];
    let numerics = Numerics::new(Target::A5, Semantics::Silicon);
    memory.run(def, &numerics, &args, &attrs)
}

fn ub(memory: &mut FlatMemory, core: u32) -> Vec<f32> {
    let bytes = memory.local(Space::Vec, core);
    bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

/// -1, but rows of `cols` elements from `first`, 40 apart and from address 64.
fn image(first: (i64, i64), rows: i64, cols: i64) -> Vec<f32> {
    let mut want = vec![-1.0; 256];
    for (i, j) in (0..rows).flat_map(|i| (0..cols).map(move |j| (i, j))) {
        want[(16 + i * 40 + j) as usize] = (100 * (first.0 + i) + first.1 + j) as f32;
    }
    want
}

#[test]
fn one_vector_core_receives_everything() {
    for core in 0..2u32 {
        let mut memory = cluster();
        copy(&mut memory, ROWS, COLS, Some(core.into()), "single").unwrap();
        assert_eq!(ub(&mut memory, core + 1), image((0, 0), ROWS, COLS));
        assert_eq!(ub(&mut memory, 2 - core), image((0, 0), 0, 0), "the other core");
        assert_eq!(ub(&mut memory, 0), image((0, 0), 0, 0), "the cube's own");
    }
}

#[test]
fn rows_are_split_over_both_at_the_same_address() {
    let mut memory = cluster();
    copy(&mut memory, ROWS, COLS, None, "split_m").unwrap();
    assert_eq!(ub(&mut memory, 1), image((0, 0), 2, COLS));
    assert_eq!(ub(&mut memory, 2), image((2, 0), 2, COLS));
    assert_eq!(ub(&mut memory, 0), image((0, 0), 0, 0));
}

#[test]
fn columns_are_split_over_both_at_the_same_address() {
    let mut memory = cluster();
    copy(&mut memory, ROWS, COLS, None, "split_n").unwrap();
    assert_eq!(ub(&mut memory, 1), image((0, 0), ROWS, 16));
    assert_eq!(ub(&mut memory, 2), image((0, 16), ROWS, 16));
}

#[test]
fn halves_are_whole_and_cores_exist() {
    let fails = |m, n, core, mode| copy(&mut cluster(), m, n, core, mode).unwrap_err().message;
    assert_eq!(fails(3, 32, None, "split_m"), "splits 3 rows in two");
    assert_eq!(fails(4, 16, None, "split_n"), "splits 16 columns, not a multiple of 32");
    assert_eq!(fails(4, 32, Some(2), "single"), "writes to vector core 2, not 0 or 1");
    assert_eq!(fails(4, 32, Some(-1), "single"), "writes to vector core -1, not 0 or 1");
    assert_eq!(fails(4, 32, None, "single"), "needs a number as `sub_blockid`");
}

/// Inf, NaN and 1e5 to f16 by `copy_matrix_cc_to_gm`, quantisation 1, rows.
fn packed_copy(ctrl: u64) -> Vec<u16> {
    let mut memory = FlatMemory::default();
    let source = [f32::INFINITY, f32::NAN, 1e5].map(f32::to_le_bytes).concat();
    *memory.local(Space::Acc, 0) = source;
    memory.buffers = vec![vec![0; 6]];
    memory.modes.ctrl = ctrl;
    let to = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: DType::F16 };
    let (xm, xt) = (3 << 4 | 1 << 16 | 3 << 32, 16 | 1u64 << 34 | 1 << 43);
    let number = |v: u64| Arg::Scalar(DType::I64, v);
    let args = [(0, ptr(Space::Acc, 0)), (1, Arg::Ptr(to)), (2, number(xm)), (3, number(xt))];
    let numerics = Numerics::new(Target::A5, Semantics::Silicon);
    let def = pto_isa::find("copy_matrix_cc_to_gm").unwrap();
    memory.run(def, &numerics, &args, &[]).unwrap();
    memory.buffers[0].chunks(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect()
}

#[test]
fn the_control_register_says_how_packed_copies_saturate() {
    assert_eq!(packed_copy(0), [0x7BFF, 0, 0x7BFF]);
    assert_eq!(packed_copy(1 << 50), [0x7BFF, 0x7E00, 0x7BFF]);
    assert_eq!(packed_copy(1 << 48), [0x7C00, 0x7E00, 0x7C00]);
    assert_eq!(packed_copy(1 << 48 | 1 << 50), [0x7C00, 0x7E00, 0x7C00]);
}

/// `value` times 1 by `mad_raw`, both f32.
fn packed_product(ctrl: u64, value: f32) -> f32 {
    let mut memory = FlatMemory::default();
    let image = |first: f32| [first, 0.0].map(f32::to_le_bytes).concat();
    for (space, first) in [(Space::Left, value), (Space::Right, 1.0), (Space::Acc, 0.0)] {
        *memory.local(space, 0) = image(first);
    }
    memory.modes.ctrl = ctrl;
    let xt = Arg::Scalar(DType::I64, 1 | 1 << 12 | 1 << 24 | 1 << 63);
    let args =
        [(0, ptr(Space::Left, 0)), (1, ptr(Space::Right, 0)), (2, ptr(Space::Acc, 0)), (3, xt)];
    let numerics = Numerics::new(Target::A5, Semantics::Silicon);
    memory.run(pto_isa::find("mad_raw").unwrap(), &numerics, &args, &[]).unwrap();
    f32::from_le_bytes(memory.local(Space::Acc, 0)[..4].try_into().unwrap())
}

#[test]
fn the_control_register_says_how_packed_products_round_and_saturate() {
    let tie = 1.0 + f32::EPSILON * 4096.0;
    assert_eq!(packed_product(0, tie), tie);
    assert_eq!(packed_product(1 << 47, tie), tie);
    assert_eq!(packed_product(1 << 46, tie), 1.0);
    assert_eq!(packed_product(1 << 46 | 1 << 47, tie), 1.0 + f32::EPSILON * 8192.0);
    assert_eq!(packed_product(0, f32::INFINITY), f32::MAX);
    assert_eq!(packed_product(1 << 48, f32::INFINITY), f32::INFINITY);
}
