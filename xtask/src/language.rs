//! The tables and pictures of the language reference. Its pages are written by hand, and what stands between two marks
//! is made from the code that reads, places and executes programs.

mod names;
mod operations;
mod pictures;
mod types;

use crate::corpora::between;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A part of a page: the page below `docs/language`, the name in its marks, and what makes it.
type Part = (&'static str, &'static str, fn() -> String);

const PARTS: [Part; 9] = [
    ("types.md", "element types", types::elements),
    ("types.md", "memories", types::memories),
    ("layouts.md", "layouts", types::layouts),
    ("layouts.md", "boxes", types::boxes),
    ("layouts.md", "pictures", pictures::all),
    ("operations.md", "operations", operations::table),
    ("operations.md", "dialects", operations::dialects),
    ("names.md", "instruction names", names::instructions),
    ("attributes.md", "attributes", names::attributes),
];

/// The pages with their parts made anew, by their path from the root.
pub fn files(root: &Path) -> Result<BTreeMap<PathBuf, String>, String> {
    let mut files: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (page, name, make) in PARTS {
        let path = Path::new("docs/language").join(page);
        let text = match files.remove(&path) {
            Some(text) => text,
            None => std::fs::read_to_string(root.join(&path))
                .map_err(|e| format!("{}: {e}", path.display()))?,
        };
        let begin = format!("<!-- {name}: written by `cargo xtask gen` -->\n\n");
        let end = format!("\n<!-- end of {name} -->\n");
        let text = between(&text, (&begin, &end), &make(), page)?;
        files.insert(path, text);
    }
    Ok(files)
}
