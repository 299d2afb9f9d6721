//! The calibrated model of A2/A3: every instruction as the sequence of device instructions it becomes, with
//! constants fitted to published measurements.

mod cover;
mod cube;
mod elementwise;
mod expand;
mod irregular;
mod numbers;
mod operands;
mod reduce;
mod sequence;
mod transfer;

use crate::data::CostData;
use crate::estimate::{ErrorClass, Estimate, Work};
pub(crate) use cover::{Extent, Operands, path};
use numbers::Numbers;
use operands::Operand;
use pto_isa::{Cost, Target};
use reduce::Folds;
use sequence::{Pass, Sequence};

/// The device with its numbers.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    numbers: Numbers,
}

impl Device {
    /// `None` if the data has no numbers for A2/A3.
    pub fn new(data: &CostData) -> Option<Device> {
        Some(Device { numbers: Numbers::new(data, Target::A2A3)? })
    }

    /// One execution of an instruction. `None` if something it needs has no number.
    pub fn estimate(&self, work: &Work<'_>) -> Option<Estimate> {
        let mut s = Sequence::new(&self.numbers, work.expand);
        let error = write(&mut s, work)?;
        Some(s.finish(error))
    }
}

/// Writes down the sequence of an instruction and says how far measurements of its kind are met.
fn write(s: &mut Sequence<'_>, work: &Work<'_>) -> Option<ErrorClass> {
    use ErrorClass::{Close, Fair, Rough};
    let rest = s.numbers().rest;
    let fixed = |s: &mut Sequence<'_>, name, number| {
        let cycles = s.rest_on(number);
        s.spend(name, Pass::full(1), [0.0, cycles], String::new);
    };
    let error = match work.def.cost {
        Cost::Free => Close,
        Cost::Scalar => {
            fixed(s, "scalar", rest.scalar);
            Rough
        }
        Cost::Sync => {
            fixed(s, "sync", rest.sync);
            Rough
        }
        Cost::Register => {
            s.issue(work.def.name, work.lane_type(), Pass::full(1), String::new)?;
            Fair
        }
        Cost::Repeats(name, slot) => {
            let repeats = u64::try_from(work.int(slot)?).ok()?;
            let dtype = transfer::pointee(work, 0)?;
            s.issue(name, dtype, Pass::full(repeats), String::new)?;
            Close
        }
        Cost::Load | Cost::Store => {
            if work.def.cost == Cost::Load {
                transfer::load(s, work)?;
            } else {
                transfer::store(s, work)?;
            }
            Fair
        }
        Cost::Move => {
            transfer::between_tiles(s, work)?;
            Fair
        }
        Cost::GatherMemory => {
            transfer::indexed(s, work)?;
            Rough
        }
        Cost::Push | Cost::Pop => {
            transfer::through_queue(s, work)?;
            Rough
        }
        Cost::Bursts => {
            transfer::bursts(s, work)?;
            Fair
        }
        Cost::Fractals(..) | Cost::MatrixLoad { .. } | Cost::FillBlocks(_) => {
            cube::feed(s, work)?;
            Fair
        }
        Cost::Writeback | Cost::WritebackPacked(_) => {
            cube::write_back(s, work)?;
            Fair
        }
        Cost::Matmul => {
            cube::tiles(s, work)?;
            Close
        }
        Cost::Mad => {
            cube::pointers(s, work)?;
            Close
        }
        Cost::MadPacked(fields) => {
            cube::packed(s, work, fields)?;
            Close
        }
        Cost::MergePacked(fields) => {
            irregular::merge_packed(s, work, fields)?;
            Rough
        }
        // [`crate::link`] knows about links between devices.
        Cost::Remote => return None,
        cost => return vector_tile(s, work, cost),
    };
    Some(error)
}

/// Instructions of the vector unit on tiles.
fn vector_tile(s: &mut Sequence<'_>, work: &Work<'_>, cost: Cost) -> Option<ErrorClass> {
    use ErrorClass::{Close, Fair, Rough};
    let to = work.destination()?;
    let from = || work.source();
    let error = match cost {
        Cost::Binary(chain) => {
            elementwise::chain(s, chain, Operands::Tiles, &work.domain(to))?;
            Close
        }
        Cost::TileScalar(chain) => {
            elementwise::chain(s, chain, Operands::TileScalar, &work.domain(to))?;
            Close
        }
        Cost::Unary(chain) => {
            elementwise::chain(s, chain, Operands::Tile, &work.domain(to))?;
            Close
        }
        Cost::RowByRow(chain) => {
            elementwise::by_rows(s, chain, &work.domain(to))?;
            Fair
        }
        Cost::OneByOne => {
            elementwise::one_by_one(s, to);
            Rough
        }
        Cost::RowReduce { group, whole, pair } => {
            let source = from()?;
            reduce::rows(s, Folds { group, whole, pair }, source, to)?;
            // Rows of at most 5 repeats were measured.
            if Extent::of(source).row_repeats() <= 8 { Fair } else { Rough }
        }
        Cost::RowFold(fold) => {
            reduce::fold_rows(s, fold, from()?)?;
            Rough
        }
        Cost::ColReduce { pair, split } => {
            reduce::columns(s, pair, split, from()?)?;
            Fair
        }
        Cost::RowArg(whole) => {
            reduce::row_positions(s, whole, from()?)?;
            Rough
        }
        Cost::ColArg { compare, pair } => {
            reduce::column_positions(s, compare, pair, from()?)?;
            Rough
        }
        Cost::PairReduce(fold) => {
            reduce::neighbours(s, fold, from()?)?;
            Rough
        }
        Cost::RowSpread => {
            expand::spread_rows(s, to)?;
            Fair
        }
        Cost::RowExpand(chain) => {
            let values = work.sources()[1];
            expand::rows(s, chain, values, &work.domain(to))?;
            Fair
        }
        Cost::ColSpread => {
            transfer::spread_columns(s, to)?;
            Fair
        }
        Cost::ColExpand(chain) => {
            expand::columns(s, chain, to)?;
            Fair
        }
        Cost::Convert => {
            elementwise::convert(s, from()?.ty.dtype, to)?;
            Fair
        }
        Cost::Compare(name) => {
            elementwise::compare(s, name, from()?)?;
            Fair
        }
        Cost::Select => {
            elementwise::select(s, to)?;
            Rough
        }
        Cost::Part(name) => {
            let [Some(a), Some(b)] = work.sources() else { return None };
            elementwise::part(s, name, [a, b], to)?;
            Fair
        }
        Cost::PartArg => {
            elementwise::part_arg(s, to)?;
            Rough
        }
        Cost::Fill => {
            elementwise::fill(s, to)?;
            Fair
        }
        Cost::Pad => {
            elementwise::pad(s, from()?, to)?;
            Fair
        }
        Cost::Ramp => {
            elementwise::ramp(s, to)?;
            Rough
        }
        Cost::Transpose => {
            irregular::transpose(s, from()?)?;
            Rough
        }
        Cost::Concat => {
            elementwise::concat(s, work)?;
            Fair
        }
        Cost::Gather => {
            irregular::gather(s, work, from()?, to)?;
            Rough
        }
        Cost::GatherBlocks => {
            irregular::gather_blocks(s, to)?;
            Rough
        }
        Cost::Sort => {
            irregular::sort(s, from()?)?;
            Fair
        }
        Cost::Merge => {
            irregular::merge(s, work, to)?;
            Rough
        }
        _ => return None,
    };
    Some(error)
}
