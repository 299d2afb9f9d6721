//! What the threads of a warp compute together: votes, exchanges and reductions.
//!
//! A warp is 32 threads with consecutive numbers. Those that come to the instruction together take part; the others,
//! and numbers beyond the end of the group, count for nothing.

use super::elem::Elem;
use super::exec::{Exec, Outcome, Trap};
use super::num::Num;
use super::numerics::Numerics;
use super::reduce::Fold;
use crate::dtype::DType;
use crate::with_num;

/// Threads of a warp.
pub const WARP: u32 = 32;

/// What is asked about a truth value of every thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// Whether all have it.
    All,
    /// Whether one has it.
    Any,
    /// Whether all have the same.
    Uniform,
    /// Which have it, a bit each.
    Ballot,
}

/// Whose value a thread receives, by its own place in its part of the warp and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// That of the thread with the number.
    Index,
    /// That of the thread this many places before.
    Up,
    /// That of the thread this many places after.
    Down,
    /// That of the thread whose place differs in these bits.
    Butterfly,
}

/// What the threads of a warp compute together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warp {
    /// Operand 0 is a truth value, 1 the answer.
    Vote(Vote),
    /// Operand 0 is a value, 1 a number, 2 what is received.
    Shuffle(Shuffle),
    /// Operand 0 is a value, 1 the result for all.
    Redux(Fold),
}

/// What a thread brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Its place in the warp.
    pub lane: u32,
    /// The code of its value, or its truth value.
    pub value: u64,
    /// Its number, where there is one.
    pub number: i64,
}

/// How the instruction is written.
#[derive(Clone, Copy, Debug)]
pub struct WarpForm {
    /// The type of the value.
    pub dtype: DType,
    /// Threads that exchange values: 16 or 32.
    pub width: u32,
    /// Whether integers are compared without a sign.
    pub unsigned: bool,
}

impl Warp {
    /// The operand that is the result.
    pub const fn result(self) -> u8 {
        match self {
            Warp::Vote(_) | Warp::Redux(_) => 1,
            Warp::Shuffle(_) => 2,
        }
    }

    /// What each thread receives; `lanes` are those that take part, in order.
    ///
    /// A source that is not there gives a thread its own value, as the values of the public tests say (PTOAS 0.60
    /// test/vpto/cases/micro-op/simt/simt-control-typed-core). Sums are taken in the order of the threads, each step rounded
    /// to the type; no source says which order devices take.
    pub fn run(self, lanes: &[Lane], form: WarpForm, numerics: &Numerics) -> Vec<u64> {
        match self {
            Warp::Vote(vote) => {
                let is_set = |l: &Lane| l.value & 1 == 1;
                let answer = match vote {
                    Vote::All => u64::from(lanes.iter().all(is_set)),
                    Vote::Any => u64::from(lanes.iter().any(is_set)),
                    Vote::Uniform => {
                        let first = lanes.first().is_some_and(is_set);
                        u64::from(lanes.iter().all(|l| is_set(l) == first))
                    }
                    Vote::Ballot => {
                        let bit = |l: &Lane| u64::from(is_set(l)) << l.lane;
                        lanes.iter().map(bit).fold(0, |a, b| a | b)
                    }
                };
                vec![answer; lanes.len()]
            }
            Warp::Shuffle(shuffle) => {
                let value_of = |own: &Lane| {
                    let from = shuffle.source(own, form.width);
                    let found = lanes.iter().find(|l| Some(l.lane) == from);
                    found.map_or(own.value, |l| l.value)
                };
                lanes.iter().map(value_of).collect()
            }
            Warp::Redux(fold) => {
                let dtype = match form.dtype {
                    DType::I32 if form.unsigned => DType::U32,
                    other => other,
                };
                let elem = fold.elem().resolve(numerics, dtype);
                let code = fold_lanes(elem, dtype, lanes);
                vec![code; lanes.len()]
            }
        }
    }

    /// A warp of one thread.
    pub fn alone(self, x: &mut Exec<'_>) -> Outcome {
        let (dtype, value) = x.scalar(0)?;
        let number = match self {
            Warp::Shuffle(_) => x.int(1)?,
            _ => 0,
        };
        let form = WarpForm::of(
            dtype,
            |name| x.word(name),
            |name| match x.attr(name) {
                Some(crate::AttrValue::Int(n)) => Some(n),
                _ => None,
            },
        );
        let given = self.run(&[Lane { lane: 0, value, number }], form, x.numerics);
        let code = given.first().ok_or_else(|| Trap::new("has no thread"))?;
        x.give(self.result(), *code);
        Ok(())
    }
}

impl WarpForm {
    /// From the attributes of the instruction.
    pub fn of<'a>(
        dtype: DType,
        word: impl Fn(&str) -> Option<&'a str>,
        number: impl Fn(&str) -> Option<i64>,
    ) -> WarpForm {
        let width = number("width").map_or(WARP, |n| n as u32);
        WarpForm { dtype, width, unsigned: word("signedness") == Some("unsigned") }
    }
}

impl Shuffle {
    /// The thread whose value one receives; `None` if it is outside its part of the warp.
    fn source(self, own: &Lane, width: u32) -> Option<u32> {
        let (width, base) = (i64::from(width), own.lane / width * width);
        let place = i64::from(own.lane - base);
        let from = match self {
            Shuffle::Index => own.number,
            Shuffle::Up => place.checked_sub(own.number)?,
            Shuffle::Down => place.checked_add(own.number)?,
            Shuffle::Butterfly => place ^ own.number,
        };
        (0..width).contains(&from).then(|| base + from as u32)
    }
}

fn fold_lanes(elem: Elem, dtype: DType, lanes: &[Lane]) -> u64 {
    with_num!(dtype, T => {
        let number = |l: &Lane| T::from_code(dtype, l.value);
        let mut all = lanes.iter().map(number);
        let first = all.next().unwrap_or(T::ZERO);
        let rounded = |n: T| T::from_code(dtype, n.to_code(dtype));
        all.fold(first, |sum, n| rounded(elem.call(sum, n, T::ZERO))).to_code(dtype)
    })
}
