//! The enumerations and tokens of the headers that calls name.

/// A C++ enumeration of the headers.
#[derive(Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its name.
    pub name: &'static str,
    /// Its enumerators.
    pub enumerators: &'static [&'static str],
    /// Words of programs that are spelled otherwise in C++.
    pub renamed: &'static [(&'static str, &'static str)],
    /// Whether its name stands in front of an enumerator; the words of registers are plain tokens.
    pub scoped: bool,
}

impl Enum {
    /// The enumeration of a name.
    pub fn find(name: &str) -> Option<&'static Enum> {
        ENUMS.iter().find(|e| e.name.rsplit("::").next() == Some(name))
    }

    /// The enumerator a word of a program means: its letters and digits without regard to case, with or without
    /// what precedes the first underscore (`RINT` is `CAST_RINT`, `axis0` no enumerator).
    pub fn enumerator(&self, word: &str) -> Option<&'static str> {
        if let Some((_, other)) = self.renamed.iter().find(|r| r.0.eq_ignore_ascii_case(word)) {
            return Some(other);
        }
        let plain = |s: &str| -> String {
            s.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
        };
        let word = plain(word);
        let tail = |e: &str| e.split_once('_').map(|(_, t)| plain(t));
        let exact = self.enumerators.iter().find(|e| plain(e) == word);
        exact
            .or_else(|| self.enumerators.iter().find(|e| tail(e).as_deref() == Some(&word)))
            .copied()
    }

    /// An enumerator as a call has it.
    pub fn spell(&self, enumerator: &str) -> String {
        match self.scoped {
            true => format!("{}::{enumerator}", self.name),
            false => enumerator.to_string(),
        }
    }
}

const fn of(name: &'static str, enumerators: &'static [&'static str]) -> Enum {
    Enum { name, enumerators, renamed: &[], scoped: true }
}

const fn tokens(
    name: &'static str,
    enumerators: &'static [&'static str],
    renamed: &'static [(&'static str, &'static str)],
) -> Enum {
    Enum { name, enumerators, renamed, scoped: false }
}

const ALGORITHM: &[&str] = &["DEFAULT", "HIGH_PRECISION"];

/// The enumerations that calls use.
///
/// The numbers of the fixpipe are those of PTOAS 0.60 include/PTO/IR/PTOAttrs.td:920-1028, of the unit flag of a product
/// those of lib/PTO/Transforms/VPTOExpandWrapperOps.cpp:585-589.
/// Source: pto-isa@3186c381 include/pto/common/type.hpp:123-425, include/pto/comm/comm_types.hpp,
/// include/pto/common/fifo.hpp.
pub static ENUMS: &[Enum] = &[
    of("AccPhase", &["Unspecified", "Partial", "Final"]),
    of("STPhase", &["Unspecified", "Partial", "Final"]),
    of("AccToVecMode", &["SingleModeVec0", "SingleModeVec1", "DualModeSplitM", "DualModeSplitN"]),
    of("AtomicType", &["AtomicNone", "AtomicAdd"]),
    of("CmpMode", &["EQ", "NE", "LT", "LE", "GT", "GE"]),
    of("Coalesce", &["Row", "Elem"]),
    of("DivAlgorithm", ALGORITHM),
    of("ExpAlgorithm", ALGORITHM),
    of("FmodAlgorithm", ALGORITHM),
    of("FmodSAlgorithm", ALGORITHM),
    of("GatherAxis", &["GATHER_ROW", "GATHER_COL"]),
    of("GatherOOB", &["Undefined", "Clamp", "Wrap", "Zero"]),
    of("HistByte", &["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3"]),
    of("LogAlgorithm", ALGORITHM),
    of("MaskPattern", &["P0101", "P1010", "P0001", "P0010", "P0100", "P1000", "P1111"]),
    of("PadValue", &["Null", "Zero", "Max", "Min"]),
    of("PowAlgorithm", ALGORITHM),
    of("PrintFormat", &["Width8_Precision4", "Width8_Precision2", "Width10_Precision6"]),
    of("QuantType", &["MXFP8", "MXFP4_E2M1", "INT8_SYM", "INT8_ASYM"]),
    of("QuantScaleAlg", &["OCP", "NV"]),
    of("RecipAlgorithm", ALGORITHM),
    of("ReluPreMode", &["NoRelu", "NormalRelu"]),
    of("RemAlgorithm", ALGORITHM),
    of("RemSAlgorithm", ALGORITHM),
    of(
        "RoundMode",
        &[
            "CAST_NONE",
            "CAST_RINT",
            "CAST_ROUND",
            "CAST_FLOOR",
            "CAST_CEIL",
            "CAST_TRUNC",
            "CAST_ODD",
        ],
    ),
    of("RsqrtAlgorithm", ALGORITHM),
    of("SaturationMode", &["ON", "OFF"]),
    of("ScatterAtomicOp", &["None", "Add", "Max", "Min"]),
    of("ScatterAxis", &["SCATTER_ROW", "SCATTER_COL"]),
    of("ScatterConflict", &["Last", "Default"]),
    of("ScatterOOB", &["Undefined", "Skip", "Clamp", "Wrap"]),
    of("SqrtAlgorithm", ALGORITHM),
    of("SyncAllMode", &["Hard", "Soft"]),
    of("SyncCoreType", &["AIVOnly", "AICOnly", "Mix"]),
    of("TInsertMode", &["SPLIT2", "SPLIT4"]),
    of(
        "TileSplitAxis",
        &[
            "TILE_NO_SPLIT",
            "TILE_UP_DOWN",
            "TILE_LEFT_RIGHT",
            "TILE_UP_DOWN_ODD",
            "TILE_LEFT_RIGHT_ODD",
        ],
    ),
    of("VecStoreMode", &["ND", "NZ"]),
    of("comm::NotifyOp", &["AtomicAdd", "Set"]),
    of("comm::WaitCmp", &["EQ", "NE", "GT", "GE", "LT", "LE"]),
    LOAD_DIST,
    STORE_DIST,
    tokens("PairLoadDist", &["DINTLV_B8", "DINTLV_B16", "DINTLV_B32", "BDINTLV"], &[]),
    tokens("PairStoreDist", &["INTLV_B8", "INTLV_B16", "INTLV_B32"], &[]),
    tokens("MadUnitFlag", &[], &[("check_only", "2"), ("check_and_set", "3")]),
    tokens("FixQuant", &[], QUANT),
    tokens("FixRelu", &[], &[("no_relu", "0ULL"), ("normal_relu", "1ULL")]),
    tokens(
        "FixUnitFlag",
        &[],
        &[("off", "0ULL"), ("check_only", "2ULL"), ("check_and_clear", "3ULL")],
    ),
    tokens("FixReceiver", &[], &[("single", "0"), ("split_m", "1"), ("split_n", "2")]),
    tokens("RegPart", &["PART_EVEN", "PART_ODD", "PART_P0", "PART_P1", "PART_P2", "PART_P3"], &[]),
    tokens(
        "RegRound",
        &["ROUND_R", "ROUND_A", "ROUND_F", "ROUND_C", "ROUND_Z", "ROUND_O", "ROUND_H"],
        &[],
    ),
    tokens("RegSat", &[], &[("SAT", "RS_ENABLE"), ("NOSAT", "RS_DISABLE")]),
    tokens("RegOrder", &["INC_ORDER", "DEC_ORDER"], &[("ASC", "INC_ORDER"), ("DESC", "DEC_ORDER")]),
    tokens("RegPosition", &["POS_LOWEST", "POS_HIGHEST"], &[]),
    tokens("RegHalf", &["LOWER", "HIGHER"], &[]),
    of("mem_dsb_t", &["DSB_ALL", "DSB_DDR", "DSB_UB", "DSB_SEQ"]),
    PIPE,
];

/// The pipe that a word names, or the pipe of a class of instructions: `TLOAD` is `PIPE_MTE2`.
pub const PIPE: Enum = of("pipe", &[]);

/// How memory maps to lanes.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp (NORM, UNPK, UNPK4_B8), TRowExpand.hpp (BRC), TQuant.hpp (E2B),
/// TRowExpandBinOp.hpp (BLK).
const LOAD_DIST: Enum = tokens(
    "LoadDist",
    &[
        "NORM",
        "BRC_B8",
        "BRC_B16",
        "BRC_B32",
        "BLK",
        "US_B8",
        "US_B16",
        "DS_B8",
        "DS_B16",
        "UNPK_B8",
        "UNPK_B16",
        "UNPK_B32",
        "UNPK4_B8",
        "E2B_B16",
        "E2B_B32",
        "SPLT4CHN_B8",
        "SPLT2CHN_B8",
        "SPLT2CHN_B16",
    ],
    &[("BRC_BLK", "BLK"), ("UNPK4", "UNPK4_B8"), ("SPLT4CHN", "SPLT4CHN_B8")],
);

/// How lanes map to memory.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp (NORM, PK), TRowReduce.hpp (ONEPT).
const STORE_DIST: Enum = tokens(
    "StoreDist",
    &[
        "NORM_B8",
        "NORM_B16",
        "NORM_B32",
        "ONEPT_B8",
        "ONEPT_B16",
        "ONEPT_B32",
        "PK_B16",
        "PK_B32",
        "PK_B64",
        "PK4_B32",
        "MRG4CHN_B8",
        "MRG2CHN_B8",
        "MRG2CHN_B16",
    ],
    &[("1PT_B8", "ONEPT_B8"), ("1PT_B16", "ONEPT_B16"), ("1PT_B32", "ONEPT_B32")],
);

/// The field of the quantisation, as the copies out of an accumulator have it.
///
/// Source: PTOAS 0.60 include/PTO/IR/PTOAttrs.td:944-981.
const QUANT: &[(&str, &str)] = &[
    ("no_convert", "0ULL"),
    ("f32_f16", "1ULL"),
    ("qf322hif8_pre_vec", "2ULL"),
    ("qf322hif8_pre_scalar", "3ULL"),
    ("qf322hif8_pre_hybrid_vec", "4ULL"),
    ("qf322hif8_pre_hybrid_scalar", "5ULL"),
    ("deqs32_int_vec", "6ULL"),
    ("deqs32_int_scalar", "7ULL"),
    ("req8_vec", "8ULL"),
    ("req8_scalar", "9ULL"),
    ("deqf16_vec", "10ULL"),
    ("deqf16_scalar", "11ULL"),
    ("qf322fp8_pre_vec", "12ULL"),
    ("qf322fp8_pre_scalar", "13ULL"),
    ("qf322f32_pre_vec", "14ULL"),
    ("qf322f32_pre_scalar", "15ULL"),
    ("f32_bf16", "16ULL"),
    ("qf162b8_pre_vec", "17ULL"),
    ("qf162b8_pre_scalar", "18ULL"),
    ("qf162s4_pre_vec", "19ULL"),
    ("qf162s4_pre_scalar", "20ULL"),
    ("req4_vec", "21ULL"),
    ("req4_scalar", "22ULL"),
    ("qf322b8_pre_vec", "23ULL"),
    ("qf322b8_pre_scalar", "24ULL"),
    ("qf322s4_pre_vec", "25ULL"),
    ("qf322s4_pre_scalar", "26ULL"),
    ("deqs16_vec", "27ULL"),
    ("deqs16_scalar", "28ULL"),
    ("qf162s16_pre_vec", "29ULL"),
    ("qf162s16_pre_scalar", "30ULL"),
    ("qf322f16_pre_vec", "31ULL"),
    ("qf322f16_pre_scalar", "32ULL"),
    ("qf322bf16_pre_vec", "33ULL"),
    ("qf322bf16_pre_scalar", "34ULL"),
    ("qs322bf16_pre_vec", "35ULL"),
    ("qs322bf16_pre_scalar", "36ULL"),
];
