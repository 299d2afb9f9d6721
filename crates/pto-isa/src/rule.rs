//! Legality as data: a rule checks itself, says itself, and can break itself.

mod breaker;
mod shape;
mod words;

pub use breaker::Breaker;
pub use words::count;

use crate::code::{self, Code};
use crate::dtype::DType;
use crate::target::{Space, Target, Targets};
use crate::ty::{TileTy, Type};

/// What a rule sees of one operand.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot<'a> {
    /// Its type; `None` if the operand is absent or its type unknown.
    pub ty: Option<&'a Type>,
    /// Whether the operand was given.
    pub present: bool,
    /// Identity of the value, to compare operands.
    pub value: u32,
    /// Its value, if it is a known integer.
    pub constant: Option<i64>,
}

/// What a rule sees of an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AttrValue<'a> {
    /// An integer.
    Int(i64),
    /// A truth value or a unit attribute.
    Bool(bool),
    /// A word: an enum case or a string.
    Word(&'a str),
    /// Something else.
    Other,
}

/// The operands and attributes of one instruction, as rules see them.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a> {
    /// The target being checked.
    pub target: Target,
    /// By operand.
    pub slots: &'a [Slot<'a>],
    /// By name.
    pub attrs: &'a [(&'a str, AttrValue<'a>)],
}

impl<'a> Args<'a> {
    /// The type of an operand.
    pub fn ty(&self, slot: u8) -> Option<&'a Type> {
        self.slots.get(slot as usize)?.ty
    }
    /// The tile type of an operand.
    pub fn tile(&self, slot: u8) -> Option<&'a TileTy> {
        self.ty(slot)?.as_tile()
    }
    /// The element type of an operand, without explicit sign.
    pub fn dtype(&self, slot: u8) -> Option<DType> {
        let ty = self.ty(slot)?;
        Some(ty.dtype().or_else(|| Some(ty.as_memref()?.dtype))?.plain())
    }
    /// The memory an operand lies in.
    pub fn space(&self, slot: u8) -> Option<Space> {
        let ty = self.ty(slot)?;
        ty.space().or_else(|| ty.as_memref()?.space)
    }
    /// Whether an operand was given.
    pub fn has(&self, slot: u8) -> bool {
        self.slots.get(slot as usize).is_some_and(|s| s.present)
    }
    /// An attribute.
    pub fn attr(&self, name: &str) -> Option<AttrValue<'a>> {
        self.attrs.iter().find(|a| a.0 == name).map(|a| a.1)
    }
    /// A word attribute.
    pub fn word(&self, name: &str) -> Option<&'a str> {
        match self.attr(name)? {
            AttrValue::Word(w) => Some(w),
            _ => None,
        }
    }
}

/// A pattern of layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayoutIs {
    /// Row-major, unboxed.
    Nd,
    /// Column-major, unboxed.
    Dn,
    /// Column-major, unboxed, exactly one column.
    Dn1,
    /// Row-major, boxed or not.
    RowMajor,
    /// Column-major, boxed or not.
    ColMajor,
    /// Unboxed, row-major or column-major.
    NoneBox,
    /// Column-major boxes, row-major inside.
    Nz,
    /// Row-major boxes, column-major inside.
    Zn,
    /// Row-major boxes, row-major inside.
    Zz,
    /// Column-major boxes, column-major inside.
    Nn,
}

impl LayoutIs {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            LayoutIs::Nd => "ND (row-major, unboxed)",
            LayoutIs::Dn => "DN (column-major, unboxed)",
            LayoutIs::Dn1 => "DN with one column",
            LayoutIs::RowMajor => "row-major",
            LayoutIs::ColMajor => "column-major",
            LayoutIs::NoneBox => "unboxed",
            LayoutIs::Nz => "NZ",
            LayoutIs::Zn => "ZN",
            LayoutIs::Zz => "ZZ",
            LayoutIs::Nn => "NN",
        }
    }
}

/// A rule no generic kind expresses. The set is listed by `pto isa --json` under `custom_rules`.
#[derive(Debug)]
pub struct Custom {
    /// Short name.
    pub name: &'static str,
    /// Its code.
    pub code: Code,
    /// The rule in one sentence.
    pub text: &'static str,
    /// Whether it holds.
    pub holds: fn(&Args<'_>) -> bool,
    /// What was found instead.
    pub found: fn(&Args<'_>) -> String,
    /// Breaks it, starting from legal operands.
    pub violate: fn(&mut Breaker<'_>),
}

/// What a rule demands. Binary kinds compare each further operand with the first.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Demand {
    InSpace(&'static [Space]),
    HasLayout(&'static [LayoutIs]),
    HasDtype(&'static [DType]),
    SameDtype,
    SameWidth,
    SameType,
    MaskFits,
    SameValid,
    SameValidRows,
    SameValidCols,
    NonEmpty,
    ValidRowsIs(u32),
    ValidColsIs(u32),
    ValidWithin,
    Covers,
    SameShape,
    RowsIs(u32),
    ColsIs(u32),
    ColsMultipleOf(u32),
    RowsMultipleOf(u32),
    ScalarOfTile,
    Required,
    Forbidden,
    Distinct,
    HasPad,
    Custom(&'static Custom),
}

/// One rule on some operands, on some targets.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// What is demanded.
    pub demand: Demand,
    /// The operands. For binary demands the first is the reference, each other one a subject.
    pub of: &'static [u8],
    /// Where it holds.
    pub on: Targets,
    /// A breach is a warning, not an error.
    pub warn: bool,
    /// Source, where it is not the support's.
    pub cite: &'static str,
}

/// A broken rule, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    /// Its code.
    pub code: Code,
    /// Warning instead of error.
    pub warn: bool,
    /// Operand to underline.
    pub subject: u8,
    /// What was found there.
    pub found: String,
    /// The operand it was compared with, and what was found there.
    pub other: Option<(u8, String)>,
    /// What would pass.
    pub help: Option<String>,
    /// Source of the rule.
    pub cite: &'static str,
}

const fn rule(demand: Demand, of: &'static [u8]) -> Rule {
    Rule { demand, of, on: Targets::ALL, warn: false, cite: "" }
}

macro_rules! demands {
    ($($(#[doc = $doc:literal])* $f:ident $(($arg:ident : $t:ty))? = $d:expr;)*) => {
        $($(#[doc = $doc])* pub const fn $f(of: &'static [u8] $(, $arg: $t)?) -> Rule { rule($d, of) })*
    };
}

demands! {
    /// Each operand lives in one of these spaces.
    in_space(spaces: &'static [Space]) = Demand::InSpace(spaces);
    /// Each operand has one of these layouts.
    has_layout(layouts: &'static [LayoutIs]) = Demand::HasLayout(layouts);
    /// Each operand has one of these element types.
    has_dtype(types: &'static [DType]) = Demand::HasDtype(types);
    /// All operands have the element type of the first.
    same_dtype = Demand::SameDtype;
    /// All operands have elements as wide as the first's.
    same_width = Demand::SameWidth;
    /// All operands have the type of the first.
    same_type = Demand::SameType;
    /// Each further operand is a predicate for the first, a register.
    mask_fits = Demand::MaskFits;
    /// All operands have the valid region of the first.
    same_valid = Demand::SameValid;
    /// All operands have as many valid rows as the first.
    same_valid_rows = Demand::SameValidRows;
    /// All operands have as many valid columns as the first.
    same_valid_cols = Demand::SameValidCols;
    /// Each operand has a valid element.
    non_empty = Demand::NonEmpty;
    /// Each operand has this many valid rows.
    valid_rows(n: u32) = Demand::ValidRowsIs(n);
    /// Each operand has this many valid columns.
    valid_cols(n: u32) = Demand::ValidColsIs(n);
    /// Each further operand's valid region lies within the first's.
    valid_within = Demand::ValidWithin;
    /// Each further operand's valid region covers the first's.
    covers = Demand::Covers;
    /// All operands are allocated with the rows and columns of the first.
    same_shape = Demand::SameShape;
    /// Each operand has this many rows.
    rows(n: u32) = Demand::RowsIs(n);
    /// Each operand has this many columns.
    cols(n: u32) = Demand::ColsIs(n);
    /// Each operand's columns are a multiple of this.
    cols_multiple_of(n: u32) = Demand::ColsMultipleOf(n);
    /// Each operand's rows are a multiple of this.
    rows_multiple_of(n: u32) = Demand::RowsMultipleOf(n);
    /// Each further operand is a number of the first's element type.
    scalar_of = Demand::ScalarOfTile;
    /// Each operand must be given.
    required = Demand::Required;
    /// No operand of these may be given.
    forbidden = Demand::Forbidden;
    /// Each further operand is another tile than the first.
    distinct = Demand::Distinct;
    /// Each operand's type has a pad value.
    has_pad = Demand::HasPad;
    /// A rule of one instruction; the last operand is underlined.
    custom(c: &'static Custom) = Demand::Custom(c);
}

impl Rule {
    /// Limits the rule to some targets.
    pub const fn only(self, on: Targets) -> Rule {
        Rule { on, ..self }
    }
    /// A breach is only a warning.
    pub const fn warn(self) -> Rule {
        Rule { warn: true, ..self }
    }
    /// Where the rule comes from.
    pub const fn cite(self, cite: &'static str) -> Rule {
        Rule { cite, ..self }
    }

    /// Whether the demand compares operands with the first.
    pub const fn is_binary(&self) -> bool {
        matches!(
            self.demand,
            Demand::SameDtype
                | Demand::SameWidth
                | Demand::SameType
                | Demand::MaskFits
                | Demand::SameValid
                | Demand::SameValidRows
                | Demand::SameValidCols
                | Demand::ValidWithin
                | Demand::Covers
                | Demand::SameShape
                | Demand::ScalarOfTile
                | Demand::Distinct
        )
    }

    /// The operands a breach can underline.
    pub fn subjects(&self) -> &'static [u8] {
        match self.demand {
            Demand::Custom(_) => &self.of[self.of.len() - 1..],
            _ if self.is_binary() => &self.of[1..],
            _ => self.of,
        }
    }

    /// Its code.
    pub const fn code(&self) -> Code {
        match self.demand {
            Demand::InSpace(_) => code::SPACE,
            Demand::HasLayout(_) => code::LAYOUT,
            Demand::HasDtype(_) => code::DTYPE,
            Demand::SameDtype => code::SAME_DTYPE,
            Demand::SameWidth => code::SAME_WIDTH,
            Demand::SameType => code::SAME_TYPE,
            Demand::MaskFits => code::MASK_WIDTH,
            Demand::SameValid => code::SAME_VALID,
            Demand::SameValidRows => code::SAME_VALID_ROWS,
            Demand::SameValidCols => code::SAME_VALID_COLS,
            Demand::NonEmpty => code::EMPTY,
            Demand::ValidRowsIs(_) | Demand::ValidColsIs(_) => code::VALID_EXTENT,
            Demand::ValidWithin => code::VALID_WITHIN,
            Demand::Covers => code::VALID_COVERS,
            Demand::SameShape => code::SAME_SHAPE,
            Demand::RowsIs(_)
            | Demand::ColsIs(_)
            | Demand::ColsMultipleOf(_)
            | Demand::RowsMultipleOf(_) => code::EXTENT,
            Demand::ScalarOfTile => code::SCALAR_TYPE,
            Demand::Required => code::REQUIRED,
            Demand::Forbidden => code::FORBIDDEN,
            Demand::Distinct => code::DISTINCT,
            Demand::HasPad => code::PAD,
            Demand::Custom(c) => c.code,
        }
    }

    /// Whether the rule holds for one of its subjects. Unknown types and extents pass.
    pub fn holds(&self, args: &Args<'_>, subject: u8) -> bool {
        let first = self.of[0];
        match self.demand {
            Demand::InSpace(spaces) => args.space(subject).is_none_or(|s| spaces.contains(&s)),
            Demand::HasDtype(types) => args.dtype(subject).is_none_or(|d| types.contains(&d)),
            Demand::SameDtype => {
                args.dtype(first).zip(args.dtype(subject)).is_none_or(|(a, b)| a == b)
            }
            Demand::SameWidth => {
                args.dtype(first).zip(args.dtype(subject)).is_none_or(|(a, b)| a.bits() == b.bits())
            }
            Demand::SameType => {
                args.ty(first).zip(args.ty(subject)).is_none_or(|(a, b)| same_kind_of_type(a, b))
            }
            Demand::MaskFits => match (args.ty(first), args.ty(subject)) {
                (Some(Type::Vreg { dtype, .. }), Some(Type::Mask(w))) => {
                    dtype.bits().min(32) == w.bits()
                }
                _ => true,
            },
            Demand::ScalarOfTile => match (args.dtype(first), args.ty(subject)) {
                (Some(d), Some(Type::Scalar(s))) => scalar_matches(d, s.plain()),
                _ => true,
            },
            Demand::Required => args.has(subject),
            Demand::Forbidden => !args.has(subject),
            Demand::Distinct => {
                !(args.has(first) && args.has(subject))
                    || args.slots[first as usize].value != args.slots[subject as usize].value
            }
            Demand::Custom(c) => (c.holds)(args),
            // The types of the tiles decide.
            _ => args.tile(subject).is_none_or(|t| match self.is_binary() {
                true => args.tile(first).is_none_or(|a| self.demand.allows(a, t)),
                false => self.demand.allows(t, t),
            }),
        }
    }

    /// What is wrong with one subject, if anything.
    pub fn check(&self, args: &Args<'_>, subject: u8) -> Option<Breach> {
        if self.holds(args, subject) {
            return None;
        }
        let found = |o: u8| self.found(args, o);
        let other = self.is_binary().then(|| (self.of[0], found(self.of[0])));
        Some(Breach {
            code: self.code(),
            warn: self.warn,
            subject,
            found: match self.demand {
                Demand::Custom(c) => (c.found)(args),
                _ => found(subject),
            },
            other,
            help: self.help(args, subject),
            cite: self.cite,
        })
    }
}

/// A number fits a tile if it has its element type; integers compare by width, because MLIR numbers
/// carry no sign.
fn scalar_matches(tile: DType, scalar: DType) -> bool {
    tile == scalar || (tile.is_int() && scalar.is_int() && tile.bits() == scalar.bits())
}

/// Equal but for the explicit sign of integers.
fn same_kind_of_type(a: &Type, b: &Type) -> bool {
    let mut b = b.clone();
    if let (Some(x), Some(y)) = (a.dtype(), b.dtype_mut())
        && x.plain() == y.plain()
    {
        *y = x;
    }
    *a == b
}
