//! The shards of a campaign: what one process does at a time, under the key of everything that its results depend on.
//!
//! A shard is a run of configurations of one kernel on one target. Its key is made of what the results of the kernel depend
//! on (the *base*) and of its configurations: the same key has the same bytes, whoever made them, so a result that is there
//! need not be made again, and results from several machines are put together by copying files.

use crate::row;
use crate::space::Space;
use pto_isa::Target;
use std::ops::Range;

/// A kernel on a target, with all of its configurations.
#[derive(Clone, Debug)]
pub struct Job {
    /// What its rows call the kernel.
    pub kernel: String,
    /// Where it is timed, run or lowered.
    pub target: Target,
    /// Its parameters.
    pub space: Space,
    /// The numbers of its configurations.
    pub configurations: Vec<u64>,
    /// The key of what results depend on beside a configuration.
    pub base: String,
}

/// A part of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Index into [`Plan::jobs`].
    pub job: usize,
    /// Indices into [`Job::configurations`].
    pub range: Range<usize>,
    /// The name of its file, without its ending.
    pub key: String,
}

/// All shards of a campaign, in the order of its results.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Kernels on targets.
    pub jobs: Vec<Job>,
    /// Their parts.
    pub shards: Vec<Shard>,
}

/// A key of some parts. Their lengths count, so no two lists of parts look the same.
pub fn key<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex()[..32].to_string()
}

impl Plan {
    /// Cuts jobs into shards of this many configurations.
    pub fn new(jobs: Vec<Job>, shard_size: usize) -> Plan {
        let mut shards = Vec::new();
        for (index, job) in jobs.iter().enumerate() {
            let count = job.configurations.len();
            for start in (0..count).step_by(shard_size.max(1)) {
                let range = start..(start + shard_size.max(1)).min(count);
                let configurations = range.clone().map(|i| job.config(i)).collect::<Vec<_>>();
                let parts = configurations.iter().map(|c| c.as_bytes());
                let key = format!("{}-{}", job.base, key(parts));
                shards.push(Shard { job: index, range, key });
            }
        }
        Plan { jobs, shards }
    }

    /// How many configurations there are.
    pub fn configurations(&self) -> usize {
        self.jobs.iter().map(|j| j.configurations.len()).sum()
    }

    /// The `part`-th of `parts` (from 1): every parts-th shard.
    pub fn part(&self, part: u64, parts: u64) -> impl Iterator<Item = &Shard> {
        let mine = move |i: usize| i as u64 % parts == part - 1;
        self.shards.iter().enumerate().filter(move |(i, _)| mine(*i)).map(|(_, s)| s)
    }

    /// Whether a text is a whole result of a shard: one line for each configuration, in order.
    pub fn is_whole(&self, shard: &Shard, text: &str) -> bool {
        let job = &self.jobs[shard.job];
        let mut lines = text.split_inclusive('\n');
        let right = shard.range.clone().all(|i| {
            let line = lines.next().and_then(|l| l.strip_suffix('\n'));
            line.is_some_and(|l| row::config_of(l) == Some(job.config(i).as_str()))
        });
        right && lines.next().is_none()
    }
}

impl Job {
    /// The values of the parameters of its i-th configuration.
    pub fn values(&self, i: usize) -> Vec<i64> {
        self.space.combination(self.configurations[i])
    }

    /// The i-th configuration as its row has it.
    pub fn config(&self, i: usize) -> String {
        row::config(&self.space, &self.values(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;

    fn plan(values: &str, size: usize) -> Plan {
        let mut space = Space::default();
        space.set("n", crate::values::read(values).unwrap());
        let configurations = space.configurations();
        let base = key([&b"x"[..]]);
        Plan::new(
            vec![Job { kernel: "k".into(), target: Target::A5, space, configurations, base }],
            size,
        )
    }

    #[test]
    fn shards_cover_everything_once() {
        let plan = plan("1..10", 4);
        assert_eq!(plan.shards.iter().map(|s| s.range.len()).collect::<Vec<_>>(), [4, 4, 2]);
        let parts: Vec<&Shard> = (1..=2).flat_map(|i| plan.part(i, 2)).collect();
        assert_eq!(parts.len(), 3);
        assert!(plan.shards.iter().all(|s| parts.contains(&s)));
    }

    #[test]
    fn keys_follow_what_results_depend_on() {
        assert_eq!(plan("1..10", 4).shards, plan("1..10", 4).shards);
        assert_ne!(plan("1..10", 4).shards[2].key, plan("1..9", 4).shards[2].key);
        assert_ne!(key([&b"ab"[..], b"c"]), key([&b"a"[..], b"bc"]));
    }

    #[test]
    fn half_a_result_is_none() {
        let plan = plan("1..3", 3);
        let line = |i| row::line(&plan.jobs[0], i, Map::new());
        let whole: String = (0..3).map(line).collect();
        let shard = &plan.shards[0];
        assert!(plan.is_whole(shard, &whole));
        assert!(!plan.is_whole(shard, &whole[..whole.len() - 1]));
        assert!(!plan.is_whole(shard, &format!("{whole}{}", line(0))));
        assert!(!plan.is_whole(shard, &format!("{}{}{}", line(1), line(0), line(2))));
    }
}
