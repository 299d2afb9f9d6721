//! A type from its text: registers, predicates, pointers, views, and tiles.

mod tile;

use pto_isa::virtual_register::wrong_layout;
use pto_isa::{DType, Dim, MaskWidth, Space, Type, ViewKind, ops};

/// A mistake inside a type: where (relative to the type's text) and what.
pub(super) struct Fault {
    pub at: usize,
    pub len: usize,
    pub message: String,
    pub help: Option<String>,
}

type Read<T> = Result<T, Fault>;

/// `!pto.` types that are kept as text.
const OPAQUE: [&str; 17] = [
    "pipe",
    "async_session",
    "dma_session",
    "async_event",
    "eventid_array",
    "local_array",
    "struct",
    "prefetch_async_context",
    "group",
    "tpipe",
    "event",
    "record_event",
    "memref",
    "fmatrix_config",
    "global",
    "bf16x2",
    "hif8x2",
];

/// More rows or columns than any memory holds, even of one-bit elements.
pub(super) const MAX_EXTENT: u32 = 1 << 22;

/// A type from its whole text.
pub(super) fn read_type(text: &str, remark: &mut Option<Fault>) -> Read<Type> {
    let name_end = text.find('<').unwrap_or(text.len());
    let (name, rest) = text.split_at(name_end);
    if rest.is_empty() {
        return read_plain(name);
    }
    let mut r = Inner { text, at: name_end + 1, end: text.len() - 1, remark: None };
    let ty = read_parameters(&mut r, text, name);
    *remark = r.remark.take();
    ty
}

fn read_parameters(r: &mut Inner<'_>, text: &str, name: &str) -> Read<Type> {
    match name.trim_start_matches('!').trim_start_matches("pto.") {
        "tile_buf" => Ok(Type::Tile(r.tile(true)?)),
        "tile" => Ok(Type::Tile(r.tile(false)?)),
        "multi_tile_buf" => {
            let (tile, count) = r.multi_tile()?;
            Ok(Type::MultiTile(tile, count))
        }
        "" => {
            let word = r.peek_word();
            if word == "loc" || Space::parse(word).is_some() {
                Ok(Type::Tile(r.tile(true)?))
            } else {
                r.ptr(text)
            }
        }
        "vreg" => r.vreg(),
        "mask" => r.lane_width("a predicate type is `!pto.mask").map(Type::Mask),
        "vaddr" => r.lane_width("a vector address is `!pto.vaddr").map(Type::Vaddr),
        "ptr" => r.ptr(text),
        "tensor_view" => r.view(ViewKind::Tensor, text),
        "partition_tensor_view" | "tile_view" => r.view(ViewKind::Partition, text),
        inner => {
            let ty = other(text, name, inner)?;
            match wrong_layout(&ty) {
                Some(why) => Err(Fault { at: 0, len: text.len(), message: why.into(), help: None }),
                None => Ok(ty),
            }
        }
    }
}

fn read_plain(name: &str) -> Read<Type> {
    match name {
        "index" => return Ok(Type::Index),
        "!pto.align" => return Ok(Type::Align),
        _ => {}
    }
    if let Some(d) = DType::parse(name).filter(|d| *d != DType::Bf16x2) {
        return Ok(Type::Scalar(d));
    }
    match name.strip_prefix("!pto.") {
        Some(inner @ ("tile" | "tile_buf" | "vreg" | "mask" | "vaddr" | "ptr" | "tensor_view")) => {
            Err(Fault {
                at: 0,
                len: name.len(),
                message: format!("`!pto.{inner}` needs parameters: `!pto.{inner}<...>`"),
                help: None,
            })
        }
        Some(inner) => other(name, name, inner),
        None => Ok(Type::Other(name.into())),
    }
}

/// The types of the dialect, without `!pto.`.
pub fn type_names() -> impl Iterator<Item = &'static str> {
    OPAQUE.iter().copied().chain([
        "tile",
        "tile_buf",
        "multi_tile_buf",
        "vreg",
        "mask",
        "vaddr",
        "ptr",
        "align",
        "tensor_view",
        "partition_tensor_view",
        "hif8",
        "f8E8M0",
        "f4E1M2x2",
        "f4E2M1x2",
    ])
}

/// A type that is kept as text, unless its name is a slip.
fn other(text: &str, name: &str, inner: &str) -> Read<Type> {
    if !name.starts_with("!pto.") || OPAQUE.contains(&inner) || inner.starts_with("vmi") {
        return Ok(Type::Other(text.into()));
    }
    let help = ops::closest(inner, type_names()).map(|n| format!("did you mean `!pto.{n}`?"));
    Err(Fault { at: 0, len: name.len(), message: format!("unknown type `{name}`"), help })
}

/// The element type whose name is close to a word, with or without its dialect.
fn closest_dtype(word: &str) -> Option<&'static str> {
    let short = |name: &'static str| name.strip_prefix("!pto.").unwrap_or(name);
    let names = || DType::ALL.iter().map(|d| d.name());
    let near = ops::closest(word, names().map(short))?;
    names().find(|n| short(n) == near)
}

/// The type whose name is close to a word that stands where a type must.
pub(super) fn closest_type(word: &str) -> Option<&'static str> {
    const BUILTIN: [&str; 7] = ["index", "none", "memref", "tensor", "vector", "f64", "complex"];
    closest_dtype(word).or_else(|| ops::closest(word, BUILTIN))
}

/// A cursor over the text between `<` and `>`.
struct Inner<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    /// Something odd that is no mistake.
    remark: Option<Fault>,
}

impl<'t> Inner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at.min(self.end)..self.end]
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        self.skip_blanks();
        let hit = self.rest().starts_with(c);
        if hit {
            self.at += c.len_utf8();
        }
        hit
    }

    /// The next item up to a comma, `=` or the end, without moving.
    fn peek_word(&self) -> &'t str {
        let rest = self.rest().trim_start();
        let end = rest
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '!')))
            .unwrap_or(rest.len());
        &rest[..end]
    }

    fn word(&mut self) -> &'t str {
        self.skip_blanks();
        let quoted = self.rest().starts_with('"');
        if quoted {
            self.at += 1;
        }
        let word = self.peek_word();
        self.skip_blanks();
        self.at += word.len();
        if quoted && self.rest().starts_with('"') {
            self.at += 1;
        }
        word
    }

    fn fault<T>(&self, at: usize, len: usize, message: impl Into<String>) -> Read<T> {
        Err(Fault { at, len, message: message.into(), help: None })
    }

    fn number(&mut self) -> Read<u32> {
        self.skip_blanks();
        let at = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        match rest[..end].parse() {
            Ok(n) => Ok(n),
            Err(_) if end == 0 => self.fault(at, 1, "expected a number"),
            Err(_) => self.fault(at, end, format!("`{}` is too large", &rest[..end])),
        }
    }

    /// Rows or columns of a tile. No memory holds more, and sizes in bytes stay far from overflow.
    fn extent(&mut self) -> Read<u32> {
        self.skip_blanks();
        let at = self.at;
        let n = self.number()?;
        if n > MAX_EXTENT {
            return self.fault(at, self.at - at, format!("a tile has at most {MAX_EXTENT}"));
        }
        Ok(n)
    }

    fn tile_dim(&mut self) -> Read<Dim> {
        self.skip_blanks();
        match self.rest().starts_with(['?', '-']) {
            true => self.dim(),
            false => self.extent().map(Dim::Is),
        }
    }

    fn dim(&mut self) -> Read<Dim> {
        if self.eat('?') {
            return Ok(Dim::Dynamic);
        }
        if self.eat('-') {
            self.number()?;
            return Ok(Dim::Dynamic);
        }
        self.number().map(Dim::Is)
    }

    fn dtype(&mut self) -> Read<DType> {
        let at = self.at;
        let word = self.word();
        match DType::parse(word) {
            Some(d) => Ok(d),
            None => Err(Fault {
                at,
                len: word.len(),
                message: format!("`{word}` is not an element type"),
                help: closest_dtype(word).map(|n| format!("did you mean `{n}`?")),
            }),
        }
    }

    fn space(&mut self) -> Read<Space> {
        self.skip_blanks();
        let at = self.at;
        let word = self.word();
        let tile_spaces = "vec, mat, left, right, acc, bias, scaling";
        match Space::parse(word) {
            Some(s) if s.tile_name() == word || word.starts_with(char::is_uppercase) => Ok(s),
            Some(s) => Err(Fault {
                at,
                len: word.len(),
                message: format!("a tile's memory is not called `{word}`"),
                help: Some(format!("write `{}` (one of {tile_spaces})", s.tile_name())),
            }),
            None => {
                let names = Space::ALL.iter().map(|s| s.tile_name());
                let near = ops::closest(word, names).map(|n| format!("did you mean `{n}`? "));
                Err(Fault {
                    at,
                    len: word.len(),
                    message: format!("unknown memory `{word}`"),
                    help: Some(format!("{}tiles live in {tile_spaces}", near.unwrap_or_default())),
                })
            }
        }
    }

    fn vreg(&mut self) -> Read<Type> {
        let at = self.at;
        if !self.rest().trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            // `!pto.vreg<f32, 64>` of the overview pages.
            if let (Ok(dtype), true) = (self.dtype(), self.rest().trim_start().starts_with(',')) {
                self.at += self.rest().find(',').unwrap_or(0) + 1;
                let lanes = self.number()?;
                self.close()?;
                return Ok(Type::Vreg { lanes, dtype });
            }
            self.at = at;
            return self.fault(at, self.end - at, "a register type is written `!pto.vreg<64xf32>`");
        }
        let lanes = self.number()?;
        if !self.rest().starts_with('x') {
            return self.fault(
                self.at,
                1,
                "expected `x` and the element type: `!pto.vreg<64xf32>`",
            );
        }
        self.at += 1;
        let dtype = self.dtype()?;
        self.close()?;
        Ok(Type::Vreg { lanes, dtype })
    }

    /// The only parameter of `!pto.mask` and `!pto.vaddr`.
    fn lane_width(&mut self, what: &str) -> Read<MaskWidth> {
        let at = self.at;
        let word = self.word();
        let width = match word {
            "b8" => MaskWidth::B8,
            "b16" => MaskWidth::B16,
            "b32" => MaskWidth::B32,
            _ => {
                let message = format!("{what}<b8>`, `<b16>` or `<b32>`");
                return self.fault(at, word.len(), message);
            }
        };
        self.close()?;
        Ok(width)
    }

    fn close(&mut self) -> Read<()> {
        self.skip_blanks();
        if self.rest().is_empty() { Ok(()) } else { self.fault(self.at, 1, "expected `>`") }
    }

    /// A pointer to numbers; a pointer to anything else that has a name is kept as text.
    fn ptr(&mut self, text: &str) -> Read<Type> {
        let element = self.element()?;
        let space = if self.eat(',') { Some(Space::parse(self.word())) } else { None };
        self.skip_blanks();
        Ok(match (element, space, self.rest().is_empty()) {
            (Some(dtype), None, true) => Type::Ptr { dtype, space: None },
            (Some(dtype), Some(Some(space)), true) => Type::Ptr { dtype, space: Some(space) },
            _ => Type::Other(text.into()),
        })
    }

    /// An element type; `None` for what is no number and not looked into: a type of another dialect or tool.
    fn element(&mut self) -> Read<Option<DType>> {
        self.skip_blanks();
        let rest = self.rest();
        let named = ["!", "vector<", "index", "f64", "."].iter().any(|p| rest.starts_with(p));
        let is_opaque = named || rest.starts_with(|c: char| c.is_ascii_digit());
        let at = self.at;
        match self.dtype() {
            Ok(dtype) => Ok(Some(dtype)),
            Err(_) if is_opaque || self.at == at => Ok(None),
            Err(fault) => Err(fault),
        }
    }

    fn view(&mut self, kind: ViewKind, text: &str) -> Read<Type> {
        let mut dims = Vec::new();
        loop {
            self.skip_blanks();
            let rest = self.rest();
            if rest.starts_with('?') || rest.starts_with(|c: char| c.is_ascii_digit()) {
                let Ok(d) = self.dim() else { return Ok(Type::Other(text.into())) };
                dims.push(d);
                if !self.rest().starts_with('x') {
                    return Ok(Type::Other(text.into()));
                }
                self.at += 1;
            } else {
                break;
            }
        }
        Ok(match self.element()? {
            Some(dtype) if dtype != DType::Bf16x2 && self.close().is_ok() => {
                Type::View { kind, dims: dims.into(), dtype }
            }
            _ => Type::Other(text.into()),
        })
    }
}
