//! Finds the loads to tiles of vectors whose copies nobody can see: instructions then read what they compute with where it was.
//!
//! Such a tile is filled and read by loads and element-wise instructions only. Their kernels make the copy where they need it, and so
//! does a store to the buffer that it was to be made from: while a copy is not made, its source does not change.
//!
//! Programs that are not understood copy as they say: those with pointers into these memories, tiles that move or are chosen while the
//! program runs, or writes to global memory by anything but stores of tiles.

use super::forward::given_address;
use crate::action::{Action, Sync};
use crate::program::{Inst, Program, Step};
use pto_isa::{Role, Sem, Space, Type};
use pto_kernels::value::{Slot, SlotValue, StepArg};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::ops::Range;

/// Tells the steps of a program whether their copies need not be made.
pub(super) fn mark(program: &mut Program<'_>) {
    for step in find(program).unwrap_or_default() {
        program.steps[step].forwards = true;
    }
}

/// The steps to tell; nothing if the program is not understood.
fn find(program: &Program<'_>) -> Option<Vec<usize>> {
    if program.roles.len() != 1 || program.co_scheduled_blocks || !program.groups.is_empty() {
        return None;
    }
    if !program.steps.iter().any(|s| matches!(s.def.sem, Sem::Load(_))) {
        return None;
    }
    let places = places(program)?;
    let moved = program.moves.iter().flat_map(|m| [m.from, m.to]);
    let copied = program.code.iter().filter_map(|inst| match inst {
        Inst::Copy { from, to } => Some([*from, *to]),
        _ => None,
    });
    if moved.chain(copied.flatten()).any(|slot| places.contains_key(&slot)) {
        return None;
    }
    let mut groups = Groups::of(places, &touched(program));
    program.params.iter().for_each(|p| groups.refuse(p.0));
    for step in &program.steps {
        if !is_understood(program, step, &groups) {
            return None;
        }
        for arg in step.args.iter().filter(|a| !is_ignored(program, step, a.operand)) {
            let is_known = match &step.def.sem {
                Sem::Load(load) => load.dst == arg.operand,
                // Its kernels look where a tile was to be copied from, or make the copy.
                Sem::Map(map) => {
                    map.dst == arg.operand || map.src.iter().any(|s| s.slot() == arg.operand)
                }
                _ => step.action != Action::Sem,
            };
            if !is_known {
                groups.refuse(arg.slot);
            }
        }
    }
    let is_loaded = |step: &Step<'_>| match &step.def.sem {
        Sem::Load(load) => {
            let to = step.args.iter().find(|a| a.operand == load.dst);
            to.is_some_and(|to| groups.takes(to.slot))
        }
        _ => false,
    };
    let told = |&i: &usize| is_loaded(&program.steps[i]);
    Some((0..program.steps.len()).filter(told).collect())
}

/// Whether an operand is scratch that nobody touches: its tile may be in the place of others.
fn is_ignored(program: &Program<'_>, step: &Step<'_>, operand: u8) -> bool {
    let is_scratch =
        step.def.operands.get(operand as usize).is_some_and(|o| o.role == Role::Scratch);
    is_scratch && step.def.ignores_scratch(program.numerics.target)
}

/// The slots whose values instructions use.
fn touched(program: &Program<'_>) -> FxHashSet<Slot> {
    let of = |step: &Step<'_>| {
        let used = |a: &&StepArg| !is_ignored(program, step, a.operand);
        step.args.iter().filter(used).map(|a| a.slot).collect::<SmallVec<[Slot; 5]>>()
    };
    let params = program.params.iter().map(|p| p.0);
    program.steps.iter().flat_map(of).chain(params).collect()
}

/// The bytes of each tile in the unified buffer.
fn places(program: &Program<'_>) -> Option<FxHashMap<Slot, Range<u64>>> {
    let mut places = FxHashMap::default();
    for (slot, value) in (0..).zip(&program.initial_values) {
        if let SlotValue::Tile(t) = value
            && t.ty.space == Space::Vec
        {
            places.insert(slot as Slot, t.addr..t.addr.checked_add(t.size_bytes())?);
        }
    }
    for step in &program.steps {
        let Some(&(_, slot)) = step.results.first() else { continue };
        match step.action {
            Action::AllocTile => {
                let Some(place) = places.get_mut(&slot) else { continue };
                if let Some(at) = given_address(program, step)? {
                    *place = at..at.checked_add(place.end - place.start)?;
                }
            }
            // Another name for the same bytes.
            Action::Reshape => {
                let source = step.args.iter().find(|a| a.operand == 0)?;
                let Some(place) = places.get(&source.slot).cloned() else { continue };
                let result = program.module.results(program.module.node(step.node)).next()?;
                let Some(Type::Tile(ty)) = program.module.type_of(result) else { return None };
                if ty.size_bytes() != place.end - place.start {
                    return None;
                }
                places.insert(slot, place);
            }
            _ => {}
        }
    }
    Some(places)
}

/// Whether a step does nothing with tiles or global memory that is not seen here.
fn is_understood(program: &Program<'_>, step: &Step<'_>, groups: &Groups) -> bool {
    let known = match step.action {
        Action::Sem
        | Action::Nothing
        | Action::AllocTile
        | Action::MakeView
        | Action::PartitionView
        | Action::ViewDim
        | Action::ViewStride
        | Action::SetValid
        | Action::GetValid
        | Action::ValidRows
        | Action::ValidCols
        | Action::Reshape
        | Action::BlockIdx
        | Action::BlockNum
        | Action::SubBlockIdx
        | Action::SubBlockNum
        | Action::Load
        | Action::AddPtr
        | Action::DeclareLocal
        | Action::GetLocal
        | Action::SetLocal
        | Action::Trap => true,
        Action::Sync(sync) => matches!(
            sync,
            Sync::SetFlag
                | Sync::WaitFlag
                | Sync::GetBuffer
                | Sync::ReleaseBuffer
                | Sync::Barrier
                | Sync::EmptyWait
                | Sync::MemoryBarrier
        ),
        _ => false,
    };
    if !known {
        return false;
    }
    let node = program.module.node(step.node);
    let operands = program.module.operands(node).iter().map(|o| o.value);
    let values = operands.chain(program.module.results(node));
    let mut tiles = 0;
    for value in values {
        match program.module.type_of(value) {
            Some(Type::Tile(t)) => tiles += usize::from(t.space == Space::Vec),
            Some(Type::Scalar(_) | Type::Index) => {}
            // Loads and stores of tiles say where they go; others might be anywhere.
            _ if step.action != Action::Sem => {}
            _ if matches!(step.def.sem, Sem::Load(_) | Sem::Store(_)) => {}
            _ => return false,
        }
    }
    // A tile without a place might be in that of another.
    let slots = step.args.iter().map(|a| a.slot).chain(step.results.iter().map(|r| r.1));
    tiles <= slots.filter(|slot| groups.of_slot.contains_key(slot)).count()
}

/// Tiles by the bytes they share.
struct Groups {
    of_slot: FxHashMap<Slot, u32>,
    /// Whether all tiles of a group have the same bytes, and nobody looks at them who does not know of copies that are not made.
    takes: Vec<bool>,
}

impl Groups {
    /// Tiles that nobody touches are in no group with others.
    fn of(places: FxHashMap<Slot, Range<u64>>, touched: &FxHashSet<Slot>) -> Groups {
        let (mut list, others): (Vec<(Slot, Range<u64>)>, Vec<_>) =
            places.into_iter().partition(|p| touched.contains(&p.0));
        pto_isa::order::by_key(&mut list, |p| (p.1.start, p.1.end, p.0));
        let mut groups = Groups { of_slot: FxHashMap::default(), takes: Vec::new() };
        let mut last = 0..0;
        for (slot, place) in list {
            if groups.takes.is_empty() || place.start >= last.end {
                groups.takes.push(true);
                last = place.clone();
            }
            if place != last
                && let Some(takes) = groups.takes.last_mut()
            {
                *takes = false;
                last = last.start..last.end.max(place.end);
            }
            groups.of_slot.insert(slot, groups.takes.len() as u32 - 1);
        }
        groups.of_slot.extend(others.iter().map(|o| (o.0, groups.takes.len() as u32)));
        groups.takes.push(false);
        groups
    }

    fn takes(&self, slot: Slot) -> bool {
        self.of_slot.get(&slot).is_some_and(|&group| self.takes[group as usize])
    }

    fn refuse(&mut self, slot: Slot) {
        if let Some(&group) = self.of_slot.get(&slot) {
            self.takes[group as usize] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::LaunchArg;
    use crate::decode::left_out::copies_left_out;
    use pto_isa::Sem;

    /// A kernel over parts `%x`, `%y` and `%out` of 16x128 numbers, in which `%i` may count three iterations. Tiles have `%rows` rows.
    fn kernel(body: &str) -> String {
        let view = |name: &str| {
            format!(
                "%{name}_all = pto.make_tensor_view %{name}_at, shape = [%c16, %c256], strides = [%c256, %c1] : !view
                 %{name} = pto.partition_view %{name}_all, offsets = [%c0, %c32], sizes = [%rows, %c128] : !view -> !part\n"
            )
        };
        // In places of their own.
        let mut place = 0;
        let mut tile = |name: &str, ty: &str| {
            place += 8192;
            let cols = if ty == "tile" { "valid_col = %c128" } else { "" };
            format!(
                "%{name}_at = arith.constant {place} : i64
                 %{name} = pto.alloc_tile addr = %{name}_at valid_row = %rows {cols} : !{ty}\n"
            )
        };
        let views = ["x", "y", "out"].map(view).concat();
        let tiles = ["a", "b", "c", "d"].map(|name| tile(name, "tile")).concat();
        let others = tile("s", "column");
        format!(
            "!tile = !pto.tile_buf<vec, 16x128xf32, valid=?x?>
             !column = !pto.tile_buf<vec, 16x1xf32, valid=?x1, blayout=col_major>
             !whole = !pto.tile_buf<vec, 16x128xf32>
             !view = !pto.tensor_view<16x256xf32>
             !part = !pto.partition_tensor_view<?x128xf32>
             func.func @k(%x_at: !pto.ptr<f32, gm>, %y_at: !pto.ptr<f32, gm>, %out_at: !pto.ptr<f32, gm>, %rows: index) {{
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c3 = arith.constant 3 : index
               %c5 = arith.constant 5 : index
               %c16 = arith.constant 16 : index
               %c32 = arith.constant 32 : index
               %c128 = arith.constant 128 : index
               %c256 = arith.constant 256 : index
               %half = arith.constant 0.5 : f32
               {views} {tiles}
               {others}
               {body}
               return
             }}"
        )
    }

    const LOAD_X: &str = "pto.tload ins(%x : !part) outs(%a : !tile)\n";
    const LOAD_Y: &str = "pto.tload ins(%y : !part) outs(%b : !tile)\n";
    const ADD: &str = "pto.tadd ins(%a, %b : !tile, !tile) outs(%c : !tile)\n";
    const STORE: &str = "pto.tstore ins(%c : !tile) outs(%out : !part)\n";
    const STORE_OVER_X: &str = "pto.tstore ins(%c : !tile) outs(%x : !part)\n";

    /// How many loads of a kernel are not made.
    fn loads_left_out(body: &str) -> usize {
        let numbers = |seed: usize| -> Vec<u8> {
            let number = |i: usize| ((i * seed % 61) as f32 / 8.0 - 3.0).to_le_bytes();
            (0..16 * 256).flat_map(number).collect()
        };
        let given = [16, 7].map(|rows| {
            let buffers = [numbers(7), numbers(11), vec![0; 4 * 16 * 256]].map(LaunchArg::Bytes);
            buffers.into_iter().chain([LaunchArg::Number(rows)]).collect()
        });
        copies_left_out(&kernel(body), &given, |s| matches!(s.def.sem, Sem::Load(_)))
    }

    #[test]
    fn what_was_loaded_is_read_where_it_was() {
        let once = [LOAD_X, LOAD_Y, ADD, STORE].concat();
        assert_eq!(loads_left_out(&once), 2);
        let loop_ = format!("scf.for %i = %c0 to %c3 step %c1 {{\n{once}}}");
        assert_eq!(loads_left_out(&loop_), 2);
        // In place, and again from there.
        let in_place = "pto.tmul ins(%a, %b : !tile, !tile) outs(%a : !tile)\n";
        assert_eq!(loads_left_out(&[LOAD_X, LOAD_Y, in_place, ADD, STORE].concat()), 2);
        let twice = [LOAD_X, LOAD_Y, in_place, LOAD_X, ADD, STORE].concat();
        assert_eq!(loads_left_out(&twice), 3);
    }

    #[test]
    fn a_source_that_is_written_is_copied_before() {
        let over = [LOAD_X, LOAD_Y, ADD, STORE_OVER_X, ADD, STORE, STORE_OVER_X, ADD, STORE];
        assert_eq!(loads_left_out(&over.concat()), 2);
        let loop_ = [LOAD_X, "scf.for %i = %c0 to %c3 step %c1 {\n", LOAD_Y, ADD, STORE_OVER_X];
        assert_eq!(loads_left_out(&(loop_.concat() + ADD + STORE + "}\n")), 2);
    }

    #[test]
    fn an_operand_of_a_number_per_row_is_read_there_too() {
        let most = "pto.trowmax ins(%a, %d : !tile, !tile) outs(%s : !column)\n";
        let less = "pto.trowexpandsub ins(%b, %s : !tile, !column) outs(%c : !tile)\n";
        assert_eq!(loads_left_out(&[LOAD_X, LOAD_Y, most, less, STORE].concat()), 1);
        // Scratch that nobody touches is in no way.
        let sum = "pto.trowsum ins(%c, %b : !tile, !tile) outs(%s : !column)
                   pto.trowexpandsub ins(%c, %s : !tile, !column) outs(%c : !tile)\n";
        assert_eq!(loads_left_out(&[LOAD_X, LOAD_Y, ADD, sum, STORE].concat()), 2);
    }

    #[test]
    fn a_tile_that_is_written_in_part_is_copied_before() {
        // Fewer rows are written than were loaded, and all of them are read after that.
        let fewer = "pto.set_validshape %a, %c5, %c128 : !tile\n";
        let all = "pto.set_validshape %a, %rows, %c128 : !tile\n";
        let scale = "pto.tmuls ins(%a, %half : !tile, f32) outs(%a : !tile)\n";
        let part = [LOAD_X, LOAD_Y, fewer, scale, all, ADD, STORE].concat();
        assert_eq!(loads_left_out(&part), 2);
        let load = "%x5 = pto.partition_view %x_all, offsets = [%c1, %c0], sizes = [%c5, %c128] : !view -> !part
                    pto.tload ins(%x5 : !part) outs(%a : !tile)\n";
        let again = [LOAD_X, LOAD_Y, fewer, load, all, ADD, STORE].concat();
        assert_eq!(loads_left_out(&again), 3);
    }

    #[test]
    fn what_others_look_at_is_copied() {
        let moved = "pto.tmov ins(%a : !tile) outs(%d : !tile)\n";
        assert_eq!(loads_left_out(&[LOAD_X, LOAD_Y, ADD, moved, STORE].concat()), 1);
        // A name for the same bytes.
        let flat = "%e = pto.treshape %a : !tile -> !whole
                    pto.tadd ins(%e, %e : !whole, !whole) outs(%e : !whole)\n";
        assert_eq!(loads_left_out(&[LOAD_X, LOAD_Y, flat, ADD, STORE].concat()), 2);
        let window = "%w = pto.subview %a[%c0, %c0] sizes [8, 32] : !tile -> !pto.tile_buf<vec, 8x32xf32>
                      pto.tadd ins(%w, %w : !pto.tile_buf<vec, 8x32xf32>, !pto.tile_buf<vec, 8x32xf32>) outs(%w : !pto.tile_buf<vec, 8x32xf32>)\n";
        assert_eq!(loads_left_out(&[LOAD_X, LOAD_Y, window, ADD, STORE].concat()), 0);
    }
}
