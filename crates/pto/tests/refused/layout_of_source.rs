//! A column is searched in a tile without boxes.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src = Tile::<Vec, f32, 16, 64, Nz>::new();
    let mut dst = Tile::<Vec, i32, 1, 64>::new();
    let mut tmp = Tile::<Vec, f32, 1, 128>::new();
    tcolargmin(&mut dst, &src, &mut tmp)?;
    Ok(())
}
