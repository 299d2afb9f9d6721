//! Runs a kernel on all its blocks.

use crate::block::BlockMemory;
use crate::core::{Core, RunOptions};
use crate::explore::ScheduleExplorer;
use crate::foresee::{MOST_STEPS, is_foreseeable};
use crate::launch::OpStats;
use crate::launch::{Launch, LaunchArg};
use crate::limits::Clock;
use crate::observe::{Execute, SharedObserver};
use crate::program::{Param, Program};
use crate::schedule::run_cores;
use crate::signal::CoreRole;
use crate::window::{BufferPlace, Windows};
use pto_ir::diag::Diagnostic;
use pto_isa::Space;
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::{Memory, PtrAt};
use pto_kernels::memory::{CoreMemory, GlobalMemory, Rest, Wave};
use pto_kernels::value::SlotValue;
use std::cell::RefCell;

/// Cores that run together, with the memory of each of their blocks.
pub(crate) struct Group<'p, 'g> {
    pub cores: Vec<Core<'p, 'g>>,
    pub memories: Vec<BlockMemory<'g>>,
}

/// What a block did.
#[derive(Default)]
pub(crate) struct BlockReport {
    pub printed: Vec<String>,
    pub stats: Vec<OpStats>,
    /// The contents of tile parameters afterwards; of the first block only.
    pub tiles: Vec<Vec<u8>>,
    pub quirks: u64,
    pub steps: u64,
    pub overran: bool,
}

impl BlockReport {
    /// Adds what a core did, and forgets it there.
    fn take(&mut self, core: &mut Core<'_, '_>) {
        self.steps += core.executed;
        self.printed.append(&mut core.printed);
        self.quirks |= core.quirks.take();
        self.stats.resize(core.stats.len(), OpStats::default());
        for (sum, s) in self.stats.iter_mut().zip(&mut core.stats) {
            let s = std::mem::take(s);
            sum.count += s.count;
            sum.fast += s.fast;
            sum.nanos += s.nanos;
        }
    }
}

/// Whether several threads share the blocks of a launch.
pub(crate) fn is_run_at_once(program: &Program<'_>, launch: &Launch, observed: bool) -> bool {
    let several = launch.threads > 1 && launch.blocks > 1;
    several && !(program.serial_blocks || program.runs_together(launch) || observed)
}

/// Blocks that run at once.
type Blocks<'g, 'b> = Wave<'g, 'b, Vec<BlockReport>, Box<Diagnostic>>;

/// Runs the blocks of a launch.
pub(crate) struct Runner<'a> {
    program: &'a Program<'a>,
    args: &'a [LaunchArg<'a>],
    places: &'a [BufferPlace],
    windows: &'a Windows,
    pub launch: &'a Launch,
    /// Blocks that run together: those that wait for each other do.
    pub at_once: u32,
    clock: Option<Clock<'a>>,
}

impl<'a> Runner<'a> {
    /// Cores over the memory of the first of their blocks, which sees global memory.
    pub fn group<'g>(
        &self,
        first: CoreMemory<'g>,
        observer: Option<&'a dyn SharedObserver>,
    ) -> Group<'a, 'g> {
        let Launch { blocks, limits, stats, reference, .. } = *self.launch;
        let printed_bytes = limits.printed_bytes_of_block(blocks);
        let (steps, clock, addresses) = (limits.steps, self.clock, Some(self.windows));
        let windows = addresses.filter(|_| self.launch.ranks > 1);
        let options =
            RunOptions { steps, printed_bytes, clock, stats, reference, windows, addresses };
        let target = self.program.numerics.target;
        let fresh = || BlockMemory::new(first.another(target));
        let cores = (0..self.at_once)
            .flat_map(|_| self.program.roles)
            .map(|&role| Core::new(self.program, fresh(), role, options, observer))
            .collect();
        let others: Vec<_> = (1..self.at_once).map(|_| fresh()).collect();
        let memories = std::iter::once(BlockMemory::new(first)).chain(others).collect();
        Group { cores, memories }
    }

    /// Runs the blocks of a group, the first of which is `first`.
    fn run(
        &self,
        group: &mut Group<'_, '_>,
        first: u32,
        order: Option<&RefCell<ScheduleExplorer>>,
    ) -> Result<Vec<BlockReport>, Box<Diagnostic>> {
        self.begin(group, first);
        let outcome = match order {
            None => run_cores(&mut group.cores, &mut group.memories),
            Some(order) => order.borrow_mut().run(&mut group.cores, &mut group.memories),
        };
        let reports = self.end(group, first);
        outcome.map(|()| reports)
    }

    /// Tells the cores of a group who they are, and gives them the parameters of the kernel.
    pub fn begin(&self, group: &mut Group<'_, '_>, first: u32) {
        let per_block = self.program.roles.len();
        let blocks = self.launch.blocks;
        for (i, core) in group.cores.iter_mut().enumerate() {
            let block = first + (i / per_block) as u32;
            (core.rank, core.block, core.blocks) = (block / blocks, block % blocks, blocks);
            let memory = &mut group.memories[i / per_block];
            std::mem::swap(&mut core.memory, memory);
            core.memory.be_core(core.role);
            self.program.fill_params(core, self.args, self.places);
            std::mem::swap(&mut core.memory, memory);
        }
    }

    /// What the blocks of a group did; everything is as fresh as new with that.
    pub fn end(&self, group: &mut Group<'_, '_>, first: u32) -> Vec<BlockReport> {
        let per_block = self.program.roles.len();
        let mut reports = Vec::with_capacity(group.memories.len());
        for (cores, memory) in group.cores.chunks_mut(per_block).zip(&mut group.memories) {
            let mut report = BlockReport { overran: memory.take_overran(), ..Default::default() };
            for core in cores {
                report.take(core);
                core.reset();
            }
            if (first as usize + reports.len()).is_multiple_of(self.launch.blocks as usize) {
                memory.be_core(CoreRole::Alone);
                report.tiles = self.program.read_tiles(memory);
            }
            memory.reset();
            reports.push(report);
        }
        reports
    }

    /// Runs all blocks on one thread.
    fn run_in_order(
        &self,
        group: &mut Group<'_, '_>,
        order: Option<&RefCell<ScheduleExplorer>>,
    ) -> Result<Vec<BlockReport>, Box<Diagnostic>> {
        let blocks = self.launch.blocks * self.launch.ranks;
        let firsts = (0..blocks).step_by(self.at_once.max(1) as usize);
        // Sums of atomic stores are rounded in their order.
        let reverses =
            order.is_some_and(|o| o.borrow().reverses_blocks()) && !self.program.serial_blocks;
        let mut list = Vec::with_capacity(blocks as usize);
        if reverses {
            let groups: Vec<_> =
                firsts.rev().map(|b| self.run(group, b, order)).collect::<Result<_, _>>()?;
            list.extend(groups.into_iter().rev().flatten());
        } else {
            for first in firsts {
                list.append(&mut self.run(group, first, order)?);
            }
        }
        Ok(list)
    }

    /// Runs blocks on several threads, each block alone.
    fn run_at_once(&self, gm: &mut GlobalMemory<'_>) -> Result<Vec<BlockReport>, Box<Diagnostic>> {
        let Launch { blocks, threads, .. } = *self.launch;
        let mut list = Vec::with_capacity(blocks as usize);
        // Blocks that get into each other's way do so again: after each wave that was broken off more of them run
        // one after another before the next is tried.
        let mut in_order = 2 * threads;
        let mut foresees = !self.launch.reference && is_foreseeable(self.program);
        while list.len() < blocks as usize {
            let mut wave = Wave::new(&mut *gm, list.len() as u32..blocks);
            if foresees && !self.claim_ahead(&wave) {
                // Those claims are incomplete. The blocks claim as they go.
                foresees = false;
                wave = Wave::new(&mut *gm, list.len() as u32..blocks);
            }
            wave.run(threads, || self.work(&wave));
            let (done, rest) = wave.settle();
            list.extend(done.into_iter().flatten());
            match rest {
                Rest::Nothing => {}
                Rest::Failed(diagnostic) => return Err(diagnostic),
                Rest::From(first) => {
                    assert!(!foresees, "a block has touched what it had not claimed before");
                    let target = self.program.numerics.target;
                    let mut group = self.group(CoreMemory::new(target, &mut *gm), None);
                    for block in (first..blocks).take(in_order) {
                        list.append(&mut self.run(&mut group, block, None)?);
                    }
                    in_order *= 2;
                }
            }
        }
        Ok(list)
    }
}

impl Runner<'_> {
    /// Claims all that the blocks of a wave that are to come will touch; `false` if that is not known or not granted.
    fn claim_ahead(&self, wave: &Blocks<'_, '_>) -> bool {
        let target = self.program.numerics.target;
        let (clock, addresses) = (self.clock, Some(self.windows));
        let options = RunOptions { steps: MOST_STEPS, clock, addresses, ..RunOptions::default() };
        let Some(&role) = self.program.roles.first() else { return false };
        let memory = BlockMemory::new(wave.memory(target));
        let mut core = Core::new(self.program, memory, role, options, None);
        let mut steps = 0;
        (0..self.launch.blocks).all(|block| {
            core.reset();
            (core.block, core.blocks) = (block, self.launch.blocks);
            self.program.fill_params(&mut core, self.args, self.places);
            wave.foresee(&mut core.memory, block);
            let claimed = core.claim_block();
            steps += core.executed;
            claimed.is_some() && steps <= MOST_STEPS
        })
    }

    /// Runs blocks of a wave until none is left.
    fn work(&self, wave: &Blocks<'_, '_>) {
        let mut group = self.group(wave.memory(self.program.numerics.target), None);
        while let Some(block) = wave.begin(&mut group.memories[0]) {
            let outcome = self.run(&mut group, block, None);
            wave.end(&mut group.memories[0], outcome);
        }
    }
}

impl Program<'_> {
    /// Hands what runs blocks, one group after another on one thread, to `use_it`.
    pub(crate) fn with_runner<T>(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        use_it: impl FnOnce(&Runner<'_>, CoreMemory<'_>) -> Result<T, Box<Diagnostic>>,
    ) -> Result<T, Box<Diagnostic>> {
        self.over_buffers(args, launch, (true, false), |gm, args, places| {
            let at_once = if self.runs_together(launch) { launch.blocks * launch.ranks } else { 1 };
            let windows = &Windows::new(places, self.params.len().max(1));
            let runner =
                Runner { program: self, args, places, windows, launch, at_once, clock: None };
            use_it(&runner, CoreMemory::new(self.numerics.target, gm))
        })
    }

    /// Runs all blocks over global memory.
    pub(crate) fn run_blocks(
        &self,
        gm: &mut GlobalMemory<'_>,
        (args, places): (&[LaunchArg], &[BufferPlace]),
        launch: &Launch,
        clock: Option<Clock<'_>>,
        observer: Option<&dyn SharedObserver>,
        order: Option<&RefCell<ScheduleExplorer>>,
    ) -> Result<Vec<BlockReport>, Box<Diagnostic>> {
        let target = self.numerics.target;
        let undefined =
            observer.is_some_and(|w| w.execute() == Execute::Traced { undefined: true });
        let at_once = if self.runs_together(launch) { launch.blocks * launch.ranks } else { 1 };
        let windows = &Windows::new(places, self.params.len().max(1));
        let runner = Runner { program: self, args, places, windows, launch, at_once, clock };
        if is_run_at_once(self, launch, observer.is_some() || order.is_some()) {
            return runner.run_at_once(gm);
        }
        let memory = CoreMemory::new(target, gm);
        let memory = if undefined { memory.with_shadow(target) } else { memory };
        runner.run_in_order(&mut runner.group(memory, observer), order)
    }

    fn fill_params(&self, core: &mut Core<'_, '_>, args: &[LaunchArg], places: &[BufferPlace]) {
        if let Some(slot) = self.core_number {
            let second = core.role == CoreRole::Vector(1);
            core.slots.set_number(slot, second.into());
        }
        let of_rank = core.rank as usize * self.params.len()..;
        let args = args[of_rank.clone()].iter().zip(&places[of_rank]);
        for (&(slot, param), (arg, place)) in self.params.iter().zip(args) {
            match (param, arg) {
                (Param::Buffer(dtype), _) => {
                    let BufferPlace { buffer, addr, .. } = *place;
                    let at = PtrAt { space: Space::Gm, buffer, addr, dtype };
                    core.slots.set(slot, SlotValue::Ptr(at));
                }
                (Param::Number(_), LaunchArg::Number(bits)) => {
                    core.slots.set_number(slot, *bits);
                }
                (Param::Tile(_), LaunchArg::Bytes(_) | LaunchArg::Host(_)) => {
                    let bytes = arg.bytes().unwrap_or_default();
                    let SlotValue::Tile(t) = core.slots[slot as usize] else { continue };
                    let place = core.memory.bytes_mut(t.ty.space, 0, t.addr as i64, t.size_bytes());
                    let Ok(place) = place else { continue };
                    let (rows, cols) = t.valid;
                    let bits = u64::from(t.ty.dtype.bits());
                    for r in 0..rows {
                        for c in 0..cols {
                            let from = (u64::from(r) * u64::from(cols) + u64::from(c)) * bits;
                            let code = get_code(bytes, t.ty.dtype, from);
                            set_code(place, t.ty.dtype, t.bit_offset(r, c), code);
                        }
                    }
                    core.define_tile(&t);
                }
                _ => {}
            }
        }
    }

    fn read_tiles(&self, memory: &CoreMemory<'_>) -> Vec<Vec<u8>> {
        let tiles = self.params.iter().filter(|p| matches!(p.1, Param::Tile(_)));
        tiles
            .map(|&(slot, _)| {
                let SlotValue::Tile(t) = self.initial_values[slot as usize] else {
                    return Vec::new();
                };
                let bytes = memory.bytes(t.ty.space, 0, t.addr as i64, t.size_bytes());
                let Ok(bytes) = bytes else { return Vec::new() };
                let (rows, cols) = t.valid;
                let bits = u64::from(t.ty.dtype.bits());
                let total = (u64::from(rows) * u64::from(cols) * bits).div_ceil(8);
                let mut out = vec![0; total as usize];
                for r in 0..rows {
                    for c in 0..cols {
                        let to = (u64::from(r) * u64::from(cols) + u64::from(c)) * bits;
                        let code = get_code(bytes, t.ty.dtype, t.bit_offset(r, c));
                        set_code(&mut out, t.ty.dtype, to, code);
                    }
                }
                out
            })
            .collect()
    }
}
