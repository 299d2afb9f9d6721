//! A list of records is one row.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let src = Tile::<Vec, f32, 2, 256>::new();
    let mut dst = Tile::<Vec, f32, 1, 256>::new();
    tmrgsort(&mut dst, &src, 64i32)?;
    Ok(())
}
