//! `pto campaign compare`: what differs between two results.

use crate::output::print;
use crate::source_file::SourceFile;
use clap::{Args, ValueHint};
use pto_campaign::compare::compare as compare_rows;
use pto_campaign::row::Row;
use std::process::ExitCode;

/// What `pto campaign compare` is told.
#[derive(Args, Clone, Debug)]
pub struct CompareArgs {
    /// Results of before, `results.jsonl`
    #[arg(value_hint = ValueHint::FilePath)]
    old: String,
    /// Results of after
    #[arg(value_hint = ValueHint::FilePath)]
    new: String,
    /// Cycles that differ by less than N percent are the same
    #[arg(long, value_name = "N", default_value_t = 0.0)]
    tolerance: f64,
}

/// Prints what differs; exit code 1 if something does.
pub(super) fn compare(args: &CompareArgs) -> ExitCode {
    let read = |path: &str| -> Result<Vec<Row>, crate::arg_error::ArgError> {
        let text = SourceFile::read(path)?.text;
        Ok(text.lines().filter_map(Row::read).collect())
    };
    let (old, new) = match (read(&args.old), read(&args.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(e), _) | (_, Err(e)) => return e.report(),
    };
    let changes = compare_rows(&old, &new, args.tolerance / 100.0);
    print(&changes.to_string());
    ExitCode::from(u8::from(!changes.is_empty()))
}
