//! A product reads its left operand from L0A.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let a = Tile::<Mat, f16, 16, 16, Nz>::new();
    let b = Tile::<Right, f16, 16, 16, Zn>::new();
    let mut c = Tile::<Acc, f32, 16, 16, Nz<1024>>::new();
    tmatmul(&mut c, &a, &b)?;
    Ok(())
}
