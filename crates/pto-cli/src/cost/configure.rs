//! A kernel with other numbers: parameters that are numbers, constants and attributes, by name.

use pto_ir::module::Module;

/// What a name can be.
pub(crate) const WHAT_CAN_BE_SET: &str = "name a parameter `%NAME` that is a number, a constant `%NAME = arith.constant N`, or an integer attribute `NAME = N`";

/// Whether a name means something in a module.
pub(crate) fn knows(module: &Module, name: &str) -> bool {
    let mut copy = module.clone();
    copy.set_constant(name, 1).is_some()
        || is_parameter(module, name)
        || copy.set_attribute(name, 1).is_some()
}

fn is_parameter(module: &Module, name: &str) -> bool {
    module.functions().any(|f| {
        let entry = module.node_regions(module.node(f)).first();
        let block = entry.and_then(|&r| module.region(r).blocks.first());
        block.is_some_and(|&b| {
            module.block(b).args.iter().any(|&v| module.sym(module.value(v).name) == name)
        })
    })
}

/// Gives names their values. Extents of types that equal a constant follow it; what is a parameter of the kernel is given
/// back, for its launch.
pub(crate) fn configure<'n>(
    module: &mut Module,
    values: impl IntoIterator<Item = (&'n str, i64)>,
) -> Vec<(String, i64)> {
    let (mut extents, mut set) = (Vec::new(), Vec::new());
    for (name, value) in values {
        match module.set_constant(name, value) {
            Some(old) => extents.extend(u32::try_from(old).ok().zip(u32::try_from(value).ok())),
            None if is_parameter(module, name) => set.push((name.to_string(), value)),
            None => {
                module.set_attribute(name, value);
            }
        }
    }
    if !extents.is_empty() {
        // 1 is the extent of too much else.
        module.change_extents(&|n| extents.iter().find(|e| e.0 == n && n > 1).map(|e| e.1));
    }
    set
}
