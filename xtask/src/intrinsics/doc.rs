//! The documentation of an intrinsic, from its op definition.

use super::form::{Form, Param};
use super::types::rust_list;
use pto_isa::Rulebook;
use pto_isa::def::{OpDef, Types};
use pto_isa::page::{on_text, rules_text, sentences};
use pto_isa::scratch::Need;
use pto_sim::EagerCore;
use std::fmt::Write as _;

/// Markdown that rustdoc shows as it is written: brackets are no links, angles no HTML.
pub fn plain(text: &str) -> String {
    let (mut s, mut code) = (String::new(), false);
    for c in text.chars() {
        code ^= c == '`';
        if !code && matches!(c, '[' | ']' | '<' | '>' | '*' | '_') {
            s.push('\\');
        }
        s.push(c);
    }
    s
}

/// The C++ call of a form.
pub fn cpp(op: &OpDef, form: &Form) -> String {
    let name = op.cpp.split(['<', '(']).next().unwrap_or("");
    let names = form.params.iter().map(|p| match p {
        Param::Operand(slot, _) => op.operands[*slot as usize].name,
        Param::Attr(a) => a.name,
    });
    format!("{name}({})", names.collect::<Vec<_>>().join(", "))
}

fn lines(out: &mut String, text: &str) {
    for line in text.lines() {
        let _ = writeln!(out, "/// {line}");
    }
}

/// The comment above the first form of an instruction.
pub fn whole(op: &'static OpDef, form: &Form) -> String {
    match op.cpp.is_empty() {
        true => about(op, "C++ has no function for it."),
        false => about(op, &format!("C++: `{}`", cpp(op, form))),
    }
}

/// What an instruction computes, how it is `spelled` elsewhere, and its rules.
pub fn about(op: &'static OpDef, spelled: &str) -> String {
    let mut s = String::new();
    lines(&mut s, &plain(op.title()));
    let body = op.body_text();
    if !body.is_empty() {
        let _ = writeln!(s, "///");
        for line in body.lines() {
            let _ = writeln!(s, "{}", format!("/// {}", plain(line)).trim_end());
        }
    }
    if !op.formula.is_empty() {
        let _ = write!(s, "///\n/// ```text\n");
        lines(&mut s, op.formula);
        let _ = writeln!(s, "/// ```");
    }
    let _ = writeln!(s, "///\n/// {spelled}");
    if !EagerCore::runs(op) {
        let _ = writeln!(s, "///\n/// Executed eagerly it is an error; it can be recorded.");
    }
    if !op.rules.is_empty() {
        let _ = writeln!(s, "///\n/// Rules:");
    }
    for r in op.rules {
        for text in sentences(r, op) {
            let on = if r.on == pto_isa::Targets::ALL {
                String::new()
            } else {
                format!(", on {}", on_text(r.on))
            };
            let on = on + rules_text(r.in_rules);
            let kind = if r.warn { " (a warning)" } else { "" };
            let code = r.code().spelled(!r.warn);
            let _ = writeln!(s, "/// - {}{on}{kind}: {code}", plain(&text));
        }
    }
    let _ = writeln!(s, "///\n/// Element types:");
    for x in op.support {
        let types = match x.types {
            Types::Absent => "does not exist".to_string(),
            Types::Any => "as the rules say".to_string(),
            Types::OneOf(list) => {
                let of: Vec<String> =
                    x.key.iter().map(|&k| format!("`{}`", op.operands[k as usize].name)).collect();
                format!("{}: {}", of.join(", "), rust_list(list))
            }
            Types::Tuples(list) => {
                let of: Vec<&str> = x.key.iter().map(|&k| op.operands[k as usize].name).collect();
                let tuples: Vec<String> =
                    list.iter().map(|t| format!("({})", rust_list(t))).collect();
                format!("`({})`: {}", of.join(", "), tuples.join(" "))
            }
        };
        let by = match x.rules {
            Rulebook::Device => "",
            Rulebook::Manual => " (`--rules manual`)",
        };
        let _ = writeln!(s, "/// - {}{by}: {types} ({})", on_text(x.targets), plain(x.cite));
    }
    s.push_str(&scratch(op));
    s
}

fn scratch(op: &OpDef) -> String {
    let mut s = String::new();
    for (i, sc) in op.scratch.iter().enumerate() {
        if i == 0 {
            s.push_str("///\n/// Scratch:\n");
        }
        let need = match sc.need {
            Need::Ignored => "accepted and not used".to_string(),
            Need::Bytes { text, .. } => {
                format!("at least {}{}", plain(text), if sc.warn { " (a warning)" } else { "" })
            }
        };
        let _ = writeln!(s, "/// - {}{}: {need}", on_text(sc.on), rules_text(sc.in_rules));
    }
    s
}

/// The comment above another form.
pub fn further(op: &'static OpDef, form: &Form, first: &Form) -> String {
    let has: Vec<u8> = first.operands().collect();
    let given: Vec<u8> = form.operands().collect();
    let name = |o: &u8| format!("`{}`", op.operands[*o as usize].name);
    let extra: Vec<String> = given.iter().filter(|o| !has.contains(o)).map(name).collect();
    let lacks: Vec<String> = has.iter().filter(|o| !given.contains(o)).map(name).collect();
    let difference = match (extra.is_empty(), lacks.is_empty()) {
        (false, true) => format!(" with {}", extra.join(", ")),
        (false, false) => format!(" with {} instead of {}", extra.join(", "), lacks.join(", ")),
        (true, false) => format!(" without {}", lacks.join(", ")),
        (true, true) => " with its operands in another order".into(),
    };
    format!(
        "/// [`{}`]{difference}.\n///\n/// C++: `{}`\n{}",
        first.name,
        cpp(op, form),
        scratch(op)
    )
}
