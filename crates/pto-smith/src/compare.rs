//! Runs a program by its definitions and by fast kernels, and wants the same.

use pto_ir::Diagnostic;
use pto_sim::{Launch, LaunchArg, OpStats, Program, Report};

/// What a run leaves behind.
type Outcome = (Result<Report, Box<Diagnostic>>, Vec<LaunchArg<'static>>);

/// Two runs that agree.
#[derive(Debug, Default)]
pub struct Same {
    /// How often each instruction ran, and how often by a kernel; empty unless asked for.
    pub ops: Vec<(String, OpStats)>,
    /// Why both stopped, if they did.
    pub trap: Option<String>,
}

/// Runs a program twice, or says what differs. With `stats` kernels are counted.
pub fn compare(
    program: &Program<'_>,
    args: &[LaunchArg<'static>],
    launch: &Launch,
    stats: bool,
) -> Result<Same, String> {
    let run = |reference: bool| -> Outcome {
        let mut args = args.to_vec();
        let launch = Launch { reference, stats: stats && !reference, ..launch.clone() };
        (program.run(&mut args, &launch), args)
    };
    let ((slow, slow_args), (fast, fast_args)) = (run(true), run(false));
    let same = match (slow, fast) {
        (Ok(slow), Ok(fast)) => {
            let seen = |r: &Report| (r.steps, r.quirks.clone(), r.printed.clone());
            if seen(&slow) != seen(&fast) {
                return Err(format!("definitions {:?}, kernels {:?}", seen(&slow), seen(&fast)));
            }
            Same { ops: fast.ops, trap: None }
        }
        (Err(slow), Err(fast)) => {
            let seen = |d: &Diagnostic| {
                format!("{:?} {} {:?} {:?}", d.code, d.message, d.primary.span, d.notes)
            };
            if seen(&slow) != seen(&fast) {
                return Err(format!("definitions {}, kernels {}", seen(&slow), seen(&fast)));
            }
            Same { ops: Vec::new(), trap: Some(fast.message) }
        }
        (slow, fast) => return Err(format!("definitions {slow:?}, kernels {fast:?}")),
    };
    for (i, (slow, fast)) in slow_args.iter().zip(&fast_args).enumerate() {
        if let (Some(slow), Some(fast)) = (slow.bytes(), fast.bytes())
            && slow != fast
            && let Some(at) = slow.iter().zip(fast).position(|(a, b)| a != b)
        {
            let end = (at + 16).min(slow.len());
            return Err(format!(
                "argument {i} differs from byte {at} on: definitions {:02x?}, kernels {:02x?}",
                &slow[at..end],
                &fast[at..end]
            ));
        }
    }
    Ok(same)
}
