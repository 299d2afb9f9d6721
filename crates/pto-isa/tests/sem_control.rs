//! Special registers: what the control instructions leave for later ones.

use pto_isa::FlatMemory;
use pto_isa::sem::load_store::Atomic;
use pto_isa::sem::{Arg, Elem, Numerics, Semantics, SpecialRegs};
use pto_isa::{DType, Target};

const A2A3: Numerics = Numerics::new(Target::A2A3, Semantics::Silicon);

fn after(names: &[&str]) -> SpecialRegs {
    let mut m = FlatMemory::default();
    for name in names {
        let op = pto_isa::find(name).unwrap();
        m.run(op, &A2A3, &[], &[]).unwrap();
    }
    m.modes
}

#[test]
fn a_fresh_core_replaces_what_is_in_memory() {
    let fresh = after(&[]);
    assert_eq!(fresh.atomic, Atomic::Replace);
    assert_eq!((fresh.atomic_type, fresh.ctrl, fresh.merged), (None, 0, [0; 4]));
}

#[test]
fn the_atomic_operation_and_its_type_are_set_separately() {
    let operations = [
        ("set_atomic_add", Elem::Add),
        ("set_atomic_max", Elem::Max),
        ("set_atomic_min", Elem::Min),
    ];
    let types = [
        ("set_atomic_f32", DType::F32),
        ("set_atomic_f16", DType::F16),
        ("set_atomic_bf16", DType::Bf16),
        ("set_atomic_s32", DType::I32),
        ("set_atomic_s16", DType::I16),
        ("set_atomic_s8", DType::I8),
    ];
    for (operation, elem) in operations {
        for (ty, dtype) in types {
            for order in [[operation, ty], [ty, operation]] {
                let modes = after(&order);
                assert_eq!(modes.atomic, Atomic::Combine(elem), "{order:?}");
                assert_eq!(modes.atomic_type, Some(dtype), "{order:?}");
            }
        }
    }
    let last = after(&["set_atomic_f16", "set_atomic_max", "set_atomic_none"]);
    assert_eq!(last.atomic, Atomic::Replace);
}

#[test]
fn the_control_register_is_written_whole() {
    let mut m = FlatMemory::default();
    let set = pto_isa::find("set_ctrl").unwrap();
    for value in [0x0001_0000_0000_0000, u64::MAX, 5] {
        m.run(set, &A2A3, &[(0, Arg::Scalar(DType::I64, value))], &[]).unwrap();
        assert_eq!(m.modes.ctrl, value);
    }
    let get = pto_isa::find("get_ctrl").unwrap();
    m.run(get, &A2A3, &[], &[]).unwrap();
    assert_eq!(m.results, [(0, Arg::Scalar(DType::I64, 5))]);
}
