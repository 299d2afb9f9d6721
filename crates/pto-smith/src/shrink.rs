//! Makes a program smaller while it still shows something: delta debugging over operations, lines, parameters and numbers.
//!
//! Who calls it says what must hold of every smaller program, for example that it is legal and that a run of it still goes
//! wrong. Nothing here knows PTO beyond its lines, brackets and numbers, so programs with mistakes shrink as well.
//!
//! ```
//! use pto_smith::shrink::shrink;
//! let text = "a\nb {\n  c 100\n  d\n}\ne\n";
//! let small = shrink(text, &mut |t| t.contains('c') && t.matches('{').count() == t.matches('}').count());
//! assert_eq!(small, "  c 0\n");
//! ```

/// Makes a text smaller; `still` says whether one still shows what it should, and is true of the text that is given.
pub fn shrink(text: &str, still: &mut dyn FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(|l| format!("{l}\n")).collect();
    loop {
        let before: usize = lines.iter().map(String::len).sum();
        remove_regions(&mut lines, still);
        remove_chunks(&mut lines, still);
        unwrap_regions(&mut lines, still);
        remove_parts(&mut lines, still);
        lessen_numbers(&mut lines, still);
        let after: usize = lines.iter().map(String::len).sum();
        if after >= before {
            return lines.concat();
        }
    }
}

/// Removes operations that do not matter, and changes none.
pub(crate) fn shorten(text: &str, still: &mut dyn FnMut(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(|l| format!("{l}\n")).collect();
    remove_regions(&mut lines, still);
    remove_chunks(&mut lines, still);
    lines.concat()
}

/// Takes a change if the text still shows what it should.
fn take(
    lines: &mut Vec<String>,
    changed: Vec<String>,
    still: &mut dyn FnMut(&str) -> bool,
) -> bool {
    let holds = still(&changed.concat());
    if holds {
        *lines = changed;
    }
    holds
}

/// The line that closes the bracket that a line opens last.
fn end_of_region(lines: &[String], start: usize) -> Option<usize> {
    let mut depth = 0i64;
    for (at, line) in lines.iter().enumerate().skip(start) {
        for c in line.chars() {
            depth += i64::from(c == '{') - i64::from(c == '}');
        }
        if depth <= 0 {
            return (at > start).then_some(at);
        }
    }
    None
}

/// Whole operations with their regions.
fn remove_regions(lines: &mut Vec<String>, still: &mut dyn FnMut(&str) -> bool) {
    let mut at = 0;
    while at < lines.len() {
        let removed = end_of_region(lines, at).is_some_and(|end| {
            let rest = lines[..at].iter().chain(&lines[end + 1..]).cloned().collect();
            take(lines, rest, still)
        });
        at += usize::from(!removed);
    }
}

/// Lines, many at once and then fewer. From the end: what uses a value goes before what makes it.
fn remove_chunks(lines: &mut Vec<String>, still: &mut dyn FnMut(&str) -> bool) {
    let mut size = (lines.len() / 2).max(1);
    loop {
        let mut end = lines.len();
        while end > 0 {
            let start = end.saturating_sub(size);
            let rest = lines[..start].iter().chain(&lines[end..]).cloned().collect();
            take(lines, rest, still);
            end = start.min(lines.len());
        }
        if size == 1 {
            return;
        }
        size /= 2;
    }
}

/// The first line of an operation and the end of its region, without what is inside.
fn unwrap_regions(lines: &mut Vec<String>, still: &mut dyn FnMut(&str) -> bool) {
    let mut at = 0;
    while at < lines.len() {
        let unwrapped = end_of_region(lines, at).is_some_and(|end| {
            let kept = lines.iter().enumerate().filter(|(i, _)| *i != at && *i != end);
            let rest = kept.map(|(_, line)| line.clone()).collect();
            take(lines, rest, still)
        });
        at += usize::from(!unwrapped);
    }
}

/// Parts of a line between commas: parameters and operands that do not matter.
fn remove_parts(lines: &mut Vec<String>, still: &mut dyn FnMut(&str) -> bool) {
    for at in 0..lines.len() {
        let mut part = 0;
        while part < lines[at].matches(", ").count() + 1 {
            let removed = without_part(&lines[at], part).is_some_and(|line| {
                let mut changed = lines.clone();
                changed[at] = line;
                take(lines, changed, still)
            });
            part += usize::from(!removed);
        }
    }
}

/// A line without the n-th of the parts that commas outside of inner brackets separate, inside its first pair of brackets.
fn without_part(line: &str, n: usize) -> Option<String> {
    let open = line.find('(')?;
    let (mut depth, mut starts, mut end) = (0, vec![open + 1], None);
    for (i, c) in line.char_indices().skip_while(|(i, _)| *i < open) {
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            // An arrow is no bracket.
            '>' if line[..i].ends_with('-') => {}
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => starts.push(i + 1),
            _ => {}
        }
        if depth == 0 {
            end = Some(i);
            break;
        }
    }
    let end = end?;
    let (from, to) = (*starts.get(n)?, starts.get(n + 1).copied().unwrap_or(end));
    if line[from..to].trim().is_empty() {
        return None;
    }
    // With the comma before it, or after it if it is the first.
    let (from, to) = match n {
        0 => (from, to),
        _ => (from - 1, if to == end { end } else { to - 1 }),
    };
    Some(format!("{}{}", &line[..from], line[to..].trim_start_matches(' ')))
}

/// Numbers: none, one, a half, a little less.
fn lessen_numbers(lines: &mut Vec<String>, still: &mut dyn FnMut(&str) -> bool) {
    for at in 0..lines.len() {
        let mut from = 0;
        while let Some((start, end)) = next_number(&lines[at], from) {
            let number: u64 = lines[at][start..end].parse().unwrap_or(0);
            let smaller = [0, 1, number / 2].into_iter().filter(|n| *n < number);
            let mut length = end - start;
            for less in smaller {
                let mut changed = lines.clone();
                let text = less.to_string();
                changed[at].replace_range(start..end, &text);
                if take(lines, changed, still) {
                    length = text.len();
                    break;
                }
            }
            from = start + length;
        }
    }
}

/// A number that is no part of a name or of a type, from an offset on.
fn next_number(line: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = line.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        if bytes[at].is_ascii_digit() {
            let end = bytes[at..]
                .iter()
                .position(|b| !b.is_ascii_digit())
                .map_or(bytes.len(), |n| at + n);
            let before = at.checked_sub(1).map(|i| bytes[i]);
            let after = bytes.get(end);
            let part_of_a_word = |b: &u8| b.is_ascii_alphabetic() || *b == b'_';
            let stands_alone = before.is_none_or(|b| b == b' ' || b == b'(' || b == b',')
                && after.is_none_or(|b| !part_of_a_word(b) && *b != b'.');
            if stands_alone {
                return Some((at, end));
            }
            at = end;
        } else {
            at += 1;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_line_go() {
        let line = "func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>, %b: index) {\n";
        assert_eq!(without_part(line, 0).as_deref(), Some("func.func @f(%b: index) {\n"));
        assert_eq!(
            without_part(line, 1).as_deref(),
            Some("func.func @f(%a: !pto.tile_buf<vec, 8x8xf32>) {\n")
        );
        assert_eq!(without_part(line, 2), None);
        assert_eq!(without_part("  return\n", 0), None);
    }

    #[test]
    fn what_matters_stays() {
        let text = "m {\n  f(%a, %b, %c) {\n    x 17\n    for 8 {\n      y %b\n    }\n    return\n  }\n}\n";
        let balanced = |t: &str| t.matches('{').count() == t.matches('}').count();
        let small = shrink(text, &mut |t| balanced(t) && t.contains("y %b") && t.contains("f("));
        assert_eq!(small, "  f() {\n      y %b\n  }\n");
    }
}
