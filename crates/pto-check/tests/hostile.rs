//! Texts that are no programs, or not meant well: an answer comes soon, and nothing breaks.

use pto_check::{Options, check, has_errors};
use pto_ir::{Lines, Span};
use pto_isa::Target;
use std::time::{Duration, Instant};

/// Reads and checks a text on every target. Whether it has errors.
fn survives(name: &str, text: &str) -> bool {
    let start = Instant::now();
    let (module, syntax) = pto_ir::parse(text);
    let lines = Lines::new(text);
    let place = |s: Span| {
        assert!(s.start <= s.end, "{name}: {s:?}");
        assert!(text.get(s.start as usize..s.end as usize).is_some(), "{name}: {s:?}");
        lines.position(text, s.end);
    };
    let partial = has_errors(&syntax);
    let mut wrong = partial;
    let found: Vec<_> = Target::PROFILES
        .iter()
        .flat_map(|&t| check(&module, t, &Options { partial, ..Options::default() }))
        .collect();
    for d in syntax.iter().chain(&found) {
        place(d.primary.span);
        d.others.iter().for_each(|l| place(l.span));
        d.fixes.iter().for_each(|f| place(f.span));
        assert!(d.message.len() < 2000, "{name}: a message of {} bytes", d.message.len());
        wrong |= d.is_error();
    }
    assert!(syntax.len() < 1000, "{name}: {} mistakes", syntax.len());
    let time = start.elapsed();
    assert!(time < Duration::from_secs(10), "{name} took {time:?}");
    wrong
}

#[test]
fn one_character_over_and_over() {
    for c in "({[<%\"!@^})]>,a9\0é:=*+|?'\\".chars() {
        let name = format!("only {c:?}");
        let text = c.to_string().repeat(200_000);
        assert!(survives(&name, &text), "{name}");
        survives(&name, &format!("{c}\n").repeat(100_000));
        survives(&name, &format!("pto.tadd {text}"));
        survives(&name, &format!("%x = \"pto.tadd\"(%a) : {text}"));
    }
    for c in "#/-\n ".chars() {
        survives(&format!("only {c:?}"), &c.to_string().repeat(200_000));
    }
}

#[test]
fn one_word_over_and_over() {
    for word in [
        "pto.tadd ",
        "%a ",
        "%a,",
        "\"\"",
        "loc(",
        "module {",
        "ins(",
        "a()",
        "<<<",
        "1,",
        "{a,",
        "{a=",
        "[1,",
        "(i32,",
        "!a<",
        ": ",
        "-> ",
        "^a:\n",
        "cf.br ^a\n",
        "#a =",
        "!a =",
        "@f::",
        "func.func @f(",
        "scf.if %a {",
        "scf.for %i =",
        "\"a.b\"() : () -> ()\n",
        "a=[",
        "é\"",
    ] {
        for before in ["", "pto.tadd ", "func.func @f() {\n", "func.func @f(", "\"pto.tadd\"("] {
            survives(word, &format!("{before}{}", word.repeat(50_000)));
        }
    }
}

#[test]
fn words_out_of_place() {
    for word in ["loc", "loc %a", "#a = loc", "ins", "outs", "else", "do", "attributes", "to", "."]
    {
        for before in ["", "module {\n", "func.func @f() {\n", "pto.tadd ", "module "] {
            survives(word, &format!("{before}{word}\n{word} {word}"));
        }
    }
}

#[test]
fn random_bytes() {
    let mut state = 1u64;
    let bytes: Vec<u8> = (0..500_000)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as u8
        })
        .collect();
    assert!(survives("bytes", &String::from_utf8_lossy(&bytes)));
    let printable: String = bytes.iter().map(|b| char::from(b % 95 + 32)).collect();
    assert!(survives("letters", &printable));
}

#[test]
fn deep_nesting() {
    let nested = |open: &str, n: usize, close: &str| {
        format!("func.func @f(%c: i1, %i: index) {{\n{}{}}}", open.repeat(n), close.repeat(n))
    };
    assert!(survives("braces", &"{".repeat(100_000)));
    for n in [150, 10_000] {
        let deep = n > 1000;
        let texts = [
            ("scf.if", nested("scf.if %c {\n", n, "}\n")),
            ("vecscope", nested("pto.vecscope {\n", n, "}\n")),
            ("generic", nested("\"a.b\"() ({\n", n, "}) : () -> ()\n")),
            ("arrays", format!("\"a.b\"() {{a = {}{}}} : () -> ()", "[".repeat(n), "]".repeat(n))),
            ("dicts", format!("\"a.b\"() {}{} : () -> ()", "{a = ".repeat(n), "}".repeat(n))),
            ("functions", format!("\"a.b\"() : () -> {}i32{}", "(".repeat(n), ")".repeat(n))),
            ("parentheses", format!("pto.tadd {}{}", "(".repeat(n), ")".repeat(n))),
        ];
        for (name, text) in &texts {
            let wrong = survives(name, text);
            assert!(wrong || !deep, "{name}");
        }
        survives("types", &format!("%x = pto.tadd %a : !t{}{}", "<".repeat(n), ">".repeat(n)));
    }
}

#[test]
fn aliases_of_aliases() {
    let chain = |first: &str, step: &dyn Fn(usize) -> String| -> String {
        std::iter::once(first.to_string()).chain((0..2000).map(step)).collect()
    };
    let attrs = chain("#a0 = [1, 1]\n", &|i| format!("#a{} = [#a{i}, #a{i}]\n", i + 1));
    assert!(survives("attributes", &attrs));
    let types = chain("!a0 = (i8, i8) -> i8\n", &|i| format!("!a{} = (!a{i}) -> !a{i}\n", i + 1));
    assert!(survives("types", &types));
}

#[test]
fn huge_numbers() {
    for n in ["0", "1", "4194304", "4294967295", "4294967296", "99999999999999999999999"] {
        for key in ["rows", "cols", "v_row", "v_col", "fractal", "pad", "compact"] {
            let mut keys = vec![("rows", "16"), ("cols", "16")];
            keys.retain(|k| k.0 != key);
            keys.push((key, n));
            let list: String = keys.iter().map(|(k, v)| format!(", {k}={v}")).collect();
            let tile = format!("!pto.tile_buf<loc=vec, dtype=f32{list}>");
            for op in ["ttrans", "tconcat", "tcvt", "tsort32", "trowargmax", "tcolargmax", "tsels"]
            {
                let text = format!(
                    "func.func @f(%a: {tile}) {{\n  pto.{op} ins(%a, %a, %a) outs(%a)\n  \
                     pto.{op} ins(%a, %a) outs(%a)\n  pto.{op} ins(%a) outs(%a)\n  return\n}}"
                );
                survives(op, &text);
            }
        }
        let groups: String =
            (0..100).map(|i| format!("%x{i}:{n} = \"a.b\"() : () -> ()\n")).collect();
        survives("results", &groups);
        let text = format!(
            "func.func @f() {{\n  %c = arith.constant {n} : i64\n  \
             %t = pto.alloc_tile addr = %c : !pto.tile_buf<vec, 16x16xf32>\n  return\n}}"
        );
        survives("addresses", &text);
    }
}

#[test]
fn characters_inside_types() {
    for inner in
        ["\"é", "é", "vec, é", "vec, 16x16xé", "16é16", "loc=\"é", "vec, 16x16xf32, valid=é"]
    {
        for name in ["tile_buf", "vreg", "mask", "ptr", "tensor_view", "multi_tile_buf", "tile"] {
            let text = format!("func.func @f(%a: !pto.{name}<{inner}>) {{ return }}");
            survives(name, &text);
            survives(name, &text.replace("<", "<!pto.tile_buf<"));
        }
    }
}

#[test]
fn generic_form_with_wrong_operand_counts() {
    let values: String = (0..12).map(|i| format!("%v{i}, ")).collect();
    for op in pto_isa::all() {
        for n in [0, 1, 2, 3, 12] {
            let list: Vec<&str> = values.split(", ").take(n).collect();
            let text = format!("%r = \"pto.{}\"({}) : () -> i32\n", op.name, list.join(", "));
            survives(op.name, &text);
            survives(op.name, text.strip_prefix("%r = ").unwrap_or(&text));
        }
    }
}

#[test]
fn results_without_names_are_printed_back() {
    let text = "func.func @f() {\n  pto.get_clock64\n  return\n}\n";
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{}", found[0].message);
    let printed = pto_ir::print(&module, pto_ir::Style::Generic);
    let (again, found) = pto_ir::parse(&printed);
    assert!(found.is_empty(), "{}", found[0].message);
    assert_eq!(pto_ir::first_difference(&module, &again), None);
}

#[test]
fn outputs_in_two_clauses_and_outside_them() {
    for text in [
        "ub.vln %p %q outs(%r) ins(%s, %t) outs(%u)",
        "vcgadd %r ins(%a, %b) outs(%c : !pto.vreg<64xf32>)",
        "pto.vsubc ins(%a) outs(%r) ins(%b) outs(%s : !pto.mask<b32>)",
    ] {
        let (_, found) = pto_ir::parse(text);
        assert!(found.iter().any(|d| d.is_error()), "{text}");
    }
}
