//! Large pages for large buffers, on systems that map them on request only.

/// Buffers from this size on. The system needs an aligned piece of 2 MB in it, and numpy begins here, too.
#[cfg(target_os = "linux")]
const LEAST_BYTES: usize = 4 << 20;

/// Asks the system to map the pages of a buffer that nobody has touched yet, up to its capacity, 2 MB at a time. Most of the time
/// of a kernel that computes little is spent in mapping pages of 4 KB. Without such pages nothing happens.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub fn prefer_large_pages<T>(buffer: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};
    let capacity_bytes = buffer.capacity() * size_of::<T>();
    if capacity_bytes < LEAST_BYTES {
        return;
    }
    let start = buffer.as_mut_ptr().cast::<u8>();
    let ahead = start.align_offset(super::PAGE);
    let bytes = (capacity_bytes - ahead) / super::PAGE * super::PAGE;
    // SAFETY: these pages lie in the buffer, which is borrowed for writing, and what they hold stays as it is. A refusal changes nothing.
    let _ = unsafe { madvise(start.wrapping_add(ahead).cast(), bytes, Advice::LinuxHugepage) };
}

/// Other systems choose by themselves.
#[cfg(not(target_os = "linux"))]
pub fn prefer_large_pages<T>(_: &mut Vec<T>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_buffer_holds_stays() {
        for bytes in [0, 1, 4 << 20, (9 << 20) + 17] {
            let mut buffer: Vec<u8> = (0..bytes).map(|i| (i % 251) as u8).collect();
            buffer.reserve_exact(5 << 20);
            prefer_large_pages(&mut buffer);
            assert!(buffer.iter().enumerate().all(|(i, byte)| usize::from(*byte) == i % 251));
            assert_eq!(buffer.len(), bytes);
        }
    }
}
