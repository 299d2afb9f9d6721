//! `pto debug`: a debugger in the terminal that goes both ways.

mod panel;
mod screen;
#[cfg(unix)]
mod terminal;

use crate::arg_error::ArgError;
use crate::debugger::LaunchArgs;
use crate::load::Failure;
use crate::output::examples;
use crate::source_file::SourceFile;
use clap::Args;
use panel::Panel;
use pto_debug::{Breakpoint, Condition, Stop, Traveller, element};
use std::process::ExitCode;

/// What `pto debug` is told.
#[derive(Args, Clone, Debug)]
#[command(after_help = examples(&[
    ("in a terminal: step through a kernel, back and forth; `?` shows the keys, `q` ends it",
     "pto debug examples/softmax.pto --arg zeros:16x2048xf32 --arg zeros:16x2048xf32 --arg 16"),
]))]
pub struct DebugArgs {
    #[command(flatten)]
    launch: LaunchArgs,
}

/// Runs the command.
pub fn run(args: &DebugArgs) -> ExitCode {
    match start(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(e)) => e.report(),
        Err(Failure::Findings(found)) => {
            if let Ok(source) = args.launch.source() {
                source.show(&found);
            }
            ExitCode::from(1)
        }
    }
}

#[cfg(not(unix))]
fn start(_: &DebugArgs) -> Result<(), Failure> {
    Err(ArgError::new("`pto debug` needs a terminal of Unix")
        .hint("`pto dap` serves editors everywhere")
        .into())
}

#[cfg(unix)]
fn start(args: &DebugArgs) -> Result<(), Failure> {
    let source = args.launch.source()?;
    let Some(mut terminal) = terminal::Terminal::open() else {
        return Err(ArgError::new("`pto debug` needs a terminal")
            .hint("`pto run --print` shows values without one, `pto dap` serves editors")
            .into());
    };
    args.launch.travel(&source, |run| {
        crate::stop::alive();
        let mut debugger = Debugger::new(&source);
        run.step_forward();
        loop {
            let (width, height) = terminal.size();
            terminal.show(&debugger.draw(run, width, height));
            let Some(key) = terminal.key() else { return };
            crate::stop::alive();
            if !debugger.press(run, key) {
                return;
            }
        }
    })
}

/// A key that was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A letter or a sign.
    Char(char),
    /// The key that ends a line.
    Enter,
    /// The key that takes a letter back.
    Backspace,
    /// The key that leaves.
    Escape,
    /// The key that goes to the next panel.
    Tab,
    /// Arrows.
    Up,
    /// Arrows.
    Down,
    /// Arrows.
    Left,
    /// Arrows.
    Right,
}

/// What is asked for in the last line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prompt {
    Line,
    Condition,
    Who,
    Tile,
}

impl Prompt {
    const fn text(self) -> &'static str {
        match self {
            Prompt::Line => "run to line",
            Prompt::Condition => "run until (acc[3,7] > 1e4, any nan in x)",
            Prompt::Who => "who wrote (acc[3,7])",
            Prompt::Tile => "show tile",
        }
    }
}

/// What the debugger shows, beside the run.
pub struct Debugger<'a> {
    source: &'a SourceFile,
    breakpoints: Vec<Breakpoint>,
    panel: Panel,
    /// The tile that is shown; the one that was written last without a name.
    tile: Option<String>,
    heat: bool,
    corner: (u32, u32),
    message: String,
    prompt: Option<(Prompt, String)>,
}

impl<'a> Debugger<'a> {
    /// A debugger at the beginning of a run.
    pub fn new(source: &'a SourceFile) -> Debugger<'a> {
        Debugger {
            source,
            breakpoints: Vec::new(),
            panel: Panel::Tile,
            tile: None,
            heat: false,
            corner: (0, 0),
            message: "? shows the keys".into(),
            prompt: None,
        }
    }

    /// Does what a key means; `false` if it ends the debugger.
    pub fn press(&mut self, run: &mut Traveller<'_, '_, '_>, key: Key) -> bool {
        if self.prompt.is_some() {
            self.type_in(run, key);
            return true;
        }
        match key {
            Key::Char('q') | Key::Char('\u{3}') => return false,
            Key::Char('n') => {
                let stop = run.next_line();
                self.moved(run, &stop);
            }
            Key::Char('s') => {
                let stop = run.step_forward();
                self.moved(run, &stop);
            }
            Key::Char('p') => {
                let stop = run.previous_line();
                self.moved(run, &stop);
            }
            Key::Char('b') => {
                let stop = run.step_back();
                self.moved(run, &stop);
            }
            Key::Char('c') => {
                let stop = run.run(&self.breakpoints);
                self.moved(run, &stop);
            }
            Key::Char('r') => {
                let stop = run.run_back(&self.breakpoints);
                self.moved(run, &stop);
            }
            Key::Char('0') => {
                run.go_to(0);
                self.message = "at the beginning".into();
            }
            Key::Char('k') => self.toggle_breakpoint(run),
            Key::Char('g') => self.prompt = Some((Prompt::Line, String::new())),
            Key::Char('/') => self.prompt = Some((Prompt::Condition, String::new())),
            Key::Char('w') => self.prompt = Some((Prompt::Who, String::new())),
            Key::Char('t') => self.prompt = Some((Prompt::Tile, String::new())),
            Key::Char('h') => self.heat = !self.heat,
            Key::Char('?') => self.panel = Panel::Help,
            Key::Tab => self.panel = self.panel.next(),
            Key::Up => self.corner.0 = self.corner.0.saturating_sub(1),
            Key::Down => self.corner.0 += 1,
            Key::Left => self.corner.1 = self.corner.1.saturating_sub(1),
            Key::Right => self.corner.1 += 1,
            _ => {}
        }
        true
    }

    /// Says why the run stopped.
    fn moved(&mut self, run: &Traveller<'_, '_, '_>, stop: &Stop) {
        self.message = match stop {
            Stop::Breakpoint(_) => "stopped".into(),
            Stop::Reached => String::new(),
            Stop::Start => "at the beginning".into(),
            Stop::End => match run.session.failure() {
                Some(d) => format!("{}: {}", d.spelled_code(), d.message),
                None => "the run is over; p and r go back".into(),
            },
        };
    }

    fn toggle_breakpoint(&mut self, run: &Traveller<'_, '_, '_>) {
        let Some((_, line)) = run.here() else { return };
        match self.breakpoints.iter().position(|b| b.line == Some(line)) {
            Some(i) => {
                self.breakpoints.remove(i);
                self.message = format!("no breakpoint on line {line}");
            }
            None => {
                self.breakpoints.push(Breakpoint { line: Some(line), ..Breakpoint::default() });
                self.message = format!("breakpoint on line {line}");
            }
        }
    }

    fn type_in(&mut self, run: &mut Traveller<'_, '_, '_>, key: Key) {
        let Some((prompt, text)) = &mut self.prompt else { return };
        match key {
            Key::Char(c) if !c.is_control() => text.push(c),
            Key::Backspace => {
                text.pop();
            }
            Key::Escape | Key::Char('\u{3}') => self.prompt = None,
            Key::Enter => {
                let (prompt, text) = (*prompt, std::mem::take(text));
                self.prompt = None;
                if let Err(why) = self.obey(run, prompt, text.trim()) {
                    self.message = why;
                }
            }
            _ => {}
        }
    }

    fn obey(
        &mut self,
        run: &mut Traveller<'_, '_, '_>,
        prompt: Prompt,
        text: &str,
    ) -> Result<(), String> {
        match prompt {
            Prompt::Line => {
                let line = text.parse().map_err(|_| format!("`{text}` is no line"))?;
                let there = Breakpoint { line: Some(line), ..Breakpoint::default() };
                let stop = run.run(&[there]);
                self.moved(run, &stop);
            }
            Prompt::Condition => {
                let there = Breakpoint {
                    condition: Some(Condition::parse(text)?),
                    ..Breakpoint::default()
                };
                let stop = run.run(&[there]);
                self.moved(run, &stop);
            }
            Prompt::Who => {
                let (name, place) = element(text).ok_or("write NAME or NAME[ROW,COLUMN]")?;
                let writer = run.last_write(&name, place);
                let writer =
                    writer.ok_or_else(|| format!("nothing has written `%{name}` before"))?;
                let node = run.module.node(writer.node);
                let line = run.module.line(node.span.start);
                self.message = format!("line {line} is about to write %{text}");
                self.tile = Some(name);
            }
            Prompt::Tile => {
                self.tile = (!text.is_empty()).then(|| text.trim_start_matches('%').to_string());
                self.panel = Panel::Tile;
                self.corner = (0, 0);
            }
        }
        Ok(())
    }
}
