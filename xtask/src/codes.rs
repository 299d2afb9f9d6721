//! The page of diagnostic codes: what each means, a program that has the mistake, and the fixed program.

mod pair;

use pair::Pair;
use pto_isa::Code;
use pto_isa::code::{self, CODES};
use pto_isa::page::cell;
use std::fmt::Write as _;
use std::path::Path;

/// Codes that no program has on purpose, and why.
const WITHOUT_PAIR: [(Code, &str); 1] = [(
    code::LOWERING,
    "No program shows it: every program that has it is a mistake of this tool. The tests that spoil lowered programs \
     (`crates/pto-lower/tests`) see to it that the second look notices.",
)];

/// The page, below the mark of generated files.
pub fn page(root: &Path) -> Result<String, String> {
    let mut s = String::from(
        "# FAQ by error code\n\nWhat a code means, and what to do about it. `E` marks an error, `W` a warning or a note with the same number. `pto explain CODE` \
         prints the explanation. Below each are a program with the mistake, and the same program fixed; comments in \
         the first say what is found. In commands the program is `k.pto`. All of them are tests.\n\n| code | meaning |\n|---|---|\n",
    );
    for c in CODES {
        let _ = writeln!(s, "| [{0}](#{0}) | {1} |", c.code, cell(c.title));
    }
    for c in CODES {
        let text: Vec<&str> = c.text.lines().map(str::trim).collect();
        let _ = write!(s, "\n## {}\n\n**{}.** {}\n", c.code, c.title, text.join("\n").trim());
        let reason = WITHOUT_PAIR.iter().find(|w| w.0 == c.code).map(|w| w.1);
        match (Pair::read(root, &c.code.to_string())?, reason) {
            (Some(pair), None) => s += &pair.shown(),
            (None, Some(reason)) => s += &format!("\n{reason}\n"),
            (Some(_), Some(_)) => {
                return Err(format!("{} has a pair, and a reason for none", c.code));
            }
            (None, None) => return Err(format!("{} has no pair of programs", c.code)),
        }
    }
    Ok(s)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_code_has_a_mistake_and_what_is_fixed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let without: BTreeSet<Code> = WITHOUT_PAIR.iter().map(|w| w.0).collect();
        for c in CODES {
            let pair = Pair::read(&root, &c.code.to_string()).unwrap();
            assert_eq!(pair.is_none(), without.contains(&c.code), "{} {}", c.code, c.title);
        }
    }

    #[test]
    fn every_pair_is_about_a_code() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let known: BTreeSet<String> = CODES.iter().map(|c| c.code.to_string()).collect();
        let mut seen = BTreeSet::new();
        for folder in [pair::FILETESTS, pair::RUNS, pair::COMMANDS, pair::KERNELS] {
            for entry in std::fs::read_dir(root.join(folder)).unwrap().flatten() {
                let name = entry.file_name().to_string_lossy().to_string();
                let code = name.trim_end_matches(".pto").to_string();
                if name == "main.rs" {
                    continue;
                }
                assert!(known.contains(&code), "{folder}/{name}");
                assert!(seen.insert(code), "{folder}/{name} is the second of its code");
            }
        }
    }
}
