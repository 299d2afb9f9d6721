//! Instructions with attributes and operands nobody would write: what reads without errors prints as
//! text that reads as the same program. Printing must know where the usual form would mislead.

use pto_ir::module::NodeId;
use pto_ir::print::attr_text;
use pto_ir::{Module, Style, ValueId, parse, print};
use pto_tests::{change, filetests, read, sections};
use std::collections::BTreeMap;

/// A use of an instruction in the shortest program that has one.
struct Use {
    module: Module,
    node: NodeId,
    /// The program in the generic form.
    text: String,
}

/// One use of each instruction for each number of results.
fn uses() -> Vec<Use> {
    let mut found: BTreeMap<(&str, usize), Use> = BTreeMap::new();
    for path in filetests() {
        let text = read(&path).expect("a listed file can be read");
        let Ok(sections) = sections(&text) else { continue };
        for section in sections {
            let (module, problems) = parse(&section.text);
            if problems.iter().any(|d| d.is_error()) {
                continue;
            }
            let text = print(&module, Style::Generic);
            for (node, n) in module.nodes() {
                let Some(def) = module.def(n) else { continue };
                let key = (def.name, n.results.len());
                if found.get(&key).is_none_or(|u| text.len() < u.text.len()) {
                    let (module, text) = (module.clone(), text.clone());
                    found.insert(key, Use { module, node, text });
                }
            }
        }
    }
    found.into_values().collect()
}

impl Use {
    fn attrs_except(&self, name: &str) -> Vec<String> {
        let m = &self.module;
        let attrs = m.node_attrs(m.node(self.node)).iter().filter(|a| m.sym(a.name) != name);
        attrs
            .map(|a| format!("\"{}\" = {}", m.sym(a.name), attr_text(m, m.attrs.get(a.value))))
            .collect()
    }

    /// The program with other operands and attributes. Nothing if the statement has regions.
    fn with(&self, operands: &[(u8, ValueId)], attrs: &[String]) -> Option<String> {
        let m = &self.module;
        let node = m.node(self.node);
        let opening = format!("\"{}\"(", m.op_name(node));
        let at = self.text.find(&opening)?;
        let line = self.text[at..].lines().next()?;
        let results = &line[line.rfind(" -> ")?..];
        if line.ends_with('{') {
            return None;
        }
        let sizes: Vec<String> = (0..m.def(node)?.operands.len())
            .map(|s| operands.iter().filter(|o| o.0 as usize == s).count().to_string())
            .collect();
        let name = |v: ValueId| format!("%{}", m.sym(m.value(v).name));
        let ty = |v: ValueId| m.type_of(v).map_or("none".into(), |t| t.to_string());
        let names: Vec<String> = operands.iter().map(|o| name(o.1)).collect();
        let types: Vec<String> = operands.iter().map(|o| ty(o.1)).collect();
        let mut properties =
            vec![format!("operandSegmentSizes = array<i32: {}>", sizes.join(", "))];
        properties.extend_from_slice(attrs);
        let statement = format!(
            "{opening}{}) <{{{}}}> : ({}){results}",
            names.join(", "),
            properties.join(", "),
            types.join(", ")
        );
        Some(self.text.replacen(line, &statement, 1))
    }

    fn operands(&self) -> Vec<(u8, ValueId)> {
        let m = &self.module;
        m.operands(m.node(self.node)).iter().map(|o| (o.slot, o.value)).collect()
    }
}

/// Reads a program and says what changes. `read` counts the programs without errors.
fn try_program(program: &str, read: &mut usize, report: &mut Vec<String>) {
    let (module, problems) = parse(program);
    if problems.iter().any(|d| d.is_error()) {
        return;
    }
    *read += 1;
    for style in [Style::Canonical, Style::Generic] {
        if let Some(problem) = change(&module, style) {
            report.push(format!("{program}  {style:?}: {problem}"));
        }
    }
}

fn assert_none(report: &[String]) {
    assert!(report.is_empty(), "{} programs change:\n{}", report.len(), report.join("\n"));
}

#[test]
fn any_value_of_any_attribute() {
    let values = [
        "unit",
        "true",
        "false",
        "7",
        "-7 : i32",
        "1.5",
        "\"s\"",
        "@a::@b",
        "i32",
        "() -> ()",
        "[]",
        "[1]",
        "[1, <w>]",
        "[1 : i32, 2]",
        "[[1], 2]",
        "{a = 1}",
        "#pto.pipe<PIPE_V>",
        "#a<b c>",
        "<w>",
        "<7>",
        "<a b>",
        "<true>",
        "<ins>",
        "<to>",
        "<index>",
        "<pto.tadd>",
        "dense<0>",
        "dense<0> : tensor<1xi32>",
        "affine_map<(a) -> (a)>",
    ];
    let (mut report, mut read) = (Vec::new(), 0);
    for u in uses() {
        let Some(def) = u.module.def(u.module.node(u.node)) else { continue };
        for attr in def.attrs {
            for value in values {
                let mut attrs = u.attrs_except(attr.name);
                attrs.push(format!("{} = {value}", attr.name));
                if let Some(program) = u.with(&u.operands(), &attrs) {
                    try_program(&program, &mut read, &mut report);
                }
            }
        }
        // Without one of them: what follows must not take its place.
        for attr in def.attrs {
            if let Some(program) = u.with(&u.operands(), &u.attrs_except(attr.name)) {
                try_program(&program, &mut read, &mut report);
            }
        }
    }
    assert_none(&report);
    assert!(read > 1000, "only {read} programs read");
}

#[test]
fn any_choice_of_operands() {
    let (mut report, mut read) = (Vec::new(), 0);
    for u in uses() {
        let Some(def) = u.module.def(u.module.node(u.node)) else { continue };
        let all = u.operands();
        let mut choices = Vec::new();
        for i in 0..all.len() {
            let mut fewer = all.clone();
            fewer.remove(i);
            // Each operand left out, and each value in every place.
            for slot in 0..def.operands.len() as u8 {
                let mut moved = fewer.clone();
                moved.push((slot, all[i].1));
                moved.sort_by_key(|o| o.0);
                let mut more = all.clone();
                more.push((slot, all[i].1));
                more.sort_by_key(|o| o.0);
                choices.extend([moved, more]);
            }
            choices.push(fewer);
        }
        for operands in choices {
            if let Some(program) = u.with(&operands, &u.attrs_except("")) {
                try_program(&program, &mut read, &mut report);
            }
        }
    }
    assert_none(&report);
    assert!(read > 1000, "only {read} programs read");
}
