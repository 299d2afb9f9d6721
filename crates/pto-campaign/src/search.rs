//! Which configurations of a space to look at: all of a small one; of a large one a sample, then the neighbours of the best.
//!
//! Nothing depends on chance or on time: the same space and budget give the same configurations.

use crate::space::Space;
use pto_isa::order;
use std::collections::HashMap;

/// What came of a search, in the order in which configurations were looked at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Configurations by number, with what they take; `None` for what is illegal.
    pub tried: Vec<(u64, Option<f64>)>,
    /// Whether every configuration was looked at.
    pub exhaustive: bool,
}

/// Configurations that are looked at together, so that they can be done side by side.
const BATCH: usize = 64;

/// Looks at no more than `budget` configurations. `measure` is given some and says what each takes.
pub fn search(
    space: &Space,
    budget: usize,
    measure: &mut dyn FnMut(&[u64]) -> Vec<Option<f64>>,
) -> Found {
    let mut found = Found::default();
    let whole = space.combinations().unwrap_or(0);
    if whole <= budget as u64 {
        let all = space.configurations();
        found.tried = all.iter().copied().zip(measure(&all)).collect();
        found.exhaustive = true;
        return found;
    }
    let mut seen: HashMap<u64, Option<f64>> = HashMap::new();
    let mut random = Random(1);
    let keeps = |i: &u64| space.resolve(&space.combination(*i)).is_ok_and(|v| space.allows(&v));
    // The author's own, and a sample of a quarter of the budget.
    let mut next: Vec<u64> = number_of(space, &space.default_configuration()).into_iter().collect();
    for _ in 0..budget {
        if next.len() < budget / 4 {
            next.push(random.below(whole));
        }
    }
    loop {
        next.retain(|i| !seen.contains_key(i) && keeps(i));
        order::sort(&mut next);
        next.dedup();
        next.truncate(budget.saturating_sub(seen.len()));
        if next.is_empty() {
            break;
        }
        for batch in next.chunks(BATCH) {
            let taken = measure(batch);
            for (i, cost) in batch.iter().copied().zip(taken) {
                seen.insert(i, cost);
                found.tried.push((i, cost));
            }
        }
        next = neighbours_of_best(space, &seen);
    }
    found
}

/// Configurations one step away from the best that have such that nobody has looked at.
fn neighbours_of_best(space: &Space, seen: &HashMap<u64, Option<f64>>) -> Vec<u64> {
    let mut legal: Vec<(u64, f64)> =
        seen.iter().filter_map(|(i, cost)| cost.map(|c| (*i, c))).collect();
    order::by(&mut legal, |a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let mut next = Vec::new();
    for (i, _) in legal {
        let before = next.len();
        let mut stride = 1;
        for axis in space.axes.iter().rev() {
            let count = axis.values.len() as u64;
            let at = i / stride % count;
            next.extend((at > 0).then(|| i - stride));
            next.extend((at + 1 < count).then(|| i + stride));
            stride *= count;
        }
        next.retain(|n| !seen.contains_key(n));
        if next.len() > before && next.len() >= BATCH {
            break;
        }
    }
    next
}

/// The number of a combination.
pub fn number_of(space: &Space, values: &[i64]) -> Option<u64> {
    let mut number = 0;
    for (axis, value) in space.axes.iter().zip(values) {
        let at = axis.values.iter().position(|v| v == value)?;
        number = number * axis.values.len() as u64 + at as u64;
    }
    Some(number)
}

/// Numbers that look random (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n.max(1)
    }
}

/// How much the orders of two lists of numbers agree: Kendall's tau-b, from -1 to 1, with ties. `None` without two
/// different numbers in each.
pub fn kendall_tau(a: &[f64], b: &[f64]) -> Option<f64> {
    let (mut agree, mut ties_a, mut ties_b, mut pairs) = (0i64, 0i64, 0i64, 0i64);
    for i in 0..a.len().min(b.len()) {
        for j in 0..i {
            let (x, y) = (a[i].total_cmp(&a[j]) as i64, b[i].total_cmp(&b[j]) as i64);
            pairs += 1;
            ties_a += i64::from(x == 0);
            ties_b += i64::from(y == 0);
            agree += x * y;
        }
    }
    let bound = (((pairs - ties_a) as f64) * ((pairs - ties_b) as f64)).sqrt();
    (bound > 0.0).then(|| agree as f64 / bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Space {
        let mut space = Space::default();
        for name in ["x", "y", "z"] {
            space.set(name, (0..40).collect());
        }
        space
    }

    fn measured(space: &Space, budget: usize) -> (Found, usize) {
        let mut looked_at = 0;
        let found = search(space, budget, &mut |batch| {
            looked_at += batch.len();
            let cost = |i: &u64| {
                let v = space.combination(*i);
                let near = |a: i64, b: i64| ((a - b) * (a - b)) as f64;
                // Some of it is illegal.
                (v[0] + v[1] < 70).then(|| near(v[0], 31) + near(v[1], 7) + near(v[2], 19))
            };
            batch.iter().map(cost).collect()
        });
        (found, looked_at)
    }

    #[test]
    fn a_small_space_is_looked_at_whole() {
        let space = space();
        let (found, looked_at) = measured(&space, 64_000);
        assert!(found.exhaustive && looked_at == 64_000);
    }

    #[test]
    fn the_best_of_a_large_space_is_found_within_the_budget() {
        let space = space();
        let (found, looked_at) = measured(&space, 2000);
        assert!(!found.exhaustive && looked_at <= 2000, "{looked_at}");
        let best = found.tried.iter().filter_map(|t| t.1).fold(f64::INFINITY, f64::min);
        assert_eq!(best, 0.0);
        assert_eq!(found, measured(&space, 2000).0, "the same search again");
    }

    #[test]
    fn orders_are_compared() {
        assert_eq!(kendall_tau(&[1.0, 2.0, 3.0], &[10.0, 20.0, 30.0]), Some(1.0));
        assert_eq!(kendall_tau(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), Some(-1.0));
        assert_eq!(kendall_tau(&[1.0, 1.0], &[1.0, 2.0]), None);
    }
}
