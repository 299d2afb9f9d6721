//! Runs a kernel on all its blocks.

use crate::core::{Core, OpStats, RunOptions, declared_valid};
use crate::memory::{CoreMemory, GlobalMemory};
use crate::observe::{Execute, Watching};
use crate::order::Order;
use crate::program::{Param, Program};
use crate::schedule::run_cores;
use crate::signal::CoreRole;
use crate::value::Value;
use pto_ir::diag::Diagnostic;
use pto_isa::rule::count;
use pto_isa::sem::exec::{get_code, set_code};
use pto_isa::sem::{Memory, PtrAt};
use pto_isa::{Space, code};
use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The value of a kernel parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchArg {
    /// The bytes of a buffer, or of a tile's valid region row by row. They are changed by the run.
    Bytes(Vec<u8>),
    /// The code of a number.
    Number(u64),
}

/// How to run a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// Blocks, each with its own number.
    pub blocks: u32,
    /// Threads that share the blocks; the results do not depend on it.
    pub threads: usize,
    /// Bytes behind each buffer that an access may reach, with a warning.
    pub gm_slack: usize,
    /// A block that takes more steps is stopped.
    pub max_steps: Option<u64>,
    /// Measure every instruction.
    pub stats: bool,
    /// Run by the definitions only, without fast kernels.
    pub reference: bool,
}

impl Default for Launch {
    fn default() -> Launch {
        Launch {
            blocks: 1,
            threads: 1,
            gm_slack: 0,
            max_steps: None,
            stats: false,
            reference: false,
        }
    }
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Steps of all blocks: instructions, scalar operations and jumps.
    pub steps: u64,
    /// By instruction name, in the order of the program's first use; empty unless asked for.
    pub ops: Vec<(String, OpStats)>,
    /// What the program printed, block after block.
    pub printed: Vec<String>,
    /// Time of the run alone.
    pub elapsed: Duration,
    /// An access went past the end of a buffer, into the slack.
    pub overran: bool,
    /// Quirks whose two readings differ for something that was executed.
    pub quirks: Vec<&'static str>,
}

/// Cores that run together, with the memory of each of their blocks.
struct Group<'p, 'g> {
    cores: Vec<Core<'p, 'g>>,
    memories: Vec<CoreMemory<'g>>,
}

#[derive(Default)]
struct BlockReport {
    printed: Vec<String>,
    stats: Vec<OpStats>,
    tiles: Vec<Vec<u8>>,
    quirks: u64,
}

impl BlockReport {
    /// Adds what a core did, and forgets it there.
    fn take(&mut self, core: &mut Core<'_, '_>) {
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

impl Program<'_> {
    /// Runs the kernel. `args` are its parameters in order; buffers hold the results afterwards.
    ///
    /// ```
    /// use pto_sim::{Launch, LaunchArg, decode};
    /// use pto_isa::sem::{Numerics, Semantics};
    /// use pto_isa::Target;
    /// let text = "func.func @double(%a: !pto.tile_buf<vec, 1x8xi32>) {
    ///   pto.tadd ins(%a, %a : !pto.tile_buf<vec, 1x8xi32>, !pto.tile_buf<vec, 1x8xi32>)
    ///            outs(%a : !pto.tile_buf<vec, 1x8xi32>)
    ///   return
    /// }";
    /// let (module, _) = pto_ir::parse(text);
    /// let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
    /// let numerics = Numerics::new(Target::A5, Semantics::Manual);
    /// let program = decode(&verified, None, numerics).unwrap();
    /// let bytes: Vec<u8> = (0..8i32).flat_map(i32::to_le_bytes).collect();
    /// let mut args = [LaunchArg::Bytes(bytes)];
    /// program.run(&mut args, &Launch::default()).unwrap();
    /// let LaunchArg::Bytes(bytes) = &args[0] else { unreachable!() };
    /// assert_eq!(bytes[4..8], 2i32.to_le_bytes());
    /// ```
    pub fn run(&self, args: &mut [LaunchArg], launch: &Launch) -> Result<Report, Box<Diagnostic>> {
        self.run_watched(args, launch, None, None)
    }

    /// Runs the kernel while somebody watches; in another order than that of the program, if there is one.
    pub(crate) fn run_watched(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        watch: Option<&dyn Watching>,
        order: Option<&RefCell<Order>>,
    ) -> Result<Report, Box<Diagnostic>> {
        self.check_args(args)?;
        let mut buffers: Vec<Vec<u8>> = Vec::new();
        for (&(_, param), arg) in self.params.iter().zip(args.iter_mut()) {
            if let (Param::Buffer(_), LaunchArg::Bytes(bytes)) = (param, arg) {
                let mut b = std::mem::take(bytes);
                b.resize(b.len() + launch.gm_slack, 0);
                buffers.push(b);
            }
        }
        let gm = GlobalMemory::new(&mut buffers, launch.gm_slack);
        let start = Instant::now();
        let outcome = self.run_blocks(&gm, args, launch, watch, order);
        let elapsed = start.elapsed();
        let overran = gm.overran();
        drop(gm);
        let mut returned = buffers.into_iter();
        for (&(_, param), arg) in self.params.iter().zip(args.iter_mut()) {
            if let (Param::Buffer(_), LaunchArg::Bytes(bytes)) = (param, arg)
                && let Some(mut b) = returned.next()
            {
                b.truncate(b.len() - launch.gm_slack);
                *bytes = b;
            }
        }
        let (steps, blocks) = outcome?;
        let mut report = Report { steps, elapsed, overran, ..Report::default() };
        let quirks = blocks.iter().fold(0, |set, b| set | b.quirks);
        let named = pto_isa::quirk::QUIRKS.iter().enumerate();
        report.quirks = named.filter(|(i, _)| quirks >> i & 1 == 1).map(|(_, q)| q.name).collect();
        for (i, block) in blocks.into_iter().enumerate() {
            report.printed.extend(block.printed);
            self.add_stats(&mut report.ops, &block.stats);
            if i == 0 {
                self.take_tiles(block.tiles, args);
            }
        }
        Ok(report)
    }

    fn check_args(&self, args: &[LaunchArg]) -> Result<(), Box<Diagnostic>> {
        let node = self.module.node(self.entry);
        let fail = |message: String| {
            Err(Box::new(Diagnostic::error(code::KERNEL_ARGUMENT, node.name_span, message)))
        };
        if args.len() != self.params.len() {
            return fail(format!(
                "the kernel has {}, found {}",
                count(self.params.len() as u32, "parameter"),
                count(args.len() as u32, "argument")
            ));
        }
        for (i, (&(_, param), arg)) in self.params.iter().zip(args).enumerate() {
            match (param, arg) {
                (Param::Buffer(_), LaunchArg::Bytes(_))
                | (Param::Number(_), LaunchArg::Number(_)) => {}
                (Param::Tile(t), LaunchArg::Bytes(bytes)) => {
                    let (rows, cols) = declared_valid(&t);
                    let want =
                        (u64::from(rows) * u64::from(cols) * u64::from(t.dtype.bits())).div_ceil(8);
                    if bytes.len() as u64 != want {
                        return fail(format!(
                            "parameter {i} is a tile with {rows}x{cols} valid elements, {want} bytes; {} are given",
                            bytes.len()
                        ));
                    }
                }
                (Param::Number(d), _) => {
                    return fail(format!("parameter {i} is a number of type {d}"));
                }
                (_, LaunchArg::Number(_)) => {
                    return fail(format!("parameter {i} takes a buffer, not a number"));
                }
            }
        }
        Ok(())
    }

    fn run_blocks(
        &self,
        gm: &GlobalMemory,
        args: &[LaunchArg],
        launch: &Launch,
        watch: Option<&dyn Watching>,
        order: Option<&RefCell<Order>>,
    ) -> Result<(u64, Vec<BlockReport>), Box<Diagnostic>> {
        let options = RunOptions {
            max_steps: launch.max_steps,
            stats: launch.stats,
            reference: launch.reference,
        };
        let steps = AtomicU64::new(0);
        let target = self.numerics.target;
        let undefined = watch.is_some_and(|w| w.execute() == Execute::Traced { undefined: true });
        let fresh = || match CoreMemory::new(target, gm) {
            memory if undefined => memory.with_twin(target),
            memory => memory,
        };
        // Blocks that wait for each other run together, others one by one.
        let at_once = if self.together { launch.blocks } else { 1 };
        let make = |watch| Group {
            memories: (0..at_once).map(|_| fresh()).collect(),
            cores: (0..at_once)
                .flat_map(|_| self.roles)
                .map(|&role| Core::new(self, fresh(), role, options, watch))
                .collect(),
        };
        let run = |group: &mut Group<'_, '_>, first: u32, order: Option<&RefCell<Order>>| {
            let per_block = self.roles.len();
            for (i, core) in group.cores.iter_mut().enumerate() {
                let block = first + (i / per_block) as u32;
                (core.block, core.blocks) = (block, launch.blocks);
                let memory = &mut group.memories[i / per_block];
                std::mem::swap(&mut core.memory, memory);
                core.memory.be_core(core.role);
                self.fill_params(core, args);
                std::mem::swap(&mut core.memory, memory);
            }
            let outcome = match order {
                None => run_cores(&mut group.cores, &mut group.memories),
                Some(order) => order.borrow_mut().run(&mut group.cores, &mut group.memories),
            };
            let mut reports = Vec::with_capacity(group.memories.len());
            for (cores, memory) in group.cores.chunks_mut(per_block).zip(&mut group.memories) {
                let mut report = BlockReport::default();
                for core in cores {
                    steps.fetch_add(core.executed, Ordering::Relaxed);
                    report.take(core);
                    core.reset();
                }
                if first == 0 && reports.is_empty() {
                    memory.be_core(CoreRole::Alone);
                    report.tiles = self.read_tiles(memory);
                }
                memory.reset();
                reports.push(report);
            }
            outcome.map(|()| reports)
        };
        let alone = watch.is_some() || order.is_some();
        let sequential = launch.threads <= 1 || launch.blocks <= 1 || self.in_sequence || alone;
        let reports: Vec<Result<Vec<BlockReport>, Box<Diagnostic>>> = if sequential || self.together
        {
            let mut group = make(watch);
            let mut list = Vec::with_capacity(launch.blocks as usize);
            let mut firsts: Vec<u32> =
                (0..launch.blocks).step_by(at_once.max(1) as usize).collect();
            // Sums of atomic stores are rounded in their order.
            let reverses = order.is_some_and(|o| o.borrow().reverses_blocks()) && !self.in_sequence;
            if reverses {
                firsts.reverse();
            }
            for first in firsts {
                let result = run(&mut group, first, order);
                let failed = result.is_err();
                list.push(result);
                if failed {
                    break;
                }
            }
            if reverses {
                list.reverse();
            }
            list
        } else {
            let all = || {
                (0..launch.blocks)
                    .into_par_iter()
                    .map_init(|| make(None), |group, block| run(group, block, None))
                    .collect()
            };
            match rayon::ThreadPoolBuilder::new().num_threads(launch.threads).build() {
                Ok(pool) => pool.install(all),
                Err(_) => all(),
            }
        };
        // The first block that failed is reported, whichever thread was faster.
        let reports = reports.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok((steps.into_inner(), reports.into_iter().flatten().collect()))
    }

    fn fill_params(&self, core: &mut Core<'_, '_>, args: &[LaunchArg]) {
        if let Some(slot) = self.core_number {
            let second = core.role == CoreRole::Vector(1);
            core.slots.set_number(slot, second.into());
        }
        let mut buffer = 0;
        for (&(slot, param), arg) in self.params.iter().zip(args) {
            match (param, arg) {
                (Param::Buffer(dtype), _) => {
                    let at = PtrAt { space: Space::Gm, buffer, addr: 0, dtype };
                    core.slots.set(slot, Value::Ptr(at));
                    buffer += 1;
                }
                (Param::Number(_), LaunchArg::Number(bits)) => {
                    core.slots.set_number(slot, *bits);
                }
                (Param::Tile(_), LaunchArg::Bytes(bytes)) => {
                    let Value::Tile(t) = core.slots[slot as usize] else { continue };
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
                let Value::Tile(t) = self.image[slot as usize] else { return Vec::new() };
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

    fn take_tiles(&self, tiles: Vec<Vec<u8>>, args: &mut [LaunchArg]) {
        let mut tiles = tiles.into_iter();
        for (&(_, param), arg) in self.params.iter().zip(args) {
            if let (Param::Tile(_), LaunchArg::Bytes(bytes)) = (param, arg)
                && let Some(new) = tiles.next()
            {
                *bytes = new;
            }
        }
    }

    fn add_stats(&self, ops: &mut Vec<(String, OpStats)>, stats: &[OpStats]) {
        for (step, s) in self.steps.iter().zip(stats) {
            let name = format!("pto.{}", step.def.printed_name());
            let at = ops.iter().position(|o| o.0 == name).unwrap_or_else(|| {
                ops.push((name, OpStats::default()));
                ops.len() - 1
            });
            let total = &mut ops[at].1;
            total.count += s.count;
            total.fast += s.fast;
            total.nanos += s.nanos;
        }
    }
}
