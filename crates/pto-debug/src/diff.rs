//! Two runs side by side: the first instruction whose values differ.
//!
//! Steps are aligned by the longest common sequence of what they do (instruction, shape and type of what it writes, by block and
//! core), not by their lines: a text may have been changed in between. Values of steps that are aligned are compared.

use crate::look::written;
use crate::moment::Moment;
use pto_ir::Module;
use pto_ir::diag::Diagnostic;
use pto_isa::format::decode;
use pto_isa::sem::{Arg, Grid, Trap};
use pto_sim::{
    CoreState, Execute, InstrumentedProgram, Launch, LaunchArg, Observer, TraceKind, TraceRecord,
    too_many_kept,
};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// What a step of a run wrote.
pub struct Trail {
    /// When.
    pub when: Moment,
    /// The name of the first value it wrote.
    pub name: String,
    /// What it does: the same for steps that may be compared.
    pub key: u64,
    /// The values.
    pub values: Vec<Grid>,
}

/// The first difference of two runs.
#[derive(Clone, Debug)]
pub struct RunDifference {
    /// When, in both runs.
    pub when: (Moment, Moment),
    /// The name of the value, in both runs.
    pub name: (String, String),
    /// Row and column of the first element that differs, and what it is in both runs.
    pub first: (u32, u32, f64, f64),
    /// Elements that differ, of this many.
    pub count: (usize, usize),
    /// The largest difference.
    pub most: f64,
}

/// What two runs have in common.
#[derive(Clone, Debug, Default)]
pub struct RunsCompared {
    /// Steps that wrote values, in each run.
    pub steps: (usize, usize),
    /// Steps that were aligned.
    pub aligned: usize,
    /// The first aligned step whose values differ.
    pub difference: Option<RunDifference>,
    /// The first step of each run that the other does not have.
    pub only: (Option<Moment>, Option<Moment>),
}

/// Runs a kernel and keeps what its instructions write.
pub fn trail(
    program: &InstrumentedProgram<'_>,
    args: &mut [LaunchArg],
    launch: &Launch,
) -> Result<Vec<Trail>, Box<Diagnostic>> {
    let most = launch.limits.kept_instructions;
    let mut keeper = Keeper { module: program.module(), list: Vec::new(), most };
    program.run(args, launch, Execute::All, &mut keeper)?;
    Ok(keeper.list)
}

struct Keeper<'m> {
    module: &'m Module,
    list: Vec<Trail>,
    most: u64,
}

impl Observer for Keeper<'_> {
    fn on_record(&mut self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        Ok(())
    }

    fn on_done(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        if record.kind != TraceKind::Step {
            return Ok(());
        }
        let mut values = Vec::new();
        let mut name = String::new();
        for id in written(self.module, record.node) {
            if let Some(Arg::Tile(t)) = core.value_of(id)
                && let Some(grid) = core.tile(&t)
            {
                if name.is_empty() {
                    name = self.module.sym(self.module.value(id).name).to_string();
                }
                values.push(grid);
            }
        }
        if values.is_empty() {
            return Ok(());
        }
        if self.list.len() as u64 >= self.most {
            return Err(too_many_kept(self.most));
        }
        let when = Moment::of(self.module, record, core);
        let mut hasher = FxHasher::default();
        (record.def.name, when.core).hash(&mut hasher);
        for grid in &values {
            (grid.rows, grid.cols, grid.dtype.to_string()).hash(&mut hasher);
        }
        self.list.push(Trail { when, name, key: hasher.finish(), values });
        Ok(())
    }
}

/// Compares two runs by what their instructions wrote.
pub fn compare_runs(a: &[Trail], b: &[Trail]) -> RunsCompared {
    let pairs = align(a, b);
    let mut compared =
        RunsCompared { steps: (a.len(), b.len()), aligned: pairs.len(), ..RunsCompared::default() };
    let first_gap = |len: usize, taken: &mut dyn Iterator<Item = usize>| {
        let mut want = 0;
        for i in taken {
            if i != want {
                break;
            }
            want += 1;
        }
        (want < len).then_some(want)
    };
    compared.only = (
        first_gap(a.len(), &mut pairs.iter().map(|p| p.0)).map(|i| a[i].when.clone()),
        first_gap(b.len(), &mut pairs.iter().map(|p| p.1)).map(|i| b[i].when.clone()),
    );
    compared.difference = pairs.iter().find_map(|&(i, j)| difference(&a[i], &b[j]));
    compared
}

fn difference(a: &Trail, b: &Trail) -> Option<RunDifference> {
    let (left, right) = a.values.iter().zip(&b.values).find(|(x, y)| x.codes() != y.codes())?;
    let value = |grid: &Grid, i: usize| decode(grid.dtype, grid.codes()[i]);
    let differ: Vec<usize> =
        (0..left.codes().len()).filter(|&i| left.codes()[i] != right.codes()[i]).collect();
    let &first = differ.first()?;
    let most = differ.iter().map(|&i| (value(left, i) - value(right, i)).abs()).fold(0.0, f64::max);
    let (row, col) = (first as u32 / left.cols.max(1), first as u32 % left.cols.max(1));
    Some(RunDifference {
        when: (a.when.clone(), b.when.clone()),
        name: (a.name.clone(), b.name.clone()),
        first: (row, col, value(left, first), value(right, first)),
        count: (differ.len(), left.codes().len()),
        most,
    })
}

/// Pairs of steps that do the same, in order: by the patience of unique keys where lists are long, else the longest common
/// sequence.
fn align(a: &[Trail], b: &[Trail]) -> Vec<(usize, usize)> {
    let same = |i: usize, j: usize| a[i].key == b[j].key;
    // What is the same at both ends needs no search.
    let head = (0..a.len().min(b.len())).take_while(|&i| same(i, i)).count();
    let rest = a.len().min(b.len()) - head;
    let tail = (0..rest).take_while(|&i| same(a.len() - 1 - i, b.len() - 1 - i)).count();
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|i| (i, i)).collect();
    let (n, m) = (a.len() - head - tail, b.len() - head - tail);
    const MOST_CELLS: usize = 16 << 20;
    if n * m <= MOST_CELLS {
        let mut best = vec![0u32; (n + 1) * (m + 1)];
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                best[i * (m + 1) + j] = match same(head + i, head + j) {
                    true => best[(i + 1) * (m + 1) + j + 1] + 1,
                    false => best[(i + 1) * (m + 1) + j].max(best[i * (m + 1) + j + 1]),
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < n && j < m {
            if same(head + i, head + j) {
                pairs.push((head + i, head + j));
                (i, j) = (i + 1, j + 1);
            } else if best[(i + 1) * (m + 1) + j] >= best[i * (m + 1) + j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }
    pairs.extend((0..tail).rev().map(|i| (a.len() - 1 - i, b.len() - 1 - i)));
    pairs
}
