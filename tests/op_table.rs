//! What must hold for every instruction of the table: it is described, it has a filetest, and each
//! of its rules refuses what it forbids, and nothing else does.

use pto_isa::def::{Kind, Role, Support, Types};
use pto_isa::scratch::Need;
use pto_isa::{OpDef, Rule, Rulebook, Target, Type, all, code};
use pto_tests::instance::{Instance, files_of, instances};
use pto_tests::outcome::{Wanted, is_legal, is_refused, is_refused_at, scratch_bytes};
use pto_tests::rebuild::{Change, program};
use pto_tests::{make_illegal, programs};
use std::collections::BTreeSet;

/// No tile is smaller than a block.
const SMALLEST_TILE_BYTES: u64 = 32;

fn assert_none(what: &str, report: &[String]) {
    assert!(report.is_empty(), "{} {what}:\n{}", report.len(), report.join("\n"));
}

/// Every instruction with its uses.
fn uses() -> Vec<(&'static OpDef, Vec<Instance>)> {
    let files = programs("tests/isa");
    all().map(|def| (def, instances(def, &files_of(def, &files)))).collect()
}

#[test]
fn every_instruction_has_a_filetest_that_uses_it() {
    let without = uses().into_iter().filter(|(_, uses)| uses.is_empty());
    let report: Vec<String> = without.map(|(def, _)| def.name.to_string()).collect();
    assert_none("instructions without a filetest", &report);
}

#[test]
fn every_instruction_is_described() {
    let mut report = Vec::new();
    for def in all() {
        let mut say = |what: &str| report.push(format!("{}: {what}", def.name));
        if !def.title().ends_with('.') {
            say("the first line of its documentation is no sentence");
        }
        if def.formula.is_empty() && def.body_text().is_empty() {
            say("neither a formula nor an explanation");
        }
        if def.family.is_empty() {
            say("no family");
        }
        // Over buffers tiles are operands, and what follows them stays a result.
        let outs = def.operands.iter().filter(|o| o.role == Role::Out);
        let tiles: Vec<bool> = outs.map(|o| o.kind == Kind::Tile).collect();
        if !tiles.is_sorted_by(|a, b| a >= b) {
            say("a tile that it gives stands after a number");
        }
        if def.support.is_empty() || def.support.iter().any(|s| s.cite.is_empty()) {
            say("no support entry, or one without a source");
        }
        let mut names = BTreeSet::new();
        let operands = def.operands.iter().map(|o| o.name);
        for name in operands.chain(def.attrs.iter().map(|a| a.name)) {
            if !names.insert(name) {
                say(&format!("`{name}` names two operands or attributes"));
            }
        }
        for name in unknown_names(def, &names) {
            say(&format!("its syntax names `{name}`, which it does not have"));
        }
    }
    assert_none("gaps in the table", &report);
}

/// Names in the syntax's positions for operands and attributes that are neither.
fn unknown_names(def: &OpDef, names: &BTreeSet<&str>) -> Vec<String> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut unknown = Vec::new();
    let mut rest = def.syntax;
    while let Some(start) = rest.find(word) {
        let end = rest[start..].find(|c| !word(c)).map_or(rest.len(), |n| start + n);
        let (before, name, after) = (&rest[..start], &rest[start..end], &rest[end..]);
        // A keyword stands before a bracket or `=`, a literal between blanks; the others are names.
        let keyword = after.starts_with(['(', '=', '[']);
        let listed = before.trim_end().ends_with([',', '(', '[', '<', '=', '{', ':'])
            || after.trim_start().starts_with([',', ')', ']', '>', '}']);
        if !keyword && listed && !names.contains(name) {
            unknown.push(name.to_string());
        }
        rest = after;
    }
    unknown
}

/// Tries changes of each use until one is refused as wanted.
fn some_use_is_refused(
    uses: &[&Instance],
    target: Target,
    wanted: Wanted,
    changes: impl Fn(&Instance) -> Vec<Change>,
) -> Result<(), String> {
    let mut outcomes = Vec::new();
    for instance in uses {
        for change in changes(instance) {
            match is_refused(instance.def, &program(instance, &change), target, wanted) {
                Ok(()) => return Ok(()),
                Err(e) => outcomes.push(e),
            }
        }
    }
    // The shortest is the nearest miss; a change that had no effect says least.
    outcomes.sort_by_key(|e| (e == "nothing", e.len()));
    Err(outcomes.into_iter().next().unwrap_or_else(|| "no use to start from".into()))
}

/// The uses that are legal on a target, rebuilt; or why there is none.
fn legal_uses<'u>(
    def: &'static OpDef,
    uses: &'u [Instance],
    target: Target,
) -> Result<Vec<&'u Instance>, String> {
    let mut first = None;
    let mut legal = Vec::new();
    for instance in uses.iter().filter(|i| i.targets.contains(&target)) {
        match is_legal(def, &program(instance, &Change::none(instance)), target) {
            Ok(()) => legal.push(instance),
            Err(e) => first = first.or(Some(e)),
        }
    }
    if !legal.is_empty() {
        return Ok(legal);
    }
    Err(first.unwrap_or_else(|| "no section is checked on this target".into()))
}

struct Table {
    rows: Vec<String>,
}

impl Table {
    fn row(&mut self, def: &OpDef, target: Target, what: &str, outcome: Result<(), String>) {
        if let Err(e) = outcome {
            self.rows.push(format!("{:<16} {:<4} {what}\n    {e}", def.name, target.name()));
        }
    }
}

#[test]
fn every_rule_refuses_what_it_forbids() {
    let mut table = Table { rows: Vec::new() };
    for (def, uses) in &uses() {
        for target in Target::PROFILES {
            let Some(support) = def.support_on(target) else {
                table.row(def, target, "does not exist there", absent(def, uses, target));
                continue;
            };
            let legal = match legal_uses(def, uses, target) {
                Ok(legal) => legal,
                Err(e) => {
                    table.row(def, target, "a legal use", Err(e));
                    continue;
                }
            };
            for rule in def.rules.iter().filter(|r| r.applies(target, Rulebook::Device)) {
                for &subject in rule.subjects() {
                    let outcome = broken(&legal, target, rule, subject);
                    table.row(def, target, &rule.explain(def.operands, subject), outcome);
                }
            }
            table.row(def, target, "element types", wrong_types(&legal, target, support));
            table.row(def, target, "scratch size", small_scratch(def, &legal, target));
        }
    }
    assert_none("rules that do not refuse what they forbid", &table.rows);
}

fn broken(legal: &[&Instance], target: Target, rule: &Rule, subject: u8) -> Result<(), String> {
    let wanted = Wanted { code: rule.code(), warn: rule.warn, slot: Some(subject) };
    some_use_is_refused(legal, target, wanted, |i| vec![make_illegal::by_rule(i, rule, subject)])
}

fn absent(def: &OpDef, uses: &[Instance], target: Target) -> Result<(), String> {
    let own = def.support.iter().filter(|s| s.rules == Rulebook::Device);
    let exists: Vec<Target> = own.flat_map(|s| s.targets.iter()).collect();
    let warn = exists == [Target::CPU];
    let code = if warn { code::NO_TARGET_PATH } else { code::NOT_ON_TARGET };
    let uses: Vec<&Instance> = uses.iter().collect();
    let wanted = Wanted { code, warn, slot: None };
    some_use_is_refused(&uses, target, wanted, |i| vec![Change::none(i)])
}

fn wrong_types(legal: &[&Instance], target: Target, support: &Support) -> Result<(), String> {
    if !make_illegal::leaves_types_out(support) {
        return Ok(());
    }
    let code = match support.types {
        Types::Any | Types::Absent => return Ok(()),
        Types::OneOf(_) => code::TYPE_NOT_ON_TARGET,
        Types::Tuples(_) => code::DTYPE_TUPLE,
    };
    let wanted = Wanted { code, warn: false, slot: support.key.first().copied() };
    some_use_is_refused(legal, target, wanted, |i| make_illegal::by_types(i, support))
}

/// A scratch tile that is too small is refused for its size, or by a rule that implies the size.
fn small_scratch(def: &'static OpDef, legal: &[&Instance], target: Target) -> Result<(), String> {
    let own = def.scratch.iter().find(|s| s.applies(target, Rulebook::Device));
    let Some(scratch) = own else { return Ok(()) };
    if !matches!(scratch.need, Need::Bytes { .. }) {
        return Ok(());
    }
    let Some(slot) = legal.iter().find_map(|i| make_illegal::by_scratch(i)).map(|s| s.0) else {
        return Err("no use gives the scratch tile".into());
    };
    let too_small = |i: &Instance| -> Vec<Change> {
        let changes = make_illegal::by_scratch(i).map_or(Vec::new(), |(_, changes)| changes);
        let is_small = |c: &Change| {
            let need = scratch_bytes(def, &program(i, c), target);
            let tile = c.types[slot as usize].as_ref().and_then(Type::as_tile);
            tile.zip(need).is_some_and(|(t, n)| t.size_bytes() < n)
        };
        changes.into_iter().filter(is_small).collect()
    };
    let need = |i: &&Instance| scratch_bytes(def, &program(i, &Change::none(i)), target);
    if legal.iter().filter_map(need).max().is_some_and(|n| n <= SMALLEST_TILE_BYTES) {
        return Ok(());
    }
    let implied = |i: &&Instance| {
        let changes = too_small(i);
        let refused = |c: &Change| is_refused_at(def, &program(i, c), target, slot);
        !changes.is_empty() && changes.iter().all(refused)
    };
    if legal.iter().any(implied) {
        return Ok(());
    }
    let wanted = Wanted { code: code::SCRATCH_SIZE, warn: scratch.warn, slot: Some(slot) };
    some_use_is_refused(legal, target, wanted, too_small)
}
