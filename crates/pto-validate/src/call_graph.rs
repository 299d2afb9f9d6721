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
        for (id, _) in module.nodes().filter(|(_, n)| n.is(Func::Call)) {
            let (Some(caller), Some(callee)) = (module.function_of(id), graph.callee(module, id))
            else {
                continue;
            };
            graph.sites.entry(callee).or_default().push(id);
            let list = graph.callees.entry(caller).or_default();
            if !list.contains(&callee) {
                list.push(callee);
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

    /// A function, and all that it may run.
    pub fn reached(&self, function: NodeId) -> FxHashSet<NodeId> {
        let mut open = vec![function];
        let mut seen = FxHashSet::default();
        while let Some(f) = open.pop() {
            if seen.insert(f) {
                open.extend(self.callees.get(&f).into_iter().flatten());
            }
        }
        seen
    }
}

/// Which function of a module calls which, each pair once.
pub fn calls(module: &Module) -> Vec<(NodeId, NodeId)> {
    let graph = CallGraph::new(module);
    let of =
        |f: NodeId| graph.callees.get(&f).into_iter().flatten().map(move |&callee| (f, callee));
    module.functions().flat_map(of).collect()
}

/// A symbol that an operation names.
pub(crate) fn symbol<'m>(module: &'m Module, id: NodeId, attr: &str) -> Option<&'m str> {
    match module.attrs.get(module.attr(module.node(id), attr)?.value) {
        Attr::Symbol(s) | Attr::Str(s) => Some(s),
        _ => None,
    }
}
