//! How fast every executable instruction runs: each element type and arrangement against a plain Rust loop, in one
//! process, on one thread, as ratio of the least times. `cargo xtask bench --all` starts it, and `--write` puts the result into
//! docs/speed.md and every cell into target/speed.csv. With names, only instructions whose name contains one of them.
//!
//! Cells come from the filetests: `shape` makes tiles of about 64 x 128 of their legal uses, so that a new instruction
//! shows by itself. An instruction runs as in a program, by its kernel or else by its definition, without decoding.
//! The other files have the plain loops. What has none is listed as such, and a plain loop whose results differ from the
//! definition's does not count.

mod choose;
#[path = "../kernels/clock.rs"]
mod clock;
mod contents;
mod convert;
mod elementwise;
mod fold;
mod irregular;
mod movement;
mod plane;
mod product;
mod quantise;
mod reference;
mod registers;
mod shape;
mod table;

use clock::thread_nanos;
use contents::{Mood, Scene};
use pto_isa::def::AllowedScope;
use pto_isa::sem::exec::get_code;
use pto_isa::sem::{Arg, Elem, Memory, Numerics, Sem, Semantics};
use pto_isa::{DType, format};
use pto_kernels::differential::{Case, execute, with_memory};
use pto_kernels::memory::CoreMemory;
use reference::{Job, Loop};
use shape::Subject;
use table::{Measured, Row, Verdict};

/// Nanoseconds that one sample of either side should take at least.
const SAMPLE: f64 = 60_000.0;
/// Samples of either side that a cell far from its limit gets, and the most that one gets that is near it.
/// The least of them counts: other work on the machine only ever adds to it.
const SAMPLES: std::ops::RangeInclusive<usize> = 3..=25;
/// A ratio below this part of the limit is well within it, and from that many times the limit on far past it.
const WELL_WITHIN: f64 = 0.75;
const FAR_PAST: f64 = 3.0;
/// A cell that is this slow is not measured again and again.
const SLOW: f64 = 3_000_000.0;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let write = args.iter().any(|a| a == "--write");
    let names: Vec<&String> = args.iter().filter(|a| !a.starts_with("--")).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|n| name.contains(n.as_str()));
    let mut rows = Vec::new();
    let shown = |row: Row| {
        if !names.is_empty() {
            println!("{row}");
        }
        row
    };
    for instruction in shape::instructions(wanted) {
        if instruction.def.scope == AllowedScope::Vecscope {
            let cells = registers::measure(instruction.def);
            if cells.is_empty() {
                rows.push(shown(Row::without_cell(instruction.def)));
            }
            rows.extend(cells.into_iter().map(|c| shown(Row::of_registers(instruction.def, c))));
            continue;
        }
        if instruction.cells.is_empty() {
            rows.push(shown(Row::without_cell(instruction.def)));
        }
        for subject in &instruction.cells {
            rows.push(shown(Row::new(subject, measure(subject))));
        }
    }
    table::print_summary(&rows);
    if write && let Err(e) = table::write(&rows) {
        eprintln!("error: {e}");
        std::process::exit(2);
    }
}

/// Measures a cell, with numbers that the instruction takes.
fn measure(s: &Subject) -> Verdict {
    let mut verdict = Verdict::DoesNotFit;
    for mood in [Mood::ByName, Mood::Small] {
        let Some(scene) = contents::set_up(s, mood) else { return Verdict::DoesNotFit };
        verdict = measure_scene(s, &scene);
        if !matches!(verdict, Verdict::Stops(_)) {
            break;
        }
    }
    verdict
}

fn measure_scene(s: &Subject, scene: &Scene) -> Verdict {
    let attrs: Vec<_> = s.u.attrs.iter().map(|(n, s)| (n.as_str(), s.value())).collect();
    let case = Case {
        def: s.u.def,
        numerics: Numerics::new(s.target, Semantics::Manual),
        args: &scene.args,
        attrs: &attrs,
        locals: &scene.locals,
        buffers: &scene.buffers,
    };
    let mut job = Job { case: &case, scene, operands: plane::operands(scene) };
    let reference = reference_of(&mut job);
    with_memory(&case, |memory| {
        let by_kernel = match execute(&case, memory) {
            Ok(by_kernel) => by_kernel,
            Err(trap) => return Verdict::Stops(trap.message),
        };
        let elements = elements(scene);
        let Some(mut plain) = reference else {
            let nanos = least(|n| time(n, || drop(execute(&case, memory))));
            return Verdict::NoReference { by_kernel, nanos: nanos / elements };
        };
        plain.run();
        if let Some(difference) = difference(memory, &case, plain.as_ref()) {
            let nanos = least(|n| time(n, || drop(execute(&case, memory))));
            return Verdict::Differs { by_kernel, nanos: nanos / elements, difference };
        }
        let (ours, theirs) = compare(&case, memory, s.arrangement.limit(), plain.as_mut());
        Verdict::Measured(Measured {
            by_kernel,
            nanos: ours / elements,
            plain: theirs / elements,
            ratio: ours / theirs,
        })
    })
    .0
}

/// Elements of the largest tile's valid region.
fn elements(scene: &Scene) -> f64 {
    let sizes = scene.args.iter().filter_map(|a| match a.1 {
        Arg::Tile(t) => Some(u64::from(t.valid.0) * u64::from(t.valid.1)),
        _ => None,
    });
    sizes.max().unwrap_or(1).max(1) as f64
}

/// Nanoseconds of processor time per call.
fn time(calls: usize, mut f: impl FnMut()) -> f64 {
    let start = thread_nanos();
    for _ in 0..calls {
        f();
    }
    (thread_nanos() - start) / calls as f64
}

/// How many calls make a sample.
fn calls(once: f64) -> usize {
    (SAMPLE / once.max(10.0)).ceil() as usize
}

/// The least time of a call.
fn least(mut sample: impl FnMut(usize) -> f64) -> f64 {
    let once = sample(1).min(sample(1));
    if once > SLOW {
        return once;
    }
    let n = calls(once);
    (0..*SAMPLES.start()).map(|_| sample(n)).fold(f64::INFINITY, f64::min)
}

/// Samples the instruction and the plain loop by turns, until there are enough of them: the least time of either.
fn alternate(
    limit: f64,
    mut ours: impl FnMut() -> f64,
    mut theirs: impl FnMut() -> f64,
) -> (f64, f64) {
    let mut least = (f64::INFINITY, f64::INFINITY);
    for turn in 1..=*SAMPLES.end() {
        least = (least.0.min(ours()), least.1.min(theirs()));
        let ratio = least.0 / least.1 / limit;
        let enough = !(WELL_WITHIN..FAR_PAST).contains(&ratio) || least.0 > SLOW;
        if turn >= *SAMPLES.start() && enough {
            break;
        }
    }
    least
}

/// Nanoseconds of the instruction and of the plain loop.
fn compare(
    case: &Case<'_>,
    memory: &mut CoreMemory<'_>,
    limit: f64,
    plain: &mut dyn Loop,
) -> (f64, f64) {
    let mut run = |n| time(n, || drop(execute(case, memory)));
    let our_calls = calls(run(1).min(run(1)));
    let plain_calls = calls(time(1, || plain.run()).min(time(1, || plain.run())));
    alternate(limit, || run(our_calls), || time(plain_calls, || plain.run()))
}

/// The plain loop of a cell.
fn reference_of(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    match &job.case.def.sem {
        Sem::Map(m) => elementwise::map(m, job),
        Sem::Reduce(r) => fold::reduce(r, job),
        Sem::ArgReduce(a) => fold::arg_reduce(a, job),
        Sem::Compare(c) => choose::compare(c, job),
        Sem::Select(s) => choose::select(s, job),
        Sem::Convert(c) => convert::convert(c, job),
        Sem::Load(l) => movement::load(l, job),
        Sem::Store(s) => movement::store(s, job),
        Sem::Move(m) => movement::movement(m, job),
        Sem::FillPad(f) => movement::fill_pad(f, job),
        Sem::Part(p) => irregular::part(p, job),
        Sem::PartArg(p) => irregular::part_arg(p, job),
        Sem::Matmul(m) => product::product(m, job),
        _ => by_name(job),
    }
}

/// The plain loop of an instruction whose semantics are a function of its own.
fn by_name(job: &mut Job<'_>) -> Option<Box<dyn Loop>> {
    use pto_isa::ops;
    let def = job.case.def;
    let slot = |name: &str| irregular::slot(job, name);
    match () {
        () if def.is(&ops::tile_gather::tgather) => irregular::gather(job),
        () if def.is(&ops::tile_gather::tgatherb) => irregular::gather_bytes(job),
        () if def.is(&ops::tile_gather::tscatter) => irregular::scatter(job),
        () if def.is(&ops::tile_sort::tsort32) => irregular::sort32(job),
        () if def.is(&ops::tile_sort::tmrgsort) => irregular::merge_sort(job),
        () if def.is(&ops::tile_sort::thistogram) => irregular::histogram(job),
        () if def.is(&ops::tile_generate::ttri) => irregular::triangle(job),
        () if def.is(&ops::tile_generate::tci) => irregular::sequence(job),
        () if def.is(&ops::tile_generate::trandom) => irregular::random(job),
        () if def.is(&ops::tile_quant::tquant) => quantise::quantise(job),
        () if def.is(&ops::tile_quant::tdequant) => quantise::dequantise(job),
        () if def.is(&ops::tile_fused::taddreluconv) => quantise::relu_convert(job, Elem::AddRelu),
        () if def.is(&ops::tile_fused::tsubreluconv) => quantise::relu_convert(job, Elem::SubRelu),
        () if def.is(&ops::tile_layout::tconcat) => {
            let slots = [slot("src0")?, slot("src1")?, slot("dst")?];
            movement::concat(job, slots)
        }
        () if def.name == "tinterleave" => movement::interleave(job),
        () if def.name == "tdeinterleave" => movement::deinterleave(job),
        () => None,
    }
}

/// Elements of the plain loop's result that may differ: ties, and roundings of roundings.
const MOST_DIFFERENCES: usize = 50;

/// Why a plain loop does not compute what the instruction does.
fn difference(memory: &CoreMemory<'_>, case: &Case<'_>, plain: &dyn Loop) -> Option<String> {
    let (slot, codes) = plain.results();
    let arg = case.args.iter().find(|a| a.0 == slot)?.1;
    let Arg::Tile(t) = arg else { return None };
    let bytes = memory.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes()).ok()?;
    let (rows, cols) = (t.valid.0, t.valid.1);
    if codes.len() as u64 != u64::from(rows) * u64::from(cols) {
        return None;
    }
    let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let mut wrong = 0;
    let mut first = None;
    for ((r, c), plain) in places.zip(codes) {
        let ours = get_code(bytes, t.ty.dtype, t.bit_offset(r, c));
        if !is_near(t.ty.dtype, ours, plain) {
            wrong += 1;
            first.get_or_insert((r, c, ours, plain));
        }
    }
    let (r, c, ours, plain) =
        first.filter(|_| wrong > MOST_DIFFERENCES.min(rows as usize * cols as usize / 20))?;
    Some(format!("{wrong} elements, the first at row {r}, column {c}: {ours:#x}, not {plain:#x}"))
}

/// Whether two codes are the same number but for rounding.
fn is_near(dtype: DType, a: u64, b: u64) -> bool {
    if a == b {
        return true;
    }
    let (x, y) = (format::decode(dtype, a), format::decode(dtype, b));
    if dtype.is_int() {
        return (x - y).abs() <= 1.0;
    }
    let tolerance = match dtype.bits() {
        32 => 1e-4,
        16 => 2e-2,
        _ => 0.3,
    };
    x.is_nan() && y.is_nan() || (x - y).abs() <= tolerance * x.abs().max(y.abs()).max(1e-3)
}
