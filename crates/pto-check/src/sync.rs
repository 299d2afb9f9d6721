//! Synchronisation that can be judged without running: event ids, waits nobody sets.

use crate::Options;
use crate::rulebooks::by_one;
use pto_ir::diag::Diagnostic;
use pto_ir::module::NodeId;
use pto_ir::{Attr, Module, Span};
use pto_isa::class::{Class, Event, Sync};
use pto_isa::def::AttrKind;
use pto_isa::order;
use pto_isa::{Rulebook, Target, code};
use rustc_hash::FxHashMap;

/// One flag: the two pipes and the event, as written.
type Flag<'m> = (&'m str, &'m str, &'m str);

pub(crate) fn check(module: &Module, target: Target, options: &Options, out: &mut Vec<Diagnostic>) {
    event_ids(module, target, options.rules, out);
    if !options.partial {
        flags(module, out);
    }
}

fn word<'m>(module: &'m Module, id: NodeId, name: &str) -> Option<(&'m str, Span)> {
    let a = module.attr(module.node(id), name)?;
    match module.attrs.get(a.value) {
        Attr::Str(s) | Attr::Word(s) => Some((s, a.span)),
        Attr::Case { value, .. } => Some((value, a.span)),
        _ => None,
    }
}

fn event_ids(module: &Module, target: Target, rules: Rulebook, out: &mut Vec<Diagnostic>) {
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        for a in def.attrs.iter().filter(|a| a.kind == AttrKind::Event) {
            let Some((text, span)) = word(module, id, a.name) else { continue };
            let number = text.strip_prefix("EVENT_ID").and_then(|n| n.parse::<u32>().ok());
            match number {
                None => out.push(
                    Diagnostic::error(code::EVENT_ID, span, format!("`{text}` is not an event id"))
                        .help("use EVENT_ID0 to EVENT_ID7"),
                ),
                Some(n) => {
                    let spelled = (format!("`{text}`"), "EVENT_ID");
                    out.extend(missing_event(n.into(), spelled, span, target, rules));
                }
            }
        }
        let Class::Sync(Sync::SetEvent(event) | Sync::WaitEvent(event)) = def.class else {
            continue;
        };
        let operand = event.id.operand.and_then(|slot| module.slot_values(node, slot).next());
        if let Some(n) = operand.and_then(|v| module.constant_int(v)) {
            out.extend(missing_event(n, (format!("event {n}"), ""), node.span, target, rules));
        }
    }
}

/// What is said of an event that a device has too few for, spelled like this and with this before numbers.
fn missing_event(
    id: i64,
    (spelled, prefix): (String, &str),
    span: Span,
    target: Target,
    rules: Rulebook,
) -> Option<Diagnostic> {
    let device = target.def().device?;
    let exists = |has: u32| (0..i64::from(has)).contains(&id);
    if exists(device.event_ids) {
        return None;
    }
    let missing = |has: u32| {
        let message = format!("{spelled} does not exist: each pair of pipes has {has} events");
        Diagnostic::error(code::EVENT_ID, span, message)
            .help(format!("use {prefix}0 to {prefix}{}", has - 1))
    };
    let documented = device.documented_event_ids;
    Some(match (exists(documented), rules) {
        (true, _) => by_one(Rulebook::Device, rules, missing(device.event_ids)),
        (false, Rulebook::Device) => missing(device.event_ids),
        (false, Rulebook::Manual) => missing(documented),
    })
}

/// Waits for flags that no instruction of the module sets.
fn flags(module: &Module, out: &mut Vec<Diagnostic>) {
    let mut set: FxHashMap<Flag<'_>, Span> = FxHashMap::default();
    let mut wait: FxHashMap<Flag<'_>, Span> = FxHashMap::default();
    for (id, node) in module.nodes() {
        let Some(def) = module.def(node) else { continue };
        let (list, event) = match def.class {
            Class::Sync(Sync::SetEvent(event)) => (&mut set, event),
            Class::Sync(Sync::WaitEvent(event)) => (&mut wait, event),
            _ => continue,
        };
        // The compiler chooses the pipes of classes of instructions.
        if event != Event::pipes(event.id) {
            continue;
        }
        // A dynamic event may be any of them.
        let Some(number) = event.id.attr else { return };
        let part = |attr: &str| word(module, id, attr).map(|(w, _)| w);
        if let (Some(s), Some(d), Some(e)) = (part(event.from), part(event.to), part(number)) {
            list.entry((s, d, e)).or_insert(node.span);
        }
    }
    let mut missing: Vec<(&Flag<'_>, &Span)> =
        wait.iter().filter(|(f, _)| !set.contains_key(*f)).collect();
    order::by_key(&mut missing, |(_, s)| s.start);
    // The first set of each pair of pipes.
    let mut pairs: FxHashMap<(&str, &str), (&str, Span)> = FxHashMap::default();
    if !missing.is_empty() {
        for (f, s) in &set {
            let first = pairs.entry((f.0, f.1)).or_insert((f.2, *s));
            if s.start < first.1.start {
                *first = (f.2, *s);
            }
        }
    }
    for ((src, dst, event), span) in missing {
        let mut d = Diagnostic::error(
            code::WAIT_WITHOUT_SET,
            *span,
            format!("nothing sets {event} from {src} to {dst}: this wait never ends"),
        )
        .help(format!("add `pto.set_flag[<{src}>, <{dst}>, <{event}>]` after the work of {src}"));
        if let Some((event, span)) = pairs.get(&(*src, *dst)) {
            d = d.label(*span, format!("this sets {event} of the same pipes"));
        }
        out.push(d);
    }
    let mut left: Vec<(&Flag<'_>, &Span)> =
        set.iter().filter(|(f, _)| !wait.contains_key(*f)).collect();
    order::by_key(&mut left, |(_, s)| s.start);
    for ((src, dst, event), span) in left {
        out.push(
            Diagnostic::warning(
                code::SET_WITHOUT_WAIT,
                *span,
                format!("nothing waits for {event} from {src} to {dst}"),
            )
            .help("add a `pto.wait_flag`, or remove this set"),
        );
    }
}
