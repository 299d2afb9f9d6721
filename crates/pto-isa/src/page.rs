//! The reference page of an instruction, and the conformance table, as Markdown.

mod form;

pub use form::{forms, operand_placeholder, placeholder};

use crate::def::{Arity, AttrKind, Core, OpDef, Origin, Role, Support, Types};
use crate::dtype::DType;
use crate::quirk;
use crate::rule::{Constraint, Rule};
use crate::rulebook::{Rulebook, StandsIn};
use crate::scratch::Need;
use crate::sem::Sem;
use crate::target::{Knowledge, Target, Targets};
use std::fmt::Write as _;

/// Text for one cell of a Markdown table: a bar or a line break would end it.
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// The page of one instruction.
pub fn page(op: &OpDef) -> String {
    let mut s = format!("# pto.{}\n\n{}\n", op.printed_name(), op.title());
    let body = op.body_text();
    if !body.is_empty() {
        let _ = write!(s, "\n{body}\n");
    }
    form::section(op, &mut s);
    operands(op, &mut s);
    if !op.formula.is_empty() {
        let _ = write!(s, "\n## Meaning\n\n```text\n{}\n```\n", op.formula);
    }
    if !op.expansion.is_empty() {
        let steps: Vec<&str> = op.expansion.split("; ").collect();
        let _ = write!(s, "\nMicro-operations:\n\n```text\n{}\n```\n", steps.join("\n"));
    }
    rules(op, &mut s);
    support(op, &mut s);
    scratch(op, &mut s);
    machine(op, &mut s);
    quirks(op, &mut s);
    for (i, n) in op.notes.iter().enumerate() {
        let _ = writeln!(s, "{}- {n}", if i == 0 { "\n## Notes\n\n" } else { "" });
    }
    let source = match op.origin {
        Origin::Manual(page) => format!("manual page {page} (pto-isa@3186c381)"),
        Origin::Specification(place) => place.to_string(),
        Origin::Assembler(tool) => format!("no manual page; known to {tool}"),
    };
    let _ = write!(s, "\nSource: {source}\n");
    s
}

fn operands(op: &OpDef, s: &mut String) {
    if !op.operands.is_empty() {
        s.push_str("\n## Operands\n\n| operand | role | kind | memory |\n|---|---|---|---|\n");
    }
    for o in op.operands {
        let role = match o.role {
            Role::In => "input",
            Role::Out => "output",
            Role::InOut => "input and output",
            Role::Scratch => "scratch",
        };
        let arity = match o.arity {
            Arity::One => "",
            Arity::Opt => ", optional",
            Arity::Many => ", any number",
        };
        let (name, kind, effect) = (o.name, o.kind.noun(), o.effect.explain());
        let _ = writeln!(s, "| `{name}` | {role}{arity} | {kind} | {effect} |");
    }
    if !op.attrs.is_empty() {
        s.push_str("\n## Attributes\n\n| attribute | values | meaning |\n|---|---|---|\n");
    }
    for a in op.attrs {
        let values = values_text(a.kind);
        let required = match (a.required, a.doc.is_empty()) {
            (true, false) => "; required",
            (true, true) => "required",
            _ => "",
        };
        let _ = writeln!(s, "| `{}` | {} | {}{required} |", a.name, cell(&values), cell(a.doc));
    }
}

/// What an attribute may hold, in words.
pub fn values_text(kind: AttrKind) -> String {
    match kind {
        AttrKind::Word(w) => w.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", "),
        AttrKind::Pipe => "a pipe".into(),
        AttrKind::Event => "EVENT_ID0 to EVENT_ID7".into(),
        AttrKind::Int(i64::MIN, i64::MAX) => "an integer".into(),
        AttrKind::Int(low, i64::MAX) => format!("an integer from {low}"),
        AttrKind::Int(low, high) => format!("{low} to {high}"),
        AttrKind::Bool => "true, false".into(),
        AttrKind::Text => "a string".into(),
        AttrKind::Symbol => "a function".into(),
        AttrKind::Any => "not looked into".into(),
    }
}

/// `every target`, or their names.
pub fn on_text(on: Targets) -> String {
    if on == Targets::ALL {
        return "every target".into();
    }
    on.iter().map(Target::name).collect::<Vec<_>>().join(", ")
}

/// Which `--rules` make a rule, where it is not both.
pub const fn rules_text(in_rules: StandsIn) -> &'static str {
    match in_rules {
        StandsIn::Both => "",
        StandsIn::Only(Rulebook::Device) => " (`--rules device`)",
        StandsIn::Only(Rulebook::Manual) => " (`--rules manual`)",
    }
}

fn rules(op: &OpDef, s: &mut String) {
    if op.rules.is_empty() {
        return;
    }
    s.push_str("\n## Rules\n\n| code | rule | on | source |\n|---|---|---|---|\n");
    for r in op.rules {
        for text in sentences(r, op) {
            let _ = writeln!(
                s,
                "| {} | {} | {} | {} |",
                r.code().spelled(!r.warn),
                cell(&text),
                on_text(r.on) + rules_text(r.in_rules),
                cell(r.cite),
            );
        }
    }
    if op.rules.iter().any(|r| r.cite.is_empty()) {
        s.push_str("\nA rule without a source has the sources of the targets below.\n");
    }
}

/// The rule in as few sentences as say it about all its subjects.
pub fn sentences(r: &Rule, op: &OpDef) -> Vec<String> {
    let name = |o: u8| format!("`{}`", op.operands[o as usize].name);
    let subjects = r.subjects();
    let [first, _, ..] = subjects else {
        return subjects.iter().map(|&o| r.explain(op.operands, o)).collect();
    };
    let one = r.explain(op.operands, *first);
    let all = |list: &[u8]| join_and(&list.iter().map(|&o| name(o)).collect::<Vec<_>>());
    let pair = format!("{} and {}", name(r.of[0]), name(*first));
    match r.constraint {
        // The subjects need not differ from each other.
        Constraint::Distinct => subjects.iter().map(|&o| r.explain(op.operands, o)).collect(),
        _ if r.is_binary() && one.starts_with(&pair) => vec![one.replacen(&pair, &all(r.of), 1)],
        _ => vec![
            one.replacen(&name(*first), &all(subjects), 1)
                .replace("the valid region of", "the valid regions of"),
        ],
    }
}

fn join_and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Accepted types as text.
pub fn types_text(op: &OpDef, support: &crate::def::Support) -> String {
    let names = |t: &[DType]| t.iter().map(|d| d.name()).collect::<Vec<_>>().join(", ");
    match support.types {
        Types::Absent => "does not exist there".into(),
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
    let typed = op.support.iter().any(|x| !matches!(x.types, Types::Any | Types::Absent));
    s.push_str(if typed {
        "\n## Element types per target\n\n| target | element types | source |\n|---|---|---|\n"
    } else {
        "\n## Targets\n\n| target | | source |\n|---|---|---|\n"
    });
    // Targets that share one claim share one row.
    let mut claims: Vec<(&Support, Vec<&str>)> = Vec::new();
    let (mut absent, mut unknown) = (Vec::new(), Vec::new());
    for target in Target::ALL {
        match op.support_on(target) {
            None if op.knowledge(target) == Knowledge::NoRule => unknown.push(target.name()),
            None if target.profile() == target => absent.push(target.name()),
            None => {}
            Some(sup) => match claims.iter_mut().find(|c| std::ptr::eq(c.0, sup)) {
                Some(c) => c.1.push(target.name()),
                None => claims.push((sup, vec![target.name()])),
            },
        }
    }
    let by_page = op.support.iter().filter(|s| s.rules == Rulebook::Manual);
    let by_page = by_page.map(|s| (s, s.targets.iter().map(Target::name).collect::<Vec<_>>()));
    for (sup, targets) in claims.iter().cloned().chain(by_page) {
        let types = match sup.types {
            Types::Any if !typed => "exists".into(),
            _ => types_text(op, sup),
        };
        let by = match sup.rules {
            Rulebook::Device => "",
            Rulebook::Manual => " (`--rules manual`)",
        };
        let of = match sup.types {
            Types::OneOf(_) => {
                join_and(
                    &sup.key
                        .iter()
                        .map(|&k| format!("`{}`", op.operands[k as usize].name))
                        .collect::<Vec<_>>(),
                ) + ": "
            }
            _ => String::new(),
        };
        let _ = writeln!(
            s,
            "| {}{by} | {of}{} | {} |",
            targets.join(", "),
            cell(&types),
            cell(sup.cite)
        );
    }
    if !absent.is_empty() {
        let _ = writeln!(s, "| {} | does not exist there | |", absent.join(", "));
    }
    if !unknown.is_empty() {
        let _ = writeln!(s, "| {} | exists; no rule is known | |", unknown.join(", "));
    }
    let mut heading = "\nSources that say otherwise:\n\n";
    for (sup, targets) in &claims {
        for c in sup.conflicting {
            let _ = writeln!(s, "{heading}- {}: {} ({})", targets.join(", "), c.says, c.cite);
            heading = "";
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
        let by = rules_text(sc.in_rules);
        let _ = writeln!(s, "- {}{by}: {need} ({})", on_text(sc.on), sc.cite);
    }
}

fn machine(op: &OpDef, s: &mut String) {
    let pipe = op.pipe.explain();
    let cost = op.cost.explain();
    let run = match op.sem {
        Sem::Unpublished(what) => format!("no: no public source says {what}"),
        _ if op.is_executable() => "yes".into(),
        _ => "not yet".into(),
    };
    let class = op.class.explain();
    let _ = write!(
        s,
        "\n## Machine\n\n- class: {class}\n- pipe: {pipe}\n- cost: {cost}\n- executable: {run}\n"
    );
    if op.core != Core::Any {
        let _ = writeln!(s, "- core: {}; it stands in code for that core", op.core.name());
    }
}

fn quirks(op: &OpDef, s: &mut String) {
    for (i, name) in op.quirks.iter().enumerate() {
        s.push_str(if i == 0 { "\n## Quirks\n\n" } else { "" });
        match quirk::find(name) {
            Some(q) => {
                let _ = writeln!(
                    s,
                    "- `{name}`\n  - manual: {}\n  - silicon: {}\n  - evidence: {}",
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
                Types::Absent => "-".to_string(),
                Types::Any => "any".into(),
                Types::OneOf(t) => t.len().to_string(),
                Types::Tuples(t) => format!("{} combinations", t.len()),
            },
        };
        let by_page = op.support.iter().filter(|s| s.rules == Rulebook::Manual).count();
        let disputes: usize =
            by_page + op.support.iter().map(|s| s.conflicting.len()).sum::<usize>();
        let _ = writeln!(
            s,
            "| pto.{} | {} | {} | {} | {} | {} | {disputes} | {} |",
            op.printed_name(),
            op.family,
            cell(Target::CPU),
            cell(Target::A2A3),
            cell(Target::A5),
            op.rules.iter().map(|r| r.subjects().len()).sum::<usize>(),
            match op.sem {
                Sem::Unpublished(_) => "no",
                _ if op.is_executable() => "yes",
                _ => "not yet",
            },
        );
    }
    s
}
