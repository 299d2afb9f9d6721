//! Tiles in all their spellings.

use super::{Fault, Inner, Read};
use pto_isa::{BLayout, DType, Dim, Pad, SLayout, Space, TileTy, ops};

const TILE_KEYS: [&str; 13] = [
    "loc", "dtype", "rows", "cols", "v_row", "v_col", "blayout", "slayout", "fractal", "pad",
    "compact", "valid", "count",
];

/// What a tile type says, as far as it has been read.
#[derive(Default)]
struct Parts {
    space: Option<Space>,
    dtype: Option<DType>,
    rows: Option<u32>,
    cols: Option<u32>,
    valid_rows: Option<Dim>,
    valid_cols: Option<Dim>,
    blayout: Option<BLayout>,
    slayout: Option<SLayout>,
    fractal: Option<u32>,
    pad: Option<Pad>,
    compact: Option<u8>,
    count: Option<u32>,
}

const SPACE: &str = "the memory";
const DTYPE: &str = "the element type";
const ROWS: &str = "the number of rows";
const COLS: &str = "the number of columns";
const VALID_ROWS: &str = "the number of valid rows";
const VALID_COLS: &str = "the number of valid columns";
const BLAYOUT: &str = "the outer order";
const SLAYOUT: &str = "the inner order";
const FRACTAL: &str = "the box size";
const PAD: &str = "the padding";

fn pad_name(pad: &Pad) -> String {
    match pad {
        Pad::Null => "null",
        Pad::Zero => "zero",
        Pad::Max => "max",
        Pad::Min => "min",
    }
    .into()
}

impl Inner<'_> {
    pub(super) fn multi_tile(&mut self) -> Read<(TileTy, u32)> {
        let nested = self.rest().trim_start().starts_with("!pto.tile_buf<");
        let (tile, count) = if nested {
            let close = self.rest().find('>').map_or(self.end, |i| self.at + i);
            let open = self.rest().find('<').map_or(self.at, |i| self.at + i + 1);
            let tile = Inner { text: self.text, at: open, end: close, remark: None }.tile(true)?;
            self.at = close + 1;
            let mut count = None;
            if self.eat(',') && self.word() == "count" && self.eat('=') {
                count = Some(self.number()?);
            }
            (tile, count)
        } else {
            let parts = self.parts()?;
            (self.tile_of(true, &parts)?, parts.count)
        };
        match count {
            Some(n) => Ok((tile, n)),
            None => self.fault(0, self.text.len(), "`count=N` is missing"),
        }
    }

    pub(super) fn tile(&mut self, buffer: bool) -> Read<TileTy> {
        let at = self.at;
        let parts = self.parts()?;
        if parts.count.is_some() {
            let at = self.text[at..].find("count").map_or(at, |i| at + i);
            return Err(Fault {
                at,
                len: "count".len(),
                message: "a tile type has no `count`".into(),
                help: Some("several tiles under one name are a `!pto.multi_tile_buf<...>`".into()),
            });
        }
        self.tile_of(buffer, &parts)
    }

    /// The items between the brackets, in all spellings of a tile: keyed, compact (`vec, 16x16xf32,
    /// valid=8x16`), short (`f32, 16, 16`). What a type says it says once, by place or by key.
    fn parts(&mut self) -> Read<Parts> {
        let mut parts = Parts::default();
        let mut seen: Vec<&str> = Vec::new();
        if self.rest().trim() == "..." {
            return self.fault(self.at, 3, "`...` stands for a tile's parameters; write them out");
        }
        loop {
            self.skip_blanks();
            let at = self.at;
            let first = self.rest().bytes().next().unwrap_or(0);
            if first.is_ascii_digit() {
                self.tile_numbers(&mut parts)?;
            } else {
                let word = self.word();
                if self.eat('=') {
                    if seen.contains(&word) {
                        return self.fault(at, word.len(), format!("`{word}` is given twice"));
                    }
                    seen.push(word);
                    self.tile_key(at, word, &mut parts)?;
                } else {
                    self.tile_word(at, word, &mut parts)?;
                }
            }
            if !self.eat(',') {
                break;
            }
        }
        self.skip_blanks();
        if !self.rest().is_empty() {
            return self.fault(self.at, 1, "expected `,` or `>`");
        }
        self.check_order(&seen);
        Ok(parts)
    }

    /// The tile of what was read; what may be left out has its default.
    fn tile_of(&self, buffer: bool, parts: &Parts) -> Read<TileTy> {
        let missing = |what: &str| Fault {
            at: 0,
            len: self.text.len(),
            message: format!("the tile type does not say its {what}"),
            help: Some("for example `!pto.tile_buf<vec, 16x64xf32>`".into()),
        };
        let dtype = parts.dtype.ok_or_else(|| missing("element type"))?;
        let rows = parts.rows.ok_or_else(|| missing("rows"))?;
        let cols = parts.cols.ok_or_else(|| missing("columns"))?;
        let plain = TileTy::vec(dtype, rows, cols);
        Ok(TileTy {
            buffer,
            space: parts.space.unwrap_or(plain.space),
            valid_rows: parts.valid_rows.unwrap_or(plain.valid_rows),
            valid_cols: parts.valid_cols.unwrap_or(plain.valid_cols),
            blayout: parts.blayout.unwrap_or(plain.blayout),
            slayout: parts.slayout.unwrap_or(plain.slayout),
            fractal: parts.fractal.unwrap_or(plain.fractal),
            pad: parts.pad.unwrap_or(plain.pad),
            compact: parts.compact.unwrap_or(plain.compact),
            ..plain
        })
    }

    /// Notes what the text from `at` to here says, if nothing has said it before.
    fn say<T: PartialEq>(
        &self,
        at: usize,
        what: &str,
        part: &mut Option<T>,
        value: T,
        show: impl Fn(&T) -> String,
    ) -> Read<()> {
        let Some(before) = part else {
            *part = Some(value);
            return Ok(());
        };
        let (before, now) = (show(before), show(&value));
        let help = match before == now {
            true => "say it once".into(),
            false => format!("keep `{before}` or `{now}`, whichever is meant"),
        };
        Err(Fault {
            at,
            len: self.text[at..self.at].trim_end().len(),
            message: format!("{what} of the tile is given twice: `{before}`, then `{now}`"),
            help: Some(help),
        })
    }

    /// `16x64xf32`, or a bare number: rows, columns and box size, in this order.
    fn tile_numbers(&mut self, parts: &mut Parts) -> Read<()> {
        let at = self.at;
        let n = self.extent()?;
        if self.rest().starts_with('x') {
            self.say(at, ROWS, &mut parts.rows, n, u32::to_string)?;
            self.at += 1;
            let at_cols = self.at;
            let cols = self.extent()?;
            self.say(at_cols, COLS, &mut parts.cols, cols, u32::to_string)?;
            if !self.rest().starts_with('x') {
                return self.fault(at, self.at - at, "expected rows x columns x element type");
            }
            self.at += 1;
            let at = self.at;
            let dtype = self.tile_dtype()?;
            self.say(at, DTYPE, &mut parts.dtype, dtype, DType::to_string)
        } else if parts.rows.is_none() {
            self.say(at, ROWS, &mut parts.rows, n, u32::to_string)
        } else if parts.cols.is_none() {
            self.say(at, COLS, &mut parts.cols, n, u32::to_string)
        } else {
            self.say(at, FRACTAL, &mut parts.fractal, n, u32::to_string)
        }
    }

    fn tile_dtype(&mut self) -> Read<DType> {
        let at = self.at;
        match self.dtype()? {
            DType::Bf16x2 => self.fault(at, self.at - at, "no tile holds pairs of bf16"),
            dtype => Ok(dtype),
        }
    }

    /// The value after `word=`.
    fn tile_key(&mut self, at: usize, word: &str, parts: &mut Parts) -> Read<()> {
        let number = u32::to_string;
        match word {
            "loc" => {
                let space = self.space()?;
                self.say(at, SPACE, &mut parts.space, space, Space::to_string)
            }
            "dtype" => {
                let dtype = self.tile_dtype()?;
                self.say(at, DTYPE, &mut parts.dtype, dtype, DType::to_string)
            }
            "rows" => {
                let n = self.extent()?;
                self.say(at, ROWS, &mut parts.rows, n, number)
            }
            "cols" => {
                let n = self.extent()?;
                self.say(at, COLS, &mut parts.cols, n, number)
            }
            "v_row" => {
                let n = self.tile_dim()?;
                self.say(at, VALID_ROWS, &mut parts.valid_rows, n, Dim::to_string)
            }
            "v_col" => {
                let n = self.tile_dim()?;
                self.say(at, VALID_COLS, &mut parts.valid_cols, n, Dim::to_string)
            }
            "valid" => {
                let rows = self.tile_dim()?;
                self.say(at, VALID_ROWS, &mut parts.valid_rows, rows, Dim::to_string)?;
                if !self.eat('x') {
                    return self.fault(self.at, 1, "expected `x`: `valid=ROWSxCOLS`");
                }
                let cols = self.tile_dim()?;
                self.say(at, VALID_COLS, &mut parts.valid_cols, cols, Dim::to_string)
            }
            "blayout" => {
                let b = self.choice(BLayout::parse, "row_major or col_major")?;
                self.say(at, BLAYOUT, &mut parts.blayout, b, |b| b.name().into())
            }
            "slayout" => {
                let s = self.choice(SLayout::parse, "none_box, row_major or col_major")?;
                self.say(at, SLAYOUT, &mut parts.slayout, s, |s| s.name().into())
            }
            "fractal" => {
                let n = self.number()?;
                self.say(at, FRACTAL, &mut parts.fractal, n, number)
            }
            "pad" => {
                let from = self.at;
                let Some(pad) = Pad::from_number(self.number()?) else {
                    let text = "`pad` is 0 (null), 1 (zero), 2 (max) or 3 (min)";
                    return self.fault(from, self.at - from, text);
                };
                self.say(at, PAD, &mut parts.pad, pad, pad_name)
            }
            "compact" => {
                let from = self.at;
                let n = self.number()?;
                if n > 3 {
                    let text =
                        "`compact` is 0 (null), 1 (normal), 2 (row plus one) or 3 (row aligned)";
                    return self.fault(from, self.at - from, text);
                }
                parts.compact = Some(n as u8);
                Ok(())
            }
            "count" => {
                parts.count = Some(self.number()?);
                Ok(())
            }
            _ => {
                let help = ops::closest(word, TILE_KEYS).map(|k| format!("did you mean `{k}`?"));
                Err(Fault {
                    at,
                    len: word.len().max(1),
                    message: format!("a tile type has no `{word}`"),
                    help,
                })
            }
        }
    }

    /// The public assembler reads the keys of the long spelling in one order only.
    fn check_order(&mut self, seen: &[&str]) {
        let rank = |k: &str| TILE_KEYS.iter().position(|t| *t == k);
        let late = seen.windows(2).find(|w| rank(w[0]) > rank(w[1]));
        if let (true, Some(pair)) = (seen.contains(&"rows"), late) {
            let at = self.text.find(&format!("{}=", pair[1])).unwrap_or(0);
            self.remark = Some(Fault {
                at,
                len: pair[1].len(),
                message: format!("`{}` comes before `{}` in this spelling", pair[1], pair[0]),
                help: Some(format!(
                    "other tools read the keys only in the order {}",
                    TILE_KEYS[..10].join(", ")
                )),
            });
        }
    }

    /// A bare word: memory, element type, or one of the manual's positional parameters. The outer order
    /// stands before the inner one.
    fn tile_word(&mut self, at: usize, word: &str, parts: &mut Parts) -> Read<()> {
        if let Some(d) = DType::parse(word).filter(|d| *d != DType::Bf16x2) {
            return self.say(at, DTYPE, &mut parts.dtype, d, DType::to_string);
        }
        let started = parts.space.is_some() || parts.dtype.is_some() || parts.rows.is_some();
        if !started || Space::parse(word).is_some() {
            self.at = at;
            let space = self.space()?;
            return self.say(at, SPACE, &mut parts.space, space, Space::to_string);
        }
        if let (None, Some(b)) = (parts.blayout, BLayout::parse(word)) {
            return self.say(at, BLAYOUT, &mut parts.blayout, b, |b| b.name().into());
        }
        if let Some(s) = SLayout::parse(word) {
            return self.say(at, SLAYOUT, &mut parts.slayout, s, |s| s.name().into());
        }
        // The box size stands before the padding: `NoneBox, None, Zero`.
        if word == "None" && self.rest().trim_start().starts_with(',') {
            return Ok(());
        }
        let pad = match word {
            "None" | "Null" => Pad::Null,
            "Zero" => Pad::Zero,
            "Max" => Pad::Max,
            "Min" => Pad::Min,
            _ => {
                let len = word.len().max(1);
                return self.fault(at, len, format!("`{word}` says nothing about a tile"));
            }
        };
        self.say(at, PAD, &mut parts.pad, pad, pad_name)
    }

    fn choice<T>(&mut self, parse: fn(&str) -> Option<T>, choices: &str) -> Read<T> {
        self.skip_blanks();
        let at = self.at;
        let word = self.word();
        match parse(word) {
            Some(v) => Ok(v),
            None => self.fault(at, word.len(), format!("`{word}` is not one of {choices}")),
        }
    }
}
