//! Matrix products.

use super::Random;
use super::moves::{Tally, locals, numerics};
use pto_isa::DType::{self, *};
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{Layout, Space, TileTy};
use pto_kernels::differential::Case;

/// A tile of whole boxes for `valid` elements.
fn tile(
    r: &mut Random,
    space: Space,
    dtype: DType,
    layouts: &[Layout],
    valid: (u32, u32),
    addr: u64,
) -> TileAt {
    let layout = r.pick(layouts);
    let mut ty = TileTy::vec(dtype, 0, 0);
    ty.space = space;
    (ty.blayout, ty.slayout) = layout.orders();
    if space == Space::Acc {
        ty.fractal = 1024;
    }
    let step = if layout.is_boxed() { layout.inner_box(dtype, ty.fractal) } else { (1, 1) };
    let room = |r: &mut Random, len: u32, step: u32| {
        len.next_multiple_of(step) + if r.one_in(4) { step } else { 0 }
    };
    (ty.rows, ty.cols) = (room(r, valid.0, step.0), room(r, valid.1, step.1));
    TileAt::new(ty, valid, addr)
}

/// Numbers of similar size so that sums round, and a few of any kind.
fn fill(r: &mut Random, dtype: DType, bytes: &mut [u8]) {
    let odd = r.one_in(3);
    for element in bytes.chunks_exact_mut(dtype.bytes() as usize) {
        if (odd && r.one_in(50)) || dtype.is_int() {
            continue;
        }
        let (sign, fraction) = (r.below(2), r.next());
        let code = match dtype {
            F16 => sign << 15 | 0x3800 | fraction & 0x7FF,
            Bf16 => sign << 15 | 0x3F00 | fraction & 0xFF,
            _ => sign << 31 | 0x3F00_0000 | fraction & 0xFF_FFFF,
        };
        element.copy_from_slice(&code.to_le_bytes()[..element.len()]);
    }
}

#[test]
fn products_leave_the_bytes_of_the_definition() {
    const FACTORS: &[Layout] =
        &[Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn, Layout::Nd, Layout::Dn];
    let mut tally = Tally::default();
    for seed in 0..700 {
        let mut r = Random::new(seed);
        let numerics = numerics(&mut r);
        let most = if r.one_in(4) { 70 } else { 24 };
        let (m, k, n) = (r.range(1, most), r.range(1, most), r.range(1, most));
        let float = r.pick(&[F32, F16, Bf16]);
        let (a, b, c) = match r.below(8) {
            0 => (r.pick(&[I8, U8]), r.pick(&[I8, U8]), I32),
            1 => (r.pick(&[F32, F16, F8E4M3]), r.pick(&[F32, F16, I8]), F32),
            _ => (float, float, F32),
        };
        let lhs = tile(&mut r, Space::Left, a, FACTORS, (m, k), 0);
        let mut rhs = tile(&mut r, Space::Right, b, FACTORS, (k, n), 0);
        let dst = tile(&mut r, Space::Acc, c, &[Layout::Nz, Layout::Nz, Layout::Nd], (m, n), 0);
        let bias = tile(&mut r, Space::Bias, c, &[Layout::Nd], (1, n), 0);
        let mut acc = dst;
        if r.one_in(2) {
            acc = tile(&mut r, Space::Acc, c, &[Layout::Nz], (m, n), 32768);
        }
        match r.below(20) {
            0 => acc.addr = 64,
            1 => acc.valid.0 = acc.valid.0.saturating_sub(1).max(1),
            2 => rhs.valid.0 = 1,
            _ => {}
        }
        let name = r.pick(&["tmatmul", "tmatmul.acc", "tmatmul.bias", "tgemv"]);
        let def = pto_isa::find(name).unwrap();
        let slot = |names: [&str; 2]| names.iter().find_map(|n| def.slot(n)).unwrap();
        let mut args = vec![
            (slot(["lhs", "a"]), Arg::Tile(lhs)),
            (slot(["rhs", "b"]), Arg::Tile(rhs)),
            (slot(["dst", "dst"]), Arg::Tile(dst)),
        ];
        match name {
            "tmatmul.acc" => args.push((slot(["acc_in", "acc"]), Arg::Tile(acc))),
            "tmatmul.bias" => args.push((slot(["bias", "bias"]), Arg::Tile(bias))),
            _ => {}
        }
        args.sort_by_key(|a| a.0);
        let mut locals = locals(&mut r, &[lhs, rhs, dst, bias, acc]);
        for (space, bytes) in &mut locals {
            let dtype = match space {
                Space::Left => a,
                Space::Right => b,
                _ => c,
            };
            fill(&mut r, dtype, bytes);
        }
        let case = Case { def, numerics, args: &args, attrs: &[], locals: &locals, buffers: &[] };
        tally.add(seed, &case);
    }
    tally.check(700, 450);
}
