//! What the text of a `memref` type says: extents, element type, memory, and whether rows follow one another.

use crate::dtype::DType;
use crate::target::Space;
use crate::ty::{Dim, TileTy, Type};

/// The parts of a `memref` type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memref {
    /// Extents, outermost first.
    pub dims: Vec<Dim>,
    /// Element type.
    pub dtype: DType,
    /// The memory, where it is named.
    pub space: Option<Space>,
    /// Whether it has no strides or map of its own.
    pub is_plain: bool,
}

impl Memref {
    /// Reads `memref<16x16xf32, #pto.address_space<vec>>`; `None` for another type, or elements that are no numbers.
    ///
    /// ```
    /// use pto_isa::memref::Memref;
    /// use pto_isa::{DType, Dim, Space};
    /// let m = Memref::read("memref<16x?xf16, #pto.address_space<vec>>").unwrap();
    /// assert_eq!((m.dims, m.dtype), (vec![Dim::Is(16), Dim::Dynamic], DType::F16));
    /// assert_eq!((m.space, m.is_plain), (Some(Space::Vec), true));
    /// let strided = Memref::read("memref<8x8xf32, strided<[16, 1], offset: ?>>").unwrap();
    /// assert_eq!((strided.space, strided.is_plain), (None, false));
    /// assert_eq!(Memref::read("!pto.pipe"), None);
    /// ```
    pub fn read(text: &str) -> Option<Memref> {
        let inner = text.strip_prefix("memref<")?.strip_suffix('>')?;
        let (shape, rest) = inner.split_once(',').unwrap_or((inner, ""));
        let mut shape = shape.trim();
        let mut dims = Vec::new();
        while let Some((dim, more)) = shape.split_once('x') {
            let dim = match dim {
                "?" => Dim::Dynamic,
                n => match n.parse() {
                    Ok(n) => Dim::Is(n),
                    Err(_) => break,
                },
            };
            dims.push(dim);
            shape = more;
        }
        let dtype = DType::parse(shape)?;
        let rest = rest.trim();
        let is_plain = rest.is_empty() || rest.starts_with(ADDRESS_SPACE);
        Some(Memref { dims, dtype, space: named_space(rest), is_plain })
    }

    /// The vector tile with the same elements at the same places, if the text says them all. In the memories of the
    /// cube a memref does not say how elements are boxed.
    pub fn as_vec_tile(&self) -> Option<TileTy> {
        match (self.space, self.is_plain, &*self.dims) {
            (Some(Space::Vec), true, &[Dim::Is(rows), Dim::Is(cols)]) => {
                Some(TileTy::vec(self.dtype, rows, cols))
            }
            _ => None,
        }
    }
}

const ADDRESS_SPACE: &str = "#pto.address_space<";

fn named_space(text: &str) -> Option<Space> {
    text.split_once(ADDRESS_SPACE).and_then(|(_, s)| Space::parse(s.split_once('>')?.0.trim()))
}

/// The memory of a `memref`: global memory, unless its text names another.
pub(crate) fn space_of(text: &str) -> Option<Space> {
    text.starts_with("memref<").then(|| named_space(text).unwrap_or(Space::Gm))
}

impl Type {
    /// What the type says if it is a `memref`.
    pub fn as_memref(&self) -> Option<Memref> {
        match self {
            Type::Other(text) => Memref::read(text),
            _ => None,
        }
    }
}
