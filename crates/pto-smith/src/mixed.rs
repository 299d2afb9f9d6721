//! Kernels of any instructions: stored uses ([`crate::fragments`]) are varied and put one after another into one kernel, in
//! loops and in common regions, so that what one computes is an operand of the next.
//!
//! Each is taken only if the checker accepts the kernel with it, and most of them only if the kernel still runs to its end,
//! as nothing is seen of what comes after a stop.

mod provide;
mod reword;

use crate::arguments;
use crate::choices::Choices;
use crate::fragment_text::{Head, rename};
use crate::fragments::{Fragment, fragments};
use pto_ir::Diagnostic;
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Target, Type};
use pto_sim::{Launch, Limits};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Steps of a kernel that is tried.
const STEPS: u64 = 20_000;
/// Uses of the first instruction that are tried.
const FIRST_ATTEMPTS: u32 = 12;
/// Operations whose regions go on in the next fragment that has such a region.
const COMMON_REGIONS: [&str; 4] =
    ["pto.section.simt", "pto.section.vector", "pto.section.cube", "pto.vecscope"];

/// The instructions of a target that programs are made of, in a fixed order.
pub fn instructions(target: Target) -> Vec<&'static str> {
    let here = fragments().iter().filter(|f| f.targets.contains(&target));
    here.map(|f| f.name.as_str()).collect::<BTreeSet<_>>().into_iter().collect()
}

/// A kernel of about as many instructions as given, the first of which is the `first`-th of [`instructions`]: one number
/// after another makes programs with all of them.
pub fn program(choices: &mut Choices, target: Target, instructions: u32, first: u64) -> String {
    let names = self::instructions(target);
    let wanted = names[(first % names.len() as u64) as usize];
    let mut kernel = Kernel::new(target);
    let of = |name: &str| -> Vec<&'static Fragment> {
        let fits = |f: &&Fragment| f.name == name && f.targets.contains(&target);
        fragments().iter().filter(fits).collect()
    };
    let uses = of(wanted);
    // A use that can be given its operands, at best one with which the kernel runs to its end.
    for attempt in 0..FIRST_ATTEMPTS {
        let wanted = if attempt + 1 < FIRST_ATTEMPTS { Wanted::Running } else { Wanted::Legal };
        let fragment = uses[choices.index(uses.len())];
        if kernel.add(choices, fragment, wanted) {
            break;
        }
    }
    let mut left = instructions.saturating_sub(1);
    while left > 0 && kernel.runs {
        left -= 1;
        let mut draw = || {
            let uses = of(names[choices.index(names.len())]);
            uses[choices.index(uses.len())]
        };
        // One that takes what was made before is better than another.
        let candidates = [draw(), draw(), draw()];
        let next = candidates.into_iter().find(|f| kernel.feeds(f)).unwrap_or(candidates[0]);
        let wanted = if choices.one_in(32) { Wanted::Legal } else { Wanted::Running };
        kernel.add(choices, next, wanted);
    }
    kernel.text()
}

/// What a kernel must be with another fragment in it.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Legal,
    /// Legal, and one that runs to its end.
    Running,
}

/// A kernel while it is written.
#[derive(Clone)]
struct Kernel {
    target: Target,
    names: u32,
    params: Vec<(String, Type)>,
    /// Other functions, before the kernel.
    functions: String,
    /// What stands between the parameters and the body.
    attributes: Option<String>,
    body: Vec<String>,
    /// The region that is not closed yet: its operation, and how many values there were before it.
    open: Option<(String, usize)>,
    /// Values that can be used here, and their types.
    values: Vec<(String, Type)>,
    runs: bool,
}

/// A fragment in its parts.
struct Parts {
    functions: String,
    head: Head,
    attributes: String,
    body: Vec<String>,
}

impl Parts {
    fn read(text: &str) -> Option<Parts> {
        let at = text.rfind("func.func @")?;
        let head = Head::read(&text[at..])?;
        let mut lines = text[at + head.end..].lines();
        let attributes = lines.next()?.trim().to_string();
        let body = lines.map(str::to_string).filter(|l| l.trim() != "return");
        let mut body: Vec<String> = body.collect();
        body.pop();
        Some(Parts { functions: text[..at].into(), head, attributes, body })
    }

    /// The last operation, if its region can be shared, and where it begins.
    fn region(&self) -> Option<(&'static str, usize)> {
        let at = self.body.iter().rposition(|l| !l.starts_with("   ") && l.ends_with('{'))?;
        let is_last = self.body.iter().skip(at + 1).position(|l| !l.starts_with("   "))
            == Some(self.body.len() - at - 2);
        let line = self.body[at].trim_start();
        let op = COMMON_REGIONS.into_iter().find(|op| line.starts_with(op))?;
        is_last.then_some((op, at))
    }
}

impl Kernel {
    fn new(target: Target) -> Kernel {
        Kernel {
            target,
            names: 0,
            params: Vec::new(),
            functions: String::new(),
            attributes: None,
            body: Vec::new(),
            open: None,
            values: Vec::new(),
            runs: true,
        }
    }

    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("%{base}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        let indent = if self.open.is_some() { "    " } else { "  " };
        self.body.push(format!("{indent}{text}"));
    }

    /// Whether a fragment takes something that is there.
    fn feeds(&self, fragment: &Fragment) -> bool {
        let takes = |ty: &str| self.values.iter().any(|v| v.1.to_string() == ty);
        Parts::read(&fragment.text).is_some_and(|p| p.head.params.iter().any(|p| takes(&p.1)))
    }

    /// Adds a fragment if the kernel is as wanted then; whether it did.
    fn add(&mut self, choices: &mut Choices, fragment: &Fragment, wanted: Wanted) -> bool {
        let text = reword::reword(choices, fragment, self.target);
        // In the region that is open, and after it.
        for inside in [true, false] {
            if inside && self.open.is_none() || inside && choices.flip() {
                continue;
            }
            let mut tried = self.clone();
            if tried.write(choices, &text, inside).is_none() {
                continue;
            }
            let Some(runs) = runs(&tried.text(), self.target) else { continue };
            tried.runs = runs;
            if tried.runs || wanted == Wanted::Legal {
                *self = tried;
                return true;
            }
        }
        false
    }

    /// Writes a fragment at the end; `None` if it cannot stand in this kernel.
    fn write(&mut self, choices: &mut Choices, text: &str, inside: bool) -> Option<()> {
        self.names += 1;
        let n = self.names;
        let called: Vec<String> = text
            .match_indices("func.func @")
            .filter_map(|(at, _)| Head::read(&text[at..]).map(|h| h.name))
            .collect();
        let text = rename(text, '@', &mut |name| match called.iter().position(|c| c == name) {
            Some(last) if last + 1 == called.len() => "f".into(),
            Some(_) => format!("{name}_{n}"),
            None => name.into(),
        });
        let text = rename(&text, '%', &mut |name| format!("{name}_{n}"));
        let parts = Parts::read(&text)?;
        if *self.attributes.get_or_insert_with(|| parts.attributes.clone()) != parts.attributes {
            return None;
        }
        let region = parts.region();
        let shared =
            inside && region.is_some_and(|r| Some(r.0) == self.open.as_ref().map(|o| o.0.as_str()));
        if !inside {
            self.close();
        }
        self.functions.push_str(&parts.functions);
        let mut given: Vec<(String, String)> = Vec::new();
        for (name, ty) in &parts.head.params {
            let value = self.value(choices, &pto_ir::parse_type(ty)?)?;
            given.push((name[1..].into(), value[1..].into()));
        }
        let with_operands = |line: &String| {
            rename(line, '%', &mut |name| {
                given.iter().find(|g| g.0 == name).map_or(name, |g| g.1.as_str()).into()
            })
        };
        let body: Vec<String> = parts.body.iter().map(with_operands).collect();
        let made = results(&text);
        match region {
            Some((op, at)) if !inside => {
                self.body.extend_from_slice(&body[..at]);
                self.keep_results(&body[..at], &made);
                self.body.push(body[at].clone());
                self.open = Some((op.into(), self.values.len()));
                self.body.extend_from_slice(&body[at + 1..body.len() - 1]);
                self.keep_results(&body[at + 1..], &made);
            }
            Some((_, at)) if shared => {
                for line in body[..at].iter().chain(&body[at + 1..body.len() - 1]) {
                    self.line(line.trim_start());
                }
                self.keep_results(&body, &made);
            }
            _ if choices.one_in(6) => {
                let [low, high, step] = [0, choices.below(4), 1].map(|n| {
                    let name = self.name("c");
                    self.line(&format!("{name} = arith.constant {n} : index"));
                    name
                });
                let i = self.name("i");
                self.line(&format!("scf.for {i} = {low} to {high} step {step} {{"));
                body.iter().for_each(|line| self.line(line));
                self.line("}");
            }
            _ => {
                self.keep_results(&body, &made);
                body.iter().for_each(|line| self.line(line.strip_prefix("  ").unwrap_or(line)));
            }
        }
        Some(())
    }

    /// Lets what some lines define be used from here on; nothing of what is defined deeper.
    fn keep_results(&mut self, lines: &[String], made: &[(String, Type)]) {
        let indent = lines.iter().map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
        let defines = |line: &String, name: &str| {
            let own = line.get(indent..).is_some_and(|l| l.starts_with('%'));
            own && line.split(" = ").next().is_some_and(|l| l.split(", ").any(|n| n.trim() == name))
        };
        let here = made.iter().filter(|(name, _)| lines.iter().any(|l| defines(l, name)));
        self.values.extend(here.cloned());
    }

    fn close(&mut self) {
        if let Some((_, before)) = self.open.take() {
            self.values.truncate(before);
            self.body.push("  }".into());
        }
    }

    fn text(&self) -> String {
        let params: Vec<String> = self.params.iter().map(|(n, t)| format!("{n}: {t}")).collect();
        let attributes = self.attributes.as_deref().unwrap_or("{");
        let mut text =
            format!("{}func.func @f({}) {attributes}\n", self.functions, params.join(", "));
        for line in &self.body {
            text.push_str(line);
            text.push('\n');
        }
        text.push_str(if self.open.is_some() { "  }\n  return\n}\n" } else { "  return\n}\n" });
        text
    }
}

/// The values that a program defines, and their types.
fn results(text: &str) -> Vec<(String, Type)> {
    let (module, _) = pto_ir::parse(text);
    let mut list = Vec::new();
    for (_, node) in module.nodes() {
        for value in module.results(node) {
            let name = format!("%{}", module.sym(module.value(value).name));
            list.extend(module.type_of(value).map(|ty| (name, ty.clone())));
        }
    }
    list
}

/// Whether a program runs to its end; `None` if it is not legal. Where panics unwind, one is not the end of the program: who
/// looks at it later is to find it.
fn runs(text: &str, target: Target) -> Option<bool> {
    let (module, found) = pto_ir::parse(text);
    if found.iter().any(Diagnostic::is_error) {
        return None;
    }
    let (verified, _) = pto_check::verify(module, target, &Default::default()).ok()?;
    let run = || {
        let numerics = Numerics::new(target, Semantics::Manual);
        let Ok(program) = pto_sim::decode(&verified, None, numerics) else { return false };
        let mut args = arguments(&program, &mut Choices::seeded(1));
        let launch = Launch { limits: Limits::of_steps(STEPS), ..Launch::default() };
        program.run(&mut args, &launch).is_ok()
    };
    Some(catch_unwind(AssertUnwindSafe(run)).unwrap_or(true))
}
