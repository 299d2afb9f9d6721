//! How a statement is written in one of the forms, with types spelled as in the text.

use super::TileForm;
use crate::intern::Attr;
use crate::lexer::{Lexer, Tok};
use crate::module::*;
use crate::print::attr_text;
use crate::span::Span;
use pto_isa::def::OpDef;
use pto_isa::{TileTy, Type};
use rustc_hash::FxHashMap;

/// An operand of a statement: its slot, the name of the value, its type.
pub(super) type Named = (u8, String, String);

/// What statements of a program are written with.
pub(super) struct Statements<'a> {
    pub text: &'a str,
    pub module: &'a Module,
    pub to: TileForm,
    pub spellings: &'a FxHashMap<TypeId, String>,
}

impl Statements<'_> {
    /// The place of a statement, with its line if nothing else stands there, and the comments that stay.
    pub fn removed(&self, span: Span) -> (Span, String) {
        let (start, end) = (span.start as usize, span.end as usize);
        let line = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let next = self.text[end..].find('\n').map_or(self.text.len(), |i| end + i + 1);
        let alone =
            self.text[line..start].trim().is_empty() && self.text[end..next].trim().is_empty();
        let comments = self.inner(span).0;
        (if alone { Span::new(line as u32, next as u32) } else { span }, comments)
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

    /// Tile types of the text that are named otherwise in the new form.
    pub fn renamed_types(&self) -> Vec<(Span, String)> {
        let mut edits = Vec::new();
        let mut lexer = Lexer::new(self.text);
        loop {
            let t = lexer.next_token();
            if t.tok == Tok::Eof {
                return edits;
            }
            let open = self.text.as_bytes().get(t.span.end as usize) == Some(&b'<');
            if let Some(head) = self.head(t.span.of(self.text)).filter(|_| open) {
                edits.push((t.span, head.to_string()));
            }
        }
    }

    /// What the name of a tile type is in the new form.
    pub fn head(&self, name: &str) -> Option<&'static str> {
        let tile = matches!(
            name,
            "!pto.tile" | "!pto.tile_buf" | "pto.tile" | "pto.tile_buf" | "tile" | "tile_buf"
        );
        tile.then_some(if self.to == TileForm::Dps { "!pto.tile_buf" } else { "!pto.tile" })
    }

    pub fn tile_type(&self, t: TileTy) -> String {
        TileTy { buffer: self.to == TileForm::Dps, ..t }.to_string()
    }

    /// The type of a value in the new form, spelled as in the text.
    pub fn ty(&self, value: ValueId) -> String {
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

    /// A statement in the place of another, with the comments, the label and the location that it had.
    pub fn in_place_of(&self, node: &Node, lines: &str, statement: &str) -> String {
        let (comments, location) = self.inner(node.span);
        // A label of plain assembly stands before the name.
        let head = &self.text[node.span.start as usize..node.name_span.start as usize];
        let label = if head.contains('=') { "" } else { head };
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let line_start = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let before = if self.text[line_start..start].trim().is_empty() { "" } else { "\n" };
        let rest = self.text[end..].lines().next().unwrap_or("").trim_start();
        let after = if rest.is_empty() || ["//", "--", "#"].iter().any(|c| rest.starts_with(c)) {
            ""
        } else {
            "\n"
        };
        format!("{before}{comments}{lines}{label}{statement}{location}{after}")
    }

    /// A statement; `beside` are the results that it has over buffers.
    pub fn statement(
        &self,
        node: &Node,
        def: &OpDef,
        form: TileForm,
        ins: &[Named],
        outs: &[Named],
        beside: &[Named],
    ) -> String {
        let names = |list: &[Named]| {
            list.iter().map(|e| format!("%{}", e.1)).collect::<Vec<_>>().join(", ")
        };
        let types =
            |list: &[Named]| list.iter().map(|e| e.2.as_str()).collect::<Vec<_>>().join(", ");
        let op = def.printed_name();
        let (dict, keys) = self.attrs(node, form);
        if form == TileForm::Dps {
            let group = |word: &str, list: &[Named]| match list {
                [] => String::new(),
                _ => format!(" {word}({} : {})", names(list), types(list)),
            };
            let buffers = format!("pto.{op}{}{}{dict}", group("ins", ins), group("outs", outs));
            return match beside {
                [] => buffers,
                _ => format!("{} = {buffers} -> {}", names(beside), types(beside)),
            };
        }
        let bound = outs.iter().any(|e| !e.1.is_empty());
        let left = if bound { format!("{} = ", names(outs)) } else { String::new() };
        let prefix = if form == TileForm::Ssa { "pto." } else { "" };
        let values = if ins.is_empty() { String::new() } else { format!(" {}", names(ins)) };
        let all: Vec<&String> = ins.iter().chain(outs).map(|e| &e.2).collect();
        let tail = match (form, outs.len()) {
            _ if all.is_empty() => String::new(),
            (TileForm::Asm, _) if bound && all.iter().all(|t| *t == all[0]) => {
                format!(" : {}", all[0])
            }
            (TileForm::Asm, 0) => format!(" : {}", types(ins)),
            (TileForm::Asm, _) if ins.is_empty() => format!(" -> {}", types(outs)),
            (TileForm::Asm, _) => format!(" : {} -> {}", types(ins), types(outs)),
            (_, 0) => format!(" : ({})", types(ins)),
            (_, 1) => format!(" : ({}) -> {}", types(ins), types(outs)),
            _ => format!(" : ({}) -> ({})", types(ins), types(outs)),
        };
        format!("{left}{prefix}{op}{values}{dict}{tail}{keys}")
    }

    /// The attributes as a dictionary, and those that plain assembly writes `#key=value`.
    fn attrs(&self, node: &Node, form: TileForm) -> (String, String) {
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
            if form == TileForm::Asm && plain && short {
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
