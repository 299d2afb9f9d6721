//! Counters in global memory: which notifications a wait has certainly seen.
//!
//! A wait passes when a counter has some value. It is certain to have seen a notification if the counter could not have
//! that value without it, and without those that come after it: a counter raised by two devices of which one suffices
//! says nothing about either.

use super::clock::Clock;
use pto_sim::CounterTest;

/// Notifications of a counter that are kept; what is older counts as seen.
const KEPT: usize = 256;

/// What a notification does to a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Set(i32),
    Add(i32),
}

/// A notification: its place in the order of its scalar unit, and what was over before it.
#[derive(Clone, Debug)]
struct Notice {
    agent: usize,
    number: u32,
    clock: Clock,
    change: Change,
}

/// A counter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    /// What it held before the notifications that are kept.
    base: i32,
    /// What it holds, as far as notifications tell.
    value: i32,
    /// What was over before the notifications that are not kept.
    seen: Clock,
    notices: Vec<Notice>,
}

impl Counter {
    /// A scalar unit sets the counter or adds to it.
    pub fn notify(&mut self, (agent, number): (usize, u32), clock: Clock, step: (i32, i32, bool)) {
        let (before, after, adds) = step;
        if before != self.value || self.notices.is_empty() {
            // Somebody has stored to it.
            *self = Counter { base: before, value: before, ..Counter::default() };
        }
        let change = match adds {
            true => Change::Add(after.wrapping_sub(before)),
            false => Change::Set(after),
        };
        self.value = after;
        self.notices.push(Notice { agent, number, clock, change });
        if self.notices.len() > KEPT {
            let old = self.notices.remove(0);
            self.base = apply(self.base, old.change);
            self.seen.join(&old.clock);
        }
    }

    /// What is certainly over when a unit that knows `known` has seen the counter pass a test.
    pub fn pass(&self, test: CounterTest, known: &Clock) -> Clock {
        let mut over = self.seen.clone();
        for n in &self.notices {
            if known.get(n.agent) >= n.number || !test.passes(self.without(n)) {
                over.join(&n.clock);
            }
        }
        over
    }

    /// What the counter would hold without a notification and all that come after it.
    fn without(&self, missing: &Notice) -> i32 {
        let there = |n: &&Notice| {
            let same = (n.agent, n.number) == (missing.agent, missing.number);
            !same && n.clock.get(missing.agent) < missing.number
        };
        self.notices.iter().filter(there).fold(self.base, |value, n| apply(value, n.change))
    }
}

fn apply(value: i32, change: Change) -> i32 {
    match change {
        Change::Set(new) => new,
        Change::Add(more) => value.wrapping_add(more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_sim::CounterCmp;

    const AT_LEAST: fn(i32) -> CounterTest = |value| CounterTest { cmp: CounterCmp::Ge, value };

    /// The notifications of agents, each adding one.
    fn raised(by: &[(usize, u32)]) -> Counter {
        let mut counter = Counter::default();
        for (i, &(agent, number)) in (0..).zip(by) {
            let mut clock = Clock::default();
            clock.raise(agent, number);
            counter.notify((agent, number), clock, (i, i + 1, true));
        }
        counter
    }

    fn sees(counter: &Counter, test: CounterTest) -> [u32; 2] {
        let clock = counter.pass(test, &Clock::default());
        [0, 1].map(|agent| clock.get(agent))
    }

    #[test]
    fn a_wait_has_seen_what_it_cannot_pass_without() {
        let both = raised(&[(0, 1), (1, 1)]);
        assert_eq!(sees(&both, AT_LEAST(2)), [1, 1]);
        assert_eq!(sees(&both, AT_LEAST(1)), [0, 0], "either suffices");
    }

    #[test]
    fn a_later_notification_of_the_same_unit_does_not_hide_an_earlier_one() {
        let ahead = raised(&[(0, 1), (0, 2)]);
        assert_eq!(sees(&ahead, AT_LEAST(1)), [1, 0]);
        assert_eq!(sees(&ahead, AT_LEAST(2)), [2, 0]);
    }

    #[test]
    fn a_store_begins_anew() {
        let mut counter = raised(&[(0, 1)]);
        let mut clock = Clock::default();
        clock.raise(1, 5);
        counter.notify((1, 5), clock, (0, 1, true));
        assert_eq!(sees(&counter, AT_LEAST(1)), [0, 5]);
    }
}
