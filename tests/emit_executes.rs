//! Emitted C++ computes what a run computes: random programs of numbers and control flow are run, written as C++,
//! compiled against a stub that executes on the host, and print the same, bit for bit.
//!
//! The compiler traps on what C++ leaves undefined. Without a compiler the test says that it is skipped.

use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_lower::EmitOptions;
use pto_sim::{Launch, Limits};
use pto_smith::Choices;
use pto_tests::cpp::compiler;
use pto_tests::root;
use std::fmt::Write as _;
use std::process::Command;

const PROGRAMS: u64 = 120;

/// What a run prints.
fn run(text: &str) -> String {
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{text}\n{found:?}");
    let verified = pto_check::verify(module, Target::A5, &pto_check::Options::default());
    let (verified, _) = verified.unwrap_or_else(|(_, found)| panic!("{text}\n{found:?}"));
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let program =
        pto_sim::decode(&verified, Some("k"), numerics).unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    let launch = Launch { limits: Limits::of_steps(1_000_000), ..Launch::default() };
    let report = program.run(&mut [], &launch);
    let report = report.unwrap_or_else(|e| panic!("{text}\n{e:?}"));
    report.printed.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn numbers_and_control_flow_are_the_same_in_cpp() {
    let Some(compiler) = compiler() else { return };
    let programs: Vec<String> = (0..PROGRAMS)
        .map(|seed| pto_smith::numbers::program(&mut Choices::seeded(seed), 25))
        .collect();
    let expected: Vec<String> = programs.iter().map(|text| run(text)).collect();
    let mut cpp = String::from("#include \"pto/pto-inst.hpp\"\nusing namespace pto;\n");
    for (i, text) in programs.iter().enumerate() {
        let emitted = pto_lower::emit(text, Target::A5, &EmitOptions::default());
        let emitted = emitted.unwrap_or_else(|e| panic!("{text}\n{:?}", e.findings));
        let _ = writeln!(cpp, "namespace program{i} {{");
        // The include stands in front of all of them.
        emitted.text.lines().skip(2).for_each(|l| cpp.extend([l, "\n"]));
        cpp.push_str("}\n");
    }
    // A trap must not swallow what was printed before it.
    cpp.push_str("int main() {\n  std::setvbuf(stdout, nullptr, _IONBF, 0);\n");
    for i in 0..programs.len() {
        let _ = writeln!(cpp, "  std::printf(\"program %d\\n\", {i}); program{i}::k();");
    }
    cpp.push_str("}\n");
    let folder = std::env::temp_dir().join(format!("pto-executes-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, binary) = (folder.join("all.cpp"), folder.join("all"));
    std::fs::write(&source, &cpp).unwrap();
    let built = Command::new(compiler)
        .args(["-std=c++17", "-O1", "-w", "-ffp-contract=off"])
        .args(["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-I"])
        .arg(root().join("crates/pto-lower/tests/stub/executing"))
        .args(["-o".as_ref(), binary.as_os_str(), source.as_os_str()])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    // Wrong code may never end.
    let line = "ulimit -t 60; exec \"$0\"";
    let done = Command::new("sh").args(["-c", line]).arg(&binary).output().unwrap();
    let printed = String::from_utf8_lossy(&done.stdout).into_owned();
    std::fs::remove_dir_all(&folder).unwrap();
    let mut lines = printed.lines();
    for (i, (text, expected)) in programs.iter().zip(&expected).enumerate() {
        assert_eq!(lines.next(), Some(&*format!("program {i}")), "the program before ended early");
        for (n, expected) in expected.lines().enumerate() {
            let got = lines.next();
            let print = text.lines().filter(|l| l.contains("pto.print")).nth(n).unwrap_or_default();
            assert_eq!(got, Some(expected), "program {i}: {}\n{text}", print.trim());
        }
    }
    assert!(done.status.success(), "{:?}", done.status);
}
