//! Reads the pieces of a form.

use super::{Enum, PIPE, Piece, Question, StandIn, condition};
use crate::def::{Arity, AttrKind, OpDef, Role};

/// The pieces of a form, and whether all of its arguments are known.
pub(super) fn pieces(op: &OpDef, text: &str) -> Result<(Vec<Piece>, bool), String> {
    let mut reader = Reader { op, rest: text, complete: true };
    let pieces = reader.pieces(None)?;
    Ok((pieces, reader.complete))
}

/// What is left to read.
struct Reader<'a> {
    op: &'a OpDef,
    rest: &'a str,
    complete: bool,
}

impl<'a> Reader<'a> {
    fn pieces(&mut self, close: Option<char>) -> Result<Vec<Piece>, String> {
        let mut list: Vec<Piece> = Vec::new();
        loop {
            let Some(c) = self.rest.chars().next() else {
                return match close {
                    None => Ok(list),
                    Some(c) => Err(format!("`{c}` is missing")),
                };
            };
            if Some(c) == close {
                self.rest = &self.rest[1..];
                return Ok(list);
            }
            match c {
                '[' => {
                    self.rest = &self.rest[1..];
                    let only = self.question()?;
                    list.push(Piece::Optional(self.pieces(Some(']'))?, only));
                }
                '|' => {
                    self.rest = self.rest[1..].trim_start();
                    if let Some(Piece::Text(t)) = list.last_mut() {
                        t.truncate(t.trim_end().len());
                        if t.is_empty() {
                            list.pop();
                        }
                    }
                    let first = list.pop().ok_or("`|` needs something before it")?;
                    let second = self.word()?;
                    match first {
                        Piece::Either(mut all) => {
                            all.push(second);
                            list.push(Piece::Either(all));
                        }
                        first => list.push(Piece::Either(vec![first, second])),
                    }
                }
                '.' if self.rest.starts_with("...") => {
                    self.complete = false;
                    self.rest = &self.rest[3..];
                }
                '#' => {
                    self.rest = &self.rest[1..];
                    let name = self.identifier();
                    list.push(match self.op.slot(name) {
                        Some(slot) => Piece::Width(slot),
                        None => Piece::Paste(self.attribute(name)?.to_string()),
                    });
                }
                c if c.is_ascii_alphanumeric() || c == '_' => {
                    let piece = self.word()?;
                    list.push(piece);
                }
                c => {
                    self.rest = &self.rest[c.len_utf8()..];
                    match list.last_mut() {
                        Some(Piece::Text(t)) => t.push(c),
                        _ => list.push(Piece::Text(c.to_string())),
                    }
                }
            }
        }
    }

    /// The question in front of what is then written: `fp:ptr? `, `mode=sat? `, `n_dir? `.
    fn question(&mut self) -> Result<Option<Question>, String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '=');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (asked, rest) = self.rest.split_at(end);
        let Some(rest) = rest.strip_prefix("? ") else { return Ok(None) };
        self.rest = rest;
        if let Some((name, what)) = asked.split_once(':') {
            let (slot, only) = condition(self.op, name, what)?;
            return Ok(Some(Question::Operand(slot, only)));
        }
        let (name, value) = match asked.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (asked, None),
        };
        Ok(Some(Question::Attr(self.attribute(name)?.to_string(), value)))
    }

    fn identifier(&mut self) -> &'a str {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn slot(&mut self) -> Result<u8, String> {
        let name = self.identifier();
        self.op.slot(name).ok_or_else(|| format!("`{name}` is no operand"))
    }

    fn attribute<'n>(&self, name: &'n str) -> Result<&'n str, String> {
        match self.op.attrs.iter().any(|a| a.name == name) {
            true => Ok(name),
            false => Err(format!("`{name}` is neither an operand nor an attribute")),
        }
    }

    fn skip(&mut self, text: &str) -> Result<(), String> {
        self.rest = self.rest.strip_prefix(text).ok_or_else(|| format!("`{text}` is missing"))?;
        Ok(())
    }

    /// What stands in parentheses after a word that is no function of C++.
    fn function(&mut self, word: &str) -> Result<Piece, String> {
        self.skip("(")?;
        let slot = self.slot()?;
        let piece = match word {
            "type" => Piece::Type(slot),
            "element" => Piece::Element(slot),
            "declare" => Piece::Declare(slot),
            "unsigned" => Piece::Integer(slot, false),
            "signed" => Piece::Integer(slot, true),
            "bits" => Piece::Bits(slot),
            "like" => {
                self.skip(", ")?;
                Piece::Like(slot, self.slot()?)
            }
            _ => Piece::Data(slot),
        };
        self.skip(")")?;
        Ok(piece)
    }

    fn word(&mut self) -> Result<Piece, String> {
        const FUNCTIONS: [&str; 8] =
            ["type", "element", "data", "declare", "unsigned", "signed", "bits", "like"];
        let word = self.identifier();
        if FUNCTIONS.contains(&word) && self.rest.starts_with('(') {
            return self.function(word);
        }
        if self.rest.starts_with('{') {
            self.rest = &self.rest[1..];
            return Ok(Piece::Local(word.to_string(), self.pieces(Some('}'))?));
        }
        let qualified = self.rest.starts_with("::");
        if let Some(slot) = self.op.slot(word).filter(|_| !qualified) {
            if self.rest.starts_with(":=") {
                self.skip(":=")?;
                return Ok(Piece::Start(slot, self.slot()?));
            }
            let stand_in = match self.absent() {
                None => None,
                Some(name) => Some(match self.op.slot(name) {
                    Some(other) => StandIn::Operand(other),
                    None => StandIn::Text(name.to_string()),
                }),
            };
            let operand = &self.op.operands[slot as usize];
            let allowed = match stand_in {
                None => true,
                Some(StandIn::Operand(_)) => operand.role == Role::Scratch,
                Some(StandIn::Text(_)) => operand.arity == Arity::Opt,
            };
            if !allowed {
                return Err(format!("nothing can stand in for `{word}`"));
            }
            return Ok(Piece::Operand(slot, stand_in));
        }
        if let Some(def) = self.op.attrs.iter().find(|a| a.name == word).filter(|_| !qualified) {
            let is_enum = self.rest.starts_with(':');
            let of = match is_enum {
                true => {
                    self.rest = &self.rest[1..];
                    let name = self.identifier();
                    Some(Enum::find(name).ok_or_else(|| format!("`{name}` is no enumeration"))?)
                }
                false => None,
            };
            if let (Some(of), AttrKind::Word(words)) = (of, def.kind)
                && *of != PIPE
                && words.iter().all(|w| of.enumerator(w).is_none())
            {
                return Err(format!("no word of `{word}` is a `{}`", of.name));
            }
            let absent = self.absent().map(str::to_string);
            return Ok(Piece::Attr { name: word.to_string(), of, absent });
        }
        if self.rest.starts_with('.') && !self.rest.starts_with("...") {
            self.rest = &self.rest[1..];
            return Ok(Piece::Text(format!("{word}.{}", self.identifier())));
        }
        let is_literal = word.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
            || self.rest.starts_with(['(', '<', ':', '#'])
            || word.ends_with("_t")
            || word.starts_with("__")
            || matches!(word, "true" | "false" | "nullptr" | "void" | "float" | "then");
        match is_literal || !self.complete || self.rest.contains("...") {
            true => Ok(Piece::Text(word.to_string())),
            false => Err(format!("`{word}` is neither an operand nor an attribute")),
        }
    }

    /// What stands for something absent.
    fn absent(&mut self) -> Option<&'a str> {
        self.rest = self.rest.strip_prefix('=')?;
        Some(self.identifier())
    }
}
