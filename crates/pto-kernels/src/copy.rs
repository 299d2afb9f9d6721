//! Copying and filling rectangles of elements, whatever their layouts.

use super::simd::{Isa, Wide, widest};
#[cfg(target_arch = "x86_64")]
use super::simd::{VectorLevel, level};
use super::strided::{Block, Blocks, StridedRect};

/// Copies every element of `to` from the same row and column of `from`. They must be of one element size and
/// must not meet, and `from` must have the rows and columns of `to`.
#[allow(unsafe_code)]
#[inline(never)]
pub(super) fn copy(from: &StridedRect, to: &StridedRect) {
    assert!(from.size == to.size && !from.meets(to));
    // SAFETY: the planes do not meet.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if level() >= VectorLevel::Avx2 {
            return copy_planes_avx2(from, to);
        }
        copy_planes(from, to);
    }
}

/// # Safety
/// The planes do not meet.
#[allow(unsafe_code)]
#[inline(never)]
unsafe fn copy_planes(from: &StridedRect, to: &StridedRect) {
    for (shape, a, b) in Blocks::of(from, to) {
        // SAFETY: a plane's elements are inside its memory, blocks have elements of their plane only, and the planes do not
        // meet.
        unsafe { copy_sized(to.size, shape, a, b) };
    }
}

/// [`copy_planes`] in larger registers.
///
/// # Safety
/// As for [`copy_planes`], and the machine has AVX2.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[target_feature(enable = "avx2")]
unsafe fn copy_planes_avx2(from: &StridedRect, to: &StridedRect) {
    if let (Some(a), Some(b)) = (from.whole(), to.whole()) {
        // SAFETY: as in `copy_planes`.
        return unsafe { copy_avx2(to.size, (to.rows.count, to.cols.count), a, b) };
    }
    for (shape, a, b) in Blocks::of(from, to) {
        let one = to.size as isize;
        // SAFETY: as in `copy_planes`.
        unsafe {
            // The rows of a box: a call for each box would cost as much as the copy.
            match (a.col == one && b.col == one, shape.1 * to.size) {
                (true, 32) => copy_lines::<32>(shape.0, a, b),
                (true, 64) => copy_lines::<64>(shape.0, a, b),
                _ => copy_avx2(to.size, shape, a, b),
            }
        }
    }
}

/// Copies as [`copy`] does and past the caches: it is for what is not read again before it would have left them.
/// Answers `false` and does nothing if rows are not in one piece or short.
pub(super) fn stream(from: &StridedRect, to: &StridedRect) -> bool {
    assert!(from.size == to.size && !from.meets(to));
    #[cfg(target_arch = "x86_64")]
    if let (Some(a), Some(b)) = (from.whole(), to.whole())
        && level() >= VectorLevel::Avx2
    {
        let (one, mut rows, mut bytes) = (to.size as isize, to.rows.count, to.cols.count * to.size);
        if a.row == bytes as isize && b.row == bytes as isize {
            (rows, bytes) = (1, rows * bytes);
        }
        if a.col == one && b.col == one && bytes >= 4 * LINE {
            // SAFETY: the machine has AVX2, and rows have `bytes` bytes inside their planes, which do not meet.
            #[allow(unsafe_code)]
            unsafe {
                stream_rows(rows, bytes, a, b);
            }
            return true;
        }
    }
    false
}

/// Bytes of a line of the caches.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// # Safety
/// The machine has AVX2. Row `r` of a block starts at `r * row` and has `bytes` bytes, at least a line, all inside their
/// memories; no byte belongs to both.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[target_feature(enable = "avx2")]
unsafe fn stream_rows(rows: usize, bytes: usize, a: Block, b: Block) {
    use std::arch::x86_64::{_mm_sfence, _mm256_loadu_si256, _mm256_stream_si256};
    for r in 0..rows as isize {
        let (from, to) = (a.start.wrapping_offset(r * a.row), b.start.wrapping_offset(r * b.row));
        let head = to.addr().next_multiple_of(LINE) - to.addr();
        let end = head + (bytes - head) / LINE * LINE;
        // SAFETY: all is inside the row; whole lines are aligned in `b`.
        unsafe {
            // Most rows begin and end with a line.
            if head != 0 {
                std::ptr::copy_nonoverlapping(from, to, head);
            }
            for line in (head..end).step_by(LINE) {
                let half = [line, line + LINE / 2];
                let [low, high] = half.map(|at| _mm256_loadu_si256(from.add(at).cast()));
                _mm256_stream_si256(to.add(half[0]).cast(), low);
                _mm256_stream_si256(to.add(half[1]).cast(), high);
            }
            if end != bytes {
                std::ptr::copy_nonoverlapping(from.add(end), to.add(end), bytes - end);
            }
        }
    }
    // Such writes are ordered with no others: whoever synchronises with this thread must see them.
    _mm_sfence();
}

/// Copies the elements of a block, which have `size` bytes.
///
/// # Safety
/// All elements of the blocks are inside their memories; no byte belongs to both.
#[allow(unsafe_code)]
#[inline(always)]
pub(super) unsafe fn copy_part(size: usize, shape: (usize, usize), a: Block, b: Block) {
    // SAFETY: the caller promises it.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        if level() >= VectorLevel::Avx2 {
            return copy_avx2(size, shape, a, b);
        }
        copy_sized(size, shape, a, b);
    }
}

/// [`copy_sized`] in larger registers.
///
/// # Safety
/// As for [`copy_part`], and the machine has AVX2.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(never)]
#[target_feature(enable = "avx2")]
unsafe fn copy_avx2(size: usize, shape: (usize, usize), a: Block, b: Block) {
    // SAFETY: the caller promises it.
    unsafe { copy_sized(size, shape, a, b) }
}

/// # Safety
/// As for [`copy_block`].
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_sized(size: usize, shape: (usize, usize), a: Block, b: Block) {
    // SAFETY: the caller promises it.
    unsafe {
        match size {
            1 => copy_block::<1>(shape, a, b),
            2 => copy_block::<2>(shape, a, b),
            4 => copy_block::<4>(shape, a, b),
            _ => copy_block::<8>(shape, a, b),
        }
    }
}

/// # Safety
/// All elements of the blocks are inside their memories; no byte belongs to both.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_block<const N: usize>((rows, cols): (usize, usize), a: Block, b: Block) {
    let one = N as isize;
    // SAFETY: the caller promises it; rows and columns may change places.
    unsafe {
        if cols == 1 || (a.col == one && b.col == one) {
            copy_rows(rows, cols * N, a, b);
        } else if rows == 1 || (a.row == one && b.row == one) {
            copy_rows(cols, rows * N, a.transposed(), b.transposed());
        } else if a.col == one && b.row == one {
            copy_transposed::<N>((rows, cols), a, b);
        } else if a.row == one && b.col == one {
            copy_transposed::<N>((cols, rows), a.transposed(), b.transposed());
        } else {
            copy_scattered::<N>((rows, cols), a, b);
        }
    }
}

/// Rows without gaps between their elements.
///
/// # Safety
/// As for [`copy_block`], with rows of `bytes` bytes.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_rows(rows: usize, bytes: usize, a: Block, b: Block) {
    // SAFETY: row `r` starts at `r * row` and has `bytes` bytes, which the caller promises to be inside.
    unsafe {
        if a.row == bytes as isize && b.row == bytes as isize {
            copy_bytes(a.start, b.start, rows * bytes);
        } else if bytes == 32 {
            copy_lines::<32>(rows, a, b);
        } else if (65..=128).contains(&bytes) {
            // Without a loop in the loop.
            for r in 0..rows as isize {
                ends::<64>(a.start.offset(r * a.row), b.start.offset(r * b.row), bytes);
            }
        } else {
            for r in 0..rows as isize {
                let (from, to) = (a.start.offset(r * a.row), b.start.offset(r * b.row));
                copy_bytes(from, to, bytes);
            }
        }
    }
}

/// Rows of as many bytes as the rows of boxes have, for which even a test would cost as much as the copy.
///
/// # Safety
/// As for [`copy_rows`], with rows of `BYTES` bytes.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_lines<const BYTES: usize>(rows: usize, a: Block, b: Block) {
    for r in 0..rows as isize {
        // SAFETY: the caller promises it.
        unsafe {
            let row = a.start.offset(r * a.row).cast::<[u8; BYTES]>().read_unaligned();
            b.start.offset(r * b.row).cast::<[u8; BYTES]>().write_unaligned(row);
        }
    }
}

/// Copies bytes. A call of the C library for each row would cost as much as short rows take, and for large
/// pieces it may use `rep movsb`, which takes twice as long for data that is in the cache.
///
/// # Safety
/// `bytes` bytes at both places are inside their memories and do not meet.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_bytes(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: every piece is inside the `bytes` bytes, which the caller promises.
    unsafe {
        if bytes < 32 {
            return copy_few(from, to, bytes);
        }
        let mut done = 0;
        if bytes >= 256 && !to.addr().is_multiple_of(32) {
            // Later pieces begin at multiples of 32: to write across the lines of the cache is slow.
            copy_32(from, to);
            done = 32 - to.addr() % 32;
        }
        while bytes - done >= 128 {
            // All of it is read before any is written: processors take a read for dependent on a write just
            // before if the last 12 bits of the addresses agree.
            let four = from.add(done).cast::<[[u8; 32]; 4]>().read_unaligned();
            to.add(done).cast::<[[u8; 32]; 4]>().write_unaligned(four);
            done += 128;
        }
        while bytes - done >= 32 {
            copy_32(from.add(done), to.add(done));
            done += 32;
        }
        if done < bytes {
            // Begins inside what is done.
            copy_32(from.add(bytes - 32), to.add(bytes - 32));
        }
    }
}

/// Fewer than 32 bytes, without a call: the first and the last of them, as many as are at least half.
///
/// # Safety
/// As for [`copy_bytes`].
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_few(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: the caller promises it.
    unsafe {
        match bytes {
            16.. => ends::<16>(from, to, bytes),
            8.. => ends::<8>(from, to, bytes),
            4.. => ends::<4>(from, to, bytes),
            2.. => ends::<2>(from, to, bytes),
            1 => *to = *from,
            0 => {}
        }
    }
}

/// The first and the last `N` bytes of several.
///
/// # Safety
/// As for [`copy_bytes`], and there are at least `N`.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn ends<const N: usize>(from: *const u8, to: *mut u8, bytes: usize) {
    // SAFETY: both ends are inside, as promised.
    unsafe {
        let first = from.cast::<[u8; N]>().read_unaligned();
        let last = from.add(bytes - N).cast::<[u8; N]>().read_unaligned();
        to.cast::<[u8; N]>().write_unaligned(first);
        to.add(bytes - N).cast::<[u8; N]>().write_unaligned(last);
    }
}

/// # Safety
/// 32 bytes at both places are inside their memories and do not meet.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_32(from: *const u8, to: *mut u8) {
    // SAFETY: the caller promises it.
    unsafe { to.cast::<[u8; 32]>().write_unaligned(from.cast::<[u8; 32]>().read_unaligned()) }
}

/// Rows become columns: neighbours in `a` are in a row, neighbours in `b` in a column.
///
/// # Safety
/// As for [`copy_block`].
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn copy_transposed<const N: usize>((rows, cols): (usize, usize), a: Block, b: Block) {
    let side = if cfg!(target_arch = "x86_64") { 16 / N } else { usize::MAX };
    let (whole_rows, whole_cols) = (rows - rows % side, cols - cols % side);
    let part = |x: Block, r: usize, c: usize| Block {
        start: x.start.wrapping_offset(r as isize * x.row + c as isize * x.col),
        ..x
    };
    // SAFETY: all parts are inside the blocks.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        for r in (0..whole_rows).step_by(side) {
            for c in (0..whole_cols).step_by(side) {
                super::transpose::square::<N>(part(a, r, c), part(b, r, c));
            }
        }
        let right = (whole_rows, cols - whole_cols);
        copy_scattered::<N>(right, part(a, 0, whole_cols), part(b, 0, whole_cols));
        let below = (rows - whole_rows, cols);
        copy_scattered::<N>(below, part(a, whole_rows, 0), part(b, whole_rows, 0));
    }
}

/// Elements one by one, in squares that stay in the cache on both sides.
///
/// # Safety
/// As for [`copy_block`].
#[allow(unsafe_code)]
#[inline(never)]
unsafe fn copy_scattered<const N: usize>((rows, cols): (usize, usize), a: Block, b: Block) {
    const SIDE: usize = 16;
    for r0 in (0..rows).step_by(SIDE) {
        for c0 in (0..cols).step_by(SIDE) {
            for r in r0..rows.min(r0 + SIDE) {
                for c in c0..cols.min(c0 + SIDE) {
                    let at =
                        |x: Block| x.start.wrapping_offset(r as isize * x.row + c as isize * x.col);
                    // SAFETY: row and column are inside, as the caller promises.
                    unsafe {
                        let element = at(a).cast::<[u8; N]>().read_unaligned();
                        at(b).cast::<[u8; N]>().write_unaligned(element);
                    }
                }
            }
        }
    }
}

/// Gives every element the same code.
#[inline(never)]
pub(super) fn fill(to: &StridedRect, code: u64) {
    widest(Filled(to, code));
}

/// A rectangle and the code that all its elements get.
struct Filled<'a>(&'a StridedRect, u64);

impl Wide for Filled<'_> {
    type Out = ();
    #[inline(always)]
    #[allow(unsafe_code)]
    fn run<I: Isa>(self) {
        let Filled(to, code) = self;
        let one = to.size as isize;
        // The bytes of as many elements as a block has.
        let eight = match to.size {
            1 => (code & 0xFF) * 0x0101_0101_0101_0101,
            2 => (code & 0xFFFF) * 0x0001_0001_0001_0001,
            4 => (code & 0xFFFF_FFFF) * 0x0000_0001_0000_0001,
            _ => code,
        };
        let mut block = [0; BLOCK];
        for bytes in block.as_chunks_mut().0 {
            *bytes = eight.to_le_bytes();
        }
        for ((rows, cols), _, b) in Blocks::of(to, to) {
            let (rows, cols, b) =
                if b.row == one { (cols, rows, b.transposed()) } else { (rows, cols, b) };
            let (mut rows, mut bytes) = (rows, cols * to.size);
            let neighbours = b.col == one || cols == 1;
            if neighbours && b.row == bytes as isize {
                (rows, bytes) = (1, rows * bytes);
            }
            for r in 0..rows as isize {
                let row = b.start.wrapping_offset(r * b.row);
                // SAFETY: the elements of a block are inside the plane's memory.
                unsafe {
                    if neighbours {
                        fill_bytes(row, bytes, &block);
                        continue;
                    }
                    for c in 0..cols as isize {
                        let element = row.offset(c * b.col);
                        std::ptr::copy_nonoverlapping(block.as_ptr(), element, to.size);
                    }
                }
            }
        }
    }
}

/// Bytes that are written at once.
const BLOCK: usize = 32;

/// Repeats a block over bytes, which begin as it does.
///
/// # Safety
/// There are that many bytes from the place on. They are elements whose size divides that of the block.
#[allow(unsafe_code)]
#[inline(always)]
unsafe fn fill_bytes(to: *mut u8, bytes: usize, block: &[u8; BLOCK]) {
    // SAFETY: the caller promises it; the last block ends with the last byte, and begins with an element, as bytes and block are
    // whole elements.
    unsafe {
        if bytes < BLOCK {
            return copy_few(block.as_ptr(), to, bytes);
        }
        for at in (0..bytes - BLOCK).step_by(BLOCK) {
            to.add(at).cast::<[u8; BLOCK]>().write_unaligned(*block);
        }
        to.add(bytes - BLOCK).cast::<[u8; BLOCK]>().write_unaligned(*block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_past_the_caches_is_the_same() {
        for (rows, cols, long) in
            [(1, 48, false), (5, 300, true), (3, 64, true), (2, 129, true), (3, 63, true)]
        {
            let mut source: Vec<u32> = (0..rows * cols).map(|i| i as u32 * 7 + 1).collect();
            let from = StridedRect::of_slice(&mut source, rows, cols).unwrap();
            for skip in [0, 1, 5, 15] {
                let mut room = vec![0u32; rows * cols + 32];
                let to = StridedRect::of_slice(&mut room[skip..], rows, cols).unwrap();
                let done = stream(&from, &to);
                assert!(long || !done);
                #[cfg(target_arch = "x86_64")]
                assert!(done == long || level() < VectorLevel::Avx2);
                if !done {
                    copy(&from, &to);
                }
                assert_eq!(room[skip..][..rows * cols], source);
                assert!(room[..skip].iter().chain(&room[skip + rows * cols..]).all(|&x| x == 0));
            }
        }
    }
}
