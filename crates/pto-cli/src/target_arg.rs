//! `--target`: the same names, spellings and complaint in every command.

use crate::output::usage;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use pto_isa::Target;
use pto_isa::target::Device;
use std::ffi::OsStr;
use std::process::ExitCode;

/// Reads the name of a target.
#[derive(Clone, Copy)]
pub struct TargetName;

/// What `--target` of `pto check` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One target.
    One(Target),
    /// Every target.
    All,
}

/// Reads the name of a target, or `all`.
#[derive(Clone, Copy)]
pub struct TargetNames;

const ALL: &str = "all";

/// The target of a command that writes a program for one: what it is told, else what the module names. It is never
/// guessed, since the result is good for that target alone.
pub fn chosen(
    told: Option<Target>,
    text: &str,
    has: impl Fn(&Device) -> bool,
) -> Result<Target, ExitCode> {
    if let Some(target) = told.or_else(|| pto_check::declared_target(&pto_ir::parse(text).0)) {
        return Ok(target);
    }
    let hint = format!("{}, or name it in the module: `pto.target_arch`", use_one_with(has));
    Err(usage("the program does not name a target", Some(&hint)))
}

impl TypedValueParser for TargetName {
    type Value = Target;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Target, clap::Error> {
        let text = value.to_string_lossy();
        Target::parse(&text).ok_or_else(|| unknown(cmd, arg, &text, &names()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().into_iter().map(PossibleValue::new)))
    }
}

impl TypedValueParser for TargetNames {
    type Value = Wanted;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Wanted, clap::Error> {
        let text = value.to_string_lossy();
        if text == ALL {
            return Ok(Wanted::All);
        }
        let with_all: Vec<&str> = names().into_iter().chain([ALL]).collect();
        Target::parse(&text).map(Wanted::One).ok_or_else(|| unknown(cmd, arg, &text, &with_all))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(names().into_iter().chain([ALL]).map(PossibleValue::new)))
    }
}

/// `use `--target a2a3` or `--target a5``: the devices that have something.
pub fn use_one_with(has: impl Fn(&Device) -> bool) -> String {
    let is = |t: &Target| t.def().device.as_ref().is_some_and(&has);
    let names = Target::ALL.into_iter().filter(is).map(|t| format!("`--target {t}`"));
    format!("use {}", names.collect::<Vec<_>>().join(" or "))
}

fn names() -> Vec<&'static str> {
    Target::ALL.iter().map(|t| t.name()).collect()
}

fn unknown(
    cmd: &clap::Command,
    arg: Option<&clap::Arg>,
    value: &str,
    valid: &[&str],
) -> clap::Error {
    let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(cmd);
    let name = arg.map_or("--target".to_string(), ToString::to_string);
    error.insert(ContextKind::InvalidArg, ContextValue::String(name));
    error.insert(ContextKind::InvalidValue, ContextValue::String(value.to_string()));
    let valid = valid.iter().map(ToString::to_string).collect();
    error.insert(ContextKind::ValidValue, ContextValue::Strings(valid));
    error
}
