//! `pto cost --sweep`: a kernel for every combination of values, in parallel; what is illegal says why.

use super::args::{CostArgs, Kernel};
use super::configure;
use super::time::Detail;
use crate::arg_error::ArgError;
use crate::load::Failure;
use crate::output::print;
use crate::source_file::SourceFile;
use crate::stop;
use pto_campaign::values::MOST_CONFIGURATIONS;
use pto_cost::{CostData, CostModel};
use pto_ir::diag::Diagnostic;
use pto_ir::module::Module;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

/// A name and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Axis {
    name: String,
    values: Vec<i64>,
}

/// One configuration and what came of it.
struct Point {
    values: Vec<i64>,
    outcome: Result<Figures, String>,
}

struct Figures {
    cycles: u64,
    us: f64,
    complete: bool,
    bottleneck: String,
}

/// Reads `NAME=1,2,3` or `NAME=64..512:64`.
fn parse_axis(spec: &str) -> Result<Axis, String> {
    let (name, list) = spec.split_once('=').ok_or("there is no `=`")?;
    let name = name.trim().trim_start_matches('%').to_string();
    if name.is_empty() {
        return Err("there is no name before `=`".into());
    }
    let values = pto_campaign::values::read(list)?;
    Ok(Axis { name, values })
}

/// Reads `I/N`.
pub(crate) fn parse_shard(text: &str) -> Option<(u64, u64)> {
    let (i, n) = text.split_once('/')?;
    let (i, n) = (i.trim().parse().ok()?, n.trim().parse().ok()?);
    (1..=n).contains(&i).then_some((i, n))
}

/// Runs a sweep and prints it.
pub(super) fn run(text: &SourceFile, args: &CostArgs) -> Result<(), Failure> {
    let mut axes = Vec::new();
    for spec in &args.sweep {
        axes.push(parse_axis(spec).map_err(|e| {
            let hint = "use NAME=16,32,64 or NAME=64..512:64";
            ArgError::new(format!("`--sweep {spec}`: {e}")).hint(hint)
        })?);
    }
    let shard = match args.shard.as_deref() {
        None => (1, 1),
        Some(text) => parse_shard(text).ok_or_else(|| {
            let hint = "use I/N with I from 1 to N, e.g. `--shard 3/8`";
            ArgError::new(format!("`--shard {text}` is no part of a whole")).hint(hint)
        })?,
    };
    let data = args.kernel.data()?;
    let module = text.parse()?;
    let model = args.kernel.model(&module, &data)?;
    check_names(&module, &axes)?;
    let total = axes.iter().try_fold(1u64, |n, a| n.checked_mul(a.values.len() as u64));
    let Some(total) = total.filter(|n| *n <= MOST_CONFIGURATIONS) else {
        return Err(ArgError::new(format!("more than {MOST_CONFIGURATIONS} configurations")).into());
    };
    let mine: Vec<u64> = (0..total).filter(|i| i % shard.1 == shard.0 - 1).collect();
    let points: Vec<Point> = mine
        .par_iter()
        .map(|&i| {
            let values = pick(&axes, i);
            let outcome = time(text, &module, &args.kernel, &model, &data, &axes, &values);
            stop::alive();
            Point { values, outcome }
        })
        .collect();
    print(&match (args.json, args.csv) {
        (true, _) => json_lines(&axes, &points),
        // A shard that is not the first goes after it.
        (_, true) => csv(&axes, &points, shard.0 == 1),
        _ => table(&axes, &points),
    });
    Ok(())
}

/// The values of a configuration; the last name changes fastest.
fn pick(axes: &[Axis], mut i: u64) -> Vec<i64> {
    let mut values = vec![0; axes.len()];
    for (value, axis) in values.iter_mut().zip(axes).rev() {
        let n = axis.values.len() as u64;
        *value = axis.values[(i % n) as usize];
        i /= n;
    }
    values
}

/// Every name must mean something.
fn check_names(module: &Module, axes: &[Axis]) -> Result<(), ArgError> {
    match axes.iter().find(|axis| !configure::knows(module, &axis.name)) {
        None => Ok(()),
        Some(axis) => {
            let message = format!(
                "`--sweep {}`: the kernel has no such parameter, constant or attribute",
                axis.name
            );
            Err(ArgError::new(message).hint(configure::WHAT_CAN_BE_SET))
        }
    }
}

/// Times one configuration.
fn time(
    text: &SourceFile,
    module: &Module,
    kernel: &Kernel,
    model: &CostModel,
    data: &CostData,
    axes: &[Axis],
    values: &[i64],
) -> Result<Figures, String> {
    let mut module = module.clone();
    let named = axes.iter().map(|axis| axis.name.as_str()).zip(values.iter().copied());
    let set = configure::configure(&mut module, named);
    let timed =
        kernel.time(text, module, model, data, &set, Detail::Total).map_err(|e| match e {
            Failure::Usage(e) => e.message,
            Failure::Findings(found) => {
                let first = found.iter().find(|d| d.is_error());
                first.map_or("cannot be timed".into(), |d: &Diagnostic| {
                    format!(
                        "{}: {} (line {})",
                        d.spelled_code(),
                        d.message,
                        text.line_of(d.primary.span.start)
                    )
                })
            }
        })?;
    let t = &timed.timeline;
    let summary = t.summarise();
    let bottleneck = summary.bottleneck.map_or("", |i| summary.pipes[i].pipe.name());
    Ok(Figures {
        cycles: t.total_cycles,
        us: t.total_us(),
        complete: t.uncalibrated.is_empty(),
        bottleneck: bottleneck.trim_start_matches("PIPE_").to_string(),
    })
}

fn table(axes: &[Axis], points: &[Point]) -> String {
    let width = |a: &Axis| a.name.len().clamp(8, 60);
    let mut s = String::new();
    for a in axes {
        s.push_str(&format!("{:>1$}  ", a.name, width(a)));
    }
    s.push_str(&format!("{:>12}  {:>10}  bottleneck\n", "cycles", "us"));
    for p in points {
        for (a, v) in axes.iter().zip(&p.values) {
            s.push_str(&format!("{v:>0$}  ", width(a)));
        }
        match &p.outcome {
            Ok(f) => {
                let more =
                    if f.complete { "" } else { " (at least: some instructions are uncalibrated)" };
                s.push_str(&format!("{:>12}  {:>10.2}  {}{more}\n", f.cycles, f.us, f.bottleneck));
            }
            Err(why) => s.push_str(&format!("{:>12}  {:>10}  {why}\n", "-", "-")),
        }
    }
    s
}

fn csv(axes: &[Axis], points: &[Point], heading: bool) -> String {
    let mut s = String::new();
    if heading {
        for a in axes {
            s.push_str(&a.name);
            s.push(',');
        }
        s.push_str("cycles,us,complete,bottleneck,reason\n");
    }
    for p in points {
        for v in &p.values {
            s.push_str(&format!("{v},"));
        }
        match &p.outcome {
            Ok(f) => {
                s.push_str(&format!("{},{:.3},{},{},\n", f.cycles, f.us, f.complete, f.bottleneck))
            }
            Err(why) => s.push_str(&format!(",,,,\"{}\"\n", why.replace('"', "\"\""))),
        }
    }
    s
}

fn json_lines(axes: &[Axis], points: &[Point]) -> String {
    let mut s = String::new();
    for p in points {
        let values: Map<String, Value> =
            axes.iter().zip(&p.values).map(|(a, v)| (a.name.clone(), json!(v))).collect();
        let value = match &p.outcome {
            Ok(f) => json!({
                "config": values, "total_cycles": f.cycles, "total_us": f.us,
                "complete": f.complete, "bottleneck": f.bottleneck,
            }),
            Err(why) => json!({"config": values, "illegal": why}),
        };
        s.push_str(&format!("{value}\n"));
    }
    s
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ranges_are_read() {
        let axis = |spec: &str| parse_axis(spec).map(|a| a.values);
        assert_eq!(axis("rows=16,32,64"), Ok(vec![16, 32, 64]));
        assert_eq!(axis("%cols=64..256:64"), Ok(vec![64, 128, 192, 256]));
        assert_eq!(axis("n=1..3,8"), Ok(vec![1, 2, 3, 8]));
        for bad in [
            "rows",
            "=1",
            "n=",
            "n=a",
            "n=5..1",
            "n=1..5:0",
            "n=1..5:-1",
            "n=0..999999999999",
            "n=-9223372036854775808..9223372036854775807",
        ] {
            assert!(axis(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn shards_are_parts_of_a_whole() {
        assert_eq!(parse_shard("3/8"), Some((3, 8)));
        for bad in ["0/8", "9/8", "1", "a/b", "1/0", "-1/2"] {
            assert_eq!(parse_shard(bad), None, "{bad}");
        }
    }
}
