//! The forms an instruction is written in, as the reference page shows them.

use crate::def::{Arity, Kind, OpDef, OperandDef, PrintForm, Role};
use std::fmt::Write as _;

/// More operand types than this are not spelled out.
const TYPES_SHOWN: usize = 4;

/// The section `Forms` of a page.
pub(super) fn forms(op: &OpDef, s: &mut String) {
    s.push_str("\n## Forms\n\n");
    let start = s.len();
    let ins: Vec<_> = op.operands.iter().filter(|o| o.role != Role::Out).collect();
    let outs: Vec<_> = op.operands.iter().filter(|o| o.role == Role::Out).collect();
    let name = op.printed_name();
    if !op.syntax.is_empty() && !op.syntax.starts_with("ins(") {
        for text in op.syntax.split(" | ") {
            let _ = writeln!(s, "- text: `{}`", plain(op, text));
        }
    }
    if op.form == PrintForm::Dps {
        let read: Vec<_> = ins.iter().copied().filter(|o| o.role != Role::Scratch).collect();
        let _ = writeln!(
            s,
            "- assembly: `{}{name} {} : {}{}`",
            results(&outs),
            names(&read),
            types(&read, false),
            arrow(&outs, false),
        );
        let _ = writeln!(
            s,
            "- SSA: `{}pto.{name} {} : ({}){}`",
            results(&outs),
            names(&ins),
            types(&ins, false),
            arrow(&outs, false),
        );
        let written = if outs.is_empty() {
            String::new()
        } else {
            format!(" outs({} : {})", names(&outs), types(&outs, true))
        };
        let _ = writeln!(
            s,
            "- DPS: `pto.{name} ins({} : {}){written}`",
            names(&ins),
            types(&ins, true),
        );
    } else if op.syntax.is_empty() {
        let operands = match ins.is_empty() {
            true => String::new(),
            false => format!(" {} : {}", names(&ins), types(&ins, true)),
        };
        let after = match ins.is_empty() {
            _ if !op.result_type.is_empty() => String::new(),
            true if !outs.is_empty() => format!(" : {}", types(&outs, true)),
            _ => arrow(&outs, true),
        };
        let _ = writeln!(s, "- text: `{}pto.{name}{operands}{after}`", results(&outs));
    }
    if s[start..].contains("%") && s[start..].contains(['?', '*']) {
        s.insert_str(
            start,
            "`?` marks what may be left out, `*` what may occur any number of times.\n\n",
        );
    }
    if !op.cpp.is_empty() {
        let _ = writeln!(s, "- C++: `{}`", op.cpp);
    }
    let other: Vec<String> = std::iter::once(op.name)
        .chain(op.aliases.iter().copied())
        .filter(|n| *n != name)
        .map(|n| format!("`pto.{n}`"))
        .collect();
    if !other.is_empty() {
        let _ = writeln!(s, "- also read as: {}", other.join(", "));
    }
}

fn sample_type(o: &OperandDef, buffer: bool) -> &'static str {
    match o.kind {
        Kind::Tile | Kind::TileOrScalar if buffer => "!pto.tile_buf<...>",
        Kind::Tile | Kind::TileOrScalar => "!pto.tile<...>",
        Kind::MultiTile => "!pto.multi_tile_buf<...>",
        Kind::Vreg | Kind::ScalarOrVreg => "!pto.vreg<NxT>",
        Kind::Mask => "!pto.mask<G>",
        Kind::Align => "!pto.align",
        Kind::Ptr => "!pto.ptr<T, space>",
        Kind::View => "<view type>",
        Kind::Index => "index",
        Kind::Scalar => "T",
        Kind::Memory | Kind::Handle | Kind::Any => "...",
    }
}

/// `a, b, c?`: `c` may be left out; `d*`: any number.
fn list(operands: &[&OperandDef], f: impl Fn(&OperandDef) -> String) -> String {
    let items: Vec<String> = operands.iter().map(|o| f(o) + mark(o.arity)).collect();
    items.join(", ")
}

const fn mark(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Opt => "?",
        Arity::Many => "*",
    }
}

fn names(operands: &[&OperandDef]) -> String {
    list(operands, |o| format!("%{}", o.name))
}

fn types(operands: &[&OperandDef], buffer: bool) -> String {
    list(operands, |o| sample_type(o, buffer).into())
}

fn results(outs: &[&OperandDef]) -> String {
    if outs.is_empty() { String::new() } else { format!("{} = ", names(outs)) }
}

fn arrow(outs: &[&OperandDef], buffer: bool) -> String {
    if outs.is_empty() { String::new() } else { format!(" -> {}", types(outs, buffer)) }
}

/// One alternative of [`OpDef::syntax`] as a line of text.
fn plain(op: &OpDef, syntax: &str) -> String {
    let (head, tail) = match syntax.split_once(':') {
        Some((head, tail)) => (head.trim_end(), Some(tail.trim())),
        None => (syntax.strip_suffix("->").unwrap_or(syntax).trim_end(), None),
    };
    let outs: Vec<_> = op
        .operands
        .iter()
        .filter(|o| o.role == Role::Out && !words(head).any(|w| w == o.name))
        .collect();
    let pieces = Pieces { op, rest: head, out: String::new() }.render();
    let space = if pieces.is_empty() || pieces.starts_with("<<<") { "" } else { " " };
    let mut s = format!("{}pto.{}{space}{pieces}", results(&outs), op.printed_name());
    let mut results_listed = outs.is_empty() || !op.result_type.is_empty();
    match tail {
        Some(tail) if tail.starts_with('(') => {
            let _ = write!(s, " : {tail}");
            return s;
        }
        Some(tail) => {
            let tail = tail.trim_end_matches("->").trim_end();
            let listed: Vec<_> =
                words(tail).filter_map(|w| op.operands.iter().find(|o| o.name == w)).collect();
            let _ = match listed.len() {
                0 => Ok(()),
                n if n > TYPES_SHOWN => write!(s, " : types"),
                _ => write!(s, " : {}", types(&listed, true)),
            };
            results_listed |= listed.iter().any(|o| outs.iter().any(|r| r.name == o.name));
        }
        None if head.starts_with('(') || head.starts_with('{') => {}
        None => {
            // The types of operands in brackets are not listed.
            let open: String = head.split('[').map(|p| p.rsplit(']').next().unwrap_or(p)).collect();
            let listed: Vec<_> =
                words(&open).filter_map(|w| op.operands.iter().find(|o| o.name == w)).collect();
            let _ = match listed.len() {
                0 => Ok(()),
                n if n > TYPES_SHOWN => write!(s, " : types"),
                _ => write!(s, " : {}", types(&listed, true)),
            };
        }
    }
    if !results_listed || syntax.ends_with("->") && !outs.is_empty() {
        s.push_str(&arrow(&outs, true));
    }
    s
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

fn word_len(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())
}

/// Walks the pieces of a syntax line: operands get their `%`, what may be absent its brackets.
struct Pieces<'a> {
    op: &'a OpDef,
    rest: &'a str,
    out: String,
}

impl Pieces<'_> {
    fn render(mut self) -> String {
        while let Some(c) = self.rest.chars().next() {
            if c.is_alphabetic() {
                let (word, rest) = self.rest.split_at(word_len(self.rest));
                self.rest = rest;
                self.word(word);
            } else if c == '<' && !self.rest.starts_with("<<") && !self.out.ends_with('<') {
                let n = self.rest.find('>').map_or(self.rest.len(), |n| n + 1);
                let (word, rest) = self.rest.split_at(n);
                self.rest = rest;
                let must = self.required(word.trim_matches(['<', '>']));
                self.out.push_str(word);
                self.out.push_str(if must { "" } else { "?" });
            } else {
                self.out.push(c);
                self.rest = &self.rest[c.len_utf8()..];
            }
        }
        self.out
    }

    /// A word is a keyword in front of a parenthesis, an equals sign or its own brackets.
    fn word(&mut self, word: &str) {
        let op = self.op;
        let operand = |w: &str| op.operands.iter().find(|o| o.name == w);
        if let Some(inside) = self.rest.strip_prefix('(')
            && operand(word).is_none_or(|_| words(inside).next() == Some(word))
        {
            let end = inside.find(')').unwrap_or(inside.len());
            let (clause, rest) = (&inside[..end], inside.get(end + 1..).unwrap_or(""));
            let many = rest.starts_with('*');
            let text = Pieces { op, rest: clause, out: String::new() }.render_bare(many);
            self.rest = rest.strip_prefix('*').unwrap_or(rest);
            let must = words(clause).any(|w| self.required(w));
            let mark = if many {
                "*"
            } else if must {
                ""
            } else {
                "?"
            };
            let _ = write!(self.out, "{word}({text}){mark}");
        } else if let Some(value) = self.rest.strip_prefix('=') {
            let end = match value.starts_with('[') {
                true => value.find(']').map_or(value.len(), |n| n + 1),
                false => value.find([' ', ',']).unwrap_or(value.len()),
            };
            let (value, rest) = value.split_at(end);
            self.rest = rest;
            let text = Pieces { op, rest: value, out: String::new() }.render_bare(false);
            let _ = match words(value).any(|w| self.required(w)) {
                true => write!(self.out, "{word} = {text}"),
                false => write!(self.out, "({word} = {text})?"),
            };
        } else if self.rest.starts_with(&format!("[{word}]")) {
            self.out.push_str(word);
            self.out.push(' ');
        } else if let Some(o) = operand(word) {
            let _ = write!(self.out, "%{word}{}", mark(o.arity));
        } else {
            self.out.push_str(word);
        }
    }

    /// The inside of a clause that is optional or repeated as a whole: its parts carry no such mark.
    fn render_bare(self, repeated: bool) -> String {
        let op = self.op;
        let mut s = String::new();
        let mut rest = self.rest;
        while let Some(c) = rest.chars().next() {
            let n = if c.is_alphabetic() { word_len(rest) } else { c.len_utf8() };
            let (piece, after) = rest.split_at(n);
            rest = after;
            match op.operands.iter().find(|o| o.name == piece) {
                Some(o) if o.arity == Arity::Many && !repeated => {
                    let _ = write!(s, "%{piece}*");
                }
                Some(_) => {
                    let _ = write!(s, "%{piece}");
                }
                None => s.push_str(piece),
            }
        }
        s
    }

    fn required(&self, name: &str) -> bool {
        self.op.operands.iter().any(|o| o.name == name && o.arity != Arity::Opt)
            || self.op.attrs.iter().any(|a| a.name == name && a.required)
    }
}
