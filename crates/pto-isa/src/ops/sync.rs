//! Flags, barriers and buffer ids.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;
use crate::ty::Type;

/// Operation classes that name a pipe for the compiler.
const CLASSES: &[&str] = &[
    "TLOAD",
    "TSTORE_ACC",
    "TSTORE_VEC",
    "TMOV_M2L",
    "TMOV_M2S",
    "TMOV_M2B",
    "TMOV_M2V",
    "TMOV_V2M",
    "TMATMUL",
    "TVEC",
    "TVECWAIT_EVENT",
];
/// What holds a buffer id: one pipe, or an operation class.
const HOLDERS: &[&str] = &[
    "PIPE_S",
    "PIPE_V",
    "PIPE_M",
    "PIPE_MTE1",
    "PIPE_MTE2",
    "PIPE_MTE3",
    "PIPE_MTE4",
    "PIPE_MTE5",
    "PIPE_V2",
    "PIPE_FIX",
    "TLOAD",
    "TSTORE_ACC",
    "TSTORE_VEC",
    "TMOV_M2L",
    "TMOV_M2S",
    "TMOV_M2B",
    "TMOV_M2V",
    "TMOV_V2M",
    "TMATMUL",
    "TVEC",
    "TVECWAIT_EVENT",
];
/// Order of which accesses, first_second.
const BARRIERS: &[&str] = &[
    "VV_ALL", "VST_VLD", "VLD_VST", "VST_VST", "VS_ALL", "VST_LD", "VLD_ST", "VST_ST", "SV_ALL",
    "ST_VLD", "LD_VST", "ST_VST", "SS_ALL", "ST_LD", "LD_ST", "ST_ST",
];

/// An id that is a known number, in operand 0.
static BUFFER_ID: Custom = Custom {
    name: "buffer-id",
    code: code::BUF_ID,
    text: "buffer ids are 0 to 31",
    holds: |args| args.slots[0].constant.is_none_or(|n| (0..32).contains(&n)),
    found: |args| format!("it is {}", args.slots[0].constant.unwrap_or_default()),
    mutate_to_violate: |b| b.constants.push((0, 32)),
};

/// The id is an attribute or operand 0. Numbers after a pipe are the id, then the mode.
static ONE_BUFFER_ID: Custom = Custom {
    name: "one-buffer-id",
    code: code::OP_RULE,
    text: "the buffer id is either a number or an operand, and beside an operand the mode is an operand, too",
    holds: |args| args.attr("buf_id").is_some() != args.has(0),
    found: |args| if args.has(0) { "both are given".into() } else { "none is given".into() },
    mutate_to_violate: |b| {
        if b.types[0].is_some() {
            b.attrs.push(("buf_id".into(), "0 : i32".into()));
        } else {
            b.types[0] = Some(Type::Index);
        }
    },
};

const BASE: OpDef = OpDef {
    family: "pipeline-sync",
    cost: Cost::Sync,
    pipe: PipeSelector::Fixed(Pipe::S),
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// Signal another pipe when all earlier work of a pipe is done.
    ///
    /// Events of one pair of pipes have ids 0 to 7 on the devices. A second set before the wait is an error.
    /// Spellings: `<PIPE_V>`, `#pto.pipe<PIPE_V>` and quoted words.
    set_flag() {
        class: Class::Sync(Sync::SetEvent(Event::pipes(Id::attr("event_id")))),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/set-flag.md"),
        cpp: "set_flag(src_pipe, dst_pipe, event_id)",
        formula: "event[src_pipe, dst_pipe, event_id] += 1, after the earlier work of src_pipe",
        attrs: &[
            pipe_attr("src_pipe").required().doc("the pipe that signals"),
            pipe_attr("dst_pipe").required().doc("the pipe that waits"),
            event_attr("event_id").required().doc("one of eight per pair of pipes"),
        ],
        syntax: "[src_pipe, dst_pipe, event_id]",
        pipe: PipeSelector::FromAttr("src_pipe"),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/set-flag.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9914-9936"),
        ],
        notes: &[
            "The event model of the manual has ids 0 to 15, the headers 0 to 7: `--rules` chooses.",
            "The page's table names MTE2, V and MTE3 for A2/A3 and A5 (set-flag.md:110-111); other pages signal from and to the pipes of \
             the cube (mad.md:48), as the headers do: every pipe.",
        ],
    }

    /// Hold a pipe until another one has signalled.
    ///
    /// Consumes the event. A wait that nothing sets never ends.
    wait_flag() {
        class: Class::Sync(Sync::WaitEvent(Event::pipes(Id::attr("event_id")))),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/wait-flag.md"),
        cpp: "wait_flag(src_pipe, dst_pipe, event_id)",
        formula: "dst_pipe waits for event[src_pipe, dst_pipe, event_id] > 0, then -= 1",
        attrs: &[
            pipe_attr("src_pipe").required().doc("the pipe that signals"),
            pipe_attr("dst_pipe").required().doc("the pipe that waits"),
            event_attr("event_id").required().doc("one of eight per pair of pipes"),
        ],
        syntax: "[src_pipe, dst_pipe, event_id]",
        pipe: PipeSelector::FromAttr("dst_pipe"),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/wait-flag.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9938-9960"),
        ],
    }

    /// Signal another pipe with an event id that is computed.
    ///
    /// `set_flag` with an operand for the id.
    set_flag_dyn(event_id: In Index) {
        class: Class::Sync(Sync::SetEvent(Event::pipes(Id::operand(event_id)))),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_flag(src_pipe, dst_pipe, (event_t)event_id)",
        formula: "as set_flag",
        attrs: &[
            pipe_attr("src_pipe").required().doc("the pipe that signals"),
            pipe_attr("dst_pipe").required().doc("the pipe that waits"),
        ],
        syntax: "[src_pipe, dst_pipe, event_id] :",
        pipe: PipeSelector::FromAttr("src_pipe"),
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Wait for a signal with an event id that is computed.
    ///
    /// `wait_flag` with an operand for the id.
    wait_flag_dyn(event_id: In Index) {
        class: Class::Sync(Sync::WaitEvent(Event::pipes(Id::operand(event_id)))),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "wait_flag(src_pipe, dst_pipe, (event_t)event_id)",
        formula: "as wait_flag",
        attrs: &[
            pipe_attr("src_pipe").required().doc("the pipe that signals"),
            pipe_attr("dst_pipe").required().doc("the pipe that waits"),
        ],
        syntax: "[src_pipe, dst_pipe, event_id] :",
        pipe: PipeSelector::FromAttr("dst_pipe"),
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Wait until a pipe has drained.
    ///
    /// Later work of the pipe starts after all earlier work is complete; PIPE_ALL drains every pipe of the
    /// core. The assembler calls it `barrier`.
    pipe_barrier() {
        class: Class::Sync(Sync::Barrier(Barrier::Pipe("pipe"))),
        print_as: "barrier",
        aliases: &["barrier"],
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/pipe-barrier.md"),
        cpp: "pipe_barrier(pipe)",
        formula: "all earlier work of pipe is complete",
        attrs: &[pipe_attr("pipe").required().doc("the pipe, or PIPE_ALL")],
        syntax: "pipe",
        pipe: PipeSelector::FromAttr("pipe"),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/pipe-barrier.md; PTOAS 0.60 include/PTO/IR/PTOOps.td"),
        ],
    }

    /// Wait until the pipe of an operation class has drained.
    ///
    /// A request to the compiler, which picks the pipe.
    barrier_sync() {
        class: Class::Sync(Sync::Barrier(Barrier::Pipe("op_type"))),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "pipe_barrier(op_type:pipe)",
        formula: "all earlier work of pipe(op_type) is complete",
        attrs: &[word("op_type", CLASSES).required().doc("the class")],
        syntax: "[op_type]",
        pipe: PipeSelector::FromAttr("op_type"),
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Signal from one operation class to another.
    ///
    /// A request to the compiler, which turns it into `set_flag` between the pipes of the classes.
    record_event() {
        class: Class::Sync(Sync::SetEvent(Event::classes(Id::attr("event_id")))),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_flag(src_op:pipe, dst_op:pipe, event_id)",
        formula: "set_flag[pipe(src_op), pipe(dst_op), event_id]",
        attrs: &[
            word("src_op", CLASSES).required().doc("class that signals"),
            word("dst_op", CLASSES).required().doc("class that waits"),
            event_attr("event_id").required(),
        ],
        syntax: "[src_op, dst_op, event_id]",
        pipe: PipeSelector::FromAttr("src_op"),
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Wait for the signal of an operation class.
    ///
    /// A request to the compiler, which turns it into `wait_flag` between the pipes of the classes.
    wait_event() {
        class: Class::Sync(Sync::WaitEvent(Event::classes(Id::attr("event_id")))),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "wait_flag(src_op:pipe, dst_op:pipe, event_id)",
        formula: "wait_flag[pipe(src_op), pipe(dst_op), event_id]",
        attrs: &[
            word("src_op", CLASSES).required().doc("class that signals"),
            word("dst_op", CLASSES).required().doc("class that waits"),
            event_attr("event_id").required(),
        ],
        syntax: "[src_op, dst_op, event_id]",
        pipe: PipeSelector::FromAttr("dst_op"),
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.27 and 0.60 include/PTO/IR/PTOOps.td")],
    }

    /// Take a buffer id for a pipe.
    ///
    /// Blocks while another pipe holds the id; ids are handed over in the order of the requests. The manual
    /// writes operands, the assembler numbers; an operation class instead of a pipe is the spelling of 0.27.
    get_buf(buf_id_dyn: OptIn Scalar, mode_dyn: OptIn Scalar) {
        class: Class::Sync(Sync::TakeBuffer(Buffer { pipe: "op_type", id: Id::either("buf_id", buf_id_dyn) })),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/get-buf.md"),
        cpp: "get_buf(op_type:pipe, buf_id | buf_id_dyn, mode_dyn | mode=0)",
        formula: "pipe waits until buffer[id] is free, then holds it",
        attrs: &[
            word("op_type", HOLDERS).required().doc("the pipe"),
            int("buf_id", 0, 31).doc("the id"),
            int("mode", 0, i32::MAX as i64).doc("kept; 0 in every public program"),
        ],
        syntax: "op_type, buf_id, mode | [op_type, buf_id, mode] | buf_id_dyn, op_type, mode_dyn",
        pipe: PipeSelector::FromAttr("op_type"),
        rules: &[
            custom(&[buf_id_dyn], &ONE_BUFFER_ID),
            custom(&[buf_id_dyn], &BUFFER_ID).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9597-9602"),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/get-buf.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9573-9615"),
        ],
        notes: &["The order of the operands differs between the manual and the assembler; both are read."],
    }

    /// Take a buffer id for a pipe, with an id that is computed.
    ///
    /// `get_buf` with an operand for the id.
    get_buf_dyn(buf_id: In Index) {
        class: Class::Sync(Sync::TakeBuffer(Buffer { pipe: "op_type", id: Id::operand(buf_id) })),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "get_buf(op_type:pipe, buf_id, mode=0)",
        formula: "as get_buf",
        attrs: &[word("op_type", HOLDERS).required().doc("the pipe"), int("mode", 0, i32::MAX as i64)],
        syntax: "op_type, buf_id, mode : | [op_type, buf_id, mode] :",
        pipe: PipeSelector::FromAttr("op_type"),
        rules: &[custom(&[buf_id], &BUFFER_ID)],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:10070-10173")],
    }

    /// Give a buffer id back.
    ///
    /// Takes effect when the earlier work of the pipe is done. The manual writes operands, the assembler
    /// numbers; an operation class instead of a pipe is the spelling of 0.27.
    rls_buf(buf_id_dyn: OptIn Scalar, mode_dyn: OptIn Scalar) {
        class: Class::Sync(Sync::ReleaseBuffer(Buffer { pipe: "op_type", id: Id::either("buf_id", buf_id_dyn) })),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/rls-buf.md"),
        cpp: "rls_buf(op_type:pipe, buf_id | buf_id_dyn, mode_dyn | mode=0)",
        formula: "buffer[id] is free after the earlier work of pipe",
        attrs: &[
            word("op_type", HOLDERS).required().doc("the pipe"),
            int("buf_id", 0, 31).doc("the id"),
            int("mode", 0, i32::MAX as i64).doc("kept; 0 in every public program"),
        ],
        syntax: "op_type, buf_id, mode | [op_type, buf_id, mode] | buf_id_dyn, op_type, mode_dyn",
        pipe: PipeSelector::FromAttr("op_type"),
        rules: &[
            custom(&[buf_id_dyn], &ONE_BUFFER_ID),
            custom(&[buf_id_dyn], &BUFFER_ID).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:9597-9602"),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/rls-buf.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:9573-9615"),
        ],
        notes: &["The order of the operands differs between the manual and the assembler; both are read."],
    }

    /// Give a buffer id back, with an id that is computed.
    ///
    /// `rls_buf` with an operand for the id.
    rls_buf_dyn(buf_id: In Index) {
        class: Class::Sync(Sync::ReleaseBuffer(Buffer { pipe: "op_type", id: Id::operand(buf_id) })),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "rls_buf(op_type:pipe, buf_id, mode=0)",
        formula: "as rls_buf",
        attrs: &[word("op_type", HOLDERS).required().doc("the pipe"), int("mode", 0, i32::MAX as i64)],
        syntax: "op_type, buf_id, mode : | [op_type, buf_id, mode] :",
        pipe: PipeSelector::FromAttr("op_type"),
        rules: &[custom(&[buf_id], &BUFFER_ID)],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:10070-10173")],
    }

    /// Order accesses to UB inside a vector scope.
    ///
    /// XX_YY keeps later accesses of class YY after earlier ones of class XX; V stands for vector, S for
    /// scalar, ST for stores, LD for loads. It orders UB only, not global memory and not other pipes.
    mem_bar() {
        class: Class::Sync(Sync::MemoryBarrier),
        origin: Origin::Manual("docs/isa/scalar/ops/pipeline-sync/mem-bar.md"),
        cpp: "mem_bar(kind)",
        formula: "earlier accesses of the first class are visible to later ones of the second",
        attrs: &[word("kind", BARRIERS).documented(&["VV_ALL", "VST_VLD", "VLD_VST"]).required().doc("which accesses")],
        syntax: "kind",
        scope: AllowedScope::Anywhere,
        pipe: PipeSelector::Fixed(Pipe::V),
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/pipeline-sync/mem-bar.md; PTOAS 0.60 include/PTO/IR/PTOAttrs.td"),
        ],
    }
}
