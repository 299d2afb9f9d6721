//! Pointers into the unified buffer.

use crate::call::Call;
use crate::element::Element;
use crate::error::Result;
use crate::marker::{Fill, Order, Region, Vec};
use crate::session;
use crate::tile::Tile;
use crate::value::{KernelValue, Operand, ResultValue, pointer_type};
use pto_isa::Type;
use pto_isa::ops::{scalar, tile_view};
use pto_isa::sem::PtrAt;
use std::marker::PhantomData;

/// A pointer to elements `E` of a tile in the unified buffer: where registers are loaded from and stored to.
///
/// It keeps the bytes of its tile, and says nothing about its extents: what lies past the end of the tile can be reached, as on
/// a device.
#[derive(Clone, Debug)]
pub struct UbPtr<E: Element> {
    value: KernelValue,
    marker: PhantomData<E>,
}

impl<E: Element> UbPtr<E> {
    /// The pointer `elements` further on.
    ///
    /// ```
    /// use pto::prelude::*;
    /// let mut x = Tile::<Vec, i32, 2, 64>::new();
    /// x.write(&(0..128).collect::<std::vec::Vec<i32>>())?;
    /// vecscope(|| {
    ///     let second_row = vlds(&x.address()?.at(64)?, 0)?;
    ///     assert_eq!(second_row.read()?[..2], [64, 65]);
    ///     Ok(())
    /// })?;
    /// # Ok::<(), pto::Error>(())
    /// ```
    #[track_caller]
    pub fn at(&self, elements: usize) -> Result<UbPtr<E>> {
        let bits = i64::from(E::DTYPE.bits());
        let call = Call::new(&scalar::addptr).value(0, self).index(1, elements);
        session::point(call, 2, pointer_type::<E>(), |p| {
            let bytes = i64::try_from(elements).ok()?.checked_mul(bits)? / 8;
            Some(PtrAt { addr: p.addr.checked_add(bytes)?, ..p })
        })
        .map(ResultValue::of)
    }

    /// The same place as a pointer to other elements.
    #[track_caller]
    pub fn cast<F: Element>(&self) -> Result<UbPtr<F>> {
        let call = Call::new(&scalar::castptr).value(0, self);
        session::point(call, 1, pointer_type::<F>(), |p| Some(PtrAt { dtype: F::DTYPE, ..p }))
            .map(ResultValue::of)
    }
}

impl<E, const ROWS: usize, const COLS: usize, L, V, P> Tile<Vec, E, ROWS, COLS, L, V, P>
where
    E: Element,
    L: Order,
    V: Region,
    P: Fill,
{
    /// A pointer to the first element, for instructions on registers. What is stored through it is in the tile.
    ///
    /// ```
    /// use pto::prelude::*;
    /// let x = Tile::<Vec, f32, 1, 64>::new();
    /// vecscope(|| {
    ///     vsts(&vbr::<f32>(2.5)?, &x.address()?, 0, &pset_b32(Pattern::All)?)
    /// })?;
    /// assert_eq!(x.read()?, [2.5; 64]);
    /// # Ok::<(), pto::Error>(())
    /// ```
    #[track_caller]
    pub fn address(&self) -> Result<UbPtr<E>> {
        let call = Call::new(&tile_view::tile_buf_addr).tile(0, self);
        session::point(call, 1, pointer_type::<E>(), Some).map(ResultValue::of)
    }
}

impl<E: Element> Operand for UbPtr<E> {
    fn ty() -> Type {
        pointer_type::<E>()
    }
    fn value(&self) -> &KernelValue {
        &self.value
    }
}
impl<E: Element> ResultValue for UbPtr<E> {
    fn ty() -> Type {
        pointer_type::<E>()
    }
    fn of(value: KernelValue) -> Self {
        UbPtr { value, marker: PhantomData }
    }
}
