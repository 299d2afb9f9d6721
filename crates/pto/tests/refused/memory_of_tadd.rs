//! Sums are of vector tiles.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let (mut dst, a) = (Tile::<Vec, f16, 16, 16>::new(), Tile::<Vec, f16, 16, 16>::new());
    let b = Tile::<Mat, f16, 16, 16>::new();
    tadd(&mut dst, &a, &b)?;
    Ok(())
}
