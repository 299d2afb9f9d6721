//! Bufferisation: tiles that are values become buffers that instructions write, on the module.

use super::carried::Copies;
use super::plan::{Plan, buffered, convertible, role};
use super::statement::{Named, Statements};
use super::{TileForm, scratch};
use crate::diag::Diagnostic;
use crate::edit::{Editor, Rank};
use crate::module::*;
use pto_isa::def::{OpDef, PrintForm, Role};
use pto_isa::order;
use pto_isa::{Target, TileTy, Type};

/// Whether some tile is a value: of the type `!pto.tile`, the result of a computation, or written as assembly.
pub fn has_values(module: &Module) -> bool {
    let is_tile = |v| matches!(module.type_of(v), Some(Type::Tile(_)));
    module.types.iter().any(|(_, t)| matches!(t, Type::Tile(t) if !t.buffer))
        || module.nodes().any(|(_, n)| {
            let computes = module.def(n).is_some_and(|d| d.form == PrintForm::Dps);
            n.written == SyntaxForm::Asm || computes && module.results(n).any(is_tile)
        })
}

/// Writes every tile instruction over buffers: each result becomes a tile that is allocated before it. Returns notes
/// about scratch that was added, or why a value cannot be a buffer.
pub fn bufferise(editor: &mut Editor<'_>) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let Plan { changed, prefixed, errors, .. } =
        Plan::new(editor.module(), TileForm::Dps, Vec::new());
    if !errors.is_empty() {
        return Err(errors);
    }
    let copies = Copies::new(editor.module(), &changed)?;
    let types = Statements {
        text: editor.source().unwrap_or_default(),
        module: editor.module(),
        to: TileForm::Dps,
        spellings: &Default::default(),
    };
    let renamed = types.renamed_types();
    let spell = |s: &str| {
        let (name, rest) = s.split_once('<')?;
        Some(format!("{}<{rest}", types.head(name)?))
    };
    let spellings = editor.spellings.iter();
    let spellings: Vec<(TypeId, String)> =
        spellings.filter_map(|(&id, s)| Some((id, spell(s)?))).collect();
    editor.spellings.extend(spellings);
    editor.module_mut().make_buffers();
    editor.reshape();
    let mut notes = Vec::new();
    for &id in &changed {
        let node = *editor.module().node(id);
        let Some(def) = convertible(editor.module(), &node) else { continue };
        let form = form_of(editor.module(), &node, def);
        let missing = match form {
            TileForm::Dps if matches!(node.written, SyntaxForm::Asm | SyntaxForm::Ssa) => {
                scratch::tile(editor.module(), &node, def)
            }
            _ => None,
        };
        if form == TileForm::Dps {
            results_to_buffers(editor, id);
        }
        if let Some((slot, tile)) = missing {
            notes.push(add_scratch(editor, id, def, slot, tile));
        }
        rewrite(editor, id, def, form);
    }
    copies.insert(editor);
    for &id in &prefixed {
        let node = *editor.module().node(id);
        let name = editor.module().op_name(&node).into_owned();
        editor.replace_words(node.name_span, name);
        editor.module_mut().nodes[id.index()].written = SyntaxForm::Ssa;
    }
    for (span, words) in renamed {
        editor.replace_words(span, words);
    }
    editor.settle();
    Ok(notes)
}

/// Gives a scratch tile to the instructions over buffers that need one on a target and have none. Returns a note for
/// each.
pub fn add_missing_scratch(editor: &mut Editor<'_>, target: Target) -> Vec<Diagnostic> {
    let module = editor.module();
    let lacks = |n: &Node| match n.written {
        SyntaxForm::Dps => scratch::missing(module, n, target),
        _ => None,
    };
    let lacking: Vec<(NodeId, (u8, TileTy))> =
        module.nodes().filter_map(|(id, n)| Some((id, lacks(n)?))).collect();
    let mut notes = Vec::with_capacity(lacking.len());
    for (id, (slot, tile)) in lacking {
        let Some(def) = editor.module().def(editor.module().node(id)) else { continue };
        notes.push(add_scratch(editor, id, def, slot, tile));
        rewrite(editor, id, def, TileForm::Dps);
    }
    if !notes.is_empty() {
        editor.settle();
    }
    notes
}

/// Registers have no buffers and stay values.
fn form_of(module: &Module, node: &Node, def: &OpDef) -> TileForm {
    let explicit = |o: &Operand| role(def, o.slot) == Role::Out;
    match def.form == PrintForm::Dps || module.operands(node).iter().any(explicit) {
        true => TileForm::Dps,
        false => TileForm::Ssa,
    }
}

/// Each tile that is a result of an instruction becomes one that it writes; other results stay.
fn results_to_buffers(editor: &mut Editor<'_>, id: NodeId) {
    let node = *editor.module().node(id);
    let buffers = buffered(editor.module(), &node);
    let mut operands = editor.module().operands(&node).to_vec();
    for (i, value) in editor.module().results(&node).enumerate() {
        let v = *editor.module().value(value);
        if editor.module().sym(v.name).is_empty() {
            let name = editor.fresh("unused");
            editor.name(value, &name);
        }
        if i < buffers {
            operands.push(Operand { value, slot: v.slot, span: v.span });
            editor.allocate(id, value);
        }
    }
    editor.set_operands(id, operands);
    let PoolRange { start, len } = node.results;
    let node = &mut editor.module_mut().nodes[id.index()];
    node.results = PoolRange { start: start + buffers as u32, len: len - buffers as u32 };
    node.written = SyntaxForm::Dps;
}

fn add_scratch(
    editor: &mut Editor<'_>,
    id: NodeId,
    def: &OpDef,
    slot: u8,
    tile: TileTy,
) -> Diagnostic {
    let name = editor.fresh("tmp");
    let ty = editor.ty(Type::Tile(TileTy { buffer: true, ..tile }));
    let value = editor.before(id, Rank::Definition, |b| b.op("alloc_tile").result(ty).value());
    editor.name(value, &name);
    editor.add_operand(id, slot, value);
    scratch::note(&name, editor.module().node(id), def)
}

/// The statement as it is now.
fn rewrite(editor: &mut Editor<'_>, id: NodeId, def: &OpDef, form: TileForm) {
    let Some(text) = editor.source() else { return };
    let module = editor.module();
    let node = module.node(id);
    let statements = Statements { text, module, to: TileForm::Dps, spellings: &editor.spellings };
    let named = |slot: u8, v: ValueId| -> Named {
        (slot, module.sym(module.value(v).name).to_string(), statements.ty(v))
    };
    let (mut ins, mut outs) = (Vec::new(), Vec::new());
    for o in module.operands(node) {
        let written = match role(def, o.slot) {
            Role::Out => true,
            Role::Scratch => form == TileForm::Dps && scratch::follows_outputs(def, o.slot),
            _ => false,
        };
        if written { &mut outs } else { &mut ins }.push(named(o.slot, o.value));
    }
    let results = module.results(node).map(|v| named(module.value(v).slot, v));
    let mut beside: Vec<Named> = Vec::new();
    if form == TileForm::Dps { &mut beside } else { &mut outs }.extend(results);
    order::by_key(&mut ins, |e| e.0);
    order::by_key(&mut outs, |e| e.0);
    let statement = statements.statement(node, def, form, &ins, &outs, &beside);
    let text = statements.in_place_of(node, "", &statement);
    editor.rewrite(id, text);
}
