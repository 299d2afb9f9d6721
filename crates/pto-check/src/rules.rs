//! Legality of each instruction on a target: support, rules, scratch.

use crate::rulebooks::check_args;
use pto_ir::args::{Attrs, Slots, fill_args};
use pto_ir::diag::Diagnostic;
use pto_ir::module::{Def, Node, NodeId, OpName, TypeId};
use pto_ir::{Module, Severity, Span, ValueId};
use pto_isa::def::{Kind, OpDef, Role, Types};
use pto_isa::dtype::one_of;
use pto_isa::rule::{Args, Constraint, Slot, Violation};
use pto_isa::scratch::Need;
use pto_isa::target::{Knowledge, Rules};
use pto_isa::{Code, OpId, Rulebook, Target, Type, code};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A breach with the sentence that says the rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule, in one sentence.
    pub message: String,
    /// What was found.
    pub breach: Violation,
    /// Further remarks.
    pub notes: Vec<String>,
    /// What the finding is to the rules.
    pub kind: FindingKind,
}

/// What a finding is to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// A rule is broken.
    Breach,
    /// A rule about the text is broken; what a run knows does not count.
    BreachOfText,
    /// Only the other rulebook is broken.
    Elsewhere,
}

impl Finding {
    /// An error about one operand (`u8::MAX` for the instruction), without a second place.
    fn about(code: Code, subject: u8, message: String, found: String) -> Finding {
        let breach =
            Violation { code, warn: false, subject, found, other: None, help: None, cite: "" };
        Finding { message, breach, notes: Vec::new(), kind: FindingKind::Breach }
    }
}

/// Everything that is wrong with one instruction's operands on a target, by one rulebook.
///
/// Once an operand is wrong, rules that mention it are not tried: one mistake, one finding.
pub fn breaches(op: &'static OpDef, args: &Args<'_>, rules: Rulebook) -> SmallVec<[Finding; 2]> {
    let mut found = SmallVec::new();
    let Some(support) = op.support_by(args.target, rules) else {
        found.push(not_on_target(op, args.target, rules));
        return found;
    };
    if let Some(f) = lacking_type(op, args) {
        found.push(f);
        return found;
    }
    let mut failed = 0u64;
    let is_failed =
        |failed: u64, slots: &[u8]| slots.iter().any(|&s| failed & (1 << s.min(63)) != 0);
    for rule in op.rules {
        if !rule.applies(args.target, rules) {
            continue;
        }
        if let Some(f) = odd_one_out(op, rule, args, support.cite) {
            if !is_failed(failed, rule.of) {
                if !f.breach.warn {
                    failed |= rule.of.iter().fold(0, |m, &s| m | 1 << s.min(63));
                }
                found.push(f);
            }
            continue;
        }
        for &subject in rule.subjects() {
            let involved: &[u8] = match rule.constraint {
                Constraint::Custom(_) => rule.of,
                _ if rule.is_binary() => &rule.of[..1],
                _ => &[],
            };
            if is_failed(failed, &[subject]) || is_failed(failed, involved) {
                continue;
            }
            if let Some(mut breach) = rule.check(args, subject) {
                if !breach.warn {
                    failed |= 1 << subject.min(63);
                }
                if breach.cite.is_empty() {
                    breach.cite = support.cite;
                }
                let kind = match rule.of_text {
                    true => FindingKind::BreachOfText,
                    false => FindingKind::Breach,
                };
                let message = rule.explain(op.operands, subject);
                found.push(Finding { message, breach, notes: Vec::new(), kind });
            }
        }
    }
    if !is_failed(failed, support.key)
        && let Some(f) = unsupported_type(op, support, args)
    {
        found.push(f);
    }
    if let Some(f) = scratch(op, args, rules, failed) {
        found.push(f);
    }
    found
}

/// All subjects of a rule differ from the reference and agree with each other: then the reference is
/// the culprit, and one finding says so.
fn odd_one_out(
    op: &OpDef,
    rule: &pto_isa::Rule,
    args: &Args<'_>,
    cite: &'static str,
) -> Option<Finding> {
    let same = matches!(
        rule.constraint,
        Constraint::SameDtype
            | Constraint::SameValid
            | Constraint::SameShape
            | Constraint::SameType
    );
    let [reference, first, rest @ ..] = rule.of else { return None };
    if !same || rest.is_empty() || rule.of.iter().any(|&s| !args.has(s)) {
        return None;
    }
    if rule.subjects().iter().any(|&s| rule.holds(args, s)) {
        return None;
    }
    let among = |a: u8, b: u8| {
        let flipped = pto_isa::Rule { of: &[0, 1], ..*rule };
        let pair = [args.slots[a as usize], args.slots[b as usize]];
        flipped.holds(&Args { slots: &pair, ..*args }, 1)
    };
    if !rest.iter().all(|&r| among(*first, r)) {
        return None;
    }
    let mut breach = rule.check(args, *first)?;
    let (_, found) = breach.other.take()?;
    breach.other = Some((*first, std::mem::replace(&mut breach.found, found)));
    breach.subject = *reference;
    breach.help = None;
    if breach.cite.is_empty() {
        breach.cite = cite;
    }
    let message = rule.explain(op.operands, *first);
    Some(Finding { message, breach, notes: Vec::new(), kind: FindingKind::Breach })
}

/// An element type that the target does not have at all.
fn lacking_type(op: &OpDef, args: &Args<'_>) -> Option<Finding> {
    let lacks = args.target.def().lacks;
    if lacks.is_empty() {
        return None;
    }
    let typed = (0..op.operands.len() as u8).filter_map(|s| Some((s, args.dtype(s)?)));
    let (subject, dtype) = typed.into_iter().find(|(_, d)| lacks.contains(d))?;
    let message = format!("there is no {dtype} on {}", args.target);
    let found = dtype.name().to_string();
    Some(Finding::about(code::TYPE_NOT_ON_TARGET, subject, message, found))
}

/// The instruction exists, and that is all that is known.
#[cold]
fn no_rule_known(op: &OpDef, target: Target, profile: Target, cite: &'static str) -> Finding {
    let message = format!("no rule is known for `pto.{}` on {target}", op.printed_name());
    let found = format!("not checked; computed as on {profile}");
    let mut f = Finding::about(code::NO_RULE_KNOWN, u8::MAX, message, found);
    (f.breach.warn, f.breach.cite) = (true, cite);
    f
}

#[cold]
fn not_on_target(op: &OpDef, target: Target, rules: Rulebook) -> Finding {
    if let Rules::Follows { profile, cite, .. } = target.def().rules
        && op.knowledge(target) == Knowledge::NoRule
    {
        return no_rule_known(op, target, profile, cite);
    }
    // Those that follow another one are worth naming for what is theirs alone.
    let named = |t: &Target| op.support.iter().any(|s| s.targets.names(*t));
    let exists: Vec<&str> = Target::ALL
        .into_iter()
        .filter(|t| named(t) && op.support_by(*t, rules).is_some())
        .map(Target::name)
        .collect();
    let found = if exists.is_empty() {
        "no target implements it".to_string()
    } else {
        format!("exists on {}", exists.join(", "))
    };
    // Documented, simulated, and on no device: worth a warning, since the text itself is legal.
    let simulated_only = exists == ["cpu"];
    let own = op.support.iter().filter(|s| s.rules == rules);
    let claims = own.map(|s| format!("{}: {}", names(s), s.cite));
    let code = if simulated_only { code::NO_TARGET_PATH } else { code::NOT_ON_TARGET };
    let message = format!("`pto.{}` does not exist on {target}", op.printed_name());
    let mut f = Finding::about(code, u8::MAX, message, found);
    (f.breach.warn, f.notes) = (simulated_only, claims.collect());
    f
}

fn names(s: &pto_isa::def::Support) -> String {
    s.targets.iter().map(Target::name).collect::<Vec<_>>().join(", ")
}

fn unsupported_type(
    op: &OpDef,
    support: &'static pto_isa::def::Support,
    args: &Args<'_>,
) -> Option<Finding> {
    let &subject = support.key.first()?;
    let target = args.target;
    let name = op.printed_name();
    let (message, code, accepted) = match support.types {
        Types::Any | Types::Absent => return None,
        Types::OneOf(types) => {
            let d = args.dtype(subject)?;
            if types.contains(&d) {
                return None;
            }
            let message = format!("`pto.{name}` does not take {d} on {target}");
            (message, code::TYPE_NOT_ON_TARGET, one_of(types))
        }
        Types::Tuples(tuples) => {
            let actual: Option<SmallVec<[_; 4]>> =
                support.key.iter().map(|&s| args.dtype(s)).collect();
            let actual = actual?;
            if tuples.contains(&actual.as_slice()) {
                return None;
            }
            let show =
                |t: &[pto_isa::DType]| t.iter().map(|d| d.name()).collect::<Vec<_>>().join(", ");
            let operands: Vec<&str> =
                support.key.iter().map(|&s| op.operands[s as usize].name).collect();
            let list: Vec<String> = tuples.iter().map(|t| format!("({})", show(t))).collect();
            let message = format!(
                "`pto.{name}` does not take ({}) for ({}) on {target}",
                show(&actual),
                operands.join(", ")
            );
            (message, code::DTYPE_TUPLE, list.join(" "))
        }
    };
    let who = match support.rules {
        Rulebook::Device => target.name(),
        Rulebook::Manual => Rulebook::Manual.speaker(),
    };
    let mut notes = vec![format!("{who} takes {accepted}")];
    notes.extend(support.conflicting.iter().map(|c| format!("{} says {}", c.cite, c.says)));
    let found = args.dtype(subject).map_or_else(String::new, |d| d.name().to_string());
    let mut f = Finding::about(code, subject, message, found);
    (f.breach.cite, f.notes) = (support.cite, notes);
    Some(f)
}

fn scratch(op: &OpDef, args: &Args<'_>, rules: Rulebook, failed: u64) -> Option<Finding> {
    if op.scratch.is_empty() {
        return None;
    }
    let slot = op.operands.iter().position(|o| o.role == Role::Scratch)? as u8;
    if failed & (1 << slot) != 0 {
        return None;
    }
    let tile = args.tile(slot)?;
    let demands = op.scratch.iter().filter(|s| s.applies(args.target, rules));
    let (need, text, bytes) = demands
        .filter_map(|s| match s.need {
            Need::Bytes { text, of } => Some((s, text, of(args)?)),
            Need::Ignored => None,
        })
        .find(|(_, _, bytes)| tile.size_bytes() < *bytes)?;
    let name = op.operands[slot as usize].name;
    Some(Finding {
        message: format!(
            "`{name}` is too small for `pto.{}` on {}",
            op.printed_name(),
            args.target
        ),
        breach: Violation {
            code: code::SCRATCH_SIZE,
            warn: need.warn,
            subject: slot,
            found: format!("{} bytes", tile.size_bytes()),
            other: None,
            help: Some(format!("give it at least {bytes} bytes: {text}")),
            cite: need.cite,
        },
        notes: Vec::new(),
        kind: FindingKind::Breach,
    })
}

pub(crate) fn check(module: &Module, target: Target, rules: Rulebook, out: &mut Vec<Diagnostic>) {
    let constant = |v: ValueId| module.constant_int(v);
    let memrefs = tiles_of_memrefs(module);
    let (mut slots, mut attrs) = (Slots::new(), Attrs::new());
    let mut known = Known { place: vec![0; pto_isa::all().len()], keys: vec![Key::new()] };
    for (id, node) in module.nodes() {
        let OpName::Pto(op) = node.name else { continue };
        let key = key_of(module, node);
        if key.as_ref().is_some_and(|k| known.is_legal(op, k)) {
            continue;
        }
        let def = op.def();
        fill_args(module, node, &constant, &mut slots, &mut attrs);
        let mut found = check_args(def, &Args { target, slots: &slots, attrs: &attrs }, rules);
        if found.is_empty() && !memrefs.is_empty() && see_as_tiles(def, &memrefs, &mut slots) {
            found = check_args(def, &Args { target, slots: &slots, attrs: &attrs }, rules);
        }
        if let (true, Some(key)) = (found.is_empty(), key) {
            known.learn(op, key);
        }
        for f in found {
            out.push(render(module, id, node, target, f));
        }
    }
}

/// The tiles that memrefs stand for, by the text of their type.
fn tiles_of_memrefs(module: &Module) -> FxHashMap<&str, Type> {
    let types = (0..module.types.len() as u32).map(|i| module.types.get(TypeId(i)));
    let tile = |ty: &Type| ty.as_memref()?.as_vec_tile().map(Type::Tile);
    types
        .filter_map(|ty| match ty {
            Type::Other(text) => Some((&**text, tile(ty)?)),
            _ => None,
        })
        .collect()
}

/// Makes tiles of the memrefs in the places of tiles, so that they obey the rules of tiles. Whether there are any.
fn see_as_tiles<'m>(
    def: &OpDef,
    memrefs: &'m FxHashMap<&str, Type>,
    slots: &mut [Slot<'m>],
) -> bool {
    let mut any = false;
    for (slot, operand) in slots.iter_mut().zip(def.operands) {
        if let (Kind::Tile, Some(Type::Other(text))) = (operand.kind, slot.ty)
            && let Some(tile) = memrefs.get(&**text)
        {
            slot.ty = Some(tile);
            any = true;
        }
    }
    any
}

/// All that the rules can see of an operation without attributes and numbers: its operands' types,
/// and which operands are one value.
type Key = SmallVec<[u32; 12]>;

/// The last operands each instruction was found legal with: kernels repeat themselves.
struct Known {
    /// By instruction the place in `keys`; what was not seen yet has the first, which is empty.
    place: Vec<u32>,
    keys: Vec<Key>,
}

impl Known {
    fn is_legal(&self, op: OpId, key: &Key) -> bool {
        self.keys[self.place[op.0 as usize] as usize] == *key
    }

    fn learn(&mut self, op: OpId, key: Key) {
        match &mut self.place[op.0 as usize] {
            place @ 0 => {
                *place = self.keys.len() as u32;
                self.keys.push(key);
            }
            place => self.keys[*place as usize] = key,
        }
    }
}

fn key_of(module: &Module, node: &Node) -> Option<Key> {
    if !node.attrs.is_empty() {
        return None;
    }
    let operands = module.operands(node);
    let mut key = Key::new();
    for (i, o) in operands.iter().enumerate() {
        let ty = module.value(o.value).ty?;
        // A number may be a constant that a rule looks at.
        if matches!(module.types.get(ty), Type::Scalar(_) | Type::Index) {
            return None;
        }
        let first = operands.iter().position(|p| p.value == o.value).unwrap_or(i);
        key.extend([ty.0, u32::from(o.slot), first as u32]);
    }
    for v in module.results(node) {
        let value = module.value(v);
        key.extend([value.ty?.0, u32::from(value.slot), u32::MAX]);
    }
    // An empty key would equal that of an instruction not seen yet.
    (!key.is_empty()).then_some(key)
}

/// Where an operand of an operation is written.
pub(crate) fn slot_span(module: &Module, node: &Node, slot: u8) -> Option<(Span, Option<ValueId>)> {
    if let Some(o) = module.operands(node).iter().find(|o| o.slot == slot) {
        return Some((o.span, Some(o.value)));
    }
    let v = module.results(node).find(|&v| module.value(v).slot == slot)?;
    Some((module.value(v).span, Some(v)))
}

#[cold]
pub(crate) fn render(
    module: &Module,
    id: NodeId,
    node: &Node,
    target: Target,
    f: Finding,
) -> Diagnostic {
    let b = f.breach;
    let (span, value) = slot_span(module, node, b.subject).unwrap_or((node.name_span, None));
    let mut d = Diagnostic::error(b.code, span, f.message).found(b.found);
    if f.kind == FindingKind::Elsewhere {
        d.severity = Severity::Note;
    } else if b.warn {
        d.severity = Severity::Warning;
    }
    let mut declared = vec![value];
    if let Some((slot, text)) = b.other
        && let Some((span, other)) = slot_span(module, node, slot)
    {
        d = d.label(span, text);
        declared.push(other.filter(|o| Some(*o) != value));
    }
    for v in declared.into_iter().flatten() {
        let defined = module.value(v);
        let elsewhere = match defined.def {
            Def::Result(n) => n != id,
            Def::Arg(_) => true,
            Def::Missing => false,
        };
        if elsewhere && is_typed_declaration(module.type_of(v)) {
            d = d.label(defined.span, format!("`%{}` is declared here", module.sym(defined.name)));
        }
    }
    d.notes = f.notes;
    d.help = b.help;
    d.target = Some(target);
    if !b.cite.is_empty() {
        d = d.note(format!("rule from {}", b.cite));
    }
    d
}

fn is_typed_declaration(ty: Option<&Type>) -> bool {
    matches!(ty, Some(Type::Tile(_) | Type::Vreg { .. } | Type::Mask(_) | Type::Ptr { .. }))
}
