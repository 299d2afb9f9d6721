//! Sessions and events of asynchronous transfers, and memory fences.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::transfer;
use crate::ty::Type;

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

/// The record that an earlier assembler keeps a session of an engine in.
const SESSION: &str =
    "!pto.struct<i64, i64, i32, i32, i32, i32, i64, i64, i32, i32, i32, i32, i32>";
const ENGINE_PAGE: &str = "PTOAS@1a66b020 docs/isa/micro-isa/19-async-comm.md";
const SESSION_SOURCE: &str = "PTOAS@1a66b020 docs/isa/micro-isa/19-async-comm.md; with `!pto.dma_session`: the same page later, and PTOAS test/vpto/cases/async-comm/sdma_gm_gm.py";

/// Whether an operand, if it is given, is a session of the engine that copies global memory.
fn is_session(args: &Args<'_>, slot: u8) -> bool {
    let plain = |text: &str| text.replace(' ', "");
    match args.ty(slot) {
        Some(Type::Other(text)) => {
            [SESSION, "!pto.dma_session<sdma>"].iter().any(|t| plain(t) == plain(text))
        }
        _ => true,
    }
}

macro_rules! session_rule {
    ($name:ident, $slot:literal) => {
        static $name: Custom = Custom {
            name: "dma-session",
            code: code::OPERAND_KIND,
            text: "a session is `!pto.dma_session<sdma>`, or the record of 13 fields that stood for it",
            holds: |args| is_session(args, $slot),
            found: |args| args.ty($slot).map_or("unknown".into(), |t| format!("`{t}`")),
            mutate_to_violate: |b| b.types[$slot] = Some(Type::Other("!pto.struct<i64, i64>".into())),
        };
    };
}
session_rule!(FILLED, 0);
session_rule!(USED, 3);

/// A session is filled or made, not both.
static FILLED_OR_MADE: Custom = Custom {
    name: "session-filled-or-made",
    code: code::REQUIRED,
    text: "either a record to fill or a result must be given",
    holds: |args| args.has(0) != args.has(2),
    found: |args| if args.has(0) { "both".into() } else { "neither".into() },
    mutate_to_violate: |b| (b.types[0], b.types[2]) = (None, None),
};

static WHOLE_LINES: Custom = Custom {
    name: "sdma-block-bytes",
    code: code::ATTR_VALUE,
    text: "`block_bytes` must be a multiple of 64",
    holds: |args| !matches!(args.attr("block_bytes"), Some(crate::AttrValue::Int(n)) if n % 64 != 0),
    found: |args| match args.attr("block_bytes") {
        Some(crate::AttrValue::Int(n)) => n.to_string(),
        _ => "no number".into(),
    },
    mutate_to_violate: |b| b.attrs.push(("block_bytes".into(), "100 : i64".into())),
};

ops! {
    base: BASE;

    /// Make a session of the engine that copies global memory.
    ///
    /// The host writes a template: a word of 64 bits for each field, the narrow ones in the lower half. An earlier form
    /// copies it into a record of 13 fields, which the program may read and change; the later one gives a session that is
    /// not looked into.
    session_init(session: OptInOut Handle, template: Loads Ptr, result: OptOut Handle) {
        class: Class::Local(Local::Struct, LocalOp::Fill),
        origin: Origin::Assembler("PTOAS 1a66b020"),
        syntax: "session, template : session, template",
        formula: "field i of session = word i of template",
        rules: &[
            custom(&[session], &FILLED).cite(ENGINE_PAGE),
            custom(&[session, result], &FILLED_OR_MADE),
            in_space(&[template], &[Gm]),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::NPU, SESSION_SOURCE)],
        notes: &["Stands in an entry function, outside SIMT code."],
    }

    /// Copy global memory by an engine.
    ///
    /// The engine goes on by itself: when the bytes are there, no instruction of a kernel says. With `soft_put` on A5 the copy
    /// is complete at once; its engine does not write to the memory of another device. A result is the handle that the host waits
    /// with; null if the copy is complete.
    sdma_gm_gm(dst: Stores Ptr, src: Loads Ptr, nbytes: In Scalar, session: In Handle, record: OptResult Ptr) {
        origin: Origin::Assembler("PTOAS 1a66b020"),
        syntax: "dst, src, nbytes session(session) : dst, src, nbytes, session",
        formula: "dst[i] = src[i] for i < nbytes, some time later; at once with soft_put on A5",
        attrs: &[
            int("block_bytes", 1, i64::MAX).doc("bytes per piece; those of the session"),
            int("channel_idx", 0, 39).doc("group of channels; that of the session"),
            flag("soft_put").doc("complete at once on A5, of no effect on A2/A3"),
        ],
        rules: &[
            in_space(&[dst, src], &[Gm]),
            has_dtype(&[nbytes], &[I64]).cite(ENGINE_PAGE),
            custom(&[session], &USED).cite(ENGINE_PAGE),
            custom(&[], &WHOLE_LINES).cite(ENGINE_PAGE),
        ],
        sem: Sem::Custom(|x| transfer::copy_bytes(x, [dst, src], nbytes, record)),
        support: &[on(Targets::NPU, SESSION_SOURCE)],
        notes: &["Stands in an entry function, outside SIMT code."],
    }

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
