//! Vector scopes: the part of a kernel that works on registers.

use crate::error::Result;
use crate::event::Event;
use crate::session;
use std::panic::Location;

/// Closes the scope, also when its code fails or panics.
struct Open(Option<&'static Location<'static>>);

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(at) = self.0 {
            session::leave_scope(at);
        }
    }
}

/// A piece of code for the vector unit: the only place where registers and predicates exist, and where tile
/// instructions do not. Data comes and goes through tiles. As a program it is a `pto.vecscope`.
///
/// ```
/// use pto::prelude::*;
/// let mut x = Tile::<Vec, f32, 1, 64>::new();
/// texpands(&mut x, 3.0)?;
/// vecscope(|| {
///     let p = x.address()?;
///     let all = pset_b32(Pattern::All)?;
///     let a = vlds(&p, 0)?;
///     vsts(&vmul(&a, &a, &all)?, &p, 0, &all)
/// })?;
/// assert_eq!(x.read()?, [9.0; 64]);
///
/// // Outside there are no registers.
/// let refused = pset_b32(Pattern::All).unwrap_err();
/// assert_eq!(refused.code(), Some(pto::code::NEEDS_VECSCOPE));
/// # Ok::<(), pto::Error>(())
/// ```
#[track_caller]
pub fn vecscope(body: impl FnOnce() -> Result<()>) -> Result<Event> {
    let at = Location::caller();
    session::enter_scope().map_err(|e| e.at(at))?;
    let mut open = Open(Some(at));
    body()?;
    open.0 = None;
    Ok(session::leave_scope(at))
}
