//! A vector scope with a chain of legal register instructions, loops and branches runs the same way by
//! definitions and by kernels.
#![no_main]

#[path = "../../crates/pto-sim/tests/registers/chain.rs"]
mod chain;
#[path = "../../crates/pto-sim/tests/registers/compare.rs"]
#[allow(dead_code)]
mod compare;
#[path = "../../crates/pto-sim/tests/registers/contents.rs"]
mod contents;
#[path = "../../crates/pto-sim/tests/fast_gen/mod.rs"]
mod data;
#[path = "../../crates/pto-sim/tests/registers/draw.rs"]
#[allow(dead_code)]
mod draw;
#[path = "choices.rs"]
mod rng;
#[path = "../../crates/pto-sim/tests/registers/statement.rs"]
mod statement;
#[path = "../../crates/pto-sim/tests/differential/uses.rs"]
#[allow(dead_code)]
mod uses;
#[path = "../../crates/pto-sim/tests/registers/write.rs"]
mod write;

use libfuzzer_sys::fuzz_target;
use pto_check::{Options, verify};
use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{DType, Target};
use pto_sim::{Launch, decode};
use rng::Rng;

impl contents::Source for data::Rng {
    fn below(&mut self, n: u32) -> u32 {
        data::Rng::below(self, n)
    }
    fn bits(&mut self) -> u64 {
        self.next()
    }
    fn code(&mut self, dtype: DType, wild: bool) -> u64 {
        data::Rng::code(self, dtype, wild)
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut rng = Rng::new(bytes);
    let target = rng.pick(&Target::PROFILES);
    let semantics = rng.pick(&[Semantics::Manual, Semantics::Silicon]);
    let blocks = 1 + rng.below(2);
    let w = chain::write_program(&mut rng, target, 24);
    let text = w.text();
    let (module, syntax) = pto_ir::parse(&text);
    if let Some(d) = syntax.iter().find(|d| d.is_error()) {
        panic!("{} in\n{text}", d.message);
    }
    let verified = match verify(module, target, &Options::default()) {
        Ok((verified, _)) => verified,
        Err((_, found)) => {
            let errors = found.iter().filter(|d| d.is_error()).map(|d| d.message.as_str());
            panic!("{} in\n{text}", errors.collect::<Vec<_>>().join("; "));
        }
    };
    let numerics = Numerics::new(target, semantics);
    let Ok(program) = decode(&verified, None, numerics) else { panic!("not decoded:\n{text}") };
    let mut source = data::Rng::new(rng.next());
    let launch = Launch { max_steps: Some(5000), blocks, ..Launch::default() };
    for _ in 0..2 {
        let args = contents::arguments(&mut source, &w);
        let outcome = compare::compare(&program, &args, &launch, false);
        if std::env::var_os("PTO_SHOW").is_some() || outcome.is_err() {
            let numbers = contents::show(&args, &w);
            eprintln!("{target} {} {numbers}\n{text}", semantics.name());
        }
        match outcome {
            Ok(same) => {
                if std::env::var_os("PTO_SHOW").is_some() {
                    eprintln!("{}", same.trap.unwrap_or_else(|| "runs to its end".into()));
                }
            }
            Err(difference) => panic!("{difference}"),
        }
    }
});
