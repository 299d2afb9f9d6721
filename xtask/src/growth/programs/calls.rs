//! Functions, and calls between them.

use super::*;

pub fn functions(n: usize) -> String {
    module(&each(n, |s, i| {
        put!(
            s,
            "  func.func @k{i}(%px: !p, %py: !p) {{\n{WINDOWS}{TILES}{COMPUTE}{STORE}    return\n  }}"
        )
    }))
}

/// Each function orders its pipes by hand.
pub fn functions_with_flags(n: usize) -> String {
    module(&each(n, |s, i| {
        put!(
            s,
            "  func.func @k{i}(%px: !p, %py: !p) {{\n{WINDOWS}{PLACED}{}    return\n  }}",
            step_with_flags(i)
        );
    }))
}

pub fn call_chain(n: usize) -> String {
    let mut s = each(n, |s, i| {
        put!(
            s,
            "  func.func private @f{i}(%a: !t, %b: !t) {{\n{COMPUTE}    func.call @f{}(%b, %a) : (!t, !t) -> ()\n    return\n  }}",
            i + 1
        )
    });
    put!(s, "  func.func private @f{n}(%a: !t, %b: !t) {{\n{COMPUTE}    return\n  }}");
    s += &entry("", &format!("{TILES}    func.call @f0(%a, %b) : (!t, !t) -> ()\n{STORE}"));
    module(&s)
}

/// Function i calls 2i + 1 and 2i + 2.
pub fn call_tree(n: usize) -> String {
    let mut s = each(n, |s, i| {
        put!(s, "  func.func private @f{i}(%a: !t, %b: !t) {{\n{COMPUTE}");
        for next in [2 * i + 1, 2 * i + 2].into_iter().filter(|c| *c < n) {
            put!(s, "    func.call @f{next}(%b, %a) : (!t, !t) -> ()");
        }
        put!(s, "    return\n  }}");
    });
    s += &entry("", &format!("{TILES}    func.call @f0(%a, %b) : (!t, !t) -> ()\n{STORE}"));
    module(&s)
}

/// One function calls the same one again and again.
pub fn calls_of_one(n: usize) -> String {
    let mut s = format!("  func.func private @f(%a: !t, %b: !t) {{\n{COMPUTE}    return\n  }}\n");
    let calls = "    func.call @f(%a, %b) : (!t, !t) -> ()\n".repeat(n);
    s += &entry("", &format!("{TILES}{calls}{STORE}"));
    module(&s)
}

/// Each function calls the next one twice.
pub fn calls_that_double(n: usize) -> String {
    let mut s = each(n, |s, i| {
        let call = format!("    func.call @f{}(%a, %b) : (!t, !t) -> ()\n", i + 1);
        put!(s, "  func.func private @f{i}(%a: !t, %b: !t) {{\n{call}{call}    return\n  }}")
    });
    put!(s, "  func.func private @f{n}(%a: !t, %b: !t) {{\n{COMPUTE}    return\n  }}");
    s += &entry("", &format!("{TILES}    func.call @f0(%a, %b) : (!t, !t) -> ()\n{STORE}"));
    module(&s)
}

pub fn parameters(n: usize) -> String {
    let more = list(n, |i| format!("%p{i}: index"));
    module(&entry(&format!(", {more}"), &format!("{TILES}{COMPUTE}{STORE}")))
}

pub fn buffer_parameters(n: usize) -> String {
    let more = list(n, |i| format!("%q{i}: !p"));
    let loads = each(n, |s, i| {
        put!(
            s,
            "    %m{i} = pto.make_tensor_view %q{i}, shape = [%c8, %c64], strides = [%c64, %c1] : !m"
        );
        put!(
            s,
            "    %w{i} = pto.partition_view %m{i}, offsets = [%c0, %c0], sizes = [%c8, %c64] : !m -> !v\n    pto.tload ins(%w{i} : !v) outs(%b : !t)"
        );
    });
    module(&entry(&format!(", {more}"), &format!("{TILES}{loads}{STORE}")))
}

/// A function with many parameters and results, and a call of it.
pub fn call_arguments(n: usize) -> String {
    let taken = list(n, |i| format!("%p{i}: index"));
    let types = list(n, |_| "index".into());
    let names = list(n, |i| format!("%p{i}"));
    let given = list(n, |_| "%c0".into());
    let mut s = format!(
        "  func.func private @f({taken}) -> ({types}) {{\n    return {names} : {types}\n  }}\n"
    );
    s += &entry(
        "",
        &format!(
            "{TILES}    %r:{n} = func.call @f({given}) : ({types}) -> ({types})\n{COMPUTE}{STORE}"
        ),
    );
    module(&s)
}

/// Each function has a tile that is needed after its call.
pub fn call_chain_with_tiles(n: usize) -> String {
    let mut s = each(n, |s, i| {
        put!(
            s,
            "  func.func private @f{i}(%a: !s) {{\n    %m = pto.alloc_tile : !s\n    pto.tadd ins(%a, %a : !s, !s) outs(%m : !s)"
        );
        if i + 1 < n {
            put!(s, "    func.call @f{}(%m) : (!s) -> ()", i + 1);
        }
        put!(s, "    pto.tadd ins(%m, %m : !s, !s) outs(%a : !s)\n    return\n  }}")
    });
    s += &entry(
        "",
        &format!(
            "{TILES}    %m = pto.alloc_tile : !s\n    pto.texpands ins(%one : f32) outs(%m : !s)\n    func.call @f0(%m) : (!s) -> ()\n{COMPUTE}{STORE}"
        ),
    );
    module(&s).replacen(
        "    %a = pto.alloc_tile : !t\n",
        "    %one = arith.constant 1.0 : f32\n    %a = pto.alloc_tile : !t\n",
        1,
    )
}

/// Each function is called by the kernel.
pub fn functions_of_one_caller(n: usize) -> String {
    let mut s = each(n, |s, i| {
        put!(s, "  func.func private @f{i}(%a: !t, %b: !t) {{\n{COMPUTE}    return\n  }}")
    });
    let calls = each(n, |s, i| put!(s, "    func.call @f{i}(%a, %b) : (!t, !t) -> ()"));
    s += &entry("", &format!("{TILES}{calls}{STORE}"));
    module(&s)
}

/// Tiles that a kernel is launched with, as many as fit.
pub fn tile_parameters(n: usize) -> String {
    let more = list(n, |i| format!("%q{i}: !s"));
    let uses = each(n, |s, i| put!(s, "    pto.tadd ins(%q{i}, %q{i} : !s, !s) outs(%q{i} : !s)"));
    module(&entry(&format!(", {more}"), &format!("{TILES}{uses}{COMPUTE}{STORE}")))
}
