//! Declarations and handles of the assembler: tiles bound later, local storage, reserved buffers.

use crate::code;
use crate::def::prelude::*;
use crate::ops::tile_view::{address_rules, extent_found, extent_holds, toggle};
use crate::rule::{Args, AttrValue, Custom};
use crate::ty::{TileTy, Type};

const BASE: OpDef = OpDef {
    family: "handles",
    origin: Origin::Assembler("PTOAS 0.60"),
    scope: AllowedScope::Anywhere,
    pipe: PipeSelector::None("it only declares"),
    ..OpDef::EMPTY
};

fn multi<'a>(args: &Args<'a>, slot: u8) -> Option<(&'a TileTy, u32)> {
    match args.ty(slot)? {
        Type::MultiTile(t, n) => Some((t, *n)),
        _ => None,
    }
}

fn buffers<'a>(args: &Args<'a>) -> (Option<&'a TileTy>, u64) {
    let m = multi(args, 3);
    (m.map(|m| m.0), m.map_or(1, |m| u64::from(m.1)))
}
address_rules!(ADDR_ALIGN, ADDR_RANGE: 0, buffers);

macro_rules! extent_rule {
    ($name:ident, $id:literal, $operand:literal, $field:ident, $text:literal) => {
        static $name: Custom = Custom {
            name: $id,
            code: code::DYNAMIC_EXTENT,
            text: $text,
            holds: |args| extent_holds(args, $operand, multi(args, 3).map(|m| m.0.$field)),
            found: |args| extent_found(args, $operand, multi(args, 3).map(|m| m.0.$field)),
            mutate_to_violate: |b| toggle(b, $operand),
        };
    };
}
extent_rule!(
    ROW_EXTENT,
    "multi-rows",
    1,
    valid_rows,
    "`valid_row` must be given if the type has dynamic valid rows, and only then"
);
extent_rule!(
    COL_EXTENT,
    "multi-cols",
    2,
    valid_cols,
    "`valid_col` must be given if the type has dynamic valid columns, and only then"
);

static COUNT: Custom = Custom {
    name: "multi-count",
    code: code::OP_RULE,
    text: "a multi-buffer tile has 2 to 16 buffers",
    holds: |args| multi(args, 3).is_none_or(|(_, n)| (2..=16).contains(&n)),
    found: |args| format!("count is {}", multi(args, 3).map_or(0, |m| m.1)),
    mutate_to_violate: |b| {
        if let Some(Some(Type::MultiTile(_, n))) = b.types.get_mut(3) {
            *n = 1;
        }
    },
};

static DENSE: Custom = Custom {
    name: "multi-dense",
    code: code::OP_RULE,
    text: "the buffers of a multi-buffer tile must not use the row-plus-one layout",
    holds: |args| multi(args, 3).is_none_or(|(t, _)| t.compact != 2),
    found: |args| format!("compact is {}", multi(args, 3).map_or(0, |m| m.0.compact)),
    mutate_to_violate: |b| {
        if let Some(Some(Type::MultiTile(t, _))) = b.types.get_mut(3) {
            t.compact = 2;
        }
    },
};

static SLOT_TYPE: Custom = Custom {
    name: "multi-slot-type",
    code: code::SAME_TYPE,
    text: "`result` must have the type of one buffer of `source`",
    holds: |args| {
        let (Some((a, _)), Some(b)) = (multi(args, 0), args.tile(2)) else { return true };
        TileTy { buffer: true, ..*a } == TileTy { buffer: true, ..*b }
    },
    found: |args| args.ty(2).map_or("unknown".into(), |t| format!("`{t}`")),
    mutate_to_violate: |b| {
        if let Some(t) = b.tile(2) {
            t.rows *= 2;
        }
    },
};

static SLOT_RANGE: Custom = Custom {
    name: "multi-slot-range",
    code: code::OUT_OF_BOUNDS,
    text: "`slot` must be smaller than the number of buffers",
    holds: |args| {
        let (Some((_, n)), Some(i)) = (multi(args, 0), args.slots[1].constant) else { return true };
        (0..i64::from(n)).contains(&i)
    },
    found: |args| {
        let i = args.slots[1].constant.unwrap_or_default();
        format!("{i} of {}", multi(args, 0).map_or(0, |m| m.1))
    },
    mutate_to_violate: |b| b.constants.push((1, 100)),
};

/// Types a field of a local struct can have, without `!pto.struct`.
const FIELDS: &[&str] = &[
    "i8", "i16", "i32", "i64", "si8", "si16", "si32", "si64", "ui8", "ui16", "ui32", "ui64", "f16",
    "bf16", "f32", "f64",
];

fn struct_text<'a>(args: &Args<'a>) -> Option<&'a str> {
    match args.ty(0)? {
        Type::Other(text) => text.strip_prefix("!pto.struct<"),
        _ => None,
    }
}

static FIELD_TYPES: Custom = Custom {
    name: "struct-fields",
    code: code::BAD_TYPE,
    text: "a field of a struct is an integer of 8 to 64 bits, a float of 16 to 64 bits, or a struct",
    holds: |args| {
        struct_text(args).is_none_or(|text| {
            text.replace("!pto.struct<", "")
                .replace('>', "")
                .split(',')
                .all(|field| FIELDS.contains(&field.trim()))
        })
    },
    found: |args| args.ty(0).map_or("unknown".into(), |t| format!("`{t}`")),
    mutate_to_violate: |b| b.types[0] = Some(Type::Other("!pto.struct<f32, i1>".into())),
};

static BASE_IF_FIXED: Custom = Custom {
    name: "reserve-base",
    code: code::MISSING_ATTR,
    text: "without `auto` the buffer needs `base`",
    holds: |args| args.attr("auto") != Some(AttrValue::Bool(false)) || args.attr("base").is_some(),
    found: |_| "auto is false and base is missing".into(),
    mutate_to_violate: |b| b.attrs.push(("auto".into(), "false".into())),
};

ops! {
    base: BASE;

    /// Declare a tile whose place is given later.
    ///
    /// By `tassign` or `tpop`.
    declare_tile(tile: Out Tile) {
        class: Class::Allocate(Allocate::DeclareTile),
        syntax: "->",
        formula: "tile = a name without storage",
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, declare_tile")],
    }

    /// Declare a view on global memory whose place is given later.
    ///
    /// By `talloc` or `tpop`.
    declare_global(entry: Out View) {
        class: Class::Allocate(Allocate::DeclareView),
        syntax: "->",
        formula: "entry = a view without storage",
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td, declare_global")],
    }

    /// Declare several tiles of one type under one name.
    ///
    /// The buffers follow one another from `addr` on; without it the tool chooses their places.
    /// `multi_tile_get` selects one. Extents are given as for `alloc_tile`.
    alloc_multi_tile(addr: OptIn Scalar, valid_row: OptIn Index, valid_col: OptIn Index, result: Out MultiTile) {
        class: Class::Allocate(Allocate::MultiTile),
        syntax: "addr=addr valid_row=valid_row valid_col=valid_col : result",
        formula: "result = count buffers of the tile type",
        scope: AllowedScope::Core,
        rules: &[
            custom(&[result], &COUNT),
            custom(&[result], &DENSE),
            custom(&[result, valid_row], &ROW_EXTENT),
            custom(&[result, valid_col], &COL_EXTENT),
            custom(&[result, addr], &ADDR_ALIGN),
            custom(&[result, addr], &ADDR_RANGE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3637-3756")],
    }

    /// Select one buffer of a multi-buffer tile.
    ///
    /// The slot is a number from 0; the program computes it, e.g. as the loop counter modulo the count.
    multi_tile_get(source: In MultiTile, slot: In Index, result: Out Tile) {
        class: Class::Alias { how: Alias::MultiGet, of: source, gives: result },
        syntax: "source[slot] : source",
        formula: "result = source[slot]",
        scope: AllowedScope::Core,
        rules: &[
            custom(&[source, result], &SLOT_TYPE),
            custom(&[source, slot], &SLOT_RANGE),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3758-3785")],
    }

    /// Reserve local memory for a queue.
    ///
    /// The consumer of a queue reserves the buffer under a name; the producer imports it. Names are unique
    /// in a function.
    reserve_buffer(addr: Out Scalar) {
        class: Class::Allocate(Allocate::Reserve),
        syntax: "{name, size, location, auto, base} ->",
        formula: "addr = address of size bytes",
        attrs: &[
            text("name").required().doc("name of the buffer"),
            int("size", 1, i32::MAX as i64).required().doc("bytes"),
            word("location", &["vec", "mat"]).required().doc("memory"),
            flag("auto").required().doc("the tool chooses the place"),
            int("base", 0, i32::MAX as i64).doc("the place"),
        ],
        scope: AllowedScope::Core,
        rules: &[
            has_dtype(&[addr], &[I32]),
            custom(&[addr], &BASE_IF_FIXED),
        ],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:18787-18821")],
    }

    /// Import a buffer another function has reserved.
    ///
    /// `peer_func` is the function that reserves `name`.
    import_reserved_buffer(addr: Out Scalar) {
        class: Class::Allocate(Allocate::Import),
        syntax: "{name, peer_func} ->",
        formula: "addr = address of the peer's buffer",
        attrs: &[
            text("name").required().doc("name of the buffer"),
            symbol("peer_func").required().doc("function that reserves it"),
        ],
        scope: AllowedScope::Core,
        rules: &[has_dtype(&[addr], &[I32])],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:18823-18850")],
    }

    /// Declare an array of event ids.
    ///
    /// For programs that compute which event to set or wait for. Its contents are undefined until written.
    declare_eventid_array(array: Out Handle) {
        class: Class::Local(Local::EventIds, LocalOp::Declare),
        syntax: "->",
        formula: "array = N event ids",
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:2379")],
    }

    /// Read an event id.
    ///
    /// The index is a number from 0.
    eventid_array_get(array: In Handle, index: In Index, result: Out Index) {
        class: Class::Local(Local::EventIds, LocalOp::Get),
        syntax: "array[index] : array",
        result_type: "index",
        formula: "result = array[index]",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:2394")],
    }

    /// Write an event id.
    ///
    /// The index is a number from 0.
    eventid_array_set(array: InOut Handle, index: In Index, value: In Index) {
        class: Class::Local(Local::EventIds, LocalOp::Set),
        syntax: "array[index], value : array",
        formula: "array[index] = value",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/PTOOps.td:2408")],
    }

    /// Declare a local array of numbers.
    ///
    /// Its contents are undefined until written.
    declare_local_array(array: Out Handle) {
        class: Class::Local(Local::Array, LocalOp::Declare),
        syntax: "->",
        formula: "array = storage of the type's extents",
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:16323-16343")],
    }

    /// Read an element of a local array.
    ///
    /// One index per dimension.
    local_array_get(array: In Handle, indices: ManyIn Index, result: Out Scalar) {
        class: Class::Local(Local::Array, LocalOp::Get),
        syntax: "array[indices] : array",
        formula: "result = array[i0][i1]...",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3156-3172")],
    }

    /// Write an element of a local array.
    ///
    /// One index per dimension.
    local_array_set(array: InOut Handle, indices: ManyIn Index, value: In Scalar) {
        class: Class::Local(Local::Array, LocalOp::Set),
        syntax: "array[indices], value : array, value",
        formula: "array[i0][i1]... = value",
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3174-3189")],
    }

    /// Declare a local struct.
    ///
    /// Lives as long as the region it stands in and must not leave it. Its contents are undefined until written.
    declare_struct(s: Out Handle) {
        class: Class::Local(Local::Struct, LocalOp::Declare),
        syntax: "->",
        formula: "s = storage of the type's fields",
        rules: &[custom(&[s], &FIELD_TYPES)],
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3228-3243, 16408-16428")],
    }

    /// Read a field of a local struct.
    ///
    /// The path counts fields from 0, into nested structs.
    struct_get(s: In Handle, value: Out Any) {
        class: Class::Local(Local::Struct, LocalOp::Get),
        syntax: "s[path] : s",
        formula: "value = s.path",
        attrs: &[any_attr("path").required().doc("field numbers, outermost first")],
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3259-3274")],
    }

    /// Write a field of a local struct.
    ///
    /// The path counts fields from 0, into nested structs.
    struct_set(s: InOut Handle, value: In Any) {
        class: Class::Local(Local::Struct, LocalOp::Set),
        syntax: "s[path], value : s, value",
        formula: "s.path = value",
        attrs: &[any_attr("path").required().doc("field numbers, outermost first")],
        cost: Cost::Scalar,
        sem: Sem::Machine,
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/PTO.cpp:3276-3291")],
    }

    /// Bind a memref to a tile configuration.
    ///
    /// An op between passes of the 0.27 assembler; 0.60 no longer has it.
    bind_tile(source: In View, valid_row: OptIn Index, valid_col: OptIn Index, result: Out View) {
        class: Class::Alias { how: Alias::Bind, of: source, gives: result },
        origin: Origin::Assembler("PTOAS 0.27"),
        syntax: "source, valid_row, valid_col : source",
        formula: "result = source seen as a tile",
        attrs: &[any_attr("config").required().doc("layout, box size and padding")],
        support: &[on(Targets::ALL, "PTOAS 0.27 include/PTO/IR/PTOOps.td")],
        sem: Sem::Unpublished("what it means outside the passes of assembler 0.27, between which alone it stands"),
    }

    /// Make a memref from addresses.
    ///
    /// An op between passes of the 0.27 assembler; 0.60 no longer has it.
    pointer_cast(addrs: ManyIn Scalar, valid_row: OptIn Index, valid_col: OptIn Index, result: Out View) {
        class: Class::Alias { how: Alias::FromInteger, of: addrs, gives: result },
        origin: Origin::Assembler("PTOAS 0.27"),
        syntax: "(addrs) valid_row, valid_col : result",
        formula: "result = storage at addrs",
        attrs: &[any_attr("config").doc("layout, box size and padding")],
        support: &[on(Targets::ALL, "PTOAS 0.27 include/PTO/IR/PTOOps.td")],
        sem: Sem::Unpublished("what it means outside the passes of assembler 0.27, between which alone it stands"),
    }

    /// Declare a memref whose place is given later.
    ///
    /// An op between passes of the 0.27 assembler; 0.60 no longer has it.
    declare_tile_memref(result: Out View) {
        class: Class::Allocate(Allocate::DeclareTile),
        origin: Origin::Assembler("PTOAS 0.27"),
        syntax: "->",
        formula: "result = a name without storage",
        support: &[on(Targets::ALL, "PTOAS 0.27 include/PTO/IR/PTOOps.td")],
        sem: Sem::Unpublished("what it means outside the passes of assembler 0.27, between which alone it stands"),
    }
}
