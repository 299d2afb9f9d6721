//! What a program has exponentially many paths through is lowered and written as C++ all the same.

use pto_isa::Target;
use pto_lower::{EmitOptions, Options};
use std::fmt::Write as _;

/// Far more than a machine could follow one by one: each number doubles the paths.
const DOUBLINGS: usize = 400;

/// Numbers that are twice the one before, of which the last chooses an event.
fn doubled(n: usize) -> String {
    let mut text =
        String::from("module {\n  func.func @f(%x0: i32) {\n    %two = arith.constant 2 : i32\n");
    for i in 0..n {
        let _ = writeln!(text, "    %x{} = arith.addi %x{i}, %x{i} : i32", i + 1);
    }
    let _ = writeln!(text, "    %r = arith.remui %x{n}, %two : i32");
    text += "    %e = arith.index_cast %r : i32 to index\n";
    text += "    pto.set_flag_dyn [<PIPE_MTE2>, <PIPE_V>, %e]\n    pto.wait_flag_dyn [<PIPE_MTE2>, <PIPE_V>, %e]\n";
    text + "    return\n  }\n}\n"
}

#[test]
fn an_event_that_is_doubled_again_and_again() {
    let text = doubled(DOUBLINGS);
    let lowered = pto_lower::lower(&text, Target::A5, &Options::default());
    let lowered = lowered.unwrap_or_else(|e| panic!("{:?}", e.findings));
    assert_eq!(lowered.text.matches("arith.addi").count(), DOUBLINGS);
    let emitted = pto_lower::emit(&text, Target::A5, &EmitOptions::default());
    assert!(emitted.is_ok_and(|e| e.text.contains("wait_flag")));
}
