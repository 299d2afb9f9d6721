//! Instructions that change what a tile is, not what it holds: addresses and other names of the same bytes.

use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::marker::{Fill, Known, Memory, Order, Region};
use crate::session;
use crate::tile::{AnyTile, Tile};
use pto_isa::ops::{tile_config, tile_layout};
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
    let valid = Tile::<S, E, ROWS, COLS, L, V, P>::declared();
    let dst = Tile::from_handle(src.handle().over_same_bytes(valid));
    let def = &tile_layout::treshape;
    let at = Location::caller();
    session::derive(Call::new(def).tile(0, src), &dst).map_err(|e| e.at(at))?;
    Ok(dst)
}
