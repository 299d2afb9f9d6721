//! Signals between cores, fences and caches.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, AttrValue, Custom, Mutator};
use crate::ty::Type;

/// The id is an attribute or operand 0, not both.
static ONE_ID: Custom = Custom {
    name: "one-event-id",
    code: code::OP_RULE,
    text: "the event id is either a number or an operand",
    holds: |args| args.attr("event_id").is_some() != args.has(0),
    found: |args| if args.has(0) { "both are given".into() } else { "none is given".into() },
    mutate_to_violate: |b| {
        if b.types[0].is_some() {
            b.attrs.push(("event_id".into(), "0 : i32".into()));
        } else {
            b.types[0] = Some(Type::Index);
        }
    },
};

fn pipe_ok(args: &Args<'_>) -> bool {
    args.word("pipe").is_none_or(|p| {
        matches!(Pipe::parse(p), Some(Pipe::Fix | Pipe::Mte1 | Pipe::Mte2 | Pipe::Mte3 | Pipe::V))
    })
}

fn to_scalar_pipe(b: &mut Mutator<'_>) {
    b.attrs.push(("pipe".into(), "#pto.pipe<PIPE_S>".into()));
}

/// The pipes that reach the other cores of a cluster.
///
/// Source: PTOAS 0.60 lib/PTO/IR/PTO.cpp:4054-4066, 4243-4256.
static CROSS_PIPE: Custom = Custom {
    name: "cross-core-pipe",
    code: code::PIPE,
    text: "the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V",
    holds: pipe_ok,
    found: |args| format!("it is {}", args.word("pipe").unwrap_or("unknown")),
    mutate_to_violate: to_scalar_pipe,
};

/// The pipes that signal inside a block: A5 has the scalar unit beside the others.
static BLOCK_PIPE: Custom = Custom {
    name: "intra-block-pipe",
    code: code::PIPE,
    text: "the pipe must be PIPE_FIX, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3 or PIPE_V, on A5 also PIPE_S",
    holds: |args| {
        let scalar = args.word("pipe").and_then(Pipe::parse) == Some(Pipe::S);
        pipe_ok(args) || (scalar && args.target.profile() != Target::A2A3)
    },
    found: |args| format!("it is {}", args.word("pipe").unwrap_or("unknown")),
    mutate_to_violate: |b| b.attrs.push(("pipe".into(), "#pto.pipe<PIPE_M>".into())),
};

const CITE_BLOCK_PIPE: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4054-4066; pto-isa@3186c381 include/pto/npu/a5/SyncAll.hpp:51-62";

static ID_BELOW_16: Custom = Custom {
    name: "event-id-below-16",
    code: code::EVENT_ID,
    text: "the event id must be 0 to 15",
    holds: |args| !matches!(args.attr("event_id"), Some(AttrValue::Int(n)) if !(0..16).contains(&n)),
    found: |args| match args.attr("event_id") {
        Some(AttrValue::Int(n)) => format!("it is {n}"),
        _ => "unknown".into(),
    },
    mutate_to_violate: |b| b.attrs.push(("event_id".into(), "16 : i32".into())),
};

const BASE: OpDef = OpDef {
    family: "pipeline-sync",
    cost: Cost::Sync,
    pipe: PipeSelector::Fixed(Pipe::S),
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// Signal the other cores of a cluster.
    ///
    /// Mode 2 of the hardware: the cube core signals both vector cores, a vector core the cube core.
    set_cross_core(core_id: In Scalar, event_id: In Scalar) {
        class: Class::Sync(Sync::SetCore(Signal { pipe: None, id: Id::operand(event_id) })),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/set-cross-core.md"),
        cpp: "ffts_cross_core_sync(pipe, config, ...)",
        formula: "semaphore[core_id, event_id] += 1",
        rules: &[has_dtype(&[core_id, event_id], &[I64, I32])],
        sem: Sem::Machine,
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-cross-core.md"),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-cross-core.md; emulated"),
        ],
        notes: &["No assembler has it under this name; see `sync.set`."],
    }

    /// Stop the core until another core of the cluster has signalled.
    ///
    /// All pipes of the core stand still. The semaphore counts up at a set and down at a wait.
    wait_flag_dev(event_id: In Scalar) {
        class: Class::Sync(Sync::WaitCore(Signal { pipe: None, id: Id::operand(event_id) })),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/wait-flag-dev.md"),
        cpp: "wait_flag_dev(event_id)",
        formula: "wait for semaphore[event_id] > 0, then -= 1",
        rules: &[has_dtype(&[event_id], &[I64, I32])],
        sem: Sem::Machine,
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-flag-dev.md"),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-flag-dev.md; emulated"),
        ],
        notes: &["The page says that the counter falls at a set; it is read as a counting semaphore."],
    }

    /// Signal a core of the same block.
    ///
    /// From the cube core, ids 0 to 15 reach the first vector core and 16 to 31 the second; from a vector core
    /// they reach the cube core.
    set_intra_block(event_id_dyn: OptIn Index, pipe_dyn: OptIn Scalar) {
        class: Class::Sync(Sync::SetCore(Signal { pipe: Some(Id::either("pipe", pipe_dyn)), id: Id::either("event_id", event_id_dyn) })),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/set-intra-block.md"),
        cpp: "set_intra_block(pipe, event_id | event_id_dyn)",
        formula: "semaphore[event_id] += 1, after the earlier work of pipe",
        attrs: &[
            pipe_attr("pipe").doc("the pipe that takes part"),
            int("event_id", 0, 31).doc("the semaphore; 16 and up address the second vector core"),
        ],
        syntax: "pipe, event_id, event_id_dyn : | pipe_dyn, event_id_dyn : pipe_dyn, event_id_dyn",
        pipe: PipeSelector::FromAttr("pipe"),
        rules: &[
            custom(&[event_id_dyn], &ONE_ID),
            custom(&[event_id_dyn], &BLOCK_PIPE).cite(CITE_BLOCK_PIPE),
            custom(&[event_id_dyn], &ID_BELOW_16).only(Targets::A2A3),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4322-4334"),
            undocumented(Targets::A2A3, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-intra-block.md"),
        ],
        notes: &[
            "The manual adds 15 for the second vector core in one place and 16 in others; 16 is used by every program.",
        ],
    }

    /// Wait for a core of the same block.
    ///
    /// Consumes the signal. The assembler calls it `wait_intra_block`.
    wait_intra_core(event_id_dyn: OptIn Index, pipe_dyn: OptIn Scalar) {
        class: Class::Sync(Sync::WaitCore(Signal { pipe: Some(Id::either("pipe", pipe_dyn)), id: Id::either("event_id", event_id_dyn) })),
        print_as: "wait_intra_block",
        aliases: &["wait_intra_block"],
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/wait-intra-core.md"),
        cpp: "wait_intra_block(pipe, event_id | event_id_dyn)",
        formula: "pipe waits for semaphore[event_id] > 0, then -= 1",
        attrs: &[
            pipe_attr("pipe").doc("the pipe that takes part"),
            int("event_id", 0, 31).doc("the semaphore; 16 and up address the second vector core"),
        ],
        syntax: "pipe, event_id, event_id_dyn : | pipe_dyn, event_id_dyn : pipe_dyn, event_id_dyn",
        pipe: PipeSelector::FromAttr("pipe"),
        rules: &[
            custom(&[event_id_dyn], &ONE_ID),
            custom(&[event_id_dyn], &BLOCK_PIPE).cite(CITE_BLOCK_PIPE),
            custom(&[event_id_dyn], &ID_BELOW_16).only(Targets::A2A3),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4349-4361"),
            undocumented(Targets::A2A3, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-intra-core.md"),
        ],
    }

    /// Signal the same core of all blocks.
    ///
    /// `sync.set` and `sync.wait` with `ffts_mode` 0.
    set_cross_block(event_id_dyn: OptIn Index) {
        class: Class::Sync(Sync::SetBlock(Signal { pipe: Some(Id::attr("pipe")), id: Id::either("event_id", event_id_dyn) })),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "ffts_cross_core_sync(pipe, getFFTSMsg(0, event_id | event_id_dyn)) {ffts_mode=0}",
        formula: "semaphore[event_id] of every block += 1, after the earlier work of pipe",
        attrs: &[
            pipe_attr("pipe").doc("the pipe that takes part").required(),
            int("event_id", 0, 15).doc("the semaphore"),
            int("ffts_mode", 0, 0),
        ],
        syntax: "pipe, event_id, event_id_dyn :",
        pipe: PipeSelector::FromAttr("pipe"),
        rules: &[
            custom(&[event_id_dyn], &ONE_ID),
            custom(&[event_id_dyn], &CROSS_PIPE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4222-4307")],
    }

    /// Wait for the cores of the other blocks.
    ///
    /// `sync.set` and `sync.wait` with `ffts_mode` 0.
    wait_cross_block(event_id_dyn: OptIn Index) {
        class: Class::Sync(Sync::WaitBlock(Signal { pipe: Some(Id::attr("pipe")), id: Id::either("event_id", event_id_dyn) })),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "wait_flag_dev(event_id | event_id_dyn) {pipe}",
        formula: "pipe waits for semaphore[event_id] > 0, then -= 1",
        attrs: &[
            pipe_attr("pipe").doc("the pipe that takes part").required(),
            int("event_id", 0, 15).doc("the semaphore"),
        ],
        syntax: "pipe, event_id, event_id_dyn :",
        pipe: PipeSelector::FromAttr("pipe"),
        rules: &[
            custom(&[event_id_dyn], &ONE_ID),
            custom(&[event_id_dyn], &CROSS_PIPE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4222-4307")],
    }

    /// Signal the other cores of a cluster.
    ///
    /// Ids as in `set_intra_block`. On A2/A3 the program must first pass the address of the semaphores with
    /// `set_ffts`.
    sync_set = "sync.set"(event_id_dyn: OptIn Index) {
        class: Class::Sync(Sync::SetCore(Signal { pipe: Some(Id::attr("pipe")), id: Id::either("event_id", event_id_dyn) })),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "a2a3: ffts_cross_core_sync(pipe, getFFTSMsg(ffts_mode=2, event_id | event_id_dyn)); a5: set_intra_block(pipe, event_id | event_id_dyn) {ffts_mode=2}",
        formula: "semaphore[event_id] += 1, after the earlier work of pipe",
        attrs: &[
            pipe_attr("pipe").doc("the pipe that takes part").required(),
            int("event_id", 0, 31).doc("the semaphore; 16 and up address the second vector core"),
            int("ffts_mode", 0, 2).doc("0 between blocks, 1 between the vector cores of a block, 2 within a block"),
        ],
        syntax: "pipe, event_id, event_id_dyn :",
        pipe: PipeSelector::FromAttr("pipe"),
        rules: &[
            custom(&[event_id_dyn], &ONE_ID),
            custom(&[event_id_dyn], &CROSS_PIPE).only(Targets::A5),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4037-4074, 4188-4222")
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp", "A5: set on FIX and MTE3 only, wait on FIX, MTE1, MTE2, MTE3 and V"), other_source("PTOAS 0.60", "A5: ids 0 to 15")]),
        ],
        notes: &["Ids 16 to 31 are accepted on A5: public programs signal the second vector core with them."],
    }

    /// Wait for the other cores of a cluster.
    ///
    /// Ids as in `set_intra_block`. On A2/A3 the program must first pass the address of the semaphores with
    /// `set_ffts`.
    sync_wait = "sync.wait"(event_id_dyn: OptIn Index) {
        class: Class::Sync(Sync::WaitCore(Signal { pipe: Some(Id::attr("pipe")), id: Id::either("event_id", event_id_dyn) })),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "a2a3: wait_flag_dev(event_id | event_id_dyn) {pipe, ffts_mode}; a5: wait_intra_block(pipe, event_id | event_id_dyn) {ffts_mode=2}",
        formula: "pipe waits for semaphore[event_id] > 0, then -= 1",
        attrs: &[
            pipe_attr("pipe").doc("the pipe that takes part").required(),
            int("event_id", 0, 31).doc("the semaphore; 16 and up address the second vector core"),
            int("ffts_mode", 0, 2).doc("0 between blocks, 1 between the vector cores of a block, 2 within a block"),
        ],
        syntax: "pipe, event_id, event_id_dyn :",
        pipe: PipeSelector::FromAttr("pipe"),
        rules: &[
            custom(&[event_id_dyn], &ONE_ID),
            custom(&[event_id_dyn], &CROSS_PIPE).only(Targets::A5),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4037-4074, 4188-4222")
                .conflicting_sources(&[other_source("PTOAS 0.27 lib/PTO/IR/PTO.cpp", "A5: set on FIX and MTE3 only, wait on FIX, MTE1, MTE2, MTE3 and V"), other_source("PTOAS 0.60", "A5: ids 0 to 15")]),
        ],
        notes: &["Ids 16 to 31 are accepted on A5: public programs signal the second vector core with them."],
    }

    /// Pass the address of the cross-core semaphores.
    ///
    /// Once per kernel, before the first cross-core signal on A2/A3.
    set_ffts(ffts: Addr Ptr) {
        class: Class::Mode(Mode::Semaphores),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_ffts_base_addr((uint64_t)ffts)",
        formula: "semaphore base = ffts",
        cost: Cost::Scalar,
        rules: &[
            in_space(&[ffts], &[Gm]),
            has_dtype(&[ffts], &[I64, U64, I8, U8]),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4009-4021")],
    }

    /// Make all earlier accesses to a memory visible.
    ///
    /// `gm` orders global memory between cores, `local_memory` the buffers of this core, `all` both.
    fence_barrier_all = "fence.barrier_all"() {
        class: Class::Sync(Sync::Barrier(Barrier::All)),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "pipe_barrier(PIPE_ALL) then dsb(DSB_DDR) {scope=gm}; pipe_barrier(PIPE_ALL) then dsb(DSB_DDR) {scope=all}",
        formula: "earlier accesses to scope are complete",
        attrs: &[word("scope", &["local_memory", "gm", "all"]).required()],
        syntax: "scope",
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOAttrs.td:307-309")],
    }

    /// Wait until scalar accesses to a memory are complete.
    ///
    /// A barrier of the scalar unit.
    dsb() {
        class: Class::Sync(Sync::ScalarBarrier),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "dsb(mem:mem_dsb_t)",
        formula: "earlier scalar accesses to mem are complete",
        attrs: &[word("mem", &["ALL", "DDR", "UB", "SEQ"]).required()],
        syntax: "mem",
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOAttrs.td")],
    }

    /// Clean and invalidate the data cache of the scalar unit.
    ///
    /// One line, or all of it; the second word says what the lines hold.
    dcci(ptr: Addr Ptr) {
        class: Class::Hint,
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "dcci(ptr, cache[, dst])",
        formula: "the cache line of ptr is written back and dropped",
        attrs: &[
            word("cache", &["SINGLE_CACHE_LINE", "ENTIRE_DATA_CACHE"]).required(),
            word("dst", &["CACHELINE_ALL", "CACHELINE_UB", "CACHELINE_OUT", "CACHELINE_ATOMIC"]),
        ],
        syntax: "ptr cache, dst",
        rules: &[in_space(&[ptr], &[Gm, Vec])],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOAttrs.td")],
    }
}
