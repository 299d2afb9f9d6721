//! Text of a program or a file name as it may be shown: nothing in it moves a cursor, hides or reorders what stands
//! beside it.

use std::borrow::Cow;

/// Whether a character is shown by its number: controls other than the end of a line and the tab, those of C1, which
/// terminals obey as well, and marks that change the direction of text (Unicode Technical
/// Report 36, 2.5, Bidirectional Text Spoofing; CVE-2021-42574).
pub fn is_hidden(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' => true,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// A text in which every hidden character is its number, `\u001b`. In JSON, where such a character can only be part of a
/// string, that means the same text.
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, is_hidden)
}

/// A name, which is one line: the end of a line is shown by its number, too.
pub fn visible_name(name: &str) -> Cow<'_, str> {
    escape(name, |c| is_hidden(c) || matches!(c, '\n' | '\t'))
}

fn escape(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let ends_line = c == '\r' && rest.peek() == Some(&'\n') && !hidden('\n');
        match hidden(c) && !ends_line {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_shown_and_text_stays() {
        assert_eq!(visible("\u{1b}[31mred\u{7}"), "\\u001b[31mred\\u0007");
        assert_eq!(visible("\u{9b}31m \u{7f} \r\u{8}"), "\\u009b31m \\u007f \\u000d\\u0008");
        assert_eq!(visible("a\u{202e}b\u{2069}c\u{200f}"), "a\\u202eb\\u2069c\\u200f");
        assert_eq!(visible("two\nlines\tand ä 名"), "two\nlines\tand ä 名");
        assert_eq!(visible("a line of DOS\r\n"), "a line of DOS\r\n");
        assert_eq!(visible_name("two\nlines"), "two\\u000alines");
    }
}
