//! Instructions that change what a tile is, not what it holds: addresses and other names of the same bytes.

use crate::any_tile::AnyTile;
use crate::call::Call;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::marker::{Fill, Known, Memory, Order, Region};
use crate::session;
use crate::tile::Tile;
use pto_isa::ops::{tile_config, tile_layout};
use pto_isa::{Dim, OpDef, code};
use std::panic::Location;

/// Binds a tile to byte `addr` of its memory, as C++ `TASSIGN(tile, addr)`. Tiles at overlapping addresses share
/// bytes. Tiles that are not bound get a place of their own.
///
/// ```
/// use pto::prelude::*;
/// let mut a = Tile::<Vec, i32, 1, 8>::new();
/// let mut b = Tile::<Vec, i32, 1, 8>::new();
/// tassign(&mut a, 0x1000)?;
/// tassign(&mut b, 0x1000)?;
/// texpands(&mut a, 7)?;
/// assert_eq!(b.read()?, [7; 8]);
/// // Addresses are multiples of 32 bytes.
/// let misplaced = tassign(&mut a, 0x1008).unwrap_err();
/// assert_eq!(misplaced.code(), Some(pto::code::ADDR_ALIGN));
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn tassign<T: AnyTile>(tile: &mut T, addr: u64) -> Result<()> {
    let call = Call::new(&tile_config::tassign).tile(0, &*tile).scalar(1, addr.cast_signed());
    let at = Location::caller();
    session::check(&call).map_err(|e| e.at(at))?;
    session::rebind(&call, tile.handle());
    tile.handle().bind(addr);
    Ok(())
}

/// The bytes of a tile with other extents, element type or layout, as C++ `TRESHAPE(dst, src)`. No element moves:
/// what is written through one is read through the other.
///
/// ```
/// use pto::prelude::*;
/// let mut square = Tile::<Vec, f32, 16, 16>::new();
/// texpands(&mut square, 1.0)?;
/// let line: Tile<Vec, f32, 1, 256> = treshape(&square)?;
/// assert_eq!(line.read()?, [1.0; 256]);
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn treshape<Src, S, E, const ROWS: usize, const COLS: usize, L, V, P>(
    src: &Src,
) -> Result<Tile<S, E, ROWS, COLS, L, V, P>>
where
    Src: AnyTile<Memory = S>,
    S: Memory,
    E: Element,
    L: Order,
    V: Region + Known,
    P: Fill,
{
    another_name(&tile_layout::treshape, src).map_err(|e| e.at(Location::caller()))
}

/// The elements of a tile as those of another type, as wide or narrower; shape, valid region and layout stay. C++
/// `TRESHAPE(dst, src)`, too.
///
/// ```
/// use pto::prelude::*;
/// let mut ones = Tile::<Vec, f32, 1, 8>::new();
/// texpands(&mut ones, 1.0)?;
/// let bits: Tile<Vec, i32, 1, 8> = bitcast(&ones)?;
/// assert_eq!(bits.read()?, [0x3F80_0000; 8]);
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn bitcast<Src, S, E, const ROWS: usize, const COLS: usize, L, V, P>(
    src: &Src,
) -> Result<Tile<S, E, ROWS, COLS, L, V, P>>
where
    Src: AnyTile<Memory = S, Layout = L>,
    S: Memory,
    E: Element,
    L: Order,
    V: Region + Known,
    P: Fill,
{
    another_name(&tile_layout::bitcast, src).map_err(|e| e.at(Location::caller()))
}

#[track_caller]
fn another_name<Src, S, E, const ROWS: usize, const COLS: usize, L, V, P>(
    def: &'static OpDef,
    src: &Src,
) -> Result<Tile<S, E, ROWS, COLS, L, V, P>>
where
    Src: AnyTile<Memory = S>,
    S: Memory,
    E: Element,
    L: Order,
    V: Region + Known,
    P: Fill,
{
    type Of<S, E, const ROWS: usize, const COLS: usize, L, V, P> = Tile<S, E, ROWS, COLS, L, V, P>;
    let ty = Of::<S, E, ROWS, COLS, L, V, P>::TY;
    let valid = Of::<S, E, ROWS, COLS, L, V, P>::declared();
    let dst = Tile::from_handle(src.handle().reshaped(session::new_tile(), &ty, valid));
    session::derive(Call::new(def).tile(0, src), 1, &ty, dst.handle())?;
    Ok(dst)
}

/// A window of a tile from a row and a column on, as C++ `TSUBVIEW(dst, src, row, column)`: what is written through one is
/// read through the other. Memory, element type and layout are those of the tile, the size is that of the result. Where
/// the type of the result leaves the valid region open, it is what the window has of that of the tile.
///
/// ```
/// use pto::prelude::*;
/// let mut whole = Tile::<Vec, i32, 4, 16>::new();
/// texpands(&mut whole, 1)?;
/// let mut corner: Tile<Vec, i32, 2, 8> = subview(&whole, 2, 8)?;
/// texpands(&mut corner, 5)?;
/// let all = whole.read()?;
/// assert_eq!((all[2 * 16 + 7], all[2 * 16 + 8], all[63]), (1, 5, 5));
/// // The window must begin inside.
/// let outside: pto::Result<Tile<Vec, i32, 2, 8>> = subview(&whole, 4, 0);
/// assert_eq!(outside.unwrap_err().code(), Some(pto::code::OUT_OF_BOUNDS));
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn subview<Src, S, E, const ROWS: usize, const COLS: usize, L, V, P>(
    src: &Src,
    row: usize,
    column: usize,
) -> Result<Tile<S, E, ROWS, COLS, L, V, P>>
where
    Src: AnyTile<Memory = S, Element = E, Layout = L>,
    S: Memory,
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
    let at = Location::caller();
    let ty = Tile::<S, E, ROWS, COLS, L, V, P>::TY;
    let left = |dim: Dim, whole: usize, valid: u32, from: usize| {
        dim.known().unwrap_or((whole as u32).min(valid.saturating_sub(from as u32)))
    };
    let (valid_rows, valid_cols) = src.handle().valid.get();
    let valid =
        (left(ty.valid_rows, ROWS, valid_rows, row), left(ty.valid_cols, COLS, valid_cols, column));
    let (rows, cols) = (Src::TY.rows as usize, Src::TY.cols as usize);
    let inside = |from: usize, valid: u32, end: usize| from < end && valid as usize <= end - from;
    if !inside(row, valid.0, rows) || !inside(column, valid.1, cols) {
        let message = format!(
            "a window with {} x {} valid elements at ({row}, {column}) leaves its tile of {rows} x {cols}",
            valid.0, valid.1
        );
        return Err(Error::one(code::OUT_OF_BOUNDS, message).at(at));
    }
    let corner = (row as u32, column as u32);
    let dst = Tile::from_handle(src.handle().window(session::new_tile(), &ty, corner, valid));
    let mut call = Call::new(&tile_config::subview).tile(0, src).index(1, row).index(1, column);
    for (slot, dim, n) in [(2, ty.valid_rows, valid.0), (3, ty.valid_cols, valid.1)] {
        if dim == Dim::Dynamic {
            call = call.index(slot, n as usize);
        }
    }
    let call = call.pair("sizes", [ROWS as i64, COLS as i64]);
    session::derive(call, 4, &ty, dst.handle()).map_err(|e| e.at(at))?;
    Ok(dst)
}

/// Places the scales of an MX operand where the cube expects them, as C++ `TGET_SCALE_ADDR(dst, src)`: at a quarter of the
/// address of `src`, if that has one. Nothing moves.
///
/// ```
/// use pto::prelude::*;
/// Session::eager(Target::A5).run(|| {
///     let mut a = Tile::<Left, F8E4M3, 16, 64, Nz>::new();
///     let mut scales = Tile::<ScaleLeft, F8E8M0, 16, 2, Zz<32>>::new();
///     tassign(&mut a, 0x400)?;
///     tget_scale_addr(&mut scales, &a)
/// })?;
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn tget_scale_addr<Dst: AnyTile, Src: AnyTile>(dst: &mut Dst, src: &Src) -> Result<()> {
    let at = Location::caller();
    let call = Call::new(&tile_config::get_scale_addr).tile(0, src).tile(1, &*dst);
    session::configure(&call).map_err(|e| e.at(at))?;
    if let Some(addr) = src.handle().bound() {
        dst.handle().bind(addr >> 2);
    }
    Ok(())
}
