//! Tables of element types, memories and layouts.

use pto_isa::{BLayout, DType, Layout, SLayout, Space, Target};
use std::fmt::Write as _;

/// Every element type: width, a block, a register, other spellings.
pub fn elements() -> String {
    let mut s = String::from(
        "| element type | bits | per 32-byte block | lanes of a register | also read |\n|---|---|---|---|---|\n",
    );
    for &d in DType::ALL {
        let others: Vec<String> = d.other_names().iter().map(|n| format!("`{n}`")).collect();
        let bits = d.bits();
        // No tile holds truth values, and no register elements that are less than a byte.
        let count = |n: u32, exists: bool| if exists { n.to_string() } else { "-".into() };
        let block = count(d.per_block(), d != DType::I1);
        let lanes = count(d.per_repeat(), bits >= 8);
        let _ = writeln!(s, "| `{d}` | {bits} | {block} | {lanes} | {} |", or_dash(&others));
    }
    s
}

/// Every memory: its names, its size on the targets with rules of their own.
pub fn memories() -> String {
    let devices = [Target::A2A3, Target::A5];
    let names: Vec<&str> = devices.iter().map(|t| t.name()).collect();
    let mut s = format!(
        "| in a tile | in a pointer | {} |\n|---|---|{}\n",
        names.join(" | "),
        "---|".repeat(devices.len())
    );
    for space in Space::ALL {
        let size = |t: &Target| match (space, t.capacity_bytes(space)) {
            (Space::Gm, _) => "of the launch".into(),
            (_, Some(bytes)) => format!("{} KB", bytes / 1024),
            (_, None) => "-".to_string(),
        };
        let sizes: Vec<String> = devices.iter().map(size).collect();
        let tile = if space == Space::Gm { "-".into() } else { format!("`{}`", space.tile_name()) };
        let _ = writeln!(s, "| {tile} | `{}` | {} |", space.ptr_name(), sizes.join(" | "));
    }
    s
}

/// The layouts by name, and how a type says them.
pub fn layouts() -> String {
    let mut s = String::from("| layout | `blayout` | `slayout` | order |\n|---|---|---|---|\n");
    for layout in Layout::ALL {
        let (b, i) = layout.orders();
        let outer = match b {
            BLayout::RowMajor => "row by row",
            BLayout::ColMajor => "column by column",
        };
        let order = match i {
            SLayout::NoneBox => format!("elements {outer}"),
            SLayout::RowMajor => format!("boxes {outer}, in a box row by row"),
            SLayout::ColMajor => format!("boxes {outer}, in a box column by column"),
        };
        let _ = writeln!(s, "| {} | `{}` | `{}` | {order} |", layout.name(), b.name(), i.name());
    }
    s
}

/// Rows and columns of a box.
pub fn boxes() -> String {
    let shown = [DType::I8, DType::F16, DType::F32];
    let mut s = String::from(
        "| `fractal` | where | elements of 8 bits | 16 bits | 32 bits |\n|---|---|---|---|---|\n",
    );
    let rows = [
        (512, Layout::Nz, "operands of products: NZ, ZZ"),
        (512, Layout::Zn, "operands of products: ZN, NN"),
        (1024, Layout::Nz, "accumulators: NZ"),
        (32, Layout::Zz, "MX scales: ZZ"),
        (32, Layout::Nn, "MX scales: NN"),
    ];
    for (fractal, layout, place) in rows {
        let size = |d: &DType| match (fractal, d.bits()) {
            (1024, 8 | 16) | (32, 16 | 32) => "-".into(),
            _ => {
                let (rows, cols) = layout.inner_box(*d, fractal);
                format!("{rows} x {cols}")
            }
        };
        let sizes: Vec<String> = shown.iter().map(size).collect();
        let _ = writeln!(s, "| {fractal} | {place} | {} |", sizes.join(" | "));
    }
    s
}

/// A list for a cell.
pub fn or_dash(list: &[String]) -> String {
    if list.is_empty() { "-".into() } else { list.join(", ") }
}
