//! Bodies, loops, branches and blocks.

use super::statement::{Statement, Values};
use super::{Builder, Frame, MAX_BODIES};
use crate::diag::Diagnostic;
use crate::dialect::{Cf, Scf};
use crate::module::*;
use crate::span::Span;
use pto_isa::code;
use smallvec::SmallVec;

impl Builder {
    /// Begins the first body of an operation.
    pub(super) fn open_body(&mut self, node: NodeId, arguments: &[(&str, TypeId)]) -> Vec<ValueId> {
        if self.frames.len() == MAX_BODIES {
            self.problem(code::TOO_DEEP, format!("nested deeper than {MAX_BODIES} bodies"));
        }
        self.frames.push(Frame { node, regions: SmallVec::new(), outer: self.block });
        self.start_region(arguments)
    }

    /// Begins the next body of the innermost operation; the one before ends.
    pub fn next_body(&mut self, arguments: &[(&str, TypeId)]) -> Vec<ValueId> {
        if self.frames.len() < 2 {
            self.problem(code::MISPLACED, "there is no operation whose next body could begin");
            return arguments.iter().map(|_| self.missing()).collect();
        }
        self.end_region();
        self.start_region(arguments)
    }

    fn start_region(&mut self, arguments: &[(&str, TypeId)]) -> Vec<ValueId> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let node = frame.node;
        let region = self.new_region(Some(node));
        self.block = self.new_block(region);
        self.module.regions[region.index()].blocks.push(self.block);
        self.visible[self.block.index()] = true;
        if let Some(frame) = self.frames.last_mut() {
            frame.regions.push(region);
        }
        let span = self.module.nodes[node.index()].name_span;
        self.arguments(self.block, arguments, span)
    }

    fn arguments(&mut self, block: BlockId, list: &[(&str, TypeId)], span: Span) -> Vec<ValueId> {
        let mut values = Vec::with_capacity(list.len());
        for &(name, ty) in list {
            let ty = self.usable_type(ty);
            let value = self.new_value(Some(ty), Def::Arg(block), span);
            if !name.is_empty() {
                self.name(value, name);
            }
            values.push(value);
        }
        self.module.blocks[block.index()].args.extend_from_slice(&values);
        values
    }

    /// What stands in a body is not to be used after it.
    fn end_region(&mut self) {
        let Some(region) = self.frames.last().and_then(|f| f.regions.last()) else { return };
        for i in 0..self.module.regions[region.index()].blocks.len() {
            let block = self.module.regions[region.index()].blocks[i];
            self.visible[block.index()] = false;
        }
    }

    /// Ends the innermost operation with a body, and gives its results.
    pub fn end(&mut self) -> Values {
        if self.frames.len() > 1 {
            return self.close();
        }
        self.problem(code::MISPLACED, "there is nothing to end");
        Values::default()
    }

    pub(super) fn close(&mut self) -> Values {
        let Some(node) = self.frames.last().map(|f| f.node) else { return Values::default() };
        if self.function == Some(self.frames.len()) {
            self.end_of_function(node);
        }
        self.end_region();
        let Some(frame) = self.frames.pop() else { return Values::default() };
        self.block = frame.outer;
        let m = &mut self.module;
        let start = m.region_pool.len() as u32;
        m.region_pool.extend_from_slice(&frame.regions);
        let last = Span::of_built(m.nodes.len() as u32 - 1).end;
        let node = &mut m.nodes[node.index()];
        node.regions = PoolRange { start, len: frame.regions.len() as u32 };
        if node.span.built().is_some() {
            node.span.end = last;
        }
        let PoolRange { start, len } = node.results;
        Values::from(start as usize, (start + len) as usize)
    }

    fn type_of(&mut self, value: ValueId) -> TypeId {
        let ty = self.module.values.get(value.index()).and_then(|v| v.ty);
        ty.unwrap_or_else(|| self.module.types.intern(pto_isa::Type::Index))
    }

    fn types_of(&mut self, values: &[ValueId]) -> Vec<TypeId> {
        values.iter().map(|&v| self.type_of(v)).collect()
    }

    /// Hands values out of a body. Without values nothing is needed.
    fn yield_values(&mut self, values: &[ValueId]) {
        if !values.is_empty() {
            self.dialect(Scf::Yield).operands(values).end();
        }
    }

    /// Hands as many values out of a body as the operation around it has results.
    fn yield_results(&mut self, values: &[ValueId], expected: &[TypeId]) {
        let given = self.types_of(values);
        if given != expected {
            let message = format!(
                "a body hands out {} of the types of the {} its operation has",
                pto_isa::rule::count(given.len() as u32, "value"),
                expected.len()
            );
            self.problem(code::YIELD, message);
        }
        self.yield_values(values);
    }

    /// Begins a loop from `low` up to `high`, exclusive: its counter, then the values it carries from iteration to
    /// iteration. [`end_yield`](Builder::end_yield) ends it.
    pub fn begin_for(
        &mut self,
        low: ValueId,
        high: ValueId,
        step: ValueId,
        inits: impl AsRef<[ValueId]>,
    ) -> Vec<ValueId> {
        let inits = inits.as_ref();
        let carried = self.types_of(inits);
        let counter = self.type_of(low);
        let arguments: Vec<(&str, TypeId)> =
            std::iter::once(counter).chain(carried.iter().copied()).map(|t| ("", t)).collect();
        let statement = self.dialect(Scf::For).operands([low, high, step]).operands(inits);
        statement.results(&carried).begin(&arguments)
    }

    /// Ends a loop or a branch with the values its body hands out: to the next iteration, and to the results.
    pub fn end_yield(&mut self, values: impl AsRef<[ValueId]>) -> Vec<ValueId> {
        let expected = self.result_types_of_innermost();
        self.yield_results(values.as_ref(), &expected);
        self.end().to_vec()
    }

    fn result_types_of_innermost(&mut self) -> Vec<TypeId> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let results: Vec<ValueId> =
            self.module.results(&self.module.nodes[frame.node.index()]).collect();
        self.types_of(&results)
    }

    /// A loop from `low` up to `high`, exclusive. `body` gets the counter.
    pub fn for_loop(
        &mut self,
        low: ValueId,
        high: ValueId,
        step: ValueId,
        body: impl FnOnce(&mut Builder, ValueId),
    ) {
        let counter = self.begin_for(low, high, step, []);
        self.within(|b| body(b, counter[0]));
        self.end_yield([]);
    }

    /// A loop that carries values from iteration to iteration. `body` gets the counter and the values, and gives those of
    /// the next iteration; the last ones come out.
    ///
    /// ```
    /// # use pto_isa::Type;
    /// let mut b = pto_ir::Module::builder();
    /// let index = b.ty(Type::Index);
    /// b.func("triangle").arg("n", index).result(index).body(|b, args| {
    ///     let (zero, one) = (b.index(0), b.index(1));
    ///     let sum = b.for_carried(zero, args[0], one, [zero], |b, i, carried| {
    ///         vec![b.arith(pto_ir::dialect::Arith::AddI, [carried[0], i])]
    ///     });
    ///     b.ret(sum);
    /// });
    /// assert!(b.finish().is_ok());
    /// ```
    pub fn for_carried(
        &mut self,
        low: ValueId,
        high: ValueId,
        step: ValueId,
        inits: impl AsRef<[ValueId]>,
        body: impl FnOnce(&mut Builder, ValueId, &[ValueId]) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        let args = self.begin_for(low, high, step, inits);
        let next = self.within(|b| body(b, args[0], &args[1..]));
        self.end_yield(next)
    }

    /// Runs a closure that must leave as many bodies open as it finds.
    fn within<T>(&mut self, body: impl FnOnce(&mut Builder) -> T) -> T {
        let depth = self.frames.len();
        let result = body(self);
        if self.frames.len() > depth {
            self.problem(code::UNCLOSED, "a body does not end what it begins");
            self.frames.truncate(depth);
        }
        result
    }

    /// Begins a branch that has results of these types. [`begin_else`](Builder::begin_else) begins its other side,
    /// [`end_yield`](Builder::end_yield) ends it.
    pub fn begin_if(&mut self, condition: ValueId, results: &[TypeId]) {
        self.dialect(Scf::If).operands([condition]).results(results).begin(&[]);
    }

    /// Ends the first side of a branch, which gives `values`, and begins the other.
    pub fn begin_else(&mut self, values: impl AsRef<[ValueId]>) {
        let expected = self.result_types_of_innermost();
        self.yield_results(values.as_ref(), &expected);
        self.next_body(&[]);
    }

    /// Does something if a condition holds.
    pub fn if_then(&mut self, condition: ValueId, then: impl FnOnce(&mut Builder)) {
        self.begin_if(condition, &[]);
        self.within(then);
        self.end_yield([]);
    }

    /// Does one thing or another. Both give values of these types, which come out.
    pub fn if_else(
        &mut self,
        condition: ValueId,
        results: &[TypeId],
        then: impl FnOnce(&mut Builder) -> Vec<ValueId>,
        otherwise: impl FnOnce(&mut Builder) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        self.begin_if(condition, results);
        let values = self.within(then);
        self.begin_else(values);
        let values = self.within(otherwise);
        self.end_yield(values)
    }

    /// Begins a choice between numbers, which has results of these types: first the body for everything else, as in MLIR,
    /// then one for each case, each begun by [`next_body`](Builder::next_body). [`end_yield`](Builder::end_yield) ends it.
    pub fn begin_switch(&mut self, on: ValueId, cases: &[i64], results: &[TypeId]) {
        let statement = self.dialect(Scf::IndexSwitch).operands([on]).attr("cases", cases);
        statement.results(results).begin(&[]);
    }

    /// Does what the case of a value says, or what `None` says if it is none of the cases. Every body gives values of
    /// these types, which come out.
    ///
    /// ```
    /// # use pto_isa::Type;
    /// let mut b = pto_ir::Module::builder();
    /// let index = b.ty(Type::Index);
    /// b.func("square").arg("n", index).result(index).body(|b, args| {
    ///     let square = b.index_switch(args[0], &[2, 3], &[index], |b, case| match case {
    ///         Some(n) => vec![b.index(n * n)],
    ///         None => vec![b.arith(pto_ir::dialect::Arith::MulI, [args[0], args[0]])],
    ///     });
    ///     b.ret(square);
    /// });
    /// let text = pto_ir::print(&b.finish().unwrap(), pto_ir::Style::Canonical);
    /// assert!(text.contains("case 3 {"));
    /// ```
    pub fn index_switch(
        &mut self,
        on: ValueId,
        cases: &[i64],
        results: &[TypeId],
        mut body: impl FnMut(&mut Builder, Option<i64>) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        self.begin_switch(on, cases, results);
        for (i, case) in std::iter::once(None).chain(cases.iter().copied().map(Some)).enumerate() {
            if i > 0 {
                self.next_body(&[]);
            }
            let values = self.within(|b| body(b, case));
            self.yield_results(&values, results);
        }
        self.end().to_vec()
    }

    /// A loop that goes on while a condition holds. `before` gets the carried values and gives the condition and
    /// what it passes on; `body` gets that and gives the values of the next iteration. What `before` passed on last
    /// comes out.
    pub fn while_loop(
        &mut self,
        inits: impl AsRef<[ValueId]>,
        before: impl FnOnce(&mut Builder, &[ValueId]) -> (ValueId, Vec<ValueId>),
        body: impl FnOnce(&mut Builder, &[ValueId]) -> Vec<ValueId>,
    ) -> Vec<ValueId> {
        let inits = inits.as_ref();
        let types = self.types_of(inits);
        let arguments: Vec<(&str, TypeId)> = types.iter().map(|&t| ("", t)).collect();
        let args = self.dialect(Scf::While).operands(inits).results(&types).begin(&arguments);
        let (condition, passed) = self.within(|b| before(b, &args));
        let given = self.types_of(&passed);
        if given != types {
            self.problem(code::YIELD, "a loop passes on other types than it carries");
        }
        self.dialect(Scf::Condition).operands([condition]).operands(passed).end();
        let args = self.next_body(&arguments);
        let next = self.within(|b| body(b, &args));
        self.end_yield(next)
    }

    /// A block of the innermost body, to branch to. Operations go there after [`start`](Builder::start).
    pub fn block(&mut self, arguments: &[(&str, TypeId)]) -> (BlockId, Vec<ValueId>) {
        let region = self.module.blocks[self.block.index()].parent;
        let block = self.new_block(region);
        let label = format!("bb{}", block.0);
        self.module.blocks[block.index()].label = Some(self.module.symbols.intern(&label));
        let span = self.here();
        (block, self.arguments(block, arguments, span))
    }

    /// From here on operations go to a block, which follows those started before it.
    pub fn start(&mut self, block: BlockId) {
        let region = self.module.blocks[self.block.index()].parent;
        let fits = self.module.blocks.get(block.index()).is_some_and(|b| b.parent == region);
        if !fits || self.module.regions[region.index()].blocks.contains(&block) {
            self.problem(code::BAD_BRANCH, "a block is started twice, or in another body");
            return;
        }
        self.module.regions[region.index()].blocks.push(block);
        self.visible[block.index()] = true;
        self.block = block;
    }

    /// Blocks that are branched to must have been started.
    pub(super) fn check_targets(&mut self) {
        let mut started = vec![false; self.module.blocks.len()];
        for &block in self.module.regions.iter().flat_map(|r| &r.blocks) {
            started[block.index()] = true;
        }
        if self.module.successor_pool.iter().any(|s| !started[s.block.index()]) {
            self.problem(code::BAD_BRANCH, "a branch goes to a block that was never started");
        }
    }

    /// Goes to a block with these arguments.
    pub fn branch(&mut self, to: BlockId, arguments: impl AsRef<[ValueId]>) {
        let statement = self.dialect(Cf::Br);
        jump(statement, &[(to, arguments.as_ref())]);
    }

    /// Goes to one block or another.
    pub fn branch_if(
        &mut self,
        condition: ValueId,
        then: (BlockId, &[ValueId]),
        otherwise: (BlockId, &[ValueId]),
    ) {
        let statement = self.dialect(Cf::CondBr).operands([condition]);
        jump(statement, &[then, otherwise]);
    }
}

fn jump(mut statement: Statement<'_>, targets: &[(BlockId, &[ValueId])]) {
    let (node, _) = statement.make();
    let (b, span) = (statement.b, statement.span);
    let start = b.module.successor_pool.len() as u32;
    let region = b.module.blocks[b.block.index()].parent;
    for &(block, values) in targets {
        let target =
            b.module.blocks.get(block.index()).filter(|t| t.parent == region && t.label.is_some());
        let takes = target.map(|t| t.args.clone());
        let Some(takes) = takes else {
            let message = "a branch leaves its body, or goes to the first block of one";
            b.report(Diagnostic::error(code::BAD_BRANCH, span, message));
            continue;
        };
        let (given, wanted) = (b.types_of(values), b.types_of(&takes));
        if given != wanted {
            let message = "a branch passes other values than its block takes";
            b.report(Diagnostic::error(code::BAD_BRANCH, span, message));
        }
        let from = b.module.operand_pool.len() as u32;
        for &v in values {
            let value = b.usable(v);
            b.module.operand_pool.push(Operand { value, slot: NO_SLOT, span });
        }
        let operands = PoolRange { start: from, len: values.len() as u32 };
        b.module.successor_pool.push(Successor { block, operands });
    }
    let len = b.module.successor_pool.len() as u32 - start;
    b.module.nodes[node.index()].successors = PoolRange { start, len };
}
