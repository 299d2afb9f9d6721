//! Which function of a module is the kernel.

use super::Refusal;
use super::threads::is_thread_entry;
use pto_ir::diag::Diagnostic;
use pto_ir::module::NodeId;
use pto_ir::{Attr, Module, Span, ValueId};
use pto_isa::order;
use pto_isa::{Type, code};
use rustc_hash::FxHashMap;

pub(super) fn functions(module: &Module) -> FxHashMap<&str, NodeId> {
    let mut map = FxHashMap::default();
    for id in module.functions() {
        if let Some(name) = module.symbol(module.node(id), "sym_name") {
            map.entry(name).or_insert(id);
        }
    }
    map
}

/// What is run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kernel {
    /// A function.
    One(NodeId),
    /// A function for the cube core and one for the vector cores.
    Cluster { cube: NodeId, vector: NodeId },
}

impl Kernel {
    /// The function whose parameters are those of the kernel.
    pub const fn first(self) -> NodeId {
        match self {
            Kernel::One(id) | Kernel::Cluster { cube: id, .. } => id,
        }
    }
}

/// Whether a function is for the cube core (or else the vector cores), as it says itself or its module does.
pub(super) fn kernel_kind(module: &Module, function: NodeId) -> Option<bool> {
    let around = |&p: &NodeId| module.parent(module.node(p));
    std::iter::successors(Some(function), around).find_map(|p| {
        let a = module.attr(module.node(p), "pto.kernel_kind")?;
        match module.attrs.get(a.value) {
            Attr::Case { value, .. } | Attr::Str(value) | Attr::Word(value) => match &**value {
                "cube" => Some(true),
                "vector" => Some(false),
                _ => None,
            },
            _ => None,
        }
    })
}

/// A function's parameters.
pub(super) fn parameters(module: &Module, function: NodeId) -> &[ValueId] {
    let region = module.node_regions(module.node(function)).first();
    let block = region.and_then(|&r| module.region(r).blocks.first());
    block.map_or(&[][..], |&b| &module.block(b).args[..])
}

/// Whether a cube function and a vector function can be one kernel: they have the same parameters, but the
/// vector function may have one more, the number of its core.
///
/// Source for the number: PTOAS 0.60 test/samples/Qwen3DecodeA3/kernels, `%__pypto_spmd_subblock_idx`.
fn fit(module: &Module, cube: NodeId, vector: NodeId) -> bool {
    let (cube, vector) = (parameters(module, cube), parameters(module, vector));
    let same = vector.len() >= cube.len()
        && cube.iter().zip(vector).all(|(&a, &b)| module.type_of(a) == module.type_of(b));
    same && match vector[cube.len()..] {
        [] => true,
        [last] => {
            let name = module.sym(module.value(last).name);
            name.ends_with("subblock_idx")
                && matches!(module.type_of(last), Some(Type::Scalar(_) | Type::Index))
        }
        _ => false,
    }
}

pub(super) fn choose_entry(
    module: &Module,
    functions: &FxHashMap<&str, NodeId>,
    entry: Option<&str>,
) -> Result<Kernel, Refusal> {
    let fail = |message: String, help: String| {
        let mut d = Diagnostic::error(code::KERNEL_ARGUMENT, Span::default(), message);
        if !help.is_empty() {
            d = d.help(help);
        }
        Err(Box::new(d))
    };
    let has_body = |id: &NodeId| !module.node_regions(module.node(*id)).is_empty();
    let mut names: Vec<&str> =
        functions.iter().filter(|(_, id)| has_body(id)).map(|(n, _)| *n).collect();
    order::sort(&mut names);
    let list = |names: &[&str]| {
        if names.is_empty() {
            return String::new();
        }
        let shown: Vec<String> = names.iter().take(8).map(|n| format!("`{n}`")).collect();
        let more = names.len().saturating_sub(8);
        let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("name one with `--entry`: {}{tail}", shown.join(", "))
    };
    if let Some(name) = entry {
        return match functions.get(name).filter(|id| has_body(id)) {
            Some(&id) => Ok(Kernel::One(id)),
            None => fail(format!("there is no function `@{name}` to run"), list(&names)),
        };
    }
    // What threads run, a kernel starts.
    if names.iter().any(|n| !is_thread_entry(module, functions[n])) {
        names.retain(|n| !is_thread_entry(module, functions[n]));
    }
    let marked: Vec<&str> = names
        .iter()
        .copied()
        .filter(|n| module.attr(module.node(functions[n]), "pto.entry").is_some())
        .collect();
    match (&names[..], &marked[..]) {
        ([], _) => fail("the program has no function to run".into(), String::new()),
        ([one], _) | (_, [one]) => Ok(Kernel::One(functions[one])),
        _ => {
            let of = |kind: bool| {
                let among = if marked.is_empty() { &names } else { &marked };
                let ids = among.iter().map(|n| functions[n]);
                ids.filter(|&id| kernel_kind(module, id) == Some(kind)).collect::<Vec<_>>()
            };
            if let ([cube], [vector]) = (&of(true)[..], &of(false)[..])
                && fit(module, *cube, *vector)
            {
                return Ok(Kernel::Cluster { cube: *cube, vector: *vector });
            }
            fail("the program has several functions".into(), list(&names))
        }
    }
}
