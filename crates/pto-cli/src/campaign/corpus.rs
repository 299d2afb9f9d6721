//! Programs of a corpus: each from bytes that whoever keeps the corpus changes, with what is new in it and what does not hold.

use super::finding::{Draw, Origin, look_at};
use pto_isa::Target;
use pto_smith::Kind;
use pto_smith::novelty::features;
use serde_json::Value;

/// What the programs of a corpus are made of.
#[derive(Clone, Copy, Debug)]
pub struct Programs {
    kind: Kind,
    target: Target,
    size: u32,
}

impl Programs {
    /// The kinds of random programs that there are for a target; `None` if there is no such target.
    pub fn kinds(target: &str) -> Option<Vec<&'static str>> {
        let target = Target::parse(target)?;
        Some(Kind::ALL.iter().filter(|k| k.1.is_for(target)).map(|k| k.0).collect())
    }

    /// Programs of a kind for a target, of about this many instructions; `None` if there are none.
    pub fn new(kind: &str, target: &str, size: u32) -> Option<Programs> {
        let (kind, target) = (Kind::parse(kind)?, Target::parse(target)?);
        kind.is_for(target).then_some(Programs { kind, target, size })
    }

    /// What the program of some bytes has; nothing if they give none.
    pub fn features(&self, bytes: &[u8]) -> Vec<u64> {
        let text = self.kind.program_of(bytes, self.target, self.size);
        text.map(|t| features(&t).into_iter().collect()).unwrap_or_default()
    }

    /// What does not hold of the program of some bytes, as the row of a campaign says it.
    pub fn look(&self, bytes: &[u8]) -> String {
        let Programs { kind, target, size } = *self;
        let fields = look_at(Draw { kind, origin: Origin::Bytes(bytes), target, size });
        Value::Object(fields).to_string()
    }
}
