//! Where memories are known to hold the same as their shadows, so that nobody compares them byte by byte.

use super::{CoreMemory, MemoryId};
use std::ops::Range;

/// Ranges that were made alike since the shadow was last changed by anything else.
#[derive(Default)]
pub(super) struct Alike {
    ranges: Vec<(MemoryId, Range<i64>)>,
}

/// Ranges that are remembered.
const MOST: usize = 32;
/// Shorter ones are compared as fast as looked up.
const SHORT: i64 = 1024;

impl Alike {
    fn has(&self, id: MemoryId, at: &Range<i64>) -> bool {
        let holds = |r: &Range<i64>| r.start <= at.start && at.end <= r.end;
        self.ranges.iter().any(|(of, range)| *of == id && holds(range))
    }

    fn add(&mut self, id: MemoryId, at: &Range<i64>) {
        if at.end - at.start < SHORT || self.has(id, at) {
            return;
        }
        if self.ranges.len() == MOST {
            self.ranges.remove(0);
        }
        self.ranges.push((id, at.clone()));
    }

    fn remove(&mut self, id: MemoryId, at: &Range<i64>) {
        let meets = |r: &Range<i64>| r.start < at.end && at.start < r.end;
        self.ranges.retain(|(of, range)| *of != id || !meets(range));
    }

    pub(super) fn clear(&mut self) {
        self.ranges.clear();
    }
}

impl CoreMemory<'_> {
    /// Lets the shadow have what a range of a local memory has.
    pub fn make_alike(&mut self, id: MemoryId, at: &Range<i64>) {
        if let Some((own, other)) = self.with_shadow_at(id, at) {
            other.copy_from_slice(own);
            self.alike.add(id, at);
        }
    }

    /// Lets every byte of the shadow differ from a range of a local memory.
    pub fn make_unlike(&mut self, id: MemoryId, at: &Range<i64>) {
        if let Some((own, other)) = self.with_shadow_at(id, at) {
            other.iter_mut().zip(own).for_each(|(other, own)| *other = !own);
            self.alike.remove(id, at);
        }
    }

    /// A range of a local memory, and the same of the shadow to be changed.
    fn with_shadow_at(&mut self, id: MemoryId, at: &Range<i64>) -> Option<(&[u8], &mut [u8])> {
        let MemoryId::Local(i) = id else { return None };
        let local = self.locals.get(i as usize)?;
        let range = local.range(at.start, (at.end - at.start) as u64)?;
        let other = self.shadow.as_deref_mut()?.local_bytes_mut(id, at)?;
        Some((&local.all()[range], other))
    }

    /// A range of a local memory and what the shadow has there, unless they are known to be the same.
    pub fn beside_shadow(&self, id: MemoryId, at: &Range<i64>) -> Option<(&[u8], &[u8])> {
        let shadow = self.shadow.as_deref()?;
        if at.end - at.start >= SHORT && self.alike.has(id, at) {
            return None;
        }
        Some((self.local_bytes(id, at)?, shadow.local_bytes(id, at)?))
    }
}
