//! `--blocks` and `--ranks`: how much of a machine a kernel is launched on, the same way in every command.

use clap::Args;
use clap::builder::RangedI64ValueParser;
use pto_sim::{MOST_BLOCKS, MOST_RANKS};

/// How many blocks.
#[derive(Args, Clone, Copy, Debug)]
pub struct BlocksArg {
    /// Blocks to launch, at most 65535
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(MOST_BLOCKS))]
    pub blocks: u32,
}

/// How many blocks, and on how many devices.
#[derive(Args, Clone, Copy, Debug)]
pub struct GridArg {
    #[command(flatten)]
    pub of_one: BlocksArg,
    /// Devices that run the kernel together, each with memory of its own and sight of the others', at most 16. In an
    /// argument `{rank}` is the number of the device, `{ranks}` their count, `{next}` and `{previous}` its neighbours
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = up_to(MOST_RANKS))]
    pub ranks: u32,
}

fn up_to(most: u32) -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(most))
}
