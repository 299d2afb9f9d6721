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

/// The second reading where other sources differ, and runs do not.
const SAME: &str = "the same";

impl Quirk {
    /// Whether the two readings compute different things: a run that meets such a quirk names it.
    pub fn differs(&self) -> bool {
        self.silicon != SAME
    }
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
        name: "vcmax-empty",
        manual: "vcmax and vcmin without active lanes give zeros",
        silicon: "the value is the least of the type for vcmax and the greatest for vcmin, the infinities for floats; the lane number is 0",
        evidence: "vcmax page against section 10 of the PTO-Gym micro-instruction specification; no golden shows it",
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
        name: "hif4-cube-scales",
        manual: "the cells that `tquant_hif4` lays out for the cube hold the `ea` of their own groups",
        silicon: "from the 129th group on a cell holds the `ea` of groups that lie 64 before its own for every 128",
        evidence: "TQUANT_HIF4 page against ExpLayoutForCube_Cont of the A6 header, which steps half as far through `ea`, and the expected results of its test",
    },
    Quirk {
        name: "subnormals",
        manual: "kept on every target, although the number page says A2/A3 and A5 flush them",
        silicon: SAME,
        evidence: "number page of the manual against the A5 TEXP sequence, which has a path for subnormal results; no published trace shows flushing",
    },
    Quirk {
        name: "l1-ub-units",
        manual: "mte_l1_ub counts bytes, and its strides are from start to start",
        silicon: "mte_l1_ub counts blocks of 32 bytes, and its distances are gaps; loops count bytes",
        evidence: "mte_l1_ub page against ten PTO-Gym kernels with `nburst(40, 0, 0)` and the assembler, which makes copy_cbuf_to_ubuf of it",
    },
    Quirk {
        name: "l1-bt-units",
        manual: "lengths and gaps of mte_l1_bt count elements of the bias",
        silicon: "they count blocks of 32 bytes of the source, 64 on A2/A3",
        evidence: "mte_l1_bt page against copy_cbuf_to_bt in a5/TMov.hpp:49-58 and a2a3/TMov.hpp:25-49, to which the assembler passes them on; the PTO-Gym kernel mad_bias gives the same result by both",
    },
    Quirk {
        name: "l0b-narrow-f8",
        manual: "the image of an f8 matrix in L1 has rows of 32 bytes, also where it has 16 columns or fewer",
        silicon: "a transposing mte_l1_l0b of 16 columns or fewer reads rows of 16 bytes",
        evidence: "the PTO-Gym mad_mx kernels load 64x16 elements from 1024 bytes, with another operand right after them",
    },
    Quirk {
        name: "pat-h-q",
        manual: "PAT_H and PAT_Q select the upper half and the upper quarter of the lanes",
        silicon: "PAT_H and PAT_Q select the lower half and the lower quarter",
        evidence: "pset page against the PTO-Gym pset goldens",
    },
    Quirk {
        name: "cmps-packing",
        manual: "`tcmps` packs its bits like `tcmp`: every row starts at the row pitch of `dst`",
        silicon: "on A5 the bits are one stream from the address of `dst`: 4-byte elements without gaps between rows, rows of 2-byte elements padded to 128 bits and of 1-byte elements to 256",
        evidence: "13 PTO-Gym tcmps goldens; the headers of both devices use the row pitch, so A2/A3 keeps it",
    },
    Quirk {
        name: "cmps-16-bit",
        manual: "`tcmps` compares 16-bit integers as integers",
        silicon: "on A2/A3 their bits are compared as f16",
        evidence: "a2a3/TCmps.hpp:57-70; the page lists the types without a restriction",
    },
    Quirk {
        name: "cvt-nan",
        manual: "NaN stays NaN in every float type that has one",
        silicon: "on A5 a saturating conversion to f16 gives 0 for NaN, and a saturating `vcvt` to any float type does",
        evidence: "PTO-Gym vcvt goldens with saturation, which is the default of `tcvt`, and those of PTOAS 0.60 for e4m3 and e5m2; the type page lets NaN propagate",
    },
    Quirk {
        name: "pad-finite",
        manual: "the pads Max and Min of a float type are the infinities",
        silicon: "on A5 they are the largest finite numbers",
        evidence: "tfillpad page and the headers of both devices against the PTO-Gym tfillpad goldens",
    },
    Quirk {
        name: "fillpad-extent",
        manual: "`tfillpad` and its variants fill the whole tile `dst`",
        silicon: "they fill the valid region of `dst`",
        evidence: "the pages say both; the PTO-Gym goldens end at the valid region, where they cannot tell the two apart",
    },
    Quirk {
        name: "fillpad-inplace-copy",
        manual: "`tfillpad_inplace` copies the valid region of `src` into a `dst` that is another tile",
        silicon: "it only fills what lies outside of it: `dst` is taken to be `src` under another name",
        evidence: "tfillpad_inplace page against a2a3/TFillPad.hpp:268-286 and a5/TFillPad.hpp:75",
    },
    Quirk {
        name: "rem-through-f32",
        manual: "i32 remainders are exact, although the pages ask for operands within 2^24 on A2/A3",
        silicon: "on A2/A3 i32 operands are rounded to f32, and their quotient too",
        evidence: "trem and trems pages against a2a3/TRem.hpp:69-130 and a2a3/TRemS.hpp:67-112",
    },
    Quirk {
        name: "argmin-index-f16",
        manual: "`tcolargmin` and `tcolargmax` give the index as it is",
        silicon: "on A2/A3 the index of a 16-bit source goes through f16, ties away from zero, unless the value is stored too: above 2048 it is even",
        evidence: "tcolargmin page against a2a3/TColReduceIdx.hpp:180-190",
    },
    Quirk {
        name: "argmin-unsigned",
        manual: "`tcolargmin` and `tcolargmax` compare unsigned elements as unsigned",
        silicon: "on A2/A3 their bits are compared as f16 or f32: numbers with the top bit are negative, some are NaN",
        evidence: "tcolargmin page against a2a3/TColReduceIdx.hpp:125, 166-176",
    },
    Quirk {
        name: "divs-reciprocal",
        manual: "`tdivs` of a tile by a number gives the rounded quotient, as its formula says; its page remarks that A5 multiplies by a reciprocal, which the header of A5 does not do",
        silicon: "on A2/A3 a tile of floats that is divided in place is multiplied by the rounded reciprocal",
        evidence: "tdivs page against a2a3/TDivS.hpp:107-113, 137-143 and a5/TDivS.hpp:26-39",
    },
    Quirk {
        name: "cmps-wide-tile",
        manual: "`tcmps` with a tile compares with its element (0, 0)",
        silicon: "on A5 64-bit integers are compared with the element at the same place",
        evidence: "tcmps page against a5/TCmps.hpp:216-219",
    },
    Quirk {
        name: "pair-sums",
        manual: "`tpairreducesum` puts ceil(C/2) sums at the front of each row, a last element without a partner being added to zero, and zeros after them",
        silicon: "floor(C/2) sums are stored and nothing after them; A5 takes tiles whose columns are all valid, or which have one row, as one row of all their elements",
        evidence: "TPairReduceSum page against a2a3/TPairReduceSum.hpp:20-89 and a5/TPairReduceSum.hpp:21-102",
    },
    Quirk {
        name: "partarg-tie",
        manual: "of two equal values the second is taken, and of a NaN and a number too",
        silicon: "of two equal values the first is taken; with a NaN A2/A3 takes the second, A5 the first",
        evidence: "TPARTARGMAX page and CPU simulator against a2a3/TPartArgOp.hpp:225-251 and a5/TPartArgMax.hpp:18-24",
    },
    Quirk {
        name: "concat-index-unit",
        manual: "the index tiles of tconcatidx hold numbers of columns",
        silicon: "they hold bytes: columns times the size of an index on A2/A3 and A5, times the size of an element in the CPU simulator",
        evidence: "tconcat page against TConcat.hpp of all three targets",
    },
    Quirk {
        name: "gatherb-offsets",
        manual: "one byte offset per element of the destination",
        silicon: "one byte offset per 32-byte block of the destination",
        evidence: "tgatherb page against TGatherB.hpp of the CPU, A2/A3 and A5",
    },
    Quirk {
        name: "scatter-clears",
        manual: "places no element goes to keep what they held",
        silicon: "on A2/A3 and A5 the whole destination tile becomes zero first",
        evidence: "tscatter page against InitUBBuffer in TScatter.hpp of both targets",
    },
    Quirk {
        name: "inactive-lanes",
        manual: "inactive lanes are unchanged; a value has no earlier contents that they could keep, so they are read as undefined here: all ones in a run, which no page says, and `--check init` finds their use",
        silicon: "inactive lanes are zero",
        evidence: "23 pages of unary and binary vector instructions against MODE_ZEROING in the headers, the micro-instruction manual of PTO-Gym and its goldens",
    },
    Quirk {
        name: "mx-wide-scales",
        manual: "a scale tile of f16, bf16 or f32, which the pages do not know, multiplies each group by its number",
        silicon: "its bytes are the exponents, in cells of 16 by 2: the product has no operand for scales",
        evidence: "tmatmul_mx page (scales are f8E8M0) against a5/TMatmul.hpp:78-90; PTOAS 0.27 declares f16 scales",
    },
    Quirk {
        name: "merge-count",
        manual: "a `count` of `vmrgsort4` below 65536 is the length of each list; larger ones hold four lengths of 16 bits",
        silicon: "it always holds four lengths: such a number is that of the first list, and the others are empty",
        evidence: "vmrgsort.md:48 against a5/TMrgSort.hpp:127-155 and the PTO-Gym goldens, which pack four",
    },
    Quirk {
        name: "merge-order",
        manual: "`vmrgsort4` merges lists in the order they have, ascending or descending, which the page's `config` tells",
        silicon: "always in descending order: no bit of `config` says otherwise",
        evidence: "vmrgsort page, which does not say where in `config` the order is, against a5/TMrgSort.hpp:127-155 and the PTO-Gym goldens",
    },
    Quirk {
        name: "histogram-cumulative",
        manual: "a bin counts the elements with its byte",
        silicon: "a bin counts the elements with its byte or a lower one",
        evidence: "THISTOGRAM page against THistogram.hpp of the CPU and the expected results of the A5 tests",
    },
    Quirk {
        name: "mxfp4-emax",
        manual: "the shared exponent of 4-bit floats is that of the largest magnitude less 1",
        silicon: "less 2, the exponent of the largest e2m1 number",
        evidence: "tquant page against TQuant.hpp of the CPU and A5, its tests and OCP MX v1.0",
    },
    Quirk {
        name: "short-f32",
        manual: "sethf32mode and settf32mode change nothing on A2/A3; on A5 settf32mode keeps 7 fraction bits, rounded to nearest even; `tf32_mode` of a product keeps 10 everywhere",
        silicon: "matrix products of A2/A3 keep 11 fraction bits of f32 operands while a mode is on or with `tf32_mode`, those of A5 with TF32 10, rounded as `mode` says",
        evidence: "settf32mode page, lines 9, 51 and 59-61, against the tile method of the common header, pto_tile.hpp:1646-1664",
    },
    Quirk {
        name: "min-max-nan",
        manual: "maximum and minimum are NaN if either operand is, and order -0 below +0; the cpu target keeps the first operand like std::max",
        silicon: SAME,
        evidence: "vmax page and PTO-Gym vmin goldens; pto-spec 0.58.3 takes the number instead (minNum)",
    },
    Quirk {
        name: "shift-count",
        manual: "a shift by the width or more stops the run: the pages leave it to the target",
        silicon: SAME,
        evidence: "tshl page; pto-spec 0.58.3 takes the count modulo the width",
    },
    Quirk {
        name: "nan-payload",
        manual: "every NaN that is computed is the one positive quiet NaN, also by tabs and tneg",
        silicon: SAME,
        evidence: "no source defines payloads; pto-spec 0.58.3 only changes the sign bit in abs and neg",
    },
    Quirk {
        name: "predicate-gate",
        manual: "`pand`, `por`, `pxor`, `pnot` and `psel` do not look at their governing predicate",
        silicon: "lanes outside the governing predicate become zero",
        evidence: "pand page and the examples of the pnot and psel pages against the micro-instruction text and the PTO-Gym pnot goldens",
    },
    Quirk {
        name: "predicate-footprint",
        manual: "NORM loads and stores of predicates have one bit per lane in memory: 8 bytes for b32, 16 for b16, 32 for b8",
        silicon: "they have the whole image of 32 bytes for every lane width",
        evidence: "plds and psts pages against 38 PTO-Gym goldens",
    },
    Quirk {
        name: "predicate-offset",
        manual: "the offset of `plds`, `psts`, `pldi` and `psti` counts elements of the pointer, which is one to 64-bit words",
        silicon: "that of `plds` and `psts` counts bytes, that of `pldi` and `psti` the alignment of the footprint: 32 bytes, 16 for US and PK",
        evidence: "the pages against PTOAS 0.60 docs/isa/micro-isa/04-predicate-load-store.md:12-31, its predicate-post-update test and pto-isa@3186c381 include/pto/npu/a5/TSel.hpp:45",
    },
    Quirk {
        name: "vusqz-meaning",
        manual: "the lanes of a packed register spread out to the active lanes, zero elsewhere",
        silicon: "the number of active lanes before each lane; `src` is not looked at",
        evidence: "vusqz page against the micro-instruction text and the PTO-Gym vusqz goldens",
    },
    Quirk {
        name: "unpk-b8-slot",
        manual: "`vlds` with `UNPK_B8` puts each byte into the low byte of a 32-bit slot",
        silicon: "each byte goes into the low byte of a 16-bit slot",
        evidence: "vlds page against the A5 headers, which convert from 8 to 16 bits after it and have `UNPK4` for 32, and the layout tables of PTOAS",
    },
    Quirk {
        name: "mrg-planes",
        manual: "`vsts` with `MRG` interleaves planes that are a half or a quarter of the register each",
        silicon: "it interleaves the planes of each 32-byte block",
        evidence: "vsts page against the micro specification of PTO-Gym; current devices do not have these words",
    },
    Quirk {
        name: "vstsx2-mask",
        manual: "`vstsx2` stores the elements of both registers whose predicate bit is set",
        silicon: "it ignores the predicate",
        evidence: "vstsx2 page against the micro specification and goldens of PTO-Gym",
    },
    Quirk {
        name: "vstas-offset-unit",
        manual: "the offset of `vstas` counts bytes",
        silicon: "it counts elements",
        evidence: "chapter overview of vector loads and stores against the PTO-Gym case vstas-vstus-offset-update",
    },
    Quirk {
        name: "borrow-polarity",
        manual: "a set bit of the predicates of vsubc and vsubcs means a borrow",
        silicon: "a set bit means that nothing is borrowed",
        evidence: "vsubc and vsubcs pages against the PTO-Gym micro specification and its four goldens",
    },
    Quirk {
        name: "tsync-empty",
        manual: "a wait for no event does nothing",
        silicon: "a wait for no event drains every pipe of the core",
        evidence: "tsync page against pto-isa@3186c381 include/pto/npu/a2a3/TSync.hpp and the manual example of the tadd page, which uses it as a barrier",
    },
    Quirk {
        name: "vln-zero",
        manual: "vln of zero is NaN, as of every number that is not positive",
        silicon: "vln of zero is minus infinity",
        evidence: "vln page, line 94 against its own loop with `logf` in line 91; no golden shows a zero",
    },
    Quirk {
        name: "compared-nan",
        manual: "a NaN becomes zero in vrelu and the number in vmaxs and vmins, as the loops of their pages have it",
        silicon: "it stays NaN, as in vmax and vmin",
        evidence: "vrelu.md:93, vmaxs.md:69 and vmins.md:69 against vmax.md:68; no published result has a NaN there",
    },
    Quirk {
        name: "round-away",
        manual: "rounding A of vcvt takes of two neighbours the one of the larger magnitude",
        silicon: "it takes the nearer one, and the one of the larger magnitude halfway between them",
        evidence: "vcvt page, line 122, against pto-isa@3186c381 include/pto/npu/a5/TCvt.hpp:2947-2948, which passes it for CAST_ROUND, and the tcvt page, line 22, which defines that",
    },
    Quirk {
        name: "vmi-signless-order",
        manual: "vmi.vcmp and vmi.vcmps compare integers without a sign in their type as signed ones",
        silicon: "they compare them as unsigned ones, like every other instruction on registers of any length",
        evidence: "PTO-Gym docs/PTO-vmi-Instruction-SPEC.md:1226 against PTOAS 0.60 lib/PTO/Transforms/VMILowerUnifiedToLegacy.cpp:160-181",
    },
];

/// The bit of a quirk in a set of them.
pub fn bit(name: &str) -> u64 {
    QUIRKS.iter().position(|q| q.name == name).map_or(0, |i| 1 << i)
}

/// A quirk by name.
pub fn find(name: &str) -> Option<&'static Quirk> {
    QUIRKS.iter().find(|q| q.name == name)
}
