//! The forms of a C++ intrinsic: what its `cpp` line says, with names resolved to operands and attributes.

use pto_isa::OpDef;
use pto_isa::def::{Arity, AttrDef, Kind, Role};

/// One argument of a form.
#[derive(Clone, Copy, Debug)]
pub enum Param {
    /// An operand by its slot, and the slot it fills: another one only where a form exchanges operands.
    Operand(u8, u8),
    /// An attribute.
    Attr(&'static AttrDef),
}

/// One function.
#[derive(Clone, Debug)]
pub struct Form {
    /// Its name in Rust.
    pub name: String,
    /// Its arguments in the order of C++.
    pub params: Vec<Param>,
}

impl Form {
    /// The operands it has, by slot.
    pub fn operands(&self) -> impl Iterator<Item = u8> + '_ {
        self.params.iter().filter_map(|p| match p {
            Param::Operand(slot, _) => Some(*slot),
            Param::Attr(_) => None,
        })
    }
}

/// `dstVal` becomes `dst_val`.
pub fn snake(name: &str) -> String {
    let mut s = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !s.is_empty() && !s.ends_with('_') {
            s.push('_');
        }
        s.push(c.to_ascii_lowercase());
    }
    s.replace('.', "_")
}

/// `dst_val`, `dstVal` and `DST_VAL` become `DstVal`.
pub fn camel(name: &str) -> String {
    let shouts = !name.chars().any(|c| c.is_ascii_lowercase());
    let mut s = String::new();
    for word in name.split(['_', '.']) {
        let mut chars = word.chars();
        s.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        s.extend(chars.map(|c| if shouts { c.to_ascii_lowercase() } else { c }));
    }
    s
}

/// The name of an instruction as a function.
pub fn function(op: &OpDef) -> String {
    op.name.replace('.', "_")
}

/// The forms of an instruction; an error names what a form lacks.
pub fn forms(op: &'static OpDef) -> Result<Vec<Form>, String> {
    let mut list: Vec<Form> = Vec::new();
    let mut base: Vec<u8> = Vec::new();
    for (i, alternative) in split(op.cpp, &[';', '|']).into_iter().enumerate() {
        let (angle, args) = parts(&alternative);
        let least = operands(op, &expand(args, true).concat());
        for text in expand(args, false) {
            let mut params = resolve(op, &text, args);
            params.extend(chosen_by(op, angle));
            let required = op.attrs.iter().filter(|a| a.required);
            let missing = required.filter(|a| !has_attr(&params, a)).map(Param::Attr);
            params.extend(missing.collect::<Vec<_>>());
            let given = operands(op, &text);
            let lacking = op.operands.iter().enumerate().find(|(slot, o)| {
                o.arity == Arity::One && o.kind != Kind::Any && !given.contains(&(*slot as u8))
            });
            if let Some((_, o)) = lacking {
                return Err(format!("{}: `{text}` lacks `{}`", op.name, o.name));
            }
            if list.is_empty() {
                base = given.clone();
            }
            let exchanged = list.first().is_some_and(|f| exchanges(f, &given));
            let name = match op.rust.get(i) {
                Some(name) => name.to_string() + &suffix(op, &without(&given, &least)),
                None if exchanged => function(op) + &suffix(op, &given[1..]),
                None => function(op) + &suffix(op, &without(&given, &base)),
            };
            let taken = list.iter().any(|f| f.name == name)
                || (name != function(op) && pto_isa::all().any(|o| function(o) == name));
            if taken {
                continue;
            }
            if exchanged {
                params = exchange(&params, &base);
            }
            list.push(Form { name, params });
        }
    }
    Ok(list)
}

fn without(list: &[u8], other: &[u8]) -> Vec<u8> {
    list.iter().copied().filter(|o| !other.contains(o)).collect()
}

/// `_tmp`, `_val`: what is given, without the `dst` of results.
fn suffix(op: &OpDef, slots: &[u8]) -> String {
    slots.iter().fold(String::new(), |s, &o| {
        let name = snake(op.operands[o as usize].name);
        format!("{s}_{}", name.strip_prefix("dst_").unwrap_or(&name))
    })
}

/// Whether a form has the operands of the first, in another order.
fn exchanges(first: &Form, operands: &[u8]) -> bool {
    let mut a: Vec<u8> = first.operands().collect();
    let mut b = operands.to_vec();
    let same = a == b;
    a.sort_unstable();
    b.sort_unstable();
    !same && a == b
}

/// The operands of an exchanged form fill the slots of the first form, one after another.
fn exchange(params: &[Param], base: &[u8]) -> Vec<Param> {
    let mut slots = base.iter();
    let fill = |p: &Param| match p {
        Param::Operand(o, _) => Param::Operand(*o, *slots.next().unwrap_or(o)),
        other => *other,
    };
    params.iter().map(fill).collect()
}

/// Splits at separators that stand in no bracket of any kind.
fn split(text: &str, at: &[char]) -> Vec<String> {
    let (mut list, mut depth) = (vec![String::new()], 0);
    for c in text.chars() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        match list.last_mut() {
            Some(last) if depth > 0 || !at.contains(&c) => last.push(c),
            _ => list.push(String::new()),
        }
    }
    list.into_iter().map(|s| s.trim().to_string()).collect()
}

/// What stands between the angle brackets and between the parentheses of `NAME<...>(...)`.
fn parts(form: &str) -> (&str, &str) {
    let open = form.find(['<', '(']).unwrap_or(form.len());
    let close = |from: usize| {
        let mut depth = 0;
        form[from..].find(|c| {
            depth += i32::from("<([{".contains(c)) - i32::from(">)]}".contains(c));
            depth == 0
        })
    };
    let (mut angle, mut from) = ("", open);
    if form[open..].starts_with('<')
        && let Some(len) = close(open)
    {
        angle = &form[open + 1..open + len];
        from = open + len + 1;
    }
    match close(from) {
        Some(len) if len > 0 => (angle, &form[from + 1..from + len]),
        _ => (angle, ""),
    }
}

/// Every way to leave out or take what stands in brackets, the shortest first. `least` gives only that one.
fn expand(text: &str, least: bool) -> Vec<String> {
    let Some(open) = text.find('[') else { return vec![text.to_string()] };
    let mut depth = 0;
    let Some(len) = text[open..].find(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth == 0
    }) else {
        return vec![text.to_string()];
    };
    let (before, inner, after) =
        (&text[..open], &text[open + 1..open + len], &text[open + len + 1..]);
    let mut list = expand(&format!("{before}, {after}"), least);
    if !least {
        for choice in split(inner, &['|']) {
            list.extend(expand(&format!("{before}, {choice}, {after}"), least));
        }
    }
    list
}

/// The names in a list of arguments; their C++ types (`name:Type`) and defaults (`name=value`) are no names.
fn names(text: &str) -> Vec<&str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut list = Vec::new();
    for piece in text.split([',', '|', '[', ']']) {
        let piece = piece.split([':', '=']).next().unwrap_or("");
        list.extend(piece.split(|c| !word(c)).filter(|s| !s.is_empty()));
    }
    list
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The operands a name stands for: itself, or those that are numbered.
fn slots_of(op: &OpDef, name: &str) -> Vec<u8> {
    let takes = |o: &pto_isa::def::OperandDef| match o.kind {
        Kind::Any => o.role == Role::Out,
        kind => kind != Kind::Handle,
    };
    let is = |o: &pto_isa::def::OperandDef| match op.slot(name) {
        Some(_) => o.name == name,
        None => o.name.strip_prefix(name).is_some_and(is_number),
    };
    let all = op.operands.iter().enumerate();
    all.filter(|(_, o)| is(o) && takes(o)).map(|(i, _)| i as u8).collect()
}

fn operands(op: &OpDef, text: &str) -> Vec<u8> {
    names(text).into_iter().flat_map(|n| slots_of(op, n)).collect()
}

fn has_attr(params: &[Param], attr: &AttrDef) -> bool {
    params.iter().any(|p| matches!(p, Param::Attr(a) if a.name == attr.name))
}

/// The arguments of one way to take the brackets. Attributes that `whole` has in brackets have a default.
fn resolve(op: &'static OpDef, text: &str, whole: &str) -> Vec<Param> {
    let least = expand(whole, true).concat();
    let fixed = names(&least);
    let mut params = Vec::new();
    for name in names(text) {
        params.extend(slots_of(op, name).into_iter().map(|s| Param::Operand(s, s)));
        let attr = op.attrs.iter().find(|a| a.name == name && op.slot(name).is_none());
        params.extend(attr.filter(|_| fixed.contains(&name)).map(Param::Attr));
    }
    params
}

/// Template arguments without a default: they choose the form.
fn chosen_by(op: &'static OpDef, angle: &str) -> Vec<Param> {
    let least = expand(angle, true).concat();
    let pieces = split(&least, &[',']);
    let chooses = pieces.iter().filter(|p| !p.contains('='));
    let list: Vec<&str> = chooses.flat_map(|p| names(p)).collect();
    op.attrs.iter().filter(|a| list.contains(&a.name)).map(Param::Attr).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_of(op: &str) -> Vec<String> {
        forms(pto_isa::find(op).unwrap()).unwrap().into_iter().map(|f| f.name).collect()
    }

    #[test]
    fn forms_are_named_after_what_is_given() {
        assert_eq!(names_of("tadd"), ["tadd"]);
        assert_eq!(names_of("trowexpandadd"), ["trowexpandadd", "trowexpandadd_tmp"]);
        assert_eq!(names_of("tcolargmin"), ["tcolargmin", "tcolargmin_val"]);
        assert_eq!(names_of("tdivs"), ["tdivs", "tdivs_scalar_src"]);
    }

    #[test]
    fn brackets_are_left_out_or_taken() {
        assert_eq!(expand("F(a[, b[, c]])", false).len(), 3);
        assert_eq!(expand("F(a[, b | c])", false).len(), 3);
        assert_eq!(parts("F<x, type(a)>(a, b) {c}"), ("x, type(a)", "a, b"));
        assert_eq!(names("a, tmp=src, mode:Mode=X, &b"), ["a", "tmp", "mode", "b"]);
    }

    #[test]
    fn names_are_respelled() {
        assert_eq!((snake("dstVal"), snake("src1Col")), ("dst_val".into(), "src1_col".into()));
        assert_eq!(
            (camel("high_precision"), camel("INT8_SYM")),
            ("HighPrecision".into(), "Int8Sym".into())
        );
    }
}
