//! Runs a kernel: arguments become global memory and tiles, and are results afterwards.

use crate::core::OpStats;
use crate::explore::ScheduleExplorer;
use crate::launch::{Launch, LaunchArg, Report};
use crate::observe::SharedObserver;
use crate::program::{Param, Program, declared_valid};
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use pto_isa::rule::count;
use pto_kernels::memory::GlobalMemory;
use std::cell::RefCell;
use std::time::Instant;

impl Program<'_> {
    /// Runs the kernel. `args` are its parameters in order; buffers hold the results afterwards. After a failure they are
    /// empty: how far blocks after the one that failed have come differs from run to run.
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
        self.check_args(args)?;
        let mut buffers: Vec<Vec<u8>> = Vec::new();
        for (&(_, param), arg) in self.params.iter().zip(args.iter_mut()) {
            if let (Param::Buffer(_), LaunchArg::Bytes(bytes)) = (param, arg) {
                let mut b = std::mem::take(bytes);
                b.resize(b.len() + launch.gm_slack, 0);
                buffers.push(b);
            }
        }
        let mut gm = GlobalMemory::new(&mut buffers, launch.gm_slack);
        let start = Instant::now();
        let outcome = self.run_blocks(&mut gm, args, launch, observer, order);
        let elapsed = start.elapsed();
        drop(gm);
        let blocks = outcome?;
        let mut returned = buffers.into_iter();
        for (&(_, param), arg) in self.params.iter().zip(args.iter_mut()) {
            if let (Param::Buffer(_), LaunchArg::Bytes(bytes)) = (param, arg)
                && let Some(mut b) = returned.next()
            {
                b.truncate(b.len() - launch.gm_slack);
                *bytes = b;
            }
        }
        let mut report = Report { elapsed, ..Report::default() };
        report.steps = blocks.iter().map(|b| b.steps).sum();
        report.overran = blocks.iter().any(|b| b.overran);
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
