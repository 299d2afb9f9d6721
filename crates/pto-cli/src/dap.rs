//! `pto dap`: the Debug Adapter Protocol on standard input and output, for editors.
//!
//! `launch` takes `program` and `args`, the words that `pto debug` takes after it. Every core is a thread. Steps go backwards,
//! too. A program that names the lines it was recorded from (`loc("kernel.py":12:4)`) stops at those. The run belongs to one message loop: a request is answered before the next one is read.

mod disassembly;
mod places;
mod values;
mod wire;

use crate::debugger::LaunchArgs;
use crate::load::Failure;
use crate::output::examples;
use crate::source_file::SourceFile;
use clap::{Args, FromArgMatches};
use disassembly::Disassembly;
use places::{Breakpoints, Places};
use pto_debug::{Stop, Traveller};
use pto_isa::Target;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::process::ExitCode;
use values::Variables;
use wire::Writer;

/// What `pto dap` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("an editor starts it and talks to it; without one it waits for messages", "pto dap < /dev/null"),
]))]
pub struct DapArgs {}

/// Runs the command.
pub fn run(_: &DapArgs) -> ExitCode {
    serve(&mut std::io::stdin().lock(), std::io::stdout().lock());
    ExitCode::SUCCESS
}

/// Serves one client until it goes away.
pub fn serve(input: &mut impl BufRead, output: impl Write) {
    let mut client = Client { input, out: Writer::new(output), held: VecDeque::new() };
    let mut breakpoints = Breakpoints::default();
    while let Some(request) = client.next() {
        match request["command"].as_str() {
            Some("initialize") => {
                client.out.answer(&request, capabilities());
                client.out.event("initialized", json!({}));
            }
            Some("launch") => match client.launch(&request, &mut breakpoints) {
                Ok(()) => return,
                Err(why) => {
                    client.out.refuse(&request, &why);
                    client.out.event("terminated", json!({}));
                }
            },
            Some("disconnect" | "terminate") => {
                client.out.answer(&request, json!({}));
                return;
            }
            Some("setBreakpoints") => {
                // Verified again once the program is known.
                let body = breakpoints.set(&request, None);
                client.out.answer(&request, body);
            }
            Some(_) => client.out.answer(&request, json!({})),
            None => {}
        }
    }
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": false,
        "supportsEvaluateForHovers": true,
        "supportsTerminateRequest": true,
        "supportsDisassembleRequest": true,
    })
}

struct Client<'i, I, W> {
    input: &'i mut I,
    out: Writer<W>,
    /// Requests that were put off.
    held: VecDeque<Value>,
}

impl<I: BufRead, W: Write> Client<'_, I, W> {
    fn next(&mut self) -> Option<Value> {
        self.held.pop_front().or_else(|| wire::read(self.input))
    }

    /// Starts the program and serves until the client goes away.
    fn launch(&mut self, request: &Value, breakpoints: &mut Breakpoints) -> Result<(), String> {
        let arguments = &request["arguments"];
        let program = arguments["program"].as_str().ok_or("`launch` needs a `program`")?;
        let given = arguments["args"].as_array().cloned().unwrap_or_default();
        let words = given.iter().map(|w| w.as_str().map_or_else(|| w.to_string(), str::to_string));
        let words = ["launch".to_string(), program.to_string()].into_iter().chain(words);
        let matches = LaunchArgs::augment_args(clap::Command::new("launch"))
            .try_get_matches_from(words)
            .map_err(|e| e.to_string())?;
        let args = LaunchArgs::from_arg_matches(&matches).map_err(|e| e.to_string())?;
        let source = args.source().map_err(|e| e.message)?;
        let stop_on_entry = arguments["stopOnEntry"].as_bool().unwrap_or(false);
        let outcome = args.travel(&source, |run| {
            self.out.answer(request, json!({}));
            self.serve_run(run, (&source, args.target_of(run.module)), breakpoints, stop_on_entry);
        });
        outcome.map_err(|failure| match failure {
            Failure::Usage(e) => e.message,
            Failure::Findings(found) => {
                let first = found.iter().find(|d| d.is_error());
                first.map_or_else(String::new, |d| d.message.clone())
            }
        })
    }

    fn serve_run(
        &mut self,
        run: &mut Traveller<'_, '_, '_>,
        (source, target): (&SourceFile, Target),
        breakpoints: &mut Breakpoints,
        stop_on_entry: bool,
    ) {
        let places = Places::of(run, source);
        let mut disassembly = None;
        let mut variables = Variables::default();
        while let Some(request) = self.next() {
            let command = request["command"].as_str().unwrap_or_default();
            match command {
                "configurationDone" => {
                    self.out.answer(&request, json!({}));
                    if stop_on_entry {
                        run.enter();
                        self.stopped(run, "entry");
                    } else {
                        let stop = run.run_from_start(&breakpoints.list(&places));
                        self.tell(run, &stop);
                    }
                }
                "setBreakpoints" => {
                    let body = breakpoints.set(&request, Some(&places));
                    self.out.answer(&request, body);
                }
                "continue" => {
                    self.out.answer(&request, json!({"allThreadsContinued": true}));
                    let stop = run.run(&breakpoints.list(&places));
                    self.tell(run, &stop);
                }
                "reverseContinue" => {
                    self.out.answer(&request, json!({}));
                    let stop = run.run_back(&breakpoints.list(&places));
                    self.tell(run, &stop);
                }
                "next" | "stepIn" | "stepOut" | "stepBack" => {
                    self.out.answer(&request, json!({}));
                    let stop = match command {
                        "next" => places.step_line(run, false),
                        "stepBack" => places.step_line(run, true),
                        _ => run.step_forward(),
                    };
                    self.tell(run, &stop);
                }
                "threads" => self.out.answer(&request, json!({ "threads": values::threads(run) })),
                "stackTrace" => {
                    let frames = values::frames(run, source, &places);
                    let body = json!({ "totalFrames": frames.len(), "stackFrames": frames });
                    self.out.answer(&request, body);
                }
                "disassemble" => {
                    let list =
                        disassembly.get_or_insert_with(|| Disassembly::of(run.module, target));
                    match list.answer(&request, &values::source_of(&source.path)) {
                        Ok(body) => self.out.answer(&request, body),
                        Err(why) => self.out.refuse(&request, &why),
                    }
                }
                "scopes" => self.out.answer(&request, json!({ "scopes": values::scopes() })),
                "variables" => {
                    let reference =
                        request["arguments"]["variablesReference"].as_u64().unwrap_or(0);
                    let list = variables.list(run, reference);
                    self.out.answer(&request, json!({ "variables": list }));
                }
                "evaluate" => {
                    let text = request["arguments"]["expression"].as_str().unwrap_or_default();
                    match variables.evaluate(run, text) {
                        Ok(body) => self.out.answer(&request, body),
                        Err(why) => self.out.refuse(&request, &why),
                    }
                    if text.trim_start().starts_with("who ") {
                        self.stopped(run, "goto");
                    }
                }
                "disconnect" | "terminate" => {
                    self.out.answer(&request, json!({}));
                    return;
                }
                "" => {}
                _ => self.out.refuse(&request, &format!("`{command}` is not supported")),
            }
        }
    }

    fn stopped(&mut self, run: &Traveller<'_, '_, '_>, why: &str) {
        let thread = values::current_thread(run);
        let body = json!({"reason": why, "threadId": thread, "allThreadsStopped": true});
        self.out.event("stopped", body);
    }

    fn tell(&mut self, run: &Traveller<'_, '_, '_>, stop: &Stop) {
        match stop {
            Stop::Breakpoint(_) => self.stopped(run, "breakpoint"),
            Stop::Reached => self.stopped(run, "step"),
            Stop::Start => self.stopped(run, "entry"),
            // The past is still there: the client may step back from the end.
            Stop::End => {
                let text = match run.session.failure() {
                    Some(d) => format!("{}: {}\n", d.spelled_code(), d.message),
                    None => format!("the run is over after {} steps\n", run.at()),
                };
                self.out.event("output", json!({"category": "console", "output": text}));
                let why = if run.session.failure().is_some() { "exception" } else { "pause" };
                self.stopped(run, why);
            }
        }
    }
}
