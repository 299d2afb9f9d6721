//! The state of a stream is used once.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let tile = Tile::<Vec, f32, 1, 128>::new();
    vecscope(|| {
        let (p, a, state) = (tile.address()?, vbr::<f32>(1.0)?, init_align()?);
        vstus(state, 3, &a, &p)?;
        vstus(state, 3, &a, &p)?;
        Ok(())
    })?;
    Ok(())
}
