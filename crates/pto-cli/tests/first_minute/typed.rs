//! How the tests call `pto`: as it is, or from a shell in a directory with the examples.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `pto` at the root of the repository.
pub fn pto(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pto"));
    command.args(args).current_dir(root()).output().expect("pto starts")
}

/// The exit code.
pub fn code(out: &Output) -> i32 {
    out.status.code().expect("pto exits by itself")
}

/// Says that a part of a test is left out, past the harness that keeps what passing tests say to itself.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A directory to type commands in, which may write there; it goes away with the test.
pub struct Checkout(PathBuf);

impl Checkout {
    /// With a copy of the examples.
    pub fn new(name: &str) -> Checkout {
        let checkout = Checkout::empty(name);
        for folder in ["examples", "examples/tune"] {
            let examples = checkout.path(folder);
            std::fs::create_dir(&examples).expect("a directory");
            for entry in std::fs::read_dir(root().join(folder)).expect("the examples") {
                let from = entry.expect("a file").path();
                if from.is_file() {
                    let to = examples.join(from.file_name().expect("a name"));
                    std::fs::copy(&from, to).expect("a copy");
                }
            }
        }
        checkout
    }

    /// With nothing.
    pub fn empty(name: &str) -> Checkout {
        let path = std::env::temp_dir().join(format!("pto-typed-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Checkout(path)
    }

    /// A path inside it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Types a line there, with `pto` in `PATH`.
    pub fn shell(&self, line: &str) -> Output {
        let bin = Path::new(env!("CARGO_BIN_EXE_pto")).parent().expect("a directory");
        let old = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(bin.to_path_buf()).chain(std::env::split_paths(&old));
        let path = std::env::join_paths(path).expect("paths");
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(&self.0).env("PATH", path);
        command.output().expect("a shell starts")
    }
}

impl Drop for Checkout {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
