//! A timeline as trace events, the format that Perfetto and `chrome://tracing` open.
//!
//! A core is a process, a pipe a thread. Times of the format are microseconds, and Perfetto keeps whole nanoseconds
//! of them; a cycle is less than that. Both ends of a slice are rounded down from their cycle, so slices that touch
//! still touch and never overlap. The exact cycles are arguments of each slice.

use crate::json;
use crate::timeline::{Slice, Timeline};
use crate::tracks::{PIPES, cause, core_name, rank, short_name, tracks};
use std::fmt::Write;

/// Numbers between the ids of two processes: a process, its threads, and no id twice.
const IDS_PER_CORE: u64 = 10;

fn process_id(core_track: u32) -> u64 {
    IDS_PER_CORE * (u64::from(core_track) + 1)
}

fn thread_id(slice: &Slice) -> u64 {
    process_id(slice.core_track) + 1 + rank(slice.pipe) as u64
}

/// From and until when a slice is drawn.
fn nanoseconds(timeline: &Timeline, slice: &Slice) -> (u64, u64) {
    let at = |cycle: u64| (cycle as f64 * 1000.0 / timeline.clock_mhz) as u64;
    (at(slice.start_cycle), at(slice.end_cycle()))
}

/// Writes nanoseconds as microseconds with three digits.
fn microseconds(out: &mut String, name: &str, ns: u64) {
    json::key(out, name);
    let _ = write!(out, "{}.{:03}", ns / 1000, ns % 1000);
}

/// Begins an event in a line of its own.
fn begin(out: &mut String, phase: &str, pid: u64, tid: u64) {
    out.push_str(if out.ends_with('[') { "\n{" } else { ",\n{" });
    json::text(out, "ph", phase);
    json::integer(out, "pid", pid);
    json::integer(out, "tid", tid);
}

/// Opens an object-valued member.
fn open(out: &mut String, name: &str) {
    json::key(out, name);
    out.push('{');
}

fn name_event(out: &mut String, what: &str, pid: u64, tid: u64, name: &str) {
    begin(out, "M", pid, tid);
    json::text(out, "name", what);
    open(out, "args");
    json::text(out, "name", name);
    out.push_str("}}");
}

fn order_event(out: &mut String, what: &str, pid: u64, tid: u64, index: u64) {
    begin(out, "M", pid, tid);
    json::text(out, "name", what);
    open(out, "args");
    json::integer(out, "sort_index", index);
    out.push_str("}}");
}

fn slice_event(out: &mut String, timeline: &Timeline, slice: &Slice) {
    let site = &timeline.sites[slice.site as usize];
    let (start_ns, end_ns) = nanoseconds(timeline, slice);
    begin(out, "X", process_id(slice.core_track), thread_id(slice));
    microseconds(out, "ts", start_ns);
    microseconds(out, "dur", end_ns - start_ns);
    json::text(out, "name", site.op.trim_start_matches("pto."));
    json::text(out, "cat", if slice.critical { "critical" } else { "slice" });
    open(out, "args");
    json::integer(out, "line", u64::from(site.line));
    json::text(out, "op", &site.op);
    json::text(out, "shape", &site.shape);
    json::integer(out, "start_cycle", slice.start_cycle);
    json::integer(out, "cycles", slice.cycles);
    json::text(out, "provenance", slice.provenance.name());
    if let Some(stall) = slice.stall {
        let (word, from) = cause(stall.cause);
        json::integer(out, "stall_cycles", stall.cycles);
        json::text(out, "stall_cause", word);
        if let Some(from) = from {
            let before = &timeline.sites[timeline.slices[from as usize].site as usize];
            json::text(out, "stalled_by", &format!("{}, line {}", before.op, before.line));
        }
    }
    out.push_str("}}");
}

/// One end of an arrow. It is bound to the slice that lasts at its time, so it lies within that slice.
fn flow_event(out: &mut String, slice: &Slice, phase: &str, id: usize, ns: u64) {
    begin(out, phase, process_id(slice.core_track), thread_id(slice));
    microseconds(out, "ts", ns);
    json::text(out, "name", "event");
    json::text(out, "cat", "event");
    json::integer(out, "id", id as u64 + 1);
    if phase == "f" {
        json::text(out, "bp", "e");
    }
    out.push('}');
}

/// The timeline as JSON of trace events.
pub fn to_perfetto(timeline: &Timeline) -> String {
    let mut out = String::with_capacity(1000 + timeline.slices.len() * 320);
    out.push('{');
    json::text(&mut out, "displayTimeUnit", "ns");
    open(&mut out, "otherData");
    json::text(&mut out, "target", timeline.target.name());
    json::text(&mut out, "model", timeline.model.name());
    json::text(
        &mut out,
        "time",
        "microseconds, rounded down to nanoseconds; exact cycles are in the args",
    );
    json::number(&mut out, "clock_mhz", timeline.clock_mhz);
    json::integer(&mut out, "total_cycles", timeline.total_cycles);
    json::integer(&mut out, "launch_cycles", timeline.launch_cycles);
    let missing = timeline.uncalibrated.iter().map(|&i| {
        let site = &timeline.sites[i as usize];
        format!("{}, line {}", site.op, site.line)
    });
    json::strings(&mut out, "uncalibrated", missing);
    out.push('}');
    json::key(&mut out, "traceEvents");
    out.push('[');

    for core_track in 0..timeline.core_tracks.len() as u32 {
        let pid = process_id(core_track);
        name_event(&mut out, "process_name", pid, pid, &core_name(timeline, core_track));
        order_event(&mut out, "process_sort_index", pid, pid, u64::from(core_track));
    }
    for track in tracks(timeline) {
        let pid = process_id(track.core_track);
        let place = rank(track.pipe) as u64;
        debug_assert!(place + 1 < IDS_PER_CORE && PIPES.len() < IDS_PER_CORE as usize);
        name_event(&mut out, "thread_name", pid, pid + 1 + place, short_name(track.pipe));
        order_event(&mut out, "thread_sort_index", pid, pid + 1 + place, place);
    }
    for slice in &timeline.slices {
        slice_event(&mut out, timeline, slice);
    }
    for (i, arrow) in timeline.flows.iter().enumerate() {
        let (from, to) =
            (&timeline.slices[arrow.from as usize], &timeline.slices[arrow.to as usize]);
        let (start_ns, end_ns) = nanoseconds(timeline, from);
        // The end of a slice is not part of it.
        flow_event(&mut out, from, "s", i, start_ns.max(end_ns.saturating_sub(1)));
        flow_event(&mut out, to, "f", i, nanoseconds(timeline, to).0);
    }
    out.push_str("\n]}\n");
    out
}
