//! A comparison is a word of its type.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    type T = Tile<Vec, f32, 16, 64>;
    let (mut dst, a, b) = (Tile::<Vec, u8, 16, 32>::new(), T::new(), T::new());
    tcmp(&mut dst, &a, &b, "lt")?;
    Ok(())
}
