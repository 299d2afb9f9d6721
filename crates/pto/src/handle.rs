//! The storage of a tile: which session it belongs to, where it lies, what is valid now.

use crate::arena::Room;
use crate::error::Result;
use crate::side::Side;
use pto_isa::sem::TileAt;
use pto_isa::{Dim, TileTy};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

/// Where storage lies.
#[derive(Debug)]
enum Placement {
    /// Where the session puts it when the first instruction uses it.
    Auto(OnceCell<Room>),
    /// Where `tassign` put it.
    At(u64),
}

/// Bytes that one tile or several views of it name.
#[derive(Debug)]
struct Storage {
    ty: TileTy,
    place: Placement,
}

/// Tells a tile apart from all others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileNumber {
    pub session: u64,
    /// Which tile of the session.
    pub id: u32,
}

/// Which part of its storage a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Bytes from the start of the storage.
    pub offset: u64,
    /// Rows and columns of the tile it is a window of; its own if it is none.
    pub storage: (u32, u32),
    /// Rows and columns it has: fewer than its type where a window reaches the end of its tile.
    pub size: (u32, u32),
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
    part: Cell<Part>,
    pub(crate) valid: Cell<(u32, u32)>,
    /// Whether its type was found legal, and while a kernel is recorded: whether the program names it.
    pub(crate) known: Cell<bool>,
    /// The cores whose code used it first.
    pub(crate) side: Cell<Option<Side>>,
}

impl std::ops::Deref for Handle {
    type Target = Name;
    fn deref(&self) -> &Name {
        &self.0
    }
}

impl Handle {
    pub(crate) fn new(number: TileNumber, ty: TileTy, valid: (u32, u32)) -> Handle {
        let storage = Rc::new(Storage { ty, place: Placement::Auto(OnceCell::new()) });
        let size = (ty.rows, ty.cols);
        let part = Part { offset: 0, storage: size, size };
        Handle::named(number, storage, part, valid)
    }

    fn named(number: TileNumber, storage: Rc<Storage>, part: Part, valid: (u32, u32)) -> Handle {
        let TileNumber { session, id } = number;
        let (storage, part, valid) = (RefCell::new(storage), Cell::new(part), Cell::new(valid));
        let (known, side) = (Cell::new(false), Cell::new(None));
        Handle(Rc::new(Name { id, session, storage, part, valid, known, side }))
    }

    /// The number of another name of this tile's bytes, which are in the session that has them.
    fn beside(&self, new: TileNumber) -> TileNumber {
        TileNumber { session: self.session, ..new }
    }

    /// A tile of type `ty` that begins where this one does.
    pub(crate) fn reshaped(&self, new: TileNumber, ty: &TileTy, valid: (u32, u32)) -> Handle {
        let size = (ty.rows, ty.cols);
        let part = Part { storage: size, size, ..self.part.get() };
        Handle::named(self.beside(new), Rc::clone(&self.storage.borrow()), part, valid)
    }

    /// A window of this tile, which has the type `ty`.
    pub(crate) fn window(
        &self,
        new: TileNumber,
        ty: &TileTy,
        at: (u32, u32),
        valid: (u32, u32),
    ) -> Handle {
        let Part { offset, storage, size } = self.part.get();
        let here = TileAt { ty: *ty, valid, addr: 0, storage };
        let offset = offset + here.bit_offset(at.0, at.1) / 8;
        let left = |whole: u32, from: u32, own: u32| own.min(whole.saturating_sub(from));
        let size = (left(size.0, at.0, ty.rows), left(size.1, at.1, ty.cols));
        let part = Part { offset, storage, size };
        Handle::named(self.beside(new), Rc::clone(&self.storage.borrow()), part, valid)
    }

    /// Binds it to an address.
    pub(crate) fn bind(&self, addr: u64) {
        let ty = self.storage.borrow().ty;
        self.storage.replace(Rc::new(Storage { ty, place: Placement::At(addr) }));
        self.part.set(Part { offset: 0, ..self.part.get() });
    }

    /// The address that `tassign` gave it, directly or through the tile it is a part of.
    pub(crate) fn bound(&self) -> Option<u64> {
        match self.storage.borrow().place {
            Placement::At(addr) => Some(addr + self.part.get().offset),
            Placement::Auto(_) => None,
        }
    }

    /// Where it lies, with the type it has; storage without a place gets one.
    pub(crate) fn place_or_find(
        &self,
        ty: &TileTy,
        find: impl FnOnce(&TileTy) -> Result<Room>,
    ) -> Result<TileAt> {
        let whole = self.storage.borrow();
        let start = match &whole.place {
            Placement::At(addr) => *addr,
            Placement::Auto(room) => match room.get() {
                Some(room) => room.addr(),
                None => {
                    let found = find(&whole.ty)?;
                    room.get_or_init(|| found).addr()
                }
            },
        };
        let Part { offset, storage, size: (rows, cols) } = self.part.get();
        let ty = TileTy { rows, cols, ..*ty };
        Ok(TileAt { ty, valid: self.valid.get(), addr: start + offset, storage })
    }

    /// Its type with the valid region it has now.
    pub(crate) fn typed(&self, ty: &TileTy) -> TileTy {
        let (rows, cols) = self.valid.get();
        TileTy { valid_rows: Dim::Is(rows), valid_cols: Dim::Is(cols), ..*ty }
    }
}
