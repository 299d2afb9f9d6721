//! A timeline in a terminal: a row for each pipe of a core, time from left to right.
//!
//! If a row has few slices, each begins with a letter that the legend explains; else a block shows how much of its
//! time the pipe worked.

use crate::timeline::Timeline;
use crate::tracks::{
    Track, bottleneck, core_name, counted, grouped, percent, rank, short_name, tracks,
};
use pto_isa::Pipe;
use pto_isa::order;
use std::fmt::Write;

/// Columns before the first cell of a row: `  MTE2  83% `.
const LABEL_COLUMNS: usize = 12;
/// Rows are not narrower and not wider than this.
const COLUMNS: std::ops::RangeInclusive<usize> = 60..=400;
/// Up to this many cores are all shown.
const ALL_CORES: usize = 4;
/// Cores are alike if their times differ by less than this part of the run.
const ALIKE: f64 = 0.05;
/// How busy a pipe was, in eighths.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Colours of 256 by the place of a pipe in `PIPES`.
const COLOURS: [u8; 8] = [245, 75, 80, 78, 141, 179, 209, 245];

/// The timeline as text, at most `width` columns wide if that is 60 or more, with ANSI colours or without.
pub fn to_gantt(timeline: &Timeline, width: usize, colour: bool) -> String {
    let width = width.clamp(*COLUMNS.start(), *COLUMNS.end());
    let tracks = tracks(timeline);
    let cells = width - LABEL_COLUMNS - 1;
    let scale = Scale { total_cycles: timeline.total_cycles.max(1), cells };
    let mut out = head(timeline, &tracks, width);
    let shown = select(timeline, &tracks);
    let rows = || tracks.iter().filter(|t| shown.iter().any(|s| s.core_track == t.core_track));
    let letters = Letters::of(timeline, rows(), cells);
    for core in &shown {
        let slowest = if core.slowest { ", the slowest" } else { "" };
        let _ = writeln!(out, "{}{slowest}", core_name(timeline, core.core_track));
        for track in tracks.iter().filter(|t| t.core_track == core.core_track) {
            let busy = percent(track.busy_cycles, timeline.total_cycles);
            let _ = write!(out, "{:>6} {busy:>3.0}% ", short_name(track.pipe));
            let row = match &letters {
                Some(letters) => letters.row(timeline, track, &scale),
                None => density(timeline, track, &scale),
            };
            let used = row.iter().rposition(|&c| c != ' ').map_or(0, |last| last + 1);
            paint(&mut out, &row[..used], track.pipe, colour);
            out.push('\n');
        }
        for note in &core.notes {
            let _ = writeln!(out, "{:LABEL_COLUMNS$}{note}", "");
        }
    }
    axis(&mut out, timeline, &scale);
    let legend = match &letters {
        Some(letters) => letters.legend(timeline),
        None => vec!["▁ ▄ █  part of the time that the pipe works".to_string()],
    };
    wrap(&mut out, &legend, width);
    out
}

/// How cycles become cells.
struct Scale {
    total_cycles: u64,
    cells: usize,
}

impl Scale {
    /// Where a cycle is, in cells.
    fn at(&self, cycle: u64) -> f64 {
        cycle as f64 * self.cells as f64 / self.total_cycles as f64
    }
    /// Cells from a cycle to another, with the part of each that lies between them.
    fn cover(&self, from: u64, to: u64) -> impl Iterator<Item = (usize, f64)> + use<> {
        let (a, b) = (self.at(from), self.at(to).min(self.cells as f64));
        (a as usize..(b.ceil() as usize).min(self.cells))
            .map(move |i| (i, b.min(i as f64 + 1.0) - a.max(i as f64)))
    }
}

fn head(timeline: &Timeline, tracks: &[Track], width: usize) -> String {
    let mut parts = vec![format!(
        "{} cycles = {:.2} µs at {} MHz ({}, {}),",
        grouped(timeline.total_cycles),
        timeline.total_us(),
        timeline.clock_mhz,
        timeline.target.name(),
        timeline.model.name(),
    )];
    if timeline.launch_cycles > 0 {
        parts.push(format!("of which {} launch;", grouped(timeline.launch_cycles)));
    }
    let (slices, cores) = (timeline.slices.len(), timeline.core_tracks.len());
    parts.push(format!("{} on {}", counted(slices, "slice"), counted(cores, "core")));
    let mut out = String::new();
    wrap_with(&mut out, &parts, width, " ");
    if let Some(i) = bottleneck(tracks) {
        let track = &tracks[i];
        let busy = percent(track.busy_cycles, timeline.total_cycles);
        let (pipe, core) = (short_name(track.pipe), core_name(timeline, track.core_track));
        let _ = writeln!(out, "bottleneck: {pipe} of {core}, busy {busy:.0} % of the time");
    }
    if !timeline.uncalibrated.is_empty() {
        let missing = counted(timeline.uncalibrated.len(), "instruction");
        let _ = writeln!(out, "{missing} without data: that time is missing");
    }
    out.push('\n');
    out
}

/// A core that is shown, and what is said about those that are not.
struct Shown {
    core_track: u32,
    /// Whether it is shown because it ends last.
    slowest: bool,
    notes: Vec<String>,
}

/// All cores if they are few; else, of each role, the first and the one that ends last.
fn select(timeline: &Timeline, tracks: &[Track]) -> Vec<Shown> {
    let core_tracks = 0..timeline.core_tracks.len() as u32;
    if core_tracks.len() <= ALL_CORES {
        return core_tracks
            .map(|core_track| Shown { core_track, slowest: false, notes: Vec::new() })
            .collect();
    }
    let profile = |core_track: u32| -> Vec<(Pipe, u64, u64)> {
        let of = tracks.iter().filter(|t| t.core_track == core_track);
        of.map(|t| (t.pipe, t.busy_cycles, t.end_cycle)).collect()
    };
    let profiles: Vec<_> = core_tracks.clone().map(profile).collect();
    let end =
        |core_track: u32| profiles[core_track as usize].iter().map(|p| p.2).max().unwrap_or(0);
    let near = |a: u64, b: u64| a.abs_diff(b) as f64 <= ALIKE * timeline.total_cycles as f64;
    let alike = |a: u32, b: u32| {
        let (a, b) = (&profiles[a as usize], &profiles[b as usize]);
        let same = |p: (&(Pipe, u64, u64), &(Pipe, u64, u64))| {
            p.0.0 == p.1.0 && near(p.0.1, p.1.1) && near(p.0.2, p.1.2)
        };
        a.len() == b.len() && a.iter().zip(b).all(same)
    };
    let mut roles: Vec<&str> = Vec::new();
    for core_track in &timeline.core_tracks {
        if !roles.contains(&core_track.role.as_str()) {
            roles.push(&core_track.role);
        }
    }
    let mut shown = Vec::new();
    for role in roles {
        let of_role: Vec<u32> = core_tracks
            .clone()
            .filter(|&l| timeline.core_tracks[l as usize].role == role)
            .collect();
        let first = of_role[0];
        let slowest = of_role.iter().copied().rev().max_by_key(|&l| end(l)).unwrap_or(first);
        let (mut like_first, mut like_slowest, mut others) = (0, 0, Vec::new());
        for &core_track in of_role.iter().filter(|&&l| l != first && l != slowest) {
            match (alike(core_track, first), alike(core_track, slowest)) {
                (true, _) => like_first += 1,
                (_, true) => like_slowest += 1,
                _ => others.push(end(core_track)),
            }
        }
        let like = |n: usize| match n {
            0 => None,
            1 => Some("1 other core is like it".to_string()),
            n => Some(format!("{n} other cores are like it")),
        };
        let mut notes: Vec<String> = like(like_first).into_iter().collect();
        if slowest != first {
            shown.push(Shown { core_track: first, slowest: false, notes });
            notes = like(like_slowest).into_iter().collect();
        }
        if let (Some(least), Some(most)) = (others.iter().min(), others.iter().max()) {
            let n = others.len();
            let (least, most) = (grouped(*least), grouped(*most));
            notes.push(format!("{n} others differ; they end between {least} and {most} cycles"));
        }
        shown.push(Shown { core_track: slowest, slowest: slowest != first, notes });
    }
    shown
}

/// A letter for each instruction.
struct Letters<'a> {
    ops: Vec<&'a str>,
}

impl<'a> Letters<'a> {
    /// `None` if there are too many instructions for letters, or too many slices for the cells of a row.
    fn of<'b>(
        t: &'a Timeline,
        rows: impl Iterator<Item = &'b Track>,
        cells: usize,
    ) -> Option<Self> {
        let mut sites: Vec<u32> = Vec::new();
        for track in rows {
            if track.slices.len() * 2 > cells {
                return None;
            }
            sites.extend(track.slices.iter().map(|&i| t.slices[i as usize].site));
        }
        order::sort(&mut sites);
        let mut ops: Vec<&str> = Vec::new();
        for site in sites {
            let op = t.sites[site as usize].op.as_str();
            if !ops.contains(&op) {
                ops.push(op);
            }
        }
        (ops.len() <= 26).then_some(Letters { ops })
    }

    /// The cells of a row: the letter where a slice begins, a line until it ends, dashes where its pipe waits.
    fn row(&self, timeline: &Timeline, track: &Track, scale: &Scale) -> Vec<char> {
        let mut row = vec!['·'; scale.cells];
        for (cell, part) in scale.cover(0, timeline.launch_cycles) {
            if part > 0.5 {
                row[cell] = ' ';
            }
        }
        let mut drawn_until = 0;
        for &i in &track.slices {
            let slice = &timeline.slices[i as usize];
            if let Some(stall) = slice.stall {
                let from = slice.start_cycle.saturating_sub(stall.cycles);
                for (cell, part) in scale.cover(from, slice.start_cycle) {
                    if part > 0.5 && cell >= drawn_until {
                        row[cell] = '-';
                    }
                }
            }
            let op = timeline.sites[slice.site as usize].op.as_str();
            let letter = self.ops.iter().position(|o| *o == op).unwrap_or(0) as u8 + b'A';
            // A slice takes the cells of which it has half; one that has none takes the cell of its middle, if
            // that is free.
            let middle = scale.at(slice.start_cycle + slice.cycles / 2) as usize;
            let mut text = letter as char;
            for (cell, part) in scale.cover(slice.start_cycle, slice.end_cycle()) {
                if cell >= drawn_until && (part >= 0.5 || cell == middle) {
                    row[cell] = text;
                    text = '━';
                    drawn_until = cell + 1;
                }
            }
        }
        row
    }

    fn legend(&self, timeline: &Timeline) -> Vec<String> {
        let letters = (b'A'..=b'Z').map(char::from);
        let named =
            letters.zip(&self.ops).map(|(c, op)| format!("{c} {}", op.trim_start_matches("pto.")));
        let waits = timeline.slices.iter().any(|s| s.stall.is_some());
        named.chain(waits.then(|| "- waits".to_string())).collect()
    }
}

/// The cells of a row: how busy the pipe was. What is not idle is never blank.
fn density(timeline: &Timeline, track: &Track, scale: &Scale) -> Vec<char> {
    let mut busy = vec![0.0; scale.cells];
    for &i in &track.slices {
        let slice = &timeline.slices[i as usize];
        for (cell, part) in scale.cover(slice.start_cycle, slice.end_cycle()) {
            busy[cell] += part;
        }
    }
    let block = |part: &f64| match *part {
        0.0 => BLOCKS[0],
        part => BLOCKS[((part * 8.0).round() as usize).clamp(1, 8)],
    };
    busy.iter().map(block).collect()
}

/// Writes the cells of a row: work in the colour of its pipe, the rest dim.
fn paint(out: &mut String, row: &[char], pipe: Pipe, colour: bool) {
    if !colour {
        out.extend(row);
        return;
    }
    for run in row.chunk_by(|a, b| matches!(a, '·' | '-' | ' ') == matches!(b, '·' | '-' | ' ')) {
        match run[0] {
            '·' | '-' | ' ' => out.push_str("\x1b[2m"),
            _ => {
                let _ = write!(out, "\x1b[38;5;{}m", COLOURS[rank(pipe)]);
            }
        }
        out.extend(run);
        out.push_str("\x1b[0m");
    }
}

/// The largest of 1, 2, 5, 10, 20 ... steps that leaves at least `room` cells for a label.
fn tick_cycles(scale: &Scale, room: usize) -> u64 {
    let least = (room as f64 * scale.total_cycles as f64 / scale.cells as f64).max(1.0);
    let mut unit = 1u64;
    loop {
        for step in [1, 2, 5].map(|n| unit.saturating_mul(n)) {
            if step as f64 >= least || step == u64::MAX {
                return step;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

fn axis(out: &mut String, timeline: &Timeline, scale: &Scale) {
    let longest = |us: f64| grouped(scale.total_cycles).len().max(format!("{us:.3}").len());
    let step = tick_cycles(scale, longest(timeline.total_us()) + 2);
    let mut line = vec!['─'; scale.cells];
    let (mut cycles, mut micros) = (String::new(), String::new());
    let decimals = match step as f64 / timeline.clock_mhz {
        us if us >= 10.0 => 0,
        us if us >= 1.0 => 1,
        us if us >= 0.1 => 2,
        _ => 3,
    };
    for cycle in (0..=scale.total_cycles).step_by(step as usize) {
        let cell = scale.at(cycle) as usize;
        if cell >= scale.cells {
            break;
        }
        line[cell] = if cell == 0 { '├' } else { '┬' };
        let labels = [grouped(cycle), format!("{:.decimals$}", cycle as f64 / timeline.clock_mhz)];
        for (text, label) in [&mut cycles, &mut micros].into_iter().zip(labels) {
            if cell + label.len() <= scale.cells {
                let _ = write!(text, "{:1$}{label}", "", cell.saturating_sub(text.len()));
            }
        }
    }
    let line: String = line.into_iter().collect();
    let _ = writeln!(out, "{:LABEL_COLUMNS$}{line}", "");
    let _ = writeln!(out, "{:>1$} {cycles}", "cycles", LABEL_COLUMNS - 1);
    let _ = writeln!(out, "{:>1$} {micros}\n", "µs", LABEL_COLUMNS - 1);
}

fn wrap(out: &mut String, parts: &[String], width: usize) {
    wrap_with(out, parts, width, "   ");
}

/// Writes parts one after another, in as many lines as they need.
fn wrap_with(out: &mut String, parts: &[String], width: usize, between: &str) {
    let mut columns = 0;
    for part in parts {
        let more = part.chars().count();
        if columns > 0 && columns + between.len() + more > width {
            out.push('\n');
            columns = 0;
        }
        if columns > 0 {
            out.push_str(between);
            columns += between.len();
        }
        out.push_str(part);
        columns += more;
    }
    out.push('\n');
}
