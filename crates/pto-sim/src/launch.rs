//! What a kernel is started with, and what is known of a run.

use crate::limits::Limits;
use pto_kernels::memory::{HostBuffer, prefer_large_pages};
use std::time::Duration;

/// The value of a kernel parameter.
#[derive(Debug)]
pub enum LaunchArg<'h> {
    /// The bytes of a buffer, or of a tile's valid region row by row. They are changed by the run.
    Bytes(Vec<u8>),
    /// The code of a number.
    Number(u64),
    /// Memory of the caller that the run reads and writes in place.
    Host(HostBuffer<'h>),
    /// Memory of another argument, from one of its bytes on: two parameters that point to the same bytes. A run sees
    /// one buffer, so that accesses through both are told apart by their bytes.
    Within {
        /// The number of that argument, counted over all devices, which is `Bytes` or `Host`.
        arg: usize,
        /// Where this one begins in it.
        offset_bytes: usize,
    },
}

impl LaunchArg<'_> {
    /// The bytes, if it has some of its own.
    pub fn bytes(&self) -> Option<&[u8]> {
        match self {
            LaunchArg::Bytes(bytes) => Some(bytes),
            LaunchArg::Host(buffer) => Some(buffer.bytes()),
            LaunchArg::Number(_) | LaunchArg::Within { .. } => None,
        }
    }

    /// What global memory is laid over; of bytes of its own the last ones lie past the end.
    pub(crate) fn as_buffer(&mut self, slack_bytes: usize) -> Option<HostBuffer<'_>> {
        match self {
            LaunchArg::Bytes(bytes) => {
                prefer_large_pages(bytes);
                Some(HostBuffer::Padded { bytes, slack_bytes })
            }
            LaunchArg::Host(buffer) => Some(buffer.reborrow()),
            LaunchArg::Number(_) | LaunchArg::Within { .. } => None,
        }
    }

    /// The bytes, to change them.
    pub(crate) fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        match self {
            LaunchArg::Bytes(bytes) => Some(bytes),
            LaunchArg::Host(buffer) => buffer.bytes_mut(),
            LaunchArg::Number(_) | LaunchArg::Within { .. } => None,
        }
    }
}

/// A copy owns its bytes.
impl<'h> Clone for LaunchArg<'h> {
    fn clone(&self) -> LaunchArg<'h> {
        match self {
            LaunchArg::Number(code) => LaunchArg::Number(*code),
            LaunchArg::Within { arg, offset_bytes } => {
                LaunchArg::Within { arg: *arg, offset_bytes: *offset_bytes }
            }
            LaunchArg::Bytes(_) | LaunchArg::Host(_) => {
                LaunchArg::Bytes(self.bytes().unwrap_or_default().to_vec())
            }
        }
    }
}

/// Memory is equal by its bytes, wherever they are.
impl PartialEq for LaunchArg<'_> {
    fn eq(&self, other: &LaunchArg<'_>) -> bool {
        match (self, other) {
            (LaunchArg::Number(a), LaunchArg::Number(b)) => a == b,
            (
                LaunchArg::Within { arg: a, offset_bytes: at },
                LaunchArg::Within { arg: b, offset_bytes: other_at },
            ) => (a, at) == (b, other_at),
            _ => self.bytes().is_some() && self.bytes() == other.bytes(),
        }
    }
}

impl Eq for LaunchArg<'_> {}

/// Blocks that one launch can have: `blockDim` is 1 to 65535.
///
/// Source: CANN 8.3.RC1.alpha002, Ascend C operator development, `atlas_ascendc_10_0051` (`<<<blockDim, ...>>>`), and
/// API reference, `atlasopapi_07_00236` (`SetBlockDim`).
pub const MOST_BLOCKS: u32 = 65_535;

/// How to run a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Devices that run the kernel together, each with arguments of its own: those of one follow those of the other. At
    /// most [`MOST_RANKS`](crate::MOST_RANKS).
    pub ranks: u32,
    /// Blocks of each device, each with its own number. At most [`MOST_BLOCKS`].
    pub blocks: u32,
    /// Threads that share the blocks. Results do not depend on it, whatever the kernel does: they are those of
    /// blocks one after another, in the order of their numbers.
    pub threads: usize,
    /// Bytes past the end of each buffer that an access may reach, with a warning.
    pub gm_slack: usize,
    /// What the run may take.
    pub limits: Limits,
    /// Measure every instruction.
    pub stats: bool,
    /// Run by the definitions only, without fast kernels.
    pub reference: bool,
}

impl Default for Launch {
    fn default() -> Launch {
        Launch {
            ranks: 1,
            blocks: 1,
            threads: 1,
            gm_slack: 0,
            limits: Limits::default(),
            stats: false,
            reference: false,
        }
    }
}

/// What one instruction of the table cost in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpStats {
    /// How often it ran.
    pub count: u64,
    /// How often a fast kernel did it.
    pub fast: u64,
    /// Time in nanoseconds.
    pub nanos: u64,
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Steps of all blocks: instructions, scalar operations and jumps.
    pub steps: u64,
    /// By instruction name, in the order of the program's first use; empty unless asked for.
    pub ops: Vec<(String, OpStats)>,
    /// What the program printed, block after block.
    pub printed: Vec<String>,
    /// Time of the run alone.
    pub elapsed: Duration,
    /// An access went past the end of a buffer, into the slack.
    pub overran: bool,
    /// Quirks whose two readings differ for something that was executed.
    pub quirks: Vec<&'static str>,
}
