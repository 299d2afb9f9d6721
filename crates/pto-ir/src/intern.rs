//! Interned types, attributes and names.

use pto_isa::{AttrValue, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{Range, RangeInclusive};

/// Ids: positions in the tables of a module.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// Its position in the table.
            pub const fn index(self) -> usize { self.0 as usize }
        }
    )*};
}
pub(crate) use ids;

ids! {
    /// A type.
    TypeId;
    /// An attribute.
    AttrId;
    /// A name.
    Sym;
}

/// Types, each stored once.
#[derive(Clone, Debug, Default)]
pub struct Types {
    list: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
}

impl Types {
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }
    /// The type of an id.
    #[inline]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.list[id.index()]
    }
    /// How many types there are; their ids are `0..len`.
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// Every id.
    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.list.len() as u32).map(TypeId)
    }
    /// Puts another type in the place of an id. Types that become equal keep their ids.
    pub(crate) fn replace(&mut self, id: TypeId, ty: Type) {
        self.ids.remove(&self.list[id.index()]);
        self.ids.insert(ty.clone(), id);
        self.list[id.index()] = ty;
    }
    /// Every type.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.list.iter().enumerate().map(|(i, t)| (TypeId(i as u32), t))
    }
}

/// An attribute value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Attr {
    /// Present without a value.
    Unit,
    /// `true` or `false`.
    Bool(bool),
    /// An integer with an optional type.
    Int(i128, Option<TypeId>),
    /// A floating-point number, as written, with an optional type.
    Float(Box<str>, Option<TypeId>),
    /// A string, without its quotes, as written.
    Str(Box<str>),
    /// A function name, without `@`.
    Symbol(Box<str>),
    /// A type.
    Type(TypeId),
    /// `[a, b]`
    Array(Box<[AttrId]>),
    /// `{a = b}`
    Dict(Box<[(Sym, AttrId)]>),
    /// A case of an enumeration: `#pto<cmp eq>`, or dotted, `#pto.pipe<PIPE_V>`.
    Case {
        /// The enumeration.
        kind: Box<str>,
        /// The case.
        value: Box<str>,
        /// Written with a dot.
        dotted: bool,
    },
    /// A bare word in an instruction's own syntax.
    Word(Box<str>),
    /// Anything else, as written.
    Other(Box<str>),
}

impl Attr {
    /// What the rules of an instruction see of it.
    pub fn for_rules(&self) -> AttrValue<'_> {
        match self {
            Attr::Int(v, _) => i64::try_from(*v).map_or(AttrValue::Other, AttrValue::Int),
            Attr::Bool(b) => AttrValue::Bool(*b),
            Attr::Unit => AttrValue::Bool(true),
            Attr::Str(s) | Attr::Word(s) | Attr::Symbol(s) => AttrValue::Word(s),
            Attr::Case { value, .. } => AttrValue::Word(value),
            Attr::Other(text) => AttrValue::Text(text),
            _ => AttrValue::Other,
        }
    }
}

/// The bits of an integer type, and the numbers that can be written for it: with its sign or as the bits they are.
pub(crate) fn int_bits(ty: &Type) -> Option<(u32, RangeInclusive<i128>)> {
    let (bits, negative) = match ty {
        Type::Index => (64, true),
        Type::Scalar(d) if !d.is_float() => (d.bits(), !d.is_unsigned()),
        _ => return None,
    };
    let low = if negative { -(1i128 << (bits - 1)) } else { 0 };
    Some((bits, low..=(1i128 << bits) - 1))
}

/// The number that an integer constant of a type is: its bits, read with a sign unless the type has none. `0xFF : i8`
/// is -1, as MLIR has it; `-1 : i1` is 1, which is how a truth is counted everywhere.
pub(crate) fn constant_number(value: i128, ty: &Type) -> i128 {
    let Some((bits, range)) = int_bits(ty) else { return value };
    let low_bits = value & ((1 << bits) - 1);
    let signed = *range.start() < 0 && bits > 1;
    if signed && low_bits >> (bits - 1) == 1 { low_bits - (1 << bits) } else { low_bits }
}

/// Attributes, each stored once.
#[derive(Clone, Debug, Default)]
pub struct Attrs {
    list: Vec<Attr>,
    ids: FxHashMap<Attr, AttrId>,
    words: FxHashMap<Box<str>, AttrId>,
}

impl Attrs {
    /// The id of an attribute.
    pub fn intern(&mut self, attr: Attr) -> AttrId {
        if let Some(&id) = self.ids.get(&attr) {
            return id;
        }
        let id = AttrId(self.list.len() as u32);
        self.list.push(attr.clone());
        self.ids.insert(attr, id);
        id
    }
    /// The id of a bare word.
    pub fn word(&mut self, word: &str) -> AttrId {
        if let Some(&id) = self.words.get(word) {
            return id;
        }
        let id = self.intern(Attr::Word(word.into()));
        self.words.insert(word.into(), id);
        id
    }
    /// How many attributes there are; their ids are `0..len`.
    pub fn len(&self) -> usize {
        self.list.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// The attribute of an id.
    #[inline]
    pub fn get(&self, id: AttrId) -> &Attr {
        &self.list[id.index()]
    }
}

/// Names, each stored once, in one buffer.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    text: String,
    ends: Vec<u32>,
    ids: FxHashMap<u64, SmallList>,
}

type SmallList = smallvec::SmallVec<[Sym; 1]>;

fn hash(text: &str) -> u64 {
    use std::hash::Hasher;
    let mut h = rustc_hash::FxHasher::default();
    h.write(text.as_bytes());
    h.finish()
}

impl Symbols {
    /// The id of a name.
    pub fn intern(&mut self, text: &str) -> Sym {
        let key = hash(text);
        if let Some(found) = self.lookup(key, text) {
            return found;
        }
        let sym = Sym(self.ends.len() as u32);
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        self.ids.entry(key).or_default().push(sym);
        sym
    }
    /// Makes room for this many more short names.
    pub(crate) fn reserve(&mut self, names: usize) {
        self.ends.reserve(names);
        self.ids.reserve(names);
        self.text.reserve(names.saturating_mul(6));
    }
    fn lookup(&self, key: u64, text: &str) -> Option<Sym> {
        self.ids.get(&key)?.iter().copied().find(|&s| self.bytes(s) == text.as_bytes())
    }
    /// The id of a name, if it was interned.
    pub fn find(&self, text: &str) -> Option<Sym> {
        self.lookup(hash(text), text)
    }
    /// The text of a name.
    #[inline]
    pub fn get(&self, sym: Sym) -> &str {
        &self.text[self.place(sym)]
    }
    /// The same without a look at where characters begin.
    fn bytes(&self, sym: Sym) -> &[u8] {
        &self.text.as_bytes()[self.place(sym)]
    }
    #[inline]
    fn place(&self, sym: Sym) -> Range<usize> {
        let i = sym.index();
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

/// New names for a program whose text is changed.
#[derive(Clone, Debug, Default)]
pub struct FreshNames {
    given: FxHashSet<String>,
    /// The last number tried after a name, so that the thousandth does not try a thousand. Names are never given back.
    tried: FxHashMap<String, u32>,
}

impl FreshNames {
    /// A name that the program does not use and that was not given before: the one that is wanted, or one with a
    /// number after it.
    pub fn like(&mut self, wanted: &str, used: &Symbols) -> String {
        let is_taken =
            |given: &FxHashSet<String>, n: &str| used.find(n).is_some() || given.contains(n);
        let mut name = wanted.to_string();
        if is_taken(&self.given, &name) {
            let n = self.tried.entry(name.clone()).or_insert(0);
            while is_taken(&self.given, &name) {
                *n += 1;
                name = format!("{wanted}_{n}");
            }
        }
        self.given.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_names_are_numbered_around_those_in_use() {
        let mut used = Symbols::default();
        used.intern("t_2");
        let mut names = FreshNames::default();
        let given: Vec<String> = (0..4).map(|_| names.like("t", &used)).collect();
        assert_eq!(given, ["t", "t_1", "t_3", "t_4"]);
        assert_eq!(names.like("t_1", &used), "t_1_1");
    }
}
