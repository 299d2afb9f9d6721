//! What a run says when a queue stops it: every core, and what it waits for.

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, decode};

/// The finding of a kernel with one accumulator tile: its message, and what each core says.
fn run(target: Target, cube: &str, vector: &str) -> (String, Vec<String>) {
    let acc = "!pto.tile_buf<acc, 16x16xf32, blayout=col_major, slayout=row_major, fractal=1024>";
    let (push, pop, free) = (
        format!("pto.tpush(%t, %q : {acc}, !pto.pipe) {{split = 1}}"),
        "pto.tpop(%v, %q : !pto.tile_buf<vec, 8x16xf32>, !pto.pipe) {split = 1}",
        "pto.tfree(%q : !pto.pipe) {split = 1}",
    );
    let fill = |code: &str| code.replace("push", &push).replace("pop", pop).replace("free", free);
    let text = format!(
        "func.func @f(%t: {acc}) {{
  %at = arith.constant 4096 : i32
  %q = pto.initialize_l2l_pipe {{dir_mask = 1, slot_size = 1024, slot_num = 2}} (%at : i32) -> !pto.pipe
  pto.section.cube {{
    {}
  }}
  pto.section.vector {{
    %v = pto.declare_tile -> !pto.tile_buf<vec, 8x16xf32>
    {}
  }}
  return
}}",
        fill(cube),
        fill(vector)
    );
    let (module, _) = pto_ir::parse(&text);
    let (verified, _) = pto_check::verify(module, target, &Default::default()).unwrap();
    let program = decode(&verified, None, Numerics::new(target, Semantics::Manual)).unwrap();
    let mut args = [LaunchArg::Bytes(vec![0; 1024])];
    let d = program.run(&mut args, &Launch::default()).unwrap_err();
    let labels = std::iter::once(&d.primary).chain(&d.others).map(|l| l.text.clone());
    (d.message.clone(), labels.chain(d.notes.iter().cloned()).collect())
}

#[test]
fn a_producer_without_a_slot_says_how_many_are_held() {
    let (message, says) = run(Target::A5, "push\npush\npush", "pop\npop\npop");
    assert_eq!(message, "`pto.tpush` never ends: no core can go on");
    let says = says.join("\n");
    assert!(
        says.contains(
            "the cube core waits for a free slot of the queue to the vector cores: all 2 are in use, 2 of them popped but not released"
        ),
        "{says}"
    );
    for n in 0..2 {
        let line = format!("vector core {n} waits for entry 2 of the queue from the cube core");
        assert!(says.contains(&line), "{says}");
    }
}

#[test]
fn a_consumer_without_data_says_which_entry_and_who_has_ended() {
    let (message, says) = run(Target::A2A3, "push", "pop\nfree\npop");
    assert_eq!(message, "`pto.tpop` never ends: no core can go on");
    let says = says.join("\n");
    assert!(
        says.contains("vector core 0 waits for entry 1 of the queue from the cube core"),
        "{says}"
    );
    assert!(says.contains("already at the end: the cube core"), "{says}");
}
