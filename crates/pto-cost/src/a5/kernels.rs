//! Copies and products of A5 against the pipes of published kernels.

use super::Device;
use super::tests::Errors;
use crate::data::CostData;
use crate::estimate::Work;
use pto_isa::sem::{Arg, PtrAt, TileAt, ViewAt};
use pto_isa::{DType, Space, Target, TileTy, find};
use std::fmt::Write;

const FACTS: &str = include_str!("../../data/measured_a5_kernels.csv");

fn tile(space: Space, dtype: DType, rows: u32, cols: u32) -> Arg {
    let ty = TileTy { space, ..TileTy::vec(dtype, rows, cols) };
    Arg::Tile(TileAt::new(ty, (rows, cols), 0))
}

fn view(dtype: DType) -> Arg {
    let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype };
    Arg::View(ViewAt { at, dims: [1; 5], strides: [1; 5] })
}

/// Cycles that an instruction takes its pipe, one of many in a row.
fn occupancy(device: &Device, op: &str, args: &[(&str, Arg)], own_fill: bool) -> f64 {
    let def = find(op).unwrap();
    let args: Vec<_> = args.iter().map(|(name, arg)| (def.slot(name).unwrap(), *arg)).collect();
    let work = Work { def, target: Target::A5, args: &args, attrs: &[], expand: false };
    let e = device.estimate(&work).unwrap();
    if own_fill { e.cycles() } else { e.occupancy_cycles }
}

/// Adds a table of the pipes to the page, and returns the errors of the cube and of the loads.
pub(super) fn compare(data: &CostData, page: &mut String) -> [(&'static str, Errors); 2] {
    page.push_str(
        "\n## Copies and products\n\nMicroseconds that the pipes of one core work in published products of matrices \
         (`crates/pto-cost/data/measured_a5_kernels.csv`), as measured and as the model adds up its instructions. The speeds of \
         loads, stores and of the cube are fitted to these kernels, those to L0 to fp8 alone: why fp4 takes longer there \
         is not known.\n\n| product | cube | model | TEXTRACT | model | TLOAD | model | TSTORE | model |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let clock = data.get(Target::A5, "machine", "clock_mhz").unwrap().value;
    let device = Device::new(data);
    let (mut cube, mut load) = (Errors::default(), Errors::default());
    for line in FACTS.lines().filter(|l| !l.starts_with('#') && !l.starts_with("dtype,")) {
        let f: Vec<&str> = line.splitn(14, ',').collect();
        let n = |i: usize| f[i].parse::<u32>().unwrap();
        let share = |i: usize| f[i].parse::<f64>().unwrap() * f[8].parse::<f64>().unwrap();
        let dtype = DType::parse(f[0]).unwrap();
        // A tile of fp4 counts pairs.
        let pair = if dtype == DType::F4E2M1x2 { 2 } else { 1 };
        let (m, k, base_m, base_k, base_n) = (n(1) / 4, n(2), n(4), n(5), n(6));
        let blocks = f64::from(m / base_m) * f64::from(n(3) / 8 / base_n);
        let steps = blocks * f64::from(k / base_k);
        let loads = steps / f64::from(n(7));
        let depth = base_k / pair;
        let left = tile(Space::Left, dtype, base_m, depth);
        let right = tile(Space::Right, dtype, depth, base_n);
        let acc = tile(Space::Acc, DType::F32, base_m, base_n);
        let mad =
            occupancy(&device, "tmatmul_mx", &[("a", left), ("b", right), ("dst", acc)], false);
        let source = |rows, cols| tile(Space::Mat, dtype, rows, cols);
        let extract =
            occupancy(&device, "textract", &[("src", source(base_m, depth)), ("dst", left)], false)
                + occupancy(
                    &device,
                    "textract",
                    &[("src", source(depth, base_n)), ("dst", right)],
                    false,
                );
        let wide = depth * n(7);
        let tload = |rows| {
            occupancy(&device, "tload", &[("src", view(dtype)), ("dst", source(rows, wide))], false)
        };
        let store = occupancy(&device, "tstore", &[("src", acc), ("dst", view(DType::F16))], true);
        let us = |cycles: f64| cycles / clock;
        let model = [
            us(mad * steps),
            us(extract * steps),
            us((tload(base_m) + tload(base_n)) * loads),
            us(store * blocks),
        ];
        cube.add(model[0], share(9));
        load.add(model[2], share(11));
        let _ = write!(page, "| {} {} x {} x {} |", f[0], f[1], f[2], f[3]);
        for (i, us) in model.iter().enumerate() {
            let _ = write!(page, " {:.1} | {us:.1} |", share(9 + i));
        }
        page.push('\n');
    }
    let (c, l) = (cube.words(), load.words());
    let _ = writeln!(
        page,
        "\n| pipe | values | median | p90 | max |\n|---|--:|--:|--:|--:|\n| cube | {c} |\n| TLOAD | {l} |"
    );
    [("cube", cube), ("TLOAD", load)]
}
