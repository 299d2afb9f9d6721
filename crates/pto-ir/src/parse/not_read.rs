//! Instructions of newer assemblers that are known by name and not read, and why.

/// Why an instruction, without `pto.`, is not read, and what to write in its place.
pub(super) fn reason(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        // PTOAS@97fd98f4 docs/isa/micro-isa/18-vaddr-loop-memory.md
        "vag" | "vald" | "vast" | "valdx2" | "vastx2" | "pald" | "past" | "valda" | "valdu"
        | "vastu" | "vasta" => (
            "addresses that the loops around an instruction generate are not followed",
            "compute the offset in the loop, and use `pto.vlds`, `pto.vsts`, `pto.plds` and their like",
        ),
        // PTOAS@1a66b020 docs/isa/micro-isa/19-async-comm.md
        "session_init" | "sdma_gm_gm" => (
            "it works on queues of an engine in memory that the host prepares, which a run does not have",
            "use `pto.comm.tput_async` or `pto.comm.tget_async`",
        ),
        "bmu_config" | "bmu_alloc" | "bmu_free" => (
            "a unit gives out addresses while the program runs, which is not followed",
            "leave the place of tiles to `pto lower`, or write `addr`",
        ),
        "get_l2_cache_offset" => (
            "the number is the driver's, and only a device has it",
            "take it as a parameter of the kernel",
        ),
        "assert" => ("its form was found in no public source", "use `cf.assert`"),
        _ => return None,
    })
}
