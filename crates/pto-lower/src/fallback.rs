//! What is done again, with less trust and more waiting, where the validator does not prove the first try.

use crate::Failed;
use crate::write_sync::Settings;
use pto_ir::{Diagnostic, Severity, Span};
use pto_isa::code;

/// How a program was lowered when what was tried first is not proved. Each is slower than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fallback {
    /// Loops inside others prime and drain their own events.
    EventsInPlace,
    /// What the program orders itself does not count.
    UserSyncIgnored,
    /// Windows of a tile wait as if they were all of it.
    WholeTiles,
    /// All pipes drain wherever one waits for another.
    Barriers,
}

impl Fallback {
    /// All of them.
    pub const ALL: [Fallback; 4] = [
        Fallback::EventsInPlace,
        Fallback::UserSyncIgnored,
        Fallback::WholeTiles,
        Fallback::Barriers,
    ];

    fn of(settings: Settings) -> Option<Fallback> {
        match settings {
            Settings { drain: true, .. } => Some(Fallback::Barriers),
            Settings { whole_objects: true, .. } => Some(Fallback::WholeTiles),
            Settings { trust_user: false, .. } => Some(Fallback::UserSyncIgnored),
            Settings { hoist: false, .. } => Some(Fallback::EventsInPlace),
            _ => None,
        }
    }

    /// Says that the result is slower than it might be, and what was not proved of a faster one.
    pub(crate) fn note(self, unproved: &Failed) -> Diagnostic {
        let message = match self {
            Fallback::EventsInPlace => {
                "loops inside others signal before and wait after each execution"
            }
            Fallback::UserSyncIgnored => "the program's own flags do not count as order",
            Fallback::WholeTiles => {
                "windows of a tile wait for each other as if they were all of it"
            }
            Fallback::Barriers => "all pipes drain wherever one waits for another",
        };
        let d = Diagnostic::warning(code::COARSE_SYNC, Span::default(), message);
        let d = Diagnostic { severity: Severity::Note, ..d };
        match unproved.findings.iter().find(|d| d.code == code::LOWERING) {
            Some(first) => d.note(format!("not proved with less: {}", first.message)),
            None => d,
        }
    }
}

/// Tries to lower with as little synchronisation as the program needs; what the validator does not prove is done
/// again: with events that each loop primes and drains itself, without the order that the program gives itself, if it
/// does, with windows of a tile taken for all of it, and in the end with barriers of all pipes in the place of events.
/// The attempt is told which one it is, and why the first failed.
pub(crate) fn strictest<T>(
    has_user_sync: impl Fn() -> bool,
    mut attempt: impl FnMut(Settings, Option<(Fallback, &Failed)>) -> Result<T, Failed>,
) -> Result<T, Failed> {
    let mut first: Option<Failed> = None;
    let exact = Settings { trust_user: true, hoist: true, whole_objects: false, drain: false };
    let in_place = Settings { hoist: false, ..exact };
    let whole = Settings { whole_objects: true, ..in_place };
    let drained = Settings { drain: true, ..in_place };
    for (s, trust_user) in [
        (exact, true),
        (in_place, true),
        (in_place, false),
        (whole, true),
        (whole, false),
        (drained, true),
        (drained, false),
    ] {
        if trust_user || has_user_sync() {
            let settings = Settings { trust_user, ..s };
            match attempt(settings, Fallback::of(settings).zip(first.as_ref())) {
                Err(failed) if failed.findings.iter().any(|d| d.code == code::LOWERING) => {
                    first.get_or_insert(failed);
                }
                other => return other,
            }
        }
    }
    Err(first.unwrap_or(Failed { source: String::new(), findings: Vec::new() }))
}
