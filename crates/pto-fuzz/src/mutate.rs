//! Random changes of an input, and the words that a fuzzer may put into it.

use pto_isa::def::AttrKind;
use pto_isa::{DType, Space, Target};
use pto_smith::Choices;
use std::collections::BTreeSet;

/// What programs have that the table does not name.
const LANGUAGE: &[&str] = &[
    "module",
    "func.func",
    "func.call",
    "return",
    "private",
    "attributes",
    "arith.constant",
    "arith.addi",
    "arith.subi",
    "arith.muli",
    "arith.divsi",
    "arith.remui",
    "arith.cmpi",
    "arith.select",
    "arith.index_cast",
    "scf.for",
    "scf.if",
    "scf.while",
    "scf.yield",
    "scf.condition",
    "scf.index_switch",
    "scf.execute_region",
    "cf.br",
    "cf.cond_br",
    "cf.switch",
    "memref.subview",
    "iter_args",
    "ins",
    "outs",
    "to",
    "step",
    "else",
    "do",
    "eq",
    "slt",
    "index",
    "operandSegmentSizes",
    "array<i32: ",
    "!pto.tile<",
    "!pto.tile_buf<",
    "!pto.multi_tile_buf<",
    "!pto.ptr<",
    "!pto.tensor_view<",
    "!pto.partition_tensor_view<",
    "!pto.vreg<",
    "!pto.mask<",
    "!pto.align",
    "valid=",
    "blayout=",
    "slayout=",
    "fractal=",
    "pad=",
    "count=",
    "row_major",
    "col_major",
    "none_box",
    "?x",
    "1x",
    "0x",
    "-1",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "0xFFFFFFFF",
    "1.0e+300",
    "%",
    "%0",
    "^bb0",
    "@f",
    "#0",
    "->",
    " : ",
    ", ",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<{",
    "}>",
    "=",
    "\"",
    "\\22",
    "//",
    "\n",
    "\u{202e}",
    "\u{7f}",
    "\u{9b}",
    "\0",
    "loc(",
    "dense<",
    "unit",
    "true",
    "false",
    "<PIPE_V>",
    "<PIPE_S>",
    "<PIPE_M>",
    "<PIPE_MTE1>",
    "<PIPE_MTE2>",
    "<PIPE_MTE3>",
    "<PIPE_FIX>",
    "<PIPE_ALL>",
    "<EVENT_ID0>",
];

/// The words of the language: its own, and what the table names.
pub fn words() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = LANGUAGE.iter().map(|w| w.to_string()).collect();
    for def in pto_isa::all() {
        words.insert(format!("pto.{}", def.printed_name()));
        for attr in def.attrs {
            words.insert(attr.name.to_string());
            if let AttrKind::Word(list) = attr.kind {
                words.extend(list.iter().map(|w| w.to_string()));
            }
        }
    }
    words.extend(DType::ALL.iter().map(|d| d.name().to_string()));
    words.extend(Space::ALL.iter().map(|s| s.to_string()));
    words.extend(Target::ALL.iter().map(|t| t.name().to_string()));
    words
}

/// The words as a dictionary of libFuzzer.
pub fn dictionary() -> String {
    let mut out =
        String::from("# Words of the language for a fuzzer. Written by `cargo xtask gen`.\n");
    for word in words() {
        let escape = |b: u8| match b {
            b'"' | b'\\' => format!("\\{}", b as char),
            b' '..=b'~' => (b as char).to_string(),
            _ => format!("\\x{b:02X}"),
        };
        let word: String = word.bytes().map(escape).collect();
        out.push_str(&format!("\"{word}\"\n"));
    }
    out
}

/// The words of the language itself and of an input: they stay the same when the table grows.
fn words_of(bytes: &[u8]) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = LANGUAGE.iter().map(|w| w.to_string()).collect();
    let parts = bytes.split(|b| !is_word(b)).filter(|p| p.len() > 1);
    words.extend(parts.map(|p| String::from_utf8_lossy(p).into_owned()));
    words
}

fn is_word(b: &u8) -> bool {
    b.is_ascii_alphanumeric() || b"_.!%@".contains(b)
}

/// Changes inputs at random: the same seed makes the same changes.
pub struct Mutator<'a> {
    choices: Choices,
    words: Vec<String>,
    pool: &'a [(String, Vec<u8>)],
    max_bytes: usize,
}

impl<'a> Mutator<'a> {
    /// Changes of these inputs, up to a length, with all words that there are.
    pub fn new(seed: u64, pool: &'a [(String, Vec<u8>)], max_bytes: usize) -> Mutator<'a> {
        let words = words().into_iter().collect();
        Mutator { choices: Choices::seeded(seed), words, pool, max_bytes }
    }

    /// Changes of one input that depend on nothing else.
    pub fn of_one(input: &'a (String, Vec<u8>), max_bytes: usize) -> Mutator<'a> {
        Mutator {
            choices: Choices::seeded(Choices::from_bytes(&input.1).bits()),
            words: words_of(&input.1).into_iter().collect(),
            pool: std::slice::from_ref(input),
            max_bytes,
        }
    }

    /// An input that is like one of the pool.
    pub fn input(&mut self) -> Vec<u8> {
        let mut bytes = self.other();
        for _ in 0..1 + self.choices.below(4) {
            self.change(&mut bytes);
        }
        bytes.truncate(self.max_bytes);
        bytes
    }

    fn other(&mut self) -> Vec<u8> {
        match self.pool.is_empty() {
            true => Vec::new(),
            false => self.pool[self.choices.index(self.pool.len())].1.clone(),
        }
    }

    /// A part of some bytes, no longer than 64.
    fn part(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let start = self.choices.index(bytes.len() + 1);
        let end = (start + self.choices.index(64)).min(bytes.len());
        start..end
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.choices.index(bytes.len() + 1);
        match self.choices.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << self.choices.below(8),
            1 if at < bytes.len() => bytes[at] = self.choices.bits() as u8,
            2 => {
                let part = self.part(bytes);
                bytes.drain(part);
            }
            3 => {
                let part = self.part(bytes);
                let copy = bytes[part].to_vec();
                bytes.splice(at..at, copy);
            }
            4 => {
                let other = self.other();
                let part = self.part(&other);
                let over = self.part(bytes);
                bytes.splice(over, other[part].iter().copied());
            }
            5 => {
                let i = self.choices.index(self.words.len());
                bytes.splice(at..at, self.words[i].bytes());
            }
            6 => {
                // A word in place of one.
                let start = bytes[..at].iter().rposition(|b| !is_word(b)).map_or(0, |i| i + 1);
                let length = bytes[start..].iter().take_while(|b| is_word(b)).count();
                let i = self.choices.index(self.words.len());
                bytes.splice(start..start + length, self.words[i].bytes());
            }
            _ => {
                // A number in place of one.
                let Some(start) = bytes[at.min(bytes.len())..].iter().position(u8::is_ascii_digit)
                else {
                    return;
                };
                let start = at + start;
                let length = bytes[start..].iter().take_while(|b| b.is_ascii_digit()).count();
                let shift = self.choices.below(64);
                let number = (self.choices.bits() >> shift).to_string();
                bytes.splice(start..start + length, number.bytes());
            }
        }
    }
}
