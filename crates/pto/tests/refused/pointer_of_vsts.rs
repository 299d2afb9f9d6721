//! A register is stored where its elements belong; `cast` says otherwise.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let tile = Tile::<Vec, f16, 1, 128>::new();
    vecscope(|| vsts(&vbr::<f32>(1.0)?, &tile.address()?, 0, &pset_b32(Pattern::All)?))?;
    Ok(())
}
