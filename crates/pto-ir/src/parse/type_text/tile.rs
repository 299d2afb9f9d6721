//! Tiles in all their spellings.

use super::{Fault, Inner, Read};
use pto_isa::{BLayout, DType, Dim, Pad, SLayout, Space, TileTy, ops};

const TILE_KEYS: [&str; 13] = [
    "loc", "dtype", "rows", "cols", "v_row", "v_col", "blayout", "slayout", "fractal", "pad",
    "compact", "valid", "count",
];

impl Inner<'_> {
    pub(super) fn multi_tile(&mut self) -> Read<(TileTy, u32)> {
        let mut count = None;
        let nested = self.rest().trim_start().starts_with("!pto.tile_buf<");
        let tile = if nested {
            let close = self.rest().find('>').map_or(self.end, |i| self.at + i);
            let open = self.rest().find('<').map_or(self.at, |i| self.at + i + 1);
            let tile = Inner { text: self.text, at: open, end: close, remark: None }.tile(true)?;
            self.at = close + 1;
            if self.eat(',') && self.word() == "count" && self.eat('=') {
                count = Some(self.number()?);
            }
            tile
        } else {
            self.tile_items(true, &mut count)?
        };
        match count {
            Some(n) => Ok((tile, n)),
            None => self.fault(0, self.text.len(), "`count=N` is missing"),
        }
    }

    pub(super) fn tile(&mut self, buffer: bool) -> Read<TileTy> {
        self.tile_items(buffer, &mut None)
    }

    /// All spellings of a tile: keyed, compact (`vec, 16x16xf32, valid=8x16`), short (`f32, 16, 16`).
    fn tile_items(&mut self, buffer: bool, count: &mut Option<u32>) -> Read<TileTy> {
        let (mut space, mut dtype, mut rows, mut cols) = (None, None, None, None);
        let (mut v_rows, mut v_cols) = (None, None);
        let mut tile = TileTy { buffer, ..TileTy::vec(DType::F32, 1, 1) };
        let mut seen: Vec<&str> = Vec::new();
        if self.rest().trim() == "..." {
            return self.fault(self.at, 3, "`...` stands for a tile's parameters; write them out");
        }
        loop {
            self.skip_blanks();
            let at = self.at;
            let first = self.rest().bytes().next().unwrap_or(0);
            if first.is_ascii_digit() {
                let n = self.extent()?;
                if self.rest().starts_with('x') {
                    self.at += 1;
                    rows = Some(n);
                    cols = Some(self.extent()?);
                    if !self.rest().starts_with('x') {
                        return self.fault(
                            at,
                            self.at - at,
                            "expected rows x columns x element type",
                        );
                    }
                    self.at += 1;
                    dtype = Some(self.dtype()?);
                } else if rows.is_none() {
                    rows = Some(n);
                } else if cols.is_none() {
                    cols = Some(n);
                } else {
                    tile.fractal = n;
                }
            } else {
                let word = self.word();
                if self.eat('=') {
                    if seen.contains(&word) {
                        return self.fault(at, word.len(), format!("`{word}` is given twice"));
                    }
                    seen.push(word);
                    match word {
                        "loc" => space = Some(self.space()?),
                        "dtype" => dtype = Some(self.dtype()?),
                        "rows" => rows = Some(self.extent()?),
                        "cols" => cols = Some(self.extent()?),
                        "v_row" => v_rows = Some(self.tile_dim()?),
                        "v_col" => v_cols = Some(self.tile_dim()?),
                        "valid" => {
                            v_rows = Some(self.tile_dim()?);
                            if !self.eat('x') {
                                return self.fault(self.at, 1, "expected `x`: `valid=ROWSxCOLS`");
                            }
                            v_cols = Some(self.tile_dim()?);
                        }
                        "blayout" => {
                            tile.blayout = self.choice(BLayout::parse, "row_major or col_major")?
                        }
                        "slayout" => {
                            tile.slayout =
                                self.choice(SLayout::parse, "none_box, row_major or col_major")?;
                        }
                        "fractal" => tile.fractal = self.number()?,
                        "pad" => {
                            let at = self.at;
                            let n = self.number()?;
                            tile.pad = match Pad::from_number(n) {
                                Some(p) => p,
                                None => {
                                    return self.fault(
                                        at,
                                        self.at - at,
                                        "`pad` is 0 (null), 1 (zero), 2 (max) or 3 (min)",
                                    );
                                }
                            };
                        }
                        "compact" => tile.compact = self.number()?.min(255) as u8,
                        "count" => *count = Some(self.number()?),
                        _ => {
                            let help = ops::closest(word, TILE_KEYS)
                                .map(|k| format!("did you mean `{k}`?"));
                            return Err(Fault {
                                at,
                                len: word.len().max(1),
                                message: format!("a tile type has no `{word}`"),
                                help,
                            });
                        }
                    }
                } else {
                    self.tile_word(at, word, &mut space, &mut dtype, &mut tile)?;
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
        let missing = |what: &str| Fault {
            at: 0,
            len: self.text.len(),
            message: format!("the tile type does not say its {what}"),
            help: Some("for example `!pto.tile_buf<vec, 16x64xf32>`".into()),
        };
        tile.dtype = dtype.ok_or_else(|| missing("element type"))?;
        tile.rows = rows.ok_or_else(|| missing("rows"))?;
        tile.cols = cols.ok_or_else(|| missing("columns"))?;
        tile.space = space.unwrap_or(Space::Vec);
        tile.valid_rows = v_rows.unwrap_or(Dim::Is(tile.rows));
        tile.valid_cols = v_cols.unwrap_or(Dim::Is(tile.cols));
        Ok(tile)
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

    /// A bare word: memory, element type, or one of the manual's positional parameters.
    fn tile_word(
        &mut self,
        at: usize,
        word: &str,
        space: &mut Option<Space>,
        dtype: &mut Option<DType>,
        tile: &mut TileTy,
    ) -> Read<()> {
        if dtype.is_none()
            && let Some(d) = DType::parse(word)
        {
            *dtype = Some(d);
        } else if space.is_none() && dtype.is_none() {
            self.at = at;
            *space = Some(self.space()?);
        } else if let Some(b) = BLayout::parse(word) {
            tile.blayout = b;
        } else if let Some(s) = SLayout::parse(word) {
            tile.slayout = s;
        } else {
            match word {
                "None" | "Null" => {}
                "Zero" => tile.pad = Pad::Zero,
                "Max" => tile.pad = Pad::Max,
                "Min" => tile.pad = Pad::Min,
                _ => {
                    let len = word.len().max(1);
                    return self.fault(at, len, format!("`{word}` says nothing about a tile"));
                }
            }
        }
        Ok(())
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
