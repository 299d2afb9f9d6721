//! Rows of a tile to and from the bytes of its memory, as fast as a layout allows: runs of evenly spaced elements
//! instead of a place for each.

use super::exec::{TileAt, get_code, set_code};

/// Columns from `col` on that are evenly spaced: up to the end of a box, or all of them.
fn run_length(t: &TileAt, col: u32, cols: u32) -> u32 {
    let layout = t.ty.layout();
    if !layout.is_boxed() {
        return cols - col;
    }
    let width = layout.inner_box(t.ty.dtype, t.ty.fractal).1.max(1);
    (width - col % width).min(cols - col)
}

/// Elements from one column to the next inside a run.
fn step(t: &TileAt, row: u32, col: u32, run: u32) -> usize {
    if run < 2 {
        return 1;
    }
    ((t.bit_offset(row, col + 1) - t.bit_offset(row, col)) / u64::from(t.ty.dtype.bits())) as usize
}

/// Codes of elements of `N` bytes that follow one another, `step` elements apart.
fn widen<const N: usize>(
    bytes: &[u8],
    step: usize,
    codes: &mut [u64],
    widen: impl Fn([u8; N]) -> u64,
) {
    if step == 1 {
        for (code, element) in codes.iter_mut().zip(bytes.as_chunks::<N>().0) {
            *code = widen(*element);
        }
        return;
    }
    for (code, element) in codes.iter_mut().zip(bytes.as_chunks::<N>().0.iter().step_by(step)) {
        *code = widen(*element);
    }
}

/// The reverse of [`widen`].
fn narrow<const N: usize>(
    bytes: &mut [u8],
    step: usize,
    codes: &[u64],
    narrow: impl Fn(u64) -> [u8; N],
) {
    let elements = bytes.as_chunks_mut::<N>().0;
    if step == 1 {
        for (element, code) in elements.iter_mut().zip(codes) {
            *element = narrow(*code);
        }
        return;
    }
    for (element, code) in elements.iter_mut().step_by(step).zip(codes) {
        *element = narrow(*code);
    }
}

/// Reads a row from column 0 on, as many elements as `codes` has.
pub(super) fn read_row(bytes: &[u8], t: &TileAt, row: u32, codes: &mut [u64]) {
    let (cols, dtype) = (codes.len() as u32, t.ty.dtype);
    let mut col = 0;
    while col < cols {
        let run = run_length(t, col, cols);
        let codes = &mut codes[col as usize..][..run as usize];
        let first = t.bit_offset(row, col);
        let from = || &bytes[first as usize / 8..];
        let step = step(t, row, col, run);
        match dtype.bits() {
            8 => widen(from(), step, codes, |b: [u8; 1]| u64::from(b[0])),
            16 => widen(from(), step, codes, |b| u64::from(u16::from_le_bytes(b))),
            32 => widen(from(), step, codes, |b| u64::from(u32::from_le_bytes(b))),
            64 => widen(from(), step, codes, u64::from_le_bytes),
            _ => {
                for (i, code) in (col..).zip(codes) {
                    *code = get_code(bytes, dtype, t.bit_offset(row, i));
                }
            }
        }
        col += run;
    }
}

/// Writes a row from a column on.
pub(super) fn write_row(bytes: &mut [u8], t: &TileAt, (row, first_col): (u32, u32), codes: &[u64]) {
    let dtype = t.ty.dtype;
    let end = first_col + codes.len() as u32;
    let mut col = first_col;
    while col < end {
        let run = run_length(t, col, end);
        let codes = &codes[(col - first_col) as usize..][..run as usize];
        let step = step(t, row, col, run);
        let first = t.bit_offset(row, col) as usize / 8;
        match dtype.bits() {
            8 => narrow(&mut bytes[first..], step, codes, |c| [c as u8]),
            16 => narrow(&mut bytes[first..], step, codes, |c| (c as u16).to_le_bytes()),
            32 => narrow(&mut bytes[first..], step, codes, |c| (c as u32).to_le_bytes()),
            64 => narrow(&mut bytes[first..], step, codes, u64::to_le_bytes),
            _ => {
                for (i, code) in (col..).zip(codes) {
                    set_code(bytes, dtype, t.bit_offset(row, i), *code);
                }
            }
        }
        col += run;
    }
}
