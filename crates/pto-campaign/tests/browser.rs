//! The report in a real browser: it loads without a complaint, shows what is best and why, sorts, filters, and obeys nothing of
//! a hostile result.

#![cfg(unix)]

#[path = "../../pto-cost/tests/chromium/mod.rs"]
mod chromium;

use chromium::Page;
use pto_campaign::report::html;
use pto_campaign::row::Row;

/// Results of a kernel with two parameters: every fifth configuration is illegal, under a hostile name.
fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for m in 1..=16 {
        for n in 1..=16 {
            let head = format!(
                "{{\"config\":{{\"tile_m\":{},\"tile_n\":{}}},\"kernel\":\"gemm.pto\",\"target\":\"a5\"",
                16 * m,
                16 * n
            );
            let cycles = 10_000 + 300 * (m as i64 - 9).pow(2) + 200 * (n as i64 - 5).pow(2);
            let rest = match (m + n) % 5 {
                0 => ",\"code\":\"E0611\",\"message\":\"</script><img src=x onerror=alert(1)> needs too much\",\"line\":7}".into(),
                _ => format!(
                    ",\"cycles\":{cycles},\"us\":{},\"complete\":true,\"bottleneck\":\"MTE2\",\"busy\":0.8,\"waits_for\":\"events\",\"waits\":0.1,\"cube_operations\":{},\"vector_elements\":0,\"gm_bytes\":4096}}",
                    cycles as f64 / 1650.0,
                    4096 * m * n
                ),
            };
            rows.extend(Row::read(&(head + &rest)));
        }
    }
    rows
}

#[test]
fn the_report_shows_sorts_and_filters() {
    let page = html("gemm.toml <b>", &rows());
    let Some(mut page) = Page::open_still("report", &page) else { return };
    let text = |page: &mut Page, at: &str| {
        page.eval(&format!("document.querySelector('{at}').innerText"))
            .as_str()
            .unwrap_or("")
            .to_string()
    };
    assert_eq!(text(&mut page, "h1"), "gemm.toml <b>");
    assert!(text(&mut page, "#summary").starts_with("256 configurations, 51 of them illegal"));
    assert_eq!(page.number("document.querySelectorAll('#best tbody tr').length"), 10.0);
    let best = text(&mut page, "#best tbody tr");
    assert!(
        best.contains("10,000")
            && best.contains("MTE2 works 80 % of the time, waits 10 % for events"),
        "{best}"
    );
    assert_eq!(page.number("document.querySelectorAll('#map rect').length"), 256.0);
    assert_eq!(page.number("document.querySelectorAll('#roofline circle').length"), 205.0);
    assert_eq!(page.number("document.querySelectorAll('#illegal tbody tr').length"), 1.0);
    assert!(
        text(&mut page, "#illegal tbody")
            .contains("<img src=x onerror=alert(1)> needs too much (line 7)")
    );
    assert_eq!(
        page.number("document.querySelectorAll('img, script[src]').length"),
        0.0,
        "nothing of a row is markup"
    );
    page.screenshot("campaign-report");

    // By another column, and the other way round.
    let first = "#all tbody tr td:nth-child(3)";
    page.eval("document.querySelectorAll('#all th')[2].click()");
    assert_eq!(text(&mut page, first), "16");
    page.eval("document.querySelectorAll('#all th')[2].click()");
    assert_eq!(text(&mut page, first), "256");
    page.eval("const f = document.getElementById('filter'); f.value = 'e0611'; f.oninput()");
    assert!(text(&mut page, "#shown").starts_with("51 of 51 rows"));
    assert_eq!(page.complaints(), Vec::<String>::new());
    assert_eq!(page.page_requests(), 1);
}
