//! The folder of results: one immutable file for each shard, under its key, and what is made of them.

use crate::arg_error::ArgError;
use crate::file;
use crate::outputs;
use pto_campaign::plan::{Plan, Shard};
use pto_campaign::row;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of results.
pub struct Store {
    folder: PathBuf,
}

/// Lines that can be used again, by configuration; of one base.
type Lines = HashMap<String, String>;

impl Store {
    /// The folder of this name, made if there is none.
    pub fn open(folder: &Path) -> Result<Store, ArgError> {
        let shards = folder.join("shards");
        fs::create_dir_all(&shards).map_err(|e| file::describe(&shards, &e))?;
        Ok(Store { folder: folder.into() })
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join("shards").join(format!("{key}.jsonl"))
    }

    /// The lines of a shard, if all of them are there.
    pub fn read(&self, plan: &Plan, shard: &Shard) -> Option<String> {
        let text = fs::read_to_string(self.path(&shard.key)).ok()?;
        plan.is_whole(shard, &text).then_some(text)
    }

    /// Writes the lines of a shard: all of them, or nothing.
    pub fn write(&self, shard: &Shard, lines: &str) -> Result<(), ArgError> {
        outputs::write_file(&self.path(&shard.key), &[lines.as_bytes()])
    }

    /// Lines of earlier campaigns with the same kernel, target and tool, for shards that are not there: a parameter that
    /// got more values has old configurations in new shards.
    pub fn earlier_lines(&self, plan: &Plan, missing: &[&Shard]) -> HashMap<String, Lines> {
        let mut wanted: HashMap<String, Lines> = HashMap::new();
        for shard in missing {
            wanted.entry(plan.jobs[shard.job].base.clone()).or_default();
        }
        let Ok(files) = fs::read_dir(self.folder.join("shards")) else { return wanted };
        for file in files.flatten() {
            let name = file.file_name();
            let base = name.to_str().and_then(|n| n.split_once('-')).map(|n| n.0);
            let Some(lines) = base.and_then(|base| wanted.get_mut(base)) else { continue };
            let Ok(text) = fs::read_to_string(file.path()) else { continue };
            for line in text.split_inclusive('\n').filter(|l| l.ends_with("}\n")) {
                if let Some(config) = row::config_of(line) {
                    lines.insert(config.into(), line.into());
                }
            }
        }
        wanted
    }

    /// Copies shards of another folder that this one lacks; how many.
    pub fn take_from(&self, plan: &Plan, other: &Path) -> Result<usize, ArgError> {
        let other = Store { folder: other.into() };
        let mut taken = 0;
        for shard in &plan.shards {
            if self.read(plan, shard).is_none()
                && let Some(lines) = other.read(plan, shard)
            {
                self.write(shard, &lines)?;
                taken += 1;
            }
        }
        Ok(taken)
    }

    /// The results of all shards in one file, in the order of the plan. `Err` says how many are missing.
    pub fn merge(&self, plan: &Plan) -> Result<Result<PathBuf, usize>, ArgError> {
        let lines: Vec<Option<String>> = plan.shards.iter().map(|s| self.read(plan, s)).collect();
        let missing = lines.iter().filter(|l| l.is_none()).count();
        if missing > 0 {
            return Ok(Err(missing));
        }
        let parts: Vec<&[u8]> = lines.iter().flatten().map(|l| l.as_bytes()).collect();
        let path = self.file("results.jsonl");
        outputs::write_file(&path, &parts)?;
        Ok(Ok(path))
    }
}
