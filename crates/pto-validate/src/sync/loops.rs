//! Loops and branches: iterations are walked until what they work with repeats, a branch on the sides it may take.

use super::AbstractInterpreter;
use super::abstract_state::AbstractState;
use super::congruence::{Congruence, gcd};
use super::slice::{MAX_RESTS, yields};
use super::values::Val;
use pto_ir::ValueId;
use pto_ir::dialect::Scf;
use pto_ir::module::{NodeId, RegionId};

/// Loops with no more iterations than this are walked through as they are, if their counter matters.
const MAX_UNROLLED: i64 = 16;
/// Iterations in which what a loop works with must come again.
const MAX_ITERATIONS: usize = 64;

/// What the arguments of a loop's body are in each iteration.
pub(super) struct Iterations {
    table: Vec<Vec<Val>>,
    /// From this iteration on they repeat.
    from: usize,
    /// After this many iterations.
    cycle: usize,
}

impl Iterations {
    /// How many iterations of `n` show everything: all of them up to a limit, else enough that what they work with has
    /// come twice and ends as it does after `n`.
    pub fn enough(&self, n: usize, limit: usize) -> usize {
        let twice = self.from + 2 * self.cycle;
        let least = limit.max(twice);
        match n {
            usize::MAX => least,
            n if n <= least + self.cycle => n,
            n => least + (n - least) % self.cycle,
        }
    }

    /// What the arguments are in the `k`-th iteration.
    pub fn row(&self, k: usize) -> &[Val] {
        match k < self.table.len() {
            true => &self.table[k],
            false => &self.table[self.from + (k - self.from) % self.cycle],
        }
    }
}

/// How a loop counts.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub low: Option<Congruence>,
    pub step: Option<Congruence>,
    /// How many iterations it has.
    pub trip_count: Option<Congruence>,
}

impl AbstractInterpreter<'_> {
    pub(super) fn counted(
        &mut self,
        id: NodeId,
        body: RegionId,
        state: AbstractState,
    ) -> AbstractState {
        let module = self.module;
        let operands: Vec<ValueId> =
            module.operands(module.node(id)).iter().map(|o| o.value).collect();
        let args = self.followed(id, body);
        let of = |i: usize| operands.get(i).and_then(|&v| self.number(v));
        let (low, high, step) = (of(0), of(1), of(2));
        let trip_count = match (low, high, step) {
            (Some(l), Some(h), Some(Congruence::Const(s))) if s > 0 => match (l, h) {
                (Congruence::Const(l), Congruence::Const(h)) => Some(Congruence::Const(
                    (h.saturating_sub(l).max(0) as u64).div_ceil(s as u64) as i64,
                )),
                _ if s == 1 => h.sub(l),
                _ => None,
            },
            _ => None,
        };
        let inits: Vec<Val> = operands.iter().skip(3).map(|&v| self.now(v)).collect();
        let results: Vec<ValueId> = module.results(module.node(id)).collect();
        self.forget_inside(id);
        let mut ends = Vec::new();
        let mut values: Vec<Option<Val>> = vec![None; results.len()];
        let keep = |values: &mut Vec<Option<Val>>, row: &[Val]| {
            for (known, now) in values.iter_mut().zip(row.iter().skip(1)) {
                *known = Some(known.take().map_or(now.clone(), |k| k.or(now.clone())));
            }
        };
        for count in self.cases(&args, Count { low, step, trip_count }) {
            let iterations = self.iterations(&args, &inits, body, count);
            let trip_count = trip_count.and_then(Congruence::exact).map(|n| n as usize);
            let last = match trip_count {
                Some(n) if n < iterations.table.len() => n,
                _ => iterations.table.len() - 1,
            };
            let mut now = state.clone();
            for k in 0..=last {
                if may_end(&iterations, count.trip_count, k) {
                    ends.push(now.clone());
                    keep(&mut values, &iterations.table[k]);
                }
                if k == last || self.budget == 0 && k > 0 {
                    break;
                }
                self.bind(&args, &iterations.table[k]);
                self.forget_arrays(&mut now);
                // Times tell accesses of different cases apart.
                now.time = now.time.max(ends.last().map_or(0, |e: &AbstractState| e.time));
                now = self.region(body, now);
            }
            if ends.is_empty() {
                ends.push(now);
            }
        }
        self.forget_inside(id);
        args.iter().for_each(|a| {
            self.env.remove(a);
        });
        for (r, v) in results.iter().zip(values) {
            self.env.insert(*r, v.unwrap_or(Val::Unknown));
        }
        ends.iter_mut().for_each(|e| self.forget_arrays(e));
        self.join(id, ends)
    }

    /// What is followed from iteration to iteration: the counter, what is carried, and values that number the iterations.
    pub(super) fn followed(&self, id: NodeId, body: RegionId) -> Vec<ValueId> {
        let block = self.module.region(body).blocks.first();
        let args = block.map_or(&[][..], |&b| &self.module.block(b).args);
        args.iter().chain(self.slice.numbers_of(id)).copied().collect()
    }

    /// What iterations do to arrays of ids is not followed.
    fn forget_arrays(&self, state: &mut AbstractState) {
        state.arrays.clear();
    }

    /// A loop whose start or step is not known is looked at with each rest they may have.
    fn cases(&self, args: &[ValueId], count: Count) -> Vec<Count> {
        let modulus = args.first().map_or(1, |&c| self.slice.modulus(c));
        let rests = |n: Option<Congruence>| match n {
            Some(n) => vec![Some(n)],
            None if !(2..=MAX_RESTS).contains(&modulus) => vec![None],
            None => (0..modulus).map(|r| Congruence::rest(r, modulus, true)).collect(),
        };
        let mut list = Vec::new();
        for low in rests(count.low) {
            for step in rests(count.step) {
                list.push(Count { low, step, ..count });
            }
        }
        list
    }

    /// What the values that are [`followed`](Self::followed) are, iteration by iteration, and one row for what is left after the last.
    pub(super) fn iterations(
        &mut self,
        args: &[ValueId],
        inits: &[Val],
        body: RegionId,
        count: Count,
    ) -> Iterations {
        let outputs = yields(self.module, body);
        let counter = args.first().copied();
        let modulus = counter.map_or(1, |c| self.slice.modulus(c));
        let matters = counter.is_some_and(|c| self.slice.is_relevant(c));
        let trip_count =
            count.trip_count.and_then(Congruence::exact).filter(|&n| n <= MAX_UNROLLED);
        let first = match count.low {
            Some(low) if matters && trip_count.is_some() => Val::Number(low),
            Some(Congruence::Const(n)) => as_rest(Congruence::Const(n), modulus, n >= 0),
            Some(low) => as_rest(low, modulus, true),
            None => Val::Unknown,
        };
        let has_numbers = args.len() > 1 + inits.len();
        let unrolled = matches!(first, Val::Number(Congruence::Const(_))) || has_numbers;
        let mut start = vec![first];
        start.extend(args.iter().skip(1).zip(inits).map(
            |(a, v)| match self.slice.is_relevant(*a) {
                true => v.clone(),
                false => Val::Unknown,
            },
        ));
        let numbers_from = start.len();
        let numbers = args.get(numbers_from..).unwrap_or(&[]);
        start.extend(numbers.iter().map(|&n| match trip_count {
            Some(_) => Val::Number(Congruence::Const(0)),
            None => as_rest(Congruence::Const(0), self.slice.modulus(n), true),
        }));
        loop {
            let mut table: Vec<Vec<Val>> = Vec::new();
            let mut now = start.clone();
            for k in 0..=MAX_ITERATIONS {
                let known = table.iter().position(|row| *row == now);
                let exact = trip_count.filter(|_| unrolled).map(|n| n as usize);
                if exact == Some(k) {
                    table.push(now);
                    let cycle = table.len();
                    return Iterations { table, from: k, cycle };
                }
                if let (Some(from), None) = (known, exact) {
                    let cycle = k - from;
                    // Once more, so that every iteration has come twice.
                    for i in 0..=cycle {
                        table.push(table[from + i % cycle].clone());
                    }
                    return Iterations { table, from, cycle };
                }
                table.push(now.clone());
                self.bind(args, &now);
                let step = count.step.map_or(Val::Unknown, Val::Number);
                let next = match (&now[0], step) {
                    (Val::Number(n), Val::Number(s)) => n.add(s).map_or(Val::Unknown, Val::Number),
                    _ => Val::Unknown,
                };
                let carried = outputs.iter().map(|&v| self.now(v));
                let loose = start.iter().skip(1).map(|v| *v == Val::Unknown);
                let carried = carried.zip(loose).map(|(v, l)| if l { Val::Unknown } else { v });
                let numbers: Vec<Val> = now[numbers_from..].iter().map(Val::successor).collect();
                now = std::iter::once(next).chain(carried).take(numbers_from).collect();
                now.resize(numbers_from, Val::Unknown);
                now.extend(numbers);
                for (i, v) in now.iter_mut().enumerate().skip(1) {
                    // A number that is followed by its rest stays one.
                    if let (Val::Number(Congruence::Residue { modulus, .. }), Val::Number(n)) =
                        (&start[i], &v)
                    {
                        *v = as_rest(*n, *modulus, n.exact().is_none_or(|n| n >= 0));
                    }
                }
            }
            // What never comes again is followed by its rest, or not at all.
            let returns = |i: usize| table.iter().filter(|row| row[i] == now[i]).count() > 1;
            let mut changed = false;
            for (i, first) in start.iter_mut().enumerate().filter(|(i, _)| !returns(*i)) {
                let modulus = args.get(i).map_or(1, |&a| self.slice.modulus(a));
                let rest = match first {
                    Val::Number(Congruence::Const(n)) => {
                        as_rest(Congruence::Const(*n), modulus, *n >= 0)
                    }
                    _ => Val::Unknown,
                };
                changed |= *first != rest;
                *first = rest;
            }
            if !changed {
                start.iter_mut().for_each(|v| *v = Val::Unknown);
            }
        }
    }

    pub(super) fn bind(&mut self, args: &[ValueId], row: &[Val]) {
        for (a, v) in args.iter().zip(row) {
            self.env.insert(*a, v.clone());
        }
    }

    /// What was known of values that a loop makes anew.
    pub(super) fn forget_inside(&mut self, id: NodeId) {
        let module = self.module;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            for &r in module.node_regions(module.node(id)) {
                for &b in &module.region(r).blocks {
                    let block = module.block(b);
                    block.args.iter().for_each(|a| {
                        self.env.remove(a);
                    });
                    for &inner in &block.ops {
                        let node = module.node(inner);
                        module.results(node).for_each(|v| {
                            self.env.remove(&v);
                        });
                        if !module.node_regions(node).is_empty() {
                            open.push(inner);
                        }
                    }
                }
            }
        }
    }

    /// A branch: the side it takes, if that is known, else each.
    pub(super) fn branch(
        &mut self,
        id: NodeId,
        regions: &[RegionId],
        state: AbstractState,
    ) -> AbstractState {
        let module = self.module;
        let node = module.node(id);
        let results: Vec<ValueId> = module.results(node).collect();
        let condition = module.operands(node).first().map(|o| o.value);
        let shared = condition.is_some_and(|c| self.shared.has(c));
        let condition = condition.and_then(|c| self.exact(c));
        self.doubtful |= shared && condition.is_none();
        let taken: Vec<Option<RegionId>> = match (node.is(Scf::If), condition) {
            (true, Some(c)) => vec![regions.get(usize::from(c == 0)).copied()],
            (true, None) if regions.len() < 2 => vec![regions.first().copied(), None],
            _ => regions.iter().map(|&r| Some(r)).collect(),
        };
        let mut ends: Vec<AbstractState> = Vec::new();
        let mut values: Vec<Option<Val>> = vec![None; results.len()];
        for region in taken {
            // Times tell accesses of different branches apart.
            let mut start = state.clone();
            start.time = ends.last().map_or(state.time, |e| e.time);
            let end = match region {
                Some(r) => self.region(r, start),
                None => start,
            };
            let made = region.map_or_else(Vec::new, |r| yields(module, r));
            for (known, v) in values.iter_mut().zip(made) {
                let now = self.now(v);
                *known = Some(known.take().map_or(now.clone(), |k| k.or(now)));
            }
            ends.push(end);
        }
        for (r, v) in results.iter().zip(values) {
            self.env.insert(*r, v.unwrap_or(Val::Unknown));
        }
        self.join(id, ends)
    }
}

/// Whether a loop may end after `k` iterations.
fn may_end(iterations: &Iterations, trip_count: Option<Congruence>, k: usize) -> bool {
    let k = k as i64;
    match trip_count {
        None => true,
        Some(Congruence::Const(n)) if n < iterations.table.len() as i64 => n == k,
        // It has more iterations than are walked: ends count that come after every iteration has come once.
        Some(Congruence::Const(n)) => {
            k >= (iterations.from + iterations.cycle) as i64
                && (n - k) % iterations.cycle as i64 == 0
        }
        // A range may be empty. Early ends count as they are; later ones come back to one of these.
        Some(Congruence::Residue { rest, modulus, .. }) => {
            let period = gcd(modulus, iterations.cycle as i64);
            let is = |m: i64| (rest - k).rem_euclid(m) == 0;
            k == 0 || is(modulus) || k >= iterations.from as i64 && is(period)
        }
    }
}

/// The rest of a number, or nothing.
fn as_rest(n: Congruence, modulus: i64, natural: bool) -> Val {
    let rest = match n {
        Congruence::Const(n) => Congruence::rest(n, modulus, natural),
        Congruence::Residue { rest, modulus: own, natural }
            if modulus > 1 && own % modulus == 0 =>
        {
            Congruence::rest(rest, modulus, natural)
        }
        Congruence::Residue { .. } => None,
    };
    rest.map_or(Val::Unknown, Val::Number)
}
