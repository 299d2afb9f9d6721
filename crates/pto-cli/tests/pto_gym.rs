//! No false alarm on a public corpus: every case of a PTO-Gym checkout runs under all checks, with the inputs its own
//! scripts make, and finds what `tests/pto_gym/findings.tsv` says, nothing more and nothing less.
//!
//! `PTO_GYM` names the checkout, `PTO_GYM_LAUNCHES` a JSON file that says how the corpus' host code launches each case
//! (`docs/corpora.md` describes it), `PYTHON` an interpreter with numpy. `PTO_GYM_EVERY=N` takes every N-th case. Without
//! a checkout the test says that it is skipped. `BLESS=1` writes what is found.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

const TABLE: &str = "tests/pto_gym/findings.tsv";
const HEAD: &str = "case\tentry\tcode\tline\n";
/// Kernels that are known to read past their buffers get this much room after them.
const SLACK: &str = "262144";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folder(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

fn python(script: &Path, args: &[&str], within: &Path, paths: &str) {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let done = Command::new(python)
        .arg(script)
        .args(args)
        .current_dir(within)
        .env("PYTHONPATH", paths)
        .env("PYTHONHASHSEED", "0")
        .output()
        .expect("python starts");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{}: {said}", script.display());
}

fn text<'v>(v: &'v Value, key: &str) -> &'v str {
    v[key].as_str().unwrap_or_default()
}

/// The text of a number that the host passes; one that a script draws is read from its file.
fn scalar(arg: &Value, within: &Path) -> String {
    let mut value = arg["scalar"].clone();
    if let (Some(name), Some(kind)) =
        (arg["scalar_file"][0].as_str(), arg["scalar_file"][1].as_str())
    {
        let mut bytes = std::fs::read(within.join(name)).expect("a number in a file");
        bytes.resize(8, 0);
        let bits = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
        let width: u32 = kind[1..].parse().expect("a width");
        let bits = bits & u64::MAX.checked_shr(64 - width).unwrap_or(u64::MAX);
        value = match kind.starts_with('f') {
            true => f32::from_bits(bits as u32).into(),
            false => bits.into(),
        };
    }
    // The host passes the bits of a half; the command line takes the value.
    match (text(arg, "type"), value.as_u64()) {
        ("f16", Some(bits)) => format!("{:?}", pto_isa::format::f16_to_f32(bits as u16)),
        _ => value.to_string(),
    }
}

/// A buffer: its file as large as the buffer, rows apart where the host spreads them.
fn buffer(arg: &Value, within: &Path, at: usize) -> String {
    let size = arg["bytes"].as_u64().expect("a size") as usize;
    let mut bytes = std::fs::read(within.join(text(arg, "in"))).unwrap_or_default();
    if let (Some(row), Some(pitch)) = (arg["row_bytes"].as_u64(), arg["pitch_bytes"].as_u64()) {
        let spread = |r: &[u8]| [r, &vec![0; pitch as usize - r.len()]].concat();
        bytes = bytes.chunks(row as usize).flat_map(spread).collect();
    }
    bytes.resize(size, 0);
    let file = within.join(format!(".{at}.in"));
    std::fs::write(&file, bytes).expect("a file can be written");
    let out = match arg["out"].as_str() {
        Some(name) => format!("={}", within.join(name).display()),
        None => String::new(),
    };
    format!("{}{out}", file.display())
}

/// Launches a kernel under all checks; what it finds as rows of the table.
fn launch(case: &str, kernel: &Path, l: &Value, within: &Path, overruns: bool) -> Vec<String> {
    let entry = text(l, "entry");
    let mut run = Command::new(env!("CARGO_BIN_EXE_pto"));
    run.args(["run", "--target", "a5", "--semantics", "silicon", "--check", "all", "--json"])
        .args(["--entry", entry, "--blocks", &l["blocks"].to_string()])
        .arg(kernel);
    if overruns {
        run.args(["--gm-slack", SLACK]);
    }
    for (i, arg) in l["args"].as_array().into_iter().flatten().enumerate() {
        let spec = match arg["scalar"].is_null() {
            true => buffer(arg, within, i),
            false => scalar(arg, within),
        };
        run.args(["--arg", &spec]);
    }
    let done = run.output().expect("the command starts");
    let said = String::from_utf8_lossy(&done.stderr);
    let log: Value = serde_json::from_slice(&done.stdout)
        .unwrap_or_else(|_| panic!("{case} {entry}: no JSON: {said}"));
    let found = log["diagnostics"].as_array().expect("findings").iter();
    let found = found.filter(|d| d["severity"] != "note");
    let mut rows: Vec<String> =
        found.map(|d| format!("{case}\t{entry}\t{}\t{}", text(d, "code"), d["line"])).collect();
    if log["overran"] == true {
        rows.push(format!("{case}\t{entry}\toverrun\t0"));
    }
    rows
}

fn micro(corpus: &Path, case: &Value, work: &Path) -> Vec<String> {
    let name = text(case, "case");
    let source = corpus.join("examples/pto").join(name);
    let within = work.join(name);
    std::fs::create_dir_all(&within).expect("a folder can be made");
    let place = within.to_string_lossy().into_owned();
    python(&source.join("golden.py"), &["--output-dir", &place], &within, "");
    let launches = case["launches"].as_array().into_iter().flatten();
    let overruns = case["gm_overrun_bytes"].as_u64().is_some_and(|n| n > 0);
    let kernel = source.join("kernel.pto");
    launches.flat_map(|l| launch(&format!("micro/{name}"), &kernel, l, &within, overruns)).collect()
}

fn tile(corpus: &Path, case: &Value, work: &Path, ready: &mut BTreeSet<String>) -> Vec<String> {
    let (test, name) = (text(case, "testcase"), text(case, "case"));
    let all = corpus.join("examples/tileop/src/testcase");
    let source = all.join(test);
    let within = work.join(test);
    if ready.insert(test.into()) {
        std::fs::create_dir_all(&within).expect("a folder can be made");
        let paths = format!("{}:{}", all.display(), source.display());
        python(&source.join("gen_data.py"), &[], &within, &paths);
    }
    std::fs::create_dir_all(within.join(name)).expect("a folder can be made");
    let kernel = source.join(format!("{test}.pto"));
    launch(&format!("tile/{test}/{name}"), &kernel, case, &within, false)
}

#[test]
fn public_programs_find_what_is_known_of_them() {
    let (Some(corpus), Some(launches)) = (folder("PTO_GYM"), folder("PTO_GYM_LAUNCHES")) else {
        println!("skipped: PTO_GYM and PTO_GYM_LAUNCHES name no checkout of PTO-Gym");
        return;
    };
    let launches = std::fs::read(&launches).expect("the launches can be read");
    let launches: Value = serde_json::from_slice(&launches).expect("the launches are JSON");
    let every = std::env::var("PTO_GYM_EVERY").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let work = std::env::temp_dir().join(format!("pto-gym-{}", std::process::id()));
    let (mut found, mut cases) = (BTreeSet::new(), BTreeSet::new());
    for case in launches["micro"].as_array().into_iter().flatten().step_by(every) {
        cases.insert(format!("micro/{}", text(case, "case")));
        found.extend(micro(&corpus, case, &work));
    }
    let mut ready = BTreeSet::new();
    for case in launches["tile"].as_array().into_iter().flatten().step_by(every) {
        cases.insert(format!("tile/{}/{}", text(case, "testcase"), text(case, "case")));
        found.extend(tile(&corpus, case, &work, &mut ready));
    }
    let _ = std::fs::remove_dir_all(&work);
    assert!(!cases.is_empty(), "the launches name no case");
    let path = root().join(TABLE);
    let rows: String = found.iter().flat_map(|r| [r.as_str(), "\n"]).collect();
    if std::env::var_os("BLESS").is_some_and(|v| v == "1") && every == 1 {
        std::fs::write(&path, format!("{HEAD}{rows}")).expect("the table can be written");
        return;
    }
    let table = std::fs::read_to_string(&path).expect("the table can be read");
    let known = |row: &&str| cases.contains(row.split('\t').next().unwrap_or_default());
    let known: BTreeSet<String> = table.lines().skip(1).filter(known).map(String::from).collect();
    let more: Vec<_> = found.difference(&known).collect();
    let less: Vec<_> = known.difference(&found).collect();
    assert!(more.is_empty() && less.is_empty(), "new: {more:#?}\nno longer found: {less:#?}");
}
