//! The page as text: it is whole, refers to nothing outside, and its data are those of the timeline.

mod fixture;

use fixture::{SOFTMAX, softmax, source};
use pto_cost::to_html;
use serde_json::Value;

/// The data of a page.
fn data(html: &str) -> Value {
    let begin = "<script type=\"application/json\" id=\"data\">";
    let rest = html.split_once(begin).expect("data").1;
    serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON")
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().expect("a column").iter().map(|v| v.as_i64().expect("a number")).collect()
}

fn summed(value: &Value) -> Vec<i64> {
    let sum = |sum: &mut i64, d: i64| {
        *sum += d;
        Some(*sum)
    };
    numbers(value).into_iter().scan(0, sum).collect()
}

#[test]
fn the_page_needs_nothing_else() {
    let html = to_html(&softmax(1, 100), "a.pto", SOFTMAX);
    for outside in ["http:", "https:", "src=", "@import", "url(", "{{", "fetch(", "XMLHttpRequest"]
    {
        assert!(!html.contains(outside), "{outside}");
    }
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(html.matches("</script").count(), 2);
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"));
}

#[test]
fn columns_hold_the_timeline() {
    let timeline = softmax(2, 500);
    let data = data(&to_html(&timeline, "a.pto", SOFTMAX));
    assert_eq!(data["source"], SOFTMAX);
    assert_eq!(data["total"], timeline.total_cycles);
    let (starts, cycles, sites) =
        (summed(&data["start"]), numbers(&data["cycles"]), numbers(&data["site"]));
    let (tracks, core_tracks) = (numbers(&data["track"]), numbers(&data["trackLane"]));
    let pipes = numbers(&data["trackPipe"]);
    let mut waits =
        summed(&data["stallSlice"]).into_iter().zip(numbers(&data["stallBack"])).peekable();
    for (i, slice) in timeline.slices.iter().enumerate() {
        assert_eq!(starts[i], slice.start_cycle as i64);
        assert_eq!(cycles[i], slice.cycles as i64);
        assert_eq!(sites[i], i64::from(slice.site));
        let track = tracks[i] as usize;
        assert_eq!(core_tracks[track], i64::from(slice.core_track));
        let pipe = data["pipes"][pipes[track] as usize].as_str().unwrap();
        assert_eq!(format!("PIPE_{pipe}"), slice.pipe.name());
        if let Some(stall) = slice.stall {
            let (at, back) = waits.next().unwrap();
            assert_eq!(at, i as i64);
            assert_eq!(Some((at - back) as u32), source(stall.cause));
        }
    }
    assert!(waits.peek().is_none());
    let ends = summed(&data["arrowTo"]).into_iter().zip(numbers(&data["arrowBack"]));
    let flows: Vec<_> = timeline.flows.iter().map(|a| (a.from.into(), a.to.into())).collect();
    assert_eq!(ends.map(|(to, back)| (to - back, to)).collect::<Vec<_>>(), flows);
}

#[test]
fn hints_are_in_the_page() {
    let mut timeline = softmax(1, 100);
    let hint =
        |line, saves_cycles| pto_cost::Hint { line, text: format!("of line {line}"), saves_cycles };
    timeline.hints = vec![hint(12, None), hint(14, Some(900))];
    let data = data(&to_html(&timeline, "a.pto", SOFTMAX));
    for (i, hint) in timeline.hints.iter().enumerate() {
        assert_eq!(data["hintLine"][i], hint.line);
        assert_eq!(data["hintSaves"][i], hint.saves_cycles.unwrap_or(0));
        assert_eq!(data["hintText"][i], hint.text.as_str());
    }
}

#[test]
fn the_text_cannot_leave_its_place() {
    let text = "</script> <!-- <script> ]]> \u{2028} {{style}} {{data}}";
    let html = to_html(&softmax(1, 10), "<&>", text);
    assert_eq!(data(&html)["source"], text.replace('\u{2028}', r"\u2028"));
    assert_eq!(html.matches("</script").count(), 2);
    assert!(!html.contains('\u{2028}'));
    assert!(html.contains("<title>&lt;&amp;&gt; - timeline</title>"));
}

#[test]
fn a_hundred_thousand_slices_fit() {
    let html = to_html(&softmax(2, 100_000), "a.pto", SOFTMAX);
    assert!(html.len() < 8_000_000, "{} bytes", html.len());
}
