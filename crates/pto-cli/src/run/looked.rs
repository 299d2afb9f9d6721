//! Values that were looked at: as text, as files, as statistics.

use super::RunArgs;
use super::debug_args::patterns;
use crate::arg_error::ArgError;
use crate::npy;
use crate::outputs::write_folder;
use pto_debug::{Content, Moment, Pattern, Seen, ValueStats, table};
use pto_ir::Module;
use pto_isa::code;
use pto_isa::order;
use pto_isa::sem::Trap;
use pto_isa::sem::exec::set_code;
use pto_sim::size_text;
use serde_json::{Value, json};
use std::fmt::Write;

/// Collects what is looked at.
pub(super) struct Looked<'a> {
    args: &'a RunArgs,
    print: Vec<Pattern>,
    dump: Vec<Pattern>,
    /// For the terminal.
    pub text: String,
    /// For a document.
    pub list: Vec<Value>,
    files: Vec<(String, Vec<u8>)>,
    index: Vec<Value>,
    stats: Vec<(usize, String, String, ValueStats)>,
    bytes: u64,
}

impl<'a> Looked<'a> {
    pub fn new(args: &'a RunArgs, module: &Module) -> Result<Looked<'a>, ArgError> {
        let debug = &args.debug;
        let mut dump = patterns("--dump-only", &debug.dump_only, module)?;
        if debug.dump.is_some() && dump.is_empty() {
            dump.push(Pattern::all());
        }
        Ok(Looked {
            args,
            print: patterns("--print", &debug.print, module)?,
            dump,
            text: String::new(),
            list: Vec::new(),
            files: Vec::new(),
            index: Vec::new(),
            stats: Vec::new(),
            bytes: 0,
        })
    }

    /// All that is to be looked at.
    pub fn patterns(&self) -> Vec<Pattern> {
        let all = self.args.debug.value_stats.then(Pattern::all);
        self.print.iter().chain(&self.dump).cloned().chain(all).collect()
    }

    /// Takes a value down.
    pub fn see(&mut self, seen: &Seen) -> Result<(), Trap> {
        let meant = |p: &Pattern| p.is_when(&seen.when, seen.when.line) && p.is_named(&seen.name);
        if self.print.iter().any(|p| meant(p) || p.exact_name() == Some(&seen.name)) {
            self.print(seen)?;
        }
        if self.dump.iter().any(meant) {
            self.dump(seen)?;
        }
        if self.args.debug.value_stats {
            self.add_stats(seen);
        }
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), Trap> {
        self.bytes += bytes as u64;
        let most = self.args.max_output;
        match self.bytes > most {
            false => Ok(()),
            true => Err(Trap::new(format!(
                "shows values, and {} of them are shown",
                size_text(most)
            ))
            .code(code::TOO_MUCH_PRINTED)
            .note(
                "`--max-output SIZE` sets the limit; patterns choose lines, iterations and blocks",
            )),
        }
    }

    fn print(&mut self, seen: &Seen) -> Result<(), Trap> {
        let Seen { when, name, content } = seen;
        let format = self.args.debug.format;
        let text = match content {
            Content::Number(dtype, code) => {
                format!("{when}: %{name} = {} : {dtype}\n", format.show(*dtype, *code))
            }
            _ => {
                let grid = content.elements();
                let mut text = format!(
                    "{when}: %{name}: {}\n{}",
                    content.title(),
                    table(&grid, format, false)
                );
                if grid.rows > 16 || grid.cols > 16 {
                    let mut stats = ValueStats::default();
                    stats.add(&grid);
                    text.push_str(&in_words(&stats));
                    text.push('\n');
                }
                text
            }
        };
        self.count(text.len())?;
        self.text.push_str(&text);
        let mut value = moment(when);
        value["name"] = json!(name);
        let grid = content.elements();
        value["type"] = json!(content.title());
        let row = |r: u32| {
            (0..grid.cols).map(|c| json!(format.show(grid.dtype, grid.at(r, c)))).collect()
        };
        if self.args.json {
            value["rows"] = (0..grid.rows).map(row).collect::<Vec<Value>>().into();
        }
        self.list.push(value);
        Ok(())
    }

    fn dump(&mut self, seen: &Seen) -> Result<(), Trap> {
        let Content::Tile(_, grid) = &seen.content else { return Ok(()) };
        let bits = u64::from(grid.dtype.bits());
        let elements = u64::from(grid.rows) * u64::from(grid.cols);
        let mut bytes = vec![0; (elements * bits).div_ceil(8) as usize];
        for (i, &code) in grid.codes().iter().enumerate() {
            set_code(&mut bytes, grid.dtype, i as u64 * bits, code);
        }
        let file = npy::encode(grid.dtype, &[grid.rows.into(), grid.cols.into()], &bytes);
        self.count(file.len())?;
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
        let safe: String = seen.name.chars().map(plain).collect();
        let name = format!("{:06}_line{}_{safe}.npy", self.files.len(), seen.when.line);
        let mut entry = moment(&seen.when);
        entry["name"] = json!(seen.name);
        entry["file"] = json!(name);
        entry["dtype"] = json!(grid.dtype.to_string());
        entry["shape"] = json!([grid.rows, grid.cols]);
        self.index.push(entry);
        self.files.push((name, file));
        Ok(())
    }

    fn add_stats(&mut self, seen: &Seen) {
        if matches!(seen.content, Content::Number(..)) {
            return;
        }
        let key = |s: &(usize, String, String, ValueStats)| {
            (s.0, &s.1, &s.2) == (seen.when.line, &seen.when.op, &seen.name)
        };
        let at = self.stats.iter().position(key).unwrap_or_else(|| {
            let Moment { line, op, .. } = &seen.when;
            self.stats.push((*line, op.clone(), seen.name.clone(), ValueStats::default()));
            self.stats.len() - 1
        });
        self.stats[at].3.add(&seen.content.elements());
    }

    /// Writes the files that are asked for.
    pub fn save(&self) -> Result<(), ArgError> {
        let Some(folder) = &self.args.debug.dump else { return Ok(()) };
        let index = format!("{:#}\n", json!({ "tiles": self.index })).into_bytes();
        let files = self.files.iter().map(|(name, bytes)| (name.clone(), bytes.as_slice()));
        let files: Vec<(String, &[u8])> =
            files.chain([("index.json".to_string(), index.as_slice())]).collect();
        write_folder(folder, &files).map_err(|e| {
            let why = format!("`--dump {}`: {}", folder.display(), crate::output::plain(&e));
            ArgError::new(why).hint("name a folder that does not exist yet")
        })
    }

    /// The statistics for a document.
    pub fn stats(&self) -> Vec<Value> {
        let one = |(line, op, name, s): &(usize, String, String, ValueStats)| {
            let range = s.range();
            json!({
                "line": line, "op": op, "name": name, "count": s.count,
                "min": range.map(|r| r.0), "max": range.map(|r| r.1), "mean": s.mean(),
                "nan": s.nan, "infinite": s.infinite, "zeros": s.zeros,
                "histogram": s.histogram,
            })
        };
        self.stats.iter().map(one).collect()
    }

    /// The statistics as a table.
    pub fn stats_table(&self) -> String {
        let mut rows = self.stats.clone();
        order::by_key(&mut rows, |r| r.0);
        let mut text = format!(
            "{:>5} {:<20} {:<12} {:>10} {:>11} {:>11} {:>11} {:>6} {:>6} {:>8}  2^-48..2^48\n",
            "line", "instruction", "value", "elements", "min", "max", "mean", "NaN", "Inf", "zeros"
        );
        for (line, op, name, s) in &rows {
            let number = |v: Option<f64>| v.map_or_else(|| "-".into(), |v| format!("{v:.4e}"));
            let (min, max) = (number(s.range().map(|r| r.0)), number(s.range().map(|r| r.1)));
            let _ = writeln!(
                text,
                "{line:>5} {op:<20} {:<12} {:>10} {min:>11} {max:>11} {:>11} {:>6} {:>6} {:>8}  {}",
                format!("%{name}"),
                s.count,
                number(s.mean()),
                s.nan,
                s.infinite,
                s.zeros,
                s.sparkline()
            );
        }
        text
    }
}

/// Statistics in one line.
pub(super) fn in_words(s: &ValueStats) -> String {
    let range = s
        .range()
        .map_or_else(|| "nothing finite".into(), |(a, b)| format!("min {a:.4}, max {b:.4}"));
    format!("{range}, {} NaN, {} Inf, {} zeros", s.nan, s.infinite, s.zeros)
}

/// When something happened, for a document.
pub(crate) fn moment(when: &Moment) -> Value {
    let loops: Vec<Value> = when
        .loops
        .iter()
        .map(|(name, value, i)| json!({"variable": name, "value": value, "iteration": i}))
        .collect();
    json!({
        "line": when.line, "op": when.op, "loops": loops, "block": when.core.block,
        "core": when.core.role.to_string(),
    })
}
