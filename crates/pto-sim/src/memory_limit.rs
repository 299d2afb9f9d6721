//! What a launch needs of memory, known before any of it is made.

use crate::blocks::is_run_at_once;
use crate::core::Core;
use crate::launch::{Launch, LaunchArg};
use crate::limits::size_text;
use crate::program::Program;
use pto_ir::diag::Diagnostic;
use pto_isa::{Space, code};

impl Program<'_> {
    /// Refuses a launch that needs more memory than it may take, before any of it is made.
    pub(crate) fn check_memory(
        &self,
        args: &[LaunchArg],
        launch: &Launch,
        observed: bool,
        shadowed: bool,
    ) -> Result<(), Box<Diagnostic>> {
        let buffers = args.iter().map(|a| match a {
            LaunchArg::Bytes(bytes) => bytes.len() as u64 + launch.gm_slack as u64,
            // Memory of the caller is there already.
            LaunchArg::Number(_) | LaunchArg::Host(_) | LaunchArg::Within { .. } => 0,
        });
        let buffers: u64 = buffers.fold(0, u64::saturating_add);
        let threads = match is_run_at_once(self, launch, observed) {
            true => launch.threads as u64,
            false => 1,
        };
        let blocks = u64::from(launch.blocks).saturating_mul(launch.ranks.into());
        let together = if self.runs_together(launch) { blocks } else { threads };
        let together = together.min(blocks);
        let of_block = self.block_bytes() * (1 + u64::from(shadowed));
        let needed = of_block.saturating_mul(together).saturating_add(buffers);
        if needed <= launch.limits.memory_bytes {
            return Ok(());
        }
        let message = format!(
            "the run needs {} and may take {}",
            size_text(needed),
            size_text(launch.limits.memory_bytes)
        );
        let node = self.module.node(self.entry);
        let d = Diagnostic::error(code::TOO_MUCH_MEMORY, node.name_span, message)
            .help("`--max-memory SIZE` sets the limit")
            .note(format!("its buffers are {}", size_text(buffers)))
            .note(format!("blocks that run at once: {together}, each of {}", size_text(of_block)));
        Err(Box::new(d))
    }

    /// Bytes of the memories, registers and local numbers of a block.
    fn block_bytes(&self) -> u64 {
        let memories = self.numerics.target.def().memories;
        let local = memories.iter().filter(|m| m.space != Space::Gm);
        let second_ub = memories.iter().filter(|m| m.space == Space::Vec && self.roles.len() > 1);
        let memories: u64 = local.chain(second_ub).map(|m| m.bytes).sum();
        let numbers = (self.local_cells + self.initial_values.len() as u64) * 8;
        let of_core =
            u64::from(self.register_bytes) + numbers + std::mem::size_of::<Core<'_, '_>>() as u64;
        memories + of_core * self.roles.len() as u64
    }
}
