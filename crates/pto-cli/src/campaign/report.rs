//! `pto campaign report`: the results as a page and as comma-separated values.

use super::bundle::Bundle;
use super::prepare::Prepared;
use super::store::Store;
use super::{CampaignError, Place};
use crate::arg_error::ArgError;
use crate::output::print;
use crate::outputs::Outputs;
use clap::Args;
use pto_campaign::report::{csv, html};
use pto_campaign::row::Row;

/// What `pto campaign report` is told.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    #[command(flatten)]
    place: Place,
}

/// Writes `report.html` and `results.csv` into the folder of the results.
pub(super) fn report(args: &ReportArgs) -> Result<(), CampaignError> {
    let prepared = Prepared::new(&Bundle::read(&args.place.file)?)?;
    let store = Store::open(&args.place.folder())?;
    let path = store.merge(&prepared.plan)?.map_err(|missing| {
        let message = format!("{missing} of {} shards are missing", prepared.plan.shards.len());
        ArgError::new(message).hint("`pto campaign run` makes them")
    })?;
    let lines = std::fs::read_to_string(&path).map_err(|e| crate::file::describe(&path, &e))?;
    let rows: Vec<Row> = lines.lines().filter_map(Row::read).collect();
    let mut files = Outputs::default();
    let (page, table) = (store.file("report.html"), store.file("results.csv"));
    files.add(&page, &[html(&args.place.file, &rows).as_bytes()])?;
    files.add(&table, &[csv(&rows).as_bytes()])?;
    files.write()?;
    print(&format!("wrote {} and {}\n", page.display(), table.display()));
    Ok(())
}
