//! `pto check`: what is wrong with a program, on which target.

mod command;

pub use command::{CheckArgs, run as check_files};

use crate::source_file::{self, Fault, SourceFile};
use pto_check::Options;
use pto_ir::diag::{Diagnostic, Severity};
use pto_ir::{Lines, Module, Span};
use pto_isa::{Rulebook, Target, Targets, code};
use std::cell::RefCell;

/// What was asked.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Targets to check; empty for the one the module names, or cpu.
    pub targets: Vec<Target>,
    /// Only read.
    pub parse_only: bool,
    /// Also try to prove the synchronisation.
    pub sync: bool,
    /// Whose rules the program is held to.
    pub rules: Rulebook,
}

/// What came of the attempt to prove a function's synchronisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right, whatever the path and the schedule, in the launches that the proof is about.
    Proved(Launches),
    /// Something was not proved.
    Open,
    /// Some path certainly goes wrong.
    Refuted,
    /// The text has none: lowering adds it, and proves it.
    LeftToLowering,
}

/// The launches that a proof is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launches {
    /// Those of one block: the program never asks which it is.
    pub one_block: bool,
    /// Those whose buffers do not overlap: the program touches several and writes to some.
    pub separate_buffers: bool,
    /// Those in which the device has the events that are named by numbers which only a run shows.
    pub given_ids: bool,
}

impl Launches {
    /// What they have in common; nothing if they are all.
    fn words(self) -> Option<String> {
        let limits = [
            (self.one_block, "one block"),
            (self.separate_buffers, "buffers that do not overlap"),
            (self.given_ids, "events that exist"),
        ];
        let words: Vec<_> = limits.into_iter().filter(|l| l.0).map(|l| l.1).collect();
        let (last, others) = words.split_last()?;
        Some(match others {
            [] => (*last).into(),
            others => format!("{} and {last}", others.join(", ")),
        })
    }
}

impl Verdict {
    /// As a sentence about the synchronisation ends.
    pub fn words(self) -> String {
        match self {
            Verdict::Proved(launches) => match launches.words() {
                None => "is proved".into(),
                Some(launches) => format!("is proved for {launches}"),
            },
            Verdict::Open => "is not proved".into(),
            Verdict::Refuted => "is wrong".into(),
            Verdict::LeftToLowering => {
                "is left to `pto lower`, which orders the pipes of each core and proves that".into()
            }
        }
    }
}

/// Functions with their verdicts.
pub type Verdicts = Vec<(String, Verdict)>;

/// The findings of one file.
pub struct Report {
    /// The file.
    pub source: SourceFile,
    /// What was read.
    pub module: Module,
    /// Mistakes of the text itself.
    pub syntax: Vec<Diagnostic>,
    /// Findings per target.
    pub targets: Vec<(Target, Vec<Diagnostic>)>,
    /// Kernels, and what came of the attempt to prove their synchronisation.
    pub proofs: Verdicts,
    /// Errors on the devices, where neither the request nor the module names a target.
    pub devices: Vec<(Target, usize)>,
}

/// Reads and checks one file.
pub fn run(source: SourceFile, request: &Request) -> Report {
    // Bytecode is no UTF-8 text either, which says less.
    let fault = source.fault.filter(|_| !source.text.starts_with(pto_check::BYTECODE));
    let (module, mut syntax) = match fault {
        None => pto_check::read(&source.text),
        Some(_) => pto_ir::parse(&source.text),
    };
    match fault {
        None => {}
        Some(Fault::TooLong) => syntax.push(pto_ir::too_long()),
        Some(Fault::Utf16) => {
            let (message, help) = source_file::UTF16;
            syntax.push(Diagnostic::error(code::NOT_TEXT, Span::new(0, 0), message).help(help));
        }
        Some(Fault::NotUtf8 { at }) => {
            let at = at as u32;
            syntax.insert(
                0,
                Diagnostic::error(code::NOT_TEXT, Span::new(at, at), "the file is not UTF-8 text")
                    .found("the first byte that is not"),
            );
        }
    }
    let partial = syntax.iter().any(Diagnostic::is_error);
    let options = Options { partial, rules: request.rules, ..Options::default() };
    let verdicts: RefCell<Vec<(Target, Verdicts)>> = RefCell::default();
    let check = |t: Target| {
        let mut found = pto_check::check(&module, t, &options);
        if request.sync && !partial && !found.iter().any(Diagnostic::is_error) {
            let proofs = prove(&module, t, request.rules, &source.lines);
            verdicts
                .borrow_mut()
                .push((t, proofs.iter().map(|(f, v, _)| (f.clone(), *v)).collect()));
            found.extend(proofs.into_iter().flat_map(|p| p.2));
        }
        (t, found)
    };
    let declared = pto_check::declared_target(&module);
    let mut devices = Vec::new();
    let targets: Vec<_> = if request.parse_only {
        Vec::new()
    } else if !request.targets.is_empty() {
        request.targets.iter().copied().map(check).collect()
    } else if let Some(t) = declared {
        vec![check(t)]
    } else {
        let errors =
            |found: &[Diagnostic]| syntax.iter().chain(found).filter(|d| d.is_error()).count();
        let on_devices = Targets::NPU.iter().map(check);
        devices.extend(on_devices.map(|(t, found)| (t, errors(&found))));
        vec![check(Target::CPU)]
    };
    let shown = |t: &Target| targets.iter().any(|(s, _)| s == t);
    let proofs = verdicts.into_inner().into_iter().filter(|(t, _)| shown(t));
    let proofs = proofs.flat_map(|(_, list)| list).collect();
    Report { source, module, syntax, targets, proofs, devices }
}

/// Each kernel, what came of the attempt to prove its synchronisation, and what of it is not proved.
fn prove(
    module: &Module,
    target: Target,
    rules: Rulebook,
    lines: &Lines,
) -> Vec<(String, Verdict, Vec<Diagnostic>)> {
    let options = Options { rules, ..Options::default() };
    let Ok((verified, _)) = pto_check::verify(module.clone(), target, &options) else {
        return Vec::new();
    };
    let proofs = pto_lower::prove_sync(&verified, lines).into_iter();
    let verdict = |p: &pto_lower::SyncProof| match (p.refuted, p.unproved.is_empty()) {
        (true, _) => Verdict::Refuted,
        (false, true) => Verdict::Proved(Launches {
            one_block: p.one_block,
            separate_buffers: p.separate_buffers,
            given_ids: p.given_ids,
        }),
        (false, false) => Verdict::Open,
    };
    let proved = proofs.map(|p| (p.function.clone(), verdict(&p), p.unproved));
    let auto = pto_lower::auto_kernels(&verified).into_iter().map(|k| {
        let verdict = if k.warnings.is_empty() { Verdict::LeftToLowering } else { Verdict::Open };
        (k.function, verdict, k.warnings)
    });
    proved.chain(auto).collect()
}

impl Report {
    /// All findings in the order of the text; the same finding on several targets is one.
    pub fn merged(&self) -> Vec<Diagnostic> {
        pto_check::merge(&self.syntax, &self.targets)
    }

    /// Number of errors and warnings.
    pub fn counts(&self) -> (usize, usize) {
        let all = self.merged();
        let n = |s: Severity| all.iter().filter(|d| d.severity == s).count();
        (n(Severity::Error), n(Severity::Warning))
    }

    /// Errors that hold on one target, syntax included.
    pub fn errors_on(&self, target: Target) -> usize {
        let here = self.targets.iter().find(|t| t.0 == target).map_or(&[][..], |t| &t.1);
        self.syntax.iter().chain(here).filter(|d| d.is_error()).count()
    }
}
