//! Changes that make a legal use illegal: by a rule, an element type, or a small scratch tile.

use crate::instance::Instance;
use crate::rebuild::Change;
use pto_isa::def::{Kind, Role, Support, Types};
use pto_isa::rule::Constraint;
use pto_isa::{DType, Dim, MaskWidth, Rule, Space, TileTy, Type};

/// The use with one rule broken for one operand.
pub fn by_rule(instance: &Instance, rule: &Rule, subject: u8) -> Change {
    let mut change = Change::by(instance, |b| rule.mutate_to_violate(b, subject));
    if let Constraint::Forbidden = rule.constraint {
        let kind = instance.def.operands[subject as usize].kind;
        change.types[subject as usize] = Some(some_type(kind));
    }
    change
}

/// A type that fits a kind of operand.
fn some_type(kind: Kind) -> Type {
    match kind {
        Kind::Vreg | Kind::ScalarOrVreg => Type::Vreg { lanes: 64, dtype: DType::F32 },
        Kind::Mask => Type::Mask(MaskWidth::B32),
        Kind::Align => Type::Align,
        Kind::Vaddr => Type::Vaddr(MaskWidth::B32),
        Kind::Ptr => Type::Ptr { dtype: DType::F32, space: Some(Space::Vec) },
        Kind::Scalar => Type::Scalar(DType::I32),
        Kind::Index => Type::Index,
        Kind::View => Type::Other("memref<16x16xf32>".into()),
        Kind::MultiTile => Type::MultiTile(TileTy::vec(DType::F32, 16, 16), 2),
        Kind::Handle => Type::Other("!pto.pipe".into()),
        Kind::Tile | Kind::TileOrScalar | Kind::Memory | Kind::Any => {
            Type::Tile(TileTy::vec(DType::F32, 16, 16))
        }
    }
}

/// The element types of a support's key operands.
fn key_types(types: &[Option<Type>], support: &Support) -> Option<Vec<DType>> {
    let dtype = |s: &u8| Some(types.get(*s as usize)?.as_ref()?.dtype()?.plain());
    support.key.iter().map(dtype).collect()
}

fn is_accepted(key: &[DType], support: &Support) -> bool {
    match support.types {
        Types::Absent => false,
        Types::Any => true,
        Types::OneOf(types) => types.contains(&key[0]),
        Types::Tuples(tuples) => tuples.contains(&key),
    }
}

/// Whether a support leaves an element type out that an operand could have.
pub fn leaves_types_out(support: &Support) -> bool {
    match support.types {
        Types::Any | Types::Absent => false,
        Types::OneOf(types) => element_types().any(|d| !types.contains(&d)),
        Types::Tuples(_) => true,
    }
}

/// The element types of tiles and registers, each in one spelling.
fn element_types() -> impl Iterator<Item = DType> {
    DType::ALL.iter().copied().filter(|d| *d == d.plain() && d.bits() >= 8)
}

/// The use with element types its target does not take, in several ways.
pub fn by_types(instance: &Instance, support: &Support) -> Vec<Change> {
    let legal = instance.types();
    let Some(key) = key_types(&legal, support) else { return Vec::new() };
    let mut list = Vec::new();
    for (&slot, &old) in support.key.iter().zip(&key) {
        let mut others: Vec<DType> = element_types().filter(|d| *d != old).collect();
        others.sort_by_key(|d| d.bits() != old.bits());
        for new in others {
            let only: &dyn Fn(usize, DType) -> bool = &|s, _| s == slot as usize;
            let keys = &|s: usize, _| support.key.contains(&(s as u8));
            let alike = &|_: usize, d: DType| d == old;
            let number = |s: usize| matches!(legal[s], Some(Type::Scalar(_)));
            let alike_but_numbers = &|s: usize, d: DType| d == old && !number(s);
            let every = &|_: usize, _: DType| true;
            for chosen in [only, keys, alike, alike_but_numbers, every] {
                let mut change = Change::none(instance);
                for (s, ty) in change.types.iter_mut().enumerate() {
                    let has = ty.as_ref().and_then(Type::dtype).map(DType::plain);
                    if let (Some(has), Some(ty)) = (has, ty)
                        && chosen(s, has)
                    {
                        set_dtype(ty, new);
                    }
                }
                let now = key_types(&change.types, support);
                if now.is_some_and(|k| !is_accepted(&k, support)) {
                    list.extend(with_masks(change));
                }
            }
        }
    }
    list
}

/// The use with these element types of a support's key operands: of them alone, and of all that are alike.
pub fn with_key(instance: &Instance, support: &Support, key: &[DType]) -> Vec<Change> {
    let legal = instance.types();
    let Some(old) = key_types(&legal, support) else { return Vec::new() };
    let place = |s: usize| support.key.iter().position(|&k| k as usize == s);
    let mut list = Vec::new();
    for alike in [false, true] {
        let mut change = Change::none(instance);
        for (s, ty) in change.types.iter_mut().enumerate() {
            let Some(ty) = ty else { continue };
            let has = ty.dtype().map(DType::plain);
            let same = || old.iter().position(|o| alike && Some(*o) == has);
            if let Some(i) = place(s).or_else(same)
                && let Some(&new) = key.get(i).or(key.first())
            {
                set_dtype(ty, new);
            }
        }
        list.extend(with_masks(change));
    }
    list
}

fn set_dtype(ty: &mut Type, new: DType) {
    if let Some(d) = ty.dtype_mut() {
        *d = new;
    }
    if let Type::Vreg { lanes, dtype } = ty {
        *lanes = dtype.per_repeat();
    }
}

/// A change with predicates of each width, where there are any.
fn with_masks(change: Change) -> Vec<Change> {
    if !change.types.iter().any(|t| matches!(t, Some(Type::Mask(_)))) {
        return vec![change];
    }
    let widths = [MaskWidth::B8, MaskWidth::B16, MaskWidth::B32];
    let with = |width| {
        let mut change = change.clone();
        for ty in change.types.iter_mut().flatten() {
            if let Type::Mask(w) = ty {
                *w = width;
            }
        }
        change
    };
    widths.map(with).to_vec()
}

/// The slot of the scratch operand and the use with smaller scratch tiles.
pub fn by_scratch(instance: &Instance) -> Option<(u8, Vec<Change>)> {
    let slot = instance.def.operands.iter().position(|o| o.role == Role::Scratch)?;
    let Some(Some(Type::Tile(tile))) = instance.types().get(slot).cloned() else { return None };
    let block = tile.dtype.per_block();
    let sizes = [
        (tile.rows, tile.cols / 2),
        (tile.rows / 2, tile.cols),
        (tile.rows, block),
        (1, tile.cols),
        (1, block),
        (block, 1),
    ];
    let smaller = sizes.into_iter().filter(|&(r, c)| r > 0 && c > 0);
    let changes = smaller.map(|(rows, cols)| {
        let clip = |d: Dim, size: u32| match d {
            Dim::Is(n) => Dim::Is(n.min(size)),
            Dim::Dynamic => Dim::Dynamic,
        };
        let (valid_rows, valid_cols) = (clip(tile.valid_rows, rows), clip(tile.valid_cols, cols));
        let small = TileTy { rows, cols, valid_rows, valid_cols, ..tile };
        let mut change = Change::none(instance);
        change.types[slot] = Some(Type::Tile(small));
        change
    });
    Some((slot as u8, changes.collect()))
}
