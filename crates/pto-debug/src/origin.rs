//! Where the statements of a recorded program come from: `loc("kernel.py":12:4)` at their end, or a name that stands for it, `loc(#loc3)`.

use rustc_hash::FxHashMap;

/// A line of the text that a program was recorded from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The file, as it is written.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// The origins of the lines of a program.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    lines: FxHashMap<usize, Origin>,
}

impl Origins {
    /// Reads those that a program names.
    ///
    /// ```
    /// let text = "module {\n  pto.frob loc(\"k.py\":7:0)\n  pto.frob loc(#here)\n}\n#here = loc(\"k.py\":9:2)\n";
    /// let origins = pto_debug::Origins::read(text);
    /// assert_eq!(origins.of(2).map(|o| (o.file.as_str(), o.line)), Some(("k.py", 7)));
    /// assert_eq!(origins.of(3).map(|o| o.line), Some(9));
    /// assert_eq!(origins.of(1), None);
    /// ```
    pub fn read(text: &str) -> Origins {
        if !text.contains("loc(") {
            return Origins::default();
        }
        let named = text.lines().filter_map(|line| {
            let (name, place) = line.trim().split_once(" = loc(")?;
            name.starts_with('#').then_some(())?;
            Some((name, place_of(place)?))
        });
        let named: FxHashMap<&str, Origin> = named.collect();
        let origin = |line: &str| {
            let (_, place) = line.rsplit_once(" loc(").filter(|l| !l.0.ends_with(" ="))?;
            match place.strip_suffix(')').and_then(|name| named.get(name)) {
                Some(origin) => Some(origin.clone()),
                None => place_of(place),
            }
        };
        let lines = text.lines().enumerate().filter_map(|(i, line)| Some((i + 1, origin(line)?)));
        Origins { lines: lines.collect() }
    }

    /// Where a line comes from.
    pub fn of(&self, line: usize) -> Option<&Origin> {
        self.lines.get(&line)
    }

    /// The lines that come from a file, each with its line there. `is_it` says whether a name means that file.
    pub fn from_file(&self, is_it: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
        let mut lines: Vec<(usize, usize)> = self
            .lines
            .iter()
            .filter(|(_, origin)| is_it(&origin.file))
            .map(|(line, origin)| (origin.line, *line))
            .collect();
        lines.sort_unstable();
        lines
    }
}

/// `"file":line:column` and whatever follows.
fn place_of(text: &str) -> Option<Origin> {
    let (file, rest) = text.strip_prefix('"')?.split_once("\":")?;
    let line = rest.split([':', ')']).next()?.parse().ok()?;
    Some(Origin { file: file.to_string(), line })
}
