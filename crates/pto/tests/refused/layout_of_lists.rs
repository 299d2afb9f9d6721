//! Sorted lists are rows.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src = Tile::<Vec, f32, 64, 1, ColMajor>::new();
    let mut dst = Tile::<Vec, f32, 1, 64>::new();
    tmrgsort(&mut dst, &src, 16i32)?;
    Ok(())
}
