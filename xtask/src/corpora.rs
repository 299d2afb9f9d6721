//! The figures of the public corpora: a file of them, and the table of the README made from it.

use std::fmt::Write as _;
use std::path::Path;

/// What became of the programs of one corpus: how many of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Repository and folder.
    pub corpus: String,
    pub files: usize,
    /// Read without a mistake.
    pub parse: usize,
    /// Print as themselves in both styles.
    pub round_trip: usize,
    /// Legal at their target.
    pub clean: usize,
    /// Of those, lowered: addresses and synchronisation, proven.
    pub lowered: usize,
    /// Of those, written as C++.
    pub emitted: usize,
    /// Come with values.
    pub goldens: usize,
    /// Of those, compute them.
    pub met: usize,
}

/// The head of the table in the README.
pub const HEAD: &str = "\
| corpus | files | parse | round trip | check clean | lowered | C++ | values met |
|---|---|---|---|---|---|---|---|";

const FILE: &str = "docs/corpora.csv";
const COLUMNS: &str = "corpus,files,parse,round_trip,clean,lowered,emitted,goldens,met";
const BEGIN: &str = "<!-- corpora: written by `cargo xtask gen` from docs/corpora.csv -->\n";
const END: &str = "<!-- end of corpora -->\n";

impl Figures {
    /// Its row in the table.
    pub fn row(&self) -> String {
        let values = match self.goldens {
            0 => String::new(),
            n => format!("{} of {n}", self.met),
        };
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {values} |",
            self.corpus,
            self.files,
            self.parse,
            self.round_trip,
            self.clean,
            self.lowered,
            self.emitted
        )
    }

    fn line(&self) -> String {
        let n = [
            self.files,
            self.parse,
            self.round_trip,
            self.clean,
            self.lowered,
            self.emitted,
            self.goldens,
            self.met,
        ];
        format!("{},{}", self.corpus, n.map(|n| n.to_string()).join(","))
    }

    fn read(line: &str) -> Option<Figures> {
        let (corpus, rest) = line.split_once(',')?;
        let n: Vec<usize> = rest.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let [files, parse, round_trip, clean, lowered, emitted, goldens, met] = n[..] else {
            return None;
        };
        let corpus = corpus.to_string();
        let figures =
            Figures { corpus, files, parse, round_trip, clean, lowered, emitted, goldens, met };
        let falls = [files, clean, lowered, emitted].is_sorted_by(|a, b| a >= b);
        (falls && parse <= files && met <= goldens).then_some(figures)
    }
}

/// `owner/repository folder` for a folder in a checkout called `owner_repository`.
pub fn label(dir: &Path) -> String {
    let parts: Vec<String> =
        dir.components().map(|c| c.as_os_str().to_string_lossy().into_owned()).collect();
    match parts.iter().position(|p| p.contains(['_', '+'])) {
        Some(i) => {
            let repository = parts[i].replacen(['_', '+'], "/", 1);
            format!("{repository} {}", parts[i + 1..].join("/")).trim_end().to_string()
        }
        None => dir.display().to_string(),
    }
}

/// Writes figures down. Corpora that were not measured keep theirs.
pub fn write(rows: Vec<Figures>) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = read(&root)?;
    for row in rows {
        match all.iter_mut().find(|r| r.corpus == row.corpus) {
            Some(old) => *old = row,
            None => all.push(row),
        }
    }
    let mut text = format!("{COLUMNS}\n");
    for row in all {
        let _ = writeln!(text, "{}", row.line());
    }
    std::fs::write(root.join(FILE), text).map_err(|e| format!("{FILE}: {e}"))
}

fn read(root: &Path) -> Result<Vec<Figures>, String> {
    let text = std::fs::read_to_string(root.join(FILE)).map_err(|e| format!("{FILE}: {e}"))?;
    let mut lines = text.lines();
    if lines.next() != Some(COLUMNS) {
        return Err(format!("{FILE}: the first line should be {COLUMNS}"));
    }
    let row = |(i, line): (usize, &str)| {
        Figures::read(line).ok_or_else(|| format!("{FILE}:{}: these figures cannot be", i + 2))
    };
    lines.enumerate().map(row).collect()
}

/// Text with what stands between the two marks made anew.
pub fn between(
    text: &str,
    (begin, end): (&str, &str),
    made: &str,
    file: &str,
) -> Result<String, String> {
    let parts = text.split_once(begin).and_then(|(a, rest)| Some((a, rest.split_once(end)?.1)));
    let (before, after) =
        parts.ok_or_else(|| format!("{file}: the mark is gone: {}", begin.trim()))?;
    Ok(format!("{before}{begin}{made}{end}{after}"))
}

/// A README with its table of corpora made anew.
pub fn readme(root: &Path, text: &str, file: &str) -> Result<String, String> {
    let rows: Vec<String> = read(root)?.iter().map(Figures::row).collect();
    between(text, (BEGIN, END), &format!("{HEAD}\n{}\n", rows.join("\n")), file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_they_are_written() {
        let line = "a/b c,7,6,6,5,4,4,3,2";
        let figures = Figures::read(line).unwrap();
        assert_eq!(figures.line(), line);
        assert_eq!(figures.row(), "| a/b c | 7 | 6 | 6 | 5 | 4 | 4 | 2 of 3 |");
        assert_eq!(Figures::read("a,1,2,1,1,1,1,0,0"), None);
    }

    #[test]
    fn corpora_are_called_as_on_the_web() {
        assert_eq!(label(Path::new("x/o_r-s/test/lit")), "o/r-s test/lit");
        assert_eq!(label(Path::new("x/o+r")), "o/r");
        assert_eq!(label(Path::new("x/y")), "x/y");
    }
}
