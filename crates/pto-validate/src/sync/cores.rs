//! Other cores of a block: the traces of its cores are executed together, with vector clocks, and everything that two
//! cores do to the same bytes must be ordered by the signals between them.
//!
//! Signals between cores are counted, so which wait takes which signal does not depend on the schedule: one execution
//! shows the happens-before of all. A loop whose number of iterations is not known is taken no, one, two and more
//! times, until what its iterations work with has come again twice: accesses further apart are ordered by the same
//! edges, since knowledge only grows.

use super::cluster::Cluster;
use super::trace::{Action, Trace, Trips, Unfollowed};
use super::{AbstractInterpreter, PIPE, Reason};
use crate::points_to::parameters;
use pto_ir::ValueId;
use pto_ir::module::{NodeId, RegionId};
use pto_isa::Target;
use pto_isa::class::{Class, Query, QueueOp, Sync};
use pto_isa::def::Core;
use rustc_hash::FxHashSet;

/// Two accesses that nothing orders, before the rest is not looked at.
const MAX_CONFLICTS: usize = 1_000;
/// Pairs of accesses that are compared in one execution.
const MAX_COMPARISONS: u64 = 100_000_000;

/// Combinations of how often loops are taken.
const MAX_COMBINATIONS: usize = 400;

/// A core of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Cube,
    Vector(u8),
}

impl Role {
    const fn name(self) -> &'static str {
        match self {
            Role::Cube => "the cube core",
            Role::Vector(0) => "vector core 0",
            Role::Vector(_) => "vector core 1",
        }
    }
}

/// A core: what it is, the regions it runs, and the parameters that stand for others.
struct Member {
    role: Role,
    region: RegionId,
    function: NodeId,
    alias: Vec<(ValueId, ValueId)>,
}

impl AbstractInterpreter<'_> {
    /// Looks at the cores of a block together: `function` runs on both kinds, or with `partner` for the vector cores.
    pub(super) fn cores(&mut self, function: NodeId, partner: Option<NodeId>) {
        let module = self.module;
        let body = |f: NodeId| module.node_regions(module.node(f)).first().copied();
        let Some(region) = body(function) else { return };
        let vector = partner.unwrap_or(function);
        let Some(vector_region) = body(vector) else { return };
        let mut nodes = self.reached(region);
        if partner.is_some() {
            nodes.extend(self.reached(vector_region));
        }
        let classes: Vec<Class> =
            nodes.iter().filter_map(|&n| module.def(module.node(n))).map(|d| d.class).collect();
        let told_apart = classes
            .iter()
            .any(|c| matches!(c, Class::Query(Query::SubblockIdx | Query::SubblockNum)));
        let passes =
            classes.iter().any(|c| matches!(c, Class::Queue(QueueOp::Push(_) | QueueOp::Pop(_))));
        let split = nodes.iter().any(|&n| module.attr(module.node(n), "split").is_some());
        let (own, theirs) = (parameters(module, function), parameters(module, vector));
        let numbered = partner.is_some() && theirs.len() > own.len();
        let one_vector =
            self.target != Target::A2A3 && passes && !told_apart && !split && !numbered;
        let alias: Vec<(ValueId, ValueId)> = match partner {
            Some(_) => theirs.iter().copied().zip(own.iter().copied()).collect(),
            None => Vec::new(),
        };
        let mut members = vec![Member { role: Role::Cube, region, function, alias: Vec::new() }];
        for n in 0..if one_vector { 1 } else { 2 } {
            let role = Role::Vector(n);
            members.push(Member {
                role,
                region: vector_region,
                function: vector,
                alias: alias.clone(),
            });
        }
        let alike = !told_apart && !numbered && !split;
        let mut loops = Vec::new();
        self.unknown_loops(region, 0, &mut loops);
        if partner.is_some() {
            self.unknown_loops(vector_region, 0, &mut loops);
        }
        loops.retain(|(key, _)| !key.iter().all(|&v| self.exact(v).is_some()));
        // How often each is taken at most.
        let more = [6, 4, 2][loops.len().clamp(1, 3) - 1];
        let mut keys: Vec<([ValueId; 3], usize)> =
            loops.iter().map(|(key, modulus)| (*key, 2 * *modulus as usize + more)).collect();
        loop {
            let Some(all) = combinations(&keys) else {
                return self.not_covered(
                    function,
                    Reason::Cores,
                    "too many loops of unknown length",
                );
            };
            let mut needed = Trips::default();
            for trips in all {
                match self.execute(&members, &trips, alike, &mut needed) {
                    Err((node, why)) => return self.not_covered(node, Reason::Cores, why),
                    Ok(true) => return,
                    Ok(false) => {}
                }
            }
            let mut raised = false;
            for (key, most) in &mut keys {
                let needed = needed.get(key).copied().unwrap_or(0);
                raised |= needed > *most;
                *most = needed.max(*most);
            }
            if !raised {
                return;
            }
        }
    }

    /// All nodes that a region and the functions it calls have, each once.
    pub(super) fn reached(&self, region: RegionId) -> Vec<NodeId> {
        let module = self.module;
        let (mut seen, mut open, mut nodes) = (FxHashSet::default(), vec![region], Vec::new());
        while let Some(region) = open.pop() {
            for &id in module.region(region).blocks.iter().flat_map(|&b| &module.block(b).ops) {
                nodes.push(id);
                open.extend(module.node_regions(module.node(id)));
                if let Some(f) = self.points_to.callee(id).filter(|&f| seen.insert(f)) {
                    open.extend(module.node_regions(module.node(f)));
                }
            }
        }
        nodes
    }

    /// Executes the cores with loops taken as often as given; whether something was found.
    fn execute(
        &mut self,
        members: &[Member],
        trips: &Trips,
        alike: bool,
        needed: &mut Trips,
    ) -> Result<bool, Unfollowed> {
        let mut traces = Vec::new();
        for m in members {
            let core = if m.role == Role::Cube { Core::Cube } else { Core::Vector };
            self.skip = Some(AbstractInterpreter::other(core));
            self.subblock = match m.role {
                Role::Cube => Some(0),
                Role::Vector(n) => Some(i64::from(n)),
            };
            self.env.clear();
            self.symbols.clear();
            self.calls = vec![m.function];
            for &(parameter, stands_for) in &m.alias {
                let value = self.now(stands_for);
                self.env.insert(parameter, value);
            }
            let mut t = Trace::new(trips);
            self.trace(m.region, &mut t)?;
            for (key, n) in t.needed {
                let most = needed.entry(key).or_insert(0);
                *most = (*most).max(n);
            }
            traces.push(t.actions);
        }
        self.env.clear();
        self.skip = None;
        let mut cluster =
            Cluster::new(self.target, members.iter().map(|m| m.role).collect(), alike);
        let mut at = vec![0; traces.len()];
        let (mut conflicts, mut overtaken) = (Vec::new(), Vec::new());
        // More conflicts than these say nothing new.
        while conflicts.len() < MAX_CONFLICTS {
            let mut moved = false;
            for core in 0..traces.len() {
                if let Some(action) = traces[core].get(at[core])
                    && cluster.act(core, action, &mut conflicts, &mut overtaken)
                {
                    at[core] += 1;
                    moved = true;
                }
            }
            if !moved {
                break;
            }
            if cluster.comparisons > MAX_COMPARISONS {
                return Err((members[0].function, "more accesses than can be compared"));
            }
        }
        for (first, second) in &conflicts {
            self.report_cores(*first, *second);
        }
        for ((node, role), pipe) in &overtaken {
            let message = format!(
                "nothing orders this after the last one with the same id on {} of {}: which comes first is not known",
                PIPE[*pipe].name(),
                role.name()
            );
            self.report_reason(*node, None, message, Reason::Cores);
        }
        let waits = |c: usize| match traces[c].get(at[c]) {
            Some(Action::Receive { node, .. }) => Some((*node, members[c].role)),
            _ => None,
        };
        let ended = conflicts.len() < MAX_CONFLICTS;
        let stuck = (0..traces.len()).filter(|_| ended).find_map(waits);
        if let Some((node, role)) = stuck {
            let message =
                format!("{} waits for a signal of another core that nobody sends", role.name());
            self.report_reason(node, None, message, Reason::Cores);
        }
        Ok(stuck.is_some() || !conflicts.is_empty() || !overtaken.is_empty())
    }

    fn report_cores(&mut self, first: (NodeId, Role, usize), second: (NodeId, Role, usize)) {
        let message = format!(
            "nothing orders this on {} of {} after an access of {} to the same bytes",
            PIPE[second.2].name(),
            second.1.name(),
            first.1.name()
        );
        let label =
            (first.0, format!("{} of {} accesses them here", PIPE[first.2].name(), first.1.name()));
        self.report_reason(second.0, Some(label), message, Reason::Cores);
    }
}

/// How often loops may be taken, in all combinations; nothing if there are too many.
fn combinations(keys: &[([ValueId; 3], usize)]) -> Option<Vec<Trips>> {
    let mut all = vec![Trips::default()];
    for (key, most) in keys {
        if all.len() * (most + 1) > MAX_COMBINATIONS {
            return None;
        }
        let with = |n: usize, c: &Trips| {
            let mut c = c.clone();
            c.insert(*key, n);
            c
        };
        all =
            (0..=*most).flat_map(|n| all.iter().map(|c| with(n, c)).collect::<Vec<_>>()).collect();
    }
    Some(all)
}

/// Whether an instruction signals other cores or waits for them.
pub(super) const fn between_cores(class: Class) -> bool {
    matches!(class, Class::Sync(Sync::SetCore(_) | Sync::WaitCore(_)))
}
