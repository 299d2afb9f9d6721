//! Code of the cube core and of the vector cores of a block, and queues between them.

use crate::any_tile::{AnyTile, TileWith};
use crate::call::{Call, Token};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::global::GlobalTensor;
use crate::session::{self, Session};
use crate::side::Side;
use pto_isa::ops::pipe_queue;
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::{DType, OpDef, code};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::Location;

/// Code of the cube core, as the text's `pto.section.cube`. Tiles pass to the vector cores through a [`TPipe`] or global
/// memory.
///
/// The sections of a kernel may alternate: a recorded program has one for each kind of cores, with all that was said for
/// it. An eager session executes everything in the order of the kernel, which is one of those the cores may take.
///
/// ```
/// use pto::prelude::*;
/// fn kernel(x: &GlobalTensor<f16>, y: &mut GlobalTensor<f32>) -> pto::Result<()> {
///     let products = TPipe::new(Direction::ToVector, 1024, 2, 0x1000)?;
///     for i in 0..3 {
///         section_cube(|| {
///             let (mut a, mut b) = (Tile::<Mat, f16, 16, 16, Nz>::new(), Tile::<Mat, f16, 16, 16, Nz>::new());
///             let (mut left, mut right) =
///                 (Tile::<Left, f16, 16, 16, Nz>::new(), Tile::<Right, f16, 16, 16, Zn>::new());
///             let mut product = Tile::<Acc, f32, 16, 16, Nz<1024>>::new();
///             tload(&mut a, &x.part([16 * i, 0], [16, 16]))?;
///             tload(&mut b, &x.part([16 * i, 0], [16, 16]))?;
///             tmov(&mut left, &a)?;
///             tmov(&mut right, &b)?;
///             tmatmul(&mut product, &left, &right)?;
///             tpush(&products, &product)
///         })?;
///         section_vector(|| {
///             let mut product = Tile::<Vec, f32, 16, 16>::new();
///             let mut doubled = Tile::<Vec, f32, 16, 16>::new();
///             tpop(&products, &mut product)?;
///             tadd(&mut doubled, &product, &product)?;
///             tfree(&products)?;
///             tstore(&mut y.part_mut([16 * i, 0], [16, 16]), &doubled)
///         })?;
///     }
///     Ok(())
/// }
/// let x = vec![f16::ONE; 768];
/// let mut y = vec![0.0; 768];
/// Session::eager(Target::A5)
///     .run(|| kernel(&GlobalTensor::new(&x, [48, 16]), &mut GlobalTensor::new_mut(&mut y, [48, 16])))?;
/// assert_eq!(y, [32.0; 768]);
/// # Ok::<(), pto::Error>(())
/// ```
pub fn section_cube<T>(kernel: impl FnOnce() -> Result<T>) -> Result<T> {
    session::on_cores(Side::Cube, kernel)
}

/// Code of the vector cores, as the text's `pto.section.vector`; see [`section_cube`].
pub fn section_vector<T>(kernel: impl FnOnce() -> Result<T>) -> Result<T> {
    session::on_cores(Side::Vector, kernel)
}

/// Which way a queue runs, as C++ `Direction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the cube core to the vector cores.
    ToVector,
    /// From the vector cores to the cube core.
    ToCube,
}

impl Direction {
    const fn mask(self) -> i64 {
        match self {
            Direction::ToVector => 1,
            Direction::ToCube => 2,
        }
    }
    const fn from(self) -> Side {
        match self {
            Direction::ToVector => Side::Cube,
            Direction::ToCube => Side::Vector,
        }
    }
    const fn to(self) -> Side {
        match self {
            Direction::ToVector => Side::Vector,
            Direction::ToCube => Side::Cube,
        }
    }
}

/// A queue of whole tiles between the cube core and the vector cores of a block, as C++ `TPipe`. It is made outside of
/// both sections.
#[derive(Debug)]
pub struct TPipe {
    token: Token,
    direction: Direction,
    /// What an eager session has in it.
    entries: RefCell<VecDeque<Entry>>,
}

/// The valid elements of a tile, row by row.
#[derive(Debug)]
struct Entry {
    dtype: DType,
    shape: (u32, u32),
    codes: Vec<u64>,
}

impl TPipe {
    /// A queue of `slots` slots of `slot_bytes` bytes each, at byte `addr` of the unified buffer or the matrix buffer of
    /// who takes from it.
    #[track_caller]
    pub fn new(direction: Direction, slot_bytes: u32, slots: u32, addr: u32) -> Result<TPipe> {
        let call = Call::new(&pipe_queue::initialize_l2l_pipe).scalar(0, addr.cast_signed());
        TPipe::open(call, direction, slot_bytes, slots)
    }

    /// The same through global memory, which has room for all slots.
    #[track_caller]
    pub fn through<E: Element>(
        gm: &GlobalTensor<'_, E>,
        direction: Direction,
        slot_bytes: u32,
        slots: u32,
        addr: u32,
    ) -> Result<TPipe> {
        let call = Call::new(&pipe_queue::initialize_l2g2l_pipe).pointer(0, gm);
        TPipe::open(call.scalar(1, addr.cast_signed()), direction, slot_bytes, slots)
    }

    #[track_caller]
    fn open(call: Call<'_>, direction: Direction, slot_bytes: u32, slots: u32) -> Result<TPipe> {
        let call = call.int("dir_mask", Some(direction.mask()));
        let call = call.int("slot_size", Some(slot_bytes.into()));
        let token = call.int("slot_num", Some(slots.into())).declare("!pto.pipe")?;
        Ok(TPipe { token, direction, entries: RefCell::default() })
    }

    /// An instruction on it, which belongs to one kind of cores.
    fn call<'a>(&'a self, def: &'static OpDef, call: Call<'a>, side: Side) -> Result<Event> {
        if session::side() != side {
            let cores = if side == Side::Cube { "section_cube" } else { "section_vector" };
            let message = format!("`pto.{}` of this queue belongs into `{cores}`", def.name);
            return Err(Error::one(code::MISPLACED, message));
        }
        session::note(&call.token(1, &self.token).int("split", Some(0)))
    }
}

/// Puts a tile into a queue, as C++ `TPUSH(pipe, tile)`: an accumulator tile to the vector cores, a vector tile to the
/// cube core.
#[track_caller]
pub fn tpush<E: Element, T: TileWith<E>>(pipe: &TPipe, tile: &T) -> Result<Event> {
    let (def, at) = (&pipe_queue::tpush, Location::caller());
    let push = || {
        let event = pipe.call(def, Call::new(def).tile(0, tile), pipe.direction.from())?;
        if !Session::is_recording() {
            let entry = session::with_bytes(&T::TY, tile.handle(), |at, bytes| {
                let (rows, cols) = at.valid;
                let all = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
                let codes = all.map(|(r, c)| get_code(bytes, E::DTYPE, at.bit_offset(r, c)));
                Entry { dtype: E::DTYPE, shape: at.valid, codes: codes.collect() }
            })?;
            pipe.entries.borrow_mut().push_back(entry);
        }
        Ok(event)
    };
    push().map_err(|e: Error| e.at(at))
}

/// Takes the next tile out of a queue, as C++ `TPOP(pipe, tile)`.
///
/// An eager session executes in the order of the kernel, so what is taken must have been put there before.
#[track_caller]
pub fn tpop<E: Element, T: TileWith<E>>(pipe: &TPipe, tile: &mut T) -> Result<Event> {
    let (def, at) = (&pipe_queue::tpop, Location::caller());
    let pop = || {
        session::check(&Call::new(def).tile(0, &*tile).token(1, &pipe.token))?;
        session::declare_tile(&T::TY, tile.handle(), at);
        let event = pipe.call(def, Call::new(def).tile(0, &*tile), pipe.direction.to())?;
        if !Session::is_recording() {
            let Some(entry) = pipe.entries.borrow_mut().pop_front() else {
                let message = "nothing is in the queue, and an eager kernel goes on in its own order: push before";
                return Err(Error::one(code::DEADLOCK, message));
            };
            take(&entry, &*tile)?;
        }
        Ok(event)
    };
    pop().map_err(|e: Error| e.at(at))
}

/// Releases the slot of the tile taken last, as C++ `TFREE(pipe)`.
#[track_caller]
pub fn tfree(pipe: &TPipe) -> Result<Event> {
    let (def, at) = (&pipe_queue::tfree, Location::caller());
    pipe.call(def, Call::new(def), pipe.direction.to()).map_err(|e| e.at(at))
}

fn take<T: AnyTile>(entry: &Entry, tile: &T) -> Result<()> {
    let (dtype, valid) = (T::TY.dtype, tile.handle().valid.get());
    if (entry.dtype, entry.shape) != (dtype, valid) {
        let message = format!(
            "{} x {} elements {} were pushed, and a tile of {} x {} elements {dtype} takes them: that is not executable eagerly",
            entry.shape.0, entry.shape.1, entry.dtype, valid.0, valid.1
        );
        return Err(Error::one(code::NOT_EXECUTABLE, message));
    }
    session::with_bytes(&T::TY, tile.handle(), |at, bytes| {
        let places = (0..valid.0).flat_map(|r| (0..valid.1).map(move |c| (r, c)));
        for ((r, c), &code) in places.zip(&entry.codes) {
            set_code(bytes, dtype, at.bit_offset(r, c), code);
        }
    })
}
