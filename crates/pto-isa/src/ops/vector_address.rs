//! Loads and stores of registers at addresses that the loops around them give: vector addresses.

use crate::def::prelude::*;
use crate::ops::vector_load::VALD_DIST;
use crate::ops::vector_store::{STORE_MASK, VAST_DIST};
use crate::sem::OffsetUnit;
use crate::sem::predicate_memory::{load_mask, store_mask};
use crate::sem::stream;
use crate::sem::vector_address::{AddressedLoad, AddressedStore, generate, load_next, store_next};
use crate::sem::vector_strided::{PairLoad, PairStore, load_pair, store_pair};

const BASE: OpDef = OpDef {
    family: "vector-load-store",
    origin: Origin::Assembler("PTOAS 97fd98f4"),
    ..OpDef::REGISTER
};

const PAGE: &str = "PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md";
/// The result that no form of these instructions has.
const NONE: u8 = u8::MAX;

ops! {
    base: BASE;

    /// Make a vector address from the loops around the instruction.
    ///
    /// A stride in bytes for each loop, from the innermost out: `s0` for the loop that the instruction stands in. A loop
    /// with a stride counts in `i16`. The address is a number of 32 bits without a sign, and no pointer.
    vag(s0: In Scalar, s1: OptIn Scalar, s2: OptIn Scalar, s3: OptIn Scalar, result: Out Vaddr) {
        formula: "result = i0*s0 + i1*s1 + i2*s2 + i3*s3   where i0 counts the innermost loop",
        rules: &[has_dtype(&[s0, s1, s2, s3], &[I32]).cite(PAGE)],
        sem: Sem::Custom(|x| generate(x, [s0, s1, s2, s3], result)),
        support: &[on(Targets::CPU_A5, PAGE)],
        notes: &[
            "Loops start at 0 and count by one: no source says what a loop with another start or step counts, and a run \
             refuses it.",
            "An earlier page has one stride alone, and the order of several is open there (PTOAS@35e08745 \
             docs/designs/vpto-vector-address-ops.md, 3.1).",
            "The wrappers of the device's compiler count elements and this instruction bytes (the same page, 2.3).",
        ],
    }

    /// Load a vector register at a vector address.
    ///
    /// As `vlds`, with an offset in bytes.
    vald(source: Loads Ptr, addr: In Vaddr, result: Out Vreg) {
        formula: "result[i] = UB[source + addr bytes + i]   (NORM)\nresult[i] = UB[source + addr bytes]   (BRC)",
        attrs: &[word("dist", VALD_DIST).doc("memory to lanes; NORM is contiguous")],
        syntax: "source[addr] : source, addr",
        rules: &[
            in_space(&[source], &[Vec]),
            same_dtype(&[source, result]).cite(PAGE),
        ],
        sem: Sem::Custom(|x| RegLoad { source, offset: addr, result, updated_base: NONE }.run(x)),
        support: &[on(Targets::CPU_A5, PAGE)],
        quirks: &["unpk-b8-slot"],
    }

    /// Load two vector registers at a vector address and separate even and odd units.
    ///
    /// As `vldsx2`, with an offset in bytes.
    valdx2(source: Loads Ptr, addr: In Vaddr, low: Out Vreg, high: Out Vreg) {
        formula: "low[i] = UB[source + addr bytes + 2*i]\nhigh[i] = UB[source + addr bytes + 2*i + 1]",
        attrs: &[word("dist", &["DINTLV_B8", "DINTLV_B16", "DINTLV_B32", "BDINTLV"]).required().doc("unit")],
        syntax: "source[addr], dist : source, addr",
        rules: &[
            in_space(&[source], &[Vec]),
            same_type(&[low, high]).cite(PAGE),
            same_width(&[low, source]).warn(),
        ],
        sem: Sem::Custom(|x| load_pair(x, &PairLoad { source: [source, addr], results: [low, high], updated_base: NONE })),
        support: &[on(Targets::CPU_A5, PAGE)],
    }

    /// Store a vector register at a vector address.
    ///
    /// As `vsts`, with an offset in bytes.
    vast(value: In Vreg, dest: Stores Ptr, addr: In Vaddr, mask: In Mask) {
        formula: "UB[dest + addr bytes + i] = value[i] for active i   (NORM)\nUB[dest + addr bytes] = value[0]   (1PT)",
        attrs: &[word("dist", VAST_DIST).doc("lanes to memory; contiguous by default")],
        syntax: "value, dest[addr], mask : value, dest, addr, mask",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_width(&[value, dest]).warn(),
            custom(&[value, mask], &STORE_MASK).cite("PTOAS 0.60 lib/PTO/IR/VPTO.cpp:1954-1985"),
        ],
        sem: Sem::Custom(|x| RegStore { value, dest, offset: addr, mask, updated_base: NONE }.run(x)),
        support: &[on(Targets::CPU_A5, PAGE)],
        quirks: &["mrg-planes"],
        notes: &[
            "The page also lists INTLV_B8, INTLV_B16 and INTLV_B32, which interleave two registers; what they do with one \
             no source says (PTOAS@35e08745 docs/designs/vpto-vector-address-ops.md, 2.6, has no code for them).",
        ],
    }

    /// Store two vector registers interleaved at a vector address.
    ///
    /// As `vstsx2`, with an offset in bytes.
    vastx2(low: In Vreg, high: In Vreg, dest: Stores Ptr, addr: In Vaddr, mask: In Mask) {
        formula: "UB[dest + addr bytes + 2*i] = low[i]\nUB[dest + addr bytes + 2*i + 1] = high[i]",
        attrs: &[word("dist", &["INTLV_B8", "INTLV_B16", "INTLV_B32"]).required().doc("unit")],
        syntax: "low, high, dest[addr], dist, mask : low, high, dest, addr, mask",
        rules: &[
            in_space(&[dest], &[Vec]),
            same_type(&[low, high]).cite(PAGE),
            same_width(&[low, dest]).warn(),
            mask_fits(&[low, mask]),
        ],
        sem: Sem::Custom(|x| store_pair(x, &PairStore { values: [low, high], dest: [dest, addr], mask })),
        support: &[on(Targets::CPU_A5, PAGE)],
        quirks: &["vstsx2-mask"],
    }

    /// Load a predicate at a vector address.
    ///
    /// NORM reads the 32-byte image, US reads 16 bytes and doubles every bit, DS reads 64 bytes and keeps the even bits.
    pald(source: Loads Ptr, addr: In Vaddr, result: Out Mask) {
        formula: "NORM: result = 256 bits at source + addr bytes\nUS: each of 128 bits twice\nDS: even bits of 512",
        attrs: &[word("dist", &["NORM", "US", "DS"]).required().doc("what is read")],
        syntax: "source[addr], dist : source, addr",
        rules: &[in_space(&[source], &[Vec])],
        sem: Sem::Custom(|x| load_mask(x, [source, addr, result, NONE], OffsetUnit::Address)),
        support: &[on(Targets::CPU_A5, PAGE)],
        quirks: &["predicate-footprint"],
    }

    /// Store a predicate at a vector address.
    ///
    /// NORM writes the 32-byte image for every lane width, PK its even bits as 16 bytes.
    past(value: In Mask, destination: Stores Ptr, addr: In Vaddr) {
        formula: "NORM: 256 bits at destination + addr bytes = value\nPK: 128 bits there = even bits of value",
        attrs: &[word("dist", &["NORM", "PK"]).required().doc("what is written")],
        syntax: "value, destination[addr], dist : value, destination, addr",
        rules: &[in_space(&[destination], &[Vec])],
        sem: Sem::Custom(|x| store_mask(x, [value, destination, addr, NONE], OffsetUnit::Address)),
        support: &[on(Targets::CPU_A5, PAGE)],
        quirks: &["predicate-footprint"],
    }

    /// Start a stream of unaligned loads at a vector address.
    ///
    /// Reads the aligned block around the address, which needs no alignment itself.
    valda(source: Loads Ptr, addr: In Vaddr, result: Out Align) {
        formula: "result = UB[source + addr bytes rounded down to 32 bytes, 32 bytes]",
        syntax: "source[addr] : source, addr",
        rules: &[in_space(&[source], &[Vec])],
        sem: Sem::Custom(|x| {
            let at = x.moved_by(x.ptr(source)?, addr)?;
            stream::read_ahead(x, at, source, result)
        }),
        support: &[on(Targets::CPU_A5, PAGE)],
    }

    /// Load a vector register from any address of a stream, and move the vector address on.
    ///
    /// `align_in` comes from `valda` or an earlier `valdu` and must be about the block of the address. An address is given
    /// to one chain of such instructions alone.
    valdu(
        source: Loads Ptr, addr_in: In Vaddr, align_in: In Align, increment: In Scalar, result: Out Vreg,
        align_out: Out Align, addr_out: Out Vaddr,
    ) {
        formula: "result[i] = UB[source + addr_in bytes + i]\naddr_out = addr_in + increment",
        syntax: "source[addr_in], align_in, increment : source, addr_in, align_in, increment",
        rules: &[
            in_space(&[source], &[Vec]),
            same_width(&[result, source]).warn(),
            has_dtype(&[increment], &[I32]).cite(PAGE),
            same_type(&[addr_in, addr_out]).cite(PAGE),
        ],
        sem: Sem::Custom(|x| {
            load_next(x, &AddressedLoad { source, addr: [addr_in, addr_out], align: [align_in, align_out], increment, result })
        }),
        support: &[on(Targets::CPU_A5, PAGE)],
    }

    /// Store a vector register to any address of a stream, and move the vector address on.
    ///
    /// The address moves on by the register. Whole 32-byte blocks are written at once; `vasta` writes the rest. An address
    /// is given to one chain of such instructions alone.
    vastu(
        align_in: In Align, addr_in: In Vaddr, value: In Vreg, base: Stores Ptr, align_out: Out Align, addr_out: Out Vaddr,
    ) {
        formula: "UB[base + addr_in bytes + i] = value[i]\naddr_out = addr_in + 256",
        attrs: &[word("mode", &["POST_UPDATE"]).required().doc("the address moves on")],
        syntax: "align_in, addr_in, value, base, mode : align_in, addr_in, value, base",
        rules: &[
            in_space(&[base], &[Vec]),
            same_width(&[value, base]).warn(),
            same_type(&[addr_in, addr_out]).cite(PAGE),
        ],
        sem: Sem::Custom(|x| {
            store_next(x, &AddressedStore { align: [align_in, align_out], addr: [addr_in, addr_out], value, base })
        }),
        support: &[on(Targets::CPU_A5, PAGE)],
        notes: &[
            "That the address moves on by a register is read off `vstu`, whose offset it takes the place of (PTOAS@35e08745 \
             docs/designs/vpto-vector-address-ops.md, 6.4).",
        ],
    }

    /// Write out the pending bytes of a stream, at a vector address.
    ///
    /// The place must be where the stream stopped; the state is empty afterwards.
    vasta(value: In Align, dest: Stores Ptr, addr: In Vaddr) {
        formula: "UB[dest + addr bytes] = pending bytes of value",
        syntax: "value, dest[addr] : value, dest, addr",
        rules: &[in_space(&[dest], &[Vec])],
        sem: Sem::Custom(|x| {
            let at = x.moved_by(x.ptr(dest)?, addr)?;
            stream::flush(x, value, at, dest)
        }),
        support: &[on(Targets::CPU_A5, PAGE)],
    }
}
