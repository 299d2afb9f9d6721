//! Instructions the others are made of: products and copies with packed fields, and registers that hold fields.

use super::cube_mad::{A2A3, A5, MX};
use crate::def::prelude::*;
use crate::sem::cube_move::{FractalSlots, gm_to_l1_fractals};
use crate::sem::cube_packed::{copy_packed, mad_packed, set_pair, set_register};
use crate::sem::dma::{
    BIAS_BLOCKS, Change, set_fractals, set_packed_sizes, set_packed_strides, set_pad_l1,
};
use crate::sem::{Mad, Start};

const BASE: OpDef = OpDef {
    family: "dma-copy",
    pipe: PipeSelector::Fixed(Pipe::S),
    cost: Cost::Scalar,
    ..OpDef::EMPTY
};

ops! {
    base: BASE;

    /// Multiply two matrices with packed fields.
    ///
    /// `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    /// the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    /// what the words of `mad` say.
    mad_raw(lhs: Loads Ptr, rhs: Loads Ptr, dst: Updates Ptr, xt: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "mad(dst, lhs, rhs, xt, ...)",
        formula: "dst[i,j] = sum over l < k of lhs[i,l]*rhs[l,j]",
        family: "mad",
        pipe: PipeSelector::Fixed(Pipe::M),
        cost: Cost::MadPacked(xt),
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            has_dtype(&[xt], &[I64]),
        ],
        sem: Sem::Custom(|x| mad_packed(x, &Mad { lhs, rhs, dst, start: Start::Zero, extents: [xt; 3], scaled: false }, xt)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97")
                .tuples(&[dst, lhs, rhs], A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4891-4894", "any element types")]),
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168")
                .tuples(&[dst, lhs, rhs], A5)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4891-4894", "any element types")]),
        ],
    }

    /// Multiply two matrices, starting from a bias, with packed fields.
    ///
    /// `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    /// the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    /// what the words of `mad_bias` say.
    mad_bias_raw(lhs: Loads Ptr, rhs: Loads Ptr, dst: Updates Ptr, bias: Loads Ptr, xt: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "mad_bias(dst, lhs, rhs, xt, ...)",
        formula: "dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*rhs[l,j]",
        family: "mad",
        pipe: PipeSelector::Fixed(Pipe::M),
        cost: Cost::MadPacked(xt),
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            in_space(&[bias], &[Bias]),
            same_dtype(&[dst, bias]),
            has_dtype(&[xt], &[I64]),
        ],
        sem: Sem::Custom(|x| mad_packed(x, &Mad { lhs, rhs, dst, start: Start::Bias(bias), extents: [xt; 3], scaled: false }, xt)),
        support: &[
            on(Targets::A2A3, "pto-isa@3186c381 include/pto/npu/a2a3/TMatmul.hpp:77-97")
                .tuples(&[dst, lhs, rhs], A2A3)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4909-4912", "any element types")]),
            on(Targets::CPU_A5, "pto-isa@3186c381 include/pto/npu/a5/TMatmul.hpp:139-168")
                .tuples(&[dst, lhs, rhs], A5)
                .conflicting_sources(&[other_source("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4909-4912", "any element types")]),
        ],
    }

    /// Multiply two scaled matrices with packed fields.
    ///
    /// `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    /// the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    /// what the words of `mad_mx` say.
    mad_mx_raw(lhs: Loads Ptr, rhs: Loads Ptr, dst: Updates Ptr, xt: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "mad_mx(dst, lhs, rhs, xt, ...)",
        formula: "dst[i,j] = sum over l < k of lhs[i,l]*rhs[l,j]   (each with its scale)",
        family: "mad",
        pipe: PipeSelector::Fixed(Pipe::M),
        cost: Cost::MadPacked(xt),
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            has_dtype(&[xt], &[I64]),
        ],
        sem: Sem::Custom(|x| mad_packed(x, &Mad { lhs, rhs, dst, start: Start::Zero, extents: [xt; 3], scaled: true }, xt)),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4926-4929").tuples(&[dst, lhs, rhs], MX),
        ],
    }

    /// Multiply two scaled matrices, starting from a bias, with packed fields.
    ///
    /// `xt` holds m in bits 0..11, k in 12..23, n in 24..35; bit 61 reads one row as a matrix, bit 62 starts from
    /// the bias, bit 63 from 0, and none of them from the accumulator. Bits 46..48 of the control register say
    /// what the words of `mad_mx_bias` say.
    mad_mx_bias_raw(lhs: Loads Ptr, rhs: Loads Ptr, dst: Updates Ptr, bias: Loads Ptr, xt: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "mad_mx_bias(dst, lhs, rhs, xt, ...)",
        formula: "dst[i,j] = bias[j] + sum over l < k of lhs[i,l]*rhs[l,j]   (each with its scale)",
        family: "mad",
        pipe: PipeSelector::Fixed(Pipe::M),
        cost: Cost::MadPacked(xt),
        rules: &[
            in_space(&[lhs], &[Left]),
            in_space(&[rhs], &[Right]),
            in_space(&[dst], &[Acc]),
            in_space(&[bias], &[Bias]),
            same_dtype(&[dst, bias]),
            has_dtype(&[xt], &[I64]),
        ],
        sem: Sem::Custom(|x| mad_packed(x, &Mad { lhs, rhs, dst, start: Start::Bias(bias), extents: [xt; 3], scaled: true }, xt)),
        support: &[
            on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:4944-4947").tuples(&[dst, lhs, rhs], MX),
        ],
    }

    /// Copy matrices stored by rows to fractals in L1.
    ///
    /// The loops are those of `set_mte2_nz_para`; `mte_gm_l1_frac` says the same in one instruction.
    copy_gm_to_cbuf_multi_nd2nz(
        source: Loads Ptr, destination: Stores Ptr, sid: In Scalar, loop1_src_stride: In Scalar, l2_cache_ctrl: In Scalar,
        n_value: In Scalar, d_value: In Scalar, loop4_src_stride: In Scalar, smallc0_en: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:172
        cpp: "a5: copy_gm_to_cbuf_multi_nd2nz(unsigned(destination), unsigned(source), sid, loop1_src_stride, l2_cache_ctrl, n_value, d_value, loop4_src_stride, smallc0_en)",
        formula: "as `mte_gm_l1_frac` nd2nz",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::Fractals([n_value, d_value], None),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Mat]),
            has_dtype(&[sid, loop1_src_stride, l2_cache_ctrl, n_value, d_value, loop4_src_stride], &[I64]),
        ],
        sem: Sem::Custom(|x| {
            let (ends, shape) = ([source, destination], [n_value, d_value]);
            let slots = FractalSlots { ends, shape, row_stride: loop1_src_stride, groups: None, outer: loop4_src_stride, small: smallc0_en };
            gm_to_l1_fractals(x, &slots, false)
        }),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:1288-1334")],
    }

    /// Copy matrices stored by columns to fractals in L1.
    ///
    /// The loops are those of `set_mte2_nz_para`; `mte_gm_l1_frac` says the same in one instruction.
    copy_gm_to_cbuf_multi_dn2nz(
        source: Loads Ptr, destination: Stores Ptr, sid: In Scalar, loop1_src_stride: In Scalar, l2_cache_ctrl: In Scalar,
        n_value: In Scalar, d_value: In Scalar, loop4_src_stride: In Scalar, smallc0_en: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:29
        cpp: "a5: copy_gm_to_cbuf_multi_dn2nz(unsigned(destination), unsigned(source), sid, loop1_src_stride, l2_cache_ctrl, n_value, d_value, loop4_src_stride, smallc0_en)",
        formula: "as `mte_gm_l1_frac` dn2nz",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::Fractals([n_value, d_value], None),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Mat]),
            has_dtype(&[sid, loop1_src_stride, l2_cache_ctrl, n_value, d_value, loop4_src_stride], &[I64]),
        ],
        sem: Sem::Custom(|x| {
            let (ends, shape) = ([source, destination], [n_value, d_value]);
            let slots = FractalSlots { ends, shape, row_stride: loop1_src_stride, groups: None, outer: loop4_src_stride, small: smallc0_en };
            gm_to_l1_fractals(x, &slots, true)
        }),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:1288-1334")],
    }

    /// Copy rows from L1 to the bias table.
    ///
    /// `mte_l1_bt` says the same with named fields. bf16 becomes f32; f16 does with `conv_control`, else it
    /// stands in the low half of a 32-bit place.
    copy_cbuf_to_bt(
        source: Loads Ptr, destination: Stores Ptr, conv_control: In Scalar, n_burst: In Scalar, len_burst: In Scalar,
        source_gap: In Scalar, dst_gap: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:58
        cpp: "a5: copy_cbuf_to_bt((uint64_t)destination, source, conv_control, n_burst, len_burst, source_gap, dst_gap)",
        formula: "for r < n_burst: len_burst units from source to destination",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::Bursts,
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Bias]),
            has_dtype(&[n_burst, len_burst, source_gap, dst_gap], &[I64]),
        ],
        sem: Sem::Dma(
            Dma::new(BIAS_BLOCKS, [source, destination], len_burst, [n_burst, source_gap, dst_gap])
                .change(Change::WidenIf(conv_control)),
        ),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:1336-1354")],
    }

    /// Copy an accumulator to global memory with packed fields.
    ///
    /// `xm` holds n in bits 4..15, m in 16..31, the destination stride in 32..63; `xt` the source stride in bits
    /// 0..15, whether there is a bound in 30, the quantisation in 34..38 and 29, relu in 39..41, the split in 42,
    /// nz2nd in 43, nz2dn in 62. The rest is in registers.
    copy_matrix_cc_to_gm(source: Loads Ptr, destination: StoresAtomic Ptr, xm: In Scalar, xt: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch/register/tstore_common.hpp:55
        cpp: "a5: copy_matrix_cc_to_gm(destination, source, xm, xt)",
        formula: "as `mte_l0c_gm`, fields from xm and xt",
        pipe: PipeSelector::Fixed(Pipe::Fix),
        cost: Cost::WritebackPacked(xm),
        rules: &[
            in_space(&[source], &[Acc]),
            in_space(&[destination], &[Gm]),
            has_dtype(&[xm, xt], &[I64]),
        ],
        sem: Sem::Custom(|x| copy_packed(x, [source, destination], [xm, xt])),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:1525-1538")],
    }

    /// Copy an accumulator to L1 with packed fields.
    ///
    /// `config0` and `config1` are `xm` and `xt` of `copy_matrix_cc_to_gm`.
    copy_matrix_cc_to_cbuf(source: Loads Ptr, destination: Stores Ptr, config0: In Scalar, config1: In Scalar) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "copy_matrix_cc_to_cbuf(dst, src, ...)",
        formula: "as `mte_l0c_l1`, fields from config0 and config1",
        pipe: PipeSelector::Fixed(Pipe::Fix),
        cost: Cost::WritebackPacked(config0),
        rules: &[
            in_space(&[source], &[Acc]),
            in_space(&[destination], &[Mat]),
            has_dtype(&[config0, config1], &[I64]),
        ],
        sem: Sem::Custom(|x| copy_packed(x, [source, destination], [config0, config1])),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:1540-1554")],
    }

    /// Set the strides of the inner loop of copies to L1.
    ///
    /// The source stride stands in bits 0 to 39, the destination stride above, both in bytes.
    set_loop1_stride_outtol1(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_loop1_stride_outtol1(value)",
        formula: "inner strides = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_packed_strides(x, 0, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:558")],
    }

    /// Set the strides of the outer loop of copies to L1.
    ///
    /// The source stride stands in bits 0 to 39, the destination stride above, both in bytes.
    set_loop2_stride_outtol1(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_loop2_stride_outtol1(value)",
        formula: "outer strides = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_packed_strides(x, 1, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:557")],
    }

    /// Set the lengths of the loops of copies to L1.
    ///
    /// The inner loop stands in bits 0 to 20, the outer one in the next 21.
    set_loop_size_outtol1(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_loop_size_outtol1(value)",
        formula: "loop lengths = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_packed_sizes(x, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:559")],
    }

    /// Set the loops of copies to fractals in L1.
    ///
    /// Read by `copy_gm_to_cbuf_multi_nd2nz` and `copy_gm_to_cbuf_multi_dn2nz`. Four numbers of 16 bits from the
    /// lowest: matrices, and the strides of rows, column groups and matrices in 32-byte rows.
    set_mte2_nz_para(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_mte2_nz_para(value)",
        formula: "loops to fractals = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_fractals(x, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:565")],
    }

    /// Set the value that copies to L1 pad with.
    ///
    /// The number holds the bits of the element.
    set_pad_val_outtol1(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_pad_val_outtol1(value)",
        formula: "pad value = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_pad_l1(x, value)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:566")],
    }

    /// Set the outer loop of copies out of an accumulator.
    ///
    /// Read by `copy_matrix_cc_to_gm` and its like, unless they keep fractals. `first` holds bits 0..39 and
    /// `second` the rest of: the count in bits 0..15, the source stride in bits 16..31, the destination stride
    /// in bits 32..63.
    set_loop3_para(first: In Scalar, second: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:469
        cpp: "a5: set_loop3_para((uint64_t)first + ((uint64_t)second << 40))",
        formula: "loop 3 = first, second",
        rules: &[has_dtype(&[first, second], &[I64])],
        sem: Sem::Custom(|x| set_pair(x, [first, second], |r, v| r.repeat = Some(v))),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:563")],
    }

    /// Set the channels of copies out of an accumulator.
    ///
    /// Read by `copy_matrix_cc_to_gm` and its like when they write columns. `first` holds bits 0..39 and `second`
    /// the rest of a number whose bits 48..63 are the distance of source rows.
    set_channel_para(first: In Scalar, second: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TInsert.hpp:107
        cpp: "a5: set_channel_para((uint64_t)first + ((uint64_t)second << 40))",
        formula: "channels = first, second",
        rules: &[has_dtype(&[first, second], &[I64])],
        sem: Sem::Custom(|x| set_pair(x, [first, second], |r, v| r.channels = v)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:564")],
    }

    /// Set the factor copies out of an accumulator quantise with.
    ///
    /// The number holds the bits of the factor, above them the fields of a record of the fixpipe buffer.
    set_quant_pre(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_quant_pre(value)",
        formula: "quantisation factor = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_register(x, value, |r, v| r.factor = v)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:617")],
    }

    /// Set the slope copies out of an accumulator apply below zero.
    ///
    /// The number holds the bits of the slope.
    set_relu_alpha(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        // PTOAS 0.60 docs/designs/a2a3-dma-builtins.md:3344
        cpp: "a5: set_relu_alpha((uint64_t)value)",
        formula: "slope = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_register(x, value, |r, v| r.slope = v)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:618")],
    }

    /// Set the bound copies out of an accumulator clip at.
    ///
    /// The number holds the bits of the bound.
    set_fix_clip_relu(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        // PTOAS 0.60 docs/designs/a2a3-dma-builtins.md:2779
        cpp: "a5: set_fix_clip_relu((uint64_t)value)",
        formula: "bound = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_register(x, value, |r, v| r.bound = v)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:619")],
    }

    /// Set where copies out of an accumulator find their factors.
    ///
    /// Bits 8..15 hold the place of the factors, in 128 bytes, bits 0..7 that of the slopes, in 64 bytes from
    /// 0x10000.
    set_fpc(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_fpc(value)",
        formula: "fixpipe factors = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Custom(|x| set_register(x, value, |r, v| r.tables = v)),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:620")],
    }

    /// Set how stores combine with what is in memory.
    ///
    /// Operation and type are packed into the number.
    set_store_atomic_cfg(value: In Scalar) {
        class: Class::Mode(Mode::Register),
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "set_store_atomic_cfg(value, ...)",
        formula: "store combination = value",
        rules: &[has_dtype(&[value], &[I64])],
        sem: Sem::Unpublished("how its number is packed"),
        support: &[on(Targets::ALL, "PTOAS 0.60 include/PTO/IR/VPTOOps.td:584")],
    }
}
