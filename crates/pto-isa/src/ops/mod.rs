//! The op table: one file per family, and look-up by name.

use crate::def::OpDef;
use crate::name_index::NameIndex;
use std::cmp::Reverse;

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
pub mod vector_address;
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
    vector_address,
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
        OPS[self.0 as usize]
    }
}

/// How many instructions there are, and how many names they have.
const COUNTS: (usize, usize) = {
    let (mut ops, mut names, mut file) = (0, 0, 0);
    while file < FAMILIES.len() {
        let mut i = 0;
        while i < FAMILIES[file].1.len() {
            let op = FAMILIES[file].1[i];
            names += 1 + !op.print_as.is_empty() as usize + op.aliases.len();
            i += 1;
        }
        ops += i;
        file += 1;
    }
    (ops, names)
};

/// The instructions by number.
static OPS: [&OpDef; COUNTS.0] = {
    let mut ops = [&OpDef::EMPTY; COUNTS.0];
    let (mut file, mut n) = (0, 0);
    while file < FAMILIES.len() {
        let mut i = 0;
        while i < FAMILIES[file].1.len() {
            (ops[n], n, i) = (FAMILIES[file].1[i], n + 1, i + 1);
        }
        file += 1;
    }
    ops
};

/// Each instruction under its name, the one that is printed, and others that are read.
static NAMES: [(&str, OpId); COUNTS.1] = {
    let mut names = [("", OpId(0)); COUNTS.1];
    let (mut op, mut n) = (0, 0);
    while op < OPS.len() {
        let id = OpId(op as u16);
        names[n] = (OPS[op].name, id);
        n += 1;
        if !OPS[op].print_as.is_empty() {
            names[n] = (OPS[op].print_as, id);
            n += 1;
        }
        let mut i = 0;
        while i < OPS[op].aliases.len() {
            names[n] = (OPS[op].aliases[i], id);
            (n, i) = (n + 1, i + 1);
        }
        op += 1;
    }
    names
};

static BY_NAME: NameIndex<4096> = NameIndex::of(&NAMES);

/// Every instruction, in table order.
pub fn all() -> impl ExactSizeIterator<Item = &'static OpDef> {
    OPS.iter().copied()
}

/// The module below this one that describes an instruction, e.g. `tile_binary`.
pub fn file_of(op: &OpDef) -> Option<&'static str> {
    FAMILIES.iter().find(|f| f.1.iter().any(|o| std::ptr::eq(*o, op))).map(|f| f.0)
}

/// The number of an instruction by any of its names, without `pto.`.
pub fn find_id(name: &str) -> Option<OpId> {
    BY_NAME.find(&NAMES, name)
}

fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|n| n.0)
}

/// An instruction by any of its names in any case, with `pto.` or without it: as people type it.
pub fn find_typed(name: &str) -> Option<&'static OpDef> {
    let lower = name.to_ascii_lowercase();
    let short = lower.strip_prefix("pto.").unwrap_or(&lower);
    // Some names have capitals.
    let is = |n: &&str| n.eq_ignore_ascii_case(short);
    find(short).or_else(|| find(names().find(|n| is(n))?))
}

/// An instruction by any of its names, without `pto.`.
pub fn find(name: &str) -> Option<&'static OpDef> {
    find_id(name).map(OpId::def)
}

/// The name closest to a misspelt one, if any is close.
pub fn nearest(name: &str) -> Option<&'static str> {
    closest(name, names())
}

/// A longer word is no slip of a name.
const MAX_WORD: usize = 64;

/// The candidate closest to `word`, if it is close enough to be a slip. Capitals do not count.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > MAX_WORD {
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
        .filter_map(|c| {
            let lower = c.to_ascii_lowercase();
            let distance = edit_distance(word.as_bytes(), lower.as_bytes(), limit)?;
            Some((distance, Reverse(common_prefix(&word, &lower)), c))
        })
        .min()
        .map(|(.., c)| c)
}

fn common_prefix(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count()
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`, if there are no more than `limit`.
/// Neither is longer than a word that is looked at and `limit` bytes more.
fn edit_distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    // The last two rows of the table and the one that is made: distances of the starts of `a` from those of `b`.
    let mut rows = [[0; MAX_WORD + 3]; 3];
    rows[1] = std::array::from_fn(|j| j);
    for i in 1..=a.len() {
        let [before, last, now] = &mut rows;
        now[0] = i;
        for j in 1..=b.len() {
            let same = a[i - 1] == b[j - 1];
            let mut d = (last[j] + 1).min(now[j - 1] + 1).min(last[j - 1] + usize::from(!same));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                d = d.min(before[j - 2] + 1);
            }
            now[j] = d;
        }
        // A swap comes from two rows before.
        let least = |row: &[usize]| row[..=b.len()].iter().copied().min();
        if least(now).min(least(last)) > Some(limit) {
            return None;
        }
        rows.rotate_left(1);
    }
    Some(rows[1][b.len()]).filter(|d| *d <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

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
        for (a, b, distance) in [
            ("", "ab", Some(2)),
            ("ab", "ba", Some(1)),
            ("abcd", "badc", Some(2)),
            ("row", "rows", Some(1)),
            ("sum", "max", None),
            ("abcdef", "ghijkl", None),
        ] {
            assert_eq!(edit_distance(a.as_bytes(), b.as_bytes(), 2), distance, "{a} {b}");
            assert_eq!(edit_distance(b.as_bytes(), a.as_bytes(), 2), distance, "{b} {a}");
        }
        let long = "x".repeat(MAX_WORD);
        assert_eq!(closest(&long, [&*format!("{long}yz")]), Some(&*format!("{long}yz")));
    }
}
