//! A tensor to read is not stored to.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let data = [0.0f32; 256];
    let tensor = GlobalTensor::new(&data, [16, 16]);
    tstore(&tensor, &Tile::<Vec, f32, 16, 16>::new())?;
    Ok(())
}
