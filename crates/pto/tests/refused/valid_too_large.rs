//! A valid region is a part of the tile.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Vec, f32, 16, 16, RowMajor, Valid<17, 16>>::new();
    Ok(())
}
