//! Exponentials are of floats.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let (mut dst, src) = (Tile::<Vec, i32, 16, 16>::new(), Tile::<Vec, i32, 16, 16>::new());
    texp(&mut dst, &src)?;
    Ok(())
}
