//! Writes chosen addresses into the program.

use crate::edit::constant;
use pto_analysis::{Placement, PointsTo};
use pto_ir::edit::{Editor, Rank};
use pto_ir::module::{NodeId, SyntaxForm};
use pto_ir::{Attr, Module, Span, ValueId};
use pto_isa::class::{Allocate, Class};
use pto_isa::def::Body;
use pto_isa::order;
use pto_isa::{DType, Type};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Gives every tile of the placement its address.
///
/// The addresses of a function are constants at its start, one for each; inside a body that sees nothing of its
/// surroundings they stand before the tile.
pub(crate) fn addresses(editor: &mut Editor<'_>, points_to: &PointsTo, placement: &Placement) {
    let address = Type::Scalar(DType::I64);
    let mut shared: BTreeMap<(NodeId, u64), Vec<NodeId>> = BTreeMap::new();
    let mut first_met: FxHashMap<(NodeId, u64), usize> = FxHashMap::default();
    for &r in &placement.chosen {
        let object = &points_to.objects[r as usize];
        let (Some(id), Some(at)) = (object.node, placement.addresses[r as usize]) else { continue };
        let module = editor.module();
        if module
            .def(module.node(id))
            .is_some_and(|d| d.class == Class::Allocate(Allocate::Reserve))
        {
            reserve(editor, id, at);
        } else if isolated(module, id) {
            let name = format!("at_{at}");
            let value = constant(editor, id, Rank::Wait, &name, at, address.clone());
            alloc(editor, id, value);
        } else {
            let number = first_met.len();
            first_met.entry((object.function, at)).or_insert(number);
            shared.entry((object.function, at)).or_default().push(id);
        }
    }
    // Names are given in the order in which tiles are met, constants stand in the order of addresses.
    let mut names: Vec<_> = first_met.into_iter().collect();
    order::by_key(&mut names, |n| n.1);
    let names: FxHashMap<_, _> = names
        .into_iter()
        .map(|((function, at), _)| ((function, at), editor.fresh(&format!("at_{at}"))))
        .collect();
    for ((function, at), tiles) in shared {
        let module = editor.module();
        let region = module.node_regions(module.node(function)).first();
        let block = region.and_then(|&r| module.region(r).blocks.first());
        let Some(&op) = block.and_then(|&b| module.block(b).ops.first()) else { continue };
        let ty = editor.ty(address.clone());
        let value = editor.before(op, Rank::EpilogueWait, |b| b.constant(at as i64, ty));
        editor.name(value, &names[&(function, at)]);
        tiles.into_iter().for_each(|id| alloc(editor, id, value));
    }
}

/// Whether a body around an operation sees only its own arguments.
fn isolated(module: &Module, id: NodeId) -> bool {
    module
        .ancestors(id)
        .any(|p| module.def(module.node(p)).is_some_and(|d| d.body == Body::Isolated))
}

fn alloc(editor: &mut Editor<'_>, id: NodeId, address: ValueId) {
    let module = editor.module();
    let node = *module.node(id);
    let Some(def) = module.def(&node) else { return };
    let Some(slot) = def.slot("addr") else { return };
    let name = |v: ValueId| module.sym(module.value(v).name);
    let words = match node.written {
        _ if editor.is_added(id) => None,
        SyntaxForm::Generic => {
            // The generic form says which operands are given by their number.
            let Some(result) = module.results(&node).next() else { return };
            let mut text =
                format!("%{} = pto.{} addr = %{}", name(result), def.printed_name(), name(address));
            for o in module.operands(&node) {
                if let Some(d) = def.operands.get(o.slot as usize) {
                    text.push_str(&format!(" {} = %{}", d.name, name(o.value)));
                }
            }
            if let Some(ty) = module.type_of(result) {
                text.push_str(&format!(" : {ty}"));
            }
            Some((node.span, text))
        }
        _ => {
            let end = node.name_span.end;
            Some((Span::new(end, end), format!(" addr = %{}", name(address))))
        }
    };
    if let Some((span, words)) = words {
        editor.replace_words(span, words);
    }
    editor.add_operand(id, slot, address);
}

/// `auto = true` becomes a place.
fn reserve(editor: &mut Editor<'_>, id: NodeId, at: u64) {
    let module = editor.module();
    let Some(auto) = module.attr(module.node(id), "auto") else { return };
    let words = match module.attrs.get(auto.value) {
        Attr::Unit => format!("auto = false, base = {at}"),
        _ => format!("false, base = {at}"),
    };
    editor.replace_words(auto.span, words);
    editor.set_attr(id, "auto", Attr::Bool(false));
    editor.set_attr(id, "base", Attr::Int(at.into(), None));
}
