//! What the cycles of an instruction grow with: its cost shape. The numbers are data elsewhere.

/// Instructions of a device that follow one another, by the names cost data knows them under: `["vsub", "vexp"]`.
pub type Chain = &'static [&'static str];

/// What the cycles of an instruction grow with.
///
/// A shape names the device instructions that do the work and how they cover the operands; a model turns it
/// into a sequence for the element type, the shape and the valid region at hand. Numbers in a shape are slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// No time of its own: declarations, views, type changes.
    Free,
    /// A fixed number of scalar cycles.
    Scalar,
    /// Waiting: what it costs depends on the others.
    Sync,

    /// One vector register; numbers go by the instruction's own name.
    Register,
    /// Repeats of this device instruction, as many as an operand says.
    Repeats(&'static str, u8),

    /// Two tiles element by element.
    Binary(Chain),
    /// A tile and a number element by element.
    TileScalar(Chain),
    /// A tile element by element.
    Unary(Chain),
    /// Element by element, one row at a time, each instruction after a barrier.
    RowByRow(Chain),
    /// One step of the scalar unit per element of the destination.
    OneByOne,

    /// One value per row.
    RowReduce {
        /// Folds each 32-byte block of a repeat.
        group: &'static str,
        /// Folds a repeat.
        whole: &'static str,
        /// Folds two operands lane by lane.
        pair: &'static str,
    },
    /// One value per row, where no instruction folds a repeat: blocks lane by lane, then the scalar unit.
    RowFold(&'static str),
    /// One value per column.
    ColReduce {
        /// Folds two rows.
        pair: &'static str,
        /// Whether the last repeat of a row goes by itself if it is partial.
        split: bool,
    },
    /// A position per row, by an instruction that gives value and index of a repeat.
    RowArg(&'static str),
    /// A position per column.
    ColArg {
        /// Compares the best row so far with the next.
        compare: &'static str,
        /// Folds them.
        pair: &'static str,
    },
    /// Sums of neighbours, two by two.
    PairReduce(&'static str),

    /// A value per row into every column.
    RowSpread,
    /// A tile and a value per row.
    RowExpand(Chain),
    /// A row into every row.
    ColSpread,
    /// A tile and one row.
    ColExpand(Chain),

    /// Another element type; the wider one decides how many elements a repeat holds.
    Convert,
    /// Predicate bits, one row at a time.
    Compare(&'static str),
    /// A choice by predicate bits, one row at a time.
    Select,
    /// A function where both sources are valid, a copy of one of them elsewhere.
    Part(&'static str),
    /// The better of two values with its index.
    PartArg,

    /// One value everywhere.
    Fill,
    /// A copy whose surroundings are filled.
    Pad,
    /// Numbers in a row.
    Ramp,
    /// Columns become rows.
    Transpose,
    /// Two tiles side by side.
    Concat,
    /// Elements by index, or by a pattern.
    Gather,
    /// 32-byte blocks by offset.
    GatherBlocks,
    /// Groups of 32 elements sorted.
    Sort,
    /// Sorted lists merged.
    Merge,
    /// The same, with the lengths of the lists and the lists that count packed into two numbers.
    MergePacked([u8; 2]),

    /// Global memory to a tile.
    Load,
    /// A tile to global memory.
    Store,
    /// A tile to a tile; the spaces decide the path.
    Move,
    /// Elements or rows of global memory by index.
    GatherMemory,
    /// A tile into a slot of a queue.
    Push,
    /// A tile out of a slot of a queue.
    Pop,
    /// Bytes of another device's memory.
    Remote,

    /// Bursts from memory to memory, as the instruction's meaning counts them.
    Bursts,
    /// Matrices to 32-byte columns of fractals: rows and columns in elements, and how many of them.
    Fractals([u8; 2], Option<u8>),
    /// Fractals from L1 to an operand of the cube: extents in elements, or counts of steps of some bytes.
    MatrixLoad {
        /// Rows and columns in elements.
        elements: Option<[u8; 2]>,
        /// Steps along both axes.
        steps: [u8; 2],
        /// Bytes of a step.
        step_bytes: u32,
    },
    /// 32-byte blocks of one value: repetitions, and blocks of each.
    FillBlocks([u8; 2]),
    /// A matrix out of the accumulator, as the instruction's meaning counts it.
    Writeback,
    /// The same, with the extents packed into a number.
    WritebackPacked(u8),

    /// A product of tiles.
    Matmul,
    /// A product of matrices that pointers show.
    Mad,
    /// The same, with the extents packed into a number.
    MadPacked(u8),
}

impl Cost {
    /// What the time grows with, in words.
    pub fn explain(self) -> String {
        use Cost::*;
        let over = |chain: &[&str], what: &str| format!("{} {what}", code(chain));
        match self {
            Free => "no cycles of its own".into(),
            Scalar => "a fixed number of scalar cycles".into(),
            Sync => "waiting, which depends on the other pipes".into(),
            Register => "one 256-byte repeat".into(),
            Repeats(name, _) => over(&[name], "for each repeat"),
            Binary(c) | TileScalar(c) | Unary(c) => {
                over(c, "for each 256-byte repeat of the destination's valid region")
            }
            RowByRow(c) => over(c, "row by row, a barrier after each"),
            OneByOne => "one step of the scalar unit for each element".into(),
            RowReduce { group, whole, pair } => {
                format!(
                    "{} for each repeat of a row; shapes of a whole tree take {}",
                    code(&[pair, whole]),
                    code(&[group])
                )
            }
            RowFold(fold) => format!(
                "{} for each block of a row, and a scalar step for each lane",
                code(&[fold])
            ),
            ColReduce { pair, .. } => over(&[pair], "for each row, a barrier after each"),
            RowArg(whole) => over(&[whole], "for each repeat of a row"),
            ColArg { compare, pair } => over(
                &["vadds", compare, "vsel", pair],
                "for each row and each repeat of its columns",
            ),
            PairReduce(fold) => over(&[fold], "for each repeat of the source"),
            RowSpread => "a scalar read and `vector_dup` for each row".into(),
            RowExpand(c) => format!("`vbrcb` for each 8 rows, then {} for each repeat", code(c)),
            ColSpread => "a copy of the row for each row".into(),
            ColExpand(c) => over(c, "for each repeat"),
            Convert => "`vconv` for each repeat of the wider element type".into(),
            Compare(name) => over(&[name], "for each repeat, row by row"),
            Select => "`vsel` for each repeat, row by row, after the mask is set".into(),
            Part(name) => format!(
                "{} for each repeat where both sources are valid, copies elsewhere",
                code(&[name])
            ),
            PartArg => "`vcmp` and two `vsel` for each repeat, row by row".into(),
            Fill => "`vector_dup` for each repeat".into(),
            Pad => "a copy, and `vector_dup` for each repeat of the padding".into(),
            Ramp => "`vadds` for each repeat".into(),
            Transpose => "`vnchwconv` for each 16 rows of 32 bytes".into(),
            Concat => "two copies for each row".into(),
            Gather => "`vgather` for each element, or `vreducev2` for each repeat".into(),
            GatherBlocks => "`vgatherb` for each 8 blocks".into(),
            Sort => "`vbitsort` for each 32 elements".into(),
            Merge | MergePacked(_) => "`vmrgsort4` for each record that is merged".into(),
            Load | Store => "bytes moved, and a latency for each copy".into(),
            Move => "bytes or blocks moved, by the path between the spaces".into(),
            GatherMemory => "a copy for each row or element of the index".into(),
            Push | Pop => "bytes of the tile".into(),
            Remote => "bytes moved between devices".into(),
            Bursts => "bytes of the bursts".into(),
            Fractals(..) | MatrixLoad { .. } | FillBlocks(_) => "bytes moved".into(),
            Writeback | WritebackPacked(_) => "bytes written".into(),
            Matmul | Mad | MadPacked(_) => "16 x 16 x 32-byte cube steps".into(),
        }
    }
}

fn code(chain: &[&str]) -> String {
    let names: Vec<String> = chain.iter().map(|n| format!("`{n}`")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_names_its_instructions() {
        let unnamed: Vec<&str> = crate::all()
            .filter(|op| {
                use Cost::*;
                matches!(
                    op.cost,
                    Binary([])
                        | TileScalar([])
                        | Unary([])
                        | RowByRow([])
                        | RowExpand([])
                        | ColExpand([])
                )
            })
            .map(|op| op.name)
            .collect();
        assert_eq!(unnamed, Vec::<&str>::new(), "blocks without a cost shape");
    }
}
