//! Operands of a sum have one element type.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let (mut dst, a) = (Tile::<Vec, f32, 16, 16>::new(), Tile::<Vec, f32, 16, 16>::new());
    let b = Tile::<Vec, f16, 16, 16>::new();
    tadd(&mut dst, &a, &b)?;
    Ok(())
}
