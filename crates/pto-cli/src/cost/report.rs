//! A timeline as tables for people, and as JSON for tools.

use super::time::Timed;
use pto_cost::{
    Cause, CoreTrack, ErrorClass, InstructionRow, PipeRow, Provenance, Slice, Summary, Timeline,
    counted, grouped,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Rows of the instruction table before it is cut.
const MOST_ROWS: usize = 40;

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// The answer, tables, and what could be better.
pub fn text(path: &str, timed: &Timed, blocks: u32) -> String {
    let t = &timed.timeline;
    let summary = t.summarise();
    let mut s = String::new();
    let ranks = t.core_tracks.iter().filter_map(|l| l.rank).max();
    let ranks = ranks.map_or(String::new(), |last| format!("{} ranks, ", last + 1));
    let blocks = ranks + &counted(blocks as usize, "block");
    let at_least = if t.uncalibrated.is_empty() { "" } else { "at least " };
    let _ = writeln!(
        s,
        "{path}: @{} on {}, {blocks}: {at_least}{} cycles, {:.2} us at {:.0} MHz ({} model)",
        timed.entry,
        t.target,
        grouped(t.total_cycles),
        t.total_us(),
        t.clock_mhz,
        t.model.name()
    );
    for note in notes(timed) {
        let _ = writeln!(s, "note: {note}");
    }
    instructions(&mut s, t, &summary);
    pipes(&mut s, t, &summary);
    bounds(&mut s, t, &summary);
    if !t.hints.is_empty() {
        s.push_str("\nperformance hints:\n");
        for hint in t.hints.iter().take(8) {
            let _ = writeln!(s, "  {path}:{}: {}", hint.line, hint.text);
        }
    }
    s
}

fn notes(timed: &Timed) -> Vec<String> {
    let t = &timed.timeline;
    let mut notes = timed.notes.clone();
    notes.extend(t.model.note().map(str::to_string));
    if t.auto {
        notes.push(
            "the kernel has no events; timed with the synchronisation that `pto lower` adds".into(),
        );
    }
    if !t.uncalibrated.is_empty() {
        let names: BTreeSet<&str> =
            t.uncalibrated.iter().map(|&i| t.sites[i as usize].op.as_str()).collect();
        let names: Vec<&str> = names.into_iter().collect();
        notes.push(format!(
            "uncalibrated, so their time is missing in the total: {}",
            names.join(", ")
        ));
    }
    notes
}

fn instructions(s: &mut String, t: &Timeline, summary: &Summary) {
    let _ = writeln!(
        s,
        "\n{:>5}  {:<22} {:<16} {:<5} {:>8} {:>12} {:>10} {:>12} {:>12}  {:<12} confidence",
        "line",
        "instruction",
        "works on",
        "pipe",
        "count",
        "cycles",
        "each",
        "waits",
        "critical",
        "source"
    );
    for row in summary.instructions.iter().take(MOST_ROWS) {
        let site = &t.sites[row.site as usize];
        let InstructionRow { count, cycles, stall_cycles, critical_cycles, .. } = *row;
        // No number is not the number zero.
        let known = |text: String| match row.provenance {
            Provenance::Uncalibrated => "?".to_string(),
            _ => text,
        };
        let _ = writeln!(
            s,
            "{:>5}  {:<22} {:<16} {:<5} {:>8} {:>12} {:>10} {:>12} {:>12}  {:<12} {}",
            site.line,
            site.op,
            site.shape,
            short(row.pipe.name()),
            grouped(count),
            known(grouped(cycles)),
            known(format!("{:.1}", cycles as f64 / count.max(1) as f64)),
            grouped(stall_cycles),
            known(grouped(critical_cycles)),
            row.provenance.name(),
            confidence(t, row)
        );
    }
    if summary.instructions.len() > MOST_ROWS {
        let more = summary.instructions.len() - MOST_ROWS;
        let _ = writeln!(s, "       ... and {more} more (`--json` has all)");
    }
}

/// How far the time of a place may be off.
fn confidence(t: &Timeline, row: &InstructionRow) -> &'static str {
    let estimate = t.estimates[row.site as usize].as_ref();
    estimate.map_or(ErrorClass::Unknown, |e| e.error).name()
}

fn short(pipe: &str) -> &str {
    pipe.strip_prefix("PIPE_").unwrap_or(pipe)
}

/// Pipes of the core that ends last; the others in a line.
fn pipes(s: &mut String, t: &Timeline, summary: &Summary) {
    let last = t.slices.iter().max_by_key(|x| x.end_cycle()).map_or(0, |x| x.core_track);
    let place = |l: &CoreTrack| (l.rank, l.block);
    let last = t.core_tracks.get(last as usize).map_or((None, 0), place);
    let _ = writeln!(
        s,
        "\n{:<18} {:<5} {:>8} {:>12} {:>8} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "core", "pipe", "count", "busy", "share", "events", "barriers", "cores", "data", "issue"
    );
    for row in &summary.pipes {
        let core_track = &t.core_tracks[row.core_track as usize];
        if place(core_track) != last {
            continue;
        }
        let PipeRow { count, busy_cycles, .. } = *row;
        let _ = writeln!(
            s,
            "{:<18} {:<5} {:>8} {:>12} {:>8} {:>12} {:>12} {:>12} {:>12} {:>12}",
            core_text(core_track),
            short(row.pipe.name()),
            grouped(count),
            grouped(busy_cycles),
            share(busy_cycles, t.total_cycles),
            grouped(row.event_cycles),
            grouped(row.barrier_cycles),
            grouped(row.core_cycles),
            grouped(row.data_cycles),
            grouped(row.issue_cycles),
        );
    }
    let blocks: BTreeSet<_> = t.core_tracks.iter().map(place).collect();
    let what = if last.0.is_some() { "blocks of all ranks" } else { "blocks" };
    if blocks.len() > 1 {
        let _ = writeln!(s, "({} {what}; this is the one that ends last)", blocks.len());
    }
}

/// The name of a core in tables.
fn core_text(core_track: &CoreTrack) -> String {
    let CoreTrack { rank, block, role } = core_track;
    let rank = rank.map_or(String::new(), |rank| format!("rank {rank} "));
    format!("{rank}block {block} {role}")
}

fn bounds(s: &mut String, t: &Timeline, summary: &Summary) {
    let Some(row) = summary.bottleneck.map(|i| summary.pipes[i]) else { return };
    let core_track = &t.core_tracks[row.core_track as usize];
    let _ = writeln!(
        s,
        "\nbottleneck: {} of {}, busy {} of the time",
        row.pipe.name(),
        core_text(core_track),
        share(row.busy_cycles, t.total_cycles)
    );
    let critical: u64 = t.slices.iter().filter(|x| x.critical).map(|x| x.cycles).sum();
    let count = t.slices.iter().filter(|x| x.critical).count();
    let _ = writeln!(
        s,
        "critical path: {count} instructions, {} cycles of work; launch takes {} cycles",
        grouped(critical),
        grouped(t.launch_cycles)
    );
    let w = t.work;
    let cycles = t.total_cycles.max(1) as f64;
    if w.gm_bytes > 0 {
        let operations = w.cube_operations + w.vector_elements;
        let _ = writeln!(
            s,
            "roofline: {} operations on {} bytes of global memory, {:.2} per byte; {:.1} bytes and {:.1} operations per cycle",
            grouped(operations),
            grouped(w.gm_bytes),
            operations as f64 / w.gm_bytes as f64,
            w.gm_bytes as f64 / cycles,
            operations as f64 / cycles
        );
    }
}

/// What each instruction becomes on the device.
pub fn expansion(path: &str, t: &Timeline) -> String {
    let mut s = String::new();
    for (site, estimate) in t.sites.iter().zip(&t.estimates) {
        let _ = write!(s, "{path}:{}: {} {}: ", site.line, site.op, site.shape);
        let Some(e) = estimate else {
            s.push_str("uncalibrated\n");
            continue;
        };
        let path = e.path.map_or(String::new(), |p| format!("; path {}", p.name()));
        let _ = writeln!(
            s,
            "{:.1} cycles, {:.1} of them latency; {}, {}{path}",
            e.cycles(),
            e.latency_cycles,
            e.provenance.name(),
            e.error.name()
        );
        for m in &e.expansion {
            let times = if m.count == 1 { String::new() } else { format!("{} x ", m.count) };
            let name = format!("{times}{}", m.name);
            let repeats = match m.repeats {
                0 => String::new(),
                n => format!("repeat {n}"),
            };
            let _ = writeln!(s, "    {name:<20} {repeats:<12} {:<44} {:>10.1}", m.detail, m.cycles);
        }
    }
    s
}

fn cause(t: &Timeline, slice: &Slice) -> Value {
    let Some(stall) = slice.stall else { return Value::Null };
    let (kind, from) = match stall.cause {
        Cause::Event(i) => ("event", Some(i)),
        Cause::Barrier(i) => ("barrier", Some(i)),
        Cause::Buffer(i) => ("buffer", Some(i)),
        Cause::Core(i) => ("core", Some(i)),
        Cause::Data(i) => ("data", Some(i)),
        Cause::Issue => ("issue", None),
    };
    let after = from.map(|i| t.sites[t.slices[i as usize].site as usize].line);
    json!({"cycles": stall.cycles, "cause": kind, "after_line": after})
}

/// All of it.
pub fn json(t: &Timeline, entry: &str) -> String {
    let summary = t.summarise();
    let core_tracks = |i: u32| {
        let core_track = &t.core_tracks[i as usize];
        (core_track.block, core_track.role.clone())
    };
    let with_rank = |i: u32, mut value: Value| {
        if let Some(rank) = t.core_tracks[i as usize].rank {
            value["rank"] = rank.into();
        }
        value
    };
    let instruction = |x: &Slice| {
        let site = &t.sites[x.site as usize];
        let (block, core) = core_tracks(x.core_track);
        let cycles = (x.provenance != Provenance::Uncalibrated).then_some(x.cycles);
        with_rank(
            x.core_track,
            json!({
                "line": site.line, "op": site.op, "shape": site.shape, "block": block, "core": core,
                "pipe": x.pipe.name(), "start": x.start_cycle, "cycles": cycles,
                "us": cycles.map(|c| c as f64 / t.clock_mhz),
                "alone": t.estimates[x.site as usize].as_ref().map(|e| e.cycles()),
                "error": t.estimates[x.site as usize].as_ref().map(|e| e.error.name()),
                "provenance": x.provenance.name(), "wait": cause(t, x), "critical": x.critical,
            }),
        )
    };
    let pipes: Vec<Value> = summary
        .pipes
        .iter()
        .map(|p| {
            let (block, core) = core_tracks(p.core_track);
            with_rank(p.core_track, json!({
                "block": block, "core": core, "pipe": p.pipe.name(), "count": p.count,
                "busy": p.busy_cycles, "share": p.busy_cycles as f64 / t.total_cycles.max(1) as f64,
                "waits": {"event": p.event_cycles, "barrier": p.barrier_cycles, "core": p.core_cycles,
                          "data": p.data_cycles, "issue": p.issue_cycles},
            }))
        })
        .collect();
    let bottleneck = summary.bottleneck.map(|i| pipes[i].clone());
    let hints: Vec<Value> = t
        .hints
        .iter()
        .map(|h| json!({"line": h.line, "message": h.text, "saves_cycles": h.saves_cycles}))
        .collect();
    let uncalibrated: BTreeSet<&str> =
        t.uncalibrated.iter().map(|&i| t.sites[i as usize].op.as_str()).collect();
    let weakest = t.slices.iter().map(|x| x.provenance).max().unwrap_or(Provenance::Measured);
    let value = json!({
        "target": t.target.name(),
        "model": t.model.name(),
        "entry": entry,
        "total_cycles": t.total_cycles,
        "total_us": t.total_us(),
        "clock_mhz": t.clock_mhz,
        "launch_cycles": t.launch_cycles,
        "complete": t.uncalibrated.is_empty(),
        "uncalibrated": uncalibrated,
        "provenance": weakest.name(),
        "mode": if t.auto { "auto" } else { "manual" },
        "bottleneck": bottleneck,
        "work": {"cube_operations": t.work.cube_operations, "vector_elements": t.work.vector_elements,
                 "gm_bytes": t.work.gm_bytes},
        "pipes": pipes,
        "hints": hints,
        "instructions": [],
    });
    // As a tree of values the instructions take ten times the memory of their text, so each becomes text by itself.
    let mut text = format!("{value:#}");
    text.truncate(text.len() - "]\n}".len());
    for (i, slice) in t.slices.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        let one = format!("{:#}", instruction(slice));
        for (n, line) in one.lines().enumerate() {
            text.push_str(if n == 0 { "    " } else { "\n    " });
            text.push_str(line);
        }
    }
    text.push_str(if t.slices.is_empty() { "]\n}\n" } else { "\n  ]\n}\n" });
    text
}
