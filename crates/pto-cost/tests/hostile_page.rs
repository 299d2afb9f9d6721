//! Pages about a hostile program, in a real browser: nothing of the program runs, is fetched or is obeyed, and all of it is
//! shown as it is written.

#![cfg(unix)]

mod chromium;
mod fixture;

use chromium::Page;
use fixture::{SOFTMAX, softmax};
use pto_cost::{Hint, Timeline, to_html, to_perfetto};
use pto_isa::Target;

/// What would set `pwned`, ask somebody else, or break the page, if it were anything but text.
const PAYLOADS: [&str; 14] = [
    "<script>pwned=1</script>",
    "</script><script>pwned=2</script>",
    "</title></style><script>pwned=3</script>",
    "<img src=x onerror=pwned=4>",
    "\"><svg/onload=pwned=5>",
    "' onmouseover='pwned=6",
    "<!--<script>",
    "]]></script>",
    "{{data}}{{script}}",
    "${pwned=7}`+pwned+`",
    "\\u003cscript>\\",
    "javascript:pwned=8",
    "&lt;b&gt;&amp;&#60;",
    "<meta http-equiv=refresh content=0;url=data:,>",
];

/// A timeline in which every word is hostile.
fn hostile_timeline() -> Timeline {
    let mut timeline = softmax(1, 28);
    let mut payload = PAYLOADS.iter().cycle();
    let mut next = || payload.next().unwrap().to_string();
    for site in &mut timeline.sites {
        site.op = next();
        site.shape = next();
    }
    for track in &mut timeline.core_tracks {
        track.role = next();
    }
    for (i, text) in PAYLOADS.iter().enumerate() {
        let saves_cycles = (i > 0).then_some(100);
        timeline.hints.push(Hint { line: i as u32 + 1, text: text.to_string(), saves_cycles });
    }
    timeline
}

/// Nothing of a program happened: its scripts, its requests, complaints about it.
fn assert_untouched(page: &mut Page, scripts: f64) {
    assert_eq!(page.eval("typeof window.pwned"), "undefined");
    assert_eq!(page.number("document.scripts.length"), scripts);
    let made = "document.querySelectorAll('img, svg [onload], iframe, object, embed, [onerror], [onmouseover]').length";
    assert_eq!(page.number(made), 0.0);
    assert_eq!(page.complaints(), Vec::<String>::new());
    assert_eq!(page.page_requests(), 1);
}

#[test]
fn the_timeline_of_a_hostile_program_shows_it_and_obeys_nothing() {
    let timeline = hostile_timeline();
    let text = format!("{}\n{SOFTMAX}", PAYLOADS.map(|p| format!("// {p}")).join("\n"));
    for name in PAYLOADS {
        assert_eq!(to_html(&timeline, name, &text).matches("<script").count(), 2, "{name}");
    }
    let name = PAYLOADS.concat();
    let html = to_html(&timeline, &name, &text);
    let Some(mut page) = Page::open("hostile_timeline", &html, "light") else { return };
    assert_untouched(&mut page, 2.0);
    assert_eq!(page.eval("document.title"), format!("{name} - timeline"));
    assert_eq!(page.eval("document.getElementById('file').textContent"), name.as_str());
    let shown =
        page.eval("[...document.querySelectorAll('#source .code')].map(e => e.textContent)");
    let lines: Vec<&str> = shown.as_array().unwrap().iter().map(|l| l.as_str().unwrap()).collect();
    assert_eq!(lines, text.lines().collect::<Vec<_>>());
    let words = page.eval("document.body.textContent");
    for hint in &timeline.hints {
        assert!(words.as_str().unwrap().contains(&hint.text), "{}", hint.text);
    }
    // What is made only when the reader points at it.
    for (i, slice) in timeline.slices.iter().enumerate() {
        page.eval(&format!("ptoTimeline.select({i})"));
        let at = page.eval(&format!("ptoTimeline.whereIs({i})"));
        page.mouse("mouseMoved", (at["x"].as_f64().unwrap(), at["y"].as_f64().unwrap()));
        page.settle();
        let site = &timeline.sites[slice.site as usize];
        for part in ["details", "tip"] {
            let told = page.eval(&format!("document.getElementById('{part}').textContent"));
            let told = told.as_str().unwrap();
            assert!(told.contains(&site.op) && told.contains(&site.shape), "{part}: {told}");
        }
    }
    for payload in ["<script>", "<img src=x onerror=pwned=9>", "${pwned=9}", "\\", "(((", "[a-"] {
        page.key("/");
        page.eval(&format!(
            "{{ const s = document.getElementById('search'); s.value = {}; \
             s.dispatchEvent(new Event('input', {{ bubbles: true }})) }}",
            serde_json::Value::from(payload)
        ));
        page.key("Enter");
    }
    page.screenshot("hostile-light");
    assert_untouched(&mut page, 2.0);
}

#[test]
fn the_map_of_a_hostile_program_shows_it_and_obeys_nothing() {
    let functions = PAYLOADS.iter().filter(|p| !p.contains(['"', '\\'])).map(|payload| {
        format!(
            "  func.func @\"{payload}\"() {{\n    %a = pto.alloc_tile : !pto.tile_buf<vec, 64x64xf32>\n    \
             pto.tabs ins(%a : !pto.tile_buf<vec, 64x64xf32>) outs(%a : !pto.tile_buf<vec, 64x64xf32>)\n    \
             return\n  }}\n"
        )
    });
    let text = format!("module {{\n{}}}\n", functions.collect::<String>());
    let lowered = pto_lower::lower(&text, Target::A5, &pto_lower::Options::default());
    let lowered = lowered.unwrap_or_else(|e| panic!("{e:?}"));
    let mut maps = lowered.maps;
    assert!(maps.len() > 5, "{}", maps.len());
    for (map, payload) in maps.iter_mut().zip(PAYLOADS.iter().cycle()) {
        for bar in &mut map.bars {
            bar.name = payload.to_string();
        }
    }
    let title = PAYLOADS.concat();
    let html = pto_lower::html(&title, &maps);
    let Some(mut page) = Page::open_still("hostile_map", &html) else { return };
    assert_eq!(page.eval("document.title"), title.as_str());
    assert_eq!(page.eval("document.querySelector('h1').textContent"), title.as_str());
    let heads =
        page.eval("[...document.querySelectorAll('h2')].map(e => e.textContent).join('\\n')");
    let bars = page
        .eval("[...document.querySelectorAll('rect title')].map(e => e.textContent).join('\\n')");
    for map in &maps {
        assert!(heads.as_str().unwrap().contains(&format!("@{} ", map.name)), "{}", map.name);
        for bar in &map.bars {
            assert!(
                bars.as_str().unwrap().contains(&format!("%{}: bytes", bar.name)),
                "{}",
                bar.name
            );
        }
    }
    page.screenshot("hostile-map");
    assert_untouched(&mut page, 0.0);
}

#[test]
fn trace_events_of_a_hostile_program_keep_its_words() {
    let timeline = hostile_timeline();
    let text = to_perfetto(&timeline);
    // A viewer may put the file into a page of its own.
    assert!(!text.contains('<') && !text.contains('>'), "markup in the file");
    let trace: serde_json::Value = serde_json::from_str(&text).unwrap();
    let events = trace["traceEvents"].as_array().unwrap();
    for slice in &timeline.slices {
        let op = &timeline.sites[slice.site as usize].op;
        assert!(events.iter().any(|e| e["name"] == op.as_str()), "{op}");
    }
    for track in &timeline.core_tracks {
        let named = |e: &&serde_json::Value| {
            e["args"]["name"].as_str().is_some_and(|n| n.contains(&track.role))
        };
        assert!(events.iter().any(|e| named(&e)), "{}", track.role);
    }
}
