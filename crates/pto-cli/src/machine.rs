//! What the machine has left for a run.

use std::fs::read_to_string;

/// Bytes of memory that a process can have without swapping; `None` where the system does not say.
///
/// The least of what is free (`/proc/meminfo`) and what the control group of the process leaves (memory.max of
/// version 2, memory.limit_in_bytes of version 1; Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
pub fn free_bytes() -> Option<u64> {
    let free = available(&read_to_string("/proc/meminfo").ok()?);
    let left = |max: &str, used: &str| {
        let number = |path: &str| read_to_string(path).ok()?.trim().parse::<u64>().ok();
        Some(number(max)?.saturating_sub(number(used)?))
    };
    let v2 = left("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current");
    let v1 = left(
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.usage_in_bytes",
    );
    [free, v2, v1].into_iter().flatten().min()
}

/// Reads `MemAvailable:   21907356 kB`.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_memory_is_read() {
        let text = "MemTotal:       24561520 kB\nMemAvailable:   21907356 kB\nBuffers: 1 kB\n";
        assert_eq!(available(text), Some(21_907_356 << 10));
        assert_eq!(available("MemTotal: 3 kB\n"), None);
        assert_eq!(available("MemAvailable: 99999999999999999999 kB\n"), None);
    }
}
