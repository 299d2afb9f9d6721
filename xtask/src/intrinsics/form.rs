//! The forms of a C++ intrinsic: what its `cpp` line says, with names resolved to operands and attributes.

use pto_isa::OpDef;
use pto_isa::cpp::{self, Piece};
use pto_isa::def::{Arity, AttrDef, Kind, OperandDef, Role};

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

/// The functions of an instruction; an error names what a form lacks.
pub fn forms(op: &'static OpDef) -> Result<Vec<Form>, String> {
    let mut list: Vec<Form> = Vec::new();
    let mut base: Vec<u8> = Vec::new();
    for (i, form) in cpp::forms(op)?.iter().enumerate() {
        let ways = ways(&form.pieces, &mut CallPart::Template);
        let least = ways.first().map(|w| operands(op, w)).unwrap_or_default();
        for way in &ways {
            let given = operands(op, way);
            let lacks = |(slot, o): &(usize, &OperandDef)| {
                o.arity == Arity::One && o.kind != Kind::Any && !given.contains(&(*slot as u8))
            };
            if let Some((_, o)) = op.operands.iter().enumerate().find(lacks) {
                return Err(format!("{}: a form lacks `{}`", op.name, o.name));
            }
            if skips_number(op, &given) {
                continue;
            }
            if list.is_empty() {
                base = given.clone();
            }
            let name = match op.rust.get(i) {
                Some(name) => name.to_string() + &suffix(op, &without(&given, &least)),
                None => function(op) + &suffix(op, &without(&given, &base)),
            };
            let taken = list.iter().any(|f| f.name == name)
                || (name != function(op) && pto_isa::all().any(|o| function(o) == name));
            if !taken {
                list.push(Form { name, params: params(op, way) });
            }
        }
    }
    if op.cpp.is_empty() {
        list.push(Form { name: function(op), params: params(op, &in_order(op)) });
    }
    let exchanged: Vec<Form> = list.iter().filter_map(|f| exchange(op, f)).collect();
    list.extend(exchanged);
    Ok(list)
}

/// What must be given, as C++ would have it: what is written comes first.
fn in_order(op: &OpDef) -> Vec<Named> {
    let needed = |s: &u8| op.operands[*s as usize].arity != Arity::Opt;
    let (written, read): (Vec<u8>, Vec<u8>) = (0..op.operands.len() as u8)
        .filter(needed)
        .partition(|s| op.operands[*s as usize].role == Role::Out);
    written.into_iter().chain(read).map(Named::Operand).collect()
}

/// Whether a numbered operand is given and the one before it is not: `src3` without `src2`.
fn skips_number(op: &OpDef, given: &[u8]) -> bool {
    let before = |slot: &u8| {
        let name = op.operands[*slot as usize].name;
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number: u8 = name[stem.len()..].parse().ok()?;
        op.slot(&format!("{stem}{}", number.checked_sub(1)?))
    };
    given.iter().filter_map(before).any(|b| !given.contains(&b))
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

/// Of two operands that are each a tile or a number, either may be the number: a second function exchanges them.
fn exchange(op: &OpDef, form: &Form) -> Option<Form> {
    let either = |s: &u8| op.operands[*s as usize].kind == Kind::TileOrScalar;
    let slots: Vec<u8> = form.operands().filter(either).collect();
    let [a, b] = slots[..] else { return None };
    let mut params = form.params.clone();
    let place =
        |s: u8| form.params.iter().position(|p| matches!(p, Param::Operand(o, _) if *o == s));
    params[place(a)?] = Param::Operand(b, a);
    params[place(b)?] = Param::Operand(a, b);
    Some(Form { name: form.name.clone() + &suffix(op, &[b, a]), params })
}

/// Where in a call the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CallPart {
    Template,
    Arguments,
}

/// Something a call names.
#[derive(Clone, Debug)]
enum Named {
    Operand(u8),
    /// An attribute that has to be given.
    Attr(String),
}

/// Every way to leave out or take what a call may leave out, the shortest first.
fn ways(pieces: &[Piece], place: &mut CallPart) -> Vec<Vec<Named>> {
    let mut ways: Vec<Vec<Named>> = vec![Vec::new()];
    let follow = |ways: &[Vec<Named>], more: &[Vec<Named>]| -> Vec<Vec<Named>> {
        more.iter().flat_map(|m| ways.iter().map(move |w| [&w[..], m].concat())).collect()
    };
    for piece in pieces {
        match piece {
            Piece::Text(t) if t.contains('(') => *place = CallPart::Arguments,
            Piece::Text(_) | Piece::Type(_) | Piece::Element(_) | Piece::Data(_) => {}
            // Only calls on registers have these.
            Piece::Start(..)
            | Piece::Declare(_)
            | Piece::Like(..)
            | Piece::Integer(..)
            | Piece::Bits(_)
            | Piece::Width(_)
            | Piece::Paste(_) => {}
            Piece::Operand(slot, _) => ways.iter_mut().for_each(|w| w.push(Named::Operand(*slot))),
            // A template argument with a default may be left out; one without chooses the form.
            Piece::Attr { name, absent, .. } => {
                if *place == CallPart::Arguments || absent.is_none() {
                    ways.iter_mut().for_each(|w| w.push(Named::Attr(name.clone())));
                }
            }
            Piece::Optional(inner, _) => {
                let mut more = vec![Vec::new()];
                for way in self::ways(inner, place) {
                    // What may be left out is a function of its own if it is an operand, an option otherwise.
                    let operands: Vec<Named> =
                        way.into_iter().filter(|n| matches!(n, Named::Operand(_))).collect();
                    if !operands.is_empty() {
                        more.push(operands);
                    }
                }
                ways = follow(&ways, &more);
            }
            Piece::Either(list) => {
                let more: Vec<Vec<Named>> =
                    list.iter().flat_map(|p| self::ways(std::slice::from_ref(p), place)).collect();
                ways = follow(&ways, &more);
            }
            Piece::Local(_, inner) => ways = follow(&ways, &self::ways(inner, place)),
        }
    }
    ways
}

/// Whether Rust has a type for an operand.
fn has_type(o: &OperandDef) -> bool {
    o.kind != Kind::Handle
}

fn operands(op: &OpDef, way: &[Named]) -> Vec<u8> {
    let slots = way.iter().filter_map(|n| match n {
        Named::Operand(slot) => Some(*slot),
        Named::Attr(_) => None,
    });
    slots.filter(|s| has_type(&op.operands[*s as usize])).collect()
}

/// The arguments of one way, attributes that must be there included. A template stands before the arguments of a
/// call; here its words follow them.
fn params(op: &'static OpDef, way: &[Named]) -> Vec<Param> {
    let attr = |name: &str| op.attrs.iter().find(|a| a.name == name).map(|a| newer(op, a));
    let first = way.iter().position(|n| matches!(n, Named::Operand(_))).unwrap_or(way.len());
    let (template, arguments) = way.split_at(first);
    let mut params: Vec<Param> = Vec::new();
    for named in arguments.iter().chain(template) {
        match named {
            Named::Operand(s) if !has_type(&op.operands[*s as usize]) => {}
            Named::Operand(s) => params.push(Param::Operand(*s, *s)),
            Named::Attr(name) => params.extend(attr(name).map(Param::Attr)),
        }
    }
    let given: Vec<&str> = params
        .iter()
        .filter_map(|p| match p {
            Param::Attr(a) => Some(a.name),
            Param::Operand(..) => None,
        })
        .collect();
    let missing = op.attrs.iter().filter(|a| a.required && !given.contains(&a.name));
    let missing: Vec<Param> = missing.map(Param::Attr).collect();
    params.extend(missing);
    params
}

/// The attribute that has taken the place of an older one.
fn newer(op: &'static OpDef, attr: &'static AttrDef) -> &'static AttrDef {
    let name = attr.doc.strip_prefix(OLDER);
    name.and_then(|n| op.attrs.iter().find(|a| a.name == n)).unwrap_or(attr)
}

/// How an attribute says that it is another name of one.
pub const OLDER: &str = "the manual's name of ";

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
    fn attributes_are_arguments_where_a_call_cannot_do_without() {
        let attrs = |op: &str| -> Vec<&str> {
            let form = forms(pto_isa::find(op).unwrap()).unwrap().remove(0);
            let named = form.params.iter().filter_map(|p| match p {
                Param::Attr(a) => Some(a.name),
                Param::Operand(..) => None,
            });
            named.collect()
        };
        assert_eq!(attrs("tcmp"), ["cmpMode"]);
        assert_eq!(attrs("tcvt"), ["rmode"]);
        assert!(attrs("tdiv").is_empty());
        assert_eq!(attrs("sethf32mode"), ["enable"]);
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
