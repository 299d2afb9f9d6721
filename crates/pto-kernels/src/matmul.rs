//! Matrix products of tiles by the blocked multiplication of [`super::gemm`].
//!
//! Operands are read where they lie, whatever their layouts; the result is written in place if its columns
//! are neighbours in boxes of 16, as an accumulator has them, or row by row.

use super::context::Context;
use super::copy::copy;
use super::gemm::{
    Bf16, Element, F16, Init, Misfit, PanelLayout, Scratch, Shape, Table, View, gemm_f32, gemm_i32,
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
    tables: [Vec<u32>; 4],
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
    let a = StridedRect::of_tile(memory, lhs, (0, 0), (m, k))?;
    let b = StridedRect::of_tile(memory, rhs, (0, 0), (k, n))?;
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

fn has_kernel((a, b): (DType, DType), c: DType) -> bool {
    match c {
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
        let Room { scratch, tables, first, .. } = room;
        let init = match self.first {
            None => Init::Zero,
            Some(f) if self.is_bias => Init::Bias(dense(&f, first)?),
            Some(f) => self.keep(&f),
        };
        // SAFETY: nothing else is a reference to the bytes of the result.
        #[allow(unsafe_code)]
        let c = unsafe { elements_mut::<f32>(&self.c) };
        self.multiply(tables, scratch, c, place, init)
    }

    /// As the CPU simulator: the sum begins with zero and is added to the accumulator or the bias.
    fn float_from_zero(&self, room: &mut Room) -> Option<()> {
        let Shape { m, n, .. } = self.shape;
        let Room { scratch, tables, first, sum, .. } = room;
        let first = dense(&self.first?, first)?;
        sum.resize(m * n, 0.0);
        self.multiply(tables, scratch, sum, PanelLayout::rows(n), Init::Zero)?;
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
        let Room { scratch, tables, first_int, .. } = room;
        let init = match self.first {
            None => Init::Zero,
            Some(f) if self.is_bias => Init::Bias(dense(&f, first_int)?),
            Some(f) => self.keep(&f),
        };
        // SAFETY: nothing else is a reference to the bytes of the result.
        #[allow(unsafe_code)]
        let c = unsafe { elements_mut::<i32>(&self.c) };
        use DType::{I8, U8};
        match self.types {
            (I8, I8) => self.int_of::<i8, i8>(tables, scratch, c, place, init),
            (I8, U8) => self.int_of::<i8, u8>(tables, scratch, c, place, init),
            (U8, I8) => self.int_of::<u8, i8>(tables, scratch, c, place, init),
            (U8, U8) => self.int_of::<u8, u8>(tables, scratch, c, place, init),
            _ => None,
        }
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
        tables: &mut [Vec<u32>; 4],
        scratch: &mut Scratch,
        c: &mut [f32],
        place: PanelLayout,
        init: Init<'_, f32>,
    ) -> Option<()> {
        // SAFETY: the factors do not meet the result, so their bytes are only read.
        #[allow(unsafe_code)]
        unsafe {
            match self.types {
                (DType::F32, DType::F32) => {
                    if let (Some(a), Some(b)) = (view(&self.a), view(&self.b)) {
                        return done(gemm_f32(self.shape, &a, &b, c, place, init, scratch));
                    }
                    let (a, b) = self.tables::<f32, f32>(tables)?;
                    done(gemm_f32(self.shape, &a, &b, c, place, init, scratch))
                }
                (DType::F16, DType::F16) => {
                    let (a, b) = self.tables::<F16, F16>(tables)?;
                    done(gemm_f32(self.shape, &a, &b, c, place, init, scratch))
                }
                (DType::Bf16, DType::Bf16) => {
                    let (a, b) = self.tables::<Bf16, Bf16>(tables)?;
                    done(gemm_f32(self.shape, &a, &b, c, place, init, scratch))
                }
                _ => None,
            }
        }
    }

    fn int_of<A: Element<Wide = i32>, B: Element<Wide = i32>>(
        &self,
        tables: &mut [Vec<u32>; 4],
        scratch: &mut Scratch,
        c: &mut [i32],
        place: PanelLayout,
        init: Init<'_, i32>,
    ) -> Option<()> {
        // SAFETY: the factors do not meet the result, so their bytes are only read.
        #[allow(unsafe_code)]
        let (a, b) = unsafe { self.tables::<A, B>(tables)? };
        done(gemm_i32(self.shape, &a, &b, c, place, init, scratch))
    }

    /// Both factors, their rows and columns by tables.
    ///
    /// # Safety
    /// Nobody writes the factors while they are borrowed; their elements are stored as `A` and `B` say.
    #[allow(unsafe_code)]
    unsafe fn tables<'t, A: Element, B: Element>(
        &self,
        [a_rows, a_cols, b_rows, b_cols]: &'t mut [Vec<u32>; 4],
    ) -> Option<(Table<'t, A>, Table<'t, B>)> {
        self.a.rows.tabulate(a_rows)?;
        self.a.cols.tabulate(a_cols)?;
        self.b.rows.tabulate(b_rows)?;
        self.b.cols.tabulate(b_cols)?;
        // SAFETY: the caller promises it.
        let (a, b) = unsafe { (elements(&self.a), elements(&self.b)) };
        Some((Table::new(a, a_rows, a_cols), Table::new(b, b_rows, b_cols)))
    }
}

fn done(result: Result<(), Misfit>) -> Option<()> {
    result.ok()
}

/// A plane as it is, if it is evenly spaced.
///
/// # Safety
/// As for [`elements`].
#[allow(unsafe_code)]
unsafe fn view<'t>(rect: &StridedRect) -> Option<View<'t, f32>> {
    let even = rect.rows.is_line() && rect.cols.is_line();
    let row = usize::try_from(rect.rows.step()).ok()?;
    let col = usize::try_from(rect.cols.step()).ok()?;
    // SAFETY: the caller promises it.
    even.then(|| View::new(unsafe { elements(rect) }, row, col))
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
