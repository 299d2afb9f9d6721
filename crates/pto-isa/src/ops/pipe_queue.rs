//! Queues between the cube and the vector cores of a cluster, named by a handle.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, AttrValue, Custom};
use crate::ty::{Dim, Type};

pub(super) const BASE: OpDef = OpDef {
    family: "scheduling",
    origin: Origin::Assembler("PTOAS 0.60"),
    pipe: PipeSelector::Fixed(Pipe::S),
    cost: Cost::Scalar,
    sem: Sem::Machine,
    ..OpDef::EMPTY
};

pub(super) fn number(args: &Args<'_>, name: &str) -> Option<i64> {
    match args.attr(name)? {
        AttrValue::Int(n) => Some(n),
        _ => None,
    }
}

pub(super) fn split(args: &Args<'_>) -> i64 {
    number(args, "split").unwrap_or(0)
}

pub(super) fn split_found(args: &Args<'_>) -> String {
    format!("split is {}", split(args))
}

/// Rows for split 1 and 3, columns for 2 and 4; odd for 3 and 4.
fn parity_holds(args: &Args<'_>, slot: u8) -> bool {
    let Some(t) = args.tile(slot).filter(|t| t.space == Acc) else { return true };
    let axis = match split(args) {
        1 | 3 => t.valid_rows,
        2 | 4 => t.valid_cols,
        _ => return true,
    };
    axis.known().is_none_or(|n| (n % 2 == 1) == (split(args) > 2))
}

macro_rules! parity_rule {
    ($name:ident, $tile:literal) => {
        pub(super) static $name: Custom = Custom {
            name: "split-parity",
            code: code::VALID_EXTENT,
            text: "`split` 1 and 2 halve an even number of valid rows or columns, 3 and 4 an odd one",
            holds: |args| parity_holds(args, $tile),
            found: |args| {
                let t = args.tile($tile).map_or("unknown".into(), |t| {
                    format!("{} x {} valid", t.valid_rows, t.valid_cols)
                });
                format!("{}, {t}", split_found(args))
            },
            mutate_to_violate: |b| {
                if let Some(t) = b.tile($tile) {
                    t.valid_rows = Dim::Is(t.rows & !1);
                }
                b.attrs.push(("split".into(), "3".into()));
            },
        };
    };
}
parity_rule!(PARITY, 0);

macro_rules! subblock_rule {
    ($name:ident, $operand:literal) => {
        pub(super) static $name: Custom = Custom {
            name: "subblock-split",
            code: code::FORBIDDEN,
            text: "`aiv_subblockid` goes with a `split` other than 0",
            holds: |args| !args.has($operand) || split(args) != 0,
            found: split_found,
            mutate_to_violate: |b| b.attrs.push(("split".into(), "0".into())),
        };
    };
}
subblock_rule!(SUBBLOCK_2, 2);
pub(super) use subblock_rule;

/// Slots the queue has if nothing is said.
fn slots(args: &Args<'_>) -> i64 {
    let default = if number(args, "dir_mask") == Some(3) { 4 } else { 8 };
    number(args, "slot_num").unwrap_or(default)
}

pub(super) static LOCAL_SLOTS: Custom = Custom {
    name: "pipe-local-slots",
    code: code::ATTR_VALUE,
    text: "`local_slot_num` must not exceed `slot_num` (4 for both directions, else 8, if not given)",
    holds: |args| number(args, "local_slot_num").is_none_or(|n| n <= slots(args)),
    found: |args| {
        format!("{} of {}", number(args, "local_slot_num").unwrap_or_default(), slots(args))
    },
    mutate_to_violate: |b| b.attrs.push(("local_slot_num".into(), "1000".into())),
};

static FLAGS: Custom = Custom {
    name: "pipe-flags",
    code: code::EVENT_ID,
    text: "a queue uses flag `flag_base` and the next one, in both directions the next three; there are 16",
    holds: |args| {
        let width = if number(args, "dir_mask") == Some(3) { 4 } else { 2 };
        number(args, "flag_base").is_none_or(|n| n <= 16 - width)
    },
    found: |args| format!("flag_base is {}", number(args, "flag_base").unwrap_or_default()),
    mutate_to_violate: |b| b.attrs.push(("flag_base".into(), "15".into())),
};

static FLAGS_OF_PAGE: Custom = Custom {
    name: "pipe-flags-of-page",
    code: code::EVENT_ID,
    text: "`flag_base` must be from 0 to 7",
    holds: |args| number(args, "flag_base").is_none_or(|n| n <= 7),
    found: |args| format!("flag_base is {}", number(args, "flag_base").unwrap_or_default()),
    mutate_to_violate: |b| b.attrs.push(("flag_base".into(), "8".into())),
};

const FLAGS_CITE: &str =
    "pto-isa@3186c381 docs/isa/system/ops/TPUSH.md:192; include/pto/npu/a2a3/TPush.hpp goes to 15";

macro_rules! peer_rule {
    ($name:ident, $local:literal, $peer:literal) => {
        static $name: Custom = Custom {
            name: "pipe-peer",
            code: code::REQUIRED,
            text: "`peer_local_addr` goes with `local_addr` and `dir_mask = 3`, and only with them",
            holds: |args| {
                args.has($peer) == (args.has($local) && number(args, "dir_mask") == Some(3))
            },
            found: |args| {
                let given = if args.has($peer) { "given" } else { "not given" };
                format!("{given}, dir_mask is {}", number(args, "dir_mask").unwrap_or_default())
            },
            mutate_to_violate: |b| {
                let slot = &mut b.types[$peer];
                *slot = if slot.is_some() { None } else { Some(Type::Scalar(I32)) };
            },
        };
    };
}
peer_rule!(L2G2L_PEER, 1, 2);
peer_rule!(L2L_PEER, 0, 1);

pub(super) const SPLIT: AttrDef = int("split", 0, 4).doc(
    "0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers",
);
pub(super) const DIR: AttrDef =
    int("dir_mask", 1, 3).doc("1 cube to vector, 2 vector to cube, 3 both");
pub(super) const SLOT_SIZE: AttrDef = int("slot_size", 1, i32::MAX as i64).doc("bytes of a slot");
pub(super) const SLOT_NUM: AttrDef = int("slot_num", 1, i32::MAX as i64).doc("slots of the queue");
pub(super) const LOCAL_NUM: AttrDef =
    int("local_slot_num", 1, i32::MAX as i64).doc("slots in local memory");
const FLAG_BASE: AttrDef = int("flag_base", 0, 15).doc("first hardware flag");
pub(super) const NOSPLIT: AttrDef = flag("nosplit").doc("only whole tiles pass");
pub(super) const EPILOGUE_ATTR: AttrDef = any_attr("acc_push_epilogue")
    .doc("layout, quantisation and relu on the way out of the accumulator");
const PAGE_TARGETS: &str = "pto-isa@3186c381 docs/isa/system/ops for A2/A3 and A5; include/pto/cpu has it although the pages deny it";

ops! {
    base: BASE;

    /// Put a tile into a queue.
    ///
    /// Waits for a free slot, writes the tile into it and tells the consumer. Cube to vector it takes an
    /// accumulator tile, vector to cube a vector tile. Instead of a tile it publishes a slot that `talloc`
    /// opened.
    ///
    /// A tile passes as its valid elements; the layout is that of the consumer's tile. Halves that two vector
    /// cores push are one entry, which is there when both have come. A whole tile (split 0) passes between the
    /// cube core and vector core 0: to the other one a pop gives zeros, its push and `tfree` do nothing. On
    /// A2/A3 both vector cores take part in that, too. Slots in global memory hold rows without gaps.
    tpush(tile: Loads Memory, pipe_handle: In Handle, aiv_subblockid: OptIn Scalar, event: OptOut Handle) {
        class: Class::Queue(QueueOp::Push(None)),
        origin: Origin::Manual("docs/isa/system/ops/TPUSH.md"),
        cpp: "TPUSH<type(pipe_handle), type(tile), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle, tile[, aiv_subblockid])",
        syntax: "(tile, pipe_handle) {split} aiv_subblockid(aiv_subblockid)",
        formula: "slot[head] = tile; head = head + 1",
        attrs: &[SPLIT],
        pipe: PipeSelector::FromSpaces(out_pipe, "FIX for an accumulator tile, MTE3 for others"),
        cost: Cost::Push,
        rules: &[
            in_space(&[tile], &[Acc, Vec, Gm]).cite("PTOAS 0.60 include/PTO/IR/PTOOps.td:2264"),
            custom(&[tile, aiv_subblockid], &SUBBLOCK_2),
            custom(&[tile], &PARITY).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19199-19231"),
        ],
        support: &[
            on(Targets::ALL, PAGE_TARGETS),
            undocumented(Targets::CPU, "pto-isa@3186c381 docs/isa/system/ops/TPUSH.md:11"),
        ],
        notes: &["The manual returns an event and writes the queue in a `pipe(...)` clause."],
    }

    /// Take a tile out of a queue.
    ///
    /// Waits for data and binds `tile` to it, in the next slot of the consumer's buffer. On A2/A3, and on A5
    /// for slots in global memory, the slot is free again when a tile has arrived; elsewhere, and for views,
    /// `tfree` releases it.
    tpop(tile: OutStores Memory, pipe_handle: In Handle, aiv_subblockid: OptIn Scalar, event: OptOut Handle) {
        class: Class::Queue(QueueOp::Pop(None)),
        origin: Origin::Manual("docs/isa/system/ops/TPOP.md"),
        cpp: "TPOP<type(pipe_handle), type(tile), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle, tile[, aiv_subblockid])",
        syntax: "(tile, pipe_handle) {split} aiv_subblockid(aiv_subblockid)",
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[SPLIT],
        pipe: PipeSelector::FromSpaces(pop_pipe, "MTE2 on A2/A3, S on A5"),
        cost: Cost::Pop,
        rules: &[
            in_space(&[tile], &[Vec, Mat, Gm]).cite("PTOAS 0.60 include/PTO/IR/PTOOps.td:2591"),
            custom(&[tile, aiv_subblockid], &SUBBLOCK_2),
        ],
        support: &[
            on(Targets::ALL, PAGE_TARGETS),
            undocumented(Targets::CPU, "pto-isa@3186c381 docs/isa/system/ops/TPOP.md:11"),
        ],
        notes: &["The manual puts the queue first, returns an event and writes the queue in a `pipe(...)` clause."],
    }

    /// Release a slot of a queue.
    ///
    /// Tells the producer that the oldest slot this core holds may be written again: at once, though devices
    /// collect several of these signals. Nothing is left to do after a pop that has released its slot.
    tfree(entry: OptAddr Memory, pipe_handle: In Handle) {
        class: Class::Queue(QueueOp::Free(None)),
        origin: Origin::Manual("docs/isa/system/ops/TFREE.md"),
        cpp: "TFREE<type(pipe_handle), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle) if entry: vec; TFREE<type(pipe_handle), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle)",
        syntax: "(entry, pipe_handle) {split}",
        formula: "free = free + 1",
        attrs: &[SPLIT],
        cost: Cost::Sync,
        support: &[on(Targets::ALL, PAGE_TARGETS)],
    }

    /// Open a slot of a queue as a view on global memory.
    ///
    /// Waits for a free slot and points `entry` at it; `tpush` publishes it.
    talloc(entry: Result View, pipe_handle: In Handle) {
        class: Class::Queue(QueueOp::Alloc(None)),
        origin: Origin::Manual("docs/isa/TALLOC.md"),
        cpp: "TALLOC<type(pipe_handle), type(entry), split:TileSplitAxis=TILE_NO_SPLIT>(pipe_handle, entry)",
        syntax: "(entry, pipe_handle) {split}",
        formula: "entry = slot[head]",
        attrs: &[SPLIT],
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/TALLOC.md")],
    }

    /// Make a queue whose slots lie in global memory.
    ///
    /// With `local_addr` the consumer gets tiles in local memory, without it views of the slots. Cores that
    /// give the same place for the slots of a direction share a queue. Of a queue in both directions the slots
    /// to the cube core follow the others.
    initialize_l2g2l_pipe(gm_addr: Addr Memory, local_addr: OptAddr Any, peer_local_addr: OptAddr Any, pipe: Out Handle) {
        class: Class::Queue(QueueOp::Open { ends: Ends::Handle, global: Some(true) }),
        syntax: "{dir_mask, slot_size, slot_num, local_slot_num, flag_base, nosplit} (gm_addr, local_addr, peer_local_addr) ->",
        formula: "pipe = empty queue",
        attrs: &[DIR.required(), SLOT_SIZE.required(), SLOT_NUM.required(), LOCAL_NUM, FLAG_BASE, NOSPLIT, EPILOGUE_ATTR],
        rules: &[
            custom(&[gm_addr], &FLAGS),
            custom(&[gm_addr], &FLAGS_OF_PAGE).only(Targets::A2A3).manual_only().cite(FLAGS_CITE),
            custom(&[gm_addr], &LOCAL_SLOTS),
            custom(&[local_addr, peer_local_addr], &L2G2L_PEER),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20956-20994")],
        notes: &["Each operand's type follows it in the text."],
    }

    /// Make a queue whose slots lie in the consumer's local memory.
    ///
    /// `local_addr` is the consumer's buffer of one direction, `peer_local_addr` of the other. Cores that give
    /// the same place for the slots of a direction share a queue.
    initialize_l2l_pipe(local_addr: Addr Any, peer_local_addr: OptAddr Any, pipe: Out Handle) {
        class: Class::Queue(QueueOp::Open { ends: Ends::Handle, global: Some(false) }),
        syntax: "{dir_mask, slot_size, slot_num, flag_base, nosplit} (local_addr, peer_local_addr) ->",
        formula: "pipe = empty queue",
        attrs: &[DIR.required(), SLOT_SIZE.required(), SLOT_NUM.required(), FLAG_BASE, NOSPLIT, EPILOGUE_ATTR],
        rules: &[
            custom(&[local_addr], &FLAGS),
            custom(&[local_addr], &FLAGS_OF_PAGE).only(Targets::A2A3).manual_only().cite(FLAGS_CITE),
            custom(&[local_addr, peer_local_addr], &L2L_PEER),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20996-21012")],
        notes: &["Each operand's type follows it in the text."],
    }
}
