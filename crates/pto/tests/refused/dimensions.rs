//! Global memory has five dimensions.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    let _ = GlobalTensor::new(&[0.0f32; 1], [1; 6]);
    Ok(())
}
