//! The forms an instruction is written in, as the reference page shows them.
//!
//! An attribute shows one of its values, so that a form is text that is read once its types are filled in.

use crate::def::{Arity, AttrDef, AttrKind, Kind, OpDef, OperandDef, PrintForm, Role};
use crate::rule::{Constraint, Rule};
use crate::target::Targets;
use std::fmt::Write as _;

/// The section `Forms` of a page.
pub(super) fn section(op: &OpDef, s: &mut String) {
    s.push_str("\n## Forms\n\n");
    let start = s.len();
    for (kind, text) in forms(op) {
        let _ = writeln!(s, "- {kind}: `{text}`");
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
    let name = op.printed_name();
    let other: Vec<String> = std::iter::once(op.name)
        .chain(op.aliases.iter().copied())
        .filter(|n| *n != name)
        .map(|n| format!("`pto.{n}`"))
        .collect();
    if !other.is_empty() {
        let _ = writeln!(s, "- also read as: {}", other.join(", "));
    }
}

/// The forms an instruction is written in: `text`, or `assembly`, `SSA` and `DPS`. `?` marks what may be left out, `*` what may
/// occur any number of times.
///
/// ```
/// let forms = pto_isa::page::forms(pto_isa::ops::find("tneg").unwrap());
/// let (kind, text) = forms.last().unwrap();
/// assert_eq!(*kind, "DPS");
/// assert_eq!(text, "pto.tneg ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)");
/// ```
pub fn forms(op: &OpDef) -> Vec<(&'static str, String)> {
    let mut list = Vec::new();
    let ins: Vec<_> = op.operands.iter().filter(|o| o.role != Role::Out).collect();
    let outs: Vec<_> = op.operands.iter().filter(|o| o.role == Role::Out).collect();
    let name = op.printed_name();
    if !op.syntax.is_empty() && !op.syntax.starts_with("ins(") {
        list.extend(op.syntax.split(" | ").map(|text| ("text", plain(op, text))));
    }
    if op.form == PrintForm::Dps {
        list.extend(tile_forms(op));
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
        list.push(("text", format!("{}pto.{name}{operands}{after}", results(&outs))));
    }
    list
}

/// The operands with the arity that the rules leave them: what is forbidden is not shown, what is required is.
fn as_ruled(op: &OpDef) -> Vec<OperandDef> {
    let ruled = |slot: u8, is: fn(&Constraint) -> bool| {
        let everywhere = |r: &&Rule| r.on == Targets::ALL && !r.warn && r.of.contains(&slot);
        op.rules.iter().filter(everywhere).any(|r| is(&r.constraint))
    };
    let mut list = Vec::new();
    for (slot, o) in (0..).zip(op.operands) {
        if !ruled(slot, |c| matches!(c, Constraint::Forbidden)) {
            let must = ruled(slot, |c| matches!(c, Constraint::Required));
            list.push(OperandDef { arity: if must { Arity::One } else { o.arity }, ..*o });
        }
    }
    list
}

/// The three forms of an instruction on tiles.
fn tile_forms(op: &OpDef) -> [(&'static str, String); 3] {
    let (name, operands) = (op.printed_name(), as_ruled(op));
    // What is written through an address is an operand in every form.
    let through = |o: &OperandDef| matches!(o.kind, Kind::View | Kind::Ptr | Kind::Memory);
    let (given, all): (Vec<_>, Vec<_>) =
        operands.iter().partition(|o| o.role == Role::Out && !through(o));
    let must = |o: &&OperandDef| o.role != Role::Scratch || o.arity == Arity::One;
    let read: Vec<_> = all.iter().copied().filter(must).collect();
    let assembly = format!(
        "{}{name} {} : {}{}",
        results(&given),
        names(&read),
        types(&read, false),
        arrow(&given, false),
    );
    let ssa = format!(
        "{}pto.{name} {} : ({}){}",
        results(&given),
        names(&all),
        types(&all, false),
        arrow(&given, false),
    );
    // Scratch that is declared after the outputs is written among them.
    let first_out = operands.iter().position(|o| o.role == Role::Out);
    let late = |at: usize, o: &OperandDef| {
        o.role == Role::Scratch && first_out.is_some_and(|first| first < at)
    };
    let mut written: Vec<_> = operands.iter().filter(|o| o.role == Role::Out).collect();
    let mut taken = Vec::new();
    for (at, o) in operands.iter().enumerate().filter(|(_, o)| o.role != Role::Out) {
        if late(at, o) { written.push(o) } else { taken.push(o) }
    }
    let clause = |word: &str, list: &[&OperandDef]| match list {
        [] => String::new(),
        _ => format!(" {word}({} : {})", names(list), types(list, true)),
    };
    let dps = format!("pto.{name}{}{}", clause("ins", &taken), clause("outs", &written));
    [("assembly", assembly), ("SSA", ssa), ("DPS", dps)]
}

/// What stands for the type of an operand of a kind in a form; `buffer` where tiles are buffers.
pub fn placeholder(kind: Kind, buffer: bool) -> &'static str {
    match kind {
        Kind::Tile | Kind::TileOrScalar if buffer => "!pto.tile_buf<...>",
        Kind::Tile | Kind::TileOrScalar => "!pto.tile<...>",
        Kind::MultiTile => "!pto.multi_tile_buf<...>",
        Kind::Vreg | Kind::ScalarOrVreg => "!pto.vreg<NxT>",
        Kind::Mask => "!pto.mask<G>",
        Kind::Align => "!pto.align",
        Kind::Vaddr => "!pto.vaddr<G>",
        Kind::Ptr => "!pto.ptr<T, space>",
        Kind::View => "<view type>",
        Kind::Index => "index",
        Kind::Scalar => "T",
        Kind::Memory => "<memory type>",
        Kind::Handle => "<handle type>",
        Kind::Any => "...",
    }
}

/// What stands for the type of an operand. Where a tile or a number may stand, the operand called a number is one.
pub fn operand_placeholder(o: &OperandDef, buffer: bool) -> &'static str {
    match o.kind {
        Kind::TileOrScalar if o.name == "scalar" => placeholder(Kind::Scalar, buffer),
        kind => placeholder(kind, buffer),
    }
}

/// `a, b, c?`: `c` may be left out; `d*`: any number.
fn list(operands: &[&OperandDef], f: impl Fn(&OperandDef) -> String) -> String {
    let items: Vec<String> = operands.iter().map(|o| f(o) + mark(o.arity)).collect();
    items.join(", ")
}

/// A value of an attribute as it stands in a list or a dictionary.
fn sample(a: &AttrDef) -> String {
    match a.kind {
        AttrKind::Word(words) => format!("\"{}\"", words.first().unwrap_or(&"")),
        AttrKind::Pipe => "<PIPE_V>".into(),
        AttrKind::Event => "<EVENT_ID0>".into(),
        AttrKind::Int(low, _) => low.max(0).to_string(),
        AttrKind::Bool => "true".into(),
        AttrKind::Text => "\"text\"".into(),
        AttrKind::Symbol => "@function".into(),
        AttrKind::Any => "[1, 1]".into(),
    }
}

/// The same where it is a word of the form: a flag is its name.
fn bare(a: &AttrDef) -> String {
    match a.kind {
        AttrKind::Word(words) => words.first().unwrap_or(&"").to_string(),
        AttrKind::Bool => a.name.into(),
        AttrKind::Any => "1, 1".into(),
        _ => sample(a),
    }
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
    list(operands, |o| operand_placeholder(o, buffer).into())
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
            let listed: Vec<_> = listed(op, tail).collect();
            let _ = write!(s, " : ({}) -> ()", types(&listed, true));
            return s;
        }
        Some(tail) => {
            let tail = tail.trim_end_matches("->").trim_end();
            let listed: Vec<_> = listed(op, tail).collect();
            if !listed.is_empty() {
                let _ = write!(s, " : {}", types(&listed, true));
            }
            results_listed |= listed.iter().any(|o| outs.iter().any(|r| r.name == o.name));
        }
        None if head.starts_with('(') || head.starts_with('{') => {}
        None => {
            // The types of operands in brackets are not listed.
            let open: String = head.split('[').map(|p| p.rsplit(']').next().unwrap_or(p)).collect();
            let listed: Vec<_> = listed(op, &open).collect();
            if !listed.is_empty() {
                let _ = write!(s, " : {}", types(&listed, true));
            }
        }
    }
    if !results_listed || syntax.ends_with("->") && !outs.is_empty() {
        s.push_str(&arrow(&outs, true));
    }
    s
}

/// The operands named in a piece of syntax, in order.
fn listed<'a>(op: &'a OpDef, text: &str) -> impl Iterator<Item = &'a OperandDef> {
    words(text).filter_map(|w| op.operands.iter().find(|o| o.name == w))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty())
}

fn attr<'a>(op: &'a OpDef, name: &str) -> Option<&'a AttrDef> {
    op.attrs.iter().find(|a| a.name == name)
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
                let name = word.trim_matches(['<', '>']);
                self.out.push_str(&attr(self.op, name).map_or(word.to_string(), bare));
                self.out.push_str(if self.required(name) { "" } else { "?" });
            } else if let Some(inside) = self.rest.strip_prefix('{') {
                let (list, rest) = inside.split_once('}').unwrap_or((inside, ""));
                self.rest = rest;
                let shown: Vec<String> = words(list)
                    .filter_map(|w| attr(self.op, w))
                    .map(|a| format!("{} = {}", a.name, sample(a)))
                    .collect();
                let _ = write!(self.out, "{{{}}}", shown.join(", "));
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
        } else if let Some(inside) = self.rest.strip_prefix('[')
            && operand(word).is_none()
        {
            let (list, rest) = inside.split_once(']').unwrap_or((inside, ""));
            self.rest = rest;
            let text = Pieces { op, rest: list, out: String::new() }.render_bare(false);
            let must = words(list).any(|w| self.required(w));
            let _ = match must {
                true => write!(self.out, "{word} [{text}]"),
                false => write!(self.out, "({word} [{text}])?"),
            };
        } else if let Some(o) = operand(word) {
            let _ = write!(self.out, "%{word}{}", mark(o.arity));
        } else if let Some(a) = attr(op, word) {
            self.out.push_str(&sample(a));
            self.out.push_str(if a.required { "" } else { "?" });
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
            let keyword = rest.starts_with('=') || rest.starts_with('(');
            match op.operands.iter().find(|o| o.name == piece && !keyword) {
                Some(o) if o.arity == Arity::Many && !repeated => {
                    let _ = write!(s, "%{piece}*");
                }
                Some(_) => {
                    let _ = write!(s, "%{piece}");
                }
                None if keyword => s.push_str(piece),
                None if piece == "<" || piece == ">" => {}
                None => s.push_str(&attr(op, piece).map_or(piece.to_string(), bare)),
            }
        }
        s
    }

    fn required(&self, name: &str) -> bool {
        self.op.operands.iter().any(|o| o.name == name && o.arity != Arity::Opt)
            || self.op.attrs.iter().any(|a| a.name == name && a.required)
    }
}
