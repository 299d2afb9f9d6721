//! The sequences that tile instructions become on A2/A3, and what they cost.

use pto_cost::{CostData, CostModel, ErrorClass, Estimate, Model, Provenance, Work};
use pto_isa::sem::{Arg, PtrAt, TileAt, ViewAt};
use pto_isa::{BLayout, DType, Space, Target, TileTy, find};

fn ask(op: &str, args: &[(&str, Arg)]) -> Estimate {
    let def = find(op).expect(op);
    let args: Vec<(u8, Arg)> = args.iter().map(|(n, a)| (def.slot(n).expect(n), *a)).collect();
    let model = CostModel::new(Model::Calibrated, Target::A2A3, &CostData::builtin());
    let work = Work { def, target: Target::A2A3, args: &args, attrs: &[], expand: true };
    model.estimate(&work).unwrap_or_else(|| panic!("{op} is uncalibrated"))
}

fn tile(dtype: DType, rows: u32, cols: u32) -> Arg {
    valid(dtype, rows, cols, (rows, cols))
}

fn valid(dtype: DType, rows: u32, cols: u32, valid: (u32, u32)) -> Arg {
    Arg::Tile(TileAt::new(TileTy::vec(dtype, rows, cols), valid, 0))
}

fn in_space(space: Space, dtype: DType, rows: u32, cols: u32) -> Arg {
    let ty = TileTy { space, ..TileTy::vec(dtype, rows, cols) };
    Arg::Tile(TileAt::new(ty, (rows, cols), 0))
}

/// A column of one value per row.
fn column(dtype: DType, rows: u32) -> Arg {
    let ty = TileTy { blayout: BLayout::ColMajor, ..TileTy::vec(dtype, rows, 1) };
    Arg::Tile(TileAt::new(ty, (rows, 1), 0))
}

fn view(dtype: DType, dims: [i64; 5]) -> Arg {
    let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype };
    let strides = [0, 0, dims[3] * dims[4], dims[4], 1];
    Arg::View(ViewAt { at, dims, strides })
}

/// Names with how often they are issued and their repeats; barriers without numbers.
fn steps(e: &Estimate) -> Vec<String> {
    let text = |m: &pto_cost::DeviceInst| match m.name {
        "pipe_barrier" => "barrier".to_string(),
        name => format!("{name} {} x {}", m.count, m.repeats),
    };
    e.expansion.iter().map(text).collect()
}

#[test]
fn a_sum_of_rows_into_a_column_is_a_tree() {
    let e = ask("trowsum", &[("src", tile(DType::F32, 64, 128)), ("dst", column(DType::F32, 64))]);
    let wanted = ["vcgadd 1 x 128", "barrier", "vadd 1 x 8", "barrier", "vcgadd 1 x 8", "barrier"];
    assert_eq!(steps(&e), wanted);
    assert_eq!(e.cycles(), (38.0 + 128.0) + (17.5 + 16.0) + (17.5 + 8.0));
    assert_eq!(e.latency_cycles, 38.0);
    assert_eq!(
        e.expansion[2].detail,
        "neighbouring blocks of results; block stride 2, repeat stride 16"
    );
    assert_eq!(e.provenance, Provenance::Assumed);
}

#[test]
fn a_sum_of_rows_into_rows_goes_pair_by_pair() {
    let dst = valid(DType::F32, 64, 8, (64, 1));
    let e = ask("trowsum", &[("src", tile(DType::F32, 64, 128)), ("dst", dst)]);
    assert_eq!(steps(&e), ["vadd 1 x 64", "barrier", "vcadd 1 x 64"]);
    assert_eq!(e.cycles(), (15.0 + 64.0) + (44.0 + 7.0 * 64.0));
    assert_eq!((e.provenance, e.error), (Provenance::Fitted, ErrorClass::Fair));
}

#[test]
fn a_stride_that_does_not_fit_takes_an_instruction_per_row() {
    let dst = valid(DType::F32, 8, 8, (8, 1));
    let e = ask("trowmax", &[("src", tile(DType::F32, 8, 4096)), ("dst", dst)]);
    assert_eq!(steps(&e), ["vmax 504 x 1", "barrier", "vcmax 1 x 8"]);
}

#[test]
fn integers_have_no_fold_of_a_repeat() {
    let dst = valid(DType::I32, 4, 8, (4, 1));
    let e = ask("trowsum", &[("src", tile(DType::I32, 4, 16)), ("dst", dst)]);
    assert_eq!(steps(&e), ["vector_dup 4 x 1", "vadd 8 x 1", "scalar 32 x 1"]);
}

#[test]
fn an_addition_covers_its_valid_region() {
    let add = |t: Arg| ask("tadd", &[("src0", t), ("src1", t), ("dst", t)]);
    let whole = add(tile(DType::F32, 16, 64));
    assert_eq!((steps(&whole), whole.cycles()), (vec!["vadd 1 x 16".into()], 25.0 + 32.0));
    let part = add(valid(DType::F32, 64, 128, (60, 100)));
    assert_eq!(steps(&part), ["vadd 1 x 60", "vadd 1 x 60"]);
    assert_eq!(part.cycles(), 25.0 + 2.0 * 120.0 + 17.0);
    let nothing = add(valid(DType::F32, 64, 128, (0, 100)));
    assert_eq!((nothing.cycles(), nothing.expansion.len()), (0.0, 0));
}

#[test]
fn division_by_a_number_fills_a_tile_first() {
    let t = tile(DType::F16, 16, 128);
    let e = ask("tdivs", &[("src", t), ("scalar", Arg::Scalar(DType::F16, 0)), ("dst", t)]);
    assert_eq!(steps(&e), ["vector_dup 1 x 16", "barrier", "vdiv 1 x 16"]);
    assert_eq!(e.cycles(), 45.0 + 9.0 * 16.0);
}

#[test]
fn a_column_of_values_is_broadcast_before_it_is_added() {
    let t = tile(DType::F32, 64, 128);
    let e = ask("trowexpandadd", &[("src0", t), ("src1", column(DType::F32, 64)), ("dst", t)]);
    assert_eq!(steps(&e), ["vbrcb 1 x 8", "barrier", "vadd 2 x 64"]);
}

#[test]
fn a_position_per_column_takes_four_instructions_per_row() {
    let dst = tile(DType::U32, 1, 64);
    let e = ask("tcolargmin", &[("src", tile(DType::F32, 9, 64)), ("dstIdx", dst)]);
    assert_eq!(
        steps(&e),
        ["vector_dup 1 x 2", "vadds 8 x 1", "vcmp 8 x 1", "vsel 8 x 1", "vmin 8 x 1"]
    );
}

#[test]
fn loads_pay_a_latency_for_each_copy() {
    let load =
        |dims| ask("tload", &[("src", view(DType::F32, dims)), ("dst", tile(DType::F32, 256, 64))]);
    let one = load([1, 1, 1, 256, 64]);
    assert_eq!((one.latency_cycles, one.occupancy_cycles), (264.0, 512.0));
    let eight = load([2, 2, 2, 32, 64]);
    assert_eq!((eight.latency_cycles, eight.occupancy_cycles), (264.0, 7.0 * 264.0 + 512.0));
    assert_eq!((one.provenance, one.error), (Provenance::Measured, ErrorClass::Close));
}

#[test]
fn what_leaves_the_accumulator_counts_in_bytes_of_the_destination() {
    let store = |dtype| {
        let src = in_space(Space::Acc, DType::F32, 64, 64);
        ask("tstore", &[("src", src), ("dst", view(dtype, [1, 1, 1, 64, 64]))]).occupancy_cycles
    };
    assert_eq!(store(DType::F32), 2.0 * store(DType::F16));
}

#[test]
fn a_product_takes_a_step_per_fractal_and_two_for_f32() {
    let product = |dtype, m, k, n| {
        let (lhs, rhs) = (in_space(Space::Left, dtype, m, k), in_space(Space::Right, dtype, k, n));
        let dst = in_space(Space::Acc, DType::F32, m, n);
        ask("tmatmul", &[("lhs", lhs), ("rhs", rhs), ("dst", dst)]).cycles()
    };
    assert_eq!(product(DType::F16, 128, 64, 128), 6.0 + 256.0);
    assert_eq!(product(DType::F16, 40, 50, 60), 6.0 + 3.0 * 4.0 * 4.0);
    assert_eq!(product(DType::F32, 64, 64, 64), 6.0 + 2.0 * 128.0);
}

#[test]
fn a_number_of_the_user_replaces_the_built_in_one() {
    let mut data = CostData::builtin();
    data.read("a2a3,vadd,slope.f32,4,measured,my board").expect("a row");
    let t = tile(DType::F32, 16, 64);
    let (def, args) = (find("tadd").expect("tadd"), [(0, t), (1, t), (2, t)]);
    let model = CostModel::new(Model::Calibrated, Target::A2A3, &data);
    let work = Work { def, target: Target::A2A3, args: &args, attrs: &[], expand: false };
    assert_eq!(model.estimate(&work).map(|e| e.cycles()), Some(25.0 + 64.0));
}
