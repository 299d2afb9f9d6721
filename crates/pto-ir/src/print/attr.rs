//! Attributes: values, and dictionaries of them.

use super::Printer;
use super::usual::{is_path, is_plain_name};
use crate::intern::Attr;
use crate::module::*;
use crate::syntax;
use std::fmt::Write as _;

impl Printer<'_> {
    pub(crate) fn attr(&mut self, attr: &Attr) {
        match attr {
            Attr::Unit => self.out.push_str("unit"),
            Attr::Bool(b) => {
                let _ = write!(self.out, "{b}");
            }
            Attr::Int(v, ty) => {
                let _ = write!(self.out, "{v}");
                self.attr_type(*ty);
            }
            Attr::Float(text, ty) => {
                self.out.push_str(text);
                self.attr_type(*ty);
            }
            Attr::Str(text) => {
                let _ = write!(self.out, "\"{text}\"");
            }
            Attr::Symbol(text) => {
                if is_plain_name(text) || is_path(text) {
                    let _ = write!(self.out, "@{text}");
                } else {
                    let _ = write!(self.out, "@\"{text}\"");
                }
            }
            Attr::Type(t) => {
                let _ = write!(self.out, "{}", self.m.types.get(*t));
            }
            Attr::Array(list) => {
                self.out.push('[');
                for (i, &a) in list.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { ", " });
                    self.attr(&self.m.attrs.get(a).clone());
                }
                self.out.push(']');
            }
            Attr::Dict(list) => {
                self.out.push('{');
                for (i, &(name, a)) in list.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { ", " });
                    self.named_attr(name, a);
                }
                self.out.push('}');
            }
            Attr::Case { kind, value, dotted: false } => {
                let _ = write!(self.out, "#pto<{kind} {value}>");
            }
            Attr::Case { kind, value, dotted: true } => {
                let _ = write!(self.out, "#pto.{kind}<{value}>");
            }
            Attr::Word(w) => {
                let _ = write!(self.out, "<{w}>");
            }
            Attr::Other(text) => self.out.push_str(text),
        }
    }

    pub(super) fn attr_type(&mut self, ty: Option<TypeId>) {
        if let Some(t) = ty {
            let _ = write!(self.out, " : {}", self.m.types.get(t));
        }
    }

    pub(super) fn named_attr(&mut self, name: Sym, value: AttrId) {
        let text = self.m.sym(name);
        if is_plain_name(text) && !text.starts_with(|c: char| c.is_ascii_digit()) {
            self.out.push_str(text);
        } else {
            let _ = write!(self.out, "\"{text}\"");
        }
        let attr = self.m.attrs.get(value);
        if *attr != Attr::Unit {
            self.out.push_str(" = ");
            self.attr(&attr.clone());
        }
    }

    /// `{a = 1, b}`; nothing if there is none.
    pub(crate) fn attr_dict(&mut self, attrs: &[NamedAttr]) {
        if attrs.is_empty() {
            return;
        }
        if let [a] = attrs
            && *self.m.attrs.get(a.value) == Attr::Unit
            && syntax::is_statement(self.m.sym(a.name))
        {
            // Without quotes it would be a body.
            let _ = write!(self.out, "{{\"{}\"}}", self.m.sym(a.name));
            return;
        }
        self.out.push('{');
        for (i, a) in attrs.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.named_attr(a.name, a.value);
        }
        self.out.push('}');
    }
}
