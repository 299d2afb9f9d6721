//! Types of operands: tiles, registers, pointers, views and scalars.

use crate::dtype::DType;
use crate::layout::{BLayout, Layout, SLayout};
use crate::target::Space;
use std::fmt;

/// An extent that may be known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// Known.
    Is(u32),
    /// `?`: known at run time.
    Dynamic,
}

impl Dim {
    /// The extent if it is known.
    pub const fn known(self) -> Option<u32> {
        match self {
            Dim::Is(n) => Some(n),
            Dim::Dynamic => None,
        }
    }
    /// Whether the two can be equal at run time.
    pub const fn may_equal(self, other: Dim) -> bool {
        match (self, other) {
            (Dim::Is(a), Dim::Is(b)) => a == b,
            _ => true,
        }
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Is(n) => n.fmt(f),
            Dim::Dynamic => f.write_str("?"),
        }
    }
}

/// What fills the part of a tile outside its valid region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pad {
    /// Nothing.
    Null,
    /// Zero.
    Zero,
    /// The largest value of the type.
    Max,
    /// The smallest value of the type.
    Min,
}

impl Pad {
    /// From its number in a tile type.
    pub const fn from_number(n: u32) -> Option<Pad> {
        Some(match n {
            0 => Pad::Null,
            1 => Pad::Zero,
            2 => Pad::Max,
            3 => Pad::Min,
            _ => return None,
        })
    }
}

/// A two-dimensional tile, as a value (`!pto.tile`) or as a buffer (`!pto.tile_buf`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TileTy {
    /// `!pto.tile_buf` rather than `!pto.tile`.
    pub buffer: bool,
    /// Where it lives.
    pub space: Space,
    /// Element type.
    pub dtype: DType,
    /// Rows as allocated.
    pub rows: u32,
    /// Columns as allocated.
    pub cols: u32,
    /// Rows that hold data: a prefix.
    pub valid_rows: Dim,
    /// Columns that hold data: a prefix.
    pub valid_cols: Dim,
    /// Outer order.
    pub blayout: BLayout,
    /// Inner order.
    pub slayout: SLayout,
    /// Box size in bytes.
    pub fractal: u32,
    /// Fill outside the valid region.
    pub pad: Pad,
    /// 0 null, 1 normal, 2 row plus one, 3 row-aligned padding.
    pub compact: u8,
}

impl TileTy {
    /// A plain row-major vector tile whose elements are all valid.
    pub const fn vec(dtype: DType, rows: u32, cols: u32) -> TileTy {
        TileTy {
            buffer: true,
            space: Space::Vec,
            dtype,
            rows,
            cols,
            valid_rows: Dim::Is(rows),
            valid_cols: Dim::Is(cols),
            blayout: BLayout::RowMajor,
            slayout: SLayout::NoneBox,
            fractal: 512,
            pad: Pad::Null,
            compact: 0,
        }
    }

    /// The layout by its short name.
    pub const fn layout(&self) -> Layout {
        Layout::of(self.blayout, self.slayout)
    }

    /// Bytes the tile occupies.
    pub const fn size_bytes(&self) -> u64 {
        // At most 2^32 rows and columns: their product fits, times 64 bits it may not.
        (self.rows as u64 * self.cols as u64).saturating_mul(self.dtype.bits() as u64).div_ceil(8)
    }
}

/// Lane width a predicate is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum MaskWidth {
    B8,
    B16,
    B32,
}

impl MaskWidth {
    /// `b8`, `b16` or `b32`.
    pub const fn name(self) -> &'static str {
        match self {
            MaskWidth::B8 => "b8",
            MaskWidth::B16 => "b16",
            MaskWidth::B32 => "b32",
        }
    }
    /// Bits of a lane.
    pub const fn bits(self) -> u32 {
        match self {
            MaskWidth::B8 => 8,
            MaskWidth::B16 => 16,
            MaskWidth::B32 => 32,
        }
    }
}

/// Which kind of view on global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// `!pto.tensor_view`
    Tensor,
    /// `!pto.partition_tensor_view`
    Partition,
}

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number.
    Scalar(DType),
    /// `index`
    Index,
    /// A tile.
    Tile(TileTy),
    /// Several tiles of one type under one name.
    MultiTile(TileTy, u32),
    /// A vector register.
    Vreg {
        /// Number of lanes.
        lanes: u32,
        /// Element type.
        dtype: DType,
    },
    /// A predicate register.
    Mask(MaskWidth),
    /// State of an unaligned stream.
    Align,
    /// Bytes from a pointer on, as the loops around an instruction give them; with the width of the elements it is
    /// meant for.
    Vaddr(MaskWidth),
    /// A pointer; without a space it points to global memory.
    Ptr {
        /// Element type, `None` for one that is not a number (then `text` of an [`Type::Other`] is used).
        dtype: DType,
        /// Memory space as written.
        space: Option<Space>,
    },
    /// A view on global memory.
    View {
        /// Whole tensor or a window of it.
        kind: ViewKind,
        /// Extents, outermost first.
        dims: Box<[Dim]>,
        /// Element type.
        dtype: DType,
    },
    /// A function type.
    Function {
        /// Parameters.
        inputs: Box<[Type]>,
        /// Results.
        results: Box<[Type]>,
    },
    /// Any other type, kept as its text: `memref<16xf32>`, `!pto.pipe`, `vector<4xi16>` ...
    Other(Box<str>),
}

impl Type {
    /// The tile, if it is one.
    pub const fn as_tile(&self) -> Option<&TileTy> {
        match self {
            Type::Tile(t) => Some(t),
            _ => None,
        }
    }

    /// The format of a number's bits, if it is a number; `index` has 64.
    pub const fn as_number(&self) -> Option<DType> {
        match self {
            Type::Scalar(dtype) => Some(*dtype),
            Type::Index => Some(DType::I64),
            _ => None,
        }
    }

    /// The element type, where the type has one.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            Type::Scalar(d) => Some(*d),
            Type::Tile(t) | Type::MultiTile(t, _) => Some(t.dtype),
            Type::Vreg { dtype, .. } | Type::Ptr { dtype, .. } | Type::View { dtype, .. } => {
                Some(*dtype)
            }
            _ => None,
        }
    }

    /// The element type, to change it.
    pub fn dtype_mut(&mut self) -> Option<&mut DType> {
        match self {
            Type::Scalar(dtype) => Some(dtype),
            Type::Tile(t) | Type::MultiTile(t, _) => Some(&mut t.dtype),
            Type::Vreg { dtype, .. } | Type::Ptr { dtype, .. } | Type::View { dtype, .. } => {
                Some(dtype)
            }
            _ => None,
        }
    }

    /// The memory that a value of the type lies in; `None` if it names no memory.
    pub fn space(&self) -> Option<Space> {
        match self {
            Type::Tile(t) | Type::MultiTile(t, _) => Some(t.space),
            Type::Ptr { space, .. } => Some(space.unwrap_or(Space::Gm)),
            Type::View { .. } => Some(Space::Gm),
            Type::Other(text) => crate::memref::space_of(text),
            _ => None,
        }
    }
}

impl From<TileTy> for Type {
    fn from(tile: TileTy) -> Type {
        Type::Tile(tile)
    }
}

impl From<DType> for Type {
    fn from(dtype: DType) -> Type {
        Type::Scalar(dtype)
    }
}

impl fmt::Display for TileTy {
    /// The compact spelling, with everything that differs from the defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.buffer { "tile_buf" } else { "tile" };
        write!(f, "!pto.{name}<")?;
        self.fmt_fields(f)?;
        f.write_str(">")
    }
}

impl TileTy {
    fn fmt_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}x{}x{}", self.space, self.rows, self.cols, self.dtype)?;
        if self.valid_rows != Dim::Is(self.rows) || self.valid_cols != Dim::Is(self.cols) {
            write!(f, ", valid={}x{}", self.valid_rows, self.valid_cols)?;
        }
        if self.blayout != BLayout::RowMajor {
            write!(f, ", blayout={}", self.blayout.name())?;
        }
        if self.slayout != SLayout::NoneBox {
            write!(f, ", slayout={}", self.slayout.name())?;
        }
        if self.fractal != 512 {
            write!(f, ", fractal={}", self.fractal)?;
        }
        if self.pad != Pad::Null {
            write!(f, ", pad={}", self.pad as u32)?;
        }
        if self.compact != 0 {
            write!(f, ", compact={}", self.compact)?;
        }
        Ok(())
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(d) => d.fmt(f),
            Type::Index => f.write_str("index"),
            Type::Tile(t) => t.fmt(f),
            Type::MultiTile(t, count) => {
                f.write_str("!pto.multi_tile_buf<")?;
                t.fmt_fields(f)?;
                write!(f, ", count={count}>")
            }
            Type::Vreg { lanes, dtype } => write!(f, "!pto.vreg<{lanes}x{dtype}>"),
            Type::Mask(w) => write!(f, "!pto.mask<{}>", w.name()),
            Type::Align => f.write_str("!pto.align"),
            Type::Vaddr(w) => write!(f, "!pto.vaddr<{}>", w.name()),
            Type::Ptr { dtype, space } => {
                write!(f, "!pto.ptr<{dtype}")?;
                if let Some(space) = space {
                    write!(f, ", {}", space.ptr_name())?;
                }
                f.write_str(">")
            }
            Type::View { kind, dims, dtype } => {
                f.write_str(match kind {
                    ViewKind::Tensor => "!pto.tensor_view<",
                    ViewKind::Partition => "!pto.partition_tensor_view<",
                })?;
                for d in dims {
                    write!(f, "{d}x")?;
                }
                write!(f, "{dtype}>")
            }
            Type::Function { inputs, results } => {
                let list = |f: &mut fmt::Formatter<'_>, types: &[Type]| {
                    for (i, t) in types.iter().enumerate() {
                        f.write_str(if i == 0 { "" } else { ", " })?;
                        t.fmt(f)?;
                    }
                    Ok(())
                };
                f.write_str("(")?;
                list(f, inputs)?;
                f.write_str(") -> ")?;
                match &**results {
                    [one] if !matches!(one, Type::Function { .. }) => one.fmt(f),
                    _ => {
                        f.write_str("(")?;
                        list(f, results)?;
                        f.write_str(")")
                    }
                }
            }
            Type::Other(text) => f.write_str(text),
        }
    }
}
