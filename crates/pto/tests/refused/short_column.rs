//! So are columns of a column-major tile.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Vec, f16, 15, 2, ColMajor>::new();
    Ok(())
}
