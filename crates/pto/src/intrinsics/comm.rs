//! Intrinsics of the op table's file `comm.rs`.

// Written by `cargo xtask gen`. Do not edit.

use crate::any_tile::TileOf;
use crate::call::Call;
use crate::element::{Element, Scalar};
use crate::error::Result;
use crate::event::Event;
use crate::global::GlobalTensor;
use crate::intrinsics::enums::{AtomicType, Cmp, Engine, NotifyOp, ReduceOp};
use crate::marker::Vec;
use pto_isa::ops::comm as ops;

/// Attributes of [`comm_tput`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CommTputWith {
    /// replace or add.
    pub atomic_type: Option<AtomicType>,
}

/// Write local global memory to another device.
///
/// Data goes through the staging tile in pieces; with two tiles the pieces overlap. With
/// `atomic_add` the remote elements are added to.
///
/// ```text
/// dst[i] = src[i], or dst[i] + src[i] with atomic_add
/// ```
///
/// C++: `comm::TPUT(dst, src, ping)`
///
/// Rules:
/// - `ping` and `pong` must be in vec: E0201
/// - `dst`, `src` and `ping` must have the same element type: E0203
/// - `ping` and `pong` must have the same type: E0207
/// - only a partition may have dynamic extents: E0228
/// - `dst` and `src` must have the same extents, known or dynamic: E0218
/// - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TPUT.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19930-19953)
#[track_caller]
pub fn comm_tput<
    E: Element,
    Ping: TileOf<Vec, E>,
>(dst: &mut GlobalTensor<'_, E>, src: &GlobalTensor<'_, E>, ping: &mut Ping) -> Result<Event> {
    Call::new(&ops::comm_tput).view_mut(0, dst).view(1, src).tile(2, ping).run()
}

/// [`comm_tput`] with attributes.
#[track_caller]
pub fn comm_tput_with<
    E: Element,
    Ping: TileOf<Vec, E>,
>(dst: &mut GlobalTensor<'_, E>, src: &GlobalTensor<'_, E>, ping: &mut Ping, with: CommTputWith) -> Result<Event> {
    Call::new(&ops::comm_tput).view_mut(0, dst).view(1, src).tile(2, ping).word("atomicType", with.atomic_type.map(AtomicType::word)).run()
}

/// [`comm_tput`] with `pong`.
///
/// C++: `comm::TPUT(dst, src, ping, pong)`
#[track_caller]
pub fn comm_tput_pong<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(dst: &mut GlobalTensor<'_, E>, src: &GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong) -> Result<Event> {
    Call::new(&ops::comm_tput).view_mut(0, dst).view(1, src).tile(2, ping).tile(3, pong).run()
}

/// [`comm_tput_pong`] with attributes.
#[track_caller]
pub fn comm_tput_pong_with<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(dst: &mut GlobalTensor<'_, E>, src: &GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong, with: CommTputWith) -> Result<Event> {
    Call::new(&ops::comm_tput).view_mut(0, dst).view(1, src).tile(2, ping).tile(3, pong).word("atomicType", with.atomic_type.map(AtomicType::word)).run()
}

/// Read global memory of another device.
///
/// Data goes through the staging tile in pieces; with two tiles the pieces overlap.
///
/// ```text
/// dst[i] = src[i]
/// ```
///
/// C++: `comm::TGET(dst, src, ping)`
///
/// Rules:
/// - `ping` and `pong` must be in vec: E0201
/// - `dst`, `src` and `ping` must have the same element type: E0203
/// - `ping` and `pong` must have the same type: E0207
/// - only a partition may have dynamic extents: E0228
/// - `dst` and `src` must have the same extents, known or dynamic: E0218
/// - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TGET.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19955-19978)
#[track_caller]
pub fn comm_tget<
    E: Element,
    Ping: TileOf<Vec, E>,
>(dst: &mut GlobalTensor<'_, E>, src: &GlobalTensor<'_, E>, ping: &mut Ping) -> Result<Event> {
    Call::new(&ops::comm_tget).view_mut(0, dst).view(1, src).tile(2, ping).run()
}

/// [`comm_tget`] with `pong`.
///
/// C++: `comm::TGET(dst, src, ping, pong)`
#[track_caller]
pub fn comm_tget_pong<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(dst: &mut GlobalTensor<'_, E>, src: &GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong) -> Result<Event> {
    Call::new(&ops::comm_tget).view_mut(0, dst).view(1, src).tile(2, ping).tile(3, pong).run()
}

/// Elements that [`comm_tnotify`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`signal` of `pto.comm.tnotify` does not take `{Self}` elements",
    note = "it takes i32",
)]
pub trait CommTnotifySignalElement: Element {}
impl CommTnotifySignalElement for i32 {}

/// Signal another device.
///
/// Sets a 32-bit counter in remote global memory, or adds to it.
///
/// ```text
/// signal = value, or signal + value with atomic_add
/// ```
///
/// C++: `comm::TNOTIFY(signal, value, notifyOp)`
///
/// Executed eagerly it is an error; it can be recorded.
///
/// Rules:
/// - `signal` and `value` must have element type i32: E0204
/// - every extent of the view must be known: E0228
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TNOTIFY.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19980-19989)
#[track_caller]
pub fn comm_tnotify<
    E: CommTnotifySignalElement,
>(signal: &mut GlobalTensor<'_, E>, value: impl Scalar, notify_op: NotifyOp) -> Result<Event> {
    Call::new(&ops::comm_tnotify).view_mut(0, signal).scalar(1, value).word("notifyOp", Some(notify_op.word())).run()
}

/// Elements that [`comm_twait`] takes on some target.
#[diagnostic::on_unimplemented(
    message = "`signal` of `pto.comm.twait` does not take `{Self}` elements",
    note = "it takes i32",
)]
pub trait CommTwaitSignalElement: Element {}
impl CommTwaitSignalElement for i32 {}

/// Wait for signals.
///
/// Blocks until every counter of `signal` compares true with the value.
///
/// ```text
/// wait until signal cmp cmpValue for every element
/// ```
///
/// C++: `comm::TWAIT(signal, cmpValue, cmp)`
///
/// Executed eagerly it is an error; it can be recorded.
///
/// Rules:
/// - `signal` and `cmpValue` must have element type i32: E0204
/// - every extent of the view must be known: E0228
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TWAIT.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:19991-20000)
#[track_caller]
pub fn comm_twait<
    E: CommTwaitSignalElement,
>(signal: &GlobalTensor<'_, E>, cmp_value: impl Scalar, cmp: Cmp) -> Result<Event> {
    Call::new(&ops::comm_twait).view(0, signal).scalar(1, cmp_value).word("cmp", Some(cmp.word())).run()
}

/// Attributes of [`comm_tbroadcast`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CommTbroadcastWith {
    /// index of the root in the group.
    pub root: Option<i64>,
    /// who moves the data; the vector cores (`aiv`) if absent.
    pub engine: Option<Engine>,
}

/// Copy global memory of the root to every device of a group.
///
/// Each member of the group is named by its view of the destination.
///
/// ```text
/// group[r][i] = src[i]   for every rank r
/// ```
///
/// C++: `comm::TBROADCAST(group, src, ping)`
///
/// Rules:
/// - `ping` and `pong` must be in vec: E0201
/// - `src` and `ping` must have the same element type: E0203
/// - `ping` and `pong` must have the same type: E0207
/// - every extent of the view must be known: E0228
/// - every extent of the view must be known: E0228
/// - the members of the group must have the type of `src`: E0207
/// - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
/// - `root` must be the index of a member of the group: E0232
/// - the CCU moves the data of groups on A5 only, on a2a3: E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TBROADCAST.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20100-20118)
#[track_caller]
pub fn comm_tbroadcast<
    EGroup: Element,
    ESrc: Element,
    Ping: TileOf<Vec, ESrc>,
>(group: &[&GlobalTensor<'_, EGroup>], src: &GlobalTensor<'_, ESrc>, ping: &mut Ping) -> Result<Event> {
    Call::new(&ops::comm_tbroadcast).view(0, src).tile(1, ping).views(3, group).run()
}

/// [`comm_tbroadcast`] with attributes.
#[track_caller]
pub fn comm_tbroadcast_with<
    EGroup: Element,
    ESrc: Element,
    Ping: TileOf<Vec, ESrc>,
>(group: &[&GlobalTensor<'_, EGroup>], src: &GlobalTensor<'_, ESrc>, ping: &mut Ping, with: CommTbroadcastWith) -> Result<Event> {
    Call::new(&ops::comm_tbroadcast).view(0, src).tile(1, ping).views(3, group).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// [`comm_tbroadcast`] with `pong`.
///
/// C++: `comm::TBROADCAST(group, src, ping, pong)`
#[track_caller]
pub fn comm_tbroadcast_pong<
    EGroup: Element,
    ESrc: Element,
    Ping: TileOf<Vec, ESrc>,
    Pong: TileOf<Vec, ESrc>,
>(group: &[&GlobalTensor<'_, EGroup>], src: &GlobalTensor<'_, ESrc>, ping: &mut Ping, pong: &mut Pong) -> Result<Event> {
    Call::new(&ops::comm_tbroadcast).view(0, src).tile(1, ping).tile(2, pong).views(3, group).run()
}

/// [`comm_tbroadcast_pong`] with attributes.
#[track_caller]
pub fn comm_tbroadcast_pong_with<
    EGroup: Element,
    ESrc: Element,
    Ping: TileOf<Vec, ESrc>,
    Pong: TileOf<Vec, ESrc>,
>(group: &[&GlobalTensor<'_, EGroup>], src: &GlobalTensor<'_, ESrc>, ping: &mut Ping, pong: &mut Pong, with: CommTbroadcastWith) -> Result<Event> {
    Call::new(&ops::comm_tbroadcast).view(0, src).tile(1, ping).tile(2, pong).views(3, group).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// Attributes of [`comm_tgather`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CommTgatherWith {
    /// index of the root in the group.
    pub root: Option<i64>,
    /// who moves the data; the vector cores (`aiv`) if absent.
    pub engine: Option<Engine>,
}

/// Collect global memory of every device of a group on the root.
///
/// The pieces follow one another along the rows, in the order of the group.
///
/// ```text
/// dst[r*H + i] = group[r][i]   with H rows per rank
/// ```
///
/// C++: `comm::TGATHER(group, dst, ping)`
///
/// Rules:
/// - `ping` and `pong` must be in vec: E0201
/// - `dst`, `ping` and `group` must have the same element type: E0203
/// - `ping` and `pong` must have the same type: E0207
/// - every extent of the view must be known: E0228
/// - every extent of the view must be known: E0228
/// - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
/// - `root` must be the index of a member of the group: E0232
/// - the view of the root must have at least the rows of all members: E0219
/// - the CCU moves the data of groups on A5 only, on a2a3: E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TGATHER.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20120-20138)
#[track_caller]
pub fn comm_tgather<
    E: Element,
    Ping: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, ping: &mut Ping) -> Result<Event> {
    Call::new(&ops::comm_tgather).view_mut(0, dst).tile(1, ping).views(3, group).run()
}

/// [`comm_tgather`] with attributes.
#[track_caller]
pub fn comm_tgather_with<
    E: Element,
    Ping: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, ping: &mut Ping, with: CommTgatherWith) -> Result<Event> {
    Call::new(&ops::comm_tgather).view_mut(0, dst).tile(1, ping).views(3, group).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// [`comm_tgather`] with `pong`.
///
/// C++: `comm::TGATHER(group, dst, ping, pong)`
#[track_caller]
pub fn comm_tgather_pong<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong) -> Result<Event> {
    Call::new(&ops::comm_tgather).view_mut(0, dst).tile(1, ping).tile(2, pong).views(3, group).run()
}

/// [`comm_tgather_pong`] with attributes.
#[track_caller]
pub fn comm_tgather_pong_with<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong, with: CommTgatherWith) -> Result<Event> {
    Call::new(&ops::comm_tgather).view_mut(0, dst).tile(1, ping).tile(2, pong).views(3, group).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// Attributes of [`comm_tscatter`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CommTscatterWith {
    /// index of the root in the group.
    pub root: Option<i64>,
    /// who moves the data; the vector cores (`aiv`) if absent.
    pub engine: Option<Engine>,
}

/// Hand the rows of the root to the devices of a group.
///
/// The inverse of `comm.tgather`.
///
/// ```text
/// group[r][i] = src[r*H + i]   with H rows per rank
/// ```
///
/// C++: `comm::TSCATTER(group, src, ping)`
///
/// Rules:
/// - `ping` and `pong` must be in vec: E0201
/// - `src`, `ping` and `group` must have the same element type: E0203
/// - `ping` and `pong` must have the same type: E0207
/// - every extent of the view must be known: E0228
/// - every extent of the view must be known: E0228
/// - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
/// - `root` must be the index of a member of the group: E0232
/// - the view of the root must have at least the rows of all members: E0219
/// - the CCU moves the data of groups on A5 only, on a2a3: E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TSCATTER.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20140-20158)
#[track_caller]
pub fn comm_tscatter<
    E: Element,
    Ping: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], src: &GlobalTensor<'_, E>, ping: &mut Ping) -> Result<Event> {
    Call::new(&ops::comm_tscatter).view(0, src).tile(1, ping).views(3, group).run()
}

/// [`comm_tscatter`] with attributes.
#[track_caller]
pub fn comm_tscatter_with<
    E: Element,
    Ping: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], src: &GlobalTensor<'_, E>, ping: &mut Ping, with: CommTscatterWith) -> Result<Event> {
    Call::new(&ops::comm_tscatter).view(0, src).tile(1, ping).views(3, group).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// [`comm_tscatter`] with `pong`.
///
/// C++: `comm::TSCATTER(group, src, ping, pong)`
#[track_caller]
pub fn comm_tscatter_pong<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], src: &GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong) -> Result<Event> {
    Call::new(&ops::comm_tscatter).view(0, src).tile(1, ping).tile(2, pong).views(3, group).run()
}

/// [`comm_tscatter_pong`] with attributes.
#[track_caller]
pub fn comm_tscatter_pong_with<
    E: Element,
    Ping: TileOf<Vec, E>,
    Pong: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], src: &GlobalTensor<'_, E>, ping: &mut Ping, pong: &mut Pong, with: CommTscatterWith) -> Result<Event> {
    Call::new(&ops::comm_tscatter).view(0, src).tile(1, ping).tile(2, pong).views(3, group).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// Attributes of [`comm_treduce`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CommTreduceWith {
    /// index of the root in the group.
    pub root: Option<i64>,
    /// who moves the data; the vector cores (`aiv`) if absent.
    pub engine: Option<Engine>,
}

/// Combine global memory of every device of a group on the root.
///
/// `acc` holds the running result; each member's data arrives in the receive tiles.
///
/// ```text
/// dst[i] = op over ranks r of group[r][i]
/// ```
///
/// C++: `comm::TREDUCE(group, dst, acc, recvPing, reduceOp)`
///
/// Rules:
/// - `acc`, `recvPing` and `recvPong` must be in vec: E0201
/// - `dst`, `acc` and `group` must have the same element type: E0203
/// - `acc`, `recvPing` and `recvPong` must have the same type: E0207
/// - every extent of the view must be known: E0228
/// - every extent of the view must be known: E0228
/// - rows and columns that do not fit the staging tile must be multiples of its valid rows and columns; a tile with a dynamic valid region takes the rest: E0219
/// - `root` must be the index of a member of the group: E0232
/// - the CCU moves the data of groups on A5 only, on a2a3: E0232
///
/// Element types:
/// - every target: as the rules say (pto-isa@3186c381 docs/isa/comm/TREDUCE.md; PTOAS 0.60 lib/PTO/IR/PTO.cpp:20160-20182)
#[track_caller]
pub fn comm_treduce<
    E: Element,
    AccTile: TileOf<Vec, E>,
    RecvPing: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, acc: &mut AccTile, recv_ping: &mut RecvPing, reduce_op: ReduceOp) -> Result<Event> {
    Call::new(&ops::comm_treduce).view_mut(0, dst).tile(1, acc).tile(2, recv_ping).views(4, group).word("reduceOp", Some(reduce_op.word())).run()
}

/// [`comm_treduce`] with attributes.
#[track_caller]
pub fn comm_treduce_with<
    E: Element,
    AccTile: TileOf<Vec, E>,
    RecvPing: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, acc: &mut AccTile, recv_ping: &mut RecvPing, reduce_op: ReduceOp, with: CommTreduceWith) -> Result<Event> {
    Call::new(&ops::comm_treduce).view_mut(0, dst).tile(1, acc).tile(2, recv_ping).views(4, group).word("reduceOp", Some(reduce_op.word())).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}

/// [`comm_treduce`] with `recvPong`.
///
/// C++: `comm::TREDUCE(group, dst, acc, recvPing, recvPong, reduceOp)`
#[track_caller]
pub fn comm_treduce_recv_pong<
    E: Element,
    AccTile: TileOf<Vec, E>,
    RecvPing: TileOf<Vec, E>,
    RecvPong: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, acc: &mut AccTile, recv_ping: &mut RecvPing, recv_pong: &mut RecvPong, reduce_op: ReduceOp) -> Result<Event> {
    Call::new(&ops::comm_treduce).view_mut(0, dst).tile(1, acc).tile(2, recv_ping).tile(3, recv_pong).views(4, group).word("reduceOp", Some(reduce_op.word())).run()
}

/// [`comm_treduce_recv_pong`] with attributes.
#[track_caller]
pub fn comm_treduce_recv_pong_with<
    E: Element,
    AccTile: TileOf<Vec, E>,
    RecvPing: TileOf<Vec, E>,
    RecvPong: TileOf<Vec, E>,
>(group: &[&GlobalTensor<'_, E>], dst: &mut GlobalTensor<'_, E>, acc: &mut AccTile, recv_ping: &mut RecvPing, recv_pong: &mut RecvPong, reduce_op: ReduceOp, with: CommTreduceWith) -> Result<Event> {
    Call::new(&ops::comm_treduce).view_mut(0, dst).tile(1, acc).tile(2, recv_ping).tile(3, recv_pong).views(4, group).word("reduceOp", Some(reduce_op.word())).int("root", with.root).word("engine", with.engine.map(Engine::word)).run()
}
