//! Conditions on the counters by which devices wait for each other.

/// A condition on counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterTest {
    /// The comparison: `eq`, `ne`, `gt`, `ge`, `lt` or `le`.
    pub cmp: CounterCmp,
    /// What they are compared with.
    pub value: i32,
}

/// A comparison of a counter with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CounterCmp {
    Eq,
    Ne,
    Gt,
    Ge,
    Lt,
    Le,
}

impl CounterCmp {
    /// By its word.
    pub fn of(word: &str) -> Option<CounterCmp> {
        Some(match word.to_ascii_lowercase().as_str() {
            "eq" => CounterCmp::Eq,
            "ne" => CounterCmp::Ne,
            "gt" => CounterCmp::Gt,
            "ge" => CounterCmp::Ge,
            "lt" => CounterCmp::Lt,
            "le" => CounterCmp::Le,
            _ => return None,
        })
    }
}

impl CounterTest {
    /// Whether a counter passes.
    pub fn passes(self, counter: i32) -> bool {
        match self.cmp {
            CounterCmp::Eq => counter == self.value,
            CounterCmp::Ne => counter != self.value,
            CounterCmp::Gt => counter > self.value,
            CounterCmp::Ge => counter >= self.value,
            CounterCmp::Lt => counter < self.value,
            CounterCmp::Le => counter <= self.value,
        }
    }

    /// What it waits for, in words.
    pub(crate) fn words(self) -> String {
        let how = match self.cmp {
            CounterCmp::Eq => "to be",
            CounterCmp::Ne => "not to be",
            CounterCmp::Gt => "to be more than",
            CounterCmp::Ge => "to be at least",
            CounterCmp::Lt => "to be less than",
            CounterCmp::Le => "to be at most",
        };
        format!("{how} {}", self.value)
    }
}
