//! Writes the functions, the element traits, and the types of words.

use super::doc;
use super::form::{Form, OLDER, Param, camel, forms, function, snake};
use super::types::{
    ElementTrait, Sort, asserted, common_rules, element_traits, is_callable, layout_bound, memory,
    rust, scalar_of, shape, sort,
};
use pto_isa::OpDef;
use pto_isa::def::{AttrDef, AttrKind, Role};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub const MARK: &str = "// Written by `cargo xtask gen`. Do not edit.\n";

/// Types that say where a tile lives.
const MEMORIES: [&str; 9] =
    ["Acc", "Bias", "Left", "Mat", "Right", "ScaleLeft", "ScaleRight", "Scaling", "Vec"];

/// The type parameter of a tile operand.
fn tile_param(op: &OpDef, slot: u8) -> String {
    let name = camel(op.operands[slot as usize].name);
    if MEMORIES.contains(&name.as_str()) { format!("{name}Tile") } else { name }
}

/// The module of all files.
pub fn root(files: &[&str]) -> String {
    let mut s = String::from(
        "//! The intrinsics of the C++ API: destination first, then the arguments in the order of C++.\n\n",
    );
    s.push_str(MARK);
    s.push('\n');
    let mut all: Vec<&str> = files.to_vec();
    all.push("enums");
    all.sort_unstable();
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
pub fn file(name: &str, ops: &[&'static OpDef]) -> Result<String, String> {
    let mut body = String::new();
    for op in ops {
        instruction(op, &mut body)?;
    }
    let code: String = body
        .lines()
        .filter(|l| !l.starts_with("///") && !l.starts_with("    note = "))
        .map(|l| format!("{l}\n"))
        .collect();
    let mut s = format!("//! Intrinsics of the op table's file `{name}.rs`.\n\n{MARK}\n");
    let uses = |what: &str| code.contains(what);
    let list = |names: &[&str]| {
        names.iter().copied().filter(|n| word_in(&code, n)).collect::<Vec<_>>().join(", ")
    };
    let braced =
        |names: &str| if names.contains(',') { format!("{{{names}}}") } else { names.to_string() };
    let tiles = list(&["TileOf", "TileWith"]);
    if !tiles.is_empty() {
        let _ = writeln!(s, "use crate::any_tile::{};", braced(&tiles));
    }
    s.push_str("use crate::call::Call;\n");
    let elements = list(&[
        "Element", "F4E1M2x2", "F4E2M1x2", "F8E4M3", "F8E5M2", "F8E8M0", "Hif8", "Scalar", "bf16",
        "f16",
    ]);
    if !elements.is_empty() {
        let _ = writeln!(s, "use crate::element::{};", braced(&elements));
    }
    s.push_str("use crate::error::Result;\nuse crate::event::Event;\n");
    if uses("GlobalTensor<") {
        s.push_str("use crate::global::GlobalTensor;\n");
    }
    let words: Vec<String> = word_types(ops)?.into_keys().filter(|w| word_in(&code, w)).collect();
    if !words.is_empty() {
        let _ = writeln!(s, "use crate::intrinsics::enums::{};", braced(&words.join(", ")));
    }
    let layouts = list(&[
        "IsColMajor",
        "IsDn",
        "IsNd",
        "IsNn",
        "IsNoneBox",
        "IsNz",
        "IsRowMajor",
        "IsZn",
        "IsZz",
    ]);
    if !layouts.is_empty() {
        let _ = writeln!(s, "use crate::layout::{};", braced(&layouts));
    }
    let memories: Vec<&str> =
        MEMORIES.into_iter().filter(|m| uses(&format!("TileOf<{m},"))).collect();
    if !memories.is_empty() {
        let _ = writeln!(s, "use crate::marker::{};", braced(&memories.join(", ")));
    }
    let _ = writeln!(s, "use pto_isa::ops::{name} as ops;");
    let rules = list(&["Constraint", "LayoutIs"]);
    if !rules.is_empty() {
        let _ = writeln!(s, "use pto_isa::rule::{};", braced(&rules));
    }
    s.push_str(&body);
    Ok(s)
}

/// Whether a word occurs, not only as a part of another one.
pub fn word_in(text: &str, word: &str) -> bool {
    let edge = |c: Option<char>| !c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    text.match_indices(word).any(|(i, _)| {
        edge(text[..i].chars().next_back()) && edge(text[i + word.len()..].chars().next())
    })
}

fn instruction(op: &'static OpDef, out: &mut String) -> Result<(), String> {
    let forms: Vec<Form> = forms(op)?.into_iter().filter(|f| is_callable(op, f)).collect();
    let Some(first) = forms.first() else { return Ok(()) };
    let traits = element_traits(op);
    for t in &traits {
        element_trait(op, t, "Element", out);
    }
    let options = options_of(op, &forms);
    if !options.is_empty() {
        options_type(op, &options, attr_type, out);
    }
    for form in &forms {
        let doc = if form.name == first.name {
            doc::whole(op, form)
        } else {
            doc::further(op, form, first)
        };
        write_function(op, form, &traits, None, &doc, out);
        if !options.is_empty() {
            let doc = format!("/// [`{}`] with attributes.\n", form.name);
            write_function(op, form, &traits, Some(&options), &doc, out);
        }
    }
    Ok(())
}

/// A trait whose types are elements of `base`, or tuples of them.
pub fn element_trait(op: &OpDef, t: &ElementTrait, base: &str, out: &mut String) {
    let _ = writeln!(out, "\n/// Elements that [`{}`] takes on some target.", function(op));
    let _ = writeln!(out, "#[diagnostic::on_unimplemented(");
    let _ = writeln!(out, "    message = \"{}\",", t.message);
    for note in &t.notes {
        let _ = writeln!(out, "    note = \"{note}\",");
    }
    let _ = writeln!(out, ")]");
    if t.key.len() == 1 {
        let _ = writeln!(out, "pub trait {}: {base} {{}}", t.name);
    } else {
        let _ = writeln!(out, "pub trait {} {{}}", t.name);
    }
    for types in &t.types {
        let names: Option<Vec<&str>> = types.iter().map(|&d| rust(d)).collect();
        let Some(names) = names else { continue };
        let ty =
            if t.key.len() == 1 { names[0].to_string() } else { format!("({})", names.join(", ")) };
        let _ = writeln!(out, "impl {} for {ty} {{}}", t.name);
    }
}

/// Attributes that no form has among its arguments. Those with a newer name, and those of tools, are left out.
fn options_of(op: &'static OpDef, forms: &[Form]) -> Vec<&'static AttrDef> {
    let argument = |a: &AttrDef| {
        forms
            .iter()
            .any(|f| f.params.iter().any(|p| matches!(p, Param::Attr(b) if b.name == a.name)))
    };
    let known = |a: &&AttrDef| {
        matches!(a.kind, AttrKind::Word(_) | AttrKind::Int(..) | AttrKind::Bool)
            && !a.doc.starts_with("old")
            && !a.doc.starts_with(OLDER)
            && !a.name.contains('.')
            && !argument(a)
    };
    op.attrs.iter().filter(known).collect()
}

/// The type of an instruction's optional attributes.
pub(super) fn options_name(op: &OpDef) -> String {
    format!("{}With", camel(&function(op)))
}

/// Writes that type; `of` names the type of each attribute.
pub(super) fn options_type(
    op: &OpDef,
    options: &[&'static AttrDef],
    of: impl Fn(&AttrDef) -> String,
    out: &mut String,
) {
    let _ = writeln!(out, "\n/// Attributes of [`{}`].", function(op));
    let _ =
        writeln!(out, "#[derive(Clone, Copy, Debug, Default)]\npub struct {} {{", options_name(op));
    for a in options {
        let doc = if a.doc.is_empty() { format!("`{}`", a.name) } else { doc::plain(a.doc) };
        let _ = writeln!(out, "    /// {doc}.\n    pub {}: Option<{}>,", snake(a.name), of(a));
    }
    let _ = writeln!(out, "}}");
}

fn attr_type(a: &AttrDef) -> String {
    match a.kind {
        AttrKind::Word(_) => camel(a.name),
        AttrKind::Int(..) => "i64".into(),
        _ => "bool".into(),
    }
}

/// A demand on an attribute's value as a piece of the call.
fn attr_call(a: &AttrDef, value: &str, optional: bool) -> String {
    let some = |v: String| if optional { v } else { format!("Some({v})") };
    match a.kind {
        AttrKind::Word(_) if optional => {
            format!(".word(\"{}\", {value}.map({}::word))", a.name, camel(a.name))
        }
        AttrKind::Word(_) => format!(".word(\"{}\", Some({value}.word()))", a.name),
        AttrKind::Int(..) => format!(".int(\"{}\", {})", a.name, some(value.into())),
        _ => format!(".flag(\"{}\", {})", a.name, some(value.into())),
    }
}

fn write_function(
    op: &'static OpDef,
    form: &Form,
    traits: &[ElementTrait],
    options: Option<&[&'static AttrDef]>,
    doc: &str,
    out: &mut String,
) {
    let shape = shape(op, form, traits);
    let name = if options.is_some() { format!("{}_with", form.name) } else { form.name.clone() };
    let (mut generics, mut wheres, mut args, mut pieces) =
        (Vec::new(), Vec::new(), Vec::new(), BTreeMap::new());
    for c in &shape.classes {
        generics.push(format!("{}: {}", c.param, c.bound.as_deref().unwrap_or("Element")));
    }
    if let Some((classes, bound)) = &shape.together {
        let names: Vec<&str> = classes.iter().map(|&i| shape.classes[i].param.as_str()).collect();
        wheres.push(format!("({}): {bound}", names.join(", ")));
    }
    let mut attrs = Vec::new();
    for p in &form.params {
        match p {
            Param::Operand(slot, fills) => {
                let o = &op.operands[*slot as usize];
                let (var, ty) = (snake(o.name), tile_param(op, *slot));
                let written = o.role != Role::In;
                let reference = if written { "&mut " } else { "&" };
                match sort(op, *slot) {
                    Some(Sort::Tile) => {
                        let e = shape.element(*slot);
                        let layout = layout_bound(op, *slot)
                            .map_or(String::new(), |l| format!(", Layout: {l}"));
                        let bound = match memory(op, *slot) {
                            Some(space) => format!("TileOf<{space:?}, {e}{layout}>"),
                            None => format!("TileWith<{e}{layout}>"),
                        };
                        generics.push(format!("{ty}: {bound}"));
                        args.push(format!("{var}: {reference}{ty}"));
                        pieces.insert(*fills, format!(".tile({fills}, {var})"));
                    }
                    Some(Sort::View) => {
                        let e = shape.element(*slot);
                        args.push(format!("{var}: {reference}GlobalTensor<'_, {e}>"));
                        let method = if written { "view_mut" } else { "view" };
                        pieces.insert(*fills, format!(".{method}({fills}, {var})"));
                    }
                    Some(Sort::Views) => {
                        let e = shape.element(*slot);
                        args.push(format!("{var}: &[&GlobalTensor<'_, {e}>]"));
                        pieces.insert(*fills, format!(".views({fills}, {var})"));
                    }
                    Some(Sort::Number) => match scalar_of(op, form, *slot) {
                        Some(tile) => {
                            let e = shape.element(tile);
                            args.push(format!("{var}: {e}::Host"));
                            pieces.insert(*fills, format!(".element::<{e}>({fills}, {var})"));
                        }
                        None => {
                            args.push(format!("{var}: impl Scalar"));
                            pieces.insert(*fills, format!(".scalar({fills}, {var})"));
                        }
                    },
                    Some(Sort::Counts) => {
                        args.push(format!("{var}: &mut [u16; 4]"));
                        pieces.insert(*fills, format!(".counts({fills}, {var})"));
                    }
                    _ => {
                        args.push(format!("{var}: usize"));
                        pieces.insert(*fills, format!(".index({fills}, {var})"));
                    }
                }
            }
            Param::Attr(a) => {
                let var = snake(a.name);
                args.push(format!("{var}: {}", attr_type(a)));
                attrs.push(attr_call(a, &var, false));
            }
        }
    }
    if let Some(options) = options {
        args.push(format!("with: {}", options_name(op)));
        attrs
            .extend(options.iter().map(|a| attr_call(a, &format!("with.{}", snake(a.name)), true)));
    }
    out.push('\n');
    out.push_str(doc);
    out.push_str("#[track_caller]\n");
    if args.len() > 7 {
        out.push_str("#[allow(clippy::too_many_arguments)]\n");
    }
    let generics = if generics.is_empty() {
        String::new()
    } else {
        format!("<\n    {},\n>", generics.join(",\n    "))
    };
    let wheres = if wheres.is_empty() {
        String::new()
    } else {
        format!("\nwhere\n    {},\n", wheres.join(",\n    "))
    };
    let brace = if wheres.is_empty() { " {" } else { "{" };
    let _ = writeln!(
        out,
        "pub fn {name}{generics}({}) -> Result<Event>{wheres}{brace}",
        args.join(", ")
    );
    if options.is_none() || !attrs.is_empty() {
        assertions(op, form, out);
    }
    let pieces: Vec<String> = pieces.into_values().chain(attrs).collect();
    let _ = writeln!(out, "    Call::new(&ops::{}){}.run()\n}}", function(op), pieces.concat());
}

/// What extents that are known can break.
fn assertions(op: &'static OpDef, form: &Form, out: &mut String) {
    let given: Vec<u8> = form.operands().collect();
    let tile = |slot: u8| given.contains(&slot) && sort(op, slot) == Some(Sort::Tile);
    for r in common_rules(op) {
        let Some(demand) = asserted(&r.constraint) else { continue };
        for &subject in r.subjects() {
            let first = if r.is_binary() { r.of[0] } else { subject };
            if !tile(subject) || !tile(first) {
                continue;
            }
            let ty = |slot: u8| format!("&{}::TY", tile_param(op, slot));
            let _ = writeln!(
                out,
                "    const {{ assert!({demand}.allows({}, {}), \"`pto.{}`: {}\") }};",
                ty(first),
                ty(subject),
                op.printed_name(),
                r.explain(op.operands, subject)
            );
        }
    }
}

/// The words of every attribute, by the name of their type.
pub fn word_types(
    ops: &[&'static OpDef],
) -> Result<BTreeMap<String, (Vec<&'static str>, &'static str)>, String> {
    let mut types: BTreeMap<String, (Vec<&'static str>, &'static str)> = BTreeMap::new();
    for op in ops {
        for a in op.attrs {
            let AttrKind::Word(words) = a.kind else { continue };
            if a.doc.starts_with(OLDER) {
                continue;
            }
            let (list, doc) = types.entry(camel(a.name)).or_insert((Vec::new(), a.doc));
            if doc.is_empty() {
                *doc = a.doc;
            }
            for w in words {
                if !list.iter().any(|l| variant(l).eq_ignore_ascii_case(&variant(w))) {
                    list.push(w);
                }
            }
        }
    }
    Ok(types)
}

/// `CAST_RINT` is the word `RINT` in its older spelling.
pub fn variant(word: &str) -> String {
    camel(word.strip_prefix("CAST_").unwrap_or(word))
}

/// Types of words.
pub fn words(ops: &[&'static OpDef]) -> Result<String, String> {
    let mut s = format!("//! AttrEnums that attributes take, as types.\n\n{MARK}");
    for (name, (words, doc)) in word_types(ops)? {
        let words: Vec<(String, &str)> = words.iter().map(|w| (variant(w), *w)).collect();
        word_type(&name, &words, doc, &mut s);
    }
    Ok(s)
}

/// One type of words: its variants, and the words they stand for.
pub fn word_type(name: &str, words: &[(String, &str)], doc: &str, s: &mut String) {
    let doc = if doc.is_empty() { format!("AttrEnums of `{name}`") } else { doc::plain(doc) };
    let _ = writeln!(
        s,
        "\n/// {doc}.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum {name} {{"
    );
    for (variant, word) in words {
        let _ = writeln!(s, "    /// `{word}`\n    {variant},");
    }
    let _ = writeln!(
        s,
        "}}\n\nimpl {name} {{\n    /// As programs write it.\n    pub const fn word(self) -> &'static str {{\n        match self {{"
    );
    for (variant, word) in words {
        let _ = writeln!(s, "            {name}::{variant} => \"{word}\",");
    }
    let _ = writeln!(s, "        }}\n    }}\n}}");
}
