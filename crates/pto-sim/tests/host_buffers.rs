//! An instruction at a time on buffers of the host: what may only be read is not written, through whatever operand.

use pto_isa::sem::{Arg, Numerics, PtrAt, Semantics};
use pto_isa::{DType, Sem, Space, Target};
use pto_sim::{EagerCore, HostBuffer};

#[test]
fn a_store_through_a_pointer_into_a_read_only_buffer_is_refused() {
    // The machine itself refuses writes there.
    static BYTES: [u8; 4096] = [7; 4096];
    let mut stores = 0;
    // Miri is slow.
    let (step, least) = if cfg!(miri) { (60, 1) } else { (1, 150) };
    let runs =
        |d: &&pto_isa::OpDef| !matches!(d.sem, Sem::Missing | Sem::Unpublished(_) | Sem::Machine);
    for def in pto_isa::all().filter(runs).step_by(step) {
        for (slot, operand) in (0u8..).zip(def.operands) {
            if !operand.effect.writes() {
                continue;
            }
            let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: DType::F32 };
            let mut core = EagerCore::new(Numerics::new(Target::A5, Semantics::Manual));
            let mut buffers = [HostBuffer::Read(&BYTES)];
            let trap = core.run(def, &[(slot, Arg::Ptr(at))], &[], &mut buffers).unwrap_err();
            let expected = "writes to a buffer that may only be read";
            assert_eq!(trap.message, expected, "{} `{}`", def.name, operand.name);
            stores += 1;
        }
    }
    assert!(stores > least, "only {stores} operands are written");
    assert!(BYTES.iter().all(|b| *b == 7));
}
