//! `pto campaign run` and `merge`: the shards that are not there yet, and all of them in one file.

use super::bundle::Bundle;
use super::distinct;
use super::prepare::Prepared;
use super::progress::Progress;
use super::store::Store;
use super::{CampaignError, Place};
use crate::arg_error::ArgError;
use crate::cost::sweep::parse_shard;
use crate::output::{counted, print};
use crate::stop;
use clap::{Args, ValueHint};
use pto_campaign::plan::Shard;
use pto_cost::grouped;
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// What `pto campaign run` is told.
#[derive(Args, Clone, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    place: Place,
    /// Only every N-th shard, starting at the I-th (from 1)
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Threads; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Stop if no configuration is done for N seconds; 0 never stops it
    #[arg(long, value_name = "N", default_value_t = 600, help_heading = crate::limits_arg::LIMITS)]
    max_seconds: u64,
}

/// What `pto campaign merge` is told.
#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    #[command(flatten)]
    place: Place,
    /// Folders with results of the same campaign, from other machines or jobs
    #[arg(long, value_name = "DIR", num_args = 1.., value_hint = ValueHint::DirPath)]
    from: Vec<PathBuf>,
}

/// Does what is not done yet.
pub(super) fn run(args: &RunArgs) -> Result<(), CampaignError> {
    let part = match args.shard.as_deref() {
        None => (1, 1),
        Some(text) => parse_shard(text).ok_or_else(|| {
            let hint = "use I/N with I from 1 to N, e.g. `--shard 3/8`";
            ArgError::new(format!("`--shard {text}` is no part of a whole")).hint(hint)
        })?,
    };
    if let Some(threads) = args.threads {
        // Once for the process; a second pool is never asked for.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    }
    if args.max_seconds > 0 {
        stop::after(Duration::from_secs(args.max_seconds), Duration::ZERO);
    }
    let prepared = Prepared::new(&Bundle::read(&args.place.file)?)?;
    let store = Store::open(&args.place.folder())?;
    let plan = &prepared.plan;
    let mine: Vec<&Shard> = plan.part(part.0, part.1).collect();
    let missing: Vec<&Shard> =
        mine.iter().copied().filter(|s| store.read(plan, s).is_none()).collect();
    stop::alive();
    let reused = make(&prepared, &store, &missing)?;
    let made = missing.len();
    let mut text = format!(
        "{} in {}: {made} made, {} there already\n",
        counted(plan.configurations(), "configuration"),
        counted(mine.len(), "shard"),
        mine.len() - made
    );
    if reused > 0 {
        text.push_str(&format!("{} of earlier campaigns used again\n", counted(reused, "line")));
    }
    match store.merge(plan)? {
        Ok(path) => {
            text.push_str(&format!("results: {}\n", path.display()));
            text.push_str(&distinct::write(&store, &path)?);
        }
        Err(n) => {
            text.push_str(&format!("{} of the campaign still to make\n", counted(n, "shard")))
        }
    }
    print(&text);
    Ok(())
}

/// Makes shards, side by side; how many lines were there from earlier campaigns. Shards that are made when something goes
/// wrong stay.
fn make(prepared: &Prepared, store: &Store, missing: &[&Shard]) -> Result<usize, ArgError> {
    let plan = &prepared.plan;
    let earlier = store.earlier_lines(plan, missing);
    let total: usize = missing.iter().map(|s| s.range.len()).sum();
    let progress = Progress::start(total as u64);
    let none = HashMap::new();
    let alive = || {
        stop::alive();
        progress.count();
    };
    let made = missing.par_iter().map(|shard| {
        let job = &plan.jobs[shard.job];
        let known = earlier.get(&job.base).unwrap_or(&none);
        let (lines, reused) = match known.is_empty() {
            true => (prepared.execute(shard, &alive), 0),
            false => {
                let mut reused = 0;
                let lines = shard.range.clone().map(|i| match known.get(&job.config(i)) {
                    Some(line) => {
                        reused += 1;
                        alive();
                        line.clone()
                    }
                    None => {
                        let line = prepared.line(shard.job, i);
                        alive();
                        line
                    }
                });
                (lines.collect::<String>(), reused)
            }
        };
        store.write(shard, &lines).map(|()| reused)
    });
    let reused = made.try_reduce(|| 0, |a, b| Ok(a + b));
    progress.stop();
    reused.map_err(|e| {
        let hint = "shards that are done stay; the same command goes on from there";
        ArgError { hint: Some(e.hint.unwrap_or_else(|| hint.into())), ..e }
    })
}

/// Puts results together.
pub(super) fn merge(args: &MergeArgs) -> Result<(), CampaignError> {
    let prepared = Prepared::new(&Bundle::read(&args.place.file)?)?;
    let store = Store::open(&args.place.folder())?;
    let mut taken = 0;
    for folder in &args.from {
        taken += store.take_from(&prepared.plan, folder)?;
    }
    match store.merge(&prepared.plan)? {
        Ok(path) => {
            let rows = grouped(prepared.plan.configurations() as u64);
            print(&format!(
                "{} taken\n{rows} rows in {}\n{}",
                counted(taken, "shard"),
                path.display(),
                distinct::write(&store, &path)?
            ));
            Ok(())
        }
        Err(n) => {
            let message =
                format!("{} of {} missing", counted(n, "shard"), prepared.plan.shards.len());
            let hint = "`pto campaign run` makes them; `--from DIR` takes them from elsewhere";
            Err(ArgError::new(message).hint(hint).into())
        }
    }
}
