//! One instruction with its operands, on its way to the session.

use crate::any_tile::AnyTile;
use crate::element::{Element, Scalar};
use crate::error::Error;
use crate::global::{GlobalTensor, Window};
use crate::handle::Handle;
use crate::side::Side;
use crate::value::{KernelValue, Operand};
use pto_isa::def::AttrKind;
use pto_isa::{AttrValue, DType, OpDef, Space, TileTy, Type, code};
use pto_sim::HostBuffer;
use smallvec::SmallVec;
use std::panic::Location;

/// The type of four counts.
pub(crate) const COUNTS: &str = "vector<4xi16>";

/// What an operand is.
#[derive(Debug)]
pub(crate) enum What<'a> {
    Tile(TileTy, &'a Handle),
    Scalar(DType, u64),
    Index(usize),
    /// A view, with the position of its buffer in the call.
    View(DType, Window, u32),
    /// A pointer to the start of a tensor, with the position of its buffer in the call.
    Ptr(DType, Window, u32),
    /// Four numbers of 16 bits that the instruction gives.
    Counts,
    /// A register, a predicate, the state of a stream or a pointer.
    Value(Type, &'a KernelValue),
    /// What another instruction gave.
    Token(&'a Token),
}

/// A value of the kernel that is neither a tile nor a number: a context, a session, an event of a transfer.
#[derive(Debug)]
pub(crate) struct Token {
    /// The session it belongs to.
    pub session: u64,
    /// Tells it apart from the tiles and tokens of its session.
    pub id: u32,
    /// The cores whose code made it.
    pub side: Side,
    /// How its type is written.
    pub ty: &'static str,
}

impl What<'_> {
    /// Its type, with the valid region it has now.
    pub fn ty(&self) -> Type {
        match self {
            What::Tile(ty, handle) => Type::Tile(handle.typed(ty)),
            What::Scalar(dtype, _) => Type::Scalar(*dtype),
            What::Index(_) => Type::Index,
            What::View(dtype, window, _) => window.ty(*dtype),
            What::Ptr(dtype, ..) => Type::Ptr { dtype: *dtype, space: Some(Space::Gm) },
            What::Counts => Type::Other(COUNTS.into()),
            What::Token(token) => Type::Other(token.ty.into()),
            What::Value(ty, _) => ty.clone(),
        }
    }
}

/// An instruction, being put together by an intrinsic. Operands are added in the order of the table.
#[derive(Debug)]
pub struct Call<'a> {
    pub(crate) def: &'static OpDef,
    pub(crate) operands: SmallVec<[(u8, What<'a>); 6]>,
    pub(crate) attrs: SmallVec<[(&'static str, AttrValue<'static>); 4]>,
    /// Attributes that are lists of integers; rules do not look at them.
    pub(crate) lists: SmallVec<[(&'static str, [i64; 2]); 1]>,
    pub(crate) buffers: SmallVec<[HostBuffer<'a>; 2]>,
    pub(crate) counts: Option<(u8, &'a mut [u16; 4])>,
    /// Values that the instruction gives: slots and types, and after it ran the values.
    pub(crate) results: SmallVec<[(u8, Type); 2]>,
    pub(crate) given: SmallVec<[KernelValue; 2]>,
    pub(crate) at: &'static Location<'static>,
}

impl<'a> Call<'a> {
    /// An instruction without operands.
    #[track_caller]
    pub fn new(def: &'static OpDef) -> Call<'a> {
        Call {
            def,
            operands: SmallVec::new(),
            attrs: SmallVec::new(),
            lists: SmallVec::new(),
            buffers: SmallVec::new(),
            counts: None,
            results: SmallVec::new(),
            given: SmallVec::new(),
            at: Location::caller(),
        }
    }
    /// A tile.
    pub fn tile<T: AnyTile>(mut self, slot: u8, tile: &'a T) -> Call<'a> {
        self.operands.push((slot, What::Tile(T::TY, tile.handle())));
        self
    }
    /// A number of a tile's element type.
    pub fn element<E: Element>(mut self, slot: u8, value: E::Host) -> Call<'a> {
        self.operands.push((slot, What::Scalar(signless(E::DTYPE), E::code(value))));
        self
    }
    /// A number.
    pub fn scalar<T: Scalar>(self, slot: u8, value: T) -> Call<'a> {
        self.element::<T>(slot, value)
    }
    /// A position or a count.
    pub fn index(mut self, slot: u8, value: usize) -> Call<'a> {
        self.operands.push((slot, What::Index(value)));
        self
    }
    /// A view that is read.
    pub fn view<E: Element>(mut self, slot: u8, view: &'a GlobalTensor<'_, E>) -> Call<'a> {
        let number = self.buffers.len() as u32;
        self.buffers.push(HostBuffer::Read(view.buffer.bytes()));
        self.operands.push((slot, What::View(E::DTYPE, view.window, number)));
        self
    }
    /// Views that are read, all for one operand.
    pub fn views<E: Element>(self, slot: u8, list: &'a [&'a GlobalTensor<'_, E>]) -> Call<'a> {
        list.iter().fold(self, |call, view| call.view(slot, view))
    }
    /// A view that is written.
    pub fn view_mut<E: Element>(mut self, slot: u8, view: &'a mut GlobalTensor<'_, E>) -> Call<'a> {
        let number = self.buffers.len() as u32;
        self.operands.push((slot, What::View(E::DTYPE, view.window, number)));
        self.buffers.push(view.buffer.reborrow());
        self
    }
    /// A tensor of which the instruction takes the address.
    pub(crate) fn pointer<E: Element>(
        mut self,
        slot: u8,
        view: &'a GlobalTensor<'_, E>,
    ) -> Call<'a> {
        let number = self.buffers.len() as u32;
        self.buffers.push(HostBuffer::Read(view.buffer.bytes()));
        self.operands.push((slot, What::Ptr(E::DTYPE, view.window, number)));
        self
    }
    /// What another instruction gave.
    pub(crate) fn token(mut self, slot: u8, token: &'a Token) -> Call<'a> {
        self.operands.push((slot, What::Token(token)));
        self
    }
    /// Numbers that the instruction gives; they stay as they are while a kernel is recorded.
    pub fn counts(mut self, slot: u8, counts: &'a mut [u16; 4]) -> Call<'a> {
        self.operands.push((slot, What::Counts));
        self.counts = Some((slot, counts));
        self
    }
    /// A register, a predicate, the state of a stream or a pointer.
    pub fn value<T: Operand>(mut self, slot: u8, value: &'a T) -> Call<'a> {
        self.operands.push((slot, What::Value(T::ty(), value.value())));
        self
    }
    /// A word.
    pub fn word(mut self, name: &'static str, word: Option<&'static str>) -> Call<'a> {
        self.attrs.extend(word.map(|w| (name, AttrValue::Word(w))));
        self
    }
    /// A text.
    pub(crate) fn text(mut self, name: &'static str, text: &'static str) -> Call<'a> {
        self.attrs.push((name, AttrValue::Word(text)));
        self
    }
    /// An integer that is not an operand.
    pub fn int(mut self, name: &'static str, value: Option<i64>) -> Call<'a> {
        self.attrs.extend(value.map(|n| (name, AttrValue::Int(n))));
        self
    }
    /// A truth value.
    pub fn flag(mut self, name: &'static str, value: Option<bool>) -> Call<'a> {
        self.attrs.extend(value.map(|b| (name, AttrValue::Bool(b))));
        self
    }

    /// Two integers.
    pub(crate) fn pair(mut self, name: &'static str, list: [i64; 2]) -> Call<'a> {
        self.lists.push((name, list));
        self
    }

    /// Whether it takes or gives registers or pointers.
    pub(crate) fn is_of_registers(&self) -> bool {
        let value = |o: &(u8, What<'_>)| matches!(o.1, What::Value(..));
        !self.results.is_empty() || self.operands.iter().any(value)
    }

    /// Words and integers that this instruction does not take; the types of words are shared by instructions.
    pub(crate) fn refuse_attrs(&self) -> Option<Error> {
        let refused = |(name, value): &&(&'static str, AttrValue<'static>)| {
            let known = self.def.attrs.iter().find(|a| a.name == *name).map(|a| a.kind);
            match (known, value) {
                (Some(AttrKind::Word(words)), AttrValue::Word(w)) => !words.contains(w),
                (Some(AttrKind::Int(low, high)), AttrValue::Int(n)) => !(low..=high).contains(n),
                (known, _) => known.is_none(),
            }
        };
        let (name, value) = self.attrs.iter().find(refused)?;
        let value = match value {
            AttrValue::Word(w) => format!("`{w}`"),
            AttrValue::Int(n) => n.to_string(),
            _ => "this".into(),
        };
        let message =
            format!("`pto.{}` does not take {value} for `{name}`", self.def.printed_name());
        Some(Error::one(code::ATTR_VALUE, message))
    }
}

/// Numbers of programs carry no sign.
fn signless(dtype: DType) -> DType {
    match dtype {
        DType::U64 => DType::I64,
        DType::U32 => DType::I32,
        DType::U16 => DType::I16,
        DType::U8 => DType::I8,
        other => other,
    }
}
