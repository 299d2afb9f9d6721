//! WebAssembly gives the bits of the command: answers are compared byte for byte.

use crate::chromium::Page;
use crate::site::Site;
use pto_cli::play::{Frame, Host, answer};
use pto_isa::Target;
use pto_smith::registers::chain::write_program;
use pto_smith::{Choices, auto, numbers, tiles};
use serde_json::{Value, json};
use std::path::Path;

/// How many programs are drawn; `PTO_PROGRAMS` asks for more.
fn programs() -> u64 {
    std::env::var("PTO_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(100)
}

/// FNV-1a of 32 bits, twice, as the page computes it.
const HASH: &str = "window.hashOf = bytes => { let h = 0x811c9dc5, g = 7; \
    for (const b of new Uint8Array(bytes)) { h = Math.imul(h ^ b, 0x01000193) >>> 0; g = Math.imul(g + b, 0x9e3779b1) >>> 0; } return h * 2 ** 20 + g % 2 ** 20; }, 1";

fn hash(bytes: &[u8]) -> f64 {
    let (mut h, mut g) = (0x811c_9dc5u32, 7u32);
    for &b in bytes {
        h = (h ^ u32::from(b)).wrapping_mul(0x0100_0193);
        g = g.wrapping_add(u32::from(b)).wrapping_mul(0x9e37_79b1);
    }
    f64::from(h) * f64::from(1 << 20) + f64::from(g % (1 << 20))
}

/// What the kernel of a program takes, filled at random.
fn arguments(text: &str, target: &str) -> Value {
    let asked = json!({"do": "check", "text": text, "target": target, "kernels": true});
    let told =
        Frame::read(&answer(&Frame::of(asked).bytes(), &Host::default())).expect("an answer");
    let params = told.document["kernels"][0]["params"].as_array().cloned().unwrap_or_default();
    let one = |p: &Value| match p["kind"].as_str() {
        Some("number") => "3",
        Some("tile") => "random",
        _ => "random:64x64",
    };
    params.iter().map(one).collect()
}

/// Asks the page and the command the same; whether they say the same, and whether something ran.
fn compare(page: &mut Page, name: &str, asked: Value) -> bool {
    let native = answer(&Frame::of(asked.clone()).bytes(), &Host::default());
    let theirs = page
        .number(&format!("ptoPlayground.runner.askBytes({asked}).then(bytes => hashOf(bytes))"));
    if theirs != hash(&native) {
        let shown = page.eval(&format!("ptoPlayground.runner.ask({asked}).then(a => a.document)"));
        let own = Frame::read(&native).expect("an answer").document;
        panic!("{name}: the page says {shown}\n and the command {own}\nof {asked}");
    }
    let own = Frame::read(&native).expect("an answer");
    own.document["steps"].as_u64().is_some_and(|n| n > 0)
}

#[test]
fn examples_give_the_same_answers() {
    let Some(site) = Site::open("examples_give_the_same_answers") else { return };
    let ready = "document.body !== null && document.body.dataset.ready !== undefined";
    let Some(mut page) = Page::visit("same-examples", &site.origin, "/", ready) else { return };
    page.eval(HASH);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = std::fs::read_to_string(root.join("web/examples.json")).expect("the examples");
    let list: Vec<Value> = serde_json::from_str(&list).expect("a list");
    let mut ran = 0;
    for mut example in list {
        let name = example["name"].as_str().expect("a name").to_string();
        let path = root.join(format!("examples/{name}.pto"));
        example["text"] = std::fs::read_to_string(path).expect("an example").into();
        for (act, checked) in [
            ("run", false),
            ("run", true),
            ("cost", false),
            ("lower", false),
            ("emit", false),
            ("check", false),
        ] {
            let mut asked = example.clone();
            asked["do"] = act.into();
            asked["checked"] = checked.into();
            let done = compare(&mut page, &format!("{act} {name}"), asked);
            assert!(act != "run" || name == "broken" || done, "{name} does not run");
            ran += u32::from(done);
        }
    }
    assert!(ran >= 30, "{ran}");
}

#[test]
fn random_programs_give_the_same_answers() {
    let Some(site) = Site::open("random_programs_give_the_same_answers") else { return };
    let ready = "document.body !== null && document.body.dataset.ready !== undefined";
    let Some(mut page) = Page::visit("same-random", &site.origin, "/", ready) else { return };
    page.eval(HASH);
    let (count, mut ran) = (programs(), 0);
    for seed in 0..count {
        let mut rng = Choices::seeded(seed);
        let target = Target::PROFILES[(seed / 4) as usize % 3];
        let text = match seed % 4 {
            0 => tiles::program(&mut rng, target, 8),
            1 => write_program(&mut rng, target, 10).text(),
            2 => auto::program(&mut rng, 10),
            _ => numbers::program(&mut rng, 12),
        };
        let args = arguments(&text, target.name());
        let asked = json!({"do": "run", "text": text, "target": target.name(), "args": args});
        ran += u64::from(compare(&mut page, &format!("seed {seed}"), asked));
    }
    println!("{ran} of {count} random programs ran, all with the same answers");
    assert!(ran * 2 > count, "only {ran} of {count} ran");
}
