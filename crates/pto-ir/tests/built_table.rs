//! Every instruction of the table can be built, with its operands by role and by name, with buffers and with results,
//! and reads back as it was built.

use pto_ir::builder::{Builder, Rejected, Statement};
use pto_ir::module::TypeId;
use pto_ir::{Module, Style, ValueId, first_difference, parse, print, syntax};
use pto_isa::def::{Arity, Body, Kind, OpDef, OperandDef, Role};
use pto_isa::{DType, Dim, MaskWidth, Space, TileTy, Type, ViewKind, all, ops::find_id};

/// A type that such an operand takes.
fn type_of(kind: Kind) -> Type {
    let tile = TileTy::vec(DType::F32, 16, 64);
    match kind {
        Kind::Tile | Kind::TileOrScalar => tile.into(),
        Kind::MultiTile => Type::MultiTile(tile, 2),
        Kind::Vreg | Kind::ScalarOrVreg => Type::Vreg { lanes: 64, dtype: DType::F32 },
        Kind::Mask => Type::Mask(MaskWidth::B32),
        Kind::Align => Type::Align,
        Kind::Vaddr => Type::Vaddr(MaskWidth::B32),
        Kind::Ptr | Kind::Memory => Type::Ptr { dtype: DType::F32, space: Some(Space::Gm) },
        Kind::View => {
            let dims = vec![Dim::Is(16), Dim::Is(64)].into();
            Type::View { kind: ViewKind::Partition, dims, dtype: DType::F32 }
        }
        Kind::Scalar => DType::F32.into(),
        Kind::Index | Kind::Any => Type::Index,
        Kind::Handle => Type::Other("!pto.pipe".into()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// Everything by name, with every optional operand and two values for every list.
    Named,
    /// `ins` and `outs`, with what must be there.
    Buffers,
    /// What is written becomes results, where the text has no place for it.
    Results,
}

fn operands(op: &OpDef, args: &[ValueId], keep: impl Fn(&Role, Arity) -> bool) -> Vec<ValueId> {
    let kept = op.operands.iter().zip(args).filter(|(o, _)| keep(&o.role, o.arity));
    kept.map(|(_, &v)| v).collect()
}

fn fill<'b>(
    b: &'b mut Builder,
    op: &'static OpDef,
    way: Way,
    args: &[ValueId],
    types: &[TypeId],
) -> Statement<'b> {
    let reads = |r: &Role, a: Arity| *r != Role::Out && a != Arity::Opt;
    let writes = |r: &Role, a: Arity| *r == Role::Out && a != Arity::Opt;
    match way {
        Way::Named => op.operands.iter().zip(args).fold(b.op(op), |s, (o, &v)| match o.arity {
            Arity::Many => s.operand_list(o.name, [v, v]),
            _ => s.operand(o.name, v),
        }),
        Way::Buffers => b.op(op).ins(operands(op, args, reads)).outs(operands(op, args, writes)),
        Way::Results => {
            let result_slots = find_id(op.name).map_or(&[][..], |id| &syntax::of(id).result_slots);
            let mut s = b.op(op).ins(operands(op, args, reads));
            let written = op.operands.iter().enumerate().filter(|(_, o)| writes(&o.role, o.arity));
            for (slot, _) in written {
                s = match result_slots.contains(&(slot as u8)) {
                    true => s.result(types[slot]),
                    false => s.outs([args[slot]]),
                };
            }
            s
        }
    }
}

fn built(op: &'static OpDef, way: Way) -> Result<Module, Rejected> {
    let mut b = Module::builder();
    let implied = |role: Role| DType::parse(op.result_type).filter(|_| role == Role::Out);
    let type_of = |o: &OperandDef| implied(o.role).map_or_else(|| type_of(o.kind), Type::Scalar);
    let types: Vec<TypeId> = op.operands.iter().map(|o| b.ty(type_of(o))).collect();
    let mut f = b.func("f");
    for (o, &ty) in op.operands.iter().zip(&types) {
        f = f.arg(o.name, ty);
    }
    f.body(|b, args| {
        let statement = fill(b, op, way, args, &types);
        match op.body {
            Body::None => drop(statement.end().to_vec()),
            Body::Open | Body::Isolated => drop(statement.body(&[], |_, _| {}).to_vec()),
        }
    });
    b.finish()
}

#[test]
fn every_instruction_reads_back_as_it_was_built() {
    let mut report = Vec::new();
    for op in all() {
        for way in [Way::Named, Way::Buffers, Way::Results] {
            let module = match built(op, way) {
                Ok(module) => module,
                Err(rejected) => {
                    report.push(format!("{} {way:?}: {rejected}", op.name));
                    continue;
                }
            };
            for style in [Style::Canonical, Style::Generic] {
                let text = print(&module, style);
                let (again, problems) = parse(&text);
                if let Some(p) = problems.iter().find(|d| d.is_error()) {
                    report.push(format!("{} {way:?}: {}", op.name, p.describe(&again, &text)));
                } else if let Some(difference) = first_difference(&module, &again) {
                    report.push(format!("{} {way:?}: {difference}\n{text}", op.name));
                }
            }
        }
    }
    assert!(report.is_empty(), "{} of the programs change:\n{}", report.len(), report.join("\n"));
}
