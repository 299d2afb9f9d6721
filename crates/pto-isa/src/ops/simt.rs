//! SIMT programs: launch, thread queries, memory and barriers.

use crate::class::{Axis, Local, LocalOp, ThreadQuery};
use crate::code;
use crate::def::prelude::*;
use crate::rule::{AttrValue, Custom};
use crate::sem::{Exec, Outcome};
use crate::ty::Type;

/// Where a load of global memory may stay in the second-level cache.
///
/// Source: PTOAS 0.60 include/PTO/IR/PTOAttrs.td:103-118.
const LOAD_L2: &[&str] = &[
    "nmfv", "nmlv", "nmprs", "nmpref", "nakeep", "naclean", "nadrop", "idsfv", "idslv", "idsprs",
    "idspref", "exfv", "exlv", "exprs", "expref",
];
/// The same for stores and atomics.
pub(super) const STORE_L2: &[&str] = &[
    "nmfv", "nmlv", "nmprs", "nmred", "naci", "napw", "napi", "nared", "wbhfv", "wbhlv", "wbhprs",
    "wbhred", "wtsfv", "wtslv", "wtsprs", "wtsred",
];

fn even_slot(slot: Option<AttrValue<'_>>, ty: Option<&Type>) -> bool {
    let wide = ty.and_then(Type::dtype).is_some_and(|d| d.bits() == 64);
    !(wide && matches!(slot, Some(AttrValue::Int(n)) if n % 2 != 0))
}

static EVEN_SLOT: Custom = Custom {
    name: "keep-even-slot",
    code: code::ATTR_VALUE,
    text: "a 64-bit value is kept in an even slot",
    holds: |args| even_slot(args.attr("slot"), args.ty(0)),
    found: |_| "the slot is odd".into(),
    mutate_to_violate: |b| {
        b.types[0] = Some(Type::Scalar(I64));
        b.attrs.push(("slot".into(), "3 : i64".into()));
    },
};

/// `store_vfsimt_info`: z, y and x of the groups that calls start.
fn thread_extents(x: &mut Exec<'_>) -> Outcome {
    let (z, y, x_extent) = (x.int(0)?, x.int(1)?, x.int(2)?);
    x.set_modes(|m| m.threads = Some([x_extent, y, z]));
    Ok(())
}

const BASE: OpDef = OpDef {
    family: "simt",
    pipe: PipeSelector::Fixed(Pipe::V),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// Code that every thread of a group runs.
    ///
    /// The three numbers are the extents of the group; x runs fastest. It does not stand in a SIMT function or
    /// in another such section.
    section_simt = "section.simt"() {
        class: Class::Region(Region::Simt),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "run the body for each thread (x, y, z)",
        attrs: &[
            int("dimX", 0, i32::MAX as i64).required(),
            int("dimY", 0, i32::MAX as i64).required(),
            int("dimZ", 0, i32::MAX as i64).required(),
        ],
        syntax: "<<<dimX, dimY, dimZ>>>",
        body: Body::Open,
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:2843-2868")],
    }

    /// Run a SIMT function on a group of threads.
    ///
    /// The function is marked `pto.simt_entry`, takes the arguments and returns nothing.
    simt_launch(dimX: In Scalar, dimY: In Scalar, dimZ: In Scalar, args: ManyUpdates Any) {
        class: Class::Launch,
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "run callee(args) for each thread (x, y, z)",
        attrs: &[symbol("callee").required().doc("the function")],
        syntax: "callee<<<dimX, dimY, dimZ>>>(args) : (args) -> ()",
        rules: &[has_dtype(&[dimX, dimY, dimZ], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:165-206")],
    }

    /// Set the extents of the next group of threads.
    ///
    /// What `simt_launch` does before the call; z comes first.
    store_vfsimt_info(dimZ: In Scalar, dimY: In Scalar, dimX: In Scalar) {
        class: Class::Mode(Mode::Register),
        sem: Sem::Custom(thread_extents),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "extents of the group = dimX, dimY, dimZ",
        rules: &[has_dtype(&[dimZ, dimY, dimX], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Wait for all threads of the group.
    ///
    /// Memory accesses before it are visible to all threads after it.
    syncthreads() {
        class: Class::Sync(Sync::Threads),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "barrier of the group",
        cost: Cost::Sync,
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Order the memory accesses of a thread for all cores.
    ///
    /// Does not wait for other threads.
    threadfence() {
        class: Class::Sync(Sync::ThreadFence),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "earlier accesses are visible to every core",
        cost: Cost::Sync,
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Order the memory accesses of a thread for its block.
    ///
    /// Does not wait for other threads.
    threadfence_block() {
        class: Class::Sync(Sync::ThreadFence),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "earlier accesses are visible to the block",
        cost: Cost::Sync,
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Keep a value of a thread for the next SIMT function.
    ///
    /// The next launch reads it with `resume` from the same slot. A 64-bit value takes two slots.
    keep(payload: In Scalar) {
        class: Class::Local(Local::Kept, LocalOp::Set),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "slot = payload",
        attrs: &[int("slot", 0, 122).required().doc("which register")],
        rules: &[custom(&[payload], &EVEN_SLOT)],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
        notes: &["Stands at the end of a SIMT function."],
    }

    /// Read a value that an earlier SIMT function kept.
    ///
    /// The type is that of the kept value.
    resume(result: Out Scalar) {
        class: Class::Local(Local::Kept, LocalOp::Get),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = slot",
        attrs: &[int("slot", 0, 122).required().doc("which register")],
        rules: &[custom(&[result], &EVEN_SLOT)],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
        notes: &["Stands at the start of a SIMT function."],
    }

    /// Number of this thread along x.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_tid_x(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::Id(Axis::X))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:112-113
        cpp: "a5: threadIdx.x",
        formula: "result = thread index",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of this thread along y.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_tid_y(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::Id(Axis::Y))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:112-113
        cpp: "a5: threadIdx.y",
        formula: "result = thread index",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of this thread along z.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_tid_z(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::Id(Axis::Z))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = thread index",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Threads of the group along x.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_block_dim_x(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GroupDim(Axis::X))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = extent of the group",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Threads of the group along y.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_block_dim_y(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GroupDim(Axis::Y))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = extent of the group",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Threads of the group along z.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_block_dim_z(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GroupDim(Axis::Z))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = extent of the group",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of this block along x.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_block_idx_x(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GroupIdx(Axis::X))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = block index",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of this block along y.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_block_idx_y(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GroupIdx(Axis::Y))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = block index",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of this block along z.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_block_idx_z(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GroupIdx(Axis::Z))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = block index",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Blocks of the launch along x.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_grid_dim_x(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GridDim(Axis::X))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = extent of the launch",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Blocks of the launch along y.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_grid_dim_y(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GridDim(Axis::Y))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = extent of the launch",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Blocks of the launch along z.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_grid_dim_z(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::GridDim(Axis::Z))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = extent of the launch",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of this thread in its warp.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_laneid(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::Lane)),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = 0 to 31",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Number of the vector core.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_veccoreid(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::VectorCore)),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = core number",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Cycles of the core, low 32 bits.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_clock32(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::Clock)),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = cycles mod 2^32",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// The bit of this thread in a warp mask.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_lanemask_eq(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::lanes(false, true, false))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = the bit of this thread",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// The bits of this thread and those before it in a warp mask.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_lanemask_le(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::lanes(true, true, false))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = the bits of this thread and those before it",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// The bits of the threads before this one in a warp mask.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_lanemask_lt(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::lanes(true, false, false))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = the bits of the threads before this one",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// The bits of this thread and those after it in a warp mask.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_lanemask_ge(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::lanes(false, true, true))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = the bits of this thread and those after it",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// The bits of the threads after this one in a warp mask.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_lanemask_gt(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::lanes(false, false, true))),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = the bits of the threads after this one",
        rules: &[has_dtype(&[result], &[I32])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Cycles of the core.
    ///
    /// Stands in SIMT code; every thread has its own.
    get_clock64(result: Out Scalar) {
        class: Class::Query(Query::Thread(ThreadQuery::Clock)),
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = cycles",
        rules: &[has_dtype(&[result], &[I64])],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td, docs/isa/micro-isa/17-simt.md")],
    }

    /// Load one element of global memory in a SIMT program.
    ///
    /// The offset counts elements. The two words choose how the caches treat it.
    ldg(ptr: Loads Any, offset: In Index, value: Result Any) {
        class: Class::ScalarMemory(ScalarMemory::Load),
        extents: &[(ptr, Extent::Element { offset })],
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:122-128
        cpp: "a5: *(ptr + offset) {l1cache=cache, l2cache=nmfv}",
        formula: "value = ptr[offset]",
        attrs: &[word("l1cache", &["cache", "uncache"]), word("l2cache", LOAD_L2)],
        syntax: "ptr[offset] l1cache(<l1cache>) l2cache(<l2cache>) : ptr",
        cost: Cost::Scalar,
        rules: &[
            in_space(&[ptr], &[Gm]),
            scalar_of(&[ptr, value]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:661-675")],
        notes: &["Stands in SIMT code only."],
    }

    /// Store one element of global memory in a SIMT program.
    ///
    /// The offset counts elements. The two words choose how the caches treat it.
    stg(value: Value Any, ptr: Stores Any, offset: In Index) {
        class: Class::ScalarMemory(ScalarMemory::Store),
        extents: &[(ptr, Extent::Element { offset })],
        sem: Sem::Machine,
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:122-128
        cpp: "a5: *(ptr + offset) = value {l1cache=cache, l2cache=nmfv}",
        formula: "ptr[offset] = value",
        attrs: &[word("l1cache", &["cache", "uncache"]), word("l2cache", STORE_L2)],
        syntax: "value, ptr[offset] l1cache(<l1cache>) l2cache(<l2cache>) : ptr, value",
        cost: Cost::Scalar,
        rules: &[
            in_space(&[ptr], &[Gm]),
            scalar_of(&[ptr, value]),
        ],
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:677-691")],
        notes: &["Stands in SIMT code only."],
    }
}
