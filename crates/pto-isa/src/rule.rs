//! Legality as data: a rule checks itself, says itself, and can break itself.

mod describe;
mod mutate;
mod shape;

pub use describe::count;
pub use mutate::Mutator;

pub use crate::args::{Args, AttrValue, Slot};

use crate::code::{self, Code};
use crate::dtype::DType;
use crate::rulebook::{Rulebook, StandsIn};
use crate::target::{Space, Target, Targets};
use crate::ty::Type;

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
    /// Mutates legal operands so that they violate it.
    pub mutate_to_violate: fn(&mut Mutator<'_>),
}

/// What a rule requires. Binary constraints compare each further operand with the first.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum Constraint {
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
    FitsBits(u32),
    Custom(&'static Custom),
}

/// One rule on some operands, on some targets.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The constraint.
    pub constraint: Constraint,
    /// The operands; none for a rule about attributes alone. For binary constraints the first is the reference, each
    /// other one a subject.
    pub of: &'static [u8],
    /// Where it holds.
    pub on: Targets,
    /// Whose rule it is.
    pub in_rules: StandsIn,
    /// A violation is a warning, not an error.
    pub warn: bool,
    /// It is about what the text says, as a check of a compiler is; extents that only a run has do not break it.
    pub of_text: bool,
    /// Source, where it is not the support's.
    pub cite: &'static str,
}

/// A violated rule, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
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

const fn rule(constraint: Constraint, of: &'static [u8]) -> Rule {
    Rule {
        constraint,
        of,
        on: Targets::ALL,
        in_rules: StandsIn::Both,
        warn: false,
        of_text: false,
        cite: "",
    }
}

macro_rules! demands {
    ($($(#[doc = $doc:literal])* $f:ident $(($arg:ident : $t:ty))? = $d:expr;)*) => {
        $($(#[doc = $doc])* pub const fn $f(of: &'static [u8] $(, $arg: $t)?) -> Rule { rule($d, of) })*
    };
}

demands! {
    /// Each operand lives in one of these spaces.
    in_space(spaces: &'static [Space]) = Constraint::InSpace(spaces);
    /// Each operand has one of these layouts.
    has_layout(layouts: &'static [LayoutIs]) = Constraint::HasLayout(layouts);
    /// Each operand has one of these element types.
    has_dtype(types: &'static [DType]) = Constraint::HasDtype(types);
    /// All operands have the element type of the first.
    same_dtype = Constraint::SameDtype;
    /// All operands have elements as wide as the first's.
    same_width = Constraint::SameWidth;
    /// All operands have the type of the first.
    same_type = Constraint::SameType;
    /// Each further operand is a predicate for the first, a register.
    mask_fits = Constraint::MaskFits;
    /// All operands have the valid region of the first.
    same_valid = Constraint::SameValid;
    /// All operands have as many valid rows as the first.
    same_valid_rows = Constraint::SameValidRows;
    /// All operands have as many valid columns as the first.
    same_valid_cols = Constraint::SameValidCols;
    /// Each operand has a valid element.
    non_empty = Constraint::NonEmpty;
    /// Each operand has this many valid rows.
    valid_rows(n: u32) = Constraint::ValidRowsIs(n);
    /// Each operand has this many valid columns.
    valid_cols(n: u32) = Constraint::ValidColsIs(n);
    /// Each further operand's valid region lies within the first's.
    valid_within = Constraint::ValidWithin;
    /// Each further operand's valid region covers the first's.
    covers = Constraint::Covers;
    /// All operands are allocated with the rows and columns of the first.
    same_shape = Constraint::SameShape;
    /// Each operand has this many rows.
    rows(n: u32) = Constraint::RowsIs(n);
    /// Each operand has this many columns.
    cols(n: u32) = Constraint::ColsIs(n);
    /// Each operand's columns are a multiple of this.
    cols_multiple_of(n: u32) = Constraint::ColsMultipleOf(n);
    /// Each operand's rows are a multiple of this.
    rows_multiple_of(n: u32) = Constraint::RowsMultipleOf(n);
    /// Each further operand is a number of the first's element type.
    scalar_of = Constraint::ScalarOfTile;
    /// Each operand must be given.
    required = Constraint::Required;
    /// No operand of these may be given.
    forbidden = Constraint::Forbidden;
    /// Each further operand is another tile than the first.
    distinct = Constraint::Distinct;
    /// Each operand's type has a pad value.
    has_pad = Constraint::HasPad;
    /// Each operand, if its value is known, is a number of this many bits.
    fits_bits(bits: u32) = Constraint::FitsBits(bits);
    /// A rule of one instruction; the last operand is underlined.
    custom(c: &'static Custom) = Constraint::Custom(c);
}

impl Rule {
    /// Limits the rule to some targets.
    pub const fn only(self, on: Targets) -> Rule {
        Rule { on, ..self }
    }
    /// Only headers make the rule; the page makes another one, or none.
    pub const fn device_only(self) -> Rule {
        Rule { in_rules: StandsIn::Only(Rulebook::Device), ..self }
    }
    /// Only the page makes the rule.
    pub const fn manual_only(self) -> Rule {
        Rule { in_rules: StandsIn::Only(Rulebook::Manual), ..self }
    }
    /// Whether it is asked on a target by a rulebook.
    pub fn applies(&self, target: Target, rules: Rulebook) -> bool {
        self.on.contains(target) && self.in_rules.includes(rules)
    }
    /// A breach is only a warning.
    pub const fn warn(self) -> Rule {
        Rule { warn: true, ..self }
    }
    /// It is a check of the text alone.
    pub const fn of_text(self) -> Rule {
        Rule { of_text: true, ..self }
    }
    /// Where the rule comes from.
    pub const fn cite(self, cite: &'static str) -> Rule {
        Rule { cite, ..self }
    }

    /// Whether the constraint compares operands with the first.
    pub const fn is_binary(&self) -> bool {
        matches!(
            self.constraint,
            Constraint::SameDtype
                | Constraint::SameWidth
                | Constraint::SameType
                | Constraint::MaskFits
                | Constraint::SameValid
                | Constraint::SameValidRows
                | Constraint::SameValidCols
                | Constraint::ValidWithin
                | Constraint::Covers
                | Constraint::SameShape
                | Constraint::ScalarOfTile
                | Constraint::Distinct
        )
    }

    /// The operands a breach can underline; `u8::MAX` is the instruction.
    pub fn subjects(&self) -> &'static [u8] {
        match self.constraint {
            Constraint::Custom(_) => self.of.split_last_chunk::<1>().map_or(&[u8::MAX], |s| s.1),
            _ if self.is_binary() => &self.of[1..],
            _ => self.of,
        }
    }

    /// Its code.
    pub const fn code(&self) -> Code {
        match self.constraint {
            Constraint::InSpace(_) => code::SPACE,
            Constraint::HasLayout(_) => code::LAYOUT,
            Constraint::HasDtype(_) => code::DTYPE,
            Constraint::SameDtype => code::SAME_DTYPE,
            Constraint::SameWidth => code::SAME_WIDTH,
            Constraint::SameType => code::SAME_TYPE,
            Constraint::MaskFits => code::MASK_WIDTH,
            Constraint::SameValid => code::SAME_VALID,
            Constraint::SameValidRows => code::SAME_VALID_ROWS,
            Constraint::SameValidCols => code::SAME_VALID_COLS,
            Constraint::NonEmpty => code::EMPTY,
            Constraint::ValidRowsIs(_) | Constraint::ValidColsIs(_) => code::VALID_EXTENT,
            Constraint::ValidWithin => code::VALID_WITHIN,
            Constraint::Covers => code::VALID_COVERS,
            Constraint::SameShape => code::SAME_SHAPE,
            Constraint::RowsIs(_)
            | Constraint::ColsIs(_)
            | Constraint::ColsMultipleOf(_)
            | Constraint::RowsMultipleOf(_) => code::EXTENT,
            Constraint::ScalarOfTile => code::SCALAR_TYPE,
            Constraint::Required => code::REQUIRED,
            Constraint::Forbidden => code::FORBIDDEN,
            Constraint::Distinct => code::DISTINCT,
            Constraint::HasPad => code::PAD,
            Constraint::FitsBits(_) => code::FIELD,
            Constraint::Custom(c) => c.code,
        }
    }

    /// Whether the rule holds for one of its subjects. Unknown types and extents pass.
    pub fn holds(&self, args: &Args<'_>, subject: u8) -> bool {
        let first = self.of.first().copied().unwrap_or(u8::MAX);
        match self.constraint {
            Constraint::InSpace(spaces) => args.space(subject).is_none_or(|s| spaces.contains(&s)),
            Constraint::HasDtype(types) => args.dtype(subject).is_none_or(|d| types.contains(&d)),
            Constraint::SameDtype => {
                args.dtype(first).zip(args.dtype(subject)).is_none_or(|(a, b)| a == b)
            }
            Constraint::SameWidth => {
                args.dtype(first).zip(args.dtype(subject)).is_none_or(|(a, b)| a.bits() == b.bits())
            }
            Constraint::SameType => {
                args.ty(first).zip(args.ty(subject)).is_none_or(|(a, b)| same_kind_of_type(a, b))
            }
            Constraint::MaskFits => match (args.ty(first), args.ty(subject)) {
                (Some(Type::Vreg { dtype, .. }), Some(Type::Mask(w))) => {
                    dtype.bits().min(32) == w.bits()
                }
                _ => true,
            },
            Constraint::ScalarOfTile => match (args.dtype(first), args.ty(subject)) {
                (Some(d), Some(Type::Scalar(s))) => scalar_matches(d, s.plain()),
                _ => true,
            },
            Constraint::Required => args.has(subject),
            Constraint::Forbidden => !args.has(subject),
            Constraint::Distinct => {
                !(args.has(first) && args.has(subject))
                    || args.slots[first as usize].value != args.slots[subject as usize].value
            }
            Constraint::FitsBits(bits) => {
                args.range(subject).is_none_or(|(low, high)| low >= 0 && high < 1 << bits)
            }
            Constraint::Custom(c) => (c.holds)(args),
            // The types of the tiles decide.
            _ => args.tile(subject).is_none_or(|t| match self.is_binary() {
                true => args.tile(first).is_none_or(|a| self.constraint.allows(a, t)),
                false => self.constraint.allows(t, t),
            }),
        }
    }

    /// What is wrong with one subject, if anything.
    pub fn check(&self, args: &Args<'_>, subject: u8) -> Option<Violation> {
        if self.holds(args, subject) {
            return None;
        }
        let found = |o: u8| self.found(args, o);
        let other = self.is_binary().then(|| (self.of[0], found(self.of[0])));
        Some(Violation {
            code: self.code(),
            warn: self.warn,
            subject,
            found: match self.constraint {
                Constraint::Custom(c) => (c.found)(args),
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
