//! Global memory holds no tiles.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    struct Gm;
    fn takes(_: &Tile<Gm, f32, 16, 16>) {}
    Ok(())
}
