//! `pto campaign`: the same work for very many configurations, in shards that survive.

#![allow(
    clippy::result_large_err,
    reason = "a text is refused once, and its finding is what is wanted then"
)]

mod bundle;
mod compare;
mod corpus;
mod distinct;
pub(crate) mod execute;
pub(crate) mod finding;
mod prepare;
mod progress;
mod report;
mod run;
mod store;

pub use bundle::Bundle;
pub use compare::CompareArgs;
pub use corpus::Programs;
pub use prepare::Prepared;
pub use report::ReportArgs;
pub use run::{MergeArgs, RunArgs};

use crate::arg_error::ArgError;
use crate::output::examples;
use crate::source_file::SourceFile;
use clap::{Args, Subcommand, ValueHint};
use pto_ir::diag::Diagnostic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `pto campaign` is told.
#[derive(Args)]
#[command(after_help = examples(&[
    ("everything that is not done yet", "pto campaign run examples/add.toml --out add.results"),
    ("the third of eight parts, for an array of jobs", "pto campaign run examples/add.toml --out part.results --shard 3/8"),
    ("results of several machines together", "pto campaign merge examples/add.toml --out all.results --from add.results part.results"),
    ("a page and a table of them", "pto campaign report examples/add.toml --out add.results"),
    ("what differs between two of them", "pto campaign compare add.results/results.jsonl all.results/results.jsonl"),
]))]
pub struct CampaignArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Do what is not done yet, and put the results together
    Run(RunArgs),
    /// Put results together that were made in several places
    Merge(MergeArgs),
    /// Make a page and a table of the results
    Report(ReportArgs),
    /// Say what differs between two results, for example of two versions of pto
    Compare(CompareArgs),
}

/// The campaign and where its results are.
#[derive(Args, Clone, Debug)]
pub struct Place {
    /// Campaign file
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,
    /// Folder of the results; without it, the name of the file with `.results`
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
}

impl Place {
    fn folder(&self) -> PathBuf {
        let beside = || Path::new(&self.file).with_extension("results");
        self.out.clone().unwrap_or_else(beside)
    }
}

/// Why a campaign cannot go on.
pub enum CampaignError {
    /// The command or a file is wrong.
    Usage(ArgError),
    /// A text is wrong: that of the campaign or of a kernel.
    Findings(Box<SourceFile>, Vec<Diagnostic>),
}

impl From<ArgError> for CampaignError {
    fn from(error: ArgError) -> CampaignError {
        CampaignError::Usage(error)
    }
}

impl CampaignError {
    fn report(self) -> ExitCode {
        match self {
            CampaignError::Usage(e) => e.report(),
            CampaignError::Findings(source, found) => {
                source.show(&found);
                ExitCode::from(1)
            }
        }
    }
}

/// Runs `pto campaign`.
pub fn run(args: &CampaignArgs) -> ExitCode {
    let done = match &args.action {
        Action::Run(args) => run::run(args),
        Action::Merge(args) => run::merge(args),
        Action::Report(args) => report::report(args),
        Action::Compare(args) => return compare::compare(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => e.report(),
    }
}
