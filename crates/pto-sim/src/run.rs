//! Runs a kernel: arguments become global memory and tiles, and are results afterwards.

use crate::clock::Moment;
use crate::explore::ScheduleExplorer;
use crate::launch::{Launch, LaunchArg, MOST_BLOCKS, OpStats, Report};
use crate::limits::within;
use crate::observe::{Execute, SharedObserver};
use crate::program::{Param, Program, declared_valid};
use crate::window::{BufferPlace, MOST_RANKS};
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use pto_isa::rule::count;
use pto_kernels::memory::{GlobalMemory, HostBuffer};
use std::cell::RefCell;

impl Program<'_> {
    /// Runs the kernel. `args` are its parameters in order, those of one device after those of the other; buffers hold the results afterwards. After a failure they are
    /// empty: how far blocks after the one that failed have come differs from run to run. Memory of the caller
    /// ([`LaunchArg::Host`]) then holds what had been stored by then.
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
        self.run_observed(args, launch, None, None)
    }

    /// Runs the kernel, observed if there is an observer; in another order than that of the program, if there is one.
    pub(crate) fn run_observed(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        observer: Option<&dyn SharedObserver>,
        order: Option<&RefCell<ScheduleExplorer>>,
    ) -> Result<Report, Box<Diagnostic>> {
        let shadowed = observer.is_some_and(|w| w.execute() == Execute::Traced { undefined: true });
        let watched = (observer.is_some() || order.is_some(), shadowed);
        let (blocks, elapsed) = self.over_buffers(args, launch, watched, |gm, args, places| {
            within(launch.limits.time, |clock| {
                let start = Moment::now();
                let outcome = self.run_blocks(gm, (args, places), launch, clock, observer, order);
                outcome.map(|blocks| (blocks, start.elapsed()))
            })
        })?;
        let mut report = Report { elapsed, ..Report::default() };
        report.steps = blocks.iter().map(|b| b.steps).sum();
        report.overran = blocks.iter().any(|b| b.overran);
        let quirks = blocks.iter().fold(0, |set, b| set | b.quirks);
        let named = pto_isa::quirk::QUIRKS.iter().enumerate();
        report.quirks = named.filter(|(i, _)| quirks >> i & 1 == 1).map(|(_, q)| q.name).collect();
        let of_rank = args.chunks_mut(self.params.len().max(1));
        let mut of_rank = of_rank.chain(std::iter::repeat_with(Default::default));
        for (i, block) in blocks.into_iter().enumerate() {
            report.printed.extend(block.printed);
            self.add_stats(&mut report.ops, &block.stats);
            if i % launch.blocks.max(1) as usize == 0
                && let Some(args) = of_rank.next()
            {
                self.take_tiles(block.tiles, args);
            }
        }
        Ok(report)
    }

    /// Lays global memory over the buffers among the arguments, hands it to `use_it`, and gives the buffers back if that
    /// goes well. `watched`: whether one thread runs all blocks, and whether memories have shadows.
    pub(crate) fn over_buffers<T>(
        &self,
        args: &mut [LaunchArg],
        launch: &Launch,
        (one_thread, shadowed): (bool, bool),
        use_it: impl FnOnce(
            &mut GlobalMemory<'_>,
            &[LaunchArg],
            &[BufferPlace],
        ) -> Result<T, Box<Diagnostic>>,
    ) -> Result<T, Box<Diagnostic>> {
        self.check_args(args, launch)?;
        self.check_memory(args, launch, one_thread, shadowed)?;
        let places = self.places_of(args);
        let slack_bytes = launch.gm_slack;
        let mut taken: Vec<LaunchArg<'_>> = Vec::new();
        for (arg, _) in args.iter_mut().zip(&places).filter(|a| a.1.is_own) {
            let mut arg = std::mem::replace(arg, LaunchArg::Bytes(Vec::new()));
            if let LaunchArg::Bytes(bytes) = &mut arg {
                bytes.resize(bytes.len() + slack_bytes, 0);
            }
            taken.push(arg);
        }
        let mut buffers: Vec<HostBuffer<'_>> =
            taken.iter_mut().filter_map(|arg| arg.as_buffer(slack_bytes)).collect();
        let mut gm = GlobalMemory::of(&mut buffers);
        let outcome = use_it(&mut gm, args, &places);
        drop(gm);
        let outcome = outcome?;
        let own = args.iter_mut().zip(&places).filter(|a| a.1.is_own).map(|a| a.0);
        for (arg, mut back) in own.zip(taken) {
            if let LaunchArg::Bytes(bytes) = &mut back {
                bytes.truncate(bytes.len() - slack_bytes);
            }
            *arg = back;
        }
        Ok(outcome)
    }

    /// The device that has each buffer of global memory, by the number that observers are told
    /// ([`MemoryId::Global`](crate::MemoryId::Global)).
    pub fn ranks_of_buffers(&self, args: &[LaunchArg]) -> Vec<u32> {
        let of_rank = self.params.len().max(1);
        let places = self.places_of(args);
        let own = places.iter().enumerate().filter(|p| p.1.is_own);
        own.map(|(i, _)| (i / of_rank) as u32).collect()
    }

    /// The buffer of global memory that each argument points to, by the number that observers are told, and from which byte
    /// on; none for numbers and tiles.
    pub fn buffer_of_args(&self, args: &[LaunchArg]) -> Vec<Option<(u32, i64)>> {
        let places = self.places_of(args);
        let places = self.params.iter().cycle().zip(places);
        places.map(|((_, param), p)| param.is_buffer().then_some((p.buffer, p.addr))).collect()
    }

    /// Where each parameter points to.
    pub(crate) fn places_of(&self, args: &[LaunchArg]) -> Vec<BufferPlace> {
        let mut buffers = 0;
        let own = self.params.iter().cycle().zip(args).map(|(&(_, param), arg)| {
            let is_own = param.is_buffer() && !matches!(arg, LaunchArg::Within { .. });
            let buffer = buffers;
            buffers += u32::from(is_own);
            BufferPlace { buffer, addr: 0, is_own }
        });
        let own: Vec<BufferPlace> = own.collect();
        let place = |(i, arg): (usize, &LaunchArg)| match arg {
            LaunchArg::Within { arg, offset_bytes } => {
                let buffer = own.get(*arg).map_or(0, |place| place.buffer);
                BufferPlace { buffer, addr: *offset_bytes as i64, is_own: false }
            }
            _ => own[i],
        };
        args.iter().enumerate().map(place).collect()
    }

    fn check_args(&self, args: &[LaunchArg], launch: &Launch) -> Result<(), Box<Diagnostic>> {
        let node = self.module.node(self.entry);
        let fail = |message: String| {
            Err(Box::new(Diagnostic::error(code::KERNEL_ARGUMENT, node.name_span, message)))
        };
        if !(1..=MOST_RANKS).contains(&launch.ranks) {
            let message = format!("a launch has 1 to {MOST_RANKS} ranks, found {}", launch.ranks);
            return fail(message);
        }
        if !(1..=MOST_BLOCKS).contains(&launch.blocks) {
            let message =
                format!("a launch has 1 to {MOST_BLOCKS} blocks, found {}", launch.blocks);
            return fail(message);
        }
        if args.len() != self.params.len() * launch.ranks as usize {
            let on = match launch.ranks {
                1 => String::new(),
                ranks => format!(" on each of {ranks} ranks"),
            };
            return fail(format!(
                "the kernel has {}{on}, found {}",
                count(self.params.len() as u32, "parameter"),
                count(args.len() as u32, "argument")
            ));
        }
        for (i, (&(_, param), arg)) in self.params.iter().cycle().zip(args).enumerate() {
            match (param, arg) {
                (Param::Buffer(_), LaunchArg::Bytes(_) | LaunchArg::Host(_))
                | (Param::Number(_), LaunchArg::Number(_)) => {}
                (Param::Buffer(_), LaunchArg::Within { arg, offset_bytes }) => {
                    let param = self.params.get(*arg % self.params.len().max(1));
                    let whole = args.get(*arg).filter(|_| param.is_some_and(|p| p.1.is_buffer()));
                    let bytes = whole.and_then(LaunchArg::bytes);
                    if bytes.is_none_or(|b| *offset_bytes > b.len()) {
                        return fail(format!(
                            "parameter {i} begins at byte {offset_bytes} of argument {arg}, which is no buffer of that size"
                        ));
                    }
                }
                (Param::Tile(t), LaunchArg::Bytes(_) | LaunchArg::Host(_)) => {
                    let (rows, cols) = declared_valid(&t);
                    let want =
                        (u64::from(rows) * u64::from(cols) * u64::from(t.dtype.bits())).div_ceil(8);
                    let given = arg.bytes().unwrap_or_default().len();
                    if given as u64 != want {
                        return fail(format!(
                            "parameter {i} is a tile with {rows}x{cols} valid elements, {want} bytes; {given} are given",
                        ));
                    }
                }
                (Param::Tile(_), LaunchArg::Within { .. }) => {
                    return fail(format!("parameter {i} is a tile, which shares no memory"));
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

    fn take_tiles(&self, tiles: Vec<Vec<u8>>, args: &mut [LaunchArg]) {
        let params = self.params.iter().zip(args).filter(|(p, _)| matches!(p.1, Param::Tile(_)));
        for ((_, arg), new) in params.zip(tiles) {
            if let Some(bytes) = arg.bytes_mut().filter(|b| b.len() == new.len()) {
                bytes.copy_from_slice(&new);
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
