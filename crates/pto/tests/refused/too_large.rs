//! A tile fits its memory.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Vec, f32, 512, 256>::new();
    Ok(())
}
