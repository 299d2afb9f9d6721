//! Instructions that apply one function to every element of the destination's valid region.

use super::elem::Elem;
use super::exec::{Arg, Exec, Outcome, TileAt, Trap};
use super::grid::Grid;
use super::num::Num;
use super::numerics::Numerics;
use crate::args::AttrValue;
use crate::dtype::DType;
use crate::format;
use crate::layout::BLayout;
use crate::target::Target;
use crate::with_num;

/// Where the function's operands come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Src {
    /// The element of a tile at the same place, or a number.
    Of(u8),
    /// The element of row 0 in the same column. Where only this operand has the destination's region, the other one gives its row
    /// 0; see [`Map::broadcast`].
    Row0(u8),
    /// One operand is full, the other gives one value (or one 32-byte block) per row. A single operand gives one
    /// value per row. See [`Map::broadcast`].
    Broadcast(u8),
}

impl Src {
    /// The operand.
    pub const fn slot(self) -> u8 {
        match self {
            Src::Of(s) | Src::Row0(s) | Src::Broadcast(s) => s,
        }
    }
}

/// A function and its operands.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// The function.
    pub elem: Elem,
    /// Its operands.
    pub src: &'static [Src],
    /// Where the results go.
    pub dst: u8,
}

/// How an operand of a map covers the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broadcast {
    /// Element by element.
    Full,
    /// Row 0 for every row.
    Row0,
    /// Column 0 for every column.
    Col0,
    /// The first `n` columns again and again.
    Block(u32),
    /// Column `c / (dst columns / n)`.
    Groups(u32),
}

impl Map {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let dst = x.tile(self.dst)?;
        let dtype = dst.ty.dtype;
        let elem =
            self.elem.resolve_with(x.numerics, dtype, asks_for_accuracy(|name| x.word(name)));
        let mut operands = Vec::with_capacity(3);
        for &src in self.src {
            operands.push(self.operand(x, src, &dst)?);
        }
        if self.elem.may_round_dividends(x.numerics, dtype) && operands.iter().any(is_beyond_f32) {
            x.note_quirk("rem-through-f32");
        }
        let (first, second) = (self.src.first(), self.src.get(1));
        let arg = |s: Option<&Src>| s.and_then(|s| x.arg(s.slot()));
        if self.divides_in_place(x.numerics, &dst, arg(first).as_ref(), arg(second).as_ref()) {
            return self.divide_in_place(x, &dst, &operands);
        }
        let grid = with_num!(dtype, T => {
            x.try_result(dtype, dst.valid, |r, c| {
                let get = |i: usize| operands.get(i).map_or(T::ZERO, |o: &Operand| o.get::<T>(r, c));
                let refused = elem.refused_operand();
                if elem.is_partial(dtype)
                    && let Some(trap) = elem.refuse(dtype, get(refused).to_code(dtype))
                {
                    return Err(trap.at(self.src[refused].slot()).note(format!("at row {r}, column {c} of the destination")));
                }
                Ok(elem.call(get(0), get(1), get(2)).to_code(dtype))
            })?
        });
        x.write(self.dst, &grid)
    }

    /// Whether the quirk `divs-reciprocal` can show: A2/A3 divides a tile of floats by a number in place.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TDivS.hpp:107-113, 137-143.
    pub fn divides_in_place(
        &self,
        numerics: &Numerics,
        dst: &TileAt,
        dividend: Option<&Arg>,
        divisor: Option<&Arg>,
    ) -> bool {
        let (Elem::Div, Some(Arg::Tile(t)), Some(Arg::Scalar(..))) = (self.elem, dividend, divisor)
        else {
            return false;
        };
        let in_place = (t.ty.space, t.addr) == (dst.ty.space, dst.addr);
        numerics.profile() == Target::A2A3 && dst.ty.dtype.is_float() && in_place
    }

    /// A quotient, or a product with the reciprocal, which is rounded on its own: quirk `divs-reciprocal`.
    fn divide_in_place(&self, x: &mut Exec<'_>, dst: &TileAt, operands: &[Operand]) -> Outcome {
        let dtype = dst.ty.dtype;
        let (quotients, products) = with_num!(dtype, T => {
            let get = |i: usize, r: u32, c: u32| operands[i].get::<T>(r, c);
            let one = T::from_code(DType::F32, 1f32.to_bits().into());
            let all = |of: &dyn Fn(T, T) -> T| {
                Grid::new(dtype, dst.valid, |r, c| of(get(0, r, c), get(1, r, c)).to_code(dtype))
            };
            let rounded = |v: T| T::from_code(dtype, v.to_code(dtype));
            let product = |a: T, b: T| Elem::Mul.call(a, rounded(Elem::Div.call(one, b, b)), b);
            (all(&|a, b| Elem::Div.call(a, b, b)), all(&product))
        });
        if quotients.codes() != products.codes() {
            x.note_quirk("divs-reciprocal");
        }
        x.write(self.dst, if x.numerics.is_manual() { &quotients } else { &products })
    }

    fn operand(&self, x: &Exec<'_>, src: Src, dst: &TileAt) -> Result<Operand, Trap> {
        let slot = src.slot();
        match x.arg(slot) {
            Some(Arg::Scalar(dtype, code)) => {
                let to = dst.ty.dtype;
                if !is_converted(self.elem, to, dtype) {
                    return Ok(Operand::Number(dtype, code));
                }
                let code =
                    with_num!(to, T => number_in::<T>(self.elem, to, dtype, code).to_code(to));
                Ok(Operand::Number(to, code))
            }
            Some(Arg::Tile(t)) => {
                let broadcast = self.broadcast(x, src, &t, dst);
                let shape = match broadcast {
                    Broadcast::Full => dst.valid,
                    Broadcast::Row0 => (1, dst.valid.1),
                    Broadcast::Col0 => (dst.valid.0, 1),
                    Broadcast::Block(n) | Broadcast::Groups(n) => (dst.valid.0, n),
                };
                Ok(Operand::Tile(x.read_lanes(slot, &t, shape)?, broadcast, dst.valid.1))
            }
            _ => Err(Trap::new("needs a tile or a number here").at(slot)),
        }
    }

    /// Whether row 0 of the first operand serves every row, as the headers have it where the second one alone is full.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3/TColExpandBinOp.hpp:108-121, a5/TColExpandBinOp.hpp:214-227.
    fn expands_first(&self, x: &Exec<'_>, dst: &TileAt) -> bool {
        let [Src::Of(first), Src::Row0(second)] = *self.src else { return false };
        let full = |slot| x.tile(slot).is_ok_and(|t| t.valid == dst.valid);
        !full(first) && full(second)
    }

    /// How an operand covers the destination.
    pub fn broadcast(&self, x: &Exec<'_>, src: Src, t: &TileAt, dst: &TileAt) -> Broadcast {
        match src {
            Src::Of(_) if self.expands_first(x, dst) => Broadcast::Row0,
            Src::Row0(_) if self.expands_first(x, dst) => Broadcast::Full,
            Src::Of(_) => Broadcast::Full,
            Src::Row0(_) => Broadcast::Row0,
            Src::Broadcast(slot) => {
                let other = self.src.iter().find(|s| matches!(s, Src::Broadcast(o) if *o != slot));
                // `trowexpand` has one source, of which column 0 counts in every layout.
                let Some(other) = other else { return Broadcast::Col0 };
                let first = slot < other.slot();
                match x.tile(other.slot()) {
                    Ok(other) if is_full(x.numerics, t, &other, dst, first) => Broadcast::Full,
                    _ => expand(x, t),
                }
            }
        }
    }
}

/// Whether an instruction asks for the accurate algorithm, by either name of the attribute.
pub fn asks_for_accuracy<'a>(word: impl Fn(&str) -> Option<&'a str>) -> bool {
    let accurate = |name| word(name).is_some_and(|w| w.eq_ignore_ascii_case("high_precision"));
    accurate("precisionType") || accurate("precision_mode")
}

/// Whether `t` rather than `other` is the full operand: the one whose valid region is the destination's. If
/// both are, the row-major one with the longer rows, and the first one if they are equally long or on A5.
///
/// Source: pto-isa@3186c381 include/pto/npu/a2a3/TRowExpandAdd.hpp:54-56, a5/TRowExpandAdd.hpp:66-84.
fn is_full(n: &Numerics, t: &TileAt, other: &TileAt, dst: &TileAt, first: bool) -> bool {
    let full = |t: &TileAt| t.valid == dst.valid && t.ty.blayout == BLayout::RowMajor;
    match (full(t), full(other)) {
        (true, true) if n.profile() == Target::A5 || t.ty.cols == other.ty.cols => first,
        (true, true) => t.ty.cols > other.ty.cols,
        (mine, _) => mine,
    }
}

/// How the expanded operand covers a row: quirk `rowexpand-block`.
fn expand(x: &Exec<'_>, t: &TileAt) -> Broadcast {
    let columns = match x.attr("src1Col") {
        Some(AttrValue::Int(n)) => u32::try_from(n).unwrap_or(1),
        _ => 1,
    };
    if t.ty.blayout == BLayout::RowMajor && t.valid.1 > 1 {
        x.note_quirk("rowexpand-block");
    }
    match t.ty.blayout {
        BLayout::RowMajor if x.numerics.is_manual() => Broadcast::Block(t.ty.dtype.per_block()),
        BLayout::RowMajor if columns > 1 => Broadcast::Groups(columns),
        _ => Broadcast::Col0,
    }
}

/// Whether an integer operand has an element that f32 may not hold: beyond 2^24 in magnitude.
fn is_beyond_f32(operand: &Operand) -> bool {
    let beyond = |dtype: DType, code: u64| {
        format::decode_int(dtype, code).is_some_and(|v| v.unsigned_abs() > 1 << 24)
    };
    match operand {
        Operand::Number(dtype, code) => beyond(*dtype, *code),
        Operand::Tile(grid, ..) => grid.codes().iter().any(|&code| beyond(grid.dtype, code)),
    }
}

enum Operand {
    Number(DType, u64),
    Tile(Grid, Broadcast, u32),
}

impl Operand {
    fn get<T: Num>(&self, r: u32, c: u32) -> T {
        match self {
            Operand::Number(dtype, code) => number(*dtype, *code),
            Operand::Tile(grid, broadcast, cols) => {
                let (r, c) = match *broadcast {
                    Broadcast::Full => (r, c),
                    Broadcast::Row0 => (0, c),
                    Broadcast::Col0 => (r, 0),
                    Broadcast::Block(n) => (r, c % n),
                    Broadcast::Groups(n) => (r, Ord::min(c / Ord::max(cols / n, 1), n - 1)),
                };
                T::from_code(grid.dtype, grid.at(r, c))
            }
        }
    }
}

/// A number operand as the type elements are computed in: its value, and for integers its low bits.
pub fn number<T: Num>(dtype: DType, code: u64) -> T {
    // Both ways meet in f32 or i64: a float operand of a float tile, an integer of an integer tile. A
    // mixture is converted by value.
    match (format::decode_int(dtype, code), T::IS_FLOAT) {
        (Some(v), true) => T::from_code(DType::F32, (v as f32).to_bits().into()),
        (Some(v), false) => T::from_code(DType::I64, v as u64),
        (None, true) => T::from_code(dtype, code),
        (None, false) => T::from_code(DType::I64, format::decode(dtype, code) as i64 as u64),
    }
}

/// A number operand of elements of a type: a number of another type is converted to it first, as an argument in C++ is, where
/// the function does so.
pub fn number_in<T: Num>(elem: Elem, elements: DType, dtype: DType, code: u64) -> T {
    let value: T = number(dtype, code);
    match is_converted(elem, elements, dtype) {
        true => T::from_code(elements, value.to_code(elements)),
        false => value,
    }
}

/// Whether a number becomes a float of the elements' type first.
fn is_converted(elem: Elem, elements: DType, dtype: DType) -> bool {
    dtype != elements && elements.is_float() && elem.converts_number()
}
