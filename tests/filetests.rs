//! One test per program file: its sections are found to be what their comments say.

use libtest_mimic::{Arguments, Failed, Trial};
use pto_tests::{SPLIT, expect, filetests, read, sections, shown};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let bless = std::env::var_os("BLESS").is_some_and(|v| v == "1");
    let trials = filetests()
        .into_iter()
        .map(|path| Trial::test(shown(&path), move || run(&path, bless)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn run(path: &Path, bless: bool) -> Result<(), Failed> {
    let text = read(path)?;
    let name = shown(path);
    let sections = sections(&text)?;
    if bless {
        let parts: Result<Vec<String>, String> =
            sections.iter().map(|s| expect::bless(&name, s)).collect();
        let blessed = parts?.join(&format!("{SPLIT}\n"));
        if blessed != text {
            std::fs::write(path, blessed)?;
        }
        return Ok(());
    }
    let failures: Vec<String> =
        sections.iter().filter_map(|s| expect::compare(&name, s).err()).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}
