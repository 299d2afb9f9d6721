//! Checking and showing what was found ends, whatever the program.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pto_check::{Options, check, has_errors};
use pto_cli::render::render;
use pto_ir::Lines;
use pto_isa::Target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (module, syntax) = pto_ir::parse(&text);
    let options = Options { partial: has_errors(&syntax), ..Options::default() };
    let lines = Lines::new(&text);
    for d in &syntax {
        render("input.pto", &text, &lines, d, false);
    }
    for target in Target::PROFILES {
        for d in check(&module, target, &options) {
            render("input.pto", &text, &lines, &d, false);
        }
    }
});
