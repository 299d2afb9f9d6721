//! Statements, numbers and control flow inside a function.

use super::*;

pub fn operations(n: usize) -> String {
    kernel(&each(n / 4, |s, _| {
        *s += &[LOAD, COMPUTE, STORE, "    pto.tadd ins(%b, %a : !t, !t) outs(%a : !t)\n"].concat()
    }))
}

/// Instructions that give tiles as results.
pub fn ssa_operations(n: usize) -> String {
    let mut s = String::from("    %t0 = pto.tload %x : !v -> !t\n");
    for i in 0..n {
        put!(s, "    %t{} = pto.tadd %t{i}, %t{i} : (!t, !t) -> !t", i + 1);
    }
    put!(s, "    pto.tstore ins(%t{n} : !t) outs(%y : !v)");
    module(&entry("", &s))
}

pub fn scalars(n: usize) -> String {
    kernel(&each(n, |s, i| {
        let last = if i == 0 { "%c1".into() } else { format!("%i{}", i - 1) };
        put!(s, "    %i{i} = arith.addi {last}, {last} : index")
    }))
}

/// Numbers of which each uses the one before twice, and the last chooses an event.
pub fn numbers_used_twice(n: usize) -> String {
    let mut s = String::from("    %d0 = arith.addi %c1, %c1 : index\n");
    s += &each(n, |s, i| put!(s, "    %d{} = arith.addi %d{i}, %d{i} : index", i + 1));
    let pipes = "<PIPE_MTE2>, <PIPE_V>";
    put!(s, "    %e = arith.remui %d{n}, %c8 : index");
    put!(s, "    pto.set_flag_dyn [{pipes}, %e]\n    pto.wait_flag_dyn [{pipes}, %e]");
    kernel(&s)
}

/// Values of one function that have one name in C++ but for a number.
pub fn names_of_punctuation(n: usize) -> String {
    kernel(&each(n, |s, i| {
        let name = format!("x{}{}", ".".repeat(1 + i / 64), "$".repeat(1 + i % 64));
        put!(s, "    %{name} = arith.addi %c0, %c1 : index")
    }))
}

pub fn constants(n: usize) -> String {
    kernel(&each(n, |s, i| put!(s, "    %n{i} = arith.constant {i} : i64")))
}

pub fn live_scalars(n: usize) -> String {
    let mut s = each(n, |s, i| put!(s, "    %n{i} = arith.addi %c0, %c1 : index"));
    s += &each(n, |s, i| {
        let last = if i == 0 { "%c1".into() } else { format!("%r{}", i - 1) };
        put!(s, "    %r{i} = arith.addi {last}, %n{i} : index")
    });
    kernel(&s)
}

pub fn nested_ifs(n: usize) -> String {
    let mut s = String::from("    %yes = arith.cmpi eq, %c0, %c0 : index\n");
    s += &"    scf.if %yes {\n".repeat(n);
    s += COMPUTE;
    s += &"    }\n".repeat(n);
    kernel(&s)
}

pub fn nested_loops(n: usize) -> String {
    let mut s = each(n, |s, i| put!(s, "    scf.for %i{i} = %c0 to %c1 step %c1 {{\n{LOAD}"));
    s += COMPUTE;
    s += STORE;
    s += &"    }\n".repeat(n);
    kernel(&s)
}

pub fn loops(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(s, "    scf.for %i{i} = %c0 to %c1 step %c1 {{\n{LOAD}{COMPUTE}{STORE}    }}")
    }))
}

pub fn branches(n: usize) -> String {
    let mut s = String::from("    %yes = arith.cmpi eq, %c0, %c0 : index\n");
    s += &each(n, |s, _| put!(s, "    scf.if %yes {{\n{LOAD}    }} else {{\n{COMPUTE}    }}"));
    kernel(&s)
}

/// Values that a loop carries.
pub fn carried_values(n: usize) -> String {
    let args = list(n, |i| format!("%v{i} = %c0"));
    let types = list(n, |_| "index".into());
    let next = list(n, |i| format!("%v{}", (i + 1) % n));
    kernel(&format!(
        "    %r:{n} = scf.for %i = %c0 to %c1 step %c1 iter_args({args}) -> ({types}) {{\n    scf.yield {next} : {types}\n    }}\n"
    ))
}

pub fn cf_blocks(n: usize) -> String {
    let mut s = String::from("    %yes = arith.cmpi eq, %c0, %c0 : index\n    cf.br ^b0\n");
    s += &each(n, |s, i| {
        put!(s, "  ^b{i}:\n{LOAD}    cf.cond_br %yes, ^b{}, ^b{}", i + 1, (i + 2).min(n));
    });
    put!(s, "  ^b{n}:");
    kernel(&s)
}

/// Blocks that jump back to the first.
pub fn cf_loops(n: usize) -> String {
    let mut s = String::from("    %no = arith.cmpi eq, %c0, %c1 : index\n    cf.br ^b0\n");
    s += &each(n, |s, i| put!(s, "  ^b{i}:\n{LOAD}{COMPUTE}    cf.cond_br %no, ^b0, ^b{}", i + 1));
    put!(s, "  ^b{n}:");
    kernel(&s)
}

pub fn block_arguments(n: usize) -> String {
    let types = list(n, |_| "index".into());
    let given = list(n, |_| "%c0".into());
    let taken = list(n, |i| format!("%v{i} : index"));
    kernel(&format!("    cf.br ^b({given} : {types})\n  ^b({taken}):\n"))
}

/// A register is loaded, changed and stored.
fn register_step(s: &mut String) {
    *s += "      %r = pto.vlds %p[%c0] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>\n      %q = pto.vadd %r, %r, %m : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>\n      pto.vsts %q, %p[%c0], %m : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>\n";
}

const SCOPE: &str = "    pto.vecscope {\n      %m = pto.pset_b32 \"PAT_ALL\" : !pto.mask<b32>\n";

pub fn vecscopes(n: usize) -> String {
    let mut s = String::from(
        "  func.func @k(%z: i64) {\n    %at = arith.constant 0 : i64\n    %p = pto.castptr %at : i64 -> !pto.ptr<f32, ub>\n    %c0 = arith.constant 0 : index\n",
    );
    for _ in 0..n {
        s += SCOPE;
        register_step(&mut s);
        s += "    }\n";
    }
    module(&(s + "    return\n  }\n"))
}

pub fn registers(n: usize) -> String {
    let mut s = String::from(
        "  func.func @k(%z: i64) {\n    %at = arith.constant 0 : i64\n    %p = pto.castptr %at : i64 -> !pto.ptr<f32, ub>\n    %c0 = arith.constant 0 : index\n",
    );
    s += SCOPE;
    for i in 0..n {
        let mut step = String::new();
        register_step(&mut step);
        s += &step.replace("%r", &format!("%r{i}")).replace("%q", &format!("%q{i}"));
    }
    module(&(s + "    }\n    return\n  }\n"))
}

/// A kernel whose loop runs `n` times.
pub fn iterations(n: usize) -> String {
    kernel(&format!(
        "    %n = arith.constant {n} : index\n    scf.for %i = %c0 to %n step %c1 {{\n{LOAD}{COMPUTE}{STORE}    }}\n"
    ))
}

/// A kernel of which every block does the same.
pub fn small(_: usize) -> String {
    kernel("")
}

/// A kernel with a number to sweep over.
pub fn swept(_: usize) -> String {
    module(&entry(
        ", %n: index",
        &format!("{TILES}    scf.for %i = %c0 to %n step %c1 {{\n{LOAD}{COMPUTE}{STORE}    }}\n"),
    ))
}

/// One loop around all of it.
pub fn operations_in_a_loop(n: usize) -> String {
    let step = [LOAD, COMPUTE, STORE, "    pto.tadd ins(%b, %a : !t, !t) outs(%a : !t)\n"].concat();
    let body = step.repeat(n / 4);
    kernel(&format!("    scf.for %i = %c0 to %c1 step %c1 {{\n{body}    }}\n"))
}

/// Blocks that hand a tile on, each to the one that stands before it in the text.
pub fn blocks_in_reverse(n: usize) -> String {
    let mut s = format!("    cf.br ^b{n}(%a : !t)\n  ^b0(%t0: !t):\n    cf.br ^end\n");
    for i in 0..n {
        put!(s, "  ^b{0}(%t{0}: !t):\n    cf.br ^b{i}(%t{0} : !t)", i + 1);
    }
    put!(s, "  ^end:");
    kernel(&s)
}

/// Numbers written where they are used.
pub fn inline_operands(n: usize) -> String {
    kernel(&each(n, |s, i| put!(s, "    pto.tmuls ins(%a, {i}.0 : !t, f32) outs(%b : !t)")))
}
