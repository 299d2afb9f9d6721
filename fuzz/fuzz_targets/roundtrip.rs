//! A program that reads without errors prints, in both forms, as text that reads as the same program.
//! Operations of unknown dialects are kept as far as they are understood, so they are left out here.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pto_ir::{Diagnostic, Style};

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (module, diagnostics) = pto_ir::parse(text);
    let foreign = |d: &Diagnostic| d.code == pto_isa::code::FOREIGN_OP;
    if diagnostics.iter().any(|d| d.is_error() || foreign(d)) {
        return;
    }
    for style in [Style::Canonical, Style::Generic] {
        let printed = pto_ir::print(&module, style);
        let (again, found) = pto_ir::parse(&printed);
        if let Some(d) = found.iter().find(|d| d.is_error()) {
            panic!("{style:?}: {} at {:?} of\n{printed}", d.message, d.primary.span);
        }
        if let Some(difference) = pto_ir::first_difference(&module, &again) {
            panic!("{style:?}: {difference} in\n{printed}");
        }
    }
});
