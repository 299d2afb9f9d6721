//! Where page and headers differ about what is legal, each is followed under its own `--rules`, a refusal names the
//! other, and what is accepted runs.
//!
//! The cases come from the table: for each element type, rule and scratch size that only one of the two has, the
//! smallest change of a use of the instruction that tells them apart.

use pto_isa::class::Class;
use pto_isa::def::{AttrKind, Support, Types};
use pto_isa::rule::Constraint;
use pto_isa::{
    BLayout, Code, DType, OpDef, Rule, Rulebook, SLayout, Space, Target, Type, all, code,
};
use pto_sim::{Launch, LaunchArg, Param};
use pto_tests::instance::{Instance, files_of, instances};
use pto_tests::make_illegal::{by_rule, by_scratch, with_key};
use pto_tests::outcome::refusals;
use pto_tests::programs;
use pto_tests::rebuild::{Change, program};

/// Something that one rulebook refuses and the other accepts.
struct Claim {
    target: Target,
    refused_by: Rulebook,
    codes: Vec<Code>,
    what: String,
}

/// What became of the claims.
#[derive(Default)]
struct Tally {
    shown: usize,
    executed: usize,
    missing: Vec<String>,
}

#[test]
fn both_sides_of_each_claim() {
    let files = programs("tests/isa");
    let mut tally = Tally::default();
    for def in all().filter(|d| d.is_disputed()) {
        let uses = instances(def, &files_of(def, &files));
        for target in Target::PROFILES {
            types(def, &uses, target, &mut tally);
            for rule in def.rules.iter().filter(|r| r.on.contains(target) && !r.warn) {
                rules(&uses, target, rule, &mut tally);
            }
            scratch(def, &uses, target, &mut tally);
        }
    }
    let Tally { shown, executed, missing } = tally;
    assert!(missing.is_empty(), "{} claims without a case:\n{}", missing.len(), missing.join("\n"));
    println!("{shown} claims, {executed} of the accepted programs executed");
    assert!(executed > 0);
}

/// What a source says of legality in words alone, and so out of reach of `--rules`, has a line in `claims_in_words.txt`
/// with the reason, and the list has no other lines.
#[test]
fn no_claim_is_in_words_alone() {
    let listed: Vec<(&str, &str)> = include_str!("claims_in_words.txt")
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
        .map(|l| {
            let mut columns = l.split('\t');
            let row = (columns.next(), columns.next(), columns.next());
            let (Some(op), Some(words), Some(reason)) = row else { panic!("three columns: {l}") };
            assert!(reason.len() > 20, "a reason is a sentence: {l}");
            (op, words)
        })
        .collect();
    let found: Vec<(&str, &str)> = all()
        .flat_map(|def| claims_in_words(def).into_iter().map(|words| (def.name, words)))
        .collect();
    let is =
        |row: &(&str, &str), claim: &(&str, &str)| row.0 == claim.0 && claim.1.starts_with(row.1);
    let missing: Vec<String> = found
        .iter()
        .filter(|claim| !listed.iter().any(|row| is(row, claim)))
        .map(|(op, words)| format!("{op}\t{words}"))
        .collect();
    assert!(
        missing.is_empty(),
        "{} claims that no `--rules` selects:\n{}",
        missing.len(),
        missing.join("\n")
    );
    let stale: Vec<_> =
        listed.iter().filter(|row| !found.iter().any(|claim| is(row, claim))).collect();
    assert!(stale.is_empty(), "lines without a claim: {stale:?}");
}

/// The claims of an instruction that are words: another source that is a page or a header; a note that sets element types of
/// a page or header apart, where neither rulebook has types of its own; a rule of a page or header that only warns in both.
fn claims_in_words(def: &'static OpDef) -> Vec<&'static str> {
    let of_library = |cite: &str| cite.contains("pto-isa@") || cite.contains("manual page");
    let sources = def.support.iter().flat_map(|s| s.conflicting).filter(|c| of_library(c.cite));
    let notes = def.notes.iter().filter(|n| speaks_of_types(n) && !is_selectable_by_type(def));
    let warnings = def
        .rules
        .iter()
        .filter(|r| r.warn && r.in_rules.only().is_none() && of_library(r.cite))
        .map(|r| r.cite);
    sources.map(|c| c.says).chain(notes.copied()).chain(warnings).collect()
}

/// Whether a note is about the element types that a page or a header takes.
fn speaks_of_types(note: &str) -> bool {
    let words: Vec<&str> = note.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let has = |list: &[&str]| words.iter().any(|w| list.contains(w));
    let source = has(&["page", "pages", "manual", "header", "headers"]);
    let types = has(&[
        "type", "types", "integers", "floats", "8-bit", "16-bit", "32-bit", "64-bit", "widths",
    ]) || words.iter().any(|w| DType::parse(w).is_some());
    let verdict = has(&[
        "accept", "accepts", "accepted", "admit", "admits", "check", "checks", "content", "demand",
        "demands", "lists", "names", "page", "pass", "refuse", "refused", "refuses", "says",
        "take", "takes", "taken", "wants",
    ]);
    source && types && verdict
}

/// Whether page and headers have element types of their own here.
fn is_selectable_by_type(def: &OpDef) -> bool {
    def.support.iter().any(|s| s.rules == Rulebook::Manual)
        || def.rules.iter().any(|r| {
            let about_types =
                matches!(r.constraint, Constraint::HasDtype(_) | Constraint::SameDtype)
                    || [code::DTYPE, code::DTYPE_TUPLE].contains(&r.code());
            about_types && r.in_rules.only().is_some()
        })
}

/// The element types that a support names, as combinations of its key operands; nothing if it takes any.
fn named(support: &Support) -> Vec<Vec<DType>> {
    match support.types {
        Types::Any | Types::Absent => Vec::new(),
        Types::OneOf(types) => types.iter().map(|&t| vec![t]).collect(),
        Types::Tuples(tuples) => tuples.iter().map(|t| t.to_vec()).collect(),
    }
}

fn types(def: &'static OpDef, uses: &[Instance], target: Target, tally: &mut Tally) {
    let by = |rules: Rulebook| def.support_by(target, rules);
    for refused_by in Rulebook::ALL {
        let claim = |codes: &[Code], what: String| Claim {
            target,
            refused_by,
            codes: codes.to_vec(),
            what: format!("{} on {target}: {what}", def.name),
        };
        let (theirs, Some(ours)) = (by(refused_by), by(refused_by.other())) else { continue };
        let Some(theirs) = theirs else {
            let claim = claim(&[code::NOT_ON_TARGET, code::NO_TARGET_PATH], "exists".into());
            let cases = uses.iter().map(|i| (i, Change::none(i))).collect();
            let listed = uses.iter().flat_map(|i| {
                let changed = named(ours).into_iter().flat_map(|key| with_key(i, ours, &key));
                changed.map(move |c| (i, c))
            });
            tally.show(&claim, [cases, listed.collect::<Vec<_>>()].concat());
            continue;
        };
        let refused = named(theirs);
        for key in named(ours).into_iter().filter(|k| !refused.contains(k)) {
            let names: Vec<&str> = key.iter().map(|d| d.name()).collect();
            let claim = claim(&[code::TYPE_NOT_ON_TARGET, code::DTYPE_TUPLE], names.join(", "));
            let cases = uses.iter().flat_map(|i| {
                let changed = with_key(i, ours, &key).into_iter();
                changed.flat_map(|c| with_words(i, c)).map(move |c| (i, c))
            });
            tally.show(&claim, cases.collect());
        }
    }
}

fn rules(uses: &[Instance], target: Target, rule: &Rule, tally: &mut Tally) {
    let Some(refused_by) = rule.in_rules.only() else { return };
    for &subject in rule.subjects() {
        let Some(def) = uses.first().map(|i| i.def).filter(|d| !is_wider(d, rule)) else { return };
        let what = format!("{} on {target}: {}", def.name, rule.explain(def.operands, subject));
        let claim = Claim { target, refused_by, codes: vec![rule.code()], what };
        let cases = uses.iter().flat_map(|i| {
            // Programs that may run stand before those that break the rule and nothing else.
            let others = others(i, rule, subject).into_iter();
            let broken = [Change::none(i)].into_iter().chain(others);
            broken.chain([by_rule(i, rule, subject)]).map(move |c| (i, c))
        });
        tally.show(&claim, cases.collect());
    }
}

/// A change with each word of each attribute: which types go together may depend on one.
fn with_words(instance: &Instance, change: Change) -> Vec<Change> {
    let mut list = vec![change.clone()];
    for attr in instance.def.attrs {
        let AttrKind::Word(words) = attr.kind else { continue };
        list.extend(words.iter().map(|word| {
            let mut change = change.clone();
            change.attrs.push((attr.name.into(), format!("\"{word}\"")));
            change
        }));
    }
    list
}

/// Whether the other rulebook has a narrower version of a rule, which refuses all that this one does.
fn is_wider(def: &OpDef, rule: &Rule) -> bool {
    let narrower = |other: &Rule| match (other.constraint, rule.constraint) {
        (Constraint::InSpace(a), Constraint::InSpace(b)) => a.iter().all(|s| b.contains(s)),
        (Constraint::HasLayout(a), Constraint::HasLayout(b)) => a.iter().all(|l| b.contains(l)),
        _ => false,
    };
    let apart = |r: &&Rule| r.in_rules != rule.in_rules && r.of == rule.of;
    def.rules.iter().filter(apart).any(narrower)
}

/// Other places, layouts and kinds of operands that a rule could refuse, and tiles without elements.
fn others(instance: &Instance, rule: &Rule, subject: u8) -> Vec<Change> {
    let with = |change: &dyn Fn(&mut pto_isa::TileTy)| {
        Change::by(instance, |m| {
            if let Some(t) = m.tile(subject) {
                change(t);
            }
        })
    };
    match rule.constraint {
        Constraint::InSpace(_) => {
            [Space::Acc, Space::Mat, Space::Vec].map(|s| with(&|t| t.space = s)).to_vec()
        }
        Constraint::HasLayout(_) => vec![with(&|t| {
            (t.blayout, t.slayout) = (BLayout::ColMajor, SLayout::NoneBox);
        })],
        Constraint::SameType => {
            let dtype = instance.types()[rule.of[0] as usize].as_ref().and_then(Type::dtype);
            let mut change = Change::none(instance);
            change.types[subject as usize] = dtype.map(Type::Scalar);
            vec![change]
        }
        Constraint::SameDtype => {
            let widened = |from: DType, to: DType| {
                Change::by(instance, |m| {
                    for (slot, dtype) in [(rule.of[0], from), (subject, to)] {
                        if let Some(t) = m.tile(slot) {
                            t.dtype = dtype;
                        }
                    }
                })
            };
            vec![widened(DType::F16, DType::F32), widened(DType::I16, DType::I32)]
        }
        Constraint::NonEmpty => {
            let all_empty = |rows: bool| {
                Change::by(instance, |m| {
                    for slot in 0..instance.slots.len() as u8 {
                        let Some(t) = m.tile(slot) else { continue };
                        let extent = if rows { &mut t.valid_rows } else { &mut t.valid_cols };
                        *extent = pto_isa::Dim::Is(0);
                    }
                })
            };
            // Those of a product, whose other extents stay as they are.
            let alike_empty = |rows: bool| {
                let extent = |t: &pto_isa::TileTy| if rows { t.valid_rows } else { t.valid_cols };
                Change::by(instance, |m| {
                    let Some(of_subject) = m.tile(subject).map(|t| extent(t)) else { return };
                    for slot in 0..instance.slots.len() as u8 {
                        let Some(t) = m.tile(slot).filter(|t| extent(t) == of_subject) else {
                            continue;
                        };
                        let extent = if rows { &mut t.valid_rows } else { &mut t.valid_cols };
                        *extent = pto_isa::Dim::Is(0);
                    }
                })
            };
            [true, false].into_iter().flat_map(|r| [alike_empty(r), all_empty(r)]).collect()
        }
        _ => Vec::new(),
    }
}

fn scratch(def: &'static OpDef, uses: &[Instance], target: Target, tally: &mut Tally) {
    for need in def.scratch.iter().filter(|s| s.on.contains(target) && !s.warn) {
        let Some(refused_by) = need.in_rules.only() else { continue };
        let what = format!("{} on {target}: scratch", def.name);
        let claim = Claim { target, refused_by, codes: vec![code::SCRATCH_SIZE], what };
        let cases = uses.iter().flat_map(|i| {
            let smaller = by_scratch(i).map_or_else(Vec::new, |(_, changes)| changes);
            [Change::none(i)].into_iter().chain(smaller).map(move |c| (i, c))
        });
        tally.show(&claim, cases.collect());
    }
}

impl Tally {
    /// Looks for a case that tells the rulebooks apart as a claim says and that runs, if a launch can give its parameters.
    fn show(&mut self, claim: &Claim, cases: Vec<(&Instance, Change)>) {
        let mut nearest = String::from("no use to start from");
        for (instance, change) in cases {
            let text = program(instance, &change);
            let ran = told_apart(instance.def, &text, claim).and_then(|()| {
                // A signal waits for its counterpart, which one statement does not have.
                let waits = matches!(instance.def.class, Class::Sync(_));
                let execute = |fill: u8| execute(&text, claim, fill);
                if waits {
                    return Ok(false);
                }
                let ran = execute(0).or_else(|_| execute(1)).or_else(|_| execute(64));
                ran.map_err(|e| format!("{e}\n{text}"))
            });
            match ran {
                Ok(ran) => {
                    self.shown += 1;
                    self.executed += usize::from(ran);
                    return;
                }
                Err(e) => nearest = e,
            }
        }
        let by = claim.refused_by;
        self.missing.push(format!("{} (refused by {by}): {nearest}", claim.what));
    }
}

/// One rulebook refuses the program and names the other, which accepts it with a note.
fn told_apart(def: &'static OpDef, text: &str, claim: &Claim) -> Result<(), String> {
    let asked = |rules: Rulebook| refusals(def, text, claim.target, rules);
    let (Some((refused, _)), Some((accepted, differ))) =
        (asked(claim.refused_by), asked(claim.refused_by.other()))
    else {
        return Err(format!("something else is wrong: {text}"));
    };
    let show = |list: &[pto_ir::Diagnostic]| {
        list.iter().map(|d| pto_tests::brief(text, d)).collect::<Vec<_>>().join("; ")
    };
    if !accepted.is_empty() {
        return Err(format!("the other one refuses it, too: {}", show(&accepted)));
    }
    let Some(d) = refused.iter().find(|d| claim.codes.contains(&d.code)) else {
        return Err(format!("not refused for this: {}\n{text}", show(&refused)));
    };
    let name = format!("`--rules {}`", claim.refused_by.other());
    if !d.notes.iter().any(|n| n.contains(&name)) {
        return Err(format!("{name} is not named: {:?}", d.notes));
    }
    match differ.is_empty() {
        true => Err("no note says that the other one refuses it".into()),
        false => Ok(()),
    }
}

/// Runs the program on equal bytes, if its parameters are something that a launch can give. Whether they are.
fn execute(text: &str, claim: &Claim, fill: u8) -> Result<bool, String> {
    let (target, rules) = (claim.target, claim.refused_by.other());
    let (module, _) = pto_ir::parse(text);
    let options = pto_check::Options { partial: true, rules, ..Default::default() };
    // Tiles that are no whole blocks any more are the business of the case, not of the claim.
    let Ok((verified, _)) = pto_check::verify(module, target, &options) else { return Ok(false) };
    let numerics = pto_isa::sem::Numerics::new(target, pto_isa::sem::Semantics::Manual);
    let Ok(program) = pto_sim::decode(&verified, None, numerics) else { return Ok(false) };
    let mut args: Vec<LaunchArg> = program
        .params()
        .map(|p| match p {
            Param::Number(_) => LaunchArg::Number(fill.into()),
            Param::Buffer(_) => LaunchArg::Bytes(vec![fill; 1 << 16]),
            Param::Tile(t) => {
                let of = |d: pto_isa::Dim, whole: u32| d.known().unwrap_or(whole);
                let n = u64::from(of(t.valid_rows, t.rows)) * u64::from(of(t.valid_cols, t.cols));
                let bytes = (n * u64::from(t.dtype.bits())).div_ceil(8);
                LaunchArg::Bytes(vec![fill; bytes as usize])
            }
        })
        .collect();
    match program.run(&mut args, &Launch::default()) {
        Ok(_) => Ok(true),
        // No rule gives a machine a memory that it does not have.
        Err(d) if d.message.ends_with("which has 0 bytes") => Ok(false),
        Err(d) => Err(format!("it does not run: {}", d.message)),
    }
}
