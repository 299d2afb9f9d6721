//! `pto trace`: the timeline of a kernel as a file to look at.

use super::args::Kernel;
use super::fail;
use super::time::Detail;
use crate::arg_error::ArgError;
use crate::load::Failure;
use crate::output::{examples, print_note};
use crate::outputs;
use crate::source_file::SourceFile;
use clap::{Args, ValueHint};
use pto_cost::{counted, grouped};
use std::process::ExitCode;

/// What `pto trace` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("a page by itself", "pto trace examples/softmax.pto --target a5 --arg 64 -o softmax.html"),
    ("for Perfetto and Chrome", "pto trace examples/softmax.pto --target a5 --arg 64 -o softmax.json"),
]))]
pub struct TraceArgs {
    #[command(flatten)]
    kernel: Kernel,
    /// Write the timeline: OUT.json for Perfetto and Chrome, OUT.html for a page by itself; `-` prints JSON
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath)]
    output: String,
}

/// No form of a timeline needs less for an instruction.
pub(super) const LEAST_SLICE_BYTES: u64 = 8;

/// Runs `pto trace`.
pub fn trace(args: &TraceArgs) -> ExitCode {
    args.kernel.limits.hold();
    let text = match SourceFile::read(&args.kernel.file) {
        Ok(text) => args.kernel.in_registers(text),
        Err(e) => return e.report(),
    };
    match write(&text, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => fail(&text, failure, false),
    }
}

fn write(text: &SourceFile, args: &TraceArgs) -> Result<(), Failure> {
    let out = args.output.as_str();
    let html = out.ends_with(".html") || out.ends_with(".htm");
    if !html && !out.ends_with(".json") && out != "-" {
        let hint = "name it x.json (Perfetto, Chrome) or x.html (a page by itself)";
        return Err(ArgError::new(format!("cannot tell what `{out}` should be")).hint(hint).into());
    }
    let data = args.kernel.data()?;
    let module = text.parse()?;
    let model = args.kernel.model(&module, &data)?;
    let timed = args.kernel.time(text, module, &model, &data, &[], Detail::Hints)?;
    let t = &timed.timeline;
    args.kernel.check_size(t.slices.len() as u64 * LEAST_SLICE_BYTES)?;
    let content =
        if html { pto_cost::to_html(t, &text.path, &text.text) } else { pto_cost::to_perfetto(t) };
    args.kernel.check_size(content.len() as u64)?;
    outputs::write_text(Some(out), &content)?;
    if out == "-" {
        return Ok(());
    }
    print_note(&format!(
        "{out}: {} on {}, {} cycles ({:.2} us)",
        counted(t.slices.len(), "instruction"),
        counted(t.core_tracks.len(), "core"),
        grouped(t.total_cycles),
        t.total_us()
    ));
    Ok(())
}
