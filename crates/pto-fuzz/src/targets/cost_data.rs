//! Files of cost data, from anybody.

use crate::program::must_verify;
use crate::timeline::time;
use pto_cost::CostData;
use pto_isa::Target;
use pto_smith::{Choices, auto};
use std::sync::LazyLock;

static BUILTIN: LazyLock<CostData> = LazyLock::new(CostData::builtin);

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(e) = CostData::default().read(&text) {
        assert!(e.line >= 1 && e.line <= text.lines().count(), "{e}");
    }
    let mut numbers = BUILTIN.clone();
    match numbers.replace(&text) {
        Err(e) => {
            assert!(e.line >= 1 && e.line <= text.lines().count(), "{e}");
            assert!(!e.message.is_empty());
        }
        Ok(()) => {
            let mut choices = Choices::from_bytes(data);
            let program = auto::program(&mut Choices::seeded(choices.bits() % 8), 12);
            let target = [Target::A2A3, Target::A5][choices.bits() as usize % 2];
            time(&must_verify(&program, target), &program, Some(&numbers), &mut choices);
        }
    }
}
