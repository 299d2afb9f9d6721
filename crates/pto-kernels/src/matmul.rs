//! Matrix products of tiles by the blocked multiplication of [`super::gemm`].
//!
//! Operands are read where they lie, whatever their layouts; the result is written in place if its columns
//! are neighbours in boxes of 16, as an accumulator has them, or row by row.

use super::context::Context;
use super::copy::copy;
use super::forward::settle;
use super::gemm::{
    Bf16, E4m3, E5m2, Element, F16, Grid, Hif8, Init, Misfit, Operand, PanelLayout, Scratch, Shape,
    gemm_f32, gemm_i32,
};
use super::strided::StridedRect;
use crate::memory::CoreMemory;
use pto_isa::DType;
use pto_isa::math::canonical;
use pto_isa::sem::{Matmul, Start, TileAt};
use std::cell::RefCell;

/// Columns of a panel of the result.
const PANEL: usize = 16;

/// What is kept from product to product, so that none allocates.
#[derive(Default)]
struct Room {
    scratch: Scratch,
    /// The bias, or the accumulator row by row, on the CPU.
    first: Vec<f32>,
    first_int: Vec<i32>,
    /// The products row by row.
    sum: Vec<f32>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

/// Multiplies tiles.
pub(super) fn run(op: &Matmul, cx: &Context<'_>, memory: &mut CoreMemory<'_>) -> Option<()> {
    let [lhs, rhs, dst] = [cx.tile_ref(op.lhs)?, cx.tile_ref(op.rhs)?, cx.tile_ref(op.dst)?];
    let ((m, k), n) = (lhs.valid, rhs.valid.1);
    let types = (lhs.ty.dtype.plain(), rhs.ty.dtype.plain());
    if op.scales.is_some() || rhs.valid.0 != k || !has_kernel(types, dst.ty.dtype.plain()) {
        return None;
    }
    let a = factor(memory, lhs, (m, k))?;
    let b = factor(memory, rhs, (k, n))?;
    let c = StridedRect::of_tile(memory, dst, (0, 0), (m, n))?;
    let first = match op.start {
        Start::Zero => None,
        Start::Acc(slot) => Some(start(cx, memory, slot, dst, (m, n))?),
        Start::Bias(slot) => Some(start(cx, memory, slot, dst, (1, n))?),
    };
    let aligned = a.is_aligned() && b.is_aligned() && c.is_aligned();
    let mixed = first.is_some_and(|f| f.meets(&c) && !f.is(&c));
    if !aligned || mixed || a.meets(&c) || b.meets(&c) {
        return None;
    }
    let product = Product {
        types,
        shape: Shape { m: m as usize, n: n as usize, k: k as usize },
        a,
        b,
        c,
        first,
        is_bias: matches!(op.start, Start::Bias(_)),
    };
    ROOM.with(|room| {
        let room = &mut *room.try_borrow_mut().ok()?;
        match dst.ty.dtype.plain() {
            DType::F32 if !cx.numerics.target.is_device() && first.is_some() => {
                product.float_from_zero(room)
            }
            DType::F32 => product.float(room),
            DType::I32 => product.int(room),
            _ => None,
        }
    })
}

/// Where the elements of a factor are: in its tile, or where they were to be copied from.
fn factor(memory: &mut CoreMemory<'_>, tile: &TileAt, shape: (u32, u32)) -> Option<StridedRect> {
    let addr = i64::try_from(tile.addr).ok()?;
    let spot = memory.spot(tile.ty.space, addr, tile.size_bytes())?;
    if let Some(copy) = memory.forwarded(spot) {
        let shape = (shape.0 as usize, shape.1 as usize);
        let source = StridedRect::of_forward(memory, &copy.part((0, 0), shape));
        let fits = |s: &StridedRect| {
            s.is_aligned() && s.rows.steps().is_some() && s.cols.steps().is_some()
        };
        match source.filter(fits) {
            Some(source) => return Some(source),
            None => settle(memory),
        }
    }
    StridedRect::of_tile(memory, tile, (0, 0), shape)
}

fn has_kernel((a, b): (DType, DType), c: DType) -> bool {
    let is_byte = |d: DType| matches!(d, DType::F8E4M3 | DType::F8E5M2 | DType::Hif8);
    match c {
        DType::F32 if is_byte(a) => is_byte(b),
        DType::F32 => a == b && matches!(a, DType::F32 | DType::F16 | DType::Bf16),
        DType::I32 => [a, b].iter().all(|d| matches!(d, DType::I8 | DType::U8)),
        _ => false,
    }
}

/// What the products are added to, if it is of the result's type and valid.
fn start(
    cx: &Context<'_>,
    memory: &mut CoreMemory<'_>,
    slot: u8,
    dst: &TileAt,
    shape: (u32, u32),
) -> Option<StridedRect> {
    let t = cx.tile_ref(slot)?;
    let fits =
        t.ty.dtype.plain() == dst.ty.dtype.plain() && shape.0 <= t.valid.0 && shape.1 <= t.valid.1;
    fits.then(|| StridedRect::of_tile(memory, t, (0, 0), shape))?.filter(StridedRect::is_aligned)
}

/// A product whose operands are checked: the result meets neither factor, and what it begins with only if
/// that is the result itself.
struct Product {
    types: (DType, DType),
    shape: Shape,
    a: StridedRect,
    b: StridedRect,
    c: StridedRect,
    first: Option<StridedRect>,
    is_bias: bool,
}

impl Product {
    /// As the devices: the sum begins with the accumulator or the bias.
    fn float(&self, room: &mut Room) -> Option<()> {
        let place = self.place()?;
        let Room { scratch, first, .. } = room;
        let init = match self.first {
            None => Init::Zero,
            Some(f) if self.is_bias => Init::Bias(dense(&f, first)?),
            Some(f) => self.keep(&f),
        };
        // SAFETY: nothing else is a reference to the bytes of the result.
        #[allow(unsafe_code)]
        let c = unsafe { elements_mut::<f32>(&self.c) };
        self.multiply(scratch, c, place, init)
    }

    /// As the CPU simulator: the sum begins with zero and is added to the accumulator or the bias.
    fn float_from_zero(&self, room: &mut Room) -> Option<()> {
        let Shape { m, n, .. } = self.shape;
        let Room { scratch, first, sum, .. } = room;
        let first = dense(&self.first?, first)?;
        sum.resize(m * n, 0.0);
        self.multiply(scratch, sum, PanelLayout::rows(n), Init::Zero)?;
        for row in 0..m {
            let first = if self.is_bias { &first[..n] } else { &first[row * n..][..n] };
            for (s, &f) in sum[row * n..][..n].iter_mut().zip(first) {
                *s = canonical(f + *s);
            }
        }
        copy(&StridedRect::of_slice(sum, m, n)?, &self.c);
        Some(())
    }

    fn int(&self, room: &mut Room) -> Option<()> {
        let place = self.place()?;
        let Room { scratch, first_int, .. } = room;
        let init = match self.first {
            None => Init::Zero,
            Some(f) if self.is_bias => Init::Bias(dense(&f, first_int)?),
            Some(f) => self.keep(&f),
        };
        // SAFETY: nothing else is a reference to the bytes of the result.
        #[allow(unsafe_code)]
        let c = unsafe { elements_mut::<i32>(&self.c) };
        let operand = |rect: &StridedRect, dtype: DType| -> Option<Box<dyn Operand<i32>>> {
            // SAFETY: the factors do not meet the result, so their bytes are only read.
            #[allow(unsafe_code)]
            Some(unsafe {
                match dtype {
                    DType::I8 => Box::new(grid::<i8>(rect)?),
                    DType::U8 => Box::new(grid::<u8>(rect)?),
                    _ => return None,
                }
            })
        };
        let (a, b) = (operand(&self.a, self.types.0)?, operand(&self.b, self.types.1)?);
        done(gemm_i32(self.shape, &*a, &*b, c, place, init, scratch))
    }

    /// The accumulator as the beginning, moved to the result if it is not there. From here on nothing is
    /// refused: there is a kernel, and planes cover their shapes.
    fn keep<T>(&self, first: &StridedRect) -> Init<'static, T> {
        if !first.is(&self.c) {
            copy(first, &self.c);
        }
        Init::Keep
    }

    fn place(&self) -> Option<PanelLayout> {
        let row = usize::try_from(self.c.rows.step()).ok()?;
        let line = self.c.rows.is_line();
        let panel = self.c.cols.neighbours(PANEL)?;
        line.then_some(PanelLayout { row, panel })
    }

    fn multiply(
        &self,
        scratch: &mut Scratch,
        c: &mut [f32],
        place: PanelLayout,
        init: Init<'_, f32>,
    ) -> Option<()> {
        let operand = |rect: &StridedRect, dtype: DType| -> Option<Box<dyn Operand<f32>>> {
            // SAFETY: the factors do not meet the result, so their bytes are only read.
            #[allow(unsafe_code)]
            Some(unsafe {
                match dtype {
                    DType::F32 => Box::new(grid::<f32>(rect)?),
                    DType::F16 => Box::new(grid::<F16>(rect)?),
                    DType::Bf16 => Box::new(grid::<Bf16>(rect)?),
                    DType::F8E4M3 => Box::new(grid::<E4m3>(rect)?),
                    DType::F8E5M2 => Box::new(grid::<E5m2>(rect)?),
                    DType::Hif8 => Box::new(grid::<Hif8>(rect)?),
                    _ => return None,
                }
            })
        };
        let (a, b) = (operand(&self.a, self.types.0)?, operand(&self.b, self.types.1)?);
        done(gemm_f32(self.shape, &*a, &*b, c, place, init, scratch))
    }
}

fn done(result: Result<(), Misfit>) -> Option<()> {
    result.ok()
}

/// A factor where it lies.
///
/// # Safety
/// Nobody writes the factor while it is borrowed; its elements are stored as `E` says.
#[allow(unsafe_code)]
unsafe fn grid<'t, E: Element>(rect: &StridedRect) -> Option<Grid<'t, E>> {
    let (rows, cols) = (rect.rows.steps()?, rect.cols.steps()?);
    // SAFETY: the caller promises it. What lies between elements in global memory may be another block's.
    Some(unsafe {
        if rect.spot().is_some() {
            Grid::new(elements(rect), rows, cols)
        } else {
            let (start, bytes) = rect.cover();
            Grid::among(start.cast(), bytes / size_of::<E::Bits>(), rows, cols)
        }
    })
}

/// The elements of a plane row by row, in a list that grows if it must.
fn dense<'t, T: Copy + Default>(rect: &StridedRect, list: &'t mut Vec<T>) -> Option<&'t [T]> {
    let (rows, cols) = (rect.rows.count, rect.cols.count);
    list.resize(rows * cols, T::default());
    copy(rect, &StridedRect::of_slice(list, rows, cols)?);
    Some(list)
}

/// All that lies between the first and the last element of an aligned plane.
///
/// # Safety
/// Elements of `T` have any bits and the size of the plane's; nobody writes them while they are borrowed.
#[allow(unsafe_code)]
unsafe fn elements<'t, T>(rect: &StridedRect) -> &'t [T] {
    let (start, bytes) = rect.cover();
    // SAFETY: a plane is inside one memory; the caller promises the rest.
    unsafe { std::slice::from_raw_parts(start.cast(), bytes / size_of::<T>()) }
}

/// As [`elements`], to change them.
///
/// # Safety
/// As there, and nobody else reads them.
#[allow(unsafe_code)]
unsafe fn elements_mut<'t, T>(rect: &StridedRect) -> &'t mut [T] {
    let (start, bytes) = rect.cover();
    // SAFETY: as there.
    unsafe { std::slice::from_raw_parts_mut(start.cast(), bytes / size_of::<T>()) }
}
