//! Which values an operand takes, and what to say of those it does not. Reading and building ask the same.

use crate::diag::Diagnostic;
use crate::module::*;
use crate::span::Span;
use crate::syntax;
use pto_isa::def::{Arity, Kind, OpDef};
use pto_isa::rule::count;
use pto_isa::{Type, code};

/// An operand that is not of the kind the instruction takes.
#[cold]
pub(crate) fn kind_problem(module: &Module, def: &OpDef, o: Operand) -> Diagnostic {
    let slot = &def.operands[o.slot as usize];
    let found = module.type_of(o.value).map_or_else(|| "unknown".to_string(), Type::to_string);
    let value = module.value(o.value);
    let message =
        format!("`{}` of `pto.{}` must be {}", slot.name, def.printed_name(), slot.kind.noun());
    let d =
        Diagnostic::error(code::OPERAND_KIND, o.span, message).found(format!("this is {found}"));
    if value.def == Def::Missing { d } else { d.label(value.span, "defined here") }
}

/// More or fewer values than the operands `slots` take.
#[cold]
pub(crate) fn count_problem(
    def: &OpDef,
    slots: &[u8],
    found: usize,
    place: &str,
    span: Span,
) -> Diagnostic {
    let (low, high) = syntax::bounds(def, slots);
    let expected = match (low, high) {
        (l, h) if l == h => count(l as u32, "operand"),
        (l, usize::MAX) => format!("at least {}", count(l as u32, "operand")),
        (l, h) => format!("{l} to {h} operands"),
    };
    let name = |&s: &u8| {
        let o = &def.operands[s as usize];
        match o.arity {
            Arity::One => o.name.to_string(),
            Arity::Opt => format!("[{}]", o.name),
            Arity::Many => format!("{}...", o.name),
        }
    };
    let names: Vec<String> = slots.iter().map(name).collect();
    let list = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    let message = format!("`pto.{}` takes {expected}{place}, found {found}", def.printed_name());
    Diagnostic::error(code::OPERAND_COUNT, span, message)
        .found(if high < found { "one too many" } else { "too few" })
        .note(format!("operands{place}{list}"))
}

/// Whether a value of this type can be such an operand.
///
/// ```
/// use pto_isa::{DType, TileTy, Type, def::Kind};
/// assert!(pto_ir::kind_accepts(Kind::Tile, &TileTy::vec(DType::F32, 8, 8).into()));
/// assert!(!pto_ir::kind_accepts(Kind::Tile, &Type::Index));
/// ```
pub fn kind_accepts(kind: Kind, ty: &Type) -> bool {
    // Pointers to what is not a number, `!pto.ptr<!pto.bf16x2, ub>`, are kept as text too.
    let memref = |t: &str| {
        ["memref", "!pto.memref", "!llvm.ptr", "!pto.ptr<"].iter().any(|p| t.starts_with(p))
    };
    match (kind, ty) {
        (Kind::Any, _) => true,
        (Kind::Tile | Kind::TileOrScalar | Kind::Memory, Type::Tile(_)) => true,
        (Kind::MultiTile, Type::MultiTile(..)) => true,
        (Kind::Memory, Type::MultiTile(..)) => true,
        (Kind::Vreg | Kind::ScalarOrVreg, Type::Vreg { .. }) => true,
        (Kind::Mask, Type::Mask(_)) => true,
        (Kind::Align, Type::Align) => true,
        (Kind::Vaddr, Type::Vaddr(_)) => true,
        (Kind::Ptr | Kind::Memory, Type::Ptr { .. }) => true,
        (Kind::View | Kind::Memory, Type::View { .. }) => true,
        // Views whose extents are too large to be looked at.
        (Kind::View | Kind::Memory, Type::Other(t)) if t.contains("tensor_view<") => true,
        (Kind::Tile | Kind::Memory | Kind::View | Kind::Ptr, Type::Other(t)) => memref(t),
        (Kind::Scalar | Kind::ScalarOrVreg | Kind::TileOrScalar, Type::Scalar(_) | Type::Index) => {
            true
        }
        (Kind::Index, Type::Scalar(number)) => number.is_int(),
        (Kind::Index, Type::Index) => true,
        (Kind::Scalar | Kind::ScalarOrVreg | Kind::TileOrScalar, Type::Other(t)) => {
            !t.starts_with("!pto.") && !memref(t)
        }
        (Kind::Handle, Type::Other(_) | Type::Function { .. }) => true,
        _ => false,
    }
}
