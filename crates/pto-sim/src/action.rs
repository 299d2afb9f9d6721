//! What the machine does for each instruction that has no semantics of its own in the table.

use crate::queue::{QueueOp, Way};

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
    Sync(Sync),
    Trap,
}

/// The action of an instruction that is part of the machine.
pub(crate) fn action(name: &str) -> Option<Action> {
    Some(match name {
        "alloc_tile" | "declare_tile" | "alloc_multi_tile" => Action::AllocTile,
        "multi_tile_get" => Action::MultiGet,
        "get_scale_addr" => Action::ScaleAddress,
        "make_tensor_view" => Action::MakeView,
        "partition_view" => Action::PartitionView,
        "get_tensor_view_dim" => Action::ViewDim,
        "get_tensor_view_stride" => Action::ViewStride,
        "set_validshape" => Action::SetValid,
        "get_validshape" => Action::GetValid,
        "tile_valid_rows" => Action::ValidRows,
        "tile_valid_cols" => Action::ValidCols,
        "tile_buf_addr" | "tensor_view_addr" => Action::AddressOf,
        "subview" | "subset" | "talias" => Action::Window,
        "treshape" | "bitcast" => Action::Reshape,
        "tassign" => Action::Assign,
        "get_block_idx" => Action::BlockIdx,
        "get_block_num" => Action::BlockNum,
        "get_subblock_idx" => Action::SubBlockIdx,
        "get_subblock_num" => Action::SubBlockNum,
        "load_scalar" | "load" => Action::Load,
        "store_scalar" | "store" => Action::Store,
        "addptr" => Action::AddPtr,
        "castptr" | "inttoptr" | "ptrtoint" => Action::CastPtr,
        "trap" => Action::Trap,
        "set_flag" | "set_flag_dyn" | "record_event" => Action::Sync(Sync::SetFlag),
        "wait_flag" | "wait_flag_dyn" | "wait_event" => Action::Sync(Sync::WaitFlag),
        "get_buf" | "get_buf_dyn" => Action::Sync(Sync::GetBuffer),
        "rls_buf" | "rls_buf_dyn" => Action::Sync(Sync::ReleaseBuffer),
        "sync.set" | "set_cross_core" | "set_intra_block" => Action::Sync(Sync::SetCore),
        "sync.wait" | "wait_flag_dev" | "wait_intra_core" => Action::Sync(Sync::WaitCore),
        "set_cross_block" => Action::Sync(Sync::SetBlock),
        "wait_cross_block" => Action::Sync(Sync::WaitBlock),
        "syncall" => Action::Sync(Sync::All),
        "initialize_l2g2l_pipe"
        | "initialize_l2l_pipe"
        | "aic_initialize_pipe"
        | "aiv_initialize_pipe" => Action::Sync(Sync::Queue(QueueOp::Open)),
        "tpush" => Action::Sync(Sync::Queue(QueueOp::Push(None))),
        "tpush_to_aiv" => Action::Sync(Sync::Queue(QueueOp::Push(Some(Way::ToVector)))),
        "tpush_to_aic" => Action::Sync(Sync::Queue(QueueOp::Push(Some(Way::ToCube)))),
        "tpop" => Action::Sync(Sync::Queue(QueueOp::Pop(None))),
        "tpop_from_aic" => Action::Sync(Sync::Queue(QueueOp::Pop(Some(Way::ToVector)))),
        "tpop_from_aiv" => Action::Sync(Sync::Queue(QueueOp::Pop(Some(Way::ToCube)))),
        "tfree" => Action::Sync(Sync::Queue(QueueOp::Free(None))),
        "tfree_from_aic" => Action::Sync(Sync::Queue(QueueOp::Free(Some(Way::ToVector)))),
        "tfree_from_aiv" => Action::Sync(Sync::Queue(QueueOp::Free(Some(Way::ToCube)))),
        "talloc" => Action::Sync(Sync::Queue(QueueOp::Alloc(None))),
        "talloc_to_aiv" => Action::Sync(Sync::Queue(QueueOp::Alloc(Some(Way::ToVector)))),
        "talloc_to_aic" => Action::Sync(Sync::Queue(QueueOp::Alloc(Some(Way::ToCube)))),
        "declare_local_array" | "declare_struct" | "declare_eventid_array" => Action::DeclareLocal,
        "local_array_get" | "struct_get" | "eventid_array_get" => Action::GetLocal,
        "local_array_set" | "struct_set" | "eventid_array_set" => Action::SetLocal,
        "set_quant_scalar" | "set_quant_vector" => Action::SetScale,
        "reserve_buffer" | "import_reserved_buffer" => Action::Reserved,
        "pipe_barrier" | "barrier_sync" | "tsync" | "fence.barrier_all" => {
            Action::Sync(Sync::Barrier)
        }
        "mem_bar" => Action::Sync(Sync::MemoryBarrier),
        "set_ffts"
        | "dsb"
        | "dcci"
        | "tprefetch_async"
        | "make_prefetch_async_context"
        | "get_prefetch_async_session"
        | "declare_global"
        | "yield" => Action::Nothing,
        _ => return None,
    })
}

/// Whether the region of an instruction runs as if it stood there by itself.
pub(crate) fn runs_through(name: &str) -> bool {
    matches!(
        name,
        "vecscope" | "strict_vecscope" | "section.cube" | "section.vector" | "fusion_region"
    )
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
    Queue(QueueOp),
    /// A pipe finishes what it has begun; in program order it has.
    Barrier,
    MemoryBarrier,
    ScopeBegins,
    ScopeEnds,
    /// A loop inside a vector scope.
    LoopBegins,
    LoopTurns,
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::Sem;

    #[test]
    fn what_the_table_gives_the_machine_the_machine_does() {
        let lost: Vec<&str> = pto_isa::all()
            .filter(|d| matches!(d.sem, Sem::Machine))
            .map(|d| d.name)
            .filter(|n| action(n).is_none() && !runs_through(n))
            .collect();
        assert!(lost.is_empty(), "{lost:?}");
    }
}
