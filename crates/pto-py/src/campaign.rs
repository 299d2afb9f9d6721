//! Campaigns, shard by shard: whoever has the texts can make any shard, and gets the same lines.

use crate::document::refuse;
use pto_cli::campaign::{Bundle, CampaignError, Prepared};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

/// The texts of the kernels, for each entry of the campaign file: names and texts.
type Kernels = Vec<Vec<(String, String)>>;

/// A campaign.
#[pyclass(frozen, module = "pto_tools._native")]
pub struct Campaign {
    prepared: Prepared,
}

fn raise(error: CampaignError) -> PyErr {
    match error {
        CampaignError::Usage(e) => PyValueError::new_err(match e.hint {
            Some(hint) => format!("{}: {hint}", e.message),
            None => e.message,
        }),
        CampaignError::Findings(source, found) => refuse(&source, &found),
    }
}

impl Campaign {
    fn shard(&self, index: usize) -> PyResult<&pto_campaign::plan::Shard> {
        let shards = &self.prepared.plan.shards;
        shards.get(index).ok_or_else(|| PyIndexError::new_err("there is no such shard"))
    }
}

#[pymethods]
impl Campaign {
    /// A campaign of texts.
    #[new]
    fn new(py: Python<'_>, name: String, text: String, kernels: Kernels) -> PyResult<Campaign> {
        let bundle = Bundle { name, text, kernels };
        let prepared = py.detach(|| Prepared::new(&bundle)).map_err(raise)?;
        Ok(Campaign { prepared })
    }

    /// The texts of a campaign file and of what it names.
    #[staticmethod]
    fn read(path: &str) -> PyResult<(String, String, Kernels)> {
        let bundle = Bundle::read(path).map_err(raise)?;
        Ok((bundle.name, bundle.text, bundle.kernels))
    }

    /// The key of each shard, and how many configurations it has.
    fn shards(&self) -> Vec<(String, usize)> {
        self.prepared.plan.shards.iter().map(|s| (s.key.clone(), s.range.len())).collect()
    }

    /// The lines of a shard, computed on this thread.
    fn execute(&self, py: Python<'_>, index: usize) -> PyResult<String> {
        let shard = self.shard(index)?;
        Ok(py.detach(|| self.prepared.execute_alone(shard)))
    }

    /// Whether a text is the whole result of a shard.
    fn is_whole(&self, index: usize, text: &str) -> PyResult<bool> {
        Ok(self.prepared.plan.is_whole(self.shard(index)?, text))
    }
}
