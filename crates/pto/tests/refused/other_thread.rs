//! A tile belongs to its thread.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let tile = Tile::<Vec, f32, 16, 16>::new();
    std::thread::spawn(move || tile.valid());
    Ok(())
}
