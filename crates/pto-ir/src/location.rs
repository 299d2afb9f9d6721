//! What built operations were made from: a text for each, such as `layer3/softmax:17`.

use crate::intern::{Sym, Symbols};

/// Texts that stand for places, for the operations of a module from some number on.
///
/// Neighbours are usually made from the same thing, so only changes are kept.
#[derive(Clone, Debug, Default)]
pub struct Locations {
    texts: Symbols,
    /// From this operation on, until the next entry; `None` for unknown.
    changes: Vec<(u32, Option<Sym>)>,
}

impl Locations {
    /// Operations from number `node` on were made from `text`; numbers must not fall.
    pub(crate) fn set(&mut self, node: u32, text: Option<&str>) {
        let text = text.map(|t| self.texts.intern(t));
        match self.changes.last_mut() {
            Some(last) if last.1 == text => {}
            None if text.is_none() => {}
            Some(last) if last.0 == node => last.1 = text,
            _ => self.changes.push((node, text)),
        }
    }

    /// What the operation of this number was made from.
    pub fn of(&self, node: u32) -> Option<&str> {
        let after = self.changes.partition_point(|c| c.0 <= node);
        let (_, text) = self.changes.get(after.checked_sub(1)?)?;
        text.map(|t| self.texts.get(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_holds_until_the_next() {
        let mut l = Locations::default();
        l.set(0, None);
        l.set(3, Some("a"));
        l.set(5, Some("a"));
        l.set(6, Some("b"));
        l.set(6, Some("c"));
        l.set(8, None);
        let texts: Vec<Option<&str>> = (2..9).map(|n| l.of(n)).collect();
        assert_eq!(texts, [None, Some("a"), Some("a"), Some("a"), Some("c"), Some("c"), None]);
        assert_eq!(l.changes.len(), 3);
    }
}
