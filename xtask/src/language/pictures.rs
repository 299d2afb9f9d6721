//! Pictures of the order of elements: the tile as a matrix, with the place of each element in memory.

use pto_isa::{DType, Layout};
use std::fmt::Write as _;

/// A tile whose elements are shown.
struct Shown {
    layout: Layout,
    dtype: DType,
    rows: u32,
    cols: u32,
    /// Bytes of a box.
    fractal: u32,
    /// Where such tiles occur.
    about: &'static str,
}

const fn shown(
    layout: Layout,
    dtype: DType,
    (rows, cols): (u32, u32),
    fractal: u32,
    about: &'static str,
) -> Shown {
    Shown { layout, dtype, rows, cols, fractal, about }
}

const SHOWN: [Shown; 9] = [
    shown(Layout::Nd, DType::F32, (4, 8), 512, "the usual tile of a vector core"),
    shown(Layout::Dn, DType::F32, (8, 4), 512, "one value per row, for example"),
    shown(Layout::Nz, DType::F16, (32, 32), 512, "`mat`, and `left` on A5"),
    shown(Layout::Zn, DType::F16, (32, 32), 512, "`right`, and `mat` for transposed operands"),
    shown(Layout::Zz, DType::F16, (32, 32), 512, "`left` on A2/A3"),
    shown(
        Layout::Nn,
        DType::F16,
        (32, 32),
        512,
        "no memory asks for it; MX scales have it with smaller boxes",
    ),
    shown(Layout::Nz, DType::F32, (32, 32), 1024, "`acc`: boxes of 16 x 16 whatever the type"),
    shown(Layout::Zz, DType::F8E8M0, (32, 4), 32, "MX scales of a left operand"),
    shown(Layout::Nn, DType::F8E8M0, (4, 32), 32, "MX scales of a right operand"),
];

/// All pictures, each with its type.
pub fn all() -> String {
    let pictures: Vec<String> = SHOWN.iter().map(Shown::section).collect();
    pictures.join("\n")
}

/// Longer stretches of rows or columns are shown by their first two and the last.
const WHOLE: u32 = 8;

impl Shown {
    fn section(&self) -> String {
        let (rows, cols) = self.boxes();
        let boxes = match self.layout.is_boxed() {
            true => format!(", boxes of {rows} x {cols}"),
            false => String::new(),
        };
        let Shown { layout, dtype, about, .. } = self;
        let title = format!("{} of {}x{}x{dtype}", layout.name(), self.rows, self.cols);
        format!("**{title}**{boxes}: {about}.\n\n```text\n{}```\n", self.picture())
    }

    /// Rows and columns of a box; of a tile without boxes, its own.
    fn boxes(&self) -> (u32, u32) {
        match self.layout.is_boxed() {
            true => self.layout.inner_box(self.dtype, self.fractal),
            false => (self.rows, self.cols),
        }
    }

    fn picture(&self) -> String {
        let (box_rows, box_cols) = self.boxes();
        let columns = stretches(self.cols, box_cols);
        let mut s = self.line("", &columns, |c| format!("c{c}"));
        for (i, rows) in stretches(self.rows, box_rows).iter().enumerate() {
            if i > 0 {
                s += &rule(&columns);
            }
            for row in rows {
                s += &match row {
                    Some(row) => self.line(&format!("r{row}"), &columns, |c| self.at(*row, c)),
                    None => self.line("⋯", &columns, |_| "⋯".into()),
                };
            }
        }
        s
    }

    fn at(&self, row: u32, col: u32) -> String {
        let shape = (self.rows, self.cols);
        self.layout.offset(self.dtype, self.fractal, shape, row, col).to_string()
    }

    fn line(&self, head: &str, columns: &[Stretch], cell: impl Fn(u32) -> String) -> String {
        let mut s = format!("{head:>5}");
        for (i, stretch) in columns.iter().enumerate() {
            s += if i > 0 { " │" } else { "  " };
            for col in stretch {
                let _ = write!(s, "{:>5}", col.map_or("⋯".into(), &cell));
            }
        }
        s + "\n"
    }
}

/// The rows or columns of a box that are shown; `None` stands for those between.
type Stretch = Vec<Option<u32>>;

/// What is shown of `extent` rows or columns in boxes of `size`.
fn stretches(extent: u32, size: u32) -> Vec<Stretch> {
    let of_box = |first: u32| match size <= WHOLE {
        true => (first..first + size).map(Some).collect(),
        false => vec![Some(first), Some(first + 1), None, Some(first + size - 1)],
    };
    (0..extent).step_by(size as usize).map(of_box).collect()
}

/// A line between two rows of boxes.
fn rule(columns: &[Stretch]) -> String {
    let widths = columns.iter().map(|c| "─".repeat(5 * c.len() + 1));
    format!("{:6}─{}\n", "", widths.collect::<Vec<_>>().join("┼"))
}
