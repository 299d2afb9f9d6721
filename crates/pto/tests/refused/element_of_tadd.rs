//! No target adds HiFloat8.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    type T = Tile<Vec, Hif8, 16, 32>;
    let (mut dst, a, b) = (T::new(), T::new(), T::new());
    tadd(&mut dst, &a, &b)?;
    Ok(())
}
