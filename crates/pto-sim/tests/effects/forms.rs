//! How operands stand for memory: by their types in test programs that are legal, and by a reading where those do not
//! show all types.

use pto_isa::effect::Through;
use pto_isa::{Role, Space, Type};
use pto_smith::uses::Use;
use std::collections::BTreeMap;

/// What an operand was, in test programs that are legal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forms {
    tile: bool,
    address: bool,
    value: bool,
    /// It was an address in global memory, which all cores share.
    global: bool,
}

impl Forms {
    fn add(&mut self, ty: &Type, result: bool) {
        match ty {
            Type::Tile(_) | Type::MultiTile(..) => self.tile = true,
            // An address that an instruction gives is a number.
            Type::Ptr { .. } | Type::View { .. } if result => self.value = true,
            Type::Ptr { space, .. } => {
                self.address = true;
                self.global |= space.is_none_or(|s| s == Space::Gm);
            }
            Type::View { .. } => (self.address, self.global) = (true, true),
            // Pointers to pairs of numbers are kept as their text.
            Type::Other(text) if text.starts_with("!pto.ptr<") => self.address = true,
            Type::Other(text) if text.starts_with("memref<") => {
                (self.address, self.global) = (true, true);
            }
            _ => self.value = true,
        }
    }

    /// How such an operand stands for memory.
    pub fn through(self) -> Through {
        match (self.tile, self.address, self.value) {
            (true, false, false) => Through::Itself,
            (false, true, false) => Through::Pointer,
            (false, false, _) => Through::Value,
            _ => Through::Typed,
        }
    }

    /// Whether it was memory that several cores can access.
    pub fn is_shared(self) -> bool {
        self.global
    }
}

/// The forms of every operand, by instruction and slot.
pub fn of_uses(uses: &[Use]) -> BTreeMap<(&'static str, u8), Forms> {
    let mut forms: BTreeMap<(&str, u8), Forms> = BTreeMap::new();
    for u in uses {
        for g in &u.given {
            if !g.result || u.def.operands[g.slot as usize].role == Role::Out {
                forms.entry((u.def.name, g.slot)).or_default().add(&g.ty, g.result);
            }
        }
    }
    forms
}

/// Operands that take more types than the test programs show, by their name.
const TYPED: &[(&str, &[&str])] = &[
    ("gm_workspace", &["syncall"]),
    ("workspace", &["comm.build_async_session"]),
    ("addr", &["cmo.cacheinvalid"]),
    ("tile", &["tpush_to_aic"]),
    ("entry", &["tfree", "tfree_from_aic", "tfree_from_aiv"]),
    ("gm_addr", &["initialize_l2g2l_pipe"]),
    ("local_addr", &["initialize_l2g2l_pipe", "initialize_l2l_pipe"]),
    ("peer_local_addr", &["initialize_l2g2l_pipe", "initialize_l2l_pipe"]),
    ("args", &["simt_launch"]),
    (
        "ptr",
        &[
            "load",
            "store",
            "ldg",
            "stg",
            "atomic_add",
            "atomic_sub",
            "atomic_max",
            "atomic_min",
            "atomic_and",
            "atomic_or",
            "atomic_xor",
            "atomic_exch",
            "atomic_cas",
        ],
    ),
];

/// What a reading says of an operand, where the test programs do not tell.
pub fn read(instruction: &str, operand: &str) -> Option<Through> {
    // One waits for what is done to the tiles that it names, the other gives a place; neither accesses them.
    if [("tsync", "events"), ("talloc", "entry")].contains(&(instruction, operand)) {
        return Some(Through::Value);
    }
    // Tiles that no legal test program gives: the second staging tile of groups, and sources that the check refuses.
    let tiles = [
        ("comm.tbroadcast", "pong"),
        ("comm.tgather", "pong"),
        ("comm.tscatter", "pong"),
        ("ttri", "src0"),
        ("ttri", "src1"),
    ];
    if tiles.contains(&(instruction, operand)) {
        return Some(Through::Itself);
    }
    let typed = TYPED.iter().any(|(o, list)| *o == operand && list.contains(&instruction));
    typed.then_some(Through::Typed)
}
