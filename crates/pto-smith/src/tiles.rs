//! Chains of tile instructions, which are variations of stored uses, in loops.

use crate::choices::Choices;
use crate::statement::statement;
use crate::stored;
use crate::uses::{Given, Use};
use crate::vary;
use pto_isa::def::Types;
use pto_isa::{DType, OpDef, Sem, Target, Type};
use std::fmt::Write as _;
use std::sync::OnceLock;

/// Executable instructions with their stored uses.
fn table() -> &'static [(&'static OpDef, Vec<Use>)] {
    static TABLE: OnceLock<Vec<(&'static OpDef, Vec<Use>)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut list: Vec<(&OpDef, Vec<Use>)> = Vec::new();
        for u in stored::uses().iter().cloned() {
            if matches!(u.def.sem, Sem::Missing | Sem::Unpublished(_) | Sem::Machine) {
                continue;
            }
            match list.iter_mut().find(|e| std::ptr::eq(e.0, u.def)) {
                Some(entry) => entry.1.push(u),
                None => list.push((u.def, vec![u])),
            }
        }
        list
    })
}

/// A program while it is written.
#[derive(Default)]
struct Writer {
    params: String,
    body: String,
    /// Values that can be used here: name and type.
    pool: Vec<(String, Type)>,
    count: u32,
}

impl Writer {
    fn new_name(&mut self) -> String {
        self.count += 1;
        format!("%v{}", self.count)
    }
    fn param(&mut self, ty: &Type) -> String {
        let name = self.new_name();
        let comma = if self.params.is_empty() { "" } else { ", " };
        let _ = write!(self.params, "{comma}{name}: {ty}");
        name
    }
    fn constant(&mut self, value: i64, ty: &Type) -> String {
        let name = self.new_name();
        let _ = writeln!(self.body, "  {name} = arith.constant {value} : {ty}");
        name
    }

    /// A value of a type: one there is, or a new one.
    fn value(&mut self, rng: &mut Choices, g: &Given) -> String {
        if let Some(n) = g.constant {
            return self.constant(n, &g.ty);
        }
        let fitting: Vec<&String> =
            self.pool.iter().filter(|p| p.1 == g.ty).map(|p| &p.0).collect();
        if !fitting.is_empty() && !rng.one_in(4) {
            return fitting[rng.below(fitting.len() as u32) as usize].clone();
        }
        let name = match &g.ty {
            Type::View { dims, dtype, .. } => {
                let ptr = self.param(&Type::Ptr { dtype: *dtype, space: None });
                let mut ends = Vec::new();
                for d in dims.iter() {
                    let n = d.known().unwrap_or_else(|| 1 + rng.below(20));
                    ends.push(self.constant(n.into(), &Type::Index));
                }
                let (whole, name) = (self.new_name(), self.new_name());
                let unknown: String = dims.iter().map(|_| "?x").collect();
                let zero = self.constant(0, &Type::Index);
                let zeros = vec![zero; dims.len()].join(", ");
                let ends = ends.join(", ");
                let view = format!("!pto.tensor_view<{unknown}{dtype}>");
                let _ = writeln!(
                    self.body,
                    "  {whole} = pto.make_tensor_view {ptr}, shape = [{ends}] : {view}\n  \
                     {name} = pto.partition_view {whole}, offsets = [{zeros}], sizes = [{ends}] : {view} -> {}",
                    g.ty
                );
                name
            }
            ty => self.param(ty),
        };
        self.pool.push((name.clone(), g.ty.clone()));
        name
    }

    fn instruction(&mut self, rng: &mut Choices, u: &Use) {
        let mut named: Vec<(u32, String)> = Vec::new();
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        for g in &u.given {
            if g.result {
                results.push(self.new_name());
                continue;
            }
            let known = named.iter().find(|n| n.0 == g.value).map(|n| n.1.clone());
            let name = known.unwrap_or_else(|| self.value(rng, g));
            named.push((g.value, name.clone()));
            operands.push(name);
        }
        let _ = writeln!(self.body, "  {}", statement(u, &operands, &results));
        for (name, g) in results.into_iter().zip(u.given.iter().filter(|g| g.result)) {
            self.pool.push((name, g.ty.clone()));
        }
    }
}

/// Element types an instruction takes.
fn choose_types(rng: &mut Choices, def: &OpDef, target: Target) -> Option<Vec<(u8, DType)>> {
    let support = def.support_on(target)?;
    let key = support.key.iter().copied();
    Some(match support.types {
        Types::Any | Types::Absent => Vec::new(),
        Types::OneOf(types) => {
            let d = rng.pick(types);
            key.map(|k| (k, d)).collect()
        }
        Types::Tuples(list) => key.zip(rng.pick(list).iter().copied()).collect(),
    })
}

/// A kernel `@f` of about as many instructions as given, in loops; most of them are legal on the target.
pub fn program(rng: &mut Choices, target: Target, instructions: u32) -> String {
    let table = table();
    let mut w = Writer::default();
    let mut open: Vec<usize> = Vec::new();
    for _ in 0..instructions {
        if open.len() < 2 && rng.one_in(5) {
            let names = [0, i64::from(rng.below(4)), 1].map(|n| w.constant(n, &Type::Index));
            let i = w.new_name();
            let [low, high, step] = names;
            let _ = writeln!(w.body, "  scf.for {i} = {low} to {high} step {step} {{");
            open.push(w.pool.len());
        }
        let (def, uses) = &table[rng.below(table.len() as u32) as usize];
        let from = &uses[rng.below(uses.len() as u32) as usize];
        let Some(key) = choose_types(rng, def, target) else { continue };
        // A few attempts: most variations of most instructions are legal.
        if let Some(u) = (0..4).find_map(|_| vary::vary(rng, from, target, &key)) {
            w.instruction(rng, &u);
        }
        if !open.is_empty() && rng.one_in(3) {
            close(&mut w, &mut open);
        }
    }
    while !open.is_empty() {
        close(&mut w, &mut open);
    }
    format!("func.func @f({}) {{\n{}  return\n}}\n", w.params, w.body)
}

/// Ends a loop; what was made inside is not seen outside.
fn close(w: &mut Writer, open: &mut Vec<usize>) {
    if let Some(count) = open.pop() {
        w.body.push_str("  }\n");
        w.pool.truncate(count);
    }
}
