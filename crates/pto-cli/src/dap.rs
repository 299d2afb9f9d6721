//! `pto dap`: the Debug Adapter Protocol on standard input and output, for editors.
//!
//! `launch` takes `program` and `args`, the words that `pto debug` takes after it. Every core is a thread. Steps go backwards,
//! too. The run belongs to one message loop: a request is answered before the next one is read.

mod values;
mod wire;

use crate::debugger::LaunchArgs;
use crate::load::Failure;
use crate::output::examples;
use crate::source_file::SourceFile;
use clap::{Args, FromArgMatches};
use pto_debug::{Breakpoint, Condition, Stop, Traveller};
use pto_isa::order;
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
    let mut breakpoints: Vec<Breakpoint> = Vec::new();
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
                let body = set_breakpoints(&request, &mut breakpoints, None);
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
    })
}

struct Client<'i, I, W> {
    input: &'i mut I,
    out: Writer<W>,
    /// Requests that were put off.
    held: VecDeque<Value>,
}

/// The lines that have an operation, for breakpoints.
fn lines_of(run: &Traveller<'_, '_, '_>) -> Vec<usize> {
    let mut lines: Vec<usize> =
        run.module.nodes().map(|(_, n)| run.module.line(n.span.start)).collect();
    order::sort(&mut lines);
    lines.dedup();
    lines
}

fn set_breakpoints(request: &Value, list: &mut Vec<Breakpoint>, lines: Option<&[usize]>) -> Value {
    let asked = request["arguments"]["breakpoints"].as_array().cloned().unwrap_or_default();
    list.clear();
    let mut answers = Vec::new();
    for b in &asked {
        let line = b["line"].as_u64().unwrap_or(0) as usize;
        let condition = b["condition"].as_str().filter(|c| !c.trim().is_empty());
        let condition = condition.map(Condition::parse).transpose();
        // The next line that has an operation.
        let place = lines.map_or(Some(line), |l| l.iter().copied().find(|&l| l >= line));
        match (place, condition) {
            (Some(line), Ok(condition)) => {
                list.push(Breakpoint { line: Some(line), condition, from_iteration: None });
                answers.push(json!({"verified": true, "line": line}));
            }
            (None, _) => {
                answers.push(json!({"verified": false, "message": "no operation stands there"}))
            }
            (_, Err(why)) => answers.push(json!({"verified": false, "message": why})),
        }
    }
    json!({ "breakpoints": answers })
}

impl<I: BufRead, W: Write> Client<'_, I, W> {
    fn next(&mut self) -> Option<Value> {
        self.held.pop_front().or_else(|| wire::read(self.input))
    }

    /// Starts the program and serves until the client goes away.
    fn launch(&mut self, request: &Value, breakpoints: &mut Vec<Breakpoint>) -> Result<(), String> {
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
            self.serve_run(run, &source, breakpoints, stop_on_entry);
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
        source: &SourceFile,
        breakpoints: &mut Vec<Breakpoint>,
        stop_on_entry: bool,
    ) {
        let lines = lines_of(run);
        let mut variables = Variables::default();
        while let Some(request) = self.next() {
            let command = request["command"].as_str().unwrap_or_default();
            match command {
                "configurationDone" => {
                    self.out.answer(&request, json!({}));
                    if stop_on_entry {
                        run.step_forward();
                        self.stopped(run, "entry");
                    } else {
                        let stop = run.run(breakpoints);
                        self.tell(run, &stop);
                    }
                }
                "setBreakpoints" => {
                    let body = set_breakpoints(&request, breakpoints, Some(&lines));
                    self.out.answer(&request, body);
                }
                "continue" => {
                    self.out.answer(&request, json!({"allThreadsContinued": true}));
                    let stop = run.run(breakpoints);
                    self.tell(run, &stop);
                }
                "reverseContinue" => {
                    self.out.answer(&request, json!({}));
                    let stop = run.run_back(breakpoints);
                    self.tell(run, &stop);
                }
                "next" | "stepIn" | "stepOut" | "stepBack" => {
                    self.out.answer(&request, json!({}));
                    let stop = match command {
                        "next" => run.next_line(),
                        "stepBack" => run.previous_line(),
                        _ => run.step_forward(),
                    };
                    self.tell(run, &stop);
                }
                "threads" => self.out.answer(&request, json!({ "threads": values::threads(run) })),
                "stackTrace" => {
                    let frames = values::frames(run, source);
                    let body = json!({ "totalFrames": frames.len(), "stackFrames": frames });
                    self.out.answer(&request, body);
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
