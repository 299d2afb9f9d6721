//! What `pto run` is told about looking at values.

use crate::arg_error::ArgError;
use clap::{Args, ValueHint};
use pto_debug::{NumberFormat, Pattern, Traps};
use std::path::PathBuf;

const VALUES: &str = "Values";

/// What to look at.
#[derive(Args, Clone, Debug, Default)]
pub struct DebugArgs {
    /// Print values each time the instruction on a line has run: NAME@LINE, where NAME may have `*`, LINE may be 10-20 or
    /// `*`, and [i=0-3,block=1] after it chooses iterations of the loop over %i and blocks; may be given several times
    #[arg(long, value_name = "PATTERN", help_heading = VALUES)]
    pub print: Vec<String>,
    /// How elements are printed: short (four digits), full (all that they have), hex (the bits), or eN (N digits and an exponent)
    #[arg(long, value_name = "F", default_value = "short", value_parser = format, help_heading = VALUES)]
    pub format: NumberFormat,
    /// Write every tile that an instruction wrote to DIR as .npy, with an index
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = VALUES)]
    pub dump: Option<PathBuf>,
    /// Dump only these, as for --print; may be given several times
    #[arg(long, value_name = "PATTERN", requires = "dump", help_heading = VALUES)]
    pub dump_only: Vec<String>,
    /// Print what the values that each instruction wrote are like: least, greatest, mean, NaN, infinities, zeros, magnitudes
    #[arg(long, help_heading = VALUES)]
    pub value_stats: bool,
    /// Compare a buffer with a file (.npy or bytes) after the run, and look for the line that explains a difference:
    /// PARAMETER=FILE; may be given several times
    #[arg(long, value_name = "NAME=FILE", help_heading = VALUES)]
    pub expect: Vec<String>,
    /// How far an element may be off as a part of the reference; default: by the element type
    #[arg(long, value_name = "X", requires = "expect", conflicts_with = "ulp", help_heading = VALUES)]
    pub rtol: Option<f64>,
    /// How far an element may be off in itself
    #[arg(long, value_name = "X", requires = "expect", conflicts_with = "ulp", help_heading = VALUES)]
    pub atol: Option<f64>,
    /// How far an element may be off, in units in the last place
    #[arg(long, value_name = "N", requires = "expect", help_heading = VALUES)]
    pub ulp: Option<u64>,
    /// How long changed programs are tried to explain a difference; 0 tries none
    #[arg(long, value_name = "N", default_value_t = 10, requires = "expect", help_heading = VALUES)]
    pub try_seconds: u64,
    /// Run with a shadow that computes every float in double precision, and rank lines by the error they add
    #[arg(long, value_name = "TYPE", value_parser = ["f64"], help_heading = VALUES)]
    pub shadow: Option<String>,
    /// Stop where a float first becomes one of these, from operands that are finite: nan, inf, overflow (comma-separated), or all
    #[arg(long, value_name = "LIST", value_parser = traps, help_heading = VALUES)]
    pub trap: Option<Traps>,
}

impl DebugArgs {
    /// Whether values are looked at while the kernel runs.
    pub fn looks(&self) -> bool {
        !self.print.is_empty() || self.dump.is_some() || self.value_stats
    }

    /// Whether a plain run is not enough.
    pub fn is_asked_for(&self) -> bool {
        self.looks() || !self.expect.is_empty() || self.shadow.is_some() || self.trap.is_some()
    }
}

fn traps(text: &str) -> Result<Traps, String> {
    Traps::parse(text).map_err(|word| format!("`{word}` is none of nan, inf, overflow and all"))
}

fn format(text: &str) -> Result<NumberFormat, String> {
    NumberFormat::parse(text).ok_or_else(|| "use short, full, hex or e6".into())
}

/// Reads patterns that the program has values for.
pub(super) fn patterns(
    option: &str,
    texts: &[String],
    module: &pto_ir::Module,
) -> Result<Vec<Pattern>, ArgError> {
    let read = |text: &String| {
        let pattern = Pattern::parse(text)?;
        pattern.check(module).map(|()| pattern)
    };
    let complain = |text: &String, e: String| {
        ArgError::new(format!("`{option} {text}`: {e}"))
            .hint(format!("use NAME@LINE, e.g. `{option} acc@12` or `{option} 'acc@*[i=0-3]'`"))
    };
    texts.iter().map(|text| read(text).map_err(|e| complain(text, e))).collect()
}
