//! What values and attributes are at one moment of the walk: numbers, events, pipes.

use super::abstract_state::{BUFFERS, Event, IDS, PIPES, SYMBOL};
use super::calls::made_once_in;
use super::congruence::Congruence;
use super::{AbstractInterpreter, ByteRange, UNFOLLOWED, UNKNOWN_ID};

use crate::ir::pipe_of;
use pto_ir::dialect::{Alu, Arith, Cast, CmpIPredicate, DialectOp, to_i64};
use pto_ir::module::{Def, Node, NodeId, Operand};
use pto_ir::{Attr, Module, ValueId};
use pto_isa::class::{Buffer, Class, Id, Sync};
use pto_isa::sem::compare::Relation;
use pto_isa::{DType, Pipe};
use rustc_hash::FxHashMap;

/// A value at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Val {
    /// A number, as far as it is known.
    Number(Congruence),
    /// The bytes that a tile or a pointer names.
    Places(Vec<ByteRange>),
    /// Nothing is known.
    Unknown,
}

impl Val {
    /// The number after it.
    pub fn successor(&self) -> Val {
        match self {
            Val::Number(n) => n.add(Congruence::Const(1)).map_or(Val::Unknown, Val::Number),
            _ => Val::Unknown,
        }
    }

    /// What a value is that is one or the other.
    pub fn or(self, other: Val) -> Val {
        match (self, other) {
            (a, b) if a == b => a,
            (Val::Places(mut a), Val::Places(b)) => {
                a.extend(b);
                a.iter_mut().for_each(|p| p.whole = false);
                Val::Places(a)
            }
            _ => Val::Unknown,
        }
    }
}

/// What a comparison asks.
pub(super) fn compared_by(module: &Module, node: &Node) -> Option<CmpIPredicate> {
    CmpIPredicate::of_attr(module.attrs.get(module.attr(node, "predicate")?.value))
}

impl AbstractInterpreter<'_> {
    /// What a value is now.
    pub(super) fn now(&self, value: ValueId) -> Val {
        if let Some(v) = self.env.get(&value) {
            return v.clone();
        }
        if crate::ir::is_memory(self.module.type_of(value)) {
            return Val::Places(self.places(value));
        }
        self.number(value).map_or(Val::Unknown, Val::Number)
    }

    /// The number a value is exactly.
    pub(super) fn exact(&self, value: ValueId) -> Option<i64> {
        self.number(value).and_then(Congruence::exact)
    }

    /// What is known of the number a value is. Values it is computed from may be shared and form long chains, so each is looked
    /// at once, without recursion.
    pub(super) fn number(&self, value: ValueId) -> Option<Congruence> {
        if let Some(given) = self.given(value) {
            return given;
        }
        let mut found: FxHashMap<ValueId, Option<Congruence>> = FxHashMap::default();
        let mut pending = vec![(value, false)];
        while let Some((value, operands_found)) = pending.pop() {
            let number = match self.given(value) {
                Some(given) => given,
                None if operands_found => self.compute(value, &found),
                None if found.contains_key(&value) => continue,
                None => {
                    pending.push((value, true));
                    let operands = self.computed_from(value).unwrap_or_default().iter();
                    pending.extend(operands.map(|o| (o.value, false)));
                    None
                }
            };
            found.insert(value, number);
        }
        found.get(&value).copied().flatten()
    }

    /// What is known of a value without computing it.
    fn given(&self, value: ValueId) -> Option<Option<Congruence>> {
        match self.env.get(&value) {
            Some(Val::Number(n)) => Some(Some(*n)),
            Some(_) => Some(None),
            None => self.module.constant_int(value).map(|n| Some(Congruence::Const(n))),
        }
    }

    /// The operands of the dialect operation that computes a value.
    fn computed_from(&self, value: ValueId) -> Option<&[Operand]> {
        let node = self.module.node(self.module.defining_op(value)?);
        node.dialect_op().map(|_| self.module.operands(node))
    }

    /// What a dialect operation makes of operands that are `found`.
    fn compute(
        &self,
        value: ValueId,
        found: &FxHashMap<ValueId, Option<Congruence>>,
    ) -> Option<Congruence> {
        let node = self.module.node(self.module.defining_op(value)?);
        let to = self.module.type_of(value)?.as_number()?;
        let op = node.dialect_op()?;
        let operands = self.module.operands(node);
        let from = self.module.type_of(operands.first()?.value)?.as_number()?;
        let arg = |i: usize| operands.get(i).and_then(|o| found.get(&o.value).copied().flatten());
        if let Some(n) = self.evaluate(node, op, from, to, [arg(0), arg(1), arg(2)]) {
            return Some(Congruence::Const(n));
        }
        let DialectOp::Arith(op) = op else { return None };
        let power =
            || 1i64.checked_shl(u32::try_from(arg(1)?.exact()?).ok()?).map(Congruence::Const);
        let made = match op {
            _ if op.cast().is_some_and(Cast::zero_extends) => arg(0)?.zero_extend(from),
            _ if op.cast().is_some_and(Cast::keeps_integers) => arg(0),
            Arith::AddI => arg(0)?.add(arg(1)?),
            Arith::SubI => arg(0)?.sub(arg(1)?),
            Arith::MulI => arg(0)?.mul(arg(1)?),
            Arith::ShLI => arg(0)?.mul(power()?),
            Arith::DivUI | Arith::DivSI => arg(0)?.div(arg(1)?),
            Arith::ShRUI | Arith::ShRSI => arg(0)?.div(power()?),
            Arith::RemUI => arg(0)?.rem(arg(1)?, true),
            Arith::RemSI => arg(0)?.rem(arg(1)?, false),
            Arith::AndI => arg(0)?.and(arg(1)?),
            Arith::CmpI => self.compare(node, arg(0)?, arg(1)?),
            Arith::Select => match arg(0).and_then(Congruence::exact) {
                Some(0) => arg(2),
                Some(_) => arg(1),
                None => arg(1).filter(|&n| arg(2) == Some(n)),
            },
            _ => None,
        };
        made?.wrap(to)
    }

    /// What an operation on known integers gives, bit for bit as in a run.
    fn evaluate(
        &self,
        node: &Node,
        op: DialectOp,
        from: DType,
        to: DType,
        args: [Option<Congruence>; 3],
    ) -> Option<i64> {
        if from.is_float() || to.is_float() || op == Arith::Select.into() {
            return None;
        }
        let alu = match op {
            DialectOp::Arith(Arith::CmpI) => Alu::compare_ints(compared_by(self.module, node)?),
            op => Alu::of(op)?,
        };
        let mut bits = [0; 3];
        for (i, bits) in bits.iter_mut().enumerate().take(self.module.operands(node).len()) {
            *bits = args[i]?.exact()? as u64;
        }
        let [a, b, c] = bits;
        alu.run(from, to, a, b, c).ok().map(|n| to_i64(to, n))
    }

    /// A comparison of numbers that are not both known exactly.
    fn compare(&self, node: &Node, a: Congruence, b: Congruence) -> Option<Congruence> {
        let holds = match compared_by(self.module, node)?.relation() {
            Relation::Eq => a.equals(b)?,
            Relation::Ne => !a.equals(b)?,
            _ => return None,
        };
        Some(Congruence::Const(i64::from(holds)))
    }

    pub(super) fn word(&self, node: &Node, attr: &str) -> Option<&str> {
        word(self.module, node, attr)
    }

    /// The event a statement speaks of, or why it is not known. An id that is not known but always the same has a place
    /// of its own, as long as the pipes use no other.
    pub(super) fn event(&mut self, id: NodeId) -> Result<Event, &'static str> {
        let node = self.module.node(id);
        let class = self.module.def(node).map(|d| d.class);
        let Some(Class::Sync(Sync::SetEvent(event) | Sync::WaitEvent(event))) = class else {
            return Err(UNFOLLOWED);
        };
        let pipe = |attr: &str| {
            let found = self.word(node, attr).map(Pipe::of_word).map(|p| p as usize);
            found.filter(|&p| p < PIPES).ok_or(UNFOLLOWED)
        };
        let (from, to) = (pipe(event.from)?, pipe(event.to)?);
        let operand = self.id_operand(node, event.id);
        let known = self.id(node, event.id);
        let (symbol, number) = match known {
            Some(n) => (None, usize::try_from(n).ok().filter(|&n| n < IDS).ok_or(UNKNOWN_ID)?),
            None => (Some(operand.and_then(|v| self.invariant(v)).ok_or(UNKNOWN_ID)?), SYMBOL),
        };
        self.given_ids |= symbol.is_some();
        let first = *self.symbols.entry((from, to)).or_insert(symbol);
        if first == symbol { Ok((from, to, number)) } else { Err(UNKNOWN_ID) }
    }

    /// The value itself, if it is the same whenever it is asked for.
    fn invariant(&self, value: ValueId) -> Option<ValueId> {
        let module = self.module;
        let block = match module.value(value).def {
            Def::Result(id) => module.node(id).parent,
            Def::Arg(block) => block,
            Def::Missing => return None,
        };
        // A function that is called may be called again with another number.
        let once = self.calls.len() == 1 && made_once_in(self.module, block).is_some();
        once.then_some(value)
    }

    /// The pipe and the number of a buffer id, or why they are not known.
    pub(super) fn buffer(
        &self,
        node: &Node,
        buffer: Buffer,
    ) -> Result<(usize, usize), &'static str> {
        let pipe = self.word(node, buffer.pipe).map(|w| Pipe::of_word(w) as usize);
        let pipe = pipe.filter(|&p| p < PIPES).ok_or(UNFOLLOWED)?;
        let id = self.id(node, buffer.id).and_then(|n| usize::try_from(n).ok());
        id.filter(|&n| n < BUFFERS).map(|n| (pipe, n)).ok_or(UNKNOWN_ID)
    }

    /// The number of an event, a buffer or a semaphore, if it is known.
    pub(super) fn id(&self, node: &Node, id: Id) -> Option<i64> {
        let attr = id.attr.and_then(|a| self.module.attr(node, a));
        match attr.map(|a| self.module.attrs.get(a.value)) {
            Some(Attr::Int(n, _)) => i64::try_from(*n).ok(),
            Some(Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. }) => {
                s.strip_prefix("EVENT_ID")?.parse().ok()
            }
            _ => self.exact(self.id_operand(node, id)?),
        }
    }

    /// The operand that holds the number, if one does.
    fn id_operand(&self, node: &Node, id: Id) -> Option<ValueId> {
        let slot = id.operand?;
        self.module.operands(node).iter().find(|o| o.slot == slot).map(|o| o.value)
    }

    pub(super) fn pipe(&self, node: &Node) -> Pipe {
        pipe_of(self.module, node, self.target).unwrap_or(Pipe::S)
    }
}

/// A word that an attribute is.
pub(super) fn word<'m>(module: &'m Module, node: &Node, attr: &str) -> Option<&'m str> {
    match module.attrs.get(module.attr(node, attr)?.value) {
        Attr::Str(s) | Attr::Word(s) | Attr::Case { value: s, .. } => Some(s),
        _ => None,
    }
}
