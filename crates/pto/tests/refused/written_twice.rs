//! A tile that is read is not written by the way.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let mut x = Tile::<Vec, f32, 16, 16>::new();
    texp(&mut x, &x)?;
    Ok(())
}
