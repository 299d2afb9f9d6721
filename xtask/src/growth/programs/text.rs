//! Names, attributes, aliases, comments, lines, and what is wrong with a text.

use super::*;

/// A tile of another element type.
const HALF: &str = "    %h = pto.alloc_tile : !h\n";

pub fn functions_of_one_name(n: usize) -> String {
    module(&each(n, |s, _| {
        put!(
            s,
            "  func.func @k(%px: !p, %py: !p) {{\n{WINDOWS}{TILES}{COMPUTE}{STORE}    return\n  }}"
        )
    }))
}

pub fn values_of_one_name(n: usize) -> String {
    kernel(&"    %n = arith.constant 1 : i64\n".repeat(n))
}

pub fn aliases_of_one_name(n: usize) -> String {
    format!("{}{}", "!d = !pto.tile_buf<vec, 8x64xf32>\n".repeat(n), kernel(""))
}

/// Values that were never defined, each a little like one that was.
pub fn unknown_names(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(
            s,
            "    %name{i} = arith.constant {i} : index\n    %u{i} = arith.addi %nam{i}, %c0 : index"
        )
    }))
}

pub fn unknown_functions(n: usize) -> String {
    module(&each(n, |s, i| {
        put!(s, "  func.func @name{i}() {{\n    func.call @nam{i}() : () -> ()\n    return\n  }}")
    }))
}

pub fn unknown_instructions(n: usize) -> String {
    kernel(&each(n, |s, i| put!(s, "    pto.tad{i} ins(%a, %a : !t, !t) outs(%b : !t)")))
}

/// Every instruction has an error.
pub fn findings(n: usize) -> String {
    let wrong = "    pto.tadd ins(%a, %h : !t, !h) outs(%b : !t)\n".repeat(n);
    kernel(&format!("{HALF}{wrong}"))
}

/// Syntax that cannot be read, again and again.
pub fn syntax_errors(n: usize) -> String {
    kernel(&"    pto.tadd ins(%a, : !t) outs(%b !t)\n".repeat(n))
}

/// All in one line, every tenth instruction with an error.
pub fn long_line(n: usize) -> String {
    let line = each(n, |s, i| {
        let second = if i % 10 == 0 { "%h : !t, !h" } else { "%a : !t, !t" };
        let _ = write!(s, " pto.tadd ins(%a, {second}) outs(%b : !t)");
    });
    kernel(&format!("{HALF}{line}\n"))
}

/// One finding in a line of `n` instructions, each legal.
pub fn long_legal_line(n: usize) -> String {
    let legal = " pto.tadd ins(%a, %a : !t, !t) outs(%b : !t)".repeat(n);
    kernel(&format!("{HALF}{legal} pto.tadd ins(%a, %h : !t, !h) outs(%b : !t)\n"))
}

/// An expression in a type: dimensions of a tensor view.
pub fn nested_brackets(n: usize) -> String {
    format!(
        "{}\n",
        kernel(&format!(
            "    pto.barrier <PIPE_ALL> {{a = {}1{}}}\n",
            "[".repeat(n),
            "]".repeat(n)
        ))
    )
}

pub fn attributes(n: usize) -> String {
    kernel(&format!("    %n = arith.constant {{{}}} 1 : i64\n", list(n, |i| format!("a{i} = {i}"))))
}

pub fn attributes_of_a_function(n: usize) -> String {
    let all = list(n, |i| format!("a{i} = {i} : i64"));
    module(&format!(
        "  func.func @k(%px: !p, %py: !p) attributes {{{all}}} {{\n{WINDOWS}{TILES}{COMPUTE}{STORE}    return\n  }}\n"
    ))
}

/// Attributes of one name: all but the first are errors.
pub fn attributes_of_one_name(n: usize) -> String {
    let all = list(n, |_| "a = 1 : i64".into());
    module(&format!(
        "  func.func @k(%px: !p, %py: !p) attributes {{{all}}} {{\n{WINDOWS}{TILES}{COMPUTE}{STORE}    return\n  }}\n"
    ))
}

pub fn elements_of_an_attribute(n: usize) -> String {
    let all = list(n, |i| i.to_string());
    module(&format!(
        "  func.func @k(%px: !p, %py: !p) attributes {{a = [{all}]}} {{\n{WINDOWS}{TILES}{COMPUTE}{STORE}    return\n  }}\n"
    ))
}

/// Each alias names the one before; the kernel uses the last.
pub fn aliases_of_aliases(n: usize) -> String {
    let mut s = String::from("!a0 = !pto.tile_buf<vec, 8x64xf32>\n");
    for i in 0..n {
        put!(s, "!a{} = !a{i}", i + 1);
    }
    let last = format!("!a{n}");
    s + &kernel(&format!(
        "    %u = pto.alloc_tile : {last}\n    pto.tadd ins(%a, %a : !t, !t) outs(%u : {last})\n"
    ))
}

/// Each has a use of its own.
pub fn aliases(n: usize) -> String {
    let types = each(n, |s, i| put!(s, "!a{i} = !pto.tile_buf<vec, 8x64xf32>"));
    types + &kernel(&each(n, |s, i| put!(s, "    pto.tadd ins(%a, %a : !a{i}, !t) outs(%b : !t)")))
}

const ONE: &str = "    %one = arith.constant 1 : i32\n";

pub fn prints(n: usize) -> String {
    kernel(&format!("{ONE}{}", "    pto.print ins(\"block %d\", %one : i32)\n".repeat(n)))
}

pub fn string_length(n: usize) -> String {
    let text: String = "words and \\\"quotes\\\" ".chars().cycle().take(n / 21 * 21).collect();
    kernel(&format!("{ONE}    pto.print ins(\"{text}%d\", %one : i32)\n"))
}

pub fn name_length(n: usize) -> String {
    let name = "n".repeat(n);
    kernel(&format!(
        "    %{name} = arith.constant 1 : i64\n    %u = arith.addi %{name}, %{name} : i64\n"
    ))
}

pub fn comments(n: usize) -> String {
    kernel(&"    // A comment about nothing.\n".repeat(n))
}

pub fn comment_length(n: usize) -> String {
    kernel(&format!("    // {}\n", "word ".repeat(n / 5)))
}

pub fn empty_lines(n: usize) -> String {
    kernel(&"\n".repeat(n))
}

/// Modules one after another in a file.
pub fn locations(n: usize) -> String {
    kernel(&each(n, |s, i| {
        put!(s, "    %n{i} = arith.constant {i} : i64 loc(\"kernel.py\":{}:5)", i + 1)
    }))
}

/// Bytes that no token begins with.
pub fn stray_characters(n: usize) -> String {
    kernel(&"\u{a7}".repeat(n))
}
