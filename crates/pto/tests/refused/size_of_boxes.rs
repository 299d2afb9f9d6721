//! Boxes have 512, 1024 or 32 bytes.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = Tile::<Mat, f16, 16, 16, Nz<100>>::new();
    Ok(())
}
