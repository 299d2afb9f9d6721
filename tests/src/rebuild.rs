//! A program with one statement, made from a use of an instruction and a change to it.

use crate::instance::Instance;
use pto_isa::Type;
use pto_isa::def::{AllowedScope, Body};
use pto_isa::rule::Mutator;
use std::fmt::Write as _;

/// Loops that `vag` has strides for.
const MOST_STRIDES: usize = 4;

/// What a use becomes.
#[derive(Clone, Debug)]
pub struct Change {
    /// The type of each operand's first value; `None` leaves the operand out.
    pub types: Vec<Option<Type>>,
    /// Attributes that are set or replaced.
    pub attrs: Vec<(String, String)>,
    /// Two operands that become one value.
    pub alias: Option<(u8, u8)>,
    /// Operands that become constants.
    pub constants: Vec<(u8, i64)>,
    /// Operands that become parameters.
    pub computed: Vec<u8>,
}

impl Change {
    /// No change.
    pub fn none(instance: &Instance) -> Change {
        let types = instance.types();
        let (attrs, constants, computed) = (Vec::new(), Vec::new(), Vec::new());
        Change { types, attrs, alias: None, constants, computed }
    }

    /// The change a mutator makes.
    pub fn by(instance: &Instance, violate: impl FnOnce(&mut Mutator<'_>)) -> Change {
        let mut types = instance.types();
        let mut mutator = Mutator::new(&mut types);
        violate(&mut mutator);
        let Mutator { attrs, alias, constants, computed, .. } = mutator;
        Change { types, attrs, alias, constants, computed }
    }
}

/// A value of the rebuilt statement.
struct Value {
    slot: u8,
    ty: Type,
    origin: u32,
    constant: Option<i64>,
    result: bool,
    name: String,
}

/// The text of a program that has this statement, changed.
pub fn program(instance: &Instance, change: &Change) -> String {
    let mut values = values(instance, change);
    if let Some((first, second)) = change.alias {
        merge(&mut values, first, second);
    }
    name(&mut values);
    let mut declared: Vec<&str> = Vec::new();
    let (mut params, mut constants) = (Vec::new(), String::new());
    for v in values.iter().filter(|v| !v.result) {
        if declared.contains(&v.name.as_str()) {
            continue;
        }
        declared.push(&v.name);
        match v.constant {
            Some(n) => {
                let _ = writeln!(constants, "  %{} = arith.constant {n} : {}", v.name, v.ty);
            }
            None => params.push(format!("%{}: {}", v.name, v.ty)),
        }
    }
    let statement = statement(instance, change, &values);
    let scoped = instance.def.scope == AllowedScope::Vecscope;
    let (mut open, mut close) = match scoped {
        true => ("  pto.vecscope {\n".to_string(), "  }\n".to_string()),
        false => Default::default(),
    };
    if instance.def.is(&pto_isa::ops::vector_address::vag) {
        constants += "  %from = arith.constant 0 : i16\n  %by = arith.constant 1 : i16\n";
        for i in 0..MOST_STRIDES {
            let _ = writeln!(open, "  scf.for %i{i} = %from to %by step %by : i16 {{");
            close.insert_str(0, "  }\n");
        }
    }
    let params = params.join(", ");
    format!("func.func @f({params}) {{\n{constants}{open}    {statement}\n{close}  return\n}}\n")
}

fn values(instance: &Instance, change: &Change) -> Vec<Value> {
    let mut list = Vec::new();
    for (slot, ty) in change.types.iter().enumerate() {
        let Some(ty) = ty else { continue };
        let slot = slot as u8;
        let set = change.constants.iter().find(|c| c.0 == slot).map(|c| c.1);
        let given = &instance.slots[slot as usize];
        if given.is_empty() {
            // An operand the use does not have and the change adds.
            list.push(Value {
                slot,
                ty: ty.clone(),
                origin: u32::MAX - u32::from(slot),
                constant: set,
                result: false,
                name: String::new(),
            });
        }
        for (i, g) in given.iter().enumerate() {
            let ty = if i == 0 { ty.clone() } else { g.ty.clone() };
            let number =
                matches!(ty, Type::Scalar(_) | Type::Index) && !change.computed.contains(&slot);
            let constant = set.filter(|_| i == 0).or(g.constant).filter(|_| number);
            let (origin, result) = (g.value, g.result);
            list.push(Value { slot, ty, origin, constant, result, name: String::new() });
        }
    }
    list
}

/// Makes the second operand the value of the first; a result becomes an operand for that.
fn merge(values: &mut [Value], first: u8, second: u8) {
    let Some(i) = values.iter().position(|v| v.slot == first) else { return };
    values[i].result = false;
    let (ty, origin, constant) = (values[i].ty.clone(), values[i].origin, values[i].constant);
    if let Some(v) = values.iter_mut().find(|v| v.slot == second) {
        (v.ty, v.origin, v.constant, v.result) = (ty, origin, constant, false);
    }
}

/// Values that were one stay one as long as the change leaves them the same type.
fn name(values: &mut [Value]) {
    for i in 0..values.len() {
        let (before, rest) = values.split_at_mut(i);
        let v = &mut rest[0];
        let same = |o: &Value| {
            !v.result
                && !o.result
                && o.origin == v.origin
                && o.ty == v.ty
                && o.constant == v.constant
        };
        v.name = match before.iter().find(|o| same(o)) {
            Some(o) => o.name.clone(),
            None => format!("v{i}"),
        };
    }
}

fn statement(instance: &Instance, change: &Change, values: &[Value]) -> String {
    let def = instance.def;
    let list = |result: bool, show: &dyn Fn(&Value) -> String| -> String {
        let shown: Vec<String> = values.iter().filter(|v| v.result == result).map(show).collect();
        shown.join(", ")
    };
    let (name, ty) = (|v: &Value| format!("%{}", v.name), |v: &Value| v.ty.to_string());
    let mut results = list(true, &name);
    if !results.is_empty() {
        results.push_str(" = ");
    }
    let sizes: Vec<String> = (0..def.operands.len() as u8)
        .map(|s| values.iter().filter(|v| v.slot == s && !v.result).count().to_string())
        .collect();
    let mut attrs = vec![format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "))];
    let changed = |name: &str| change.attrs.iter().any(|a| a.0 == name);
    let kept = instance.attrs.iter().filter(|a| !changed(&a.0));
    attrs.extend(kept.chain(&change.attrs).map(|(name, text)| match text.as_str() {
        "" => name.clone(),
        text => format!("{name} = {text}"),
    }));
    let body = if def.body == Body::None { "" } else { " ({\n    })" };
    format!(
        "{results}\"pto.{}\"({}) <{{{}}}>{body} : ({}) -> ({})",
        def.printed_name(),
        list(false, &name),
        attrs.join(", "),
        list(false, &ty),
        list(true, &ty),
    )
}
