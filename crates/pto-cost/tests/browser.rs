//! The page in a real browser: it loads without a complaint, draws every row, and answers mouse and keys.

#![cfg(unix)]

mod chromium;
mod fixture;

use chromium::Page;
use fixture::{ATTENTION, SOFTMAX, attention, nothing, softmax, source};
use pto_cost::{Timeline, to_html};

fn open(name: &str, timeline: &Timeline, text: &str) -> Option<Page> {
    Page::open(name, &to_html(timeline, &format!("{name}.pto"), text), "light")
}

/// Where a slice is drawn, in the window.
fn place(page: &mut Page, slice: usize) -> (f64, f64) {
    let at = page.eval(&format!("ptoTimeline.whereIs({slice})"));
    assert_eq!(at["visible"], true, "slice {slice}: {at}");
    (at["x"].as_f64().unwrap(), at["y"].as_f64().unwrap())
}

/// The text of the tooltip; empty if there is none.
fn tip(page: &mut Page) -> String {
    page.eval(
        "document.getElementById('tip').hidden ? '' : document.getElementById('tip').innerText",
    )
    .as_str()
    .unwrap()
    .to_string()
}

#[test]
fn ten_slices_answer_the_mouse() {
    let timeline = softmax(1, 10);
    let Some(mut page) = open("ten", &timeline, SOFTMAX) else { return };
    assert_eq!(page.number("ptoTimeline.sliceCount"), 10.0);
    assert_eq!(page.number("ptoTimeline.laneCount"), 3.0);
    assert_eq!(page.number("ptoTimeline.drawnLanes"), 3.0);
    page.screenshot("ten-light");
    for (i, slice) in timeline.slices.iter().enumerate() {
        let at = place(&mut page, i);
        page.mouse("mouseMoved", at);
        page.settle();
        let site = &timeline.sites[slice.site as usize];
        let line = SOFTMAX.lines().nth(site.line as usize - 1).unwrap().trim();
        let text = tip(&mut page);
        let mut wanted =
            vec![site.op.clone(), site.shape.clone(), format!("{} cycles", slice.cycles)];
        wanted.extend([line.to_string(), slice.provenance.name().to_string()]);
        wanted.extend(slice.stall.map(|s| format!("{} cycles for event", s.cycles)));
        for part in wanted {
            assert!(text.replace(',', "").contains(&part.replace(',', "")), "`{part}` in\n{text}");
        }
        page.click(at);
        assert_eq!(page.number("ptoTimeline.selected"), i as f64);
        let marked = page.eval("document.querySelector('#source .on .no').textContent");
        assert_eq!(marked, site.line.to_string());
    }
    page.screenshot("ten-selected");
    page.mouse("mouseMoved", (900.0, 12.0));
    assert_eq!(tip(&mut page), "");
    assert_eq!(page.complaints(), Vec::<String>::new());
    assert_eq!(page.page_requests(), 1);
}

#[test]
fn the_text_and_the_keys_work() {
    let timeline = softmax(1, 1000);
    let Some(mut page) = open("keys", &timeline, SOFTMAX) else { return };
    let of_line = |line: u32| {
        let on = |s: &&pto_cost::Slice| timeline.sites[s.site as usize].line == line;
        timeline.slices.iter().filter(on).count() as f64
    };
    page.screenshot("thousand-light");
    page.eval("document.querySelector('#source .row[data-line=\"12\"]').click()");
    assert_eq!(page.number("ptoTimeline.picked"), of_line(12));
    page.screenshot("thousand-line");
    page.eval("document.querySelector('#source .row[data-line=\"12\"]').click()");
    assert_eq!(page.number("ptoTimeline.picked"), 0.0);

    let span = "ptoTimeline.view.to - ptoTimeline.view.from";
    let whole = page.number(span);
    for key in ["w", "w", "w"] {
        page.key(key);
    }
    let near = page.number(span);
    assert!(near < whole / 2.0, "{near} of {whole}");
    let from = page.number("ptoTimeline.view.from");
    page.key("d");
    assert!(page.number("ptoTimeline.view.from") > from);
    page.key("ArrowLeft");
    assert!((page.number("ptoTimeline.view.from") - from).abs() < 1.0);
    page.key("s");
    assert!(page.number(span) > near);
    page.key("f");
    assert!((page.number(span) - whole).abs() < 1.0);

    page.wheel((900.0, 200.0), -300.0);
    let near = page.number(span);
    assert!(near < whole, "{near} of {whole}");
    let from = page.number("ptoTimeline.view.from");
    page.drag((900.0, 200.0), (700.0, 200.0));
    assert!(page.number("ptoTimeline.view.from") > from);
    assert!((page.number(span) - near).abs() < 1.0);

    page.key("f");
    page.pinch(200.0, [600.0, 700.0], [500.0, 800.0]);
    let near = page.number(span);
    assert!((0.2..0.5).contains(&(near / whole)), "{near} of {whole}");

    page.key("/");
    for key in ["r", "o", "w", "s", "u", "m"] {
        page.key(key);
    }
    assert_eq!(page.number("ptoTimeline.picked"), of_line(13));
    page.key("Enter");
    let selected = page.number("ptoTimeline.selected") as usize;
    assert_eq!(timeline.sites[timeline.slices[selected].site as usize].op, "pto.trowsum");
    page.key("Escape");
    assert_eq!(page.number("ptoTimeline.picked"), 0.0);
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn three_cores_show_their_arrows_and_fold() {
    let timeline = attention(1, 6);
    let Some(mut page) = open("three", &timeline, ATTENTION) else { return };
    let lanes = page.number("ptoTimeline.laneCount");
    assert_eq!(lanes, 10.0);
    assert_eq!(page.number("ptoTimeline.drawnLanes"), lanes);
    assert_eq!(page.number("ptoTimeline.drawn.arrows"), timeline.flows.len() as f64);
    page.screenshot("three-light");
    page.use_scheme("dark");
    page.screenshot("three-dark");
    page.eval("document.getElementById('events').click()");
    page.settle();
    assert_eq!(page.number("ptoTimeline.drawn.arrows"), 0.0);
    let height = page.number("ptoTimeline.view.rowsHeight");
    let name = page.eval("ptoTimeline.coreAt(0)");
    page.click((name["x"].as_f64().unwrap(), name["y"].as_f64().unwrap()));
    assert!(page.number("ptoTimeline.view.rowsHeight") < height - 80.0);
    assert_eq!(page.number("ptoTimeline.drawnLanes"), lanes);
    page.eval("ptoTimeline.select(0)");
    assert_eq!(page.number("ptoTimeline.view.rowsHeight"), height);
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn what_ended_a_wait_has_an_arrow_without_events() {
    let mut timeline = attention(1, 6);
    timeline.flows.clear();
    let waits = timeline.slices.iter().filter_map(|s| source(s.stall?.cause)).count();
    assert!(waits > 20, "{waits}");
    let Some(mut page) = open("waits", &timeline, ATTENTION) else { return };
    assert_eq!(page.number("ptoTimeline.drawn.arrows"), waits as f64);
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn slices_are_drawn_where_they_are_in_both_schemes() {
    let timeline = softmax(1, 10);
    let Some(mut page) = open("pixels", &timeline, SOFTMAX) else { return };
    let mut backgrounds = Vec::new();
    for scheme in ["light", "dark"] {
        page.use_scheme(scheme);
        page.settle();
        // By slice: near its lower edge, below its label; and between its row and the next.
        let colours = page.eval(
            "{ const t = ptoTimeline, places = [];
            for (let i = 0; i < t.sliceCount; i++) {
                const { x, y, height } = t.whereIs(i);
                places.push([x, y + height / 2 - 4], [x, y + height / 2 + 2]);
            }
            t.pixelsAt([...places, [20, 500]]) }",
        );
        let colours = colours.as_array().unwrap();
        assert_eq!(colours.len(), timeline.slices.len() * 2 + 1);
        for (i, pair) in colours.chunks_exact(2).enumerate() {
            assert_ne!(pair[0], pair[1], "slice {i}, {scheme}");
        }
        backgrounds.push(colours[colours.len() - 1][0].as_f64().unwrap());
    }
    assert!(backgrounds[0] > 200.0 && backgrounds[1] < 60.0, "{backgrounds:?}");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn a_hundred_thousand_slices_stay_quick() {
    let timeline = softmax(2, 100_000);
    let html = to_html(&timeline, "many.pto", SOFTMAX);
    assert!(html.len() < 8_000_000, "{} bytes", html.len());
    let Some(mut page) = Page::open("many", &html, "dark") else { return };
    assert_eq!(page.number("ptoTimeline.sliceCount"), 100_000.0);
    assert_eq!(page.number("ptoTimeline.drawnLanes"), 6.0);
    // What is drawn is bounded by the pixels of the rows, however many slices there are.
    let pixels = 6.0 * f64::from(chromium::WINDOW.0);
    assert!(page.number("ptoTimeline.drawn.rects") < pixels);
    page.screenshot("many-dark");
    // Pan at every zoom, a step per frame, as a drag does.
    let frames = page.eval(
        "(async () => {
            const t = ptoTimeline, found = [], frame = () => new Promise(requestAnimationFrame);
            for (let span = 8e6; span > 2000; span /= 4) {
                let began = await frame(), drawing = 0;
                for (let k = 0; k < 30; k++) {
                    t.setView(1e6 + k * span / 40, 1e6 + k * span / 40 + span);
                    drawing += t.drawn.milliseconds;
                    await frame();
                }
                found.push(`${Math.round(span)} cycles: ${(drawing / 30).toFixed(1)} of ${((await frame() - began) / 31).toFixed(1)}`);
            }
            t.fit();
            return found.join('; ');
        })()",
    );
    println!("{} bytes; ms that the page draws, of ms per frame: {frames}", html.len());
    page.eval("ptoTimeline.select(50000)");
    page.settle();
    let at = place(&mut page, 50_000);
    let found = page.eval(&format!("ptoTimeline.hoverAt({}, {}).slice", at.0, at.1));
    assert_eq!(found, 50_000);
    page.screenshot("many-near");
    page.eval("ptoTimeline.setView(40000, 240000)");
    page.use_scheme("light");
    page.screenshot("many-middle");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn many_cores_fold_and_scroll() {
    let timeline = attention(24, 40);
    let Some(mut page) = open("cores", &timeline, ATTENTION) else { return };
    let lanes = page.number("ptoTimeline.laneCount");
    assert_eq!(lanes, 240.0);
    page.screenshot("cores-light");
    let every = "{ const t = ptoTimeline; let seen = 0;
        const step = 400;
        for (let y = 0; y < t.view.rowsHeight + step; y += step) { t.scrollTo(y); seen += t.drawnLanes; }
        seen }";
    assert!(page.number(every) >= lanes);
    page.wheel((60.0, 300.0), -5000.0);
    assert_eq!(page.number("ptoTimeline.view.scroll"), 0.0);
    page.key("c");
    page.screenshot("cores-folded");
    page.key("c");
    page.wheel((60.0, 300.0), 700.0);
    assert_eq!(page.number("ptoTimeline.view.scroll"), 700.0);
    page.use_scheme("dark");
    page.screenshot("cores-dark");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn text_that_looks_like_a_page_stays_text() {
    let text = format!("// </script><script>alert(1)</script><!-- \u{2028} <b>{SOFTMAX}");
    let html = to_html(&nothing(), "</title><script>alert(2)</script>", &text);
    let Some(mut page) = Page::open("hostile", &html, "light") else { return };
    let shown = page.eval("document.querySelector('#source .code').textContent");
    // Marks that a reader cannot see are shown by their number.
    assert_eq!(shown, pto_ir::visible(text.lines().next().unwrap()).as_ref());
    assert_eq!(page.number("document.scripts.length"), 2.0);
    assert_eq!(
        page.eval("document.getElementById('file').textContent"),
        "</title><script>alert(2)</script>"
    );
    assert_eq!(page.number("ptoTimeline.drawnLanes"), 0.0);
    assert_eq!(page.complaints(), Vec::<String>::new());
}

#[test]
fn complaints_of_a_page_are_noticed() {
    let Some(mut page) = open("complaints", &softmax(1, 10), SOFTMAX) else { return };
    assert_eq!(page.complaints(), Vec::<String>::new());
    page.eval("console.error('said')");
    page.eval("setTimeout(() => missing(), 0)");
    page.eval("new Image().src = 'http://127.0.0.1:9/picture.png'");
    let complaints = page.complaints().join("\n");
    for part in ["said", "missing is not defined", "picture.png"] {
        assert!(complaints.contains(part), "{part} in {complaints}");
    }
}

#[test]
fn a_range_is_measured_and_narrow_windows_work() {
    let Some(mut page) = open("range", &softmax(1, 200), SOFTMAX) else { return };
    page.eval("ptoTimeline.setView(4000, 12000)");
    page.measure((500.0, 250.0), (900.0, 250.0));
    let text = page.eval("document.getElementById('details').innerText");
    let text = text.as_str().unwrap();
    assert!(text.contains("cycles, ") && text.contains("from ") && text.contains("busy"), "{text}");
    page.screenshot("range-light");
    page.key("?");
    assert_eq!(page.eval("document.getElementById('help').open"), true);
    page.screenshot("help-light");
    page.eval("document.getElementById('help').close()");
    page.resize((640, 800));
    assert_eq!(page.number("ptoTimeline.drawnLanes"), 3.0);
    page.screenshot("narrow-light");
    assert_eq!(page.complaints(), Vec::<String>::new());
}
