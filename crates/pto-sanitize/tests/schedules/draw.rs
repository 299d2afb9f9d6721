//! Random programs of a few loads, sums and stores on a few tiles, with events or buffer ids that may be missing
//! or wrong.

use pto_sim::LaunchArg;

/// Pseudo-random numbers.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed)
    }
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        // SplitMix64, Steele et al. 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

/// Where something runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Mte2,
    V,
    Mte3,
}

impl On {
    const fn name(self) -> &'static str {
        match self {
            On::Mte2 => "PIPE_MTE2",
            On::V => "PIPE_V",
            On::Mte3 => "PIPE_MTE3",
        }
    }
}

/// A line of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A tile from a row of the first buffer.
    Load {
        row: usize,
        tile: usize,
    },
    /// A tile from two others.
    Add {
        left: usize,
        right: usize,
        tile: usize,
    },
    /// A row of the second buffer from a tile.
    Store {
        tile: usize,
        row: usize,
    },
    Set(On, On, usize),
    Wait(On, On, usize),
    /// A pipe takes a buffer id.
    Get(On, usize),
    /// It gives it back.
    Release(On, usize),
    /// All pipes.
    Barrier,
}

/// Something in memory: a tile, or a row of the second buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Tile(usize),
    Row(usize),
}

impl Line {
    const fn on(&self) -> Option<On> {
        match self {
            Line::Load { .. } => Some(On::Mte2),
            Line::Add { .. } => Some(On::V),
            Line::Store { .. } => Some(On::Mte3),
            Line::Set(..) | Line::Wait(..) | Line::Get(..) | Line::Release(..) | Line::Barrier => {
                None
            }
        }
    }
    /// What it reads and what it writes.
    pub fn footprints(&self) -> Option<(Vec<Location>, Location)> {
        match *self {
            Line::Load { tile, .. } => Some((vec![], Location::Tile(tile))),
            Line::Add { left, right, tile } => {
                Some((vec![Location::Tile(left), Location::Tile(right)], Location::Tile(tile)))
            }
            Line::Store { tile, row } => Some((vec![Location::Tile(tile)], Location::Row(row))),
            _ => None,
        }
    }
}

/// Whether two lines access the same bytes and one of them writes.
pub fn conflict(a: &Line, b: &Line) -> bool {
    let (Some((reads, write)), Some((others, other))) = (a.footprints(), b.footprints()) else {
        return false;
    };
    write == other || reads.contains(&other) || others.contains(&write)
}

/// Tiles, and rows of each buffer.
const TILES: usize = 3;
const ROWS: usize = 3;
const LANES: usize = 8;

/// A program.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub lines: Vec<Line>,
}

/// The line of the text in which the first line of a program stands, counted from 1.
const FIRST_LINE: usize = 2;

impl Kernel {
    /// A program with all events it needs, of which some were then taken away, doubled or exchanged.
    pub fn draw(draw: &mut Draw) -> Kernel {
        let mut work: Vec<Line> = (0..3 + draw.below(3))
            .map(|_| match draw.below(5) {
                0 | 1 => Line::Load { row: draw.below(ROWS), tile: draw.below(TILES) },
                2 | 3 => Line::Add {
                    left: draw.below(TILES),
                    right: draw.below(TILES),
                    tile: draw.below(TILES),
                },
                _ => Line::Store { tile: draw.below(TILES), row: draw.below(ROWS) },
            })
            .collect();
        work.push(Line::Store { tile: draw.below(TILES), row: draw.below(ROWS) });
        let lines = if draw.below(3) == 0 { with_ids(&work) } else { with_events(&work) };
        let mut kernel = Kernel { lines };
        for _ in 0..draw.below(4) {
            kernel.disturb(draw);
        }
        kernel
    }

    /// Two loads and two sums, each pair for itself, in no order.
    pub fn unordered() -> Kernel {
        let lines = vec![
            Line::Load { row: 0, tile: 0 },
            Line::Load { row: 1, tile: 1 },
            Line::Add { left: 0, right: 0, tile: 2 },
            Line::Add { left: 1, right: 2, tile: 2 },
            Line::Barrier,
            Line::Store { tile: 2, row: 0 },
        ];
        Kernel { lines }
    }

    fn disturb(&mut self, draw: &mut Draw) {
        let is_sync = |l: &Line| l.on().is_none();
        let places: Vec<usize> =
            (0..self.lines.len()).filter(|&i| is_sync(&self.lines[i])).collect();
        if places.is_empty() {
            return;
        }
        let at = places[draw.below(places.len())];
        match draw.below(5) {
            0 | 1 => {
                // A set and its wait, or both ends of a stretch with an id, go together, so that others keep theirs.
                let gone = self.lines.remove(at);
                let partner = match gone {
                    Line::Set(a, b, id) => Line::Wait(a, b, id),
                    Line::Wait(a, b, id) => Line::Set(a, b, id),
                    Line::Get(on, id) => Line::Release(on, id),
                    Line::Release(on, id) => Line::Get(on, id),
                    other => other,
                };
                if let Some(i) = self.lines.iter().position(|l| *l == partner) {
                    self.lines.remove(i);
                }
            }
            2 => {
                self.lines.remove(at);
            }
            3 => {
                let other = places[draw.below(places.len())];
                self.lines.swap(at, other);
            }
            _ => {
                let line = self.lines.remove(at);
                let to = draw.below(self.lines.len() + 1);
                self.lines.insert(to, line);
            }
        }
    }

    /// What stands in a line of the text.
    pub fn at(&self, line: usize) -> Option<&Line> {
        self.lines.get(line.checked_sub(FIRST_LINE + PRELUDE.len())?)
    }

    pub fn text(&self) -> String {
        let mut text =
            String::from("func.func @f(%x: !pto.ptr<i32, gm>, %z: !pto.ptr<i32, gm>) {\n");
        PRELUDE.iter().for_each(|l| text.push_str(&format!("  {l}\n")));
        for line in &self.lines {
            text.push_str(&format!("  {}\n", spell(line)));
        }
        text.push_str("  return\n}\n");
        text
    }

    /// Different numbers in every row.
    pub fn arguments(&self) -> Vec<LaunchArg<'static>> {
        let bytes = |from: i32| {
            let numbers = (0..(ROWS * LANES) as i32).map(|i| from + 7 * i * i);
            LaunchArg::Bytes(numbers.flat_map(i32::to_le_bytes).collect())
        };
        vec![bytes(1), bytes(-1000)]
    }
}

const TILE: &str = "!pto.tile_buf<vec, 1x8xi32>";
const PART: &str = "!pto.partition_tensor_view<1x8xi32>";

/// Constants, tiles and rows.
const PRELUDE: [&str; 19] = [
    "%c0 = arith.constant 0 : index",
    "%c1 = arith.constant 1 : index",
    "%c2 = arith.constant 2 : index",
    "%c3 = arith.constant 3 : index",
    "%c8 = arith.constant 8 : index",
    "%a0 = arith.constant 0 : i64",
    "%a1 = arith.constant 32 : i64",
    "%a2 = arith.constant 64 : i64",
    "%t0 = pto.alloc_tile addr = %a0 : !pto.tile_buf<vec, 1x8xi32>",
    "%t1 = pto.alloc_tile addr = %a1 : !pto.tile_buf<vec, 1x8xi32>",
    "%t2 = pto.alloc_tile addr = %a2 : !pto.tile_buf<vec, 1x8xi32>",
    "%xv = pto.make_tensor_view %x, shape = [%c3, %c8], strides = [%c8, %c1] : !pto.tensor_view<3x8xi32>",
    "%x0 = pto.partition_view %xv, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<3x8xi32> -> !pto.partition_tensor_view<1x8xi32>",
    "%x1 = pto.partition_view %xv, offsets = [%c1, %c0], sizes = [%c1, %c8] : !pto.tensor_view<3x8xi32> -> !pto.partition_tensor_view<1x8xi32>",
    "%x2 = pto.partition_view %xv, offsets = [%c2, %c0], sizes = [%c1, %c8] : !pto.tensor_view<3x8xi32> -> !pto.partition_tensor_view<1x8xi32>",
    "%zv = pto.make_tensor_view %z, shape = [%c3, %c8], strides = [%c8, %c1] : !pto.tensor_view<3x8xi32>",
    "%z0 = pto.partition_view %zv, offsets = [%c0, %c0], sizes = [%c1, %c8] : !pto.tensor_view<3x8xi32> -> !pto.partition_tensor_view<1x8xi32>",
    "%z1 = pto.partition_view %zv, offsets = [%c1, %c0], sizes = [%c1, %c8] : !pto.tensor_view<3x8xi32> -> !pto.partition_tensor_view<1x8xi32>",
    "%z2 = pto.partition_view %zv, offsets = [%c2, %c0], sizes = [%c1, %c8] : !pto.tensor_view<3x8xi32> -> !pto.partition_tensor_view<1x8xi32>",
];

fn spell(line: &Line) -> String {
    match *line {
        Line::Load { row, tile } => {
            format!("pto.tload ins(%x{row} : {PART}) outs(%t{tile} : {TILE})")
        }
        Line::Add { left, right, tile } => {
            format!("pto.tadd ins(%t{left}, %t{right} : {TILE}, {TILE}) outs(%t{tile} : {TILE})")
        }
        Line::Store { tile, row } => {
            format!("pto.tstore ins(%t{tile} : {TILE}) outs(%z{row} : {PART})")
        }
        Line::Set(from, to, id) => {
            format!("pto.set_flag [<{}>, <{}>, <EVENT_ID{id}>]", from.name(), to.name())
        }
        Line::Wait(from, to, id) => {
            format!("pto.wait_flag [<{}>, <{}>, <EVENT_ID{id}>]", from.name(), to.name())
        }
        Line::Get(on, id) => format!("pto.get_buf \"{}\", {id}, 0", on.name()),
        Line::Release(on, id) => format!("pto.rls_buf \"{}\", {id}, 0", on.name()),
        Line::Barrier => "pto.pipe_barrier <PIPE_ALL>".into(),
    }
}

/// The same work with an event for each pair of pipes that a line must wait for.
fn with_events(work: &[Line]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (i, line) in work.iter().enumerate() {
        let Some(to) = line.on() else { continue };
        for from in [On::Mte2, On::V, On::Mte3] {
            let waits = work[..i].iter().any(|w| w.on() == Some(from) && conflict(w, line));
            if waits && from != to {
                // After everything so far: the last set covers what came before.
                lines.push(Line::Set(from, to, i % 8));
                lines.push(Line::Wait(from, to, i % 8));
            }
        }
        lines.push(*line);
    }
    lines
}

/// The same work, with a buffer id for each tile that a line touches.
fn with_ids(work: &[Line]) -> Vec<Line> {
    let mut lines = Vec::new();
    for line in work {
        let (Some(on), Some((mut places, write))) = (line.on(), line.footprints()) else {
            continue;
        };
        places.push(write);
        let mut ids: Vec<usize> = places
            .iter()
            .filter_map(|p| match p {
                Location::Tile(tile) => Some(*tile),
                Location::Row(_) => None,
            })
            .collect();
        ids.sort_unstable();
        ids.dedup();
        lines.extend(ids.iter().map(|&id| Line::Get(on, id)));
        lines.push(*line);
        lines.extend(ids.iter().map(|&id| Line::Release(on, id)));
    }
    lines
}
