//! Which cells there are: an instruction with its operands, element types and a layout, at about 64 x 128 elements.

use pto_isa::def::Types;
use pto_isa::{BLayout, DType, Layout, OpDef, Sem, Target, Type};
use pto_smith::Choices;
use pto_smith::uses::{self, Use};
use pto_smith::vary::{extents, obey_laws, obey_rules, set_types, tiles_mut, values_agree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Elements of the largest tile that a cell should have.
const WANTED: u64 = 64 * 128;
/// Extents that are tried in the place of those of a use; 0 keeps the extent.
const EXTENTS: [u32; 6] = [64, 128, 0, 32, 256, 1024];
/// Uses with more extents than this have only the first of them changed.
const MOST_EXTENTS: usize = 4;
/// Uses of one form that are tried.
const MOST_USES: usize = 6;
/// Targets, the one that a cell is measured on first.
const TARGETS: [Target; 3] = [Target::A5, Target::A2A3, Target::CPU];

/// How the elements of a cell lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Arrangement {
    /// Tiles that are valid as a whole, each in memory of its own.
    Contiguous,
    /// Windows of tiles twice as wide, and views of matrices twice as wide.
    Strided,
    /// Valid regions smaller than their tiles.
    Partial,
    /// Column by column.
    ColumnMajor,
    /// Registers of a vector scope.
    Registers,
}

impl Arrangement {
    /// What tiles are arranged in.
    pub const ALL: [Arrangement; 4] = [
        Arrangement::Contiguous,
        Arrangement::Strided,
        Arrangement::Partial,
        Arrangement::ColumnMajor,
    ];
    /// Those and the registers: the columns of the table.
    pub const COLUMNS: [Arrangement; 5] = [
        Arrangement::Contiguous,
        Arrangement::Strided,
        Arrangement::Partial,
        Arrangement::ColumnMajor,
        Arrangement::Registers,
    ];
    pub const fn name(self) -> &'static str {
        match self {
            Arrangement::Contiguous => "contiguous",
            Arrangement::Strided => "strided",
            Arrangement::Partial => "partial",
            Arrangement::ColumnMajor => "column-major",
            Arrangement::Registers => "registers",
        }
    }
    /// Time over that of the plain loop that a cell may take.
    pub const fn limit(self) -> f64 {
        match self {
            Arrangement::Contiguous => 2.0,
            _ => 3.0,
        }
    }
}

/// A cell of the table.
pub struct Subject {
    pub u: Use,
    pub target: Target,
    /// The operands, where an instruction has several forms.
    pub form: String,
    /// The element types.
    pub types: String,
    pub arrangement: Arrangement,
}

/// The cells of an instruction, or none if no legal use is about tiles.
pub struct Instruction {
    pub def: &'static OpDef,
    pub cells: Vec<Subject>,
}

/// Every executable instruction, by name.
pub fn instructions(filter: impl Fn(&str) -> bool) -> Vec<Instruction> {
    let filetests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/isa");
    let mut all: BTreeMap<&str, (&'static OpDef, Vec<Use>)> = BTreeMap::new();
    for def in pto_isa::all().filter(|d| !matches!(d.sem, Sem::Missing | Sem::Machine)) {
        if filter(def.name) {
            all.insert(def.name, (def, Vec::new()));
        }
    }
    for u in uses::read_all(&filetests) {
        if let Some(entry) = all.get_mut(u.def.name) {
            entry.1.push(u);
        }
    }
    all.into_values().map(|(def, uses)| Instruction { def, cells: cells(def, &uses) }).collect()
}

/// The operands of a use, each by the first letter of its kind.
fn form(u: &Use) -> String {
    let mut names: Vec<&str> = Vec::new();
    for g in u.given.iter().filter(|g| !g.result) {
        names.push(u.def.operands[g.slot as usize].name);
    }
    names.dedup();
    names.join(", ")
}

fn cells(def: &'static OpDef, uses: &[Use]) -> Vec<Subject> {
    let mut forms: BTreeMap<String, Vec<&Use>> = BTreeMap::new();
    for u in uses {
        forms.entry(form(u)).or_default().push(u);
    }
    let mut cells = Vec::new();
    for (form, uses) in &forms {
        let mut done: BTreeSet<Vec<&str>> = BTreeSet::new();
        for target in TARGETS {
            for key in type_choices(def, target) {
                let made = uses.iter().take(MOST_USES).find_map(|u| enlarge(u, target, &key));
                let Some(u) = made else { continue };
                let types: Vec<&str> =
                    u.given.iter().filter_map(|g| g.ty.dtype()).map(|d| d.plain().name()).collect();
                if !done.insert(types.clone()) {
                    continue;
                }
                let shown =
                    if key.is_empty() { types } else { key.iter().map(|k| k.1.name()).collect() };
                let mut shown: Vec<&str> = shown;
                shown.dedup();
                let types = shown.join(" ");
                for arrangement in Arrangement::ALL {
                    if let Some(u) = arrange(&u, target, arrangement) {
                        let (form, types) = (form.clone(), types.clone());
                        cells.push(Subject { u, target, form, types, arrangement });
                    }
                }
            }
        }
    }
    cells
}

/// The combinations of element types an instruction takes on a target, by operand.
fn type_choices(def: &OpDef, target: Target) -> Vec<Vec<(u8, DType)>> {
    let Some(support) = def.support_on(target) else { return Vec::new() };
    let key = support.key.iter().copied();
    match support.types {
        Types::Any | Types::Absent => vec![Vec::new()],
        Types::OneOf(types) => {
            types.iter().map(|&d| key.clone().map(|k| (k, d)).collect()).collect()
        }
        Types::Tuples(list) => {
            list.iter().map(|t| key.clone().zip(t.iter().copied()).collect()).collect()
        }
    }
}

fn elements(u: &Use) -> u64 {
    let sizes = u.given.iter().filter_map(|g| g.ty.as_tile());
    sizes.map(|t| u64::from(t.rows) * u64::from(t.cols)).max().unwrap_or(0)
}

/// Makes a use legal, if it can be.
fn settle(mut u: Use, target: Target, key: &[(u8, DType)]) -> Option<Use> {
    let mut rng = Choices::seeded(1);
    for _ in 0..4 {
        obey_laws(&mut u, true);
        if obey_rules(&mut rng, &mut u, target, key) {
            break;
        }
    }
    obey_laws(&mut u, true);
    (values_agree(&u) && u.is_legal(target)).then_some(u)
}

/// The use with the wanted types, and with extents of which the largest tile has as many elements as wanted if that
/// is legal, else as near to it as is.
fn enlarge(from: &Use, target: Target, key: &[(u8, DType)]) -> Option<Use> {
    let mut typed = from.clone();
    set_types(&mut typed, key);
    let mut found: Vec<u32> = Vec::new();
    extents(&mut typed, |n, _| {
        if *n > 1 && !found.contains(n) {
            found.push(*n);
        }
    });
    found.truncate(MOST_EXTENTS);
    let mut best: Option<(u64, Use)> = None;
    for choice in 0..EXTENTS.len().pow(found.len() as u32) {
        let mut rest = choice;
        let names: Vec<(u32, u32)> = found
            .iter()
            .map(|&n| {
                let new = EXTENTS[rest % EXTENTS.len()];
                rest /= EXTENTS.len();
                (n, if new == 0 { n } else { new })
            })
            .collect();
        let mut u = typed.clone();
        extents(&mut u, |n, _| {
            if let Some(name) = names.iter().find(|k| k.0 == *n) {
                *n = name.1;
            }
        });
        let distance = elements(&u).abs_diff(WANTED);
        if best.as_ref().is_some_and(|b| b.0 <= distance) || elements(&u) > 4 * WANTED {
            continue;
        }
        if let Some(u) = settle(u, target, key)
            && elements(&u) <= 8 * WANTED
        {
            best = Some((elements(&u).abs_diff(WANTED), u));
            if distance == 0 {
                break;
            }
        }
    }
    best.map(|b| b.1)
}

/// The use with its elements arranged, unless that is not legal or changes nothing.
fn arrange(u: &Use, target: Target, arrangement: Arrangement) -> Option<Use> {
    let flat =
        |u: &Use| u.given.iter().filter_map(|g| g.ty.as_tile()).any(|t| !t.layout().is_boxed());
    match arrangement {
        Arrangement::Contiguous => Some(u.clone()),
        Arrangement::Strided => {
            let view = u.given.iter().any(|g| matches!(g.ty, Type::View { .. }));
            (view || flat(u)).then(|| u.clone())
        }
        Arrangement::Partial => {
            let shrinks: [fn(u32) -> u32; 3] = [
                |n| if n >= 32 { n - 3 } else { n },
                |n| if n >= 128 { n - 32 } else { n },
                |n| if n == 64 { n - 16 } else { n },
            ];
            shrinks.into_iter().find_map(|shrink| {
                let mut small = u.clone();
                extents(&mut small, |n, valid| {
                    if valid {
                        *n = shrink(*n);
                    }
                });
                (small.given != u.given).then(|| settle(small, target, &[]))?
            })
        }
        Arrangement::Registers => None,
        Arrangement::ColumnMajor => {
            let mut turned = u.clone();
            let mut changed = false;
            for t in tiles_mut(&mut turned) {
                if t.layout() == Layout::Nd && t.rows > 1 && t.cols > 1 {
                    t.blayout = BLayout::ColMajor;
                    changed = true;
                }
            }
            (changed && values_agree(&turned) && turned.is_legal(target)).then_some(turned)
        }
    }
}
