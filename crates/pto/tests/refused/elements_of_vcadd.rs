//! Lanes of 16 bits sum into 32.

use pto::prelude::*;

fn main() -> pto::Result<()> {
    vecscope(|| {
        let sum: Vreg<u64> = vcadd(&vbr::<u16>(1)?, &pset_b16(Pattern::All)?)?;
        sum.read()?;
        Ok(())
    })?;
    Ok(())
}
