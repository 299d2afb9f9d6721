//! One operation being built: operands, attributes, results, bodies.

use super::{AttrSource, Builder};
use crate::diag::Diagnostic;
use crate::dialect::DialectOp;
use crate::module::*;
use crate::parse::implied_type;
use crate::span::Span;
use crate::syntax;
use pto_isa::def::{AttrKind, Body, OpDef};
use pto_isa::{OpId, all, code, ops};

/// What names an instruction: its name with or without `pto.`, its block in the table, or its number there.
pub trait Instruction {
    /// Its number, or the name that the table does not have.
    fn resolve(self) -> Result<OpId, String>;
}

impl Instruction for &str {
    fn resolve(self) -> Result<OpId, String> {
        let name = self.strip_prefix("pto.").unwrap_or(self);
        ops::find_id(name).ok_or_else(|| name.to_string())
    }
}

impl Instruction for &OpDef {
    fn resolve(self) -> Result<OpId, String> {
        let id = ops::find_id(self.name).filter(|id| std::ptr::eq(id.def(), self));
        id.ok_or_else(|| self.name.to_string())
    }
}

impl Instruction for OpId {
    fn resolve(self) -> Result<OpId, String> {
        let known = (self.0 as usize) < all().len();
        known.then_some(self).ok_or_else(|| format!("number {}", self.0))
    }
}

/// Values with neighbouring ids: the results of an operation, or the arguments of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    start: u32,
    len: u32,
}

impl Values {
    pub(super) fn from(start: usize, end: usize) -> Values {
        Values { start: start as u32, len: (end - start) as u32 }
    }
    /// The value at a position.
    pub fn get(self, at: usize) -> Option<ValueId> {
        (at < self.len as usize).then(|| ValueId(self.start + at as u32))
    }
    /// How many there are.
    pub fn len(self) -> usize {
        self.len as usize
    }
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
    /// All of them.
    pub fn to_vec(self) -> Vec<ValueId> {
        self.into_iter().collect()
    }
}

impl IntoIterator for Values {
    type Item = ValueId;
    type IntoIter = std::iter::Map<std::ops::Range<u32>, fn(u32) -> ValueId>;
    fn into_iter(self) -> Self::IntoIter {
        (self.start..self.start + self.len).map(ValueId)
    }
}

/// A value in `ins`, in `outs` or in the order of the text, whose operand is found when the statement ends. No
/// instruction has this many operands.
pub(super) const IN: u8 = NO_SLOT - 1;
pub(super) const OUT: u8 = NO_SLOT - 2;
pub(super) const IN_ORDER: u8 = NO_SLOT - 3;

/// An operation that gets its operands, attributes and results. It exists when [`end`](Statement::end),
/// [`value`](Statement::value), [`body`](Statement::body) or [`begin`](Statement::begin) is called.
#[must_use = "the operation is not made before `end`, `value`, `body` or `begin`"]
pub struct Statement<'b> {
    pub(super) b: &'b mut Builder,
    pub(super) name: OpName,
    pub(super) span: Span,
    /// Where its operands and attributes start in their pools.
    pub(super) operands: u32,
    pub(super) attrs: u32,
}

impl Builder {
    /// An instruction: by its name, `"tadd"`, or by its block in the table, `&pto_isa::ops::tile_binary::tadd`.
    pub fn op(&mut self, instruction: impl Instruction) -> Statement<'_> {
        match instruction.resolve() {
            Ok(id) => self.statement(OpName::Pto(id)),
            Err(name) => self.unknown(&name),
        }
    }

    /// An operation of another dialect: `Arith::AddI`, `Scf::For`.
    pub fn dialect(&mut self, op: impl Into<DialectOp>) -> Statement<'_> {
        self.statement(OpName::Dialect(op.into()))
    }

    /// An operation of another dialect, by its full name.
    pub fn foreign(&mut self, name: &str) -> Statement<'_> {
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
        let dialect = name.split_once('.').is_some_and(|(d, n)| !n.is_empty() && d != "pto");
        if !(dialect || DialectOp::is_short_name(name)) || !name.bytes().all(plain) {
            return self.unknown(name);
        }
        let op = DialectOp::intern(name, &mut self.module.symbols);
        self.statement(OpName::Dialect(op))
    }

    fn statement(&mut self, name: OpName) -> Statement<'_> {
        self.result_types.clear();
        let span = self.here();
        let operands = self.module.operand_pool.len() as u32;
        let attrs = self.module.attr_pool.len() as u32;
        Statement { b: self, name, span, operands, attrs }
    }

    #[cold]
    fn unknown(&mut self, name: &str) -> Statement<'_> {
        let message = format!("there is no instruction `pto.{name}`");
        let mut d = Diagnostic::error(code::UNKNOWN_OP, self.here(), message);
        if let Some(near) = ops::nearest(name) {
            d = d.help(format!("did you mean `pto.{near}`?"));
        }
        self.report(d);
        let name = self.module.symbols.intern(&format!("pto.{name}"));
        self.statement(OpName::Unknown(name))
    }
}

impl Statement<'_> {
    pub(super) fn def(&self) -> Option<&'static OpDef> {
        match self.name {
            OpName::Pto(id) => Some(id.def()),
            _ => None,
        }
    }

    fn push(&mut self, value: ValueId, slot: u8) {
        let value = self.b.usable(value);
        let slot = if matches!(self.name, OpName::Pto(_)) { slot } else { NO_SLOT };
        self.b.module.operand_pool.push(Operand { value, slot, span: self.span });
    }

    fn push_all(mut self, values: &[ValueId], slot: u8) -> Self {
        values.iter().for_each(|&v| self.push(v, slot));
        self
    }

    /// Operands that are read, in the order of `ins(...)`: that of the table. Optional ones may be left out where
    /// the kinds of the others tell which are meant.
    pub fn ins(self, values: impl AsRef<[ValueId]>) -> Self {
        self.push_all(values.as_ref(), IN)
    }

    /// Buffers that are written, in the order of `outs(...)`.
    pub fn outs(self, values: impl AsRef<[ValueId]>) -> Self {
        self.push_all(values.as_ref(), OUT)
    }

    /// Operands in the order in which the instruction's plain form shows them, e.g. `%value, %ptr[%offset]`. The
    /// operands of an operation of another dialect.
    pub fn operands(self, values: impl AsRef<[ValueId]>) -> Self {
        self.push_all(values.as_ref(), IN_ORDER)
    }

    /// An operand by its name in the table; again for the next value of a list.
    pub fn operand(mut self, name: &str, value: ValueId) -> Self {
        match self.def().and_then(|d| d.slot(name)) {
            Some(slot) => self.push(value, slot),
            None => self.no_operand(name),
        }
        self
    }

    /// The values of an operand that is a list, by its name in the table.
    pub fn operand_list(mut self, name: &str, values: impl AsRef<[ValueId]>) -> Self {
        match self.def().and_then(|d| d.slot(name)) {
            Some(slot) => self.push_all(values.as_ref(), slot),
            None => {
                self.no_operand(name);
                self
            }
        }
    }

    #[cold]
    fn no_operand(&mut self, name: &str) {
        if matches!(self.name, OpName::Unknown(_)) {
            return;
        }
        let (op, known) = match self.def() {
            Some(d) => (format!("pto.{}", d.printed_name()), d.operands),
            None => ("an operation of another dialect".to_string(), &[][..]),
        };
        let message = format!("`{op}` has no operand `{name}`");
        let mut d = Diagnostic::error(code::OPERAND_COUNT, self.span, message);
        if let Some(near) = ops::closest(name, known.iter().map(|o| o.name)) {
            d = d.help(format!("did you mean `{near}`?"));
        }
        self.b.report(d);
    }

    /// An attribute. A text becomes a word, a pipe, an event or a function's name where the table asks for one.
    pub fn attr(self, name: &str, value: impl AttrSource) -> Self {
        let find = |d: &OpDef| d.attrs.iter().find(|a| a.name == name).map(|a| a.kind);
        let kind: Option<AttrKind> = self.def().and_then(find);
        let attr = self.b.named_attr(kind, name, value);
        let given = &self.b.module.attr_pool[self.attrs as usize..];
        if given.iter().any(|a| a.name == attr.name) {
            self.b.problem(code::BAD_ATTR, format!("`{name}` is given twice"));
        }
        self.b.module.attr_pool.push(attr);
        self
    }

    /// A result of this type; again for the next one. Not needed where the table says the type.
    pub fn result(self, ty: TypeId) -> Self {
        let ty = self.b.usable_type(ty);
        self.b.result_types.push(ty);
        self
    }

    /// Results of these types.
    pub fn results(self, types: &[TypeId]) -> Self {
        types.iter().fold(self, |s, &ty| s.result(ty))
    }

    /// Makes the operation.
    pub fn end(mut self) -> Values {
        if self.def().is_some_and(|d| d.body != Body::None) {
            let message = "an instruction with a body is made by `body` or `begin`";
            self.b.problem(code::MISPLACED, message);
        }
        self.make().1
    }

    /// Makes the operation and gives its only result.
    pub fn value(mut self) -> ValueId {
        self.imply_result();
        let values = self.make().1;
        match values.get(0) {
            Some(value) if values.len() == 1 => value,
            _ => self.b.missing(),
        }
    }

    /// Makes the operation with one body, which gets arguments of these names and types.
    pub fn body(
        mut self,
        arguments: &[(&str, TypeId)],
        body: impl FnOnce(&mut Builder, &[ValueId]),
    ) -> Values {
        let arguments = self.open(arguments);
        body(self.b, &arguments);
        self.b.end()
    }

    /// Makes the operation and begins its first body, which has arguments of these names and types. What is built
    /// next stands in it, until [`Builder::end`].
    pub fn begin(mut self, arguments: &[(&str, TypeId)]) -> Vec<ValueId> {
        self.open(arguments)
    }

    fn open(&mut self, arguments: &[(&str, TypeId)]) -> Vec<ValueId> {
        if self.def().is_some_and(|d| d.body == Body::None) {
            self.b.problem(code::MISPLACED, "this instruction has no body");
        }
        let node = self.make().0;
        self.b.open_body(node, arguments)
    }

    /// Adds the result whose type the table says, if none was given.
    fn imply_result(&mut self) {
        if !self.b.result_types.is_empty() || matches!(self.name, OpName::Unknown(_)) {
            return;
        }
        let known = match self.name {
            OpName::Pto(id) => {
                let slot = syntax::of(id).result_slots.first();
                slot.and_then(|&s| implied_type(id.def(), s))
            }
            _ => None,
        };
        match known {
            Some(ty) => {
                let ty = self.b.module.types.intern(ty);
                self.b.result_types.push(ty);
            }
            None => {
                let help = "call `result` with it";
                let d = Diagnostic::error(
                    code::RESULT_COUNT,
                    self.span,
                    "the type of the result is not given",
                );
                self.b.report(d.help(help));
            }
        }
    }
}
