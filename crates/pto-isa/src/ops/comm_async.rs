//! Sessions and events of asynchronous transfers, and memory fences.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;

const BASE: OpDef = OpDef {
    family: "communication",
    origin: Origin::Assembler("PTOAS 0.60"),
    pipe: Some(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

static LINE_OR_ALL: Custom = Custom {
    name: "cache-line-or-all",
    code: code::REQUIRED,
    text: "either an address or `all` must be given",
    holds: |args| args.has(0) != (args.attr("all") == Some(crate::AttrValue::Bool(true))),
    found: |args| if args.has(0) { "both".into() } else { "neither".into() },
    violate: |b| b.attrs.push(("all".into(), "true".into())),
};

ops! {
    base: BASE;

    /// Open a session for asynchronous transfers.
    ///
    /// `scratch` is a small vector tile, `workspace` the queue memory the host has prepared.
    comm_build_async_session = "comm.build_async_session" (scratch: In Tile, workspace: In Memory, session: Out Handle) {
        aliases: &["build_async_session"],
        syntax: "(scratch, workspace) ->",
        formula: "session = new session on workspace",
        attrs: &[
            int("sync_id", 0, 7).doc("event id the session waits on"),
            int("block_bytes", 1, i64::MAX).doc("bytes per piece"),
            int("comm_block_offset", 0, i64::MAX).doc("first byte of the core's part of the workspace"),
            int("queue_num", 1, i32::MAX as i64).doc("queues to use"),
            int("channel_group_idx", 0, u32::MAX as i64).doc("group of DMA channels"),
        ],
        rules: &[
            in_space(&[scratch], &[Vec]),
            in_space(&[workspace], &[Gm]),
            has_dtype(&[workspace], &[I8, U8]),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:19831-19901")],
        notes: &["0.27 spells it without `comm.`.", "8 bytes of scratch suffice; every tile has at least 32."],
    }

    /// Wait for an asynchronous transfer.
    ///
    /// Blocks until the event has happened.
    comm_wait_async_event = "comm.wait_async_event" (event: In Handle, session: In Handle, completed: Out Scalar) {
        aliases: &["wait_async_event"],
        syntax: "(event, session) ->",
        formula: "wait for event; completed = true",
        cost: Cost::Sync,
        rules: &[has_dtype(&[completed], &[I1])],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:1997")],
        notes: &["0.27 spells it without `comm.`."],
    }

    /// Test an asynchronous transfer without waiting.
    ///
    /// True if the event has happened.
    comm_test_async_event = "comm.test_async_event" (event: In Handle, session: In Handle, completed: Out Scalar) {
        aliases: &["test_async_event"],
        syntax: "(event, session) ->",
        formula: "completed = event has happened",
        rules: &[has_dtype(&[completed], &[I1])],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:2016")],
        notes: &["0.27 spells it without `comm.`."],
    }

    /// Prepare asynchronous prefetches.
    ///
    /// `workspace` is the queue memory the host has prepared.
    make_prefetch_async_context(workspace: In Ptr, ctx: Out Handle) {
        syntax: "(workspace) ->",
        formula: "ctx = new context on workspace",
        rules: &[
            in_space(&[workspace], &[Gm]),
            has_dtype(&[workspace], &[I8, U8]),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, make_prefetch_async_context")],
    }

    /// Get the session of a prefetch context.
    ///
    /// To wait for its events.
    get_prefetch_async_session(ctx: In Handle, session: Out Handle) {
        formula: "session = session of ctx",
        cost: Cost::Free,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, get_prefetch_async_session")],
    }

    /// Make all earlier memory accesses visible.
    ///
    /// Drains the pipes that access memory, then orders the core's accesses in the scope. Stands before a
    /// signal on the sending side and after the wait on the receiving side.
    fence_barrier_all = "fence.barrier_all" () {
        syntax: "scope",
        formula: "accesses before happen before accesses after, as seen in scope",
        attrs: &[word("scope", &["local_memory", "gm", "all"]).required().doc("whose view is ordered")],
        pipe: Some(Pipe::All),
        cost: Cost::Sync,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:2959-2973")],
    }

    /// Drop cached global memory.
    ///
    /// One cache line, the one that holds `addr`, or the whole data cache.
    cmo_cacheinvalid = "cmo.cacheinvalid" (addr: OptIn Memory) {
        syntax: "addr <single_cache_line> <all> space : addr",
        formula: "the next read of the line comes from memory",
        attrs: &[
            flag("single_cache_line").doc("with an address"),
            flag("all").doc("without an address"),
            word("space", &["gm", "zero"]).doc("memory space; global memory"),
        ],
        rules: &[
            in_space(&[addr], &[Gm]),
            custom(&[addr], &LINE_OR_ALL),
        ],
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:9514-9570")],
    }

    /// Read the control register.
    ///
    /// Its bits select rounding, saturation and mask modes of the vector unit.
    get_ctrl(result: Out Scalar) {
        family: "control-register",
        place: Place::Anywhere,
        syntax: ": result",
        formula: "result = CTRL",
        rules: &[has_dtype(&[result], &[I64])],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, get_ctrl")],
    }

    /// Write the control register.
    ///
    /// Its bits select rounding, saturation and mask modes of the vector unit.
    set_ctrl(value: In Scalar) {
        family: "control-register",
        place: Place::Anywhere,
        formula: "CTRL = value",
        rules: &[has_dtype(&[value], &[I64])],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, set_ctrl")],
    }

    /// Clear one bit of a number.
    ///
    /// Usually of the control register.
    sbitset0(first: In Scalar, second: In Scalar, result: Out Scalar) {
        family: "control-register",
        place: Place::Anywhere,
        formula: "result = first & ~(1 << second)",
        rules: &[has_dtype(&[first, second, result], &[I64])],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, sbitset0")],
    }

    /// Set one bit of a number.
    ///
    /// Usually of the control register.
    sbitset1(first: In Scalar, second: In Scalar, result: Out Scalar) {
        family: "control-register",
        place: Place::Anywhere,
        formula: "result = first | (1 << second)",
        rules: &[has_dtype(&[first, second, result], &[I64])],
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, sbitset1")],
    }
}
