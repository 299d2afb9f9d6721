//! Comparisons into packed predicates, and selection by them.
//!
//! A predicate tile holds one bit per element, the lowest bit of a word first, rows at the tile's row
//! pitch. `tcmps` on A5 packs differently, see [`Packing`].

use super::exec::{Arg, Exec, Outcome, TileAt, Trap, set_code};
use super::grid::Grid;
use super::map::number;
use super::num::Num;
use super::numerics::Numerics;
use crate::dtype::DType;
use crate::target::Target;
use crate::with_num;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Relation {
    /// Reads `eq`, `LT` ...
    pub fn parse(word: &str) -> Option<Relation> {
        use Relation::*;
        [("eq", Eq), ("ne", Ne), ("lt", Lt), ("le", Le), ("gt", Gt), ("ge", Ge)]
            .into_iter()
            .find_map(|(name, order)| word.eq_ignore_ascii_case(name).then_some(order))
    }

    /// Whether it holds. With a NaN only `Ne` does; zeros of either sign are equal.
    #[inline(always)]
    pub fn holds<T: PartialOrd>(self, a: T, b: T) -> bool {
        match self {
            Relation::Eq => a == b,
            Relation::Ne => a != b,
            Relation::Lt => a < b,
            Relation::Le => a <= b,
            Relation::Gt => a > b,
            Relation::Ge => a >= b,
        }
    }
}

/// A comparison into a predicate tile, over the valid region of `a`. Its order is the attribute
/// `cmpMode`, equality if absent.
#[derive(Clone, Copy, Debug)]
pub struct Compare {
    /// The first operand.
    pub a: u8,
    /// The second: a tile element by element, or what is compared with everything if `with_one`.
    pub b: u8,
    /// The predicate tile.
    pub dst: u8,
    /// Whether `b` is a number, or a tile whose element (0, 0) counts.
    pub with_one: bool,
}

/// Where the bit of an element goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packing {
    /// Bit c of row r in row r of the predicate tile; whole words of that tile are written.
    Rows,
    /// One stream from the tile's address, a row starting at a multiple of `row` bits, padded with zero
    /// bits to a multiple of `group` bits.
    Stream {
        /// Bits of a row.
        row: u64,
        /// Bits that are stored at a time.
        group: u64,
    },
}

impl Packing {
    /// The packing of a comparison: quirk `cmps-packing`.
    ///
    /// Source: PTO-Gym tcmps/gen_data.py for elements of 4, 2 and 1 bytes; 8-byte ones are packed by rows
    /// in pto-isa@3186c381 include/pto/npu/a5/TCmps.hpp:114-117.
    pub fn of(compare: &Compare, n: &Numerics, src: &TileAt) -> Packing {
        if n.is_manual() { Packing::Rows } else { Packing::on_silicon(compare, n, src) }
    }

    fn on_silicon(compare: &Compare, n: &Numerics, src: &TileAt) -> Packing {
        let cols = u64::from(src.valid.1);
        if !compare.with_one || n.profile() != Target::A5 {
            return Packing::Rows;
        }
        match src.ty.dtype.bits() {
            32 => Packing::Stream { row: cols, group: 128 },
            16 => Packing::Stream { row: cols.next_multiple_of(128), group: 128 },
            8 => Packing::Stream { row: cols.next_multiple_of(256), group: 256 },
            _ => Packing::Rows,
        }
    }

    /// Whether the two readings of the quirk write different bytes.
    pub fn is_disputed(compare: &Compare, n: &Numerics, src: &TileAt, dst: &TileAt) -> bool {
        Packing::on_silicon(compare, n, src).differs(src.valid, dst)
    }

    /// What the bits of a row past the last column are: A2/A3 inverts whole words for `ne`.
    pub fn tail(n: &Numerics, order: Relation) -> bool {
        n.profile() == Target::A2A3 && order == Relation::Ne
    }

    /// Whether rows of `cols` bits have other places than in the rows of `dst`, or other bits are written beside them.
    fn differs(self, (rows, cols): (u32, u32), dst: &TileAt) -> bool {
        let Packing::Stream { row, group } = self else { return false };
        let (word, pitch) = (dst.ty.dtype.bits(), dst.ty.cols * dst.ty.dtype.bits());
        let apart = rows > 1 && row != u64::from(pitch);
        apart || u64::from(cols).next_multiple_of(group) != cols.next_multiple_of(word).into()
    }
}

/// The type that elements of `dtype` are compared in, and the order.
///
/// A2/A3 compares i32 for equality whatever order is asked for; only `ne` is right besides (manual page
/// and pto-isa@3186c381 include/pto/npu/a2a3/TCmp.hpp:27-31). Quirk `cmps-16-bit` is its other oddity.
pub fn compared_as(
    compare: &Compare,
    n: &Numerics,
    dtype: DType,
    order: Relation,
) -> (DType, Relation) {
    match (n.profile(), dtype.plain()) {
        (Target::A2A3, DType::I32) if order != Relation::Ne => (DType::I32, Relation::Eq),
        (Target::A2A3, DType::I16 | DType::U16) if compare.with_one && !n.is_manual() => {
            (DType::F16, order)
        }
        (_, plain) => (plain, order),
    }
}

/// Whether the two readings of quirk `cmps-16-bit` differ for a pair of elements.
fn reads_as_f16_otherwise(dtype: DType, order: Relation, a: u64, b: u64) -> bool {
    let holds = |dtype: DType| with_num!(dtype, T => order.holds(T::from_code(dtype, a), T::from_code(dtype, b)));
    holds(dtype.plain()) != holds(DType::F16)
}

impl Compare {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let src = x.tile(self.a)?;
        let (rows, cols) = src.valid;
        let asked = match x.word("cmpMode") {
            None => Relation::Eq,
            Some(word) => Relation::parse(word)
                .ok_or_else(|| Trap::new(format!("does not know the comparison `{word}`")))?,
        };
        let (dtype, order) = compared_as(self, x.numerics, src.ty.dtype, asked);
        let a = x.read(self.a)?;
        let wide = self.is_wide_tile(x.numerics, src.ty.dtype, x.arg(self.b).as_ref());
        if wide {
            x.note_quirk("cmps-wide-tile");
        }
        let with_one = self.with_one && (!wide || x.numerics.is_manual());
        let b = if with_one {
            Grid::filled(dtype, (1, 1), self.one(x, src.ty.dtype)?)
        } else {
            x.read_as(self.b, src.valid)?
        };
        let holds = |r: u32, c: u32| {
            let b = if with_one { b.at(0, 0) } else { b.at(r, c) };
            with_num!(dtype, T => order.holds(T::from_code(dtype, a.at(r, c)), T::from_code(dtype, b)))
        };
        let short = matches!(src.ty.dtype.plain(), DType::I16 | DType::U16);
        if short && self.with_one && x.numerics.profile() == Target::A2A3 {
            let odd = |&a: &u64| reads_as_f16_otherwise(src.ty.dtype, order, a, b.at(0, 0));
            if a.codes().iter().any(odd) {
                x.note_quirk("cmps-16-bit");
            }
        }
        let dst = x.tile(self.dst)?;
        if Packing::is_disputed(self, x.numerics, &src, &dst) {
            x.note_quirk("cmps-packing");
        }
        match Packing::of(self, x.numerics, &src) {
            Packing::Rows => {
                let width = dst.ty.dtype.bits();
                let tail = Packing::tail(x.numerics, order);
                let words = Grid::new(dst.ty.dtype, (rows, cols.div_ceil(width)), |r, w| {
                    (0..width).fold(0, |word, bit| {
                        let c = w * width + bit;
                        let set = if c < cols { holds(r, c) } else { tail };
                        word | u64::from(set) << bit
                    })
                });
                x.write(self.dst, &words)
            }
            Packing::Stream { row, group } => {
                let size = (u64::from(rows) * row).next_multiple_of(group) / 8;
                let have = dst.size_bytes();
                if size > have {
                    return Err(Trap::new(format!(
                        "writes {size} bytes of predicate to a tile of {have}"
                    ))
                    .at(self.dst));
                }
                let bytes = x
                    .memory
                    .bytes_mut(dst.ty.space, 0, dst.addr as i64, size)
                    .map_err(|e| e.at(self.dst))?;
                bytes.fill(0);
                for r in 0..rows {
                    for c in 0..cols {
                        let bit = u64::from(r) * row + u64::from(c);
                        set_code(bytes, DType::I1, bit, holds(r, c).into());
                    }
                }
                Ok(())
            }
        }
    }

    /// Whether the quirk `cmps-wide-tile` can show: A5 compares 64-bit integers with all of a tile.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a5/TCmps.hpp:216-219.
    pub fn is_wide_tile(&self, n: &Numerics, dtype: DType, b: Option<&Arg>) -> bool {
        let wide = dtype.bits() == 64 && matches!(b, Some(Arg::Tile(_)));
        self.with_one && wide && n.profile() == Target::A5
    }

    /// The code of the one value that everything is compared with.
    pub fn one(&self, x: &Exec<'_>, dtype: DType) -> Result<u64, Trap> {
        match x.arg(self.b) {
            Some(Arg::Tile(_)) => Ok(x.read_as(self.b, (1, 1))?.at(0, 0)),
            _ => {
                let (from, code) = x.scalar(self.b)?;
                Ok(number_code(from, code, dtype))
            }
        }
    }
}

/// The code in `to` of a number operand: the bits of the same type but for its sign, otherwise its value.
pub fn number_code(from: DType, code: u64, to: DType) -> u64 {
    let plain = |d: DType| if d.is_int() { None } else { Some(d.plain()) };
    if from.bits() == to.bits() && plain(from) == plain(to) {
        return code & super::exec::all_ones(to);
    }
    with_num!(to, T => number::<T>(from, code).to_code(to))
}

/// A selection by a predicate tile, over the valid region of `dst`: where the bit is set the element of
/// `on`, elsewhere that of `off`, bit for bit.
#[derive(Clone, Copy, Debug)]
pub struct Select {
    /// The predicate tile, packed as by [`Packing::Rows`].
    pub mask: u8,
    /// Taken where the bit is 1.
    pub on: u8,
    /// Taken where the bit is 0; a tile or a number.
    pub off: u8,
    /// The destination.
    pub dst: u8,
}

impl Select {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let dst = x.tile(self.dst)?;
        let (rows, cols) = dst.valid;
        let width = x.tile(self.mask)?.ty.dtype.bits();
        let mask = x.read_as(self.mask, (rows, cols.div_ceil(width)))?;
        let on = x.read_as(self.on, dst.valid)?;
        let off = match x.arg(self.off) {
            Some(Arg::Scalar(dtype, code)) => {
                Grid::filled(dst.ty.dtype, dst.valid, number_code(dtype, code, dst.ty.dtype))
            }
            _ => x.read_as(self.off, dst.valid)?,
        };
        let chosen = Grid::new(dst.ty.dtype, dst.valid, |r, c| {
            let word = mask.at(r, c / width);
            if word >> (c % width) & 1 == 1 { on.at(r, c) } else { off.at(r, c) }
        });
        x.write(self.dst, &chosen)
    }
}
