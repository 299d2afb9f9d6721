//! A kernel text that declares parameters: `// tune:` lines say what there is, `{...}` puts a number into the text.
//!
//! ```text
//! // tune: tile_m = 64..256:64 default 128      a parameter, its values, and the one the author chose
//! // tune: panel_bytes = tile_m * 128 * 2       a number that follows
//! // tune: where panel_bytes <= 65536           a condition
//! !panel = !pto.tile_buf<mat, {tile_m}x128xf16>
//! ```
//!
//! A brace with a blank after it, or with anything in it that is no expression, is one of the program. A text without
//! `// tune:` lines has no parameters, whatever its braces.

use crate::expr::{Expr, ExprError, is_name};
use crate::space::{Axis, Space, Values};
use crate::values;
use pto_ir::Span;
use pto_ir::diag::Diagnostic;
use pto_isa::code;
use std::ops::Range;

/// A text with parameters.
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    space: Space,
    holes: Vec<(Range<usize>, Expr)>,
}

/// What a declaration begins with.
const TUNE: &str = "// tune:";

fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code::PARAMETER, span, message)
}

impl From<ExprError> for Diagnostic {
    fn from(e: ExprError) -> Diagnostic {
        wrong(e.span, e.message)
    }
}

impl Template {
    /// Reads a text; all mistakes of its declarations at once.
    pub fn read(text: &str) -> Result<Template, Vec<Diagnostic>> {
        let mut template =
            Template { text: text.into(), space: Space::default(), holes: Vec::new() };
        let mut found = Vec::new();
        let mut places: Vec<(String, Span)> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let indent = line.len() - line.trim_start().len();
            if let Some(words) = line.trim_start().strip_prefix(TUNE) {
                let at = start + indent + TUNE.len();
                if let Err(d) = template.declare(words.trim_end(), at as u32, &mut places) {
                    found.push(d);
                }
            }
            start += line.len();
        }
        if places.is_empty() && template.space.conditions.is_empty() && found.is_empty() {
            return Ok(template);
        }
        template.check_names(&mut found);
        let known = |name: &str| template.space.knows(name);
        match holes(text, 0, &known) {
            Ok(list) => template.holes = list,
            Err(d) => found.push(d),
        }
        if found.is_empty() { Ok(template) } else { Err(found) }
    }

    /// Its parameters.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The text with numbers in the places of its expressions. Lines stay where they are.
    pub fn fill(&self, values: &Values) -> Result<String, Diagnostic> {
        fill_holes(&self.text, &self.holes, values)
    }

    /// Reads what stands after `// tune:`.
    fn declare(
        &mut self,
        words: &str,
        at: u32,
        places: &mut Vec<(String, Span)>,
    ) -> Result<(), Diagnostic> {
        let blanks = words.len() - words.trim_start().len();
        let (words, at) = (words.trim_start(), at + blanks as u32);
        let whole = Span::new(at, at + words.len() as u32);
        if let Some(condition) = words.strip_prefix("where ") {
            self.space.conditions.push(Expr::read(condition, at + "where ".len() as u32)?);
            return Ok(());
        }
        let declared = words.split_once('=').filter(|(name, _)| is_name(name.trim()));
        let Some((name, value)) = declared else {
            let d = wrong(whole, "this declares no parameter");
            return Err(d.help(
                "write `// tune: NAME = 64..256:64`, `NAME = EXPRESSION` or `where EXPRESSION`",
            ));
        };
        let value_at = at + name.len() as u32 + 1;
        let name = name.trim();
        let span = Span::new(at, at + name.len() as u32);
        if let Some((_, before)) = places.iter().find(|p| p.0 == name) {
            let d = wrong(span, format!("`{name}` is declared twice"));
            return Err(d.label(*before, "the first time"));
        }
        places.push((name.into(), span));
        let (list, default) = match value.split_once("default") {
            Some((list, default)) => (list, Some(default)),
            None => (value, None),
        };
        if !values::are_values(list) {
            let expr = Expr::read(value, value_at)?;
            self.space.derived.push((name.into(), expr));
            return Ok(());
        }
        let value_span = Span::new(value_at, value_at + value.len() as u32);
        let help = "write values as `16,32,64` or `64..256:64`";
        let list = values::read(list).map_err(|e| wrong(value_span, e).help(help))?;
        let default = default.map(|d| d.trim().parse::<i64>());
        let default = default
            .transpose()
            .map_err(|_| wrong(value_span, "`default` needs a whole number after it"))?;
        if let Some(d) = default.filter(|d| !list.contains(d)) {
            return Err(wrong(value_span, format!("the default {d} is none of the values")));
        }
        self.space.axes.push(Axis { name: name.into(), values: list, default });
        if self.space.combinations().is_none() {
            let most = values::MOST_CONFIGURATIONS;
            return Err(wrong(span, format!("there are more than {most} configurations")));
        }
        Ok(())
    }

    /// What follows from a parameter must be declared after it, and conditions name what there is.
    fn check_names(&self, found: &mut Vec<Diagnostic>) {
        let axes: Vec<&str> = self.space.axes.iter().map(|a| a.name.as_str()).collect();
        for (i, (_, expr)) in self.space.derived.iter().enumerate() {
            let before = &self.space.derived[..i];
            let known = |name: &str| axes.contains(&name) || before.iter().any(|d| d.0 == name);
            found.extend(unknown_names(expr, &known));
        }
        for condition in &self.space.conditions {
            found.extend(unknown_names(condition, &|name| self.space.knows(name)));
        }
    }
}

/// Numbers in the places of the expressions of a text, such as an argument of a launch: `{rows}`.
pub fn fill(text: &str, at: u32, values: &Values) -> Result<String, Diagnostic> {
    let holes = holes(text, at, &|name| values.get(name).is_some())?;
    fill_holes(text, &holes, values)
}

fn fill_holes(
    text: &str,
    holes: &[(Range<usize>, Expr)],
    values: &Values,
) -> Result<String, Diagnostic> {
    let (mut filled, mut end) = (String::with_capacity(text.len()), 0);
    for (place, expr) in holes {
        filled.push_str(&text[end..place.start]);
        filled.push_str(&values.value(expr)?.to_string());
        end = place.end;
    }
    filled.push_str(&text[end..]);
    Ok(filled)
}

fn unknown_names(expr: &Expr, known: &dyn Fn(&str) -> bool) -> Option<Diagnostic> {
    let mut unknown = None;
    expr.names(&mut |name, span| {
        if unknown.is_none() && !known(name) {
            let d = wrong(span, format!("no parameter `{name}` is declared before this"));
            unknown = Some(d.help(format!("declare it with `// tune: {name} = ...`; a brace with a blank after it is left alone")));
        }
    });
    unknown
}

/// The expressions of a text, with the places of their braces.
fn holes(
    text: &str,
    at: u32,
    known: &dyn Fn(&str) -> bool,
) -> Result<Vec<(Range<usize>, Expr)>, Diagnostic> {
    let is_of_expression = |c: char| c.is_ascii_alphanumeric() || "_ +-*/%(),".contains(c);
    let mut holes = Vec::new();
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|i| from + i) {
        from = open + 1;
        let inside = &text[from..];
        let Some(length) = inside.find(|c| !is_of_expression(c)) else { break };
        let content = &inside[..length];
        let closed = inside[length..].starts_with('}');
        let begins = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '(';
        if !closed || !content.starts_with(begins) {
            continue;
        }
        let expr = Expr::read(content, at + from as u32)?;
        if let Some(d) = unknown_names(&expr, known) {
            return Err(d);
        }
        from += length + 1;
        holes.push((open..from, expr));
    }
    Ok(holes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let found = Template::read(text).err().unwrap_or_default();
        found.iter().map(|d| format!("{}: {}", d.primary.span.of(text), d.message)).collect()
    }

    #[test]
    fn parameters_are_put_into_the_text() {
        let text = "// tune: m = 16,32 default 32\n// tune: bytes = m * 4\n// tune: where bytes > 64\nmodule {\n  {m}x{bytes + 1} {layout = x} { m }\n}\n";
        let t = Template::read(text).unwrap();
        assert_eq!(t.space().configurations(), [1]);
        assert_eq!(t.space().default_configuration(), [32]);
        let filled = t.fill(&t.space().resolve(&[32]).unwrap()).unwrap();
        assert!(filled.ends_with("module {\n  32x129 {layout = x} { m }\n}\n"), "{filled}");
    }

    #[test]
    fn a_text_without_declarations_stays() {
        let text = "func.func @f() {\n  a {b} {c}\n}\n";
        let t = Template::read(text).unwrap();
        assert_eq!(t.fill(&Values::default()).as_deref(), Ok(text));
        assert_eq!(t.space().configurations(), [0]);
    }

    #[test]
    fn mistakes_have_a_place() {
        for (text, message) in [
            ("// tune: m\n", "m: this declares no parameter"),
            ("// tune: m = 1..0\n", " 1..0: the range 1..0 is empty"),
            ("// tune: m = 1\n// tune: m = 2\n", "m: `m` is declared twice"),
            ("// tune: m = n + 1\n", "n: no parameter `n` is declared before this"),
            ("// tune: m = 1\n// tune: where q\n", "q: no parameter `q` is declared before this"),
            ("// tune: m = 1\n{q}\n", "q: no parameter `q` is declared before this"),
            ("// tune: m = 1 default 2\n", " 1 default 2: the default 2 is none of the values"),
        ] {
            assert_eq!(messages(text), [message], "{text}");
        }
    }
}
