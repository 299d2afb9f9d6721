//! Ten visits to the playground.

use crate::chromium::Page;
use crate::site::Site;
use serde_json::Value;

const READY: &str = "document.body !== null && document.body.dataset.ready !== undefined";
const WIDE: (u32, u32) = (1440, 900);
const PHONE: (u32, u32) = (390, 844);

fn visit(name: &str) -> Option<(Site, Page)> {
    let site = Site::open(name)?;
    let mut page = Page::visit(name, &site.origin, "/", READY)?;
    page.resize(WIDE);
    Some((site, page))
}

/// Replaces the program, as pasting does, and waits for its findings.
fn write(page: &mut Page, text: &str) {
    let before = page.number("+document.body.dataset.checked");
    page.eval(&format!("ptoPlayground.editor.text = {}, 1", Value::from(text)));
    page.until(&format!("+document.body.dataset.checked > {before}"));
    page.settle();
}

fn text_of(page: &mut Page, selector: &str) -> String {
    let text = page.eval(&format!("document.querySelector('{selector}').innerText"));
    text.as_str().unwrap_or_default().to_string()
}

fn click(page: &mut Page, selector: &str) {
    page.eval(&format!("document.querySelector('{selector}').scrollIntoView({{block: 'center'}})"));
    let at = page.eval(&format!(
        "{{ const b = document.querySelector('{selector}').getBoundingClientRect(); \
         [b.x + b.width / 2, b.y + b.height / 2] }}"
    ));
    page.click((at[0].as_f64().unwrap(), at[1].as_f64().unwrap()));
}

fn open_example(page: &mut Page, name: &str) {
    let before = page.number("+document.body.dataset.checked");
    page.eval(&format!(
        "{{ const s = document.getElementById('examples'); \
         s.value = [...s.options].find(o => o.text === '{name}').value; s.dispatchEvent(new Event('change')); 1 }}"
    ));
    page.until(&format!("+document.body.dataset.checked > {before}"));
    page.until(&format!("ptoPlayground.editor.text.includes('func.func @{name}')"));
    page.until("document.getElementById('count').textContent !== ''");
}

fn show_tab(page: &mut Page, name: &str) {
    click(page, &format!("[data-tab=\"{name}\"]"));
    page.until(&format!("document.getElementById('{name}').dataset.filled === 'yes'"));
}

fn run(page: &mut Page, button: &str) {
    click(page, button);
    page.until("!['', 'working …'].includes(document.getElementById('outcome').textContent) && document.getElementById('stop').hidden");
}

/// The page asked nobody but its own server, and the browser complained about nothing.
fn assert_quiet(page: &mut Page) {
    assert_eq!(page.complaints(), Vec::<String>::new());
    assert!(page.page_requests() > 5, "requests are seen");
}

const MISTAKE: &str = "module {
  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
    pto.tad ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
    return
  }
}
";

#[test]
fn a_mistake_is_seen_as_it_is_typed_and_fixed_by_a_click() {
    let Some((_site, mut page)) = visit("mistake") else { return };
    write(&mut page, &MISTAKE.replace("pto.tad ", "pto.tadd "));
    assert_eq!(text_of(&mut page, "#count"), "no problems");
    // A letter is taken away at the keyboard.
    let at = MISTAKE.find("pto.tad ").unwrap() + "pto.tadd".len();
    page.eval(&format!("ptoPlayground.editor.area.focus(), ptoPlayground.editor.area.setSelectionRange({}, {at}), document.execCommand('delete')", at - 1));
    page.until("document.getElementById('count').textContent === '1 error'");
    assert!(text_of(&mut page, "#problems").contains("there is no instruction `pto.tad`"));
    assert_eq!(text_of(&mut page, ".editor .layer .mark-error"), "pto.tad");
    assert_eq!(text_of(&mut page, ".editor .gutter .error"), "3");
    page.screenshot("playground-mistake");
    click(&mut page, "#problems .fix");
    page.until("document.getElementById('count').textContent === 'no problems'");
    assert!(page.eval("ptoPlayground.editor.text").as_str().unwrap().contains("pto.tadd ins"));
    // What is fixed can be undone, and the key fixes it as well.
    page.eval("document.execCommand('undo')");
    page.until("document.getElementById('count').textContent === '1 error'");
    click(&mut page, "#problems li .link");
    page.until("document.getElementById('explain').open");
    assert!(text_of(&mut page, "#explain").contains("0002: "));
    assert_quiet(&mut page);
}

#[test]
fn chinese_comments_and_emoji_do_not_move_a_finding() {
    let Some((_site, mut page)) = visit("chinese") else { return };
    write(&mut page, &format!("// 你好 😀😀 张量\n{MISTAKE}"));
    assert_eq!(text_of(&mut page, ".editor .layer .mark-error"), "pto.tad");
    page.eval("{ const l = document.getElementById('language'); l.value = 'zh'; l.dispatchEvent(new Event('change')); 1 }");
    assert_eq!(text_of(&mut page, "#count"), "1 个错误");
    assert_eq!(text_of(&mut page, "[data-tab=\"puzzles\"]"), "习题");
    assert_eq!(page.eval("document.documentElement.lang"), "zh");
    page.screenshot("playground-chinese");
    click(&mut page, "#problems .fix");
    page.until("document.getElementById('count').textContent === '没有问题'");
    assert!(
        page.eval("ptoPlayground.editor.text").as_str().unwrap().starts_with("// 你好 😀😀 张量\n")
    );
    assert_quiet(&mut page);
}

#[test]
fn softmax_runs_and_its_numbers_are_right() {
    let Some((_site, mut page)) = visit("softmax") else { return };
    open_example(&mut page, "softmax");
    let values = |page: &mut Page, args: &str| {
        page.eval(&format!(
            "ptoPlayground.runner.ask({{do: 'run', text: ptoPlayground.editor.text, args: {args}}}).then(a => \
             a.document.arrays.filter(x => x.kind === 'array').map(x => [...new Float64Array(a.blobs[x.values])]))"
        ))
    };
    let arrays = values(&mut page, "['random:8x2048', 'zeros:8x2048', '8']");
    let numbers =
        |v: &Value| v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<_>>();
    let (x, y) = (numbers(&arrays[0]), numbers(&arrays[1]));
    assert_eq!((x.len(), y.len()), (8 * 2048, 8 * 2048));
    for (x, y) in x.chunks(2048).zip(y.chunks(2048)) {
        let most = x.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = x.iter().map(|v| (v - most).exp()).sum();
        for (x, y) in x.iter().zip(y) {
            let want = (x - most).exp() / sum;
            // Exponential and sum are those of f32, whose numbers are 1.2e-7 apart.
            assert!((y - want).abs() <= 4e-6 * want, "{y} for {want}");
        }
    }
    run(&mut page, "#go");
    let told = text_of(&mut page, "#outcome");
    assert!(told.contains(" steps in "), "{told}");
    assert_eq!(page.number("document.querySelectorAll('.array canvas').length"), 2.0);
    assert_eq!(text_of(&mut page, ".array:nth-child(2) h3"), "%out: 16x2048xf32");
    // What the table shows is what was computed, and the map has colours.
    let cell = text_of(&mut page, ".array:nth-child(2) td");
    assert!(cell.parse::<f64>().is_ok_and(|v| v > 0.0 && v < 0.01), "{cell}");
    let colours = page.number(
        "{ const c = document.querySelector('.array canvas'); \
         new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size }",
    );
    assert!(colours > 50.0, "{colours}");
    page.screenshot("playground-run");
    run(&mut page, "#go-checked");
    assert!(text_of(&mut page, "#outcome").contains("sanitizers found nothing"));
    assert_quiet(&mut page);
}

#[test]
fn every_example_runs_and_every_tab_fills() {
    let Some((_site, mut page)) = visit("examples") else { return };
    let names = page.eval("[...document.getElementById('examples').options].map(o => o.text)");
    for name in names.as_array().unwrap().iter().map(|n| n.as_str().unwrap()) {
        if name == "broken" {
            continue;
        }
        open_example(
            &mut page,
            if name == "argmin" || name.ends_with("_manual") || name.starts_with("vcgadd") {
                continue;
            } else {
                name
            },
        );
        run(&mut page, "#go");
        let told = text_of(&mut page, "#outcome");
        assert!(told.contains(" steps in "), "{name}: {told}");
    }
    open_example(&mut page, "softmax");
    for (tab, part, words) in [
        ("cost", "#cost pre", "pto.tload"),
        ("lowered", "#lowered pre", "pto.set_flag"),
        ("cpp", "#cpp pre", "TROWSUM"),
        ("targets", "#columns", "a2a3"),
    ] {
        show_tab(&mut page, tab);
        let told = text_of(&mut page, part);
        assert!(told.contains(words), "{tab}: {told}");
        page.screenshot(&format!("playground-{tab}"));
    }
    show_tab(&mut page, "reference");
    click(&mut page, "#query");
    page.type_text("trowsum");
    click(&mut page, "#found button");
    page.until("document.querySelector('#page h3') !== null");
    assert_eq!(text_of(&mut page, "#page h3"), "pto.trowsum");
    page.screenshot("playground-reference");
    assert_quiet(&mut page);
}

#[test]
fn the_timeline_opens_in_a_frame_that_sees_nothing_of_the_page() {
    let Some((_site, mut page)) = visit("timeline") else { return };
    open_example(&mut page, "softmax");
    show_tab(&mut page, "timeline");
    page.until("!document.getElementById('timeline-frame').hidden");
    assert!(page.number("document.getElementById('timeline-frame').srcdoc.length") > 10_000.0);
    assert_eq!(page.eval("document.getElementById('timeline-frame').contentDocument"), Value::Null);
    assert_eq!(
        page.eval("document.getElementById('timeline-frame').sandbox.value"),
        "allow-scripts"
    );
    std::thread::sleep(std::time::Duration::from_millis(300));
    page.screenshot("playground-timeline");
    assert_quiet(&mut page);
}

#[test]
fn a_shared_program_opens_again() {
    let Some((site, mut page)) = visit("share") else { return };
    let text = format!("// 分享 🙂\n{}", MISTAKE.replace("pto.tad ", "pto.tadd "));
    write(&mut page, &text);
    page.eval("{ const t = document.getElementById('target'); t.value = 'a2a3'; t.dispatchEvent(new Event('change')); 1 }");
    page.eval("{ const i = document.getElementById('argument-0'); i.value = 'ones'; i.dispatchEvent(new Event('input')); 1 }");
    click(&mut page, "#share");
    page.until("location.hash.startsWith('#p=')");
    let address = page.eval("location.href").as_str().unwrap().to_string();
    assert!(address.len() < 400, "{address}");
    let Some(mut other) =
        Page::visit("shared", &site.origin, address.strip_prefix(&site.origin).unwrap(), READY)
    else {
        return;
    };
    assert_eq!(other.eval("ptoPlayground.editor.text"), text.as_str());
    assert_eq!(other.eval("document.getElementById('target').value"), "a2a3");
    other.until("document.getElementById('argument-0') !== null");
    assert_eq!(other.eval("document.getElementById('argument-0').value"), "ones");
    assert_quiet(&mut other);
    // What is no program is said, and the page works.
    for wrong in ["#p=AAAA", "#p=___", "#p=eJzLSM3JyQcABiwCFQ", "#q"] {
        let Some(mut odd) = Page::visit("odd", &site.origin, &format!("/{wrong}"), READY) else {
            return;
        };
        assert!(
            odd.eval("ptoPlayground.editor.text").as_str().unwrap().contains("func.func"),
            "{wrong}"
        );
        assert_quiet(&mut odd);
    }
}

#[test]
fn a_puzzle_is_unsolved_and_then_solved() {
    let Some((_site, mut page)) = visit("puzzle") else { return };
    show_tab(&mut page, "puzzles");
    assert_eq!(page.number("document.querySelectorAll('#puzzle-list button').length"), 10.0);
    let puzzles = pto_page::puzzle::PUZZLES;
    for (i, puzzle) in puzzles.iter().enumerate() {
        if i == 0 {
            click(&mut page, "#puzzle-list li:first-child button");
        }
        page.until(&format!(
            "document.querySelector('#puzzle h3')?.innerText === '{}. {}'",
            puzzle.number,
            puzzle.title()
        ));
        let judge = |page: &mut Page| {
            click(page, "#judge");
            page.until("document.querySelector('#verdict p') !== null && document.getElementById('stop').hidden");
            text_of(page, "#verdict p")
        };
        assert_eq!(judge(&mut page), "Not yet.", "{}", puzzle.number);
        if puzzle.number == 7 {
            page.screenshot("playground-puzzle");
        }
        write(&mut page, puzzle.solution);
        assert_eq!(
            judge(&mut page),
            "Solved.",
            "{}: {}",
            puzzle.number,
            text_of(&mut page, "#verdict")
        );
        if i + 1 < puzzles.len() {
            click(&mut page, "#verdict button");
        }
    }
    assert_eq!(page.number("document.querySelectorAll('#puzzle-list .solved').length"), 10.0);
    page.screenshot("playground-solved");
    assert_quiet(&mut page);
}

#[test]
fn an_endless_loop_is_stopped_and_the_page_stays_alive() {
    let Some((_site, mut page)) = visit("endless") else { return };
    let text = "module {
  func.func @f() {
    %yes = arith.constant true
    scf.while : () -> () {
      scf.condition(%yes)
    } do {
      scf.yield
    }
    return
  }
}
";
    write(&mut page, text);
    assert_eq!(text_of(&mut page, "#count"), "no problems");
    // By its steps.
    run(&mut page, "#go");
    assert!(
        text_of(&mut page, "#problems").contains("the run is not over"),
        "{}",
        text_of(&mut page, "#problems")
    );
    // By the visitor: the page answers meanwhile, and runs afterwards.
    let slow = "module {
  func.func @f(%a: !pto.tile_buf<vec, 128x256xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %many = arith.constant 20000000 : index
    scf.for %i = %zero to %many step %one {
      pto.texp ins(%a : !pto.tile_buf<vec, 128x256xf32>) outs(%a : !pto.tile_buf<vec, 128x256xf32>)
    }
    return
  }
}
";
    write(&mut page, slow);
    page.until("document.getElementById('argument-0') !== null");
    click(&mut page, "#go");
    page.until("!document.getElementById('stop').hidden");
    write(&mut page, &format!("{slow}// still alive\n"));
    assert_eq!(text_of(&mut page, "#count"), "no problems");
    assert_eq!(page.eval("document.getElementById('stop').hidden"), false);
    click(&mut page, "#stop");
    page.until("document.getElementById('outcome').textContent === 'stopped'");
    write(&mut page, &slow.replace("20000000", "2"));
    run(&mut page, "#go");
    assert!(text_of(&mut page, "#outcome").contains(" steps in "));
    assert_quiet(&mut page);
}

#[test]
fn a_program_of_two_megabytes_can_be_edited() {
    let Some((_site, mut page)) = visit("large") else { return };
    let line = "    pto.tadd ins(%a, %a : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)\n";
    let count = 2_000_000 / line.len();
    let text = format!(
        "module {{\n  func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {{\n{}    return\n  }}\n}}\n",
        line.repeat(count)
    );
    write(&mut page, &text);
    assert_eq!(text_of(&mut page, "#count"), "no problems");
    let took = page.number("+document.getElementById('took').dataset.ms");
    // The page draws the lines in sight and no more, wherever they are.
    page.eval("ptoPlayground.editor.area.scrollTop = 1e9, 1");
    page.settle();
    assert!(page.number("document.querySelectorAll('.editor .layer div').length") < 100.0);
    let last = text_of(&mut page, ".editor .gutter div:last-child");
    assert_eq!(last, (count + 6).to_string());
    let typed = page.number(
        "(async () => { const e = ptoPlayground.editor; e.area.focus(); const at = e.text.lastIndexOf('tadd'); e.area.setSelectionRange(at, at + 4); \
         const began = performance.now(); document.execCommand('insertText', false, 'tbad'); await new Promise(requestAnimationFrame); return performance.now() - began; })()",
    );
    page.until("document.getElementById('count').textContent === '1 error'");
    println!("{} bytes: checked in {took:.0} ms, a change drawn in {typed:.0} ms", text.len());
    assert_quiet(&mut page);
}

#[test]
fn it_works_without_a_network_once_it_was_visited() {
    let Some((site, mut page)) = visit("offline") else { return };
    page.until("navigator.serviceWorker.ready.then(r => r.active !== null)");
    page.until("navigator.serviceWorker.controller !== null");
    site.close();
    page.eval("document.body.dataset.old = 1");
    page.go(&format!("{}/", site.origin));
    page.until(&format!("document.body?.dataset.old === undefined && {READY}"));
    open_example(&mut page, "softmax");
    run(&mut page, "#go");
    assert!(text_of(&mut page, "#outcome").contains(" steps in "));
    show_tab(&mut page, "timeline");
    page.until("!document.getElementById('timeline-frame').hidden");
    assert_quiet(&mut page);
}

#[test]
fn it_fits_a_phone_and_needs_no_mouse() {
    let Some((_site, mut page)) = visit("phone") else { return };
    page.resize(PHONE);
    page.settle();
    let wide = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(page.eval(wide), true, "{}", page.number("document.documentElement.scrollWidth"));
    page.screenshot("playground-phone");
    run(&mut page, "#go");
    assert_eq!(page.eval(wide), true);
    page.screenshot("playground-phone-run");
    for tab in ["cost", "lowered", "targets", "reference", "puzzles"] {
        show_tab(&mut page, tab);
        assert_eq!(page.eval(wide), true, "{tab}");
    }
    // Everything that can be done has a name and can be reached by keys.
    let nameless = page.eval(
        "[...document.querySelectorAll('button, select, textarea, input, iframe, canvas')].filter(e => !e.hidden && e.offsetParent && \
         !(e.innerText?.trim() || e.getAttribute('aria-label') || e.title || e.labels?.length)).map(e => e.outerHTML.slice(0, 80))",
    );
    assert_eq!(nameless, serde_json::json!([]));
    page.eval("document.querySelector('[data-tab=\"puzzles\"]').focus()");
    page.key("ArrowRight");
    assert_eq!(page.eval("document.querySelector('[aria-selected=\"true\"]').dataset.tab"), "run");
    page.eval("ptoPlayground.editor.area.focus()");
    page.key("Tab");
    assert_eq!(page.eval("document.activeElement.tagName"), "TEXTAREA");
    assert_quiet(&mut page);
}

#[test]
fn a_dropped_array_is_an_argument() {
    let Some((_site, mut page)) = visit("array") else { return };
    write(&mut page, &MISTAKE.replace("pto.tad ", "pto.tadd "));
    page.until("document.getElementById('argument-0') !== null");
    let mut npy = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    let mut header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (16, 64), }".to_vec();
    header.resize(0x76 - 1, b' ');
    header.push(b'\n');
    npy.extend(header);
    npy.extend((0..1024).flat_map(|i| (i as f32).to_le_bytes()));
    let bytes = format!("{npy:?}");
    page.eval(&format!(
        "{{ const d = new DataTransfer(); d.items.add(new File([new Uint8Array({bytes})], 'x.npy')); \
         document.querySelector('.argument').dispatchEvent(new DragEvent('drop', {{ dataTransfer: d, bubbles: true }})); 1 }}"
    ));
    page.until("document.getElementById('argument-0').value === 'x.npy'");
    run(&mut page, "#go");
    assert_eq!(text_of(&mut page, ".array tr:nth-child(2) td:nth-child(4)"), "4");
    assert_quiet(&mut page);
}

#[test]
fn it_is_ready_soon() {
    let Some((_site, mut page)) = visit("ready") else { return };
    let ready = page.number("+document.body.dataset.ready");
    let bytes = page
        .number("performance.getEntriesByType('resource').reduce((n, e) => n + e.transferSize, 0)");
    let check = page.number(
        "(async () => { const text = ptoPlayground.editor.text; const times = []; \
         for (let i = 0; i < 20; i++) times.push((await ptoPlayground.checker.ask({do: 'check', text, kernels: true})).took); \
         return times.sort((a, b) => a - b)[10]; })()",
    );
    println!(
        "ready after {ready:.0} ms; {bytes:.0} bytes sent; softmax is checked in {check:.2} ms"
    );
    // The files other than the simulator are sent as they are here; any server compresses them. How long it takes is a figure, not a test.
    assert!(bytes < 2_000_000.0, "{bytes} bytes");
    assert_quiet(&mut page);
}

#[test]
fn a_program_of_the_book_is_tried_where_it_stands() {
    let Some(site) = Site::open("book") else { return };
    let ready = "document.querySelector('button.try') !== null";
    let Some(mut page) = Page::visit("book", &site.origin, "/book/page.html", ready) else {
        return;
    };
    assert_eq!(page.number("document.querySelectorAll('button.try').length"), 1.0);
    click(&mut page, "button.try");
    let inside = "document.querySelector('iframe.try')?.contentDocument?.body";
    page.until(&format!("{inside}?.dataset.ready !== undefined"));
    let text =
        page.eval("document.querySelector('iframe.try').contentWindow.ptoPlayground.editor.text");
    assert!(text.as_str().unwrap().contains("func.func @f"), "{text}");
    page.eval("document.querySelector('iframe.try').contentDocument.getElementById('go').click()");
    page.until("document.querySelector('iframe.try').contentDocument.getElementById('outcome').textContent.includes(' steps in ')");
    page.screenshot("playground-book");
    assert_eq!(page.complaints(), Vec::<String>::new());
}
