//! The page of the playground and its puzzles.
//!
//! The same files make the static playground (`cargo xtask web`) and what `pto serve` sends. They are small: the simulator is
//! WebAssembly in the one, and the command itself in the other.

pub mod puzzle;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its name, which is also its path under the page.
    pub name: &'static str,
    /// What it is.
    pub media_type: &'static str,
    /// Its content.
    pub text: &'static str,
}

macro_rules! assets {
    ($($name:literal $media_type:literal),* $(,)?) => {
        &[$(Asset { name: $name, media_type: $media_type, text: include_str!(concat!("../page/", $name)) }),*]
    };
}

/// The files of the page, as they are before somebody says who answers its requests.
pub const ASSETS: &[Asset] = assets![
    "index.html" "text/html; charset=utf-8",
    "style.css" "text/css; charset=utf-8",
    "app.js" "text/javascript; charset=utf-8",
    "arrays.js" "text/javascript; charset=utf-8",
    "editor.js" "text/javascript; charset=utf-8",
    "engine.js" "text/javascript; charset=utf-8",
    "launch.js" "text/javascript; charset=utf-8",
    "puzzles.js" "text/javascript; charset=utf-8",
    "reference.js" "text/javascript; charset=utf-8",
    "share.js" "text/javascript; charset=utf-8",
    "words.js" "text/javascript; charset=utf-8",
    "worker.js" "text/javascript; charset=utf-8",
    "sw.js" "text/javascript; charset=utf-8",
];

/// The page for the command: requests go to the server that it came from.
///
/// ```
/// assert!(pto_page::for_command().contains("<meta name=\"pto-engine\" content=\"native\">"));
/// ```
pub fn for_command() -> String {
    index("native", "")
}

/// The page that loads the simulator from a file.
///
/// ```
/// assert!(pto_page::for_file("pto-1.bin").contains("<meta name=\"pto-wasm\" content=\"pto-1.bin\">"));
/// ```
pub fn for_file(simulator: &str) -> String {
    index("wasm", simulator)
}

fn index(engine: &str, simulator: &str) -> String {
    let meta = |name: &str, content: &str| format!("<meta name=\"{name}\" content=\"{content}\">");
    let page = ASSETS.iter().find(|a| a.name == "index.html").map_or("", |a| a.text);
    page.replace(&meta("pto-engine", "wasm"), &meta("pto-engine", engine))
        .replace(&meta("pto-wasm", "pto.bin"), &meta("pto-wasm", simulator))
}
