//! Loops, branches and calls.

use super::body::Body;
use super::types;
use pto_analysis::facts::word;
use pto_ir::module::{Node, NodeId, RegionId};
use pto_ir::print::attr_text;
use pto_ir::{Attr, ValueId};
use pto_isa::Type;

/// A variable and what it becomes.
pub(super) struct Move {
    pub ty: String,
    pub variable: String,
    pub text: String,
}

impl Body<'_> {
    pub(super) fn for_loop(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let operands = self.operands(node);
        let Some((block, args)) = self.entry_of(node, 0) else { return };
        let (Some((&var, carried)), [low, high, step, init @ ..]) =
            (args.split_first(), &operands[..])
        else {
            return;
        };
        self.declare_all(carried, Some(init));
        let ty = self.type_of(var);
        let narrow = self.counts_in_16_bits([*low, *high, *step]);
        let (low, high, step) = (self.atom(*low), self.atom(*high), self.atom(*step));
        let i = self.name(var);
        self.borrowed.insert(var);
        let unsigned = self.module.attr(node, "unsignedCmp").is_some();
        let u = self.module.type_of(var).and_then(types::unsigned).filter(|_| unsigned);
        let test = match u {
            Some(u) => format!("({u}){i} < ({u}){high}"),
            None => format!("{i} < {high}"),
        };
        let counter = if narrow { "uint16_t" } else { &ty };
        self.out.open(format!("for ({counter} {i} = {low}; {test}; {i} += {step}) {{"));
        if narrow {
            self.atoms.insert(var, format!("({ty}){i}"));
        }
        self.block(block);
        self.pass_on(node, 0, carried);
        self.out.close("}");
        self.results_are(node, carried);
    }

    pub(super) fn branch(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let results: Vec<ValueId> = self.module.results(node).collect();
        self.declare_all(&results, None);
        let Some(&condition) = self.operands(node).first() else { return };
        let condition = self.atom(condition);
        self.out.open(format!("if ({condition}) {{"));
        if let Some((block, _)) = self.entry_of(node, 0) {
            self.block(block);
            self.pass_on(node, 0, &results);
        }
        if let Some((block, _)) = self.entry_of(node, 1) {
            self.out.turn("} else {");
            self.block(block);
            self.pass_on(node, 1, &results);
        }
        self.out.close("}");
    }

    pub(super) fn switch(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let results: Vec<ValueId> = self.module.results(node).collect();
        self.declare_all(&results, None);
        let Some(&on) = self.operands(node).first() else { return };
        let on = self.atom(on);
        let cases = match self.module.attr(node, "cases").map(|a| self.module.attrs.get(a.value)) {
            Some(Attr::Array(list)) => list.iter().map(|&c| self.module.attrs.get(c)).collect(),
            _ => Vec::new(),
        };
        let labels = cases.iter().map(|c| format!("case {}", attr_text(self.module, c)));
        // The body for everything else is the first region; here it comes last.
        let bodies: Vec<(usize, String)> =
            (1..).zip(labels).chain([(0, "default".to_string())]).collect();
        self.out.open(format!("switch ({on}) {{"));
        for (region, label) in bodies {
            self.out.open(format!("{label}: {{"));
            if let Some((block, _)) = self.entry_of(node, region) {
                self.block(block);
                self.pass_on(node, region, &results);
            }
            self.out.line("break;");
            self.out.close("}");
        }
        self.out.close("}");
    }

    pub(super) fn while_loop(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let init = self.operands(node);
        let (Some((before, first)), Some((after, second))) =
            (self.entry_of(node, 0), self.entry_of(node, 1))
        else {
            return;
        };
        self.declare_all(&first, Some(&init));
        self.declare_all(&second, None);
        self.out.open("while (true) {");
        self.block(before);
        let handed = self.handed_on(node, 0);
        let Some((&condition, handed)) = handed.split_first() else { return };
        self.assign(&second, handed);
        let condition = self.atom(condition);
        self.out.line(format!("if (!{condition}) break;"));
        self.block(after);
        self.pass_on(node, 1, &first);
        self.out.close("}");
        self.results_are(node, &second);
    }

    /// The first block of a region and its arguments; a region with jumps is refused.
    pub(super) fn entry_of(
        &mut self,
        node: &Node,
        region: usize,
    ) -> Option<(pto_ir::module::BlockId, Vec<ValueId>)> {
        let &region = self.module.node_regions(node).get(region)?;
        self.only_block(region, node)
    }

    fn only_block(
        &mut self,
        region: RegionId,
        node: &Node,
    ) -> Option<(pto_ir::module::BlockId, Vec<ValueId>)> {
        match self.module.region(region).blocks[..] {
            [block] => Some((block, self.module.block(block).args.clone())),
            [] => None,
            _ => {
                self.refuse(
                    node.name_span,
                    "jumps between blocks are not written as C++",
                    "use scf.if, scf.for and scf.while",
                );
                None
            }
        }
    }

    /// Declares variables, with what they start from.
    fn declare_all(&mut self, values: &[ValueId], init: Option<&[ValueId]>) {
        for (i, &v) in values.iter().enumerate() {
            let start = init.and_then(|init| init.get(i)).copied();
            if matches!(self.module.type_of(v), Some(Type::View { .. })) {
                self.declare_view(v, start);
                continue;
            }
            let start = start.map(|v| self.atom(v));
            let ty = self.type_of(v);
            let name = self.name(v);
            match start {
                Some(start) => self.out.line(format!("{ty} {name} = {start};")),
                None => self.out.line(format!("{ty} {name};")),
            }
        }
    }

    /// The values that the last operation of a region hands on.
    fn handed_on(&self, node: &Node, region: usize) -> Vec<ValueId> {
        let region = self.module.node_regions(node).get(region);
        let block = region.and_then(|&r| self.module.region(r).blocks.last());
        let last = block.and_then(|&b| self.module.block(b).ops.last());
        last.map_or_else(Vec::new, |&id| {
            let node = self.module.node(id);
            match node.dialect_op() {
                Some(op) if op.is_yield() => self.operands(node),
                _ => Vec::new(),
            }
        })
    }

    fn pass_on(&mut self, node: &Node, region: usize, to: &[ValueId]) {
        let values = self.handed_on(node, region);
        self.assign(to, &values);
    }

    /// All at once: what is assigned may be read by the next one.
    fn assign(&mut self, to: &[ValueId], values: &[ValueId]) {
        let mut moves: Vec<Move> = Vec::new();
        for (&to, &value) in to.iter().zip(values) {
            if matches!(self.module.type_of(to), Some(Type::View { .. })) {
                moves.extend(self.moves_of_view(to, value));
                continue;
            }
            let (variable, text) = (self.atom(to), self.atom(value));
            moves.push(Move { ty: self.type_of(to), variable, text });
        }
        moves.retain(|m| m.variable != m.text);
        let reads = |m: &Move, variable: &str| {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
            m.text.split(|c| !is_part(c)).any(|word| word == variable)
        };
        let crosses = (0..moves.len())
            .any(|i| moves[i + 1..].iter().any(|later| reads(later, &moves[i].variable)));
        if crosses {
            for m in &mut moves {
                let next = self.names.fresh(&format!("next_{}", m.variable));
                self.out.line(format!("{} {next} = {};", m.ty, m.text));
                m.text = next;
            }
        }
        for m in moves {
            self.out.line(format!("{} = {};", m.variable, m.text));
        }
    }

    /// The results of an operation are variables that its inside assigned.
    fn results_are(&mut self, node: &Node, values: &[ValueId]) {
        for (r, &v) in self.module.results(node).zip(values) {
            if let Some(view) = self.views.get(&v).cloned() {
                self.views.insert(r, view);
                continue;
            }
            let text = self.atom(v);
            self.atoms.insert(r, text);
        }
    }

    pub(super) fn call_function(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let callee = word(self.module, node, "callee").unwrap_or("");
        let Some(name) = self.functions.get(callee).cloned() else { return };
        let operands = self.operands(node);
        let mut args = Vec::new();
        for v in operands {
            args.push(match self.module.type_of(v) {
                Some(Type::View { .. }) => self.passed_tensor(v, node.span),
                _ => self.atom(v),
            });
        }
        let call = format!("{name}({})", args.join(", "));
        let results: Vec<ValueId> = self.module.results(node).collect();
        match results[..] {
            [] => self.out.line(format!("{call};")),
            [one] => self.define(one, &call),
            _ => self.refuse(
                node.name_span,
                "a C++ function gives back one value at most",
                "pass tiles or pointers for the others",
            ),
        }
    }

    /// Threads run a function.
    ///
    /// Source: pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:186-187, which has groups along x and y.
    pub(super) fn launch(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let callee = word(self.module, node, "callee").unwrap_or("");
        let Some(name) = self.functions.get(callee).cloned() else { return };
        let extents = ["dimX", "dimY", "dimZ"].map(|n| self.operand(node, n));
        let [Some(x), Some(y), Some(z)] = extents else { return };
        if self.known(z) != Some(1) {
            return self.refuse(
                node.name_span,
                "threads along z have no C++",
                "no public header launches them: number them along x and y",
            );
        }
        let slot = self.module.def(node).and_then(|def| def.slot("args"));
        let args: Vec<ValueId> =
            slot.map_or_else(Vec::new, |slot| self.module.slot_values(node, slot).collect());
        let (x, y) = (self.atom(x), self.atom(y));
        let mut list = vec![format!("cce::dim3{{(uint32_t){x}, (uint32_t){y}}}")];
        list.extend(args.into_iter().map(|v| self.atom(v)));
        self.out.line(format!("cce::async_invoke<{name}>({});", list.join(", ")));
    }

    pub(super) fn give_back(&mut self, id: NodeId) {
        let node = self.module.node(id);
        match self.operands(node)[..] {
            // The end of the function is near: only blocks that are not closed follow.
            [] => {}
            [value] => {
                let value = self.atom(value);
                self.out.line(format!("return {value};"));
            }
            _ => self.refuse(
                node.name_span,
                "a C++ function gives back one value at most",
                "pass tiles or pointers for the others",
            ),
        }
    }
}
