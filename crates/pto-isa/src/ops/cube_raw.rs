//! Loads of the matrix buffers by fractals, and fills of L1.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom, Mutator};
use crate::sem::cube_move::fill_blocks;
use crate::sem::matrix_load::{LoadSlots, load_matrix, load_scales};

/// Limits of the control fields of loads to L0A and L0B: slots 2 to 7.
///
/// Source: PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9383-9408.
const CONTROLS: [(i64, i64); 6] =
    [(0, 65535), (0, 65535), (1, 255), (1, 255), (1, 65535), (1, 65535)];

fn bad_control(args: &Args<'_>) -> Option<i64> {
    let known = args.slots.get(2..8)?.iter().zip(CONTROLS);
    known.filter_map(|(s, (low, high))| s.constant.filter(|n| !(low..=high).contains(n))).next()
}

static L0_CONTROLS: Custom = Custom {
    name: "l0-load-controls",
    code: code::OUT_OF_BOUNDS,
    text: "starts are 0 to 65535, steps 1 to 255 and strides 1 to 65535",
    holds: |args| bad_control(args).is_none(),
    found: |args| format!("one is {}", bad_control(args).unwrap_or_default()),
    mutate_to_violate: |b| b.constants.push((2, -1)),
};

static MX_STARTS: Custom = Custom {
    name: "mx-load-starts",
    code: code::OUT_OF_BOUNDS,
    text: "the start positions must not be negative",
    holds: |args| args.slots[2..4].iter().all(|s| s.constant.is_none_or(|n| n >= 0)),
    found: |_| "one is negative".into(),
    mutate_to_violate: |b| b.constants.push((2, -1)),
};

static TRANSPOSE_BIT: Custom = Custom {
    name: "s4-transpose",
    code: code::OUT_OF_BOUNDS,
    text: "`transpose` must be 0 or 1",
    holds: |args| args.slots[8].constant.is_none_or(|n| n == 0 || n == 1),
    found: |args| format!("it is {}", args.slots[8].constant.unwrap_or_default()),
    mutate_to_violate: |b| b.constants.push((8, 2)),
};

static SAME_FP4: Custom = Custom {
    name: "s4-same-type",
    code: code::SAME_DTYPE,
    text: "`source` and `destination` must have the same element type",
    holds: |args| args.dtype(0).zip(args.dtype(1)).is_none_or(|(a, b)| a == b),
    found: |args| {
        let name = |s| args.dtype(s).map_or("unknown", |d| d.name());
        format!("{} to {}", name(0), name(1))
    },
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = if *d == F4E1M2x2 { F4E2M1x2 } else { F4E1M2x2 };
        }
    },
};

/// Repeats, blocks and gap of an L1 fill stand in the last three operands.
fn fill_fields(args: &Args<'_>) -> bool {
    let n = args.slots.len();
    args.slots[n - 3..].iter().all(|s| s.constant.is_none_or(|v| (0..=32767).contains(&v)))
}

fn overflow_field(b: &mut Mutator<'_>) {
    let last = b.types.len() as u8 - 1;
    b.constants.push((last, 40000));
}

static FILL_FIELDS: Custom = Custom {
    name: "fill-fields",
    code: code::OUT_OF_BOUNDS,
    text: "repeats, blocks and gap must be 0 to 32767",
    holds: fill_fields,
    found: |_| "one is larger".into(),
    mutate_to_violate: overflow_field,
};

static FILL_OFFSET: Custom = Custom {
    name: "fill-offset",
    code: code::ADDR_ALIGN,
    text: "`byte_offset` must be a multiple of 32 and not negative",
    holds: |args| args.slots[1].constant.is_none_or(|n| n >= 0 && n % 32 == 0),
    found: |args| format!("it is {}", args.slots[1].constant.unwrap_or_default()),
    mutate_to_violate: |b| b.constants.push((1, 16)),
};

static FILL_WORD: Custom = Custom {
    name: "fill-word",
    code: code::SAME_WIDTH,
    text: "`fill_word_bits` must be the size of an element of `dst`",
    holds: |args| {
        let bits = match args.attr("fill_word_bits") {
            Some(crate::rule::AttrValue::Int(n)) => n,
            _ => return true,
        };
        args.dtype(0).is_none_or(|d| i64::from(d.bits()) == bits)
    },
    found: |args| format!("`dst` has {}", args.dtype(0).map_or("unknown elements", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(0) {
            *d = if *d == U16 { U32 } else { U16 };
        }
    },
};

const BASE: OpDef = OpDef { family: "data-movement", cost: Cost::Bursts, ..OpDef::EMPTY };

ops! {
    base: BASE;

    /// Load fractals from L1 to L0A.
    ///
    /// Positions and steps count fractals of 16 rows by 32 bytes, strides the same along the outer dimension.
    load_cbuf_to_ca(
        source: Loads Ptr, destination: Stores Ptr, m_start: In Scalar, k_start: In Scalar, m_step: In Scalar,
        k_step: In Scalar, src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:142
        cpp: "a5: load_cbuf_to_ca(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)",
        formula: "destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step",
        attrs: &[flag("transpose").doc("transpose the matrix the fractals hold")],
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: None, steps: [m_step, k_step], step_bytes: 512 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Left]),
            has_dtype(&[source, destination], &[F32, F16, Bf16, I32, U32, I16, U16, I8, U8, F8E4M3, F8E5M2, Hif8]),
            same_width(&[source, destination]),
            custom(&[source, m_start], &L0_CONTROLS),
        ],
        sem: Sem::Custom(|x| {
            let fields = [m_start, k_start, m_step, k_step, src_stride, dst_stride];
            let turn = x.flag("transpose");
            load_matrix(x, &LoadSlots { ends: [source, destination], extents: None, fields }, turn)
        }),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9435-9456")],
        notes: &[
            "Pairs of 4-bit floats have loads of their own, `load_cbuf_to_c*_s4`.",
            "A negative or too large known number is refused; computed ones are not looked at.",
        ],
    }

    /// Load fractals of 4-bit floats from L1 to L0A.
    ///
    /// As `load_cbuf_to_ca`, with the transpose bit as an operand.
    load_cbuf_to_ca_s4(
        source: Loads Ptr, destination: Stores Ptr, m_start: In Scalar, k_start: In Scalar, m_step: In Scalar,
        k_step: In Scalar, src_stride: In Scalar, dst_stride: In Scalar, transpose: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:138
        cpp: "a5: load_cbuf_to_ca_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose)",
        formula: "destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: None, steps: [m_step, k_step], step_bytes: 512 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Left]),
            has_dtype(&[source, destination], &[F4E1M2x2, F4E2M1x2]),
            custom(&[source, destination], &SAME_FP4),
            custom(&[source, m_start], &L0_CONTROLS),
            custom(&[source, transpose], &TRANSPOSE_BIT),
        ],
        sem: Sem::Custom(|x| {
            let fields = [m_start, k_start, m_step, k_step, src_stride, dst_stride];
            let turn = x.int(transpose)? != 0;
            load_matrix(x, &LoadSlots { ends: [source, destination], extents: None, fields }, turn)
        }),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9409-9433")],
        notes: &["A negative or too large known number is refused; computed ones are not looked at."],
    }

    /// Load MX scales from L1 beside L0A.
    ///
    /// Positions and steps count groups of scales; they belong to the data at `destination`.
    load_cbuf_to_ca_mx(
        source: Loads Ptr, destination: Stores Ptr, x_start_position: In Scalar, y_start_position: In Scalar,
        x_step: In Scalar, y_step: In Scalar, src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:51
        cpp: "a5: load_cbuf_to_ca_mx((uint64_t)destination, (__cbuf__ void*)source, x_start_position, y_start_position, x_step, y_step, src_stride, dst_stride)",
        formula: "scales of destination = scales at source, x_step by y_step groups",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: None, steps: [x_step, y_step], step_bytes: 32 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Left]),
            same_width(&[source, destination]),
            custom(&[source, x_start_position], &MX_STARTS),
        ],
        sem: Sem::Custom(|x| {
            let fields = [x_start_position, y_start_position, x_step, y_step, src_stride, dst_stride];
            load_scales(x, &LoadSlots { ends: [source, destination], extents: None, fields }, false)
        }),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9660-9680")],
    }

    /// Load fractals from L1 to L0B.
    ///
    /// Positions and steps count fractals of 16 rows by 32 bytes, strides the same along the outer dimension.
    load_cbuf_to_cb(
        source: Loads Ptr, destination: Stores Ptr, m_start: In Scalar, k_start: In Scalar, m_step: In Scalar,
        k_step: In Scalar, src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:48
        cpp: "a5: load_cbuf_to_cb(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)",
        formula: "destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step",
        attrs: &[flag("transpose").doc("transpose the matrix the fractals hold")],
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: None, steps: [m_step, k_step], step_bytes: 512 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Right]),
            has_dtype(&[source, destination], &[F32, F16, Bf16, I32, U32, I16, U16, I8, U8, F8E4M3, F8E5M2, Hif8]),
            same_width(&[source, destination]),
            custom(&[source, m_start], &L0_CONTROLS),
        ],
        sem: Sem::Custom(|x| {
            let fields = [m_start, k_start, m_step, k_step, src_stride, dst_stride];
            let turn = x.flag("transpose");
            load_matrix(x, &LoadSlots { ends: [source, destination], extents: None, fields }, turn)
        }),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9435-9456")],
        notes: &[
            "Pairs of 4-bit floats have loads of their own, `load_cbuf_to_c*_s4`.",
            "A negative or too large known number is refused; computed ones are not looked at.",
        ],
    }

    /// Load fractals of 4-bit floats from L1 to L0B.
    ///
    /// As `load_cbuf_to_cb`, with the transpose bit as an operand.
    load_cbuf_to_cb_s4(
        source: Loads Ptr, destination: Stores Ptr, m_start: In Scalar, k_start: In Scalar, m_step: In Scalar,
        k_step: In Scalar, src_stride: In Scalar, dst_stride: In Scalar, transpose: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:290
        cpp: "a5: load_cbuf_to_cb_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose)",
        formula: "destination fractal (i, j) = source fractal (m_start + i, k_start + j)   for i < m_step, j < k_step",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: None, steps: [m_step, k_step], step_bytes: 512 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Right]),
            has_dtype(&[source, destination], &[F4E1M2x2, F4E2M1x2]),
            custom(&[source, destination], &SAME_FP4),
            custom(&[source, m_start], &L0_CONTROLS),
            custom(&[source, transpose], &TRANSPOSE_BIT),
        ],
        sem: Sem::Custom(|x| {
            let fields = [m_start, k_start, m_step, k_step, src_stride, dst_stride];
            let turn = x.int(transpose)? != 0;
            load_matrix(x, &LoadSlots { ends: [source, destination], extents: None, fields }, turn)
        }),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9409-9433")],
        notes: &["A negative or too large known number is refused; computed ones are not looked at."],
    }

    /// Load MX scales from L1 beside L0B.
    ///
    /// Positions and steps count groups of scales; they belong to the data at `destination`.
    load_cbuf_to_cb_mx(
        source: Loads Ptr, destination: Stores Ptr, x_start_position: In Scalar, y_start_position: In Scalar,
        x_step: In Scalar, y_step: In Scalar, src_stride: In Scalar, dst_stride: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:99
        cpp: "a5: load_cbuf_to_cb_mx((uint64_t)destination, (__cbuf__ void*)source, x_start_position, y_start_position, x_step, y_step, src_stride, dst_stride)",
        formula: "scales of destination = scales at source, x_step by y_step groups",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: None, steps: [x_step, y_step], step_bytes: 32 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Right]),
            same_width(&[source, destination]),
            custom(&[source, x_start_position], &MX_STARTS),
        ],
        sem: Sem::Custom(|x| {
            let fields = [x_start_position, y_start_position, x_step, y_step, src_stride, dst_stride];
            load_scales(x, &LoadSlots { ends: [source, destination], extents: None, fields }, false)
        }),
        support: &[on(Targets::CPU_A5, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9660-9680")],
    }

    /// Fill L1 with a word.
    ///
    /// `repeat_times` runs of `block_num_32b` blocks of 32 bytes, `dst_gap_32b` blocks between them, from a
    /// byte offset. The word has 16 or 32 bits.
    raw_fill_l1(
        dst: Stores Ptr, byte_offset: In Scalar, raw_value: In Scalar, repeat_times: In Scalar,
        block_num_32b: In Scalar, dst_gap_32b: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        formula: "every word of the runs at dst + byte_offset = raw_value",
        attrs: &[int("fill_word_bits", 16, 32).required().doc("16 or 32")],
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::FillBlocks([repeat_times, block_num_32b]),
        rules: &[
            in_space(&[dst], &[Mat]),
            has_dtype(&[raw_value], &[I32, U32]),
            custom(&[dst, byte_offset], &FILL_OFFSET),
            custom(&[dst, dst_gap_32b], &FILL_FIELDS),
        ],
        sem: Sem::Custom(|x| fill_blocks(x, [dst, raw_value, repeat_times, block_num_32b, dst_gap_32b], Some(byte_offset))),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8583-8694")],
    }

    /// Fill L1 with a word, at an address.
    ///
    /// `raw_fill_l1` without an offset, on a view of unsigned words.
    create_cbuf_matrix(
        dst: Stores Ptr, raw_value: In Scalar, repeat_times: In Scalar, block_num_32b: In Scalar,
        dst_gap_32b: In Scalar,
    ) {
        origin: Origin::Assembler("PTOAS 0.60"),
        cpp: "create_cbuf_matrix(dst, config, value, ...)",
        formula: "every word of the runs at dst = raw_value",
        attrs: &[int("fill_word_bits", 16, 32).required().doc("16 or 32")],
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::FillBlocks([repeat_times, block_num_32b]),
        rules: &[
            in_space(&[dst], &[Mat]),
            has_dtype(&[dst], &[U16, U32]),
            has_dtype(&[raw_value], &[I32, U32]),
            custom(&[raw_value, dst], &FILL_WORD),
            custom(&[raw_value, dst_gap_32b], &FILL_FIELDS),
        ],
        sem: Sem::Custom(|x| fill_blocks(x, [dst, raw_value, repeat_times, block_num_32b, dst_gap_32b], None)),
        support: &[on(Targets::ALL, "PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8696-8735")],
    }
}
