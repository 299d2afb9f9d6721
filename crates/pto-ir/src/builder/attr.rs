//! Attributes of built operations, from Rust values.

use super::Builder;
use crate::intern::Attr;
use crate::module::{AttrId, Module, NamedAttr, Sym, TypeId};
use crate::parse::reads_as_attr;
use pto_isa::def::AttrKind;
use pto_isa::{Type, code};

/// What can be given as the value of an attribute: numbers, truth values, texts, types, lists of them, and
/// [`Attr`] for everything else.
pub trait AttrSource {
    /// The attribute. `kind` is what the table says of it, if it is in the table.
    fn into_attr(self, module: &mut Module, kind: Option<AttrKind>) -> Attr;
}

impl AttrSource for Attr {
    fn into_attr(self, _: &mut Module, _: Option<AttrKind>) -> Attr {
        self
    }
}

impl AttrSource for bool {
    fn into_attr(self, _: &mut Module, _: Option<AttrKind>) -> Attr {
        Attr::Bool(self)
    }
}

impl AttrSource for i64 {
    fn into_attr(self, _: &mut Module, _: Option<AttrKind>) -> Attr {
        Attr::Int(self.into(), None)
    }
}

impl AttrSource for TypeId {
    fn into_attr(self, _: &mut Module, _: Option<AttrKind>) -> Attr {
        Attr::Type(self)
    }
}

/// A word, a pipe or an event where the table asks for one, the name of a function where it asks for that, else
/// a string.
impl AttrSource for &str {
    fn into_attr(self, _: &mut Module, kind: Option<AttrKind>) -> Attr {
        match kind {
            Some(AttrKind::Word(_) | AttrKind::Pipe | AttrKind::Event) if is_word(self) => {
                Attr::Word(self.into())
            }
            Some(AttrKind::Symbol) => Attr::Symbol(escape(self).into()),
            _ => Attr::Str(escape(self).into()),
        }
    }
}

impl<T: AttrSource + Clone> AttrSource for &[T] {
    fn into_attr(self, module: &mut Module, _: Option<AttrKind>) -> Attr {
        let intern = |v: &T| {
            let attr = v.clone().into_attr(module, None);
            module.attrs.intern(attr)
        };
        Attr::Array(self.iter().map(intern).collect())
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a text can stand between quotes as it is.
fn is_escaped(text: &str) -> bool {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let ends = c == '"' || c == '\n';
        let cut = c == '\\' && chars.next().is_none_or(|next| next == '\n');
        if ends || cut {
            return false;
        }
    }
    true
}

/// A text as it stands between quotes.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push('?'),
            c => out.push(c),
        }
    }
    out
}

impl Builder {
    /// An attribute with its name, held against what the reader accepts.
    pub(super) fn named_attr(
        &mut self,
        kind: Option<AttrKind>,
        name: &str,
        value: impl AttrSource,
    ) -> NamedAttr {
        let attr = value.into_attr(&mut self.module, kind);
        if name.is_empty() || name.contains(['"', '\\', '\n']) {
            self.problem(code::BAD_ATTR, format!("`{}` cannot name an attribute", escape(name)));
        }
        let value = self.intern_attr(attr);
        let span = self.here();
        NamedAttr { name: self.module.symbols.intern(name), value, span }
    }

    pub(super) fn intern_attr(&mut self, attr: Attr) -> AttrId {
        if !self.is_readable(&attr) {
            let text: String = match &attr {
                Attr::Type(_) => "a type of another program".into(),
                other => format!("{:.60}", crate::print::attr_text(&self.module, other)),
            };
            self.problem(code::BAD_ATTR, format!("`{text}` is not how an attribute is written"));
            return self.module.attrs.intern(Attr::Unit);
        }
        self.module.attrs.intern(attr)
    }

    /// Whether an attribute reads back as itself. Those that hold others were asked before.
    fn is_readable(&self, attr: &Attr) -> bool {
        let known = |t: &Option<TypeId>| t.is_none_or(|t| t.index() < self.module.types.len());
        let float = |t: &Option<TypeId>| {
            t.is_some_and(|t| matches!(self.module.types.get(t), Type::Scalar(d) if d.is_float()))
        };
        let stored = |a: &AttrId| a.index() < self.module.attrs.len();
        let named = |n: &Sym| n.index() < self.module.symbols.len();
        match attr {
            Attr::Unit | Attr::Bool(_) => true,
            Attr::Array(list) => list.iter().all(stored),
            Attr::Dict(list) => list.iter().all(|(n, a)| named(n) && stored(a)),
            Attr::Int(_, t) => known(t) && !float(t),
            Attr::Float(text, t) => match text.strip_prefix("0x") {
                // Hexadecimal digits of a float type are its bits, and else an integer.
                Some(hex) => known(t) && float(t) && u64::from_str_radix(hex, 16).is_ok(),
                None => known(t) && reads_as_attr(text, &Attr::Float(text.clone(), None)),
            },
            Attr::Type(t) => known(&Some(*t)),
            Attr::Str(text) | Attr::Symbol(text) => is_escaped(text),
            Attr::Word(w) => is_word(w),
            Attr::Case { .. } | Attr::Other(_) => {
                reads_as_attr(&crate::print::attr_text(&self.module, attr), attr)
            }
        }
    }
}
