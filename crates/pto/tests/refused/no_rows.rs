//! A tile has an element.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Vec, f32, 0, 16>::new();
    Ok(())
}
