//! A form of the reference page as a snippet: what may be left out is left out, the rest is filled in place by place.

use pto_isa::{OpDef, page};

/// The form that a new statement gets: buffers for instructions on tiles, the plain text for others.
pub fn usual_form(op: &OpDef) -> String {
    let forms = page::forms(op);
    let dps = forms.iter().find(|f| f.0 == "DPS");
    dps.or(forms.first()).map(|f| f.1.clone()).unwrap_or_default()
}

/// The form without what may be left out.
pub fn required(form: &str) -> String {
    let mut text = form.to_string();
    // From the end, so that marks inside what is left out go with it or before it.
    while let Some(mark) = text.rfind(['?', '*']) {
        let start = atom_start(&text, mark);
        let before = &text[..start];
        let (from, to) = if before.ends_with(", ") {
            (start - 2, mark + 1)
        } else if text[mark + 1..].starts_with(", ") {
            (start, mark + 3)
        } else {
            (before.trim_end_matches(' ').len(), mark + 1)
        };
        text.replace_range(from..to, "");
    }
    // A list of which nothing is left.
    for empty in [" ins( :)", " outs( :)", " ins( : )", " outs( : )", "ins(:)", "outs(:)"] {
        text = text.replace(empty, "");
    }
    text.trim().to_string()
}

/// Where the piece that ends before a mark starts.
fn atom_start(text: &str, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = end;
    let mut depth = 0usize;
    while at > 0 {
        let b = bytes[at - 1];
        match b {
            b')' | b']' | b'>' | b'}' => depth += 1,
            b'(' | b'[' | b'<' | b'{' if depth > 0 => depth -= 1,
            b'(' | b'[' | b'<' | b'{' => break,
            _ if depth > 0 => {}
            b' ' | b',' => break,
            _ => {}
        }
        at -= 1;
    }
    at
}

/// The required part of a form as a snippet of the protocol.
pub fn snippet(op: &OpDef) -> String {
    let form = required(&usual_form(op));
    let mut out = String::with_capacity(form.len() * 2);
    let mut n = 0;
    let mut rest = form.as_str();
    while let Some(c) = rest.chars().next() {
        let len = placeholder_len(rest);
        if len > 0 {
            n += 1;
            let text = rest[..len].replace('\\', "\\\\").replace('}', "\\}").replace('$', "\\$");
            out.push_str(&format!("${{{n}:{text}}}"));
            rest = &rest[len..];
        } else {
            if matches!(c, '$' | '}' | '\\') {
                out.push('\\');
            }
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Bytes of a piece that the user fills in: a value, a type, a value of an attribute.
fn placeholder_len(text: &str) -> usize {
    let word = |from: usize| {
        let is = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
        from + text.as_bytes()[from..].iter().take_while(|b| is(b)).count()
    };
    match text.as_bytes() {
        [b'%' | b'@', ..] => word(1),
        [b'!', ..] => {
            let end = word(1);
            match text[end..].starts_with('<') {
                true => text[end..].find('>').map_or(end, |n| end + n + 1),
                false => end,
            }
        }
        [b'<', ..] => text.find('>').map_or(0, |n| n + 1),
        [b'"', ..] => text[1..].find('"').map_or(0, |n| n + 2),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::def::{Arity, Role};
    use pto_isa::{all, ops};

    #[test]
    fn what_may_be_left_out_is_left_out() {
        assert_eq!(required("a(%x, %y? : T, T?)"), "a(%x : T)");
        assert_eq!(required("p %x (addr = %y)? kw(%z : T)* : T"), "p %x : T");
        let snippet = snippet(ops::find("tadd").unwrap());
        assert!(
            snippet.starts_with("pto.tadd ins(${1:%src0}, ${2:%src1} : ${3:!pto.tile_buf<...>}")
        );
    }

    #[test]
    fn every_snippet_is_balanced_and_names_what_is_required() {
        for op in all() {
            let text = required(&usual_form(op));
            for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
                let count = |c: char| text.matches(c).count();
                assert_eq!(count(open), count(close), "{}: {text}", op.name);
            }
            assert!(!text.contains(['?', '*']), "{}: {text}", op.name);
            assert!(text.contains(op.printed_name()), "{}: {text}", op.name);
            let must = op.operands.iter().filter(|o| o.arity == Arity::One && o.role == Role::In);
            for o in must {
                assert!(text.contains(&format!("%{}", o.name)), "{}: {text}", op.name);
            }
        }
    }
}
