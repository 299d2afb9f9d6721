//! Queues between the cube and the vector cores of a cluster.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, AttrValue, Custom};
use crate::ty::{Dim, Type};

const BASE: OpDef = OpDef {
    family: "scheduling",
    origin: Origin::Assembler("PTOAS 0.60"),
    pipe: Some(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

fn number(args: &Args<'_>, name: &str) -> Option<i64> {
    match args.attr(name)? {
        AttrValue::Int(n) => Some(n),
        _ => None,
    }
}

fn split(args: &Args<'_>) -> i64 {
    number(args, "split").unwrap_or(0)
}

fn split_found(args: &Args<'_>) -> String {
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
        static $name: Custom = Custom {
            name: "split-parity",
            code: code::VALID_EXTENT,
            text: "split 1 and 2 halve an even number of valid rows or columns, split 3 and 4 an odd one",
            holds: |args| parity_holds(args, $tile),
            found: |args| {
                let t = args.tile($tile).map_or("unknown".into(), |t| {
                    format!("{} x {} valid", t.valid_rows, t.valid_cols)
                });
                format!("{}, {t}", split_found(args))
            },
            violate: |b| {
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
        static $name: Custom = Custom {
            name: "subblock-split",
            code: code::FORBIDDEN,
            text: "`aiv_subblockid` goes with a split other than 0",
            holds: |args| !args.has($operand) || split(args) != 0,
            found: split_found,
            violate: |b| b.attrs.push(("split".into(), "0".into())),
        };
    };
}
subblock_rule!(SUBBLOCK_1, 1);
subblock_rule!(SUBBLOCK_2, 2);

static POP_EXTENTS: Custom = Custom {
    name: "pop-extents",
    code: code::DYNAMIC_EXTENT,
    text: "`valid_row` and `valid_col` come together, and only for a tile with `valid=?x?`",
    holds: |args| {
        let dynamic = |d: Dim| d == Dim::Dynamic;
        args.has(0) == args.has(1)
            && (!args.has(0)
                || match args.ty(args.slots.len() as u8 - 1) {
                    Some(Type::Tile(t)) => dynamic(t.valid_rows) && dynamic(t.valid_cols),
                    Some(Type::View { .. }) => false,
                    _ => true,
                })
    },
    found: |args| {
        args.ty(args.slots.len() as u8 - 1).map_or("unknown".into(), |t| format!("`{t}`"))
    },
    violate: |b| {
        let last = b.types.len() - 1;
        if b.types[0].is_none() {
            b.types[0] = Some(Type::Index);
        } else if let Some(Some(Type::Tile(t))) = b.types.get_mut(last) {
            t.valid_rows = Dim::Is(t.rows);
        }
    },
};

static ODD_POP: Custom = Custom {
    name: "pop-odd-split",
    code: code::REQUIRED,
    text: "split 3 and 4 need `valid_row` and `valid_col`",
    holds: |args| split(args) < 3 || args.has(0),
    found: split_found,
    violate: |b| {
        (b.types[0], b.types[1]) = (None, None);
        b.attrs.push(("split".into(), "3".into()));
    },
};

static ONE_SLOT_SOURCE: Custom = Custom {
    name: "pipe-one-slot-source",
    code: code::FORBIDDEN,
    text: "`gm_slot_tensor` and `gm_slot_buffer` exclude each other",
    holds: |args| !(args.has(0) && args.has(1)),
    found: |_| "both are given".into(),
    violate: |b| {
        b.types[0] = Some(Type::Ptr { dtype: F32, space: None });
        b.types[1] = Some(Type::View {
            kind: crate::ViewKind::Tensor,
            dims: [Dim::Is(16), Dim::Is(16)].into(),
            dtype: F32,
        });
    },
};

static EPILOGUE: Custom = Custom {
    name: "pipe-epilogue",
    code: code::OP_RULE,
    text: "a pipe with `acc_push_epilogue` has dir_mask 1 and nosplit",
    holds: |args| {
        args.attr("acc_push_epilogue").is_none()
            || (number(args, "dir_mask") == Some(1)
                && args.attr("nosplit") == Some(AttrValue::Bool(true)))
    },
    found: |args| format!("dir_mask is {}", number(args, "dir_mask").unwrap_or_default()),
    violate: |b| b.attrs.push(("nosplit".into(), "false".into())),
};

/// Slots the queue has if nothing is said.
fn slots(args: &Args<'_>) -> i64 {
    let default = if number(args, "dir_mask") == Some(3) { 4 } else { 8 };
    number(args, "slot_num").unwrap_or(default)
}

static LOCAL_SLOTS: Custom = Custom {
    name: "pipe-local-slots",
    code: code::ATTR_VALUE,
    text: "local_slot_num must not exceed slot_num (4 for both directions, else 8, if not given)",
    holds: |args| number(args, "local_slot_num").is_none_or(|n| n <= slots(args)),
    found: |args| {
        format!("{} of {}", number(args, "local_slot_num").unwrap_or_default(), slots(args))
    },
    violate: |b| b.attrs.push(("local_slot_num".into(), "1000".into())),
};

static NO_LOCAL_SLOTS: Custom = Custom {
    name: "pipe-no-local-slots",
    code: code::ATTR_FOR_TARGET,
    text: "local_slot_num exists on A2/A3 only",
    holds: |args| args.attr("local_slot_num").is_none(),
    found: |_| "given".into(),
    violate: |b| b.attrs.push(("local_slot_num".into(), "1".into())),
};

static CONSUMERS: Custom = Custom {
    name: "pipe-consumers",
    code: code::REQUIRED,
    text: "dir_mask 1 needs `c2v_consumer_buf`, 2 `v2c_consumer_buf`, 3 both, unless `gm_slot_tensor` is given",
    holds: |args| {
        let (c2v, v2c) = (args.has(2), args.has(3));
        if args.has(1) && !c2v && !v2c {
            return true;
        }
        match number(args, "dir_mask") {
            Some(1) => c2v,
            Some(2) => v2c,
            Some(3) => c2v && v2c,
            _ => true,
        }
    },
    found: |args| format!("dir_mask is {}", number(args, "dir_mask").unwrap_or_default()),
    violate: |b| (b.types[1], b.types[2], b.types[3]) = (None, None, None),
};

static FLAGS: Custom = Custom {
    name: "pipe-flags",
    code: code::EVENT_ID,
    text: "a queue uses flags flag_base and the next one, in both directions the next three; there are 16",
    holds: |args| {
        let width = if number(args, "dir_mask") == Some(3) { 4 } else { 2 };
        number(args, "flag_base").is_none_or(|n| n <= 16 - width)
    },
    found: |args| format!("flag_base is {}", number(args, "flag_base").unwrap_or_default()),
    violate: |b| b.attrs.push(("flag_base".into(), "15".into())),
};

macro_rules! peer_rule {
    ($name:ident, $local:literal, $peer:literal) => {
        static $name: Custom = Custom {
            name: "pipe-peer",
            code: code::REQUIRED,
            text: "`peer_local_addr` goes with `local_addr` and dir_mask 3, and only with them",
            holds: |args| {
                args.has($peer) == (args.has($local) && number(args, "dir_mask") == Some(3))
            },
            found: |args| {
                let given = if args.has($peer) { "given" } else { "not given" };
                format!("{given}, dir_mask is {}", number(args, "dir_mask").unwrap_or_default())
            },
            violate: |b| {
                let slot = &mut b.types[$peer];
                *slot = if slot.is_some() { None } else { Some(Type::Scalar(I32)) };
            },
        };
    };
}
peer_rule!(L2G2L_PEER, 1, 2);
peer_rule!(L2L_PEER, 0, 1);

const ID: AttrDef = int("id", 0, i32::MAX as i64).doc("number of the queue in the function; 0");
const SPLIT: AttrDef = int("split", 0, 4).doc(
    "0 whole tile; 1, 2 half of the rows, columns per vector core; 3, 4 the same for odd numbers",
);
const DIR: AttrDef = int("dir_mask", 1, 3).doc("1 cube to vector, 2 vector to cube, 3 both");
const SLOT_SIZE: AttrDef = int("slot_size", 1, i32::MAX as i64).doc("bytes of a slot");
const SLOT_NUM: AttrDef = int("slot_num", 1, i32::MAX as i64).doc("slots of the queue");
const LOCAL_NUM: AttrDef = int("local_slot_num", 1, i32::MAX as i64).doc("slots in local memory");
const FLAG_BASE: AttrDef = int("flag_base", 0, 15).doc("first hardware flag");
const NOSPLIT: AttrDef = flag("nosplit").doc("only whole tiles pass");
const EPILOGUE_ATTR: AttrDef = any_attr("acc_push_epilogue")
    .doc("layout, quantisation and relu on the way out of the accumulator");
const INIT: &[AttrDef] =
    &[ID, DIR.required(), SLOT_SIZE.required(), SLOT_NUM, LOCAL_NUM, NOSPLIT, EPILOGUE_ATTR];
const INIT_SYNTAX: &str = "{id, dir_mask, slot_size, slot_num, local_slot_num, nosplit, acc_push_epilogue} (gm_slot_buffer=gm_slot_buffer, gm_slot_tensor=gm_slot_tensor, c2v_consumer_buf=c2v_consumer_buf, v2c_consumer_buf=v2c_consumer_buf)";
const INIT_CITE: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:18543-18754";
const PAGE_TARGETS: &str = "pto-isa@3186c381 docs/isa/system/ops for A2/A3 and A5; include/pto/cpu has it although the pages deny it";

ops! {
    base: BASE;

    /// Put a tile into a queue.
    ///
    /// Waits for a free slot, writes the tile into it and tells the consumer. Cube to vector it takes an
    /// accumulator tile, vector to cube a vector tile. Instead of a tile it publishes a slot that `talloc`
    /// opened.
    tpush(tile: In Memory, pipe_handle: In Handle, aiv_subblockid: OptIn Scalar, event: OptOut Handle) {
        origin: Origin::Manual("docs/isa/system/ops/TPUSH.md"),
        cpp: "TPUSH(pipe, tile[, aiv_subblockid])",
        syntax: "(tile, pipe_handle) {split} aiv_subblockid(aiv_subblockid)",
        formula: "slot[head] = tile; head = head + 1",
        attrs: &[SPLIT],
        pipe: None,
        pipe_doc: "FIX for an accumulator tile, MTE3 for a vector tile",
        cost: Cost::PerByte,
        rules: &[
            in_space(&[tile], &[Acc, Vec, Gm]).cite("PTOAS 0.60 include/PTO/IR/PTOOps.td:2264"),
            custom(&[tile, aiv_subblockid], &SUBBLOCK_2),
            custom(&[tile], &PARITY).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19199-19231"),
        ],
        support: &[on(Targets::ALL, PAGE_TARGETS)],
        notes: &["The manual returns an event and writes the queue in a `pipe(...)` clause."],
    }

    /// Take a tile out of a queue.
    ///
    /// Waits for data, binds or fills `tile` with it. On A2/A3 the slot is free again when the data has
    /// arrived, elsewhere `tfree` releases it.
    tpop(tile: Out Memory, pipe_handle: In Handle, aiv_subblockid: OptIn Scalar, event: OptOut Handle) {
        origin: Origin::Manual("docs/isa/system/ops/TPOP.md"),
        cpp: "TPOP(pipe, tile[, aiv_subblockid])",
        syntax: "(tile, pipe_handle) {split} aiv_subblockid(aiv_subblockid)",
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[SPLIT],
        pipe: None,
        pipe_doc: "MTE2 on A2/A3, S on A5",
        cost: Cost::PerByte,
        rules: &[
            in_space(&[tile], &[Vec, Mat, Gm]).cite("PTOAS 0.60 include/PTO/IR/PTOOps.td:2591"),
            custom(&[tile, aiv_subblockid], &SUBBLOCK_2),
        ],
        support: &[on(Targets::ALL, PAGE_TARGETS)],
        notes: &["The manual puts the queue first, returns an event and writes the queue in a `pipe(...)` clause."],
    }

    /// Release a slot of a queue.
    ///
    /// Tells the producer that the slot popped last may be written again. On A2/A3 nothing is left to do for
    /// tiles.
    tfree(entry: OptIn Memory, pipe_handle: In Handle) {
        origin: Origin::Manual("docs/isa/system/ops/TFREE.md"),
        cpp: "TFREE(pipe[, entry])",
        syntax: "(entry, pipe_handle) {split}",
        formula: "free = free + 1",
        attrs: &[SPLIT],
        cost: Cost::Sync,
        support: &[on(Targets::ALL, PAGE_TARGETS)],
    }

    /// Open a slot of a queue as a view on global memory.
    ///
    /// Waits for a free slot and points `entry` at it; `tpush` publishes it.
    talloc(entry: Out View, pipe_handle: In Handle) {
        origin: Origin::Manual("docs/isa/TALLOC.md"),
        cpp: "TALLOC(pipe, entry)",
        syntax: "(entry, pipe_handle) {split}",
        formula: "entry = slot[head]",
        attrs: &[SPLIT],
        pipe: Some(Pipe::Mte3),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/TALLOC.md")],
    }

    /// Set up a queue on the cube core.
    ///
    /// Stands once per `id` in a cube function. The consumer's buffer is reserved (`reserve_buffer`) on the
    /// side that reads and imported on the other.
    aic_initialize_pipe(gm_slot_buffer: OptIn Ptr, gm_slot_tensor: OptIn View, c2v_consumer_buf: OptIn Scalar, v2c_consumer_buf: OptIn Scalar) {
        syntax: INIT_SYNTAX,
        formula: "queue[id] = empty",
        attrs: INIT,
        rules: &[
            custom(&[gm_slot_buffer, gm_slot_tensor], &ONE_SLOT_SOURCE),
            custom(&[c2v_consumer_buf], &EPILOGUE),
            custom(&[c2v_consumer_buf], &NO_LOCAL_SLOTS).only(Targets::A5),
            custom(&[c2v_consumer_buf], &LOCAL_SLOTS).only(Targets::A2A3),
            custom(&[v2c_consumer_buf, c2v_consumer_buf], &CONSUMERS),
        ],
        support: &[on(Targets::ALL, INIT_CITE)],
    }

    /// Set up a queue on a vector core.
    ///
    /// Stands once per `id` in a vector function; the counterpart of `aic_initialize_pipe`.
    aiv_initialize_pipe(gm_slot_buffer: OptIn Ptr, gm_slot_tensor: OptIn View, c2v_consumer_buf: OptIn Scalar, v2c_consumer_buf: OptIn Scalar) {
        syntax: INIT_SYNTAX,
        formula: "queue[id] = empty",
        attrs: INIT,
        rules: &[
            custom(&[gm_slot_buffer, gm_slot_tensor], &ONE_SLOT_SOURCE),
            custom(&[c2v_consumer_buf], &EPILOGUE),
            custom(&[c2v_consumer_buf], &NO_LOCAL_SLOTS).only(Targets::A5),
            custom(&[c2v_consumer_buf], &LOCAL_SLOTS).only(Targets::A2A3),
            custom(&[v2c_consumer_buf, c2v_consumer_buf], &CONSUMERS),
        ],
        support: &[on(Targets::ALL, INIT_CITE)],
    }

    /// Make a queue whose slots lie in global memory.
    ///
    /// With `local_addr` the consumer gets tiles in local memory, without it views of the slots.
    initialize_l2g2l_pipe(gm_addr: In Memory, local_addr: OptIn Any, peer_local_addr: OptIn Any, pipe: Out Handle) {
        syntax: "{dir_mask, slot_size, slot_num, local_slot_num, flag_base, nosplit} (gm_addr, local_addr, peer_local_addr) ->",
        formula: "pipe = empty queue",
        attrs: &[DIR.required(), SLOT_SIZE.required(), SLOT_NUM.required(), LOCAL_NUM, FLAG_BASE, NOSPLIT, EPILOGUE_ATTR],
        rules: &[
            custom(&[gm_addr], &FLAGS),
            custom(&[gm_addr], &LOCAL_SLOTS),
            custom(&[local_addr, peer_local_addr], &L2G2L_PEER),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20956-20994")],
        notes: &["Each operand's type follows it in the text."],
    }

    /// Make a queue whose slots lie in the consumer's local memory.
    ///
    /// `local_addr` is the consumer's buffer of one direction, `peer_local_addr` of the other.
    initialize_l2l_pipe(local_addr: In Any, peer_local_addr: OptIn Any, pipe: Out Handle) {
        syntax: "{dir_mask, slot_size, slot_num, flag_base, nosplit} (local_addr, peer_local_addr) ->",
        formula: "pipe = empty queue",
        attrs: &[DIR.required(), SLOT_SIZE.required(), SLOT_NUM.required(), FLAG_BASE, NOSPLIT, EPILOGUE_ATTR],
        rules: &[
            custom(&[local_addr], &FLAGS),
            custom(&[local_addr, peer_local_addr], &L2L_PEER),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20996-21012")],
        notes: &["Each operand's type follows it in the text."],
    }

    /// Put a tile into a queue to the vector cores.
    ///
    /// The form of `tpush` in a cube function; `id` names the queue.
    tpush_to_aiv(tile: In Memory) {
        syntax: "(tile) {id, split}",
        formula: "slot[head] = tile; head = head + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: None,
        pipe_doc: "FIX for an accumulator tile",
        cost: Cost::PerByte,
        rules: &[
            in_space(&[tile], &[Acc, Gm]),
            custom(&[tile], &PARITY).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19199-19231"),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20557-20702")],
    }

    /// Put a tile into a queue to the cube core.
    ///
    /// The form of `tpush` in a vector function; `id` names the queue.
    tpush_to_aic(tile: In Memory, aiv_subblockid: OptIn Scalar) {
        syntax: "(tile) {id, split} aiv_subblockid(aiv_subblockid)",
        formula: "slot[head] = tile; head = head + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: Some(Pipe::Mte3),
        cost: Cost::PerByte,
        rules: &[
            in_space(&[tile], &[Vec, Gm]),
            custom(&[tile, aiv_subblockid], &SUBBLOCK_1),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20704-20723")],
    }

    /// Take a tile out of a queue from the cube core.
    ///
    /// The form of `tpop` in a vector function; `id` names the queue. The operands give the extents of a
    /// tile with a dynamic valid region.
    tpop_from_aic(valid_row: OptIn Index, valid_col: OptIn Index, aiv_subblockid: OptIn Scalar, tile: Out Memory) {
        syntax: "(valid_row, valid_col) {id, split} aiv_subblockid(aiv_subblockid) ->",
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: None,
        pipe_doc: "MTE2 on A2/A3, S on A5",
        cost: Cost::PerByte,
        rules: &[
            custom(&[valid_row, valid_col, tile], &POP_EXTENTS),
            custom(&[valid_col, valid_row], &ODD_POP),
            custom(&[tile, aiv_subblockid], &SUBBLOCK_2),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:19360-19405, 20725-20738")],
        notes: &["The two extents stand in parentheses without types."],
    }

    /// Take a tile out of a queue from the vector cores.
    ///
    /// The form of `tpop` in a cube function; `id` names the queue.
    tpop_from_aiv(valid_row: OptIn Index, valid_col: OptIn Index, tile: Out Memory) {
        syntax: "(valid_row, valid_col) {id, split} ->",
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: None,
        pipe_doc: "MTE2 on A2/A3, S on A5",
        cost: Cost::PerByte,
        rules: &[custom(&[valid_row, valid_col, tile], &POP_EXTENTS)],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:19360-19405, 20740-20746")],
        notes: &["The two extents stand in parentheses without types."],
    }

    /// Release a slot of a queue from the cube core.
    ///
    /// The form of `tfree` in a vector function.
    tfree_from_aic(entry: OptIn Memory) {
        syntax: "(entry) {id, split}",
        formula: "free = free + 1",
        attrs: &[ID, SPLIT.required()],
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20748-20789")],
    }

    /// Release a slot of a queue from the vector cores.
    ///
    /// The form of `tfree` in a cube function.
    tfree_from_aiv(entry: OptIn Memory) {
        syntax: "(entry) {id, split}",
        formula: "free = free + 1",
        attrs: &[ID, SPLIT.required()],
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20791-20832")],
    }

    /// Open a slot of a queue to the vector cores.
    ///
    /// The form of `talloc` in a cube function.
    talloc_to_aiv(entry: Out View) {
        syntax: "{id, split} ->",
        formula: "entry = slot[head]",
        attrs: &[ID, SPLIT.required()],
        pipe: Some(Pipe::Mte3),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20501-20538")],
    }

    /// Open a slot of a queue to the cube core.
    ///
    /// The form of `talloc` in a vector function.
    talloc_to_aic(entry: Out View) {
        syntax: "{id, split} ->",
        formula: "entry = slot[head]",
        attrs: &[ID, SPLIT.required()],
        pipe: Some(Pipe::Mte3),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20540-20555")],
    }
}
