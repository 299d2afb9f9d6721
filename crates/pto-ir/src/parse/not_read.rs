//! Instructions of newer assemblers that are known by name and not read, and why.

/// Why an instruction, without `pto.`, is not read, and what to write in its place.
pub(super) fn reason(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        // Slices and segments: yexiaosu/PTOAS@1a6bd1ef include/PTO/IR/PTOBmu.h, with 384 KiB of unified buffer.
        "bmu_config" | "bmu_alloc" | "bmu_free" => (
            "a unit of a device whose rules are not published gives out addresses while the program runs",
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
