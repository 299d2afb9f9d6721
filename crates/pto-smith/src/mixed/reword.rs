//! Other texts of a stored use: element types, numbers and words change, and what the checker accepts stays.

use crate::choices::Choices;
use crate::fragments::Fragment;
use crate::is_legal;
use pto_isa::def::AttrKind;
use pto_isa::{DType, Target};

/// Numbers that extents, counts and addresses become.
const NUMBERS: [u32; 19] =
    [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 24, 32, 48, 64, 100, 128, 256, 1024];

/// A variation of a fragment that is legal where it is.
pub(super) fn reword(choices: &mut Choices, fragment: &Fragment, target: Target) -> String {
    let mut text = fragment.text.clone();
    for _ in 0..choices.below(4) {
        let changed = match choices.below(4) {
            0 => other_type(choices, &text),
            1 => other_word(choices, &text, &fragment.name),
            _ => other_number(choices, &text),
        };
        if let Some(changed) = changed
            && changed != text
            && is_legal(&changed, target)
        {
            text = changed;
        }
    }
    text
}

/// Where a word stands by itself; `64xf32` has `f32`.
fn places(text: &str, word: &str) -> Vec<usize> {
    let in_word = |c: char| c.is_ascii_alphanumeric() || "_%@.!$".contains(c);
    let alone = |at: usize| {
        let before = text[..at].chars().next_back();
        let of_shape = before == Some('x')
            && text[..at - 1].ends_with(|c: char| c.is_ascii_digit() || c == '?');
        let after = text[at + word.len()..].chars().next();
        let ends =
            after.is_none_or(|c| !in_word(c) || c == 'x' && word.as_bytes()[0].is_ascii_digit());
        ends && (of_shape || before.is_none_or(|c| !in_word(c)))
    };
    text.match_indices(word).map(|m| m.0).filter(|at| alone(*at)).collect()
}

fn replace(text: &str, at: &[usize], length: usize, new: &str) -> String {
    let mut out = text.to_string();
    for at in at.iter().rev() {
        out.replace_range(at..&(at + length), new);
    }
    out
}

/// Another element type, wherever the old one stands.
fn other_type(choices: &mut Choices, text: &str) -> Option<String> {
    let there: Vec<DType> =
        DType::ALL.iter().copied().filter(|d| !places(text, d.name()).is_empty()).collect();
    if there.is_empty() {
        return None;
    }
    let old = choices.pick(&there);
    let new = choices.pick(DType::ALL);
    Some(replace(text, &places(text, old.name()), old.name().len(), new.name()))
}

/// Another number in one place, or wherever the old one stands.
fn other_number(choices: &mut Choices, text: &str) -> Option<String> {
    let digits = |c: char| c.is_ascii_digit();
    let mut numbers: Vec<&str> =
        text.split(|c: char| !digits(c)).filter(|n| !n.is_empty()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.retain(|n| !places(text, n).is_empty());
    if numbers.is_empty() {
        return None;
    }
    let old = choices.pick(&numbers);
    let at = places(text, old);
    let new = choices.pick(&NUMBERS).to_string();
    let one = [choices.pick(&at)];
    let at = if choices.flip() { &at[..] } else { &one[..] };
    Some(replace(text, at, old.len(), &new))
}

/// Another word of an attribute of the instruction.
fn other_word(choices: &mut Choices, text: &str, name: &str) -> Option<String> {
    let def = pto_isa::ops::find(name)?;
    let mut lists: Vec<(&str, &[&str])> = Vec::new();
    for attr in def.attrs {
        let words: &[&str] = match attr.kind {
            AttrKind::Word(words) => words,
            AttrKind::Bool => &["true", "false"],
            _ => continue,
        };
        lists.extend(words.iter().filter(|w| !places(text, w).is_empty()).map(|w| (*w, words)));
    }
    if lists.is_empty() {
        return None;
    }
    let (old, words) = lists[choices.index(lists.len())];
    let at = [choices.pick(&places(text, old))];
    Some(replace(text, &at, old.len(), choices.pick(words)))
}
