//! A predicate is for the lanes of the register.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    vecscope(|| {
        let a = vbr::<f32>(1.0)?;
        vcgadd(&a, &pset_b16(Pattern::All)?)?;
        Ok(())
    })?;
    Ok(())
}
