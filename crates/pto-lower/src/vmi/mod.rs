//! Registers of any length become registers of a device: an element of lane i lies in register `i / N` of `N` lanes each.
//!
//! The text is rewritten: statements on such registers become statements on registers of 256 bytes, and
//! everything that hands such a value on (loops, branches, calls, returns) hands on its registers. All else stays as it is
//! written. The result gives the bits of the program it was made from; a test compares.

mod convert;
mod create;
mod fold;
mod lanes;
mod masks;
mod memory;
mod rearrange;
mod rules;
mod shape;
mod writer;

use pto_ir::module::{BlockId, Def, Node, NodeId};
use pto_ir::span::splice;
use pto_ir::{Diagnostic, Module, Span, ValueId};
use pto_isa::order;
use pto_isa::virtual_register::VirtualRegister;
use pto_isa::{Type, code};
use rustc_hash::FxHashMap;
use shape::{Shapes, type_list};
use writer::Writer;

/// The text of a program with registers of a device in place of those of any length, and the places that statements
/// came from. `None` if there are none.
pub(crate) fn to_registers(
    text: &str,
    module: &Module,
) -> Result<Option<Rewritten>, Vec<Diagnostic>> {
    let types = (0..module.value_count() as u32).filter_map(|v| module.type_of(ValueId(v)));
    if !types.into_iter().any(|ty| VirtualRegister::of(ty).is_some()) {
        return Ok(None);
    }
    let mut rewriter = Rewriter {
        text,
        module,
        shapes: Shapes::of(module),
        aliases: aliases(text),
        edits: Vec::new(),
        findings: Vec::new(),
        writer: Writer::new(text, module),
    };
    for top in module.top() {
        rewriter.node(top);
    }
    let Rewriter { mut edits, mut findings, .. } = rewriter;
    order::by_key(&mut edits, |e| (e.0.start, e.0.end));
    let made = splice(text, edits.iter().map(|(span, words)| (*span, words.as_str())));
    if made.is_none() {
        let pair = edits.windows(2).find(|pair| pair[1].0.start < pair[0].0.end);
        let message = "what this becomes in registers overlaps another statement";
        let span = pair.map_or(Span::default(), |pair| pair[1].0);
        findings.push(Diagnostic::error(code::LOWERING, span, message.to_string()));
    }
    match made.filter(|_| findings.is_empty()) {
        Some((text, new)) => {
            let pieces = new.into_iter().zip(edits.iter().map(|e| e.0)).collect();
            Ok(Some(Rewritten { text, pieces }))
        }
        None => Err(findings),
    }
}

/// A rewritten text.
pub(crate) struct Rewritten {
    /// The text.
    pub text: String,
    /// Where each piece that is new stands, and what it was made from.
    pieces: Vec<(Span, Span)>,
}

impl Rewritten {
    /// The place in the text before of a place in the text now, if it is in a new piece.
    pub fn origin(&self, at: Span) -> Option<Span> {
        self.pieces.iter().find(|(new, _)| new.start <= at.start && at.start < new.end).map(|p| p.1)
    }
}

struct Rewriter<'m> {
    text: &'m str,
    module: &'m Module,
    shapes: Shapes,
    /// Names of types of registers of any length, `!name`, and what they stand for.
    aliases: FxHashMap<&'m str, &'m str>,
    edits: Vec<(Span, String)>,
    findings: Vec<Diagnostic>,
    writer: Writer,
}

impl<'m> Rewriter<'m> {
    fn is_virtual(&self, value: ValueId) -> bool {
        self.module.type_of(value).is_some_and(|ty| VirtualRegister::of(ty).is_some())
    }

    fn refuse(&mut self, node: &Node, why: &str) {
        let message = format!("`{}` is not lowered to registers: {why}", self.module.op_name(node));
        self.findings.push(Diagnostic::error(code::LOWERING, node.name_span, message));
    }

    /// A statement and those in it.
    fn node(&mut self, id: NodeId) {
        let node = self.module.node(id);
        if let Some(def) = self.module.def(node)
            && let Some(rule) = rules::rule_of(def)
        {
            let mut operands = self.module.operands(node).iter().map(|o| o.value);
            if operands.any(|v| self.is_virtual(v) && self.writer.parts(v).is_empty()) {
                // What makes the operand was refused.
                return;
            }
            let block = node.parent;
            let statement =
                rules::Statement { module: self.module, node, def, shapes: &self.shapes };
            match rule(self.writer.at(block), &statement) {
                Ok(()) => {
                    let words = self.writer.take(indent_of(self.text, node.span));
                    self.edits.push((node.span, words));
                }
                Err(why) => {
                    self.writer.take(0);
                    self.refuse(node, &why);
                }
            }
            return;
        }
        self.hand_on(node);
        for &region in self.module.node_regions(node) {
            for block in self.module.region(region).blocks.clone() {
                for op in self.module.block(block).ops.clone() {
                    self.node(op);
                }
            }
        }
    }

    /// Names, types and arguments of a statement that hands registers of any length on.
    fn hand_on(&mut self, node: &'m Node) {
        let results: Vec<ValueId> =
            self.module.results(node).filter(|&v| self.is_virtual(v)).collect();
        let operands = self.module.operands(node).iter();
        let successors = self.module.successors(node).iter();
        let passed = successors.flat_map(|s| self.module.successor_operands(s));
        let uses: Vec<_> =
            operands.chain(passed).filter(|o| self.is_virtual(o.value)).copied().collect();
        let regions = self.module.node_regions(node).to_vec();
        let blocks: Vec<BlockId> =
            regions.iter().flat_map(|&r| self.module.region(r).blocks.clone()).collect();
        let arguments: Vec<ValueId> = blocks
            .iter()
            .flat_map(|&b| self.module.block(b).args.clone())
            .filter(|&v| self.is_virtual(v))
            .collect();
        if results.is_empty() && uses.is_empty() && arguments.is_empty() {
            return;
        }
        for &value in results.iter().chain(&arguments) {
            self.writer.declare(self.module, &self.shapes, value);
        }
        let mut taken: Vec<Span> = Vec::new();
        for &argument in &arguments {
            let Some(edit) = self.argument(argument, &uses) else {
                return self.refuse(node, "an argument of its body is written in an unusual way");
            };
            taken.push(edit.0);
            self.edits.push(edit);
        }
        let Some(names) = self.results(node, &results) else {
            return self.refuse(node, "its results have one name and are not all of that kind");
        };
        self.edits.extend(names);
        let inside = |span: Span, list: &[Span]| {
            list.iter().any(|t| t.start <= span.start && span.end <= t.end)
        };
        for o in uses.iter().filter(|o| !inside(o.span, &taken)) {
            self.edits.push((o.span, self.writer.parts(o.value).join(", ")));
        }
        let mut nested: Vec<Span> = taken;
        for &block in &blocks {
            nested.extend(self.module.block(block).ops.iter().map(|&op| self.module.node(op).span));
        }
        let Some(types) = self.types_in(node.span, &nested) else {
            return self.refuse(node, "a type of it is written in an unusual way");
        };
        self.edits.extend(types);
    }

    /// The names of the results of a statement: `%x, %y`, or one with a number, `%x:2`.
    fn results(&self, node: &Node, results: &[ValueId]) -> Option<Vec<(Span, String)>> {
        let span_of = |v: ValueId| self.module.value(v).span;
        let words = |v: ValueId| self.writer.parts(v).join(", ");
        let is_group = |v: ValueId| {
            let rest = &self.text[span_of(v).end as usize..];
            rest.trim_start().starts_with(':')
        };
        let Some(&first) = results.first().filter(|&&v| is_group(v)) else {
            return Some(results.iter().map(|&v| (span_of(v), words(v))).collect());
        };
        // The names of all results take the place of the one and its number.
        let all: Vec<ValueId> = self.module.results(node).collect();
        if all != results || all.iter().any(|&v| span_of(v) != span_of(first)) {
            return None;
        }
        let end = span_of(first).end + self.text[span_of(first).end as usize..].find('=')? as u32;
        let names: Vec<String> = all.into_iter().map(words).collect();
        Some(vec![(Span::new(span_of(first).start, end), format!("{} ", names.join(", ")))])
    }

    /// The type of registers of any length that a text begins with, by itself or by an alias of it: its bytes and what it is.
    fn type_at(&self, text: &str) -> Option<(usize, Type)> {
        if text.starts_with("!pto.vmi.") {
            let length = type_length(text)?;
            return Some((length, Type::Other(text[..length].into())));
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '!');
        let length = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let full = self.aliases.get(&text[..length])?;
        Some((length, Type::Other((*full).into())))
    }

    /// `%x: T` and `%x = %init` with the registers of `%x`.
    fn argument(&self, value: ValueId, uses: &[pto_ir::module::Operand]) -> Option<(Span, String)> {
        let span = self.module.value(value).span;
        let names = self.writer.parts(value);
        let rest = self.text.get(span.end as usize..)?;
        let trimmed = rest.trim_start();
        let skipped = rest.len() - trimmed.len();
        if let Some(after) = trimmed.strip_prefix(':') {
            let ty = after.trim_start();
            let start = span.end as usize + skipped + 1 + (after.len() - ty.len());
            let end = start + self.type_at(ty)?.0;
            let types = type_list(&self.shapes, self.module.type_of(value)?)?;
            let pairs: Vec<String> =
                names.iter().zip(&types).map(|(n, t)| format!("{n}: {t}")).collect();
            return Some((Span::new(span.start, end as u32), pairs.join(", ")));
        }
        trimmed.strip_prefix('=')?;
        let init = uses.iter().find(|o| o.span.start >= span.end)?;
        let from = self.writer.parts(init.value);
        let pairs: Vec<String> =
            names.iter().zip(from).map(|(n, f)| format!("{n} = {f}")).collect();
        Some((Span::new(span.start, init.span.end), pairs.join(", ")))
    }

    /// Types of registers of any length in a statement, outside the statements in it.
    fn types_in(&self, span: Span, nested: &[Span]) -> Option<Vec<(Span, String)>> {
        let mut edits = Vec::new();
        let mut at = span.start as usize;
        let end = span.end as usize;
        while let Some(found) = self.text[at..end].find('!') {
            let start = at + found;
            if let Some(inner) =
                nested.iter().find(|n| (n.start as usize..n.end as usize).contains(&start))
            {
                at = inner.end as usize;
                continue;
            }
            let Some((length, ty)) = self.type_at(&self.text[start..end]) else {
                // Another type, unless it is one that is written in an unusual way.
                if self.text[start..end].starts_with("!pto.vmi.") {
                    return None;
                }
                at = start + 1;
                continue;
            };
            let types = type_list(&self.shapes, &ty)?;
            edits.push((Span::new(start as u32, (start + length) as u32), types.join(", ")));
            at = start + length;
        }
        Some(edits)
    }
}

/// The names that a text gives to types of registers of any length.
fn aliases(text: &str) -> FxHashMap<&str, &str> {
    let mut found = FxHashMap::default();
    for line in text.lines().map(str::trim_start).filter(|l| l.starts_with('!')) {
        let Some((name, of)) = line.split_once('=') else { continue };
        let of = of.trim_start();
        if of.starts_with("!pto.vmi.")
            && let Some(length) = type_length(of)
        {
            found.insert(name.trim_end(), &of[..length]);
        }
    }
    found
}

/// Bytes of the type that a text begins with.
fn type_length(text: &str) -> Option<usize> {
    let open = text.find('<')?;
    let mut depth = 0usize;
    for (i, c) in text[open..].char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + i + 1);
        }
    }
    None
}

/// How far the line of a statement is indented.
fn indent_of(text: &str, span: Span) -> usize {
    let line = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
    span.start as usize - line
}

/// The number that a value is, if the text says so.
fn constant(module: &Module, value: ValueId) -> Option<i64> {
    let Def::Result(id) = module.value(value).def else { return None };
    let node = module.node(id);
    let attr = module.attr(node, "value").filter(|_| node.is(pto_ir::dialect::Arith::Constant))?;
    match module.attrs.get(attr.value) {
        pto_ir::Attr::Int(n, _) => i64::try_from(*n).ok(),
        _ => None,
    }
}

type Parts = FxHashMap<ValueId, Vec<String>>;
