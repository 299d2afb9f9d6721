//! Copies and conversions from tile to tile.

use super::Random;
use pto_isa::sem::{Arg, Numerics, OutsideValid, Semantics, TileAt};
use pto_isa::{AttrValue, DType, Layout, Space, Target};
use pto_kernels::differential::{Case, run_both};

const LAYOUTS: [Layout; 7] =
    [Layout::Nd, Layout::Nd, Layout::Dn, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn];

pub(crate) fn numerics(r: &mut Random) -> Numerics {
    let target = r.pick(&[Target::CPU, Target::A2A3, Target::A5]);
    let mut n = Numerics::new(target, r.pick(&[Semantics::Manual, Semantics::Silicon]));
    n.outside_valid = r.pick(&OutsideValid::ALL);
    n
}

/// Both tiles with the same extents, as far as their boxes allow; valid regions of their own at times.
fn fit(r: &mut Random, src: &mut TileAt, dst: &mut TileAt) {
    let least = |a: u32, b: u32| a.min(b);
    let valid = (least(src.ty.rows, dst.ty.rows), least(src.ty.cols, dst.ty.cols));
    (src.valid, dst.valid) = (valid, valid);
    match r.below(4) {
        0 => dst.valid = r.valid(valid),
        1 => {
            src.valid = r.valid(valid);
            dst.valid = src.valid;
        }
        _ => {}
    }
    if r.one_in(10) {
        src.valid = r.valid(src.shape());
    }
}

pub(crate) fn locals(r: &mut Random, tiles: &[TileAt]) -> Vec<(Space, Vec<u8>)> {
    let mut list: Vec<(Space, Vec<u8>)> = Vec::new();
    for t in tiles {
        let (space, bytes) = r.contents(t);
        match list.iter_mut().find(|l| l.0 == space) {
            Some(old) if old.1.len() >= bytes.len() => {}
            Some(old) => old.1 = bytes,
            None => list.push((space, bytes)),
        }
    }
    list
}

#[derive(Default)]
pub(crate) struct Tally {
    fast: u64,
    wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, seed: u64, case: &Case<'_>) {
        match run_both(case) {
            Ok(done) => self.fast += u64::from(done),
            Err(difference) => {
                let (args, attrs) = (case.args, case.attrs);
                self.wrong.push(format!("seed {seed}: {difference}\n{args:?}\n{attrs:?}"));
            }
        }
    }

    pub(crate) fn check(&self, count: u64, least: u64) {
        let wrong = &self.wrong;
        assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong[0]);
        assert!(self.fast >= least, "only {} of {count} have a fast kernel", self.fast);
    }
}

#[test]
fn moves_leave_the_bytes_of_the_definition() {
    let mut tally = Tally::default();
    for seed in 0..1500 {
        let mut r = Random::new(seed);
        let numerics = numerics(&mut r);
        let name = r.pick(&["tmov", "textract", "tinsert", "ttrans"]);
        let def = pto_isa::find(name).unwrap();
        let types = [DType::F32, DType::F16, DType::I8, DType::Bf16, DType::I64, DType::I32];
        let from_space = r.pick(&[Space::Vec, Space::Mat, Space::Acc]);
        let to_space = r.pick(&[Space::Vec, Space::Left, Space::Right]);
        let (a, b) = (r.pick(&types), r.pick(&types));
        let b = if r.one_in(4) { b } else { a };
        let layout = if from_space == Space::Acc { Layout::Nz } else { r.pick(&LAYOUTS) };
        let mut src = r.tile(from_space, a, layout, 0);
        let to_layout = r.pick(&LAYOUTS);
        let addr = r.pick(&[0, 512, 16384]);
        let mut dst = r.tile(to_space, b, to_layout, addr);
        let (mut row, mut col) = (0, 0);
        match name {
            "textract" => {
                (row, col) = (r.range(0, 9), r.range(0, 9));
                dst.valid.0 = dst.valid.0.min(src.ty.rows.saturating_sub(row).max(1));
                dst.valid.1 = dst.valid.1.min(src.ty.cols.saturating_sub(col).max(1));
            }
            "tinsert" => {
                (row, col) = (r.range(0, 9), r.range(0, 9));
                src.valid.0 = src.valid.0.min(dst.ty.rows.saturating_sub(row).max(1));
                src.valid.1 = src.valid.1.min(dst.ty.cols.saturating_sub(col).max(1));
            }
            "ttrans" => {
                src.valid = (src.ty.rows.min(dst.ty.cols), src.ty.cols.min(dst.ty.rows));
            }
            _ => fit(&mut r, &mut src, &mut dst),
        }
        if name == "textract" && !r.one_in(4) {
            src.valid = src.shape();
        }
        let (s, d) = (Arg::Tile(src), Arg::Tile(dst));
        let at = |n: u32| Arg::Scalar(DType::I64, u64::from(n));
        let args = match name {
            "tmov" => vec![(0, s), (1, d)],
            "ttrans" => vec![(0, s), (2, d)],
            _ => vec![(0, s), (1, at(row)), (2, at(col)), (3, d)],
        };
        let relu = [("reluPreMode", AttrValue::Word(r.pick(&["no_relu", "normal_relu"])))];
        let attrs = if r.one_in(6) { &relu[..] } else { &[] };
        let locals = locals(&mut r, &[src, dst]);
        let case = Case { def, numerics, args: &args, attrs, locals: &locals, buffers: &[] };
        tally.add(seed, &case);
    }
    tally.check(1500, 600);
}

/// Codes of numbers that conversions find hard.
fn hard_codes(r: &mut Random, dtype: DType, bytes: &mut [u8]) {
    let size = dtype.bytes() as usize;
    for element in bytes.chunks_exact_mut(size) {
        let random = r.next();
        let code = match (dtype, r.below(4)) {
            (_, 0) => continue,
            (DType::F32, 1) => {
                let list =
                    [0.5f32, -0.5, 1.5, 2.5, -2.5, 65504.0, 65519.9, 65520.0, -65536.0, 3e38];
                let more =
                    [f32::NAN, f32::INFINITY, -f32::INFINITY, -0.0, 2147483647.0, -3e9, 1e-45];
                let all: Vec<f32> = list.into_iter().chain(more).collect();
                u64::from(r.pick(&all).to_bits())
            }
            (DType::F32, 2) => u64::from(((random >> 40) as f32 / 64.0 - 1e5).to_bits()),
            (DType::F16, 1) => r.pick(&[0x7C00, 0xFC00, 0x7C01, 0xFE00, 1, 0x8000, 0x7BFF, 0x3800]),
            (DType::Bf16, 1) => {
                r.pick(&[0x7F80, 0xFF80, 0x7F81, 1, 0x8000, 0x7F7F, 0x3F00, 0xC0A0])
            }
            _ => continue,
        };
        element.copy_from_slice(&code.to_le_bytes()[..size]);
    }
}

#[test]
fn conversions_leave_the_bytes_of_the_definition() {
    use DType::*;
    let def = pto_isa::find("tcvt").unwrap();
    let mut tally = Tally::default();
    for seed in 0..2000 {
        let mut r = Random::new(seed);
        let numerics = numerics(&mut r);
        let types = [F32, F16, Bf16, I32, I16, I8, U8];
        let (a, b) = match r.below(10) {
            0 => (r.pick(DType::ALL), r.pick(DType::ALL)),
            _ => (r.pick(&types), r.pick(&types)),
        };
        if a == I1 || b == I1 {
            continue;
        }
        let (from, to) = (r.pick(&LAYOUTS[..4]), r.pick(&LAYOUTS[..4]));
        let to = if r.one_in(3) { to } else { from };
        let mut src = r.tile(Space::Vec, a, from, 0);
        let mut dst = r.tile(Space::Vec, b, to, 32768);
        if r.one_in(2) {
            // Long rows, and both tiles alike.
            (src.ty.rows, src.ty.cols) = (r.range(1, 2) * 32, r.range(1, 5) * 64);
            (dst.ty.rows, dst.ty.cols) = src.shape();
            (src.storage, dst.storage) = (src.shape(), dst.shape());
            dst.addr = 64 * 320 * 8;
        }
        fit(&mut r, &mut src, &mut dst);
        if a.bits() == b.bits() && r.one_in(4) {
            (dst.addr, dst.storage) = (src.addr, src.storage);
            (dst.ty.rows, dst.ty.cols) = src.shape();
        }
        let rmode = AttrValue::Word(r.pick(&[
            "RINT",
            "CAST_TRUNC",
            "floor",
            "CEIL",
            "ROUND",
            "ODD",
            "NONE",
        ]));
        let sat = AttrValue::Word(r.pick(&["on", "off"]));
        let attrs = [("rmode", rmode), ("satmode", sat)];
        let attrs = match r.below(4) {
            0 => &attrs[..],
            1 => &attrs[1..],
            2 => &attrs[..1],
            _ => &[],
        };
        let mut locals = locals(&mut r, &[src, dst]);
        let end = src.size_bytes() as usize;
        hard_codes(&mut r, a, &mut locals[0].1[..end]);
        let args = [(0, Arg::Tile(src)), (2, Arg::Tile(dst))];
        let case = Case { def, numerics, args: &args, attrs, locals: &locals, buffers: &[] };
        tally.add(seed, &case);
    }
    tally.check(2000, 500);
}
