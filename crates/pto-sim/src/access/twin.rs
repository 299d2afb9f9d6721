//! Undefined bytes of memories that have twins: those where the two differ.

use super::{Touch, Undefined};
use pto_kernels::memory::{CoreMemory, MemoryId};

/// Memories of which it is known which bytes are undefined.
pub(crate) trait Twinned {
    /// The undefined bytes among those of a touch; none where nobody keeps account of them.
    fn undefined(&self, touch: &Touch) -> Option<Undefined>;
    /// Makes the bytes of a touch defined.
    fn define(&mut self, touch: &Touch);
    /// Makes the bytes of a touch undefined.
    fn undefine(&mut self, touch: &Touch);
}

impl Twinned for CoreMemory<'_> {
    fn undefined(&self, touch: &Touch) -> Option<Undefined> {
        let twin = self.twin()?;
        let MemoryId::Local(_) = touch.memory else { return None };
        let (mut first, mut count) = (None, 0);
        for r in touch.ranges() {
            let (own, other) =
                (self.local_bytes(touch.memory, &r)?, twin.local_bytes(touch.memory, &r)?);
            if own == other {
                continue;
            }
            let differs = own.iter().zip(other).enumerate().filter(|(_, (a, b))| a != b);
            for (i, _) in differs {
                first = first.or(Some(r.start + i as i64));
                count += 1;
            }
        }
        first.map(|first| Undefined { touch: *touch, first, count })
    }

    fn define(&mut self, touch: &Touch) {
        let MemoryId::Local(_) = touch.memory else { return };
        let Some(mut twin) = self.take_twin() else { return };
        for r in touch.ranges() {
            if let (Some(own), Some(other)) =
                (self.local_bytes(touch.memory, &r), twin.local_bytes_mut(touch.memory, &r))
            {
                other.copy_from_slice(own);
            }
        }
        self.put_twin(twin);
    }

    fn undefine(&mut self, touch: &Touch) {
        let Some(mut twin) = self.take_twin() else { return };
        for r in touch.ranges() {
            if let (Some(own), Some(other)) =
                (self.local_bytes(touch.memory, &r), twin.local_bytes_mut(touch.memory, &r))
            {
                other.iter_mut().zip(own).for_each(|(other, own)| *other = !own);
            }
        }
        self.put_twin(twin);
    }
}
