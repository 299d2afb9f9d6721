//! Makes the copies that were not made, where something looks at their tiles that does not know about them.

use super::copy::copy;
use super::strided::StridedRect;
use crate::memory::CoreMemory;

/// Makes all copies that were not made. A copy whose source has changed fills its tile with something else: nobody reads it.
pub fn settle(memory: &mut CoreMemory<'_>) {
    // Tiles that copies of copies fill do not need those: sources are never tiles that were not filled.
    for forward in memory.take_forwards() {
        let from = StridedRect::of_forward(memory, &forward);
        let to = StridedRect::of_forward_tile(memory, &forward);
        if let (Some(from), Some(to)) = (from, to) {
            copy(&from, &to);
        }
    }
}
