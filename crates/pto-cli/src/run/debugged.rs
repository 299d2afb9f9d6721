//! Runs whose values are looked at.

use super::expected;
use super::looked::Looked;
use super::print::{OutputFormat, Printer, Progress};
use super::{RunArgs, shadowed, values};
use crate::load::Failure;
use crate::output::print;
use pto_check::Verified;
use pto_ir::diag::Diagnostic;
use pto_isa::Target;
use pto_sim::InstrumentedProgram;
use serde_json::Value;
use std::process::ExitCode;

/// Runs and shows what is asked for.
pub(super) fn run(
    args: &RunArgs,
    target: Target,
    verified: &Verified,
    found: &[Diagnostic],
    printer: &Printer<'_>,
) -> Result<ExitCode, Failure> {
    let numerics = args.numerics(target);
    let program = InstrumentedProgram::decode(verified, args.entry.as_deref(), numerics)?;
    let mut looked = Looked::new(args, program.module())?;
    let patterns = looked.patterns();
    let wants_shadow = args.debug.shadow.is_some();
    // A run with a shadow has the results of one without: where nothing else is asked for it is the only one.
    let only_shadow = wants_shadow && patterns.is_empty() && args.debug.expect.is_empty();
    let copies = if only_shadow && args.debug.trap.is_none() { 1 } else { 3 };
    let room = args.limits.room();
    let (mut values, outputs) =
        values::load(program.program(), (&args.args, args.grid.ranks), room, copies)?;
    let again = !only_shadow && (wants_shadow || !args.debug.expect.is_empty());
    let original = again.then(|| values.clone());
    if let Some(traps) = args.debug.trap {
        pto_debug::run_trapping(&program, &mut values.clone(), &args.launch(), traps)?;
    }
    let progress = Progress::start();
    let outcome = match only_shadow {
        true => pto_debug::shadow(&program, numerics, &mut values, &args.launch())
            .map(|(report, shadow)| (report, Some(shadow))),
        false => pto_debug::look(&program, &mut values, &args.launch(), &patterns, &mut |seen| {
            looked.see(&seen)
        })
        .map(|report| (report, None)),
    };
    progress.stop();
    // What was seen up to a failure says why it came to it.
    if printer.format == OutputFormat::Text {
        print(&looked.text);
    }
    let (report, shadow) = outcome?;
    values::save(&outputs, &values)?;
    looked.save()?;
    let mut more: Vec<(&str, Value)> = Vec::new();
    if !args.debug.print.is_empty() {
        more.push(("seen", std::mem::take(&mut looked.list).into()));
    }
    if args.debug.value_stats {
        more.push(("values", looked.stats().into()));
    }
    let shadow = match &original {
        Some(values) if wants_shadow => {
            let mut values = values.clone();
            Some(pto_debug::shadow(&program, numerics, &mut values, &args.launch())?.1)
        }
        _ => shadow,
    };
    if let Some(shadow) = &shadow {
        more.push(("shadow", shadowed::as_json(shadow, program.program())));
    }
    let verdict = match &original {
        Some(values) if !args.debug.expect.is_empty() => {
            Some(expected::explain(args, target, printer.text, program.program(), values)?)
        }
        _ => None,
    };
    if let Some(verdict) = &verdict {
        more.push(("expect", expected::as_json(verdict)));
    }
    printer.show_with(found, &report, more);
    if printer.format == OutputFormat::Text {
        printer.notes(args, &report);
        if args.debug.value_stats {
            print(&looked.stats_table());
        }
        if let Some(shadow) = &shadow {
            print(&shadowed::report(shadow, program.program()));
        }
        if let Some(verdict) = &verdict {
            print(&expected::report(verdict, printer.text));
        }
    }
    let right = verdict.is_none_or(|v| v.is_right());
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
