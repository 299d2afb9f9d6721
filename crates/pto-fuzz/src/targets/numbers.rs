//! Numbers and control flow.

use crate::cpp;
use crate::program::{SHOW, must_verify};
use pto_ir::Style;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, Limits, decode};
use pto_smith::{Choices, numbers};

const STEPS: u64 = 20_000;

pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let target = choices.pick(&[Target::A2A3, Target::A5]);
    let statements = 1 + choices.index(30);
    let text = numbers::program(&mut choices, statements);
    if *SHOW {
        eprintln!("{text}");
    }
    let expected = printed(&text, target);
    let module = pto_ir::parse(&text).0;
    for style in [Style::Canonical, Style::Generic] {
        let again = pto_ir::print(&module, style);
        assert_eq!(printed(&again, target), expected, "{style:?}\n{again}");
    }
    if let Err(failed) = cpp::emit(&text, target) {
        panic!("{} on {target} in\n{text}", failed.findings[0].message);
    }
}

/// What a run prints.
fn printed(text: &str, target: Target) -> Vec<String> {
    let verified = must_verify(text, target);
    let program = decode(&verified, Some("k"), Numerics::new(target, Semantics::Manual))
        .unwrap_or_else(|e| panic!("{} in\n{text}", e.message));
    let launch = Launch { limits: Limits::of_steps(STEPS), ..Launch::default() };
    match program.run(&mut [], &launch) {
        Ok(report) => report.printed,
        // Loops in loops can take more than the limit.
        Err(e) if e.code == pto_isa::code::TOO_MANY_STEPS => vec![e.message.clone()],
        Err(e) => panic!("{} in\n{text}", e.message),
    }
}
