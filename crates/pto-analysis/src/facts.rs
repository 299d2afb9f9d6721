//! What is known of operations and values before the program runs: names, constants, addresses.

use pto_ir::dialect::{Arith, Cast, DialectOp, to_i64};
use pto_ir::module::{Node, NodeId};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::class::{Allocate, Class};
use pto_isa::{Space, Target, Type};
use smallvec::SmallVec;

/// The name of an instruction; empty for operations of other dialects.
pub fn instruction(module: &Module, node: &Node) -> &'static str {
    module.def(node).map_or("", |d| d.name)
}

/// A name or text attribute.
pub fn word<'m>(module: &'m Module, node: &Node, name: &str) -> Option<&'m str> {
    match module.attrs.get(module.attr(node, name)?.value) {
        Attr::Str(s) | Attr::Symbol(s) | Attr::Word(s) | Attr::Case { value: s, .. } => Some(s),
        _ => None,
    }
}

/// An integer attribute.
pub fn int(module: &Module, node: &Node, name: &str) -> Option<i64> {
    match module.attrs.get(module.attr(node, name)?.value) {
        Attr::Int(v, _) => i64::try_from(*v).ok(),
        Attr::Bool(b) => Some(i64::from(*b)),
        Attr::Unit => Some(1),
        _ => None,
    }
}

/// A number as far as it is known: some bytes from an address that is chosen elsewhere, or from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The `reserve_buffer` or `import_reserved_buffer` it starts from.
    pub base: Option<NodeId>,
    /// What is added.
    pub offset: i64,
}

/// Expressions are followed for this many operations: what has more is unknown. An operation whose value is used several times
/// counts each time, so that a few operations that use each other's values twice cannot take for ever.
pub(crate) const MAX_STEPS: u32 = 512;

/// Folds constants and sums of them.
pub fn fold(module: &Module, value: ValueId) -> Option<Known> {
    fold_within(module, value, &mut { MAX_STEPS })
}

fn fold_within(module: &Module, value: ValueId, steps: &mut u32) -> Option<Known> {
    let known = fold_unbounded(module, value, steps)?;
    // What wraps around is not followed.
    let fits = module.type_of(value).and_then(Type::as_number).is_none_or(|dtype| {
        !dtype.is_int()
            || known.base.is_some()
            || to_i64(dtype, known.offset as u64) == known.offset
    });
    fits.then_some(known)
}

fn fold_unbounded(module: &Module, value: ValueId, steps: &mut u32) -> Option<Known> {
    let id = module.defining_op(value)?;
    *steps = steps.checked_sub(1)?;
    let node = module.node(id);
    if is_reserved_base(module, node) {
        return Some(Known { base: Some(id), offset: 0 });
    }
    let DialectOp::Arith(op) = node.dialect_op()? else { return None };
    let mut arg =
        |i: usize| module.operands(node).get(i).and_then(|o| fold_within(module, o.value, steps));
    match op {
        Arith::Constant => Some(Known { base: None, offset: module.constant_int(value)? }),
        _ if op.cast().is_some_and(Cast::keeps_integers) => {
            let zero_extends = op.cast().is_some_and(Cast::zero_extends);
            arg(0).filter(|k| !zero_extends || k.offset >= 0)
        }
        Arith::AddI => {
            let (a, b) = (arg(0)?, arg(1)?);
            let base = match (a.base, b.base) {
                (Some(_), Some(_)) => return None,
                (a, b) => a.or(b),
            };
            Some(Known { base, offset: a.offset.checked_add(b.offset)? })
        }
        Arith::MulI => match (arg(0)?, arg(1)?) {
            (Known { base: None, offset: a }, Known { base: None, offset: b }) => {
                Some(Known { base: None, offset: a.checked_mul(b)? })
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether an instruction gives the address of a buffer that is reserved here or elsewhere.
fn is_reserved_base(module: &Module, node: &Node) -> bool {
    let class = module.def(node).map(|d| d.class);
    matches!(class, Some(Class::Allocate(Allocate::Reserve | Allocate::Import)))
}

/// The integer a value is, if it is known.
pub fn constant(module: &Module, value: ValueId) -> Option<i64> {
    fold(module, value).filter(|k| k.base.is_none()).map(|k| k.offset)
}

/// Whether values of a type name memory. A window of a tile need not state its type: in a program without mistakes
/// nothing else has none.
pub fn is_memory(ty: Option<&Type>) -> bool {
    ty.is_none_or(|ty| ty.space().is_some())
}

/// The pipe an instruction runs on.
pub fn pipe_of(module: &Module, node: &Node, target: Target) -> Option<pto_isa::Pipe> {
    let def = module.def(node)?;
    let mut spaces: SmallVec<[Option<Space>; 8]> = SmallVec::from_elem(None, def.operands.len());
    let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
    let results = module.results(node).map(|v| (module.value(v).slot, v));
    for (slot, value) in uses.chain(results) {
        if let Some(place) = spaces.get_mut(slot as usize)
            && place.is_none()
        {
            *place = module.type_of(value).and_then(Type::space);
        }
    }
    let attrs: SmallVec<[(&str, pto_isa::AttrValue<'_>); 4]> = module
        .node_attrs(node)
        .iter()
        .map(|a| (module.sym(a.name), module.attrs.get(a.value).for_rules()))
        .collect();
    def.pipe_of(target, &spaces, &attrs)
}
