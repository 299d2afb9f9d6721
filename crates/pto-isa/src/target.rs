//! Targets, memory spaces and their sizes.

use std::fmt;

/// A machine profile that narrows the instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// The CPU simulator profile: the union of the devices, and what its own header adds.
    Cpu,
    /// Ascend 910B and 910C.
    A2a3,
    /// Ascend 950.
    A5,
}

impl Target {
    /// All targets, in the order every report uses.
    pub const ALL: [Target; 3] = [Target::Cpu, Target::A2a3, Target::A5];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Target::Cpu => "cpu",
            Target::A2a3 => "a2a3",
            Target::A5 => "a5",
        }
    }

    /// Reads a target name or a `pto.target_arch` value.
    pub fn parse(text: &str) -> Option<Target> {
        Some(match text.to_ascii_lowercase().as_str() {
            "cpu" => Target::Cpu,
            "a2" | "a3" | "a2a3" => Target::A2a3,
            "a5" => Target::A5,
            _ => return None,
        })
    }

    /// Capacity of a memory space in bytes; `None` where the target has no such space.
    ///
    /// Source: pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md and
    /// include/pto/common/buffer_limits.hpp. The CPU profile takes the larger device's size.
    pub const fn capacity_bytes(self, space: Space) -> Option<u64> {
        const K: u64 = 1024;
        let a2a3 = matches!(self, Target::A2a3);
        Some(match space {
            Space::Gm => return None,
            Space::Vec => {
                if a2a3 {
                    192 * K
                } else {
                    256 * K
                }
            }
            Space::Mat => 512 * K,
            Space::Left | Space::Right => 64 * K,
            Space::Acc => {
                if a2a3 {
                    128 * K
                } else {
                    256 * K
                }
            }
            Space::Bias => {
                if a2a3 {
                    K
                } else {
                    4 * K
                }
            }
            Space::Scaling => {
                if a2a3 {
                    2 * K
                } else {
                    4 * K
                }
            }
            Space::ScaleLeft | Space::ScaleRight => {
                if a2a3 {
                    return None;
                }
                4 * K
            }
        })
    }

    /// Alignment of tiles the tool places: whole boxes of 512 bytes in the cube's memories.
    ///
    /// Source: PTOAS 0.27 and 0.60, memory planner (32 bytes in UB, L1, BT and FB, 512 in L0A, L0B and L0C).
    pub const fn placement_align_bytes(self, space: Space) -> u64 {
        match space {
            Space::Left | Space::Right | Space::Acc => 512,
            _ => ADDRESS_ALIGN_BYTES,
        }
    }

    /// Scratch that no-`tmp` forms use behind the program's back: offset and size in UB.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a2a3 (TMP_UB_OFFSET, TMP_UB_SIZE).
    pub const fn hidden_scratch_bytes(self) -> Option<(u64, u64)> {
        match self {
            Target::A2a3 => Some((184 * 1024, 8 * 1024)),
            _ => None,
        }
    }
}

impl Target {
    /// Whether an instruction of a pipe sees what earlier ones of the same pipe have written. Elsewhere
    /// `pipe_barrier` makes it wait for them.
    ///
    /// Source: PTOAS 0.27 lib/PTO/Transforms/InsertSync/InsertSyncAnalysis.cpp:342-348 (a dependence inside a
    /// pipe becomes a barrier) and SyncCodegen.cpp:257-262 (not on the vector pipe of A5). The other pipes are
    /// taken to be in order: published A2/A3 kernels accumulate products and reload buffers without barriers.
    pub const fn is_in_order(self, pipe: Pipe) -> bool {
        !matches!((self, pipe), (Target::A2a3, Pipe::V))
    }

    /// Whether `pipe_barrier` of a pipe has an effect; on A5 the vector pipe is in order, and its barrier is
    /// accepted and does nothing.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a5/TSync.hpp:28-32.
    pub const fn has_barrier(self, pipe: Pipe) -> bool {
        !matches!((self, pipe), (Target::A5, Pipe::V))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Targets(u8);

impl Targets {
    /// Every target.
    pub const ALL: Targets = Targets(7);
    /// Only the CPU profile.
    pub const CPU: Targets = Targets(1);
    /// Only A2/A3.
    pub const A2A3: Targets = Targets(2);
    /// Only A5.
    pub const A5: Targets = Targets(4);
    /// The devices: A2/A3 and A5.
    pub const NPU: Targets = Targets(6);
    /// CPU and A5.
    pub const CPU_A5: Targets = Targets(5);

    /// Whether `target` is in the set.
    pub const fn contains(self, target: Target) -> bool {
        self.0 & (1 << target as u8) != 0
    }

    /// The members, in report order.
    pub fn iter(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().filter(move |&t| self.contains(t))
    }
}

/// Where bytes live.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Global memory.
    Gm,
    /// Unified buffer, where vector tiles live.
    Vec,
    /// L1, where matrix tiles wait.
    Mat,
    /// L0A, the left matmul operand.
    Left,
    /// L0B, the right matmul operand.
    Right,
    /// L0C, the accumulator.
    Acc,
    /// Bias table.
    Bias,
    /// Fixpipe parameter buffer; also where scale tiles are declared.
    Scaling,
    /// MX scales of the left operand.
    ScaleLeft,
    /// MX scales of the right operand.
    ScaleRight,
}

impl Space {
    /// All spaces.
    pub const ALL: [Space; 10] = [
        Space::Gm,
        Space::Vec,
        Space::Mat,
        Space::Left,
        Space::Right,
        Space::Acc,
        Space::Bias,
        Space::Scaling,
        Space::ScaleLeft,
        Space::ScaleRight,
    ];

    /// The name in a tile type (`vec`, `mat`, ...).
    pub const fn tile_name(self) -> &'static str {
        match self {
            Space::Gm => "gm",
            Space::Vec => "vec",
            Space::Mat => "mat",
            Space::Left => "left",
            Space::Right => "right",
            Space::Acc => "acc",
            Space::Bias => "bias",
            Space::Scaling => "scaling",
            Space::ScaleLeft => "scale_left",
            Space::ScaleRight => "scale_right",
        }
    }

    /// The name in a pointer type (`ub`, `l1`, ...).
    pub const fn ptr_name(self) -> &'static str {
        match self {
            Space::Gm => "gm",
            Space::Vec => "ub",
            Space::Mat => "l1",
            Space::Left => "l0a",
            Space::Right => "l0b",
            Space::Acc => "l0c",
            Space::Bias => "bt",
            Space::Scaling => "fb",
            Space::ScaleLeft => "l0a_mx",
            Space::ScaleRight => "l0b_mx",
        }
    }

    /// Reads a tile or pointer spelling.
    pub fn parse(text: &str) -> Option<Space> {
        Some(match text {
            "gm" => Space::Gm,
            "vec" | "ub" | "Vec" => Space::Vec,
            "mat" | "l1" | "Mat" => Space::Mat,
            "left" | "l0a" | "Left" => Space::Left,
            "right" | "l0b" | "Right" => Space::Right,
            "acc" | "l0c" | "Acc" => Space::Acc,
            "bias" | "bt" | "Bias" => Space::Bias,
            "scaling" | "fb" | "Scaling" => Space::Scaling,
            "scale_left" | "l0a_mx" | "ScaleLeft" => Space::ScaleLeft,
            "scale_right" | "l0b_mx" | "ScaleRight" => Space::ScaleRight,
            _ => return None,
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tile_name())
    }
}

/// A hardware queue. Instructions of one pipe run in order; pipes run side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pipe {
    /// Scalar unit.
    S,
    /// Vector unit.
    V,
    /// Cube (matrix) unit.
    M,
    /// L1 to L0.
    Mte1,
    /// GM to UB or L1.
    Mte2,
    /// UB or L1 to GM.
    Mte3,
    /// L0C out.
    Fix,
    /// Every pipe of the core.
    All,
}

impl Pipe {
    /// The name in programs, e.g. `PIPE_MTE2`.
    pub const fn name(self) -> &'static str {
        match self {
            Pipe::S => "PIPE_S",
            Pipe::V => "PIPE_V",
            Pipe::M => "PIPE_M",
            Pipe::Mte1 => "PIPE_MTE1",
            Pipe::Mte2 => "PIPE_MTE2",
            Pipe::Mte3 => "PIPE_MTE3",
            Pipe::Fix => "PIPE_FIX",
            Pipe::All => "PIPE_ALL",
        }
    }

    /// Reads a pipe name; `CUBE` and `FIXP` are accepted spellings of M and FIX.
    pub fn parse(text: &str) -> Option<Pipe> {
        Some(match text.strip_prefix("PIPE_").unwrap_or(text) {
            "S" => Pipe::S,
            "V" => Pipe::V,
            "M" | "CUBE" => Pipe::M,
            "MTE1" => Pipe::Mte1,
            "MTE2" => Pipe::Mte2,
            "MTE3" => Pipe::Mte3,
            "FIX" | "FIXP" => Pipe::Fix,
            "ALL" => Pipe::All,
            _ => return None,
        })
    }
}

/// Event ids per pipe pair on the devices (decision 54: EVENT_ID_MAX in the headers).
pub const EVENT_IDS: u32 = 8;
/// Every on-chip address must be a multiple of this.
pub const ADDRESS_ALIGN_BYTES: u64 = 32;
/// Bits of a vector register.
pub const VREG_BITS: u32 = 2048;
