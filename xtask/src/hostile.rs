//! Thousands of hostile runs of the optimised command. What is drawn and what must hold is in `crates/pto-cli/tests/hostile`,
//! where a few hundred of them are a test.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask hostile [--runs N] [--seed N] [--only N] [--binary FILE]";

/// As many as are made if nothing is said.
const RUNS: u64 = 10_000;

#[derive(Default)]
struct Options {
    runs: Option<u64>,
    seed: Option<u64>,
    only: Option<u64>,
    binary: Option<PathBuf>,
}

pub fn run(args: &[String]) -> ExitCode {
    let Some(options) = read(args) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let binary = match options.binary {
        Some(binary) => binary,
        None => match build(&root) {
            Some(binary) => binary,
            None => return ExitCode::from(2),
        },
    };
    let mut test = Command::new(env!("CARGO"));
    test.args(["test", "--quiet", "--locked", "--package", "pto-cli", "--test", "hostile", "--"])
        .arg("--nocapture")
        .env("PTO_HOSTILE_RUNS", options.runs.unwrap_or(RUNS).to_string())
        .env("PTO_HOSTILE_BINARY", binary)
        .current_dir(root);
    if let Some(seed) = options.seed {
        test.env("PTO_HOSTILE_SEED", seed.to_string());
    }
    if let Some(only) = options.only {
        test.env("PTO_HOSTILE_ONLY", only.to_string());
    }
    match test.status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("error: cargo: {e}");
            ExitCode::from(2)
        }
    }
}

fn read(args: &[String]) -> Option<Options> {
    let mut options = Options::default();
    for pair in args.chunks(2) {
        let [name, value] = pair else { return None };
        match name.as_str() {
            "--runs" => options.runs = Some(value.parse().ok()?),
            "--seed" => options.seed = Some(value.parse().ok()?),
            "--only" => options.only = Some(value.parse().ok()?),
            "--binary" => options.binary = Some(std::path::absolute(value).ok()?),
            _ => return None,
        }
    }
    Some(options)
}

/// Builds the command as it is released, and says where it is.
fn build(root: &Path) -> Option<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--package", "pto-cli"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(root)
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|e| eprintln!("error: cargo: {e}"))
        .ok()?;
    let messages = String::from_utf8_lossy(&built.stdout).into_owned();
    let mut lines = messages.lines().rev();
    lines.find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let options = read(&words("--runs 5 --seed 7")).unwrap();
        assert_eq!((options.runs, options.seed, options.only), (Some(5), Some(7), None));
        assert!(read(&words("--runs")).is_none() && read(&words("--runs x")).is_none());
        assert!(read(&words("--walks 5")).is_none());
    }
}
