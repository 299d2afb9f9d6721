//! Loads and stores with views of every kind.

use super::Random;
use pto_isa::sem::{Arg, Numerics, PtrAt, Semantics, TileAt, ViewAt};
use pto_isa::ty::Pad;
use pto_isa::{AttrValue, DType, Layout, Space, Target};
use pto_kernels::differential::{Case, run_both};

const TYPES: [DType; 7] =
    [DType::F32, DType::F16, DType::I8, DType::I64, DType::Bf16, DType::F8E4M3, DType::I4];

/// A view that has room for the tile's valid region, or almost.
fn view(r: &mut Random, t: &TileAt, bytes: u64) -> ViewAt {
    let (rows, cols) = (i64::from(t.valid.0), i64::from(t.valid.1));
    let extra = |r: &mut Random| if r.one_in(3) { r.below(9) as i64 } else { 0 };
    let mut dims = match r.below(6) {
        0 => [1, 2, 1, (rows + 1) / 2, cols],
        1 if cols % 8 == 0 => [1, cols / 8, 1, rows, 8],
        2 if cols % 8 == 0 => [cols / 8, 1, (rows + 3) / 4, 4, 8],
        _ => [1, 1, 1, rows, cols],
    };
    if r.one_in(4) {
        dims[3] += extra(r);
    }
    let mut strides = [0; 5];
    let mut next = 1;
    let order: [usize; 5] = if r.one_in(3) { [3, 4, 2, 1, 0] } else { [4, 3, 2, 1, 0] };
    for d in order {
        strides[d] = next;
        next = next * dims[d] + extra(r);
    }
    match r.below(12) {
        0 => strides[3] = 0,
        1 => strides[4] = 2,
        2 => strides[3] = -strides[3],
        _ => {}
    }
    let offset = match r.below(8) {
        0 => bytes as i64 / 2,
        1 => r.below(64) as i64,
        _ => 0,
    };
    let at = PtrAt { space: Space::Gm, buffer: 0, addr: offset, dtype: t.ty.dtype };
    ViewAt { at, dims, strides }
}

fn trials(name: &str, count: u64, is_load: bool) -> (u64, Vec<String>) {
    let def = pto_isa::find(name).unwrap();
    let (mut fast, mut wrong) = (0, Vec::new());
    for seed in 0..count {
        let mut r = Random::new(seed);
        let target = r.pick(&[Target::CPU, Target::A2A3, Target::A5]);
        let numerics = Numerics::new(target, Semantics::Manual);
        let dtype = r.pick(&TYPES);
        let space = r.pick(if is_load {
            &[Space::Vec, Space::Mat][..]
        } else {
            &[Space::Vec, Space::Mat, Space::Acc][..]
        });
        let layout = match space {
            Space::Acc => Layout::Nz,
            _ => r.pick(&[Layout::Nd, Layout::Nd, Layout::Dn, Layout::Nz, Layout::Zn, Layout::Zz]),
        };
        let addr = r.below(4) * 512;
        let mut tile = r.tile(space, dtype, layout, addr);
        tile.ty.pad = r.pick(&[Pad::Null, Pad::Zero, Pad::Max, Pad::Min]);
        let bytes = tile.size_bytes() * 3 + 256;
        let mut view = view(&mut r, &tile, bytes);
        if !is_load && r.one_in(8) {
            view.at.dtype = r.pick(&TYPES);
        }
        let (v, t) = (Arg::View(view), Arg::Tile(tile));
        let args = if is_load { [(0, v), (1, t)] } else { [(0, t), (1, v)] };
        let layout_word = AttrValue::Word(r.pick(&["nd", "dn", "nz"]));
        let atomic = AttrValue::Word(r.pick(&["none", "atomic_none", "atomic_add"]));
        let attrs = [("layout", layout_word), ("atomicType", atomic)];
        let attrs = match r.below(4) {
            0 => &attrs[..1],
            1 => &attrs[1..],
            _ => &[],
        };
        let (gm, contents) = (r.bytes(bytes as usize), r.contents(&tile));
        let (locals, buffers) = ([contents], [gm]);
        let case = Case { def, numerics, args: &args, attrs, locals: &locals, buffers: &buffers };
        match run_both(&case) {
            Ok(done) => fast += u64::from(done),
            Err(difference) => {
                wrong.push(format!("seed {seed}: {difference}\n{tile:?}\n{view:?} {attrs:?}"));
            }
        }
    }
    (fast, wrong)
}

#[test]
fn loads_leave_the_bytes_of_the_definition() {
    let (fast, wrong) = trials("tload", 1500, true);
    assert!(wrong.is_empty(), "{} of 1500\n{}", wrong.len(), wrong[0]);
    assert!(fast > 750, "only {fast} of 1500 loads have a fast kernel");
}

#[test]
fn stores_leave_the_bytes_of_the_definition() {
    let (fast, wrong) = trials("tstore", 1500, false);
    assert!(wrong.is_empty(), "{} of 1500\n{}", wrong.len(), wrong[0]);
    assert!(fast > 500, "only {fast} of 1500 stores have a fast kernel");
}
