//! Transfers that go on by themselves: contexts, sessions and events, which are neither tiles nor numbers.

use crate::any_tile::TileOf;
use crate::call::{Call, Token};
use crate::element::Element;
use crate::error::Result;
use crate::global::GlobalTensor;
use crate::marker::Vec;
use pto_isa::ops::{comm, comm_async, tile_prefetch};

const EVENT: &str = "!pto.async_event";
const SESSION: &str = "!pto.async_session";

/// What asynchronous prefetches need, as C++ `PrefetchAsyncContext`.
///
/// ```
/// use pto::prelude::*;
/// let workspace = vec![0u8; 4096];
/// let x = vec![0.0f32; 1024];
/// let program = Session::record(Target::A5, "kernel").run(|| {
///     let context = PrefetchAsyncContext::new(&GlobalTensor::new(&workspace, [4096]))?;
///     let fetched = tprefetch_async(&GlobalTensor::new(&x, [1, 1024]), &context)?;
///     fetched.wait(&context.session()?)
/// })?;
/// assert!(program.text().contains("pto.tprefetch_async("));
/// assert!(program.check().is_empty());
/// # Ok::<(), pto::Error>(())
/// ```
#[derive(Debug)]
pub struct PrefetchAsyncContext(Token);

impl PrefetchAsyncContext {
    /// A context in a workspace, which the host has prepared.
    #[track_caller]
    pub fn new<E: Element>(workspace: &GlobalTensor<'_, E>) -> Result<PrefetchAsyncContext> {
        let call = Call::new(&tile_prefetch::make_prefetch_async_context).pointer(0, workspace);
        call.make("!pto.prefetch_async_context").map(PrefetchAsyncContext)
    }
    /// The session to wait with for what the context has begun.
    #[track_caller]
    pub fn session(&self) -> Result<AsyncSession> {
        let call = Call::new(&tile_prefetch::get_prefetch_async_session).token(0, &self.0);
        call.make(SESSION).map(AsyncSession)
    }
}

/// What carries asynchronous transfers between devices, as C++ `AsyncSession`.
#[derive(Debug)]
pub struct AsyncSession(Token);

impl AsyncSession {
    /// A session with a small tile of its own, in a workspace that the host has prepared.
    #[track_caller]
    pub fn build<E: Element, W: Element, T: TileOf<Vec, E>>(
        scratch: &T,
        workspace: &GlobalTensor<'_, W>,
    ) -> Result<AsyncSession> {
        let call = Call::new(&comm_async::comm_build_async_session);
        call.tile(0, scratch).pointer(1, workspace).make(SESSION).map(AsyncSession)
    }
}

/// The end of a transfer, as C++ `AsyncEvent`.
#[derive(Debug)]
pub struct AsyncEvent(Token);

impl AsyncEvent {
    /// Waits until the transfer has ended, as C++ `event.Wait(session)`.
    #[track_caller]
    pub fn wait(&self, session: &AsyncSession) -> Result<()> {
        let call = Call::new(&comm_async::comm_wait_async_event);
        call.token(0, &self.0).token(1, &session.0).make("i1").map(|_| ())
    }
}

/// Starts bringing a range of global memory into the L2 cache, as C++ `TPREFETCH_ASYNC(src, ctx)`. No element moves, so
/// there is nothing to do for it eagerly.
#[track_caller]
pub fn tprefetch_async<E: Element>(
    src: &GlobalTensor<'_, E>,
    ctx: &PrefetchAsyncContext,
) -> Result<AsyncEvent> {
    let call = Call::new(&tile_prefetch::tprefetch_async).view(0, src).token(1, &ctx.0);
    call.make(EVENT).map(AsyncEvent)
}

/// Writes local global memory to another device without waiting, as C++ `comm::TPUT_ASYNC(dst, src, session)`.
///
/// Executed eagerly it is an error; it can be recorded.
#[track_caller]
pub fn comm_tput_async<E: Element>(
    dst: &mut GlobalTensor<'_, E>,
    src: &GlobalTensor<'_, E>,
    session: &AsyncSession,
) -> Result<AsyncEvent> {
    let call = Call::new(&comm::comm_tput_async).view_mut(0, dst).view(1, src);
    call.token(2, &session.0).make(EVENT).map(AsyncEvent)
}

/// Reads global memory of another device without waiting, as C++ `comm::TGET_ASYNC(dst, src, session)`.
///
/// Executed eagerly it is an error; it can be recorded.
#[track_caller]
pub fn comm_tget_async<E: Element>(
    dst: &mut GlobalTensor<'_, E>,
    src: &GlobalTensor<'_, E>,
    session: &AsyncSession,
) -> Result<AsyncEvent> {
    let call = Call::new(&comm::comm_tget_async).view_mut(0, dst).view(1, src);
    call.token(2, &session.0).make(EVENT).map(AsyncEvent)
}
