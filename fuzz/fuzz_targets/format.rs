//! Formatting changes blanks only, and formatting again changes nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pto_ir::lexer::{Lexer, Tok};

/// The tokens of a text, without their places.
fn tokens(text: &str) -> Vec<(Tok, &str)> {
    let mut lexer = Lexer::new(text);
    let next = || {
        let t = lexer.next_token();
        (t.tok != Tok::Eof).then(|| (t.tok, t.span.of(text)))
    };
    std::iter::from_fn(next).collect()
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let once = pto_ir::format(&text);
    assert_eq!(tokens(&text), tokens(&once), "{once}");
    assert_eq!(pto_ir::format(&once), once);
});
