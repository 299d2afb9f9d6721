//! Queues between the cores of a cluster as each core's code names them: by number.

use super::pipe_queue::{
    BASE, DIR, EPILOGUE_ATTR, LOCAL_NUM, LOCAL_SLOTS, NOSPLIT, PARITY, SLOT_NUM, SLOT_SIZE, SPLIT,
    SUBBLOCK_2, number, split, split_found, subblock_rule,
};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{AttrValue, Custom};
use crate::ty::{Dim, Type};

subblock_rule!(SUBBLOCK_1, 1);

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
    mutate_to_violate: |b| {
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
    text: "`split` 3 and 4 need `valid_row` and `valid_col`",
    holds: |args| split(args) < 3 || args.has(0),
    found: split_found,
    mutate_to_violate: |b| {
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
    mutate_to_violate: |b| {
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
    text: "a pipe with `acc_push_epilogue` has `dir_mask = 1` and `nosplit`",
    holds: |args| {
        args.attr("acc_push_epilogue").is_none()
            || (number(args, "dir_mask") == Some(1)
                && args.attr("nosplit") == Some(AttrValue::Bool(true)))
    },
    found: |args| format!("`dir_mask` is {}", number(args, "dir_mask").unwrap_or_default()),
    mutate_to_violate: |b| b.attrs.push(("nosplit".into(), "false".into())),
};

static NO_LOCAL_SLOTS: Custom = Custom {
    name: "pipe-no-local-slots",
    code: code::ATTR_FOR_TARGET,
    text: "`local_slot_num` exists on A2/A3 only",
    holds: |args| args.attr("local_slot_num").is_none(),
    found: |_| "given".into(),
    mutate_to_violate: |b| b.attrs.push(("local_slot_num".into(), "1".into())),
};

static CONSUMERS: Custom = Custom {
    name: "pipe-consumers",
    code: code::REQUIRED,
    text: "`dir_mask` 1 needs `c2v_consumer_buf`, 2 `v2c_consumer_buf`, 3 both, unless `gm_slot_tensor` is given",
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
    found: |args| format!("`dir_mask` is {}", number(args, "dir_mask").unwrap_or_default()),
    mutate_to_violate: |b| (b.types[1], b.types[2], b.types[3]) = (None, None, None),
};

const ID: AttrDef = int("id", 0, i32::MAX as i64).doc("number of the queue in the function; 0");
const INIT: &[AttrDef] =
    &[ID, DIR.required(), SLOT_SIZE.required(), SLOT_NUM, LOCAL_NUM, NOSPLIT, EPILOGUE_ATTR];
const INIT_SYNTAX: &str = "{id, dir_mask, slot_size, slot_num, local_slot_num, nosplit, acc_push_epilogue} (gm_slot_buffer=gm_slot_buffer, gm_slot_tensor=gm_slot_tensor, c2v_consumer_buf=c2v_consumer_buf, v2c_consumer_buf=v2c_consumer_buf)";
const INIT_CITE: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:18543-18754";

ops! {
    base: BASE;

    /// Set up a queue on the cube core.
    ///
    /// Stands once per `id` in a cube function. The consumer's buffer is reserved (`reserve_buffer`) on the
    /// side that reads and imported on the other: it makes the two ends one queue, whatever their `id`. The
    /// slots lie in `gm_slot_tensor` or `gm_slot_buffer`, else in that buffer; on A5 always there, unless
    /// `gm_slot_tensor` is given.
    aic_initialize_pipe(gm_slot_buffer: OptAddr Ptr, gm_slot_tensor: OptAddr View, c2v_consumer_buf: OptIn Scalar, v2c_consumer_buf: OptIn Scalar) {
        class: Class::Queue(QueueOp::Open { ends: Ends::Numbered(Core::Cube), global: None }),
        core: Core::Cube,
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
    aiv_initialize_pipe(gm_slot_buffer: OptAddr Ptr, gm_slot_tensor: OptAddr View, c2v_consumer_buf: OptIn Scalar, v2c_consumer_buf: OptIn Scalar) {
        class: Class::Queue(QueueOp::Open { ends: Ends::Numbered(Core::Vector), global: None }),
        core: Core::Vector,
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

    /// Put a tile into a queue to the vector cores.
    ///
    /// The form of `tpush` in a cube function; `id` names the queue.
    tpush_to_aiv(tile: Loads Memory) {
        class: Class::Queue(QueueOp::Push(Some(Way::ToVector))),
        core: Core::Cube,
        syntax: "(tile) {id, split}",
        formula: "slot[head] = tile; head = head + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: PipeSelector::FromSpaces(out_pipe, "FIX for an accumulator tile, MTE3 for others"),
        cost: Cost::Push,
        rules: &[
            in_space(&[tile], &[Acc, Gm]),
            custom(&[tile], &PARITY).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19199-19231"),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20557-20702")],
    }

    /// Put a tile into a queue to the cube core.
    ///
    /// The form of `tpush` in a vector function; `id` names the queue.
    tpush_to_aic(tile: Loads Memory, aiv_subblockid: OptIn Scalar) {
        class: Class::Queue(QueueOp::Push(Some(Way::ToCube))),
        core: Core::Vector,
        syntax: "(tile) {id, split} aiv_subblockid(aiv_subblockid)",
        formula: "slot[head] = tile; head = head + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        cost: Cost::Push,
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
    tpop_from_aic(valid_row: OptIn Index, valid_col: OptIn Index, aiv_subblockid: OptIn Scalar, tile: OutStores Memory) {
        class: Class::Queue(QueueOp::Pop(Some(Way::ToVector))),
        core: Core::Vector,
        syntax: "(valid_row, valid_col) {id, split} aiv_subblockid(aiv_subblockid) ->",
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: PipeSelector::FromSpaces(pop_pipe, "MTE2 on A2/A3, S on A5"),
        cost: Cost::Pop,
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
    tpop_from_aiv(valid_row: OptIn Index, valid_col: OptIn Index, tile: OutStores Memory) {
        class: Class::Queue(QueueOp::Pop(Some(Way::ToCube))),
        core: Core::Cube,
        syntax: "(valid_row, valid_col) {id, split} ->",
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[ID, SPLIT.required()],
        pipe: PipeSelector::FromSpaces(pop_pipe, "MTE2 on A2/A3, S on A5"),
        cost: Cost::Pop,
        rules: &[custom(&[valid_row, valid_col, tile], &POP_EXTENTS)],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:19360-19405, 20740-20746")],
        notes: &["The two extents stand in parentheses without types."],
    }

    /// Release a slot of a queue from the cube core.
    ///
    /// The form of `tfree` in a vector function.
    tfree_from_aic(entry: OptAddr Memory) {
        class: Class::Queue(QueueOp::Free(Some(Way::ToVector))),
        core: Core::Vector,
        syntax: "(entry) {id, split}",
        formula: "free = free + 1",
        attrs: &[ID, SPLIT.required()],
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20748-20789")],
    }

    /// Release a slot of a queue from the vector cores.
    ///
    /// The form of `tfree` in a cube function.
    tfree_from_aiv(entry: OptAddr Memory) {
        class: Class::Queue(QueueOp::Free(Some(Way::ToCube))),
        core: Core::Cube,
        syntax: "(entry) {id, split}",
        formula: "free = free + 1",
        attrs: &[ID, SPLIT.required()],
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20791-20832")],
    }

    /// Open a slot of a queue to the vector cores.
    ///
    /// The form of `talloc` in a cube function.
    talloc_to_aiv(entry: Result View) {
        class: Class::Queue(QueueOp::Alloc(Some(Way::ToVector))),
        core: Core::Cube,
        syntax: "{id, split} ->",
        formula: "entry = slot[head]",
        attrs: &[ID, SPLIT.required()],
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20501-20538")],
    }

    /// Open a slot of a queue to the cube core.
    ///
    /// The form of `talloc` in a vector function.
    talloc_to_aic(entry: Result View) {
        class: Class::Queue(QueueOp::Alloc(Some(Way::ToCube))),
        core: Core::Vector,
        syntax: "{id, split} ->",
        formula: "entry = slot[head]",
        attrs: &[ID, SPLIT.required()],
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:20540-20555")],
    }
}
