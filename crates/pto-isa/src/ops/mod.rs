//! The op table: one file per family, and look-up by name.

use crate::def::OpDef;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::LazyLock;

pub mod comm;
pub mod comm_async;
pub mod comm_grid;
mod comm_group;
pub mod control;
pub mod cube_fixpipe;
pub mod cube_mad;
pub mod cube_move;
pub mod cube_packed;
pub mod cube_raw;
pub mod dma;
pub mod dma_legacy;
mod drained;
pub mod handle;
mod mx_scale;
pub mod pipe_core;
pub mod pipe_queue;
pub mod predicate;
pub mod predicate_algebra;
pub mod predicate_memory;
pub mod scalar;
pub mod simt;
pub mod simt_math;
pub mod simt_warp;
pub mod sync;
pub mod sync_cross;
pub mod tile_arg_reduce;
pub mod tile_binary;
pub mod tile_bitwise;
pub mod tile_compare;
pub mod tile_config;
pub mod tile_convert;
pub mod tile_debug;
pub mod tile_divide;
pub mod tile_expand_col;
pub mod tile_expand_row;
pub mod tile_fused;
pub mod tile_gather;
pub mod tile_gather_memory;
pub mod tile_generate;
pub mod tile_hif4;
pub mod tile_layout;
pub mod tile_load_store;
pub mod tile_matmul;
pub mod tile_matmul_mx;
pub mod tile_move;
pub mod tile_pad;
pub mod tile_part;
pub mod tile_power;
pub mod tile_prefetch;
pub mod tile_quant;
pub mod tile_reduce_col;
pub mod tile_reduce_row;
pub mod tile_scalar;
pub mod tile_sort;
pub mod tile_unary;
pub mod tile_view;
pub mod tile_window;
pub mod ub_vector;
pub mod ub_vector_more;
pub mod vector_binary;
pub mod vector_compare;
pub mod vector_convert;
pub mod vector_create;
pub mod vector_load;
pub mod vector_rearrange;
pub mod vector_reduce;
pub mod vector_scalar;
pub mod vector_special;
pub mod vector_store;
pub mod vector_unary;
pub mod vmi_arith;
pub mod vmi_bits;
pub mod vmi_compare;
pub mod vmi_convert;
pub mod vmi_create;
pub mod vmi_float;
pub mod vmi_fused;
pub mod vmi_integer;
pub mod vmi_layout;
pub mod vmi_load;
pub mod vmi_mask;
pub mod vmi_reduce;
pub mod vmi_store;
mod vmi_type;

macro_rules! files {
    ($($file:ident,)*) => { &[$((stringify!($file), $file::ALL)),*] };
}

/// The files with their names, in the order of the manual's chapters.
static FAMILIES: &[(&str, &[&OpDef])] = files![
    tile_binary,
    tile_divide,
    tile_power,
    tile_bitwise,
    tile_unary,
    tile_scalar,
    tile_compare,
    tile_convert,
    tile_fused,
    tile_reduce_row,
    tile_reduce_col,
    tile_arg_reduce,
    tile_expand_row,
    tile_expand_col,
    tile_part,
    tile_load_store,
    tile_prefetch,
    tile_move,
    tile_window,
    tile_layout,
    tile_pad,
    tile_gather_memory,
    tile_gather,
    tile_sort,
    tile_quant,
    tile_hif4,
    tile_generate,
    tile_debug,
    tile_matmul,
    tile_matmul_mx,
    tile_config,
    tile_view,
    comm,
    comm_async,
    comm_grid,
    pipe_core,
    pipe_queue,
    handle,
    vector_binary,
    vector_unary,
    vector_scalar,
    vector_compare,
    vector_convert,
    vector_rearrange,
    vector_reduce,
    vector_load,
    vector_store,
    vector_special,
    vector_create,
    ub_vector,
    ub_vector_more,
    predicate,
    predicate_algebra,
    predicate_memory,
    vmi_create,
    vmi_arith,
    vmi_bits,
    vmi_fused,
    vmi_float,
    vmi_integer,
    vmi_compare,
    vmi_convert,
    vmi_load,
    vmi_store,
    vmi_reduce,
    vmi_mask,
    vmi_layout,
    sync,
    sync_cross,
    dma,
    dma_legacy,
    cube_mad,
    cube_move,
    cube_fixpipe,
    cube_raw,
    cube_packed,
    scalar,
    control,
    simt,
    simt_math,
    simt_warp,
];

/// The number of an instruction in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpId(pub u16);

impl OpId {
    /// Its entry.
    pub fn def(self) -> &'static OpDef {
        TABLE.ops[self.0 as usize]
    }
}

struct Table {
    ops: Vec<&'static OpDef>,
    by_name: FxHashMap<&'static str, OpId>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let ops: Vec<_> = FAMILIES.iter().flat_map(|f| f.1.iter().copied()).collect();
    let mut by_name = FxHashMap::default();
    for (i, op) in ops.iter().enumerate() {
        let names = [op.name, op.printed_name()].into_iter().chain(op.aliases.iter().copied());
        for name in names {
            by_name.entry(name).or_insert(OpId(i as u16));
        }
    }
    Table { ops, by_name }
});

/// Every instruction, in table order.
pub fn all() -> impl ExactSizeIterator<Item = &'static OpDef> {
    TABLE.ops.iter().copied()
}

/// The module below this one that describes an instruction, e.g. `tile_binary`.
pub fn file_of(op: &OpDef) -> Option<&'static str> {
    FAMILIES.iter().find(|f| f.1.iter().any(|o| std::ptr::eq(*o, op))).map(|f| f.0)
}

/// The number of an instruction by any of its names, without `pto.`.
pub fn find_id(name: &str) -> Option<OpId> {
    TABLE.by_name.get(name).copied()
}

/// An instruction by any of its names in any case, with `pto.` or without it: as people type it.
pub fn find_typed(name: &str) -> Option<&'static OpDef> {
    let lower = name.to_ascii_lowercase();
    let short = lower.strip_prefix("pto.").unwrap_or(&lower);
    // Some names have capitals.
    let is = |n: &&str| n.eq_ignore_ascii_case(short);
    find(short).or_else(|| find(TABLE.by_name.keys().copied().find(|n| is(n))?))
}

/// An instruction by any of its names, without `pto.`.
pub fn find(name: &str) -> Option<&'static OpDef> {
    find_id(name).map(OpId::def)
}

/// The name closest to a misspelt one, if any is close.
pub fn nearest(name: &str) -> Option<&'static str> {
    closest(name, TABLE.by_name.keys().copied())
}

/// The candidate closest to `word`, if it is close enough to be a slip. Capitals do not count.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let limit = match word.len() {
        0..=2 => return None,
        3..=4 => 1,
        _ => 2,
    };
    let word = word.to_ascii_lowercase();
    candidates
        .into_iter()
        .filter(|c| c.len().abs_diff(word.len()) <= limit)
        // Of equally close ones, the one that begins alike.
        .map(|c| {
            let lower = c.to_ascii_lowercase();
            (edit_distance(&word, &lower), Reverse(common_prefix(&word, &lower)), c)
        })
        .filter(|(d, ..)| *d <= limit)
        .min()
        .map(|(.., c)| c)
}

fn common_prefix(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<u8>, Vec<u8>) = (a.bytes().collect(), b.bytes().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let same = a[i - 1] == b[j - 1];
                let mut d = (rows[i - 1][j] + 1)
                    .min(rows[i][j - 1] + 1)
                    .min(rows[i - 1][j - 1] + usize::from(!same));
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    d = d.min(rows[i - 2][j - 2] + 1);
                }
                d
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_as_people_type_them() {
        for typed in ["TADD", "pto.tadd", "PTO.TAdd", "tadd"] {
            assert_eq!(find_typed(typed).map(|d| d.name), Some("tadd"), "{typed}");
        }
        assert!(find_typed("tad").is_none());
        assert_eq!(nearest("TMATMULL"), Some("tmatmul"));
        assert_eq!(closest("f4e1m2", ["f4E2M1x2", "f4E1M2x2"]), Some("f4E1M2x2"));
    }

    #[test]
    fn names_are_unique() {
        let mut seen = FxHashMap::default();
        for op in all() {
            if let Some(other) = seen.insert(op.name, op.family) {
                panic!("{} is described in {other} and in {}", op.name, op.family);
            }
        }
    }

    #[test]
    fn slips_are_recognised() {
        assert_eq!(nearest("taddd"), Some("tadd"));
        assert_eq!(nearest("trwosum"), Some("trowsum"));
        assert_eq!(nearest("completely_else"), None);
    }
}
