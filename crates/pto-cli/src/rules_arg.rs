//! `--rules`: whose word decides what is legal, the same way in every command.

use clap::Args;
use pto_isa::Rulebook;

/// The option.
#[derive(Args, Clone, Debug)]
pub struct RulesArg {
    /// Rules to hold the program to: what the headers of the target accept (device), or what the page of each
    /// instruction says (manual)
    #[arg(long, value_name = "WHOSE", default_value = "device", value_parser = ["device", "manual"])]
    rules: String,
}

impl RulesArg {
    /// The rules that were chosen.
    pub fn chosen(&self) -> Rulebook {
        Rulebook::parse(&self.rules).unwrap_or_default()
    }
}
