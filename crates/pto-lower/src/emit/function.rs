//! Functions: which are kernels, in which order they stand, and what their heads say.

use super::body::Body;
use super::names::Names;
use super::queue::Queues;
use super::strides::{self, Calls};
use super::writer::Writer;
use super::{Setting, types, view};
use pto_analysis::facts::{instruction, word};

use pto_ir::dialect::Func;
use pto_ir::module::{Node, NodeId};
use pto_ir::{Diagnostic, Module, ValueId};
use pto_isa::class::Class;
use pto_isa::def::Core;
use pto_isa::{Target, Type, code};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a function is that threads run.
///
/// Source: pto-isa@3186c381 include/pto/npu/a5/MGather.hpp:93.
const THREADS: &str = "AICORE __simt_vf__ LAUNCH_BOUND(1024)";

/// Attributes that make a function a kernel.
///
/// Source: PTOAS 0.60 include/PTO/IR/PTO.h:199-229.
const ENTRY: [&str; 4] = ["pto.entry", "hacc.entry", "pto.kernel", "pto.aicore"];

/// The functions of a module, those that are called before those that call them.
pub(super) struct Functions<'m> {
    pub order: Vec<NodeId>,
    /// C++ names, by symbol.
    pub names: FxHashMap<String, String>,
    /// All of these names.
    taken: FxHashSet<String>,
    kernels: FxHashSet<NodeId>,
    queues: Queues<'m>,
    /// Where each value is used, once for each operand that it is.
    users: FxHashMap<ValueId, Vec<NodeId>>,
    calls: Calls,
}

impl<'m> Functions<'m> {
    pub fn new(module: &'m Module, refused: &mut Vec<Diagnostic>) -> Functions<'m> {
        let all: Vec<NodeId> = module.functions().collect();
        let mut fresh = Names::default();
        let mut names = FxHashMap::default();
        for &f in &all {
            let symbol = word(module, module.node(f), "sym_name").unwrap_or("");
            names.entry(symbol.to_string()).or_insert_with(|| fresh.fresh(symbol));
        }
        let with_body: Vec<NodeId> = module.defined_functions().collect();
        let marked = |f: NodeId| ENTRY.iter().any(|a| module.attr(module.node(f), a).is_some());
        let mut kernels: FxHashSet<NodeId> =
            with_body.iter().copied().filter(|&f| marked(f)).collect();
        if kernels.is_empty() && with_body.len() == 1 {
            kernels.extend(with_body);
        }
        let order = sorted(module, &all, refused);
        let queues = Queues::new(module, refused);
        let mut users: FxHashMap<ValueId, Vec<NodeId>> = FxHashMap::default();
        for (id, node) in module.nodes() {
            let successors = module.successors(node).iter();
            let passed = successors.flat_map(|s| module.successor_operands(s));
            for operand in module.operands(node).iter().chain(passed) {
                users.entry(operand.value).or_default().push(id);
            }
        }
        let taken = names.values().cloned().collect();
        Functions { order, names, taken, kernels, queues, users, calls: strides::calls(module) }
    }

    pub fn is_kernel(&self, function: NodeId) -> bool {
        self.kernels.contains(&function)
    }
}

/// Callees first; a function that calls itself, also through others, is refused.
fn sorted(module: &Module, all: &[NodeId], refused: &mut Vec<Diagnostic>) -> Vec<NodeId> {
    let by_name: FxHashMap<&str, NodeId> =
        all.iter().filter_map(|&f| Some((word(module, module.node(f), "sym_name")?, f))).collect();
    let mut calls: FxHashMap<NodeId, Vec<(NodeId, NodeId)>> = FxHashMap::default();
    for (id, node) in module.nodes() {
        let launches = module.def(node).is_some_and(|def| def.class == Class::Launch);
        if !launches && !node.is(Func::Call) {
            continue;
        }
        let caller = module.function_of(id);
        let callee = word(module, node, "callee").and_then(|n| by_name.get(n));
        if let (Some(caller), Some(&callee)) = (caller, callee) {
            calls.entry(caller).or_default().push((id, callee));
        }
    }
    let mut order = Vec::new();
    let mut state: FxHashMap<NodeId, bool> = FxHashMap::default();
    for &f in all {
        // An explicit stack: a chain of calls may be long.
        let mut stack = vec![(f, 0usize)];
        if state.contains_key(&f) {
            continue;
        }
        state.insert(f, false);
        while let Some((at, next)) = stack.pop() {
            match calls.get(&at).and_then(|c| c.get(next)) {
                None => {
                    state.insert(at, true);
                    order.push(at);
                }
                Some(&(call, callee)) => {
                    stack.push((at, next + 1));
                    match state.get(&callee) {
                        None => {
                            state.insert(callee, false);
                            stack.push((callee, 0));
                        }
                        Some(false) => {
                            let message = "a kernel cannot call itself";
                            refused.push(
                                Diagnostic::error(
                                    code::CPP_FUNCTION,
                                    module.node(call).span,
                                    message,
                                )
                                .help("use a loop: a device has no stack for calls"),
                            );
                        }
                        Some(true) => {}
                    }
                }
            }
        }
    }
    order
}

/// Writes a function.
pub(super) fn write(
    setting: Setting<'_>,
    function: NodeId,
    functions: &Functions<'_>,
) -> Result<String, Vec<Diagnostic>> {
    let Setting { module, target, infer_layout } = setting;
    let node = module.node(function);
    let mut body = Body {
        module,
        target,
        infer_layout,
        out: Writer::default(),
        names: Names::within(&functions.taken),
        refused: Vec::new(),
        functions: &functions.names,
        atoms: FxHashMap::default(),
        retyped: FxHashMap::default(),
        references: FxHashSet::default(),
        views: FxHashMap::default(),
        tensors: vec![FxHashMap::default()],
        pipes: FxHashMap::default(),
        queues: &functions.queues,
        users: &functions.users,
        calls: &functions.calls,
        borrowed: FxHashSet::default(),
        vector_scopes: 0,
    };
    body.function(function, node, functions.is_kernel(function), functions);
    match body.refused.is_empty() {
        true => Ok(body.out.text),
        false => Err(body.refused),
    }
}

impl Body<'_> {
    fn function(&mut self, id: NodeId, node: &Node, kernel: bool, functions: &Functions<'_>) {
        let symbol = word(self.module, node, "sym_name").unwrap_or("");
        let Some(name) = functions.names.get(symbol) else { return };
        let declared =
            self.module.attr(node, "function_type").map(|a| self.module.attrs.get(a.value));
        let ty = match declared {
            Some(pto_ir::Attr::Type(t)) => Some(self.module.types.get(*t)),
            _ => None,
        };
        let (inputs, results) = match ty {
            Some(Type::Function { inputs, results }) => (&inputs[..], &results[..]),
            _ => (&[][..], &[][..]),
        };
        let result = match results {
            [] => "void".to_string(),
            [one] if !kernel => types::value(one, self.target).unwrap_or_default(),
            _ => {
                let what = if kernel {
                    "a kernel gives back nothing"
                } else {
                    "a C++ function gives back one value at most"
                };
                let d = Diagnostic::error(code::CPP_FUNCTION, node.name_span, what);
                self.refused.push(d.help("write results to global memory"));
                return;
            }
        };
        let params: Vec<ValueId> = self
            .module
            .node_regions(node)
            .first()
            .and_then(|&r| self.module.region(r).blocks.first())
            .map_or_else(Vec::new, |&b| self.module.block(b).args.clone());
        if !self.module.has_body(node) {
            let list: Option<Vec<String>> =
                inputs.iter().map(|t| parameter(t, self.target)).collect();
            match list {
                Some(list) => {
                    self.out.line(format!("extern AICORE {result} {name}({});", list.join(", ")))
                }
                None => self.refuse(
                    node.name_span,
                    format!("a parameter of `@{symbol}` has no C++ type"),
                    "use pointers, numbers, tiles and views",
                ),
            }
            return;
        }
        let mut list = Vec::new();
        for &v in &params {
            let ty = self.module.type_of(v);
            let Some(cpp) = self.parameter(v) else {
                let message = format!(
                    "parameter `%{}` has no C++ type",
                    self.module.sym(self.module.value(v).name)
                );
                self.refuse(
                    self.module.value(v).span,
                    message,
                    "use pointers, numbers, tiles and views",
                );
                continue;
            };
            if kernel && cpp.ends_with('&') {
                let message = format!(
                    "`%{}` cannot be a parameter of a kernel",
                    self.module.sym(self.module.value(v).name)
                );
                let d = Diagnostic::error(code::CPP_FUNCTION, self.module.value(v).span, message);
                self.refused.push(
                    d.help("make tiles and views inside the kernel; it takes pointers and numbers"),
                );
                continue;
            }
            let name = self.name(v);
            if cpp.ends_with('&') {
                self.references.insert(v);
            }
            if matches!(ty, Some(Type::View { .. })) {
                self.view_parameter(v, &name);
            }
            list.push(format!("{cpp} {name}"));
        }
        let private = word(self.module, node, "sym_visibility") == Some("private");
        let head = match (kernel, private) {
            _ if self.module.attr(node, "pto.simt_entry").is_some() => THREADS,
            (true, _) => "__global__ AICORE",
            (false, true) => "static AICORE",
            (false, false) => "AICORE",
        };
        self.out.open(format!("{head} {result} {name}({}) {{", list.join(", ")));
        let core = kind(self.module, id);
        let alone = core == Core::Vector && self.only_first_core(id);
        self.begin_core(core, alone);
        if let Some((block, _)) = self.entry_of(node, 0) {
            self.block(block);
        }
        self.end_core(core, alone);
        self.out.close("}");
    }

    /// The type of a parameter: tiles and views by reference.
    fn parameter(&self, value: ValueId) -> Option<String> {
        match self.module.type_of(value)? {
            Type::View { .. } => view::parameter_type(self.module, self.calls, value),
            ty => parameter(ty, self.target),
        }
    }

    /// Code for one kind of core.
    pub(super) fn section(&mut self, id: NodeId) {
        let node = self.module.node(id);
        let core = match instruction(self.module, node) {
            "section.cube" => Core::Cube,
            _ => Core::Vector,
        };
        let alone = core == Core::Vector && self.only_first_core(id);
        self.begin_core(core, alone);
        if let Some((block, _)) = self.entry_of(node, 0) {
            self.block(block);
        }
        self.end_core(core, alone);
    }

    fn begin_core(&mut self, core: Core, first_core_only: bool) {
        match core {
            Core::Any => {}
            Core::Cube => self.out.directive("#if defined(__DAV_CUBE__)"),
            Core::Vector => {
                self.out.directive("#if defined(__DAV_VEC__)");
                self.out.line("set_mask_norm();");
                self.out.line("set_vector_mask(-1, -1);");
                if first_core_only {
                    self.out.open("if (get_subblockid() == 0) {");
                }
            }
        }
    }

    fn end_core(&mut self, core: Core, first_core_only: bool) {
        if first_core_only {
            self.out.close("}");
        }
        match core {
            Core::Any => {}
            Core::Cube => self.out.directive("#endif  // __DAV_CUBE__"),
            Core::Vector => self.out.directive("#endif  // __DAV_VEC__"),
        }
    }
}

/// The core a function is for, as it says itself or its module does.
fn kind(module: &Module, function: NodeId) -> Core {
    let found = module
        .with_ancestors(function)
        .find_map(|p| word(module, module.node(p), "pto.kernel_kind"));
    match found {
        Some("cube") => Core::Cube,
        Some("vector") => Core::Vector,
        _ => Core::Any,
    }
}

/// The type of a parameter: tiles by reference.
fn parameter(ty: &Type, target: Target) -> Option<String> {
    match ty {
        Type::Tile(t) => types::tile(t, target).map(|t| t + "&"),
        ty => types::value(ty, target),
    }
}
