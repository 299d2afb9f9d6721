//! The scratch tile a tool adds where the text has none.

use crate::diag::{Diagnostic, Severity};
use crate::module::{Module, Node, SyntaxForm, ValueId};
use pto_isa::def::{Arity, OpDef, Role};
use pto_isa::rule::{Args, AttrValue, Rule, Slot};
use pto_isa::scratch::Need;
use pto_isa::{DType, Dim, Rulebook, Target, TileTy, Type, code};

/// Sizes are those of A2/A3: the other targets accept the operand and do not use it.
const TARGET: Target = Target::A2A3;

/// The optional scratch operand of an instruction.
pub(super) fn slot(def: &OpDef) -> Option<u8> {
    let optional = |r: Role, a: Arity| r == Role::Scratch && a == Arity::Opt;
    def.operands.iter().position(|o| optional(o.role, o.arity)).map(|i| i as u8)
}

/// Whether a scratch tile is written among the outputs of the form over buffers, as that of `tquant` is.
pub(super) fn follows_outputs(def: &OpDef, slot: u8) -> bool {
    let first = def.operands.iter().position(|o| o.role == Role::Out);
    let tile = def.operands.get(slot as usize).is_some_and(|o| o.kind == pto_isa::def::Kind::Tile);
    tile && first.is_some_and(|first| first < slot as usize)
}

/// The scratch tile that lowering adds to an instruction for a target, and its slot: the instruction needs one there
/// and has none. What is written as a value gets one on every target, as its buffers would have.
pub fn missing(module: &Module, node: &Node, target: Target) -> Option<(u8, TileTy)> {
    let def = super::convertible(module, node)?;
    let needs = match node.written {
        SyntaxForm::Dps => {
            def.uses_reserved_scratch.is_none()
                && def.scratch.iter().any(|s| s.on.contains(target))
                && !def.ignores_scratch(target)
        }
        SyntaxForm::Asm | SyntaxForm::Ssa => true,
        SyntaxForm::Generic => false,
    };
    if !needs || slot(def).is_none() { None } else { tile(module, node, def) }
}

/// Says that scratch was added.
pub(super) fn note(name: &str, node: &Node, def: &OpDef) -> Diagnostic {
    let message = format!("`%{name}` was added: scratch of `pto.{}`", def.printed_name());
    let note = Diagnostic::warning(code::FORM, node.name_span, message);
    Diagnostic { severity: Severity::Note, ..note }
}

/// The type of a scratch tile for this instruction; `None` if it needs none or the size is not known.
pub(super) fn tile(module: &Module, node: &Node, def: &OpDef) -> Option<(u8, TileTy)> {
    let slot = slot(def)?;
    let mut slots: Vec<Slot<'_>> = vec![Slot::default(); def.operands.len()];
    let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
    let results = module.results(node).map(|v| (module.value(v).slot, v));
    for (s, v) in uses.chain(results) {
        if let Some(place) = slots.get_mut(s as usize) {
            *place = operand(module, v);
        }
    }
    if slots[slot as usize].present {
        return None;
    }
    let attrs: Vec<(&str, AttrValue<'_>)> = module
        .node_attrs(node)
        .iter()
        .map(|a| {
            let name = module.sym(a.name);
            (name, def.spell(name, module.attrs.get(a.value).for_rules()))
        })
        .collect();
    let args = Args { target: TARGET, slots: &slots, attrs: &attrs };
    let demand = def.scratch.iter().find(|s| s.applies(TARGET, Rulebook::Device))?;
    let Need::Bytes { of, .. } = demand.need else { return None };
    // What a tool makes is enough for headers and manual.
    let by_page = |args: &Args<'_>| {
        let own = def.scratch.iter().filter(|s| s.in_rules.only() == Some(Rulebook::Manual));
        own.filter(|s| s.on.contains(TARGET)).find_map(|s| match s.need {
            Need::Bytes { of, .. } => of(args),
            Need::Ignored => None,
        })
    };
    let first = *(0..slots.len() as u8).find_map(|s| args.tile(s))?;
    // Some modes of an instruction take no scratch, some demand rows: the rules on it decide. `strictly` also those of the manual, and
    // those that only warn.
    let holds = |made: &TileTy, strictly: bool| {
        let ty = Type::Tile(*made);
        let mut with = slots.clone();
        with[slot as usize] = Slot::one(Some(&ty), u32::MAX, None);
        let with = Args { slots: &with, ..args };
        let about = |r: &&Rule| {
            let by_device = r.applies(TARGET, Rulebook::Device) && (strictly || !r.warn);
            let by_page = strictly && r.applies(TARGET, Rulebook::Manual);
            (by_device || by_page) && r.of.contains(&slot)
        };
        def.rules
            .iter()
            .filter(about)
            .all(|r| r.subjects().iter().all(|&s| r.holds(&with, s) || !r.holds(&args, s)))
    };
    if of(&args) == Some(0) {
        return None;
    }
    if let Some(like) = demand.like.and_then(|s| args.tile(s)) {
        let (valid_rows, valid_cols) = (Dim::Is(like.rows), Dim::Is(like.cols));
        return Some((slot, TileTy { valid_rows, valid_cols, ..*like }))
            .filter(|t| holds(&t.1, false));
    }
    let bytes = of(&args)?.max(by_page(&args).unwrap_or(0)).max(32);
    let tiles = || (0..slots.len() as u8).filter_map(|s| args.tile(s)).map(|t| t.dtype);
    let dtypes: Vec<DType> = demand.dtype.map_or_else(|| tiles().collect(), |d| vec![d]);
    let shape = |dtype: DType, rows: u32| {
        let row = bytes.div_ceil(u64::from(rows)).next_multiple_of(32);
        let cols = u32::try_from(row * 8 / u64::from(dtype.bits())).ok()?;
        Some(TileTy::vec(dtype, rows, cols))
    };
    let rows = [1, first.rows.max(1), first.rows.saturating_add(1)];
    let shapes = rows.into_iter().flat_map(|r| dtypes.iter().filter_map(move |&d| shape(d, r)));
    let fits = |strictly: bool| shapes.clone().find(|made| holds(made, strictly));
    fits(true).or_else(|| fits(false)).map(|t| (slot, t))
}

fn operand(module: &Module, value: ValueId) -> Slot<'_> {
    Slot::one(module.type_of(value), value.0, None)
}
