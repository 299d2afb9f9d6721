//! Tile buffers, their descriptors, and views on global memory.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Mutator};
use crate::target::{ADDRESS_ALIGN_BYTES, Space};
use crate::ty::{Dim, TileTy, Type};

const BASE: OpDef = OpDef {
    family: "view-and-tile-buf",
    scope: AllowedScope::Anywhere,
    pipe: PipeSelector::None("it only changes descriptors"),
    ..OpDef::EMPTY
};

/// Whether an operand stands exactly where the extent is dynamic.
pub(super) fn extent_holds(args: &Args<'_>, operand: u8, extent: Option<Dim>) -> bool {
    extent.is_none_or(|d| args.has(operand) == (d == Dim::Dynamic))
}

pub(super) fn extent_found(args: &Args<'_>, operand: u8, extent: Option<Dim>) -> String {
    let given = if args.has(operand) { "an operand is given" } else { "no operand is given" };
    format!("the type says {}, {given}", extent.unwrap_or(Dim::Dynamic))
}

/// Drops a given operand, or adds one.
pub(super) fn toggle(b: &mut Mutator<'_>, operand: u8) {
    if let Some(slot) = b.types.get_mut(operand as usize) {
        *slot = if slot.is_some() { None } else { Some(Type::Index) };
    }
}

/// A known address is a multiple of 32 bytes; a negative one is out of range instead.
pub(super) fn addr_aligned(args: &Args<'_>, addr: u8) -> bool {
    let value = args.slots.get(addr as usize).and_then(|s| s.constant);
    value.is_none_or(|a| a < 0 || (a as u64).is_multiple_of(ADDRESS_ALIGN_BYTES))
}

/// At a known address the bytes fit the memory. No memory has an address that is negative, or 2^63 and more.
pub(super) fn addr_in_range(args: &Args<'_>, addr: u8, tile: Option<&TileTy>, count: u64) -> bool {
    let value = args.slots.get(addr as usize).and_then(|s| s.constant);
    let (Some(a), Some(t)) = (value, tile) else { return true };
    let Ok(a) = u64::try_from(a) else { return false };
    let Some(capacity) = args.target.capacity_bytes(t.space) else { return true };
    count.saturating_mul(t.size_bytes()).saturating_add(a) <= capacity
}

pub(super) fn addr_found(args: &Args<'_>, addr: u8) -> String {
    match args.slots.get(addr as usize).and_then(|s| s.constant) {
        Some(a) if a < 0 => format!("the address is {a} ({a:#x})"),
        Some(a) => format!("the address is {a}"),
        None => "the address is unknown".into(),
    }
}

/// Puts a known address on an instance.
pub(super) fn set_addr(b: &mut Mutator<'_>, addr: u8, value: i64) {
    if let Some(slot) = b.types.get_mut(addr as usize) {
        slot.get_or_insert(Type::Scalar(I64));
    }
    b.constants.push((addr, value));
}

/// An aligned address no memory reaches.
pub(super) const FAR: i64 = 1 << 30;

macro_rules! address_rules {
    ($vis:vis $align:ident, $range:ident: $addr:literal, $tile:expr) => {
        $vis static $align: Custom = Custom {
            name: "address-align",
            code: code::ADDR_ALIGN,
            text: "the address must be a multiple of 32 bytes",
            holds: |args| $crate::ops::tile_view::addr_aligned(args, $addr),
            found: |args| $crate::ops::tile_view::addr_found(args, $addr),
            mutate_to_violate: |b| $crate::ops::tile_view::set_addr(b, $addr, 4),
        };
        $vis static $range: Custom = Custom {
            name: "address-range",
            code: code::ADDR_RANGE,
            text: "the tile must end within its memory",
            holds: |args| {
                let (tile, count) = $tile(args);
                $crate::ops::tile_view::addr_in_range(args, $addr, tile, count)
            },
            found: |args| $crate::ops::tile_view::addr_found(args, $addr),
            mutate_to_violate: |b| {
                $crate::ops::tile_view::set_addr(b, $addr, $crate::ops::tile_view::FAR);
            },
        };
    };
}
pub(super) use address_rules;

fn plain<'a>(args: &Args<'a>) -> (Option<&'a TileTy>, u64) {
    (args.tile(3), 1)
}
address_rules!(ADDR_ALIGN, ADDR_RANGE: 0, plain);

macro_rules! extent_rule {
    ($name:ident, $id:literal, $operand:literal, $tile:literal, $field:ident, $text:literal) => {
        static $name: Custom = Custom {
            name: $id,
            code: code::DYNAMIC_EXTENT,
            text: $text,
            holds: |args| extent_holds(args, $operand, args.tile($tile).map(|t| t.$field)),
            found: |args| extent_found(args, $operand, args.tile($tile).map(|t| t.$field)),
            mutate_to_violate: |b| toggle(b, $operand),
        };
    };
}
extent_rule!(
    ROW_EXTENT,
    "alloc-rows",
    1,
    3,
    valid_rows,
    "`valid_row` must be given if the type has dynamic valid rows, and only then"
);
extent_rule!(
    COL_EXTENT,
    "alloc-cols",
    2,
    3,
    valid_cols,
    "`valid_col` must be given if the type has dynamic valid columns, and only then"
);

static BOTH_DYNAMIC: Custom = Custom {
    name: "validshape-dynamic",
    code: code::DYNAMIC_EXTENT,
    text: "both valid extents of `source` must be dynamic (`valid=?x?`)",
    holds: |args| {
        args.tile(0).is_none_or(|t| (t.valid_rows, t.valid_cols) == (Dim::Dynamic, Dim::Dynamic))
    },
    found: |args| {
        args.tile(0)
            .map_or("unknown".into(), |t| format!("valid={}x{}", t.valid_rows, t.valid_cols))
    },
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(0) {
            t.valid_rows = Dim::Is(t.rows);
        }
    },
};

macro_rules! bound_rule {
    ($name:ident, $id:literal, $slot:literal, $field:ident, $text:literal) => {
        static $name: Custom = Custom {
            name: $id,
            code: code::VALID_TOO_BIG,
            text: $text,
            holds: |args| {
                let (Some(t), Some(n)) = (args.tile(0), args.slots[$slot].constant) else {
                    return true;
                };
                (0..=i64::from(t.$field)).contains(&n)
            },
            found: |args| {
                let n = args.slots[$slot].constant.unwrap_or_default();
                let size = args.tile(0).map_or(0, |t| t.$field);
                format!("{n}, the tile has {size}")
            },
            mutate_to_violate: |b| {
                let n = b.tile(0).map_or(0, |t| t.$field);
                b.constants.push(($slot, i64::from(n) + 1));
            },
        };
    };
}
bound_rule!(
    ROW_BOUND,
    "validshape-rows",
    1,
    rows,
    "`valid_row` must be between 0 and the rows of `source`"
);
bound_rule!(
    COL_BOUND,
    "validshape-cols",
    2,
    cols,
    "`valid_col` must be between 0 and the columns of `source`"
);

fn dims<'a>(args: &Args<'a>, slot: u8) -> Option<&'a [Dim]> {
    match args.ty(slot)? {
        Type::View { dims, .. } => Some(dims),
        _ => None,
    }
}

static PARTITION_FITS: Custom = Custom {
    name: "partition-fits",
    code: code::OUT_OF_BOUNDS,
    text: "no extent of `result` may exceed the extent of `source`",
    holds: |args| {
        let (Some(s), Some(r)) = (dims(args, 0), dims(args, 3)) else { return true };
        s.len() != r.len()
            || s.iter().zip(r).all(|(s, r)| match (s, r) {
                (Dim::Is(s), Dim::Is(r)) => r <= s,
                _ => true,
            })
    },
    found: |args| {
        let show = |i| args.ty(i).map_or("unknown".into(), |t| format!("`{t}`"));
        format!("{} of {}", show(3), show(0))
    },
    mutate_to_violate: |b| {
        if let Some(Some(Type::View { dims, .. })) = b.types.get_mut(0)
            && let Some(d) = dims.last_mut()
        {
            *d = Dim::Is(1);
        }
        if let Some(Some(Type::View { dims, .. })) = b.types.get_mut(3)
            && let Some(d) = dims.last_mut()
        {
            *d = Dim::Is(2);
        }
    },
};

static DIM_IN_RANK: Custom = Custom {
    name: "view-dim",
    code: code::OUT_OF_BOUNDS,
    text: "`dim_index` must be smaller than the number of dimensions",
    holds: |args| {
        let (Some(d), Some(n)) = (dims(args, 0), args.slots[1].constant) else { return true };
        (0..d.len() as i64).contains(&n)
    },
    found: |args| {
        let n = args.slots[1].constant.unwrap_or_default();
        format!("{n} of {} dimensions", dims(args, 0).map_or(0, <[Dim]>::len))
    },
    mutate_to_violate: |b| b.constants.push((1, 9)),
};

static SAME_MEMORY: Custom = Custom {
    name: "same-memory",
    code: code::SPACE,
    text: "the result must be in the memory of the source",
    holds: |args| {
        let (Some(a), Some(b)) = (args.ty(0), args.ty(1)) else { return true };
        a.space().zip(b.space()).is_none_or(|(a, b)| a == b)
    },
    found: |args| {
        let show = |i| args.ty(i).and_then(Type::space).map_or("unknown", Space::ptr_name);
        format!("source in {}, result in {}", show(0), show(1))
    },
    mutate_to_violate: |b| {
        let here = b.types[0].as_ref().and_then(Type::space);
        let there = if here == Some(Vec) { Mat } else { Vec };
        match b.types.get_mut(1) {
            Some(Some(Type::Ptr { space, .. })) => *space = Some(there),
            Some(Some(Type::Tile(t))) => t.space = there,
            _ => {}
        }
    },
};

ops! {
    base: BASE;

    /// Declare a tile buffer.
    ///
    /// Every execution gives a buffer of its own. Without `addr` the tool chooses the place. Extents that are
    /// dynamic in the type come as operands; static ones must not.
    alloc_tile(addr: OptIn Scalar, valid_row: OptIn Index, valid_col: OptIn Index, result: Out Tile) {
        class: Class::Allocate(Allocate::Tile),
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/alloc-tile.md"),
        syntax: "addr=addr valid_row=valid_row valid_col=valid_col : result",
        formula: "valid(result) = (valid_row, valid_col) where the type says `?`",
        scope: AllowedScope::Core,
        rules: &[
            custom(&[result, valid_row], &ROW_EXTENT),
            custom(&[result, valid_col], &COL_EXTENT),
            custom(&[result, addr], &ADDR_ALIGN).cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md, SA-0354; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3549-3585"),
            custom(&[result, addr], &ADDR_RANGE).cite("pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md, SA-0352, SA-0353"),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/alloc-tile.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3587-3630")],
        notes: &[
            "Two examples of the manual (set_validshape, tile_buf_addr) leave out an operand of a dynamic extent; this page and the assembler forbid that.",
            "An address that is not a constant is not checked.",
        ],
    }

    /// Make a view on global memory from a pointer, extents and strides.
    ///
    /// Extents and strides count elements, outermost first; a view has one of each per dimension. `layout`
    /// says how the consumer is to read it; without it, the strides decide. No data moves.
    make_tensor_view(ptr: In Ptr, shape: ManyIn Index, strides: ManyIn Index, result: Out View) {
        class: Class::Alias { how: Alias::View, of: ptr, gives: result },
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/make-tensor-view.md"),
        syntax: "ptr, shape=[shape], strides=[strides] : result",
        formula: "result[i0,...] = ptr[i0*strides[0] + i1*strides[1] + ...]",
        attrs: &[word("layout", &["nd", "dn", "nz", "mx_a_zz", "mx_b_nn"]).doc("how the elements are ordered")],
        rules: &[
            in_space(&[ptr], &[Gm]),
            same_dtype(&[result, ptr]),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/make-tensor-view.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:2937-3000")],
        notes: &["The type of `ptr` is not written: it is a pointer to the view's elements."],
    }

    /// Cut a window out of a view on global memory.
    ///
    /// One offset and one size per dimension of `source`. The result type may be left out; then constant
    /// sizes become its extents and all others are dynamic. What lies outside `source` must not be accessed.
    partition_view(source: In View, offsets: ManyIn Index, sizes: ManyIn Index, result: Out View) {
        class: Class::Alias { how: Alias::Partition, of: source, gives: result },
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/partition-view.md"),
        syntax: "source, offsets=[offsets], sizes=[sizes] : source",
        formula: "result[i0,...] = source[offsets[0]+i0, ...]   for i0 < sizes[0], ...",
        rules: &[
            same_dtype(&[source, result]),
            custom(&[source, result], &PARTITION_FITS).cite("PTOAS 0.60 lib/PTO/IR/PTO.cpp:3004-3072"),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/partition-view.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:3004-3072")],
        notes: &[
            "The manual calls the result always five-dimensional and shows two dimensions; any number from 1 to 5 is accepted.",
            "Constant sizes are positive, are the extents of the result type, and end inside `source` (PTOAS 0.60 lib/PTO/IR/PTO.cpp:3028-3069).",
        ],
    }

    /// Read an extent of a view.
    ///
    /// Counts elements.
    get_tensor_view_dim(tensor_view: In View, dim_index: In Index, result: Out Index) {
        class: Class::Query(Query::Extent),
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/get-tensor-view-dim.md"),
        syntax: "tensor_view, dim_index : tensor_view",
        formula: "result = extent of dimension dim_index",
        cost: Cost::Scalar,
        rules: &[custom(&[tensor_view, dim_index], &DIM_IN_RANK)],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/get-tensor-view-dim.md")],
    }

    /// Read a stride of a view.
    ///
    /// Counts elements.
    get_tensor_view_stride(tensor_view: In View, dim_index: In Index, result: Out Index) {
        class: Class::Query(Query::Stride),
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/get-tensor-view-stride.md"),
        syntax: "tensor_view, dim_index : tensor_view",
        formula: "result = stride of dimension dim_index",
        cost: Cost::Scalar,
        rules: &[custom(&[tensor_view, dim_index], &DIM_IN_RANK)],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/get-tensor-view-stride.md")],
    }

    /// Set the valid region of a dynamic tile.
    ///
    /// Changes the descriptor of `source` for what follows; no element moves. The tile must be declared in
    /// the function (`alloc_tile` or a view of one).
    set_validshape(source: InOut Tile, valid_row: In Index, valid_col: In Index) {
        class: Class::SetValid { of: source },
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/set-validshape.md"),
        syntax: "source, valid_row, valid_col : source",
        formula: "valid(source) = (valid_row, valid_col)",
        scope: AllowedScope::Core,
        pipe: PipeSelector::Fixed(Pipe::S),
        rules: &[
            custom(&[source], &BOTH_DYNAMIC),
            custom(&[source, valid_row], &ROW_BOUND),
            custom(&[source, valid_col], &COL_BOUND),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/set-validshape.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:13380-13430")],
    }

    /// Take the address at which a view on global memory begins.
    ///
    /// The result is a pointer to global memory, or a memref in programs of older tools.
    tensor_view_addr(src: In View, dst: Out Memory) {
        class: Class::Alias { how: Alias::Address, of: src, gives: dst },
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/tensor-view-addr.md"),
        formula: "dst = address of src[0,...]",
        rules: &[
            same_dtype(&[src, dst]),
            custom(&[src, dst], &SAME_MEMORY).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5712-5767"),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/tensor-view-addr.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5712-5767")],
    }

    /// Take the address of a tile.
    ///
    /// The bridge from tiles to vector-register instructions: the pointer points to the tile's first element
    /// in the tile's memory.
    tile_buf_addr(src: In Memory, dst: Out Memory) {
        class: Class::Alias { how: Alias::Address, of: src, gives: dst },
        origin: Origin::Manual("docs/isa/tile/ops/view-and-tile-buf/tile-buf-addr.md"),
        cpp: "(type(dst))data(src)",
        formula: "dst = address of src[0,0]",
        rules: &[
            same_dtype(&[src, dst]),
            custom(&[src, dst], &SAME_MEMORY).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5769-5818"),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/tile/ops/view-and-tile-buf/tile-buf-addr.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5769-5818")],
        notes: &["The page allows it only inside a vector scope (`--rules manual`); programs take addresses before the scope, and of L1 and L0 tiles."],
    }

    /// Read the valid region of a tile.
    ///
    /// Sees what `set_validshape` wrote.
    get_validshape(source: In Tile, valid_row: Out Index, valid_col: Out Index) {
        class: Class::Query(Query::Valid),
        origin: Origin::Assembler("PTOAS 0.60"),
        syntax: "source : source",
        result_type: "index",
        formula: "(valid_row, valid_col) = valid(source)",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, get_validshape")],
    }

    /// Read the number of valid rows of a tile.
    ///
    /// A constant where the type is static.
    tile_valid_rows(src: In Tile, result: Out Index) {
        class: Class::Query(Query::ValidRows),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = valid rows of src",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, tile_valid_rows")],
    }

    /// Read the number of valid columns of a tile.
    ///
    /// A constant where the type is static.
    tile_valid_cols(src: In Tile, result: Out Index) {
        class: Class::Query(Query::ValidCols),
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result = valid columns of src",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, tile_valid_cols")],
    }
}
