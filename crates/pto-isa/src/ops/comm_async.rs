//! Sessions and events of asynchronous transfers, and memory fences.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;

const BASE: OpDef = OpDef {
    family: "communication",
    origin: Origin::Assembler("PTOAS 0.60"),
    pipe: PipeSelector::Fixed(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

static LINE_OR_ALL: Custom = Custom {
    name: "cache-line-or-all",
    code: code::REQUIRED,
    text: "either an address or `all` must be given",
    holds: |args| args.has(0) != (args.attr("all") == Some(crate::AttrValue::Bool(true))),
    found: |args| if args.has(0) { "both".into() } else { "neither".into() },
    mutate_to_violate: |b| b.attrs.push(("all".into(), "true".into())),
};

ops! {
    base: BASE;

    /// Open a session for asynchronous transfers.
    ///
    /// `scratch` is a small vector tile, `workspace` the queue memory the host has prepared.
    comm_build_async_session = "comm.build_async_session" (scratch: Updates Tile, workspace: Addr Memory, session: Out Handle) {
        class: Class::Session,
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
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:19831-19901")],
        notes: &["0.27 spells it without `comm.`.", "8 bytes of scratch suffice; every tile has at least 32."],
    }

    /// Wait for an asynchronous transfer.
    ///
    /// Blocks until the event has happened.
    comm_wait_async_event = "comm.wait_async_event" (event: In Handle, session: In Handle, completed: Out Scalar) {
        class: Class::Sync(Sync::WaitTransfer),
        aliases: &["wait_async_event"],
        syntax: "(event, session) ->",
        formula: "wait for event; completed = true",
        cost: Cost::Sync,
        rules: &[has_dtype(&[completed], &[I1])],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:1997")],
        notes: &["0.27 spells it without `comm.`."],
    }

    /// Test an asynchronous transfer without waiting.
    ///
    /// True if the event has happened.
    comm_test_async_event = "comm.test_async_event" (event: In Handle, session: In Handle, completed: Out Scalar) {
        class: Class::Sync(Sync::TestTransfer),
        aliases: &["test_async_event"],
        syntax: "(event, session) ->",
        formula: "completed = event has happened",
        rules: &[has_dtype(&[completed], &[I1])],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:2016")],
        notes: &["0.27 spells it without `comm.`."],
    }

    /// Drop cached global memory.
    ///
    /// One cache line, the one that holds `addr`, or the whole data cache.
    cmo_cacheinvalid = "cmo.cacheinvalid" (addr: OptAddr Memory) {
        class: Class::Hint,
        cpp: "dcci((__gm__ void*)data(addr), SINGLE_CACHE_LINE) {single_cache_line, space}; dcci((__gm__ void*)0, ENTIRE_DATA_CACHE) {all, space}",
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
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:9514-9570")],
    }
}
