//! Hints in the text: shapes of results, cycles, memory in use, who waits.

use super::hover::has_error;
use crate::costs;
use crate::document::View;
use gen_lsp_types::{InlayHint, InlayHintKind, Label, Position, Tooltip};
use pto_cost::grouped;
use pto_ir::Span;
use pto_isa::order;
use pto_isa::{Space, Type};

/// The hints of a part of the text.
pub fn inlay_hints(view: &View<'_>, part: Span) -> Vec<InlayHint> {
    let (m, text) = (&view.analysis.module, view.text.as_str());
    let hints = view.settings.hints;
    let device = view.analysis.device;
    let model = costs::model(device).filter(|_| hints.cycles);
    let mut list = Vec::new();
    for (_, node) in m.nodes() {
        if node.span.end <= part.start || node.span.start >= part.end {
            continue;
        }
        if hints.shapes {
            for v in m.results(node) {
                let value = m.value(v);
                let Some(shape) = m.type_of(v).and_then(shape) else { continue };
                let is_written = node.span.of(text).contains(&shape);
                if !is_written && value.span.of(text).starts_with('%') {
                    let hint = at(view, value.span.end, format!(": {shape}"), InlayHintKind::Type);
                    list.push(hint);
                }
            }
        }
        if let Some(model) = model
            && m.def(node).is_some()
            && m.node_regions(node).is_empty()
            && !has_error(view, node.span)
            && let Some(c) = model.statement(m, node)
        {
            let cycles = c.estimate.cycles().round() as u64;
            // What the scalar unit does while it issues is no news.
            if cycles > 1 {
                let sign = if c.at_most { '≤' } else { '≈' };
                let line = view.text.line(node.span.end.saturating_sub(1));
                let label = format!("{sign} {} cycles", grouped(cycles));
                let mut hint = end_of_line(view, line, label);
                let (e, by) = (&c.estimate, c.estimate.error.name());
                hint.tooltip = Some(Tooltip::String(format!(
                    "by itself on {device}: {}, {by}",
                    e.provenance.name()
                )));
                list.push(hint);
            }
        }
    }
    list.extend(from_lowering(view, part));
    order::by_key(&mut list, |h| (h.position.line, h.position.character));
    list
}

/// Hints that need the program to be lowered; while it is half typed, those that it had, on the lines that stayed.
fn from_lowering(view: &View<'_>, part: Span) -> Vec<InlayHint> {
    let hints = view.settings.hints;
    if !hints.memory && !hints.waits {
        return Vec::new();
    }
    let now = view.analysis.lowered(view.text.as_str(), view.settings);
    let before = if now.is_none() && view.analysis.has_errors { view.last_good() } else { None };
    let mut list = Vec::new();
    let mut add = |line: u32, label: String, why: &str| {
        let span = view.text.line_span(line);
        let is_there = line < view.text.line_count();
        if is_there && span.end > part.start && span.start < part.end {
            let mut hint = end_of_line(view, line, label);
            hint.tooltip = Some(Tooltip::String(why.to_string()));
            list.push(hint);
        }
    };
    let (memory, waits) = match (now, &before) {
        (Some(facts), _) => (&facts.memory[..], &facts.waits[..]),
        (None, Some((good, _))) => (&good.memory[..], &good.waits[..]),
        (None, None) => return Vec::new(),
    };
    let moved = |line: u32| before.as_ref().map_or(Some(line), |(_, moved)| moved.line(line));
    let device = view.analysis.device;
    if hints.memory {
        for &(line, space, bytes, capacity) in memory {
            let Some(line) = moved(line) else { continue };
            let why = format!("as `pto lower` places the tiles on {device}");
            add(line, in_use(space, bytes, capacity), &why);
        }
    }
    if hints.waits {
        for (line, who) in waits {
            let Some(line) = moved(*line) else { continue };
            let why = format!("as the program says, or as `pto lower` would write it for {device}");
            add(line, who.clone(), &why);
        }
    }
    list
}

fn in_use(space: Space, bytes: u64, capacity: Option<u64>) -> String {
    let kb = |n: u64| match n % 1024 {
        0 => format!("{} KB", n / 1024),
        _ => format!("{:.1} KB", n as f64 / 1024.0),
    };
    match capacity {
        Some(all) => format!("{space}: {} of {} in use", kb(bytes), kb(all)),
        None => format!("{space}: {} in use", kb(bytes)),
    }
}

/// The shape of a type in short, as a program would spell it.
fn shape(ty: &Type) -> Option<String> {
    match ty {
        Type::Tile(t) => Some(format!("{}x{}x{}", t.rows, t.cols, t.dtype)),
        Type::MultiTile(t, n) => Some(format!("{n} x {}x{}x{}", t.rows, t.cols, t.dtype)),
        Type::Vreg { lanes, dtype } => Some(format!("{lanes}x{dtype}")),
        Type::View { dims, dtype, .. } => {
            let dims: String = dims.iter().map(|d| format!("{d}x")).collect();
            Some(format!("{dims}{dtype}"))
        }
        Type::Scalar(_) | Type::Index => Some(ty.to_string()),
        _ => None,
    }
}

fn at(view: &View<'_>, offset: u32, label: String, kind: InlayHintKind) -> InlayHint {
    hint(view.text.position(offset), label, Some(kind))
}

fn end_of_line(view: &View<'_>, line: u32, label: String) -> InlayHint {
    let mut hint = hint(view.text.position(view.text.line_span(line).end), label, None);
    hint.padding_left = Some(true);
    hint
}

fn hint(position: Position, label: String, kind: Option<InlayHintKind>) -> InlayHint {
    InlayHint {
        position,
        label: Label::String(label),
        kind,
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
