//! The list of uses that comes with the library is read whole. `cargo xtask gen` writes it from the filetests.

use pto_smith::stored;

#[test]
fn the_list_is_read_whole() {
    let text = include_str!("../data/uses.txt");
    assert!(stored::uses().len() > 1000);
    assert_eq!(stored::write(stored::uses()), text);
}

#[test]
fn the_fragments_are_read_whole() {
    let text = include_str!("../data/fragments.pto");
    let list = pto_smith::fragments::fragments();
    assert_eq!(pto_smith::fragments::write(list), text);
    for f in list {
        assert!(f.targets.iter().all(|t| pto_smith::is_legal(&f.text, *t)), "{}", f.text);
    }
}
