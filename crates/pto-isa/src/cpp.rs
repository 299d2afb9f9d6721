//! How an instruction is written in C++: the small language of [`OpDef::cpp`](crate::OpDef), and the
//! enumerations it names.
//!
//! A form is the text of a call. Names of operands and attributes stand for what the program has there,
//! everything else is literal:
//!
//! | piece | text |
//! |---|---|
//! | `dst`, `offset` | the operand, or the value of the attribute |
//! | `cmpMode:CmpMode` | the word of an attribute as an enumerator: `CmpMode::LT` |
//! | `rmode:RoundMode=CAST_RINT`, `mode=0` | the same; what follows `=` stands for one that is absent |
//! | `tmp=src` | a scratch operand that the target does not touch may be absent; `src` stands in |
//! | `[, tmp]` | left out unless everything it names is present |
//! | `fp \| preQuantScalar` | the one that is present |
//! | `type(dst)` | the C++ type of the operand |
//! | `element(dst)` | the C++ type of its elements |
//! | `data(addr)` | where the operand lies, as a pointer |
//! | `a() then b()` | two statements |
//! | `op_type:pipe` | the pipe that the word names, or of the class of instructions that it names |
//! | `TRandomKey{key0, key1}` | a local of this type, made before the call |
//! | `... {layout, pad_mode=PadNull}` at the end | attributes that the call does not carry; with a value, only if they have it |
//! | `... if fp: vec` at the end | only if the operand is a tile of this memory |
//! | `a5: ...` in front | only on this target |
//! | `form; form` | the first that fits: what it needs is present, and it names everything that is present |
//! | `...` among the arguments | the arguments are not known; nothing is written |

use crate::def::{AttrKind, OpDef, Role};
use crate::target::{Space, Target};

/// A form: pieces of text, and when it may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The call.
    pub pieces: Vec<Piece>,
    /// Attributes the call does not carry, and the only value they may have.
    pub silent: Vec<(String, Option<String>)>,
    /// An operand that must be a tile of this memory.
    pub only_if: Option<(u8, Space)>,
    /// The only target.
    pub target: Option<Target>,
    /// Whether all of the arguments are known.
    pub complete: bool,
}

/// A piece of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it stands.
    Text(String),
    /// An operand, and the operand that stands in for an absent one.
    Operand(u8, Option<u8>),
    /// An attribute, its enumeration, and the text for an absent one.
    Attr {
        /// Its name.
        name: String,
        /// The C++ enumeration of its words.
        of: Option<&'static Enum>,
        /// What stands for an absent one: an enumerator, or any text.
        absent: Option<String>,
    },
    /// The type of an operand.
    Type(u8),
    /// The type of its elements.
    Element(u8),
    /// Where it lies, as a pointer.
    Data(u8),
    /// Left out unless everything in it is present.
    Optional(Vec<Piece>),
    /// The first that is present.
    Either(Vec<Piece>),
    /// A local of this type, made of these pieces.
    Local(String, Vec<Piece>),
}

/// A C++ enumeration of the headers.
#[derive(Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its name.
    pub name: &'static str,
    /// Its enumerators.
    pub enumerators: &'static [&'static str],
}

impl Enum {
    /// The enumeration of a name.
    pub fn find(name: &str) -> Option<&'static Enum> {
        ENUMS.iter().find(|e| e.name.rsplit("::").next() == Some(name))
    }

    /// The enumerator a word of a program means: its letters and digits without regard to case, with or without
    /// what precedes the first underscore (`RINT` is `CAST_RINT`, `axis0` no enumerator).
    pub fn enumerator(&self, word: &str) -> Option<&'static str> {
        let plain = |s: &str| -> String {
            s.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
        };
        let word = plain(word);
        let tail = |e: &str| e.split_once('_').map(|(_, t)| plain(t));
        let exact = self.enumerators.iter().find(|e| plain(e) == word);
        exact
            .or_else(|| self.enumerators.iter().find(|e| tail(e).as_deref() == Some(&word)))
            .copied()
    }
}

const fn of(name: &'static str, enumerators: &'static [&'static str]) -> Enum {
    Enum { name, enumerators }
}

const ALGORITHM: &[&str] = &["DEFAULT", "HIGH_PRECISION"];

/// The enumerations that calls use.
///
/// Source: pto-isa@3186c381 include/pto/common/type.hpp:123-425, include/pto/comm/comm_types.hpp,
/// include/pto/common/fifo.hpp.
pub static ENUMS: &[Enum] = &[
    of("AccPhase", &["Unspecified", "Partial", "Final"]),
    of("STPhase", &["Unspecified", "Partial", "Final"]),
    of("AccToVecMode", &["SingleModeVec0", "SingleModeVec1", "DualModeSplitM", "DualModeSplitN"]),
    of("AtomicType", &["AtomicNone", "AtomicAdd"]),
    of("CmpMode", &["EQ", "NE", "LT", "LE", "GT", "GE"]),
    of("Coalesce", &["Row", "Elem"]),
    of("DivAlgorithm", ALGORITHM),
    of("ExpAlgorithm", ALGORITHM),
    of("FmodAlgorithm", ALGORITHM),
    of("FmodSAlgorithm", ALGORITHM),
    of("GatherAxis", &["GATHER_ROW", "GATHER_COL"]),
    of("GatherOOB", &["Undefined", "Clamp", "Wrap", "Zero"]),
    of("HistByte", &["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3"]),
    of("LogAlgorithm", ALGORITHM),
    of("MaskPattern", &["P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"]),
    of("PadValue", &["Null", "Zero", "Max", "Min"]),
    of("PowAlgorithm", ALGORITHM),
    of("PrintFormat", &["Width8_Precision4", "Width8_Precision2", "Width10_Precision6"]),
    of("QuantType", &["MXFP8", "MXFP4_E2M1", "INT8_SYM", "INT8_ASYM"]),
    of("QuantScaleAlg", &["OCP", "NV"]),
    of("RecipAlgorithm", ALGORITHM),
    of("ReluPreMode", &["NoRelu", "NormalRelu"]),
    of("RemAlgorithm", ALGORITHM),
    of("RemSAlgorithm", ALGORITHM),
    of(
        "RoundMode",
        &[
            "CAST_NONE",
            "CAST_RINT",
            "CAST_ROUND",
            "CAST_FLOOR",
            "CAST_CEIL",
            "CAST_TRUNC",
            "CAST_ODD",
        ],
    ),
    of("RsqrtAlgorithm", ALGORITHM),
    of("SaturationMode", &["ON", "OFF"]),
    of("ScatterAtomicOp", &["None", "Add", "Max", "Min"]),
    of("ScatterAxis", &["SCATTER_ROW", "SCATTER_COL"]),
    of("ScatterConflict", &["Last", "Default"]),
    of("ScatterOOB", &["Undefined", "Skip", "Clamp", "Wrap"]),
    of("SqrtAlgorithm", ALGORITHM),
    of("SyncAllMode", &["Hard", "Soft"]),
    of("SyncCoreType", &["AIVOnly", "AICOnly", "Mix"]),
    of("TInsertMode", &["SPLIT2", "SPLIT4"]),
    of(
        "TileSplitAxis",
        &[
            "TILE_NO_SPLIT",
            "TILE_UP_DOWN",
            "TILE_LEFT_RIGHT",
            "TILE_UP_DOWN_ODD",
            "TILE_LEFT_RIGHT_ODD",
        ],
    ),
    of("VecStoreMode", &["ND", "NZ"]),
    of("comm::NotifyOp", &["AtomicAdd", "Set"]),
    of("comm::WaitCmp", &["EQ", "NE", "GT", "GE", "LT", "LE"]),
    of("mem_dsb_t", &["DSB_ALL", "DSB_DDR", "DSB_UB", "DSB_SEQ"]),
    PIPE,
];

/// The pipe that a word names, or the pipe of a class of instructions: `TLOAD` is `PIPE_MTE2`.
pub const PIPE: Enum = of("pipe", &[]);

/// The forms of an instruction; none if the table does not say.
pub fn forms(op: &OpDef) -> Result<Vec<Form>, String> {
    op.cpp.split(';').map(str::trim).filter(|f| !f.is_empty()).map(|f| form(op, f)).collect()
}

fn form(op: &OpDef, text: &str) -> Result<Form, String> {
    let (target, text) = match text.split_once(": ") {
        Some((t, rest)) if Target::parse(t).is_some() => (Target::parse(t), rest),
        _ => (None, text),
    };
    let (text, only_if) = match text.split_once(" if ") {
        Some((text, condition)) => (text, Some(space_of(op, condition)?)),
        None => (text, None),
    };
    let (text, silent) = match text.split_once(" {") {
        Some((text, list)) => (text, attributes(op, list)?),
        None => (text, Vec::new()),
    };
    let mut reader = Reader { op, rest: text, complete: true };
    let pieces = reader.pieces(None)?;
    Ok(Form { pieces, silent, only_if, target, complete: reader.complete })
}

fn space_of(op: &OpDef, condition: &str) -> Result<(u8, Space), String> {
    let (name, space) = condition.split_once(": ").ok_or("`if` needs an operand and a memory")?;
    let slot = op.slot(name).ok_or_else(|| format!("`{name}` is no operand"))?;
    let space = Space::parse(space).ok_or_else(|| format!("`{space}` is no memory"))?;
    Ok((slot, space))
}

fn attributes(op: &OpDef, list: &str) -> Result<Vec<(String, Option<String>)>, String> {
    let list = list.strip_suffix('}').ok_or("the list of attributes is not closed")?;
    list.split(',')
        .map(|a| {
            let (name, value) = match a.trim().split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (a.trim(), None),
            };
            match op.attrs.iter().any(|d| d.name == name) {
                true => Ok((name.to_string(), value)),
                false => Err(format!("`{name}` is no attribute")),
            }
        })
        .collect()
}

/// Reads the pieces of a form.
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
                    list.push(Piece::Optional(self.pieces(Some(']'))?));
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

    fn identifier(&mut self) -> &'a str {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn word(&mut self) -> Result<Piece, String> {
        let word = self.identifier();
        if matches!(word, "type" | "element" | "data") && self.rest.starts_with('(') {
            self.rest = &self.rest[1..];
            let name = self.identifier();
            let slot = self.op.slot(name).ok_or_else(|| format!("`{name}` is no operand"))?;
            self.rest = self.rest.strip_prefix(')').ok_or("`)` is missing")?;
            return Ok(match word {
                "type" => Piece::Type(slot),
                "element" => Piece::Element(slot),
                _ => Piece::Data(slot),
            });
        }
        if self.rest.starts_with('{') {
            self.rest = &self.rest[1..];
            return Ok(Piece::Local(word.to_string(), self.pieces(Some('}'))?));
        }
        let qualified = self.rest.starts_with("::");
        if let Some(slot) = self.op.slot(word).filter(|_| !qualified) {
            let stand_in = match self.absent() {
                None => None,
                Some(name) => {
                    Some(self.op.slot(name).ok_or_else(|| format!("`{name}` is no operand"))?)
                }
            };
            let is_scratch = self.op.operands[slot as usize].role == Role::Scratch;
            if stand_in.is_some() && !is_scratch {
                return Err(format!("nothing can stand in for `{word}`, which is no scratch"));
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
        let is_literal = word.starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
            || self.rest.starts_with(['(', '<', ':'])
            || word.ends_with("_t")
            || word.starts_with("__")
            || matches!(word, "true" | "false" | "nullptr" | "void" | "then");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_table_is_read() {
        let mut wrong = Vec::new();
        for op in crate::all() {
            if let Err(e) = forms(op) {
                wrong.push(format!("{}: {e} in `{}`", op.name, op.cpp));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn words_are_enumerators() {
        let word = |name: &str, word: &str| Enum::find(name).and_then(|e| e.enumerator(word));
        assert_eq!(word("RoundMode", "RINT"), Some("CAST_RINT"));
        assert_eq!(word("AtomicType", "atomic_add"), Some("AtomicAdd"));
        assert_eq!(word("AtomicType", "atomic_max"), None);
        assert_eq!(word("SyncCoreType", "aiv_only"), Some("AIVOnly"));
        assert_eq!(word("CmpMode", "lt"), Some("LT"));
        assert_eq!(word("PrintFormat", "width8_precision2"), Some("Width8_Precision2"));
    }
}
