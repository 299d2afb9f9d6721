//! Values that pass from one place to another: yields, calls, returns, branches.

use super::Structure;
use pto_ir::diag::Diagnostic;
use pto_ir::dialect::{Cf, DialectOp, Func, Scf};
use pto_ir::module::{BlockId, NO_SLOT, Node, NodeId};
use pto_ir::{Attr, Span, ValueId};
use pto_isa::rule::count;
use pto_isa::{Type, code, ops};

/// Names of functions that are compared with misspelt ones, in all.
pub(super) const MAX_SIMILAR: usize = 200_000;

impl Structure<'_, '_> {
    /// What passes values on gives as many as are taken, of the same types.
    pub(super) fn foreign(&mut self, node: &Node) {
        let Some(op) = node.dialect_op() else { return };
        if op.is_terminator() && !node.results.is_empty() {
            let message = format!("`{}` gives no values", self.m.op_name(node));
            self.out.push(Diagnostic::error(code::RESULT_COUNT, node.name_span, message));
        }
        match op {
            DialectOp::Scf(Scf::Yield) => self.yields(node),
            DialectOp::Scf(Scf::Condition) => self.condition(node),
            DialectOp::Func(Func::Call) => self.call(node),
            DialectOp::Func(Func::Return) => self.returns(node),
            op if op.is_branch() => self.branch(node),
            DialectOp::Scf(Scf::For) => self.counted_loop(node),
            DialectOp::Scf(Scf::While) => self.open_loop(node),
            DialectOp::Scf(Scf::IndexSwitch) => self.first_operand(node, &Type::Index),
            DialectOp::Scf(Scf::If) => {
                self.truth(node);
                if !node.results.is_empty() && self.m.node_regions(node).len() < 2 {
                    self.out.push(Diagnostic::error(
                        code::YIELD,
                        node.name_span,
                        "an `scf.if` with results needs an `else`",
                    ));
                }
            }
            _ => self.numbers(node, op),
        }
    }

    /// What ends a block stands last in it.
    pub(super) fn block_end(&mut self, block: BlockId) {
        let m = self.m;
        let ends = |&&id: &&NodeId| m.node(id).dialect_op().is_some_and(DialectOp::is_terminator);
        let ops = &m.block(block).ops;
        let region = m.region(m.block(block).parent);
        // Where there is but one block, its end is that of the body.
        if region.blocks.len() > 1 && !ops.last().as_ref().is_some_and(ends) {
            let at = ops.last().map(|id| m.node(*id).name_span);
            let at = at.or(region.owner.map(|id| m.node(id).name_span)).unwrap_or_default();
            let message = "a block among several ends with a branch or a `return`";
            self.out.push(Diagnostic::error(code::BAD_BRANCH, at, message));
        }
        let Some((last, others)) = ops.split_last() else { return };
        let Some(&early) = others.iter().find(ends) else { return };
        let node = m.node(early);
        // A yield that belongs to nothing has nothing to end.
        let is_stray = m.parent(node).is_none_or(|p| m.node(p).is(Func::Func))
            && node.dialect_op().is_some_and(DialectOp::is_yield);
        if !is_stray {
            let message = format!("`{}` must be the last of its block", m.op_name(node));
            let d = Diagnostic::error(code::MISPLACED, node.name_span, message);
            self.out.push(d.label(m.node(*last).name_span, "this comes after it"));
        }
    }

    fn yields(&mut self, node: &Node) {
        let m = self.m;
        let Some(parent) = m.parent(node) else {
            self.misplaced(node);
            return;
        };
        let owner = m.node(parent);
        let expected: Vec<ValueId> = match owner.dialect_op() {
            // The body of a while hands values back to its condition.
            Some(DialectOp::Scf(Scf::While)) => m.operands(owner).iter().map(|o| o.value).collect(),
            Some(DialectOp::Scf(Scf::For | Scf::If | Scf::IndexSwitch | Scf::ExecuteRegion)) => {
                m.results(owner).collect()
            }
            Some(DialectOp::Func(Func::Func)) => return self.misplaced(node),
            _ => return,
        };
        let owner_name = m.op_name(owner);
        let given: Vec<ValueId> = m.operands(node).iter().map(|o| o.value).collect();
        self.same_list(node.span, owner.name_span, &given, &expected, "yields", &owner_name);
    }

    fn misplaced(&mut self, node: &Node) {
        let name = self.m.op_name(node);
        let message = format!("`{name}` stands outside the operation it belongs to");
        let d = Diagnostic::error(code::MISPLACED, node.name_span, message);
        self.out.push(d.help("move it to the end of a body of `scf.for`, `scf.if` or `scf.while`"));
    }

    pub(super) fn same_list(
        &mut self,
        at: Span,
        owner: Span,
        given: &[ValueId],
        expected: &[ValueId],
        verb: &str,
        owner_name: &str,
    ) {
        if given.len() != expected.len() {
            let d = Diagnostic::error(
                code::YIELD,
                at,
                format!(
                    "this {verb} {}, `{owner_name}` has {}",
                    count(given.len() as u32, "value"),
                    expected.len()
                ),
            );
            self.out.push(belongs_to(d, owner));
            return;
        }
        let (g, e) = (self.types_of(given), self.types_of(expected));
        for (x, y) in g.iter().zip(&e) {
            if let (Some(x), Some(y)) = (x, y)
                && x != y
                && !is_taken_as(x, y)
            {
                let d = Diagnostic::error(
                    code::YIELD,
                    at,
                    format!("this {verb} {x}, `{owner_name}` has {y}"),
                );
                self.out.push(belongs_to(d, owner));
                return;
            }
        }
    }

    fn call(&mut self, node: &Node) {
        let m = self.m;
        let Some(callee) = self.m.symbol(node, "callee") else { return };
        let mut at = m.parent(node);
        let mut found = None;
        while let Some(id) = at {
            if let Some(&f) = self.functions.get(&format!("{}:{callee}", id.0)) {
                found = Some(f);
                break;
            }
            at = m.parent(m.node(id));
        }
        found = found.or_else(|| self.functions.get(&format!("{}:{callee}", u32::MAX)).copied());
        let Some(f) = found else {
            let names = self.functions.keys().filter_map(|k| k.split_once(':')).map(|(_, n)| n);
            let left = self.similar_left.checked_sub(self.functions.len());
            self.similar_left = left.unwrap_or(self.similar_left);
            let near = left.and_then(|_| ops::closest(callee, names));
            let near = near.map(|n| format!("did you mean `@{n}`?"));
            let span = m.attr(node, "callee").map_or(node.name_span, |a| a.span);
            let mut d = Diagnostic::error(
                code::UNKNOWN_SYMBOL,
                span,
                format!("there is no function `@{callee}`"),
            );
            d.help = near;
            self.out.push(d);
            return;
        };
        let Some(a) = m.attr(m.node(f), "function_type") else { return };
        let Attr::Type(t) = m.attrs.get(a.value) else { return };
        let Type::Function { inputs, results } = m.types.get(*t) else { return };
        let taken: Vec<ValueId> = m.results(node).collect();
        // What a call gives may stay without a name.
        if !taken.is_empty() && !self.are_of(&taken, results) {
            let list: Vec<String> = results.iter().map(Type::to_string).collect();
            let message = format!("`@{callee}` gives ({})", list.join(", "));
            let d = Diagnostic::error(code::CALL, node.name_span, message);
            self.out.push(d.label(m.node(f).name_span, "declared here"));
        }
        let given: Vec<ValueId> = m.operands(node).iter().map(|o| o.value).collect();
        if given.len() != inputs.len() {
            let d = Diagnostic::error(
                code::CALL,
                node.span,
                format!(
                    "`@{callee}` takes {}, found {}",
                    count(inputs.len() as u32, "argument"),
                    given.len()
                ),
            )
            .label(m.node(f).name_span, "declared here");
            self.out.push(d);
            return;
        }
        for (i, (v, want)) in given.iter().zip(inputs).enumerate() {
            let Some(has) = m.type_of(*v) else { continue };
            if has != want && !is_taken_as(has, want) {
                let span = m.operands(node)[i].span;
                let d = Diagnostic::error(
                    code::CALL,
                    span,
                    format!("argument {} of `@{callee}` must be {want}", i + 1),
                )
                .found(format!("this is {has}"))
                .label(m.node(f).name_span, "declared here");
                self.out.push(d);
            }
        }
    }

    fn returns(&mut self, node: &Node) {
        let m = self.m;
        let mut at = m.parent(node);
        while let Some(id) = at {
            let f = m.node(id);
            if f.is(Func::Func) {
                let Some(a) = m.attr(f, "function_type") else { return };
                let Attr::Type(t) = m.attrs.get(a.value) else { return };
                let Type::Function { results, .. } = m.types.get(*t) else { return };
                let given: Vec<ValueId> = m.operands(node).iter().map(|o| o.value).collect();
                let d = if given.len() != results.len() {
                    let returns = count(results.len() as u32, "value");
                    format!("the function returns {returns}, found {}", given.len())
                } else if !self.are_of(&given, results) {
                    let list: Vec<String> = results.iter().map(Type::to_string).collect();
                    format!("the function returns values of type {}", list.join(", "))
                } else {
                    return;
                };
                let d = Diagnostic::error(code::YIELD, node.span, d);
                self.out.push(d.label(f.name_span, "declared here"));
                return;
            }
            at = m.parent(f);
        }
    }

    fn branch(&mut self, node: &Node) {
        let m = self.m;
        for s in m.successors(node) {
            let args = &m.block(s.block).args;
            let given: Vec<ValueId> = m.successor_operands(s).iter().map(|o| o.value).collect();
            let problem = if args.len() != given.len() {
                let takes = count(args.len() as u32, "value");
                format!("the block takes {takes}, found {}", given.len())
            } else {
                let types = given.iter().zip(args).map(|(g, a)| (m.type_of(*g), m.type_of(*a)));
                let differs = |(g, a): (Option<&Type>, Option<&Type>)| {
                    let (g, a) = (g?, a?);
                    (g != a && !is_taken_as(g, a))
                        .then(|| format!("the block takes {a}, found {g}"))
                };
                let mut problems = types.filter_map(differs);
                match problems.next() {
                    Some(problem) => problem,
                    None => continue,
                }
            };
            self.out.push(Diagnostic::error(code::BAD_BRANCH, node.span, problem));
        }
        if node.is(Cf::CondBr) {
            self.truth(node);
        }
        debug_assert!(m.operands(node).iter().all(|o| o.slot == NO_SLOT));
    }

    /// Whether values have these types, as far as theirs are known.
    fn are_of(&self, values: &[ValueId], types: &[Type]) -> bool {
        let fits = |(&v, want): (&ValueId, &Type)| {
            self.m.type_of(v).is_none_or(|has| has == want || is_taken_as(has, want))
        };
        values.len() == types.len() && values.iter().zip(types).all(fits)
    }

    fn types_of(&self, values: &[ValueId]) -> Vec<Option<Type>> {
        values.iter().map(|&v| self.m.type_of(v).cloned()).collect()
    }
}

/// Names the operation that a finding belongs to, unless it is about that one.
fn belongs_to(d: Diagnostic, owner: Span) -> Diagnostic {
    if d.primary.span == owner { d } else { d.label(owner, "belongs to this") }
}

/// Whether values of one type can be taken as another that is not quite the same.
fn is_taken_as(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Ptr { dtype: x, .. }, Type::Ptr { dtype: y, .. }) => {
            x.plain() == y.plain() && a.space() == b.space()
        }
        // Types of other tools are kept as text, in which blanks may differ.
        (Type::Other(_), Type::Other(_)) => true,
        (Type::Tile(x), Type::Tile(y)) => {
            pto_isa::TileTy { blayout: y.blayout, ..*x } == *y && x.space == pto_isa::Space::Left
        }
        _ => false,
    }
}
