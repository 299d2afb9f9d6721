//! The op table: one file per family, and look-up by name.

use crate::def::OpDef;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::sync::LazyLock;

pub mod comm;
pub mod comm_async;
pub mod control;
pub mod cube_fixpipe;
pub mod cube_mad;
pub mod cube_move;
pub mod cube_packed;
pub mod cube_raw;
pub mod dma;
pub mod dma_legacy;
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

/// The files, in the order of the manual's chapters.
static FAMILIES: &[&[&OpDef]] = &[
    tile_binary::ALL,
    tile_divide::ALL,
    tile_power::ALL,
    tile_bitwise::ALL,
    tile_unary::ALL,
    tile_scalar::ALL,
    tile_compare::ALL,
    tile_convert::ALL,
    tile_fused::ALL,
    tile_reduce_row::ALL,
    tile_reduce_col::ALL,
    tile_arg_reduce::ALL,
    tile_expand_row::ALL,
    tile_expand_col::ALL,
    tile_part::ALL,
    tile_load_store::ALL,
    tile_prefetch::ALL,
    tile_move::ALL,
    tile_window::ALL,
    tile_layout::ALL,
    tile_pad::ALL,
    tile_gather_memory::ALL,
    tile_gather::ALL,
    tile_sort::ALL,
    tile_quant::ALL,
    tile_generate::ALL,
    tile_debug::ALL,
    tile_matmul::ALL,
    tile_matmul_mx::ALL,
    tile_config::ALL,
    tile_view::ALL,
    comm::ALL,
    comm_async::ALL,
    pipe_core::ALL,
    pipe_queue::ALL,
    handle::ALL,
    vector_binary::ALL,
    vector_unary::ALL,
    vector_scalar::ALL,
    vector_compare::ALL,
    vector_convert::ALL,
    vector_rearrange::ALL,
    vector_reduce::ALL,
    vector_load::ALL,
    vector_store::ALL,
    vector_special::ALL,
    vector_create::ALL,
    ub_vector::ALL,
    ub_vector_more::ALL,
    predicate::ALL,
    predicate_algebra::ALL,
    predicate_memory::ALL,
    vmi_create::ALL,
    vmi_arith::ALL,
    vmi_bits::ALL,
    vmi_fused::ALL,
    vmi_float::ALL,
    vmi_integer::ALL,
    vmi_compare::ALL,
    vmi_convert::ALL,
    vmi_load::ALL,
    vmi_store::ALL,
    vmi_reduce::ALL,
    vmi_mask::ALL,
    vmi_layout::ALL,
    sync::ALL,
    sync_cross::ALL,
    dma::ALL,
    dma_legacy::ALL,
    cube_mad::ALL,
    cube_move::ALL,
    cube_fixpipe::ALL,
    cube_raw::ALL,
    cube_packed::ALL,
    scalar::ALL,
    control::ALL,
    simt::ALL,
    simt_math::ALL,
    simt_warp::ALL,
];

/// The number of an instruction in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpId(pub u16);

impl OpId {
    /// Its block.
    pub fn def(self) -> &'static OpDef {
        TABLE.ops[self.0 as usize]
    }
}

struct Table {
    ops: Vec<&'static OpDef>,
    by_name: FxHashMap<&'static str, OpId>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let ops: Vec<_> = FAMILIES.iter().flat_map(|f| f.iter().copied()).collect();
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

/// The number of an instruction by any of its names, without `pto.`.
pub fn find_id(name: &str) -> Option<OpId> {
    TABLE.by_name.get(name).copied()
}

/// An instruction by any of its names, without `pto.`.
pub fn find(name: &str) -> Option<&'static OpDef> {
    find_id(name).map(OpId::def)
}

/// The name closest to a misspelt one, if any is close.
pub fn nearest(name: &str) -> Option<&'static str> {
    closest(name, TABLE.by_name.keys().copied())
}

/// The candidate closest to `word`, if it is close enough to be a slip.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 64 {
        return None;
    }
    let limit = match word.len() {
        0..=2 => return None,
        3..=4 => 1,
        _ => 2,
    };
    candidates
        .into_iter()
        .filter(|c| c.len().abs_diff(word.len()) <= limit)
        // Of equally close ones, the one that begins alike.
        .map(|c| (edit_distance(word, c), Reverse(common_prefix(word, c)), c))
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
