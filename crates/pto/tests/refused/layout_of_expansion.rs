//! What a row is expanded into is row-major.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src0 = Tile::<Vec, f32, 16, 16>::new();
    let src1 = Tile::<Vec, f32, 16, 1, ColMajor>::new();
    let mut dst = Tile::<Vec, f32, 16, 16, ColMajor>::new();
    trowexpandadd(&mut dst, &src0, &src1)?;
    Ok(())
}
