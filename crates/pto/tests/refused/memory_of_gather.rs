//! A gather reads vector tiles.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let mut dst = Tile::<Vec, f32, 1, 32>::new();
    let src = Tile::<Mat, f32, 1, 64>::new();
    tgather_mask(&mut dst, &src, MaskPattern::P0101)?;
    Ok(())
}
