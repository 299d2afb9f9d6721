//! Looking at tiles and numbers: tables of `tprint`, lines of `print`, single elements.
//!
//! A printed text is one entry of [`Exec::printed`], with the line breaks the program sees.

use super::compare::number_code;
use super::exec::{Arg, Exec, Outcome, TileAt, Trap, ViewAt, get_code, set_code};
use super::grid::Grid;
use super::printf::printf;
use crate::code;
use crate::dtype::DType;
use crate::format;

/// Most rows and columns that are shown whole.
const WHOLE: u32 = 16;
/// Rows and columns shown at each end of a larger region.
const EDGE: u32 = 3;
/// Most elements that are looked at.
const LIMIT: u64 = 1 << 26;

/// Prints operand 0, a tile or a view.
pub fn print_tile(x: &mut Exec<'_>) -> Outcome {
    let (width, precision) = match x.word("printFormat") {
        Some(w) if w.eq_ignore_ascii_case("width8_precision2") => (8, 2),
        Some(w) if w.eq_ignore_ascii_case("width10_precision6") => (10, 6),
        _ => (8, 4),
    };
    let (title, grid) = match x.arg(0) {
        Some(Arg::View(v)) => {
            let dims: Vec<String> =
                v.dims.iter().skip_while(|&&d| d == 1).map(i64::to_string).collect();
            let dims = if dims.is_empty() { "1".into() } else { dims.join("x") };
            (format!("view {dims}x{}", v.at.dtype), read_view(x, &v)?)
        }
        _ => {
            let t = x.tile(0)?;
            let (rows, cols) = t.valid;
            let title =
                format!("tile {}x{}x{}, valid {rows}x{cols}", t.ty.rows, t.ty.cols, t.ty.dtype);
            (title, x.read(0)?)
        }
    };
    x.printed.push(render(&title, &grid, width, precision));
    Ok(())
}

/// The elements of a view: the last extent across, the others down.
fn read_view(x: &Exec<'_>, v: &ViewAt) -> Result<Grid, Trap> {
    let [.., cols] = v.dims;
    let down = v.dims[..4].iter().try_fold(1i64, |n, &d| n.checked_mul(d.max(0)));
    let size = down.and_then(|d| d.checked_mul(cols.max(0))).map(|n| n as u64);
    if size.is_none_or(|n| n > LIMIT) {
        return Err(Trap::new(format!("prints more than {LIMIT} elements")).at(0));
    }
    let rows = if size == Some(0) { 0 } else { down.unwrap_or(0) as u32 };
    let bits = i64::from(v.at.dtype.bits());
    Grid::try_new(v.at.dtype, (rows, cols.max(0) as u32), |r, c| {
        let mut rest = i64::from(r);
        let mut index = [0, 0, 0, 0, i64::from(c)];
        for d in (0..4).rev() {
            index[d] = rest % v.dims[d];
            rest /= v.dims[d];
        }
        let bit = index
            .iter()
            .zip(v.strides)
            .try_fold(0i64, |at, (i, stride)| at.checked_add(i.checked_mul(stride)?))
            .and_then(|at| at.checked_mul(bits));
        let addr = bit.and_then(|bit| v.at.addr.checked_add(bit.div_euclid(8)));
        let (Some(bit), Some(addr)) = (bit, addr) else {
            return Err(Trap::new("reads an address past 2^63").code(code::OUT_OF_BOUNDS).at(0));
        };
        let bytes = x
            .memory
            .bytes(v.at.space, v.at.buffer, addr, v.at.dtype.bytes().into())
            .map_err(|e| e.at(0))?;
        Ok(get_code(bytes, v.at.dtype, bit.rem_euclid(8) as u64))
    })
}

/// A table of the elements. Regions with more than 16 rows or columns are shown by their corners and
/// summed up in a last line.
pub fn render(title: &str, grid: &Grid, width: usize, precision: usize) -> String {
    let cell = |r, c| show(grid.dtype, grid.at(r, c), precision);
    let (rows, cols) = (ends(grid.rows), ends(grid.cols));
    let mut lines: Vec<Vec<String>> = Vec::with_capacity(rows.len());
    for &row in &rows {
        let line = cols.iter().map(|&col| match (row, col) {
            (Some(r), Some(c)) => cell(r, c),
            _ => "...".into(),
        });
        lines.push(line.collect());
    }
    let widest = lines.iter().flatten().map(String::len).max().unwrap_or(0).max(width);
    let mut text = format!("{title}\n");
    for line in lines {
        let cells: Vec<String> = line.iter().map(|cell| format!("{cell:>widest$}")).collect();
        text += &cells.join(" ");
        text.push('\n');
    }
    if grid.rows > WHOLE || grid.cols > WHOLE {
        text += &summary(grid, precision);
        text.push('\n');
    }
    text
}

/// The indices to show, `None` for those left out.
fn ends(count: u32) -> Vec<Option<u32>> {
    if count <= WHOLE {
        return (0..count).map(Some).collect();
    }
    (0..EDGE).map(Some).chain([None]).chain((count - EDGE..count).map(Some)).collect()
}

/// Least and greatest element, and how many are NaN.
fn summary(grid: &Grid, precision: usize) -> String {
    let value = |code: &u64| format::decode(grid.dtype, *code);
    let numbers = || grid.codes().iter().filter(|c| !value(c).is_nan());
    let by_value = |a: &&u64, b: &&u64| match grid.dtype.is_int() {
        true => format::decode_int(grid.dtype, **a).cmp(&format::decode_int(grid.dtype, **b)),
        false => value(a).total_cmp(&value(b)),
    };
    let text = |code: Option<&u64>| {
        code.map_or_else(|| "none".into(), |c| show(grid.dtype, *c, precision))
    };
    let (least, greatest) = (numbers().min_by(by_value), numbers().max_by(by_value));
    let nans = grid.codes().len() - numbers().count();
    format!("min {}, max {}, {nans} NaN", text(least), text(greatest))
}

/// An element in decimal.
fn show(dtype: DType, code: u64, precision: usize) -> String {
    if let Some(whole) = format::decode_int(dtype, code) {
        return whole.to_string();
    }
    match format::decode(dtype, code) {
        v if v.is_nan() => "nan".into(),
        v => format!("{v:.precision$}"),
    }
}

/// Prints operand 0, a number, by the attribute `format`.
pub fn print_number(x: &mut Exec<'_>) -> Outcome {
    let (dtype, code) = x.scalar(0)?;
    let text = x.word("format").ok_or_else(|| Trap::new("needs a `format`"))?;
    let line = printf(text, dtype, code).ok_or_else(|| {
        Trap::new(format!("cannot print {dtype} by the format `{text}`"))
            .note("one of %d %i %u %x %X %o for integers, %f %F %e %E %g %G for others")
    })?;
    x.printed.push(line);
    Ok(())
}

/// The bit offset of an element by its place in storage.
fn place(x: &Exec<'_>, t: &TileAt) -> Result<u64, Trap> {
    let at = x.int(1)?;
    let count = u64::from(t.ty.rows) * u64::from(t.ty.cols);
    match u64::try_from(at) {
        Ok(at) if at < count => Ok(at * u64::from(t.ty.dtype.bits())),
        _ => Err(Trap::new(format!("takes element {at} of a tile of {count} elements"))
            .code(code::OUT_OF_BOUNDS)
            .at(1)),
    }
}

/// Operand 2 becomes the element of the tile in operand 0 that operand 1 counts in storage order.
pub fn get_element(x: &mut Exec<'_>) -> Outcome {
    let t = x.tile(0)?;
    let bit = place(x, &t)?;
    let bytes = x.memory.span(t.ty.space, 0, t.addr as i64, t.size_bytes());
    let element = get_code(bytes.map_err(|e| e.at(0))?, t.ty.dtype, bit);
    x.give(2, element);
    Ok(())
}

/// The element of the tile in operand 0 that operand 1 counts in storage order becomes operand 2.
pub fn set_element(x: &mut Exec<'_>) -> Outcome {
    let t = x.tile(0)?;
    let bit = place(x, &t)?;
    let (dtype, code) = x.scalar(2)?;
    let bytes = x.memory.span_mut(t.ty.space, 0, t.addr as i64, t.size_bytes());
    set_code(bytes.map_err(|e| e.at(0))?, t.ty.dtype, bit, number_code(dtype, code, t.ty.dtype));
    Ok(())
}
