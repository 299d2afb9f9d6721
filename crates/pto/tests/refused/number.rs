//! A number is one an instruction takes.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let mut dst = Tile::<Vec, i32, 1, 64>::new();
    tci(&mut dst, 0usize)?;
    Ok(())
}
