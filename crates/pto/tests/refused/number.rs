//! A number is one an instruction takes.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let (mut dst, src) = (Tile::<Vec, i32, 1, 64>::new(), Tile::<Vec, i32, 1, 64>::new());
    tshls(&mut dst, &src, 0usize)?;
    Ok(())
}
