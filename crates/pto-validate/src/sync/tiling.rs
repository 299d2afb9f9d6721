//! Windows that tile a view and are numbered row by row: the number divided by how many a row has chooses the row, the remainder the
//! place in it. Different numbers choose windows that share nothing.

use super::AbstractInterpreter;
use super::blocks::Cell;
use super::polynomial::{Poly, Symbol};
use super::windows::Extent;
use pto_ir::ValueId;
use pto_ir::dialect::{Arith, DialectOp};
use pto_ir::module::Def;

/// How a window follows from its number.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tiling {
    /// The dimension that the quotient chooses in, and how far apart rows of windows are.
    rows: (usize, i64),
    /// The dimension that the remainder chooses in, and how far apart windows of a row are.
    columns: (usize, i64),
    /// How many windows a row has.
    divisor: Poly,
    /// The cell of the number: another block's lie in others.
    number: Cell,
}

/// What a first index is a multiple of: a quotient or a remainder, of which number, by which.
struct Part {
    op: Arith,
    number: ValueId,
    divisor: Poly,
    distance: i64,
}

impl AbstractInterpreter<'_> {
    /// How the number of a window chooses it, if one does, in two of its dimensions.
    pub(super) fn tiling(&self, dims: &[Extent]) -> Option<Tiling> {
        let parts: Vec<Option<Part>> = dims.iter().map(|d| self.part(d.0)).collect();
        let fits = |i: usize, p: &Part| self.most(dims[i].1).is_some_and(|size| size <= p.distance);
        let found = |is: fn(Arith) -> bool| {
            let mut all = parts.iter().enumerate().filter_map(|(i, p)| Some((i, p.as_ref()?)));
            all.find(|(i, p)| is(p.op) && fits(*i, p))
        };
        let (i, row) = found(Arith::is_division)?;
        let (j, column) = found(Arith::is_remainder)?;
        let same_sign = (row.op == Arith::DivUI) == (column.op == Arith::RemUI);
        if !same_sign || row.number != column.number || row.divisor != column.divisor {
            return None;
        }
        Some(Tiling {
            rows: (i, row.distance),
            columns: (j, column.distance),
            number: self.cell(&self.poly(row.number), Some(1), None)?,
            divisor: row.divisor.clone(),
        })
    }

    /// A first index that is a multiple of a quotient or a remainder, whose divisor is the same in all blocks.
    fn part(&self, offset: ValueId) -> Option<Part> {
        let poly = self.poly(offset);
        let (term, &distance) = poly.iter().next().filter(|(_, n)| poly.len() == 1 && **n > 0)?;
        let [Symbol::Value(v)] = term[..] else { return None };
        let Def::Result(id) = self.module.value(v).def else { return None };
        let node = self.module.node(id);
        let DialectOp::Arith(op) = node.dialect_op()? else { return None };
        let [number, by] = self.module.operands(node) else { return None };
        let divisor = self.poly(by.value);
        let divides = matches!(op, Arith::DivUI | Arith::DivSI | Arith::RemUI | Arith::RemSI);
        (divides && self.is_uniform_poly(&divisor)).then(|| Part {
            op,
            number: self.resolved(number.value),
            divisor,
            distance,
        })
    }
}
