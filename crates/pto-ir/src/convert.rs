//! Conversion between plain assembly, values (SSA) and buffers (DPS), statement by statement.

mod plan;
mod scratch;
#[cfg(test)]
mod tests;

use crate::diag::{Diagnostic, Severity};
use crate::intern::{Attr, FreshNames};
use crate::lexer::{Lexer, Tok};
use crate::module::*;
use crate::print::attr_text;
use crate::span::Span;
use plan::{Plan, convertible, role};
use pto_isa::def::{OpDef, Role};
use pto_isa::{Target, TileTy, Type, code};
use rustc_hash::FxHashMap;

/// How tile instructions are written.
///
/// ```
/// let text = "%d = pto.tneg %a : (!pto.tile<f32, 8, 8>) -> !pto.tile<f32, 8, 8>";
/// let program = format!("func.func @f(%a: !pto.tile<f32, 8, 8>) {{\n{text}\nreturn\n}}");
/// let asm = pto_ir::convert(&program, pto_ir::Form::Asm).unwrap();
/// assert!(asm.text.contains("  %d = tneg %a : !pto.tile<f32, 8, 8>\n"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
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
/// let converted = pto_ir::convert(program, pto_ir::Form::Dps).unwrap();
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
/// let ssa = pto_ir::convert(program, pto_ir::Form::Ssa).unwrap().text;
/// assert_eq!(
///     ssa,
///     "func.func @f(%a: !pto.tile<vec, 8x8xf32>) {\n  \
///      %d = pto.tneg %a : (!pto.tile<vec, 8x8xf32>) -> !pto.tile<vec, 8x8xf32>\n  return\n}\n",
/// );
/// assert_eq!(
///     pto_ir::convert(&ssa, pto_ir::Form::Dps).unwrap().text,
///     pto_ir::format(program),
/// );
/// ```
pub fn convert(text: &str, to: Form) -> Result<Converted, Vec<Diagnostic>> {
    let (module, problems, spellings) = crate::parse::parse_spelled(text);
    let plan = Plan::new(&module, to, problems);
    write(text, &module, to, spellings, &plan)
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
    let (module, problems, spellings) = crate::parse::parse_spelled(text);
    let plan = Plan::of_scratch(&module, target, problems);
    if plan.changed.is_empty() && plan.errors.is_empty() {
        return Ok(Converted { text: text.to_string(), notes: Vec::new() });
    }
    write(text, &module, Form::Dps, spellings, &plan)
}

fn write(
    text: &str,
    module: &Module,
    to: Form,
    spellings: FxHashMap<TypeId, String>,
    plan: &Plan<'_>,
) -> Result<Converted, Vec<Diagnostic>> {
    if !plan.errors.is_empty() {
        return Err(plan.errors.clone());
    }
    if plan.changed.is_empty() && plan.prefixed.is_empty() {
        return Ok(Converted { text: crate::fmt::format(text), notes: Vec::new() });
    }
    let mut writer = Writer {
        text,
        module,
        to,
        spellings,
        plan,
        edits: Vec::new(),
        notes: Vec::new(),
        names: FreshNames::default(),
    };
    for &id in &plan.dropped {
        writer.remove(module.node(id).span);
    }
    for &id in &plan.changed {
        writer.rewrite(module.node(id));
    }
    for &id in &plan.prefixed {
        let node = module.node(id);
        writer.edits.push((node.name_span, module.op_name(node).into_owned()));
    }
    if !plan.only_scratch {
        writer.rename_types();
    }
    let Writer { edits, notes, .. } = writer;
    let text = crate::fmt::format(&apply(text, edits));
    // The converter edits text; this makes sure that what it hands out is a program.
    let (_, problems) = crate::parse(&text);
    match problems.into_iter().find(Diagnostic::is_error) {
        Some(d) => {
            let message = format!("the program has no such form here: {}", d.message);
            Err(vec![Diagnostic::error(code::FORM, Span::default(), message)])
        }
        None => Ok(Converted { text, notes }),
    }
}

/// Replaces disjoint places of a text.
fn apply(text: &str, mut edits: Vec<(Span, String)>) -> String {
    edits.sort_by_key(|e| (e.0.start, e.0.end));
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    for (span, new) in edits {
        // An edit inside a place that is already replaced has nothing left to change.
        if (span.start as usize) < at {
            continue;
        }
        out.push_str(&text[at..span.start as usize]);
        out.push_str(&new);
        at = span.end as usize;
    }
    out.push_str(&text[at..]);
    out
}

struct Writer<'a> {
    text: &'a str,
    module: &'a Module,
    to: Form,
    spellings: FxHashMap<TypeId, String>,
    plan: &'a Plan<'a>,
    edits: Vec<(Span, String)>,
    notes: Vec<Diagnostic>,
    /// Names made here.
    names: FreshNames,
}

impl Writer<'_> {
    /// Deletes a statement, with its line if nothing else stands there.
    fn remove(&mut self, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        let line = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let next = self.text[end..].find('\n').map_or(self.text.len(), |i| end + i + 1);
        let alone =
            self.text[line..start].trim().is_empty() && self.text[end..next].trim().is_empty();
        let comments = self.inner(span).0;
        let span = if alone { Span::new(line as u32, next as u32) } else { span };
        self.edits.push((span, comments));
    }

    /// Comments (as lines) and locations inside a statement.
    fn inner(&self, span: Span) -> (String, String) {
        let text = span.of(self.text);
        let mut lexer = Lexer::new(text);
        let (mut comments, mut location) = (String::new(), String::new());
        let mut depth = 0usize;
        let mut before = "";
        loop {
            while let Some((c, _)) = lexer.next_comment() {
                comments.push_str(c.of(text));
                comments.push('\n');
            }
            let t = lexer.next_token();
            let word = t.span.of(text);
            match t.tok {
                Tok::Eof => return (comments, location),
                Tok::LParen if depth > 0 || before == "loc" => {
                    location.push_str(if depth == 0 { " loc" } else { "" });
                    depth += 1;
                    location.push('(');
                }
                _ if depth > 0 => {
                    depth -= usize::from(t.tok == Tok::RParen);
                    location.push_str(word);
                }
                _ => {}
            }
            before = word;
        }
    }

    /// Tile types outside the statements written anew.
    fn rename_types(&mut self) {
        let mut lexer = Lexer::new(self.text);
        loop {
            let t = lexer.next_token();
            if t.tok == Tok::Eof {
                return;
            }
            let open = self.text.as_bytes().get(t.span.end as usize) == Some(&b'<');
            if let Some(head) = self.head(t.span.of(self.text)).filter(|_| open) {
                self.edits.push((t.span, head.to_string()));
            }
        }
    }

    /// What the name of a tile type is in the new form.
    fn head(&self, name: &str) -> Option<&'static str> {
        let tile = matches!(
            name,
            "!pto.tile" | "!pto.tile_buf" | "pto.tile" | "pto.tile_buf" | "tile" | "tile_buf"
        );
        tile.then_some(if self.to == Form::Dps { "!pto.tile_buf" } else { "!pto.tile" })
    }

    fn tile_type(&self, t: TileTy) -> String {
        TileTy { buffer: self.to == Form::Dps, ..t }.to_string()
    }

    /// The type of a value in the new form, spelled as in the text.
    fn ty(&self, value: ValueId) -> String {
        let Some(id) = self.module.value(value).ty else { return "none".into() };
        let ty = self.module.types.get(id);
        match (self.spellings.get(&id), ty) {
            (Some(s), Type::Tile(t)) => match s.split_once('<') {
                Some((name, rest)) => match self.head(name) {
                    Some(head) => format!("{head}<{rest}"),
                    None => self.tile_type(*t),
                },
                None => s.clone(),
            },
            (Some(s), _) => s.clone(),
            (None, Type::Tile(t)) => self.tile_type(*t),
            (None, other) => other.to_string(),
        }
    }

    fn fresh(&mut self, base: &str) -> String {
        self.names.like(base, &self.module.symbols)
    }

    /// Writes a statement in the form it gets.
    fn rewrite(&mut self, node: &Node) {
        let m = self.module;
        let Some(def) = convertible(m, node) else { return };
        let form = self.plan.form_of(node, def);
        let mut lines = String::new();
        // Names and types, in the order of the slots.
        let mut ins: Vec<(u8, String, String)> = Vec::new();
        let mut outs: Vec<(u8, String, String)> = Vec::new();
        for o in m.operands(node) {
            let entry = (o.slot, m.sym(m.value(o.value).name).to_string(), self.ty(o.value));
            match role(def, o.slot) {
                Role::Out => outs.push(entry),
                Role::Scratch if form == Form::Asm && scratch::slot(def) == Some(o.slot) => {}
                Role::Scratch if form == Form::Dps && scratch::is_behind_outputs(def, o.slot) => {
                    outs.push(entry);
                }
                _ => ins.push(entry),
            }
        }
        for v in m.results(node) {
            let mut name = m.sym(m.value(v).name).to_string();
            if name.is_empty() && form == Form::Dps {
                name = self.fresh("unused");
            }
            let entry = (m.value(v).slot, name, self.ty(v));
            if form == Form::Dps {
                lines.push_str(&format!("%{} = pto.alloc_tile : {}\n", entry.1, entry.2));
            }
            outs.push(entry);
        }
        if form != Form::Asm
            && (self.plan.only_scratch || matches!(node.written, Written::Asm | Written::Ssa))
            && let Some((slot, tile)) = scratch::tile(m, node, def)
        {
            let (name, ty) = (self.fresh("tmp"), self.tile_type(tile));
            lines.push_str(&format!("%{name} = pto.alloc_tile : {ty}\n"));
            let note = format!("`%{name}` was added: scratch of `pto.{}`", def.printed_name());
            let note = Diagnostic::warning(code::FORM, node.name_span, note);
            self.notes.push(Diagnostic { severity: Severity::Note, ..note });
            match form == Form::Dps && scratch::is_behind_outputs(def, slot) {
                true => outs.push((slot, name, ty)),
                false => ins.push((slot, name, ty)),
            }
        }
        ins.sort_by_key(|e| e.0);
        outs.sort_by_key(|e| e.0);
        let statement = self.statement(node, def, form, &ins, &outs);
        let (comments, location) = self.inner(node.span);
        // A label of plain assembly stands before the name.
        let named = m.results(node).any(|v| !m.sym(m.value(v).name).is_empty());
        let label = if named {
            ""
        } else {
            &self.text[node.span.start as usize..node.name_span.start as usize]
        };
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let line_start = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let before = if self.text[line_start..start].trim().is_empty() { "" } else { "\n" };
        let rest = self.text[end..].lines().next().unwrap_or("").trim_start();
        let after = if rest.is_empty() || ["//", "--", "#"].iter().any(|c| rest.starts_with(c)) {
            ""
        } else {
            "\n"
        };
        self.edits.push((
            node.span,
            format!("{before}{comments}{lines}{label}{statement}{location}{after}"),
        ));
    }

    fn statement(
        &self,
        node: &Node,
        def: &OpDef,
        form: Form,
        ins: &[(u8, String, String)],
        outs: &[(u8, String, String)],
    ) -> String {
        let names = |list: &[(u8, String, String)]| {
            list.iter().map(|e| format!("%{}", e.1)).collect::<Vec<_>>().join(", ")
        };
        let types = |list: &[(u8, String, String)]| {
            list.iter().map(|e| e.2.as_str()).collect::<Vec<_>>().join(", ")
        };
        let op = def.printed_name();
        let (dict, keys) = self.attrs(node, form);
        if form == Form::Dps {
            let group = |word: &str, list: &[(u8, String, String)]| match list {
                [] => String::new(),
                _ => format!(" {word}({} : {})", names(list), types(list)),
            };
            return format!("pto.{op}{}{}{dict}", group("ins", ins), group("outs", outs));
        }
        let bound = outs.iter().any(|e| !e.1.is_empty());
        let left = if bound { format!("{} = ", names(outs)) } else { String::new() };
        let prefix = if form == Form::Ssa { "pto." } else { "" };
        let values = if ins.is_empty() { String::new() } else { format!(" {}", names(ins)) };
        let all: Vec<&String> = ins.iter().chain(outs).map(|e| &e.2).collect();
        let tail = match (form, outs.len()) {
            _ if all.is_empty() => String::new(),
            (Form::Asm, _) if bound && all.iter().all(|t| *t == all[0]) => format!(" : {}", all[0]),
            (Form::Asm, 0) => format!(" : {}", types(ins)),
            (Form::Asm, _) if ins.is_empty() => format!(" -> {}", types(outs)),
            (Form::Asm, _) => format!(" : {} -> {}", types(ins), types(outs)),
            (_, 0) => format!(" : ({})", types(ins)),
            (_, 1) => format!(" : ({}) -> {}", types(ins), types(outs)),
            _ => format!(" : ({}) -> ({})", types(ins), types(outs)),
        };
        format!("{left}{prefix}{op}{values}{dict}{tail}{keys}")
    }

    /// The attributes as a dictionary, and those that plain assembly writes `#key=value`.
    fn attrs(&self, node: &Node, form: Form) -> (String, String) {
        let m = self.module;
        let (mut dict, mut keys) = (Vec::new(), String::new());
        for a in m.node_attrs(node) {
            let (name, value) = (m.sym(a.name), m.attrs.get(a.value));
            let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let short = matches!(
                value,
                Attr::Int(_, None)
                    | Attr::Float(_, None)
                    | Attr::Str(_)
                    | Attr::Bool(_)
                    | Attr::Case { .. }
            );
            let text = attr_text(m, value);
            if form == Form::Asm && plain && short {
                keys.push_str(&format!(" #{name}={text}"));
            } else if *value == Attr::Unit {
                dict.push(name.to_string());
            } else {
                dict.push(format!("{name} = {text}"));
            }
        }
        let dict =
            if dict.is_empty() { String::new() } else { format!(" {{{}}}", dict.join(", ")) };
        (dict, keys)
    }
}
