//! A number has the element type of the tile.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let (mut dst, src) = (Tile::<Vec, f32, 16, 16>::new(), Tile::<Vec, f32, 16, 16>::new());
    tadds(&mut dst, &src, 1i32)?;
    Ok(())
}
