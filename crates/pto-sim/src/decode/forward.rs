//! Finds the loads and moves on the way to the matrix unit whose copies nobody can see, so that they are not made.
//!
//! Tiles in `mat`, `left` and `right` are places that loads and moves fill and that moves and products read. A copy need not
//! be made if its tile is not read any more whenever its source may change: then whoever reads the tile finds the same in
//! the source. The source of a load changes with global memory; that of a move with the tile it reads, or, if that tile
//! was not filled either, with global memory. A tile is read any more if there is a way through the code to a reader on which
//! nothing fills it before.
//!
//! What is not understood, such as pointers into these memories, tiles that are chosen while the program runs, tiles that overlap or
//! are only partly valid, leaves all copies of the program as they are.

use crate::action::{Action, Sync};
use crate::program::{Inst, Program, Step};
use pto_isa::sem::MovePart;
use pto_isa::{Sem, Space, Type};
use pto_kernels::value::{Slot, SlotValue, to_i64};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A set of places; there are at most 64.
type Places = u64;

/// Tells the steps of a program whether their copies need not be made.
pub(super) fn mark(program: &mut Program<'_>) {
    let forwards = find(program).unwrap_or_default();
    for step in forwards {
        program.steps[step].forwards = true;
    }
}

fn is_watched(space: Space) -> bool {
    matches!(space, Space::Mat | Space::Left | Space::Right)
}

/// What a step does with the places.
#[derive(Clone, Copy, Default)]
struct Use {
    reads: Places,
    /// All of them are filled.
    fills: Places,
    /// The source and the place of a copy that might not be made.
    copy: Option<(Option<u32>, u32)>,
    writes_global: bool,
}

/// The steps whose copies need not be made; nothing if the program is not understood.
fn find(program: &Program<'_>) -> Option<Vec<usize>> {
    if program.roles.len() != 1 || program.co_scheduled_blocks || !program.groups.is_empty() {
        return None;
    }
    let places = places(program)?;
    if places.is_empty() || program.params.iter().any(|p| places.contains_key(&p.0)) {
        return None;
    }
    let moved = program.moves.iter().flat_map(|m| [m.from, m.to]);
    let copied = program.code.iter().filter_map(|inst| match inst {
        Inst::Copy { from, to } => Some([*from, *to]),
        _ => None,
    });
    if moved.chain(copied.flatten()).any(|slot| places.contains_key(&slot)) {
        return None;
    }
    let uses: Vec<Use> =
        program.steps.iter().map(|s| use_of(program, s, &places)).collect::<Option<_>>()?;
    let after = read_after(program, &uses);
    // What is still read when something changes.
    let mut at_global: Places = 0;
    let mut at_fill = [0 as Places; Places::BITS as usize];
    for (of, &read) in uses.iter().zip(&after) {
        if of.writes_global {
            at_global |= read;
        }
        for (place, at_fill) in at_fill.iter_mut().enumerate() {
            if of.fills >> place & 1 == 1 {
                *at_fill |= read;
            }
        }
    }
    let unseen = |of: &Use| {
        of.copy.is_some_and(|(source, place)| {
            let changes = at_global | source.map_or(0, |s| at_fill[s as usize]);
            changes >> place & 1 == 0
        })
    };
    Some((0..uses.len()).filter(|&i| unseen(&uses[i])).collect())
}

/// The number of the place of each tile in the memories.
fn places(program: &Program<'_>) -> Option<FxHashMap<Slot, u32>> {
    let mut known: Vec<(Space, Range<u64>)> = Vec::new();
    let mut places = FxHashMap::default();
    for (slot, value) in program.initial_values.iter().enumerate() {
        let SlotValue::Tile(t) = value else { continue };
        if !is_watched(t.ty.space) {
            continue;
        }
        let whole = t.valid == (t.ty.rows, t.ty.cols)
            && t.ty.valid_rows.known().is_some()
            && t.ty.valid_cols.known().is_some();
        let at = address(program, slot as Slot)?.unwrap_or(t.addr);
        let bytes = at..at.checked_add(t.size_bytes())?;
        let same = |k: &(Space, Range<u64>)| *k == (t.ty.space, bytes.clone());
        let meets = |k: &(Space, Range<u64>)| {
            k.0 == t.ty.space && k.1.start < bytes.end && bytes.start < k.1.end
        };
        let place = match known.iter().position(same) {
            Some(place) => place,
            None if !whole || known.iter().any(meets) => return None,
            None => {
                known.push((t.ty.space, bytes));
                known.len() - 1
            }
        };
        if !whole || place >= Places::BITS as usize {
            return None;
        }
        places.insert(slot as Slot, place as u32);
    }
    Some(places)
}

/// The address that an instruction gives to a tile, if one does. `None` if it is not known.
fn address(program: &Program<'_>, slot: Slot) -> Option<Option<u64>> {
    let makes = |s: &&Step<'_>| {
        s.action == Action::AllocTile && s.results.first().is_some_and(|r| r.1 == slot)
    };
    let mut given = None;
    for step in program.steps.iter().filter(makes) {
        let at = given_address(program, step)?;
        if given.is_some_and(|before| before != at) {
            return None;
        }
        given = Some(at);
    }
    Some(given.flatten())
}

/// The address that a step gives to the tile it makes, if it does. `None` if it is not known.
pub(super) fn given_address(program: &Program<'_>, step: &Step<'_>) -> Option<Option<u64>> {
    let operand = step.def.operands.iter().position(|o| o.name == "addr");
    let arg = step.args.iter().find(|a| Some(a.operand as usize) == operand);
    let at = match arg {
        Some(arg) => match program.initial_values[arg.slot as usize] {
            SlotValue::Scalar(bits) => Some(to_i64(arg.dtype, bits)),
            _ => return None,
        },
        None => step.number("addr"),
    };
    at.map(u64::try_from).transpose().ok()
}

/// What a step does with the places; nothing if that is not understood.
fn use_of(program: &Program<'_>, step: &Step<'_>, places: &FxHashMap<Slot, u32>) -> Option<Use> {
    let place = |operand: u8| {
        let arg = step.args.iter().find(|a| a.operand == operand)?;
        places.get(&arg.slot).copied()
    };
    let bit = |place: Option<u32>| place.map_or(0, |p| 1 << p);
    match (step.action, &step.def.sem) {
        (Action::AllocTile, _) => return Some(Use::default()),
        (Action::CastPtr | Action::Reserved | Action::Sync(Sync::Queue(_)), _) => return None,
        _ => {}
    }
    if has_hidden_tile(program, step, places) {
        return None;
    }
    let touched = step.args.iter().filter(|a| places.contains_key(&a.slot));
    let touched = touched.map(|a| a.slot).chain(step.results.iter().map(|r| r.1));
    let touched: Places = touched.map(|slot| bit(places.get(&slot).copied())).fold(0, |a, b| a | b);
    Some(match &step.def.sem {
        Sem::Load(load) => {
            let to = place(load.dst);
            let copy = to.map(|to| (None, to));
            (touched == bit(to)).then_some(Use { fills: bit(to), copy, ..Use::default() })?
        }
        Sem::Move(m) => {
            let (from, to) = (place(m.src), place(m.dst));
            // What fills only a part of its tile leaves the rest, which must be there.
            let fills = matches!(m.part, MovePart::Whole | MovePart::Extract(..));
            if to.is_some() && !fills {
                return None;
            }
            let copy = from.zip(to).map(|(from, to)| (Some(from), to));
            let of = Use { reads: bit(from), fills: bit(to), copy, ..Use::default() };
            (touched == bit(from) | bit(to)).then_some(of)?
        }
        Sem::Matmul(m) => {
            let reads = bit(place(m.lhs)) | bit(place(m.rhs));
            (touched == reads).then_some(Use { reads, ..Use::default() })?
        }
        _ if touched != 0 => return None,
        Sem::Map(_)
        | Sem::Reduce(_)
        | Sem::ArgReduce(_)
        | Sem::Convert(_)
        | Sem::Compare(_)
        | Sem::Select(_)
        | Sem::FillPad(_)
        | Sem::Part(_)
        | Sem::PartArg(_)
        | Sem::Lanes(_)
        | Sem::LaneFold(_)
        | Sem::GroupFold(_)
        | Sem::RegLoad(_)
        | Sem::LaneConvert(_)
        | Sem::LaneCompare(_)
        | Sem::LaneSelect(_)
        | Sem::Broadcast(_)
        | Sem::MaskPattern(_)
        | Sem::MaskCount(_) => Use::default(),
        Sem::Machine if step.action != Action::Store => Use::default(),
        _ => Use { writes_global: true, ..Use::default() },
    })
}

/// Whether it has a tile in one of the memories that is no place: which one it is shows only in a run.
fn has_hidden_tile(program: &Program<'_>, step: &Step<'_>, places: &FxHashMap<Slot, u32>) -> bool {
    let node = program.module.node(step.node);
    let operands = program.module.operands(node).iter().map(|o| o.value);
    let values = operands.chain(program.module.results(node));
    let watched = values.filter(|&v| match program.module.type_of(v) {
        Some(Type::Tile(t)) => is_watched(t.space),
        _ => false,
    });
    let slots = step.args.iter().map(|a| a.slot).chain(step.results.iter().map(|r| r.1));
    watched.count() > slots.filter(|slot| places.contains_key(slot)).count()
}

/// For every step, what is read after it.
fn read_after(program: &Program<'_>, uses: &[Use]) -> Vec<Places> {
    let code = &program.code;
    let mut before = vec![0 as Places; code.len() + 1];
    let mut after_steps = vec![0 as Places; uses.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (pc, inst) in code.iter().enumerate().rev() {
            let at = |to: &u32| before.get(*to as usize).copied().unwrap_or(0);
            let next = before[pc + 1];
            let after = match inst {
                Inst::Jump(to) => at(to),
                Inst::Unless(_, to) | Inst::Section(_, to) => next | at(to),
                Inst::LoopTest { exit, .. } => next | at(exit),
                Inst::LoopNext { body, .. } => next | at(body),
                Inst::Switch { cases, default, .. } => {
                    cases.iter().fold(at(default), |all, case| all | at(&case.1))
                }
                Inst::Stop => 0,
                _ => next,
            };
            let here = match inst {
                Inst::Step(i) | Inst::Sync(i, _) => {
                    let of = uses[*i as usize];
                    after_steps[*i as usize] |= after;
                    of.reads | after & !of.fills
                }
                _ => after,
            };
            changed |= here != before[pc];
            before[pc] = here;
        }
    }
    after_steps
}

#[cfg(test)]
mod tests {
    use crate::LaunchArg;
    use crate::decode::left_out;

    /// A kernel over `%x`, `%y` and `%out`, each of 64x64 f16 or f32, in which `%i` counts three iterations.
    fn kernel(body: &str) -> String {
        format!(
            "!mat = !pto.tile_buf<mat, 64x64xf16, blayout=col_major, slayout=row_major>
             !left = !pto.tile_buf<left, 64x64xf16, blayout=col_major, slayout=row_major>
             !right = !pto.tile_buf<right, 64x64xf16, blayout=row_major, slayout=col_major>
             !acc = !pto.tile_buf<acc, 64x64xf32, blayout=col_major, slayout=row_major, fractal=1024>
             !view = !pto.tensor_view<64x64xf16>
             !part = !pto.partition_tensor_view<64x64xf16>
             !view32 = !pto.tensor_view<64x64xf32>
             !part32 = !pto.partition_tensor_view<64x64xf32>
             func.func @k(%x_at: !pto.ptr<f16, gm>, %y_at: !pto.ptr<f16, gm>, %out_at: !pto.ptr<f32, gm>) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c3 = arith.constant 3 : index
               %c64 = arith.constant 64 : index
               %x_all = pto.make_tensor_view %x_at, shape = [%c64, %c64], strides = [%c64, %c1] : !view
               %y_all = pto.make_tensor_view %y_at, shape = [%c64, %c64], strides = [%c64, %c1] : !view
               %out_all = pto.make_tensor_view %out_at, shape = [%c64, %c64], strides = [%c64, %c1] : !view32
               %x = pto.partition_view %x_all, offsets = [%c0, %c0], sizes = [%c64, %c64] : !view -> !part
               %y = pto.partition_view %y_all, offsets = [%c0, %c0], sizes = [%c64, %c64] : !view -> !part
               %out = pto.partition_view %out_all, offsets = [%c0, %c0], sizes = [%c64, %c64] : !view32 -> !part32
               %m = pto.alloc_tile : !mat
               %n = pto.alloc_tile : !mat
               %l = pto.alloc_tile : !left
               %r = pto.alloc_tile : !right
               %a = pto.alloc_tile : !acc
               {body}
               return
             }}"
        )
    }

    const LOAD_X: &str = "pto.tload ins(%x : !part) outs(%m : !mat)\n";
    const LOAD_Y: &str = "pto.tload ins(%y : !part) outs(%n : !mat)\n";
    const LEFT: &str = "pto.tmov ins(%m : !mat) outs(%l : !left)\n";
    const RIGHT: &str = "pto.tmov ins(%n : !mat) outs(%r : !right)\n";
    const PRODUCT: &str = "pto.tmatmul ins(%l, %r : !left, !right) outs(%a : !acc)\n";
    const STORE: &str = "pto.tstore ins(%a : !acc) outs(%out : !part32)\n";
    /// The result over the first factor, which a result in f16 fits.
    const STORE_OVER_X: &str = "pto.tstore ins(%a : !acc) outs(%x : !part)\n";

    /// How many copies of a kernel are not made.
    fn copies_left_out(body: &str) -> usize {
        let numbers = |seed: usize| -> Vec<u8> {
            let code = |i: usize| {
                let number = (i * seed % 61) as f32 / 8.0 - 3.0;
                pto_isa::format::f32_to_f16(number).to_le_bytes()
            };
            (0..64 * 64).flat_map(code).collect()
        };
        let given = [numbers(7), numbers(11), vec![0; 4 * 64 * 64]].map(LaunchArg::Bytes);
        left_out::copies_left_out(&kernel(body), &[given.to_vec()], |_| true)
    }

    #[test]
    fn a_product_reads_what_was_loaded() {
        let once = [LOAD_X, LOAD_Y, LEFT, RIGHT, PRODUCT, STORE].concat();
        assert_eq!(copies_left_out(&once), 4);
        let loop_ = format!("scf.for %i = %c0 to %c3 step %c1 {{\n{once}}}");
        assert_eq!(copies_left_out(&loop_), 4);
    }

    #[test]
    fn a_source_that_changes_too_early_is_copied() {
        // Another load before the product.
        let early = [LOAD_X, LOAD_Y, LEFT, RIGHT, &LOAD_Y.replace("%n", "%m"), PRODUCT, STORE];
        assert_eq!(copies_left_out(&early.concat()), 4);
        // The factors of an iteration are moved in the one before it.
        let ahead = [LOAD_X, LOAD_Y, LEFT, RIGHT, "scf.for %i = %c0 to %c3 step %c1 {\n"].concat();
        let turn = [&LOAD_Y.replace("%n", "%m"), PRODUCT, LEFT, RIGHT, STORE, "}"].concat();
        assert!(copies_left_out(&(ahead + &turn)) < 6);
        // The result is stored over what the next product reads.
        let twice = [LOAD_X, LOAD_Y, LEFT, RIGHT, PRODUCT, STORE_OVER_X, PRODUCT, STORE].concat();
        assert_eq!(copies_left_out(&twice), 2);
        let in_place = [LOAD_X, LOAD_Y, LEFT, RIGHT, PRODUCT, STORE_OVER_X].concat();
        let in_place = format!("scf.for %i = %c0 to %c3 step %c1 {{\n{in_place}}}");
        assert_eq!(copies_left_out(&in_place), 4);
    }

    #[test]
    fn a_tile_that_is_filled_in_part_is_copied() {
        let insert = "pto.tinsert ins(%a, %c0, %c0 : !acc, index, index) outs(%m : !mat)\n";
        let once = [LOAD_X, LOAD_Y, LEFT, RIGHT, PRODUCT].concat();
        let inserted = [&once, insert, LEFT, PRODUCT, STORE].concat();
        assert_eq!(copies_left_out(&inserted), 0);
    }
}
