//! Bits of floats are not combined.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    type T = Tile<Vec, f32, 16, 16>;
    let (mut dst, a, b) = (T::new(), T::new(), T::new());
    tand(&mut dst, &a, &b)?;
    Ok(())
}
