//! Rows of `crates/pto-cost/data/measured.csv`, and the execution that each of them measured.

use pto_cost::CostModel;
use pto_isa::def::{Arity, Kind};
use pto_isa::sem::{Arg, PtrAt, TileAt, ViewAt};
use pto_isa::{Cost, DType, Layout, OpDef, Role, Space, Target, TileTy, find};

const TEXT: &str = include_str!("../../data/measured.csv");

/// A measurement.
pub(crate) struct Work {
    pub(crate) target: Target,
    pub(crate) class: String,
    pub(crate) op: String,
    pub(crate) types: String,
    pub(crate) shape: (u32, u32),
    pub(crate) valid: (u32, u32),
    pub(crate) layout: String,
    pub(crate) measured: f64,
    pub(crate) source: String,
}

/// All of them, and what was left out.
pub(crate) struct Measured {
    pub(crate) rows: Vec<Work>,
    pub(crate) left_out: Vec<String>,
}

impl Measured {
    pub(crate) fn read() -> Measured {
        let left_out =
            TEXT.lines().filter_map(|l| l.strip_prefix("# left out: ")).map(String::from);
        let rows = TEXT.lines().filter(|l| !l.starts_with('#') && !l.starts_with("target,"));
        Measured { left_out: left_out.collect(), rows: rows.map(read_row).collect() }
    }
    pub(crate) fn class<'a>(
        &'a self,
        target: Target,
        class: &'a str,
    ) -> impl Iterator<Item = &'a Work> {
        self.rows.iter().filter(move |r| r.target == target && r.class == class)
    }
}

fn read_row(line: &str) -> Work {
    let fields: Vec<&str> = line.splitn(9, ',').collect();
    let [target, class, op, types, shape, valid, layout, measured, source] = fields[..] else {
        panic!("nine fields are needed: {line}");
    };
    Work {
        target: Target::parse(target).expect(line),
        class: class.into(),
        op: op.into(),
        types: types.into(),
        shape: pair(shape),
        valid: pair(valid),
        layout: layout.into(),
        measured: measured.parse().expect(line),
        source: source.into(),
    }
}

fn pair(text: &str) -> (u32, u32) {
    let (rows, cols) = text.split_once('x').expect(text);
    (rows.parse().expect(text), cols.parse().expect(text))
}

impl Work {
    /// What the model says.
    pub(crate) fn cycles(&self, model: &CostModel) -> f64 {
        let def = find(&self.op).unwrap_or_else(|| panic!("no instruction `{}`", self.op));
        let args = self.args(def);
        let work =
            pto_cost::Work { def, target: self.target, args: &args, attrs: &[], expand: false };
        let estimate = model.estimate(&work);
        estimate.unwrap_or_else(|| panic!("{} is uncalibrated", self.op)).cycles()
    }

    /// Element types of the first source and of the destination.
    fn dtypes(&self) -> (DType, DType) {
        let (from, to) = self.types.split_once("->").unwrap_or((&self.types, &self.types));
        (DType::parse(from).expect(from), DType::parse(to).expect(to))
    }

    fn args(&self, def: &OpDef) -> Vec<(u8, Arg)> {
        let (from, to) = self.dtypes();
        let mut tiles = 0;
        let mut args = Vec::new();
        for (slot, operand) in def.operands.iter().enumerate() {
            if operand.arity != Arity::One || operand.role == Role::Scratch {
                continue;
            }
            let out = operand.role != Role::In;
            let arg = match operand.kind {
                Kind::View => Arg::View(self.view(from)),
                Kind::Tile => self.tile(def, out, if out { to } else { from }),
                Kind::TileOrScalar if tiles == 0 => self.tile(def, false, from),
                _ => Arg::Scalar(from, 0),
            };
            tiles += usize::from(matches!(arg, Arg::Tile(_)));
            args.push((slot as u8, arg));
        }
        args
    }

    /// A tile of the shape, or the column or row of values of a reduction or an expansion.
    fn tile(&self, def: &OpDef, out: bool, dtype: DType) -> Arg {
        let column = ((self.shape.0, dtype.per_block()), (self.valid.0, 1));
        let row = ((1, self.shape.1), (1, self.valid.1));
        let (shape, valid) = match (def.cost, out) {
            (Cost::RowReduce { .. }, true) | (Cost::RowSpread, false) => column,
            (Cost::ColReduce { .. }, true) => row,
            _ => (self.shape, self.valid),
        };
        let words = self.layout.split_once(" to ").map(|(a, b)| if out { b } else { a });
        let layout = match words.unwrap_or("RM.N") {
            "CM.N" => Layout::Dn,
            "CM.RM" => Layout::Nz,
            _ => Layout::Nd,
        };
        let (blayout, slayout) = layout.orders();
        let ty = TileTy { blayout, slayout, ..TileTy::vec(dtype, shape.0, shape.1) };
        Arg::Tile(TileAt::new(ty, valid, u64::from(out) * 0x10000))
    }

    /// A view of the extents in `layout`, rows or columns one after the other.
    fn view(&self, dtype: DType) -> ViewAt {
        let (extents, columns) = match self.layout.strip_suffix(" columns") {
            Some(extents) => (extents, true),
            None => (self.layout.as_str(), false),
        };
        let dims: Vec<i64> = extents.split('x').map(|d| d.parse().expect(extents)).collect();
        let dims: [i64; 5] = dims.try_into().expect("five extents");
        let inner = dims[3] * dims[4];
        let (row, col) = if columns { (1, dims[3]) } else { (dims[4], 1) };
        let strides = [inner * dims[2] * dims[1], inner * dims[2], inner, row, col];
        ViewAt { at: PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype }, dims, strides }
    }
}
