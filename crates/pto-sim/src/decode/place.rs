//! Finds room for the tiles a program does not place itself.
//!
//! Every tile gets a place of its own if all of them fit together. If not, tiles that are never in use at
//! the same time share one: first fit, in the order of the code.

use crate::action::Action;
use crate::action::Sync;
use crate::decode::{Refusal, Unplaced};
use crate::program::declared_valid;
use crate::program::{Inst, Program};
use pto_ir::diag::Diagnostic;
use pto_ir::module::NodeId;
use pto_isa::sem::TileAt;
use pto_isa::target::ADDRESS_ALIGN_BYTES;
use pto_isa::{Role, Space, code};
use pto_kernels::value::Slot;
use pto_kernels::value::Value;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A tile to be placed.
struct Need {
    slot: Slot,
    node: NodeId,
    space: Space,
    bytes: u64,
    /// Code during which its contents count; `None` if nothing uses it.
    live: Option<Range<usize>>,
    always: bool,
    addr: u64,
}

/// Places tiles and writes them into the program's image. Semantics need no scratch, whatever a target's library
/// does with it; `scratch` gives it room nevertheless.
pub(crate) fn place(
    program: &mut Program<'_>,
    tiles: &[Unplaced],
    loops: &[(usize, usize)],
    reserved: &[(Space, Range<u64>)],
    scratch: bool,
) -> Result<(), Refusal> {
    let mut needs: Vec<Need> = tiles
        .iter()
        .map(|t| Need {
            slot: t.slot,
            node: t.node,
            space: t.ty.space,
            bytes: TileAt::new(t.ty, (0, 0), 0).size_bytes(),
            live: None,
            always: t.always,
            addr: 0,
        })
        .collect();
    find_lifetimes(program, &mut needs, loops, scratch);
    let mut fixed = fixed_ranges(program);
    for (space, range) in reserved {
        fixed.entry(*space).or_default().push(range.clone());
    }
    let mut spaces: Vec<Space> = needs.iter().map(|n| n.space).collect();
    spaces.sort_unstable();
    spaces.dedup();
    for space in spaces {
        let none = Vec::new();
        let taken = fixed.get(&space).unwrap_or(&none);
        let capacity = program.numerics.target.capacity_bytes(space).unwrap_or(0);
        let mut here: Vec<&mut Need> = needs.iter_mut().filter(|n| n.space == space).collect();
        if !place_apart(&mut here, taken, capacity) {
            place_shared(program, &mut here, taken, capacity)?;
        }
    }
    for (need, tile) in needs.iter().zip(tiles) {
        let t = TileAt::new(tile.ty, declared_valid(&tile.ty), need.addr);
        program.image[need.slot as usize] = Value::Tile(t);
    }
    Ok(())
}

/// One behind the other.
fn place_apart(needs: &mut [&mut Need], taken: &[Range<u64>], capacity: u64) -> bool {
    let mut at = taken.iter().map(|r| r.end).max().unwrap_or(0);
    for n in needs.iter_mut().filter(|n| n.live.is_some()) {
        at = at.next_multiple_of(ADDRESS_ALIGN_BYTES);
        n.addr = at;
        at += n.bytes;
    }
    at <= capacity
}

/// Where nothing else is in use at the same time.
fn place_shared(
    program: &Program<'_>,
    needs: &mut [&mut Need],
    taken: &[Range<u64>],
    capacity: u64,
) -> Result<(), Refusal> {
    let mut order: Vec<usize> = (0..needs.len()).filter(|&i| needs[i].live.is_some()).collect();
    order.sort_by_key(|&i| needs[i].live.as_ref().map(|l| l.start));
    let mut placed: Vec<(Range<usize>, Range<u64>)> = Vec::new();
    for i in order {
        let need = &mut *needs[i];
        let live = need.live.clone().unwrap_or(0..0);
        let together = |other: &Range<usize>| other.start <= live.end && live.start <= other.end;
        let mut busy: Vec<Range<u64>> = placed
            .iter()
            .filter(|(l, _)| together(l))
            .map(|(_, r)| r.clone())
            .chain(taken.iter().cloned())
            .collect();
        busy.sort_by_key(|r| r.start);
        let mut at = 0u64;
        for r in &busy {
            if r.start >= at + need.bytes {
                break;
            }
            at = at.max(r.end.next_multiple_of(ADDRESS_ALIGN_BYTES));
        }
        if at + need.bytes > capacity {
            return Err(no_room(program, need, capacity));
        }
        need.addr = at;
        placed.push((live, at..at + need.bytes));
    }
    Ok(())
}

fn no_room(program: &Program<'_>, need: &Need, capacity: u64) -> Refusal {
    let node = program.module.node(need.node);
    let name = program.module.results(node).next().map_or_else(String::new, |v| {
        format!(" `%{}`", program.module.sym(program.module.value(v).name))
    });
    let target = program.numerics.target;
    let mut d = Diagnostic::error(
        code::NO_ROOM,
        node.name_span,
        format!("no room for the tile{name} in `{}` on {target}", need.space),
    )
    .found(format!("{} bytes", need.bytes))
    .note(format!(
        "`{}` has {capacity} bytes, and the tiles in use at the same time fill it",
        need.space
    ))
    .help("use smaller tiles, or give addresses to the tiles that may share a place");
    d.target = Some(target);
    Box::new(d)
}

/// Stretches of memory the program places tiles in itself, as far as they are constants.
fn fixed_ranges(program: &Program<'_>) -> FxHashMap<Space, Vec<Range<u64>>> {
    let mut map: FxHashMap<Space, Vec<Range<u64>>> = FxHashMap::default();
    for step in &program.steps {
        if !matches!(step.action, Action::AllocTile | Action::Assign) {
            continue;
        }
        let Some(addr) = step.def.slot("addr") else { continue };
        let Some(arg) = step.args.iter().find(|a| a.operand == addr) else { continue };
        let Value::Scalar(at) = program.image[arg.slot as usize] else { continue };
        let tile = step.results.first().map(|r| r.1).or(step.args.first().map(|a| a.slot));
        if let Some(Value::Tile(t)) = tile.map(|s| program.image[s as usize]) {
            map.entry(t.ty.space).or_default().push(at..at.saturating_add(t.ty.size_bytes()));
        }
    }
    map
}

/// Which of the tiles a slot may name.
struct Names {
    of: Vec<Vec<usize>>,
}

impl Names {
    fn add(&mut self, from: Slot, to: Slot) -> bool {
        let mut changed = false;
        for i in self.of[from as usize].clone() {
            if !self.of[to as usize].contains(&i) {
                self.of[to as usize].push(i);
                changed = true;
            }
        }
        changed
    }
}

/// Whether several cores of a cluster may use a tile, at times that the order of the text does not tell: all
/// but vector tiles inside one vector section, and other tiles inside one cube section.
fn is_shared(program: &Program<'_>, need: &Need) -> bool {
    let Some(live) = &need.live else { return false };
    let inside = |at: usize, inst: &Inst| match *inst {
        Inst::Section(cube, end) => {
            let own = cube != (need.space == Space::Vec);
            own && at < live.start && live.end < end as usize
        }
        _ => false,
    };
    !program.code.iter().enumerate().any(|(at, inst)| inside(at, inst))
}

fn find_lifetimes(
    program: &Program<'_>,
    needs: &mut [Need],
    loops: &[(usize, usize)],
    with_scratch: bool,
) {
    let mut names = Names { of: vec![Vec::new(); program.image.len()] };
    for (i, n) in needs.iter().enumerate() {
        names.of[n.slot as usize].push(i);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for m in program.moves.iter().filter(|m| !m.contents) {
            changed |= names.add(m.from, m.to);
        }
        for inst in &program.code {
            if let Inst::Copy { from, to } = *inst {
                changed |= names.add(from, to);
            }
        }
        for step in &program.steps {
            if matches!(
                step.action,
                Action::Window | Action::Reshape | Action::Assign | Action::MultiGet
            ) && let Some(source) = step.args.iter().find(|a| a.operand == 0)
            {
                let to: Vec<Slot> =
                    step.results.iter().map(|r| r.1).chain(step.outs().map(|a| a.slot)).collect();
                for to in to {
                    changed |= names.add(source.slot, to);
                }
            }
        }
    }
    let whole = 0..program.code.len();
    let mut made = vec![0usize; needs.len()];
    let touch = |needs: &mut [Need], slot: Slot, pc: usize| {
        for &i in &names.of[slot as usize] {
            let live = needs[i].live.get_or_insert(pc..pc);
            *live = live.start.min(pc)..live.end.max(pc);
        }
    };
    for (pc, inst) in program.code.iter().enumerate() {
        match inst {
            Inst::Step(i) => {
                let step = &program.steps[*i as usize];
                for a in &step.args {
                    let scratch = step
                        .def
                        .operands
                        .get(a.operand as usize)
                        .is_some_and(|o| o.role == Role::Scratch);
                    if step.action == Action::Sem && (with_scratch || !scratch) {
                        touch(needs, a.slot, pc);
                    }
                    if step.action == Action::AddressOf {
                        // The address may be used anywhere from here on.
                        touch(needs, a.slot, whole.start);
                        touch(needs, a.slot, whole.end);
                    }
                }
                for (n, made) in needs.iter().zip(&mut made) {
                    if n.node == step.node {
                        *made = pc;
                    }
                }
            }
            Inst::Sync(i, Sync::Queue(_)) => {
                for a in &program.steps[*i as usize].args {
                    touch(needs, a.slot, pc);
                }
            }
            Inst::Move { start, count } => {
                let moves = &program.moves[*start as usize..(*start + *count) as usize];
                for m in moves.iter().filter(|m| m.contents) {
                    touch(needs, m.from, pc);
                    touch(needs, m.to, pc);
                }
            }
            _ => {}
        }
    }
    if program.roles.len() > 1 {
        let all: Vec<bool> = needs.iter().map(|n| is_shared(program, n)).collect();
        for (n, _) in needs.iter_mut().zip(all).filter(|(_, shared)| *shared) {
            n.live = n.live.as_ref().map(|_| whole.clone());
        }
    }
    for n in needs.iter_mut().filter(|n| n.always) {
        // A parameter is filled before the kernel starts and read after its end; other cores write into a
        // reserved buffer at any time.
        n.live = Some(whole.clone());
    }
    // What is used in a loop but made outside of it lives as long as the loop.
    let mut changed = true;
    while changed {
        changed = false;
        for (n, &made) in needs.iter_mut().zip(&made) {
            let Some(live) = &mut n.live else { continue };
            for &(head, back) in loops {
                let inside = live.start <= back && head <= live.end;
                let made_inside = head <= made && made <= back;
                if inside && !made_inside && (head < live.start || live.end < back) {
                    *live = live.start.min(head)..live.end.max(back);
                    changed = true;
                }
            }
        }
    }
}
