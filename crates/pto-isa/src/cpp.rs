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
//! | `[fp:ptr? set(fp) then ]` | only if the operand is a pointer |
//! | `[n_dir? ...]`, `[mode=sat? ...]` | only with the attribute, or with this value of it |
//! | `fp \| preQuantScalar` | the one that is present |
//! | `left=0` | the operand; `0` stands for an absent one |
//! | `result:=acc` | the result, whose variable starts as the operand: the call changes it |
//! | `declare(result)` | the variable of the result, and nothing else |
//! | `like(result, source)` | the register, seen as one of the elements that the pointer leads to |
//! | `unsigned(offsets)`, `signed(rhs)` | the register or pointer, seen as one of integers of the same width |
//! | `bits(value)` | the bits of a number, as an integer without a sign |
//! | `NORM_B#value`, `vcmp_#cmp_mode(` | the width of a lane in bits, or the word in small letters, as a part of the name |
//! | `type(dst)` | the C++ type of the operand |
//! | `element(dst)` | the C++ type of its elements |
//! | `data(addr)` | where the operand lies, as a pointer |
//! | `threadIdx.x` | a member, as it is written |
//! | `a() then b()` | two statements |
//! | `op_type:pipe` | the pipe that the word names, or of the class of instructions that it names |
//! | `TRandomKey{key0, key1}` | a local of this type, made before the call |
//! | `... {layout, pad_mode=PadNull}` at the end | attributes that the call does not carry; with a value, only if they have it |
//! | `... loops outtoub` at the end | the lists of loops become these loop registers, and further ones C++ loops |
//! | `... keeps ctrl` at the end | the control register is saved before and set back afterwards |
//! | `... if fp: vec` at the end | only if the operand is a tile of this memory, a `vreg`, a `scalar`, a `float`, an `int` or a `ptr`, or has these elements: `f16`, of one byte (`b8`), packed pairs (`f4`); or if it is `used by vstur` or a tile `larger than src` |
//! | `a5: ...` in front | only on this target |
//! | `form; form` | the first that fits: what it needs is present, and it names everything that is present |
//! | `...` among the arguments | the arguments are not known; nothing is written |

mod enums;
mod read;

use crate::def::OpDef;
use crate::dtype::DType;
use crate::ops::{OpId, find_id};
use crate::sem::Sem;
use crate::sem::dma::{Dma, Loops};
use crate::target::{Space, Target};
pub use enums::{ENUMS, Enum, PIPE};

/// A form: pieces of text, and when it may be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CppForm {
    /// The call.
    pub pieces: Vec<Piece>,
    /// Attributes the call does not carry, and the only value they may have.
    pub silent: Vec<(String, Option<String>)>,
    /// What an operand must be.
    pub only_if: Option<(u8, Only)>,
    /// Which loop registers take the lists of loops.
    pub loops: Option<LoopRegisters>,
    /// The only target.
    pub target: Option<Target>,
    /// Whether the control register is as before afterwards.
    pub keeps_control: bool,
    /// Whether all of the arguments are known.
    pub complete: bool,
}

/// What an operand must be for a form to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// A tile of this memory.
    Tile(Space),
    /// A vector register.
    Vreg,
    /// A number.
    Scalar,
    /// A number with a fraction.
    Float,
    /// A number without.
    Int,
    /// A pointer.
    Ptr,
    /// Of this element type.
    Elements(DType),
    /// Of elements of one byte.
    Bytes,
    /// Of pairs of four-bit elements.
    Pairs,
    /// Used by this instruction.
    UsedBy(OpId),
    /// A tile of more rows or columns than this operand.
    Larger(u8),
}

/// What decides whether a part of a form is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether an operand is this.
    Operand(u8, Only),
    /// Whether there is this attribute, with this value.
    Attr(String, Option<String>),
}

/// The registers that repeat a copy.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:55-70 (counts and strides in bytes, and how they are packed).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopRegisters {
    /// None: every loop is one of C++.
    Absent,
    /// `set_loop_size_outtoub` and its like: two loops, by what follows the last underscore.
    Two(&'static str),
}

/// What stands for an operand that is absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Another operand.
    Operand(u8),
    /// This text.
    Text(String),
}

/// A piece of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it stands.
    Text(String),
    /// An operand, and what stands in for an absent one.
    Operand(u8, Option<StandIn>),
    /// A result whose variable starts as an operand.
    Start(u8, u8),
    /// The variable of a result; no text.
    Declare(u8),
    /// A register, seen as one of the elements that a pointer leads to.
    Like(u8, u8),
    /// A register or pointer, seen as one of integers of the same width, with or without a sign.
    Integer(u8, bool),
    /// The bits of a number.
    Bits(u8),
    /// The width of a lane, as a part of a name.
    Width(u8),
    /// The word of an attribute in small letters, as a part of a name.
    Paste(String),
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
    /// Left out unless everything in it is present; with a question, written if the answer is yes.
    Optional(Vec<Piece>, Option<Question>),
    /// The first that is present.
    Either(Vec<Piece>),
    /// A local of this type, made of these pieces.
    Local(String, Vec<Piece>),
}

/// The forms of an instruction; none if the table does not say.
pub fn forms(op: &OpDef) -> Result<Vec<CppForm>, String> {
    op.cpp.split(';').map(str::trim).filter(|f| !f.is_empty()).map(|f| form(op, f)).collect()
}

fn form(op: &OpDef, text: &str) -> Result<CppForm, String> {
    let (target, text) = match text.split_once(": ") {
        Some((t, rest)) if Target::parse(t).is_some() => (Target::parse(t), rest),
        _ => (None, text),
    };
    let (text, only_if) = match text.split_once(" if ") {
        Some((text, only)) => {
            let (name, what) = only.split_once(": ").ok_or("`if` needs an operand and a memory")?;
            (text, Some(condition(op, name, what)?))
        }
        None => (text, None),
    };
    let (text, silent) = match text.split_once(" {") {
        Some((text, list)) => (text, attributes(op, list)?),
        None => (text, Vec::new()),
    };
    let (text, loops) = match text.split_once(" loops") {
        Some((text, registers)) => (text, Some(loop_registers(op, registers.trim())?)),
        None => (text, None),
    };
    let (text, keeps_control) = match text.strip_suffix(" keeps ctrl") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (pieces, complete) = read::pieces(op, text)?;
    Ok(CppForm { pieces, silent, only_if, loops, keeps_control, target, complete })
}

fn condition(op: &OpDef, name: &str, what: &str) -> Result<(u8, Only), String> {
    let slot = op.slot(name).ok_or_else(|| format!("`{name}` is no operand"))?;
    let only = match what {
        "vreg" => Only::Vreg,
        "scalar" => Only::Scalar,
        "float" => Only::Float,
        "int" => Only::Int,
        "ptr" => Only::Ptr,
        "b8" => Only::Bytes,
        "f4" => Only::Pairs,
        word if word.starts_with("used by ") => {
            let name = &word["used by ".len()..];
            Only::UsedBy(find_id(name).ok_or_else(|| format!("there is no `{name}`"))?)
        }
        word if word.starts_with("larger than ") => {
            let name = &word["larger than ".len()..];
            Only::Larger(op.slot(name).ok_or_else(|| format!("`{name}` is no operand"))?)
        }
        word => match (DType::parse(word), Space::parse(word)) {
            (Some(dtype), _) => Only::Elements(dtype),
            (None, Some(space)) => Only::Tile(space),
            (None, None) => return Err(format!("`{word}` is no memory")),
        },
    };
    Ok((slot, only))
}

fn loop_registers(op: &OpDef, name: &str) -> Result<LoopRegisters, String> {
    if loop_lists(op).is_none() {
        return Err("it has no lists of loops".into());
    }
    const DIRECTIONS: [&str; 3] = ["outtoub", "ubtoout", "outtol1"];
    match DIRECTIONS.iter().find(|d| **d == name) {
        Some(direction) => Ok(LoopRegisters::Two(direction)),
        None if name.is_empty() => Ok(LoopRegisters::Absent),
        None => Err(format!("there are no loop registers `{name}`")),
    }
}

/// The operands with the counts, source strides and destination strides of the loops around a copy, and the pointers
/// that they move on.
pub fn loop_lists(op: &OpDef) -> Option<([u8; 3], [u8; 2])> {
    match op.sem {
        Sem::Dma(Dma { loops: Loops::Operands(lists), ends, .. }) => Some((lists, ends)),
        _ => None,
    }
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
