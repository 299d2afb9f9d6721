//! What a shadow follows, and which line it ranks first.
//!
//! A file of `tests/shadow` computes `%y` from `%x`, 8x64 floats drawn from the range in its head. `// the most error` marks the line
//! that must come first. Whatever a file has, everything must be followed, and the bound of each result must be that of rounding: not
//! zero, because something was rounded, and small where the results are finite and nothing cancels.

use pto_debug::{NotFollowed, Shadow, shadow};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use std::path::Path;

const COUNT: usize = 8 * 64;

/// Runs a file: what the shadow shows, and the arguments after the run.
fn run(name: &str) -> (String, Shadow, [LaunchArg<'static>; 2]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shadow").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let (module, found) = pto_ir::parse(&text);
    assert!(!found.iter().any(|d| d.is_error()), "{name}: {found:#?}");
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default())
        .unwrap_or_else(|(_, found)| panic!("{name}: {found:#?}"));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    let range = text.lines().find_map(|l| l.strip_prefix("// x: ")).unwrap();
    let (low, high) = range.split_once(" to ").unwrap();
    let (low, high): (f32, f32) = (low.parse().unwrap(), high.parse().unwrap());
    let mut state = 7u64;
    let mut draw = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        low + (high - low) * ((state >> 40) as f32 / (1 << 24) as f32)
    };
    let x = (0..COUNT).flat_map(|_| draw().to_le_bytes()).collect();
    let mut args = [LaunchArg::Bytes(x), LaunchArg::Bytes(vec![0; COUNT * 4])];
    let (_, shadow) = shadow(&program, numerics, &mut args, &Launch::default())
        .unwrap_or_else(|e| panic!("{name}: {e:?}"));
    (text, shadow, args)
}

fn marked_line(text: &str) -> usize {
    1 + text.lines().position(|l| l.ends_with("// the most error")).unwrap()
}

#[test]
fn a_softmax_without_max_subtraction_overflows_in_its_exponential() {
    let (text, shadow, args) = run("no_max_subtraction.pto");
    assert_eq!(shadow.lines[0].line, marked_line(&text));
    assert!(shadow.lines[0].overflows > 0);
    // The twins of a row are a softmax although the floats are NaN.
    let twins = shadow.outputs.iter().find(|o| o.arg == 1).unwrap().twins(&args);
    for row in twins.chunks(64) {
        assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{row:?}");
    }
    assert_eq!(shadow.not_followed, []);
}

#[test]
fn a_cancelling_variance_loses_its_bits_in_the_difference() {
    let (text, shadow, _) = run("cancelling_variance.pto");
    assert_eq!(shadow.lines[0].line, marked_line(&text));
    assert!(shadow.lines[0].cancelled_bits() > 10.0);
    assert_eq!(shadow.not_followed, []);
}

/// Every result has a bound that rounding explains: of some units in the last place.
fn is_followed(name: &str, ulps: f64) -> Shadow {
    let (_, shadow, args) = run(name);
    assert_eq!(shadow.not_followed, [], "{name}");
    let output = shadow.outputs.iter().find(|o| o.arg == 1).unwrap();
    let bounds = output.bounds(&args);
    let rounded = bounds.iter().filter(|b| **b > 0.0).count();
    assert!(rounded > COUNT / 2, "{name}: {rounded} of {COUNT} floats have an error");
    let floats = args[1].bytes().unwrap().chunks_exact(4);
    for (i, (float, bound)) in floats.zip(&bounds).enumerate() {
        let float = f32::from_le_bytes(float.try_into().unwrap());
        let most = ulps * f64::from(float.abs()) * f64::from(f32::EPSILON);
        assert!(*bound <= most, "{name}: element {i} is {float}, off by up to {bound:e}");
    }
    shadow
}

#[test]
fn twins_go_where_a_gather_puts_their_floats() {
    is_followed("gathered.pto", 0.6);
}

#[test]
fn twins_go_where_a_sort_puts_their_floats() {
    is_followed("sorted.pto", 0.6);
}

#[test]
fn registers_are_followed_around_a_loop() {
    let shadow = is_followed("registers.pto", 8.0);
    for op in ["pto.vmul", "pto.vadd", "pto.vcadd", "pto.vdiv"] {
        assert!(shadow.lines.iter().any(|l| l.op == op && l.elements > 0), "{op}");
    }
}

#[test]
fn stores_that_add_are_followed() {
    let shadow = is_followed("added_in_memory.pto", 2.0);
    assert!(shadow.lines.iter().any(|l| l.op == "pto.tstore" && l.added > 0.0));
}

#[test]
fn what_is_not_followed_is_said_in_words() {
    let text = include_str!("../../../examples/vcgadd_softmax.pto");
    let (module, _) = pto_ir::parse(text);
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    let x = (0..8 * 128).flat_map(|i| ((i * 37 % 101) as f32 / 50.0).to_le_bytes()).collect();
    let mut args =
        [LaunchArg::Bytes(x), LaunchArg::Bytes(vec![0; 8 * 128 * 4]), LaunchArg::Number(8)];
    let (_, shadow) = shadow(&program, numerics, &mut args, &Launch::default()).unwrap();
    let words = |n: &NotFollowed| format!("`{}` {}", n.op, n.why);
    let words: Vec<String> = shadow.not_followed.iter().map(words).collect();
    assert_eq!(words, ["`pto.vexpdif` computes something that there is no rule for"]);
    // What it wrote is taken for exact; all that comes after it is followed.
    let output = shadow.outputs.iter().find(|o| o.arg == 1).unwrap();
    let sum: f64 = output.twins(&args)[..128].iter().sum();
    assert!((sum - 1.0).abs() < 1e-12, "a row of twins adds up to {sum}");
}

#[test]
fn the_worst_element_of_an_output_is_the_one_with_the_largest_bound() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/softmax.pto");
    let (module, _) = pto_ir::parse(&std::fs::read_to_string(path).unwrap());
    let (verified, _) = pto_check::verify(module, Target::A5, &Default::default()).unwrap();
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
    // The last group of rows is shorter, and its last number is one that overflows.
    let count = 20 * 2048;
    let x = (0..count).flat_map(|i: u32| {
        let value = (i.wrapping_mul(2_654_435_761) >> 16) as f32 / 8192.0;
        if i + 1 == count { f32::INFINITY } else { value }.to_le_bytes()
    });
    let zeros = LaunchArg::Bytes(vec![0; 4 * count as usize]);
    let mut args = [LaunchArg::Bytes(x.collect()), zeros, LaunchArg::Number(20)];
    let (_, shadow) = shadow(&program, numerics, &mut args, &Launch::default()).unwrap();
    let output = shadow.outputs.iter().find(|o| o.arg == 1).unwrap();
    let (bounds, twins) = (output.bounds(&args), output.twins(&args));
    let relative = bounds.iter().zip(&twins).map(|(bound, twin)| bound / twin.abs());
    let worst = relative.enumerate().filter(|r| r.1.is_finite()).max_by(|a, b| a.1.total_cmp(&b.1));
    assert_eq!(output.worst, worst);
    assert_eq!(output.not_finite, bounds.iter().filter(|b| !b.is_finite()).count());
    assert!(output.not_finite > 0, "a row has no finite softmax");
}
