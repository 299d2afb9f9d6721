//! Which Rust function each instruction has, as a page: generated, written by hand, or none and why.

use super::form::forms;
use super::is_in_reach;
use super::types::is_callable;
use super::vector;
use pto_isa::OpDef;
use pto_isa::page::cell;
use std::fmt::Write as _;

/// What is written by hand, and how Rust spells it.
const BY_HAND: [(&str, &str); 40] = [
    ("addptr", "UbPtr::at"),
    ("alloc_tile", "Tile::new"),
    ("bitcast", "bitcast"),
    ("castptr", "UbPtr::cast"),
    ("comm.build_async_session", "AsyncSession::build"),
    ("comm.tget_async", "comm_tget_async"),
    ("comm.tput_async", "comm_tput_async"),
    ("comm.wait_async_event", "AsyncEvent::wait"),
    ("get_prefetch_async_session", "PrefetchAsyncContext::session"),
    ("get_scale_addr", "tget_scale_addr"),
    ("get_tensor_view_dim", "GlobalTensor::shape"),
    ("get_validshape", "Tile::valid"),
    ("make_prefetch_async_context", "PrefetchAsyncContext::new"),
    ("make_tensor_view", "GlobalTensor::new"),
    ("partition_view", "GlobalTensor::part"),
    ("print", "printf"),
    ("set_validshape", "Tile::set_valid"),
    ("subset", "subview"),
    ("subview", "subview"),
    ("syncall", "syncall"),
    ("talias", "subview"),
    ("tassign", "tassign"),
    ("tgetval", "Tile::get_value"),
    ("tile_buf_addr", "Tile::address"),
    ("tile_valid_cols", "Tile::valid"),
    ("tile_valid_rows", "Tile::valid"),
    ("tprefetch_async", "tprefetch_async"),
    ("treshape", "treshape"),
    ("tsetval", "Tile::set_value"),
    ("tsync", "tsync"),
    ("vecscope", "vecscope"),
    ("get_block_idx", "block_idx"),
    ("get_block_num", "block_num"),
    ("initialize_l2g2l_pipe", "TPipe::through"),
    ("initialize_l2l_pipe", "TPipe::new"),
    ("section.cube", "section_cube"),
    ("section.vector", "section_vector"),
    ("tfree", "tfree"),
    ("tpop", "tpop"),
    ("tpush", "tpush"),
];

const TRUTH: &str =
    "the kernel would branch on what it gives, and there are no values while it is recorded";
const ADDRESS: &str = "Rust hands out no addresses of global memory: instructions take tensors";

/// What Rust does not have, and why.
const WITHOUT: [(&str, &str); 9] = [
    ("cmo.cacheinvalid", ADDRESS),
    ("comm.test_async_event", TRUTH),
    ("comm.ttest", TRUTH),
    ("get_tensor_view_stride", "who makes a tensor gives its strides"),
    ("sdma_gm_gm", ADDRESS),
    ("session_init", "its session serves `sdma_gm_gm` alone"),
    ("talloc", "tiles pass through a queue; a slot of it has no tensor"),
    ("tensor_view_addr", ADDRESS),
    ("tmatmul_mx_hif4", "it does not execute: no source says in which order the cube adds"),
];

/// How Rust spells an instruction whose function is written by hand.
pub fn by_hand(op: &OpDef) -> Option<&'static str> {
    BY_HAND.iter().find(|h| h.0 == op.name).map(|h| h.1)
}

/// Why Rust does not have an instruction.
fn without(op: &OpDef) -> Option<&'static str> {
    WITHOUT.iter().find(|w| w.0 == op.name).map(|w| w.1)
}

/// The function of the first call of the `cpp` line.
fn cpp_name(op: &OpDef) -> &str {
    let call = op.cpp.split(';').next().unwrap_or("");
    call.split(['<', '(']).next().unwrap_or("").trim()
}

/// The page.
pub fn page() -> Result<String, String> {
    let mut rows = String::new();
    let (mut here, mut absent) = (0, 0);
    for op in pto_isa::all().filter(|o| is_in_reach(o) || by_hand(o).is_some()) {
        let link = format!("[pto.{}](isa/{}/{}.md)", op.printed_name(), op.family, op.name);
        let rust = match (by_hand(op), without(op)) {
            (Some(rust), _) => format!("`{rust}`"),
            (None, Some(why)) => format!("none: {why}"),
            (None, None) => {
                let forms = forms(op)?.into_iter().filter(|f| is_callable(op, f));
                let names: Vec<String> = forms.map(|f| format!("`{}`", f.name)).collect();
                names.join(", ")
            }
        };
        match rust.starts_with("none") {
            true => absent += 1,
            false => here += 1,
        }
        let cpp = match cpp_name(op) {
            "" => String::new(),
            name => format!("`{name}`"),
        };
        let _ = writeln!(rows, "| {link} | {} | {} |", cell(&cpp), cell(&rust));
    }
    let (mut registers, mut on_registers) = (String::new(), 0);
    for op in pto_isa::all().filter(|o| vector::is_intrinsic(o)) {
        let link = format!("[pto.{}](isa/{}/{}.md)", op.printed_name(), op.family, op.name);
        let names: Vec<String> =
            vector::functions(op)?.into_iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(registers, "| {link} | {} |", cell(&names.join(", ")));
        on_registers += 1;
    }
    let by_loops: Vec<String> = pto_isa::all()
        .filter(|o| vector::is_addressed_by_loops(o))
        .map(|o| format!("`pto.{}`", o.printed_name()))
        .collect();
    Ok(format!(
        "# Instructions in Rust\n\n\
         {here} instructions on tiles and global memory have a function or a method in the crate `pto`, {absent} have \
         none. Functions that end in `_with`, which take attributes, are not listed.\n\n\
         | instruction | C++ | Rust |\n|---|---|---|\n{rows}\n\
         ## On registers and predicates\n\n\
         {on_registers} instructions on vector registers and predicates have functions, one for each choice of what may \
         be left out. {} have none: the loops of a program give them addresses, and Rust's own loops are not part of it \
         ({}).\n\n\
         | instruction | Rust |\n|---|---|\n{registers}",
        by_loops.len(),
        by_loops.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::super::is_intrinsic;
    use super::*;

    #[test]
    fn every_instruction_on_tiles_has_a_place() {
        let places = |o: &OpDef| {
            usize::from(is_intrinsic(o))
                + usize::from(by_hand(o).is_some())
                + usize::from(without(o).is_some())
        };
        let misplaced = pto_isa::all().filter(|o| is_in_reach(o) && places(o) != 1);
        assert_eq!(misplaced.map(|o| o.name).collect::<Vec<_>>(), [""; 0]);
        let listed = BY_HAND.iter().chain(&WITHOUT).map(|x| x.0);
        let gone = listed.filter(|name| pto_isa::find(name).is_none());
        assert_eq!(gone.collect::<Vec<_>>(), [""; 0], "the table has no such instruction");
    }

    #[test]
    fn what_is_written_by_hand_exists() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/pto/src");
        let mut source = String::new();
        for folder in [folder.join("vector"), folder] {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                source += &std::fs::read_to_string(entry.path()).unwrap_or_default();
            }
        }
        let defines = |rust: &str| {
            let name = rust.rsplit("::").next().unwrap_or(rust);
            [format!("pub fn {name}("), format!("pub fn {name}<")]
                .iter()
                .any(|f| source.contains(f))
        };
        let gone: Vec<_> = BY_HAND.iter().filter(|(_, rust)| !defines(rust)).collect();
        assert!(gone.is_empty(), "{gone:?}");
    }
}
