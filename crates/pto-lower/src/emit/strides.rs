//! The strides of a view that are the same wherever it comes from.

use pto_analysis::facts::{constant, word};

use pto_ir::dialect::{Func, Scf};
use pto_ir::module::{Def, Node, NodeId};
use pto_ir::{Module, ValueId};
use pto_isa::Type;
use rustc_hash::FxHashMap;

/// The calls of each function, by its name.
pub(super) type Calls = FxHashMap<String, Vec<NodeId>>;

/// Finds the calls of each function.
pub(super) fn calls(module: &Module) -> Calls {
    let mut calls = Calls::default();
    for (id, node) in module.nodes().filter(|(_, n)| n.is(Func::Call)) {
        if let Some(callee) = word(module, node, "callee") {
            calls.entry(callee.to_string()).or_default().push(id);
        }
    }
    calls
}

/// Calls are followed so far.
const MAX_CALLS: u32 = 16;

/// The strides that a view has in every call of its function and at the end of every branch, as far as they are
/// known.
pub(super) fn known(module: &Module, calls: &Calls, value: ValueId) -> Vec<Option<i64>> {
    strides_of(module, calls, value, MAX_CALLS)
}

fn strides_of(module: &Module, calls: &Calls, value: ValueId, depth: u32) -> Vec<Option<i64>> {
    let rank = match module.type_of(value) {
        Some(Type::View { dims, .. }) => dims.len(),
        _ => 0,
    };
    let unknown = vec![None; rank];
    let Some(depth) = depth.checked_sub(1) else { return unknown };
    match module.value(value).def {
        Def::Result(id) => {
            let node = module.node(id);
            if node.is(Scf::If) {
                return branch_strides(module, calls, node, value, depth).unwrap_or(unknown);
            }
            let Some(def) = module.def(node) else { return unknown };
            let of =
                |name: &str| def.slot(name).into_iter().flat_map(|s| module.slot_values(node, s));
            match def.name {
                "partition_view" => {
                    of("source").next().map_or(unknown, |v| strides_of(module, calls, v, depth))
                }
                "make_tensor_view" => {
                    let strides: Vec<_> = of("strides").map(|v| constant(module, v)).collect();
                    if strides.len() == rank { strides } else { unknown }
                }
                _ => unknown,
            }
        }
        Def::Arg(block) => {
            let function = module.region(module.block(block).parent).owner;
            let symbol = function.and_then(|f| word(module, module.node(f), "sym_name"));
            let at = module.block(block).args.iter().position(|&a| a == value);
            let (Some(symbol), Some(at)) = (symbol, at) else { return unknown };
            let here = calls.get(symbol).into_iter().flatten();
            let passed = here.filter_map(|&c| module.operands(module.node(c)).get(at));
            let all = passed.map(|o| strides_of(module, calls, o.value, depth));
            all.reduce(in_common).unwrap_or(unknown)
        }
        Def::Missing => unknown,
    }
}

fn in_common(a: Vec<Option<i64>>, b: Vec<Option<i64>>) -> Vec<Option<i64>> {
    a.into_iter().zip(b).map(|(a, b)| a.filter(|_| a == b)).collect()
}

/// The strides that a view has at the end of every branch.
fn branch_strides(
    module: &Module,
    calls: &Calls,
    node: &Node,
    value: ValueId,
    depth: u32,
) -> Option<Vec<Option<i64>>> {
    let at = module.results(node).position(|r| r == value)?;
    let ends = module.node_regions(node).iter().filter_map(|&r| {
        let block = module.region(r).blocks.last()?;
        let last = module.node(*module.block(*block).ops.last()?);
        module.operands(last).get(at).map(|o| strides_of(module, calls, o.value, depth))
    });
    ends.reduce(in_common)
}
