//! The list of uses that comes with the library is read whole. `cargo xtask gen` writes it from the filetests.

use pto_smith::stored;

#[test]
fn the_list_is_read_whole() {
    let text = include_str!("../data/uses.txt");
    assert!(stored::uses().len() > 1000);
    assert_eq!(stored::write(stored::uses()), text);
}
