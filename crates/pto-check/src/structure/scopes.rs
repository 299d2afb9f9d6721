//! Vector scopes that a program leaves out: what is assumed, and what cannot be.

use pto_ir::diag::Diagnostic;
use pto_ir::{Module, VectorScopes};
use pto_isa::code;

/// Says what is in the way of scopes.
pub(super) fn check(module: &Module, left_out: &VectorScopes, out: &mut Vec<Diagnostic>) {
    for obstacle in &left_out.obstacles {
        let (node, value) = (module.node(obstacle.statement), module.value(obstacle.value));
        let (name, value_name) = (module.op_name(node), module.sym(value.name));
        let what = match obstacle.used_by {
            Some(_) => "is used outside it",
            None => "is a register from outside",
        };
        let message =
            format!("`{name}` must be inside a `pto.vecscope`, but `%{value_name}` {what}");
        let d = Diagnostic::error(code::NEEDS_VECSCOPE, node.name_span, message);
        out.push(match obstacle.used_by {
            Some(user) => d
                .label(module.node(user).name_span, "used here")
                .help("hand the data over through UB, or compute the number outside"),
            None => d
                .label(value.span, "defined here")
                .help("make the register where it is used, or hand its data over through UB"),
        });
    }
}

/// Says which scopes are assumed. The program is the one that leaves them out.
pub(crate) fn assumed(module: &Module, left_out: &VectorScopes, out: &mut Vec<Diagnostic>) {
    for scope in &left_out.scopes {
        let (Some(&first), Some(&last)) = (scope.members.first(), scope.members.last()) else {
            continue;
        };
        let (first, last) = (module.node(first), module.node(last));
        let message = "the `pto.vecscope` around this and what follows is not written";
        let d = Diagnostic::warning(code::INFERRED_VECSCOPE, first.name_span, message);
        let d = match first.name_span == last.name_span {
            true => d,
            false => d.label(last.name_span, "it is taken to end after this"),
        };
        out.push(d.help("write `pto.vecscope { ... }`; `pto lower` does so"));
    }
}
