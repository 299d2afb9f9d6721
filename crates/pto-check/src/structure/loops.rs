//! Loops and choices: what they count and test, what they begin with, and what they hand on.

use super::Structure;
use pto_ir::ValueId;
use pto_ir::diag::Diagnostic;
use pto_ir::dialect::Scf;
use pto_ir::module::{Node, Operand, RegionId};
use pto_isa::{DType, Type, code};

impl Structure<'_, '_> {
    /// The values that the first block of a region takes.
    fn taken(&self, region: Option<&RegionId>) -> Vec<ValueId> {
        let first = region.and_then(|&r| self.m.region(r).blocks.first());
        first.map_or_else(Vec::new, |&b| self.m.block(b).args.to_vec())
    }

    /// Numbers that a loop counts with have the type of its variable; it begins with what it carries.
    pub(super) fn counted_loop(&mut self, node: &Node) {
        let m = self.m;
        let operands = m.operands(node);
        let Some((bounds, begins)) = operands.split_at_checked(3) else { return };
        let taken = self.taken(m.node_regions(node).first());
        let variable = taken.first().and_then(|&v| m.type_of(v)).unwrap_or(&Type::Index);
        let is_number = variable.as_number().is_some_and(|d| !d.is_float());
        for o in bounds {
            if let Some(ty) = m.type_of(o.value).filter(|ty| *ty != variable || !is_number) {
                let message = "`scf.for` counts with integers of the type of its variable";
                let d = Diagnostic::error(code::OPERAND_KIND, o.span, message);
                self.out.push(d.found(format!("this is {ty}")));
            }
        }
        let begins = values(begins);
        let results: Vec<ValueId> = m.results(node).collect();
        self.same_list(
            node.name_span,
            node.name_span,
            &begins,
            &results,
            "begins with",
            Scf::For.name(),
        );
    }

    /// A `while` hands what it begins with, and what its body yields, to its condition; what that passes on, to its body and its results.
    pub(super) fn open_loop(&mut self, node: &Node) {
        let m = self.m;
        let [before, after] = m.node_regions(node) else { return };
        let (tested, repeated) = (self.taken(Some(before)), self.taken(Some(after)));
        let begins = values(m.operands(node));
        let results: Vec<ValueId> = m.results(node).collect();
        let at = node.name_span;
        self.same_list(at, at, &begins, &tested, "begins with", Scf::While.name());
        self.same_list(at, at, &repeated, &results, "repeats", Scf::While.name());
    }

    /// The first region of a `while` ends with its condition, and nothing else does.
    pub(super) fn condition(&mut self, node: &Node) {
        let m = self.m;
        let owner = m.parent(node).map(|id| m.node(id)).filter(|o| o.is(Scf::While));
        let first = owner.and_then(|o| m.node_regions(o).first().copied());
        let Some(owner) = owner.filter(|_| first == Some(m.block(node.parent).parent)) else {
            let message = "`scf.condition` belongs to the first region of an `scf.while`";
            self.out.push(Diagnostic::error(code::MISPLACED, node.name_span, message));
            return;
        };
        self.truth(node);
        let passed = values(m.operands(node).get(1..).unwrap_or_default());
        let results: Vec<ValueId> = m.results(owner).collect();
        self.same_list(
            node.span,
            owner.name_span,
            &passed,
            &results,
            "passes on",
            Scf::While.name(),
        );
    }

    /// What is tested is an i1.
    pub(super) fn truth(&mut self, node: &Node) {
        self.first_operand(node, &Type::Scalar(DType::I1));
    }

    /// The first operand has this type.
    pub(super) fn first_operand(&mut self, node: &Node, must: &Type) {
        let (m, name) = (self.m, self.m.op_name(node));
        let Some(tested) = m.operands(node).first() else {
            let message = format!("`{name}` takes an operand of type {must}");
            self.out.push(Diagnostic::error(code::OPERAND_COUNT, node.name_span, message));
            return;
        };
        if let Some(ty) = m.type_of(tested.value).filter(|ty| *ty != must) {
            let message = format!("`{name}` takes an operand of type {must}");
            let d = Diagnostic::error(code::OPERAND_KIND, tested.span, message);
            self.out.push(d.found(format!("this is {ty}")));
        }
    }
}

fn values(operands: &[Operand]) -> Vec<ValueId> {
    operands.iter().map(|o| o.value).collect()
}
