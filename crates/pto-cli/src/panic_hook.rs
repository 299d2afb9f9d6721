//! A panic is a mistake of `pto` itself: it says so, and ends with the exit code for what is not the program's fault.

use crate::output::{print_error, print_note};
use std::panic::PanicHookInfo;

/// Turns panics of all threads into a complaint and exit code 2.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        show(info);
        crate::output::print_complaints();
        std::process::exit(2);
    }));
}

fn show(info: &PanicHookInfo<'_>) {
    let what = info.payload_as_str().unwrap_or("no more is known");
    let place = info.location().map(|l| format!(" ({}:{})", l.file(), l.line()));
    print_error(
        &format!("this is a mistake of pto itself: {what}{}", place.unwrap_or_default()),
        &["please report it, with the command, the program and what `pto --version` prints"],
    );
    if std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0") {
        print_note(&std::backtrace::Backtrace::force_capture().to_string());
    }
}

#[cfg(test)]
mod tests {
    /// Set in the process that is to panic.
    const PANIC: &str = "PTO_TEST_PANICS";

    #[test]
    fn a_panic_is_a_complaint_with_exit_code_2() {
        if std::env::var_os(PANIC).is_some() {
            super::report_panics();
            panic!("on purpose");
        }
        let this = std::env::current_exe().expect("the test has a name");
        let out = std::process::Command::new(this)
            .args([
                "--exact",
                "panic_hook::tests::a_panic_is_a_complaint_with_exit_code_2",
                "--nocapture",
            ])
            .env(PANIC, "1")
            .env_remove("RUST_BACKTRACE")
            .output()
            .expect("the test starts again");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{said}");
        assert!(said.contains("error: this is a mistake of pto itself: on purpose ("), "{said}");
        assert!(said.contains("  = help: please report it"), "{said}");
    }
}
