//! Loads from the unified buffer into vector registers.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::effect::register_bytes;
use crate::sem::stream::{self, NextLoad};
use crate::sem::vector_indexed::{Active, gather_blocks, gather_elements};
use crate::sem::vector_memory::load_anywhere;
use crate::sem::vector_strided::{BlockSlots, PairLoad, load_blocks, load_fixed_stride, load_pair};
use crate::ty::{MaskWidth, Type};

const BASE: OpDef = OpDef { family: "vector-load-store", ..OpDef::REGISTER };

/// How memory units map to lanes.
const DIST: &[&str] = &[
    "NORM",
    "BRC_B8",
    "BRC_B16",
    "BRC_B32",
    "BRC_BLK",
    "US_B8",
    "US_B16",
    "DS_B8",
    "DS_B16",
    "UNPK_B8",
    "UNPK_B16",
    "UNPK_B32",
    "UNPK4",
    "E2B_B16",
    "E2B_B32",
    "SPLT4CHN",
    "SPLT4CHN_B8",
    "SPLT2CHN_B8",
    "SPLT2CHN_B16",
    "DINTLV_B32",
    "BLK",
];
/// The same for a vector address.
pub(super) const VALD_DIST: &[&str] = &[
    "NORM",
    "BRC_B8",
    "BRC_B16",
    "BRC_B32",
    "BRC_BLK",
    "US_B8",
    "US_B16",
    "DS_B8",
    "DS_B16",
    "UNPK_B8",
    "UNPK_B16",
    "UNPK_B32",
    "UNPK4",
    "E2B_B16",
    "E2B_B32",
    "SPLT4CHN",
    "SPLT2CHN_B8",
    "SPLT2CHN_B16",
];
/// 8-, 16- and 32-bit elements.
const PAYLOADS: &[DType] = &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32];

/// The manual counts lanes, the assembler has a predicate.
static ACTIVE: Custom = Custom {
    name: "gather-active",
    code: code::REQUIRED,
    text: "either a predicate or a number of active lanes must be given",
    holds: |args| args.has(2) != args.has(3),
    found: |args| if args.has(2) { "both are given".into() } else { "neither is given".into() },
    mutate_to_violate: |b| (b.types[2], b.types[3]) = (None, None),
};

/// 32-bit elements have 32-bit offsets, narrower ones 16-bit offsets.
static OFFSET_WIDTH: Custom = Custom {
    name: "gather-offset-width",
    code: code::DTYPE,
    text: "`offsets` must hold 32-bit integers for 32-bit elements and 16-bit integers for narrower ones",
    holds: |args| match (args.dtype(0), args.dtype(1)) {
        (Some(s), Some(o)) => o.is_int() && o.bits() == if s.bits() == 32 { 32 } else { 16 },
        _ => true,
    },
    found: |args| format!("`offsets` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(Some(Type::Vreg { lanes, dtype })) = b.types.get_mut(1) {
            *dtype = if dtype.bits() == 32 { I16 } else { I32 };
            *lanes = dtype.per_repeat();
        }
    },
};

/// One bit of a b32 predicate governs one 32-byte block.
static BLOCK_MASK: Custom = Custom {
    name: "gather-block-mask",
    code: code::MASK_WIDTH,
    text: "`mask` must be a b32 predicate: one lane per 32-byte block",
    holds: |args| !matches!(args.ty(2), Some(Type::Mask(w)) if *w != MaskWidth::B32),
    found: |_| "a predicate for narrower lanes".into(),
    mutate_to_violate: |b| {
        if let Some(Some(Type::Mask(w))) = b.types.get_mut(2) {
            *w = MaskWidth::B8;
        }
    },
};

/// Two 16-bit strides, or the manual's control word alone.
static STRIDES: Custom = Custom {
    name: "block-strides",
    code: code::SCALAR_TYPE,
    text: "two strides must be i16; a control word alone must be i32",
    holds: |args| {
        let is = |slot, d: DType| args.dtype(slot).is_none_or(|x| x == d);
        if args.has(2) { is(1, I16) && is(2, I16) } else { is(1, I32) }
    },
    found: |args| format!("`block_stride` is {}", args.dtype(1).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = I64;
        }
    },
};

ops! {
    base: BASE;

    /// Load a vector register from the unified buffer.
    ///
    /// `offset` counts elements of the pointer's type. `dist` says how memory maps to lanes; its unit may differ from
    /// the element type. The address must be a multiple of 32 bytes, of the unit for BRC, of 16 for E2B_B16. With a
    /// second result memory is read at the pointer itself, which is returned moved on by the offset.
    vlds(source: Loads Ptr, offset: In Index, result: Out Vreg, updated_base: OptResult Ptr) {
        extents: &[(source, Extent::Bytes(|a| {
            let plain = a.word("dist").is_none_or(|d| d.eq_ignore_ascii_case("NORM"));
            register_bytes(a, [source, offset, result, updated_base], if plain { 1 } else { 4 })
        }))],
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vlds.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TBinOp.hpp:58
        cpp: "vlds(like(result, source), updated_base:=source, offset, dist:LoadDist=NORM, POST_UPDATE); vlds(like(result, source), source, offset, dist:LoadDist=NORM)",
        formula: "result[i] = UB[source + offset + i]   (NORM)\nresult[i] = UB[source + offset]   (BRC)",
        attrs: &[word("dist", DIST).doc("memory to lanes; NORM is contiguous")],
        syntax: "source[offset]",
        rules: &[
            in_space(&[source], &[Vec]),
            same_width(&[result, source]).warn(),
            same_type(&[source, updated_base]),
        ],
        sem: Sem::RegLoad(RegLoad { source, offset, result, updated_base }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vlds.md"),
        ],
        quirks: &["unpk-b8-slot"],
        notes: &[
            "The formulas of the page add the offset to bytes (vlds.md:62); programs of the manual step it by lanes (pointer-operations.md:199), as the \
             assembler does.",
            "The unit of a `dist` word stands alone: published programs broadcast single bytes into f32 registers.",
            "UNPK4, E2B and BRC_BLK are the assembler's, SPLT4CHN_B8, DINTLV_B32 and BLK the page's; BLK is BRC_BLK, as in \
             the library.",
            "The page's formulas count, not its column of bytes: DS and SPLT fill every lane.",
        ],
    }

    /// Load two vector registers and separate even and odd units.
    ///
    /// Reads 512 contiguous bytes. BDINTLV separates 32-byte blocks. With a third result memory is read at the pointer
    /// itself, which is returned moved on by the offset.
    vldsx2(source: Loads Ptr, offset: In Index, low: Out Vreg, high: Out Vreg, updated_base: OptResult Ptr) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vldsx2.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Binary.hpp:109
        cpp: "vlds(like(low, source), like(high, source), updated_base:=source, offset, dist:PairLoadDist, POST_UPDATE); vlds(like(low, source), like(high, source), source, offset, dist:PairLoadDist)",
        formula: "low[i] = UB[source + offset + 2*i]\nhigh[i] = UB[source + offset + 2*i + 1]",
        attrs: &[word("dist", &["DINTLV_B8", "DINTLV_B16", "DINTLV_B32", "BDINTLV"]).required().doc("unit")],
        syntax: "source[offset], dist : source, offset",
        rules: &[
            in_space(&[source], &[Vec]),
            same_type(&[low, high]),
            same_width(&[low, source]).warn(),
            same_type(&[source, updated_base]),
        ],
        sem: Sem::Custom(|x| load_pair(x, &PairLoad { source: [source, offset], results: [low, high], updated_base })),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldsx2.md"),
        ],
    }

    /// Start a stream of unaligned loads.
    ///
    /// Reads the aligned block around `source`, which needs no alignment itself.
    vldas(source: Loads Ptr, result: Out Align) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vldas.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:797
        cpp: "vldas(result, source)",
        formula: "result = UB[source rounded down to 32 bytes, 32 bytes]",
        rules: &[
            in_space(&[source], &[Vec]),
        ],
        sem: Sem::Custom(|x| stream::load_ahead(x, source, result)),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldas.md"),
        ],
        notes: &[
            "A5 only, by the chapter overview; the CPU profile follows.",
        ],
    }

    /// Load a vector register from any address of a stream.
    ///
    /// `align` comes from `vldas` or an earlier `vldus` and must be about the block of `source`: a stream goes on a
    /// register further, or `increment` elements. A second pointer result is that place.
    vldus(
        source: Loads Ptr, align: In Align, increment: OptIn Index, result: Out Vreg, updated_align: Out Align,
        updated_base: OptResult Ptr,
    ) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vldus.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:798
        cpp: "vldus(like(result, source), updated_align:=align, source)",
        formula: "result[i] = UB[source + i]\nupdated_base = source + increment",
        rules: &[
            in_space(&[source], &[Vec]),
            same_width(&[result, source]).warn(),
            same_type(&[source, updated_base]),
        ],
        sem: Sem::Custom(|x| {
            stream::load_next(x, &NextLoad { source, align: [align, updated_align], increment, result, updated_base })
        }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vldus.md"),
        ],
        notes: &[
            "A5 only, by the chapter overview; the CPU profile follows.",
            "The page returns the pointer without an increment; the assembler wants both or none. Both are read.",
        ],
    }

    /// Load a vector register from any address, without a stream.
    ///
    /// The address needs only the alignment of an element.
    uvld(source: Loads Ptr, offset: In Index, result: Out Vreg) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "result[i] = UB[source + offset + i]",
        syntax: "source[offset]",
        rules: &[
            in_space(&[source], &[Vec]),
            same_width(&[result, source]).warn(),
        ],
        sem: Sem::Custom(|x| load_anywhere(x, [source, offset, result])),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5647-5670"),
        ],
    }

    /// Load a vector register with a fixed stride.
    ///
    /// The stride word gives the distance of the elements and their size.
    vsld(source: Loads Ptr, offset: In Index, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vsld.md"),
        formula: "result[i] = UB[source + offset + i * stride]",
        attrs: &[
            word("stride", &["STRIDE_S3_B16", "STRIDE_S4_B64", "STRIDE_S8_B32", "STRIDE_S2_B64"]).required().doc("distance and size"),
        ],
        syntax: "source[offset], stride",
        rules: &[
            in_space(&[source], &[Vec]),
            same_width(&[result, source]).warn(),
        ],
        sem: Sem::Custom(|x| load_fixed_stride(x, [source, offset, result])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsld.md"),
        ],
        notes: &[
            "No assembler version knows it; it is legal by its manual page.",
            "The pattern is read off the word: STRIDE_S3_B16 takes 16 bits of every 3 times 16.",
        ],
    }

    /// Load eight 32-byte blocks with a stride.
    ///
    /// Strides count 32-byte blocks, without a sign. A block whose predicate bit is clear becomes zero and is not read.
    /// In the manual's form one 32-bit control word takes the place of the two strides. With a second result the
    /// first block lies at the pointer itself, which is returned `repeat_stride` blocks on.
    vsldb(
        source: Loads Ptr, block_stride: In Scalar, repeat_stride: OptIn Scalar, mask: In Mask,
        result: Out Vreg, updated_base: OptResult Ptr,
    ) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vsldb.md"),
        formula: "block b of result = UB[source + (repeat_stride + b * block_stride) * 32, 32 bytes]",
        rules: &[
            in_space(&[source], &[Vec]),
            same_width(&[result, source]).warn(),
            custom(&[block_stride, repeat_stride], &STRIDES),
            mask_fits(&[result, mask]),
            same_type(&[source, updated_base]),
        ],
        sem: Sem::Custom(|x| {
            load_blocks(x, &BlockSlots { base: source, strides: [block_stride, repeat_stride], mask, updated_base }, result)
        }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vsldb.md"),
        ],
        notes: &[
            "Bit 4b of the predicate, lane b of 4-byte lanes, governs block b for every element type.",
            "The control word has the block stride in its upper half: PTOAS lib/PTO/Transforms/VPTOLLVMEmitter.cpp:2046-2064.",
        ],
    }

    /// Gather elements of the unified buffer.
    ///
    /// `offsets` counts elements, without a sign. Inactive lanes become zero and raise no address error. 8-bit elements
    /// are extended by zeros into 16-bit lanes. In the manual's form `active_lanes` gives the number of leading lanes
    /// that take part.
    vgather2(source: Loads Ptr, offsets: In Vreg, mask: OptIn Mask, active_lanes: OptIn Index, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vgather2.md"),
        // pto-isa@3186c381 include/pto/npu/a5/Int64Rearrange.hpp:86
        cpp: "vgather2(result, source, unsigned(offsets), mask)",
        formula: "result[i] = mask[i] ? UB[source + offsets[i]] : 0",
        rules: &[
            in_space(&[source], &[Vec]),
            custom(&[source, offsets], &OFFSET_WIDTH).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5120-5211"),
            mask_fits(&[result, mask]),
            custom(&[mask, active_lanes], &ACTIVE),
        ],
        sem: Sem::Custom(|x| gather_elements(x, [source, offsets, result], &Active { mask, count: Some(active_lanes) })),
        support: &[
            on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5120-5211")
                .tuples(&[source, result], &[
                    &[I8, I16], &[U8, U16], &[I16, I16], &[U16, U16], &[I32, I32], &[U32, U32], &[F16, F16], &[Bf16, Bf16],
                    &[F32, F32],
                ]),
        ],
        notes: &[
            "The page has a lane count, the assembler a predicate.",
        ],
    }

    /// Gather 32-byte blocks of the unified buffer.
    ///
    /// `offsets` counts bytes; each offset and `source` are multiples of 32. The first eight lanes count. Inactive
    /// blocks become zero.
    vgatherb(source: Loads Ptr, offsets: In Vreg, mask: OptIn Mask, active_lanes: OptIn Index, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vgatherb.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:72
        cpp: "vgatherb(like(result, source), source, unsigned(offsets), mask)",
        formula: "block b of result = mask[b] ? UB[source + offsets[b], 32 bytes] : 0",
        rules: &[
            in_space(&[source], &[Vec]),
            has_dtype(&[offsets], &[I32, U32]),
            same_width(&[result, source]).warn(),
            custom(&[source, mask], &BLOCK_MASK).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5295-5329"),
            custom(&[mask, active_lanes], &ACTIVE),
        ],
        sem: Sem::Custom(|x| gather_blocks(x, [source, offsets, result], &Active { mask, count: Some(active_lanes) })),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgatherb.md"),
        ],
        notes: &[
            "The page's summary says byte gather, its constraints say block gather; the constraints and the published results \
             agree.",
        ],
    }

    /// Gather elements of the unified buffer, older form.
    ///
    /// Inactive lanes become zero and raise no address error.
    vgather2_bc(source: Loads Ptr, offsets: In Vreg, mask: In Mask, result: Out Vreg) {
        origin: Origin::Manual("docs/isa/vector/ops/vector-load-store/vgather2-bc.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TGather.hpp:111
        cpp: "vgather2_bc(like(result, source), source, unsigned(offsets), mask)",
        formula: "result[i] = mask[i] ? UB[source + offsets[i]] : 0",
        rules: &[
            in_space(&[source], &[Vec]),
            has_dtype(&[offsets], &[I32, U32]),
            mask_fits(&[result, mask]),
            same_width(&[result, source]).warn(),
        ],
        sem: Sem::Custom(|x| gather_elements(x, [source, offsets, result], &Active { mask, count: None })),
        support: &[
            on(Targets::NPU, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:5337-5364")
                .types(&[result], &[I32, U32, F32]),
            documented(Targets::NPU, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgather2-bc.md")
                .types(&[result], PAYLOADS),
            on(Targets::CPU, "pto-isa@3186c381 docs/isa/vector/ops/vector-load-store/vgather2-bc.md")
                .types(&[result], PAYLOADS),
        ],
    }
}
