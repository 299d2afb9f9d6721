//! The operations that lowering adds: signals, waits, barriers, buffer ids, numbers.

use pto_ir::edit::{Editor, Rank};
use pto_ir::module::NodeId;
use pto_ir::{Attr, Builder, ValueId};
use pto_isa::ops::sync;
use pto_isa::{OpDef, Pipe, Type};

/// Which event of a pair of pipes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventId {
    /// Always this one.
    Fixed(u32),
    /// The one that a value says.
    Computed(ValueId),
}

/// A signal from one pipe to another, or the wait for it.
pub(crate) fn flag(b: &mut Builder, waits: bool, from: Pipe, to: Pipe, id: EventId) {
    let def: &OpDef = match (waits, id) {
        (false, EventId::Fixed(_)) => &sync::set_flag,
        (true, EventId::Fixed(_)) => &sync::wait_flag,
        (false, EventId::Computed(_)) => &sync::set_flag_dyn,
        (true, EventId::Computed(_)) => &sync::wait_flag_dyn,
    };
    let op = b.op(def).attr("src_pipe", from.name()).attr("dst_pipe", to.name());
    match id {
        EventId::Fixed(id) => op.attr("event_id", format!("EVENT_ID{id}").as_str()).end(),
        EventId::Computed(value) => op.operand("event_id", value).end(),
    };
}

/// A pipe drains.
pub(crate) fn barrier(b: &mut Builder, pipe: Pipe) {
    b.op(&sync::pipe_barrier).attr("pipe", pipe.name()).end();
}

/// A pipe takes a buffer id, or gives it back.
pub(crate) fn buffer(b: &mut Builder, takes: bool, pipe: Pipe, id: EventId) {
    let def: &OpDef = match (takes, id) {
        (true, EventId::Fixed(_)) => &sync::get_buf,
        (false, EventId::Fixed(_)) => &sync::rls_buf,
        (true, EventId::Computed(_)) => &sync::get_buf_dyn,
        (false, EventId::Computed(_)) => &sync::rls_buf_dyn,
    };
    let op = b.op(def).attr("op_type", Attr::Str(pipe.name().into()));
    let op = match id {
        EventId::Fixed(id) => op.attr("buf_id", i64::from(id)),
        EventId::Computed(value) => op.operand("buf_id", value),
    };
    op.attr("mode", 0).end();
}

/// A constant before a statement, with a name like `name`.
pub(crate) fn constant(
    editor: &mut Editor<'_>,
    at: NodeId,
    rank: Rank,
    name: &str,
    value: u64,
    ty: Type,
) -> ValueId {
    let (ty, name) = (editor.ty(ty), editor.fresh(name));
    let made = editor.before(at, rank, |b| b.constant(value as i64, ty));
    editor.name(made, &name);
    made
}

/// `value + first` before a statement, with names like `{name}_{first}` and `{name}`.
pub(crate) fn sum(
    editor: &mut Editor<'_>,
    at: NodeId,
    name: &str,
    value: ValueId,
    first: u32,
) -> ValueId {
    let ty = editor.module().type_of(value).cloned().unwrap_or(Type::Index);
    let base = format!("{name}_{first}");
    let base = constant(editor, at, Rank::Wait, &base, u64::from(first), ty);
    let name = editor.fresh(name);
    let made =
        editor.before(at, Rank::Wait, |b| b.arith(pto_ir::dialect::Arith::AddI, [value, base]));
    editor.name(made, &name);
    made
}
