//! What the checker says of a text, without names and places: it must not depend on either.

use pto_cli::check::{Report, Request, run};
use pto_cli::source_file::SourceFile;
use pto_ir::lexer::{Lexer, Tok};
use pto_isa::{Code, Target};
use std::collections::{BTreeMap, HashMap};

/// Codes with their severities, how often each is found, and what came of proofs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    codes: BTreeMap<(String, Code, &'static str), usize>,
    proofs: Vec<String>,
}

/// Checks a text on all targets, and tries to prove its synchronisation.
pub fn report(name: &str, text: &str) -> Report {
    let request = Request { targets: Target::PROFILES.to_vec(), sync: true, ..Request::default() };
    run(SourceFile::new(name, text.to_string()), &request)
}

impl Verdict {
    /// The verdict of a report.
    pub fn of(report: &Report) -> Verdict {
        let mut verdict = Verdict::default();
        let syntax = report.syntax.iter().map(|d| (String::new(), d));
        let found =
            report.targets.iter().flat_map(|(t, list)| list.iter().map(|d| (t.to_string(), d)));
        for (target, d) in syntax.chain(found) {
            *verdict.codes.entry((target, d.code, d.severity.name())).or_default() += 1;
        }
        verdict.proofs = report.proofs.iter().map(|p| format!("{:?}", p.1)).collect();
        verdict
    }
}

/// A text with other names for its values: `%x` becomes `%w0`, and the same name becomes the same everywhere but in strings. Comments are
/// no exception: after a mistake a part of one may be read.
///
/// ```
/// assert_eq!(pto_fuzz::verdict::renamed("%a#1 = f %b, \"%c\" %a // %b"), "%w0#1 = f %w1, \"%c\" %w0 // %w1");
/// ```
pub fn renamed(text: &str) -> String {
    let mut lexer = Lexer::new(text);
    let (mut out, mut end) = (String::new(), 0);
    let mut names = HashMap::new();
    loop {
        let token = lexer.next_token();
        if token.tok == Tok::Str || token.tok == Tok::Eof {
            rename_in(&text[end..token.span.start as usize], &mut names, &mut out);
            out.push_str(token.span.of(text));
            end = token.span.end as usize;
        }
        if token.tok == Tok::Eof {
            out.push_str(&text[end..]);
            return out;
        }
    }
}

/// A part of a text without strings.
fn rename_in<'t>(part: &'t str, names: &mut HashMap<&'t str, usize>, out: &mut String) {
    let mut pieces = part.split('%');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let length = name_length(piece.as_bytes());
        if length == 0 {
            out.push('%');
        } else {
            let count = names.len();
            let number = names.entry(&piece[..length]).or_insert(count);
            out.push_str(&format!("%w{number}"));
        }
        out.push_str(&piece[length..]);
    }
}

/// The bytes of the name that a text begins with; `-` may stand inside of it.
fn name_length(text: &[u8]) -> usize {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || b"_$.".contains(b);
    let goes_on = |&at: &usize| match text.get(at) {
        Some(b'-') => at > 0 && text.get(at + 1).is_some_and(is_word),
        other => other.is_some_and(is_word),
    };
    (0..).take_while(goes_on).count()
}
