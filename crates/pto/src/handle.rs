//! The storage behind a tile: which session it belongs to, where it lies, what is valid now.

use crate::error::Result;
use crate::session;
use pto_isa::{Dim, TileTy};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Where storage lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Nowhere yet: the first instruction that uses it finds a place.
    Open,
    /// Where the session put it.
    Auto(u64),
    /// Where `tassign` put it.
    At(u64),
}

/// Bytes that one tile or several views of it name. Gives them back when nobody names them any longer.
#[derive(Debug)]
pub(crate) struct Storage {
    pub session: u64,
    pub ty: TileTy,
    pub place: Cell<Place>,
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Place::Auto(addr) = self.place.get() {
            session::release(self.session, &self.ty, addr);
        }
    }
}

/// What a tile is while the kernel runs; clones name the same tile. Opaque.
#[derive(Clone, Debug)]
pub struct Handle(Rc<Name>);

/// One tile of a session.
#[derive(Debug)]
pub struct Name {
    /// Tells tiles apart, in one session.
    pub(crate) id: u32,
    pub(crate) session: u64,
    storage: RefCell<Rc<Storage>>,
    pub(crate) valid: Cell<(u32, u32)>,
    /// Whether its type was found legal, and while a kernel is recorded: whether the program names it.
    pub(crate) known: Cell<bool>,
}

impl std::ops::Deref for Handle {
    type Target = Name;
    fn deref(&self) -> &Name {
        &self.0
    }
}

impl Handle {
    pub(crate) fn new(ty: TileTy, valid: (u32, u32)) -> Handle {
        let (session, id) = session::new_tile();
        let storage = Rc::new(Storage { session, ty, place: Cell::new(Place::Open) });
        Handle::named(session, id, storage, valid)
    }

    fn named(session: u64, id: u32, storage: Rc<Storage>, valid: (u32, u32)) -> Handle {
        let (storage, valid) = (RefCell::new(storage), Cell::new(valid));
        Handle(Rc::new(Name { id, session, storage, valid, known: Cell::new(false) }))
    }

    /// Another tile with the same bytes.
    pub(crate) fn over_same_bytes(&self, valid: (u32, u32)) -> Handle {
        let (_, id) = session::new_tile();
        Handle::named(self.session, id, Rc::clone(&self.storage.borrow()), valid)
    }

    /// Binds it to an address.
    pub(crate) fn bind(&self, addr: u64) {
        let ty = self.storage.borrow().ty;
        let place = Cell::new(Place::At(addr));
        self.storage.replace(Rc::new(Storage { session: self.session, ty, place }));
    }

    /// Where its bytes are.
    pub(crate) fn place(&self) -> Place {
        self.storage.borrow().place.get()
    }

    /// Where its bytes are; they get a place if they have none.
    pub(crate) fn place_or_find(&self, find: impl FnOnce(&TileTy) -> Result<u64>) -> Result<u64> {
        let storage = self.storage.borrow();
        match storage.place.get() {
            Place::At(addr) | Place::Auto(addr) => Ok(addr),
            Place::Open => {
                let addr = find(&storage.ty)?;
                storage.place.set(Place::Auto(addr));
                Ok(addr)
            }
        }
    }

    /// Its type with the valid region it has now.
    pub(crate) fn typed(&self, ty: &TileTy) -> TileTy {
        let (rows, cols) = self.valid.get();
        TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..*ty }
    }
}
