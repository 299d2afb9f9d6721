//! A difference has the valid region of its operands.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let mut dst = Tile::<Vec, f32, 16, 16>::new();
    let a = Tile::<Vec, f32, 16, 16>::new();
    let b = Tile::<Vec, f32, 16, 16, RowMajor, Valid<16, 15>>::new();
    tsub(&mut dst, &a, &b)?;
    Ok(())
}
