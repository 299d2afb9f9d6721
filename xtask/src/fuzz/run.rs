//! One target under libFuzzer for a while: a finding is noted, and fuzzing goes on.

use super::stats::{Outcome, Stats};
use super::{Folders, cpp_variable};
use pto_fuzz::FuzzTarget;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Findings after which a target is left: more of them are most often the same.
const MOST_FINDINGS: usize = 5;
/// Seconds that one input may take.
const LONGEST_SECONDS: u32 = 20;

pub fn run(target: &FuzzTarget, folders: &Folders, time: Duration) -> Outcome {
    let (start, mut outcome) = (Instant::now(), Outcome::default());
    let artifacts = folders.artifacts(target);
    let mut known = files(&artifacts);
    while outcome.findings.len() < MOST_FINDINGS {
        let left = time.saturating_sub(start.elapsed()).as_secs();
        if left == 0 {
            break;
        }
        let log = folders.target.join(format!("{}.log", target.name));
        match once(target, folders, left, &log) {
            Ok(stats) => outcome.stats.add(stats),
            Err(why) => {
                outcome.fault = Some(why);
                break;
            }
        }
        let now = files(&artifacts);
        let new: Vec<PathBuf> = now.difference(&known).cloned().collect();
        if new.is_empty() {
            // It ended before its time without a finding.
            if time.saturating_sub(start.elapsed()).as_secs() > 1 {
                outcome.fault = Some(format!("it stopped by itself, see {}", log.display()));
            }
            break;
        }
        outcome.findings.extend(new);
        known = now;
    }
    outcome
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|e| Some(e.ok()?.path())).collect()
}

/// Runs libFuzzer until it finds something or the time is over.
fn once(target: &FuzzTarget, folders: &Folders, seconds: u64, log: &Path) -> Result<Stats, String> {
    let fault = |e: std::io::Error| format!("{}: {e}", log.display());
    let file = std::fs::File::create(log).map_err(fault)?;
    let (variable, cpp) = cpp_variable(folders);
    let status = Command::new(folders.binary(target))
        .env(variable, cpp)
        // Leaks are no finding: tables live as long as the process.
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .arg(folders.corpus(target))
        .arg(folders.seeds(target))
        .arg(format!("-dict={}", folders.root.join("fuzz/pto.dict").display()))
        .arg(format!("-artifact_prefix={}/", folders.artifacts(target).display()))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={}", target.max_bytes))
        .arg(format!("-timeout={LONGEST_SECONDS}"))
        .args(["-rss_limit_mb=3000", "-len_control=20", "-print_final_stats=1"])
        .stdout(std::process::Stdio::null())
        .stderr(file)
        .status();
    status.map_err(|e| format!("{}: {e}", folders.binary(target).display()))?;
    let text = std::fs::read(log).map_err(fault)?;
    Ok(Stats::read(&String::from_utf8_lossy(&text)))
}
