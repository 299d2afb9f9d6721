//! The text of a small program in parts: the head of a function, names of values, lines and regions.

/// The head of a function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    pub name: String,
    /// Names with their `%`, and types.
    pub params: Vec<(String, String)>,
    /// Where the list of parameters ends in the text.
    pub end: usize,
}

impl Head {
    /// The head of the function that a text begins with.
    pub fn read(text: &str) -> Option<Head> {
        let open = text.find('(')?;
        let name = text[..open].rsplit('@').next()?.to_string();
        let end = open + closing(&text[open..])?;
        let list = split_list(&text[open + 1..end]);
        let one = |p: &str| p.split_once(':').map(|(n, t)| (n.trim().into(), t.trim().into()));
        let params = list.into_iter().map(one).collect::<Option<_>>()?;
        Some(Head { name, params, end: end + 1 })
    }
}

/// Where the bracket that a text begins with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            // An arrow is no bracket.
            '>' if text[..i].ends_with('-') => {}
            ')' | '>' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i);
        }
    }
    None
}

/// The parts of a list that commas outside of brackets separate.
fn split_list(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (i, c) in text.char_indices() {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            '>' if text[..i].ends_with('-') => {}
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts.retain(|p| !p.trim().is_empty());
    parts
}

/// Whether a character can stand in a name.
fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

/// The names of values in a text, with their `%`.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('%').map(|(at, _)| {
        let rest = &text[at + 1..];
        &text[at..at + 1 + rest.find(|c| !in_name(c)).unwrap_or(rest.len())]
    })
}

/// The text with other names: `new` is told each name that follows a mark (`%`, `@`, `^`).
pub(crate) fn rename(text: &str, mark: char, new: &mut dyn FnMut(&str) -> String) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(mark) {
        let after = &rest[at + 1..];
        let end = after.find(|c| !in_name(c)).unwrap_or(after.len());
        out.push_str(&rest[..at]);
        out.push(mark);
        out.push_str(&match end {
            0 => String::new(),
            _ => new(&after[..end]),
        });
        rest = &after[end..];
    }
    out + rest
}
