//! Comparisons into packed predicates, and choices by them.
#![allow(unsafe_code)]

use super::context::Context;
use super::narrow::{Bf16, F16, Same, Stored};
use super::simd::{Isa, Wide, widest};
use super::staged::{Bits, Results, Stage, View, with_bits};
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
        DType::F32 => work.pack::<Same<f32>>(memory, &mut bits)?,
        DType::F16 => work.pack::<F16>(memory, &mut bits)?,
        DType::Bf16 => work.pack::<Bf16>(memory, &mut bits)?,
        DType::I8 => work.pack::<Same<i8>>(memory, &mut bits)?,
        DType::U8 => work.pack::<Same<u8>>(memory, &mut bits)?,
        DType::I16 => work.pack::<Same<i16>>(memory, &mut bits)?,
        DType::U16 => work.pack::<Same<u16>>(memory, &mut bits)?,
        DType::I32 => work.pack::<Same<i32>>(memory, &mut bits)?,
        DType::U32 => work.pack::<Same<u32>>(memory, &mut bits)?,
        DType::I64 => work.pack::<Same<i64>>(memory, &mut bits)?,
        DType::U64 => work.pack::<Same<u64>>(memory, &mut bits)?,
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
    /// Packs the bits of elements that are stored as `S`.
    fn pack<S: Stored<Bits: Bits>>(
        &self,
        memory: &mut CoreMemory<'_>,
        bits: &mut [u8],
    ) -> Option<()> {
        let Work { op, cx, order, .. } = *self;
        let src = cx.tile_ref(op.a)?;
        let (rows, cols) = (src.valid.0 as usize, src.valid.1 as usize);
        // SAFETY: nothing is written but lists.
        let a = unsafe { View::<S::Bits>::of_tile(memory, src, src.valid)? };
        let (one, b) = match op.with_one {
            true => {
                let code = cx.look(memory, |x| op.one(x, self.dtype)).ok()?;
                let dtype = if S::Wide::IS_FLOAT { self.compared } else { DType::I64 };
                (S::Wide::from_code(dtype, code), None)
            }
            false => {
                let other = cx.tile_ref(op.b)?;
                if rows > other.valid.0 as usize || cols > other.valid.1 as usize {
                    return None;
                }
                // SAFETY: as above.
                let other = unsafe { View::<S::Bits>::of_tile(memory, other, src.valid)? };
                (S::Wide::ZERO, Some(other))
            }
        };
        let b = b.as_deref();
        let all = Rows::<S> { a: &a, b, one, cols, pitch: self.places.pitch, bits: &mut *bits };
        match order {
            Relation::Eq | Relation::Ne => widest(Packed::<S, Equal>(all, false, PhantomData)),
            Relation::Lt | Relation::Gt => {
                widest(Packed::<S, Less>(all, order == Relation::Gt, PhantomData))
            }
            Relation::Le | Relation::Ge => {
                widest(Packed::<S, AtMost>(all, order == Relation::Ge, PhantomData))
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
struct Rows<'a, S: Stored> {
    a: &'a [S::Bits],
    /// Compared with element by element; else `one` is.
    b: Option<&'a [S::Bits]>,
    one: S::Wide,
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
struct Packed<'a, S: Stored, O>(Rows<'a, S>, bool, PhantomData<O>);

impl<S: Stored, O: Order> Packed<'_, S, O> {
    /// The bits of 32 elements.
    #[inline(always)]
    fn bits<I: Isa>(&self, a: &[S::Bits; LANES], b: Option<&[S::Bits; LANES]>) -> [u8; LANES / 8] {
        let (mut first, mut second) = ([self.0.one; LANES], [self.0.one; LANES]);
        S::widen::<I>(a, &mut first);
        if let Some(b) = b {
            S::widen::<I>(b, &mut second);
        }
        let mut flags = [0u8; LANES];
        if self.1 {
            (first, second) = (second, first);
        }
        for (i, flag) in flags.iter_mut().enumerate() {
            *flag = O::RELATION.holds(first[i], second[i]).into();
        }
        I::pack_flags(&flags).to_le_bytes()
    }
}

/// The first elements of a list, with others of any value after the last.
#[inline(always)]
fn padded<T: Bits>(rest: &[T]) -> [T; LANES] {
    let mut list = [T::default(); LANES];
    for (to, &x) in list.iter_mut().zip(rest) {
        *to = x;
    }
    list
}

impl<S: Stored<Bits: Bits>, O: Order> Wide for Packed<'_, S, O> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(mut self) {
        let (cols, pitch) = (self.0.cols, self.0.pitch.max(1));
        let all = std::mem::take(&mut self.0.bits);
        for (r, bits) in all.chunks_mut(pitch).enumerate() {
            let Some(a) = self.0.a.get(r * cols..(r + 1) * cols) else { break };
            let (lists, rest) = a.as_chunks::<LANES>();
            let b = self.0.b.map(|b| b[r * cols..][..cols].as_chunks::<LANES>());
            let mut words = bits.chunks_mut(LANES / 8);
            let mut put = |packed: [u8; LANES / 8]| match words.next() {
                // A word that the row has as a whole is written at once.
                Some(word) if word.len() == packed.len() => word.copy_from_slice(&packed),
                Some(word) => word.copy_from_slice(&packed[..word.len()]),
                None => {}
            };
            for (i, a) in lists.iter().enumerate() {
                put(self.bits::<I>(a, b.map(|b| &b.0[i])));
            }
            if !rest.is_empty() {
                let b = b.map(|b| padded(b.1));
                let packed = u32::from_le_bytes(self.bits::<I>(&padded(rest), b.as_ref()));
                // Bits past the last column are zero.
                put((packed & ((1 << rest.len()) - 1)).to_le_bytes());
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
        // SAFETY: nothing is written but a list.
        let words = unsafe { View::<W>::of_tile(memory, mask, words)? };
        let mut bytes = Stage::new(words.len() * size_of::<W>());
        for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words.iter()) {
            *bytes = word.to_le_bytes();
        }
        Some(bytes)
    })?;
    let pitch = (words.1 * width / 8) as usize;
    with_bits!(dst.ty.dtype.bits(), T => {
        let on = StridedRect::of_tile(memory, on, (0, 0), dst.valid)?;
        let (off, one) = match cx.arg(op.off)? {
            Arg::Scalar(from, code) => (None, number_code(*from, *code, dst.ty.dtype) as T),
            Arg::Tile(t) if has(t, dst.valid) => {
                (Some(StridedRect::of_tile(memory, t, (0, 0), dst.valid)?), 0)
            }
            _ => return None,
        };
        let to = StridedRect::of_tile(memory, dst, (0, 0), dst.valid)?;
        // Elements that are chosen where they are need not move.
        let in_place = to.is(&on) && to.dense().is_some() && off.is_none_or(|off| !off.meets(&to));
        // SAFETY: results that are not in a list lie apart from what is read, or are where they are read.
        let (on, off, mut results) = unsafe {
            let others = if in_place { &[][..] } else { &[&on, off.as_ref().unwrap_or(&on)] };
            let results = Results::<T>::of(&to, others)?;
            let view = |of: &StridedRect| View::<T>::of(of);
            let off = match &off {
                Some(off) => Some(view(off)?),
                None => None,
            };
            (if in_place { None } else { Some(view(&on)?) }, off, results)
        };
        let (on, off, cols) = (on.as_deref(), off.as_deref(), cols as usize);
        widest(Chosen { on, off, one, bits: &bits, pitch, cols, results: &mut results });
        results.finish(&to);
        Some(())
    })
}

/// Elements of one list where their bit is set, and of another where it is not.
struct Chosen<'a, T> {
    /// The first list; else it is where the results go.
    on: Option<&'a [T]>,
    /// The others; else `one` is.
    off: Option<&'a [T]>,
    one: T,
    bits: &'a [u8],
    pitch: usize,
    cols: usize,
    results: &'a mut [T],
}

impl<T: Bits + Num> Wide for Chosen<'_, T> {
    type Out = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Chosen { on, off, one, bits, pitch, cols, results } = self;
        let constant = [one; LANES];
        let whole = cols / LANES;
        for (r, results) in results.chunks_mut(cols).enumerate() {
            let bits = &bits[r * pitch..];
            let [on, off] = [on, off].map(|list| list.map(|list| &list[r * cols..][..cols]));
            let to = results.as_mut_ptr();
            // One loop for all kinds of operands: a number is a list that is read again and again.
            let on_at = on.map_or(to.cast_const(), <[T]>::as_ptr);
            let (off_at, next) = off.map_or((constant.as_ptr(), 0), |off| (off.as_ptr(), LANES));
            for (i, word) in bits.as_chunks().0.iter().take(whole).enumerate() {
                // SAFETY: the row has whole lists of elements from here on, or they are those of the number. They are read before the
                // results are written, which may be in the place of those that are chosen.
                unsafe {
                    let on = on_at.add(i * LANES).cast::<[T; LANES]>().read();
                    let off = off_at.add(i * next).cast::<[T; LANES]>().read();
                    to.add(i * LANES).cast::<[T; LANES]>().write(chosen::<I, T>(&on, &off, *word));
                }
            }
            let at = whole * LANES;
            if at < cols {
                let rest = &mut results[at..];
                let off = off.map_or(constant, |off| padded(&off[at..]));
                let on = padded(on.map_or(&*rest, |on| &on[at..]));
                let mut word = [0; LANES / 8];
                for (to, &byte) in word.iter_mut().zip(&bits[at / 8..]) {
                    *to = byte;
                }
                rest.copy_from_slice(&chosen::<I, T>(&on, &off, word)[..rest.len()]);
            }
        }
    }
}

/// Elements of the first list where their bit is set, and of the second where it is not. What differs is exchanged by a mask: of a
/// choice compilers make one between two places in memory for each element.
#[inline(always)]
fn chosen<I: Isa, T: Num>(on: &[T; LANES], off: &[T; LANES], bits: [u8; LANES / 8]) -> [T; LANES] {
    let masks = I::spread_bits(u32::from_le_bytes(bits));
    let mut chosen = *off;
    for (k, x) in chosen.iter_mut().enumerate() {
        let mask = T::from_code(DType::I64, i64::from(masks[k] as i8) as u64);
        *x = x.xor(on[k].xor(*x).and(mask));
    }
    chosen
}
