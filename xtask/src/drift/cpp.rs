//! As much of C++ as headers need: texts without comments, the functions and classes of a file, balanced pairs.

/// A function or a class with its body.
pub struct Definition {
    pub name: String,
    /// Where the body is, in the stripped text.
    pub body: std::ops::Range<usize>,
}

/// The text with comments and lines of the preprocessor blanked, so that offsets and lines stay.
pub fn strip(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut i = 0;
    let mut line_start = true;
    while i < bytes.len() {
        let end = match bytes[i] {
            b'/' if bytes.get(i + 1) == Some(&b'/') => until(bytes, i, b"\n"),
            b'/' if bytes.get(i + 1) == Some(&b'*') => until(bytes, i + 2, b"*/") + 2,
            b'#' if line_start => directive_end(bytes, i),
            b'"' => {
                i = string_end(bytes, i);
                line_start = false;
                continue;
            }
            c => {
                line_start = c == b'\n' || (line_start && c.is_ascii_whitespace());
                i += 1;
                continue;
            }
        };
        let end = end.min(bytes.len());
        for byte in &mut out[i..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        i = end;
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}

fn until(bytes: &[u8], from: usize, what: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.windows(what.len()).position(|w| w == what).map_or(bytes.len(), |n| from + n)
}

fn directive_end(bytes: &[u8], from: usize) -> usize {
    let mut end = until(bytes, from, b"\n");
    while end < bytes.len() && bytes[..end].trim_ascii_end().ends_with(b"\\") {
        end = until(bytes, end + 1, b"\n");
    }
    end
}

/// The offset after the string that starts at `from`.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut i = from + 1;
    while i < bytes.len() && bytes[i] != b'"' && bytes[i] != b'\n' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    (i + 1).min(bytes.len())
}

/// The offset of the bracket that closes the one at `open`.
pub fn closing(text: &str, open: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (opens, closes) = match bytes.get(open)? {
        b'(' => (b'(', b')'),
        b'{' => (b'{', b'}'),
        b'<' => (b'<', b'>'),
        _ => return None,
    };
    let mut depth = 0;
    let mut i = open;
    while i < bytes.len() {
        match bytes[i] {
            b'"' => {
                i = string_end(bytes, i);
                continue;
            }
            // The arguments of a template may compare: in parentheses.
            b'(' if opens == b'<' => i = closing(text, i)?,
            c if c == opens => depth += 1,
            c if c == closes => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// The functions and classes of a stripped text; what is inside of them belongs to them. Namespaces are looked into.
pub fn definitions(text: &str) -> Vec<Definition> {
    let mut list = Vec::new();
    // Where the head of the next definition starts.
    let mut head = 0;
    let mut i = 0;
    let bytes = text.as_bytes();
    while i < bytes.len() {
        match bytes[i] {
            b'"' => {
                i = string_end(bytes, i);
                continue;
            }
            b';' | b'}' => head = i + 1,
            b'{' => {
                let words = text.get(head..i).unwrap_or("");
                if words.trim_start().starts_with("namespace") || words.contains("extern \"C\"") {
                    head = i + 1;
                } else {
                    let end = closing(text, i).unwrap_or(text.len());
                    if let Some(name) = defined_name(words) {
                        list.push(Definition { name, body: i..end });
                    }
                    (i, head) = (end, end + 1);
                }
            }
            _ => {}
        }
        i += 1;
    }
    list
}

/// The name that the head of a definition defines: of a class, or before the last list in parentheses.
fn defined_name(head: &str) -> Option<String> {
    let mut rest = head.trim();
    while let Some(after) = rest.strip_prefix("template") {
        let open = after.find('<')?;
        rest = after.get(closing(after, open)? + 1..)?.trim_start();
    }
    for word in ["struct ", "class ", "union "] {
        if let Some(name) = rest.strip_prefix(word) {
            return Some(leading_name(name.trim_start()));
        }
    }
    if rest.starts_with("enum") {
        return None;
    }
    let mut name = None;
    let mut i = 0;
    while let Some(open) = rest.get(i..).and_then(|r| r.find('(')).map(|n| n + i) {
        name = trailing_name(&rest[..open]).or(name);
        i = closing(rest, open)? + 1;
    }
    name
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == ':'
}

fn leading_name(text: &str) -> String {
    text.chars().take_while(|c| is_name(*c)).collect()
}

fn trailing_name(text: &str) -> Option<String> {
    let text = text.trim_end();
    let start = text.rfind(|c| !is_name(c)).map_or(0, |n| n + 1);
    let name = text[start..].trim_matches(':');
    (!name.is_empty()).then(|| name.to_string())
}

/// The names in a text that something may be called by.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
}

/// The line of an offset, from 1.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_have_the_names_they_define() {
        let text = strip(
            "#define X(a) \\\n  { a\nnamespace pto { // {\n\
             template <typename T, int N = (1 > 0)> struct Add { void f() {} };\n\
             template <typename T>\n__tf__ OP_NAME(TADD) void TAdd(T a, U<int> b) const { if (a) { g(\"}\"); } }\n\
             int x = 3;\nLogicalResult Op::verify() { return ok(); }\n}\n",
        );
        let names: Vec<String> = definitions(&text).into_iter().map(|d| d.name).collect();
        assert_eq!(names, ["Add", "TAdd", "Op::verify"]);
    }
}
