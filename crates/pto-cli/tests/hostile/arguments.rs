//! Values for the parameters of a program's kernel, read off its text: most runs should get past them.

use crate::programs::number;
use fastrand::Rng;

/// A value for a parameter.
pub struct Argument {
    pub value: String,
    /// Only a run takes it.
    pub is_buffer: bool,
}

/// One `--arg` for each parameter of the first function.
pub fn of_kernel(program: &[u8], rng: &mut Rng) -> Vec<Argument> {
    let text = String::from_utf8_lossy(program);
    let after = text.split_once("func.func").and_then(|(_, rest)| rest.split_once('('));
    let Some((_, parameters)) = after else { return Vec::new() };
    let parameters = parameters.split(") {").next().unwrap_or_default();
    parameters.split('%').skip(1).take(40).map(|p| of_parameter(p, rng)).collect()
}

/// A value for `name: type`.
fn of_parameter(parameter: &str, rng: &mut Rng) -> Argument {
    let (name, ty) = parameter.split_once(':').unwrap_or((parameter, ""));
    let ty = ty.trim();
    let is_buffer = ty.starts_with('!') || ty.starts_with("memref");
    let value = match ty {
        _ if rng.u8(..25) == 0 => number(rng),
        _ if let Some((_, tile)) = ty.split_once("tile_buf<") => zeros_of_tile(tile),
        _ if is_buffer && ["ctx", "comm"].contains(&name.trim()) => "comm".into(),
        _ if is_buffer => {
            let list = [
                "zeros:64K",
                "zeros:64K",
                "zeros:64K",
                "zeros:64K=out.npy",
                "zeros:64K=out{rank}.npy",
                "x.npy",
                "zeros:1M",
                "peer:{next}:x",
            ];
            list[rng.usize(..list.len())].into()
        }
        _ if ty.starts_with('f') || ty.starts_with('b') => "0.5".into(),
        _ => ["0", "1", "2", "16", "64", "128"][rng.usize(..6)].into(),
    };
    Argument { value, is_buffer }
}

/// Zeros for the valid elements of a tile.
fn zeros_of_tile(ty: &str) -> String {
    let inside = ty.split('>').next().unwrap_or_default();
    let parts: Vec<&str> = inside.split(',').map(str::trim).collect();
    let shape = parts.get(1).copied().unwrap_or("1x1xf32");
    let dtype = shape.rsplit('x').next().unwrap_or("f32");
    match parts.iter().find_map(|p| p.strip_prefix("valid=")) {
        Some(valid) => format!("zeros:{valid}x{dtype}"),
        None => format!("zeros:{shape}"),
    }
}
