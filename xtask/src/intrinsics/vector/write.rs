//! Writes the functions on registers.

use super::super::doc;
use super::super::form::{function, snake};
use super::super::write::{MARK, element_trait, options_name, options_type, word_in};
use super::enums::AttrEnums;
use super::shape::{Shape, shapes};
use super::variant::Sort;
use pto_isa::OpDef;
use pto_isa::def::{AllowedScope, AttrKind, Role};
use std::fmt::Write as _;

/// The module of all files.
pub fn root(files: &[&str]) -> String {
    let mut s = String::from(
        "//! The instructions on registers: operands in the order of the text, then attributes.\n\n",
    );
    s.push_str(MARK);
    s.push('\n');
    let all: Vec<&str> = ["enums"].into_iter().chain(files.iter().copied()).collect();
    for f in &all {
        let _ = writeln!(s, "#[rustfmt::skip]\nmod {f};");
    }
    s.push('\n');
    for f in &all {
        let _ = writeln!(s, "pub use {f}::*;");
    }
    s
}

/// One file.
pub fn file(name: &str, ops: &[&'static OpDef], words: &AttrEnums) -> Result<String, String> {
    let mut body = String::new();
    for op in ops {
        instruction(op, words, &mut body)?;
    }
    let code: String = body
        .lines()
        .filter(|l| !l.starts_with("///") && !l.starts_with("    note = "))
        .map(|l| format!("{l}\n"))
        .collect();
    let list = |names: &[&str]| {
        let used: Vec<&str> = names.iter().copied().filter(|n| word_in(&code, n)).collect();
        if used.len() == 1 { used[0].to_string() } else { format!("{{{}}}", used.join(", ")) }
    };
    let mut import = String::new();
    let mut uses = |path: &str, names: &[&str]| {
        let list = list(names);
        if list != "{}" {
            let _ = writeln!(import, "use {path}::{list};");
        }
    };
    uses("crate::call", &["Call"]);
    uses(
        "crate::element",
        &[
            "Element", "F4E1M2x2", "F4E2M1x2", "F8E4M3", "F8E5M2", "F8E8M0", "Hif8", "Scalar",
            "bf16", "f16",
        ],
    );
    uses("crate::error", &["Result"]);
    uses("crate::event", &["Event"]);
    let named = |shared: bool| -> Vec<&str> {
        words.names().filter(|w| w.1 == shared).map(|w| w.0).collect()
    };
    uses("crate::intrinsics", &named(true));
    // `E::Width` is the type of a trait, `W: Width` the trait of a type.
    let lanes = ["B16", "B32", "B8", "Lane", "Width"];
    let lanes = if code.contains(": Width") { &lanes[..] } else { &lanes[..4] };
    uses("crate::vector::lane", lanes);
    uses("crate::vector::ops::enums", &named(false));
    uses("crate::vector::pointer", &["UbPtr"]);
    uses("crate::vector::register", &["Align", "Mask", "Vreg"]);
    Ok(format!(
        "//! Instructions of the op table's file `{name}.rs`.\n\n{MARK}\n{import}use pto_isa::ops::{name} as ops;\n{body}"
    ))
}

fn instruction(op: &'static OpDef, words: &AttrEnums, out: &mut String) -> Result<(), String> {
    let (traits, shapes) = shapes(op)?;
    for t in &traits {
        element_trait(op, t, "Lane", out);
    }
    if let Some(s) = shapes.iter().find(|s| !s.variant.options.is_empty()) {
        options_type(op, &s.variant.options, |a| words.name(a).to_string(), out);
    }
    for (i, shape) in shapes.iter().enumerate() {
        let doc = match i {
            0 => doc::about(op, &format!("Text: `{}`", text(op, shape))),
            _ => further(op, shape, &shapes[0]),
        };
        write_function(op, shape, words, &doc, out);
    }
    Ok(())
}

/// How a function differs from the first.
fn further(op: &OpDef, shape: &Shape, first: &Shape) -> String {
    let (has, given) = (&first.variant.extra, &shape.variant.extra);
    let mut more: Vec<String> =
        given.iter().filter(|n| !has.contains(n)).map(|n| format!("`{n}`")).collect();
    let less: Vec<String> =
        has.iter().filter(|n| !given.contains(n)).map(|n| format!("`{n}`")).collect();
    if shape.variant.number {
        more.push("a number in place of the register".into());
    }
    if !shape.variant.options.is_empty() {
        more.push("attributes".into());
    }
    let less = match (less.is_empty(), more.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(" without {}", less.join(", ")),
        (false, false) => format!(" instead of {}", less.join(", ")),
    };
    let more = if more.is_empty() { String::new() } else { format!(" with {}", more.join(", ")) };
    let name = &first.variant.name;
    format!("/// [`{name}`]{more}{less}.\n///\n/// Text: `{}`\n", text(op, shape))
}

/// How a program writes it, without types.
fn text(op: &OpDef, shape: &Shape) -> String {
    let v = &shape.variant;
    let named = |written: bool| -> Vec<String> {
        let is = |s: &&u8| (op.operands[**s as usize].role == Role::Out) == written;
        v.slots.iter().filter(is).map(|&s| format!("%{}", op.operands[s as usize].name)).collect()
    };
    let (outs, ins) = (named(true), named(false));
    let given = if outs.is_empty() { String::new() } else { format!("{} = ", outs.join(", ")) };
    let attrs: Vec<String> = v.attrs.iter().map(|a| format!("\"{}\"", a.name)).collect();
    let taken = [ins, attrs].concat().join(", ");
    format!("{given}pto.{} {taken}", op.printed_name()).trim_end().to_string()
}

fn write_function(
    op: &'static OpDef,
    shape: &Shape,
    words: &AttrEnums,
    doc: &str,
    out: &mut String,
) {
    let v = &shape.variant;
    let (mut args, mut pieces, mut results, mut slots) =
        (Vec::new(), String::new(), Vec::new(), Vec::new());
    for &slot in &v.slots {
        let o = &op.operands[slot as usize];
        let ty = shape.rust_type(op, slot);
        if o.role == Role::Out {
            results.push(ty);
            slots.push(slot.to_string());
            continue;
        }
        let var = snake(o.name);
        let (arg, piece) = match v.sort(op, slot) {
            Sort::Align => (ty, format!(".value({slot}, &{var})")),
            Sort::Register | Sort::Mask | Sort::Pointer => {
                (format!("&{ty}"), format!(".value({slot}, {var})"))
            }
            Sort::Index => (ty, format!(".index({slot}, {var})")),
            Sort::Number => match ty.strip_suffix("::Host") {
                Some(e) => (ty.clone(), format!(".element::<{e}>({slot}, {var})")),
                None => (ty, format!(".scalar({slot}, {var})")),
            },
        };
        args.push(format!("{var}: {arg}"));
        pieces.push_str(&piece);
    }
    for a in &v.attrs {
        let var = snake(a.name);
        args.push(format!("{var}: {}", words.name(a)));
        pieces.push_str(&match a.kind {
            AttrKind::Word(_) => format!(".word(\"{}\", Some({var}.word()))", a.name),
            _ => format!(".int(\"{}\", Some({var}))", a.name),
        });
    }
    if !v.options.is_empty() {
        args.push(format!("with: {}", options_name(op)));
        for a in &v.options {
            let (var, ty) = (snake(a.name), words.name(a));
            pieces.push_str(&match a.kind {
                AttrKind::Word(_) => format!(".word(\"{}\", with.{var}.map({ty}::word))", a.name),
                _ => format!(".int(\"{}\", with.{var})", a.name),
            });
        }
    }
    let (ty, end) = match (&results[..], op.scope) {
        ([], AllowedScope::Vecscope) => ("()".to_string(), ".run().map(|_| ())".to_string()),
        ([], _) => ("Event".into(), ".run()".into()),
        ([one], _) => (one.clone(), format!(".gives(&[{}])", slots.join(", "))),
        (several, _) => {
            (format!("({})", several.join(", ")), format!(".gives(&[{}])", slots.join(", ")))
        }
    };
    let generics = shape.generics();
    let generics =
        if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
    let wheres = match &shape.together {
        Some(bound) => format!("\nwhere\n    {bound},\n{{"),
        None => " {".into(),
    };
    let many = if args.len() > 7 { "#[allow(clippy::too_many_arguments)]\n" } else { "" };
    let _ = writeln!(
        out,
        "\n{doc}#[track_caller]\n{many}pub fn {}{generics}({}) -> Result<{ty}>{wheres}\n    Call::new(&ops::{}){pieces}{end}\n}}",
        v.name,
        args.join(", "),
        function(op),
    );
}
