//! Other legal uses of an instruction, from one that is known: element types, extents, valid regions,
//! layouts, attributes and aliases change, and what its rules demand is repaired.

use crate::choices::Choices;
use crate::uses::{Given, Setting, Use};
use pto_isa::def::{Arity, AttrKind};
use pto_isa::rule::{Constraint, LayoutIs};
use pto_isa::scratch::Need;
use pto_isa::{
    BLayout, DType, Dim, Layout, Pad, Role, Rule, Rulebook, SLayout, Space, Target, TileTy, Type,
};

/// The definition takes its time, and most mistakes show in few elements.
const MAX_ELEMENTS: [u32; 4] = [1024, 1024, 2048, 8192];

/// A variation of a use in which `key` operands have the given element types. `None` if it is not legal.
pub fn vary(rng: &mut Choices, from: &Use, target: Target, key: &[(u8, DType)]) -> Option<Use> {
    let mut u = from.clone();
    drop_optional(rng, &mut u);
    vary_attrs(rng, &mut u);
    set_types(&mut u, key);
    match rng.below(8) {
        0 => {}
        1 => scale_extents(rng, &mut u),
        2 => vary_valid(rng, &mut u),
        _ => rename_extents(rng, &mut u),
    }
    if rng.one_in(6) {
        vary_layouts(rng, &mut u);
    }
    if rng.one_in(6) {
        forget_valid(rng, &mut u);
    }
    if rng.one_in(3) {
        // Values that were one become two.
        let base = 1 + u.given.iter().map(|g| g.value).max().unwrap_or(0);
        (base..).zip(&mut u.given).for_each(|(n, g)| g.value = n);
    }
    // Parts of programs need not allocate what they use, so the checker lets broken boxes pass there.
    let whole = !rng.one_in(12);
    for _ in 0..4 {
        obey_laws(&mut u, whole);
        if obey_rules(rng, &mut u, target, key) {
            break;
        }
    }
    obey_laws(&mut u, whole);
    if rng.one_in(3) {
        merge_values(rng, &mut u);
    }
    let most = rng.pick(&MAX_ELEMENTS);
    let tiles_fit = tiles(&u.given).all(|t| t.rows.saturating_mul(t.cols) <= most);
    (tiles_fit && values_agree(&u) && u.is_legal(target)).then_some(u)
}

fn tiles(given: &[Given]) -> impl Iterator<Item = &TileTy> {
    given.iter().filter_map(|g| g.ty.as_tile())
}

/// The types of its tiles, to change them.
pub fn tiles_mut(u: &mut Use) -> impl Iterator<Item = &mut TileTy> {
    u.given.iter_mut().filter_map(|g| match &mut g.ty {
        Type::Tile(t) => Some(t),
        _ => None,
    })
}

/// The same value has the same type everywhere.
pub fn values_agree(u: &Use) -> bool {
    let clash = |a: &Given, b: &Given| a.value == b.value && a.ty != b.ty;
    !u.given.iter().any(|a| u.given.iter().any(|b| clash(a, b)))
}

fn drop_optional(rng: &mut Choices, u: &mut Use) {
    let operands = u.def.operands;
    u.given.retain(|g| operands[g.slot as usize].arity != Arity::Opt || !rng.one_in(6));
}

fn vary_attrs(rng: &mut Choices, u: &mut Use) {
    for def in u.def.attrs {
        if !rng.one_in(3) {
            continue;
        }
        let new = match def.kind {
            AttrKind::Word(words) if !words.is_empty() => Setting::Word(rng.pick(words).into()),
            AttrKind::Bool => Setting::Bool(rng.one_in(2)),
            AttrKind::Int(low, high) if high >= low => {
                let span = (i128::from(high) - i128::from(low)).min(64) as u32;
                Setting::Int(low + i64::from(rng.below(span + 1)))
            }
            _ => continue,
        };
        match u.attrs.iter_mut().find(|a| a.0 == def.name) {
            Some(_) if !def.required && rng.one_in(4) => u.attrs.retain(|a| a.0 != def.name),
            Some(a) => a.1 = new,
            None => u.attrs.push((def.name.into(), new)),
        }
    }
}

/// Operands that had the type of a key operand take its new one, too.
pub fn set_types(u: &mut Use, key: &[(u8, DType)]) {
    let of = |slot: u8| u.given.iter().find(|g| g.slot == slot).and_then(|g| g.ty.dtype());
    let renamed: Vec<(DType, DType)> =
        key.iter().rev().filter_map(|&(slot, new)| Some((of(slot)?, new))).collect();
    for g in &mut u.given {
        let Some(d) = g.ty.dtype_mut() else { continue };
        if let Some(&(_, new)) = key.iter().find(|k| k.0 == g.slot) {
            *d = new;
        } else if let Some(&(_, new)) = renamed.iter().find(|r| r.0 == *d) {
            *d = new;
        }
    }
}

/// Every extent of tiles and views, with whether it is that of a valid region or view.
pub fn extents(u: &mut Use, mut change: impl FnMut(&mut u32, bool)) {
    for g in &mut u.given {
        match &mut g.ty {
            Type::Tile(t) => {
                change(&mut t.rows, false);
                change(&mut t.cols, false);
                for d in [&mut t.valid_rows, &mut t.valid_cols] {
                    if let Dim::Is(n) = d {
                        change(n, true);
                    }
                }
            }
            Type::View { dims, .. } => {
                for d in dims.iter_mut() {
                    if let Dim::Is(n) = d {
                        change(n, true);
                    }
                }
            }
            _ => {}
        }
    }
}

fn any_extent(rng: &mut Choices) -> u32 {
    match rng.below(16) {
        0 => 1,
        1 => rng.pick(&[15, 16, 17, 31, 32, 33, 48, 63, 64, 65, 96]),
        2 => 65 + rng.below(200),
        3..7 => rng.pick(&[8, 16, 32, 64]),
        _ => 1 + rng.below(40),
    }
}

/// Extents that were equal stay equal.
fn rename_extents(rng: &mut Choices, u: &mut Use) {
    let mut names: Vec<(u32, u32)> = Vec::new();
    if !rng.one_in(16) {
        names.push((1, 1));
    }
    extents(u, |n, _| {
        let known = names.iter().find(|k| k.0 == *n).map(|k| k.1);
        *n = known.unwrap_or_else(|| {
            // Some extents mean something: 256 bins, blocks of 32.
            let new = if rng.one_in(3) { *n } else { any_extent(rng) };
            names.push((*n, new));
            new
        });
    });
}

/// Extents keep their ratios.
fn scale_extents(rng: &mut Choices, u: &mut Use) {
    let double = rng.one_in(2);
    extents(u, |n, _| match *n {
        0 | 1 => {}
        big if double => *n = big * 2,
        big => *n = big / 2,
    });
}

/// Only valid regions change.
fn vary_valid(rng: &mut Choices, u: &mut Use) {
    let mut names: Vec<(u32, u32)> = Vec::new();
    extents(u, |n, valid| {
        if valid && *n > 1 {
            let known = names.iter().find(|k| k.0 == *n).map(|k| k.1);
            *n = known.unwrap_or_else(|| {
                let new = 1 + rng.below(*n);
                names.push((*n, new));
                new
            });
        }
    });
}

fn vary_layouts(rng: &mut Choices, u: &mut Use) {
    let layouts = [Layout::Nd, Layout::Dn, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn];
    let all = rng.one_in(2);
    let new = rng.pick(&layouts).orders();
    for t in tiles_mut(u) {
        if all || rng.one_in(2) {
            (t.blayout, t.slayout) = new;
        }
    }
}

/// Valid regions that are known only when the program runs.
fn forget_valid(rng: &mut Choices, u: &mut Use) {
    let all = rng.one_in(2);
    for t in tiles_mut(u) {
        if all || rng.one_in(2) {
            (t.valid_rows, t.valid_cols) = (Dim::Dynamic, Dim::Dynamic);
        }
    }
}

/// Makes two operands of the same type one value: most instructions may work in place.
fn merge_values(rng: &mut Choices, u: &mut Use) {
    let n = u.given.len() as u32;
    let (a, b) = (rng.below(n) as usize, rng.below(n) as usize);
    if u.given[a].ty == u.given[b].ty && u.given[a].ty.as_tile().is_some() {
        u.given[b].value = u.given[a].value;
    }
}

/// Tiles hold their valid region, and `whole` blocks and boxes.
pub fn obey_laws(u: &mut Use, whole: bool) {
    for t in tiles_mut(u) {
        t.rows = t.rows.max(t.valid_rows.known().unwrap_or(1)).max(1);
        t.cols = t.cols.max(t.valid_cols.known().unwrap_or(1)).max(1);
        let layout = t.layout();
        if !whole {
            continue;
        }
        if layout.is_boxed() {
            let (rows, cols) = layout.inner_box(t.dtype, t.fractal);
            if rows > 0 && cols > 0 {
                t.rows = t.rows.next_multiple_of(rows);
                t.cols = t.cols.next_multiple_of(cols);
            }
        } else if matches!(t.space, Space::Vec | Space::Mat | Space::Acc) {
            let block = t.dtype.per_block();
            match t.blayout {
                BLayout::RowMajor => t.cols = t.cols.next_multiple_of(block),
                BLayout::ColMajor => t.rows = t.rows.next_multiple_of(block),
            }
        }
    }
}

/// Repairs what broken rules speak of; whether nothing was broken.
pub fn obey_rules(rng: &mut Choices, u: &mut Use, target: Target, key: &[(u8, DType)]) -> bool {
    let mut held = true;
    for rule in u.def.rules.iter().filter(|r| r.applies(target, Rulebook::Device)) {
        for &subject in rule.subjects() {
            if !u.with_args(target, |args| rule.holds(args, subject)) {
                held = false;
                obey(rng, u, rule, subject, key);
            }
        }
    }
    let scratch = u.def.scratch.iter().find(|s| s.applies(target, Rulebook::Device));
    if let Some(Need::Bytes { of, .. }) = scratch.map(|s| s.need)
        && let Some(bytes) = u.with_args(target, of)
    {
        let operands = u.def.operands;
        for g in u.given.iter_mut().filter(|g| operands[g.slot as usize].role == Role::Scratch) {
            if let Type::Tile(t) = &mut g.ty
                && t.size_bytes() < bytes
            {
                held = false;
                let row = (u64::from(t.cols) * u64::from(t.dtype.bits())).div_ceil(8).max(1);
                t.rows = bytes.div_ceil(row).min(1 << 20) as u32;
                t.valid_rows = Dim::Is(t.rows);
            }
        }
    }
    held
}

fn obey(rng: &mut Choices, u: &mut Use, rule: &Rule, subject: u8, key: &[(u8, DType)]) {
    // A rule about attributes alone.
    let Some(&of) = rule.of.first() else { return };
    let reference = u.given.iter().find(|g| g.slot == of).map(|g| g.ty.clone());
    let fixed = |slot: u8| key.iter().any(|k| k.0 == slot);
    if let (Constraint::SameDtype | Constraint::SameWidth, Some(first)) =
        (rule.constraint, &reference)
        && fixed(subject)
        && !fixed(rule.of[0])
    {
        // The subject's type is wanted, so the reference gives way.
        let wanted = u.given.iter().find(|g| g.slot == subject).and_then(|g| g.ty.dtype());
        let first = first.clone();
        for g in u.given.iter_mut().filter(|g| g.slot == rule.of[0] && g.ty == first) {
            if let Some((d, wanted)) = g.ty.dtype_mut().zip(wanted) {
                *d = wanted;
            }
        }
        return;
    }
    if matches!(rule.constraint, Constraint::Forbidden) {
        u.given.retain(|g| g.slot != subject);
        return;
    }
    for g in u.given.iter_mut().filter(|g| g.slot == subject) {
        let dtype = reference.as_ref().and_then(Type::dtype);
        match rule.constraint {
            Constraint::SameDtype | Constraint::ScalarOfTile => {
                if let Some((d, new)) = g.ty.dtype_mut().zip(dtype) {
                    *d = new;
                }
            }
            Constraint::SameWidth => {
                if let Some((d, new)) = g.ty.dtype_mut().zip(dtype) {
                    let same = |o: &&DType| o.is_int() == d.is_int() && o.bits() == new.bits();
                    *d = DType::ALL.iter().find(same).copied().unwrap_or(new);
                }
            }
            Constraint::HasDtype(types) => {
                if let Some(d) = g.ty.dtype_mut() {
                    *d = rng.pick(types);
                }
            }
            _ => {
                let first = reference.as_ref().and_then(Type::as_tile);
                if let Type::Tile(t) = &mut g.ty {
                    obey_as_tile(rng, t, rule.constraint, first);
                }
            }
        }
    }
}

fn obey_as_tile(rng: &mut Choices, t: &mut TileTy, demand: Constraint, first: Option<&TileTy>) {
    let at_least = |a: Dim, b: Dim| match (a, b) {
        (Dim::Is(a), Dim::Is(b)) => Dim::Is(a.max(b)),
        _ => a,
    };
    let at_most = |a: Dim, b: Dim| match (a, b) {
        (Dim::Is(a), Dim::Is(b)) => Dim::Is(a.min(b)),
        _ => a,
    };
    match (demand, first) {
        (Constraint::InSpace(spaces), _) => t.space = rng.pick(spaces),
        (Constraint::HasLayout(layouts), _) => {
            (t.blayout, t.slayout) = orders(rng.pick(layouts), t)
        }
        (Constraint::SameValid, Some(f)) => {
            (t.valid_rows, t.valid_cols) = (f.valid_rows, f.valid_cols);
        }
        (Constraint::SameValidRows, Some(f)) => t.valid_rows = f.valid_rows,
        (Constraint::SameValidCols, Some(f)) => t.valid_cols = f.valid_cols,
        (Constraint::NonEmpty, _) => (t.valid_rows, t.valid_cols) = (Dim::Is(1), Dim::Is(1)),
        (Constraint::ValidRowsIs(n), _) => t.valid_rows = Dim::Is(n),
        (Constraint::ValidColsIs(n), _) => t.valid_cols = Dim::Is(n),
        (Constraint::ValidWithin, Some(f)) => {
            t.valid_rows = at_most(t.valid_rows, f.valid_rows);
            t.valid_cols = at_most(t.valid_cols, f.valid_cols);
        }
        (Constraint::Covers, Some(f)) => {
            t.valid_rows = at_least(t.valid_rows, f.valid_rows);
            t.valid_cols = at_least(t.valid_cols, f.valid_cols);
        }
        (Constraint::SameShape, Some(f)) => (t.rows, t.cols) = (f.rows, f.cols),
        (Constraint::SameType, Some(f)) => *t = *f,
        (Constraint::RowsIs(n), _) => {
            (t.rows, t.valid_rows) = (n, at_most(t.valid_rows, Dim::Is(n)));
        }
        (Constraint::ColsIs(n), _) => {
            (t.cols, t.valid_cols) = (n, at_most(t.valid_cols, Dim::Is(n)));
        }
        (Constraint::ColsMultipleOf(n), _) => t.cols = t.cols.next_multiple_of(n.max(1)),
        (Constraint::RowsMultipleOf(n), _) => t.rows = t.rows.next_multiple_of(n.max(1)),
        (Constraint::HasPad, _) => t.pad = rng.pick(&[Pad::Zero, Pad::Max, Pad::Min]),
        _ => {}
    }
}

fn orders(wanted: LayoutIs, t: &TileTy) -> (BLayout, SLayout) {
    let (row, col, none) = (BLayout::RowMajor, BLayout::ColMajor, SLayout::NoneBox);
    match wanted {
        LayoutIs::Nd => (row, none),
        LayoutIs::Dn | LayoutIs::Dn1 => (col, none),
        LayoutIs::RowMajor => (row, t.slayout),
        LayoutIs::ColMajor => (col, t.slayout),
        LayoutIs::NoneBox => (t.blayout, none),
        LayoutIs::Nz => (col, SLayout::RowMajor),
        LayoutIs::Zn => (row, SLayout::ColMajor),
        LayoutIs::Zz => (row, SLayout::RowMajor),
        LayoutIs::Nn => (col, SLayout::ColMajor),
    }
}
