//! Registers of a sum have one element type.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    vecscope(|| {
        let (a, b, all) = (vbr::<f32>(1.0)?, vbr::<i32>(1)?, pset_b32(Pattern::All)?);
        vadd(&a, &b, &all)?;
        Ok(())
    })?;
    Ok(())
}
