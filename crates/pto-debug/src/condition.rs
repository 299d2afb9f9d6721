//! Conditions on the values of a run: `acc[3,7] > 1e4`, `any nan in x`, `%row == 16`.

use crate::look::Content;
use pto_isa::format::decode;
use pto_sim::CoreState;
use std::fmt;

/// Something that holds of a core or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// An element of a value, or a number, compared with a number.
    Compare {
        /// The value, without `%`.
        name: String,
        /// Row and column of an element; all elements are meant by `any` without one.
        place: Option<(u32, u32)>,
        /// How.
        relation: Relation,
        /// With what.
        number: f64,
    },
    /// Whether some elements of a value are of a kind.
    Any {
        /// The kind.
        kind: Kind,
        /// The value, without `%`.
        name: String,
    },
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

const RELATIONS: [(&str, Relation); 6] = [
    ("<=", Relation::LessOrEqual),
    (">=", Relation::GreaterOrEqual),
    ("==", Relation::Equal),
    ("!=", Relation::NotEqual),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

/// What elements are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Nan,
    Inf,
    Zero,
}

impl Condition {
    /// Reads a condition; the answer to a wrong one says what would pass.
    ///
    /// ```
    /// use pto_debug::Condition;
    /// assert_eq!(Condition::parse("acc[3,7] > 1e4").unwrap().to_string(), "acc[3,7] > 10000");
    /// assert_eq!(Condition::parse("any nan in %x").unwrap().to_string(), "any nan in x");
    /// assert!(Condition::parse("acc").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Condition, String> {
        let wrong = || {
            format!("`{text}` is no condition: use `acc[3,7] > 1e4`, `n == 4` or `any nan in x`")
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        if let ["any", kind, "in", name] = words[..] {
            let kind = match kind {
                "nan" => Kind::Nan,
                "inf" => Kind::Inf,
                "zero" => Kind::Zero,
                _ => return Err(wrong()),
            };
            return Ok(Condition::Any { kind, name: name.trim_start_matches('%').into() });
        }
        let found = RELATIONS.iter().find_map(|(sign, r)| Some((text.split_once(sign)?, *r)));
        let ((left, right), relation) = found.ok_or_else(wrong)?;
        let number = right.trim().parse().map_err(|_| wrong())?;
        let (name, place) = element(left.trim()).ok_or_else(wrong)?;
        Ok(Condition::Compare { name, place, relation, number })
    }

    /// Whether it holds of a core; not if there is no such value yet.
    pub fn holds(&self, core: &CoreState<'_>) -> bool {
        let name = match self {
            Condition::Compare { name, .. } | Condition::Any { name, .. } => name,
        };
        let Some(content) = core.value(name).and_then(|v| Content::of(core, v)) else {
            return false;
        };
        let grid = content.elements();
        let value = |code: u64| decode(grid.dtype, code);
        match self {
            Condition::Compare { place, relation, number, .. } => {
                let holds = |v: f64| match relation {
                    Relation::Less => v < *number,
                    Relation::LessOrEqual => v <= *number,
                    Relation::Equal => v == *number,
                    Relation::NotEqual => v != *number,
                    Relation::GreaterOrEqual => v >= *number,
                    Relation::Greater => v > *number,
                };
                match place {
                    Some((r, c)) if *r < grid.rows && *c < grid.cols => {
                        holds(value(grid.at(*r, *c)))
                    }
                    Some(_) => false,
                    None => grid.codes().iter().any(|&code| holds(value(code))),
                }
            }
            Condition::Any { kind, .. } => {
                grid.codes().iter().any(|&code| match (kind, value(code)) {
                    (Kind::Nan, v) => v.is_nan(),
                    (Kind::Inf, v) => v.is_infinite(),
                    (Kind::Zero, v) => v == 0.0,
                })
            }
        }
    }
}

/// Reads `acc`, `%acc` or `acc[3,7]`: a name and a place.
pub fn element(text: &str) -> Option<(String, Option<(u32, u32)>)> {
    let text = text.trim_start_matches('%');
    let is_name =
        |n: &str| !n.is_empty() && n.chars().all(|c| c.is_alphanumeric() || "_.$-".contains(c));
    match text.split_once('[') {
        None => is_name(text).then(|| (text.to_string(), None)),
        Some((name, rest)) => {
            let (row, col) = rest.strip_suffix(']')?.split_once(',')?;
            let place = (row.trim().parse().ok()?, col.trim().parse().ok()?);
            is_name(name).then(|| (name.to_string(), Some(place)))
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Compare { name, place, relation, number } => {
                f.write_str(name)?;
                if let Some((r, c)) = place {
                    write!(f, "[{r},{c}]")?;
                }
                let sign = RELATIONS.iter().find(|r| r.1 == *relation).map_or("", |r| r.0);
                write!(f, " {sign} {number}")
            }
            Condition::Any { kind, name } => {
                let kind = match kind {
                    Kind::Nan => "nan",
                    Kind::Inf => "inf",
                    Kind::Zero => "zero",
                };
                write!(f, "any {kind} in {name}")
            }
        }
    }
}
