//! The targets, one entry each: memories, pipes, signals, limits, and whose rules they have. A new one is added here
//! and nowhere else.

use crate::dtype::DType;
use crate::layout::BLayout;
use crate::target::*;

/// Numbers the entries, and makes a constant of each.
macro_rules! targets {
    ($($(#[doc = $doc:literal])* $name:ident = $def:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name),* }
        impl Target {
            $($(#[doc = $doc])* pub const $name: Target = Target(Number::$name as u8);)*
            /// All targets, in the order they are listed in.
            pub const ALL: [Target; [$(Number::$name as u8),*].len()] = [$(Target::$name),*];
        }
        pub(crate) static TARGETS: [TargetDef; Target::ALL.len()] = [$($def),*];
    };
}

const K: u64 = 1024;

/// Local memories: UB, L1, L0A and L0B, L0C, the bias table, the fixpipe's parameters, and the MX scales of each side.
///
/// Tiles that the tool places are aligned to 32 bytes in UB, L1, BT and FB, and to whole boxes of 512 in L0A, L0B and
/// L0C. Source: the memory planner of PTOAS 0.27 and 0.60.
const fn memories<const N: usize>(sizes: [(Space, u64); N]) -> [Memory; N] {
    let mut list = [Memory { space: Space::Gm, bytes: 0, placement_align_bytes: 0 }; N];
    let mut i = 0;
    while i < N {
        let (space, bytes) = sizes[i];
        let boxed = matches!(space, Space::Left | Space::Right | Space::Acc);
        let placement_align_bytes = if boxed { 512 } else { ADDRESS_ALIGN_BYTES };
        list[i] = Memory { space, bytes, placement_align_bytes };
        i += 1;
    }
    list
}

/// Source: pto-isa@3186c381 docs/isa/tile/ops/sync-and-config/tassign.md and include/pto/common/buffer_limits.hpp.
const A5_MEMORIES: [Memory; 9] = memories([
    (Space::Vec, 256 * K),
    (Space::Mat, 512 * K),
    (Space::Left, 64 * K),
    (Space::Right, 64 * K),
    (Space::Acc, 256 * K),
    (Space::Bias, 4 * K),
    (Space::Scaling, 4 * K),
    (Space::ScaleLeft, 4 * K),
    (Space::ScaleRight, 4 * K),
]);

const A5: TargetDef = TargetDef {
    name: "a5",
    spellings: &[],
    // PTOAS 0.60 lib/PTO/IR/PTO.cpp:355-372.
    products: &["Ascend950", "Ascend910_95"],
    about: "Ascend 950",
    rules: Rules::Own,
    lacks: &[],
    memories: &A5_MEMORIES,
    reserved_scratch_bytes: None,
    unordered_pipes: &[],
    // The vector pipe is in order. Source: pto-isa@3186c381 include/pto/npu/a5/TSync.hpp:28-32.
    idle_barriers: &[Pipe::V],
    signals: SignalReach::OneCore,
    wait_holds: Holds::Pipe,
    queue_slots: QueueSlots::Local,
    sum_order: SummationOrder::A5,
    device: Some(Device {
        // EVENT_ID_MAX in the headers.
        event_ids: EVENT_IDS,
        documented_event_ids: DOCUMENTED_EVENT_IDS,
        buffer_ids: 32,
        vector_registers: true,
        left_boxes: BLayout::ColMajor,
        cost_tables: Some(CostTables::A5),
        has_cpp: true,
    }),
};

targets! {
    /// The CPU simulator profile: the union of the devices, and what its own header adds.
    CPU = TargetDef {
        name: "cpu",
        products: &[],
        about: "the CPU simulator profile: the union of the devices, and what its own header adds",
        idle_barriers: &[],
        signals: SignalReach::OneCore,
        wait_holds: Holds::Core,
        queue_slots: QueueSlots::Either,
        sum_order: SummationOrder::Left,
        device: None,
        ..A5
    };
    /// Ascend 910B and 910C.
    A2A3 = TargetDef {
        name: "a2a3",
        spellings: &["a2", "a3"],
        // PTOAS 0.60 lib/PTO/IR/PTO.cpp:355-372.
        products: &["Ascend910"],
        about: "Ascend 910B and 910C",
        rules: Rules::Own,
        lacks: &[],
        // Source: as for A5.
        memories: &const { memories([
            (Space::Vec, 192 * K),
            (Space::Mat, 512 * K),
            (Space::Left, 64 * K),
            (Space::Right, 64 * K),
            (Space::Acc, 128 * K),
            (Space::Bias, K),
            (Space::Scaling, 2 * K),
        ]) },
        // pto-isa@3186c381 include/pto/npu/a2a3 (TMP_UB_OFFSET, TMP_UB_SIZE).
        reserved_scratch_bytes: Some((184 * K, 8 * K)),
        // A dependence inside the vector pipe becomes a barrier: PTOAS 0.27
        // lib/PTO/Transforms/InsertSync/InsertSyncAnalysis.cpp:342-348, SyncCodegen.cpp:257-262 (not on A5). The other
        // pipes are taken to be in order: published A2/A3 kernels accumulate products and reload buffers without barriers.
        unordered_pipes: &[Pipe::V],
        idle_barriers: &[],
        signals: SignalReach::AllVectors,
        wait_holds: Holds::Core,
        queue_slots: QueueSlots::Global,
        sum_order: SummationOrder::A2a3,
        device: Some(Device {
            event_ids: EVENT_IDS,
        documented_event_ids: DOCUMENTED_EVENT_IDS,
            buffer_ids: 0,
            vector_registers: false,
            left_boxes: BLayout::RowMajor,
            cost_tables: Some(CostTables::A2a3),
            has_cpp: true,
        }),
    };
    /// Ascend 950.
    A5 = A5;
    /// The device that public headers call A6 (`__NPU_ARCH__` 9201).
    ///
    /// Its header takes `TAssign`, `TAdd` and `TStore` from A5 and has its own for loads, extracts, products,
    /// reshapes, quantisation and synchronisation; nothing else is there yet.
    A6 = TargetDef {
        name: "a6",
        products: &[],
        about: "the device that public headers call A6; most of its rules are not published",
        rules: Rules::Follows {
            profile: Target::A5,
            shared: &["tassign", "tadd", "tstore"],
            separate: &[
                "tload", "textract", "tmatmul", "tmatmul_acc", "tmatmul_bias", "tmatmul_mx", "tgemv", "tgemv_acc",
                "tgemv_bias", "tgemv_mx", "treshape", "tquant", "tsync", "syncall", "set_flag", "wait_flag",
                "pipe_barrier",
            ],
            cite: "pto-isa@3186c381 include/pto/npu/a6/header.hpp",
        },
        // Sizes are those of A5: pto-isa@3186c381 include/pto/common/buffer_limits.hpp.
        device: Some(Device { cost_tables: None, has_cpp: false, ..DEVICE_A5 }),
        ..A5
    };
    /// The NPU of Kirin 9030 (`__NPU_ARCH__` 3113).
    ///
    /// Most of its headers are those of A5; what moves data, converts, multiplies and synchronises has its own.
    KIRIN9030 = TargetDef {
        name: "kirin9030",
        products: &[],
        about: "the NPU of Kirin 9030; what moves, converts and multiplies has rules that are not described here",
        rules: Rules::Follows {
            profile: Target::A5,
            shared: &[
                "tassign", "tadd", "tand", "tands", "tor", "tors", "txor", "txors", "tfmod", "tfmods", "tshl", "tshls",
                "tshr", "tshrs", "tprelu", "tadds", "taxpy", "tdiv", "tdivs", "tmul", "tmuls", "tsub", "tmin", "tmax",
                "tmins", "tmaxs", "subview", "get_scale_addr", "tmrgsort", "tsort32", "tcmp", "tcmps", "tsel", "tsels",
                "tcolsum", "tcolprod", "tcolmax", "tcolmin", "tcolargmax", "tcolargmin", "tcolexpand",
                "tcolexpandadd", "tcolexpandsub", "tcolexpandmul", "tcolexpanddiv", "tcolexpandmax", "tcolexpandmin",
                "tcolexpandexpdif", "tconcat", "treshape", "trowsum", "trowmax", "trowmin", "trowprod", "trowargmax",
                "trowargmin", "trowexpand", "trowexpandadd", "trowexpandsub", "trowexpandmul", "trowexpanddiv",
                "trowexpandmax", "trowexpandmin", "trowexpandexpdif", "tfillpad", "tfillpad_expand",
                "tfillpad_inplace", "ttrans", "tlrelu", "tci", "texpands", "tpartadd", "tpartmul", "tpartmax",
                "tpartmin", "tpartargmax", "tpartargmin", "tpow", "tpows", "tdequant", "setfmatrix", "thistogram",
                "trsqrt", "texp", "tlog", "tsqrt", "tabs", "tneg", "tnot", "trelu", "tgatherb", "tscatter", "ttri",
                "set_quant_scalar", "set_quant_vector",
            ],
            separate: &[
                "tcvt", "textract", "textract_fp", "tgather", "tinsert", "tinsert_fp", "tload", "tmatmul",
                "tmatmul_acc", "tmatmul_bias", "tmatmul_mx", "tgemv", "tgemv_acc", "tgemv_bias", "tmov", "tmov_fp",
                "tquant", "tstore", "tstore_fp", "tsubs", "trem", "trems", "settf32mode", "tsync", "set_flag",
                "wait_flag", "pipe_barrier",
            ],
            cite: "pto-isa@3186c381 include/pto/npu/kirin9030/header.hpp",
        },
        // Its header puts other names in their place: kirin9030/header.hpp:13-19, common/arch_capability.hpp:109-114.
        lacks: &[
            DType::Bf16, DType::F8E4M3, DType::F8E5M2, DType::F8E8M0, DType::Hif8, DType::F4E1M2x2, DType::F4E2M1x2,
        ],
        // pto-isa@3186c381 include/pto/common/buffer_limits.hpp.
        memories: &const { memories([
            (Space::Vec, 128 * K),
            (Space::Mat, 512 * K),
            (Space::Left, 32 * K),
            (Space::Right, 32 * K),
            (Space::Acc, 64 * K),
            (Space::Bias, K),
            (Space::Scaling, 7 * K),
        ]) },
        device: Some(Device { cost_tables: None, has_cpp: false, ..DEVICE_A5 }),
        ..A5
    };
}

const DEVICE_A5: Device = match A5.device {
    Some(device) => device,
    None => panic!("A5 is a device"),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_target_takes_over_exists_and_is_said_once() {
        for target in Target::ALL {
            let Rules::Follows { profile, shared, separate, .. } = target.def().rules else {
                continue;
            };
            assert!(Target::PROFILES.contains(&profile), "{target} follows {profile}");
            for name in shared.iter().chain(separate) {
                let op = crate::find(name)
                    .unwrap_or_else(|| panic!("{target}: no instruction `{name}`"));
                assert_eq!(op.name, *name, "{target}: `{name}` is another name of `{}`", op.name);
                let times = shared.iter().chain(separate).filter(|n| *n == name).count();
                assert_eq!(times, 1, "{target}: `{name}`");
            }
            for name in shared {
                let op = crate::find(name).unwrap();
                assert!(
                    op.support_on(target).is_some(),
                    "{target}: `{name}` does not exist on {profile}"
                );
            }
        }
    }

    #[test]
    fn names_are_read() {
        assert_eq!(Target::parse("A3"), Some(Target::A2A3));
        assert_eq!(Target::parse("kirin9030"), Some(Target::KIRIN9030));
        assert_eq!(Target::of_device("Ascend910_9599"), Some(Target::A5));
        assert_eq!(Target::of_device("Ascend910B1"), Some(Target::A2A3));
        assert_eq!(Target::of_device("Ascend310"), None);
    }
}
