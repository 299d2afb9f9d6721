//! A timeline as one page that needs nothing else: no network, no fonts, no files.
//!
//! The data are columns of numbers in JSON, which the page turns into typed arrays; starts and indices are written as
//! differences, which are short. The page itself is in `assets/`.

use crate::json;
use crate::timeline::{Cause, Flow, Slice, Timeline};
use crate::tracks::{PIPES, bottleneck, cause, core_name, rank, short_name, tracks};

const PAGE: &str = include_str!("../assets/timeline.html");
const STYLE: &str = include_str!("../assets/timeline.css");
/// One script, in this order: what it is about, how it is drawn, the panels around it, what the reader does.
const SCRIPTS: [&str; 8] = [
    include_str!("../assets/data.js"),
    include_str!("../assets/colours.js"),
    include_str!("../assets/draw.js"),
    include_str!("../assets/overview.js"),
    include_str!("../assets/panels.js"),
    include_str!("../assets/view.js"),
    include_str!("../assets/pointer.js"),
    include_str!("../assets/timeline.js"),
];

/// The timeline as a page, beside the text it was made from. Lines of [`crate::Site`] are lines of `source_text`.
pub fn to_html(timeline: &Timeline, source_name: &str, source_text: &str) -> String {
    let data = data(timeline, &pto_ir::visible_name(source_name), &pto_ir::visible(source_text));
    let scripts: usize = SCRIPTS.iter().map(|s| s.len()).sum();
    let mut out = String::with_capacity(PAGE.len() + STYLE.len() + scripts + data.len() + 200);
    // Every mark is looked for in the page alone, never in what was put there before it.
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (mark, after) = after.split_once("}}").unwrap_or((after, ""));
        out.push_str(before);
        match mark {
            "title" => escape(&mut out, source_name),
            "style" => out.push_str(STYLE),
            "data" => out.push_str(&data),
            "script" => out.extend(SCRIPTS),
            other => unreachable!("`{other}` in the page"),
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Writes text between tags.
fn escape(out: &mut String, text: &str) {
    for c in pto_ir::visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
}

/// Differences between each number and the one before it, from 0.
fn differences(numbers: impl Iterator<Item = u64>) -> impl Iterator<Item = i64> {
    let mut last = 0;
    numbers.map(move |n| n.wrapping_sub(std::mem::replace(&mut last, n)) as i64)
}

/// The letter of a cause in the data.
fn letter(cause: Cause) -> char {
    match cause {
        Cause::Event(_) => 'e',
        Cause::Barrier(_) => 'b',
        Cause::Buffer(_) => 'u',
        Cause::Core(_) => 'c',
        Cause::Data(_) => 'd',
        Cause::Issue => 'i',
    }
}

fn data(timeline: &Timeline, source_name: &str, source_text: &str) -> String {
    let tracks = tracks(timeline);
    let mut out = String::with_capacity(2000 + source_text.len() + timeline.slices.len() * 40);
    out.push('{');
    json::text(&mut out, "name", source_name);
    json::text(&mut out, "target", timeline.target.name());
    json::text(&mut out, "model", timeline.model.name());
    json::number(&mut out, "mhz", timeline.clock_mhz);
    json::integer(&mut out, "total", timeline.total_cycles);
    json::integer(&mut out, "launch", timeline.launch_cycles);
    json::numbers(&mut out, "auto", timeline.auto.then_some(1).into_iter());
    json::numbers(&mut out, "uncalibrated", timeline.uncalibrated.iter());
    json::strings(
        &mut out,
        "lanes",
        (0..timeline.core_tracks.len() as u32).map(|l| core_name(timeline, l)),
    );
    json::strings(&mut out, "pipes", PIPES.iter().map(|p| short_name(*p)));
    json::numbers(&mut out, "trackLane", tracks.iter().map(|t| t.core_track));
    json::numbers(&mut out, "trackPipe", tracks.iter().map(|t| rank(t.pipe)));
    json::numbers(&mut out, "bottleneck", bottleneck(&tracks).into_iter());
    json::numbers(&mut out, "siteLine", timeline.sites.iter().map(|s| s.line));
    json::strings(&mut out, "siteOp", timeline.sites.iter().map(|s| &s.op));
    let error =
        |site: usize| timeline.estimates.get(site).and_then(|e| Some(e.as_ref()?.error.name()));
    let errors = (0..timeline.sites.len()).map(|site| error(site).unwrap_or_default());
    json::strings(&mut out, "siteError", errors);
    json::strings(&mut out, "siteShape", timeline.sites.iter().map(|s| &s.shape));

    let slices = || timeline.slices.iter();
    let mut track_of = vec![0; slices().len()];
    for (t, track) in tracks.iter().enumerate() {
        track.slices.iter().for_each(|&i| track_of[i as usize] = t);
    }
    json::numbers(&mut out, "track", track_of.iter());
    json::numbers(&mut out, "start", differences(slices().map(|s| s.start_cycle)));
    json::numbers(&mut out, "cycles", slices().map(|s| s.cycles));
    json::numbers(&mut out, "site", slices().map(|s| s.site));
    json::text(
        &mut out,
        "provenance",
        &slices().map(|s| s.provenance.name().as_bytes()[0] as char).collect::<String>(),
    );
    let critical = |s: &Slice| if s.critical { '1' } else { '0' };
    json::text(&mut out, "critical", &slices().map(critical).collect::<String>());

    let stalls = || slices().enumerate().filter_map(|(i, s)| Some((i as u64, s.stall?)));
    json::numbers(&mut out, "stallSlice", differences(stalls().map(|s| s.0)));
    json::numbers(&mut out, "stallCycles", stalls().map(|s| s.1.cycles));
    json::text(&mut out, "stallCause", &stalls().map(|s| letter(s.1.cause)).collect::<String>());
    // How far back the slice is that was waited for; 0 if there is none.
    let back = |(i, stall): (u64, crate::Stall)| {
        cause(stall.cause).1.map_or(0, |from| i as i64 - i64::from(from))
    };
    json::numbers(&mut out, "stallBack", stalls().map(back));

    let flows = || timeline.flows.iter();
    json::numbers(&mut out, "arrowTo", differences(flows().map(|a| u64::from(a.to))));
    json::numbers(
        &mut out,
        "arrowBack",
        flows().map(|a: &Flow| i64::from(a.to) - i64::from(a.from)),
    );
    let hints = &timeline.hints;
    json::numbers(&mut out, "hintLine", hints.iter().map(|h| h.line));
    json::numbers(&mut out, "hintSaves", hints.iter().map(|h| h.saves_cycles.unwrap_or(0)));
    json::strings(&mut out, "hintText", hints.iter().map(|h| &h.text));
    json::text(&mut out, "source", source_text);
    out.push('}');
    out
}
