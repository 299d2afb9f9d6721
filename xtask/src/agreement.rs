//! Facts from elsewhere against what is computed here: names of types, and the count of agreement.

use pto_isa::DType;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The rule by which shifts differ.
pub const SHIFT: &str = "shift-count: a shift by the width or more is refused here, and by the count modulo the width there";

/// The element type a name of pto-spec stands for; `None` if there is no such type here.
pub fn dtype(name: &str) -> Option<DType> {
    Some(match name {
        "S8" => DType::I8,
        "S16" => DType::I16,
        "S32" => DType::I32,
        "S64" => DType::I64,
        "U8" => DType::U8,
        "U16" => DType::U16,
        "U32" => DType::U32,
        "U64" => DType::U64,
        "FP32" => DType::F32,
        "FP16" => DType::F16,
        "BF16" => DType::Bf16,
        "E4M3" => DType::F8E4M3,
        "E5M2" => DType::F8E5M2,
        "HiF8" => DType::Hif8,
        "E8M0" => DType::F8E8M0,
        _ => return None,
    })
}

/// The bits of `0x1f`, cut to a type: the facts extend the sign of narrow integers.
pub fn code(text: &str, dtype: DType) -> Option<u64> {
    let bits = u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
    Some(bits & pto_isa::sem::exec::all_ones(dtype))
}

/// How a fact compares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same bits.
    Agrees,
    /// Other bits, for a reason that has a name.
    Rule(&'static str),
    /// Other bits.
    Differs(String),
    /// Nothing here to compare with, and why.
    Skipped(String),
}

/// Compares a result. Where a rule says that the facts differ, they must be what it says.
pub fn judge(found: u64, want: u64, rule: Option<(&'static str, u64)>) -> Verdict {
    match rule {
        _ if found == want => Verdict::Agrees,
        Some((rule, there)) if there == want => Verdict::Rule(rule),
        _ => Verdict::Differs(format!("{found:#x}, not {want:#x}")),
    }
}

/// Counts of verdicts by kind of fact.
#[derive(Debug, Default)]
pub struct Tally {
    kinds: BTreeMap<String, [usize; 4]>,
    reasons: BTreeMap<String, usize>,
    differences: Vec<String>,
}

impl Tally {
    /// Counts one fact.
    pub fn add(&mut self, kind: &str, fact: &str, verdict: Verdict) {
        let column = match &verdict {
            Verdict::Agrees => 0,
            Verdict::Rule(_) => 1,
            Verdict::Differs(_) => 2,
            Verdict::Skipped(_) => 3,
        };
        self.kinds.entry(kind.into()).or_default()[column] += 1;
        match verdict {
            Verdict::Agrees => {}
            Verdict::Rule(rule) => {
                *self.reasons.entry(format!("by quirk {rule}")).or_default() += 1
            }
            Verdict::Skipped(why) => {
                *self.reasons.entry(format!("skipped: {why}")).or_default() += 1
            }
            Verdict::Differs(how) => self.differences.push(format!("{fact}: {how}")),
        }
    }

    /// Prints the counts, the reasons and the differences; fails if there are any.
    pub fn report(&self) -> ExitCode {
        println!("| kind | agree | differ by a rule | differ | skipped |\n|---|---|---|---|---|");
        for (kind, [agree, rule, differ, skipped]) in &self.kinds {
            println!("| {kind} | {agree} | {rule} | {differ} | {skipped} |");
        }
        for (reason, count) in &self.reasons {
            println!("{count:>6}  {reason}");
        }
        for line in self.differences.iter().take(40) {
            println!("differs: {line}");
        }
        match self.differences.len() {
            0 => ExitCode::SUCCESS,
            n => {
                println!("{n} facts differ without a rule");
                ExitCode::FAILURE
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_cut_to_their_type() {
        assert_eq!(code("0xfffffffffffffffc", DType::I8), Some(0xFC));
        assert_eq!(code("0x1ff", DType::U16), Some(0x1FF));
        assert_eq!(code("12", DType::U16), None);
    }

    #[test]
    fn a_rule_excuses_only_a_difference() {
        assert_eq!(judge(1, 1, Some(("r", 2))), Verdict::Agrees);
        assert_eq!(judge(1, 2, Some(("r", 2))), Verdict::Rule("r"));
        assert_eq!(judge(1, 3, Some(("r", 2))), Verdict::Differs("0x1, not 0x3".into()));
        assert_eq!(judge(1, 2, None), Verdict::Differs("0x1, not 0x2".into()));
    }
}
