//! What `arith.cmpi` and `arith.cmpf` ask of two numbers.

use crate::intern::Attr;
use pto_isa::sem::compare::Relation;

macro_rules! predicates {
    ($($(#[$doc:meta])* $name:ident { $($case:ident $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum $name { $($case),* }

        impl $name {
            /// All of them; the generic form writes their positions.
            pub const ALL: &[$name] = &[$($name::$case),*];

            /// The word that is written.
            pub const fn name(self) -> &'static str {
                match self { $($name::$case => $text),* }
            }

            /// The predicate of a word.
            pub fn parse(word: &str) -> Option<$name> {
                Some(match word {
                    $($text => $name::$case,)*
                    _ => return None,
                })
            }

            /// The predicate an attribute gives, by word or number.
            pub fn of_attr(attr: &Attr) -> Option<$name> {
                match attr {
                    Attr::Int(n, _) => $name::ALL.get(usize::try_from(*n).ok()?).copied(),
                    Attr::Str(word) | Attr::Word(word) | Attr::Case { value: word, .. } => {
                        $name::parse(word)
                    }
                    _ => None,
                }
            }
        }
    )*};
}

predicates! {
    /// A relation of two integers, and whether they have a sign.
    CmpIPredicate {
        Eq "eq",
        Ne "ne",
        Slt "slt",
        Sle "sle",
        Sgt "sgt",
        Sge "sge",
        Ult "ult",
        Ule "ule",
        Ugt "ugt",
        Uge "uge",
    }
    /// A relation of two floats, and whether it holds when one of them is NaN.
    CmpFPredicate {
        False "false",
        Oeq "oeq",
        Ogt "ogt",
        Oge "oge",
        Olt "olt",
        Ole "ole",
        One "one",
        Ord "ord",
        Ueq "ueq",
        Ugt "ugt",
        Uge "uge",
        Ult "ult",
        Ule "ule",
        Une "une",
        Uno "uno",
        True "true",
    }
}

impl CmpIPredicate {
    /// What must hold of the two.
    pub const fn relation(self) -> Relation {
        match self {
            CmpIPredicate::Eq => Relation::Eq,
            CmpIPredicate::Ne => Relation::Ne,
            CmpIPredicate::Slt | CmpIPredicate::Ult => Relation::Lt,
            CmpIPredicate::Sle | CmpIPredicate::Ule => Relation::Le,
            CmpIPredicate::Sgt | CmpIPredicate::Ugt => Relation::Gt,
            CmpIPredicate::Sge | CmpIPredicate::Uge => Relation::Ge,
        }
    }

    /// Whether the two are read without a sign; `None` if that makes no difference.
    pub const fn is_unsigned(self) -> Option<bool> {
        match self {
            CmpIPredicate::Eq | CmpIPredicate::Ne => None,
            CmpIPredicate::Slt | CmpIPredicate::Sle | CmpIPredicate::Sgt | CmpIPredicate::Sge => {
                Some(false)
            }
            CmpIPredicate::Ult | CmpIPredicate::Ule | CmpIPredicate::Ugt | CmpIPredicate::Uge => {
                Some(true)
            }
        }
    }
}

/// What a comparison of floats asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatTest {
    /// Nothing: the answer is always the same.
    Always(bool),
    /// Whether neither of them is NaN, or whether one is.
    Ordered(bool),
    /// A relation, and the answer when one of them is NaN.
    Relation(Relation, bool),
}

impl CmpFPredicate {
    /// What it asks.
    pub const fn test(self) -> FloatTest {
        match self {
            CmpFPredicate::False => FloatTest::Always(false),
            CmpFPredicate::True => FloatTest::Always(true),
            CmpFPredicate::Ord => FloatTest::Ordered(true),
            CmpFPredicate::Uno => FloatTest::Ordered(false),
            CmpFPredicate::Oeq => FloatTest::Relation(Relation::Eq, false),
            CmpFPredicate::One => FloatTest::Relation(Relation::Ne, false),
            CmpFPredicate::Olt => FloatTest::Relation(Relation::Lt, false),
            CmpFPredicate::Ole => FloatTest::Relation(Relation::Le, false),
            CmpFPredicate::Ogt => FloatTest::Relation(Relation::Gt, false),
            CmpFPredicate::Oge => FloatTest::Relation(Relation::Ge, false),
            CmpFPredicate::Ueq => FloatTest::Relation(Relation::Eq, true),
            CmpFPredicate::Une => FloatTest::Relation(Relation::Ne, true),
            CmpFPredicate::Ult => FloatTest::Relation(Relation::Lt, true),
            CmpFPredicate::Ule => FloatTest::Relation(Relation::Le, true),
            CmpFPredicate::Ugt => FloatTest::Relation(Relation::Gt, true),
            CmpFPredicate::Uge => FloatTest::Relation(Relation::Ge, true),
        }
    }
}
