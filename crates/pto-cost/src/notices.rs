//! Which notifications a wait for counters needs: those after which the counters first pass its test.

use pto_isa::sem::ViewAt;
use pto_sim::{CounterTest, counter_places};
use rustc_hash::FxHashMap;

/// Notifications of one counter that a wait depends on; what is older has been waited for.
const KEPT: usize = 64;

/// A counter: what it held at first, and after each notification.
#[derive(Debug, Default)]
struct Counter {
    base: i32,
    values: Vec<(u32, i32)>,
}

/// The counters of a run.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    counters: FxHashMap<(u32, i64), Counter>,
    /// Notifications and transfers so far.
    count: u32,
}

impl Notices {
    /// The number of another notification or transfer.
    pub fn another(&mut self) -> u32 {
        self.count += 1;
        self.count - 1
    }

    /// A counter changes.
    pub fn notify(&mut self, place: (u32, i64), before: i32, after: i32) -> u32 {
        let id = self.another();
        let counter = self.counters.entry(place).or_default();
        if counter.values.last().is_none_or(|last| last.1 != before) {
            // Somebody has stored to it.
            *counter = Counter { base: before, values: Vec::new() };
        }
        counter.values.push((id, after));
        id
    }

    /// The notifications that a test of all counters of a view needs.
    pub fn needed(&self, view: &ViewAt, test: CounterTest) -> Vec<u32> {
        let mut list = Vec::new();
        for at in counter_places(view) {
            let Some(counter) = self.counters.get(&(view.at.buffer, at)) else { continue };
            if test.passes(counter.base) {
                continue;
            }
            if let Some(last) = counter.values.iter().position(|v| test.passes(v.1)) {
                let first = (last + 1).saturating_sub(KEPT);
                list.extend(counter.values[first..=last].iter().map(|v| v.0));
            }
        }
        list
    }
}
