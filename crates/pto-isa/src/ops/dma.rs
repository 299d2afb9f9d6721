//! Copies between global memory, UB and L1, with their loops in the instruction.

use crate::code;
use crate::def::prelude::*;
use crate::rule::Custom;
use crate::sem::dma::{BLOCKS, Count, Loops, Padding};

/// Slots of `mte_gm_ub`.
const PAD: u8 = 10;
const LEFT: u8 = 11;
const RIGHT: u8 = 12;

static PAD_COUNTS: Custom = Custom {
    name: "dma-pad-counts",
    code: code::OP_RULE,
    text: "`pad` has a value alone, or a value and both counts",
    holds: |args| args.has(LEFT) == args.has(RIGHT) && (args.has(PAD) || !args.has(LEFT)),
    found: |args| match (args.has(LEFT), args.has(RIGHT)) {
        (true, true) => "there is no value".into(),
        _ => "there is one count".into(),
    },
    mutate_to_violate: |b| {
        if b.types[LEFT as usize].is_some() {
            b.types[RIGHT as usize] = None;
        }
    },
};

/// The widths of the page, and 8 bits for the counts of padding, as in the headers.
pub(super) const GM_UB_FIELDS: &str = "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md:34-38, include/pto/common/arch_cce_intrinsic.hpp:129-132";
pub(super) const UB_GM_FIELDS: &str =
    "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-gm.md:32-34";
/// Both headers pass a length and a count of 32 bits on, and no source says how many the device takes.
pub(super) const GM_UB_COUNTS: &str = "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md:35-36; include/pto/common/arch_cce_intrinsic.hpp:124-131 passes 32 bits on";
pub(super) const UB_GM_COUNTS: &str = "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-gm.md:32-33; include/pto/common/arch_cce_intrinsic.hpp:288-292 passes 32 bits on";

const BASE: OpDef = OpDef { family: "dma-copy", cost: Cost::Bursts, ..OpDef::EMPTY };

ops! {
    base: BASE;

    /// Copy rows from global memory to UB.
    ///
    /// `n_burst` rows of `len_burst` bytes; each `loop` repeats everything written before it, the first one
    /// innermost. Strides are bytes from start to start. `pad` writes `pad_value` left and right of each row
    /// (counts in elements) and up to the next 32-byte boundary.
    mte_gm_ub(
        source: Loads Ptr, destination: Stores Ptr, l2_cache_ctl: In Scalar, len_burst: In Scalar, n_burst: In Scalar,
        nburst_src_stride: In Scalar, nburst_dst_stride: In Scalar, loop_counts: ManyIn Scalar,
        loop_src_strides: ManyIn Scalar, loop_dst_strides: ManyIn Scalar, pad_value: OptIn Scalar,
        left_padding_count: OptIn Scalar, right_padding_count: OptIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/release/PTO-micro-Instruction-SPEC-v0.4.md, 2. DMA Copy
        aliases: &["dma_load"],
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:129; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1225-1305
        cpp: "a5: set_mov_pad_val(bits(pad_value)) then copy_gm_to_ubuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, left_padding_count=0, right_padding_count=0, true, l2_cache_ctl, nburst_src_stride, nburst_dst_stride) loops outtoub; a5: copy_gm_to_ubuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, 0, 0, false, l2_cache_ctl, nburst_src_stride, nburst_dst_stride) loops outtoub",
        formula: "for each loop index and r < n_burst: destination[r*nburst_dst_stride ..] = left*pad ++ len_burst bytes of source[r*nburst_src_stride ..] ++ right*pad",
        syntax: "source, destination, l2_cache_ctl, len_burst nburst(n_burst, nburst_src_stride, nburst_dst_stride) loop(loop_counts, loop_src_strides, loop_dst_strides)* pad(pad_value, left_padding_count, right_padding_count) : source, destination, l2_cache_ctl, len_burst, n_burst, nburst_src_stride, nburst_dst_stride, loop(loop_counts, loop_src_strides, loop_dst_strides)*, pad(pad_value, left_padding_count, right_padding_count)",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Vec]),
            same_width(&[source, destination]).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3732-3767"),
            has_dtype(&[pad_value], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32]),
            fits_bits(&[l2_cache_ctl], 2).cite(GM_UB_FIELDS),
            fits_bits(&[len_burst, n_burst], 16).manual_only().cite(GM_UB_FIELDS),
            fits_bits(&[len_burst, n_burst], 16).device_only().warn().cite(GM_UB_COUNTS),
            fits_bits(&[nburst_src_stride, loop_src_strides], 40).cite(GM_UB_FIELDS),
            fits_bits(&[nburst_dst_stride, loop_counts, loop_dst_strides], 21).cite(GM_UB_FIELDS),
            fits_bits(&[left_padding_count, right_padding_count], 8).cite(GM_UB_FIELDS),
            custom(&[pad_value, left_padding_count, right_padding_count], &PAD_COUNTS).cite("pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md"),
        ],
        sem: Sem::Dma(
            Dma::new(Count::Bytes, [source, destination], len_burst, [n_burst, nburst_src_stride, nburst_dst_stride])
                .loops(Loops::Operands([loop_counts, loop_src_strides, loop_dst_strides]))
                .padding(Padding::Operands([pad_value, left_padding_count, right_padding_count])),
        ),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-gm-to-ubuf.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4094-4300"),
        ],
        notes: &[
            "UB and L1 addresses are multiples of 32 bytes; the CPU takes any.",
            "The loop registers (`set_loop*`) have no effect on it.",
            "`loop1` and `loop2` are older spellings of `loop`.",
        ],
    }

    /// Copy rows from UB to global memory.
    ///
    /// Rows, loops and strides as in `mte_gm_ub`; nothing is padded.
    mte_ub_gm(
        source: Loads Ptr, destination: StoresAtomic Ptr, len_burst: In Scalar, n_burst: In Scalar,
        nburst_src_stride: In Scalar, nburst_dst_stride: In Scalar, l2_cache_ctl: OptIn Scalar,
        loop_counts: ManyIn Scalar, loop_src_strides: ManyIn Scalar, loop_dst_strides: ManyIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/release/PTO-micro-Instruction-SPEC-v0.4.md, 2. DMA Copy
        aliases: &["dma_store"],
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/copy-ubuf-to-gm.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:292; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1314-1375
        cpp: "a5: copy_ubuf_to_gm_align_v2((__gm__ void*)destination, (__ubuf__ void*)source, 0, n_burst, len_burst, l2_cache_ctl=0, nburst_dst_stride, nburst_src_stride) loops ubtoout",
        formula: "for each loop index and r < n_burst: destination[r*nburst_dst_stride ..] = len_burst bytes of source[r*nburst_src_stride ..]",
        syntax: "source, destination, len_burst nburst(n_burst, nburst_src_stride, nburst_dst_stride) l2_cache_ctl(l2_cache_ctl) loop(loop_counts, loop_src_strides, loop_dst_strides)* : source, destination, len_burst, n_burst, nburst_src_stride, nburst_dst_stride, l2_cache_ctl, loop(loop_counts, loop_src_strides, loop_dst_strides)*",
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        rules: &[
            in_space(&[source], &[Vec]),
            in_space(&[destination], &[Gm]),
            same_width(&[source, destination]).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3799-3836"),
            fits_bits(&[len_burst, n_burst], 16).manual_only().cite(UB_GM_FIELDS),
            fits_bits(&[len_burst, n_burst], 16).device_only().warn().cite(UB_GM_COUNTS),
            fits_bits(&[nburst_src_stride, loop_counts, loop_src_strides], 21).cite(UB_GM_FIELDS),
            fits_bits(&[nburst_dst_stride, loop_dst_strides], 40).cite(UB_GM_FIELDS),
        ],
        sem: Sem::Dma(
            Dma::new(Count::Bytes, [source, destination], len_burst, [n_burst, nburst_src_stride, nburst_dst_stride])
                .loops(Loops::Operands([loop_counts, loop_src_strides, loop_dst_strides])),
        ),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-gm.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:7847-8030"),
        ],
        notes: &[
            "UB and L1 addresses are multiples of 32 bytes; the CPU takes any.",
            "The loop registers (`set_loop*`) have no effect on it.",
            "`loop1` and `loop2` are older spellings of `loop`.",
        ],
    }

    /// Copy blocks from UB to L1.
    ///
    /// `n_burst` runs of `len_burst` blocks of 32 bytes. The gaps count blocks between the end of one run and
    /// the start of the next.
    mte_ub_l1(
        source: Loads Ptr, destination: Stores Ptr, len_burst: In Scalar, n_burst: In Scalar, src_gap: In Scalar,
        dst_gap: In Scalar,
    ) {
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/mte-ub-l1.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:415
        cpp: "a5: copy_ubuf_to_cbuf((__cbuf__ void*)destination, (__ubuf__ void*)source, 0, n_burst, len_burst, src_gap, dst_gap)",
        formula: "for r < n_burst: len_burst blocks from source + r*(len_burst + src_gap) to destination + r*(len_burst + dst_gap), in 32-byte blocks",
        syntax: "source, destination, len_burst nburst(n_burst, src_gap, dst_gap) : source, destination, len_burst, n_burst, src_gap, dst_gap",
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        rules: &[
            in_space(&[source], &[Vec]),
            in_space(&[destination], &[Mat]),
            same_width(&[source, destination]),
            fits_bits(&[len_burst, n_burst, src_gap, dst_gap], 16).cite("pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/mte-ub-l1.md:29-30"),
        ],
        sem: Sem::Dma(Dma::new(BLOCKS, [source, destination], len_burst, [n_burst, src_gap, dst_gap])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/mte-ub-l1.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:1244"),
        ],
        notes: &[
            "UB and L1 addresses are multiples of 32 bytes.",
            "The page also says that the hardware makes fractals; its own formula and the public round trip through L1 copy blocks as they are.",
        ],
    }

    /// Copy blocks within UB.
    ///
    /// `n_burst` runs of `len_burst` blocks of 32 bytes. The gaps count blocks between the end of one run and
    /// the start of the next.
    mte_ub_ub(
        source: Loads Ptr, destination: Stores Ptr, len_burst: In Scalar, n_burst: In Scalar, src_gap: In Scalar,
        dst_gap: In Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/release/PTO-micro-Instruction-SPEC-v0.4.md, 2. DMA Copy
        aliases: &["dma_copy"],
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/copy-ubuf-to-ubuf.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:22-25
        cpp: "a2a3: copy_ubuf_to_ubuf((__ubuf__ void*)destination, (__ubuf__ void*)source, 0, n_burst, len_burst, src_gap, dst_gap); a5: copy_ubuf_to_ubuf((__ubuf__ void*)destination, (__ubuf__ void*)source, n_burst, len_burst, src_gap, dst_gap)",
        formula: "for r < n_burst: len_burst blocks from source + r*(len_burst + src_gap) to destination + r*(len_burst + dst_gap), in 32-byte blocks",
        syntax: "source, destination, len_burst nburst(n_burst, src_gap, dst_gap) : source, destination, len_burst, n_burst, src_gap, dst_gap",
        pipe: PipeSelector::Fixed(Pipe::V),
        rules: &[
            in_space(&[source], &[Vec]),
            in_space(&[destination], &[Vec]),
            same_width(&[source, destination]),
            fits_bits(&[len_burst, n_burst, src_gap, dst_gap], 16)
                .cite("pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:18-19, docs/isa/scalar/ops/dma-copy/copy-ubuf-to-ubuf.md:30-31"),
        ],
        sem: Sem::Dma(Dma::new(BLOCKS, [source, destination], len_burst, [n_burst, src_gap, dst_gap])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-ubuf.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:1219"),
        ],
        notes: &[
            "UB and L1 addresses are multiples of 32 bytes.",
            "The page has it on an MTE (copy-ubuf-to-ubuf.md:41) and names none; the headers order it with PIPE_V \
             (pto-isa@3186c381 include/pto/npu/a2a3/TColReduceIdx.hpp:157-159), which it has here.",
        ],
    }
}
