//! Pointers, scalar loads and stores, and queries.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;
use crate::sem::scalar_memory::{load_past_caches, store_past_caches};
use crate::sem::vector_sort::merged_counts;
use crate::ty::Type;

static POINTER_CAST: Custom = Custom {
    name: "pointer-cast",
    code: code::OPERAND_KIND,
    text: "`input` or `result` must be a pointer",
    holds: |args| {
        !matches!((args.ty(0), args.ty(1)), (Some(Type::Scalar(_)), Some(Type::Scalar(_))))
    },
    found: |_| "both are numbers".into(),
    mutate_to_violate: |b| {
        b.types[0] = Some(Type::Scalar(I64));
        b.types[1] = Some(Type::Scalar(I64));
    },
};

static SAME_MEMORY: Custom = Custom {
    name: "pointer-cast-memory",
    code: code::SPACE_PAIR,
    text: "a cast from pointer to pointer stays in its memory",
    holds: |args| match (args.ty(0), args.ty(1)) {
        (Some(a @ Type::Ptr { .. }), Some(b @ Type::Ptr { .. })) => a.space() == b.space(),
        _ => true,
    },
    found: |args| {
        let name = |s| args.ty(s).and_then(Type::space).map_or("unknown", |s| s.ptr_name());
        format!("{} to {}", name(0), name(1))
    },
    mutate_to_violate: |b| {
        if let (Some(Type::Ptr { dtype, .. }), Some(Type::Ptr { space, .. })) =
            (&b.types[0], &b.types[1])
        {
            let other = if *space == Some(Mat) { Vec } else { Mat };
            b.types[1] = Some(Type::Ptr { dtype: *dtype, space: Some(other) });
        }
    },
};

static TO_NUMBERS: Custom = Custom {
    name: "inttoptr-elements",
    code: code::DTYPE,
    text: "the pointer must point to numbers",
    holds: |args| matches!(args.ty(1), None | Some(Type::Ptr { .. })),
    found: |args| args.ty(1).map_or("unknown".into(), |t| format!("it is `{t}`")),
    mutate_to_violate: |b| b.types[1] = Some(Type::Other("!pto.ptr<index>".into())),
};

const BASE: OpDef = OpDef {
    family: "micro-instruction",
    scope: AllowedScope::Anywhere,
    pipe: PipeSelector::Fixed(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// Move a pointer by elements.
    ///
    /// The offset counts elements of the pointer's type and may be negative.
    addptr(ptr: In Ptr, offset: In Index, result: Out Ptr) {
        class: Class::Alias { how: Alias::Offset, of: ptr, gives: result },
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/pointer-operations.md"),
        cpp: "ptr + offset",
        formula: "result = ptr + offset*sizeof T",
        syntax: "ptr, offset : ptr",
        cost: Cost::Free,
        rules: &[same_type(&[ptr, result])],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3075-3094"),
        ],
        notes: &["Types may be printed short: `<i8, gm> -> <i8, gm>`."],
    }

    /// Change a number into a pointer, a pointer into a number, or its element type.
    ///
    /// A number is an absolute byte address in the memory of the result. Memory is not touched.
    castptr(input: In Any, result: Out Any) {
        class: Class::Alias { how: Alias::Cast, of: input, gives: result },
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/pointer-operations.md"),
        cpp: "(type(result))data(input)",
        formula: "result = input",
        cost: Cost::Free,
        rules: &[
            custom(&[input, result], &POINTER_CAST),
            custom(&[input, result], &SAME_MEMORY),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3293-3335"),
        ],
    }

    /// Change a number into a pointer.
    ///
    /// The address is absolute, in bytes.
    inttoptr(addr: In Scalar, result: Out Ptr) {
        class: Class::Alias { how: Alias::FromInteger, of: addr, gives: result },
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "(type(result))addr",
        formula: "result = addr",
        cost: Cost::Free,
        rules: &[
            has_dtype(&[addr], &[I64, U64]),
            custom(&[addr, result], &TO_NUMBERS),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3137-3156")],
    }

    /// Change a pointer into a number.
    ///
    /// The absolute byte address.
    ptrtoint(ptr: In Ptr, result: Out Scalar) {
        class: Class::Alias { how: Alias::ToInteger, of: ptr, gives: result },
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "(type(result))ptr",
        formula: "result = ptr",
        cost: Cost::Free,
        rules: &[has_dtype(&[result], &[I64, U64])],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3124-3135")],
    }

    /// Load one element.
    ///
    /// The offset counts elements.
    load_scalar(ptr: Loads Ptr, offset: In Index, value: Out Scalar) {
        class: Class::ScalarMemory(ScalarMemory::Load),
        extents: &[(ptr, Extent::Element { offset })],
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/pointer-operations.md"),
        cpp: "*(ptr + offset)",
        formula: "value = ptr[offset]",
        syntax: "ptr[offset] : ptr",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            scalar_of(&[ptr, value]),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:185"),
        ],
    }

    /// Load one element in a SIMT or scalar program.
    ///
    /// The offset counts elements.
    load(ptr: Loads Any, offset: In Index, value: Result Any) {
        class: Class::ScalarMemory(ScalarMemory::Load),
        extents: &[(ptr, Extent::Element { offset })],
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "*(data(ptr) + offset)",
        formula: "value = ptr[offset]",
        syntax: "ptr[offset] : ptr",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            scalar_of(&[ptr, value]),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:642-650")],
    }

    /// Store one element.
    ///
    /// The offset counts elements.
    store_scalar(value: In Scalar, ptr: Stores Ptr, offset: In Index) {
        class: Class::ScalarMemory(ScalarMemory::Store),
        extents: &[(ptr, Extent::Element { offset })],
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/pointer-operations.md"),
        cpp: "*(ptr + offset) = value",
        formula: "ptr[offset] = value",
        syntax: "value, ptr[offset] : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            scalar_of(&[ptr, value]),
        ],
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/pointer-operations.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:209"),
        ],
    }

    /// Store one element in a SIMT or scalar program.
    ///
    /// The offset counts elements.
    store(value: Value Any, ptr: Stores Any, offset: In Index) {
        class: Class::ScalarMemory(ScalarMemory::Store),
        extents: &[(ptr, Extent::Element { offset })],
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "*(data(ptr) + offset) = value",
        formula: "ptr[offset] = value",
        syntax: "value, ptr[offset] : ptr, value",
        rules: &[
            in_space(&[ptr], &[Gm, Vec]),
            scalar_of(&[ptr, value]),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:652-660")],
    }

    /// Load one integer past the caches.
    ///
    /// The scalar unit reads global memory itself.
    ld_dev(ptr: Loads Ptr, offset: In Index, value: Out Scalar) {
        class: Class::ScalarMemory(ScalarMemory::Load),
        extents: &[(ptr, Extent::Element { offset })],
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "value = ptr[offset]",
        attrs: &[flag("volatile")],
        syntax: "ptr[offset] : ptr",
        scope: AllowedScope::Core,
        rules: &[
            in_space(&[ptr], &[Gm]),
            has_dtype(&[ptr], &[I8, U8, I16, U16, I32, U32, I64, U64]),
            same_width(&[ptr, value]),
        ],
        sem: Sem::Custom(|x| load_past_caches(x, [ptr, offset, value])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:612-640")],
        notes: &["Stands in an entry function, outside SIMT code."],
    }

    /// Store one integer past the caches.
    ///
    /// The scalar unit writes global memory itself.
    st_dev(value: In Scalar, ptr: Stores Ptr, offset: In Index) {
        class: Class::ScalarMemory(ScalarMemory::Store),
        extents: &[(ptr, Extent::Element { offset })],
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "ptr[offset] = value",
        attrs: &[flag("volatile")],
        syntax: "value, ptr[offset] : ptr, value",
        scope: AllowedScope::Core,
        rules: &[
            in_space(&[ptr], &[Gm]),
            has_dtype(&[ptr], &[I8, U8, I16, U16, I32, U32, I64, U64]),
            same_width(&[ptr, value]),
        ],
        sem: Sem::Custom(|x| store_past_caches(x, [value, ptr, offset])),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:612-640")],
        notes: &["Stands in an entry function, outside SIMT code."],
    }

    /// Number of this block.
    ///
    /// Blocks of one launch are numbered from 0.
    get_block_idx(result: Out Scalar) {
        class: Class::Query(Query::BlockIdx),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/block-dim-query.md"),
        cpp: "get_block_idx()",
        formula: "result = block id, 0 <= result < get_block_num",
        result_type: "i64",
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469"),
        ],
    }

    /// Number of blocks of the launch.
    ///
    /// The same on every core.
    get_block_num(result: Out Scalar) {
        class: Class::Query(Query::BlockNum),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/block-dim-query.md"),
        cpp: "get_block_num()",
        formula: "result = blocks launched",
        result_type: "i64",
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469"),
        ],
    }

    /// Number of this vector core in its cluster.
    ///
    /// 0 or 1 in a mixed kernel, 0 in a plain vector kernel.
    get_subblock_idx(result: Out Scalar) {
        class: Class::Query(Query::SubblockIdx),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/block-dim-query.md"),
        cpp: "get_subblockid()",
        formula: "result = 0 or 1",
        result_type: "i64",
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469"),
        ],
    }

    /// Number of vector cores per cluster.
    ///
    /// 2 in a mixed kernel, 1 in a plain vector kernel.
    get_subblock_num(result: Out Scalar) {
        class: Class::Query(Query::SubblockNum),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/block-dim-query.md"),
        cpp: "get_subblockdim()",
        formula: "result = vector cores per block",
        result_type: "i64",
        sem: Sem::Machine,
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/block-dim-query.md; PTOAS 0.60 include/PTO/IR/PTOOps.td:1419-1469"),
        ],
        notes: &["The page leaves the number open; public goldens expect 1 in a plain vector kernel."],
    }

    /// Elements taken from each list by the last merge sort.
    ///
    /// Four counts, set by `vmrgsort4`.
    get_vms4_sr(list0: Out Scalar, list1: Out Scalar, list2: Out Scalar, list3: Out Scalar) {
        class: Class::Query(Query::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/vms4-status-query.md"),
        cpp: "get_vms4_sr()",
        formula: "listk = elements of list k that were merged",
        rules: &[has_dtype(&[list0, list1, list2, list3], &[I16, U16])],
        sem: Sem::Custom(|x| merged_counts(x, [list0, list1, list2, list3])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/vms4-status-query.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:574"),
        ],
    }
}
