//! What the machine does for each instruction that has no semantics of its own in the table.

use crate::queue::QueueOp;
use pto_isa::class::{
    self, Alias, Allocate, Class, Local, LocalOp, Mode, Query, Region, ScalarMemory, ThreadQuery,
};
use pto_isa::{OpDef, Sem};

/// What the machine does for an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// It has semantics of its own in the table.
    Sem,
    /// Nothing that shows: synchronisation inside a core that runs in program order, hints.
    Nothing,
    AllocTile,
    MakeView,
    PartitionView,
    ViewDim,
    ViewStride,
    SetValid,
    GetValid,
    ValidRows,
    ValidCols,
    AddressOf,
    Window,
    Reshape,
    Assign,
    MultiGet,
    ScaleAddress,
    BlockIdx,
    BlockNum,
    SubBlockIdx,
    SubBlockNum,
    Load,
    Store,
    AddPtr,
    CastPtr,
    /// The address of memory that is set aside.
    Reserved,
    SetScale,
    DeclareLocal,
    GetLocal,
    SetLocal,
    FillLocal,
    /// A SIMT thread keeps a number for the next launch.
    Keep,
    Resume,
    ThreadQuery(ThreadQuery),
    Sync(Sync),
    Trap,
}

/// The action of an instruction that is part of the machine.
pub(crate) fn action(def: &OpDef) -> Option<Action> {
    if !matches!(def.sem, Sem::Machine) {
        return None;
    }
    Some(match def.class {
        Class::Allocate(Allocate::Tile | Allocate::MultiTile | Allocate::DeclareTile) => {
            Action::AllocTile
        }
        Class::Allocate(Allocate::Reserve | Allocate::Import) => Action::Reserved,
        Class::Alias { how, .. } => match how {
            Alias::Window => Action::Window,
            Alias::Reshape => Action::Reshape,
            Alias::Assign => Action::Assign,
            Alias::MultiGet => Action::MultiGet,
            Alias::Scales => Action::ScaleAddress,
            Alias::View => Action::MakeView,
            Alias::Partition => Action::PartitionView,
            Alias::Address => Action::AddressOf,
            Alias::Offset => Action::AddPtr,
            Alias::Cast | Alias::FromInteger | Alias::ToInteger => Action::CastPtr,
            Alias::Bind => return None,
        },
        Class::SetValid { .. } => Action::SetValid,
        Class::Query(query) => match query {
            Query::Valid => Action::GetValid,
            Query::ValidRows => Action::ValidRows,
            Query::ValidCols => Action::ValidCols,
            Query::Extent => Action::ViewDim,
            Query::Stride => Action::ViewStride,
            Query::BlockIdx => Action::BlockIdx,
            Query::BlockNum => Action::BlockNum,
            Query::SubblockIdx => Action::SubBlockIdx,
            Query::SubblockNum => Action::SubBlockNum,
            Query::Thread(query) => Action::ThreadQuery(query),
            Query::Register => return None,
        },
        Class::ScalarMemory(ScalarMemory::Load) => Action::Load,
        Class::ScalarMemory(ScalarMemory::Store) => Action::Store,
        Class::Local(Local::Kept, LocalOp::Get) => Action::Resume,
        Class::Local(Local::Kept, _) => Action::Keep,
        Class::Local(_, LocalOp::Declare) => Action::DeclareLocal,
        Class::Local(_, LocalOp::Get) => Action::GetLocal,
        Class::Local(_, LocalOp::Set) => Action::SetLocal,
        Class::Local(_, LocalOp::Fill) => Action::FillLocal,
        Class::Sync(sync) => match sync {
            class::Sync::SetEvent(_) => Action::Sync(Sync::SetFlag),
            class::Sync::WaitEvent(_) => Action::Sync(Sync::WaitFlag),
            class::Sync::TakeBuffer(_) => Action::Sync(Sync::GetBuffer),
            class::Sync::ReleaseBuffer(_) => Action::Sync(Sync::ReleaseBuffer),
            class::Sync::SetCore(_) => Action::Sync(Sync::SetCore),
            class::Sync::WaitCore(_) => Action::Sync(Sync::WaitCore),
            class::Sync::SetBlock(_) => Action::Sync(Sync::SetBlock),
            class::Sync::WaitBlock(_) => Action::Sync(Sync::WaitBlock),
            class::Sync::AllCores => Action::Sync(Sync::All),
            class::Sync::Barrier(_) => Action::Sync(Sync::Barrier),
            class::Sync::MemoryBarrier => Action::Sync(Sync::MemoryBarrier),
            // The scalar unit works in program order.
            class::Sync::ScalarBarrier => Action::Nothing,
            class::Sync::Notify => Action::Sync(Sync::Notify),
            class::Sync::WaitSignal => Action::Sync(Sync::AwaitCounters),
            class::Sync::TestSignal => Action::Sync(Sync::TestCounters),
            class::Sync::WaitTransfer | class::Sync::TestTransfer => Action::Sync(Sync::Transfer),
            class::Sync::Threads => Action::Sync(Sync::Threads),
            class::Sync::ThreadFence => Action::Sync(Sync::ThreadFence),
        },
        Class::Queue(op) => Action::Sync(Sync::Queue(op)),
        Class::Mode(Mode::QuantScalar | Mode::QuantVector) => Action::SetScale,
        Class::Mode(Mode::Semaphores)
        | Class::Allocate(Allocate::DeclareView)
        | Class::Hint
        | Class::Session
        | Class::Yield => Action::Nothing,
        Class::Trap => Action::Trap,
        Class::Compute
        | Class::Mode(Mode::Register)
        | Class::Region(_)
        | Class::Launch
        | Class::Print => return None,
    })
}

/// Whether the region of an instruction runs as if it stood there by itself.
pub(crate) const fn runs_through(def: &OpDef) -> bool {
    matches!(
        def.class,
        Class::Region(Region::VectorScope { .. } | Region::Section(_) | Region::Fusion)
    )
}

/// Whether an instruction starts threads.
pub(crate) const fn starts_threads(def: &OpDef) -> bool {
    matches!(def.class, Class::Region(Region::Simt) | Class::Launch)
}

/// What a synchronisation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sync {
    SetFlag,
    WaitFlag,
    GetBuffer,
    ReleaseBuffer,
    SetCore,
    WaitCore,
    SetBlock,
    WaitBlock,
    All,
    /// A counter in global memory is set or raised.
    Notify,
    AwaitCounters,
    TestCounters,
    /// A transfer of a DMA engine is over: it is made when it is asked for.
    Transfer,
    Queue(QueueOp),
    /// A pipe finishes what it has begun; in program order it has.
    Barrier,
    /// A wait for no event: a barrier by the headers, nothing by its page.
    EmptyWait,
    MemoryBarrier,
    ScopeBegins,
    ScopeEnds,
    /// A loop inside a vector scope.
    LoopBegins,
    LoopIterates,
    /// The threads of a SIMT group meet.
    Threads,
    /// Those of a warp that come to an instruction together compute it.
    Warp,
    ThreadFence,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_table_gives_the_machine_the_machine_does() {
        let lost: Vec<&str> = pto_isa::all()
            .filter(|d| matches!(d.sem, Sem::Machine))
            .filter(|d| action(d).is_none() && !runs_through(d) && !starts_threads(d))
            .map(|d| d.name)
            .collect();
        assert!(lost.is_empty(), "{lost:?}");
    }
}
