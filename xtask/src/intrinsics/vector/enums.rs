//! Types of the words that instructions on registers take: one for each list of words, so that a word of another
//! instruction does not compile.

use super::super::form::{camel, function};
use super::super::write::{MARK, variant, word_type, word_types};
use super::variant::is_argument;
use pto_isa::OpDef;
use pto_isa::def::{AttrDef, AttrKind};

/// Names of the crate that mean something else.
const TAKEN: [&str; 1] = ["Order"];

/// Prefixes of words in their older spelling.
const OLDER: [&str; 2] = ["ROUND", "PART"];

/// Names of lists that several instructions share, by their attribute and what they list.
const NAMES: [(&str, [&str; 2], &str, &str); 3] = [
    ("part", ["Lower", "Higher"], "Half", "a half of a register or predicate"),
    ("part", ["Even", "Odd"], "Part", "even or odd lanes"),
    ("mode", ["PostUpdate", "NoPostUpdate"], "Update", "whether a place moves on"),
];

/// AttrEnums by their names in Rust.
type Variants = Vec<(String, &'static str)>;

struct WordType {
    name: String,
    attr: &'static str,
    words: Variants,
    doc: &'static str,
    /// Instructions on tiles have the same one.
    shared: bool,
}

/// All types of words.
pub struct AttrEnums(Vec<WordType>);

/// The words that differ in more than their spelling, by their names in Rust.
fn variants(attr: &str, words: &'static [&'static str]) -> Variants {
    let mut list = Variants::new();
    for word in words {
        // A prefix that repeats the attribute says nothing, nor does that of an older spelling.
        let short = word.split_once('_').filter(|(prefix, rest)| {
            let repeats = attr.to_ascii_uppercase().starts_with(prefix) && prefix.len() > 2;
            (OLDER.contains(prefix) && words.contains(rest))
                || (repeats && words.iter().all(|w| w.starts_with(prefix)))
        });
        let plain = short.map_or(*word, |(_, rest)| rest);
        let name = match plain.strip_prefix('1') {
            Some(rest) => format!("One{}", variant(rest)),
            None => variant(plain),
        };
        if !list.iter().any(|l| l.0 == name) {
            list.push((name, word));
        }
    }
    list
}

impl AttrEnums {
    pub fn of(ops: &[&'static OpDef], on_tiles: &[&'static OpDef]) -> Result<AttrEnums, String> {
        let others = word_types(on_tiles)?;
        let mut lists: Vec<(&'static OpDef, &'static AttrDef, Variants)> = Vec::new();
        for op in ops {
            for a in op.attrs.iter().filter(|a| is_argument(a)) {
                let AttrKind::Word(words) = a.kind else { continue };
                let words = variants(a.name, words);
                if !lists.iter().any(|(_, b, list)| b.name == a.name && *list == words) {
                    lists.push((op, a, words));
                }
            }
        }
        let mut types: Vec<WordType> = Vec::new();
        for (op, a, words) in &lists {
            let name = camel(a.name);
            let mine: Vec<&String> = words.iter().map(|v| &v.0).collect();
            let other: Option<Vec<String>> =
                others.get(&name).map(|o| o.0.iter().map(|w| variant(w)).collect());
            let shared = other.as_ref().is_some_and(|o| o.iter().eq(mine.iter().copied()));
            let alone = lists.iter().filter(|l| l.1.name == a.name).count() == 1;
            let plain = shared || (alone && other.is_none() && !TAKEN.contains(&name.as_str()));
            let given = NAMES.iter().find(|n| n.0 == a.name && n.1.iter().eq(mine.iter().copied()));
            let name = match given {
                Some(given) => given.2.to_string(),
                _ if plain => name,
                _ => camel(&function(op)) + &name,
            };
            if types.iter().any(|t| t.name == name) {
                return Err(format!("{}: two types of words are called `{name}`", op.name));
            }
            let doc = given.map_or(a.doc, |g| g.3);
            types.push(WordType { name, attr: a.name, words: words.clone(), doc, shared });
        }
        types.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(AttrEnums(types))
    }

    /// The type of an attribute.
    pub fn name(&self, a: &AttrDef) -> &str {
        let AttrKind::Word(words) = a.kind else { return "i64" };
        let words = variants(a.name, words);
        let same = |t: &&WordType| t.attr == a.name && t.words == words;
        self.0.iter().find(same).map_or("i64", |t| &t.name)
    }

    /// The variant of a word of an attribute; of an older spelling, that of the newer one.
    pub fn variant(&self, a: &AttrDef, word: &str) -> String {
        let AttrKind::Word(words) = a.kind else { return String::new() };
        let list = variants(a.name, words);
        let found = list.iter().find(|v| v.1 == word).or(list.first());
        found.map_or(String::new(), |v| v.0.clone())
    }

    /// Names of all types, and whether instructions on tiles have them.
    pub fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        self.0.iter().map(|t| (t.name.as_str(), t.shared))
    }

    /// The file of those that are not shared.
    pub fn text(&self) -> String {
        let mut s = format!("//! AttrEnums that attributes take, as types.\n\n{MARK}");
        for t in self.0.iter().filter(|t| !t.shared) {
            word_type(&t.name, &t.words, t.doc, &mut s);
        }
        s
    }
}
