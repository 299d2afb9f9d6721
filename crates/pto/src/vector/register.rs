//! Vector registers, predicates and the states of unaligned streams, as values.

use super::lane::{Lane, Width};
use crate::error::{Error, Result};
use crate::session;
use crate::value::{Content, KernelValue, Operand, ResultValue};
use pto_isa::sem::exec::get_code;
use pto_isa::{Type, code};
use std::marker::PhantomData;
use std::panic::Location;

/// Bits of a vector register.
const REGISTER_BITS: usize = 2048;

/// A vector register: 256 bytes, in lanes of `E`.
///
/// Instructions give registers and never change one. It exists inside its [`vecscope`](super::vecscope()) only.
#[derive(Clone, Debug)]
pub struct Vreg<E: Lane> {
    value: KernelValue,
    marker: PhantomData<E>,
}

impl<E: Lane> Vreg<E> {
    /// How many lanes it has.
    pub const LANES: usize = REGISTER_BITS / E::DTYPE.bits() as usize;

    /// What is in the lanes. For tests and to look at: there are no values while a kernel is recorded.
    ///
    /// ```
    /// use pto::prelude::*;
    /// vecscope(|| {
    ///     let numbers: Vreg<i32> = vci(5)?;
    ///     assert_eq!(numbers.read()?[..3], [5, 6, 7]);
    ///     Ok(())
    /// })?;
    /// # Ok::<(), pto::Error>(())
    /// ```
    #[track_caller]
    pub fn read(&self) -> Result<std::vec::Vec<E::Host>> {
        let bits = u64::from(E::DTYPE.bits());
        let bytes = bytes(&self.value).map_err(|e| e.at(Location::caller()))?;
        let lanes = 0..Self::LANES as u64;
        Ok(lanes.map(|i| E::from_code(get_code(bytes, E::DTYPE, i * bits))).collect())
    }
}

/// A predicate: a bit for each lane of a register whose lanes are as wide as `W` says.
#[derive(Clone, Debug)]
pub struct Mask<W: Width> {
    value: KernelValue,
    marker: PhantomData<W>,
}

impl<W: Width> Mask<W> {
    /// How many lanes it is for.
    pub const LANES: usize = REGISTER_BITS / W::WIDTH.bits() as usize;

    /// Which lanes are active. For tests and to look at: there are no values while a kernel is recorded.
    #[track_caller]
    pub fn read(&self) -> Result<std::vec::Vec<bool>> {
        let step = W::WIDTH.bits() as usize / 8;
        let bytes = bytes(&self.value).map_err(|e| e.at(Location::caller()))?;
        Ok((0..Self::LANES).map(|i| bytes[i * step / 8] >> (i * step % 8) & 1 == 1).collect())
    }
}

/// The state of a stream of unaligned loads or stores: an instruction takes it and gives the next one.
#[derive(Debug)]
pub struct Align {
    value: KernelValue,
}

/// The bytes of a value; it must be of this session.
fn bytes(value: &KernelValue) -> Result<&[u8]> {
    session::check_value(value)?;
    match &value.content {
        Content::Bytes(bytes) => Ok(bytes),
        _ => Err(Error::one(code::NO_VALUES, "there are no values while a kernel is recorded")),
    }
}

impl<E: Lane> Operand for Vreg<E> {
    fn ty() -> Type {
        <Self as ResultValue>::ty()
    }
    fn value(&self) -> &KernelValue {
        &self.value
    }
}
impl<E: Lane> ResultValue for Vreg<E> {
    fn ty() -> Type {
        Type::Vreg { lanes: Self::LANES as u32, dtype: E::DTYPE }
    }
    fn of(value: KernelValue) -> Self {
        Vreg { value, marker: PhantomData }
    }
}

impl<W: Width> Operand for Mask<W> {
    fn ty() -> Type {
        Type::Mask(W::WIDTH)
    }
    fn value(&self) -> &KernelValue {
        &self.value
    }
}
impl<W: Width> ResultValue for Mask<W> {
    fn ty() -> Type {
        Type::Mask(W::WIDTH)
    }
    fn of(value: KernelValue) -> Self {
        Mask { value, marker: PhantomData }
    }
}

impl Operand for Align {
    fn ty() -> Type {
        Type::Align
    }
    fn value(&self) -> &KernelValue {
        &self.value
    }
}
impl ResultValue for Align {
    fn ty() -> Type {
        Type::Align
    }
    fn of(value: KernelValue) -> Self {
        Align { value }
    }
}
