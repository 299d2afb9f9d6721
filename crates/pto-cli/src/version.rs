//! `pto --version`: what a bug report must say.

use pto_isa::{Target, code, quirk};
use std::collections::BTreeSet;

/// The version, and what is known by it: targets and the instruction table.
pub fn text() -> String {
    let targets: Vec<&str> = Target::ALL.iter().map(|t| t.name()).collect();
    let documented = pto_isa::all().filter(|o| o.is_documented()).count();
    format!(
        "pto {}\ntargets: {}\ntable: {:08x}, {} instructions ({documented} of the manual), {} quirks, {} codes\nread from: {}\n",
        env!("CARGO_PKG_VERSION"),
        targets.join(", "),
        fingerprint(),
        pto_isa::all().len(),
        quirk::QUIRKS.len(),
        code::CODES.len(),
        revisions().into_iter().collect::<Vec<_>>().join(", "),
    )
}

/// The revisions of the instruction set's own repository that the table cites.
fn revisions() -> BTreeSet<&'static str> {
    const BEFORE: &str = "pto-isa@";
    let cites = pto_isa::all().flat_map(|o| o.support).map(|s| s.cite);
    cites
        .filter_map(|cite| {
            let from = &cite[cite.find(BEFORE)?..];
            from.split([' ', ';', ',', ':']).next()
        })
        .collect()
}

/// A number that differs between tables whose pages differ: FNV-1a over the text of all pages, folded to 32 bits.
pub(crate) fn fingerprint() -> u32 {
    let hash =
        pto_isa::all().map(pto_isa::page::page).fold(0xcbf2_9ce4_8422_2325_u64, |hash, page| {
            page.bytes()
                .fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        });
    (hash >> 32) as u32 ^ hash as u32
}
