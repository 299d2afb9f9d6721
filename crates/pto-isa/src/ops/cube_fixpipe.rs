//! The way out of the accumulator: quantise, rectify, change the layout.

use crate::code;
use crate::def::prelude::*;
use crate::dtype::DType;
use crate::rule::{Args, Custom};
use crate::sem::Writeback;
use crate::ty::Type;

/// Quantisation on the way out. `_vec` modes read factors from the fixpipe buffer.
///
/// Source: PTOAS 0.60 include/PTO/IR/PTOAttrs.td:944.
const QUANT: &[&str] = &[
    "no_convert",
    "f32_f16",
    "f32_bf16",
    "qf322f16_pre_vec",
    "qf322f16_pre_scalar",
    "qf322bf16_pre_vec",
    "qf322bf16_pre_scalar",
    "qf322f32_pre_vec",
    "qf322f32_pre_scalar",
    "qf322b8_pre_vec",
    "qf322b8_pre_scalar",
    "qf322s4_pre_vec",
    "qf322s4_pre_scalar",
    "qf322hif8_pre_vec",
    "qf322hif8_pre_scalar",
    "qf322hif8_pre_hybrid_vec",
    "qf322hif8_pre_hybrid_scalar",
    "qf322fp8_pre_vec",
    "qf322fp8_pre_scalar",
    "deqs32_int_vec",
    "deqs32_int_scalar",
    "deqs16_vec",
    "deqs16_scalar",
    "deqf16_vec",
    "deqf16_scalar",
    "req8_vec",
    "req8_scalar",
    "req4_vec",
    "req4_scalar",
    "qs322bf16_pre_vec",
    "qs322bf16_pre_scalar",
    "qf162b8_pre_vec",
    "qf162b8_pre_scalar",
    "qf162s4_pre_vec",
    "qf162s4_pre_scalar",
    "qf162s16_pre_vec",
    "qf162s16_pre_scalar",
];

// Slots the three instructions share.
const SOURCE: u8 = 0;
const DESTINATION: u8 = 1;
const M: usize = 2;
const N: usize = 3;
const PRE_QUANT: u8 = 6;
const PRE_RELU: u8 = 7;
const CLIP: u8 = 8;
const LAYOUT_ARG: u8 = 9;
const LOOP3: u8 = 10;
const SUB_BLOCK: u8 = 13;

fn mode<'a>(args: &Args<'a>, name: &str) -> Option<&'a str> {
    args.word(name)
}

fn found_types(args: &Args<'_>) -> String {
    let name = |s| args.dtype(s).map_or("unknown", |d| d.name());
    format!("{} to {}", name(SOURCE), name(DESTINATION))
}

/// Whether a quantisation turns `from` into `to`.
fn quant_fits(mode: &str, from: DType, to: DType) -> bool {
    let (stem, _) = mode.rsplit_once('_').unwrap_or((mode, ""));
    let source = match stem {
        "no" => return true,
        "deqs32_int" | "deqs16" | "deqf16" | "req8" | "req4" | "qs322bf16_pre" | "qf162s16_pre" => {
            I32
        }
        _ => F32,
    };
    let target = match stem {
        "f32" => {
            if mode.ends_with("bf16") {
                to == Bf16
            } else {
                to == F16
            }
        }
        "qf322f16_pre" | "deqf16" => to == F16,
        "qf322bf16_pre" | "qs322bf16_pre" => to == Bf16,
        "qf322f32_pre" => to == F32,
        "deqs32_int" => matches!(to, I32 | U32),
        "deqs16" | "qf162s16_pre" => to == I16,
        "qf322b8_pre" | "qf162b8_pre" | "req8" => matches!(to, I8 | U8),
        "qf322s4_pre" | "qf162s4_pre" | "req4" => to == I4,
        _ => matches!(to, Hif8 | F8E4M3 | F8E5M2),
    };
    from == source && target
}

static QUANT_PAIR: Custom = Custom {
    name: "fixpipe-quant-pair",
    code: code::REQUIRED,
    text: "`pre_quant` has a factor and a mode",
    holds: |args| args.has(PRE_QUANT) == args.attr("pre_quant_mode").is_some(),
    found: |args| {
        if args.has(PRE_QUANT) { "there is no mode".into() } else { "there is no factor".into() }
    },
    mutate_to_violate: |b| {
        if b.types[PRE_QUANT as usize].is_some() {
            b.types[PRE_QUANT as usize] = None;
        } else {
            b.attrs.push(("pre_quant_mode".into(), "qf322f32_pre_scalar".into()));
        }
    },
};

static QUANT_TYPES: Custom = Custom {
    name: "fixpipe-quant-types",
    code: code::DTYPE_TUPLE,
    text: "the quantisation must fit the element types of `source` and `destination`",
    holds: |args| match (mode(args, "pre_quant_mode"), args.dtype(SOURCE), args.dtype(DESTINATION))
    {
        (Some(m), Some(from), Some(to)) => quant_fits(m, from, to),
        _ => true,
    },
    found: found_types,
    mutate_to_violate: |b| {
        if b.types[PRE_QUANT as usize].is_some() {
            b.attrs.push(("pre_quant_mode".into(), "req8_scalar".into()));
            b.types[PRE_QUANT as usize] = Some(Type::Scalar(F32));
        }
    },
};

/// A factor: a number, or a pointer into the fixpipe buffer.
fn payload_ok(args: &Args<'_>, slot: u8, vector: bool) -> bool {
    let float = |d: DType| matches!(d, F16 | Bf16 | F32);
    match args.ty(slot) {
        Some(Type::Ptr { dtype, space }) => vector && *space == Some(Scaling) && float(*dtype),
        Some(Type::Scalar(d)) => !vector && float(*d),
        _ => true,
    }
}

fn found_payload(args: &Args<'_>, slot: u8) -> String {
    args.ty(slot).map_or("it is missing".into(), |t| t.to_string())
}

static QUANT_PAYLOAD: Custom = Custom {
    name: "fixpipe-quant-payload",
    code: code::DTYPE,
    text: "the factor is an f16, bf16 or f32 number, for a `_vec` mode a pointer to such numbers in fb",
    holds: |args| {
        mode(args, "pre_quant_mode")
            .is_none_or(|m| m == "no_convert" || payload_ok(args, PRE_QUANT, m.ends_with("_vec")))
    },
    found: |args| found_payload(args, PRE_QUANT),
    mutate_to_violate: |b| {
        if b.types[PRE_QUANT as usize].is_some() {
            b.types[PRE_QUANT as usize] = Some(Type::Scalar(I32));
        }
    },
};

static RELU: Custom = Custom {
    name: "fixpipe-relu",
    code: code::OP_RULE,
    text: "scalar_relu has an f16, bf16 or f32 slope, vector_relu a pointer to slopes in fb, the other modes none",
    holds: |args| match mode(args, "pre_relu_mode") {
        Some("scalar_relu") => args.has(PRE_RELU) && payload_ok(args, PRE_RELU, false),
        Some("vector_relu") => args.has(PRE_RELU) && payload_ok(args, PRE_RELU, true),
        _ => !args.has(PRE_RELU),
    },
    found: |args| found_payload(args, PRE_RELU),
    mutate_to_violate: |b| {
        b.attrs.push(("pre_relu_mode".into(), "scalar_relu".into()));
        b.types[PRE_RELU as usize] = None;
    },
};

static CLIP_TYPES: Custom = Custom {
    name: "fixpipe-clip",
    code: code::DTYPE,
    text: "`clip` stands in `pre_relu` and goes with an f16, i4, i8, u8 or i16 destination: f16 for f16, a 16-bit number for u8, else i4, i8 or i16",
    holds: |args| {
        if !args.has(CLIP) {
            return true;
        }
        let (Some(to), Some(clip)) = (args.dtype(DESTINATION), args.dtype(CLIP)) else {
            return true;
        };
        let fits = match to {
            F16 => clip == F16,
            U8 => matches!(clip, U16 | I16),
            I4 | I8 | I16 => matches!(clip, I4 | I8 | I16),
            _ => false,
        };
        fits && args.attr("pre_relu_mode").is_some()
    },
    found: |args| format!("`clip` is {}", args.dtype(CLIP).map_or("unknown", |d| d.name())),
    mutate_to_violate: |b| {
        if let Some(d) = b.dtype(CLIP) {
            *d = F32;
        }
    },
};

static LAYOUT_RULE: Custom = Custom {
    name: "fixpipe-layout",
    code: code::OP_RULE,
    text: "nz2dn needs its source stride, nz2nz may have a split, nz2nd has neither",
    holds: |args| match mode(args, "mode") {
        Some("nz2dn") => args.has(LAYOUT_ARG),
        Some("nz2nz") => true,
        _ => !args.has(LAYOUT_ARG),
    },
    found: |args| if args.has(LAYOUT_ARG) { "it is given".into() } else { "it is missing".into() },
    mutate_to_violate: |b| {
        b.types[LAYOUT_ARG as usize] = None;
        b.attrs.push(("mode".into(), "nz2dn".into()));
    },
};

static SPLIT_IS_F32: Custom = Custom {
    name: "fixpipe-nz2nz-f32",
    code: code::DTYPE,
    text: "nz2nz goes with an f32 destination",
    holds: |args| {
        mode(args, "mode") != Some("nz2nz") || args.dtype(DESTINATION).is_none_or(|d| d == F32)
    },
    found: found_types,
    mutate_to_violate: |b| {
        b.attrs.push(("mode".into(), "nz2nz".into()));
        if let Some(d) = b.dtype(SOURCE) {
            *d = I32;
        }
        if let Some(d) = b.dtype(DESTINATION) {
            *d = I32;
        }
    },
};

static LOOP3_LAYOUT: Custom = Custom {
    name: "fixpipe-loop3",
    code: code::OP_RULE,
    text: "`loop3` goes with nz2nd or nz2dn",
    holds: |args| !args.has(LOOP3) || matches!(mode(args, "mode"), Some("nz2nd" | "nz2dn")),
    found: |args| format!("the layout is {}", mode(args, "mode").unwrap_or("not given")),
    mutate_to_violate: |b| {
        if b.types[LOOP3 as usize].is_some() {
            b.attrs.push(("mode".into(), "nz2nz".into()));
        }
    },
};

static UNIT_FLAG_STRIDE: Custom = Custom {
    name: "fixpipe-unit-flag-stride",
    code: code::OP_RULE,
    text: "`unit_flag` goes with nz2dn only if the source stride is 1",
    holds: |args| {
        matches!(mode(args, "unit_flag"), None | Some("off"))
            || mode(args, "mode") != Some("nz2dn")
            || args.slots[LAYOUT_ARG as usize].constant.is_none_or(|n| n == 1)
    },
    found: |args| format!("it is {}", args.slots[LAYOUT_ARG as usize].constant.unwrap_or_default()),
    mutate_to_violate: |b| {
        if b.types[LAYOUT_ARG as usize].is_some() {
            b.attrs.push(("unit_flag".into(), "check_only".into()));
            b.attrs.push(("mode".into(), "nz2dn".into()));
            b.constants.push((LAYOUT_ARG, 2));
        }
    },
};

static ATOMIC_PAIR: Custom = Custom {
    name: "fixpipe-atomic",
    code: code::OP_RULE,
    text: "`atomic` has a type and an operation",
    holds: |args| args.attr("atomic_type").is_some() == args.attr("atomic_op").is_some(),
    found: |_| "one is missing".into(),
    mutate_to_violate: |b| b.attrs.push(("atomic_op".into(), "add".into())),
};

static ONE_TARGET: Custom = Custom {
    name: "fixpipe-ub-target",
    code: code::OP_RULE,
    text: "`dst_mode` names one vector core (0 or 1), or split_m or split_n",
    holds: |args| {
        let split = matches!(mode(args, "dst_mode"), Some("split_m" | "split_n"));
        let id = args.slots[SUB_BLOCK as usize];
        split != id.present && id.constant.is_none_or(|n| n == 0 || n == 1)
    },
    found: |args| match args.slots[SUB_BLOCK as usize] {
        s if !s.present => "none is given".into(),
        s => s.constant.map_or("both are given".into(), |n| format!("it is {n}")),
    },
    mutate_to_violate: |b| {
        if b.types[SUB_BLOCK as usize].is_some() {
            b.constants.push((SUB_BLOCK, 2));
        } else {
            b.types[SUB_BLOCK as usize] = Some(Type::Scalar(I64));
        }
    },
};

static SPLIT_PLAIN: Custom = Custom {
    name: "fixpipe-split",
    code: code::OP_RULE,
    text: "split_m and split_n go with an even `m`, an `n` that is a multiple of 32, nz2nd or no layout, and no quantisation, relu or `loop3`",
    holds: |args| {
        let plain = !args.has(PRE_QUANT)
            && args.attr("pre_relu_mode").is_none()
            && !args.has(LOOP3)
            && matches!(mode(args, "mode"), None | Some("nz2nd"));
        let fits = |slot: usize, n: i64| args.slots[slot].constant.is_none_or(|v| v % n == 0);
        match mode(args, "dst_mode") {
            Some("split_m") => plain && fits(M, 2),
            Some("split_n") => plain && fits(N, 32),
            _ => true,
        }
    },
    found: |args| format!("`dst_mode` is {}", mode(args, "dst_mode").unwrap_or("one core")),
    mutate_to_violate: |b| {
        if b.types[SUB_BLOCK as usize].is_none() {
            b.constants.push((M as u8, 3));
            b.constants.push((N as u8, 3));
        }
    },
};

const BASE: OpDef = OpDef {
    family: "data-movement",
    cost: Cost::Writeback,
    pipe: PipeSelector::Fixed(Pipe::Fix),
    ..OpDef::EMPTY
};

const CITE_HINTS: &str = "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-gm.md:35, 55";

ops! {
    base: BASE;

    /// Copy the accumulator to global memory.
    ///
    /// The source is an m x n NZ image; `src_stride` counts rows of 16 elements between column groups.
    /// `layout_arg` is the source stride of nz2dn or the split of nz2nz. `loop3` repeats the copy. `atomic`
    /// adds to, or takes the larger or smaller of, what is there.
    mte_l0c_gm(
        source: Loads Ptr, destination: StoresAtomic Ptr, m: In Scalar, n: In Scalar, src_stride: In Scalar,
        dst_stride: In Scalar, pre_quant: OptLoads Any, pre_relu: OptLoads Any, clip_value: OptIn Scalar,
        layout_arg: OptIn Scalar, loop3_count: OptIn Scalar, loop3_src_stride: OptIn Scalar,
        loop3_dst_stride: OptIn Scalar, sid: In Scalar, l2_cache_ctrl: In Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/acc-store-structured-interface.md; test/lit/vpto/acc_store*
        aliases: &["acc_store_gm"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l0c-gm.md"),
        // pto-isa@3186c381 include/pto/common/arch/register/tstore_common.hpp:150-165; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:667-741,1870-1955
        cpp: "a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 43)[clip_value:scalar?  + (1ULL << 30)]) {mode=nz2nd}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 62)[clip_value:scalar?  + (1ULL << 30)]) {mode=nz2dn}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + ((uint64_t)layout_arg=0 << 42)[clip_value:scalar?  + (1ULL << 30)]) {mode=nz2nz}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][atomic_type? set_ctrl((get_ctrl() & ~0x7c0ULL) + (atomic_type:FixAtomicType << 6) + (atomic_op:FixAtomicOp << 9)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 43)[clip_value:scalar?  + (1ULL << 30)]) keeps ctrl {mode=nz2nd}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][atomic_type? set_ctrl((get_ctrl() & ~0x7c0ULL) + (atomic_type:FixAtomicType << 6) + (atomic_op:FixAtomicOp << 9)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + (1ULL << 62)[clip_value:scalar?  + (1ULL << 30)]) keeps ctrl {mode=nz2dn}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][atomic_type? set_ctrl((get_ctrl() & ~0x7c0ULL) + (atomic_type:FixAtomicType << 6) + (atomic_op:FixAtomicOp << 9)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_gm(destination, source, (uint64_t)sid + ((uint64_t)n << 4) + ((uint64_t)m << 16) + ((uint64_t)dst_stride << 32), (uint64_t)src_stride + ((uint64_t)l2_cache_ctrl << 16) + ((pre_quant_mode:FixQuant=0ULL >> 5) << 29) + (unit_flag:FixUnitFlag=0ULL << 32) + ((pre_quant_mode:FixQuant=0ULL & 31) << 34) + (pre_relu_mode:FixRelu=0ULL << 39) + ((uint64_t)layout_arg=0 << 42)[clip_value:scalar?  + (1ULL << 30)]) keeps ctrl {mode=nz2nz}",
        formula: "x = source element (f32 or i32), in order: quantise, relu, min(x, clip_value), convert\ndestination[i*dst_stride + j] = x[i,j]   (nz2nd or no layout; nz2dn swaps i and j; nz2nz keeps columns of 16, or makes columns of 8)",
        attrs: &[
            word("unit_flag", &["off", "check_only", "check_and_clear"]).doc("hand-over of the accumulator from the cube"),
            word("pre_quant_mode", QUANT).doc("conversion of each element"),
            word("pre_relu_mode", &["no_relu", "normal_relu", "scalar_relu", "vector_relu"]).doc("what happens to negative elements"),
            word("mode", &["nz2nd", "nz2dn", "nz2nz"]).doc("layout of the destination"),
            word("sat_mode", &["sat", "nosat"]).doc("what happens to elements out of range"),
            flag("preserve_nan").doc("with `sat`: NaN stays NaN"),
            word("atomic_type", &["f32", "f16", "bf16", "s8", "s16", "s32"]).doc("element type in memory"),
            word("atomic_op", &["add", "max", "min"]),
        ],
        syntax: "source, destination, m, n, src_stride, dst_stride, sid, l2_cache_ctrl, unit_flag(<unit_flag>), pre_quant(pre_quant, mode=<pre_quant_mode>), pre_relu(pre_relu, mode=<pre_relu_mode>, clip=clip_value), <mode>(layout_arg), loop3(loop3_count, loop3_src_stride, loop3_dst_stride), <sat_mode>(<preserve_nan>), atomic(type=<atomic_type>, op=<atomic_op>) : source, destination, m, n, src_stride, dst_stride, sid, l2_cache_ctrl, pre_quant, pre_relu, clip_value, layout_arg, loop3_count, loop3_src_stride, loop3_dst_stride",
        rules: &[
            in_space(&[source], &[Acc]),
            in_space(&[destination], &[Gm]),
            custom(&[source, pre_quant], &QUANT_PAIR),
            custom(&[pre_quant, destination], &QUANT_TYPES),
            custom(&[source, pre_quant], &QUANT_PAYLOAD),
            custom(&[source, pre_relu], &RELU),
            custom(&[destination, clip_value], &CLIP_TYPES),
            custom(&[source, layout_arg], &LAYOUT_RULE),
            custom(&[source, loop3_count], &LOOP3_LAYOUT),
            custom(&[source, destination], &SPLIT_IS_F32),
            custom(&[source, layout_arg], &UNIT_FLAG_STRIDE),
            custom(&[source, destination], &ATOMIC_PAIR),
            fits_bits(&[sid], 2).cite(CITE_HINTS),
            fits_bits(&[l2_cache_ctrl], 4).cite(CITE_HINTS),
        ],
        sem: Sem::Writeback(Writeback { ends: [source, destination], shape: [m, n], strides: [src_stride, dst_stride], stages: [pre_quant, pre_relu, clip_value], layout_arg, repeat: [loop3_count, loop3_src_stride, loop3_dst_stride], sub_block: None }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-gm.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3297-3480, 9741-9870")
                .types(&[source], &[F32, I32]),
        ],
        notes: &[
            "`layout_arg` stands for two operands of the assembler, `split` and `loop0_src_stride`; the layout decides which.",
            "The pages count source strides in 32 bytes. Their own example gives 16 for 16 rows of f32, and public programs 48 for 48: a stride counts rows of 16 elements, 64 bytes.",
            "Without a layout the assembler asks for nz2nd; the pages call it the normal layout of the target.",
            "Without `sat` or `nosat` numbers that are scaled stay finite and infinities infinite, as in the tile instructions.",
        ],
    }

    /// Copy the accumulator to L1.
    ///
    /// The source is an m x n NZ image; `src_stride` counts rows of 16 elements between column groups.
    /// `layout_arg` is the source stride of nz2dn or the split of nz2nz. `loop3` repeats the copy.
    mte_l0c_l1(
        source: Loads Ptr, destination: Stores Ptr, m: In Scalar, n: In Scalar, src_stride: In Scalar,
        dst_stride: In Scalar, pre_quant: OptLoads Any, pre_relu: OptLoads Any, clip_value: OptIn Scalar,
        layout_arg: OptIn Scalar, loop3_count: OptIn Scalar, loop3_src_stride: OptIn Scalar,
        loop3_dst_stride: OptIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/acc-store-structured-interface.md; test/lit/vpto/acc_store*
        aliases: &["acc_store"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l0c-l1.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:312; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1783-1868
        cpp: "a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nd}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) {mode=nz2dn}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nz}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nd}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) keeps ctrl {mode=nz2dn}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_cbuf(destination, source, 0, n, m, dst_stride, src_stride, 0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nz}",
        formula: "x = source element (f32 or i32), in order: quantise, relu, min(x, clip_value), convert\ndestination[i*dst_stride + j] = x[i,j]   (nz2nd or no layout; nz2dn swaps i and j; nz2nz keeps columns of 16, or makes columns of 8)",
        attrs: &[
            word("unit_flag", &["off", "check_only", "check_and_clear"]).doc("hand-over of the accumulator from the cube"),
            word("pre_quant_mode", QUANT).doc("conversion of each element"),
            word("pre_relu_mode", &["no_relu", "normal_relu", "scalar_relu", "vector_relu"]).doc("what happens to negative elements"),
            word("mode", &["nz2nd", "nz2dn", "nz2nz"]).doc("layout of the destination"),
            word("sat_mode", &["sat", "nosat"]).doc("what happens to elements out of range"),
            flag("preserve_nan").doc("with `sat`: NaN stays NaN"),
        ],
        syntax: "source, destination, m, n, src_stride, dst_stride, unit_flag(<unit_flag>), pre_quant(pre_quant, mode=<pre_quant_mode>), pre_relu(pre_relu, mode=<pre_relu_mode>, clip=clip_value), <mode>(layout_arg), loop3(loop3_count, loop3_src_stride, loop3_dst_stride), <sat_mode>(<preserve_nan>) : source, destination, m, n, src_stride, dst_stride, pre_quant, pre_relu, clip_value, layout_arg, loop3_count, loop3_src_stride, loop3_dst_stride",
        rules: &[
            in_space(&[source], &[Acc]),
            in_space(&[destination], &[Mat]),
            custom(&[source, pre_quant], &QUANT_PAIR),
            custom(&[pre_quant, destination], &QUANT_TYPES),
            custom(&[source, pre_quant], &QUANT_PAYLOAD),
            custom(&[source, pre_relu], &RELU),
            custom(&[destination, clip_value], &CLIP_TYPES),
            custom(&[source, layout_arg], &LAYOUT_RULE),
            custom(&[source, loop3_count], &LOOP3_LAYOUT),
            custom(&[source, destination], &SPLIT_IS_F32),
            custom(&[source, layout_arg], &UNIT_FLAG_STRIDE),
        ],
        sem: Sem::Writeback(Writeback { ends: [source, destination], shape: [m, n], strides: [src_stride, dst_stride], stages: [pre_quant, pre_relu, clip_value], layout_arg, repeat: [loop3_count, loop3_src_stride, loop3_dst_stride], sub_block: None }),
        support: &[
            on(Targets::ALL, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-l1.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:3297-3480, 8932-9030")
                .types(&[source], &[F32, I32]),
        ],
        notes: &[
            "`layout_arg` stands for two operands of the assembler, `split` and `loop0_src_stride`; the layout decides which.",
            "The pages count source strides in 32 bytes. Their own example gives 16 for 16 rows of f32, and public programs 48 for 48: a stride counts rows of 16 elements, 64 bytes.",
            "Without a layout the assembler asks for nz2nd; the pages call it the normal layout of the target.",
            "Without `sat` or `nosat` numbers that are scaled stay finite and infinities infinite, as in the tile instructions.",
        ],
    }

    /// Copy the accumulator to UB of the vector cores.
    ///
    /// The source is an m x n NZ image; `src_stride` counts rows of 16 elements between column groups.
    /// `layout_arg` is the source stride of nz2dn or the split of nz2nz. `loop3` repeats the copy. One vector
    /// core receives everything, or rows or columns are split over both.
    mte_l0c_ub(
        source: Loads Ptr, destination: Stores Ptr, m: In Scalar, n: In Scalar, src_stride: In Scalar,
        dst_stride: In Scalar, pre_quant: OptLoads Any, pre_relu: OptLoads Any, clip_value: OptIn Scalar,
        layout_arg: OptIn Scalar, loop3_count: OptIn Scalar, loop3_src_stride: OptIn Scalar,
        loop3_dst_stride: OptIn Scalar, sub_blockid: OptIn Scalar,
    ) {
        // An earlier name: PTOAS 0.60 docs/designs/acc-store-structured-interface.md; test/lit/vpto/acc_store*
        aliases: &["acc_store_ub"],
        origin: Origin::Manual("docs/isa/cube/ops/data-movement/mte-l0c-ub.md"),
        // pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp:355; PTOAS 0.60 lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:1957-2050
        cpp: "a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nd}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) {mode=nz2dn}; a5: [pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) {mode=nz2nz}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, true, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nd}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para((uint64_t)layout_arg=1 << 48) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, 0, false, 0, 0, false, false, 0, false, false, false, false, false, true) keeps ctrl {mode=nz2dn}; a5: [sat_mode=sat? set_ctrl(sbitset0(sbitset0(get_ctrl(), 48), 50)) then ][preserve_nan? set_ctrl(sbitset1(get_ctrl(), 50)) then ][sat_mode=nosat? set_ctrl(sbitset0(sbitset1(get_ctrl(), 48), 50)) then ][pre_quant:float? set_quant_pre(__builtin_bit_cast(uint32_t, (float)pre_quant)) then ][pre_quant:int? set_quant_pre((uint64_t)pre_quant) then ][pre_relu:float? set_relu_alpha(__builtin_bit_cast(uint32_t, (float)pre_relu)) then ][pre_relu:int? set_relu_alpha((uint64_t)pre_relu) then ][clip_value:f16? set_fix_clip_relu(bits(clip_value)) then ][clip_value:int? set_fix_clip_relu((uint64_t)clip_value & 0xffff) then ][pre_relu:ptr? set_fpc(((uint64_t)pre_relu & 0xffff) >> 6) then ][pre_quant:ptr? set_fpc((((uint64_t)pre_quant & 0xffff) >> 7 << 8)[pre_relu:ptr?  + (((uint64_t)pre_relu & 0xffff) >> 6)]) then ]set_loop3_para((uint64_t)loop3_count=1 + ((uint64_t)loop3_src_stride=0 << 16) + ((uint64_t)loop3_dst_stride=0 << 32)) then set_channel_para(0) then copy_matrix_cc_to_ub(destination, source, 0, n, m, dst_stride, src_stride, dst_mode:FixReceiver=0, sub_blockid=0, 0[clip_value:scalar?  + 1], unit_flag:FixUnitFlag=0ULL, pre_quant_mode:FixQuant=0ULL, pre_relu_mode:FixRelu=0ULL, layout_arg=0, false, 0, 0, false, false, 0, false, false, false, false, false, false) keeps ctrl {mode=nz2nz}",
        formula: "x = source element (f32 or i32), in order: quantise, relu, min(x, clip_value), convert\ndestination[i*dst_stride + j] = x[i,j]   (nz2nd or no layout; nz2dn swaps i and j; nz2nz keeps columns of 16, or makes columns of 8)",
        attrs: &[
            word("unit_flag", &["off", "check_only", "check_and_clear"]).doc("hand-over of the accumulator from the cube"),
            word("pre_quant_mode", QUANT).doc("conversion of each element"),
            word("pre_relu_mode", &["no_relu", "normal_relu", "scalar_relu", "vector_relu"]).doc("what happens to negative elements"),
            word("mode", &["nz2nd", "nz2dn", "nz2nz"]).doc("layout of the destination"),
            word("sat_mode", &["sat", "nosat"]).doc("what happens to elements out of range"),
            flag("preserve_nan").doc("with `sat`: NaN stays NaN"),
            word("dst_mode", &["single", "split_m", "split_n"]).doc("who receives what"),
        ],
        syntax: "source, destination, m, n, src_stride, dst_stride, dst_mode(sub_blockid, <dst_mode>), unit_flag(<unit_flag>), pre_quant(pre_quant, mode=<pre_quant_mode>), pre_relu(pre_relu, mode=<pre_relu_mode>, clip=clip_value), <mode>(layout_arg), loop3(loop3_count, loop3_src_stride, loop3_dst_stride), <sat_mode>(<preserve_nan>) : source, destination, m, n, src_stride, dst_stride, sub_blockid, pre_quant, pre_relu, clip_value, layout_arg, loop3_count, loop3_src_stride, loop3_dst_stride",
        rules: &[
            in_space(&[source], &[Acc]),
            in_space(&[destination], &[Vec]),
            custom(&[source, sub_blockid], &ONE_TARGET),
            custom(&[source, pre_quant], &QUANT_PAIR),
            custom(&[pre_quant, destination], &QUANT_TYPES),
            custom(&[source, pre_quant], &QUANT_PAYLOAD),
            custom(&[source, pre_relu], &RELU),
            custom(&[destination, clip_value], &CLIP_TYPES),
            custom(&[source, layout_arg], &LAYOUT_RULE),
            custom(&[source, loop3_count], &LOOP3_LAYOUT),
            custom(&[source, destination], &SPLIT_IS_F32),
            custom(&[source, layout_arg], &UNIT_FLAG_STRIDE),
            custom(&[m, n], &SPLIT_PLAIN),
        ],
        sem: Sem::Writeback(Writeback { ends: [source, destination], shape: [m, n], strides: [src_stride, dst_stride], stages: [pre_quant, pre_relu, clip_value], layout_arg, repeat: [loop3_count, loop3_src_stride, loop3_dst_stride], sub_block: Some(sub_blockid) }),
        support: &[
            on(Targets::CPU_A5, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-ub.md; PTOAS 0.60 lib/PTO/IR/VPTO.cpp:9872-10095")
                .types(&[source], &[F32, I32]),
            documented(Targets::A2A3, "pto-isa@3186c381 docs/isa/cube/ops/data-movement/mte-l0c-ub.md").types(&[source], &[F32, I32]),
        ],
        notes: &[
            "`layout_arg` stands for two operands of the assembler, `split` and `loop0_src_stride`; the layout decides which.",
            "The pages count source strides in 32 bytes. Their own example gives 16 for 16 rows of f32, and public programs 48 for 48: a stride counts rows of 16 elements, 64 bytes.",
            "Without a layout the assembler asks for nz2nd; the pages call it the normal layout of the target.",
            "Without `sat` or `nosat` numbers that are scaled stay finite and infinities infinite, as in the tile instructions.",
        ],
    }
}
