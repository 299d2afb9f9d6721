//! Every legal use of an instruction in the filetests has an estimate that is no zero and that grows with its tiles; on
//! A2/A3 its sequence adds up.

use pto_check::Options;
use pto_cost::{CostData, CostModel, Estimate, Model, Provenance, Work};
use pto_ir::module::Node;
use pto_ir::{Module, parse};
use pto_isa::sem::{Arg, PtrAt, RegAt, RegTy, TileAt, ViewAt};
use pto_isa::{Cost, DType, OpDef, Space, Target, Type};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Stands for numbers, dynamic extents and counts that only a run knows.
const SOME: u32 = 16;

fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/isa")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the filetests") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "pto") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The value of an operand of a type, as far as a model looks at it.
fn value(ty: &Type) -> Option<Arg> {
    let at = |space, dtype| PtrAt { space, buffer: 0, addr: 0, dtype };
    Some(match ty {
        Type::Scalar(dtype) => Arg::Scalar(*dtype, SOME.into()),
        Type::Index => Arg::Scalar(DType::I64, SOME.into()),
        Type::Tile(t) => {
            let valid =
                (t.valid_rows.known().unwrap_or(SOME), t.valid_cols.known().unwrap_or(SOME));
            Arg::Tile(TileAt::new(*t, valid, 0))
        }
        Type::Vreg { dtype, .. } => Arg::Reg(RegAt { at: 0, bytes: 256, ty: RegTy::Vec(*dtype) }),
        Type::Mask(width) => Arg::Reg(RegAt { at: 0, bytes: 32, ty: RegTy::Mask(*width) }),
        Type::Align => Arg::Reg(RegAt { at: 0, bytes: 32, ty: RegTy::Align }),
        Type::Ptr { dtype, space } => Arg::Ptr(at(space.unwrap_or(Space::Gm), *dtype)),
        Type::View { dims, dtype, .. } => {
            let mut all = [1; 5];
            let first = all.len().checked_sub(dims.len())?;
            for (extent, dim) in all[first..].iter_mut().zip(dims) {
                *extent = dim.known().unwrap_or(SOME).into();
            }
            let strides =
                [all[1..].iter().product(), all[2..].iter().product(), all[3] * all[4], all[4], 1];
            Arg::View(ViewAt { at: at(Space::Gm, *dtype), dims: all, strides })
        }
        _ => return None,
    })
}

fn args(module: &Module, node: &Node) -> Vec<(u8, Arg)> {
    let given = module.operands(node).iter().map(|o| (o.slot, o.value));
    let made = module.results(node).map(|r| (module.value(r).slot, r));
    let all = given.chain(made);
    let mut args: Vec<(u8, Arg)> =
        all.filter_map(|(slot, v)| Some((slot, value(module.type_of(v)?)?))).collect();
    args.sort_by_key(|a| a.0);
    args
}

/// Calls `each` with every use that is legal on a target.
fn uses(target: Target, mut each: impl FnMut(&'static OpDef, &[(u8, Arg)])) {
    let options = Options { partial: true, ..Options::default() };
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("a program");
        for section in text.split("\n// -----\n") {
            let (module, found) = parse(section);
            let checked = pto_check::check(&module, target, &options);
            if found.iter().chain(&checked).any(|d| d.is_error()) {
                continue;
            }
            for (_, node) in module.nodes() {
                if let Some(def) = module.def(node).filter(|d| d.support_on(target).is_some()) {
                    each(def, &args(&module, node));
                }
            }
        }
    }
}

/// Instructions nothing is known about: links to other devices, and registers that only A5 has.
fn may_be_unknown(def: &OpDef) -> bool {
    matches!(def.cost, Cost::Remote | Cost::Register)
}

#[test]
fn every_legal_use_on_a2a3_has_an_estimate_that_adds_up() {
    const TARGET: Target = Target::A2A3;
    let model = CostModel::new(Model::Calibrated, TARGET, &CostData::builtin());
    let mut known: BTreeMap<&str, u32> = BTreeMap::new();
    let mut problems = Vec::new();
    uses(TARGET, |def, args| {
        let ask = |expand| model.estimate(&Work { def, target: TARGET, args, attrs: &[], expand });
        let Some(e) = ask(true) else {
            if !may_be_unknown(def) {
                problems.push(format!("{}: no estimate with {args:?}", def.name));
            }
            return;
        };
        *known.entry(def.name).or_default() += 1;
        let total: f64 = e.expansion.iter().map(|m| m.cycles).sum();
        let fine = e.latency_cycles >= 0.0 && e.occupancy_cycles >= 0.0 && e.cycles().is_finite();
        if !fine || (total - e.cycles()).abs() > 1e-6 {
            problems.push(format!("{}: {} cycles, its sequence {total}", def.name, e.cycles()));
        }
        if e.provenance == Provenance::Uncalibrated {
            problems.push(format!("{}: an estimate of nothing", def.name));
        }
        if ask(false) != Some(Estimate { expansion: Vec::new(), ..e }) {
            problems.push(format!("{}: another answer without its sequence", def.name));
        }
    });
    problems.sort();
    problems.dedup();
    assert_eq!(problems, Vec::<String>::new());
    let never: Vec<&str> = pto_isa::all()
        .filter(|d| {
            d.support_on(TARGET).is_some() && !may_be_unknown(d) && !known.contains_key(d.name)
        })
        .map(|d| d.name)
        .collect();
    assert_eq!(never, Vec::<&str>::new(), "instructions without a legal use that was estimated");
}

/// Every model with every target that it has numbers for.
fn models() -> Vec<CostModel> {
    let data = CostData::builtin();
    let of = |model, target| CostModel::new(model, target, &data);
    use Model::{Calibrated, Documented};
    vec![
        of(Calibrated, Target::A2A3),
        of(Calibrated, Target::A5),
        of(Documented, Target::A2A3),
        of(Documented, Target::A5),
    ]
}

/// The same operands with tiles and views of this many times the rows and the columns.
fn scaled(args: &[(u8, Arg)], by: u32) -> Vec<(u8, Arg)> {
    let larger = |arg: &Arg| match arg {
        Arg::Tile(t) => {
            let mut ty = t.ty;
            (ty.rows, ty.cols) = (by * ty.rows, by * ty.cols);
            Arg::Tile(TileAt::new(ty, (by * t.valid.0, by * t.valid.1), 0))
        }
        Arg::View(v) => {
            let by = i64::from(by);
            let [a, b, c, rows, cols] = v.dims;
            let dims = [a, b, c, by * rows, by * cols];
            let [d, e, f, row, col] = v.strides;
            Arg::View(ViewAt {
                dims,
                strides: [by * by * d, by * by * e, by * by * f, by * row, col],
                ..*v
            })
        }
        other => *other,
    };
    args.iter().map(|(slot, arg)| (*slot, larger(arg))).collect()
}

/// Whether no tile is empty.
fn does_something(args: &[(u8, Arg)]) -> bool {
    !args.iter().any(|a| matches!(a.1, Arg::Tile(t) if t.valid.0 == 0 || t.valid.1 == 0))
}

/// The same operands; numbers that hold several counts have none that is zero.
fn with_full_fields(def: &OpDef, args: &[(u8, Arg)]) -> Vec<(u8, Arg)> {
    let packed =
        matches!(def.cost, Cost::MadPacked(_) | Cost::MergePacked(_) | Cost::WritebackPacked(_));
    let full = |arg: &Arg| match arg {
        Arg::Scalar(dtype, _) if packed => Arg::Scalar(*dtype, u64::MAX),
        other => *other,
    };
    args.iter().map(|(slot, arg)| (*slot, full(arg))).collect()
}

#[test]
fn no_model_says_that_work_takes_no_time() {
    let mut problems = Vec::new();
    for model in models() {
        let target = model.target();
        uses(target, |def, args| {
            if def.cost == Cost::Free || !does_something(args) {
                return;
            }
            let args = &with_full_fields(def, args);
            let work = Work { def, target, args, attrs: &[], expand: false };
            let e = model.estimate(&work);
            if e.is_some_and(|e| e.cycles() <= 0.0) {
                problems.push(format!("{} {target}: {}", model.model().name(), def.name));
            }
        });
    }
    problems.sort();
    problems.dedup();
    assert_eq!(problems, Vec::<String>::new());
}

/// Instructions whose work is not that of their tiles: scalars, signals, registers, and single elements.
fn has_fixed_work(def: &OpDef) -> bool {
    matches!(def.cost, Cost::Free | Cost::Scalar | Cost::Sync | Cost::Register)
}

#[test]
fn four_times_the_elements_take_longer() {
    let mut problems = Vec::new();
    let mut grew = 0;
    for model in models() {
        let target = model.target();
        uses(target, |def, args| {
            let tiled = args.iter().any(|a| matches!(a.1, Arg::Tile(_)));
            if has_fixed_work(def) || !tiled || !does_something(args) {
                return;
            }
            let cycles = |by| {
                let args = scaled(args, by);
                let work = Work { def, target, args: &args, attrs: &[], expand: false };
                model.estimate(&work).map(|e| e.cycles())
            };
            // Small ones may all take the least time that there is.
            match (cycles(8), cycles(16)) {
                (Some(small), Some(large)) if large <= small => {
                    let name = model.model().name();
                    problems.push(format!("{name} {target}: {} {small} {large}", def.name));
                }
                (Some(_), Some(_)) => grew += 1,
                _ => {}
            }
        });
    }
    problems.sort();
    problems.dedup();
    assert_eq!(problems, Vec::<String>::new());
    assert!(grew > 1000, "{grew} uses only");
}
