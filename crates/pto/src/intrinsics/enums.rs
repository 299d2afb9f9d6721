//! AttrEnums that attributes take, as types.

// Written by `cargo xtask gen`. Do not edit.

/// state of the M-to-FIX hand-over of the accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccPhase {
    /// `unspecified`
    Unspecified,
    /// `partial`
    Partial,
    /// `final`
    Final,
}

impl AccPhase {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            AccPhase::Unspecified => "unspecified",
            AccPhase::Partial => "partial",
            AccPhase::Final => "final",
        }
    }
}

/// which vector core receives the accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccToVecMode {
    /// `single_mode_vec0`
    SingleModeVec0,
    /// `single_mode_vec1`
    SingleModeVec1,
    /// `dual_mode_split_m`
    DualModeSplitM,
    /// `dual_mode_split_n`
    DualModeSplitN,
}

impl AccToVecMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            AccToVecMode::SingleModeVec0 => "single_mode_vec0",
            AccToVecMode::SingleModeVec1 => "single_mode_vec1",
            AccToVecMode::DualModeSplitM => "dual_mode_split_m",
            AccToVecMode::DualModeSplitN => "dual_mode_split_n",
        }
    }
}

/// replace or add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicType {
    /// `atomic_none`
    AtomicNone,
    /// `atomic_add`
    AtomicAdd,
    /// `atomic_max`
    AtomicMax,
    /// `atomic_min`
    AtomicMin,
}

impl AtomicType {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            AtomicType::AtomicNone => "atomic_none",
            AtomicType::AtomicAdd => "atomic_add",
            AtomicType::AtomicMax => "atomic_max",
            AtomicType::AtomicMin => "atomic_min",
        }
    }
}

/// along which the pattern runs; `row` if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `row`
    Row,
    /// `col`
    Col,
}

impl Axis {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Axis::Row => "row",
            Axis::Col => "col",
        }
    }
}

/// signal, comparison, value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cmp {
    /// `eq`
    Eq,
    /// `ne`
    Ne,
    /// `gt`
    Gt,
    /// `ge`
    Ge,
    /// `lt`
    Lt,
    /// `le`
    Le,
}

impl Cmp {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Cmp::Eq => "eq",
            Cmp::Ne => "ne",
            Cmp::Gt => "gt",
            Cmp::Ge => "ge",
            Cmp::Lt => "lt",
            Cmp::Le => "le",
        }
    }
}

/// the comparison, `#pto<cmp lt>` or `#pto.cmp<LT>`; equal if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CmpMode {
    /// `eq`
    Eq,
    /// `ne`
    Ne,
    /// `lt`
    Lt,
    /// `le`
    Le,
    /// `gt`
    Gt,
    /// `ge`
    Ge,
}

impl CmpMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            CmpMode::Eq => "eq",
            CmpMode::Ne => "ne",
            CmpMode::Lt => "lt",
            CmpMode::Le => "le",
            CmpMode::Gt => "gt",
            CmpMode::Ge => "ge",
        }
    }
}

/// AttrEnums of `Coalesce`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coalesce {
    /// `row`
    Row,
    /// `elem`
    Elem,
}

impl Coalesce {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Coalesce::Row => "row",
            Coalesce::Elem => "elem",
        }
    }
}

/// who moves the data; the vector cores (`aiv`) if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// `aiv`
    Aiv,
    /// `ccu`
    Ccu,
}

impl Engine {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Engine::Aiv => "aiv",
            Engine::Ccu => "ccu",
        }
    }
}

/// for indices past the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GatherOob {
    /// `undefined`
    Undefined,
    /// `clamp`
    Clamp,
    /// `wrap`
    Wrap,
    /// `zero`
    Zero,
}

impl GatherOob {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            GatherOob::Undefined => "undefined",
            GatherOob::Clamp => "clamp",
            GatherOob::Wrap => "wrap",
            GatherOob::Zero => "zero",
        }
    }
}

/// how the exponents were grouped, for the repack to ZZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrpAxis {
    /// `axis0`
    Axis0,
    /// `axis1`
    Axis1,
}

impl GrpAxis {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            GrpAxis::Axis0 => "axis0",
            GrpAxis::Axis1 => "axis1",
        }
    }
}

/// layout of the view in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `nd`
    Nd,
    /// `dn`
    Dn,
    /// `nz`
    Nz,
    /// `mx_a_zz`
    MxAZz,
    /// `mx_a_nd`
    MxANd,
    /// `mx_a_dn`
    MxADn,
    /// `mx_b_nn`
    MxBNn,
    /// `mx_b_nd`
    MxBNd,
    /// `mx_b_dn`
    MxBDn,
}

impl Layout {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Layout::Nd => "nd",
            Layout::Dn => "dn",
            Layout::Nz => "nz",
            Layout::MxAZz => "mx_a_zz",
            Layout::MxANd => "mx_a_nd",
            Layout::MxADn => "mx_a_dn",
            Layout::MxBNn => "mx_b_nn",
            Layout::MxBNd => "mx_b_nd",
            Layout::MxBDn => "mx_b_dn",
        }
    }
}

/// which of two or four neighbours take part; read from the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaskPattern {
    /// `P0101`
    P0101,
    /// `P1010`
    P1010,
    /// `P0001`
    P0001,
    /// `P0010`
    P0010,
    /// `P0100`
    P0100,
    /// `P1000`
    P1000,
    /// `P1111`
    P1111,
}

impl MaskPattern {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            MaskPattern::P0101 => "P0101",
            MaskPattern::P1010 => "P1010",
            MaskPattern::P0001 => "P0001",
            MaskPattern::P0010 => "P0010",
            MaskPattern::P0100 => "P0100",
            MaskPattern::P1000 => "P1000",
            MaskPattern::P1111 => "P1111",
        }
    }
}

/// rounding; CAST\_ROUND without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `NONE`
    None,
    /// `RINT`
    Rint,
    /// `ROUND`
    Round,
    /// `FLOOR`
    Floor,
    /// `CEIL`
    Ceil,
    /// `TRUNC`
    Trunc,
    /// `ODD`
    Odd,
}

impl Mode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Mode::None => "NONE",
            Mode::Rint => "RINT",
            Mode::Round => "ROUND",
            Mode::Floor => "FLOOR",
            Mode::Ceil => "CEIL",
            Mode::Trunc => "TRUNC",
            Mode::Odd => "ODD",
        }
    }
}

/// replace or add.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotifyOp {
    /// `set`
    Set,
    /// `atomic_add`
    AtomicAdd,
}

impl NotifyOp {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            NotifyOp::Set => "set",
            NotifyOp::AtomicAdd => "atomic_add",
        }
    }
}

/// fill of rows that are shorter than the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadMode {
    /// `PadNull`
    PadNull,
    /// `PadFirstElem`
    PadFirstElem,
    /// `PadValue`
    PadValue,
}

impl PadMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PadMode::PadNull => "PadNull",
            PadMode::PadFirstElem => "PadFirstElem",
            PadMode::PadValue => "PadValue",
        }
    }
}

/// must repeat the pad of a mat tile's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PadValue {
    /// `null`
    Null,
    /// `zero`
    Zero,
    /// `max`
    Max,
    /// `min`
    Min,
}

impl PadValue {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PadValue::Null => "null",
            PadValue::Zero => "zero",
            PadValue::Max => "max",
            PadValue::Min => "min",
        }
    }
}

/// older name of `precisionType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrecisionMode {
    /// `default`
    Default,
    /// `high_precision`
    HighPrecision,
}

impl PrecisionMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PrecisionMode::Default => "default",
            PrecisionMode::HighPrecision => "high_precision",
        }
    }
}

/// fast or accurate algorithm, e.g. `#pto<div_precision high_precision>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrecisionType {
    /// `default`
    Default,
    /// `high_precision`
    HighPrecision,
}

impl PrecisionType {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PrecisionType::Default => "default",
            PrecisionType::HighPrecision => "high_precision",
        }
    }
}

/// AttrEnums of `PrintFormat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PrintFormat {
    /// `width8_precision4`
    Width8Precision4,
    /// `width8_precision2`
    Width8Precision2,
    /// `width10_precision6`
    Width10Precision6,
}

impl PrintFormat {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PrintFormat::Width8Precision4 => "width8_precision4",
            PrintFormat::Width8Precision2 => "width8_precision2",
            PrintFormat::Width10Precision6 => "width10_precision6",
        }
    }
}

/// how the exponent is rounded; `ocp` if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantScaleAlg {
    /// `ocp`
    Ocp,
    /// `nv`
    Nv,
}

impl QuantScaleAlg {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            QuantScaleAlg::Ocp => "ocp",
            QuantScaleAlg::Nv => "nv",
        }
    }
}

/// by the presence of `offset` if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuantType {
    /// `INT8_SYM`
    Int8Sym,
    /// `INT8_ASYM`
    Int8Asym,
    /// `MXFP8`
    Mxfp8,
    /// `MXFP4_E2M1`
    Mxfp4E2m1,
}

impl QuantType {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            QuantType::Int8Sym => "INT8_SYM",
            QuantType::Int8Asym => "INT8_ASYM",
            QuantType::Mxfp8 => "MXFP8",
            QuantType::Mxfp4E2m1 => "MXFP4_E2M1",
        }
    }
}

/// how two elements are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReduceOp {
    /// `sum`
    Sum,
    /// `max`
    Max,
    /// `min`
    Min,
}

impl ReduceOp {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            ReduceOp::Sum => "sum",
            ReduceOp::Max => "max",
            ReduceOp::Min => "min",
        }
    }
}

/// ReLU after the conversion; only on the way out of acc.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReluPreMode {
    /// `no_relu`
    NoRelu,
    /// `normal_relu`
    NormalRelu,
    /// `scalar_relu`
    ScalarRelu,
    /// `vector_relu`
    VectorRelu,
}

impl ReluPreMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            ReluPreMode::NoRelu => "no_relu",
            ReluPreMode::NormalRelu => "normal_relu",
            ReluPreMode::ScalarRelu => "scalar_relu",
            ReluPreMode::VectorRelu => "vector_relu",
        }
    }
}

/// rounding, e.g. `#pto<round_mode CAST_RINT>`; RINT (to even) if absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rmode {
    /// `NONE`
    None,
    /// `RINT`
    Rint,
    /// `ROUND`
    Round,
    /// `FLOOR`
    Floor,
    /// `CEIL`
    Ceil,
    /// `TRUNC`
    Trunc,
    /// `ODD`
    Odd,
}

impl Rmode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Rmode::None => "NONE",
            Rmode::Rint => "RINT",
            Rmode::Round => "ROUND",
            Rmode::Floor => "FLOOR",
            Rmode::Ceil => "CEIL",
            Rmode::Trunc => "TRUNC",
            Rmode::Odd => "ODD",
        }
    }
}

/// older name of `satmode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SatMode {
    /// `ON`
    On,
    /// `OFF`
    Off,
}

impl SatMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            SatMode::On => "ON",
            SatMode::Off => "OFF",
        }
    }
}

/// what happens to values out of range, e.g. `#pto<saturation_mode OFF>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Satmode {
    /// `ON`
    On,
    /// `OFF`
    Off,
}

impl Satmode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Satmode::On => "ON",
            Satmode::Off => "OFF",
        }
    }
}

/// AttrEnums of `ScatterAtomicOp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScatterAtomicOp {
    /// `none`
    None,
    /// `add`
    Add,
    /// `max`
    Max,
    /// `min`
    Min,
}

impl ScatterAtomicOp {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            ScatterAtomicOp::None => "none",
            ScatterAtomicOp::Add => "add",
            ScatterAtomicOp::Max => "max",
            ScatterAtomicOp::Min => "min",
        }
    }
}

/// which of two writes to one place stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScatterConflict {
    /// `default`
    Default,
    /// `last`
    Last,
}

impl ScatterConflict {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            ScatterConflict::Default => "default",
            ScatterConflict::Last => "last",
        }
    }
}

/// for indices past the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScatterOob {
    /// `undefined`
    Undefined,
    /// `skip`
    Skip,
    /// `clamp`
    Clamp,
    /// `wrap`
    Wrap,
}

impl ScatterOob {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            ScatterOob::Undefined => "undefined",
            ScatterOob::Skip => "skip",
            ScatterOob::Clamp => "clamp",
            ScatterOob::Wrap => "wrap",
        }
    }
}

/// hand-shake with the cube by unit flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StPhase {
    /// `unspecified`
    Unspecified,
    /// `partial`
    Partial,
    /// `final`
    Final,
}

impl StPhase {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            StPhase::Unspecified => "unspecified",
            StPhase::Partial => "partial",
            StPhase::Final => "final",
        }
    }
}

/// order of `exp_zz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoreMode {
    /// `nd`
    Nd,
    /// `nz`
    Nz,
}

impl StoreMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            StoreMode::Nd => "nd",
            StoreMode::Nz => "nz",
        }
    }
}

/// split the NZ source into 2 or 4 parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TinsertMode {
    /// `split2`
    Split2,
    /// `split4`
    Split4,
}

impl TinsertMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            TinsertMode::Split2 => "split2",
            TinsertMode::Split4 => "split4",
        }
    }
}
