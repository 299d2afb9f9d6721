//! What instructions compute: the reference semantics, written to be read.
//!
//! A block of the op table says what its instruction computes with one [`Sem`]: most of them as data
//! (a [`Map`] of an [`Elem`], a [`Reduce`]), the odd ones as a function. The functions here are the
//! definition; a simulator may have faster kernels, which must give the same bits.
//!
//! Every function reads all its operands before it writes, so an instruction may work in place.

pub mod arg_reduce;
pub mod broadcast;
pub mod bursts;
pub mod compare;
pub mod concat;
pub mod convert;
pub mod cube_move;
pub mod cube_packed;
pub mod debug;
pub mod dist;
pub mod dma;
pub mod elem;
pub mod exec;
pub mod fixpipe;
pub mod fixpipe_move;
pub mod fused;
pub mod gather;
pub mod generate;
pub mod grid;
pub mod hif4;
pub mod img2col;
pub mod interleave;
pub mod lane_compare;
pub mod lane_convert;
pub mod lane_fold;
pub mod lanes;
mod lines;
pub mod load_store;
pub mod mad;
pub mod map;
pub mod matmul;
pub mod matrix_load;
pub mod movement;
pub mod num;
pub mod numerics;
pub mod pack;
pub mod pad;
pub mod part;
pub mod predicate;
pub mod predicate_algebra;
pub mod predicate_memory;
pub mod printf;
pub mod quant;
pub mod rearrange;
pub mod reduce;
pub mod register;
pub mod scale_order;
pub mod sort;
pub mod stream;
pub mod thread_atomic;
pub mod thread_math;
pub mod vector_address;
pub mod vector_indexed;
pub mod vector_memory;
pub mod vector_strided;
pub mod view;
pub mod vmi_convert;
pub mod vmi_create;
pub mod vmi_fold;
pub mod vmi_load;
pub mod vmi_mask;
pub mod vmi_rearrange;
pub mod vmi_store;
pub mod warp;
pub mod writeback;

pub mod carry;
pub mod control;
pub mod scalar_memory;
pub mod transfer;
pub mod ub_vector;
pub mod vector_sort;
pub mod vector_special;

pub use arg_reduce::ArgReduce;
pub use broadcast::Broadcast;
pub use compare::{Compare, Select};
pub use convert::Convert;
pub use dma::Dma;
pub mod table;
pub use concat::Concat;
pub use elem::Elem;
pub use exec::{Arg, Exec, Memory, Outcome, PtrAt, SpecialRegs, TileAt, Trap, ViewAt};
pub use grid::Grid;
pub use lane_compare::{LaneCompare, LaneSelect};
pub use lane_convert::LaneConvert;
pub use lane_fold::{GroupFold, LaneFold};
pub use lanes::Lanes;
pub use load_store::{Load, Store};
pub use mad::Mad;
pub use map::{Map, Src};
pub use matmul::{Matmul, Start};
pub use movement::{Move, MovePart, VecReceiver};
pub use num::Num;
pub use numerics::{Numerics, OutsideValid, Semantics, SummationOrder};
pub use pad::FillPad;
pub use part::{Part, PartArg};
pub use predicate::{MaskCount, MaskPattern};
pub use predicate_memory::OffsetUnit;
pub use reduce::{Axis, Fold, Reduce};
pub use register::{RegAt, RegTy};
pub use table::{TableGather, TableScatter};
pub use thread_math::ThreadMap;
pub use vector_memory::{RegLoad, RegStore};
pub use warp::Warp;
pub use writeback::Writeback;

/// What an instruction computes.
#[derive(Clone, Copy)]
pub enum Sem {
    /// Not written down yet: the instruction is not executable.
    Missing,
    /// No public source says enough to execute it; the words say what is missing.
    Unpublished(&'static str),
    /// It is part of the machine: allocation, views, control flow, queries, synchronisation. Its
    /// [class](crate::class::Class) says what it does.
    Machine,
    /// The same function for every element.
    Map(Map),
    /// One value per row or per column.
    Reduce(Reduce),
    /// The position of the best value per row or per column.
    ArgReduce(ArgReduce),
    /// A tile from a view of memory.
    Load(Load),
    /// A tile to a view of memory.
    Store(Store),
    /// The same function for every lane of registers.
    Lanes(Lanes),
    /// The active lanes of a register folded into one.
    LaneFold(LaneFold),
    /// A vector register from memory.
    RegLoad(RegLoad),
    /// A vector register to memory.
    RegStore(RegStore),
    /// The active lanes of each 32-byte group of a register folded into one.
    GroupFold(GroupFold),
    /// Another element type for the lanes of a register.
    LaneConvert(LaneConvert),
    /// Predicate bits of a comparison.
    Compare(Compare),
    /// A choice between two operands by predicate bits.
    Select(Select),
    /// Another element type.
    Convert(Convert),
    /// A copy whose surroundings are filled.
    FillPad(FillPad),
    /// A function of two elements where both are valid, a copy elsewhere.
    Part(Part),
    /// The better of two values with its index, where both are valid.
    PartArg(PartArg),
    /// A tile to a tile.
    Move(Move),
    /// A product of matrices.
    Matmul(Matmul),
    /// Bursts of bytes from memory to memory.
    Dma(Dma),
    /// Predicate bits of a comparison of lanes.
    LaneCompare(LaneCompare),
    /// A choice between lanes by predicate bits.
    LaneSelect(LaneSelect),
    /// One value in every lane.
    Broadcast(Broadcast),
    /// A predicate from a pattern.
    MaskPattern(MaskPattern),
    /// A predicate of the first lanes.
    MaskCount(MaskCount),
    /// A product of matrices that pointers show.
    Mad(Mad),
    /// A copy out of the accumulator.
    Writeback(Writeback),
    /// A function of the numbers of a SIMT thread.
    ThreadMap(ThreadMap),
    /// What the threads of a warp compute together.
    Warp(Warp),
    /// A function of its own.
    Custom(fn(&mut Exec<'_>) -> Outcome),
}

impl Sem {
    /// Whether it writes every valid element of its destinations, whatever their extents: nothing that was valid
    /// there before can be seen afterwards. Others do so for some operands ([`crate::OpDef::replaces`]).
    pub const fn overwrites(&self) -> bool {
        matches!(
            self,
            Sem::Map(_) | Sem::Load(_) | Sem::Select(_) | Sem::Convert(_) | Sem::FillPad(_)
        )
    }

    /// Why the instruction cannot be executed, as the end of a sentence about it; `None` if it can.
    pub fn why_not_executable(&self) -> Option<String> {
        match self {
            Sem::Missing => Some("is not executable yet".into()),
            Sem::Unpublished(what) => {
                Some(format!("is not executable: no public source says {what}"))
            }
            _ => None,
        }
    }

    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        match self {
            Sem::Missing | Sem::Unpublished(_) => {
                let trap = Trap::new(self.why_not_executable().unwrap_or_default());
                Err(trap.code(crate::code::NOT_EXECUTABLE))
            }
            Sem::Machine => Err(Trap::new("needs other devices: record the kernel, and run that")
                .code(crate::code::NOT_EXECUTABLE)),
            Sem::Map(map) => map.run(x),
            Sem::Reduce(reduce) => reduce.run(x),
            Sem::ArgReduce(arg) => arg.run(x),
            Sem::Load(load) => load.run(x),
            Sem::Store(store) => store.run(x),
            Sem::Lanes(lanes) => lanes.run(x),
            Sem::LaneFold(fold) => fold.run(x),
            Sem::RegLoad(load) => load.run(x),
            Sem::RegStore(store) => store.run(x),
            Sem::GroupFold(fold) => fold.run(x),
            Sem::LaneConvert(convert) => convert.run(x),
            Sem::Compare(compare) => compare.run(x),
            Sem::Select(select) => select.run(x),
            Sem::Convert(convert) => convert.run(x),
            Sem::FillPad(fill) => fill.run(x),
            Sem::Part(part) => part.run(x),
            Sem::PartArg(part) => part.run(x),
            Sem::Move(mv) => mv.run(x),
            Sem::Matmul(m) => m.run(x),
            Sem::Dma(d) => d.run(x),
            Sem::LaneCompare(compare) => compare.run(x),
            Sem::LaneSelect(select) => select.run(x),
            Sem::Broadcast(broadcast) => broadcast.run(x),
            Sem::MaskPattern(pattern) => pattern.run(x),
            Sem::MaskCount(count) => count.run(x),
            Sem::Mad(m) => m.run(x),
            Sem::Writeback(w) => w.run(x),
            Sem::ThreadMap(map) => map.run(x),
            Sem::Warp(warp) => warp.alone(x),
            Sem::Custom(f) => f(x),
        }
    }
}

impl std::fmt::Debug for Sem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Sem::Missing => f.write_str("Missing"),
            Sem::Unpublished(what) => write!(f, "Unpublished({what:?})"),
            Sem::Machine => f.write_str("Machine"),
            Sem::Map(m) => m.fmt(f),
            Sem::Reduce(r) => r.fmt(f),
            Sem::ArgReduce(a) => a.fmt(f),
            Sem::Load(l) => l.fmt(f),
            Sem::Store(s) => s.fmt(f),
            Sem::Lanes(l) => l.fmt(f),
            Sem::LaneFold(l) => l.fmt(f),
            Sem::RegLoad(l) => l.fmt(f),
            Sem::RegStore(s) => s.fmt(f),
            Sem::GroupFold(g) => g.fmt(f),
            Sem::LaneConvert(c) => c.fmt(f),
            Sem::Compare(c) => c.fmt(f),
            Sem::Select(s) => s.fmt(f),
            Sem::Convert(c) => c.fmt(f),
            Sem::FillPad(p) => p.fmt(f),
            Sem::Part(p) => p.fmt(f),
            Sem::PartArg(p) => p.fmt(f),
            Sem::Move(m) => m.fmt(f),
            Sem::Matmul(m) => m.fmt(f),
            Sem::Dma(d) => d.fmt(f),
            Sem::LaneCompare(c) => c.fmt(f),
            Sem::LaneSelect(s) => s.fmt(f),
            Sem::Broadcast(b) => b.fmt(f),
            Sem::MaskPattern(p) => p.fmt(f),
            Sem::MaskCount(c) => c.fmt(f),
            Sem::Mad(m) => m.fmt(f),
            Sem::Writeback(w) => w.fmt(f),
            Sem::ThreadMap(m) => m.fmt(f),
            Sem::Warp(w) => w.fmt(f),
            Sem::Custom(_) => f.write_str("Custom"),
        }
    }
}

/// [`Sem::Map`] of operands element by element: `elementwise!(Add(src0, src1) -> dst)`.
#[macro_export]
macro_rules! elementwise {
    ($elem:ident($($src:ident),*) -> $dst:ident) => {
        $crate::sem::Sem::Map($crate::sem::Map {
            elem: $crate::sem::Elem::$elem,
            src: &[$($crate::sem::Src::Of($src)),*],
            dst: $dst,
        })
    };
}

/// [`Sem::Map`] where one operand gives a value per row: `row_expand!(Add(src0, src1) -> dst)`.
#[macro_export]
macro_rules! row_expand {
    ($elem:ident($($src:ident),*) -> $dst:ident) => {
        $crate::sem::Sem::Map($crate::sem::Map {
            elem: $crate::sem::Elem::$elem,
            src: &[$($crate::sem::Src::Broadcast($src)),*],
            dst: $dst,
        })
    };
}

/// [`Sem::Map`] where row 0 of the last operand, or of the first one of two, serves every row: `col_expand!(Add(src0, [src1]) -> dst)`.
#[macro_export]
macro_rules! col_expand {
    ($elem:ident($($src:ident,)* [$row:ident]) -> $dst:ident) => {
        $crate::sem::Sem::Map($crate::sem::Map {
            elem: $crate::sem::Elem::$elem,
            src: &[$($crate::sem::Src::Of($src),)* $crate::sem::Src::Row0($row)],
            dst: $dst,
        })
    };
}

/// [`Sem::Lanes`]: `lanes!(Mul(lhs, rhs), mask -> result)`, or `lanes!(undisturbed Add(lhs, rhs), mask -> result)` where
/// the page leaves inactive lanes unchanged.
#[macro_export]
macro_rules! lanes {
    (undisturbed $elem:ident($($src:ident),*), $mask:ident -> $dst:ident) => {
        $crate::lanes!(Undisturbed, $elem($($src),*), $mask -> $dst)
    };
    ($elem:ident($($src:ident),*), $mask:ident -> $dst:ident) => {
        $crate::lanes!(Zero, $elem($($src),*), $mask -> $dst)
    };
    ($inactive:ident, $elem:ident($($src:ident),*), $mask:ident -> $dst:ident) => {
        $crate::sem::Sem::Lanes($crate::sem::Lanes {
            elem: $crate::sem::Elem::$elem,
            src: &[$($src),*],
            mask: $mask,
            dst: $dst,
            inactive: $crate::sem::lanes::Inactive::$inactive,
            signless: $crate::sem::lanes::Signless::Signed,
        })
    };
}

/// [`Sem::Lanes`] of registers of any length: `virtual_lanes!(Mul(lhs, rhs), mask -> result)`, or without a predicate
/// `virtual_lanes!(Mul(lhs, rhs) -> result)`.
#[macro_export]
macro_rules! virtual_lanes {
    ($elem:ident($($src:ident),*) -> $dst:ident) => {
        $crate::virtual_lanes!($elem($($src),*), NO_MASK -> $dst)
    };
    ($elem:ident($($src:ident),*), $mask:ident -> $dst:ident) => {
        $crate::sem::Sem::Lanes($crate::sem::Lanes {
            elem: $crate::sem::Elem::$elem,
            src: &[$($src),*],
            mask: $mask,
            dst: $dst,
            inactive: $crate::sem::lanes::Inactive::Pmode,
            signless: $crate::sem::lanes::Signless::Unsigned,
        })
    };
}
