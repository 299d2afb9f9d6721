//! Fetching global memory ahead of its use, and cache maintenance.

use super::tile_load_store::{PLAIN, WIDE};
use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;
use crate::ty::{Dim, Type};

const BASE: OpDef =
    OpDef { family: "memory-and-data-movement", form: PrintForm::Dps, ..OpDef::EMPTY };

static FLAT: Custom = Custom {
    name: "flat-view",
    code: code::OP_RULE,
    text: "the view must be flat: at most one extent may differ from 1",
    holds: |args| match args.ty(0) {
        Some(Type::View { dims, .. }) => dims.iter().filter(|d| **d != Dim::Is(1)).count() <= 1,
        _ => true,
    },
    found: |args| args.ty(0).map_or_else(String::new, Type::to_string),
    mutate_to_violate: |b| {
        if let Some(Type::View { dims, .. }) = b.types[0].as_mut() {
            *dims = [Dim::Is(4), Dim::Is(32)].into();
        }
    },
};

ops! {
    base: BASE;

    /// Load a tile ahead of its use.
    ///
    /// A hint: it fills `dst` as `tload` does, and waits for no event. A later `tload` may still be needed
    /// where the program must be sure of the data.
    tprefetch(src: Loads View, dst: Out Tile) {
        origin: Origin::Manual("docs/isa/tile/ops/memory-and-data-movement/tprefetch.md"),
        cpp: "TPREFETCH(dst, src)",
        formula: "dst[i,j] = src[i,j]   for (i,j) in valid(dst)",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::Load,
        rules: &[
            in_space(&[dst], &[Vec, Mat]),
            same_width(&[dst, src]),
        ],
        sem: Sem::Load(Load { src, dst, pad_value: None, undefined: &[] }),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TPrefetch.hpp:57; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3918-3987")
                .types(&[dst], PLAIN),
            on(Targets::A5, "pto-isa@3186c381 include/pto/npu/a5/TPrefetch.hpp:60; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3918-3987")
                .types(&[dst], WIDE),
            on(Targets::CPU, "pto-isa@3186c381 include/pto/cpu/TPrefetch.hpp:33").types(&[dst], WIDE),
        ],
        notes: &["The page calls it blocking, non-blocking and a hint; it is taken as a load that waits for nothing.",
            "The headers take `dst` for a temporary: rows are packed one after the other, of whatever view (a5/TPrefetch.hpp:17-90). What stands in it afterwards is not to be relied on."],
    }

    /// Start bringing a range of global memory into the L2 cache.
    ///
    /// No tile is written. The range is flat and contiguous; `event` is waited for with the session of `ctx`.
    tprefetch_async(src: Addr View, ctx: In Handle, event: Out Handle) {
        class: Class::Hint,
        origin: Origin::Manual("docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md"),
        cpp: "TPREFETCH_ASYNC(src, ctx, ...)",
        form: PrintForm::Plain,
        syntax: "(src, ctx) ->",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Load,
        rules: &[custom(&[src], &FLAT)],
        sem: Sem::Machine,
        support: &[
            on(Targets::A2A3, "docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md:56"),
            on(Targets::A5, "docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md:56"),
            on(Targets::CPU, "docs/isa/tile/ops/memory-and-data-movement/tprefetch-async.md:60, no effect"),
        ],
    }

    /// Make the context of asynchronous prefetches from a workspace.
    ///
    /// The host prepares the workspace; the context keeps 256 bytes of UB for its descriptors.
    make_prefetch_async_context(workspace: Addr Ptr, ctx: Out Handle) {
        class: Class::Session,
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "PrefetchAsyncContext(workspace, ...)",
        form: PrintForm::Plain,
        syntax: "(workspace) ->",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            in_space(&[workspace], &[Gm]),
            has_dtype(&[workspace], &[I8, U8]),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3989-3999")],
    }

    /// The session of an asynchronous prefetch context, to wait with.
    ///
    /// It belongs to the context and lives as long.
    get_prefetch_async_session(ctx: In Handle, session: Out Handle) {
        class: Class::Session,
        origin: Origin::Assembler("PTOAS 0.60"),
        form: PrintForm::Plain,
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Free,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td")],
    }
}
