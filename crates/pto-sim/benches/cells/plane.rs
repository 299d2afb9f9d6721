//! Operands as a plain program has them: a list of elements of a Rust type, and where its rows and columns lie.

use crate::contents::Scene;
use pto_isa::sem::exec::get_code;
use pto_isa::sem::{Arg, TileAt};
use pto_isa::{DType, Layout, Space};
use std::any::Any;

/// Elements with their places.
pub struct Plane<T> {
    pub data: Vec<T>,
    pub rows: usize,
    pub cols: usize,
    /// Elements from a row to the next and from a column to the next; no box has them.
    pub strides: Option<(usize, usize)>,
    /// Where each row begins, and where each column is in it.
    pub row_at: Vec<usize>,
    pub col_at: Vec<usize>,
}

impl<T> Plane<T> {
    /// The elements of a row, if they are neighbours.
    #[inline(always)]
    pub fn row(&self, r: usize) -> &[T] {
        &self.data[self.row_at[r]..][..self.cols]
    }
    #[inline(always)]
    pub fn row_mut(&mut self, r: usize) -> &mut [T] {
        &mut self.data[self.row_at[r]..][..self.cols]
    }
    /// Whether the elements of rows are neighbours.
    pub fn by_rows(&self) -> bool {
        matches!(self.strides, Some((_, 1))) || self.cols == 1
    }
    /// Whether the elements of columns are neighbours.
    pub fn by_cols(&self) -> bool {
        matches!(self.strides, Some((1, _))) || self.rows == 1
    }
    #[inline(always)]
    pub fn place(&self, r: usize, c: usize) -> usize {
        self.row_at[r] + self.col_at[c]
    }
    /// The same elements with rows for columns.
    pub fn transpose(&mut self) {
        std::mem::swap(&mut self.rows, &mut self.cols);
        std::mem::swap(&mut self.row_at, &mut self.col_at);
        self.strides = self.strides.map(|(r, c)| (c, r));
    }
}

impl<T: Copy> Plane<T> {
    #[inline(always)]
    pub fn get(&self, r: usize, c: usize) -> T {
        self.data[self.row_at[r] + self.col_at[c]]
    }
    #[inline(always)]
    pub fn set(&mut self, r: usize, c: usize, x: T) {
        let at = self.place(r, c);
        self.data[at] = x;
    }
}

/// An operand of any element type.
pub struct Operand {
    pub slot: u8,
    pub dtype: DType,
    /// The tile, if it is one; else it is a view.
    pub tile: Option<TileAt>,
    plane: Box<dyn Any>,
}

/// The operands of a cell.
pub struct Operands(pub Vec<Operand>);

impl Operands {
    /// Takes an operand out.
    pub fn take(&mut self, slot: u8) -> Option<Operand> {
        let at = self.0.iter().position(|o| o.slot == slot)?;
        Some(self.0.swap_remove(at))
    }
}

impl Operand {
    /// Its elements, if they are of this type.
    pub fn plane<T: 'static>(self) -> Option<Plane<T>> {
        self.plane.downcast::<Plane<T>>().ok().map(|p| *p)
    }
}

/// f16 by its bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct F16(pub u16);
/// bf16 by its bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Bf16(pub u16);
/// An 8-bit code: of a float, or of two of four bits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Code8(pub u8);

/// A type of elements.
pub trait Element: Copy + Default + PartialEq + std::fmt::Debug + 'static {
    fn of_bits(bits: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! elements {
    ($($t:ty: $make:expr, $bits:expr;)*) => {$(
        impl Element for $t {
            #[inline(always)]
            fn of_bits(bits: u64) -> $t { ($make)(bits) }
            #[inline(always)]
            fn bits(self) -> u64 { ($bits)(self) }
        }
    )*};
}

elements! {
    f32: |b: u64| f32::from_bits(b as u32), |x: f32| u64::from(x.to_bits());
    F16: |b: u64| F16(b as u16), |x: F16| u64::from(x.0);
    Bf16: |b: u64| Bf16(b as u16), |x: Bf16| u64::from(x.0);
    Code8: |b: u64| Code8(b as u8), |x: Code8| u64::from(x.0);
    i8: |b: u64| b as i8, |x: i8| u64::from(x as u8);
    i16: |b: u64| b as i16, |x: i16| u64::from(x as u16);
    i32: |b: u64| b as i32, |x: i32| u64::from(x as u32);
    i64: |b: u64| b as i64, |x: i64| x as u64;
    u8: |b: u64| b as u8, |x: u8| u64::from(x);
    u16: |b: u64| b as u16, |x: u16| u64::from(x);
    u32: |b: u64| b as u32, |x: u32| u64::from(x);
    u64: |b: u64| b, |x: u64| x;
}

/// Runs `$body` with `$t` as the Rust type of elements of a type; `None` for those of less than a byte.
#[macro_export]
macro_rules! with_element {
    ($dtype:expr, $t:ident => $body:expr) => {{
        use pto_isa::DType;
        use $crate::plane::{Bf16, Code8, F16};
        match $dtype.plain() {
            DType::F32 => {
                type $t = f32;
                $body
            }
            DType::F16 => {
                type $t = F16;
                $body
            }
            DType::Bf16 => {
                type $t = Bf16;
                $body
            }
            DType::I8 => {
                type $t = i8;
                $body
            }
            DType::I16 => {
                type $t = i16;
                $body
            }
            DType::I32 => {
                type $t = i32;
                $body
            }
            DType::I64 => {
                type $t = i64;
                $body
            }
            DType::U8 => {
                type $t = u8;
                $body
            }
            DType::U16 => {
                type $t = u16;
                $body
            }
            DType::U32 => {
                type $t = u32;
                $body
            }
            DType::U64 => {
                type $t = u64;
                $body
            }
            d if d.bits() == 8 => {
                type $t = Code8;
                $body
            }
            _ => None,
        }
    }};
}

/// Where the elements of a tile are, or the last two dimensions of a view.
fn places(arg: &Arg) -> Option<Plane<()>> {
    match arg {
        Arg::Tile(t) => {
            let (rows, cols) = (t.ty.rows as usize, t.ty.cols as usize);
            let (valid_rows, valid_cols) = (t.valid.0 as usize, t.valid.1 as usize);
            let bits = u64::from(t.ty.dtype.bits());
            let at = |r: usize, c: usize| (t.bit_offset(r as u32, c as u32) / bits) as usize;
            let row_at = (0..rows).map(|r| at(r, 0)).collect();
            let col_at = (0..cols).map(|c| at(0, c)).collect();
            let (storage_rows, storage_cols) = (t.storage.0 as usize, t.storage.1 as usize);
            let strides = match t.ty.layout() {
                Layout::Nd => Some((storage_cols, 1)),
                Layout::Dn => Some((1, storage_rows)),
                _ => None,
            };
            Some(Plane {
                data: Vec::new(),
                rows: valid_rows,
                cols: valid_cols,
                strides,
                row_at,
                col_at,
            })
        }
        Arg::View(v) => {
            let (rows, cols) = (v.dims[3] as usize, v.dims[4] as usize);
            let (row, col) = (v.strides[3] as usize, v.strides[4] as usize);
            if v.dims[..3].iter().any(|&d| d != 1) {
                return None;
            }
            let row_at = (0..rows).map(|r| r * row).collect();
            let col_at = (0..cols).map(|c| c * col).collect();
            let strides = Some((row, col));
            Some(Plane { data: Vec::new(), rows, cols, strides, row_at, col_at })
        }
        _ => None,
    }
}

/// Copies the operands of a cell into lists of their own.
pub fn operands(scene: &Scene) -> Operands {
    let mut list = Vec::new();
    for (slot, arg) in &scene.args {
        let (bytes, dtype, tile) = match arg {
            Arg::Tile(t) => {
                let local = scene.locals.iter().find(|l| l.0 == t.ty.space);
                let Some((_, bytes)) = local else { continue };
                (&bytes[t.addr as usize..][..t.size_bytes() as usize], t.ty.dtype, Some(*t))
            }
            Arg::View(v) if v.at.space == Space::Gm => {
                (&scene.buffers[v.at.buffer as usize][v.at.addr as usize..], v.at.dtype, None)
            }
            _ => continue,
        };
        let Some(Plane { rows, cols, strides, row_at, col_at, .. }) = places(arg) else { continue };
        let bits = u64::from(dtype.bits());
        let plane: Option<Box<dyn Any>> = with_element!(dtype, T => {
            let n = bytes.len() as u64 * 8 / bits;
            let data: Vec<T> = (0..n).map(|i| T::of_bits(get_code(bytes, dtype, i * bits))).collect();
            Some(Box::new(Plane { data, rows, cols, strides, row_at, col_at }) as Box<dyn Any>)
        });
        if let Some(plane) = plane {
            list.push(Operand { slot: *slot, dtype, tile, plane });
        }
    }
    Operands(list)
}
