//! A word of stores says nothing to a load.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let tile = Tile::<Vec, f32, 1, 64>::new();
    vecscope(|| {
        vlds_dist(&tile.address()?, 0, VstsDist::PkB16)?;
        Ok(())
    })?;
    Ok(())
}
