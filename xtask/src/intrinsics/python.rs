//! Python intrinsics: `python/pto_tools/_intrinsics.py`, a function for each instruction of the table.
//!
//! Destinations come first, as in C++ and Rust; what Rust has several functions for is optional arguments here. Python has no
//! types to find a mistake before it runs, so the functions say what they take and leave the rules to the checker.

use super::doc;
use super::form::{Param, forms, function, snake};
use pto_ir::syntax;
use pto_isa::OpDef;
use pto_isa::def::{Arity, AttrDef, AttrKind, Body, Kind, OperandDef, PrintForm, Role};
use pto_isa::ops;
use pto_isa::rule::Constraint;
use std::fmt::Write as _;

/// Where the file is.
pub const FILE: &str = "python/pto_tools/_intrinsics.py";

const HEAD: &str = "\
\"\"\"The instructions as functions that a kernel in Python calls.\"\"\"

# Written by `cargo xtask gen`. Do not edit.

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

from ._record import Number, Value, body, call

";

/// Words of Python that no function and no argument may be called.
const RESERVED: [&str; 12] =
    ["and", "as", "async", "from", "global", "if", "in", "is", "lambda", "not", "or", "yield"];

fn name(text: &str) -> String {
    let name = snake(text);
    if RESERVED.contains(&name.as_str()) { format!("{name}_") } else { name }
}

/// An argument of a function.
enum Argument {
    Operand(u8),
    Attr(&'static AttrDef),
}

/// The arguments of an instruction: those that must be given, and those that may be.
struct Signature {
    needed: Vec<Argument>,
    optional: Vec<Argument>,
    /// Slots of values that it gives.
    results: Vec<u8>,
}

fn signature(op: &'static OpDef) -> Signature {
    let results: Vec<u8> = match (op.form, ops::find_id(op.name)) {
        (PrintForm::Plain, Some(id)) => syntax::of(id).result_slots.clone(),
        _ => Vec::new(),
    };
    let (mut needed, mut seen) = (Vec::new(), Vec::new());
    let first = match op.form {
        PrintForm::Dps => forms(op).ok().and_then(|f| f.into_iter().next()),
        PrintForm::Plain => None,
    };
    let mut attrs: Vec<&str> = Vec::new();
    match first {
        Some(form) => {
            for p in &form.params {
                match p {
                    Param::Operand(slot, _) => {
                        seen.push(*slot);
                        needed.push(Argument::Operand(*slot));
                    }
                    Param::Attr(a) => {
                        attrs.push(a.name);
                        needed.push(Argument::Attr(a));
                    }
                }
            }
        }
        None => {
            // On registers a predicate that may be left out stands where the text has it.
            let given = |s: &u8| {
                let o = &op.operands[*s as usize];
                let needed = o.arity != Arity::Opt || op.form == PrintForm::Plain;
                needed && !results.contains(s)
            };
            let slots = (0..op.operands.len() as u8).filter(given);
            let (written, read): (Vec<u8>, Vec<u8>) = slots.partition(|s| {
                op.form == PrintForm::Dps && op.operands[*s as usize].role == Role::Out
            });
            seen.extend(written.iter().chain(&read));
            needed.extend(written.into_iter().chain(read).map(Argument::Operand));
        }
    }
    let known = |a: &&'static AttrDef| a.required && !attrs.contains(&a.name);
    needed.extend(op.attrs.iter().filter(known).map(Argument::Attr));
    let rest = (0..op.operands.len() as u8).filter(|s| !seen.contains(s) && !results.contains(s));
    let mut optional: Vec<Argument> = rest.map(Argument::Operand).collect();
    let others = op.attrs.iter().filter(|a| !a.required && !attrs.contains(&a.name));
    optional.extend(others.map(Argument::Attr));
    // The first form may have what others leave out; it stays where it is and may be left out by name.
    let results =
        results.into_iter().filter(|s| op.operands[*s as usize].arity == Arity::One).collect();
    Signature { needed, optional, results }
}

/// Which type a number has that stands for an operand: that of the elements of another one, `index`, or one that its value tells.
fn number_type(op: &OpDef, slot: u8) -> String {
    let of = op.rules.iter().find_map(|r| match r.constraint {
        Constraint::ScalarOfTile if r.subjects().contains(&slot) => Some(r.of[0]),
        _ => None,
    });
    match (of, op.operands[slot as usize].kind) {
        (Some(tile), _) => format!("={}", op.operands[tile as usize].name),
        (None, Kind::Index) => "index".into(),
        (None, Kind::TileOrScalar | Kind::ScalarOrVreg) => {
            let tile = op.operands.iter().find(|o| matches!(o.kind, Kind::Tile | Kind::Vreg));
            tile.map_or(String::new(), |t| format!("={}", t.name))
        }
        _ => String::new(),
    }
}

fn operand_type(o: &OperandDef) -> &'static str {
    match (o.arity, o.kind) {
        (Arity::Many, Kind::Index | Kind::Scalar) => "Sequence[Number]",
        (Arity::Many, _) => "Sequence[Value]",
        (_, Kind::Scalar | Kind::Index) => "Number",
        (_, Kind::TileOrScalar | Kind::ScalarOrVreg | Kind::Any) => "Value | Number",
        _ => "Value",
    }
}

fn attr_type(a: &AttrDef) -> &'static str {
    match a.kind {
        AttrKind::Int(..) => "int",
        AttrKind::Bool => "bool",
        AttrKind::Any => "Any",
        _ => "str",
    }
}

/// The names of the arguments; an attribute that is called as an operand is gets a line after it.
fn argument(op: &OpDef, a: &Argument) -> (String, &'static str) {
    match a {
        Argument::Operand(slot) => {
            let o = &op.operands[*slot as usize];
            (name(o.name), operand_type(o))
        }
        Argument::Attr(a) => {
            let taken = op.operands.iter().any(|o| snake(o.name) == snake(a.name));
            let name = name(a.name);
            (if taken { format!("{name}_attr") } else { name }, attr_type(a))
        }
    }
}

/// The documentation without what only Rust needs.
fn docstring(op: &'static OpDef) -> String {
    let spelled = match op.cpp.is_empty() {
        true => "C++ has no function for it.".to_string(),
        false => format!("C++: `{}`", op.cpp),
    };
    let mut out = String::new();
    let mut blank = false;
    for line in doc::about(op, &spelled).lines() {
        let line = line.strip_prefix("///").unwrap_or(line);
        let line = line.strip_prefix(' ').unwrap_or(line).replace("```text", "").replace("```", "");
        if line.starts_with("Executed eagerly") {
            continue;
        }
        let plain: String = unescaped(&line);
        if plain.trim().is_empty() {
            blank = true;
            continue;
        }
        if blank && !out.is_empty() {
            out.push('\n');
        }
        blank = false;
        let _ = writeln!(out, "    {}", plain.trim_end());
    }
    for (i, a) in op.attrs.iter().enumerate() {
        if i == 0 {
            out.push_str("\n    Attributes:\n");
        }
        let words = match a.kind {
            AttrKind::Word(words) => format!(" ({})", words.join(", ")),
            _ => String::new(),
        };
        let text = if a.doc.is_empty() { String::new() } else { format!(": {}", a.doc) };
        let _ = writeln!(out, "    - {}{text}{words}", argument(op, &Argument::Attr(a)).0);
    }
    out.replace("\"\"\"", "'''")
}

/// Text in which rustdoc's escapes are taken back.
fn unescaped(text: &str) -> String {
    let mut s = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && "[]<>*_".contains(*next) => {}
            _ => s.push(c),
        }
    }
    s
}

fn one(op: &'static OpDef, out: &mut String) {
    let Signature { needed, optional, results } = signature(op);
    let mut params: Vec<String> = Vec::new();
    for a in &needed {
        let (name, ty) = argument(op, a);
        let may_lack = match a {
            Argument::Operand(slot) => op.operands[*slot as usize].arity == Arity::Opt,
            Argument::Attr(a) => !a.required,
        };
        // After an argument that may be left out all others may be, for Python.
        let open = may_lack || params.last().is_some_and(|p| p.ends_with("= None"));
        params.push(if open {
            format!("{name}: {ty} | None = None")
        } else {
            format!("{name}: {ty}")
        });
    }
    if !optional.is_empty() || !results.is_empty() {
        params.push("*".into());
    }
    for a in &optional {
        let (name, ty) = argument(op, a);
        params.push(format!("{name}: {ty} | None = None"));
    }
    if !results.is_empty() {
        params.push("result: str | Sequence[str] | None = None".into());
    }
    let has_body = op.body != Body::None;
    let gives = match (has_body, results.len()) {
        (true, _) => "AbstractContextManager[None]",
        (false, 0) => "None",
        (false, 1) => "Value",
        _ => "tuple[Value, ...]",
    };
    let _ = writeln!(out, "\ndef {}(", name(&function(op)));
    for p in &params {
        let _ = writeln!(out, "    {p},");
    }
    let text = docstring(op);
    let text = text.trim();
    let _ = writeln!(out, ") -> {gives}:\n    r\"\"\"{text}\n    \"\"\"");
    let all = || needed.iter().chain(&optional);
    let operands = all().filter_map(|a| match a {
        Argument::Operand(slot) => {
            let o = &op.operands[*slot as usize];
            Some(format!(
                "(\"{}\", {}, \"{}\"), ",
                o.name,
                argument(op, a).0,
                number_type(op, *slot)
            ))
        }
        Argument::Attr(_) => None,
    });
    let operands: String = operands.collect();
    let attrs = all().filter_map(|a| match a {
        Argument::Attr(x) => Some(format!("(\"{}\", {}), ", x.name, argument(op, a).0)),
        Argument::Operand(_) => None,
    });
    let attrs: String = attrs.collect();
    let tuple = |list: String| format!("({})", list.trim_end_matches(' '));
    let (operands, attrs) = (tuple(operands), tuple(attrs));
    if has_body {
        let _ = writeln!(out, "    return body(\"{}\", {operands}, {attrs})", op.name);
        return;
    }
    let kinds: String =
        results.iter().map(|s| format!("\"{:?}\", ", op.operands[*s as usize].kind)).collect();
    let gives = match results.is_empty() {
        true => String::new(),
        false => format!(", {}, result, \"{}\"", tuple(kinds), op.result_type),
    };
    let keep = if results.is_empty() { "" } else { "return " };
    let _ = writeln!(out, "    {keep}call(\"{}\", {operands}, {attrs}{gives})", op.name);
}

/// The file.
pub fn file() -> String {
    let mut s = String::from(HEAD);
    for op in pto_isa::all() {
        one(op, &mut s);
        s.push('\n');
    }
    s.trim_end().to_string() + "\n"
}
