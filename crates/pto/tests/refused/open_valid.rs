//! A tile with an open valid region is made with one.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Vec, f32, 16, 16, RowMajor, Dynamic>::new();
    Ok(())
}
