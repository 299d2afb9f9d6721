//! Lowering, writing as C++ and timing any text that checks clean.

use crate::program::verify;
use crate::{cpp, timeline};
use pto_isa::{Target, code};
use pto_lower::{Failed, Options, SyncStyle, lower};
use pto_smith::Choices;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut choices = Choices::from_bytes(data);
    let target = [Target::A2A3, Target::A5][choices.bits() as usize % 2];
    let Some(verified) = verify(text, target) else { return };
    let style = if target == Target::A5 && choices.bits().is_multiple_of(4) {
        SyncStyle::BufferIds
    } else {
        SyncStyle::Flags
    };
    let options = Options { insert_sync: Some(style), ..Options::default() };
    match lower(text, target, &options) {
        Ok(lowered) => {
            assert!(
                verify(&lowered.text, target).is_some(),
                "the lowered program is refused:\n{}",
                lowered.text
            );
            lowered.maps.iter().for_each(|m| drop(m.text()));
        }
        Err(failed) => is_refused(&failed),
    }
    if let Err(failed) = cpp::emit(text, target) {
        is_refused(&failed);
    }
    timeline::time(&verified, text, None, &mut choices);
}

/// A reason is given, and it is not that a pass went wrong.
fn is_refused(failed: &Failed) {
    assert!(!failed.findings.is_empty(), "refused without a reason");
    let wrong = failed.findings.iter().find(|d| d.code == code::LOWERING);
    if let Some(d) = wrong {
        panic!("{} in\n{}", d.message, failed.source);
    }
}
