//! Tiles: two-dimensional storage of a core whose memory, element type, extents and layout are a type.

use crate::any_tile::{AnyTile, TileOf, TileWith};
use crate::call::Call;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::handle::Handle;
use crate::marker::{Fill, Full, Known, Memory, NoPad, Order, Region, RowMajor};
use crate::session;
use pto_isa::ops::{tile_debug, tile_view};
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::{Dim, Target, TileTy, code};
use std::marker::PhantomData;
use std::panic::Location;

/// A tile of `ROWS` x `COLS` elements `E` in the memory `S`, as C++ `Tile<TileType::S, E, ROWS, COLS, ...>`.
///
/// `L` is the layout, `V` the valid region, `P` what fills the rest.
///
/// ```
/// use pto::prelude::*;
/// type Src = Tile<Vec, f32, 16, 16>;
/// type Column = Tile<Vec, f32, 16, 1, ColMajor>;
/// type Short = Tile<Vec, f32, 16, 256, RowMajor, Dynamic>;
/// let src = Src::new();
/// let column = Column::new();
/// let short = Short::with_valid(16, 255)?;
/// assert_eq!((src.valid(), column.valid(), short.valid()), ((16, 16), (16, 1), (16, 255)));
/// # Ok::<(), pto::Error>(())
/// ```
#[derive(Debug)]
pub struct Tile<S, E, const ROWS: usize, const COLS: usize, L = RowMajor, V = Full, P = NoPad>
where
    S: Memory,
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
    handle: Handle,
    marker: PhantomData<(S, E, L, V, P)>,
}

const fn extent(valid: Option<Dim>, whole: usize) -> Dim {
    match valid {
        Some(dim) => dim,
        None => Dim::Is(whole as u32),
    }
}

impl<S, E, const ROWS: usize, const COLS: usize, L, V, P> AnyTile
    for Tile<S, E, ROWS, COLS, L, V, P>
where
    S: Memory,
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
    type Memory = S;
    type Element = E;
    type Layout = L;
    const TY: TileTy = TileTy {
        buffer: true,
        space: S::SPACE,
        dtype: E::DTYPE,
        rows: ROWS as u32,
        cols: COLS as u32,
        valid_rows: extent(V::ROWS, ROWS),
        valid_cols: extent(V::COLS, COLS),
        blayout: L::OUTER,
        slayout: L::INNER,
        fractal: L::FRACTAL,
        pad: P::PAD,
        compact: 0,
    };
    fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl<S, E, const ROWS: usize, const COLS: usize, L, V, P> TileWith<E>
    for Tile<S, E, ROWS, COLS, L, V, P>
where
    S: Memory,
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
}
impl<S, E, const ROWS: usize, const COLS: usize, L, V, P> TileOf<S, E>
    for Tile<S, E, ROWS, COLS, L, V, P>
where
    S: Memory,
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
}

/// Whether some target has room for a tile.
const fn fits_somewhere(ty: &TileTy) -> bool {
    let mut i = 0;
    while i < Target::ALL.len() {
        if ty.fits(Target::ALL[i]) {
            return true;
        }
        i += 1;
    }
    false
}

/// The laws of tile types that hold on every target, by all rules; a type that breaks one does not compile.
const fn obey(ty: &TileTy) {
    assert!(ty.rows > 0 && ty.cols > 0, "a tile has at least one row and one column");
    assert!(ty.holds_valid(), "the valid region is larger than the tile");
    assert!(matches!(ty.fractal, 512 | 1024 | 32 | 16), "a box has 512, 1024 or 32 bytes");
    assert!(
        ty.fills_blocks() || ty.is_short_line() || ty.is_manual_column(),
        "each row (column, if column-major) of a tile must be a multiple of 32 bytes: allocate more and set the valid region with `Valid<ROWS, COLS>`"
    );
    assert!(ty.fills_boxes(), "a boxed tile must hold whole boxes");
    assert!(fits_somewhere(ty), "the tile is larger than its memory on every target");
}

impl<S, E, const ROWS: usize, const COLS: usize, L, V, P> Tile<S, E, ROWS, COLS, L, V, P>
where
    S: Memory,
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
    const LAWFUL: () = obey(&Self::TY);

    fn make(valid: (u32, u32)) -> Self {
        let () = Self::LAWFUL;
        Tile { handle: Handle::new(session::new_tile(), Self::TY, valid), marker: PhantomData }
    }

    pub(crate) fn from_handle(handle: Handle) -> Self {
        let () = Self::LAWFUL;
        Tile { handle, marker: PhantomData }
    }

    /// A tile whose valid region the type knows. Nothing is in it yet: every element reads as all-ones bytes.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self
    where
        V: Known,
    {
        Self::make(Self::declared())
    }

    /// The valid region of the type; whole where it is not known.
    pub(crate) fn declared() -> (u32, u32) {
        let known = |dim: Dim, whole: usize| dim.known().unwrap_or(whole as u32);
        (known(Self::TY.valid_rows, ROWS), known(Self::TY.valid_cols, COLS))
    }

    /// A tile with `rows` x `cols` valid elements, as the C++ constructor of a type with `-1`. Extents that the
    /// type states must be given as they are.
    #[track_caller]
    pub fn with_valid(rows: usize, cols: usize) -> Result<Self> {
        let at = Location::caller();
        check_valid(&Self::TY, rows, cols).map_err(|e| e.at(at))?;
        Ok(Self::make((rows as u32, cols as u32)))
    }

    /// The same tile under a second name, for an instruction that writes what it reads.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let mut x = Tile::<Vec, f32, 8, 8>::new();
    /// texpands(&mut x, 2.0)?;
    /// tmul(&mut x.inplace(), &x, &x)?;
    /// assert_eq!(x.read()?, [4.0; 64]);
    /// # Ok::<(), pto::Error>(())
    /// ```
    pub fn inplace(&self) -> Self {
        Tile { handle: self.handle.clone(), marker: PhantomData }
    }

    /// The valid rows and columns.
    pub fn valid(&self) -> (usize, usize) {
        let (rows, cols) = self.handle.valid.get();
        (rows as usize, cols as usize)
    }

    /// Changes the valid region of a tile whose type leaves it open, as C++ `SetValidShape`.
    #[track_caller]
    pub fn set_valid(&mut self, rows: usize, cols: usize) -> Result<()> {
        let at = Location::caller();
        let call =
            Call::new(&tile_view::set_validshape).tile(0, self).index(1, rows).index(2, cols);
        check_valid(&Self::TY, rows, cols)
            .and_then(|()| session::set_valid(&call, &self.handle, rows as u32, cols as u32))
            .map_err(|e| e.at(at))
    }

    /// The element at a place of the tile's memory, counted in elements, as C++ `GetValue(offset)`. There are no values
    /// while a kernel is recorded.
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let mut t = Tile::<Vec, i32, 2, 8>::new();
    /// texpands(&mut t, 1)?;
    /// t.set_value(9, 5)?;
    /// assert_eq!((t.get_value(8)?, t.get_value(9)?, t.read()?[9]), (1, 5, 5));
    /// assert_eq!(t.get_value(16).unwrap_err().code(), Some(pto::code::OUT_OF_BOUNDS));
    /// # Ok::<(), pto::Error>(())
    /// ```
    #[track_caller]
    pub fn get_value(&self, offset: usize) -> Result<E::Host> {
        let caller = Location::caller();
        session::check(&Call::new(&tile_debug::tgetval).tile(0, self).index(1, offset))
            .and_then(|()| {
                let bit = offset as u64 * u64::from(E::DTYPE.bits());
                session::with_bytes(&Self::TY, &self.handle, |_, bytes| {
                    E::from_code(get_code(bytes, E::DTYPE, bit))
                })
            })
            .map_err(|e| e.at(caller))
    }

    /// Changes the element at a place of the tile's memory, counted in elements, as C++ `SetValue(offset, value)`.
    #[track_caller]
    pub fn set_value(&mut self, offset: usize, value: E::Host) -> Result<Event> {
        let call = Call::new(&tile_debug::tsetval).tile(0, self);
        call.index(1, offset).element::<E>(2, value).run()
    }

    /// Writes the valid region, row by row. For tests and small examples: kernels load with
    /// [`tload`](crate::tload).
    ///
    /// ```
    /// # use pto::prelude::*;
    /// let mut t = Tile::<Vec, i32, 2, 8, RowMajor, Valid<2, 3>>::new();
    /// t.write(&[1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(t.read()?, [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), pto::Error>(())
    /// ```
    #[track_caller]
    pub fn write(&mut self, values: &[E::Host]) -> Result<()> {
        let at = Location::caller();
        self.write_all(values).map_err(|e| e.at(at))
    }

    fn write_all(&mut self, values: &[E::Host]) -> Result<()> {
        let (rows, cols) = self.handle.valid.get();
        let want = rows as usize * cols as usize;
        if values.len() != want {
            let message = format!("{} values for {rows}x{cols} valid elements", values.len());
            return Err(Error::one(code::KERNEL_ARGUMENT, message));
        }
        session::with_bytes(&Self::TY, &self.handle, |at, bytes| {
            let mut values = values.iter();
            for r in 0..rows {
                for c in 0..cols {
                    if let Some(&v) = values.next() {
                        set_code(bytes, E::DTYPE, at.bit_offset(r, c), E::code(v));
                    }
                }
            }
        })
    }

    /// The valid region, row by row. There are no values while a kernel is recorded.
    #[track_caller]
    pub fn read(&self) -> Result<std::vec::Vec<E::Host>> {
        let (rows, cols) = self.handle.valid.get();
        let caller = Location::caller();
        session::with_bytes(&Self::TY, &self.handle, |at, bytes| {
            let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
            all.map(|(r, c)| E::from_code(get_code(bytes, E::DTYPE, at.bit_offset(r, c)))).collect()
        })
        .map_err(|e| e.at(caller))
    }
}

fn check_valid(ty: &TileTy, rows: usize, cols: usize) -> Result<()> {
    let fits = |dim: Dim, whole: u32, given: usize| match dim {
        Dim::Is(n) => given == n as usize,
        Dim::Dynamic => given <= whole as usize,
    };
    if fits(ty.valid_rows, ty.rows, rows) && fits(ty.valid_cols, ty.cols, cols) {
        return Ok(());
    }
    let message = format!("a valid region of {rows}x{cols} does not fit `{ty}`");
    Err(Error::one(code::VALID_TOO_BIG, message))
}
