//! The valid region stands after the layout.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    fn takes(_: &Tile<Vec, f32, 16, 16, Full>) {}
    Ok(())
}
