//! Uses of instructions with all that they need: the statements that make their operands, the regions and functions around
//! them. [`crate::mixed`] varies them and puts several into one kernel.
//!
//! `data/fragments.pto` is made from the programs under `tests/isa` by `cargo xtask gen`: for each instruction that
//! executes and is no tile or register instruction some of its uses, each reduced to a program of its own. A comment before
//! each says which instruction it shows and on which targets it is legal.

use crate::fragment_text::{Head, names};
use crate::registers::draw::is_addressed_by_loops;
use crate::shrink::shorten;
use crate::{is_legal, stored, uses};
use pto_ir::module::Node;
use pto_ir::{Module, NodeId, Style};
use pto_isa::def::AllowedScope;
use pto_isa::{OpDef, Sem, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::OnceLock;

/// A use of an instruction with all that it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Fragment {
    /// The instruction.
    pub name: String,
    /// Where it is legal.
    pub targets: Vec<Target>,
    /// A program: functions, the kernel last.
    pub text: String,
}

/// Uses of one instruction that are kept.
const MOST_USES: usize = 8;

/// The list that comes with the library.
pub fn fragments() -> &'static [Fragment] {
    static LIST: OnceLock<Vec<Fragment>> = OnceLock::new();
    LIST.get_or_init(|| read(include_str!("../data/fragments.pto")))
}

/// Whether an instruction executes.
pub fn executes(def: &OpDef) -> bool {
    !matches!(def.sem, Sem::Missing | Sem::Unpublished(_))
}

/// Whether uses of an instruction are stored here: those of tiles and registers are drawn from the table.
fn is_stored(def: &OpDef) -> bool {
    let of_registers = def.scope == AllowedScope::Vecscope && !matches!(def.sem, Sem::Machine);
    let of_tiles =
        !matches!(def.sem, Sem::Machine) && stored::uses().iter().any(|u| std::ptr::eq(u.def, def));
    let drawn = of_registers && !def.name.starts_with("vmi.") && !is_addressed_by_loops(def);
    executes(def) && !of_tiles && !drawn
}

/// Writes a list.
pub fn write(list: &[Fragment]) -> String {
    let mut text = String::new();
    for f in list {
        let targets: Vec<String> = f.targets.iter().map(Target::to_string).collect();
        let _ = write!(text, "// {}: {}\n{}", f.name, targets.join(" "), f.text);
    }
    text
}

/// Reads a list.
pub fn read(text: &str) -> Vec<Fragment> {
    let mut list: Vec<Fragment> = Vec::new();
    for line in text.lines() {
        let head = line.strip_prefix("// ").and_then(|l| l.split_once(": "));
        match (head, list.last_mut()) {
            (Some((name, targets)), _) => {
                let named = |t: &Target| targets.split(' ').any(|n| n == t.to_string());
                let targets = Target::PROFILES.into_iter().filter(named).collect();
                list.push(Fragment { name: name.into(), targets, text: String::new() });
            }
            (None, Some(last)) => {
                let _ = writeln!(last.text, "{line}");
            }
            (None, None) => {}
        }
    }
    list
}

/// All fragments in the programs under a folder, in a fixed order.
pub fn read_all(folder: &Path) -> Vec<Fragment> {
    let mut files = Vec::new();
    uses::programs(folder, &mut files);
    files.sort();
    let mut found: BTreeMap<&str, Vec<Fragment>> = BTreeMap::new();
    for path in files {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for section in text.split("\n// -----\n") {
            read_section(section, &mut found);
        }
    }
    found.into_values().flatten().collect()
}

fn read_section(section: &str, found: &mut BTreeMap<&'static str, Vec<Fragment>>) {
    let (module, _) = pto_ir::parse(section);
    if !module.nodes().any(|(_, n)| module.def(n).is_some_and(is_stored)) {
        return;
    }
    let text = pto_ir::print(&module, Style::Canonical);
    let legal = |text: &str| -> Vec<Target> {
        Target::PROFILES.into_iter().filter(|t| is_legal(text, *t)).collect()
    };
    let targets = legal(&text);
    if targets.is_empty() {
        return;
    }
    let (module, _) = pto_ir::parse(&text);
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node).filter(|d| is_stored(d)) else { continue };
        let known = found.entry(def.name).or_default();
        if known.len() == MOST_USES {
            continue;
        }
        // What an instruction needs besides its operands, such as a queue that is set up, only the checker knows.
        let line = source(&text, node).lines().next().unwrap_or_default();
        let mut still = |t: &str| t.contains(line) && legal(t) == targets;
        let mut small = slice(&module, &text, id);
        if !still(&small) {
            small = shorten(&text, &mut still);
        }
        let small = without_parameters(&small);
        if !known.iter().any(|f| f.text == small) {
            known.push(Fragment { name: def.name.into(), targets: targets.clone(), text: small });
        }
    }
}

fn source<'t>(text: &'t str, node: &Node) -> &'t str {
    text.get(node.span.start as usize..node.span.end as usize).unwrap_or_default()
}

/// The text with the statements that make the operands of an operation, what is inside it, and the regions around it.
fn slice(module: &Module, text: &str, id: NodeId) -> String {
    let mut kept: BTreeSet<NodeId> = BTreeSet::new();
    let mut open = vec![id];
    open.extend(module.nodes().map(|n| n.0).filter(|n| module.ancestors(*n).any(|a| a == id)));
    while let Some(id) = open.pop() {
        if kept.insert(id) {
            let operands = module.operands(module.node(id)).iter();
            open.extend(operands.filter_map(|o| module.defining_op(o.value)));
            for parent in module.ancestors(id) {
                open.push(parent);
                let regions = module.node_regions(module.node(parent)).iter();
                let blocks = regions.flat_map(|r| &module.region(*r).blocks);
                open.extend(blocks.filter_map(|b| module.block(*b).ops.last().copied()));
            }
        }
    }
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (_, node) in module.nodes().filter(|(id, _)| !kept.contains(id)) {
        let (from, to) = (module.line(node.span.start), module.line(node.span.end));
        lines[from - 1..to].fill("");
    }
    lines.concat()
}

/// The text without the parameters that its last function does not use, and without a module around it.
fn without_parameters(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.first().is_some_and(|l| l.starts_with("module")) {
        lines.pop();
        lines.remove(0);
    }
    let own: Vec<String> = lines.iter().map(|l| l.strip_prefix("  ").unwrap_or(l).into()).collect();
    let text = own.join("\n") + "\n";
    let Some(at) = text.rfind("func.func @") else { return text };
    let head = Head::read(&text[at..]);
    let Some(head) = head else { return text };
    let body = &text[at + head.end..];
    let used = |p: &&(String, String)| names(body).any(|n| n == p.0);
    let params: Vec<String> =
        head.params.iter().filter(used).map(|(name, ty)| format!("{name}: {ty}")).collect();
    format!("{}func.func @{}({}){body}", &text[..at], head.name, params.join(", "))
}
