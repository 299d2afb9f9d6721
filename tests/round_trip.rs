//! Printing a program and reading it again gives the same program.

use pto_ir::{Style, parse, print};
use pto_tests::{change, filetests, read, sections, shown};

fn differences(style: Style) -> Vec<String> {
    let mut report = Vec::new();
    for path in filetests() {
        let text = read(&path).expect("a listed file can be read");
        let Ok(sections) = sections(&text) else { continue };
        for section in sections {
            let (module, found) = parse(&section.text);
            if found.iter().any(|d| d.is_error()) {
                continue;
            }
            if let Some(problem) = change(&module, style) {
                report.push(format!("{}:{}: {problem}", shown(&path), section.line));
            }
        }
    }
    report
}

fn assert_none(report: Vec<String>) {
    assert!(report.is_empty(), "{} sections change:\n{}", report.len(), report.join("\n"));
}

#[test]
fn canonical() {
    assert_none(differences(Style::Canonical));
}

#[test]
fn generic() {
    assert_none(differences(Style::Generic));
}

/// Operations with parts their usual form has no place for, or that look like something else in it.
#[test]
fn odd_operations() {
    let texts = [
        // Words on the next line are read as part of `return`.
        "return\neventid_array -> !pto.eventid_array<2>\n check",
        "%x = return",
        "\"func.return\"() ({ return }) : () -> ()",
        "\"scf.yield\"()[^a] : () -> ()",
        "\"module\"() : () -> ()",
        "\"func.func\"() : () -> ()",
        "\"func.func\"() <{sym_name = \"f\", function_type = (i32) -> ()}> ({\n^a(%x: i64):\n return\n}) : () -> ()",
        "\"func.func\"() <{sym_name = \"f\", function_type = (i32) -> ()}> ({\n^a(%x: i32):\n cf.br ^a(%x : i32)\n}) : () -> ()",
        "\"func.func\"() <{sym_name = @f, sym_visibility = \"odd\", function_type = () -> ()}> ({ return }) : () -> ()",
        "func.func @f() {\n^a:\n cf.br ^a\n}",
        "func.func @f() attributes {sym_name = 1, function_type} { return }",
        "func.func private @f(i32) attributes {arg_attrs = []}",
        "func.func @\"a\\\"\"() { return }",
        "func.func @\"\"() { return }",
        "func.func @\"a:b\"() { return }",
        "func.call @\"a::@b\"() : () -> ()",
        "%a = func.call @f() : () -> (i32, i64)",
        "func.call @f() {\"\", \"7\", a.b$c, x = @\"a b\"::@c, y = @a::@\"b\", z = @\"@\"} : () -> ()",
        "\"func.call\"() <{callee = @a::@b}> : () -> ()",
        "%a, %b = arith.constant 1 : i32",
        "arith.constant 1 : i32",
        "%a = arith.constant dense<0> : tensor<4xi32> : i64",
        "!t = tensor<4xi32>\n%a = arith.constant dense<0> : !t",
        "%a = arith.constant dense<0> : !pto.vreg<64xf32>",
        "%a = arith.constant array<i32 : 1, 2> : tensor<2xi32>",
        "%a = \"arith.constant\"() <{value = 1 : i32}> : () -> i64",
        "%a = \"arith.constant\"() <{value = {x}}> : () -> i64",
        "%a = arith.constant 1 : i32\n%b = \"arith.x y\"(%a) : (i32) -> i32",
        "%a = arith.constant 1 : i32\n\"arith.addi\"(%a, %a) : (i32, i32) -> i32",
        "%a = arith.constant 1 : i32\n%b = arith.addi %a, %a word : i32",
        "%a = arith.constant 1 : i32\n%b = arith.bitcast %a : i32 to (i32) -> i32",
        "%a = arith.constant 1 : i32\n%b = arith.cmpi \"slt\", %a, %a : i32",
        "%a = arith.constant 1 : i32\n%b = arith.cmpi slt, %a, %a : i32 -> i32",
        "%a = arith.constant 1 : i32\n%b = arith.cmpi slt sgt, %a, %a : i32",
        "%a = arith.constant 1 : i32\n\"arith.cmpi\"(%a, %a) <{predicate = <slt>}> : (i32, i32) -> i1",
        "%a = arith.constant 1 : i32\n%r = scf.for %i = %a to %a step %a { scf.yield }",
        "%a = arith.constant 1 : i32\nscf.for %i = %a to %a step %a : index { scf.yield } {\"return\"}",
        "%a = arith.constant 1 : i32\nscf.for %i = %a to %a step %a {\n^a:\n cf.br ^a\n}",
        "%a = arith.constant 1 : i32\n\"scf.for\"(%a, %a, %a) ({\n^b(%i: i32):\n cf.br ^b(%i : i32)\n}) : (i32, i32, i32) -> ()",
        "%a = arith.constant 1 : i32\n\"scf.for\"(%a, %a, %a, %a) ({\n^b(%i: i32, %x: i64):\n scf.yield\n}) : (i32, i32, i32, i32) -> ()",
        "%c = arith.constant true\n\"scf.if\"(%c, %c) ({ scf.yield }) : (i1, i1) -> ()",
        "%c = arith.constant true\n\"scf.if\"(%c) : (i1) -> ()",
        "%c = arith.constant true\nscf.if %c { scf.yield } {\"pto.tadd\"}",
        "%c = arith.constant true\n\"scf.while\"(%c) ({\n^a(%x: i32):\n scf.condition(%c) {x}\n}, { scf.yield }) : (i1) -> ()",
        "%c = arith.constant 0 : index\nscf.index_switch %c case \"a\" { scf.yield } default { scf.yield }",
        "%c = arith.constant 0 : index\n\"scf.index_switch\"(%c) <{cases = [1, 2]}> ({ scf.yield }) : (index) -> ()",
        "\"scf.execute_region\"() <{no_inline}> ({ scf.yield }) : () -> ()",
        "%r = \"cf.br\"()[^a] : () -> i32",
        "func.func @f() {\n cf.br ^a\n^a:\n %x, %y = func.call @g() : () -> (i32, i32)\n return\n}",
    ];
    let mut report = Vec::new();
    for text in texts {
        let (module, found) = parse(text);
        if let Some(d) = found.iter().find(|d| d.is_error()) {
            report.push(format!("{text}\n  does not read: {}", pto_tests::brief(text, d)));
        }
        for style in [Style::Canonical, Style::Generic] {
            if let Some(problem) = change(&module, style) {
                report.push(format!("{text}\n  {style:?}: {problem}\n{}", print(&module, style)));
            }
        }
    }
    assert_none(report);
}

/// The generic form is for what the usual form cannot show, and for dialects without a usual form here.
#[test]
fn canonical_is_not_generic() {
    let mut report = Vec::new();
    for path in filetests() {
        let text = read(&path).expect("a listed file can be read");
        let Ok(sections) = sections(&text) else { continue };
        for section in sections {
            let (module, found) = parse(&section.text);
            let written_so = section.text.contains("\"(");
            // What is refused may lack parts that its usual form has.
            let refused = section.text.contains("error[");
            if written_so || refused || found.iter().any(|d| d.is_error()) {
                continue;
            }
            let printed = print(&module, Style::Canonical);
            if let Some(line) =
                printed.lines().find(|l| l.contains("\"(") && !l.contains("\"llvm."))
            {
                report.push(format!("{}:{}: {line}", shown(&path), section.line));
            }
        }
    }
    assert_none(report);
}
