//! What a kernel does if its blocks run one after another, by an interpreter of its lines that knows nothing of the
//! simulator.

use crate::draw::{At, Kernel, Line, Part, TILES, VALID};

/// What is there after a run.
#[derive(Debug, PartialEq, Eq)]
pub struct After {
    /// Empty if a block failed.
    pub buffers: [Vec<i32>; 2],
    /// Of all blocks, or of none if one failed.
    pub printed: Vec<String>,
    /// The block that failed.
    pub failed: Option<usize>,
    /// An access went past the end of a buffer.
    pub overran: bool,
}

/// A block stops.
struct Stop;

struct Block<'a> {
    number: usize,
    /// With the slack.
    buffers: &'a mut [Vec<i32>; 2],
    /// Elements of a buffer without the slack.
    elements: usize,
    tiles: [[[i32; 16]; 4]; TILES],
    last: i32,
    printed: Vec<String>,
    overran: bool,
}

/// Runs blocks in order.
pub fn run(kernel: &Kernel, buffers: &[Vec<i32>; 2]) -> After {
    let elements = buffers[0].len();
    let mut buffers = buffers.clone();
    for b in &mut buffers {
        b.resize(elements + kernel.slack / 4, 0);
    }
    let (mut printed, mut failed, mut overran) = (Vec::new(), None, false);
    for number in 0..kernel.blocks {
        let tiles = [[[0; 16]; 4]; TILES];
        let buffers = &mut buffers;
        let mut block = Block {
            number,
            buffers,
            elements,
            tiles,
            last: 0,
            printed: Vec::new(),
            overran: false,
        };
        let outcome: Result<(), Stop> = kernel.lines.iter().try_for_each(|line| block.run(line));
        printed.append(&mut block.printed);
        overran |= block.overran;
        if outcome.is_err() {
            failed = Some(number);
            break;
        }
    }
    if failed.is_some() {
        printed.clear();
        overran = false;
    }
    for b in &mut buffers {
        b.truncate(if failed.is_some() { 0 } else { elements });
    }
    After { buffers, printed, failed, overran }
}

impl Block<'_> {
    fn at(&self, at: At) -> usize {
        match at {
            At::Block { step, first } => self.number * step + first,
            At::Loaded { bits } => self.last as usize & ((1 << bits) - 1),
        }
    }

    /// Whether elements exist; the answer is that of a run that accesses them.
    fn reach(&mut self, first: usize, count: usize) -> Result<(), Stop> {
        let end = first + count;
        if end > self.buffers[0].len() {
            return Err(Stop);
        }
        self.overran |= end > self.elements;
        Ok(())
    }

    /// Goes through the rows of a part that belong to a tile. Rows before one that does not exist are accessed.
    fn rows(
        &mut self,
        part: Part,
        tile: usize,
        mut each: impl FnMut(&mut i32, &mut i32),
    ) -> Result<(), Stop> {
        let ((rows, cols), first) = (VALID[tile], self.at(part.at));
        for r in 0..rows {
            let at = first + r * part.stride;
            self.reach(at, cols)?;
            let places = &mut self.buffers[part.buffer][at..at + cols];
            places.iter_mut().zip(&mut self.tiles[tile][r]).for_each(|(g, t)| each(g, t));
        }
        Ok(())
    }

    fn run(&mut self, line: &Line) -> Result<(), Stop> {
        match *line {
            Line::Load { part, tile } => {
                self.rows(part, tile, |global, local| *local = *global)?;
            }
            Line::Store { tile, part, atomic } => {
                let sum = |old: i32, new: i32| if atomic { old.wrapping_add(new) } else { new };
                self.rows(part, tile, |global, local| *global = sum(*global, *local))?;
            }
            Line::Add { into, from } => {
                let from = self.tiles[from];
                for (row, other) in self.tiles[into].iter_mut().zip(from) {
                    for (x, y) in row.iter_mut().zip(other) {
                        *x = x.wrapping_add(y);
                    }
                }
            }
            Line::Expand { tile } => self.tiles[tile] = [[self.number as i32; 16]; 4],
            Line::LoadNumber { buffer, at } => {
                let at = self.at(at);
                self.reach(at, 1)?;
                self.last = self.buffers[buffer][at];
            }
            Line::StoreNumber { buffer, at } => {
                let at = self.at(at);
                self.reach(at, 1)?;
                self.buffers[buffer][at] = self.last.wrapping_add(1);
            }
            Line::Bursts { from, to } => {
                let (a, b) = (self.at(from.1), self.at(to.1));
                self.reach(a, 16)?;
                let elements = self.buffers[from.0][a..a + 16].to_vec();
                self.reach(b, 16)?;
                self.buffers[to.0][b..b + 16].copy_from_slice(&elements);
            }
            Line::Print => self.printed.push(format!("n = {}\n", self.last)),
            Line::TrapIn(block) if block == self.number => return Err(Stop),
            Line::TrapIfOdd if self.last & 1 == 1 => return Err(Stop),
            Line::TrapIn(_) | Line::TrapIfOdd => {}
        }
        Ok(())
    }
}
