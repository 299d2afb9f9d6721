//! A sum for every row.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src = Tile::<Vec, f32, 16, 16>::new();
    let mut dst = Tile::<Vec, f32, 32, 1, ColMajor>::new();
    let mut tmp = Tile::<Vec, f32, 16, 16>::new();
    trowsum(&mut dst, &src, &mut tmp)?;
    Ok(())
}
