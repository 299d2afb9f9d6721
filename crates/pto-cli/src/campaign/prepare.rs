//! From the texts of a campaign to its plan: what there is to do, and under which keys.

use super::CampaignError;
use super::bundle::Bundle;
use super::execute::{Kernel, Subject};
use crate::source_file::SourceFile;
use crate::version;
use pto_campaign::campaign::{Campaign, Fuzz, Kernels, Param, Step, Text};
use pto_campaign::plan::{Job, Plan, Shard, key};
use pto_campaign::row;
use pto_campaign::space::Space;
use pto_campaign::template::Template;
use pto_cost::CostData;
use pto_ir::diag::Diagnostic;
use pto_isa::{Target, code};
use pto_smith::Kind;
use rayon::prelude::*;
use std::sync::Arc;

/// A campaign that can be executed.
pub struct Prepared {
    /// Its shards.
    pub plan: Plan,
    /// What each job of the plan is about.
    subjects: Vec<Arc<Subject>>,
}

/// What rows look like: another number is another key.
const FORM: &str = "rows 1";

impl Prepared {
    /// Reads the texts of a campaign.
    pub fn new(bundle: &Bundle) -> Result<Prepared, CampaignError> {
        let refuse = |found: Vec<Diagnostic>| {
            let source = SourceFile::new(bundle.name.as_str(), bundle.text.clone());
            CampaignError::Findings(Box::new(source), found)
        };
        let campaign = Campaign::read(&bundle.text).map_err(|d| refuse(vec![d]))?;
        if campaign.steps.contains(&Step::Cost) {
            let lacks = |t: &&Target| t.def().device.and_then(|d| d.cost_tables).is_none();
            if let Some(t) = campaign.targets.iter().find(lacks) {
                let message = format!("no cycles of {t} are known");
                let at = pto_ir::Span::new(0, 0);
                let d = Diagnostic::error(code::CAMPAIGN, at, message);
                return Err(refuse(vec![d.help("`cost` is for a2a3 and a5")]));
            }
        }
        let tool = tool_key();
        let (mut jobs, mut subjects) = (Vec::new(), Vec::new());
        let mut push = |subject: Subject, name: &str, space: Space, settings: &str| {
            let configurations = space.configurations();
            let derived = space.derived.iter().map(|(name, e)| format!("{name} = {e}\n"));
            let derived = derived.collect::<String>();
            let parts = [
                tool.as_str(),
                subject.target.name(),
                settings,
                &derived,
                subject.kernel.as_ref().map_or("", |k| &k.source.text),
            ];
            let base = key(parts.map(str::as_bytes));
            let (kernel, target) = (name.to_string(), subject.target);
            jobs.push(Job { kernel, target, space, configurations, base });
            subjects.push(Arc::new(subject));
        };
        let shared =
            format!("{:?} {:?} {}", campaign.steps, campaign.bounds, campaign.documented_model);
        for (entry, texts) in campaign.kernels.iter().zip(&bundle.kernels) {
            let args: Vec<&str> = entry.args.iter().map(|a| a.text.as_str()).collect();
            let blocks = entry.blocks.as_ref().map(ToString::to_string);
            let settings = format!("{shared} {:?} {blocks:?} {args:?}", entry.entry);
            for (name, text) in texts {
                let source = SourceFile::new(name.as_str(), text.clone());
                let template = match Template::read(text) {
                    Ok(template) => template,
                    Err(found) => return Err(CampaignError::Findings(Box::new(source), found)),
                };
                let space = space_of(&template, entry).map_err(|d| refuse(vec![d]))?;
                for &target in &campaign.targets {
                    let source = SourceFile::new(name.as_str(), text.clone());
                    let kernel = Kernel::new(source, template.clone(), entry, target);
                    let subject = Subject::of_kernel(&campaign, kernel, target);
                    subject.check(&space).map_err(|d| refuse(vec![d]))?;
                    push(subject, name, space.clone(), &settings);
                }
            }
        }
        if let Some(fuzz) = &campaign.fuzz {
            let kinds = kinds_of(fuzz).map_err(|d| refuse(vec![d]))?;
            let mut space = Space::default();
            space.set("seed", fuzz.seeds.clone());
            for kind in kinds {
                for &target in campaign.targets.iter().filter(|t| kind.is_for(**t)) {
                    let (subject, size) =
                        (Subject::of_programs(&campaign, kind, target), fuzz.size);
                    let settings = format!("{shared} {kind:?} {size}");
                    push(subject, &format!("smith:{}", kind.name()), space.clone(), &settings);
                }
            }
        }
        Ok(Prepared { plan: Plan::new(jobs, campaign.shard_size), subjects })
    }

    /// The lines of a shard, on all threads. `alive` is called after each configuration.
    pub fn execute(&self, shard: &Shard, alive: &(dyn Fn() + Sync)) -> String {
        let one = |i: usize| {
            let line = self.line(shard.job, i);
            alive();
            line
        };
        shard.range.clone().into_par_iter().map(one).collect::<Vec<String>>().concat()
    }

    /// The same on the thread of the caller, for who has one core.
    pub fn execute_alone(&self, shard: &Shard) -> String {
        shard.range.clone().map(|i| self.line(shard.job, i)).collect()
    }

    /// The line of the i-th configuration of a job.
    pub fn line(&self, job: usize, i: usize) -> String {
        let (subject, job) = (&self.subjects[job], &self.plan.jobs[job]);
        row::line(job, i, subject.outcome(&job.space, &job.values(i)))
    }
}

/// The kinds of programs that are asked for; all of them if none is.
fn kinds_of(fuzz: &Fuzz) -> Result<Vec<Kind>, Diagnostic> {
    if fuzz.kinds.is_empty() {
        return Ok(Kind::ALL.map(|k| k.1).to_vec());
    }
    let one = |word: &Text| {
        Kind::parse(&word.text).ok_or_else(|| {
            let message = format!("there are no programs of kind `{}`", word.text);
            let names = Kind::ALL.map(|k| k.0).join(", ");
            Diagnostic::error(code::CAMPAIGN, word.span, message).help(format!("use {names}"))
        })
    };
    fuzz.kinds.iter().map(one).collect()
}

/// The key of everything that belongs to the tool: its version, the instruction table, the numbers of the cost models.
fn tool_key() -> String {
    let table = version::fingerprint().to_le_bytes();
    let parts = [FORM.as_bytes(), env!("CARGO_PKG_VERSION").as_bytes(), &table];
    let data = CostData::builtin_texts().iter().map(|text| text.as_bytes());
    key(parts.into_iter().chain(data))
}

/// The parameters of a kernel: those of its text, changed and completed by those of the campaign.
fn space_of(template: &Template, entry: &Kernels) -> Result<Space, Diagnostic> {
    let mut space = template.space().clone();
    for (name, param) in &entry.params {
        match param {
            Param::Values(values) => space.set(&name.text, values.clone()),
            Param::Derived(expr) => {
                space.axes.retain(|a| a.name != name.text);
                space.derived.retain(|d| d.0 != name.text);
                space.derived.push((name.text.clone(), expr.clone()));
            }
        }
    }
    space.conditions.extend(entry.conditions.iter().cloned());
    let exprs = space.conditions.iter().chain(space.derived.iter().map(|d| &d.1));
    let mut unknown = None;
    for expr in exprs.chain(&entry.blocks) {
        expr.names(&mut |name, span| {
            if !space.knows(name) {
                unknown.get_or_insert((name.to_string(), span));
            }
        });
    }
    if let Some((name, span)) = unknown {
        let message = format!("there is no parameter `{name}`");
        return Err(Diagnostic::error(code::CAMPAIGN, span, message));
    }
    if space.combinations().is_none() {
        let most = pto_campaign::values::MOST_CONFIGURATIONS;
        let span = entry.params.first().map_or_else(Default::default, |p| p.0.span);
        let message = format!("there are more than {most} configurations");
        return Err(Diagnostic::error(code::CAMPAIGN, span, message));
    }
    Ok(space)
}
