//! Writes a test that calls every function on registers once, with the first types that its rules allow.

use super::super::form::snake;
use super::super::types::rust;
use super::super::write::MARK;
use super::enums::AttrEnums;
use super::shape::{Shape, shapes};
use super::variant::Sort;
use pto_isa::def::{AllowedScope, AttrDef, AttrKind, Role};
use pto_isa::{DType, OpDef};
use std::fmt::Write as _;

/// The file of all functions.
pub fn file(ops: &[&'static OpDef], words: &AttrEnums) -> Result<String, String> {
    let (mut list, mut calls) = (String::new(), String::new());
    for op in ops {
        for shape in shapes(op)?.1 {
            let name = &shape.variant.name;
            let targets: Vec<String> = shape
                .targets
                .iter()
                .map(|t| format!("Target::{}", t.name().to_uppercase()))
                .collect();
            let _ = writeln!(list, "    (\"{name}\", &[{}], {name}),", targets.join(", "));
            call(op, &shape, words, &mut calls);
        }
    }
    Ok(format!(
        "//! Every function on registers, called once.\n\n{MARK}\n\
         use crate::Sources;\nuse pto::prelude::*;\nuse pto::{{Result, vector}};\n\n\
         /// Names, targets that have them, and a call.\n\
         pub type Function = (&'static str, &'static [Target], fn(&Sources) -> Result<()>);\n\n\
         pub const FUNCTIONS: &[Function] = &[\n{list}];\n{calls}"
    ))
}

/// A word that the attribute takes.
fn word(a: &AttrDef, words: &AttrEnums, wanted: &str) -> String {
    match a.kind {
        AttrKind::Word(_) => format!("{}::{}", words.name(a), words.variant(a, wanted)),
        _ => "0".into(),
    }
}

/// A small number of an element type.
fn number(d: DType) -> String {
    match d {
        DType::F32 => "1.5f32".into(),
        DType::F16 => "f16::ONE".into(),
        DType::Bf16 => "bf16::ONE".into(),
        _ if d.is_int() => format!("1{}", rust(d).unwrap_or("i32")),
        _ => "1u8".into(),
    }
}

fn call(op: &'static OpDef, shape: &Shape, words: &AttrEnums, out: &mut String) {
    let v = &shape.variant;
    let (mut before, mut args, mut results) = (String::new(), Vec::new(), Vec::new());
    let loads = v
        .slots
        .iter()
        .any(|&s| op.operands[s as usize].role == Role::Out && v.sort(op, s) == Sort::Register);
    for &slot in &v.slots {
        let o = &op.operands[slot as usize];
        let var = snake(o.name);
        if o.role == Role::Out {
            results.push((var, shape.sample_type(op, slot)));
            continue;
        }
        let made = match v.sort(op, slot) {
            Sort::Register => "s.register()?".to_string(),
            Sort::Mask => "s.mask()?".into(),
            Sort::Pointer => format!("s.pointer({slot})?"),
            Sort::Align if loads => "s.loads()?".into(),
            Sort::Align => "s.stores()?".into(),
            Sort::Index => "0usize".into(),
            Sort::Number => number(shape.sample_number(op, slot)),
        };
        let ty = match v.sort(op, slot) {
            Sort::Register | Sort::Mask | Sort::Pointer => {
                args.push(format!("&{var}"));
                format!(": {}", shape.sample_type(op, slot))
            }
            _ => {
                args.push(var.clone());
                String::new()
            }
        };
        let _ = writeln!(before, "    let {var}{ty} = {made};");
    }
    for a in &v.attrs {
        let wanted = shape.sample.words.iter().find(|w| w.0 == a.name).map_or("", |w| w.1);
        args.push(word(a, words, wanted));
    }
    if !v.options.is_empty() {
        args.push("Default::default()".into());
    }
    let call = format!("vector::{}({})?", v.name, args.join(", "));
    let (bind, keep) = match &results[..] {
        [] => (format!("    {call};\n"), String::new()),
        several => {
            let names: Vec<&str> = several.iter().map(|r| r.0.as_str()).collect();
            let types: Vec<&str> = several.iter().map(|r| r.1.as_str()).collect();
            let (names, types) = match &names[..] {
                [one] => (one.to_string(), types[0].to_string()),
                _ => (format!("({})", names.join(", ")), format!("({})", types.join(", "))),
            };
            let kept: String = several.iter().map(|r| format!("    s.keep({})?;\n", r.0)).collect();
            (format!("    let {names}: {types} = {call};\n"), kept)
        }
    };
    let body = format!("{before}{bind}{keep}");
    let body = match op.scope {
        AllowedScope::Core => format!("{body}    Ok(())\n"),
        _ => {
            let inner: String = body.lines().map(|l| format!("    {l}\n")).collect();
            format!("    vecscope(|| {{\n{inner}        Ok(())\n    }})?;\n    Ok(())\n")
        }
    };
    let s = if body.contains("s.") { "s" } else { "_" };
    let _ = write!(out, "\nfn {}({s}: &Sources) -> Result<()> {{\n{body}}}\n", v.name);
}
