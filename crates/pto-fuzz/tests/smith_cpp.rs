//! Random programs become C++ that a compiler reads, or are refused for a reason of their own.
//!
//! `PTO_SMITH_SEEDS=N` takes N programs of each kind and target.

use pto_isa::{Target, code};
use pto_lower::EmitOptions;
use pto_smith::Kind;
use pto_tests::cpp::compile_folder;
use std::path::Path;

#[test]
fn random_programs_become_cpp_that_a_compiler_reads() {
    let seeds = std::env::var("PTO_SMITH_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(24);
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("smith-cpp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for C++ can be made");
    let (mut written, mut refused) = (0, 0);
    for (name, kind) in Kind::ALL {
        for target in [Target::A2A3, Target::A5].into_iter().filter(|t| kind.is_for(*t)) {
            for i in 0..seeds {
                // Seeds that are far apart begin with other instructions.
                let Some(text) = kind.program(17 * i, target, 6) else { continue };
                match pto_lower::emit(&text, target, &EmitOptions::default()) {
                    Ok(emitted) => {
                        written += 1;
                        let file = folder.join(format!("{name}_{i}.{target}.cpp"));
                        std::fs::write(file.with_extension("pto"), &text).unwrap();
                        std::fs::write(file, emitted.text).unwrap();
                    }
                    Err(failed) => {
                        refused += 1;
                        let own = failed.findings.iter().find(|d| d.code == code::LOWERING);
                        assert!(own.is_none(), "{name} {i} {target}: {own:?}\n{text}");
                    }
                }
            }
        }
    }
    println!("{written} programs are written as C++, {refused} are refused");
    let read = compile_folder(&folder);
    if let Err(why) = &read {
        panic!("C++ that a compiler refuses, see {}:\n{why}", folder.display());
    }
    let _ = std::fs::remove_dir_all(&folder);
    assert!(written > 0);
}
