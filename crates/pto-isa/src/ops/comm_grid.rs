//! Queues between neighbours in a mesh of devices (GridPipe).

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;

const BASE: OpDef = OpDef {
    family: "communication",
    origin: Origin::Assembler("pto-isa@3186c381 include/pto/common/pto_instr.hpp:2632-2711"),
    cost: Cost::Remote,
    sem: Sem::Unpublished(
        "how a program says which device of the mesh it runs on, and no public assembly has such queues",
    ),
    ..OpDef::EMPTY
};

static ONE_WAY: Custom = Custom {
    name: "grid-way",
    code: code::ATTR_FOR_TARGET,
    text: "a push goes in a `direction`, `dist` devices far, or along a `span` to its ends; not both",
    holds: |args| {
        let (direction, span) = (args.attr("direction").is_some(), args.attr("span").is_some());
        direction != span && !(span && args.attr("dist").is_some())
    },
    found: |args| {
        let given = ["direction", "span", "dist"].into_iter().filter(|a| args.attr(a).is_some());
        let list = given.map(|a| format!("`{a}`")).collect::<std::vec::Vec<_>>();
        if list.is_empty() { "none is given".into() } else { format!("{} given", list.join(", ")) }
    },
    mutate_to_violate: |b| {
        b.attrs.push(("direction".into(), "\"east\"".into()));
        b.attrs.push(("span".into(), "\"row\"".into()));
    },
};

const DIST: AttrDef =
    int("dist", 1, i32::MAX as i64).doc("how many devices far; the next one if absent");
const NOTES: &[&str] = &[
    "No public assembly spells it; the names are those of the C++ library, whose `GridPipe` the handle is.",
];

ops! {
    base: BASE;

    /// Open queues to the neighbours in a mesh.
    ///
    /// `slots` is a place in global memory that the devices of a mesh of `rows` x `cols` see; each direction has a
    /// ring of `slot_count` slots of `slot_bytes` bytes in it, and counters of what is ready and what is free.
    grid_pipe = "grid.pipe" (slots: Addr Ptr, pipe: Out Handle) {
        class: Class::Session,
        syntax: "{rows, cols, slot_bytes, slot_count} (slots) ->",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        formula: "pipe = empty queues in four directions and from the host",
        attrs: &[
            int("rows", 1, i32::MAX as i64).required().doc("rows of the mesh"),
            int("cols", 1, i32::MAX as i64).required().doc("columns of the mesh"),
            int("slot_bytes", 1, i32::MAX as i64).required().doc("bytes of a slot"),
            int("slot_count", 1, i32::MAX as i64).required().doc("slots of a direction"),
        ],
        rules: &[in_space(&[slots], &[Gm])],
        support: &[on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/grid_intrinsic.hpp:117-148, grid_pipe_runtime.hpp")],
        notes: NOTES,
    }

    /// Put a tile into the queue of a neighbour.
    ///
    /// Waits for a free slot, writes the tile into the slot of the device `dist` steps in a `direction`, and raises its
    /// ready counter after the data. With a `span` all other devices of the row or column receive it at once; they pop
    /// it from the direction it came.
    grid_tpush = "grid.tpush" (tile: In Tile, pipe: In Handle) {
        syntax: "(tile, pipe) {direction, dist, span}",
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        formula: "slot[head] of the neighbour = tile; head = head + 1",
        attrs: &[
            word("direction", &["north", "east", "west", "south"]).doc("where the neighbour is; nothing is pushed to `source`"),
            DIST,
            word("span", &["row", "col"]).doc("to all of the row or column"),
        ],
        rules: &[custom(&[tile], &ONE_WAY).cite("pto-isa@3186c381 include/pto/common/pto_instr.hpp:2646-2705")],
        support: &[on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/GridTPush.hpp:59-275; common/pto_instr.hpp:2659-2664 refuses every other device")],
        notes: NOTES,
    }

    /// Take a tile out of the queue of a direction.
    ///
    /// Waits until the device `dist` steps against the `direction` has pushed, loads the slot, and gives it back. From
    /// `source` it takes what the host put there.
    grid_tpop = "grid.tpop" (tile: Out Tile, pipe: In Handle) {
        syntax: "(tile, pipe) {direction, dist}",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        formula: "tile = slot[tail]; tail = tail + 1",
        attrs: &[word("direction", &["source", "north", "east", "west", "south"]).required().doc("the way the data goes"), DIST],
        support: &[on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/GridTPop.hpp:24-108")],
        notes: NOTES,
    }
}
