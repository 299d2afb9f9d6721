//! Copies to and from L1 and into the matrix buffers.

use crate::code;
use crate::def::prelude::*;
use crate::rule::{Args, Custom};
use crate::sem::cube_move::{FractalSlots, gm_to_l1_fractals};
use crate::sem::dma::{BIAS_UNITS, Change, Count, FB_BLOCKS, Loops, Ub};
use crate::sem::matrix_load::{LoadSlots, load_matrix, load_scales};

/// Blocks with gaps, although the page of `mte_l1_ub` speaks of bytes and strides.
const L1_UB: Count = Count::Gaps { block: 32, a2a3: 32, quirk: Some("l1-ub-units") };

/// The forms of a load to L0: by logical extents (slots 2 to 5), or by control fields (6 to 11).
fn shape_form(args: &Args<'_>) -> bool {
    (2..6).any(|s| args.has(s))
}

fn full_form(args: &Args<'_>) -> bool {
    (6..12).any(|s| args.has(s))
}

static ONE_FORM: Custom = Custom {
    name: "l0-load-form",
    code: code::OP_RULE,
    text: "the extents (with or without a start position) or all six control fields must be given, not both",
    holds: |args| {
        let starts = args.has(4) == args.has(5);
        match (shape_form(args), full_form(args)) {
            (true, false) => args.has(2) && args.has(3) && starts,
            (false, true) => (6..12).all(|s| args.has(s)),
            _ => false,
        }
    },
    found: |args| match (shape_form(args), full_form(args)) {
        (true, true) => "both are given".into(),
        (false, false) => "none is given".into(),
        _ => "some are missing".into(),
    },
    mutate_to_violate: |b| {
        let drop = if b.types[6].is_some() { 11 } else { 3 };
        b.types[drop] = None;
    },
};

/// First control field out of its range.
///
/// Source: PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9459-9511.
fn bad_field(args: &Args<'_>) -> Option<i64> {
    let starts = [(4, 0, i64::MAX), (5, 0, i64::MAX)];
    let fields =
        [(6, 0, 65535), (7, 0, 65535), (8, 1, 255), (9, 1, 255), (10, 1, 65535), (11, 1, 65535)];
    starts.iter().chain(&fields).find_map(|&(slot, low, high)| {
        args.slots.get(slot as usize)?.constant.filter(|n| !(low..=high).contains(n))
    })
}

static FIELD_RANGE: Custom = Custom {
    name: "l0-load-fields",
    code: code::OUT_OF_BOUNDS,
    text: "starts must not be negative; starts and strides fit 16 bits, steps 8 bits, and steps and strides are not zero",
    holds: |args| bad_field(args).is_none(),
    found: |args| format!("one is {}", bad_field(args).unwrap_or_default()),
    mutate_to_violate: |b| {
        let slot = if b.types[6].is_some() { 6 } else { 4 };
        b.constants.push((slot, -1));
    },
};

static MX_NOT_NEGATIVE: Custom = Custom {
    name: "l0-mx-load-fields",
    code: code::OUT_OF_BOUNDS,
    text: "starts, steps and strides must not be negative",
    holds: |args| args.slots[4..12].iter().all(|s| s.constant.is_none_or(|n| n >= 0)),
    found: |_| "one is negative".into(),
    mutate_to_violate: |b| {
        let slot = if b.types[6].is_some() { 6 } else { 4 };
        b.constants.push((slot, -1));
    },
};

static BIAS_TYPES: Custom = Custom {
    name: "bias-types",
    code: code::DTYPE_TUPLE,
    text: "a bias is copied as f32 or i32, or widened from f16 or bf16 to f32",
    holds: |args| match (args.dtype(0), args.dtype(1)) {
        (Some(a), Some(b)) if a.is_int() => b.is_int() && a.bits() == 32 && b.bits() == 32,
        (Some(a), Some(b)) => matches!(a, F32 | F16 | Bf16) && b == F32,
        _ => true,
    },
    found: |args| {
        let name = |s| args.dtype(s).map_or("unknown", |d| d.name());
        format!("{} to {}", name(0), name(1))
    },
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(1) {
            *d = F16;
        }
    },
};

static GROUPS: Custom = Custom {
    name: "frac-groups",
    code: code::OUT_OF_BOUNDS,
    text: "there is at least one group, and no stride is negative",
    holds: |args| {
        args.slots[5].constant.is_none_or(|n| n > 0)
            && [4, 6, 7, 8, 11]
                .iter()
                .all(|&s: &usize| args.slots[s].constant.is_none_or(|n| n >= 0))
    },
    found: |args| format!("the group count is {}", args.slots[5].constant.unwrap_or_default()),
    mutate_to_violate: |b| b.constants.push((5, 0)),
};

static SMALL_C0: Custom = Custom {
    name: "frac-small-c0",
    code: code::OP_RULE,
    text: "`smallc0_en` goes with at most 4 columns",
    holds: |args| {
        args.slots[10].constant.is_none_or(|on| on == 0)
            || args.slots[3].constant.is_none_or(|d| d <= 4)
    },
    found: |args| format!("there are {}", args.slots[3].constant.unwrap_or_default()),
    mutate_to_violate: |b| {
        b.constants.push((10, 1));
        b.constants.push((3, 8));
    },
};

const BASE: OpDef = OpDef { family: "data-movement", cost: Cost::Bursts, ..OpDef::EMPTY };

ops! {
    base: BASE;

    /// Copy rows from global memory to L1.
    ///
    /// Bytes are copied as they are. Rows, loops and strides as in `mte_gm_ub`.
    mte_gm_l1(
        source: Loads Ptr, destination: Stores Ptr, len_burst: In Scalar, n_burst: In Scalar,
        nburst_src_stride: In Scalar, nburst_dst_stride: In Scalar, loop_counts: ManyIn Scalar,
        loop_src_strides: ManyIn Scalar, loop_dst_strides: ManyIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/tilelang-cube-dsl-design.md, 3.1; test/lit/vpto/cube_*
        aliases: &["cube_load"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-gm-l1.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:241; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1408-1465
        cpp: "a5: copy_gm_to_cbuf_align_v2(unsigned(destination), unsigned(source), 0, n_burst, len_burst, 0, 0, false, 0, nburst_src_stride, nburst_dst_stride) loops outtol1",
        formula: "for each loop index and r < n_burst: destination[r*nburst_dst_stride ..] = len_burst bytes of source[r*nburst_src_stride ..]",
        syntax: "source, destination, len_burst nburst(n_burst, nburst_src_stride, nburst_dst_stride) loop(loop_counts, loop_src_strides, loop_dst_strides)* : source, destination, len_burst, n_burst, nburst_src_stride, nburst_dst_stride, loop(loop_counts, loop_src_strides, loop_dst_strides)*",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Mat]),
            same_width(&[source, destination]),
        ],
        sem: Sem::Dma(
            Dma::new(Count::Bytes, [source, destination], len_burst, [n_burst, nburst_src_stride, nburst_dst_stride])
                .loops(Loops::Operands([loop_counts, loop_src_strides, loop_dst_strides])),
        ),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-gm-l1.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2920"),
        ],
        notes: &["`loop1` and `loop2` are older spellings of `loop`."],
    }

    /// Copy blocks from L1 to UB.
    ///
    /// Lengths count 32-byte blocks, and so do the gaps from the end of one run to the start of the next; the
    /// strides of loops are bytes. From the cube core it writes to the UB of the first vector core.
    mte_l1_ub(
        source: Loads Ptr, destination: Stores Ptr, len_burst: In Scalar, n_burst: In Scalar,
        nburst_src_stride: In Scalar, nburst_dst_stride: In Scalar, loop_counts: ManyIn Scalar,
        loop_src_strides: ManyIn Scalar, loop_dst_strides: ManyIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/tilelang-cube-dsl-design.md, 3.1; test/lit/vpto/cube_*
        aliases: &["cube_store"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-ub.md"),
        // pto-isa@3186c381 tests/npu/a5/src/st/testcase/tload_shape2d/tload_shape2d_kernel.cpp:24
        cpp: "a5: copy_cbuf_to_ubuf((__ubuf__ void*)destination, (__cbuf__ void*)source, 0, n_burst, len_burst, nburst_src_stride, nburst_dst_stride) loops",
        formula: "for each loop index and r < n_burst: len_burst blocks from source + r*(len_burst + nburst_src_stride) to destination + r*(len_burst + nburst_dst_stride), in 32-byte blocks",
        syntax: "source, destination, len_burst nburst(n_burst, nburst_src_stride, nburst_dst_stride) loop(loop_counts, loop_src_strides, loop_dst_strides)* : source, destination, len_burst, n_burst, nburst_src_stride, nburst_dst_stride, loop(loop_counts, loop_src_strides, loop_dst_strides)*",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Vec]),
            same_width(&[source, destination]),
        ],
        sem: Sem::Dma(
            Dma::new(L1_UB, [source, destination], len_burst, [n_burst, nburst_src_stride, nburst_dst_stride])
                .loops(Loops::Operands([loop_counts, loop_src_strides, loop_dst_strides]))
                .to_ub(Ub::First),
        ),
        quirks: &["l1-ub-units"],
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-ub.md; PTOAS 0.60 include/PTO/IR/VPTOOps.td:2960"),
        ],
        notes: &["The page speaks of bytes and strides; public goldens move blocks with gaps."],
    }

    /// Copy a matrix from global memory to L1 as fractals.
    ///
    /// nd2nz reads rows, dn2nz columns. Lanes past `d_value` in the last 32 bytes become zero. Destination
    /// strides count 32-byte rows; there are `group_count` such matrices. With `smallc0_en` rows are packed to
    /// 4 elements each, and zeros fill the last 32 bytes of a matrix.
    mte_gm_l1_frac(
        source: Loads Ptr, destination: Stores Ptr, n_value: In Scalar, d_value: In Scalar,
        src_inner_stride: In Scalar, group_count: In Scalar, dst_loop2_stride: In Scalar,
        dst_loop3_stride: In Scalar, dst_loop4_stride: In Scalar, l2_cache_ctrl: In Scalar,
        smallc0_en: In Scalar, src_outer_stride: OptIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/tilelang-cube-dsl-design.md, 3.1; test/lit/vpto/cube_*
        aliases: &["cube_load_frac"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-gm-l1-frac.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:172; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1585-1620
        cpp: "a5: set_mte2_nz_para((uint64_t)group_count + ((uint64_t)dst_loop2_stride << 16) + ((uint64_t)dst_loop3_stride << 32) + ((uint64_t)dst_loop4_stride << 48)) then copy_gm_to_cbuf_multi_#mode(unsigned(destination), unsigned(source), 0, src_inner_stride, l2_cache_ctrl, n_value, d_value, src_outer_stride=0, smallc0_en)",
        formula: "element (n,d) of group g goes to byte 32*(g*dst_loop4_stride + n*dst_loop2_stride + (d / C0)*dst_loop3_stride) + (d mod C0)*sizeof T   with C0 = 32/sizeof T",
        attrs: &[word("mode", &["nd2nz", "dn2nz"]).required().doc("order of the source")],
        syntax: "source, destination, <mode>, shape(n_value, d_value), src_layout(src_inner_stride, src_outer_stride), dst_group(group_count, dst_loop2_stride, dst_loop3_stride, dst_loop4_stride), ctrl(l2_cache_ctrl, smallc0_en) : source, destination, <mode>, shape(n_value, d_value), src_layout((src_inner_stride, src_outer_stride)), dst_group(group_count, dst_loop2_stride, dst_loop3_stride, dst_loop4_stride), ctrl(l2_cache_ctrl, smallc0_en)",
        pipe: PipeSelector::Fixed(Pipe::Mte2),
        cost: Cost::Fractals([n_value, d_value], Some(group_count)),
        rules: &[
            in_space(&[source], &[Gm]),
            in_space(&[destination], &[Mat]),
            same_width(&[source, destination]),
            has_dtype(&[smallc0_en], &[I1]),
            custom(&[source, group_count], &GROUPS),
            custom(&[d_value, smallc0_en], &SMALL_C0),
        ],
        sem: Sem::Custom(|x| {
            let columns = x.word("mode").is_some_and(|m| m.eq_ignore_ascii_case("dn2nz"));
            let groups = Some([group_count, dst_loop2_stride, dst_loop3_stride, dst_loop4_stride]);
            let (ends, shape) = ([source, destination], [n_value, d_value]);
            let slots = FractalSlots { ends, shape, row_stride: src_inner_stride, groups, outer: src_outer_stride, small: smallc0_en };
            gm_to_l1_fractals(x, &slots, columns)
        }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-gm-l1-frac.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8318-8420, 8858-8898"),
        ],
    }

    /// Copy a matrix from L1 to L0A.
    ///
    /// L0A gets the fractal image of an m x k matrix. L1 holds that of the same matrix, or with `transpose`
    /// that of its transpose, k x m. Either the extents are given, with an optional start position, or six
    /// control fields; positions, steps and strides count fractals (16 rows, 32 bytes).
    mte_l1_l0a(
        source: Loads Ptr, destination: Stores Ptr, m: OptIn Scalar, k: OptIn Scalar, start_row: OptIn Scalar,
        start_col: OptIn Scalar, m_start: OptIn Scalar, k_start: OptIn Scalar, m_step: OptIn Scalar,
        k_step: OptIn Scalar, src_stride: OptIn Scalar, dst_stride: OptIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/tilelang-cube-dsl-design.md, 3.1; test/lit/vpto/cube_*
        aliases: &["left_load"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-l0a.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:142; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:924-985
        cpp: "a5: load_cbuf_to_ca_s4(destination, source, start_row=0, (start_col=0) / 2, (m + 15) / 16, (k + 63) / 64, (m + 15) / 16, (m + 15) / 16, 0) {transpose=false} if source: f4; a5: load_cbuf_to_ca_s4(destination, source, start_row=0, (start_col=0) / 2, (k + 63) / 64 * 4, (m + 63) / 64, (k + 63) / 64 * 4, (m + 63) / 64 * 4, 1) {transpose=true} if source: f4; a5: load_cbuf_to_ca(destination, source, start_row=0, start_col=0, (m + 15) / 16, (k * sizeof(element(source)) + 31) / 32, (m + 15) / 16, (m + 15) / 16, 0) {transpose=false}; a5: load_cbuf_to_ca(destination, source, start_row=0, start_col=0, (k + 31) / 32 * 2, (m + 31) / 32, (k + 31) / 32 * 2, (m + 31) / 32 * 2, 1) {transpose=true} if source: b8; a5: load_cbuf_to_ca(destination, source, start_row=0, start_col=0, (k + 15) / 16, ((m + 15) / 16 * 16 * sizeof(element(source)) + 31) / 32, (k + 15) / 16, (m + 15) / 16, 1) {transpose=true}; a5: load_cbuf_to_ca_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false) if source: f4; a5: load_cbuf_to_ca(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)",
        formula: "destination[i,l] = source[i,l], or source[l,i] with transpose   for i < m, l < k, from fractal (start_row, start_col) of source",
        attrs: &[flag("transpose").doc("transpose on the way")],
        syntax: "source, destination, m, k, start_row, start_col | source, destination, m_start, k_start, m_step, k_step, src_stride, dst_stride | source, destination, m(m), k(k), start_row(start_row), start_col(start_col), m_start(m_start), k_start(k_start), m_step(m_step), k_step(k_step), src_stride(src_stride), dst_stride(dst_stride)",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: Some([m, k]), steps: [m_step, k_step], step_bytes: 512 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Left]),
            same_width(&[source, destination]),
            custom(&[source, destination], &ONE_FORM),
            custom(&[source, destination], &FIELD_RANGE),
        ],
        sem: Sem::Custom(|x| {
            let fields = [m_start, k_start, m_step, k_step, src_stride, dst_stride];
            let extents = Some([m, k, start_row, start_col]);
            let turn = x.flag("transpose");
            load_matrix(x, &LoadSlots { ends: [source, destination], extents, fields }, turn)
        }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0a.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9556-9598"),
        ],
        notes: &[
            "The assembler demands the start position with the extents; the manual and public programs leave it out (0, 0).",
            "With named operands (`m(%x)`) the order is free; the printer uses the positional forms.",
        ],
    }

    /// Copy MX scales from L1 beside L0A.
    ///
    /// The scales [m, k/32] (E8M0 bytes) belong to the data at `destination`. Either the extents are given,
    /// with an optional start position, or six control fields.
    mte_l1_l0a_mx(
        source: Loads Ptr, destination: Stores Ptr, m: OptIn Scalar, k: OptIn Scalar, start_row: OptIn Scalar,
        start_col: OptIn Scalar, x_start: OptIn Scalar, y_start: OptIn Scalar, x_step: OptIn Scalar,
        y_step: OptIn Scalar, src_stride: OptIn Scalar, dst_stride: OptIn Scalar,
    ) {
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-l0a-mx.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:51; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:986-1015
        cpp: "a5: load_cbuf_to_ca_mx((uint64_t)destination / 16, (__cbuf__ void*)source, start_row=0, start_col=0, (m + 15) / 16, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2); a5: load_cbuf_to_ca_mx((uint64_t)destination / 16, (__cbuf__ void*)source, x_start, y_start, x_step, y_step, src_stride, dst_stride)",
        formula: "scales of destination = [m, k/32] scales at source",
        syntax: "source, destination, m, k, start_row, start_col | source, destination, x_start, y_start, x_step, y_step, src_stride, dst_stride | source, destination, m(m), k(k), start_row(start_row), start_col(start_col), x_start(x_start), y_start(y_start), x_step(x_step), y_step(y_step), src_stride(src_stride), dst_stride(dst_stride)",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: Some([m, k]), steps: [x_step, y_step], step_bytes: 32 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Left]),
            same_width(&[source, destination]),
            custom(&[source, destination], &ONE_FORM),
            custom(&[source, destination], &MX_NOT_NEGATIVE),
        ],
        sem: Sem::Custom(|x| {
            let fields = [x_start, y_start, x_step, y_step, src_stride, dst_stride];
            let extents = Some([m, k, start_row, start_col]);
            load_scales(x, &LoadSlots { ends: [source, destination], extents, fields }, true)
        }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0a-mx.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9600-9660"),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0a-mx.md"),
        ],
        notes: &["With named operands (`m(%x)`) the order is free; the printer uses the positional forms."],
    }

    /// Copy a matrix from L1 to L0B.
    ///
    /// L0B gets the fractal image of an n x k matrix: k runs fastest. With `transpose` L1 holds that of the
    /// k x n matrix, without it that of n x k. Either the extents are given, with an optional start position,
    /// or six control fields; positions, steps and strides count fractals (16 rows, 32 bytes).
    mte_l1_l0b(
        source: Loads Ptr, destination: Stores Ptr, k: OptIn Scalar, n: OptIn Scalar, start_row: OptIn Scalar,
        start_col: OptIn Scalar, m_start: OptIn Scalar, k_start: OptIn Scalar, m_step: OptIn Scalar,
        k_step: OptIn Scalar, src_stride: OptIn Scalar, dst_stride: OptIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/tilelang-cube-dsl-design.md, 3.1; test/lit/vpto/cube_*
        aliases: &["right_load"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-l0b.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:48; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:862-923
        cpp: "a5: load_cbuf_to_cb_s4(destination, source, start_row=0, (start_col=0) / 2, (n + 15) / 16, (k + 63) / 64, (n + 15) / 16, (n + 15) / 16, 0) {transpose=false} if source: f4; a5: load_cbuf_to_cb_s4(destination, source, start_row=0, (start_col=0) / 2, (k + 63) / 64 * 4, (n + 63) / 64, (k + 63) / 64 * 4, (n + 63) / 64 * 4, 1) {transpose=true} if source: f4; a5: load_cbuf_to_cb(destination, source, start_row=0, start_col=0, (n + 15) / 16, (k * sizeof(element(source)) + 31) / 32, (n + 15) / 16, (n + 15) / 16, 0) {transpose=false}; a5: load_cbuf_to_cb(destination, source, start_row=0, start_col=0, (k + 31) / 32 * 2, (n + 31) / 32, (k + 31) / 32 * 2, (n + 31) / 32 * 2, 1) {transpose=true} if source: b8; a5: load_cbuf_to_cb(destination, source, start_row=0, start_col=0, (k + 15) / 16, ((n + 15) / 16 * 16 * sizeof(element(source)) + 31) / 32, (k + 15) / 16, (n + 15) / 16, 1) {transpose=true}; a5: load_cbuf_to_cb_s4(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false) if source: f4; a5: load_cbuf_to_cb(destination, source, m_start, k_start, m_step, k_step, src_stride, dst_stride, transpose=false)",
        formula: "destination[j,l] = source[l,j] with transpose, else source[j,l]   for j < n, l < k, from fractal (start_row, start_col) of source",
        attrs: &[flag("transpose").doc("transpose on the way")],
        syntax: "source, destination, k, n, start_row, start_col | source, destination, m_start, k_start, m_step, k_step, src_stride, dst_stride | source, destination, k(k), n(n), start_row(start_row), start_col(start_col), m_start(m_start), k_start(k_start), m_step(m_step), k_step(k_step), src_stride(src_stride), dst_stride(dst_stride)",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: Some([k, n]), steps: [m_step, k_step], step_bytes: 512 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Right]),
            same_width(&[source, destination]),
            custom(&[source, destination], &ONE_FORM),
            custom(&[source, destination], &FIELD_RANGE),
        ],
        sem: Sem::Custom(|x| {
            let fields = [m_start, k_start, m_step, k_step, src_stride, dst_stride];
            let extents = Some([n, k, start_row, start_col]);
            let turn = x.flag("transpose");
            load_matrix(x, &LoadSlots { ends: [source, destination], extents, fields }, turn)
        }),
        quirks: &["l0b-narrow-f8"],
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0b.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9556-9598"),
        ],
        notes: &[
            "The assembler demands the start position with the extents; the manual and public programs leave it out (0, 0).",
            "With named operands (`m(%x)`) the order is free; the printer uses the positional forms.",
        ],
    }

    /// Copy MX scales from L1 beside L0B.
    ///
    /// The scales [k/32, n] (E8M0 bytes) belong to the data at `destination`. Either the extents are given,
    /// with an optional start position, or six control fields.
    mte_l1_l0b_mx(
        source: Loads Ptr, destination: Stores Ptr, k: OptIn Scalar, n: OptIn Scalar, start_row: OptIn Scalar,
        start_col: OptIn Scalar, x_start: OptIn Scalar, y_start: OptIn Scalar, x_step: OptIn Scalar,
        y_step: OptIn Scalar, src_stride: OptIn Scalar, dst_stride: OptIn Scalar,
    ) {
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-l0b-mx.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TExtract.hpp:99; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1016-1044
        cpp: "a5: load_cbuf_to_cb_mx((uint64_t)destination / 16, (__cbuf__ void*)source, start_row=0, start_col=0, (n + 15) / 16, (((k + 31) / 32) * sizeof(element(source)) + 1) / 2, ((k + 31) / 32 + 1) / 2, ((k + 31) / 32 + 1) / 2); a5: load_cbuf_to_cb_mx((uint64_t)destination / 16, (__cbuf__ void*)source, x_start, y_start, x_step, y_step, src_stride, dst_stride)",
        formula: "scales of destination = [k/32, n] scales at source",
        syntax: "source, destination, k, n, start_row, start_col | source, destination, x_start, y_start, x_step, y_step, src_stride, dst_stride | source, destination, k(k), n(n), start_row(start_row), start_col(start_col), x_start(x_start), y_start(y_start), x_step(x_step), y_step(y_step), src_stride(src_stride), dst_stride(dst_stride)",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        cost: Cost::MatrixLoad { elements: Some([k, n]), steps: [x_step, y_step], step_bytes: 32 },
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Right]),
            same_width(&[source, destination]),
            custom(&[source, destination], &ONE_FORM),
            custom(&[source, destination], &MX_NOT_NEGATIVE),
        ],
        sem: Sem::Custom(|x| {
            let fields = [x_start, y_start, x_step, y_step, src_stride, dst_stride];
            let extents = Some([n, k, start_row, start_col]);
            load_scales(x, &LoadSlots { ends: [source, destination], extents, fields }, true)
        }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0b-mx.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9600-9660"),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-l0b-mx.md"),
        ],
        notes: &["With named operands (`m(%x)`) the order is free; the printer uses the positional forms."],
    }

    /// Copy a bias from L1 to the bias table.
    ///
    /// Lengths and gaps count 32-byte blocks of the source (A2/A3: 64), and of the destination what becomes of
    /// such a block; f16 and bf16 are widened to f32.
    mte_l1_bt(
        source: Loads Ptr, destination: Stores Ptr, len_burst: In Scalar, n_burst: In Scalar,
        nburst_src_gap: In Scalar, nburst_dst_gap: In Scalar,
    ) {
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-bt.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:58; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1539-1560
        cpp: "a5: copy_cbuf_to_bt((uint64_t)destination, source, true, n_burst, len_burst, nburst_src_gap, nburst_dst_gap) if source: f16; a5: copy_cbuf_to_bt((uint64_t)destination, source, false, n_burst, len_burst, nburst_src_gap, nburst_dst_gap)",
        formula: "bias table = source, widened to f32 or i32",
        syntax: "source, destination, len_burst nburst(n_burst, nburst_src_gap, nburst_dst_gap) : source, destination, len_burst, n_burst, nburst_src_gap, nburst_dst_gap",
        pipe: PipeSelector::Fixed(Pipe::Mte1),
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Bias]),
            custom(&[source, destination], &BIAS_TYPES),
        ],
        sem: Sem::Dma(
            Dma::new(BIAS_UNITS, [source, destination], len_burst, [n_burst, nburst_src_gap, nburst_dst_gap])
                .change(Change::Widen),
        ),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-bt.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8783-8856"),
        ],
        quirks: &["l1-bt-units"],
    }

    /// Copy parameters from L1 to the fixpipe buffer.
    ///
    /// Lengths and gaps count 64-byte blocks (A2/A3: 128). Vector quantisation reads 8-byte records (the factor in the low
    /// word), vector relu 4-byte floats.
    mte_l1_fb(
        source: Loads Ptr, destination: Stores Ptr, len_burst: In Scalar, n_burst: In Scalar,
        nburst_src_gap: In Scalar, nburst_dst_gap: In Scalar,
    ) {
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l1-fb.md"),
        // pto-isa@3186c381 include/pto/npu/a5/TMov.hpp:91
        cpp: "a5: copy_cbuf_to_fbuf((__fbuf__ void*)destination, (__cbuf__ void*)source, n_burst, len_burst, nburst_src_gap, nburst_dst_gap)",
        formula: "fixpipe buffer = source",
        syntax: "source, destination, len_burst nburst(n_burst, nburst_src_gap, nburst_dst_gap) : source, destination, len_burst, n_burst, nburst_src_gap, nburst_dst_gap",
        pipe: PipeSelector::Fixed(Pipe::Fix),
        rules: &[
            in_space(&[source], &[Mat]),
            in_space(&[destination], &[Scaling]),
        ],
        sem: Sem::Dma(Dma::new(FB_BLOCKS, [source, destination], len_burst, [n_burst, nburst_src_gap, nburst_dst_gap])),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l1-fb.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:8783-8856"),
        ],
    }
}
