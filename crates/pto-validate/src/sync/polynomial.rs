//! Numbers as polynomials in the number of the block and in values that stay as they are.

use super::AbstractInterpreter;
use super::congruence::WIDE_BITS;
use pto_ir::ValueId;
use pto_ir::dialect::{Arith, Cast, Dialect, DialectOp, Func, Scf};
use pto_ir::module::{Def, NodeId};
use pto_isa::class::{Class, Query};
use pto_isa::few::FewMap;
use pto_isa::order;
use pto_isa::{DType, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// A number that stays as it is in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Symbol {
    /// The number of the block.
    Block,
    /// How many blocks there are.
    Blocks,
    /// A counter that starts at the number of the block and steps by the number of blocks.
    Own(ValueId),
    /// Any other value.
    Value(ValueId),
}

impl Symbol {
    /// Whether it differs from block to block.
    pub const fn is_own(self) -> bool {
        matches!(self, Symbol::Block | Symbol::Own(_))
    }
}

/// A polynomial: products of symbols with their factors.
pub(super) type Poly = FewMap<Vec<Symbol>, i64>;

/// Expressions are followed so deep.
const MAX_DEPTH: usize = 32;
/// Products of a polynomial.
const MAX_TERMS: usize = 16;

impl AbstractInterpreter<'_> {
    /// What a parameter stands for, where one call hands it over; else the value itself.
    pub(super) fn resolved(&self, value: ValueId) -> ValueId {
        let mut value = value;
        for _ in 0..MAX_DEPTH {
            match self.stands_for(value) {
                Some(given) => value = given,
                None => break,
            }
        }
        value
    }

    /// Whether a number is the same in all blocks, whenever it is asked for.
    pub(super) fn is_uniform(&self, value: ValueId) -> bool {
        let (mut seen, mut open) = (FxHashSet::default(), vec![value]);
        while let Some(value) = open.pop().map(|v| self.resolved(v)) {
            let module = self.module;
            if !seen.insert(value) || module.constant_int(value).is_some() {
                continue;
            }
            match module.value(value).def {
                Def::Arg(block) => {
                    let region = module.region(module.block(block).parent);
                    // Parameters of a function that is called more than once are not resolved.
                    let of_kernel = region.owner.is_some_and(|o| {
                        module.node(o).is(Func::Func) && !self.points_to.is_called(o)
                    });
                    if region.blocks.first() != Some(&block) || !of_kernel {
                        return false;
                    }
                }
                Def::Result(id) => {
                    let node = module.node(id);
                    if module.def(node).map(|d| d.class) == Some(Class::Query(Query::BlockNum)) {
                        continue;
                    }
                    if node.dialect_op().and_then(DialectOp::dialect) != Some(Dialect::Arith) {
                        return false;
                    }
                    open.extend(module.operands(node).iter().map(|o| o.value));
                }
                Def::Missing => return false,
            }
        }
        true
    }

    /// The same of all the symbols of a polynomial.
    pub(super) fn is_uniform_poly(&self, poly: &Poly) -> bool {
        poly.keys().flatten().all(|s| match s {
            Symbol::Block | Symbol::Own(_) => false,
            Symbol::Blocks => true,
            Symbol::Value(v) => self.is_uniform(*v),
        })
    }

    /// The smallest and the largest value of a polynomial whose symbols are bounded.
    pub(super) fn range(&self, poly: &Poly) -> Option<(i64, i64)> {
        let (mut low, mut high) = (0i64, 0i64);
        for (term, n) in poly {
            let (mut a, mut b) = (1i64, 1i64);
            for s in term {
                let Symbol::Value(v) = s else { return None };
                let (x, y) = self.bounds(*v)?;
                // Bounded symbols are not negative.
                (a, b) = (a.checked_mul(x)?, b.checked_mul(y)?);
            }
            let (a, b) = (a.checked_mul(*n)?, b.checked_mul(*n)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
        }
        Some((low, high))
    }

    /// Bounds of a value that is never negative.
    fn bounds(&self, value: ValueId) -> Option<(i64, i64)> {
        let (module, value) = (self.module, self.resolved(value));
        match module.value(value).def {
            Def::Arg(block) => {
                let owner = module.region(module.block(block).parent).owner?;
                let node = module.node(owner);
                if !node.is(Scf::For) || module.block(block).args.first() != Some(&value) {
                    return None;
                }
                let [low, high, ..] = module.operands(node) else { return None };
                let low = module.constant_int(low.value).filter(|&l| l >= 0)?;
                let high = self.most(high.value)?;
                Some((low, (high - 1).max(low)))
            }
            Def::Result(id) => {
                let node = module.node(id);
                let by = module.operands(node).get(1).and_then(|o| module.constant_int(o.value))?;
                (node.is(Arith::RemUI) && by > 0).then_some((0, by - 1))
            }
            Def::Missing => None,
        }
    }

    /// The largest value of a number.
    pub(super) fn most(&self, value: ValueId) -> Option<i64> {
        let poly = self.poly(value);
        if let Some(c) = as_constant(&poly) {
            return Some(c);
        }
        let Def::Result(id) = self.module.value(self.resolved(value)).def else { return None };
        let node = self.module.node(id);
        match node.dialect_op() {
            Some(DialectOp::Arith(Arith::MinSI | Arith::MinUI)) => {
                self.module.operands(node).iter().filter_map(|o| self.most(o.value)).min()
            }
            _ => self.range(&poly).map(|r| r.1),
        }
    }

    /// A number as a polynomial.
    pub(super) fn poly(&self, value: ValueId) -> Poly {
        self.poly_within(value, 0, &mut FxHashMap::default())
    }

    /// The same; what was `found` before is shared.
    fn poly_within(
        &self,
        value: ValueId,
        depth: usize,
        found: &mut FxHashMap<ValueId, Poly>,
    ) -> Poly {
        let value = self.resolved(value);
        if let Some(poly) = found.get(&value) {
            return poly.clone();
        }
        let poly = self.make_poly(value, depth, found);
        found.insert(value, poly.clone());
        poly
    }

    fn make_poly(
        &self,
        value: ValueId,
        depth: usize,
        found: &mut FxHashMap<ValueId, Poly>,
    ) -> Poly {
        let module = self.module;
        let leaf = |s: Symbol| Poly::from_iter([(vec![s], 1)]);
        if let Some(n) = module.constant_int(value) {
            return if n == 0 { Poly::new() } else { Poly::from_iter([(Vec::new(), n)]) };
        }
        if depth > MAX_DEPTH {
            return leaf(Symbol::Value(value));
        }
        let mut of = |i: usize, id: NodeId| {
            let operand = module.operands(module.node(id)).get(i)?;
            Some(self.poly_within(operand.value, depth + 1, found))
        };
        match module.value(value).def {
            Def::Arg(block) => {
                let owner = module.region(module.block(block).parent).owner.filter(|&o| {
                    module.node(o).is(Scf::For) && module.block(block).args.first() == Some(&value)
                });
                // From the block's part on, in steps of all parts: a multiple of a number that is the block's own.
                let each = owner.and_then(|o| {
                    let each = quotient(&of(0, o)?, Symbol::Block)?;
                    (quotient(&of(2, o)?, Symbol::Blocks)? == each).then_some(each)
                });
                let own = each.and_then(|each| times(&leaf(Symbol::Own(value)), &each));
                own.unwrap_or_else(|| leaf(Symbol::Value(value)))
            }
            Def::Result(id) => {
                let node = module.node(id);
                match module.def(node).map(|d| d.class) {
                    Some(Class::Query(Query::BlockIdx)) => return leaf(Symbol::Block),
                    Some(Class::Query(Query::BlockNum)) => return leaf(Symbol::Blocks),
                    _ => {}
                }
                let bits = module.type_of(value).and_then(Type::as_number).map_or(0, DType::bits);
                let made = match node.dialect_op() {
                    // A narrow number wraps around, and then different blocks have the same.
                    _ if bits < WIDE_BITS => None,
                    Some(op) if op.cast().is_some_and(Cast::keeps_integers) => of(0, id),
                    Some(DialectOp::Arith(Arith::AddI)) => {
                        of(0, id).zip(of(1, id)).and_then(|(a, b)| plus(&a, &b, 1))
                    }
                    Some(DialectOp::Arith(Arith::SubI)) => {
                        of(0, id).zip(of(1, id)).and_then(|(a, b)| plus(&a, &b, -1))
                    }
                    Some(DialectOp::Arith(Arith::MulI)) => {
                        of(0, id).zip(of(1, id)).and_then(|(a, b)| times(&a, &b))
                    }
                    _ => None,
                };
                made.filter(|p| p.len() <= MAX_TERMS).unwrap_or_else(|| leaf(Symbol::Value(value)))
            }
            Def::Missing => leaf(Symbol::Value(value)),
        }
    }
}

pub(super) fn as_constant(poly: &Poly) -> Option<i64> {
    match poly.len() {
        0 => Some(0),
        1 => poly.get(&Vec::new()).copied(),
        _ => None,
    }
}

/// What a polynomial is divided by a symbol that each of its terms has once.
fn quotient(poly: &Poly, by: Symbol) -> Option<Poly> {
    let mut out = Poly::new();
    for (term, n) in poly {
        let at = term.iter().position(|s| *s == by)?;
        let mut rest = term.clone();
        rest.remove(at);
        if rest.iter().any(|s| s.is_own() || *s == Symbol::Blocks) {
            return None;
        }
        out.insert(rest, *n);
    }
    (!out.is_empty()).then_some(out)
}

/// A sum; `None` if a factor is too large.
pub(super) fn plus(a: &Poly, b: &Poly, sign: i64) -> Option<Poly> {
    let mut sum = a.clone();
    for (term, n) in b {
        let e = sum.get_or_insert(term.clone(), 0);
        *e = e.checked_add(n.checked_mul(sign)?)?;
    }
    sum.retain(|_, n| *n != 0);
    Some(sum)
}

/// A product; `None` if a factor is too large.
pub(super) fn times(a: &Poly, b: &Poly) -> Option<Poly> {
    let mut product = Poly::new();
    for (x, n) in a {
        for (y, m) in b {
            let mut term: Vec<Symbol> = x.iter().chain(y).copied().collect();
            order::sort(&mut term);
            let e = product.get_or_insert(term, 0);
            *e = e.checked_add(n.checked_mul(*m)?)?;
        }
    }
    product.retain(|_, n| *n != 0);
    Some(product)
}
