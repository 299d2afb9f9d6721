//! Rows are multiples of 32 bytes.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Vec, f32, 16, 15>::new();
    Ok(())
}
