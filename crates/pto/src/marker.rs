//! What a tile type says besides its extents, as types: memory, layout, valid region, pad.

use pto_isa::{BLayout, Dim, Pad, SLayout, Space};

mod sealed {
    pub trait Sealed {}
}

/// The memory a tile lives in.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no memory of a core",
    note = "the memories are `Vec`, `Mat`, `Left`, `Right`, `Acc`, `Bias`, `Scaling`, `ScaleLeft` and `ScaleRight`"
)]
pub trait Memory: sealed::Sealed + 'static {
    /// As a value.
    const SPACE: Space;
}

macro_rules! memories {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Memory for $name {
            const SPACE: Space = Space::$name;
        }
    )*};
}

memories! {
    /// The unified buffer, where vector tiles live. C++ `TileType::Vec`.
    Vec;
    /// L1, where matrix tiles wait. C++ `TileType::Mat`.
    Mat;
    /// L0A, the left operand of a product. C++ `TileType::Left`.
    Left;
    /// L0B, the right operand of a product. C++ `TileType::Right`.
    Right;
    /// L0C, the accumulator. C++ `TileType::Acc`.
    Acc;
    /// The bias table. C++ `TileType::Bias`.
    Bias;
    /// Parameters of the fix pipe. C++ `TileType::Scaling`.
    Scaling;
    /// MX scales of the left operand. C++ `TileType::ScaleLeft`.
    ScaleLeft;
    /// MX scales of the right operand. C++ `TileType::ScaleRight`.
    ScaleRight;
}

/// How the elements of a tile are ordered.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no layout of a tile",
    note = "the layouts are `RowMajor`, `ColMajor`, `Nz`, `Zn`, `Zz` and `Nn`"
)]
pub trait Order: sealed::Sealed + 'static {
    /// Order of rows, or of boxes.
    const OUTER: BLayout;
    /// Order inside a box.
    const INNER: SLayout;
    /// Bytes of a box.
    const FRACTAL: u32;
}

/// Rows follow one another, without boxes (ND): C++ `BLayout::RowMajor`, `SLayout::NoneBox`.
#[derive(Clone, Copy, Debug)]
pub enum RowMajor {}
/// Columns follow one another, without boxes (DN): C++ `BLayout::ColMajor`, `SLayout::NoneBox`.
#[derive(Clone, Copy, Debug)]
pub enum ColMajor {}
/// Boxes column by column, rows inside: C++ `BLayout::ColMajor`, `SLayout::RowMajor`. Accumulators have boxes of
/// 1024 bytes: `Nz<1024>`.
#[derive(Clone, Copy, Debug)]
pub enum Nz<const FRACTAL: u32 = 512> {}
/// Boxes row by row, columns inside: C++ `BLayout::RowMajor`, `SLayout::ColMajor`.
#[derive(Clone, Copy, Debug)]
pub enum Zn<const FRACTAL: u32 = 512> {}
/// Boxes row by row, rows inside: C++ `BLayout::RowMajor`, `SLayout::RowMajor`.
#[derive(Clone, Copy, Debug)]
pub enum Zz<const FRACTAL: u32 = 512> {}
/// Boxes column by column, columns inside: C++ `BLayout::ColMajor`, `SLayout::ColMajor`.
#[derive(Clone, Copy, Debug)]
pub enum Nn<const FRACTAL: u32 = 512> {}

macro_rules! orders {
    ($($name:ident $(<const $f:ident>)?: $outer:ident, $inner:ident, $fractal:expr;)*) => {$(
        impl $(<const $f: u32>)? sealed::Sealed for $name $(<$f>)? {}
        impl $(<const $f: u32>)? Order for $name $(<$f>)? {
            const OUTER: BLayout = BLayout::$outer;
            const INNER: SLayout = SLayout::$inner;
            const FRACTAL: u32 = $fractal;
        }
    )*};
}

orders! {
    RowMajor: RowMajor, NoneBox, 512;
    ColMajor: ColMajor, NoneBox, 512;
    Nz<const FRACTAL>: ColMajor, RowMajor, FRACTAL;
    Zn<const FRACTAL>: RowMajor, ColMajor, FRACTAL;
    Zz<const FRACTAL>: RowMajor, RowMajor, FRACTAL;
    Nn<const FRACTAL>: ColMajor, ColMajor, FRACTAL;
}

/// The part of a tile that holds data: a prefix of its rows and columns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no valid region of a tile",
    note = "the valid regions are `Full`, `Valid<ROWS, COLS>`, `Dynamic`, `DynamicRows<COLS>` and `DynamicCols<ROWS>`"
)]
pub trait Region: sealed::Sealed + 'static {
    /// Valid rows; none are those of the tile.
    const ROWS: Option<Dim>;
    /// Valid columns; none are those of the tile.
    const COLS: Option<Dim>;
}

/// A valid region that the type knows: [`Tile::new`](crate::Tile::new) needs no extents.
#[diagnostic::on_unimplemented(
    message = "the valid region of this tile is known only when the program runs",
    label = "`{Self}` says nothing about it",
    note = "use `Tile::with_valid(rows, cols)`"
)]
pub trait Known: Region {}

/// Every element is valid.
#[derive(Clone, Copy, Debug)]
pub enum Full {}
/// The first `ROWS` rows and `COLS` columns are valid.
#[derive(Clone, Copy, Debug)]
pub enum Valid<const ROWS: usize, const COLS: usize> {}
/// The valid region is given when a tile is made: C++ `-1, -1`.
#[derive(Clone, Copy, Debug)]
pub enum Dynamic {}
/// The valid rows are given when a tile is made: C++ `-1, COLS`.
#[derive(Clone, Copy, Debug)]
pub enum DynamicRows<const COLS: usize> {}
/// The valid columns are given when a tile is made: C++ `ROWS, -1`.
#[derive(Clone, Copy, Debug)]
pub enum DynamicCols<const ROWS: usize> {}

macro_rules! regions {
    ($($name:ident $(<$(const $p:ident),*>)?: $rows:expr, $cols:expr;)*) => {$(
        impl $(<$(const $p: usize),*>)? sealed::Sealed for $name $(<$($p),*>)? {}
        impl $(<$(const $p: usize),*>)? Region for $name $(<$($p),*>)? {
            const ROWS: Option<Dim> = $rows;
            const COLS: Option<Dim> = $cols;
        }
    )*};
}

regions! {
    Full: None, None;
    Valid<const R, const C>: Some(Dim::Is(R as u32)), Some(Dim::Is(C as u32));
    Dynamic: Some(Dim::Dynamic), Some(Dim::Dynamic);
    DynamicRows<const C>: Some(Dim::Dynamic), Some(Dim::Is(C as u32));
    DynamicCols<const R>: Some(Dim::Is(R as u32)), Some(Dim::Dynamic);
}

impl Known for Full {}
impl<const ROWS: usize, const COLS: usize> Known for Valid<ROWS, COLS> {}

/// What fills a tile outside its valid region.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no pad value of a tile",
    note = "the pad values are `NoPad`, `PadZero`, `PadMax` and `PadMin`"
)]
pub trait Fill: sealed::Sealed + 'static {
    /// As a value.
    const PAD: Pad;
}

macro_rules! fills {
    ($($(#[doc = $doc:literal])* $name:ident = $pad:ident;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $name {}
        impl sealed::Sealed for $name {}
        impl Fill for $name {
            const PAD: Pad = Pad::$pad;
        }
    )*};
}

fills! {
    /// Nothing: C++ `PadValue::Null`.
    NoPad = Null;
    /// Zero: C++ `PadValue::Zero`.
    PadZero = Zero;
    /// The largest value of the type: C++ `PadValue::Max`.
    PadMax = Max;
    /// The smallest value of the type: C++ `PadValue::Min`.
    PadMin = Min;
}
