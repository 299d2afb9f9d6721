//! Conversion between plain assembly, values (SSA) and buffers (DPS), statement by statement.

mod bufferise;
mod carried;
mod plan;
mod returned;
mod scratch;
mod statement;
#[cfg(test)]
mod tests;

pub use bufferise::{add_missing_scratch, bufferise, has_values};
pub use scratch::missing as missing_scratch;

use crate::diag::Diagnostic;
use crate::edit::Editor;
use crate::intern::FreshNames;
use crate::module::*;
use crate::span::{Span, replace};
use plan::{Plan, convertible, role};
use pto_isa::def::Role;
use pto_isa::order;
use pto_isa::{Target, code};
use statement::Statements;

/// How tile instructions are written.
///
/// ```
/// let text = "%d = pto.tneg %a : (!pto.tile<f32, 8, 8>) -> !pto.tile<f32, 8, 8>";
/// let program = format!("func.func @f(%a: !pto.tile<f32, 8, 8>) {{\n{text}\nreturn\n}}");
/// let asm = pto_ir::convert(&program, pto_ir::TileForm::Asm).unwrap();
/// assert!(asm.text.contains("  %d = tneg %a : !pto.tile<f32, 8, 8>\n"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileForm {
    /// Plain assembly: `%d = tadd %a, %b : T`.
    Asm,
    /// Values: `%d = pto.tadd %a, %b : (T, T) -> T`.
    Ssa,
    /// Buffers: `pto.tadd ins(%a, %b : T, T) outs(%d : T)`.
    Dps,
}

/// A converted program.
///
/// ```
/// let program = "func.func @f() {\n  return\n}\n";
/// let converted = pto_ir::convert(program, pto_ir::TileForm::Dps).unwrap();
/// assert_eq!(converted.text, program);
/// assert!(converted.notes.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// Its text, formatted.
    pub text: String,
    /// What was added, at the statement it was added for.
    pub notes: Vec<Diagnostic>,
}

/// Writes the tile instructions of a program in another form. Names, comments and everything else stay.
///
/// Buffers become values where each has one write that defines it; where that is not so, the findings
/// name the buffer and say why. A missing scratch operand is added on the way up from assembly and on
/// the way to buffers, and left out on the way down.
///
/// ```
/// let program = "
/// func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {
///   %d = pto.alloc_tile : !pto.tile_buf<vec, 8x8xf32>
///   pto.tneg ins(%a : !pto.tile_buf<vec, 8x8xf32>) outs(%d : !pto.tile_buf<vec, 8x8xf32>)
///   return
/// }";
/// let ssa = pto_ir::convert(program, pto_ir::TileForm::Ssa).unwrap().text;
/// assert_eq!(
///     ssa,
///     "func.func @f(%a: !pto.tile<vec, 8x8xf32>) {\n  \
///      %d = pto.tneg %a : (!pto.tile<vec, 8x8xf32>) -> !pto.tile<vec, 8x8xf32>\n  return\n}\n",
/// );
/// assert_eq!(
///     pto_ir::convert(&ssa, pto_ir::TileForm::Dps).unwrap().text,
///     pto_ir::format(program),
/// );
/// ```
pub fn convert(text: &str, to: TileForm) -> Result<Converted, Vec<Diagnostic>> {
    let (module, problems, spellings) = crate::parse::parse_spelled(text);
    let plan = Plan::new(&module, to, problems);
    if !plan.errors.is_empty() {
        return Err(plan.errors);
    }
    if plan.changed.is_empty() && plan.prefixed.is_empty() {
        return Ok(Converted { text: crate::fmt::format(text), notes: Vec::new() });
    }
    if to == TileForm::Dps {
        let (mut editor, _) = Editor::read(text);
        let notes = bufferise(&mut editor)?;
        return readable(editor.text(), notes);
    }
    if !module.implied.is_empty() {
        // What statements imply, such as a number or a wait, gets a statement of its own.
        let written = Editor::read(text).0.text();
        return if written == text { readable(written, Vec::new()) } else { convert(&written, to) };
    }
    let statements = Statements { text, module: &module, to, spellings: &spellings };
    let mut edits: Vec<(Span, String)> = Vec::new();
    edits.extend(plan.dropped.iter().map(|&id| statements.removed(module.node(id).span)));
    let mut writer =
        Writer { statements, plan: &plan, notes: Vec::new(), names: FreshNames::default() };
    edits.extend(plan.changed.iter().map(|&id| writer.rewrite(module.node(id))));
    let Writer { statements, notes, .. } = writer;
    for &id in &plan.prefixed {
        let node = module.node(id);
        edits.push((node.name_span, module.op_name(node).into_owned()));
    }
    edits.extend(statements.renamed_types());
    readable(crate::fmt::format(&replace(text, 0..text.len(), edits)), notes)
}

/// Gives a scratch tile to the instructions over buffers that need one on a target and have none. Instructions
/// with an area of the target for that purpose keep it.
///
/// ```
/// let program = "
/// func.func @f(%a: !pto.tile_buf<vec, 8x64xf32>, %b: !pto.tile_buf<vec, 8x8xf32, valid=8x1>) {
///   pto.trowsum ins(%a : !pto.tile_buf<vec, 8x64xf32>) outs(%b : !pto.tile_buf<vec, 8x8xf32, valid=8x1>)
///   return
/// }";
/// let complete = pto_ir::add_scratch(program, pto_isa::Target::A2A3).unwrap();
/// assert!(complete.text.contains("pto.trowsum ins(%a, %tmp : "));
/// assert_eq!(complete.notes[0].message, "`%tmp` was added: scratch of `pto.trowsum`");
/// ```
pub fn add_scratch(text: &str, target: Target) -> Result<Converted, Vec<Diagnostic>> {
    let (mut editor, problems) = Editor::read(text);
    let errors: Vec<Diagnostic> = problems.into_iter().filter(Diagnostic::is_error).collect();
    if !errors.is_empty() {
        return Err(errors);
    }
    let notes = add_missing_scratch(&mut editor, target);
    match notes.is_empty() {
        true => Ok(Converted { text: text.to_string(), notes }),
        false => readable(editor.text(), notes),
    }
}

/// The converter edits text; this makes sure that what it hands out is a program.
fn readable(text: String, notes: Vec<Diagnostic>) -> Result<Converted, Vec<Diagnostic>> {
    let (_, problems) = crate::parse(&text);
    match problems.into_iter().find(Diagnostic::is_error) {
        Some(d) => {
            let message = format!("the program has no such form here: {}", d.message);
            Err(vec![Diagnostic::error(code::FORM, Span::default(), message)])
        }
        None => Ok(Converted { text, notes }),
    }
}

struct Writer<'a> {
    statements: Statements<'a>,
    plan: &'a Plan<'a>,
    notes: Vec<Diagnostic>,
    /// Names made here.
    names: FreshNames,
}

impl Writer<'_> {
    /// Writes a statement in the form it gets.
    fn rewrite(&mut self, node: &Node) -> (Span, String) {
        let m = self.statements.module;
        let Some(def) = convertible(m, node) else {
            return (node.name_span, m.op_name(node).into_owned());
        };
        let form = self.plan.form_of(node, def);
        let mut lines = String::new();
        // Names and types, in the order of the slots.
        let mut ins: Vec<(u8, String, String)> = Vec::new();
        let mut outs: Vec<(u8, String, String)> = Vec::new();
        for o in m.operands(node) {
            let entry =
                (o.slot, m.sym(m.value(o.value).name).to_string(), self.statements.ty(o.value));
            match role(def, o.slot) {
                Role::Out => outs.push(entry),
                Role::Scratch if form == TileForm::Asm && scratch::slot(def) == Some(o.slot) => {}
                _ => ins.push(entry),
            }
        }
        for v in m.results(node) {
            let name = m.sym(m.value(v).name).to_string();
            outs.push((m.value(v).slot, name, self.statements.ty(v)));
        }
        if form != TileForm::Asm
            && matches!(node.written, SyntaxForm::Asm | SyntaxForm::Ssa)
            && let Some((slot, tile)) = scratch::tile(m, node, def)
        {
            let (name, ty) = (self.names.like("tmp", &m.symbols), self.statements.tile_type(tile));
            lines.push_str(&format!("%{name} = pto.alloc_tile : {ty}\n"));
            self.notes.push(scratch::note(&name, node, def));
            ins.push((slot, name, ty));
        }
        order::by_key(&mut ins, |e| e.0);
        order::by_key(&mut outs, |e| e.0);
        let statement = self.statements.statement(node, def, form, &ins, &outs, &[]);
        (node.span, self.statements.in_place_of(node, &lines, &statement))
    }
}
