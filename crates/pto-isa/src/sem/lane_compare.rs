//! Comparison and selection of the lanes of registers.

use super::compare::{Relation, number_code};
use super::exec::{Arg, Exec, Outcome, Trap};
use super::num::Num;
use crate::code;
use crate::dtype::DType;
use crate::with_num;

/// A comparison lane by lane. Its order is the attribute `cmp_mode`.
#[derive(Clone, Copy, Debug)]
pub struct LaneCompare {
    /// The first operand.
    pub a: u8,
    /// The second: a register or a number.
    pub b: u8,
    /// The lanes that take part; the others give zero.
    pub seed: u8,
    /// The predicate.
    pub mask: u8,
}

impl LaneCompare {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let word = x.word("cmp_mode").unwrap_or_default();
        let order = Relation::parse(word)
            .ok_or_else(|| Trap::new(format!("does not know the comparison `{word}`")))?;
        self.compare(x, order, DType::plain)
    }

    /// Executes a comparison of elements that are computed in the type that `computed_in` gives.
    pub fn compare(
        &self,
        x: &mut Exec<'_>,
        order: Relation,
        computed_in: impl Fn(DType) -> DType,
    ) -> Outcome {
        let (dtype, a) = x.lanes(self.a)?;
        let b = match x.arg(self.b) {
            // The sign is that of the register's type, whatever the number is called.
            Some(Arg::Scalar(from, code)) => vec![number_code(from, code, dtype); a.len()],
            _ => x.lanes(self.b)?.1,
        };
        let seed = x.active(self.seed, dtype, a.len())?;
        let plain = computed_in(dtype);
        let holds: Vec<bool> = with_num!(plain, T => {
            let value = |codes: &[u64], i: usize| T::from_code(plain, codes.get(i).copied().unwrap_or(0));
            (0..a.len()).map(|i| seed[i] && order.holds(value(&a, i), value(&b, i))).collect()
        });
        x.write_mask(self.mask, |i| holds.get(i).copied().unwrap_or(false))
    }
}

/// A choice between two registers, lane by lane and bit for bit.
#[derive(Clone, Copy, Debug)]
pub struct LaneSelect {
    /// Taken where the predicate is set.
    pub on: u8,
    /// Taken elsewhere.
    pub off: u8,
    /// The predicate.
    pub mask: u8,
    /// Where the lanes go.
    pub dst: u8,
}

impl LaneSelect {
    /// Executes by the definition.
    pub fn run(&self, x: &mut Exec<'_>) -> Outcome {
        let (dtype, on) = x.lanes(self.on)?;
        let (_, off) = x.lanes(self.off)?;
        let set = x.active(self.mask, dtype, on.len())?;
        let lanes = on.iter().zip(&off).zip(&set);
        let codes: Vec<u64> = lanes.map(|((&on, &off), &set)| if set { on } else { off }).collect();
        x.write_lanes(self.dst, &codes)
    }
}

/// `vperm`, `vselr`: for each lane the lane of `src` to take. A number past the last lane counts on from
/// the first again.
///
/// Source: pto-isa@3186c381 docs/isa/vector/ops/data-rearrangement/vperm.md:74; CANN 9.0 Ascend C API,
/// register Gather (atlasascendc_api_07_00009), which is `vselr`.
pub fn take_lanes(x: &mut Exec<'_>, [src, index, dst]: [u8; 3]) -> Outcome {
    let (_, src) = x.lanes(src)?;
    let (_, index) = x.lanes(index)?;
    let n = src.len().max(1) as u64;
    let lane = |&i: &u64| src.get((i % n) as usize).copied().unwrap_or(0);
    let codes: Vec<u64> = index.iter().map(lane).collect();
    x.write_lanes(dst, &codes)
}

/// `vselr`: lanes by number, or with a predicate `src1` where it is set and `src0` elsewhere. The form of the page has the
/// operands of the second kind and leaves the predicate out.
pub fn select_reverse(x: &mut Exec<'_>, [src0, src1, mask, dst]: [u8; 4]) -> Outcome {
    if x.arg(mask).is_none() {
        if !x.lanes(src1)?.0.is_int() {
            let trap = Trap::new("has no predicate, and no page says which one is meant").at(src1);
            let note = "the page selects by a predicate: write it as the third operand";
            return Err(trap.code(code::NOT_EXECUTABLE).note(note));
        }
        return take_lanes(x, [src0, src1, dst]);
    }
    LaneSelect { on: src1, off: src0, mask, dst }.run(x)
}
