//! Why a result is not what was expected: what differs, what flowed into it, and which instruction explains it.
//!
//! A run takes milliseconds, so a suspicion is tried: the program is run again with one thing changed, and where the result
//! then is as expected the line is named together with the change. What no change explains is named by what the recorded run
//! shows: where a NaN came up, what read bytes that nobody wrote, what only wrong elements flowed through.

use crate::compare::{Comparison, Reference, compare};
use crate::moment::Moment;
use crate::mutate::{Kind, Mutant, mutants, spell_float};
use crate::record::{Byte, FIRST_LOCAL, Step, record};
use crate::shadow::{LineError, shadow};
use crate::slice::{Slice, slice};
use pto_check::Options;
use pto_ir::diag::Diagnostic;
use pto_ir::dialect::Arith;
use pto_ir::interval::IntervalMap;
use pto_ir::module::Def;
use pto_ir::{Attr, Module, NodeId, Span, ValueId};
use pto_isa::format::{Conversion, encode};
use pto_isa::order;
use pto_isa::sem::Numerics;
use pto_isa::sem::exec::set_code;
use pto_isa::{Rulebook, Sem, Type};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, Limits};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::time::Duration;

/// A run and what it is expected to give.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The program.
    pub text: &'a str,
    /// The kernel; the only one without a name.
    pub entry: Option<&'a str>,
    /// What instructions mean.
    pub numerics: Numerics,
    /// The rules it is held to.
    pub rules: Rulebook,
    /// Its arguments.
    pub args: &'a [LaunchArg<'a>],
    /// How it is launched.
    pub launch: &'a Launch,
    /// What buffers are expected to hold afterwards.
    pub references: &'a [Reference],
    /// How long changes may be tried.
    pub time: Duration,
}

/// Why a line is suspected.
#[derive(Clone, Debug)]
pub enum Why {
    /// With this change the result is as expected.
    Repaired(String),
    /// Without rounding everything is as expected, and it adds most of the error: the relative error it added, and the largest
    /// of its results.
    Rounding(f64, f64),
    /// Without rounding everything is as expected, and results overflow there: how many.
    Overflow(u64),
    /// A NaN or an infinity comes up there and flows into the result: what it is, row, column.
    NonFinite(f64, u32, u32),
    /// It reads bytes that nobody wrote.
    Undefined,
    /// With this change this many elements are still wrong, of this many.
    Improved(String, usize, usize),
    /// Nothing uses what it gives.
    Unused,
    /// Only elements that are wrong flowed through it.
    OnlyWrong,
    /// It wrote the elements that are wrong.
    Wrote,
    /// Nothing wrote elements that are wrong; it writes others of the buffer.
    LeftOut,
}

impl Why {
    /// What the line does, in words, without numbers.
    pub fn title(&self) -> &'static str {
        match self {
            Why::Repaired(_) => "a change makes everything as expected",
            Why::Rounding(..) => {
                "adds most of the error; without rounding everything is as expected"
            }
            Why::Overflow(_) => "overflows; without rounding everything is as expected",
            Why::NonFinite(..) => "gives a number that is not finite, from operands that are",
            Why::Undefined => "reads bytes that nothing wrote",
            Why::Improved(..) => "a change makes most of it as expected",
            Why::Unused => "gives something that nothing uses",
            Why::OnlyWrong => "only elements that are wrong flowed through it",
            Why::Wrote => "wrote what is wrong",
            Why::LeftOut => "does not write all that is expected",
        }
    }
}

/// A line that may be the mistake.
#[derive(Clone, Debug)]
pub struct Suspect {
    /// The line, from 1.
    pub line: usize,
    /// The operation on it.
    pub op: String,
    /// When it was executed, where that matters.
    pub when: Option<Moment>,
    /// Why.
    pub why: Why,
}

/// A line that wrong elements flowed through.
#[derive(Clone, Debug)]
pub struct FlowLine {
    /// The line, from 1.
    pub line: usize,
    /// The operation on it.
    pub op: String,
    /// The first execution that counts.
    pub first: Moment,
    /// How many executions count.
    pub executions: usize,
    /// Bytes of what they wrote that count.
    pub bytes: u64,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Each reference with what was compared, in order.
    pub comparisons: Vec<(String, Comparison)>,
    /// What wrong elements flowed through, the nearest to the result first.
    pub flow: Vec<FlowLine>,
    /// References that are not met and whose buffers the run did not write to: they may belong to another parameter.
    pub untouched: Vec<String>,
    /// Bytes of wrong elements that nothing wrote.
    pub unwritten: u64,
    /// Lines that explain the difference, the likeliest first.
    pub suspects: Vec<Suspect>,
    /// How many changed programs were run.
    pub tried: usize,
    /// Whether there were more to try than time.
    pub out_of_time: bool,
}

impl Verdict {
    /// Whether everything is as expected.
    pub fn is_right(&self) -> bool {
        self.comparisons.iter().all(|c| c.1.is_right())
    }
}

/// Runs a kernel, compares what it gives, and looks for what explains a difference.
pub fn expect(case: &Case<'_>) -> Result<Verdict, Vec<Diagnostic>> {
    let (module, found) = pto_ir::parse(case.text);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    let options =
        Options { only: case.entry.map(str::to_string), rules: case.rules, ..Options::default() };
    let (verified, _) =
        pto_check::verify(module, case.numerics.target, &options).map_err(|e| e.1)?;
    let one = |d: Box<Diagnostic>| vec![*d];
    let program = InstrumentedProgram::decode(&verified, case.entry, case.numerics).map_err(one)?;
    let mut args = case.args.to_vec();
    let (outcome, steps) = record(&program, &mut args, case.launch);
    let report = outcome.map_err(one)?;
    let mut verdict = Verdict { comparisons: case.compare(&args), ..Verdict::default() };
    if verdict.is_right() {
        return Ok(verdict);
    }
    let buffers = program.program().buffer_of_args(case.args);
    verdict.untouched = case.untouched(&verdict.comparisons, &buffers, &steps);
    let wrong = slice(&steps, case.bytes(&verdict.comparisons, &buffers, true));
    let right = slice(&steps, case.bytes(&verdict.comparisons, &buffers, false));
    verdict.unwritten = wrong.unwritten;
    verdict.flow = flow(&steps, &wrong);
    let module = verified.module();
    let rounding = case.rounding(&program, &verdict.flow);
    let nodes = candidates(module, &steps, &wrong, &right);
    let mut search = Search {
        case,
        wrong: verdict.comparisons.iter().map(|c| c.1.wrong.len()).sum(),
        steps: report.steps.saturating_mul(2).saturating_add(10_000),
        // What rounding explains needs no change.
        began: pto_sim::clock::Moment::now(),
        time: if rounding.is_some() { Duration::ZERO } else { case.time },
        tried: 0,
        out_of_time: false,
        improved: None,
    };
    let repairs = search.repairs(module, &nodes);
    (verdict.tried, verdict.out_of_time) = (search.tried, search.out_of_time && rounding.is_none());
    let sure = repairs.iter().any(|r| r.kind <= Kind::Number);
    let repaired =
        repairs.iter().map(|m| suspect(module, m.node, m.line, Why::Repaired(m.what.clone())));
    let evidence = evidence(module, &steps, &wrong, &right);
    // A mask may well be infinite: what is not finite counts most if the result is not.
    let wrong_numbers = verdict.comparisons.iter().flat_map(|c| &c.1.wrong);
    let shows = wrong_numbers.clone().any(|d| !d.actual.is_finite());
    let is_strong = |s: &&Suspect| shows && matches!(s.why, Why::NonFinite(..));
    let strong = evidence.iter().filter(is_strong).cloned();
    let weak = evidence.iter().filter(|s| !is_strong(s)).cloned();
    let unused = unused(module, &steps);
    let improved = search.improved.iter().map(|(m, left)| {
        let why = Why::Improved(m.what.clone(), *left, search.wrong);
        suspect(module, m.node, m.line, why)
    });
    let found: Vec<Suspect> = match sure {
        true => repaired.chain(strong).chain(unused).chain(improved).chain(weak).collect(),
        false => strong.chain(repaired).chain(unused).chain(improved).chain(weak).collect(),
    };
    verdict.suspects = rounding.into_iter().chain(found).collect();
    let mut lines = FxHashSet::default();
    verdict.suspects.retain(|s| lines.insert(s.line));
    Ok(verdict)
}

fn suspect(module: &Module, node: NodeId, line: usize, why: Why) -> Suspect {
    let op = module.op_name(module.node(node)).into_owned();
    Suspect { line, op, when: None, why }
}

impl Case<'_> {
    fn compare(&self, args: &[LaunchArg]) -> Vec<(String, Comparison)> {
        let one = |r: &Reference| {
            let bytes = args.get(r.arg).and_then(LaunchArg::bytes).unwrap_or_default();
            (r.name.clone(), compare(r, bytes))
        };
        self.references.iter().map(one).collect()
    }

    /// The line that adds most of the error, if everything were as expected without rounding.
    fn rounding(&self, program: &InstrumentedProgram<'_>, flow: &[FlowLine]) -> Option<Suspect> {
        let mut args = self.args.to_vec();
        let (_, shadow) = shadow(program, self.numerics, &mut args, self.launch).ok()?;
        for r in self.references {
            let twins = shadow.outputs.iter().find(|o| o.arg == r.arg)?.twins(&args);
            let bits = u64::from(r.dtype.bits());
            let mut bytes = vec![0; twins.len() * r.dtype.bytes() as usize];
            for (i, twin) in twins.iter().enumerate() {
                let code = encode(r.dtype, *twin, Conversion::default());
                set_code(&mut bytes, r.dtype, i as u64 * bits, code);
            }
            if !compare(r, &bytes).is_right() {
                return None;
            }
        }
        let flows = |l: &&LineError| flow.iter().any(|f| f.line == l.line);
        let overflows = |l: &LineError| l.overflows + l.nans > 0;
        let first = shadow.lines.iter().find(flows).filter(|l| overflows(l));
        let heaviest =
            shadow.lines.iter().filter(flows).max_by(|a, b| a.weight.total_cmp(&b.weight));
        let line = first.or(heaviest)?;
        let why = match line.overflows {
            0 => Why::Rounding(line.added, line.worst.0),
            n => Why::Overflow(n),
        };
        Some(Suspect { line: line.line, op: line.op.clone(), when: Some(line.when.clone()), why })
    }

    /// The references that are not met and whose buffers no step wrote to.
    fn untouched(
        &self,
        comparisons: &[(String, Comparison)],
        buffers: &[Option<(u32, i64)>],
        steps: &[Step],
    ) -> Vec<String> {
        let written: FxHashSet<u64> =
            steps.iter().flat_map(|s| s.bytes(true)).map(|range| range.start.0).collect();
        let is_written = |r: &Reference| match buffers.get(r.arg) {
            Some(Some((buffer, _))) => written.contains(&u64::from(*buffer)),
            _ => true,
        };
        let pairs = self.references.iter().zip(comparisons);
        let untouched = pairs.filter(|(r, (_, found))| !found.is_right() && !is_written(r));
        untouched.map(|(r, _)| r.name.clone()).collect()
    }

    /// The bytes of elements that are wrong, or of those that are right.
    fn bytes(
        &self,
        comparisons: &[(String, Comparison)],
        buffers: &[Option<(u32, i64)>],
        wrong: bool,
    ) -> Vec<Range<Byte>> {
        let mut list = Vec::new();
        for (reference, (_, found)) in self.references.iter().zip(comparisons) {
            let Some(Some((buffer, start))) = buffers.get(reference.arg) else { continue };
            let memory = u64::from(*buffer);
            let bits = u64::from(reference.dtype.bits());
            let mut is_wrong = vec![false; found.total];
            found.wrong.iter().for_each(|d| is_wrong[d.index] = true);
            let mut i = 0;
            while i < found.total {
                let first = i;
                while i < found.total && is_wrong[i] == is_wrong[first] {
                    i += 1;
                }
                if is_wrong[first] == wrong {
                    let from = start + (first as u64 * bits / 8) as i64;
                    let to = start + (i as u64 * bits).div_ceil(8) as i64;
                    list.push((memory, from)..(memory, to));
                }
            }
        }
        list
    }
}

/// What flowed, by lines.
fn flow(steps: &[Step], slice: &Slice) -> Vec<FlowLine> {
    let mut list: Vec<FlowLine> = Vec::new();
    for &(i, bytes) in &slice.steps {
        let when = &steps[i].when;
        match list.iter_mut().find(|f| (f.line, &f.op) == (when.line, &when.op)) {
            Some(line) => {
                line.first = when.clone();
                line.executions += 1;
                line.bytes += bytes;
            }
            None => list.push(FlowLine {
                line: when.line,
                op: when.op.clone(),
                first: when.clone(),
                executions: 1,
                bytes,
            }),
        }
    }
    list
}

/// The operations that may be the mistake: those that wrong elements flowed through and what their operands, places and
/// loops are made of. Those that only wrong elements flowed through come first.
fn candidates(module: &Module, steps: &[Step], wrong: &Slice, right: &Slice) -> Vec<NodeId> {
    let nodes_of =
        |s: &Slice| -> Vec<NodeId> { s.steps.iter().map(|s| steps[s.0].when.node).collect() };
    let mut starts = nodes_of(wrong);
    if wrong.unwritten > 0 {
        // What should have been written was not: whatever stores.
        let stores = module.nodes().filter(|(_, n)| {
            module
                .def(n)
                .is_some_and(|d| matches!(d.sem, Sem::Store(_) | Sem::Dma(_) | Sem::RegStore(_)))
        });
        starts.extend(stores.map(|n| n.0));
    }
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut list = Vec::new();
    let mut stack: Vec<NodeId> = starts.into_iter().rev().collect();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = module.node(id);
        list.push(id);
        stack.extend(module.parent(node));
        for operand in module.operands(node) {
            if let Def::Result(made_by) = module.value(operand.value).def {
                stack.push(made_by);
            }
        }
    }
    let through_right: FxHashSet<NodeId> = nodes_of(right).into_iter().collect();
    order::by_key(&mut list, |id| (through_right.contains(id), module.node(*id).span.start));
    list
}

/// What the recorded run shows.
fn evidence(module: &Module, steps: &[Step], wrong: &Slice, right: &Slice) -> Vec<Suspect> {
    let at = |i: usize, why: Why| {
        let when = &steps[i].when;
        Suspect { line: when.line, op: when.op.clone(), when: Some(when.clone()), why }
    };
    let in_order = || wrong.steps.iter().rev().map(|s| s.0);
    let mut list = Vec::new();
    let undefined = in_order().find(|&i| steps[i].undefined);
    if let Some(i) =
        in_order().find(|&i| steps[i].first_non_finite.is_some() && !steps[i].undefined)
        && undefined.is_none_or(|u| i < u)
        && let Some((v, r, c)) = steps[i].first_non_finite
    {
        list.push(at(i, Why::NonFinite(v, r, c)));
    }
    list.extend(undefined.map(|i| at(i, Why::Undefined)));
    let of_right: FxHashSet<NodeId> = right.steps.iter().map(|s| steps[s.0].when.node).collect();
    let only = in_order().find(|&i| !of_right.contains(&steps[i].when.node));
    list.extend(only.map(|i| at(i, Why::OnlyWrong)));
    if wrong.unwritten > 0 {
        let store = module
            .nodes()
            .find(|(_, n)| module.def(n).is_some_and(|d| matches!(d.sem, Sem::Store(_))));
        list.extend(
            store.map(|(id, n)| suspect(module, id, module.line(n.span.start), Why::LeftOut)),
        );
    }
    list.extend(wrong.steps.first().map(|s| at(s.0, Why::Wrote)));
    list
}

/// Operations whose results nothing uses: a statement that does may be missing beside them. Tiles that were written and not read come
/// first, then views and numbers.
fn unused(module: &Module, steps: &[Step]) -> Vec<Suspect> {
    let mut last_writer: IntervalMap<Byte, usize> = IntervalMap::default();
    let mut is_used = vec![false; steps.len()];
    for (i, step) in steps.iter().enumerate() {
        for range in step.bytes(false) {
            last_writer.over(range).for_each(|(_, &writer)| is_used[writer] = true);
        }
        // Registers are not followed, and what is in global memory is a result.
        is_used[i] = step.bytes(true).next().is_none();
        for range in step.bytes(true) {
            is_used[i] |= range.start.0 < FIRST_LOCAL;
            last_writer.set(range, i);
        }
    }
    let of_use: FxHashSet<NodeId> =
        steps.iter().zip(&is_used).filter(|s| *s.1).map(|s| s.0.when.node).collect();
    let mut list: Vec<Suspect> = Vec::new();
    for step in steps.iter().filter(|s| !of_use.contains(&s.when.node)) {
        let (line, op) = (step.when.line, step.when.op.clone());
        list.push(Suspect { line, op, when: None, why: Why::Unused });
    }
    let taken: FxHashSet<ValueId> =
        module.nodes().flat_map(|(_, n)| module.operands(n)).map(|o| o.value).collect();
    for (id, node) in module.nodes() {
        let is_float =
            |v| module.type_of(v).and_then(Type::as_number).is_some_and(|d| d.is_float());
        let is_view = |v| matches!(module.type_of(v), Some(Type::View { .. }));
        let mut results = module.results(node);
        if results.any(|v| !taken.contains(&v) && (is_view(v) || is_float(v))) {
            list.push(suspect(module, id, module.line(node.span.start), Why::Unused));
        }
    }
    list
}

/// Runs changed programs.
struct Search<'a, 'c> {
    case: &'a Case<'c>,
    /// Elements that are wrong without a change.
    wrong: usize,
    /// What a changed program may take.
    steps: u64,
    began: pto_sim::clock::Moment,
    time: Duration,
    tried: usize,
    out_of_time: bool,
    /// The change after which the least was wrong.
    improved: Option<(Mutant, usize)>,
}

impl Search<'_, '_> {
    /// Changes after which the result is as expected. Kinds are tried one after another, until one has such.
    fn repairs(&mut self, module: &Module, nodes: &[NodeId]) -> Vec<Mutant> {
        let list = mutants(module, self.case.text, nodes);
        let mut repairs: Vec<Mutant> = Vec::new();
        let mut solved = false;
        for mutant in list {
            if repairs.first().is_some_and(|r| r.kind < mutant.kind) {
                break;
            }
            if mutant.kind > Kind::Number && !solved {
                solved = true;
                repairs.extend(self.solve(module, nodes));
                if !repairs.is_empty() {
                    break;
                }
            }
            if self.began.elapsed() >= self.time {
                self.out_of_time = true;
                break;
            }
            match self.still_wrong(&mutant.apply(self.case.text)) {
                Some(0) => repairs.push(mutant),
                Some(left) => self.note_improvement(mutant, left),
                None => {}
            }
        }
        repairs
    }

    fn note_improvement(&mut self, mutant: Mutant, left: usize) {
        let best = self.improved.as_ref().map_or(self.wrong / 2, |i| i.1);
        if left < best {
            self.improved = Some((mutant, left));
        }
    }

    /// How many elements a changed program gets wrong; nothing if it is not legal or does not end as soon.
    fn still_wrong(&mut self, text: &str) -> Option<usize> {
        let args = self.run(text)?;
        Some(self.case.compare(&args).iter().map(|c| c.1.wrong.len()).sum())
    }

    fn run(&mut self, text: &str) -> Option<Vec<LaunchArg<'static>>> {
        let case = self.case;
        let (module, found) = pto_ir::parse(text);
        if found.iter().any(Diagnostic::is_error) {
            return None;
        }
        let options = Options {
            only: case.entry.map(str::to_string),
            rules: case.rules,
            ..Options::default()
        };
        let (verified, _) = pto_check::verify(module, case.numerics.target, &options).ok()?;
        let program = pto_sim::decode(&verified, case.entry, case.numerics).ok()?;
        self.tried += 1;
        let own = |a: &LaunchArg| match a.bytes() {
            Some(bytes) => LaunchArg::Bytes(bytes.to_vec()),
            None => match *a {
                LaunchArg::Number(n) => LaunchArg::Number(n),
                LaunchArg::Within { arg, offset_bytes } => LaunchArg::Within { arg, offset_bytes },
                LaunchArg::Bytes(_) | LaunchArg::Host(_) => LaunchArg::Number(0),
            },
        };
        let mut args: Vec<LaunchArg<'static>> = case.args.iter().map(own).collect();
        let limits = Limits { steps: self.steps, ..case.launch.limits };
        let launch = Launch { limits, stats: false, ..case.launch.clone() };
        program.run(&mut args, &launch).ok()?;
        Some(args)
    }

    /// Looks for the value of a constant with which the result is as expected: a root of the mean difference, or, where elements of
    /// both signs make up for each other, of the mean distance from zero.
    fn solve(&mut self, module: &Module, nodes: &[NodeId]) -> Option<Mutant> {
        let float = |&id: &NodeId| {
            let given = module.attr(module.node(id), "value")?;
            match module.attrs.get(given.value) {
                Attr::Float(text, _) => Some((id, given, text.parse::<f64>().ok()?)),
                _ => None,
            }
        };
        let constants = nodes.iter().filter(|id| module.node(**id).is(Arith::Constant));
        let mut floats: Vec<_> = constants.filter_map(float).collect();
        // Zeros and ones are seldom mistaken, and other numbers may do instead.
        floats.sort_by_key(|f| [0.0, 1.0, -1.0].contains(&f.2));
        for (id, given, now) in floats {
            let node = module.node(id);
            let source = &self.case.text[given.span.start as usize..given.span.end as usize];
            let digits = source.split([' ', ':']).next().unwrap_or("").to_string();
            let change = |v: f64| {
                let spelled = spell_float(v);
                let name =
                    module.results(node).next().map(|r: ValueId| module.sym(module.value(r).name));
                let what =
                    format!("`%{} = {spelled}` instead of {digits}", name.unwrap_or_default());
                let edits: Vec<(Span, String)> =
                    vec![(given.span, source.replacen(&digits, &spelled, 1))];
                let line = module.line(node.span.start);
                Mutant { kind: Kind::Number, node: id, line, what, edits }
            };
            let measures: [fn(&Comparison) -> f64; 2] = [|c| c.mean_off, |c| c.mean_stretch];
            if let Some(root) = measures.iter().find_map(|m| self.root(now, &change, *m)) {
                return Some(change(root));
            }
        }
        None
    }

    fn root(
        &mut self,
        start: f64,
        change: &dyn Fn(f64) -> Mutant,
        measure: fn(&Comparison) -> f64,
    ) -> Option<f64> {
        let mut error = |v: f64| -> Option<(f64, bool)> {
            let args = self.run(&change(v).apply(self.case.text))?;
            let found = self.case.compare(&args);
            let mean: f64 = found.iter().map(|c| measure(&c.1)).sum();
            mean.is_finite().then_some((mean, found.iter().all(|c| c.1.is_right())))
        };
        let (mut a, mut b) = (start, if start == 0.0 { 0.1 } else { start * 1.1 });
        let (mut at_a, _) = error(a)?;
        // Once it is right it is made more exact, as far as that goes.
        let mut found: Option<(f64, f64)> = None;
        for _ in 0..12 {
            let (at_b, right) = error(b)?;
            if right && found.is_none_or(|f| at_b.abs() < f.1) {
                found = Some((b, at_b.abs()));
            } else if found.is_some() || at_a == at_b {
                break;
            }
            let next = b - at_b * (b - a) / (at_b - at_a);
            if !next.is_finite() {
                break;
            }
            (a, at_a, b) = (b, at_b, next);
        }
        found.map(|f| f.0)
    }
}
