//! The list of uses that comes with the library is what the filetests have.

use pto_smith::stored;
use pto_smith::uses::read_all;
use std::path::Path;

#[test]
fn the_list_is_current() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let uses = read_all(&here.join("../../tests/isa"));
    let written = stored::write(&uses);
    let file = here.join("data/uses.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &written).expect("the list can be written");
    }
    let there = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(there == written, "run `BLESS=1 cargo test -p pto-smith --test stored`");
    assert_eq!(stored::write(&stored::read(&written)), written, "what is written is read");
}
