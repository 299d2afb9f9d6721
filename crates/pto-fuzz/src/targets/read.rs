//! Reading, printing, formatting and converting any text.

use pto_ir::lexer::{Lexer, Tok};
use pto_ir::{Diagnostic, Lines, Span, Style, TileForm};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (module, found) = pto_ir::parse(&text);
    places_lie_inside(&text, &found);
    formats(&text);
    converts(&text);
    // Operations of unknown dialects are kept as far as they are understood.
    let foreign = |d: &Diagnostic| d.code == pto_isa::code::FOREIGN_OP;
    if found.iter().any(|d| d.is_error() || foreign(d)) {
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
}

fn places_lie_inside(text: &str, found: &[Diagnostic]) {
    let lines = Lines::new(text);
    let place = |s: Span| {
        assert!(s.start <= s.end, "{s:?} ends before it starts");
        for at in [s.start, s.end] {
            assert!(text.is_char_boundary(at as usize), "{s:?} does not lie on characters");
            let (line, column) = lines.position(text, at);
            assert!(line >= 1 && column >= 1);
        }
    };
    for d in found {
        place(d.primary.span);
        d.others.iter().for_each(|l| place(l.span));
        d.fixes.iter().for_each(|f| place(f.span));
    }
}

/// The tokens of a text, without their places.
fn tokens(text: &str) -> Vec<(Tok, &str)> {
    let mut lexer = Lexer::new(text);
    let next = || {
        let t = lexer.next_token();
        (t.tok != Tok::Eof).then(|| (t.tok, t.span.of(text)))
    };
    std::iter::from_fn(next).collect()
}

fn formats(text: &str) {
    let once = pto_ir::format(text);
    assert_eq!(tokens(text), tokens(&once), "{once}");
    assert_eq!(pto_ir::format(&once), once);
}

/// What a conversion writes is read, and converting it once more changes nothing.
fn converts(text: &str) {
    for form in [TileForm::Asm, TileForm::Ssa, TileForm::Dps] {
        match pto_ir::convert(text, form) {
            Ok(converted) => {
                let (_, found) = pto_ir::parse(&converted.text);
                if let Some(d) = found.iter().find(|d| d.is_error()) {
                    panic!("{form:?}: {} in\n{}", d.message, converted.text);
                }
                match pto_ir::convert(&converted.text, form) {
                    Ok(again) => assert_eq!(again.text, converted.text, "{form:?} again"),
                    Err(found) => {
                        panic!("{form:?} again: {} in\n{}", found[0].message, converted.text)
                    }
                }
            }
            Err(found) => {
                assert!(!found.is_empty(), "{form:?} is refused without a reason");
                places_lie_inside(text, &found);
            }
        }
    }
}
