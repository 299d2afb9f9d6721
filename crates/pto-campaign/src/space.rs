//! The configurations of some parameters: every combination of their values that keeps the conditions.

use crate::expr::{Expr, ExprError};
use crate::values::MOST_CONFIGURATIONS;

/// A parameter and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub values: Vec<i64>,
    /// What the author of the kernel chose.
    pub default: Option<i64>,
}

/// Parameters, numbers that follow from them, and conditions between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// Parameters, in the order in which they were declared.
    pub axes: Vec<Axis>,
    /// Numbers that follow, each from what stands before it.
    pub derived: Vec<(String, Expr)>,
    /// What must not be zero.
    pub conditions: Vec<Expr>,
}

/// Values by name: parameters first, then what follows from them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(Vec<(String, i64)>);

impl Values {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<i64> {
        self.0.iter().rev().find(|v| v.0 == name).map(|v| v.1)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// Computes an expression.
    pub fn value(&self, expr: &Expr) -> Result<i64, ExprError> {
        expr.value(&|name| self.get(name))
    }
}

impl FromIterator<(String, i64)> for Values {
    fn from_iter<I: IntoIterator<Item = (String, i64)>>(values: I) -> Values {
        Values(values.into_iter().collect())
    }
}

impl Space {
    /// How many combinations there are before any condition; `None` for too many.
    pub fn combinations(&self) -> Option<u64> {
        let count = self.axes.iter().try_fold(1u64, |n, a| n.checked_mul(a.values.len() as u64));
        count.filter(|n| *n <= MOST_CONFIGURATIONS)
    }

    /// The values of the parameters of a combination; the last parameter changes fastest.
    pub fn combination(&self, mut i: u64) -> Vec<i64> {
        let mut values = vec![0; self.axes.len()];
        for (value, axis) in values.iter_mut().zip(&self.axes).rev() {
            let n = axis.values.len() as u64;
            *value = axis.values[(i % n) as usize];
            i /= n;
        }
        values
    }

    /// The numbers of the combinations that keep the conditions, in order. A condition that cannot be computed is not kept.
    pub fn configurations(&self) -> Vec<u64> {
        let all = 0..self.combinations().unwrap_or(0);
        let kept = |i: &u64| self.resolve(&self.combination(*i)).is_ok_and(|v| self.allows(&v));
        all.filter(|i| self.conditions.is_empty() || kept(i)).collect()
    }

    /// Whether the conditions are kept.
    pub fn allows(&self, values: &Values) -> bool {
        self.conditions.iter().all(|c| values.value(c).is_ok_and(|n| n != 0))
    }

    /// Values of parameters, with what follows from them.
    pub fn resolve(&self, values: &[i64]) -> Result<Values, ExprError> {
        let named = self.axes.iter().map(|a| a.name.clone()).zip(values.iter().copied());
        let mut all = Values(named.collect());
        for (name, expr) in &self.derived {
            let value = all.value(expr)?;
            all.0.push((name.clone(), value));
        }
        Ok(all)
    }

    /// The configuration of the author: defaults, and the first value of what has none.
    pub fn default_configuration(&self) -> Vec<i64> {
        let of = |a: &Axis| a.default.or(a.values.first().copied()).unwrap_or_default();
        self.axes.iter().map(of).collect()
    }

    /// Gives a parameter other values, or adds it.
    pub fn set(&mut self, name: &str, values: Vec<i64>) {
        self.derived.retain(|d| d.0 != name);
        match self.axes.iter_mut().find(|a| a.name == name) {
            Some(axis) => {
                axis.default = axis.default.filter(|d| values.contains(d));
                axis.values = values;
            }
            None => self.axes.push(Axis { name: name.into(), values, default: None }),
        }
    }

    /// Whether a name has a value.
    pub fn knows(&self, name: &str) -> bool {
        self.axes.iter().any(|a| a.name == name) || self.derived.iter().any(|d| d.0 == name)
    }
}
