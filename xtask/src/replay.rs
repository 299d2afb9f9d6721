//! `cargo xtask replay FILE`: recorded executions of single instructions on integers, run again.
//!
//! The file is JSON. Each entry of `executed` has an `id` whose fourth word is the instruction
//! (`PTO-AVS-TILE-TADD-..`), its `ops` as text with the destination's number before those of the sources,
//! the `tiles` by number, the elements written to them before (`writes`) and their `final` contents, each
//! `[tile, row, column, bits]`.

use crate::agreement::{SHIFT, Tally, Verdict, code, dtype};
use pto_isa::FlatMemory;
use pto_isa::def::{Arity, Kind, Role};
use pto_isa::layout::BLayout;
use pto_isa::sem::{Arg, Grid, Numerics, Semantics, TileAt};
use pto_isa::{Dim, OpDef, Target, TileTy};
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::ExitCode;

pub fn run(args: &[String]) -> ExitCode {
    let [file] = args else {
        println!(
            "avs: skipped, no file of recorded executions was given (cargo xtask replay FILE)"
        );
        return ExitCode::SUCCESS;
    };
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string());
    match text.and_then(|t| serde_json::from_str(&t).map_err(|e| e.to_string())) {
        Ok(all) => tally(&all).report(),
        Err(e) => {
            eprintln!("error: {file}: {e}");
            ExitCode::from(2)
        }
    }
}

fn tally(all: &Value) -> Tally {
    let mut tally = Tally::default();
    for point in all["executed"].as_array().into_iter().flatten() {
        let id = point["id"].as_str().unwrap_or("");
        let name = id.split('-').nth(3).unwrap_or("").to_ascii_lowercase();
        let verdict = check(point, &name).unwrap_or_else(Verdict::Skipped);
        let group = if matches!(verdict, Verdict::Skipped(_)) { "others" } else { &name };
        tally.add(group, id, verdict);
    }
    tally
}

/// Runs a point. The error says why it cannot be run.
fn check(point: &Value, name: &str) -> Result<Verdict, String> {
    let [op] = &point["ops"].as_array().map_or(&[][..], Vec::as_slice) else {
        return Err("not exactly one operation".into());
    };
    let def = pto_isa::find(name).ok_or("no such instruction here")?;
    if !def.is_executable() {
        return Err(format!("{name} is not executable yet"));
    }
    let mut memory = FlatMemory::default();
    let mut tiles = BTreeMap::new();
    for (number, tile) in point["tiles"].as_object().into_iter().flatten() {
        let ty = tile_type(tile)?;
        tiles.insert(number.clone(), memory.place(ty));
    }
    for (t, row, col, bits) in elements(&point["writes"], &tiles)? {
        put(&mut memory, &t, row, col, bits);
    }
    let operands = operands(op.as_str().unwrap_or(""), &tiles)?;
    let args = bind(def, operands)?;
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    if let Err(trap) = memory.run(def, &numerics, &args, &[]) {
        return Ok(match trap.code == pto_isa::code::SHIFT_COUNT {
            true => Verdict::Rule(SHIFT),
            false => Verdict::Differs(trap.message),
        });
    }
    for (t, row, col, want) in elements(&point["final"], &tiles)? {
        let found = memory.codes(&t, t.shape())[(row * t.ty.cols + col) as usize];
        if found != want {
            let how = format!("row {row}, column {col} is {found:#x}, not {want:#x}");
            return Ok(Verdict::Differs(how));
        }
    }
    Ok(Verdict::Agrees)
}

fn tile_type(tile: &Value) -> Result<TileTy, String> {
    let word = |key: &str| tile[key].as_str().unwrap_or("");
    let extent = |key: &str| tile[key].as_u64().and_then(|n| u32::try_from(n).ok());
    let d = dtype(word("dtype")).filter(|d| d.is_int()).ok_or("a tile is not of integers")?;
    let (rows, cols) = extent("rows").zip(extent("cols")).ok_or("a tile has no shape")?;
    let mut ty = TileTy::vec(d, rows, cols);
    ty.valid_rows = Dim::Is(extent("valid_rows").unwrap_or(rows));
    ty.valid_cols = Dim::Is(extent("valid_cols").unwrap_or(cols));
    ty.blayout = match (word("layout"), word("storage")) {
        // A row-major tile of one column is what is called column-major here.
        ("RowMajor", "Numeric") if cols == 1 => BLayout::ColMajor,
        ("RowMajor", "Numeric") => BLayout::RowMajor,
        ("ColumnMajor", "Numeric") => BLayout::ColMajor,
        _ => return Err("a tile has another layout".into()),
    };
    Ok(ty)
}

type Tiles = BTreeMap<String, TileAt>;

/// The elements of a list, those of known tiles.
fn elements(list: &Value, tiles: &Tiles) -> Result<Vec<(TileAt, u32, u32, u64)>, String> {
    let one = |e: &Value| {
        let number = |i: usize| u32::try_from(e[i].as_u64()?).ok();
        let t = *tiles.get(&number(0)?.to_string())?;
        let (row, col) = (number(1)?, number(2)?);
        let inside = row < t.ty.rows && col < t.ty.cols;
        Some((t, row, col, code(e[3].as_str()?, t.ty.dtype)?)).filter(|_| inside)
    };
    let list = list.as_array().into_iter().flatten();
    list.map(|e| one(e).ok_or_else(|| "an element cannot be read".to_string())).collect()
}

fn put(memory: &mut FlatMemory, t: &TileAt, row: u32, col: u32, bits: u64) {
    let codes = memory.codes(t, t.shape());
    let mut grid = Grid::new(t.ty.dtype, t.shape(), |r, c| codes[(r * t.ty.cols + c) as usize]);
    *grid.at_mut(row, col) = bits;
    memory.write(t, &grid);
}

/// The operands of an operation's text: numbers of tiles, and numbers written as `Zeros{..} + 5`.
fn operands(op: &str, tiles: &Tiles) -> Result<Vec<Arg>, String> {
    let inside = op.split_once('(').map_or("", |o| o.1).trim_end_matches(')');
    let mut list = Vec::new();
    for word in inside.split(',').map(str::trim) {
        let scalar = word.strip_prefix("Zeros{PTO_XLEN} + ");
        match (tiles.get(word), scalar.and_then(|s| s.parse::<u64>().ok())) {
            (Some(t), _) => list.push(Arg::Tile(*t)),
            (None, Some(n)) => list.push(Arg::Scalar(pto_isa::DType::U64, n)),
            // The function and the axis repeat what the name says.
            (None, None) if word.starts_with("Tile") => {}
            _ => return Err("an operand cannot be read".into()),
        }
    }
    Ok(list)
}

/// Gives operands to the slots of an instruction: the destination first, then what it reads.
fn bind(def: &OpDef, operands: Vec<Arg>) -> Result<Vec<(u8, Arg)>, String> {
    let must = |role: Role| {
        let slots = def.operands.iter().enumerate();
        slots.filter(move |(_, o)| o.role == role && o.arity == Arity::One).map(|(i, _)| i as u8)
    };
    let mut slots = must(Role::Out).chain(must(Role::In));
    let mut args: Vec<(u8, Arg)> = Vec::new();
    for arg in operands {
        match slots.next() {
            Some(slot) => {
                let kind = def.operands[slot as usize].kind;
                let fits = match arg {
                    Arg::Tile(_) => matches!(kind, Kind::Tile | Kind::TileOrScalar),
                    _ => matches!(kind, Kind::Scalar | Kind::TileOrScalar),
                };
                if !fits {
                    return Err("its operands are others here".into());
                }
                args.push((slot, arg));
            }
            // An expansion that copies names its source twice.
            None if args.last().is_some_and(|a| a.1 == arg) => {}
            None => return Err("it has more operands there".into()),
        }
    }
    if slots.next().is_some() {
        return Err("it has fewer operands there".into());
    }
    args.sort_by_key(|a| a.0);
    Ok(args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn point(op: &str, want: &str) -> Value {
        let tile = json!({ "rows": 16, "cols": 2, "valid_rows": 1, "valid_cols": 2, "dtype": "S8",
            "layout": "RowMajor", "storage": "Numeric" });
        json!({ "ops": [op], "tiles": { "0": tile, "1": tile },
            "writes": [[0, 0, 0, "0x7f"], [0, 0, 1, "0xfffffffffffffffe"]],
            "final": [[1, 0, 0, want], [1, 0, 1, "0xfffffffffffffffc"]] })
    }

    #[test]
    fn a_point_is_run_again() {
        assert_eq!(check(&point("X_TADD(1, 0, 0)", "0xfe"), "tadd"), Ok(Verdict::Agrees));
        let wrong = check(&point("X_TADD(1, 0, 0)", "0x7f"), "tadd");
        let how = "row 0, column 0 is 0xfe, not 0x7f".to_string();
        assert_eq!(wrong, Ok(Verdict::Differs(how)));
        let scalar = point("X_TMULS( 1, 0, Zeros{PTO_XLEN} + 2)", "0xfe");
        assert_eq!(check(&scalar, "tmuls"), Ok(Verdict::Agrees));
        let shift = point("X_TSHLS(1, 0, Zeros{PTO_XLEN} + 9)", "0xfe");
        assert_eq!(check(&shift, "tshls"), Ok(Verdict::Rule(SHIFT)));
    }

    #[test]
    fn what_cannot_be_run_says_why() {
        let of = |op: &str, name: &str| check(&point(op, "0x0"), name).unwrap_err();
        assert_eq!(of("X(1, 0, FALSE)", "tadd"), "an operand cannot be read");
        assert_eq!(of("X(1, 0)", "tadd"), "it has fewer operands there");
        assert_eq!(of("X(1, 0, 0)", "tmuls"), "its operands are others here");
        assert_eq!(of("X(1, 0, 0)", "nothing"), "no such instruction here");
    }
}
