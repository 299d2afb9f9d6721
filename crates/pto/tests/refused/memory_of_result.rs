//! A product ends in the accumulator.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let a = Tile::<Left, f16, 16, 16, Nz>::new();
    let b = Tile::<Right, f16, 16, 16, Zn>::new();
    let mut c = Tile::<Vec, f32, 16, 16>::new();
    tmatmul(&mut c, &a, &b)?;
    Ok(())
}
