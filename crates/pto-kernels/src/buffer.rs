//! Memory for a few elements on their way, one per thread.

use std::cell::UnsafeCell;

/// Elements in a buffer, of any type.
pub(super) const CHUNK: usize = 1024;

/// A buffer. The last bytes are not used: they keep the places of equal elements in two buffers from being
/// a multiple of 4096 bytes apart, which slows down some machines.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Buffer([u64; CHUNK + 24]);

/// Elements in a buffer, of types of four bytes and less.
pub(super) const LONG: usize = 2 * CHUNK;

impl Buffer {
    /// The buffer as numbers.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn floats(&mut self) -> &mut [f32; LONG] {
        // SAFETY: it has that many bytes, with more alignment than f32, and any bits are a float.
        unsafe { &mut *self.0.as_mut_ptr().cast() }
    }
    /// The first element. Any integer or float type fits, and any bits are a value of it.
    #[inline(always)]
    pub fn start<T: pto_isa::sem::Num>(&mut self) -> *mut T {
        const { assert!(size_of::<T>() <= size_of::<u64>()) };
        self.0.as_mut_ptr().cast()
    }
}

thread_local! {
    /// Made at the first use: what is part of a thread is cleared whenever one begins.
    static BUFFERS: Box<UnsafeCell<[Buffer; 4]>> = Box::new(UnsafeCell::new([Buffer([0; CHUNK + 24]); 4]));
}

/// The buffers of the thread.
///
/// They live as long as the thread. Only one kernel of a thread runs at a time, and none calls another that
/// uses them, so its `&mut` is the only one.
#[inline(always)]
pub(super) fn buffers() -> *mut [Buffer; 4] {
    BUFFERS.with(|buffers| buffers.get())
}
