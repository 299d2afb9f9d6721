//! What instructions on registers take and give, while a kernel runs.

use crate::element::Element;
use crate::handle::Handle;
use crate::side::Side;
use pto_isa::sem::PtrAt;
use pto_isa::{DType, Type};

/// A value of a kernel. Nobody changes it: instructions give new ones. Opaque.
#[derive(Clone, Debug)]
pub struct KernelValue {
    pub(crate) origin: Origin,
    pub(crate) content: Content,
    /// The tile that a pointer points into: its bytes stay as long as somebody can reach them.
    pub(crate) tile: Option<Handle>,
}

/// Where a value was made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    pub session: u64,
    /// The vector scope; registers do not leave theirs.
    pub scope: Option<u32>,
    /// The cores whose code it was.
    pub side: Side,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// The bytes of a register, a predicate or the state of a stream.
    Bytes(Box<[u8]>),
    Pointer(PtrAt),
    Number(u64),
    /// The number of a value in a program that is being recorded.
    Recorded(u32),
}

impl KernelValue {
    /// Its number in a program that is being recorded.
    pub(crate) fn recorded(&self) -> u32 {
        match self.content {
            Content::Recorded(n) => n,
            _ => u32::MAX,
        }
    }
}

/// A register, a predicate, the state of a stream or a pointer.
pub trait Operand {
    /// Its type in a program.
    #[doc(hidden)]
    fn ty() -> Type;
    /// What it is while the kernel runs.
    #[doc(hidden)]
    fn value(&self) -> &KernelValue;
}

/// Something that an instruction gives.
pub trait ResultValue: Sized {
    /// Its type in a program.
    #[doc(hidden)]
    fn ty() -> Type;
    /// What was given.
    #[doc(hidden)]
    fn of(value: KernelValue) -> Self;
}

macro_rules! numbers {
    ($($t:ty = $ty:expr;)*) => {$(
        impl ResultValue for $t {
            fn ty() -> Type {
                $ty
            }
            fn of(value: KernelValue) -> $t {
                match value.content {
                    Content::Number(bits) => bits as $t,
                    _ => 0,
                }
            }
        }
    )*};
}

numbers! {
    i16 = Type::Scalar(DType::I16);
    i32 = Type::Scalar(DType::I32);
    i64 = Type::Scalar(DType::I64);
    usize = Type::Index;
}

/// Everything that an instruction gives.
pub trait Results: Sized {
    /// Their types in a program.
    #[doc(hidden)]
    fn types() -> impl Iterator<Item = Type>;
    /// What was given; `None` if that is too little.
    #[doc(hidden)]
    fn take(values: &mut impl Iterator<Item = KernelValue>) -> Option<Self>;
}

impl<T: ResultValue> Results for T {
    fn types() -> impl Iterator<Item = Type> {
        [T::ty()].into_iter()
    }
    fn take(values: &mut impl Iterator<Item = KernelValue>) -> Option<T> {
        values.next().map(T::of)
    }
}
impl<A: ResultValue, B: ResultValue> Results for (A, B) {
    fn types() -> impl Iterator<Item = Type> {
        [A::ty(), B::ty()].into_iter()
    }
    fn take(values: &mut impl Iterator<Item = KernelValue>) -> Option<(A, B)> {
        Some((A::take(values)?, B::take(values)?))
    }
}
impl<A: ResultValue, B: ResultValue, C: ResultValue> Results for (A, B, C) {
    fn types() -> impl Iterator<Item = Type> {
        [A::ty(), B::ty(), C::ty()].into_iter()
    }
    fn take(values: &mut impl Iterator<Item = KernelValue>) -> Option<(A, B, C)> {
        Some((A::take(values)?, B::take(values)?, C::take(values)?))
    }
}

/// The type of a pointer into the unified buffer.
pub(crate) fn pointer_type<E: Element>() -> Type {
    Type::Ptr { dtype: E::DTYPE, space: Some(pto_isa::Space::Vec) }
}
