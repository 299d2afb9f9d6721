//! A tile keeps its memory when it is reshaped.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src = Tile::<Vec, f32, 16, 16>::new();
    let _: Tile<Mat, f32, 16, 16> = treshape(&src)?;
    Ok(())
}
