//! Hostile programs: those of this repository, cut, spliced, repeated and filled with what no one would write.

use crate::explosive;
use fastrand::Rng;
use std::ops::Range;
use std::path::Path;

/// Names and comments that try to speak to a terminal, a page or a parser: sequences, C1, marks of direction, markup.
pub const ODD_TEXTS: &[&str] = &[
    "\u{1b}]0;title\u{7}",
    "\u{1b}[31m",
    "\u{9b}32m",
    "\u{202e}txt\u{2066}\u{200f}",
    "\u{8}\u{8}\u{7f}\u{c}\u{b}",
    "\rover",
    "\u{0}",
    "\u{feff}",
    "\u{2028}\u{2029}\u{85}",
    "e\u{301}\u{301}\u{301}\u{301}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "\u{e000}\u{10ffff}",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "%n%s%n",
    "'; exit 1; '",
    "\\22\\0A\\",
    "${HOME}`id`",
];

/// Numbers at the edges of everything that counts.
pub const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "7",
    "63",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "4611686018427387904",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0x7fffffffffffffff",
    "0xffffffffffffffff",
    "0x",
    "1e308",
    "1e999",
    "-1e-999",
    "0.1",
    "1.",
    ".5",
    "nan",
    "inf",
    "+3",
    "1_000",
    "00",
    "?",
];

/// What opens and never closes, to be repeated.
const OPENERS: &[&str] = &[
    "(",
    "[",
    "{",
    "<",
    "((((",
    "{a = [",
    "\"",
    "memref<",
    "!pto.tile_buf<vec, ",
    "vector<4x",
    "tuple<",
    "() -> (",
    "scf.if %c {\n",
    "scf.for %i = %a to %b step %c {\n",
    "module {\n",
    "func.func @f() {\n",
    "pto.section.vector {\n",
    "loc(fused<",
    "/*",
    "-",
    "!",
    "#",
    "\\",
    "%a, ",
    "^bb0:\n",
];

/// The programs that mutations start from.
pub struct Programs {
    sections: Vec<String>,
    /// How large a program may become.
    most_bytes: usize,
}

impl Programs {
    /// Reads the programs below some folders.
    pub fn read(folders: &[&Path], most_bytes: usize) -> Programs {
        let mut files = Vec::new();
        for folder in folders {
            find(folder, &mut files);
        }
        files.sort();
        let texts = files.iter().filter_map(|f| std::fs::read_to_string(f).ok());
        let sections = texts
            .flat_map(|text| text.split("// -----\n").map(str::to_string).collect::<Vec<_>>())
            .collect();
        Programs { sections, most_bytes }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// One as it is.
    pub fn intact<'a>(&'a self, rng: &mut Rng) -> &'a str {
        rng.choice(&self.sections).map_or("", String::as_str)
    }

    /// One with some mutations.
    pub fn draw(&self, rng: &mut Rng) -> Vec<u8> {
        let mut text = match rng.u8(..12) {
            0 => explosive::program(self.most_bytes >> 11, rng).into_bytes(),
            _ => self.intact(rng).as_bytes().to_vec(),
        };
        for _ in 0..[0, 0, 0, 1, 1, 1, 2, 5][rng.usize(..8)] {
            self.mutate(&mut text, rng);
            text.truncate(self.most_bytes);
        }
        match rng.u8(..40) {
            0 => replace_newlines(&text, b"\r\n"),
            1 => replace_newlines(&text, b"\r"),
            2 => [b"\xef\xbb\xbf", text.as_slice()].concat(),
            3 => utf16(&text, u16::to_le_bytes),
            4 => utf16(&text, u16::to_be_bytes),
            5 => Vec::new(),
            6 => replace_newlines(&text, b" "),
            _ => text,
        }
    }

    fn mutate(&self, text: &mut Vec<u8>, rng: &mut Rng) {
        match rng.u8(..24) {
            0 => text.truncate(rng.usize(..=text.len())),
            1 => {
                // The beginning of one and the end of another.
                let other = self.intact(rng).as_bytes();
                text.truncate(rng.usize(..=text.len()));
                text.extend_from_slice(&other[rng.usize(..=other.len())..]);
            }
            2 => {
                let other = self.intact(rng).as_bytes().to_vec();
                splice(text, line(&other, rng).map_or(&[][..], |r| &other[r]), rng);
            }
            3 | 4 => self.repeat(text, rng),
            5 => {
                if let Some(range) = line(text, rng) {
                    text.drain(range);
                }
            }
            6..=8 | 20..=23 => replace(text, number(rng).as_bytes(), u8::is_ascii_digit, rng),
            9 => {
                let other = self.intact(rng).as_bytes();
                let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
                let word = run_of(other, is_word, rng).map_or(&b"x"[..], |r| &other[r]);
                replace(text, word, is_word, rng);
            }
            10 => {
                let name = [b"a", b"0", b"_", b"$"][rng.usize(..4)].repeat(self.many(rng));
                replace(text, &name, |b| b.is_ascii_alphanumeric() || *b == b'_', rng);
            }
            11..=13 => splice(text, odd_text(rng).as_bytes(), rng),
            14 => splice(
                text,
                OPENERS[rng.usize(..OPENERS.len())].repeat(self.many(rng)).as_bytes(),
                rng,
            ),
            15 => {
                let bytes: Vec<u8> = (0..rng.usize(1..9)).map(|_| rng.u8(..)).collect();
                splice(text, &bytes, rng);
            }
            16 => {
                if !text.is_empty() {
                    let at = rng.usize(..text.len());
                    text[at] = rng.u8(..);
                }
            }
            17 => splice(text, b"\n!a = !b\n!b = !a\n#m = #m\n", rng),
            18 => splice(text, format!("// {}\n", "long ".repeat(self.many(rng))).as_bytes(), rng),
            _ => {
                // Extents beyond anything.
                let extents = format!("{}x{}", number(rng), number(rng));
                replace(text, extents.as_bytes(), |b| b.is_ascii_digit() || *b == b'x', rng);
            }
        }
    }

    /// Repeats a line, or all of it.
    fn repeat(&self, text: &mut Vec<u8>, rng: &mut Rng) {
        let range = match rng.u8(..4) {
            0 => 0..text.len(),
            _ => line(text, rng).unwrap_or(0..0),
        };
        let part = text[range.clone()].to_vec();
        let times = self.many(rng).min(self.most_bytes / part.len().max(1));
        text.splice(range.end..range.end, part.repeat(times));
    }

    /// How often something is repeated: mostly a little, sometimes as much as a program may hold.
    fn many(&self, rng: &mut Rng) -> usize {
        1 << rng.u32(..=self.most_bytes.ilog2() - 4)
    }
}

/// Files with the ending of programs.
fn find(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, found);
        } else if path.extension().is_some_and(|e| e == "pto") {
            found.push(path);
        }
    }
}

/// A number that somebody forgot to think of.
pub fn number(rng: &mut Rng) -> String {
    match rng.u8(..8) {
        0 => rng.i64(..).to_string(),
        1 => (1u64 << rng.u32(..64)).to_string(),
        2 => "9".repeat(rng.usize(1..400)),
        _ => NUMBERS[rng.usize(..NUMBERS.len())].to_string(),
    }
}

/// A text that is not what it seems.
pub fn odd_text(rng: &mut Rng) -> &'static str {
    ODD_TEXTS[rng.usize(..ODD_TEXTS.len())]
}

/// The range of a line, with its end.
fn line(text: &[u8], rng: &mut Rng) -> Option<Range<usize>> {
    let at = rng.usize(..text.len().max(1));
    let from = text.get(..at)?.iter().rposition(|b| *b == b'\n').map_or(0, |p| p + 1);
    let to = text[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |p| at + p + 1);
    Some(from..to)
}

/// The longest range around, or after, some place that has only such bytes.
fn run_of(text: &[u8], is_part: impl Fn(&u8) -> bool, rng: &mut Rng) -> Option<Range<usize>> {
    let start = rng.usize(..text.len().max(1));
    let at = start + text.get(start..)?.iter().position(&is_part)?;
    let from = text[..at].iter().rposition(|b| !is_part(b)).map_or(0, |p| p + 1);
    let to = text[at..].iter().position(|b| !is_part(b)).map_or(text.len(), |p| at + p);
    Some(from..to)
}

fn replace(text: &mut Vec<u8>, by: &[u8], is_part: impl Fn(&u8) -> bool, rng: &mut Rng) {
    if let Some(range) = run_of(text, is_part, rng) {
        text.splice(range, by.iter().copied());
    }
}

/// Puts bytes anywhere.
fn splice(text: &mut Vec<u8>, bytes: &[u8], rng: &mut Rng) {
    let at = rng.usize(..=text.len());
    text.splice(at..at, bytes.iter().copied());
}

fn replace_newlines(text: &[u8], by: &[u8]) -> Vec<u8> {
    text.split(|b| *b == b'\n').collect::<Vec<_>>().join(by)
}

fn utf16(text: &[u8], bytes: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
}
