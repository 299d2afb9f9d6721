//! `pto completions`: what a shell needs to complete commands, options and their values.

use crate::output::{examples, print};
use clap::Args;
use clap_complete::Shell;
use std::process::ExitCode;

/// What `pto completions` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("bash: write it to ~/.local/share/bash-completion/completions/pto", "pto completions bash"),
    ("zsh: write it to a file `_pto` in a directory of $fpath", "pto completions zsh"),
    ("fish: write it to ~/.config/fish/completions/pto.fish", "pto completions fish"),
]))]
pub struct CompletionsArgs {
    /// Shell to complete in
    shell: Shell,
}

/// Prints the completions of `command`.
pub fn run(args: &CompletionsArgs, mut command: clap::Command) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "pto", &mut script);
    print(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}
