//! Operations of other dialects: one list of those that mean something here, and what each of them is.
//!
//! Names are as MLIR spells them. An operation that is not in the list is read, kept and printed as
//! [`DialectOp::Other`]; nothing is known of it but its dialect.

mod alu;
mod predicate;

pub use alu::{Alu, to_i64};
pub use predicate::{CmpFPredicate, CmpIPredicate, FloatTest};

use crate::intern::{Sym, Symbols};
use crate::module::{Module, Node};
use pto_isa::name_index::NameIndex;

/// One list makes the families, their names, and the table that reads them. A name after `or` is read as well; it
/// is how the operation is written where its dialect may be left out.
macro_rules! dialect_ops {
    ($($(#[$doc:meta])* $dialect:ident { $($op:ident $text:literal $(or $short:literal)?,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[allow(missing_docs)]
            pub enum $dialect { $($op),* }

            impl $dialect {
                /// Its full name.
                pub const fn name(self) -> &'static str {
                    match self { $($dialect::$op => $text),* }
                }
            }

            impl From<$dialect> for DialectOp {
                fn from(op: $dialect) -> DialectOp {
                    DialectOp::$dialect(op)
                }
            }
        )*

        /// An operation of another dialect.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum DialectOp {
            $($(#[$doc])* $dialect($dialect),)*
            /// An operation of which nothing is known but its dialect, if that is one that is read, and its full
            /// name.
            Other(Option<Dialect>, Sym),
        }

        impl DialectOp {
            /// The dialect it belongs to; `None` if that is not one that is read.
            pub const fn dialect(self) -> Option<Dialect> {
                match self {
                    $(DialectOp::$dialect(_) => Some(Dialect::$dialect),)*
                    DialectOp::Other(dialect, _) => dialect,
                }
            }

            /// Its full name; `symbols` are those of its module.
            pub fn name(self, symbols: &Symbols) -> &str {
                match self {
                    $(DialectOp::$dialect(op) => op.name(),)*
                    DialectOp::Other(_, name) => symbols.get(name),
                }
            }
        }

        /// Names without their dialect.
        const SHORT: &[&str] = &[$($($($short,)?)*)*];

        /// Every operation of the list under each of its names, the full one first.
        const NAMES: &[(&str, DialectOp)] = &[$($(
            ($text, DialectOp::$dialect($dialect::$op)),
            $(($short, DialectOp::$dialect($dialect::$op)),)?
        )*)*];

        /// Every operation of the list by its names.
        static BY_NAME: NameIndex<1024> = NameIndex::of(NAMES);
    };
}

dialect_ops! {
    /// Affine loops and accesses.
    Affine {
        Load "affine.load",
        Store "affine.store",
    }
    /// Arithmetic on numbers.
    Arith {
        AddF "arith.addf",
        AddI "arith.addi",
        AndI "arith.andi",
        Bitcast "arith.bitcast",
        CeilDivSI "arith.ceildivsi",
        CeilDivUI "arith.ceildivui",
        CmpF "arith.cmpf",
        CmpI "arith.cmpi",
        Constant "arith.constant",
        DivF "arith.divf",
        DivSI "arith.divsi",
        DivUI "arith.divui",
        ExtF "arith.extf",
        ExtSI "arith.extsi",
        ExtUI "arith.extui",
        FloorDivSI "arith.floordivsi",
        FPToSI "arith.fptosi",
        FPToUI "arith.fptoui",
        IndexCast "arith.index_cast",
        IndexCastUI "arith.index_castui",
        MaximumF "arith.maximumf",
        MaxNumF "arith.maxnumf",
        MaxSI "arith.maxsi",
        MaxUI "arith.maxui",
        MinimumF "arith.minimumf",
        MinNumF "arith.minnumf",
        MinSI "arith.minsi",
        MinUI "arith.minui",
        MulF "arith.mulf",
        MulI "arith.muli",
        MulSIExtended "arith.mulsi_extended",
        MulUIExtended "arith.mului_extended",
        NegF "arith.negf",
        OrI "arith.ori",
        RemF "arith.remf",
        RemSI "arith.remsi",
        RemUI "arith.remui",
        Select "arith.select",
        ShLI "arith.shli",
        ShRSI "arith.shrsi",
        ShRUI "arith.shrui",
        SIToFP "arith.sitofp",
        SubF "arith.subf",
        SubI "arith.subi",
        TruncF "arith.truncf",
        TruncI "arith.trunci",
        UIToFP "arith.uitofp",
        XOrI "arith.xori",
    }
    /// What MLIR itself brings.
    Builtin {
        Module "builtin.module" or "module",
        UnrealizedConversionCast "builtin.unrealized_conversion_cast",
    }
    /// Jumps between blocks.
    Cf {
        Assert "cf.assert",
        Br "cf.br",
        CondBr "cf.cond_br",
        Switch "cf.switch",
    }
    /// Functions and calls.
    Func {
        Call "func.call" or "call",
        CallIndirect "func.call_indirect",
        Func "func.func" or "func",
        Return "func.return" or "return",
    }
    /// LLVM's own operations.
    Llvm {
        Bitcast "llvm.bitcast",
        Load "llvm.load",
        Store "llvm.store",
    }
    /// Functions of one number.
    Math {
        AbsF "math.absf",
        AbsI "math.absi",
        Exp "math.exp",
        Floor "math.floor",
        Log "math.log",
        Rsqrt "math.rsqrt",
        Sqrt "math.sqrt",
    }
    /// Buffers with a shape.
    Memref {
        Load "memref.load",
        Store "memref.store",
    }
    /// Structured control flow.
    Scf {
        Condition "scf.condition",
        ExecuteRegion "scf.execute_region",
        For "scf.for",
        If "scf.if",
        IndexSwitch "scf.index_switch",
        While "scf.while",
        Yield "scf.yield",
    }
    /// Vectors of a fixed length.
    Vector {
        Load "vector.load",
        Store "vector.store",
    }
}

macro_rules! dialects {
    ($($dialect:ident $text:literal,)*) => {
        /// A dialect whose operations are read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Dialect { $($dialect),* }

        impl Dialect {
            /// The names of all of them.
            pub const NAMES: &[&str] = &[$($text),*];

            /// The dialect of this name.
            pub fn parse(name: &str) -> Option<Dialect> {
                Some(match name {
                    $($text => Dialect::$dialect,)*
                    _ => return None,
                })
            }
        }
    };
}

dialects! {
    Arith "arith",
    Scf "scf",
    Func "func",
    Cf "cf",
    Memref "memref",
    Llvm "llvm",
    Builtin "builtin",
    Math "math",
    Vector "vector",
    Tensor "tensor",
    Affine "affine",
    Index "index",
    A5vm "a5vm",
    Hacc "hacc",
    Emitc "emitc",
    // Some names of the instruction set start with it too.
    Ub "ub",
}

impl Dialect {
    /// The dialect in a full name, if it is one that is read.
    pub fn of_name(name: &str) -> Option<Dialect> {
        Dialect::parse(name.split_once('.')?.0)
    }
}

/// The attribute of a loop whose body is vector code as a whole.
const VECTOR_SCOPE: &str = "llvm.loop.aivector_scope";

impl Module {
    /// Whether an attribute makes the body of an operation one piece of vector code.
    pub fn is_vector_scope_by_attr(&self, node: &Node) -> bool {
        self.attr(node, VECTOR_SCOPE).is_some()
    }
}

/// Memory that an operation reaches through one of its operands, by the operand's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryEffect {
    /// It reads there.
    Read(usize),
    /// It writes there.
    Write(usize),
}

impl DialectOp {
    /// Every operation of the list under each of its names, in the order of dialects; of the names of one operation the
    /// full one comes first.
    pub fn names() -> impl Iterator<Item = (&'static str, DialectOp)> {
        NAMES.iter().copied()
    }

    /// The operation of a name, if it is in the list.
    pub fn parse(name: &str) -> Option<DialectOp> {
        BY_NAME.find(NAMES, name)
    }

    /// The name of the list that is close to one that is not in it.
    pub(crate) fn nearest(name: &str) -> Option<&'static str> {
        pto_isa::ops::closest(name, DialectOp::names().map(|n| n.0))
    }

    /// Whether a name without a dialect means an operation of the list.
    pub(crate) fn is_short_name(word: &str) -> bool {
        SHORT.contains(&word)
    }

    /// The operation of any name.
    pub(crate) fn intern(name: &str, symbols: &mut Symbols) -> DialectOp {
        DialectOp::parse(name)
            .unwrap_or_else(|| DialectOp::Other(Dialect::of_name(name), symbols.intern(name)))
    }

    /// Whether it ends its block.
    pub const fn is_terminator(self) -> bool {
        self.is_branch() || self.is_yield() || matches!(self, DialectOp::Func(Func::Return))
    }

    /// Whether it hands values to the operation around its region.
    pub const fn is_yield(self) -> bool {
        matches!(self, DialectOp::Scf(Scf::Yield | Scf::Condition))
    }

    /// Whether it jumps to other blocks.
    pub const fn is_branch(self) -> bool {
        matches!(self, DialectOp::Cf(Cf::Br | Cf::CondBr | Cf::Switch))
    }

    /// Whether its regions run any number of times.
    pub const fn is_loop(self) -> bool {
        matches!(self, DialectOp::Scf(Scf::For | Scf::While))
    }

    /// Whether one of its regions runs, at most.
    pub const fn is_choice(self) -> bool {
        matches!(self, DialectOp::Scf(Scf::If | Scf::IndexSwitch))
    }

    /// Whether it runs a function.
    pub const fn is_call(self) -> bool {
        matches!(self, DialectOp::Func(Func::Call | Func::CallIndirect))
    }

    /// The memory it reads or writes.
    pub const fn memory_effect(self) -> Option<MemoryEffect> {
        match self {
            DialectOp::Affine(Affine::Load)
            | DialectOp::Llvm(Llvm::Load)
            | DialectOp::Memref(Memref::Load)
            | DialectOp::Vector(Vector::Load) => Some(MemoryEffect::Read(0)),
            DialectOp::Affine(Affine::Store)
            | DialectOp::Llvm(Llvm::Store)
            | DialectOp::Memref(Memref::Store)
            | DialectOp::Vector(Vector::Store) => Some(MemoryEffect::Write(1)),
            _ => None,
        }
    }

    /// Its result with the value of its operand, in another type.
    pub const fn cast(self) -> Option<Cast> {
        match self {
            DialectOp::Arith(op) => op.cast(),
            DialectOp::Llvm(Llvm::Bitcast) => Some(Cast::Bits),
            DialectOp::Builtin(Builtin::UnrealizedConversionCast) => Some(Cast::Unrealized),
            _ => None,
        }
    }
}

/// How an operation takes one number to another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Between `index` and an integer; a wider result repeats the sign, or is filled with zeros.
    Index {
        /// Whether the sign is repeated.
        signed: bool,
    },
    /// To a wider integer.
    Extend {
        /// Whether the sign is repeated.
        signed: bool,
    },
    /// To a narrower integer: the low bits.
    Truncate,
    /// An integer to a float.
    IntToFloat {
        /// Whether the integer has a sign.
        signed: bool,
    },
    /// A float to an integer, towards zero.
    FloatToInt {
        /// Whether the integer has a sign.
        signed: bool,
    },
    /// A float to a wider one.
    ExtendFloat,
    /// A float to a narrower one.
    TruncateFloat,
    /// The same bits in a type of the same width.
    Bits,
    /// The same value in another dialect's type.
    Unrealized,
}

impl Cast {
    /// Whether it reads the bits of a negative number as a positive one.
    pub const fn zero_extends(self) -> bool {
        matches!(self, Cast::Index { signed: false } | Cast::Extend { signed: false })
    }

    /// Whether integers that fit both types stay the numbers they are.
    pub const fn keeps_integers(self) -> bool {
        matches!(self, Cast::Index { .. } | Cast::Extend { .. } | Cast::Truncate)
    }
}

impl Arith {
    /// The cast it is, if it is one.
    pub const fn cast(self) -> Option<Cast> {
        Some(match self {
            Arith::IndexCast => Cast::Index { signed: true },
            Arith::IndexCastUI => Cast::Index { signed: false },
            Arith::ExtSI => Cast::Extend { signed: true },
            Arith::ExtUI => Cast::Extend { signed: false },
            Arith::TruncI => Cast::Truncate,
            Arith::SIToFP => Cast::IntToFloat { signed: true },
            Arith::UIToFP => Cast::IntToFloat { signed: false },
            Arith::FPToSI => Cast::FloatToInt { signed: true },
            Arith::FPToUI => Cast::FloatToInt { signed: false },
            Arith::ExtF => Cast::ExtendFloat,
            Arith::TruncF => Cast::TruncateFloat,
            Arith::Bitcast => Cast::Bits,
            _ => return None,
        })
    }

    /// Whether it compares two numbers by a predicate.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Arith::CmpI | Arith::CmpF)
    }

    /// Whether it divides an integer and gives what is left.
    pub const fn is_remainder(self) -> bool {
        matches!(self, Arith::RemSI | Arith::RemUI)
    }

    /// Whether it divides an integer and rounds towards zero.
    pub const fn is_division(self) -> bool {
        matches!(self, Arith::DivSI | Arith::DivUI)
    }

    /// Whether it shifts an integer to the right.
    pub const fn is_right_shift(self) -> bool {
        matches!(self, Arith::ShRSI | Arith::ShRUI)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_to_its_operation_and_back() {
        let symbols = Symbols::default();
        for &(name, op) in NAMES {
            let full = op.name(&symbols);
            assert_eq!(DialectOp::parse(full), Some(op), "{name}");
            let dialect = Dialect::of_name(name).or(Dialect::of_name(full)).or(op.dialect());
            assert_eq!(dialect, op.dialect(), "{name}");
        }
    }

    #[test]
    fn an_operation_of_no_list_keeps_its_name_and_its_dialect() {
        let mut symbols = Symbols::default();
        let known = DialectOp::intern("tensor.empty", &mut symbols);
        assert_eq!(known.dialect(), Some(Dialect::Tensor));
        let unknown = DialectOp::intern("mine.op", &mut symbols);
        assert_eq!((unknown.dialect(), unknown.name(&symbols)), (None, "mine.op"));
    }

    #[test]
    fn names_stay_small() {
        assert_eq!(size_of::<crate::OpName>(), 8);
    }
}
