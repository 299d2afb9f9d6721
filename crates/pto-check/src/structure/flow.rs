//! Values that pass from one place to another: yields, calls, returns, branches.

use super::Structure;
use pto_ir::diag::Diagnostic;
use pto_ir::dialect::{DialectOp, Func, Scf};
use pto_ir::module::{NO_SLOT, Node};
use pto_ir::{Attr, Span, ValueId};
use pto_isa::rule::count;
use pto_isa::{Type, code, ops};

/// In a larger program no similar function name is looked for.
const MAX_SIMILAR: usize = 2000;

impl Structure<'_, '_> {
    /// What passes values on gives as many as are taken, of the same types.
    pub(super) fn foreign(&mut self, node: &Node) {
        let Some(op) = node.dialect_op() else { return };
        match op {
            DialectOp::Scf(Scf::Yield) => self.yields(node),
            DialectOp::Func(Func::Call) => self.call(node),
            DialectOp::Func(Func::Return) => self.returns(node),
            DialectOp::Cf(_) => self.branch(node),
            DialectOp::Scf(Scf::If)
                if !node.results.is_empty() && self.m.node_regions(node).len() < 2 =>
            {
                self.out.push(Diagnostic::error(
                    code::YIELD,
                    node.name_span,
                    "an `scf.if` with results needs an `else`",
                ));
            }
            _ => {}
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

    fn same_list(
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
            )
            .label(owner, "belongs to this");
            self.out.push(d);
            return;
        }
        let (g, e) = (self.types_of(given), self.types_of(expected));
        for (x, y) in g.iter().zip(&e) {
            if let (Some(x), Some(y)) = (x, y)
                && x != y
                && !same_pointer(x, y)
            {
                let d = Diagnostic::error(
                    code::YIELD,
                    at,
                    format!("this {verb} {x}, `{owner_name}` has {y}"),
                )
                .label(owner, "belongs to this");
                self.out.push(d);
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
            let few = self.functions.len() <= MAX_SIMILAR;
            let near = few
                .then(|| ops::closest(callee, names))
                .flatten()
                .map(|n| format!("did you mean `@{n}`?"));
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
        let Type::Function { inputs, .. } = m.types.get(*t) else { return };
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
            if has != want && !same_pointer(has, want) {
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
                let given = m.operands(node).len();
                if given != results.len() {
                    let d = Diagnostic::error(
                        code::YIELD,
                        node.span,
                        format!(
                            "the function returns {}, found {given}",
                            count(results.len() as u32, "value")
                        ),
                    )
                    .label(f.name_span, "declared here");
                    self.out.push(d);
                }
                return;
            }
            at = m.parent(f);
        }
    }

    fn branch(&mut self, node: &Node) {
        let m = self.m;
        for s in m.successors(node) {
            let args = m.block(s.block).args.len();
            let given = m.successor_operands(s).len();
            if args != given {
                let d = Diagnostic::error(
                    code::BAD_BRANCH,
                    node.span,
                    format!("the block takes {}, found {given}", count(args as u32, "value")),
                );
                self.out.push(d);
            }
        }
        debug_assert!(m.operands(node).iter().all(|o| o.slot == NO_SLOT));
    }

    fn types_of(&self, values: &[ValueId]) -> Vec<Option<Type>> {
        values.iter().map(|&v| self.m.type_of(v).cloned()).collect()
    }
}

fn same_pointer(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Ptr { dtype: x, .. }, Type::Ptr { dtype: y, .. }) => {
            x.plain() == y.plain() && a.space() == b.space()
        }
        (Type::Tile(x), Type::Tile(y)) => {
            pto_isa::TileTy { blayout: y.blayout, ..*x } == *y && x.space == pto_isa::Space::Left
        }
        _ => false,
    }
}
