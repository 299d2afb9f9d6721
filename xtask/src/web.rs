//! `cargo xtask web`: the playground as a folder of files that any server can serve, in `target/web`.
//!
//! The simulator is built for WebAssembly and compressed by itself, under a name that is its content; the files of the page come
//! from `web/page`, the programs from `examples`. A service worker lists all of them, so that the page works without a network.

use pto_page::{ASSETS, for_file};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";

pub fn run(args: &[String]) -> ExitCode {
    let (profile, rest) = match args.split_first() {
        Some((word, rest)) if word == "--fast-build" => ("web-fast", rest),
        _ => ("web", args),
    };
    if !rest.is_empty() {
        eprintln!("usage: cargo xtask web [--fast-build]");
        return ExitCode::from(2);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match build(&root, profile) {
        Ok(told) => {
            println!("{told}");
            ExitCode::SUCCESS
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Builds everything; what came of it.
fn build(root: &Path, profile: &str) -> Result<String, String> {
    let wasm = simulator(root, profile)?;
    let packed = gzip(&wasm)?;
    let place = root.join("target/web");
    if place.exists() {
        fs::remove_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    }
    fs::create_dir_all(place.join("examples")).map_err(|e| e.to_string())?;
    let name = format!("pto-{:016x}.bin", content(&[&packed]));
    let mut files: Vec<(String, Vec<u8>)> = vec![(name.clone(), packed.clone())];
    for asset in ASSETS.iter().filter(|a| a.name != "sw.js") {
        let text = if asset.name == "index.html" { for_file(&name) } else { asset.text.into() };
        files.push((asset.name.into(), text.into_bytes()));
    }
    files.extend(examples(root)?);
    files.sort();
    let version = content(&files.iter().map(|f| &f.1[..]).collect::<Vec<_>>());
    let worker = ASSETS.iter().find(|a| a.name == "sw.js").map_or("", |a| a.text);
    let list: Vec<String> = [String::from("'./'")]
        .into_iter()
        .chain(files.iter().map(|f| format!("'{}'", f.0)))
        .collect();
    let worker = worker
        .replace("{{version}}", &format!("{version:016x}"))
        .replace("/*{{files}}*/", &list.join(", "));
    files.push(("sw.js".into(), worker.into_bytes()));
    for (name, bytes) in &files {
        fs::write(place.join(name), bytes).map_err(|e| format!("{name}: {e}"))?;
    }
    let page: usize =
        files.iter().filter(|f| f.0 != name).map(|f| gzip(&f.1).map_or(0, |z| z.len())).sum();
    Ok(format!(
        "target/web/index.html: {} files; the simulator has {} KB, {} KB compressed; everything else {} KB compressed",
        files.len(),
        wasm.len() / 1000,
        packed.len() / 1000,
        page / 1000
    ))
}

/// The simulator as WebAssembly.
fn simulator(root: &Path, profile: &str) -> Result<Vec<u8>, String> {
    let sysroot =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let libraries = sysroot.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string());
    if !libraries.is_ok_and(|l| Path::new(&l).is_dir()) {
        return Err(format!(
            "there is no standard library for {TARGET}: run `rustup target add {TARGET}`"
        ));
    }
    let target_dir = root.join("target/web-build");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Programs of strangers nest deeply; what they use of the stack is bounded by the parser, and fits here.
    let flags = "-C target-feature=+simd128 -C link-arg=-zstack-size=8388608";
    let done = Command::new(cargo)
        .args([
            "build",
            "--locked",
            "--package",
            "pto-wasm",
            "--target",
            TARGET,
            "--profile",
            profile,
        ])
        .arg("--target-dir")
        .arg(&target_dir)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
        .current_dir(root)
        .status()
        .map_err(|e| format!("cargo: {e}"))?;
    if !done.success() {
        return Err("the simulator was not built".into());
    }
    let file = target_dir.join(TARGET).join(profile).join("pto_wasm.wasm");
    fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))
}

/// The programs of `examples.json`, and the list with the places of their texts.
fn examples(root: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    let list = root.join("web/examples.json");
    let text = fs::read_to_string(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let mut list: Vec<Value> =
        serde_json::from_str(&text).map_err(|e| format!("examples.json: {e}"))?;
    let mut files = Vec::new();
    for example in &mut list {
        let name = example["name"].as_str().unwrap_or_default().to_string();
        let path = format!("examples/{name}.pto");
        files.push((path.clone(), fs::read(root.join(&path)).map_err(|e| format!("{path}: {e}"))?));
        example["file"] = path.into();
    }
    files.push(("examples.json".into(), Value::from(list).to_string().into_bytes()));
    Ok(files)
}

/// Compresses; the command is everywhere, and no library is needed for one file.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut child = Command::new("gzip")
        .args(["-9", "-n", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("gzip: {e}"))?;
    let mut input = child.stdin.take().ok_or("gzip takes no input")?;
    let bytes = bytes.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let done = child.wait_with_output().map_err(|e| format!("gzip: {e}"))?;
    match writer.join() {
        Ok(Ok(())) if done.status.success() => Ok(done.stdout),
        _ => Err("gzip failed".into()),
    }
}

/// A number for a content (FNV-1a of 64 bits).
fn content(parts: &[&[u8]]) -> u64 {
    let step = |h: u64, b: &u8| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3);
    parts.iter().copied().flatten().fold(0xcbf2_9ce4_8422_2325, step)
}
