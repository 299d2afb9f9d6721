//! JSON that may stand inside a page: what is needed to write it, and no more.

use std::fmt::{Display, Write};

/// Writes a string with its quotes. `<` and `>` are escaped too, so that no text can end a `<script>` element or
/// open a comment in it; so is what is not to be seen, U+2028 and U+2029 among it, which end a line of a script.
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if matches!(c, '<' | '>') || pto_ir::is_hidden(c) => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Writes `"name":`, after a comma unless it is the first of its object.
pub(crate) fn key(out: &mut String, name: &str) {
    if !out.ends_with('{') {
        out.push(',');
    }
    string(out, name);
    out.push(':');
}

/// Writes `"name":number`; a number that JSON does not have becomes `null`.
pub(crate) fn number(out: &mut String, name: &str, value: f64) {
    key(out, name);
    let _ = if value.is_finite() { write!(out, "{value}") } else { write!(out, "null") };
}

/// Writes `"name":integer`.
pub(crate) fn integer(out: &mut String, name: &str, value: u64) {
    key(out, name);
    let _ = write!(out, "{value}");
}

/// Writes `"name":"text"`.
pub(crate) fn text(out: &mut String, name: &str, value: &str) {
    key(out, name);
    string(out, value);
}

/// Writes `"name":[...]` of numbers.
pub(crate) fn numbers<T: Display>(out: &mut String, name: &str, values: impl Iterator<Item = T>) {
    key(out, name);
    out.push('[');
    for value in values {
        if !out.ends_with('[') {
            out.push(',');
        }
        let _ = write!(out, "{value}");
    }
    out.push(']');
}

/// Writes `"name":[...]` of strings.
pub(crate) fn strings(out: &mut String, name: &str, values: impl Iterator<Item = impl AsRef<str>>) {
    key(out, name);
    out.push('[');
    for value in values {
        if !out.ends_with('[') {
            out.push(',');
        }
        string(out, value.as_ref());
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_end_a_script_is_escaped_and_comes_back() {
        let source = "</script><!-- \u{2028}\u{2029}\0\u{1b}\u{7f} \"\\\n\r\t é \u{1f600}";
        let mut out = String::new();
        string(&mut out, source);
        assert!(!out.contains(['<', '>', '\u{2028}', '\u{2029}', '\0', '\n']));
        assert_eq!(serde_json::from_str::<String>(&out).unwrap(), source);
    }

    #[test]
    fn members_are_separated_and_a_string_may_end_like_an_object_begins() {
        let mut out = String::from("{");
        text(&mut out, "a", "{");
        number(&mut out, "b", f64::NAN);
        integer(&mut out, "c", 3);
        numbers(&mut out, "d", [1, -2].iter());
        strings(&mut out, "e", ["[", ","].iter());
        out.push('}');
        assert_eq!(out, r#"{"a":"{","b":null,"c":3,"d":[1,-2],"e":["[",","]}"#);
    }
}
