//! Quirks: places where the manual and published hardware evidence read differently.

/// One difference with both readings.
#[derive(Debug)]
pub struct Quirk {
    /// Its name, as on the command line and in reports.
    pub name: &'static str,
    /// What `--semantics manual` does.
    pub manual: &'static str,
    /// What `--semantics silicon` does.
    pub silicon: &'static str,
    /// Why we believe the second reading.
    pub evidence: &'static str,
}

/// All quirks.
pub static QUIRKS: &[Quirk] = &[
    Quirk {
        name: "vcgadd-placement",
        manual: "the sum of each 32-byte group goes to lane 0 of its group, the other lanes become zero",
        silicon: "the group sums are packed into lanes 0..7, the other lanes become zero",
        evidence: "the A2/A3 TROWSUM sequence and the A5 TQUANT code store exactly the low lanes; PTO-Gym vcgadd goldens",
    },
    Quirk {
        name: "vcpadd-meaning",
        manual: "prefix sum over the active lanes",
        silicon: "pairwise sums, packed into the low half, upper half zero",
        evidence: "TPAIRREDUCESUM page, both library back ends and the PTO-Gym vcpadd goldens",
    },
    Quirk {
        name: "outside-valid-read",
        manual: "source lanes outside the valid region read as all-ones bytes",
        silicon: "reading outside the valid region is an error",
        evidence: "tadd page against the assertions in the A2/A3 and A5 headers",
    },
    Quirk {
        name: "rowexpand-block",
        manual: "a row-major 32-byte expanded operand repeats its block across the row",
        silicon: "only column 0 counts unless `src1Col` says more",
        evidence: "trowexpandadd page, headers and CPU simulator against 48 PTO-Gym cases",
    },
    Quirk {
        name: "argmin-nan",
        manual: "a NaN is larger than every number; the first minimal row wins",
        silicon: "A2/A3 switches to the row of any NaN that takes part; A5 keeps a NaN of row 0",
        evidence: "TColReduceIdx.hpp of both targets; the page is silent",
    },
    Quirk {
        name: "subnormals",
        manual: "kept",
        silicon: "flushed to zero on A2/A3 and A5",
        evidence: "numerics page of the manual; no published trace",
    },
    Quirk {
        name: "pat-h-q",
        manual: "PAT_H and PAT_Q select the upper half and the upper quarter of the lanes",
        silicon: "PAT_H and PAT_Q select the lower half and the lower quarter",
        evidence: "pset page against the PTO-Gym pset goldens",
    },
];

/// A quirk by name.
pub fn find(name: &str) -> Option<&'static Quirk> {
    QUIRKS.iter().find(|q| q.name == name)
}
