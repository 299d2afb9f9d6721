//! Instructions of newer assemblers that are known by name and not read, and why.

/// Why an instruction, without `pto.`, is not read, and what to write in its place.
pub(super) fn reason(name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
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
