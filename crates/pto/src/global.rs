//! Views on global memory: a buffer of the host with up to five extents and strides.

use crate::element::{Element, Scalar};
use pto_isa::sem::{PtrAt, ViewAt};
use pto_isa::{Dim, Space, Type, ViewKind};
use pto_sim::HostBuffer;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

/// Buffers so far, in all threads.
static BUFFERS: AtomicU64 = AtomicU64::new(0);

/// A window on a buffer, as C++ `GlobalTensor<E, Shape<...>, Stride<...>>`: five extents and strides, counted in
/// elements, outermost first.
///
/// While a kernel is recorded, every tensor made with [`GlobalTensor::new`] or one of its siblings is a parameter
/// of the program, in the order of their first use; parts of it are views on that parameter.
///
/// ```
/// use pto::prelude::*;
/// let x: std::vec::Vec<f32> = (0..64).map(|i| i as f32).collect();
/// let x = GlobalTensor::new(&x, [4, 16]);
/// let mut t = Tile::<Vec, f32, 2, 8>::new();
/// tload(&mut t, &x.part([1, 8], [2, 8]))?;
/// assert_eq!(t.read()?[..3], [24.0, 25.0, 26.0]);
/// # Ok::<(), pto::Error>(())
/// ```
#[derive(Debug)]
pub struct GlobalTensor<'a, E: Element> {
    pub(crate) buffer: HostBuffer<'a>,
    pub(crate) window: Window,
    marker: PhantomData<E>,
}

/// Which part of which buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Window {
    /// Tells buffers apart.
    pub buffer: u64,
    pub whole: [usize; 5],
    pub strides: [usize; 5],
    pub offsets: [usize; 5],
    pub dims: [usize; 5],
}

impl Window {
    /// As the simulator sees it, in the buffer with this number.
    pub fn at(&self, buffer: u32, dtype: pto_isa::DType) -> ViewAt {
        let first: usize = self.offsets.iter().zip(&self.strides).map(|(o, s)| o * s).sum();
        let addr = (first as i64).saturating_mul(i64::from(dtype.bits())) / 8;
        ViewAt {
            at: PtrAt { space: Space::Gm, buffer, addr, dtype },
            dims: self.dims.map(|d| d as i64),
            strides: self.strides.map(|s| s as i64),
        }
    }
    /// Bytes from the first to the last element of the whole tensor.
    pub fn whole_bytes(&self, dtype: pto_isa::DType) -> usize {
        let reach = self.whole.iter().zip(&self.strides).map(|(d, s)| d.saturating_sub(1) * s);
        (reach.sum::<usize>() + 1) * dtype.bytes() as usize
    }
    /// Dimensions in front that are 1 in the buffer and in the part are not written, but for two.
    pub fn rank(&self) -> usize {
        let ones = (0..3).take_while(|&i| self.whole[i] == 1 && self.dims[i] == 1).count();
        5 - ones
    }
    /// The type of the part.
    pub fn ty(&self, dtype: pto_isa::DType) -> Type {
        let dims = self.dims[5 - self.rank()..].iter().map(|&d| Dim::Is(d as u32)).collect();
        Type::View { kind: ViewKind::Partition, dims, dtype }
    }
}

/// `[rows, cols]` becomes `[1, 1, 1, rows, cols]`.
fn padded<const N: usize>(list: [usize; N], with: usize) -> [usize; 5] {
    const { assert!(N <= 5, "global memory has at most five dimensions") };
    let mut all = [with; 5];
    all[5 - N..].copy_from_slice(&list);
    all
}

fn dense(dims: [usize; 5]) -> [usize; 5] {
    let mut strides = [1; 5];
    for i in (0..4).rev() {
        strides[i] = strides[i + 1] * dims[i + 1];
    }
    strides
}

impl<'a, E: Scalar> GlobalTensor<'a, E> {
    /// A dense tensor to read: `[rows, cols]`, or up to five extents.
    pub fn new<const N: usize>(data: &'a [E], shape: [usize; N]) -> Self {
        Self::from_host(data, shape)
    }

    /// A dense tensor to read and write.
    pub fn new_mut<const N: usize>(data: &'a mut [E], shape: [usize; N]) -> Self {
        Self::from_host_mut(data, shape)
    }

    /// A tensor to read, with strides in elements.
    pub fn strided<const N: usize>(data: &'a [E], shape: [usize; N], strides: [usize; N]) -> Self {
        Self::make(HostBuffer::Read(E::bytes(data)), padded(shape, 1), padded(strides, 0))
    }

    /// A tensor to read and write, with strides in elements.
    pub fn strided_mut<const N: usize>(
        data: &'a mut [E],
        shape: [usize; N],
        strides: [usize; N],
    ) -> Self {
        Self::make(HostBuffer::Write(E::bytes_mut(data)), padded(shape, 1), padded(strides, 0))
    }
}

impl<'a, E: Element> GlobalTensor<'a, E> {
    fn make(buffer: HostBuffer<'a>, whole: [usize; 5], strides: [usize; 5]) -> Self {
        let buffer_id = BUFFERS.fetch_add(1, Ordering::Relaxed);
        let window = Window { buffer: buffer_id, whole, strides, offsets: [0; 5], dims: whole };
        GlobalTensor { buffer, window, marker: PhantomData }
    }

    /// A dense tensor of elements as the host holds them: narrow floats by their codes.
    pub fn from_host<const N: usize>(data: &'a [E::Host], shape: [usize; N]) -> Self {
        let dims = padded(shape, 1);
        Self::make(HostBuffer::Read(E::bytes(data)), dims, dense(dims))
    }

    /// The same, to read and write.
    pub fn from_host_mut<const N: usize>(data: &'a mut [E::Host], shape: [usize; N]) -> Self {
        let dims = padded(shape, 1);
        Self::make(HostBuffer::Write(E::bytes_mut(data)), dims, dense(dims))
    }

    /// The five extents, outermost first.
    pub fn shape(&self) -> [usize; 5] {
        self.window.dims
    }
    /// The last two extents.
    pub fn rows_cols(&self) -> (usize, usize) {
        (self.window.dims[3], self.window.dims[4])
    }

    fn cut<const N: usize>(&self, offsets: [usize; N], sizes: [usize; N]) -> Window {
        let (more, dims) = (padded(offsets, 0), padded(sizes, 1));
        let offsets = std::array::from_fn(|i| self.window.offsets[i] + more[i]);
        Window { offsets, dims, ..self.window }
    }

    /// A part, to read: `[row, col]` and `[rows, cols]`, or up to five of each. A part that leaves its buffer is
    /// refused by the instruction that uses it.
    pub fn part<const N: usize>(
        &self,
        offsets: [usize; N],
        sizes: [usize; N],
    ) -> GlobalTensor<'_, E> {
        let (buffer, window) = (HostBuffer::Read(self.buffer.bytes()), self.cut(offsets, sizes));
        GlobalTensor { buffer, window, marker: PhantomData }
    }

    /// A part, to write. Storing to a part of a tensor made with [`GlobalTensor::new`] is refused.
    pub fn part_mut<const N: usize>(
        &mut self,
        offsets: [usize; N],
        sizes: [usize; N],
    ) -> GlobalTensor<'_, E> {
        let window = self.cut(offsets, sizes);
        GlobalTensor { buffer: self.buffer.reborrow(), window, marker: PhantomData }
    }
}
