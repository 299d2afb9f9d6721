//! Stores from vector registers to the unified buffer.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::effect::register_bytes;
use crate::sem::stream::{self, NextStore};
use crate::sem::vector_indexed::{Active, scatter_elements};
use crate::sem::vector_strided::{
    BlockSlots, PairStore, store_blocks, store_fixed_stride, store_pair,
};
use crate::ty::{MaskWidth, Type};

const BASE: OpDef = OpDef { family: "vector-load-store", ..OpDef::REGISTER };

/// How lanes map to memory units.
const DIST: &[&str] = &[
    "NORM",
    "NORM_B8",
    "NORM_B16",
    "NORM_B32",
    "1PT_B8",
    "1PT_B16",
    "1PT_B32",
    "PK_B16",
    "PK_B32",
    "PK_B64",
    "PK4_B32",
    "MRG4CHN_B8",
    "MRG2CHN_B8",
    "MRG2CHN_B16",
];
/// The same for a vector address, with the words that its page lists beside them.
pub(super) const VAST_DIST: &[&str] = &[
    "NORM_B8",
    "NORM_B16",
    "NORM_B32",
    "1PT_B8",
    "1PT_B16",
    "1PT_B32",
    "PK_B16",
    "PK_B32",
    "PK_B64",
    "PK4_B32",
    "MRG4CHN_B8",
    "MRG2CHN_B8",
    "MRG2CHN_B16",
    "INTLV_B8",
    "INTLV_B16",
    "INTLV_B32",
];
/// Whether the address state moves on.
const UPDATE: &[&str] = &["POST_UPDATE", "NO_POST_UPDATE"];

/// Lane width of the predicate of `vsts`.
///
/// Source: PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1954-1985.
fn store_mask_bits(args: &Args<'_>) -> Option<u32> {
    Some(match args.word("dist").map(str::to_ascii_uppercase).as_deref() {
        Some("PK_B16" | "MRG2CHN_B8") => 16,
        Some("PK_B32" | "PK_B64" | "PK4_B32" | "MRG4CHN_B8" | "MRG2CHN_B16") => 32,
        _ => args.dtype(0)?.bits().min(32),
    })
}

pub(super) static STORE_MASK: Custom = Custom {
    name: "store-mask",
    code: code::MASK_WIDTH,
    text: "`mask` must be a predicate for the units `dist` stores: the lanes, or what is packed or merged",
    holds: |args| match args.ty(3) {
        Some(Type::Mask(w)) => store_mask_bits(args).is_none_or(|bits| bits == w.bits()),
        _ => true,
    },
    found: |args| match args.ty(3) {
        Some(Type::Mask(w)) => format!("a {} predicate", w.name()),
        _ => "no predicate".into(),
    },
    mutate_to_violate: |b| {
        if let Some(Some(Type::Mask(w))) = b.types.get_mut(3) {
            *w = if *w == MaskWidth::B8 { MaskWidth::B16 } else { MaskWidth::B8 };
        }
    },
};

/// Two 16-bit strides, or the manual's control word alone.
static STRIDES: Custom = Custom {
    name: "block-store-strides",
    code: code::SCALAR_TYPE,
    text: "two strides must be i16; a control word alone must be i32",
    holds: |args| {
        let is = |slot, d: DType| args.dtype(slot).is_none_or(|x| x == d);
        if args.has(3) { is(2, I16) && is(3, I16) } else { is(2, I32) }
    },
    found: |args| format!("`block_stride` is {}", args.dtype(2).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(2) {
            *d = I64;
        }
    },
};

static SCATTER_OFFSETS: Custom = Custom {
    name: "scatter-offset-width",
    code: code::DTYPE,
    text: "`offsets` must hold 32-bit integers for 32-bit lanes and 16-bit integers for narrower ones",
    holds: |args| match (args.dtype(0), args.dtype(2)) {
        (Some(v), Some(o)) => o.is_int() && o.bits() == if v.bits() == 32 { 32 } else { 16 },
        _ => true,
    },
    found: |args| format!("`offsets` is {}", args.dtype(2).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(Some(Type::Vreg { lanes, dtype })) = b.types.get_mut(2) {
            *dtype = if dtype.bits() == 32 { I16 } else { I32 };
            *lanes = dtype.per_repeat();
        }
    },
};

/// 8-bit lanes are scattered in pairs of a 16-bit predicate.
static SCATTER_MASK: Custom = Custom {
    name: "scatter-mask",
    code: code::MASK_WIDTH,
    text: "`mask` must be a b32 predicate for 32-bit lanes and a b16 predicate for narrower ones",
    holds: |args| match (args.dtype(0), args.ty(3)) {
        (Some(v), Some(Type::Mask(w))) => w.bits() == if v.bits() == 32 { 32 } else { 16 },
        _ => true,
    },
    found: |args| match args.ty(3) {
        Some(Type::Mask(w)) => format!("a {} predicate", w.name()),
        _ => "no predicate".into(),
    },
    mutate_to_violate: |b| {
        if let Some(Some(Type::Mask(w))) = b.types.get_mut(3) {
            *w = MaskWidth::B8;
        }
    },
};

static ACTIVE: Custom = Custom {
    name: "scatter-active",
    code: code::REQUIRED,
    text: "either a predicate or a number of active lanes must be given",
    holds: |args| args.has(3) != args.has(4),
    found: |args| if args.has(3) { "both are given".into() } else { "neither is given".into() },
    mutate_to_violate: |b| (b.types[3], b.types[4]) = (None, None),
};

ops! {
    base: BASE;

    /// Store a vector register to the unified buffer.
    ///
    /// `offset` counts elements of the pointer's type. Inactive units leave memory as it is. PK stores the low half
    /// of each unit, PK4 the low quarter, 1PT only the first element whatever the predicate, MRG interleaves
    /// channels. With a result memory is written at the pointer itself, which is returned moved on by the offset.
    vsts(value: In Vreg, dest: Stores Ptr, offset: In Index, mask: In Mask, updated_base: OptResult Ptr) {
        extents: &[(dest, Extent::Bytes(|a| register_bytes(a, [dest, offset, value, updated_base], 1)))],
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vsts.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TBinOp.hpp:61
        cpp: "vsts(like(value, dest), updated_base:=dest, offset, dist:StoreDist, mask, POST_UPDATE); vsts(like(value, dest), updated_base:=dest, offset, NORM_B#value, mask, POST_UPDATE); vsts(like(value, dest), dest, offset, dist:StoreDist, mask); vsts(like(value, dest), dest, offset, NORM_B#value, mask)",
        formula: "UB[dest + offset + i] = value[i] for active i   (NORM)\nUB[dest + offset] = value[0]   (1PT)",
        attrs: &[word("dist", DIST).doc("lanes to memory; contiguous by default")],
        syntax: "value, dest[offset], mask",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_width(&[value, dest]).warn(),
            custom(&[value, mask], &STORE_MASK).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1954-1985"),
            same_type(&[dest, updated_base]),
        ],
        sem: Sem::RegStore(RegStore { value, dest, offset, mask, updated_base }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsts.md"),
        ],
        quirks: &["mrg-planes"],
        notes: &[
            "A pointer to elements of another size only scales the offset; the assembler accepts it, here it is a warning.",
        ],
    }

    /// Store two vector registers interleaved.
    ///
    /// Writes 512 contiguous bytes, whatever the predicate says.
    vstsx2(low: In Vreg, high: In Vreg, dest: Stores Ptr, offset: In Index, mask: In Mask) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vstsx2.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:270
        cpp: "vsts(like(low, dest), like(high, dest), dest, offset, dist:PairStoreDist, mask)",
        formula: "UB[dest + offset + 2*i] = low[i]\nUB[dest + offset + 2*i + 1] = high[i]",
        attrs: &[word("dist", &["INTLV_B8", "INTLV_B16", "INTLV_B32"]).required().doc("unit")],
        syntax: "low, high, dest[offset], dist, mask : low, high, dest, offset, mask",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_type(&[low, high]),
            same_width(&[low, dest]).warn(),
            mask_fits(&[low, mask]),
        ],
        sem: Sem::Custom(|x| store_pair(x, &PairStore { values: [low, high], dest: [dest, offset], mask })),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstsx2.md"),
        ],
        quirks: &["vstsx2-mask"],
        notes: &[
            "The page lets the predicate gate elements; the micro specification of PTO-Gym and its goldens ignore it.",
        ],
    }

    /// Store a vector register with a fixed stride.
    ///
    /// The stride word, not the lane number alone, says which elements are written.
    vsst(value: In Vreg, dest: Stores Ptr, offset: In Index) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vsst.md"),
        formula: "UB[dest + offset + i * stride] = value[i]",
        attrs: &[
            word("stride", &["STRIDE_S3_B16", "STRIDE_S4_B64", "STRIDE_S8_B32", "STRIDE_S2_B64"]).required().doc("distance and size"),
        ],
        syntax: "value, dest[offset], stride",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_width(&[value, dest]).warn(),
        ],
        sem: Sem::Custom(|x| store_fixed_stride(x, [value, dest, offset])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsst.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "The stride words are those of the `vsld` page: STRIDE_S3_B16 writes 16 bits of every 3 times 16.",
        ],
    }

    /// Store eight 32-byte blocks with a stride.
    ///
    /// Strides count 32-byte blocks, without a sign; a block whose predicate bit is clear is not written. In the
    /// manual's form one 32-bit control word takes the place of the two strides. With a result the first block goes to
    /// the pointer itself, which is returned `repeat_stride` blocks on.
    vsstb(
        value: In Vreg, dest: Stores Ptr, block_stride: In Scalar, repeat_stride: OptIn Scalar, mask: In Mask,
        updated_base: OptResult Ptr,
    ) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vsstb.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:967
        cpp: "vsstb(like(value, dest), updated_base:=dest, (int32_t)((uint32_t)(uint16_t)block_stride << 16) + (uint16_t)repeat_stride, mask, POST_UPDATE); vsstb(like(value, dest), dest, (int32_t)((uint32_t)(uint16_t)block_stride << 16) + (uint16_t)repeat_stride, mask); vsstb(like(value, dest), updated_base:=dest, block_stride, mask, POST_UPDATE); vsstb(like(value, dest), dest, block_stride, mask)",
        formula: "UB[dest + (repeat_stride + b * block_stride) * 32, 32 bytes] = block b of value",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_width(&[value, dest]).warn(),
            custom(&[block_stride, repeat_stride], &STRIDES),
            mask_fits(&[value, mask]),
            same_type(&[dest, updated_base]),
        ],
        sem: Sem::Custom(|x| {
            store_blocks(x, value, &BlockSlots { base: dest, strides: [block_stride, repeat_stride], mask, updated_base })
        }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsstb.md"),
        ],
        notes: &[
            "Bit 4b of the predicate, lane b of 4-byte lanes, governs block b for every element type.",
            "The control word has the block stride in its upper half: PTOAS lib/PTO/Transforms/VPTOLLVMEmitter.cpp:2046-2064.",
        ],
    }

    /// Scatter lanes to the unified buffer.
    ///
    /// `offsets` counts elements, without a sign. Of equal offsets the lowest lane wins; on A2/A3 they are an error. Of
    /// 8-bit lanes every second is sent. In the manual's form `active_lanes` gives the number of leading lanes that
    /// take part.
    vscatter(value: In Vreg, dest: Stores Ptr, offsets: In Vreg, mask: OptIn Mask, active_lanes: OptIn Index) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vscatter.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:117
        cpp: "vscatter(value, dest, unsigned(offsets), mask)",
        formula: "UB[dest + offsets[i]] = value[i] for active i",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_dtype(&[value, dest]),
            custom(&[value, offsets], &SCATTER_OFFSETS).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7482-7534"),
            custom(&[value, mask], &SCATTER_MASK).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7482-7534"),
            custom(&[mask, active_lanes], &ACTIVE),
        ],
        sem: Sem::Custom(|x| scatter_elements(x, [value, dest, offsets], &Active { mask, count: Some(active_lanes) })),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vscatter.md:44")
                .types(&[value], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
        ],
    }

    /// Write out the pending bytes of a stream of unaligned stores.
    ///
    /// `offset` counts elements from `dest`.
    vsta(value: In Align, dest: Stores Ptr, offset: In Index) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vsta.md"),
        formula: "UB[dest + offset] = pending bytes of value",
        syntax: "value, dest[offset] : value, dest, offset",
        rules: &[
            in_space(&[dest], &[Vec]),
        ],
        sem: Sem::Custom(|x| stream::flush_at(x, [value, dest, offset])),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsta.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "A5 only, by the chapter overview; the CPU profile follows.",
        ],
    }

    /// Write out the pending bytes of a stream, at a scalar offset.
    ///
    /// `offset` counts elements. The place must be where the stream stopped; the state is empty afterwards. With a
    /// result the flush happens at `dest` itself, which is returned moved on by the offset.
    vstas(value: In Align, dest: Stores Ptr, offset: In Scalar, updated_base: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vstas.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TDeInterleave.hpp:144
        cpp: "vstas(value, updated_base:=dest, offset, POST_UPDATE); vstas(value, dest, offset)",
        formula: "UB[dest + offset] = pending bytes of value",
        rules: &[
            in_space(&[dest], &[Vec]),
            has_dtype(&[offset], &[I32]),
            same_type(&[dest, updated_base]),
        ],
        sem: Sem::Custom(|x| stream::flush_at_scalar(x, [value, dest, offset], updated_base)),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstas.md"),
        ],
        quirks: &["vstas-offset-unit"],
        notes: &[
            "A5 only, by the chapter overview; the CPU profile follows.",
        ],
    }

    /// Write out the pending bytes of a stream, at the address register.
    ///
    /// Ends a sequence of `vstur`.
    vstar(value: In Align, dest: Stores Ptr) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vstar.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:273
        cpp: "vstar(value, dest)",
        formula: "UB[dest + AR] = pending bytes of value",
        rules: &[
            in_space(&[dest], &[Vec]),
        ],
        sem: Sem::Custom(|x| stream::flush_at_register(x, [value, dest])),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstar.md"),
        ],
        notes: &[
            "A5 only, by the chapter overview; the CPU profile follows.",
        ],
    }

    /// Store a vector register to any address of a stream.
    ///
    /// A later flush writes the tail. POST_UPDATE advances the offset by the register.
    vstu(align_in: In Align, offset_in: In Index, value: In Vreg, base: Stores Ptr, align_out: Out Align, offset_out: Out Index) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vstu.md"),
        formula: "UB[base + offset_in + i] = value[i]\noffset_out = offset_in + N   (POST_UPDATE)",
        attrs: &[word("mode", UPDATE).required().doc("whether the offset moves on")],
        syntax: "align_in, offset_in, value, base, mode",
        rules: &[
            in_space(&[base], &[Vec]),
            same_width(&[value, base]).warn(),
        ],
        sem: Sem::Custom(|x| {
            stream::store_next(x, &NextStore { align: [align_in, align_out], value, base }, [offset_in, offset_out])
        }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstu.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "A5 only, by the chapter overview; the CPU profile follows.",
        ],
    }

    /// Store the first lanes of a vector register to any address of a stream.
    ///
    /// `offset` is the number of elements stored. With a second result the pointer advances by it and is returned.
    /// Whole 32-byte blocks are written at once; the rest waits until the block is full, or for a flush at the place
    /// after the last element.
    vstus(align_in: In Align, offset: In Scalar, value: In Vreg, base: Stores Ptr, align_out: Out Align, base_out: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vstus.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TDeInterleave.hpp:143
        cpp: "vstus(align_out:=align_in, offset, like(value, base), base_out:=base, POST_UPDATE) {mode=POST_UPDATE}; vstus(align_out:=align_in, offset, like(value, base), base) {mode=NO_POST_UPDATE}",
        formula: "UB[base + i] = value[i] for i < offset\nbase_out = base + offset",
        attrs: &[word("mode", UPDATE).doc("the manual's form says whether the pointer moves on")],
        syntax: "align_in, offset, value, base, mode",
        rules: &[
            in_space(&[base], &[Vec]),
            has_dtype(&[offset], &[I32]),
            same_width(&[value, base]).warn(),
            same_type(&[base, base_out]),
        ],
        sem: Sem::Custom(|x| {
            stream::store_first(x, &NextStore { align: [align_in, align_out], value, base }, offset, base_out)
        }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstus.md"),
        ],
        notes: &[
            "A5 only, by the chapter overview; the CPU profile follows.",
            "The page has a mode word, the assembler tells the forms apart by the second result.",
        ],
    }

    /// Store what the last `vsqz` kept, at the address register.
    ///
    /// POST_UPDATE adds the number of stored bytes to the address register.
    vstur(align_in: In Align, value: In Vreg, base: Stores Ptr, align_out: Out Align) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vstur.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:270
        cpp: "vstur(align_out:=align_in, like(value, base), base, POST_UPDATE) {mode=POST_UPDATE}",
        formula: "UB[base + AR + i] = value[i] for i < kept lanes\nAR = AR + kept bytes   (POST_UPDATE)",
        attrs: &[word("mode", UPDATE).required().doc("whether the address register moves on")],
        syntax: "align_in, value, base, mode",
        rules: &[
            in_space(&[base], &[Vec]),
            same_width(&[value, base]).warn(),
        ],
        sem: Sem::Custom(|x| stream::store_squeezed(x, &NextStore { align: [align_in, align_out], value, base })),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vstur.md"),
        ],
        notes: &[
            "A5 only, by the chapter overview; the CPU profile follows.",
        ],
    }
}
