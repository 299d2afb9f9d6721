//! No instruction computes with f64.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    fn takes(_: &Tile<Vec, f64, 16, 16>) {}
    Ok(())
}
