//! `pto isa`: the instruction set, as pages or as JSON.

use crate::output::{examples, print, usage};
use crate::value_hints::ValueHints;
use clap::Args;
use pto_isa::def::{Arity, AttrKind, OpDef, Origin, Role, Types};
use pto_isa::order;
use pto_isa::quirk::{QUIRKS, Quirk};
use pto_isa::rule::Constraint;
use pto_isa::rulebook::StandsIn;
use pto_isa::scratch::Need;
use pto_isa::target::Rules;
use pto_isa::{OpId, Rulebook, Target, page};
use serde_json::{Value, json};
use std::process::ExitCode;

/// What `pto isa` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("the page of an instruction", "pto isa tadd"),
    ("every instruction, where it exists and what runs it", "pto isa table"),
    ("where manual and hardware differ", "pto isa quirks"),
    ("everything, for tools", "pto isa --json"),
]))]
pub struct IsaArgs {
    /// Instruction (`tadd`), or `table`, or `quirks`; without one, the table
    #[arg(value_parser = ValueHints(names), hide_possible_values = true)]
    op: Option<String>,
    /// Print it as JSON; without an instruction, everything
    #[arg(long)]
    json: bool,
}

fn names() -> Vec<String> {
    pto_isa::all().map(|o| o.name).chain(["table", "quirks"]).map(str::to_string).collect()
}

/// Runs `pto isa`.
pub fn run(args: &IsaArgs) -> ExitCode {
    let name = match args.op.as_deref() {
        None if args.json => {
            print(&format!("{:#}\n", all()));
            return ExitCode::SUCCESS;
        }
        None => "table",
        Some(name) => name,
    };
    match (name, args.json) {
        ("table", false) => print(&page::table()),
        ("table", true) => print(&format!("{:#}\n", json!({"instructions": instructions()}))),
        ("quirks", false) => print(&QUIRKS.iter().map(quirk_text).collect::<String>()),
        ("quirks", true) => print(&format!("{:#}\n", json!({"quirks": quirks()}))),
        (name, as_json) => {
            let short = name.strip_prefix("pto.").unwrap_or(name);
            let Some(def) = pto_isa::ops::find_typed(name) else {
                let near = match pto_isa::nearest(short) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`pto isa` lists all instructions".into(),
                };
                return usage(&format!("there is no instruction `{name}`"), Some(&near));
            };
            match as_json {
                true => print(&format!("{:#}\n", instruction(def))),
                false => print(&page::page(def)),
            }
        }
    }
    ExitCode::SUCCESS
}

/// Everything: instructions, quirks, targets, rules that are code.
pub fn all() -> Value {
    let documented = pto_isa::all().filter(|o| o.is_documented()).count();
    json!({
        "documented": documented,
        "instructions": instructions(),
        "quirks": quirks(),
        "custom_rules": custom_rules(),
        "targets": Target::ALL.map(target).to_vec(),
    })
}

fn instructions() -> Vec<Value> {
    (0..pto_isa::all().len()).map(|i| instruction(OpId(i as u16).def())).collect()
}

fn quirks() -> Vec<Value> {
    let as_json = |q: &Quirk| json!({"name": q.name, "manual": q.manual, "silicon": q.silicon, "evidence": q.evidence});
    QUIRKS.iter().map(as_json).collect()
}

fn quirk_text(q: &Quirk) -> String {
    format!(
        "{}\n  manual:   {}\n  silicon:  {}\n  evidence: {}\n",
        q.name, q.manual, q.silicon, q.evidence
    )
}

fn target(t: Target) -> Value {
    let spaces: Vec<Value> = pto_isa::Space::ALL
        .into_iter()
        .filter_map(|s| Some(json!({"space": s.tile_name(), "bytes": t.capacity_bytes(s)?})))
        .collect();
    let d = t.def();
    let follows = match d.rules {
        Rules::Own => json!(null),
        Rules::Follows { profile, shared, separate, cite } => json!({
            "target": profile.name(), "shared": shared, "no_rule_known": separate, "source": cite,
        }),
    };
    json!({
        "name": d.name,
        "about": d.about,
        "spellings": d.spellings,
        "follows": follows,
        "lacks": d.lacks.iter().map(|d| d.name()).collect::<Vec<_>>(),
        "spaces": spaces,
        "event_ids": d.device.map(|d| d.event_ids),
        "buffer_ids": d.device.map(|d| d.buffer_ids),
        "vector_registers": d.device.map(|d| d.vector_registers),
        "has_cycles": d.device.is_some_and(|d| d.cost_tables.is_some()),
        "has_cpp": d.device.is_some_and(|d| d.has_cpp),
    })
}

/// The rules no generic demand expresses.
/// The names of the rulebooks that a rule stands in.
fn rules_names(in_rules: StandsIn) -> Vec<&'static str> {
    let includes = |rules: &Rulebook| in_rules.includes(*rules);
    Rulebook::ALL.into_iter().filter(includes).map(Rulebook::name).collect()
}

fn custom_rules() -> Vec<Value> {
    let mut list: Vec<(&str, &str)> = pto_isa::all()
        .flat_map(|o| o.rules)
        .filter_map(|r| match r.constraint {
            Constraint::Custom(c) => Some((c.name, c.text)),
            _ => None,
        })
        .collect();
    order::sort(&mut list);
    list.dedup();
    list.into_iter().map(|(name, text)| json!({"name": name, "text": text})).collect()
}

/// One instruction.
pub fn instruction(op: &'static OpDef) -> Value {
    let operands: Vec<Value> = op
        .operands
        .iter()
        .map(|o| {
            let role = match o.role {
                Role::In => "in",
                Role::Out => "out",
                Role::InOut => "inout",
                Role::Scratch => "scratch",
            };
            json!({
                "name": o.name,
                "role": role,
                "optional": o.arity == Arity::Opt,
                "variadic": o.arity == Arity::Many,
                "kind": format!("{:?}", o.kind).to_lowercase(),
                "effect": {
                    "access": format!("{:?}", o.effect.access).to_lowercase(),
                    "through": format!("{:?}", o.effect.through).to_lowercase(),
                    "bytes": o.effect.extent.name(),
                    "atomic": o.effect.atomic,
                },
            })
        })
        .collect();
    let attrs: Vec<Value> = op
        .attrs
        .iter()
        .map(|a| {
            let values = match a.kind {
                AttrKind::Word(w) => json!(w),
                AttrKind::Int(low, high) => json!({"from": low, "to": high}),
                AttrKind::Pipe => json!("pipe"),
                AttrKind::Event => json!("event"),
                AttrKind::Bool => json!("bool"),
                AttrKind::Text => json!("text"),
                AttrKind::Symbol => json!("symbol"),
                AttrKind::Any => json!("any"),
            };
            json!({"name": a.name, "values": values, "required": a.required, "doc": a.doc})
        })
        .collect();
    let rules: Vec<Value> = op
        .rules
        .iter()
        .flat_map(|r| {
            r.subjects().iter().map(move |&s| {
                json!({
                    "code": r.code().spelled(!r.warn),
                    "severity": if r.warn { "warning" } else { "error" },
                    "operand": op.operands.get(s as usize).map(|o| o.name),
                    "text": r.explain(op.operands, s),
                    "targets": r.on.iter().map(Target::name).collect::<Vec<_>>(),
                    "rules": rules_names(r.in_rules),
                    "source": r.cite,
                })
            })
        })
        .collect();
    let both = Target::ALL.into_iter().flat_map(|t| Rulebook::ALL.map(|rules| (t, rules)));
    let support: Vec<Value> = both
        .filter_map(|(t, rules)| {
            let s = op.support_by(t, rules).filter(|s| s.rules == rules)?;
            let types = match s.types {
                Types::Absent => return None,
                Types::Any => json!("any"),
                Types::OneOf(list) => json!(list.iter().map(|d| d.name()).collect::<Vec<_>>()),
                Types::Tuples(_) => json!(page::types_text(op, s)),
            };
            let disputes: Vec<Value> =
                s.conflicting.iter().map(|c| json!({"source": c.cite, "says": c.says})).collect();
            Some(
                json!({"target": t.name(), "rules": rules.name(), "types": types, "source": s.cite, "disputes": disputes}),
            )
        })
        .collect();
    let scratch: Vec<Value> = op
        .scratch
        .iter()
        .map(|s| {
            let need = match s.need {
                Need::Ignored => "ignored",
                Need::Bytes { text, .. } => text,
            };
            let targets: Vec<&str> = s.on.iter().map(Target::name).collect();
            json!({"targets": targets, "rules": rules_names(s.in_rules), "need": need, "warning": s.warn, "source": s.cite})
        })
        .collect();
    let (documented, source) = match op.origin {
        Origin::Manual(page) => (true, page),
        Origin::Specification(tool) | Origin::Assembler(tool) => (false, tool),
    };
    json!({
        "name": format!("pto.{}", op.name),
        "spelling": format!("pto.{}", op.printed_name()),
        "aliases": op.aliases,
        "family": op.family,
        "documented": documented,
        "source": source,
        "title": op.title(),
        "doc": op.body_text(),
        "formula": op.formula,
        "micro": op.expansion,
        "cpp": op.cpp,
        "syntax": op.syntax,
        "class": {"name": op.class.name(), "detail": format!("{:?}", op.class), "text": op.class.explain()},
        "operands": operands,
        "attributes": attrs,
        "rules": rules,
        "support": support,
        "scratch": scratch,
        "pipe": op.pipe.explain(),
        "cost": format!("{:?}", op.cost),
        "executable": op.sem.why_not_executable().map_or("yes".into(), |why| why.trim_start_matches("is ").to_string()),
        "quirks": op.quirks,
        "notes": op.notes,
    })
}
