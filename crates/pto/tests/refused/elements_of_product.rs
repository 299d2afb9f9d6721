//! The accumulator of f16 is f32.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let a = Tile::<Left, f16, 16, 16, Nz>::new();
    let b = Tile::<Right, f16, 16, 16, Zn>::new();
    let mut c = Tile::<Acc, i32, 16, 16, Nz<1024>>::new();
    tmatmul(&mut c, &a, &b)?;
    Ok(())
}
