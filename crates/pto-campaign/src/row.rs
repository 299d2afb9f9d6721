//! A line of a result: what came of one configuration, as a JSON object whose first keys say which one it is.

use crate::plan::Job;
use crate::space::Space;
use serde_json::{Map, Value, json};

/// A configuration, as rows have it: `{"tile_m":64,"tile_n":128}`.
pub fn config(space: &Space, values: &[i64]) -> String {
    let named = space.axes.iter().zip(values);
    Value::Object(named.map(|(a, v)| (a.name.clone(), json!(v))).collect()).to_string()
}

/// The line of a job's i-th configuration, with what came of it.
pub fn line(job: &Job, i: usize, outcome: Map<String, Value>) -> String {
    let (kernel, target) = (json!(job.kernel), json!(job.target.name()));
    let rest = Value::Object(outcome).to_string();
    let comma = if rest.len() > 2 { "," } else { "" };
    format!(
        "{{\"config\":{},\"kernel\":{kernel},\"target\":{target}{comma}{}\n",
        job.config(i),
        &rest[1..]
    )
}

/// The configuration of a line.
pub fn config_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("{\"config\":")?;
    // Names are words and values are numbers: the first brace closes it.
    rest.find('}').map(|end| &rest[..=end])
}

/// A row that was read.
#[derive(Clone, Debug)]
pub struct Row {
    /// The values of its parameters, by name.
    pub config: Vec<(String, i64)>,
    /// What the kernel is called.
    pub kernel: String,
    /// Its target.
    pub target: String,
    /// The rest.
    pub outcome: Map<String, Value>,
}

impl Row {
    /// Reads a line.
    pub fn read(line: &str) -> Option<Row> {
        let Value::Object(mut outcome) = serde_json::from_str(line).ok()? else { return None };
        let mut take = |key: &str| outcome.shift_remove(key);
        let Some(Value::Object(config)) = take("config") else { return None };
        let config = config.into_iter().map(|(name, v)| Some((name, v.as_i64()?)));
        let config = config.collect::<Option<Vec<_>>>()?;
        let kernel = take("kernel")?.as_str()?.to_string();
        let target = take("target")?.as_str()?.to_string();
        Some(Row { config, kernel, target, outcome })
    }

    /// A number of the outcome.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.outcome.get(key)?.as_f64()
    }

    /// A text of the outcome.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.outcome.get(key)?.as_str()
    }

    /// Which row it is: the kernel, the target and the configuration.
    pub fn identity(&self) -> String {
        let config = self.config.iter().map(|(name, v)| format!(" {name}={v}"));
        format!("{} {}{}", self.kernel, self.target, config.collect::<String>())
    }
}
