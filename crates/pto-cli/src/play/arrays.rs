//! Results as the page shows them: numbers to look at, and an array to keep.

use super::argument::Given;
use crate::npy::{NpyHeader, NpyType};
use pto_isa::DType;
use pto_isa::format::decode;
use pto_isa::sem::exec::get_code;
use pto_sim::LaunchArg;
use serde_json::{Value, json};

/// Elements that are shown; a table of more is no use, and each takes eight bytes on its way.
const MOST_SHOWN: u64 = 1 << 20;
/// Bytes of an array that can be kept.
const MOST_KEPT: usize = 64 << 20;

/// Describes the arguments after a run; numbers of buffers and whole arrays become blobs.
pub fn describe(given: &[Given], names: &[&str], blobs: &mut Vec<Vec<u8>>) -> Vec<Value> {
    let mut push = |bytes: Vec<u8>| {
        blobs.push(bytes);
        blobs.len() - 1
    };
    let one = |(i, g): (usize, &Given)| -> Value {
        let name = names.get(i).copied().unwrap_or_default();
        let LaunchArg::Bytes(bytes) = &g.value else {
            return json!({"name": name, "kind": "number", "dtype": g.dtype.name()});
        };
        let elements = bytes.len() as u64 * 8 / u64::from(g.dtype.bits());
        let shown = elements.min(MOST_SHOWN);
        let values = numbers(bytes, g.dtype, shown);
        let mut document = json!({
            "name": name, "kind": "array", "dtype": g.dtype.name(), "shape": g.shape,
            "elements": elements, "shown": shown, "values": push(values),
        });
        if bytes.len() <= MOST_KEPT {
            document["npy"] = push(npy(bytes, &g.shape, g.dtype)).into();
        }
        document
    };
    given.iter().enumerate().map(one).collect()
}

/// Elements as f64.
fn numbers(bytes: &[u8], dtype: DType, count: u64) -> Vec<u8> {
    let one = |i: u64| decode(dtype, get_code(bytes, dtype, i * u64::from(dtype.bits())));
    (0..count).flat_map(|i| one(i).to_le_bytes()).collect()
}

fn npy(bytes: &[u8], shape: &[u64], dtype: DType) -> Vec<u8> {
    let element = NpyType::of(dtype);
    let header = NpyHeader { shape: shape.to_vec(), element };
    let fits = header.byte_len() == Some(bytes.len() as u64);
    let flat = NpyHeader { shape: vec![bytes.len() as u64], element: NpyType::Uint(1) };
    let mut file = if fits { header.encode() } else { flat.encode() };
    file.extend_from_slice(bytes);
    file
}
