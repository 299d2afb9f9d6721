//! What a library user bounds: operations and time of a check, a proof, a lowering and C++.

use pto_check::{Limits, Options as CheckOptions};
use pto_ir::{Diagnostic, Lines};
use pto_isa::{Target, code};
use pto_lower::{EmitOptions, Options, emit, lower, prove_sync};
use std::fmt::Write;
use std::time::Duration;

/// A kernel that orders its pipes by hand, and calls a function that calls the next one, and so on.
fn chain(calls: usize) -> String {
    let sync = "    pto.set_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]\n    pto.wait_flag[<PIPE_V>, <PIPE_MTE3>, <EVENT_ID0>]\n";
    let mut text = String::from("module {\n");
    for i in 0..calls {
        let _ = writeln!(
            text,
            "  func.func private @f{i}(%n: index) {{\n{sync}    func.call @f{}(%n) : (index) -> ()\n    return\n  }}",
            i + 1
        );
    }
    let _ = writeln!(text, "  func.func private @f{calls}(%n: index) {{\n    return\n  }}");
    let _ = writeln!(
        text,
        "  func.func @k(%n: index) {{\n    func.call @f0(%n) : (index) -> ()\n    return\n  }}\n}}"
    );
    text
}

fn over(limits: Limits) -> CheckOptions {
    CheckOptions { limits, ..CheckOptions::default() }
}

fn is_one_refusal(found: &[Diagnostic]) -> bool {
    matches!(found, [d] if d.code == code::TOO_MANY_STEPS && d.is_error())
}

#[test]
fn operations_are_counted_before_anything_is_done() {
    let text = chain(10);
    let (module, _) = pto_ir::parse(&text);
    let few = Limits::default().operations(20);
    assert!(is_one_refusal(&pto_check::check(&module, Target::A5, &over(few))));
    let lowered = lower(&text, Target::A5, &Options { limits: few, ..Options::default() });
    assert!(is_one_refusal(&lowered.expect_err("there are more").findings));
    let as_it_is = EmitOptions { lower: None, limits: few, ..EmitOptions::default() };
    let emitted = emit(&text, Target::A5, &as_it_is);
    assert!(is_one_refusal(&emitted.expect_err("there are more").findings));
    let enough = Limits::default().operations(module.nodes().count());
    assert!(!is_one_refusal(&pto_check::check(&module, Target::A5, &over(enough))));
}

#[test]
fn time_that_is_over_stops_the_work() {
    let text = chain(10);
    let (module, _) = pto_ir::parse(&text);
    let none = Limits::default().within(Duration::ZERO);
    assert!(is_one_refusal(&pto_check::check(&module, Target::A5, &over(none))));
    let lowered = lower(&text, Target::A5, &Options { limits: none, ..Options::default() });
    assert!(is_one_refusal(&lowered.expect_err("there is no time").findings));
    // What is proved is checked before: time may be over in between, and then nothing is said to be proved.
    let soon = Limits::default().within(Duration::from_secs(600));
    let (program, _) = pto_check::verify(module, Target::A5, &over(soon)).expect("it is legal");
    assert_eq!(program.limits(), &soon);
    let proofs = prove_sync(&program, &Lines::new(&text));
    assert!(proofs.iter().all(|p| !is_one_refusal(&p.unproved)));
}

/// On the stack that a thread of a test has, in a build without optimisation.
#[test]
fn a_chain_of_three_thousand_calls_needs_no_deep_stack() {
    let text = chain(3000);
    let (module, found) = pto_ir::parse(&text);
    assert!(!found.iter().any(Diagnostic::is_error));
    let verified = pto_check::verify(module, Target::A5, &CheckOptions::default());
    let (program, _) = verified.unwrap_or_else(|_| panic!("the chain is legal"));
    assert_eq!(prove_sync(&program, &Lines::new(&text)).len(), 1);
    assert!(lower(&text, Target::A5, &Options::default()).is_ok());
}
