//! Hostile data: arrays of numpy with broken headers, and tables of costs with odd rows.

use crate::programs::{number, odd_text};
use fastrand::Rng;

/// An array, or what pretends to be one.
pub fn npy(rng: &mut Rng) -> Vec<u8> {
    let pick = |rng: &mut Rng, list: &[&str]| list[rng.usize(..list.len())].to_string();
    let descr = pick(
        rng,
        &["<f4", "<f2", "<i4", "|u1", "<f8", ">f4", "<V2", "|O", "<U9", "f4", "", "<f99999999999"],
    );
    let order = pick(rng, &["False", "False", "True", "0", "'False'"]);
    let extent = |rng: &mut Rng| match rng.u8(..4) {
        0 => number(rng),
        _ => rng.u32(..70).to_string(),
    };
    let extents: Vec<String> = (0..rng.usize(..5)).map(|_| extent(rng)).collect();
    let shape = format!("({},)", extents.join(", "));
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}");
    match rng.u8(..12) {
        0 => header.truncate(rng.usize(..header.len())),
        1 => header.push_str(odd_text(rng)),
        2 => header = header.replace("shape", odd_text(rng)),
        3 => header = header.repeat(2),
        4 => header = "(".repeat(60_000),
        5 => header = header.replace(", ", &" ".repeat(rng.usize(..9000))),
        _ => {}
    }
    header.push('\n');
    let version = [1, 1, 1, 2, 3, 0, 255][rng.usize(..7)];
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, rng.u8(..2)]);
    let stated = match rng.u8(..6) {
        0 => rng.u32(..),
        _ => header.len() as u32,
    };
    match version {
        1 => bytes.extend((stated as u16).to_le_bytes()),
        _ => bytes.extend(stated.to_le_bytes()),
    }
    bytes.extend(header.into_bytes());
    bytes.extend((0..rng.usize(..40_000)).map(|_| rng.u8(..)));
    match rng.u8(..10) {
        0 => bytes.truncate(rng.usize(..bytes.len())),
        1 => bytes.clear(),
        2 => {
            let at = rng.usize(..bytes.len());
            bytes[at] = rng.u8(..);
        }
        _ => {}
    }
    bytes
}

/// Rows in place of built-in numbers: those of this repository and others.
pub fn costs(rng: &mut Rng) -> Vec<u8> {
    let built_in = [
        include_str!("../../../../crates/pto-cost/data/a2a3.csv"),
        include_str!("../../../../crates/pto-cost/data/a5.csv"),
    ][rng.usize(..2)];
    let lines: Vec<&str> = built_in.lines().collect();
    let mut text = String::from(if rng.u8(..3) == 0 { "" } else { lines[0] });
    for _ in 0..rng.usize(..30) {
        let mut cells: Vec<String> =
            lines[rng.usize(..lines.len())].split(',').map(str::to_string).collect();
        let at = rng.usize(..cells.len());
        match rng.u8(..8) {
            0 | 1 => cells[at] = number(rng),
            2 => cells[at] = odd_text(rng).to_string(),
            3 => {
                cells.remove(at);
            }
            4 => cells.push("more".into()),
            5 => cells[at] = "\"".into(),
            _ => {}
        }
        text.push('\n');
        text.push_str(&cells.join(","));
    }
    let mut bytes = text.into_bytes();
    if rng.u8(..10) == 0 && !bytes.is_empty() {
        let at = rng.usize(..bytes.len());
        bytes[at] = rng.u8(..);
    }
    bytes
}
