//! Other blocks: what one block stores to global memory, no other block loads or stores.
//!
//! Blocks differ by their number alone. An access is a window of a view; two windows of different blocks are disjoint if
//! in some dimension both start at `u * c + r`, where `u` is the number of the block (or counts from there
//! in steps of the number of blocks), `c` is the same for both, and the window lies between `u * c` and
//! `(u + 1) * c`. Everything else is named and not proved.

use super::congruence::WIDE_BITS;
use super::{AbstractInterpreter, Reason};
use pto_ir::ValueId;
use pto_ir::dialect::{Arith, Cast, DialectOp, MemoryEffect, Scf};
use pto_ir::module::{Def, NodeId, RegionId};
use pto_isa::class::{Alias, Class, Query};
use pto_isa::{DType, Space, Type};
use std::collections::BTreeMap;

/// A number that stays as it is in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
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
    const fn is_own(self) -> bool {
        matches!(self, Symbol::Block | Symbol::Own(_))
    }
}

/// A polynomial: products of symbols with their factors.
type Poly = BTreeMap<Vec<Symbol>, i64>;

/// The first index of a dimension and how many there are.
type Extent = (ValueId, ValueId);

/// A window of global memory.
struct Window {
    node: NodeId,
    object: u32,
    /// The view it lies in, if it lies in one whose elements are all different.
    view: Option<NodeId>,
    /// Per dimension the first index, and the value that says how many.
    dims: Vec<Extent>,
    write: bool,
}

/// Expressions are followed so deep.
const MAX_DEPTH: usize = 32;
/// Products of a polynomial.
const MAX_TERMS: usize = 16;

impl AbstractInterpreter<'_> {
    /// Says which accesses of different blocks may meet, if the function asks which block it is.
    pub(super) fn blocks_apart(&mut self, regions: &[RegionId]) {
        let module = self.module;
        let mut nodes = Vec::new();
        regions.iter().for_each(|&r| self.reached(r, 0, &mut nodes));
        nodes.sort();
        nodes.dedup();
        let asks = |n: &NodeId| {
            let class = module.def(module.node(*n)).map(|d| d.class);
            matches!(class, Some(Class::Query(Query::BlockIdx | Query::BlockNum)))
        };
        if !nodes.iter().any(asks) {
            return;
        }
        let passes_memory = |n: &NodeId| {
            self.points_to.callee(*n).is_some()
                && module
                    .operands(module.node(*n))
                    .iter()
                    .any(|o| !self.points_to.of(o.value).is_empty())
        };
        if let Some(&call) = nodes.iter().find(|n| passes_memory(n)) {
            return self.not_covered(
                call,
                Reason::Blocks,
                "what functions do that are called with pointers",
            );
        }
        let windows: Vec<Window> = nodes.iter().flat_map(|&n| self.windows(n)).collect();
        for (i, a) in windows.iter().enumerate() {
            for b in &windows[i..] {
                if a.object == b.object && (a.write || b.write) && !self.disjoint(a, b) {
                    let (first, second) = if a.write { (a.node, b.node) } else { (b.node, a.node) };
                    let message = match first == second {
                        true => "different blocks may write the same bytes of global memory here",
                        false => {
                            "a block may access bytes of global memory here that another block writes"
                        }
                    };
                    let label = (first != second).then(|| (first, "written here".to_string()));
                    return self.report_reason(second, label, message.to_string(), Reason::Blocks);
                }
            }
        }
    }

    /// The windows of global memory that an instruction accesses.
    fn windows(&self, id: NodeId) -> Vec<Window> {
        let module = self.module;
        let node = module.node(id);
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        let results = module.results(node).map(|v| (module.value(v).slot, v));
        let mut list = Vec::new();
        for (slot, value) in uses.chain(results) {
            let effect =
                module.def(node).and_then(|d| d.operands.get(slot as usize)).map(|o| o.effect);
            let (touches, write) = match effect {
                Some(e) => (e.touches(), e.writes()),
                None => match node.dialect_op().and_then(DialectOp::memory_effect) {
                    Some(effect) => (true, matches!(effect, MemoryEffect::Write(_))),
                    None => (false, false),
                },
            };
            if !touches {
                continue;
            }
            for &object in self.points_to.of(value) {
                if self.points_to.tiles[object as usize].space == Space::Gm {
                    let (view, dims) = self.window(value).unwrap_or((None, Vec::new()));
                    list.push(Window { node: id, object, view, dims, write });
                }
            }
        }
        list
    }

    /// The view that a value is a window of, and where.
    fn window(&self, value: ValueId) -> Option<(Option<NodeId>, Vec<Extent>)> {
        let module = self.module;
        let Def::Result(id) = module.value(value).def else { return None };
        let node = module.node(id);
        let Class::Alias { how: Alias::Partition, of, .. } = module.def(node)?.class else {
            return None;
        };
        let source = self.in_slot(id, of).first().copied()?;
        let def = module.def(node)?;
        let dims = self
            .in_slot(id, def.slot("offsets")?)
            .into_iter()
            .zip(self.in_slot(id, def.slot("sizes")?));
        let Def::Result(view) = module.value(source).def else { return None };
        let is_view =
            matches!(module.def(module.node(view))?.class, Class::Alias { how: Alias::View, .. });
        Some((Some(view).filter(|&v| is_view && self.is_injective(v)), dims.collect()))
    }

    fn in_slot(&self, id: NodeId, slot: u8) -> Vec<ValueId> {
        let operands = self.module.operands(self.module.node(id));
        operands.iter().filter(|o| o.slot == slot).map(|o| o.value).collect()
    }

    /// Whether the elements of a view lie in different places.
    fn is_injective(&self, view: NodeId) -> bool {
        let Some(def) = self.module.def(self.module.node(view)) else { return false };
        let (Some(shape), Some(strides)) = (def.slot("shape"), def.slot("strides")) else {
            return false;
        };
        let (shape, strides) = (self.in_slot(view, shape), self.in_slot(view, strides));
        let last = strides.last().map(|&v| self.poly(v, 0));
        last.is_some_and(|p| as_constant(&p).is_some_and(|c| c >= 1))
            && (1..shape.len()).all(|k| {
                let Some(whole) = times(&self.poly(shape[k], 0), &self.poly(strides[k], 0)) else {
                    return false;
                };
                let own = self.poly(strides[k - 1], 0);
                match (as_constant(&own), as_constant(&whole)) {
                    (Some(own), Some(whole)) => own >= whole,
                    _ => own == whole,
                }
            })
    }

    fn disjoint(&self, a: &Window, b: &Window) -> bool {
        let same_view = match (a.view, b.view) {
            (Some(x), Some(y)) => x == y || self.same_view(x, y),
            _ => false,
        };
        same_view
            && a.dims.len() == b.dims.len()
            && a.dims.iter().zip(&b.dims).any(|(x, y)| {
                let (p, q) = (self.slice_of_block(*x), self.slice_of_block(*y));
                p.is_some() && p == q
            })
    }

    /// Whether two views name the same elements by the same numbers.
    fn same_view(&self, a: NodeId, b: NodeId) -> bool {
        let polys = |v: NodeId| {
            let def = self.module.def(self.module.node(v))?;
            let Class::Alias { of, .. } = def.class else { return None };
            let ptr = self.in_slot(v, of);
            let numbers = [def.slot("shape")?, def.slot("strides")?]
                .map(|s| self.in_slot(v, s).iter().map(|&v| self.poly(v, 0)).collect::<Vec<_>>());
            Some((ptr, numbers))
        };
        polys(a).is_some() && polys(a) == polys(b)
    }

    /// The factor of the block's own number, if the indices lie between two multiples of it.
    fn slice_of_block(&self, (offset, size): Extent) -> Option<Poly> {
        let all = self.poly(offset, 0);
        let mut own = None;
        let (mut factor, mut rest) = (Poly::new(), Poly::new());
        for (term, n) in all {
            let here: Vec<Symbol> = term.iter().copied().filter(|s| s.is_own()).collect();
            match here[..] {
                [] => {
                    rest.insert(term, n);
                }
                [s] if own.is_none_or(|o| o == s) => {
                    own = Some(s);
                    let left: Vec<Symbol> = term.into_iter().filter(|t| *t != s).collect();
                    factor.insert(left, n);
                }
                _ => return None,
            }
        }
        own?;
        let fits = match as_constant(&factor) {
            Some(c) => {
                let (low, high) = self.range(&rest)?;
                low >= 0 && high.checked_add(self.most(size)?)? <= c
            }
            // The factor may be zero, and then blocks access nothing: the size is the factor.
            None => rest.is_empty() && self.poly(size, 0) == factor,
        };
        fits.then_some(factor)
    }

    /// The smallest and the largest value of a polynomial whose symbols are bounded.
    fn range(&self, poly: &Poly) -> Option<(i64, i64)> {
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
        let module = self.module;
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
    fn most(&self, value: ValueId) -> Option<i64> {
        let poly = self.poly(value, 0);
        if let Some(c) = as_constant(&poly) {
            return Some(c);
        }
        let Def::Result(id) = self.module.value(value).def else { return None };
        let node = self.module.node(id);
        match node.dialect_op() {
            Some(DialectOp::Arith(Arith::MinSI | Arith::MinUI)) => {
                self.module.operands(node).iter().filter_map(|o| self.most(o.value)).min()
            }
            _ => self.range(&poly).map(|r| r.1),
        }
    }

    /// A number as a polynomial.
    fn poly(&self, value: ValueId, depth: usize) -> Poly {
        let module = self.module;
        let leaf = |s: Symbol| Poly::from([(vec![s], 1)]);
        if let Some(n) = module.constant_int(value) {
            return if n == 0 { Poly::new() } else { Poly::from([(Vec::new(), n)]) };
        }
        if depth > MAX_DEPTH {
            return leaf(Symbol::Value(value));
        }
        let of = |i: usize, id: NodeId| {
            module.operands(module.node(id)).get(i).map(|o| self.poly(o.value, depth + 1))
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

    /// Bytes of global memory between which a view or a pointer lies exactly, where all numbers are known.
    pub(super) fn global_span(&self, value: ValueId) -> Option<(u64, u64)> {
        let module = self.module;
        let Def::Result(id) = module.value(value).def else { return None };
        let def = module.def(module.node(id))?;
        let Class::Alias { how: Alias::Partition, of, .. } = def.class else { return None };
        let Some(Type::View { dtype, .. }) = module.type_of(value) else { return None };
        let Def::Result(view) = module.value(*self.in_slot(id, of).first()?).def else {
            return None;
        };
        let made = module.def(module.node(view))?;
        let Class::Alias { how: Alias::View, of: pointer, .. } = made.class else { return None };
        let start = self.exact_start(*self.in_slot(view, pointer).first()?)?;
        let numbers = |id: NodeId, slot: &str, def: &pto_isa::OpDef| -> Option<Vec<i64>> {
            self.in_slot(id, def.slot(slot)?)
                .iter()
                .map(|&v| self.exact(v).filter(|n| *n >= 0))
                .collect()
        };
        let (offsets, sizes) = (numbers(id, "offsets", def)?, numbers(id, "sizes", def)?);
        let strides = numbers(view, "strides", made)?;
        if dtype.bits() < 8 || offsets.len() != strides.len() || sizes.len() != strides.len() {
            return None;
        }
        let (mut first, mut last) = (0i64, 0i64);
        for ((o, n), s) in offsets.iter().zip(&sizes).zip(&strides) {
            first = first.checked_add(o.checked_mul(*s)?)?;
            last = last.checked_add((n - 1).max(0).checked_mul(*s)?)?;
        }
        let bytes = i64::from(dtype.bytes());
        let low = start.checked_add(u64::try_from(first.checked_mul(bytes)?).ok()?)?;
        let high =
            low.checked_add(u64::try_from(last.checked_add(1)?.checked_mul(bytes)?).ok()?)?;
        Some((low, high))
    }

    /// Where a pointer points, if that is a known distance from the start of its object.
    fn exact_start(&self, value: ValueId) -> Option<u64> {
        let module = self.module;
        if let Def::Result(id) = module.value(value).def {
            let node = module.node(id);
            let Class::Alias { how: Alias::Offset, of, .. } = module.def(node)?.class else {
                return None;
            };
            let start = self.exact_start(*self.in_slot(id, of).first()?)?;
            let slot = module.def(node)?.slot("offset")?;
            let distance = self.exact(*self.in_slot(id, slot).first()?)?;
            let Some(Type::Ptr { dtype, .. }) = module.type_of(value) else { return None };
            let bytes =
                distance.checked_mul(i64::from(dtype.bytes())).filter(|_| dtype.bits() >= 8)?;
            return start.checked_add_signed(bytes);
        }
        // What is handed to a parameter is followed where the caller's pointer is a whole object.
        match &self.places(value)[..] {
            [one]
                if one.end - one.start >= super::VAGUE
                    && one.start % (1 << 40) == 0
                    && one.start > 0 =>
            {
                Some(one.start)
            }
            _ => None,
        }
    }
}

fn as_constant(poly: &Poly) -> Option<i64> {
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
fn plus(a: &Poly, b: &Poly, sign: i64) -> Option<Poly> {
    let mut sum = a.clone();
    for (term, n) in b {
        let e = sum.entry(term.clone()).or_insert(0);
        *e = e.checked_add(n.checked_mul(sign)?)?;
    }
    sum.retain(|_, n| *n != 0);
    Some(sum)
}

/// A product; `None` if a factor is too large.
fn times(a: &Poly, b: &Poly) -> Option<Poly> {
    let mut product = Poly::new();
    for (x, n) in a {
        for (y, m) in b {
            let mut term: Vec<Symbol> = x.iter().chain(y).copied().collect();
            term.sort();
            let e = product.entry(term).or_insert(0);
            *e = e.checked_add(n.checked_mul(*m)?)?;
        }
    }
    product.retain(|_, n| *n != 0);
    Some(product)
}
