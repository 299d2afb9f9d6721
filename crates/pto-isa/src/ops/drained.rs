//! The operations whose pipe `tsync.op` drains, by the names of the headers.

use crate::code;
use crate::rule::Custom;

/// Source: pto-isa@3186c381 include/pto/common/event.hpp:21-158.
#[rustfmt::skip]
pub(super) const OPERATIONS: &[&str] = &[
    "TLOAD", "TSTORE_VEC", "SCALAR", "TRESHAPE", "VECTOR", "TADD",
    "TADDS", "TAXPY", "TSUB", "TMUL", "TMULS", "TDIV",
    "TDIVS", "TMIN", "TMINS", "TMAX", "TAND", "TOR",
    "TSEL", "TSHL", "TSHR", "TEXP", "TSELS", "TSQRT",
    "TRSQRT", "TEXPANDS", "TEXPANDS_MAT", "TPARTADD", "TPARTMUL", "TPARTMAX",
    "TPARTMIN", "TPOW", "TPOWS", "TCMPS", "TMRGSORT", "TSORT32",
    "TCI", "TGATHER", "TGATHERB", "TCVT", "TROWSUM", "TROWPROD",
    "TROWMAX", "TROWMIN", "TROWEXPAND", "TRANDOM", "TCOLSUM", "TCOLPROD",
    "TCOLMAX", "TCOLMIN", "TTRANS", "TTRI", "TREM", "TFMOD",
    "TREMS", "TFMODS", "TSUBS", "TMAXS", "TLRELU", "TPRELU",
    "TMOV_V2V", "TMOV_V2M", "TEXTRACT_V2M", "TMOV_M2B", "TMOV_M2L", "TMOV_M2R",
    "TMOV_M2S", "TMOV_A2V", "TMOV_A2M", "TSTORE_ACC", "TSTORE_MAT", "TMATMUL",
    "TGEMV", "TEXTRACT_M2LR", "TANDS", "TORS", "TSHLS", "TSHRS",
    "TXOR", "TXORS", "TEXTRACT_A2M", "TINSERT_A2M", "TIMG2COL", "SETFMATRIX",
    "SET_IMG2COL_RPT", "SET_IMG2COL_PADDING", "TCONCAT", "TDEQUANT", "TADDDEQRELU", "TABS",
    "TNEG", "TRELU", "TNOT", "TLOG", "TRECIP", "TCMP",
    "TSCATTER", "TCOLEXPAND", "TCOLEXPANDDIV", "TCOLEXPANDMUL", "TCOLEXPANDADD", "TCOLEXPANDMAX",
    "TCOLEXPANDMIN", "TCOLEXPANDSUB", "TCOLEXPANDEXPDIF", "TROWEXPANDDIV", "TROWEXPANDMUL", "TROWEXPANDSUB",
    "TROWEXPANDADD", "TROWEXPANDMAX", "TROWEXPANDMIN", "TROWEXPANDEXPDIF", "TPAIRREDUCESUM", "TSUBRELUCONV",
    "TADDRELUCONV", "TFUSEDMULADD", "TMULADDDST", "TSUBRELU", "TFUSEDMULADDRELU", "TPARTARGMAX",
    "TPARTARGMIN", "TCOLARGMAX", "TCOLARGMIN", "TROWARGMAX", "TROWARGMIN", "TPREFETCH",
    "TFILLPAD_VEC", "TFILLPAD_MAT", "MGATHER_VEC", "MGATHER_MAT", "MSCATTER", "TQUANT",
    "THISTOGRAM", "TINTERLEAVE", "TDEINTERLEAVE",
];

/// The operations of pipes MTE2 and MTE3.
///
/// Source: pto-isa@3186c381 include/pto/common/event.hpp:172-302.
const OF_COPIES: &[&str] = &[
    "TLOAD",
    "TPREFETCH",
    "TEXPANDS_MAT",
    "TFILLPAD_MAT",
    "MGATHER_MAT",
    "TSTORE_VEC",
    "TSTORE_MAT",
];

/// The operations of the scalar unit, of MTE1, of the cube and of the fix pipe.
///
/// Source: pto-isa@3186c381 include/pto/common/event.hpp:172-302.
#[rustfmt::skip]
const OF_OTHER_PIPES: &[&str] = &[
    "SCALAR", "TRESHAPE", "TCI", "SETFMATRIX", "SET_IMG2COL_RPT", "SET_IMG2COL_PADDING",
    "TMOV_M2B", "TMOV_M2L", "TMOV_M2R", "TEXTRACT_M2LR", "TIMG2COL", "TMATMUL",
    "TGEMV", "TMOV_V2M", "TEXTRACT_V2M", "TMOV_M2S", "TMOV_A2V", "TMOV_A2M",
    "TSTORE_ACC", "TEXTRACT_A2M", "TINSERT_A2M",
];

/// What the page allows: the pipe of the vector unit.
pub(super) static DRAINED_BY_PAGE: Custom = Custom {
    name: "sync-vector-pipe",
    code: code::ATTR_FOR_TARGET,
    text: "only the pipe of a vector operation can be drained by operation",
    holds: |args| {
        let among = |list: &[&str], w: &str| list.iter().any(|op| w.eq_ignore_ascii_case(op));
        args.word("op").is_none_or(|w| !among(OF_COPIES, w) && !among(OF_OTHER_PIPES, w))
    },
    found: |args| args.word("op").unwrap_or("none").into(),
    mutate_to_violate: |b| b.attrs.push(("op".into(), "#pto.op<TLOAD>".into())),
};

pub(super) static DRAINED_BY_A5: Custom = Custom {
    name: "sync-drained-pipe",
    code: code::ATTR_FOR_TARGET,
    text: "A5 drains the pipe of an operation on MTE2 or MTE3 only",
    holds: |args| {
        let among = |list: &[&str], w: &str| list.iter().any(|op| w.eq_ignore_ascii_case(op));
        args.word("op").is_none_or(|w| among(OF_COPIES, w) || !among(OPERATIONS, w))
    },
    found: |args| args.word("op").unwrap_or("none").into(),
    mutate_to_violate: |b| b.attrs.push(("op".into(), "#pto.op<TADD>".into())),
};
