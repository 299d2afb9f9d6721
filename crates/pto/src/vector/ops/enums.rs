//! AttrEnums that attributes take, as types.

// Written by `cargo xtask gen`. Do not edit.

/// a half of a register or predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// `LOWER`
    Lower,
    /// `HIGHER`
    Higher,
}

impl Half {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Half::Lower => "LOWER",
            Half::Higher => "HIGHER",
        }
    }
}

/// even or odd lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// `EVEN`
    Even,
    /// `ODD`
    Odd,
}

impl Part {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Even => "EVEN",
            Part::Odd => "ODD",
        }
    }
}

/// which lanes are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// `PAT_ALL`
    All,
    /// `PAT_ALLF`
    Allf,
    /// `PAT_VL1`
    Vl1,
    /// `PAT_VL2`
    Vl2,
    /// `PAT_VL3`
    Vl3,
    /// `PAT_VL4`
    Vl4,
    /// `PAT_VL8`
    Vl8,
    /// `PAT_VL12`
    Vl12,
    /// `PAT_VL16`
    Vl16,
    /// `PAT_VL32`
    Vl32,
    /// `PAT_VL64`
    Vl64,
    /// `PAT_VL128`
    Vl128,
    /// `PAT_M3`
    M3,
    /// `PAT_M4`
    M4,
    /// `PAT_H`
    H,
    /// `PAT_Q`
    Q,
}

impl Pattern {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Pattern::All => "PAT_ALL",
            Pattern::Allf => "PAT_ALLF",
            Pattern::Vl1 => "PAT_VL1",
            Pattern::Vl2 => "PAT_VL2",
            Pattern::Vl3 => "PAT_VL3",
            Pattern::Vl4 => "PAT_VL4",
            Pattern::Vl8 => "PAT_VL8",
            Pattern::Vl12 => "PAT_VL12",
            Pattern::Vl16 => "PAT_VL16",
            Pattern::Vl32 => "PAT_VL32",
            Pattern::Vl64 => "PAT_VL64",
            Pattern::Vl128 => "PAT_VL128",
            Pattern::M3 => "PAT_M3",
            Pattern::M4 => "PAT_M4",
            Pattern::H => "PAT_H",
            Pattern::Q => "PAT_Q",
        }
    }
}

/// what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PldDist {
    /// `NORM`
    Norm,
    /// `US`
    Us,
    /// `DS`
    Ds,
}

impl PldDist {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PldDist::Norm => "NORM",
            PldDist::Us => "US",
            PldDist::Ds => "DS",
        }
    }
}

/// lane of a register input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// `LOWEST`
    Lowest,
    /// `HIGHEST`
    Highest,
}

impl Position {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Position::Lowest => "LOWEST",
            Position::Highest => "HIGHEST",
        }
    }
}

/// what is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PstDist {
    /// `NORM`
    Norm,
    /// `PK`
    Pk,
}

impl PstDist {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            PstDist::Norm => "NORM",
            PstDist::Pk => "PK",
        }
    }
}

/// R nearest even, A nearest away, F down, C up, Z to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundMode {
    /// `R`
    R,
    /// `A`
    A,
    /// `F`
    F,
    /// `C`
    C,
    /// `Z`
    Z,
}

impl RoundMode {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            RoundMode::R => "R",
            RoundMode::A => "A",
            RoundMode::F => "F",
            RoundMode::C => "C",
            RoundMode::Z => "Z",
        }
    }
}

/// clamp or wrap what does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sat {
    /// `SAT`
    Sat,
    /// `NOSAT`
    Nosat,
    /// `RS_ENABLE`
    RsEnable,
    /// `RS_DISABLE`
    RsDisable,
}

impl Sat {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Sat::Sat => "SAT",
            Sat::Nosat => "NOSAT",
            Sat::RsEnable => "RS_ENABLE",
            Sat::RsDisable => "RS_DISABLE",
        }
    }
}

/// the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spr {
    /// `AR`
    Ar,
}

impl Spr {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Spr::Ar => "AR",
        }
    }
}

/// distance and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stride {
    /// `STRIDE_S3_B16`
    S3B16,
    /// `STRIDE_S4_B64`
    S4B64,
    /// `STRIDE_S8_B32`
    S8B32,
    /// `STRIDE_S2_B64`
    S2B64,
}

impl Stride {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Stride::S3B16 => "STRIDE_S3_B16",
            Stride::S4B64 => "STRIDE_S4_B64",
            Stride::S8B32 => "STRIDE_S8_B32",
            Stride::S2B64 => "STRIDE_S2_B64",
        }
    }
}

/// whether a place moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// `POST_UPDATE`
    PostUpdate,
    /// `NO_POST_UPDATE`
    NoPostUpdate,
}

impl Update {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Update::PostUpdate => "POST_UPDATE",
            Update::NoPostUpdate => "NO_POST_UPDATE",
        }
    }
}

/// direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VciOrder {
    /// `ASC`
    Asc,
    /// `DESC`
    Desc,
}

impl VciOrder {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            VciOrder::Asc => "ASC",
            VciOrder::Desc => "DESC",
        }
    }
}

/// sub-slot of a wide slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VcvtPart {
    /// `EVEN`
    Even,
    /// `ODD`
    Odd,
    /// `P0`
    P0,
    /// `P1`
    P1,
    /// `P2`
    P2,
    /// `P3`
    P3,
}

impl VcvtPart {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            VcvtPart::Even => "EVEN",
            VcvtPart::Odd => "ODD",
            VcvtPart::P0 => "P0",
            VcvtPart::P1 => "P1",
            VcvtPart::P2 => "P2",
            VcvtPart::P3 => "P3",
        }
    }
}

/// rounding: R nearest even, A nearest away or away (quirk `round-away`), F down, C up, Z to zero, O to odd, H hybrid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VcvtRnd {
    /// `R`
    R,
    /// `A`
    A,
    /// `F`
    F,
    /// `C`
    C,
    /// `Z`
    Z,
    /// `O`
    O,
    /// `H`
    H,
}

impl VcvtRnd {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            VcvtRnd::R => "R",
            VcvtRnd::A => "A",
            VcvtRnd::F => "F",
            VcvtRnd::C => "C",
            VcvtRnd::Z => "Z",
            VcvtRnd::O => "O",
            VcvtRnd::H => "H",
        }
    }
}

/// memory to lanes; NORM is contiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VldsDist {
    /// `NORM`
    Norm,
    /// `BRC_B8`
    BrcB8,
    /// `BRC_B16`
    BrcB16,
    /// `BRC_B32`
    BrcB32,
    /// `BRC_BLK`
    BrcBlk,
    /// `US_B8`
    UsB8,
    /// `US_B16`
    UsB16,
    /// `DS_B8`
    DsB8,
    /// `DS_B16`
    DsB16,
    /// `UNPK_B8`
    UnpkB8,
    /// `UNPK_B16`
    UnpkB16,
    /// `UNPK_B32`
    UnpkB32,
    /// `UNPK4`
    Unpk4,
    /// `E2B_B16`
    E2bB16,
    /// `E2B_B32`
    E2bB32,
    /// `SPLT4CHN`
    Splt4chn,
    /// `SPLT4CHN_B8`
    Splt4chnB8,
    /// `SPLT2CHN_B8`
    Splt2chnB8,
    /// `SPLT2CHN_B16`
    Splt2chnB16,
    /// `DINTLV_B32`
    DintlvB32,
    /// `BLK`
    Blk,
}

impl VldsDist {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            VldsDist::Norm => "NORM",
            VldsDist::BrcB8 => "BRC_B8",
            VldsDist::BrcB16 => "BRC_B16",
            VldsDist::BrcB32 => "BRC_B32",
            VldsDist::BrcBlk => "BRC_BLK",
            VldsDist::UsB8 => "US_B8",
            VldsDist::UsB16 => "US_B16",
            VldsDist::DsB8 => "DS_B8",
            VldsDist::DsB16 => "DS_B16",
            VldsDist::UnpkB8 => "UNPK_B8",
            VldsDist::UnpkB16 => "UNPK_B16",
            VldsDist::UnpkB32 => "UNPK_B32",
            VldsDist::Unpk4 => "UNPK4",
            VldsDist::E2bB16 => "E2B_B16",
            VldsDist::E2bB32 => "E2B_B32",
            VldsDist::Splt4chn => "SPLT4CHN",
            VldsDist::Splt4chnB8 => "SPLT4CHN_B8",
            VldsDist::Splt2chnB8 => "SPLT2CHN_B8",
            VldsDist::Splt2chnB16 => "SPLT2CHN_B16",
            VldsDist::DintlvB32 => "DINTLV_B32",
            VldsDist::Blk => "BLK",
        }
    }
}

/// unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vldsx2Dist {
    /// `DINTLV_B8`
    DintlvB8,
    /// `DINTLV_B16`
    DintlvB16,
    /// `DINTLV_B32`
    DintlvB32,
    /// `BDINTLV`
    Bdintlv,
}

impl Vldsx2Dist {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Vldsx2Dist::DintlvB8 => "DINTLV_B8",
            Vldsx2Dist::DintlvB16 => "DINTLV_B16",
            Vldsx2Dist::DintlvB32 => "DINTLV_B32",
            Vldsx2Dist::Bdintlv => "BDINTLV",
        }
    }
}

/// rounding; only A exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VmulscvtRnd {
    /// `A`
    A,
}

impl VmulscvtRnd {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            VmulscvtRnd::A => "A",
        }
    }
}

/// lanes to memory; contiguous by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VstsDist {
    /// `NORM`
    Norm,
    /// `NORM_B8`
    NormB8,
    /// `NORM_B16`
    NormB16,
    /// `NORM_B32`
    NormB32,
    /// `1PT_B8`
    OnePtB8,
    /// `1PT_B16`
    OnePtB16,
    /// `1PT_B32`
    OnePtB32,
    /// `PK_B16`
    PkB16,
    /// `PK_B32`
    PkB32,
    /// `PK_B64`
    PkB64,
    /// `PK4_B32`
    Pk4B32,
    /// `MRG4CHN_B8`
    Mrg4chnB8,
    /// `MRG2CHN_B8`
    Mrg2chnB8,
    /// `MRG2CHN_B16`
    Mrg2chnB16,
}

impl VstsDist {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            VstsDist::Norm => "NORM",
            VstsDist::NormB8 => "NORM_B8",
            VstsDist::NormB16 => "NORM_B16",
            VstsDist::NormB32 => "NORM_B32",
            VstsDist::OnePtB8 => "1PT_B8",
            VstsDist::OnePtB16 => "1PT_B16",
            VstsDist::OnePtB32 => "1PT_B32",
            VstsDist::PkB16 => "PK_B16",
            VstsDist::PkB32 => "PK_B32",
            VstsDist::PkB64 => "PK_B64",
            VstsDist::Pk4B32 => "PK4_B32",
            VstsDist::Mrg4chnB8 => "MRG4CHN_B8",
            VstsDist::Mrg2chnB8 => "MRG2CHN_B8",
            VstsDist::Mrg2chnB16 => "MRG2CHN_B16",
        }
    }
}

/// unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vstsx2Dist {
    /// `INTLV_B8`
    IntlvB8,
    /// `INTLV_B16`
    IntlvB16,
    /// `INTLV_B32`
    IntlvB32,
}

impl Vstsx2Dist {
    /// As programs write it.
    pub const fn word(self) -> &'static str {
        match self {
            Vstsx2Dist::IntlvB8 => "INTLV_B8",
            Vstsx2Dist::IntlvB16 => "INTLV_B16",
            Vstsx2Dist::IntlvB32 => "INTLV_B32",
        }
    }
}
