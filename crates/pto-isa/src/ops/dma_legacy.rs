//! Copies with their loops in registers.

use super::dma::{GM_UB_COUNTS, GM_UB_FIELDS, UB_GM_COUNTS, UB_GM_FIELDS};
use crate::def::prelude::*;
use crate::sem::dma::{
    BLOCKS, Count, FB_BLOCKS, Loops, Padding, Path, Ub, set_loop_sizes, set_loop_strides, set_pad,
};

const BLOCK_FIELDS: &str =
    "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/copy-ubuf-to-ubuf.md:30-31, mte-ub-l1.md:29-30";

const BASE: OpDef = OpDef { family: "dma-copy", cost: Cost::Bursts, ..OpDef::EMPTY };

ops! {
    base: BASE;

    /// Set the loop counts of copies from global memory to UB.
    ///
    /// Loop 1 is the inner one. A register that following `copy_*` instructions read.
    set_loop_size_outtoub(loop1_count: In Scalar, loop2_count: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/set-loop-size-outtoub.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:65
        cpp: "a5: set_loop_size_outtoub(((uint64_t)loop2_count << 21) + (uint64_t)loop1_count)",
        formula: "loop counts of GM to UB = loop1_count, loop2_count",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[loop1_count, loop2_count], &[I64]),
            fits_bits(&[loop1_count, loop2_count], 21).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:27-28"),
        ],
        sem: Sem::Custom(|x| set_loop_sizes(x, Path::GmToUb, [loop1_count, loop2_count])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop-size-outtoub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562"),
        ],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Set the loop counts of copies from UB to global memory.
    ///
    /// Loop 1 is the inner one. A register that following `copy_*` instructions read.
    set_loop_size_ubtoout(loop1_count: In Scalar, loop2_count: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/set-loop-size-ubtoout.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:210
        cpp: "a5: set_loop_size_ubtoout(((uint64_t)loop2_count << 21) + (uint64_t)loop1_count)",
        formula: "loop counts of UB to GM = loop1_count, loop2_count",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[loop1_count, loop2_count], &[I64]),
            fits_bits(&[loop1_count, loop2_count], 21).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:79-80"),
        ],
        sem: Sem::Custom(|x| set_loop_sizes(x, Path::UbToGm, [loop1_count, loop2_count])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop-size-ubtoout.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562"),
        ],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Set the strides of the inner loop of copies from global memory to UB.
    ///
    /// Bytes from start to start. A register that following `copy_*` instructions read.
    set_loop1_stride_outtoub(src_stride: In Scalar, dst_stride: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/set-loop1-stride-outtoub.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:64
        cpp: "a5: set_loop1_stride_outtoub(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)",
        formula: "strides of loop 1 = src_stride, dst_stride",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[src_stride, dst_stride], &[I64]),
            fits_bits(&[src_stride], 40).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:59-60"),
            fits_bits(&[dst_stride], 21).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:59-60"),
        ],
        sem: Sem::Custom(|x| set_loop_strides(x, Path::GmToUb, 0, [src_stride, dst_stride])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop1-stride-outtoub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562"),
        ],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Set the strides of the inner loop of copies from UB to global memory.
    ///
    /// Bytes from start to start. A register that following `copy_*` instructions read.
    set_loop1_stride_ubtoout(src_stride: In Scalar, dst_stride: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/set-loop1-stride-ubtoout.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:215
        cpp: "a5: set_loop1_stride_ubtoout(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)",
        formula: "strides of loop 1 = src_stride, dst_stride",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[src_stride, dst_stride], &[I64]),
            fits_bits(&[src_stride], 21).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:107-108"),
            fits_bits(&[dst_stride], 40).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:107-108"),
        ],
        sem: Sem::Custom(|x| set_loop_strides(x, Path::UbToGm, 0, [src_stride, dst_stride])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop1-stride-ubtoout.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562"),
        ],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Set the strides of the outer loop of copies from global memory to UB.
    ///
    /// Bytes from start to start. A register that following `copy_*` instructions read.
    set_loop2_stride_outtoub(src_stride: In Scalar, dst_stride: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/set-loop2-stride-outtoub.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:63
        cpp: "a5: set_loop2_stride_outtoub(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)",
        formula: "strides of loop 2 = src_stride, dst_stride",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[src_stride, dst_stride], &[I64]),
            fits_bits(&[src_stride], 40).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:43-44"),
            fits_bits(&[dst_stride], 21).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:43-44"),
        ],
        sem: Sem::Custom(|x| set_loop_strides(x, Path::GmToUb, 1, [src_stride, dst_stride])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop2-stride-outtoub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562"),
        ],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Set the strides of the outer loop of copies from UB to global memory.
    ///
    /// Bytes from start to start. A register that following `copy_*` instructions read.
    set_loop2_stride_ubtoout(src_stride: In Scalar, dst_stride: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Manual("docs/isa/scalar/ops/dma-copy/set-loop2-stride-ubtoout.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TStore.hpp:219
        cpp: "a5: set_loop2_stride_ubtoout(((uint64_t)dst_stride << 40) + (uint64_t)src_stride)",
        formula: "strides of loop 2 = src_stride, dst_stride",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[
            has_dtype(&[src_stride, dst_stride], &[I64]),
            fits_bits(&[src_stride], 21).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:93-94"),
            fits_bits(&[dst_stride], 40).cite("pto-isa@3186c381 docs/isa/vector/dma-copy.md:93-94"),
        ],
        sem: Sem::Custom(|x| set_loop_strides(x, Path::UbToGm, 1, [src_stride, dst_stride])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/scalar/ops/dma-copy/set-loop2-stride-ubtoout.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:554-562"),
        ],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Set the value that copies to UB pad with.
    ///
    /// Read by `copy_gm_to_ubuf`.
    set_mov_pad_val(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:150
        cpp: "set_mov_pad_val(bits(value))",
        formula: "pad value = value",
        pipe: PipeSelector::Fixed(Pipe::S),
        cost: Cost::Scalar,
        rules: &[has_dtype(&[value], &[I8, U8, I16, U16, I32, U32, F16, Bf16, F32])],
        sem: Sem::Custom(|x| set_pad(x, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4294-4303")],
    }

    /// Copy rows from global memory to UB.
    ///
    /// Strides in bytes; the loops are those set by `set_loop_size_outtoub` and `set_loop*_stride_outtoub`.
    /// `mte_gm_ub` says the same in one instruction.
    copy_gm_to_ubuf(
        source: Loads Ptr, destination: Stores Ptr, sid: In Scalar, n_burst: In Scalar, len_burst: In Scalar,
        left_padding_count: In Scalar, right_padding_count: In Scalar, data_select_bit: In Scalar,
        l2_cache_ctl: In Scalar, gm_stride: In Scalar, ub_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:129
        cpp: "a5: copy_gm_to_ubuf_align_v2(unsigned(destination), unsigned(source), sid, n_burst, len_burst, left_padding_count, right_padding_count, data_select_bit, l2_cache_ctl, gm_stride, ub_stride)",
        formula: "for each loop and r < n_burst: len_burst bytes from source + r*gm_stride to destination + r*ub_stride",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Vec]),
            same_width(&[source, destination]),
            fits_bits(&[l2_cache_ctl], 2).cite(GM_UB_FIELDS),
            fits_bits(&[len_burst, n_burst], 16).manual_only().cite(GM_UB_FIELDS),
            fits_bits(&[len_burst, n_burst], 16).device_only().warn().cite(GM_UB_COUNTS),
            fits_bits(&[gm_stride], 40).cite(GM_UB_FIELDS),
            fits_bits(&[ub_stride], 21).cite(GM_UB_FIELDS),
            fits_bits(&[left_padding_count, right_padding_count], 8).cite(GM_UB_FIELDS),
        ],
        sem: Sem::Dma(
            Dma::new(Count::Bytes, [source, destination], len_burst, [n_burst, gm_stride, ub_stride])
                .loops(Loops::Registers(Path::GmToUb))
                .padding(Padding::Register([left_padding_count, right_padding_count, data_select_bit])),
        ),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4036-4038")],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Copy rows from UB to global memory.
    ///
    /// Strides in bytes, the destination's first; the loops are those set by `set_loop_size_ubtoout` and
    /// `set_loop*_stride_ubtoout`.
    copy_ubuf_to_gm(
        source: Loads Ptr, destination: StoresAtomic Ptr, sid: In Scalar, n_burst: In Scalar, len_burst: In Scalar,
        l2_cache_ctl: In Scalar, burst_dst_stride: In Scalar, burst_src_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:292
        cpp: "a5: copy_ubuf_to_gm_align_v2((__gm__ void*)destination, (__ubuf__ void*)source, sid, n_burst, len_burst, l2_cache_ctl, burst_dst_stride, burst_src_stride)",
        formula: "for each loop and r < n_burst: len_burst bytes from source + r*burst_src_stride to destination + r*burst_dst_stride",
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        rules: &[
            in_space(&[source], &[Vec]),
            in_space(&[destination], &[Gm]),
            same_width(&[source, destination]),
            fits_bits(&[len_burst, n_burst], 16).manual_only().cite(UB_GM_FIELDS),
            fits_bits(&[len_burst, n_burst], 16).device_only().warn().cite(UB_GM_COUNTS),
            fits_bits(&[burst_src_stride], 21).cite(UB_GM_FIELDS),
            fits_bits(&[burst_dst_stride], 40).cite(UB_GM_FIELDS),
        ],
        sem: Sem::Dma(
            Dma::new(Count::Bytes, [source, destination], len_burst, [n_burst, burst_src_stride, burst_dst_stride])
                .loops(Loops::Registers(Path::UbToGm)),
        ),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3799-3836")],
        notes: &["Deprecated since version 0.6 of the manual; the `mte_*` instructions carry their loops."],
    }

    /// Copy blocks within UB.
    ///
    /// Lengths and gaps count 32-byte blocks.
    copy_ubuf_to_ubuf(
        source: Loads Ptr, destination: Stores Ptr, sid: In Scalar, n_burst: In Scalar, len_burst: In Scalar,
        src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:22
        cpp: "a2a3: copy_ubuf_to_ubuf((__ubuf__ void*)destination, (__ubuf__ void*)source, sid, n_burst, len_burst, src_stride, dst_stride)",
        formula: "for r < n_burst: len_burst blocks from source + r*(len_burst + src_stride) to destination + r*(len_burst + dst_stride), in 32-byte blocks",
        pipe: PipeSelector::Fixed(Pipe::V),
        rules: &[
            in_space(&[source], &[Vec]),
            in_space(&[destination], &[Vec]),
            same_width(&[source, destination]),
            fits_bits(&[len_burst, n_burst, src_stride, dst_stride], 16).cite(BLOCK_FIELDS),
        ],
        sem: Sem::Dma(Dma::new(BLOCKS, [source, destination], len_burst, [n_burst, src_stride, dst_stride])),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Copy blocks from UB to L1.
    ///
    /// Lengths and gaps count 32-byte blocks. The source is the core's own UB whatever `sid` is.
    copy_ubuf_to_cbuf(
        source: Loads Ptr, destination: Stores Ptr, sid: In Scalar, n_burst: In Scalar, len_burst: In Scalar,
        src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:415
        cpp: "a5: copy_ubuf_to_cbuf((__cbuf__ void*)destination, (__ubuf__ void*)source, sid, n_burst, len_burst, src_stride, dst_stride)",
        formula: "for r < n_burst: len_burst blocks from source + r*(len_burst + src_stride) to destination + r*(len_burst + dst_stride), in 32-byte blocks",
        pipe: PipeSelector::Fixed(Pipe::Mte3),
        rules: &[
            in_space(&[source], &[Vec]),
            in_space(&[destination], &[Mat]),
            same_width(&[source, destination]),
            fits_bits(&[len_burst, n_burst, src_stride, dst_stride], 16).cite(BLOCK_FIELDS),
        ],
        sem: Sem::Dma(Dma::new(BLOCKS, [source, destination], len_burst, [n_burst, src_stride, dst_stride])),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Copy blocks from L1 to UB.
    ///
    /// Lengths and gaps count 32-byte blocks. `sid` selects the vector core whose UB is written.
    copy_cbuf_to_ubuf(
        source: Loads Ptr, destination: Stores Ptr, sid: In Scalar, n_burst: In Scalar, len_burst: In Scalar,
        src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 tests/npu/a5/src/st/testcase/tload_shape2d/tload_shape2d_kernel.cpp:24
        cpp: "a5: copy_cbuf_to_ubuf((__ubuf__ void*)destination, (__cbuf__ void*)source, sid, n_burst, len_burst, src_stride, dst_stride)",
        formula: "for r < n_burst: len_burst blocks from source + r*(len_burst + src_stride) to destination + r*(len_burst + dst_stride), in 32-byte blocks",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Vec]),
            same_width(&[source, destination]),
            fits_bits(&[len_burst, n_burst, src_stride, dst_stride], 16).cite(BLOCK_FIELDS),
        ],
        sem: Sem::Dma(
            Dma::new(BLOCKS, [source, destination], len_burst, [n_burst, src_stride, dst_stride]).to_ub(Ub::Of(sid)),
        ),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3838-3866")],
    }

    /// Copy rows from global memory to L1.
    ///
    /// Lengths and strides in bytes, from start to start; the loops are those set by `set_loop_size_outtol1`
    /// and `set_loop*_stride_outtol1`. `mte_gm_l1` says the same in one instruction.
    copy_gm_to_cbuf(
        source: Loads Ptr, destination: Stores Ptr, n_burst: In Scalar, len_burst: In Scalar, src_stride: In Scalar,
        dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:241
        cpp: "a5: copy_gm_to_cbuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, 0, 0, false, 0, src_stride, dst_stride)",
        formula: "for each loop and r < n_burst: len_burst bytes from source + r*src_stride to destination + r*dst_stride",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Mat]),
            same_width(&[source, destination]),
        ],
        sem: Sem::Dma(
            Dma::new(Count::Bytes, [source, destination], len_burst, [n_burst, src_stride, dst_stride])
                .loops(Loops::Registers(Path::GmToL1)),
        ),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1405-1466, include/PTO/IR/VPTOOps.td")],
    }

    /// Copy parameters from L1 to the fixpipe buffer.
    ///
    /// Lengths and gaps count blocks of 64 bytes, on A2/A3 of 128. `mte_l1_fb` says the same.
    copy_cbuf_to_fbuf(
        source: Loads Ptr, destination: Stores Ptr, n_burst: In Scalar, len_burst: In Scalar, source_gap: In Scalar,
        dst_gap: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:91
        cpp: "a5: copy_cbuf_to_fbuf((__fbuf__ void*)destination, (__cbuf__ void*)source, n_burst, len_burst, source_gap, dst_gap)",
        formula: "for r < n_burst: len_burst blocks from source + r*(len_burst + source_gap) to destination + r*(len_burst + dst_gap), in 64-byte blocks (A2/A3: 128)",
        pipe: PipeSelector::Fixed(Pipe::Fix),
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Scaling]),
        ],
        sem: Sem::Dma(Dma::new(FB_BLOCKS, [source, destination], len_burst, [n_burst, source_gap, dst_gap])),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }

    /// Copy an accumulator to UB with a packed configuration.
    ///
    /// The two numbers hold every field of `mte_l0c_ub`.
    copy_matrix_cc_to_ub(source: Loads Ptr, destination: Stores Ptr, config0: In Scalar, config1: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "copy_matrix_cc_to_ub(dst, src, ...)",
        formula: "as `mte_l0c_ub`, fields from config0 and config1",
        pipe: PipeSelector::Fixed(Pipe::Fix),
        cost: Cost::WritebackPacked(config0),
        rules: &[
            in_space(&[source], &[Acc]),
            in_space(&[destination], &[Vec]),
        ],
        sem: Sem::Unpublished("how its numbers are packed"),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 include/PTO/IR/VPTOOps.td")],
    }
}
