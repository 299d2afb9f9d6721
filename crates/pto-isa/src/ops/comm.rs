//! Communication between devices, and what makes its data visible.

use super::comm_group::{
    DMA_ENGINE, DMA_ENGINE_CITE, GROUP_BY_CORES, GROUP_ENGINE, GROUP_ENGINE_CITE, PIECES_CITE,
    ROOT_CITE, ROWS_CITE, SDMA_ALONE, holds_all, root_in_group, whole_pieces,
};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Mutator};
use crate::sem::transfer;
use crate::ty::{Dim, Type, ViewKind};

const BASE: OpDef =
    OpDef { family: "communication", pipe: STAGED, cost: Cost::Remote, ..OpDef::EMPTY };

pub(super) fn view<'a>(args: &Args<'a>, slot: u8) -> Option<(ViewKind, &'a [Dim])> {
    match args.ty(slot)? {
        Type::View { kind, dims, .. } => Some((*kind, dims)),
        _ => None,
    }
}

pub(super) fn show(args: &Args<'_>, slots: &[u8]) -> String {
    let types = slots.iter().map(|&i| args.ty(i).map_or("unknown".into(), |t| format!("`{t}`")));
    types.collect::<std::vec::Vec<String>>().join(" and ")
}

fn all_static(args: &Args<'_>, slot: u8) -> bool {
    view(args, slot).is_none_or(|(_, d)| !d.contains(&Dim::Dynamic))
}

pub(super) fn set_dims(b: &mut Mutator<'_>, slot: u8, f: impl Fn(&mut [Dim])) {
    if let Some(Some(Type::View { dims, .. })) = b.types.get_mut(slot as usize) {
        f(dims);
    }
}

macro_rules! static_rule {
    ($name:ident, $slot:literal) => {
        static $name: Custom = Custom {
            name: "comm-static",
            code: code::OP_RULE,
            text: "every extent of the view must be known",
            holds: |args| all_static(args, $slot),
            found: |args| show(args, &[$slot]),
            mutate_to_violate: |b| set_dims(b, $slot, |d| d[0] = Dim::Dynamic),
        };
    };
}
static_rule!(STATIC_0, 0);
static_rule!(STATIC_3, 3);
static_rule!(STATIC_4, 4);

static SAME_EXTENTS: Custom = Custom {
    name: "comm-same-extents",
    code: code::SAME_SHAPE,
    text: "`dst` and `src` must have the same extents, known or dynamic",
    holds: |args| match (view(args, 0), view(args, 1)) {
        (Some((_, a)), Some((_, b))) => a == b,
        _ => true,
    },
    found: |args| show(args, &[0, 1]),
    mutate_to_violate: |b| {
        set_dims(b, 1, |d| {
            if let Some(last) = d.last_mut() {
                *last = Dim::Is(last.known().unwrap_or(1) + 1);
            }
        });
    },
};

static GROUP_TYPE: Custom = Custom {
    name: "comm-group-type",
    code: code::SAME_TYPE,
    text: "the members of the group must have the type of `src`",
    holds: |args| match (args.ty(0), args.ty(3)) {
        (Some(a @ Type::View { .. }), Some(b @ Type::View { .. })) => a == b,
        _ => true,
    },
    found: |args| show(args, &[0, 3]),
    mutate_to_violate: |b| {
        set_dims(b, 3, |d| {
            if let Some(last) = d.last_mut() {
                *last = Dim::Is(last.known().unwrap_or(1) + 1);
            }
        });
    },
};

static DYNAMIC_PARTITION: Custom = Custom {
    name: "comm-dynamic-partition",
    code: code::OP_RULE,
    text: "only a partition may have dynamic extents",
    holds: |args| {
        let bad =
            |(kind, d): (ViewKind, &[Dim])| kind == ViewKind::Tensor && d.contains(&Dim::Dynamic);
        !(view(args, 0).is_some_and(bad) || view(args, 1).is_some_and(bad))
    },
    found: |args| show(args, &[0, 1]),
    mutate_to_violate: |b| {
        for slot in [0, 1] {
            if let Some(Type::View { kind, dims, .. }) = b.types[slot].as_mut() {
                *kind = ViewKind::Tensor;
                dims[0] = Dim::Dynamic;
            }
        }
    },
};

static FLAT: Custom = Custom {
    name: "comm-flat",
    code: code::OP_RULE,
    text: "`dst` and `src` must be contiguous: all extents known, all but the last 1",
    holds: |args| {
        let flat = |(_, d): (ViewKind, &[Dim])| {
            !d.contains(&Dim::Dynamic) && d.iter().rev().skip(1).all(|&x| x == Dim::Is(1))
        };
        view(args, 0).is_none_or(flat) && view(args, 1).is_none_or(flat)
    },
    found: |args| show(args, &[0, 1]),
    mutate_to_violate: |b| {
        for slot in [0, 1] {
            if let Some(Type::View { dims, .. }) = b.types[slot].as_mut() {
                *dims = [Dim::Is(2), Dim::Is(32)].into();
            }
        }
    },
};

static PIECES_OF_SRC: Custom = whole_pieces::<1, 2>();
static PIECES_OF_ROOT: Custom = whole_pieces::<0, 1>();
static PIECES_OF_GROUP: Custom = whole_pieces::<3, 1>();
static REDUCED_PIECES: Custom = whole_pieces::<4, 1>();
static ROOT_OF_3: Custom = root_in_group::<3>();
static ROOT_OF_4: Custom = root_in_group::<4>();
static ROWS_OF_ALL: Custom = holds_all::<0, 3>();

const TILE_CITE: &str = "PTOAS 0.60 lib/PTO/IR/PTO.cpp:4763-4870";
const WAIT_CMP: AttrDef =
    word("cmp", &["eq", "ne", "gt", "ge", "lt", "le"]).doc("signal, comparison, value");
const NOTIFY: &[&str] = &["set", "atomic_add", "atomicadd"];
const REDUCE: &[&str] = &["sum", "max", "min"];
const ROOT: AttrDef = int("root", 0, i32::MAX as i64).doc("index of the root in the group");
const STAGING_NOTE: &str = "The manual's text has no staging tile and puts the group first; the tiles are then supplied by the tool.";
const DEVICE_NOTE: &str = "In a run, the memory of another device is a buffer like any other; `pto run --ranks` has several.";
/// Source: pto-isa@3186c381 include/pto/comm/a2a3/TPut.hpp:45-56, 289-294, TGet.hpp:45-56, TBroadCast.hpp:200-216,
/// TGather.hpp:60-95, TReduce.hpp:52-92.
const STAGED: PipeSelector = PipeSelector::Through(Pipe::Mte2, Pipe::Mte3);
const CPU_NOTE: &str =
    "The manual says both that the CPU simulator has it and that it does not; it does.";

ops! {
    base: BASE;

    /// Write local global memory to another device.
    ///
    /// Data goes through the staging tile in pieces; with two tiles the pieces overlap. With
    /// `atomic_add` the remote elements are added to.
    comm_tput = "comm.tput" (dst: OutAtomic View, src: Loads View, ping: OptScratch Tile, pong: OptScratch Tile) {
        aliases: &["tput"],
        origin: Origin::Manual("docs/isa/comm/TPUT.md"),
        cpp: "comm::TPUT<[atomicType:AtomicType]>(dst, src, ping[, pong])",
        syntax: "(dst, src, buf(ping, pong))",
        formula: "dst[i] = src[i], or dst[i] + src[i] with atomic_add",
        attrs: &[word("atomicType", &["atomic_none", "atomic_add"]).doc("replace or add")],
        rules: &[
            in_space(&[ping, pong], &[Vec]).cite(TILE_CITE),
            same_dtype(&[dst, src, ping]),
            same_type(&[ping, pong]),
            custom(&[dst, src], &DYNAMIC_PARTITION).cite(TILE_CITE),
            custom(&[dst, src], &SAME_EXTENTS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19930-19953"),
            custom(&[src, ping], &PIECES_OF_SRC).cite(PIECES_CITE),
        ],
        sem: Sem::Custom(|x| transfer::copy(x, src, dst)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TPUT.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19930-19953")],
        notes: &[STAGING_NOTE, DEVICE_NOTE, CPU_NOTE],
    }

    /// Read global memory of another device.
    ///
    /// Data goes through the staging tile in pieces; with two tiles the pieces overlap.
    comm_tget = "comm.tget" (dst: OutStores View, src: Loads View, ping: OptScratch Tile, pong: OptScratch Tile) {
        aliases: &["tget"],
        origin: Origin::Manual("docs/isa/comm/TGET.md"),
        cpp: "comm::TGET(dst, src, ping[, pong])",
        syntax: "(dst, src, buf(ping, pong))",
        formula: "dst[i] = src[i]",
        rules: &[
            in_space(&[ping, pong], &[Vec]).cite(TILE_CITE),
            same_dtype(&[dst, src, ping]),
            same_type(&[ping, pong]),
            custom(&[dst, src], &DYNAMIC_PARTITION).cite(TILE_CITE),
            custom(&[dst, src], &SAME_EXTENTS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19955-19978"),
            custom(&[src, ping], &PIECES_OF_SRC).cite(PIECES_CITE),
        ],
        sem: Sem::Custom(|x| transfer::copy(x, src, dst)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TGET.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19955-19978")],
        notes: &[STAGING_NOTE, DEVICE_NOTE, CPU_NOTE],
    }

    /// Write local global memory to another device without waiting.
    ///
    /// The transfer runs on a DMA engine of the session; the event tells when it is done. Both views are one
    /// contiguous run.
    comm_tput_async = "comm.tput_async" (dst: OutStores View, src: Loads View, session: In Handle, event: Out Handle) {
        aliases: &["tput_async"],
        origin: Origin::Manual("docs/isa/comm/TPUT_ASYNC.md"),
        cpp: "comm::TPUT_ASYNC(dst, src, session, ...)",
        attrs: &[DMA_ENGINE],
        syntax: "(dst, src, session) ->",
        formula: "dst[i] = src[i], some time before event",
        pipe: PipeSelector::Fixed(Pipe::S),
        rules: &[
            same_dtype(&[dst, src]),
            custom(&[dst, src], &FLAT).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:4721-4751"),
            custom(&[dst, src], &SAME_EXTENTS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19903-19920"),
            custom(&[dst], &SDMA_ALONE).only(Targets::A2A3).cite(DMA_ENGINE_CITE),
        ],
        sem: Sem::Custom(|x| transfer::copy(x, src, dst)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TPUT_ASYNC.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19903-19924")],
        notes: &[CPU_NOTE],
    }

    /// Read global memory of another device without waiting.
    ///
    /// The transfer runs on a DMA engine of the session; the event tells when it is done. Both views are one
    /// contiguous run.
    comm_tget_async = "comm.tget_async" (dst: OutStores View, src: Loads View, session: In Handle, event: Out Handle) {
        aliases: &["tget_async"],
        origin: Origin::Manual("docs/isa/comm/TGET_ASYNC.md"),
        cpp: "comm::TGET_ASYNC(dst, src, session, ...)",
        attrs: &[DMA_ENGINE],
        syntax: "(dst, src, session) ->",
        formula: "dst[i] = src[i], some time before event",
        pipe: PipeSelector::Fixed(Pipe::S),
        rules: &[
            same_dtype(&[dst, src]),
            custom(&[dst, src], &FLAT).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:4721-4751"),
            custom(&[dst, src], &SAME_EXTENTS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:19903-19920"),
            custom(&[dst], &SDMA_ALONE).only(Targets::A2A3).cite(DMA_ENGINE_CITE),
        ],
        sem: Sem::Custom(|x| transfer::copy(x, src, dst)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TGET_ASYNC.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19903-19928")],
        notes: &[CPU_NOTE],
    }

    /// Signal another device.
    ///
    /// Sets a 32-bit counter in remote global memory, or adds to it.
    comm_tnotify = "comm.tnotify" (signal: OutAtomic View, value: In Scalar) {
        class: Class::Sync(Sync::Notify),
        aliases: &["tnotify"],
        origin: Origin::Manual("docs/isa/comm/TNOTIFY.md"),
        cpp: "comm::TNOTIFY(signal, value, notifyOp:NotifyOp | op:NotifyOp)",
        syntax: "(signal, value)",
        formula: "signal = value, or signal + value with atomic_add",
        attrs: &[
            word("notifyOp", NOTIFY).doc("replace or add"),
            word("op", NOTIFY).doc("the manual's name of notifyOp"),
        ],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[signal, value], &[I32]),
            custom(&[signal], &STATIC_0).cite(TILE_CITE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TNOTIFY.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19980-19989")],
        notes: &[CPU_NOTE],
    }

    /// Wait for signals.
    ///
    /// Blocks until every counter of `signal` compares true with the value.
    comm_twait = "comm.twait" (signal: Loads View, cmpValue: In Scalar) {
        class: Class::Sync(Sync::WaitSignal),
        aliases: &["twait"],
        origin: Origin::Manual("docs/isa/comm/TWAIT.md"),
        cpp: "comm::TWAIT(signal, cmpValue, cmp:WaitCmp)",
        syntax: "(signal, cmpValue)",
        formula: "wait until signal cmp cmpValue for every element",
        attrs: &[WAIT_CMP.required()],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Sync,
        rules: &[
            has_dtype(&[signal, cmpValue], &[I32]),
            custom(&[signal], &STATIC_0).cite(TILE_CITE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TWAIT.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19991-20000")],
        notes: &[CPU_NOTE, "The numbers of the comparisons differ from those of the tile comparisons."],
    }

    /// Test signals without waiting.
    ///
    /// True if every counter of `signal` compares true with the value.
    comm_ttest = "comm.ttest" (signal: Loads View, cmpValue: In Scalar, result: Out Scalar) {
        class: Class::Sync(Sync::TestSignal),
        aliases: &["ttest"],
        origin: Origin::Manual("docs/isa/comm/TTEST.md"),
        cpp: "comm::TTEST(signal, cmpValue, cmp:WaitCmp)",
        syntax: "(signal, cmpValue) ->",
        formula: "result = (signal cmp cmpValue for every element)",
        attrs: &[WAIT_CMP.required()],
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[signal, cmpValue], &[I32]),
            has_dtype(&[result], &[I1]),
            custom(&[signal], &STATIC_0).cite(TILE_CITE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TTEST.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20002-20011")],
        notes: &[CPU_NOTE],
    }

    /// Copy global memory of the root to every device of a group.
    ///
    /// Each member of the group is named by its view of the destination.
    comm_tbroadcast = "comm.tbroadcast" (src: Loads View, ping: OptScratch Tile, pong: OptScratch Tile, group: ManyStores View) {
        aliases: &["tbroadcast"],
        origin: Origin::Manual("docs/isa/comm/TBROADCAST.md"),
        cpp: "comm::TBROADCAST(group, src, ping[, pong], ...)",
        syntax: "(src, recv(ping, pong), group(group))",
        formula: "group[r][i] = src[i]   for every rank r",
        attrs: &[ROOT, GROUP_ENGINE],
        rules: &[
            in_space(&[ping, pong], &[Vec]).cite(TILE_CITE),
            same_dtype(&[src, ping]),
            same_type(&[ping, pong]),
            custom(&[src], &STATIC_0).cite(TILE_CITE),
            custom(&[group], &STATIC_3).cite(TILE_CITE),
            custom(&[src, group], &GROUP_TYPE).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:20111-20113"),
            custom(&[src, ping], &PIECES_OF_ROOT).cite(PIECES_CITE),
            custom(&[group], &ROOT_OF_3).cite(ROOT_CITE),
            custom(&[src], &GROUP_BY_CORES).only(Targets::A2A3).cite(GROUP_ENGINE_CITE),
        ],
        sem: Sem::Custom(|x| transfer::broadcast(x, src, group)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TBROADCAST.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20100-20118")],
        notes: &[STAGING_NOTE, CPU_NOTE],
    }

    /// Collect global memory of every device of a group on the root.
    ///
    /// The pieces follow one another along the rows, in the order of the group.
    comm_tgather = "comm.tgather" (dst: OutStores View, ping: OptScratch Tile, pong: OptScratch Tile, group: ManyLoads View) {
        origin: Origin::Manual("docs/isa/comm/TGATHER.md"),
        cpp: "comm::TGATHER(group, dst, ping[, pong], ...)",
        syntax: "(dst, recv(ping, pong), group(group))",
        formula: "dst[r*H + i] = group[r][i]   with H rows per rank",
        attrs: &[ROOT, GROUP_ENGINE],
        rules: &[
            in_space(&[ping, pong], &[Vec]).cite(TILE_CITE),
            same_dtype(&[dst, ping, group]),
            same_type(&[ping, pong]),
            custom(&[dst], &STATIC_0).cite(TILE_CITE),
            custom(&[group], &STATIC_3).cite(TILE_CITE),
            custom(&[group, ping], &PIECES_OF_GROUP).cite(PIECES_CITE),
            custom(&[group], &ROOT_OF_3).cite(ROOT_CITE),
            custom(&[group, dst], &ROWS_OF_ALL).cite(ROWS_CITE),
            custom(&[dst], &GROUP_BY_CORES).only(Targets::A2A3).cite(GROUP_ENGINE_CITE),
        ],
        sem: Sem::Custom(|x| transfer::gather(x, dst, group)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TGATHER.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20120-20138")],
        notes: &[STAGING_NOTE, CPU_NOTE, "The tile instruction `tgather` has the same name in the manual."],
    }

    /// Hand the rows of the root to the devices of a group.
    ///
    /// The inverse of `comm.tgather`.
    comm_tscatter = "comm.tscatter" (src: Loads View, ping: OptScratch Tile, pong: OptScratch Tile, group: ManyStores View) {
        origin: Origin::Manual("docs/isa/comm/TSCATTER.md"),
        cpp: "comm::TSCATTER(group, src, ping[, pong], ...)",
        syntax: "(src, recv(ping, pong), group(group))",
        formula: "group[r][i] = src[r*H + i]   with H rows per rank",
        attrs: &[ROOT, GROUP_ENGINE],
        rules: &[
            in_space(&[ping, pong], &[Vec]).cite(TILE_CITE),
            same_dtype(&[src, ping, group]),
            same_type(&[ping, pong]),
            custom(&[src], &STATIC_0).cite(TILE_CITE),
            custom(&[group], &STATIC_3).cite(TILE_CITE),
            custom(&[group, ping], &PIECES_OF_GROUP).cite(PIECES_CITE),
            custom(&[group], &ROOT_OF_3).cite(ROOT_CITE),
            custom(&[group, src], &ROWS_OF_ALL).cite(ROWS_CITE),
            custom(&[src], &GROUP_BY_CORES).only(Targets::A2A3).cite(GROUP_ENGINE_CITE),
        ],
        sem: Sem::Custom(|x| transfer::scatter(x, src, group)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TSCATTER.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20140-20158")],
        notes: &[STAGING_NOTE, CPU_NOTE, "The tile instruction `tscatter` has the same name in the manual."],
    }

    /// Combine global memory of every device of a group on the root.
    ///
    /// `acc` holds the running result; each member's data arrives in the receive tiles.
    comm_treduce = "comm.treduce" (dst: OutStores View, acc: OptScratch Tile, recvPing: OptScratch Tile, recvPong: OptScratch Tile, group: ManyLoads View) {
        aliases: &["treduce"],
        origin: Origin::Manual("docs/isa/comm/TREDUCE.md"),
        cpp: "comm::TREDUCE(group, dst, acc, recvPing[, recvPong], op, ...)",
        syntax: "(dst, acc, recv(recvPing, recvPong), group(group))",
        formula: "dst[i] = op over ranks r of group[r][i]",
        attrs: &[
            word("reduceOp", REDUCE).doc("how two elements are combined"),
            word("op", REDUCE).doc("the manual's name of reduceOp"),
            ROOT,
            GROUP_ENGINE,
        ],
        rules: &[
            in_space(&[acc, recvPing, recvPong], &[Vec]).cite(TILE_CITE),
            same_dtype(&[dst, acc, group]),
            same_type(&[acc, recvPing, recvPong]),
            custom(&[dst], &STATIC_0).cite(TILE_CITE),
            custom(&[group], &STATIC_4).cite(TILE_CITE),
            custom(&[group, acc], &REDUCED_PIECES).cite(PIECES_CITE),
            custom(&[group], &ROOT_OF_4).cite(ROOT_CITE),
            custom(&[dst], &GROUP_BY_CORES).only(Targets::A2A3).cite(GROUP_ENGINE_CITE),
        ],
        sem: Sem::Custom(|x| transfer::reduce(x, dst, group)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/comm/TREDUCE.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20160-20182")],
        notes: &[STAGING_NOTE, CPU_NOTE],
    }
}
