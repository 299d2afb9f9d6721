//! One row of indices.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src = Tile::<Vec, f32, 16, 64>::new();
    let mut dst = Tile::<Vec, i32, 2, 64>::new();
    let mut tmp = Tile::<Vec, f32, 1, 128>::new();
    tcolargmin(&mut dst, &src, &mut tmp)?;
    Ok(())
}
