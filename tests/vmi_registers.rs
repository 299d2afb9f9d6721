//! Registers of any length, lowered to registers of the device, give the bits that they give themselves: the run tests of
//! `tests/run/vmi` are run again after lowering. Sections that are not lowered are listed with the reason.

use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, Rulebook, Target};
use pto_sim::{Launch, LaunchArg, decode};
use pto_smith::{Choices, vmi};
use pto_tests::{SPLIT, programs, root, run};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

#[test]
fn lowered_registers_give_the_same_bits() {
    let (mut report, mut left, mut lowered) = (Vec::new(), Vec::new(), 0);
    for path in programs("tests/run/vmi") {
        let text = std::fs::read_to_string(&path).expect("a test can be read");
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        // What is refused by the definition may be without meaning in registers.
        let is_kept = |section: &&str| !section.contains("// trap:");
        for section in text.split(&format!("{SPLIT}\n")).filter(is_kept) {
            let first = section.lines().next().unwrap_or_default().trim_start_matches("// ");
            match pto_lower::registers(section, Target::A5, Rulebook::default()) {
                Ok(Some(program)) => {
                    lowered += 1;
                    let program = program.replace("// run: cpu a5\n", "// run: a5\n");
                    if let Err(e) = run::compare(&name, &program, false) {
                        report.push(format!("{first}\n{e}\n{program}"));
                    }
                }
                Ok(None) => report.push(format!("{first}: is no program on such registers")),
                Err(why) => {
                    let why = why
                        .first()
                        .map_or(String::new(), |d| format!("{} {}", d.message, d.notes.join(" ")));
                    left.push(format!("{name}: {first}: {why}"));
                }
            }
        }
    }
    if std::env::var_os("LIST").is_some() {
        println!("{lowered} lowered, {} left:\n{}", left.len(), left.join("\n"));
    }
    assert!(report.is_empty(), "{} differ:\n{}", report.len(), report.join("\n\n"));
}

/// Random programs, unless `VMI_PROGRAMS=N` asks for more, or `VMI_PROGRAMS=A..B` for those with these numbers.
const PROGRAMS: u64 = 100;

/// Numbers of the programs.
fn seeds() -> Range<u64> {
    let asked = std::env::var("VMI_PROGRAMS").unwrap_or_default();
    let (first, end) = asked.split_once("..").unwrap_or(("0", &asked));
    first.parse().unwrap_or(0)..end.parse().unwrap_or(PROGRAMS)
}

/// What a program leaves in the tile that it writes.
fn output(text: &str, semantics: Semantics, seed: u64, reference: bool) -> Result<Vec<u8>, String> {
    let (module, found) = pto_ir::parse(text);
    if let Some(d) = found.iter().find(|d| d.is_error()) {
        return Err(format!("does not read: {}", d.message));
    }
    let verified = pto_check::verify(module, Target::A5, &Default::default());
    let (verified, _) = verified.map_err(|(_, found)| {
        let error = found.iter().find(|d| d.is_error());
        format!("is not legal: {}", error.map_or("", |d| &d.message))
    })?;
    let program = decode(&verified, None, Numerics::new(Target::A5, semantics));
    let program = program.map_err(|d| format!("is not decoded: {}", d.message))?;
    let mut source = Choices::seeded(seed);
    let wild = seed.is_multiple_of(3);
    let words = vmi::INPUT_BYTES / 4;
    let input: Vec<u8> =
        (0..words).flat_map(|_| (source.code(DType::F32, wild) as u32).to_le_bytes()).collect();
    let written = vec![0xFF; vmi::OUTPUT_BYTES as usize];
    let mut args = vec![LaunchArg::Bytes(input), LaunchArg::Bytes(written)];
    let launch = Launch { reference, ..Launch::default() };
    program.run(&mut args, &launch).map_err(|d| format!("stops: {}", d.message))?;
    Ok(args[1].bytes().unwrap_or_default().to_vec())
}

/// Whether a random program is lowered; it then gives the same bits.
fn is_lowered(seed: u64) -> bool {
    let mut choices = Choices::seeded(seed);
    let size = 4 + choices.below(16);
    let text = vmi::program(&mut choices, size);
    let semantics = choices.pick(&[Semantics::Manual, Semantics::Silicon]);
    let place = format!("seed {seed}, {}", semantics.name());
    let expected = output(&text, semantics, seed, true);
    let expected = expected.unwrap_or_else(|e| panic!("{place}: {e}\n{text}"));
    let by_kernels = output(&text, semantics, seed, false);
    assert!(by_kernels.as_ref() == Ok(&expected), "{place}: kernels differ\n{text}");
    match pto_lower::registers(&text, Target::A5, Rulebook::default()) {
        Ok(Some(registers)) => {
            let found = output(&registers, semantics, seed, false);
            let found = found.unwrap_or_else(|e| panic!("{place}: {e}\n{text}{registers}"));
            let differs = found.iter().zip(&expected).position(|(a, b)| a != b);
            assert!(differs.is_none(), "{place}: byte {differs:?} differs\n{text}{registers}");
            true
        }
        Ok(None) => panic!("{place}: is no program on such registers\n{text}"),
        Err(_) => false,
    }
}

#[test]
fn random_programs_give_the_same_bits_lowered_and_not() {
    let Range { start, end } = seeds();
    let (next, lowered) = (AtomicU64::new(start), AtomicU64::new(0));
    let draw = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|s| *s < end) {
            lowered.fetch_add(is_lowered(seed).into(), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(draw);
        }
    });
    let lowered = lowered.into_inner();
    let left = end - start - lowered;
    println!("{lowered} lowered, {left} left as they are");
    assert!(lowered > left, "{lowered} programs are lowered, {left} are left");
}
