//! The reference page of an instruction, and the conformance table, as Markdown.

use crate::def::{Arity, AttrKind, Form, Kind, OpDef, OperandDef, Origin, Role, Types};
use crate::dtype::DType;
use crate::quirk;
use crate::scratch::Need;
use crate::target::{Pipe, Target, Targets};
use std::fmt::Write as _;

/// The page of one instruction.
pub fn page(op: &OpDef) -> String {
    let mut s = format!("# pto.{}\n\n{}\n", op.printed_name(), op.title());
    let body = op.body_text();
    if !body.is_empty() {
        let _ = write!(s, "\n{body}\n");
    }
    forms(op, &mut s);
    operands(op, &mut s);
    if !op.formula.is_empty() {
        let _ = write!(s, "\n## Meaning\n\n```text\n{}\n```\n", op.formula);
    }
    if !op.micro.is_empty() {
        let _ = write!(s, "\nMicro-operations: {}\n", op.micro);
    }
    let _ = writeln!(s, "\nNot executable yet: the simulator does not run this instruction.");
    rules(op, &mut s);
    support(op, &mut s);
    scratch(op, &mut s);
    machine(op, &mut s);
    quirks(op, &mut s);
    for (i, n) in op.notes.iter().enumerate() {
        let _ = write!(s, "{}- {n}\n", if i == 0 { "\n## Notes\n\n" } else { "" });
    }
    let source = match op.origin {
        Origin::Manual(page) => format!("manual page {page} (pto-isa@3186c381)"),
        Origin::Assembler(tool) => format!("no manual page; known to {tool}"),
    };
    let _ = write!(s, "\nSource: {source}\n");
    s
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
        Kind::View => "!pto.partition_tensor_view<...>",
        Kind::Index => "index",
        Kind::Scalar => "T",
        Kind::Memory | Kind::Handle | Kind::Any => "...",
    }
}

fn list<'a>(
    ops: impl Iterator<Item = &'a OperandDef>,
    f: impl Fn(&OperandDef) -> String,
) -> String {
    let items: Vec<String> = ops
        .map(|o| match o.arity {
            Arity::One => f(o),
            Arity::Opt => format!("[{}]", f(o)),
            Arity::Many => format!("{}...", f(o)),
        })
        .collect();
    items.join(", ")
}

fn forms(op: &OpDef, s: &mut String) {
    let ins = || op.operands.iter().filter(|o| o.role != Role::Out);
    let outs = || op.operands.iter().filter(|o| o.role == Role::Out);
    let value = |o: &OperandDef| format!("%{}", o.name);
    let name = op.printed_name();
    s.push_str("\n## Forms\n\n");
    if !op.syntax.is_empty() {
        let result = list(outs().filter(|o| !op.syntax.contains(o.name)), value);
        let eq = if result.is_empty() { String::new() } else { format!("{result} = ") };
        let _ = writeln!(s, "- text: `{eq}pto.{name} {}`", op.syntax);
    }
    if op.form == Form::Dps {
        let no_scratch = || ins().filter(|o| o.role != Role::Scratch);
        let _ = writeln!(
            s,
            "- assembly: `{} = {name} {} : {}`",
            list(outs(), value),
            list(no_scratch(), value),
            list(no_scratch(), |o| sample_type(o, false).into()),
        );
        let _ = writeln!(
            s,
            "- SSA: `{} = pto.{name} {} : ({}) -> {}`",
            list(outs(), value),
            list(ins(), value),
            list(ins(), |o| sample_type(o, false).into()),
            list(outs(), |o| sample_type(o, false).into()),
        );
        let _ = writeln!(
            s,
            "- DPS: `pto.{name} ins({} : {}) outs({} : {})`",
            list(ins(), value),
            list(ins(), |o| sample_type(o, true).into()),
            list(outs(), value),
            list(outs(), |o| sample_type(o, true).into()),
        );
    } else if op.syntax.is_empty() {
        let result = list(outs(), value);
        let eq = if result.is_empty() { String::new() } else { format!("{result} = ") };
        let _ = writeln!(
            s,
            "- SSA: `{eq}pto.{name} {} : {}{}`",
            list(ins(), value),
            list(ins(), |o| sample_type(o, true).into()),
            if result.is_empty() {
                String::new()
            } else {
                format!(" -> {}", list(outs(), |o| sample_type(o, true).into()))
            },
        );
    }
    if !op.cpp.is_empty() {
        let _ = writeln!(s, "- C++: `{}`", op.cpp);
    }
    if !op.aliases.is_empty() {
        let _ = writeln!(s, "- also read as: {}", op.aliases.join(", "));
    }
}

fn operands(op: &OpDef, s: &mut String) {
    if !op.operands.is_empty() {
        s.push_str("\n## Operands\n\n| operand | role | kind |\n|---|---|---|\n");
    }
    for o in op.operands {
        let role = match o.role {
            Role::In => "read",
            Role::Out => "written",
            Role::InOut => "read and written",
            Role::Scratch => "scratch",
        };
        let arity = match o.arity {
            Arity::One => "",
            Arity::Opt => ", optional",
            Arity::Many => ", any number",
        };
        let _ = writeln!(s, "| `{}` | {role}{arity} | {} |", o.name, o.kind.noun());
    }
    if !op.attrs.is_empty() {
        s.push_str("\n| attribute | values | |\n|---|---|---|\n");
    }
    for a in op.attrs {
        let values = match a.kind {
            AttrKind::Word(w) => w.join(", "),
            AttrKind::Pipe => "a pipe".into(),
            AttrKind::Event => "EVENT_ID0 to EVENT_ID7".into(),
            AttrKind::Int(i64::MIN, i64::MAX) => "an integer".into(),
            AttrKind::Int(low, i64::MAX) => format!("an integer from {low}"),
            AttrKind::Int(low, high) => format!("{low} to {high}"),
            AttrKind::Bool => "true, false".into(),
            AttrKind::Text => "a string".into(),
            AttrKind::Symbol => "a function".into(),
            AttrKind::Any => "not looked into".into(),
        };
        let required = if a.required { "required. " } else { "" };
        let _ = writeln!(s, "| `{}` | {values} | {required}{} |", a.name, a.doc);
    }
}

fn on_text(on: Targets) -> String {
    if on == Targets::ALL {
        return "every target".into();
    }
    on.iter().map(Target::name).collect::<Vec<_>>().join(", ")
}

fn rules(op: &OpDef, s: &mut String) {
    if op.rules.is_empty() {
        return;
    }
    s.push_str("\n## Rules\n\n| code | rule | on | source |\n|---|---|---|---|\n");
    for r in op.rules {
        for &subject in r.subjects() {
            let _ = writeln!(
                s,
                "| {} | {} | {} | {} |",
                r.code().spelled(!r.warn),
                r.explain(op, subject),
                on_text(r.on),
                r.cite,
            );
        }
    }
}

/// Accepted types as text.
pub fn types_text(op: &OpDef, support: &crate::def::Support) -> String {
    let names = |t: &[DType]| t.iter().map(|d| d.name()).collect::<Vec<_>>().join(", ");
    match support.types {
        Types::Any => "any".into(),
        Types::OneOf(types) => names(types),
        Types::Tuples(tuples) => {
            let key: Vec<&str> =
                support.key.iter().map(|&k| op.operands[k as usize].name).collect();
            let list: Vec<String> = tuples.iter().map(|t| format!("({})", names(t))).collect();
            format!("({}): {}", key.join(", "), list.join(" "))
        }
    }
}

fn support(op: &OpDef, s: &mut String) {
    s.push_str("\n## Element types per target\n\n| target | types | source |\n|---|---|---|\n");
    for target in Target::ALL {
        match op.support_on(target) {
            None => {
                let _ = writeln!(s, "| {target} | does not exist there | |");
            }
            Some(sup) => {
                let _ = writeln!(s, "| {target} | {} | {} |", types_text(op, sup), sup.cite);
                for c in sup.disputes {
                    let _ = writeln!(s, "| {target}, disputed | {} | {} |", c.says, c.cite);
                }
            }
        }
    }
}

fn scratch(op: &OpDef, s: &mut String) {
    for (i, sc) in op.scratch.iter().enumerate() {
        s.push_str(if i == 0 { "\n## Scratch\n\n" } else { "" });
        let need = match sc.need {
            Need::Ignored => "accepted and not used".to_string(),
            Need::Bytes { text, .. } => {
                format!("at least {text}{}", if sc.warn { " (a warning)" } else { "" })
            }
        };
        let _ = writeln!(s, "- {}: {need} ({})", on_text(sc.on), sc.cite);
    }
}

fn machine(op: &OpDef, s: &mut String) {
    let pipe = match op.pipe {
        Some(p) => p.name().to_string(),
        None if op.pipe_doc.is_empty() => "none".into(),
        None => op.pipe_doc.into(),
    };
    let cost = format!("{:?}", op.cost);
    let mut words = String::new();
    for (i, c) in cost.chars().enumerate() {
        if c.is_uppercase() && i > 0 {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    let _ = write!(s, "\n## Machine\n\n- pipe: {pipe}\n- cost: {words}; uncalibrated\n");
    debug_assert!(op.pipe != Some(Pipe::All) || op.cost == crate::def::Cost::Sync);
}

fn quirks(op: &OpDef, s: &mut String) {
    for (i, name) in op.quirks.iter().enumerate() {
        s.push_str(if i == 0 { "\n## Quirks\n\n" } else { "" });
        match quirk::find(name) {
            Some(q) => {
                let _ = writeln!(
                    s,
                    "- `{name}`: manual: {}; silicon: {} ({})",
                    q.manual, q.silicon, q.evidence
                );
            }
            None => {
                let _ = writeln!(s, "- `{name}`");
            }
        }
    }
}

/// One row per instruction: what each target takes, and whether sources differ.
pub fn table() -> String {
    let mut s = String::from(
        "| instruction | family | cpu | a2a3 | a5 | rules | disputed | executable |\n|---|---|---|---|---|---|---|---|\n",
    );
    for op in crate::all() {
        let cell = |t: Target| match op.support_on(t) {
            None => "-".to_string(),
            Some(sup) => match sup.types {
                Types::Any => "any".into(),
                Types::OneOf(t) => t.len().to_string(),
                Types::Tuples(t) => format!("{} combinations", t.len()),
            },
        };
        let disputes: usize = op.support.iter().map(|s| s.disputes.len()).sum();
        let _ = writeln!(
            s,
            "| pto.{} | {} | {} | {} | {} | {} | {disputes} | {} |",
            op.printed_name(),
            op.family,
            cell(Target::Cpu),
            cell(Target::A2a3),
            cell(Target::A5),
            op.rules.iter().map(|r| r.subjects().len()).sum::<usize>(),
            if op.is_executable() { "yes" } else { "not yet" },
        );
    }
    s
}
