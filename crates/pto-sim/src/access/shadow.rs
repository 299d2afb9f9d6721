//! Shadow memory: bytes that differ from their shadow are undefined.

use super::{Footprint, Undefined};
use pto_kernels::memory::{CoreMemory, MemoryId};

/// Memories of which it is known which bytes are undefined.
pub(crate) trait ShadowMemory {
    /// The undefined bytes among those of a touch; none where nobody keeps account of them.
    fn undefined(&self, footprint: &Footprint) -> Option<Undefined>;
    /// Makes the bytes of a touch defined.
    fn define(&mut self, footprint: &Footprint);
    /// Makes the bytes of a touch undefined.
    fn undefine(&mut self, footprint: &Footprint);
}

impl ShadowMemory for CoreMemory<'_> {
    fn undefined(&self, footprint: &Footprint) -> Option<Undefined> {
        self.shadow()?;
        let MemoryId::Local(_) = footprint.memory else { return None };
        let (mut first, mut count) = (None, 0);
        for r in footprint.ranges() {
            let Some((own, other)) = self.beside_shadow(footprint.memory, &r) else { continue };
            if own == other {
                continue;
            }
            let differs = own.iter().zip(other).enumerate().filter(|(_, (a, b))| a != b);
            for (i, _) in differs {
                first = first.or(Some(r.start + i as i64));
                count += 1;
            }
        }
        first.map(|first| Undefined { footprint: *footprint, first, count })
    }

    fn define(&mut self, footprint: &Footprint) {
        let MemoryId::Local(_) = footprint.memory else { return };
        footprint.ranges().for_each(|r| self.make_alike(footprint.memory, &r));
    }

    fn undefine(&mut self, footprint: &Footprint) {
        footprint.ranges().for_each(|r| self.make_unlike(footprint.memory, &r));
    }
}
