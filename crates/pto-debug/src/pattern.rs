//! Which values are looked at, and when: `acc@12`, `*@58`, `acc@*[i=0-3,block=1]`.

use crate::moment::Moment;
use pto_ir::Module;
use std::fmt;
use std::ops::RangeInclusive;

/// Values by name, instructions by line, iterations by the variables of loops, blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// A name without `%`, in which `*` stands for any letters.
    name: String,
    /// Lines; all of them without one.
    lines: Option<RangeInclusive<usize>>,
    /// Iterations of loops by the names of their variables.
    iterations: Vec<(String, RangeInclusive<u64>)>,
    blocks: Option<RangeInclusive<u64>>,
}

impl Pattern {
    /// Everything that instructions write.
    pub fn all() -> Pattern {
        Pattern { name: "*".into(), lines: None, iterations: Vec::new(), blocks: None }
    }

    /// Reads a pattern; the answer to a wrong one says what is wrong with it.
    ///
    /// ```
    /// use pto_debug::Pattern;
    /// assert_eq!(Pattern::parse("acc@12").unwrap().to_string(), "acc@12");
    /// assert_eq!(Pattern::parse("%x*@10-20[i=0-3,block=1]").unwrap().to_string(), "x*@10-20[i=0-3,block=1]");
    /// assert_eq!(Pattern::parse("acc").unwrap_err(), "there is no `@`");
    /// ```
    pub fn parse(text: &str) -> Result<Pattern, String> {
        let (name, rest) = text.split_once('@').ok_or("there is no `@`")?;
        let name = name.trim_start_matches('%');
        if name.is_empty() {
            return Err("there is no name before `@`".into());
        }
        let (lines, which) = match rest.split_once('[') {
            None => (rest, None),
            Some((lines, which)) => {
                (lines, Some(which.strip_suffix(']').ok_or("there is no `]` at its end")?))
            }
        };
        let lines = match lines {
            "*" => None,
            _ => {
                let range =
                    range(lines).ok_or_else(|| format!("`{lines}` is not a line number"))?;
                Some(*range.start() as usize..=*range.end() as usize)
            }
        };
        let mut pattern =
            Pattern { name: name.into(), lines, iterations: Vec::new(), blocks: None };
        for part in which.into_iter().flat_map(|w| w.split(',')) {
            let found = part.split_once('=').and_then(|(key, value)| Some((key, range(value)?)));
            match found {
                Some(("block", numbers)) => pattern.blocks = Some(numbers),
                Some((variable, numbers)) => {
                    let variable = variable.trim_start_matches('%').to_string();
                    pattern.iterations.push((variable, numbers));
                }
                None => {
                    return Err(format!("`{part}` is not VARIABLE=ITERATION or block=NUMBER"));
                }
            }
        }
        Ok(pattern)
    }

    /// Says what of the pattern the program does not have.
    pub fn check(&self, module: &Module) -> Result<(), String> {
        let names =
            || (0..module.value_count()).map(|i| module.value(pto_ir::ValueId(i as u32)).name);
        let is_named = |name: &str| names().any(|n| module.sym(n) == name);
        if !self.name.contains('*') && !is_named(&self.name) {
            return Err(format!("the kernel has no value `%{}`", self.name));
        }
        if let Some((variable, _)) = self.iterations.iter().find(|(v, _)| !is_named(v)) {
            return Err(format!("the kernel has no loop with the variable `%{variable}`"));
        }
        if let Some(lines) = &self.lines {
            let stands = |node: &pto_ir::Node| {
                let first = module.line(node.span.start);
                let last = module.line(node.span.end);
                module.def(node).is_some() && first <= *lines.end() && *lines.start() <= last
            };
            if !module.nodes().any(|(_, node)| stands(node)) {
                return Err("no instruction stands there".into());
            }
        }
        Ok(())
    }

    /// Whether a moment is meant, whatever the name. An instruction may stand on several lines, up to `last_line`.
    pub fn is_when(&self, moment: &Moment, last_line: usize) -> bool {
        let lines = |l: &RangeInclusive<usize>| moment.line <= *l.end() && *l.start() <= last_line;
        let is_in = |(variable, range): &(String, RangeInclusive<u64>)| {
            moment.iteration(variable).is_some_and(|i| range.contains(&i))
        };
        self.lines.as_ref().is_none_or(lines)
            && self.blocks.as_ref().is_none_or(|b| b.contains(&moment.core.block.into()))
            && self.iterations.iter().all(is_in)
    }

    /// Whether a value of this name is meant.
    pub fn is_named(&self, name: &str) -> bool {
        glob(self.name.as_bytes(), name.as_bytes())
    }

    /// The name and not more, where one value at certain lines is meant: it is looked at whether it was written or not.
    pub fn exact_name(&self) -> Option<&str> {
        (self.lines.is_some() && !self.name.contains('*')).then_some(&self.name)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |low: u64, high: u64| match low == high {
            true => low.to_string(),
            false => format!("{low}-{high}"),
        };
        let lines = self.lines.as_ref().map(|l| show(*l.start() as u64, *l.end() as u64));
        write!(f, "{}@{}", self.name, lines.as_deref().unwrap_or("*"))?;
        let iterations = self.iterations.iter().map(|(v, r)| (v.as_str(), r));
        let which: Vec<String> = iterations
            .chain(self.blocks.iter().map(|b| ("block", b)))
            .map(|(key, r)| format!("{key}={}", show(*r.start(), *r.end())))
            .collect();
        if which.is_empty() { Ok(()) } else { write!(f, "[{}]", which.join(",")) }
    }
}

/// Reads `7` or `3-7`.
fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (low <= high).then_some(low..=high)
}

/// Whether a text is what a pattern with `*` stands for.
fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) {
            (p, t) = (p + 1, t + 1);
        } else if let Some((at, from)) = star {
            star = Some((at, from + 1));
            (p, t) = (at + 1, from + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_any_letters() {
        let is = |pattern: &str, text: &str| glob(pattern.as_bytes(), text.as_bytes());
        assert!(is("*", "") && is("a*c", "abbc") && is("*b*", "abc") && is("a*", "a"));
        assert!(!is("a*c", "abcd") && !is("", "a") && !is("ab", "a"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = ["@3", "a@", "a@x", "a@3[", "a@3[i]", "a@5-3", "a@3[block=x]"];
        let said = wrong.map(|text| Pattern::parse(text).unwrap_err());
        assert_eq!(said[0], "there is no name before `@`");
        assert_eq!(said[2], "`x` is not a line number");
        assert_eq!(said[3], "there is no `]` at its end");
        assert_eq!(said[4], "`i` is not VARIABLE=ITERATION or block=NUMBER");
        assert_eq!(said[5], "`5-3` is not a line number");
    }
}
