//! Predicates in memory, and the states of unaligned streams.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;
use crate::sem::OffsetUnit;
use crate::sem::predicate_memory::{load_mask, store_mask, store_special, stream_mask};

/// Footprints of a loaded predicate.
const LOAD_DIST: &[&str] = &["NORM", "US", "DS"];
/// Footprints of a stored predicate.
const STORE_DIST: &[&str] = &["NORM", "PK"];

static SMALL_OFFSET: Custom = Custom {
    name: "spr-offset",
    code: code::OUT_OF_BOUNDS,
    text: "the offset must be a signed 8-bit number",
    holds: |args| args.slots[1].constant.is_none_or(|n| (-128..128).contains(&n)),
    found: |args| format!("it is {}", args.slots[1].constant.unwrap_or_default()),
    mutate_to_violate: |b| b.constants.push((1, 200)),
};

/// A rule on the immediate offset of operand `$slot`: the page gives each device another range.
macro_rules! immediate {
    ($rule:ident, $slot:literal, $name:literal, $text:literal, $last:literal) => {
        static $rule: Custom = Custom {
            name: $name,
            code: code::OUT_OF_BOUNDS,
            text: $text,
            holds: |args| args.slots[$slot].constant.is_none_or(|n| (0..=$last).contains(&n)),
            found: |args| format!("it is {}", args.slots[$slot].constant.unwrap_or_default()),
            mutate_to_violate: |b| b.constants.push(($slot, $last + 1)),
        };
    };
}

immediate!(LOAD_8_BITS, 1, "pldi-8-bits", "the offset must be from 0 to 255", 255);
immediate!(LOAD_10_BITS, 1, "pldi-10-bits", "the offset must be from 0 to 1023", 1023);
immediate!(STORE_8_BITS, 2, "psti-8-bits", "the offset must be from 0 to 255", 255);
immediate!(STORE_10_BITS, 2, "psti-10-bits", "the offset must be from 0 to 1023", 1023);

/// An offset that stands in the instruction word.
macro_rules! constant_offset {
    ($rule:ident, $slot:literal) => {
        static $rule: Custom = Custom {
            name: "constant-offset",
            code: code::OP_RULE,
            text: "the offset must be a constant",
            holds: |args| !args.has($slot) || args.slots[$slot].constant.is_some(),
            found: |_| "it is computed".into(),
            mutate_to_violate: |b| b.computed.push($slot),
        };
    };
}

constant_offset!(CONSTANT_1, 1);
constant_offset!(CONSTANT_2, 2);

/// The page of a store: the CPU simulator has no packed form.
static NOT_PACKED: Custom = Custom {
    name: "predicate-not-packed",
    code: code::ATTR_FOR_TARGET,
    text: "`dist` must be NORM",
    holds: |args| args.word("dist").is_none_or(|w| !w.eq_ignore_ascii_case("PK")),
    found: |args| args.word("dist").unwrap_or("NORM").into(),
    mutate_to_violate: |b| b.attrs.push(("dist".into(), "\"PK\"".into())),
};

/// The slot of an operand the instruction does not have.
const NONE: u8 = u8::MAX;

const BASE: OpDef =
    OpDef { family: "predicate-load-store", cost: Cost::Register, ..OpDef::REGISTER };

ops! {
    base: BASE;

    /// Load a predicate at a register offset.
    ///
    /// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
    /// even bits.
    pld(source: Loads Ptr, areg: In Index, result: Out Mask) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/pld.md"),
        cpp: "pld(mask, base, offset, dist, ...)",
        formula: "NORM: result = 256 bits at the address\nUS: each of 128 bits twice\nDS: even bits of 512",
        attrs: &[word("dist", LOAD_DIST).required().doc("what is read")],
        syntax: "source, areg, dist",
        rules: &[
            in_space(&[source], &[Vec]),
            has_dtype(&[source], &[I64, U64]).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pld.md:53"),
        ],
        sem: Sem::Custom(|x| load_mask(x, [source, areg, result, NONE], OffsetUnit::Element)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pld.md")],
        quirks: &["predicate-footprint"],
        notes: &[
            "The manual counts 64-bit words and pointers to i64; with another pointer the offset counts its elements.",
        ],
    }

    /// Load a predicate at a constant offset.
    ///
    /// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
    /// even bits. With a second result it reads where the pointer is and gives the pointer moved on by the offset.
    pldi(source: Loads Ptr, offset: In Index, result: Out Mask, updated_base: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/pldi.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md
        cpp: "pldi(result, (__ubuf__ uint32_t*&)updated_base:=source, offset, dist=NORM, POST_UPDATE); pldi(result, (__ubuf__ uint32_t*)source, offset, dist=NORM)",
        formula: "NORM: result = 256 bits at the address\nUS: each of 128 bits twice\nDS: even bits of 512",
        attrs: &[word("dist", LOAD_DIST).required().doc("what is read")],
        syntax: "source[offset], dist : source, offset | source, offset, dist",
        rules: &[
            in_space(&[source], &[Vec]),
            has_dtype(&[source], &[I64, U64]).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md:54"),
            same_type(&[source, updated_base]),
            custom(&[offset], &CONSTANT_1).of_text().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md:55; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6068"),
            custom(&[offset], &LOAD_8_BITS).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md:93"),
            custom(&[offset], &LOAD_10_BITS).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md:93"),
        ],
        sem: Sem::Custom(|x| load_mask(x, [source, offset, result, updated_base], OffsetUnit::Alignment)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pldi.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6027-6080"),
        ],
        quirks: &["predicate-footprint", "predicate-offset"],
        notes: &[
            "The manual counts 64-bit words and pointers to i64; the assembler takes any pointer and counts what the footprint must be aligned to: 32 bytes, 16 for US and PK.",
        ],
    }

    /// Load a predicate.
    ///
    /// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the
    /// even bits. With a second result it reads where the pointer is and gives the pointer moved on by the offset.
    plds(source: Loads Ptr, offset: OptIn Index, result: Out Mask, updated_base: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/plds.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/plds.md
        cpp: "plds(result, (__ubuf__ uint32_t*&)updated_base:=source, offset=0, dist=NORM, POST_UPDATE); plds(result, (__ubuf__ uint32_t*)source, offset=0, dist=NORM)",
        formula: "NORM: result = 256 bits at the address\nUS: each of 128 bits twice\nDS: even bits of 512",
        attrs: &[word("dist", LOAD_DIST).doc("what is read")],
        syntax: "source[offset], dist : source, offset | source",
        rules: &[
            in_space(&[source], &[Vec]),
            has_dtype(&[source], &[I64, U64]).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/plds.md:53"),
            same_type(&[source, updated_base]),
        ],
        sem: Sem::Custom(|x| load_mask(x, [source, offset, result, updated_base], OffsetUnit::Byte)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/plds.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:6027-6080"),
        ],
        quirks: &["predicate-footprint", "predicate-offset"],
        notes: &[
            "The manual counts 64-bit words and pointers to i64; the assembler takes any pointer and counts bytes.",
            "Without an offset and a footprint (manual form) it is offset 0, NORM.",
        ],
    }

    /// Store a predicate at a register offset.
    ///
    /// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes.
    pst(value: In Mask, destination: Stores Ptr, areg: In Index) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/pst.md"),
        cpp: "pst(mask, base, offset, dist, ...)",
        formula: "NORM: 256 bits at the address = value\nPK: 128 bits at the address = even bits of value",
        attrs: &[word("dist", STORE_DIST).required().doc("what is written")],
        syntax: "value, destination, areg, dist",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[destination], &[I64, U64]).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pst.md:54"),
            custom(&[value], &NOT_PACKED).only(Targets::CPU).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pst.md:90"),
        ],
        sem: Sem::Custom(|x| store_mask(x, [value, destination, areg, NONE], OffsetUnit::Element)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pst.md")],
        quirks: &["predicate-footprint"],
        notes: &[
            "The manual counts 64-bit words and pointers to i64; with another pointer the offset counts its elements.",
            "The page lets NORM write 8 or 16 bytes for b32 and b16; public goldens write the whole image.",
        ],
    }

    /// Store a predicate at a constant offset.
    ///
    /// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes. With a result it writes
    /// where the pointer is and gives the pointer moved on by the offset.
    psti(value: In Mask, destination: Stores Ptr, offset: In Index, updated_base: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/psti.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md
        cpp: "psti(value, (__ubuf__ uint32_t*&)updated_base:=destination, offset, dist=NORM, POST_UPDATE); psti(value, (__ubuf__ uint32_t*)destination, offset, dist=NORM)",
        formula: "NORM: 256 bits at the address = value\nPK: 128 bits at the address = even bits of value",
        attrs: &[word("dist", STORE_DIST).required().doc("what is written")],
        syntax: "value, destination[offset], dist : value, destination, offset | value, destination, offset, dist",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[destination], &[I64, U64]).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md:55"),
            same_type(&[destination, updated_base]),
            custom(&[value], &NOT_PACKED).only(Targets::CPU).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md:93"),
            custom(&[offset], &CONSTANT_2).of_text().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md:56; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7590"),
            custom(&[offset], &STORE_8_BITS).only(Targets::A2A3).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md:94"),
            custom(&[offset], &STORE_10_BITS).only(Targets::A5).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md:94"),
        ],
        sem: Sem::Custom(|x| store_mask(x, [value, destination, offset, updated_base], OffsetUnit::Alignment)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psti.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7580-7632"),
        ],
        quirks: &["predicate-footprint", "predicate-offset"],
        notes: &[
            "The manual counts 64-bit words and pointers to i64; the assembler takes any pointer and counts what the footprint must be aligned to: 32 bytes, 16 for US and PK.",
            "The page lets NORM write 8 or 16 bytes for b32 and b16; public goldens write the whole image.",
        ],
    }

    /// Store a predicate.
    ///
    /// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes. With a result it writes
    /// where the pointer is and gives the pointer moved on by the offset.
    psts(value: In Mask, destination: Stores Ptr, offset: OptIn Index, updated_base: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/psts.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psts.md
        cpp: "psts(value, (__ubuf__ uint32_t*&)updated_base:=destination, offset=0, dist=NORM, POST_UPDATE); psts(value, (__ubuf__ uint32_t*)destination, offset=0, dist=NORM)",
        formula: "NORM: 256 bits at the address = value\nPK: 128 bits at the address = even bits of value",
        attrs: &[word("dist", STORE_DIST).doc("what is written")],
        syntax: "value, destination[offset], dist : value, destination, offset | value, destination",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[destination], &[I64, U64]).manual_only().cite("pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psts.md:54"),
            same_type(&[destination, updated_base]),
        ],
        sem: Sem::Custom(|x| store_mask(x, [value, destination, offset, updated_base], OffsetUnit::Byte)),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/psts.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7580-7632"),
        ],
        quirks: &["predicate-footprint", "predicate-offset"],
        notes: &[
            "The manual counts 64-bit words and pointers to i64; the assembler takes any pointer and counts bytes.",
            "The page lets NORM write 8 or 16 bytes for b32 and b16; public goldens write the whole image.",
        ],
    }

    /// Store a predicate to an unaligned stream.
    ///
    /// One bit per lane, packed: 32 bytes for b8, 16 for b16, 8 for b32. The pointer moves on by that many
    /// bytes. Everything is in memory at once; the `vstas` that ends a stream has nothing left to write.
    pstu(align_in: In Align, value: In Mask, base: Stores Ptr, align_out: Out Align, base_out: Result Ptr) {
        origin: Origin::Manual("docs/isa/scalar/ops/predicate-load-store/pstu.md"),
        // pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md
        cpp: "pstu(align_out:=align_in, value, (__ubuf__ uint32_t*&)base_out:=base)",
        formula: "stream ++= value[0..N], one bit per lane\nbase_out = base + N/8 bytes",
        rules: &[
            in_space(&[base], &[Vec]),
            same_type(&[base, base_out]),
        ],
        sem: Sem::Custom(|x| stream_mask(x, [align_in, value, base, align_out, base_out])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:3763"),
            undocumented(Targets::CPU, "pto-isa@3186c381 docs/isa/scalar/ops/predicate-load-store/pstu.md:92"),
        ],
    }

    /// Make the empty state of an unaligned store stream.
    ///
    /// Every stream of unaligned stores starts from it.
    init_align(result: Out Align) {
        origin: Origin::Manual("docs/isa/scalar/ops/micro-instruction/align-type.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TQuant.hpp: a stream starts from a fresh variable
        cpp: "declare(result)",
        formula: "result = empty stream",
        cost: Cost::Free,
        sem: Sem::Custom(|x| crate::sem::stream::begin(x, result)),
        support: &[on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/micro-instruction/align-type.md")],
    }

    /// Clear a special register of the vector unit.
    ///
    /// `AR` is the byte offset that `vstur` counts up.
    sprclr() {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:256
        cpp: "sprclr(SPR_AR) {spr=AR}",
        formula: "AR = 0",
        attrs: &[word("spr", &["AR"]).required().doc("the register")],
        syntax: "spr",
        sem: Sem::Custom(crate::sem::stream::clear_address),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5527-5535")],
    }

    /// Store a special register at a constant offset.
    ///
    /// The offset counts elements. With a result it writes where the pointer is and gives the pointer moved on by
    /// the offset.
    sprsti(destination: Stores Ptr, offset: In Scalar, updated_base: OptResult Ptr) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "destination[offset] = AR",
        attrs: &[word("spr", &["AR"]).required().doc("the register")],
        syntax: "spr, destination[offset] : destination, offset",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[destination], &[I32, U32]),
            has_dtype(&[offset], &[I32]),
            custom(&[offset], &CONSTANT_1).of_text(),
            custom(&[destination, offset], &SMALL_OFFSET),
            same_type(&[destination, updated_base]),
        ],
        sem: Sem::Custom(|x| store_special(x, [destination, offset, updated_base], OffsetUnit::Element)),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5537-5612")],
    }

    /// Store a special register.
    ///
    /// The offset counts bytes. With a result it writes where the pointer is and gives the pointer moved on by the
    /// offset.
    sprsts(destination: Stores Ptr, offset: In Scalar, updated_base: OptResult Ptr) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "word at destination + offset bytes = AR",
        attrs: &[word("spr", &["AR"]).required().doc("the register")],
        syntax: "spr, destination[offset] : destination, offset",
        rules: &[
            in_space(&[destination], &[Vec]),
            has_dtype(&[destination], &[I32, U32]),
            has_dtype(&[offset], &[I32]),
            same_type(&[destination, updated_base]),
        ],
        sem: Sem::Custom(|x| store_special(x, [destination, offset, updated_base], OffsetUnit::Byte)),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5537-5612, docs/isa/micro-isa/03-vector-load-store.md:587-600")],
    }
}
