//! Instructions without tiles: waiting for events, printing numbers, meeting of all cores.

use crate::call::Call;
use crate::element::Scalar;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::global::GlobalTensor;
use crate::session::{self, Session, block_num};
use pto_isa::code;
use pto_isa::ops::{tile_config, tile_debug};
use std::panic::Location;

impl Event {
    /// The next instruction waits for this one, as C++ `e.Wait()`.
    #[track_caller]
    pub fn wait(self) -> Result<()> {
        tsync(self)
    }
}

/// Several events.
pub trait Events {
    /// As a list.
    #[doc(hidden)]
    fn list(self) -> std::vec::Vec<Event>;
}

impl Events for Event {
    fn list(self) -> std::vec::Vec<Event> {
        vec![self]
    }
}
impl Events for () {
    fn list(self) -> std::vec::Vec<Event> {
        Vec::new()
    }
}
impl<const N: usize> Events for [Event; N] {
    fn list(self) -> std::vec::Vec<Event> {
        self.to_vec()
    }
}

macro_rules! tuples {
    ($(($($name:ident $i:tt),*);)*) => {$(
        impl Events for ($(tuples!(@event $name),)*) {
            fn list(self) -> std::vec::Vec<Event> {
                vec![$(self.$i),*]
            }
        }
    )*};
    (@event $name:ident) => { Event };
}

tuples! {
    (a 0);
    (a 0, b 1);
    (a 0, b 1, c 2);
    (a 0, b 1, c 2, d 3);
}

/// The next instruction waits for these events; without one, for everything. C++ `TSYNC(events...)`.
///
/// ```
/// use pto::prelude::*;
/// let mut a = Tile::<Vec, f32, 16, 16>::new();
/// let mut b = Tile::<Vec, f32, 16, 16>::new();
/// let e0 = texpands(&mut a, 1.0)?;
/// let e1 = texpands(&mut b, 2.0)?;
/// tsync((e0, e1))?;
/// let mut sum = Tile::<Vec, f32, 16, 16>::new();
/// tadd(&mut sum, &a, &b)?;
/// tsync(())?;
/// assert_eq!(sum.read()?[0], 3.0);
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn tsync(events: impl Events) -> Result<()> {
    let (events, at) = (events.list(), Location::caller());
    session::wait(&events, at).map_err(|e| e.at(at))
}

/// Gives an instruction that waits for these events, which C++ takes as trailing arguments: `TADD(sum, a, b, e0, e1)`.
///
/// ```
/// use pto::prelude::*;
/// let mut a = Tile::<Vec, f32, 16, 16>::new();
/// let mut b = Tile::<Vec, f32, 16, 16>::new();
/// let mut sum = Tile::<Vec, f32, 16, 16>::new();
/// let e0 = texpands(&mut a, 1.0)?;
/// let e1 = texpands(&mut b, 2.0)?;
/// let added = after((e0, e1), || tadd(&mut sum, &a, &b))?;
/// added.wait()?;
/// assert_eq!(sum.read()?[0], 3.0);
/// # Ok::<(), pto::Error>(())
/// ```
///
/// In a recorded program the pipe of the instruction waits for a flag of each event.
///
/// ```
/// # use pto::prelude::*;
/// let (x, mut y) = (vec![1.0f32; 256], vec![0.0; 256]);
/// let program = Session::record(Target::A2A3, "kernel").run(|| {
///     let (mut a, mut sum) = (Tile::<Vec, f32, 16, 16>::new(), Tile::<Vec, f32, 16, 16>::new());
///     let loaded = tload(&mut a, &GlobalTensor::new(&x, [16, 16]))?;
///     let added = after(loaded, || tadd(&mut sum, &a, &a))?;
///     after(added, || tstore(&mut GlobalTensor::new_mut(&mut y, [16, 16]), &sum))
/// })?;
/// assert_eq!(program.text().matches("pto.wait_flag").count(), 2);
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn after<T>(events: impl Events, instruction: impl FnOnce() -> Result<T>) -> Result<T> {
    tsync(events)?;
    instruction()
}

/// Prints a number, as C++ `cce::printf(format, scalar)`: one conversion of `printf`.
///
/// ```
/// use pto::prelude::*;
/// let printed = Session::eager(Target::A5).run(|| {
///     printf("block %d\n", block_idx() as i32)?;
///     Ok(Session::printed())
/// })?;
/// assert_eq!(printed.concat(), "block 0\n");
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn printf(format: &'static str, scalar: impl Scalar) -> Result<Event> {
    Call::new(&tile_debug::print).scalar(0, scalar).text("format", format).run()
}

/// The cores that meet in [`syncall`], as C++ `SyncCoreType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncCoreType {
    /// `aiv_only`: the vector cores.
    AivOnly,
    /// `aic_only`: the cube cores.
    AicOnly,
    /// `mix`: both.
    Mix,
}

impl SyncCoreType {
    const fn word(self) -> &'static str {
        match self {
            SyncCoreType::AivOnly => "aiv_only",
            SyncCoreType::AicOnly => "aic_only",
            SyncCoreType::Mix => "mix",
        }
    }
}

/// Waits until every core of a kind has arrived, as C++ `SYNCALL<core_type>()`.
///
/// Blocks of an eager session run one after another and cannot meet: with more than one it is an error there.
///
/// ```
/// use pto::prelude::*;
/// let meet = || syncall(SyncCoreType::AivOnly);
/// let program = Session::record(Target::A2A3, "kernel").blocks(2).run(meet)?;
/// assert!(program.text().contains("pto.syncall mode = "));
/// program.run(&mut [])?;
/// let alone = Session::eager(Target::A2A3).blocks(2).run(meet).unwrap_err();
/// assert_eq!(alone.code(), Some(pto::code::NOT_EXECUTABLE));
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn syncall(cores: SyncCoreType) -> Result<Event> {
    meet(Call::new(&tile_config::syncall).word("mode", Some("hard")), cores)
}

/// [`syncall`] by counters in a zeroed piece of global memory that nothing else uses, as C++
/// `SYNCALL<SyncAllMode::Soft, core_type>(workspace, used_cores)`.
#[track_caller]
pub fn syncall_soft(
    workspace: &mut GlobalTensor<'_, i32>,
    used_cores: i32,
    cores: SyncCoreType,
) -> Result<Event> {
    let call = Call::new(&tile_config::syncall).view_mut(0, workspace).scalar(1, used_cores);
    meet(call.word("mode", Some("soft")), cores)
}

#[track_caller]
fn meet(call: Call<'_>, cores: SyncCoreType) -> Result<Event> {
    if !Session::is_recording() && block_num() > 1 {
        let message = "blocks of an eager session run one after another and cannot meet: record the kernel and run that";
        return Err(Error::one(code::NOT_EXECUTABLE, message).at(Location::caller()));
    }
    call.word("core_type", Some(cores.word())).run()
}
