//! The call graph of a program, read once: which function a call runs, and which functions a function reaches.

use pto_ir::dialect::Func;
use pto_ir::module::NodeId;
use pto_ir::{Attr, Module};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) struct CallGraph {
    by_name: FxHashMap<String, NodeId>,
    /// The functions that the calls of a function run, each once.
    callees: FxHashMap<NodeId, Vec<NodeId>>,
    /// The calls of each function.
    sites: FxHashMap<NodeId, Vec<NodeId>>,
}

/// Marks functions, and from there all that call them.
pub(crate) fn with_callers(
    module: &Module,
    graph: &CallGraph,
    functions: impl Iterator<Item = NodeId>,
) -> FxHashSet<NodeId> {
    let mut open: Vec<NodeId> = functions.collect();
    let mut seen = FxHashSet::default();
    while let Some(f) = open.pop() {
        if seen.insert(f) {
            open.extend(graph.sites(f).filter_map(|call| module.function_of(call)));
        }
    }
    seen
}

impl CallGraph {
    pub fn new(module: &Module) -> CallGraph {
        let mut graph = CallGraph {
            by_name: FxHashMap::default(),
            callees: FxHashMap::default(),
            sites: FxHashMap::default(),
        };
        for f in module.functions() {
            // Of several with one name the first counts.
            let name = symbol(module, f, "sym_name").unwrap_or("");
            graph.by_name.entry(name.to_string()).or_insert(f);
        }
        let mut met: FxHashSet<(NodeId, NodeId)> = FxHashSet::default();
        for (id, _) in module.nodes().filter(|(_, n)| n.is(Func::Call)) {
            let (Some(caller), Some(callee)) = (module.function_of(id), graph.callee(module, id))
            else {
                continue;
            };
            graph.sites.entry(callee).or_default().push(id);
            if met.insert((caller, callee)) {
                graph.callees.entry(caller).or_default().push(callee);
            }
        }
        graph
    }

    /// The function a call runs.
    pub fn callee(&self, module: &Module, call: NodeId) -> Option<NodeId> {
        self.by_name.get(symbol(module, call, "callee")?).copied()
    }

    /// The calls of a function.
    pub fn sites(&self, function: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.sites.get(&function).into_iter().flatten().copied()
    }

    /// The functions that the calls of a function run, each once.
    pub fn callees(&self, function: NodeId) -> &[NodeId] {
        self.callees.get(&function).map_or(&[], |list| list)
    }

    /// The functions, each after those that it calls; without those that reach a circle of calls.
    pub fn callees_first(&self, module: &Module) -> Vec<NodeId> {
        let mut left: FxHashMap<NodeId, usize> = FxHashMap::default();
        let mut callers: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        let mut order = Vec::new();
        for f in module.functions() {
            let callees = self.callees(f);
            left.insert(f, callees.len());
            callees.iter().for_each(|c| callers.entry(*c).or_default().push(f));
            if callees.is_empty() {
                order.push(f);
            }
        }
        let mut done = 0;
        while let Some(&f) = order.get(done) {
            done += 1;
            for caller in callers.remove(&f).into_iter().flatten() {
                if let Some(n) = left.get_mut(&caller) {
                    *n -= 1;
                    if *n == 0 {
                        order.push(caller);
                    }
                }
            }
        }
        order
    }

    /// A function, and all that it may run.
    pub fn reached(&self, function: NodeId) -> FxHashSet<NodeId> {
        let mut open = vec![function];
        let mut seen = FxHashSet::default();
        while let Some(f) = open.pop() {
            if seen.insert(f) {
                open.extend(self.callees(f));
            }
        }
        seen
    }
}

/// Which function of a module calls which, each pair once.
pub fn calls(module: &Module) -> Vec<(NodeId, NodeId)> {
    let graph = CallGraph::new(module);
    let of = |f: NodeId| graph.callees(f).iter().map(move |&callee| (f, callee));
    module.functions().flat_map(of).collect()
}

/// A symbol that an operation names.
pub(crate) fn symbol<'m>(module: &'m Module, id: NodeId, attr: &str) -> Option<&'m str> {
    match module.attrs.get(module.attr(module.node(id), attr)?.value) {
        Attr::Symbol(s) | Attr::Str(s) => Some(s),
        _ => None,
    }
}
