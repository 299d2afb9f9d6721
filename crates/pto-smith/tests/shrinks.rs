//! Programs that show a mistake of the simulator become small. The mistakes are seeded: an instruction computes what another
//! of the same form should, and a program shows it if its results differ then.

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{Launch, LaunchArg, Limits, decode};
use pto_smith::shrink::shrink;
use pto_smith::{Choices, Kind, arguments, is_legal};

/// An instruction, and what a simulator with the mistake computes in its place.
const MISTAKES: [(&str, &str); 20] = [
    ("tadd", "tsub"),
    ("tsub", "tadd"),
    ("tmul", "tadd"),
    ("tmax", "tmin"),
    ("tmin", "tmax"),
    ("tdiv", "tmul"),
    ("tabs", "tneg"),
    ("tneg", "tabs"),
    ("texp", "tneg"),
    ("tsqrt", "tabs"),
    ("trelu", "tabs"),
    ("tadds", "tmuls"),
    ("tmuls", "tadds"),
    ("tmaxs", "tmins"),
    ("tmins", "tmaxs"),
    ("tsubs", "tadds"),
    ("trowsum", "trowmax"),
    ("trowmax", "trowmin"),
    ("tcolsum", "tcolmax"),
    ("tcolmax", "tcolmin"),
];
const TARGET: Target = Target::CPU;
const MOST_LINES: usize = 15;

/// What a program computes; nothing for one that is illegal or stops.
fn computes(text: &str) -> Option<Vec<LaunchArg<'static>>> {
    let (module, _) = pto_ir::parse(text);
    let (verified, _) = pto_check::verify(module, TARGET, &Default::default()).ok()?;
    let program = decode(&verified, None, Numerics::new(TARGET, Semantics::Manual)).ok()?;
    let mut args = arguments(&program, &mut Choices::seeded(1));
    let launch = Launch { limits: Limits::of_steps(20_000), ..Launch::default() };
    program.run(&mut args, &launch).ok()?;
    Some(args)
}

/// Whether a program is legal and shows a mistake.
fn shows(text: &str, (right, wrong): (&str, &str)) -> bool {
    let is = format!("\"pto.{right}\"");
    if !text.contains(&is) || !is_legal(text, TARGET) {
        return false;
    }
    let with_mistake = text.replace(&is, &format!("\"pto.{wrong}\""));
    let (a, b) = (computes(text), computes(&with_mistake));
    a.is_some() && b.is_some() && a != b
}

/// Programs that are drawn once and tried for every mistake.
const DRAWN: u64 = 1500;

#[test]
fn programs_that_show_a_mistake_become_small() {
    let mut drawn: Vec<Option<String>> = Vec::new();
    for mistake in MISTAKES {
        let mut shown = None;
        for seed in 0..DRAWN {
            if drawn.len() as u64 == seed {
                drawn.push(Kind::Tiles.program(seed, TARGET, 24));
            }
            let Some(text) = &drawn[seed as usize] else { continue };
            if text.lines().count() > MOST_LINES && shows(text, mistake) {
                shown = Some(text.clone());
                break;
            }
        }
        let Some(text) = shown else {
            panic!("no program shows that {} computes {}", mistake.0, mistake.1)
        };
        let small = shrink(&text, &mut |t| shows(t, mistake));
        assert!(shows(&small, mistake));
        let (from, to) = (text.lines().count(), small.lines().count());
        println!("{} as {}: {from} lines became {to}", mistake.0, mistake.1);
        assert!(to <= MOST_LINES, "{from} lines became {to} for {mistake:?}\n{small}");
    }
}
