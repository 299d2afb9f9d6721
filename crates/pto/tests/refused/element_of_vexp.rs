//! There is no exponential of integers.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    vecscope(|| {
        vexp(&vbr::<i32>(1)?, &pset_b32(Pattern::All)?)?;
        Ok(())
    })?;
    Ok(())
}
