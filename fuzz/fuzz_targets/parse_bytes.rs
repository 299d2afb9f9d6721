//! Reading any bytes ends, and every place a diagnostic names lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pto_ir::{Lines, Span};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (_, diagnostics) = pto_ir::parse(&text);
    let lines = Lines::new(&text);
    let place = |s: Span| {
        assert!(s.start <= s.end, "{s:?} ends before it starts");
        for at in [s.start, s.end] {
            assert!(text.is_char_boundary(at as usize), "{s:?} does not lie on characters");
            let (line, column) = lines.position(&text, at);
            assert!(line >= 1 && column >= 1);
        }
    };
    for d in &diagnostics {
        place(d.primary.span);
        d.others.iter().for_each(|l| place(l.span));
        d.fixes.iter().for_each(|f| place(f.span));
    }
});
