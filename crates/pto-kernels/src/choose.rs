//! Comparisons into packed predicates, and choices by them.

use super::context::Context;
use super::narrow::{Bf16, F16, Stored};
use super::simd::{Isa, Wide, array, widest};
use super::staged::{Bits, Stage, with_bits};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::sem::compare::{Packing, Relation, compared_as, number_code};
use pto_isa::sem::{Arg, Compare, Num, Select, TileAt};
use pto_isa::{DType, Target, TileTy};
use std::marker::PhantomData;

/// Elements that are compared at a time.
const LANES: usize = 32;

/// Compares, unless that is for the definition.
pub(super) fn compare(op: &Compare, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (src, dst) = (cx.tile_ref(op.a)?, cx.tile_ref(op.dst)?);
    let asked = cx.word("cmpMode").map_or(Some(Relation::Eq), Relation::parse)?;
    let dtype = src.ty.dtype;
    // Only the elements tell whether the quirk of these shows.
    let short = matches!(dtype.plain(), DType::I16 | DType::U16);
    if short && op.with_one && cx.numerics.profile() == Target::A2A3 {
        return None;
    }
    if op.is_wide_tile(cx.numerics, dtype, cx.arg(op.b)) {
        return None;
    }
    let (compared, order) = compared_as(op, cx.numerics, dtype, asked);
    let places = Places::of(op, cx, src, dst, order)?;
    let to = StridedRect::of_tile(memory, &places.tile, (0, 0), places.tile.valid)?;
    let mut bits = Stage::<u8>::new(places.bytes);
    bits.fill(0);
    let work = Work { op, cx, dtype, compared, order, places: &places };
    match compared {
        DType::F32 => work.pack::<f32, f32>(memory, &mut bits, |list| list)?,
        DType::F16 => work.pack::<u16, f32>(memory, &mut bits, widened::<F16>)?,
        DType::Bf16 => work.pack::<u16, f32>(memory, &mut bits, widened::<Bf16>)?,
        DType::I8 => work.pack(memory, &mut bits, |l: Stage<i8>| each(&l, i32::from))?,
        DType::U8 => work.pack(memory, &mut bits, |l: Stage<u8>| each(&l, i32::from))?,
        DType::I16 => work.pack(memory, &mut bits, |l: Stage<i16>| each(&l, i32::from))?,
        DType::U16 => work.pack(memory, &mut bits, |l: Stage<u16>| each(&l, i32::from))?,
        DType::I32 => work.pack::<i32, i32>(memory, &mut bits, |list| list)?,
        DType::U32 => work.pack(memory, &mut bits, |l: Stage<u32>| each(&l, i64::from))?,
        DType::I64 => work.pack::<i64, i64>(memory, &mut bits, |list| list)?,
        // The order of unsigned numbers is that of signed ones with the top bit inverted.
        DType::U64 => {
            work.pack(memory, &mut bits, |l: Stage<u64>| each(&l, |x| (x ^ 1 << 63) as i64))?
        }
        _ => return None,
    }
    if Packing::is_disputed(op, cx.numerics, src, dst) {
        cx.look(memory, |x| x.note_quirk("cmps-packing"));
    }
    with_bits!(places.tile.ty.dtype.bits(), W => {
        let mut words = Stage::<W>::new(to.rows.count * to.cols.count);
        for (word, bytes) in words.iter_mut().zip(bits.as_chunks().0) {
            *word = W::from_le_bytes(*bytes);
        }
        words.put(&to);
        Some(())
    })
}

/// Where the bits go.
struct Places {
    /// The words that are written, as a tile.
    tile: TileAt,
    /// Bytes from a row of bits to the next.
    pitch: usize,
    /// Bytes of all bits.
    bytes: usize,
    /// What the bits past the last column of each row are, if rows end with a word.
    tail: bool,
}

impl Places {
    /// Nothing if rows do not begin with a byte, or the bits do not fit.
    fn of(
        op: &Compare,
        cx: &Context<'_>,
        src: &TileAt,
        dst: &TileAt,
        order: Relation,
    ) -> Option<Places> {
        let (rows, cols) = src.valid;
        match Packing::of(op, cx.numerics, src) {
            Packing::Rows => {
                let width = dst.ty.dtype.bits();
                let words = cols.div_ceil(width);
                let pitch = (words * width / 8) as usize;
                let tile = TileAt { valid: (rows, words), ..*dst };
                let tail = Packing::tail(cx.numerics, order);
                Some(Places { tile, pitch, bytes: rows as usize * pitch, tail })
            }
            Packing::Stream { row, group } => {
                let bytes = (u64::from(rows) * row).next_multiple_of(group) / 8;
                if !row.is_multiple_of(8) || bytes > dst.size_bytes() {
                    return None;
                }
                let count = u32::try_from(bytes).ok()?;
                let ty = TileTy { space: dst.ty.space, ..TileTy::vec(DType::U8, 1, count) };
                let tile = TileAt::new(ty, (1, count), dst.addr);
                Some(Places { tile, pitch: row as usize / 8, bytes: bytes as usize, tail: false })
            }
        }
    }
}

/// The elements of a list in a type that has loops.
fn each<T: Bits, N: Bits>(list: &[T], widen: impl Fn(T) -> N) -> Stage<N> {
    let mut wide = Stage::new(list.len());
    wide.iter_mut().zip(list).for_each(|(wide, x)| *wide = widen(*x));
    wide
}

/// 16-bit floats as numbers.
fn widened<S: Stored<Bits = u16, Wide = f32>>(list: Stage<u16>) -> Stage<f32> {
    struct Widening<'a, S: Stored>(&'a [S::Bits], &'a mut [S::Wide]);
    impl<S: Stored> Wide for Widening<'_, S> {
        type Out = ();
        #[inline(always)]
        fn run<I: Isa>(self) {
            S::widen::<I>(self.0, self.1);
        }
    }
    let mut wide = Stage::new(list.len());
    widest(Widening::<S>(&list, &mut wide));
    wide
}

/// A comparison whose bits are wanted.
struct Work<'a> {
    op: &'a Compare,
    cx: &'a Context<'a>,
    dtype: DType,
    /// The type that elements are compared as.
    compared: DType,
    order: Relation,
    places: &'a Places,
}

impl Work<'_> {
    /// Packs the bits of elements that are stored as `T` and compared as `N`.
    fn pack<T: Bits + Num, N: Bits + Num>(
        &self,
        memory: &mut CoreMemory<'_>,
        bits: &mut [u8],
        widen: impl Fn(Stage<T>) -> Stage<N>,
    ) -> Option<()> {
        let Work { op, cx, order, .. } = *self;
        let src = cx.tile_ref(op.a)?;
        let (rows, cols) = (src.valid.0 as usize, src.valid.1 as usize);
        let a = widen(Stage::of_tile(memory, src, src.valid)?);
        let b = match op.with_one {
            true => {
                let code = cx.look(memory, |x| op.one(x, self.dtype)).ok()?;
                widen(Stage::of_code(self.compared, code)?)
            }
            false => {
                let other = cx.tile_ref(op.b)?;
                if rows > other.valid.0 as usize || cols > other.valid.1 as usize {
                    return None;
                }
                widen(Stage::of_tile(memory, other, src.valid)?)
            }
        };
        let (one, b) = (b[0], (!op.with_one).then_some(&b[..]));
        let all = Rows { a: &a, b, one, cols, pitch: self.places.pitch, bits: &mut *bits };
        match order {
            Relation::Eq | Relation::Ne => widest(Packed::<N, Equal>(all, false, PhantomData)),
            Relation::Lt | Relation::Gt => {
                widest(Packed::<N, Less>(all, order == Relation::Gt, PhantomData))
            }
            Relation::Le | Relation::Ge => {
                widest(Packed::<N, AtMost>(all, order == Relation::Ge, PhantomData))
            }
        }
        // A stream is padded with zero bits after its last row.
        let end = (rows * self.places.pitch).min(bits.len());
        finish(&mut bits[..end], cols, self.places, order == Relation::Ne);
        Some(())
    }
}

/// Inverts the bits of all columns, and sets those past them to the tail.
fn finish(bits: &mut [u8], cols: usize, places: &Places, invert: bool) {
    if !invert && !places.tail {
        return;
    }
    for row in bits.chunks_mut(places.pitch.max(1)) {
        for (i, byte) in row.iter_mut().enumerate() {
            let inside = match cols.saturating_sub(8 * i) {
                0 => 0,
                n if n < 8 => (1 << n) - 1,
                _ => 0xFF,
            };
            *byte ^= if invert { inside } else { 0 };
            *byte |= if places.tail { !inside } else { 0 };
        }
    }
}

/// Rows of elements and of their bits.
struct Rows<'a, N> {
    a: &'a [N],
    /// Compared with element by element; else `one` is.
    b: Option<&'a [N]>,
    one: N,
    cols: usize,
    /// Bytes from a row of bits to the next.
    pitch: usize,
    bits: &'a mut [u8],
}

/// A comparison that has loops; the others are those of exchanged operands, or their opposites.
trait Order {
    const RELATION: Relation;
}
enum Equal {}
enum Less {}
enum AtMost {}
impl Order for Equal {
    const RELATION: Relation = Relation::Eq;
}
impl Order for Less {
    const RELATION: Relation = Relation::Lt;
}
impl Order for AtMost {
    const RELATION: Relation = Relation::Le;
}

/// The loop over rows; operands are exchanged if the flag says so.
struct Packed<'a, N, O>(Rows<'a, N>, bool, PhantomData<O>);

impl<N: Num, O: Order> Wide for Packed<'_, N, O> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Packed(Rows { a, b, one, cols, pitch, bits }, exchanged, _) = self;
        let mut first = [one; LANES];
        let mut second = [one; LANES];
        let mut flags = [0u8; LANES];
        for (r, bits) in bits.chunks_mut(pitch.max(1)).enumerate() {
            if (r + 1) * cols > a.len() {
                break;
            }
            let row = r * cols..(r + 1) * cols;
            let lists = a[row.clone()].chunks(LANES).enumerate();
            for ((i, a), bits) in lists.zip(bits.chunks_mut(LANES / 8)) {
                first[..a.len()].copy_from_slice(a);
                if let Some(b) = b {
                    let b = &b[row.clone()][i * LANES..][..a.len()];
                    second[..a.len()].copy_from_slice(b);
                }
                let (x, y) = if exchanged { (&second, &first) } else { (&first, &second) };
                for ((flag, x), y) in flags.iter_mut().zip(x).zip(y) {
                    *flag = u8::from(O::RELATION.holds(*x, *y));
                }
                // What is left of an earlier list does not count.
                flags[a.len()..].fill(0);
                for (byte, eight) in bits.iter_mut().zip(flags.as_chunks::<8>().0) {
                    // Bit 0 of byte i arrives at bit 56 + i; no two products meet there.
                    *byte = (u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56)
                        as u8;
                }
            }
        }
    }
}

/// Chooses, unless that is for the definition.
pub(super) fn select(op: &Select, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let (dst, mask, on) = (cx.tile_ref(op.dst)?, cx.tile_ref(op.mask)?, cx.tile_ref(op.on)?);
    let (rows, cols) = dst.valid;
    let width = mask.ty.dtype.bits();
    let words = (rows, cols.div_ceil(width));
    let has = |t: &TileAt, shape: (u32, u32)| shape.0 <= t.valid.0 && shape.1 <= t.valid.1;
    if !has(mask, words) || !has(on, dst.valid) || width < 8 {
        return None;
    }
    let bits: Stage<u8> = with_bits!(width, W => {
        let words = Stage::<W>::of_tile(memory, mask, words)?;
        let mut bytes = Stage::new(words.len() * size_of::<W>());
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words.iter()) {
            *bytes = word.to_le_bytes();
        }
        Some(bytes)
    })?;
    let pitch = (words.1 * width / 8) as usize;
    with_bits!(dst.ty.dtype.bits(), T => {
        let mut on = Stage::<T>::of_tile(memory, on, dst.valid)?;
        let off = match cx.arg(op.off)? {
            Arg::Scalar(from, code) => Err(number_code(*from, *code, dst.ty.dtype) as T),
            Arg::Tile(t) if has(t, dst.valid) => Ok(Stage::<T>::of_tile(memory, t, dst.valid)?),
            _ => return None,
        };
        let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
        let cols = cols as usize;
        match &off {
            Ok(off) => widest(Chosen { on: &mut on, off: Some(off), one: 0, bits: &bits, pitch, cols }),
            Err(one) => widest(Chosen { on: &mut on, off: None, one: *one, bits: &bits, pitch, cols }),
        }
        on.put(&to);
        Some(())
    })
}

/// Elements that stay where their bit is set, and become others where it is not.
struct Chosen<'a, T> {
    on: &'a mut [T],
    /// The others; else `one` is.
    off: Option<&'a [T]>,
    one: T,
    bits: &'a [u8],
    pitch: usize,
    cols: usize,
}

impl<T: Bits + Num> Wide for Chosen<'_, T> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Chosen { on, off, one, bits, pitch, cols } = self;
        let constant = [one; 8];
        for (r, row) in on.chunks_mut(cols).enumerate() {
            let bits = &bits[r * pitch..];
            let off = off.map(|off| &off[r * cols..][..cols]);
            let (whole, rest) = row.as_chunks_mut::<8>();
            let start = whole.len();
            for (i, on) in whole.iter_mut().enumerate() {
                let off = match off {
                    Some(off) => off.as_chunks::<8>().0[i],
                    None => constant,
                };
                let byte = u64::from(bits[i]);
                let mask: [T; 8] = array(|k| spread(byte >> k & 1));
                for ((on, off), mask) in on.iter_mut().zip(off).zip(mask) {
                    *on = on.and(mask).or(off.and(mask.not()));
                }
            }
            for (k, on) in rest.iter_mut().enumerate() {
                if bits[start] >> k & 1 == 0 {
                    *on = off.map_or(one, |off| off[start * 8 + k]);
                }
            }
        }
    }
}

/// All bits set for 1, none for 0.
#[inline(always)]
fn spread<T: Num>(bit: u64) -> T {
    T::from_code(DType::I64, bit.wrapping_neg())
}
