//! Matrix tiles hold whole boxes.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Mat, f16, 17, 16, Nz>::new();
    Ok(())
}
