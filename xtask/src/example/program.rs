//! Programs that show an instruction: its use in a filetest with what the use needs around it, or the test as a whole.

use pto_ir::{Diagnostic, Style, parse, print};
use pto_isa::def::{AllowedScope, Arity, Body, Kind, OpDef, OperandDef, PrintForm, Role};
use pto_isa::{DType, Dim, MaskWidth, Space, Type, ViewKind};
use pto_tests::instance::{Given, Instance};
use std::fmt::Write as _;

/// A value of the statement.
struct Value {
    given: Given,
    slot: u8,
    name: String,
}

/// The program with this use alone, in the usual form.
///
/// Registers are loaded from the unified buffer and stored there, so that there is something to run. Numbers that the use
/// does not say are `number`, or parameters.
pub fn alone(instance: &Instance, number: Option<i64>) -> Option<String> {
    let values = values(instance);
    let mut p = Parts { number, ..Parts::default() };
    for v in values.iter().filter(|v| !v.given.result) {
        p.define(instance, v);
    }
    let statement = statement(instance, &values);
    for v in values.iter().filter(|v| v.given.result) {
        p.keep(v);
    }
    let scoped = instance.def.scope == AllowedScope::Vecscope || !p.before.is_empty();
    let (open, close) = if scoped { ("pto.vecscope {\n", "}\n") } else { ("", "") };
    let text = format!(
        "module {{\nfunc.func @example({}) {{\n{}{open}{}{statement}\n{}{close}return\n}}\n}}\n",
        p.parameters.join(", "),
        p.constants,
        p.before,
        p.after
    );
    usual(&text)
}

fn usual(text: &str) -> Option<String> {
    let (module, found) = parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    Some(print(&module, Style::Canonical))
}

/// The sections of a test that have the instruction and no mistakes in their text, without its comments.
pub fn whole(op: &'static OpDef, text: &str) -> Vec<String> {
    let has = |text: &str| {
        let (module, _) = parse(text);
        module.nodes().any(|(_, n)| module.def(n).is_some_and(|d| std::ptr::eq(d, op)))
    };
    let split = format!("\n{}\n", pto_tests::SPLIT);
    text.split(&split).filter(|s| has(s)).filter_map(usual).collect()
}

/// The values of the use, in the form that its kind is printed in: tiles are buffers, registers are results.
fn values(instance: &Instance) -> Vec<Value> {
    let mut list: Vec<Value> = Vec::new();
    for (slot, (operand, given)) in instance.def.operands.iter().zip(&instance.slots).enumerate() {
        for (i, g) in given.iter().enumerate() {
            let mut g = g.clone();
            match &mut g.ty {
                Type::Tile(t) if instance.def.form == PrintForm::Dps => {
                    (t.buffer, g.result) = (true, false);
                }
                Type::Vreg { .. } | Type::Mask(_) | Type::Align | Type::Vaddr(_) => {
                    g.result = operand.role == Role::Out;
                }
                _ => {}
            }
            let same = |v: &&Value| v.given.value == g.value && !v.given.result && !g.result;
            let name = match list.iter().find(same) {
                Some(v) => v.name.clone(),
                None if operand.arity == Arity::Many => format!("{}{i}", operand.name),
                None => operand.name.to_string(),
            };
            list.push(Value { given: g, slot: slot as u8, name });
        }
    }
    list
}

/// What stands around the statement.
#[derive(Default)]
struct Parts {
    parameters: Vec<String>,
    constants: String,
    /// Inside the vector scope, before and after it.
    before: String,
    after: String,
    defined: Vec<String>,
    /// Predicates of all lanes.
    masks: Vec<(MaskWidth, String)>,
    /// What numbers are that the use does not say; parameters without.
    number: Option<i64>,
}

impl Parts {
    fn constant(&mut self, name: &str, value: i64, ty: &Type) {
        if !self.once(name) {
            return;
        }
        let _ = writeln!(self.constants, "%{name} = arith.constant {value} : {ty}");
    }

    /// Whether a name is new.
    fn once(&mut self, name: &str) -> bool {
        let new = !self.defined.iter().any(|d| d == name);
        if new {
            self.defined.push(name.to_string());
        }
        new
    }

    /// A predicate of all lanes.
    fn all(&mut self, name: &str, width: MaskWidth) {
        if self.once(name) {
            let w = width.name();
            self.masks.push((width, name.to_string()));
            let _ = writeln!(self.before, "%{name} = pto.pset_{w} \"PAT_ALL\" : !pto.mask<{w}>");
        }
    }

    fn define(&mut self, instance: &Instance, v: &Value) {
        let (name, ty) = (&v.name, &v.given.ty);
        let whole = matches!(ty, Type::Index) || matches!(ty, Type::Scalar(d) if d.is_int());
        match (ty, v.given.constant.or(self.number.filter(|_| whole))) {
            (Type::Scalar(_) | Type::Index, Some(n)) => self.constant(name, n, ty),
            (Type::Vreg { dtype, .. }, _) if self.once(name) => {
                self.constant("zero", 0, &Type::Index);
                self.parameters.push(format!("%{name}_at: !pto.ptr<{dtype}, ub>"));
                let _ = writeln!(
                    self.before,
                    "%{name} = pto.vlds %{name}_at[%zero] : !pto.ptr<{dtype}, ub> -> {ty}"
                );
            }
            (Type::Mask(width), _) => self.all(name, *width),
            (Type::Align, _) if self.once(name) => {
                let _ = match loaded_from(instance) {
                    Some((from, ty)) => {
                        writeln!(self.before, "%{name} = pto.vldas %{from} : {ty} -> !pto.align")
                    }
                    None => writeln!(self.before, "%{name} = pto.init_align : !pto.align"),
                };
            }
            (Type::View { kind, dims, dtype }, _) if self.once(name) => {
                self.view(name, *kind, dims, *dtype);
            }
            // Only global memory and the unified buffer can be given to a launch.
            (Type::Ptr { space: Some(space), .. }, _)
                if !matches!(space, Space::Gm | Space::Vec) && self.once(name) =>
            {
                self.constant("address", 0, &DType::I64.into());
                let _ = writeln!(self.constants, "%{name} = pto.castptr %address : i64 -> {ty}");
            }
            _ if self.once(name) => self.parameters.push(format!("%{name}: {ty}")),
            _ => {}
        }
    }

    /// A view of global memory without gaps.
    fn view(&mut self, name: &str, kind: ViewKind, dims: &[Dim], dtype: DType) {
        let extents: Vec<u32> = dims.iter().map(|d| d.known().unwrap_or(1)).collect();
        let index = |s: &mut Parts, n: u64| {
            let name = format!("c{n}");
            s.constant(&name, n as i64, &Type::Index);
            format!("%{name}")
        };
        let strides =
            (0..extents.len()).map(|i| extents[i + 1..].iter().map(|&n| u64::from(n)).product());
        let strides: Vec<u64> = strides.collect();
        let sizes: Vec<String> = extents.iter().map(|&n| index(self, n.into())).collect();
        let steps: Vec<String> = strides.iter().map(|&n| index(self, n)).collect();
        let zeros: Vec<String> = extents.iter().map(|_| index(self, 0)).collect();
        let (sizes, steps, zeros) = (sizes.join(", "), steps.join(", "), zeros.join(", "));
        let ty = |kind: ViewKind| Type::View { kind, dims: dims.into(), dtype };
        self.parameters.push(format!("%{name}_at: !pto.ptr<{dtype}>"));
        let (tensor, whole) = match kind {
            ViewKind::Tensor => (name.to_string(), ty(ViewKind::Tensor)),
            _ => (format!("{name}_whole"), ty(ViewKind::Tensor)),
        };
        let _ = writeln!(
            self.constants,
            "%{tensor} = pto.make_tensor_view %{name}_at, shape = [{sizes}], strides = [{steps}] : {whole}"
        );
        if kind != ViewKind::Tensor {
            let _ = writeln!(
                self.constants,
                "%{name} = pto.partition_view %{tensor}, offsets = [{zeros}], sizes = [{sizes}] : {whole} -> {}",
                ty(kind)
            );
        }
    }

    /// Stores a register that the statement gives.
    fn keep(&mut self, v: &Value) {
        let Type::Vreg { dtype, .. } = v.given.ty else { return };
        let width = match dtype.bits() {
            8 => MaskWidth::B8,
            16 => MaskWidth::B16,
            _ => MaskWidth::B32,
        };
        self.constant("zero", 0, &Type::Index);
        let known = self.masks.iter().find(|m| m.0 == width).map(|m| m.1.clone());
        let (name, all) = (&v.name, known.unwrap_or_else(|| "all".into()));
        self.all(&all, width);
        self.parameters.push(format!("%{name}_at: !pto.ptr<{dtype}, ub>"));
        let _ = writeln!(
            self.after,
            "pto.vsts %{name}, %{name}_at[%zero], %{all} : {}, !pto.ptr<{dtype}, ub>, !pto.mask<{}>",
            v.given.ty,
            width.name()
        );
    }
}

/// The pointer that an instruction loads from, where it has one: its state of alignment is that of the pointer.
fn loaded_from(instance: &Instance) -> Option<(&'static str, &Type)> {
    let loads = |o: &OperandDef| o.kind == Kind::Ptr && o.effect.reads() && !o.effect.writes();
    let slot = instance.def.operands.iter().position(loads)?;
    let given = instance.slots[slot].first()?;
    Some((instance.def.operands[slot].name, &given.ty))
}

/// The statement in the generic form.
fn statement(instance: &Instance, values: &[Value]) -> String {
    let def = instance.def;
    let list = |result: bool, show: &dyn Fn(&Value) -> String| -> String {
        let shown: Vec<String> =
            values.iter().filter(|v| v.given.result == result).map(show).collect();
        shown.join(", ")
    };
    let (name, ty) = (|v: &Value| format!("%{}", v.name), |v: &Value| v.given.ty.to_string());
    let mut results = list(true, &name);
    if !results.is_empty() {
        results.push_str(" = ");
    }
    let count = |s: u8| values.iter().filter(|v| v.slot == s && !v.given.result).count();
    let sizes: Vec<String> = (0..def.operands.len() as u8).map(|s| count(s).to_string()).collect();
    let mut attrs = vec![format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "))];
    attrs.extend(instance.attrs.iter().map(|(name, text)| match text.as_str() {
        "" => name.clone(),
        text => format!("{name} = {text}"),
    }));
    let body = if def.body == Body::None { "" } else { " ({\n})" };
    format!(
        "{results}\"pto.{}\"({}) <{{{}}}>{body} : ({}) -> ({})",
        def.printed_name(),
        list(false, &name),
        attrs.join(", "),
        list(false, &ty),
        list(true, &ty),
    )
}
