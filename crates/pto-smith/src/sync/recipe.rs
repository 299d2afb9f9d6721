//! Programs that are synchronised well, by several recipes: lists with an event or a buffer id for every dependence,
//! buffers in turn, loops in loops; [`super::cores`] has those with several cores or blocks.

use super::cores;
use super::program::{Form, Item, MTE2, MTE3, Number, Pipe, Program, Test, Trips, V};
use super::wrap;
use crate::choices::Choices;

/// A program of some recipe.
pub fn draw(d: &mut Choices) -> Program {
    let a5 = d.flip();
    let (blocks, items) = match d.index(15) {
        0 => (1, list(d, a5)),
        1 => turns(d, a5),
        2 => (1, branches(d, a5)),
        3 => (1, nested(d, a5)),
        4 => (1, held(d)),
        5 => (1, held_in_turn(d)),
        6 => (1, repeated(d, a5)),
        7 => (1, with_numbers(d, a5)),
        8 | 9 => cores::handed_over(d, a5),
        10 => (1, cores::queue(d)),
        11 => cores::meeting(d),
        12 => cores::own_windows(d, a5),
        13 => (1, halves(d)),
        _ => cores::accumulating(d),
    };
    let items = if blocks == 1 { wrap::wrap(d, items) } else { wrap::outline(d, items) };
    // Buffer ids are of A5 alone.
    let a5 = a5 || uses_buffer_ids(&items);
    let forms = [Form::Rows, Form::Rows, Form::Columns, Form::Grid, Form::Pointer];
    let forms = [d.pick(&forms), d.pick(&forms), d.pick(&forms)];
    Program { a5, blocks, forms, multi: d.flip(), slots: 1 + d.index(3), items }
}

fn uses_buffer_ids(items: &[Item]) -> bool {
    let is = |i: &Item| matches!(i, Item::Take(..) | Item::Give(..));
    items.iter().any(|i| is(i) || i.parts().into_iter().any(uses_buffer_ids))
}

pub fn trips(d: &mut Choices) -> Trips {
    if d.flip() { Trips::Parameter } else { Trips::Known(d.index(6)) }
}

/// Where a statement runs.
fn pipe(item: &Item) -> Pipe {
    match item {
        Item::Load { .. } | Item::LoadHalf { .. } => MTE2,
        Item::Store { .. } | Item::StoreHalf { .. } | Item::Accumulate { .. } => MTE3,
        _ => V,
    }
}

/// A tile (`t`) or a slab of a buffer.
type Thing = (char, Number);

/// What a statement reads and writes.
fn touches(item: &Item) -> (Vec<Thing>, Thing) {
    match item {
        Item::Load { buffer, slab, tile } => (vec![(*buffer, *slab)], ('t', *tile)),
        Item::LoadHalf { buffer, slab, tile, .. } => (vec![(*buffer, *slab)], ('t', *tile)),
        Item::Add { left, right, tile } => (vec![('t', *left), ('t', *right)], ('t', *tile)),
        Item::AddHalf { tile, .. } => (vec![('t', *tile)], ('t', *tile)),
        Item::Store { tile, buffer, slab }
        | Item::StoreHalf { tile, buffer, slab, .. }
        | Item::Accumulate { tile, buffer, slab } => (vec![('t', *tile)], (*buffer, *slab)),
        _ => (Vec::new(), ('-', Number::Fixed(0))),
    }
}

fn conflict(a: &Item, b: &Item) -> bool {
    let ((r, w), (s, x)) = (touches(a), touches(b));
    w == x || r.contains(&x) || s.contains(&w)
}

/// Any statements on tiles and slabs.
fn work(d: &mut Choices) -> Vec<Item> {
    let statement = |d: &mut Choices| {
        let (tile, slab) = (Number::Fixed(d.index(4)), Number::Fixed(d.index(3)));
        let (half, buffer) = (Number::Fixed(d.index(2)), if d.flip() { 'x' } else { 'y' });
        match d.index(9) {
            0 | 1 => Item::Load { buffer, slab, tile },
            2 | 3 => Item::Add {
                left: Number::Fixed(d.index(4)),
                right: Number::Fixed(d.index(4)),
                tile,
            },
            4 => Item::LoadHalf { buffer, slab, tile, half },
            5 => Item::AddHalf { tile, half },
            6 => Item::StoreHalf { tile, buffer: 'y', slab, half },
            _ => Item::Store { tile, buffer: 'y', slab },
        }
    };
    (0..3 + d.index(5)).map(|_| statement(d)).collect()
}

/// Any statements, each after what it depends on.
pub fn list(d: &mut Choices, a5: bool) -> Vec<Item> {
    let work = work(d);
    ordered(&work, d, a5)
}

/// The same between barriers of all pipes.
pub fn drained(d: &mut Choices, a5: bool) -> Vec<Item> {
    between_barriers(list(d, a5))
}

pub fn between_barriers(mut items: Vec<Item>) -> Vec<Item> {
    items.insert(0, Item::Barrier("PIPE_ALL"));
    items.push(Item::Barrier("PIPE_ALL"));
    items
}

/// Puts an event, or a barrier, between what depends on each other.
fn ordered(work: &[Item], d: &mut Choices, a5: bool) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::new();
    let mut ids: Vec<(Pipe, Pipe, usize)> = Vec::new();
    for (i, item) in work.iter().enumerate() {
        let mut from: Vec<Pipe> = Vec::new();
        for before in work[..i].iter().filter(|b| conflict(b, item)) {
            if !from.contains(&pipe(before)) {
                from.push(pipe(before));
            }
        }
        for source in from {
            let to = pipe(item);
            if source == to {
                if !a5 && to == V {
                    out.push(Item::Barrier(V));
                }
                continue;
            }
            let used = ids.iter().filter(|e| (e.0, e.1) == (source, to)).count();
            if used > 7 || d.index(8) == 0 {
                out.push(Item::Barrier("PIPE_ALL"));
            } else {
                ids.push((source, to, used));
                out.push(Item::Set(source, to, Number::Fixed(used)));
                out.push(Item::Wait(source, to, Number::Fixed(used)));
            }
        }
        out.push(item.clone());
    }
    out
}

/// How buffers are told apart from one iteration to the next; by a counter only if it goes up by one.
fn rotation(
    d: &mut Choices,
    buffers: usize,
    by_counter: bool,
) -> impl Fn(usize) -> Number + Copy + use<> {
    let way = d.index(if by_counter { 4 } else { 2 });
    let plus = d.index(3) * d.index(2);
    move |base: usize| match (buffers, way) {
        (1, _) => Number::Fixed(base),
        (modulus, 0) => Number::Carried { base, plus: plus % modulus, modulus },
        (modulus, 1) => Number::Iteration { base, plus, modulus },
        (modulus, _) => Number::Turn { base, plus, modulus },
    }
}

/// The body of a loop that loads, adds and stores, with the events of its buffers.
fn stages(
    d: &mut Choices,
    a5: bool,
    slab: Number,
    turn: impl Fn(usize) -> Number,
    buffers: usize,
) -> Vec<Item> {
    let id = turn(0);
    let (a, b) = (turn(0), turn(buffers));
    let result = if d.flip() { a } else { b };
    let mut body = vec![
        Item::Wait(MTE3, MTE2, id),
        Item::Load { buffer: 'x', slab, tile: a },
        Item::Set(MTE2, V, id),
        Item::Wait(MTE2, V, id),
        Item::Add { left: a, right: a, tile: result },
    ];
    if !a5 && d.flip() {
        body.push(Item::Barrier(V));
        body.push(Item::Add { left: result, right: result, tile: result });
    }
    body.extend([Item::Set(V, MTE3, id), Item::Wait(V, MTE3, id)]);
    body.push(Item::Store { tile: result, buffer: 'y', slab });
    body.push(Item::Set(MTE3, MTE2, id));
    body
}

/// The first signals before a loop of stages, and the last waits after it.
fn with_ends(buffers: usize, inner: Vec<Item>) -> Vec<Item> {
    let mut items: Vec<Item> =
        (0..buffers).map(|n| Item::Set(MTE3, MTE2, Number::Fixed(n))).collect();
    items.extend(inner);
    items.extend((0..buffers).map(|n| Item::Wait(MTE3, MTE2, Number::Fixed(n))));
    items
}

/// Buffers in turn, each with its events; perhaps in several blocks.
fn turns(d: &mut Choices, a5: bool) -> (u32, Vec<Item>) {
    let buffers = 1 + d.index(4);
    let several = d.index(3) == 0;
    let (blocks, count, slab) = match (several, d.index(2)) {
        (false, _) => (1, trips(d), Number::Counter(0)),
        (true, 0) => (3, Trips::Blocks(3 + d.index(6)), Number::Counter(0)),
        (true, _) => (3, Trips::Known(d.index(5)), Number::Block { each: 1 + d.index(3), plus: 0 }),
    };
    let turn = rotation(d, buffers, !matches!(count, Trips::Blocks(_)));
    let body = stages(d, a5, slab, turn, buffers);
    let mut items = with_ends(buffers, vec![Item::Loop(count, body)]);
    if d.index(4) == 0 && !several {
        items.extend(drained(d, a5));
    }
    (blocks, items)
}

/// Loops in loops: the signals are of the inner one, or go through all of them.
fn nested(d: &mut Choices, a5: bool) -> Vec<Item> {
    let buffers = 1 + d.index(4);
    let outer = if d.flip() { Trips::Parameter } else { Trips::Known(d.index(4)) };
    let slab = d.pick(&[
        Number::Counter(0),
        Number::Fixed(1),
        Number::Turn { base: 0, plus: 0, modulus: 3 },
    ]);
    let own = rotation(d, buffers, true);
    let which = d.index(4);
    let turn = |base: usize| match (which, buffers) {
        (_, 1) | (0 | 1, _) => own(base),
        (2, modulus) => Number::Outer { base, plus: 0, modulus },
        (_, modulus) => Number::Sum { base, plus: 0, modulus },
    };
    let inner = if d.index(4) == 0 { Trips::Counter } else { trips(d) };
    let body = stages(d, a5, slab, turn, buffers);
    let inner = Item::Loop(inner, body);
    match d.index(3) {
        0 => {
            let mut body = with_ends(buffers, vec![inner]);
            body.push(Item::Barrier("PIPE_ALL"));
            vec![Item::Loop(outer, body)]
        }
        1 => with_ends(buffers, vec![Item::Loop(outer, vec![inner])]),
        _ => {
            let middle = Item::Loop(Trips::Known(d.index(3)), vec![inner]);
            with_ends(buffers, vec![Item::Loop(outer, vec![middle])])
        }
    }
}

/// Work in branches, drained before and after.
fn branches(d: &mut Choices, a5: bool) -> Vec<Item> {
    let mut items = list(d, a5);
    let test = d.pick(&[Test::Flag, Test::Even]);
    let yes = drained(d, a5);
    let no = if d.flip() { drained(d, a5) } else { Vec::new() };
    let branch = Item::If(test, yes, no);
    items.push(Item::Barrier("PIPE_ALL"));
    match d.index(4) {
        0 => items.push(Item::Loop(trips(d), vec![branch])),
        1 => items.push(Item::While(vec![branch])),
        2 => items.push(Item::Jumps(vec![branch])),
        _ => items.push(branch),
    }
    items.push(Item::Barrier("PIPE_ALL"));
    items.extend(list(d, a5));
    items
}

/// Halves of one tile that different pipes use at once.
fn halves(d: &mut Choices) -> Vec<Item> {
    let (tile, slab) = (Number::Fixed(d.index(3)), Number::Fixed(0));
    let first = d.index(2);
    let (half, other) = (Number::Fixed(first), Number::Fixed(1 - first));
    let body = vec![
        Item::LoadHalf { buffer: 'x', slab, tile, half },
        Item::AddHalf { tile, half: other },
        Item::Set(MTE2, V, Number::Fixed(0)),
        Item::Wait(MTE2, V, Number::Fixed(0)),
        Item::Barrier("PIPE_ALL"),
        Item::StoreHalf { tile, buffer: 'y', slab, half },
        Item::Barrier("PIPE_ALL"),
    ];
    if d.flip() { vec![Item::Loop(trips(d), body)] } else { body }
}

/// Loops without a counter that the signals know, around one buffer.
fn repeated(d: &mut Choices, a5: bool) -> Vec<Item> {
    let slab = d.pick(&[Number::Counter(0), Number::Fixed(0)]);
    let body = stages(d, a5, slab, Number::Fixed, 1);
    let inner = if d.flip() { Item::While(body) } else { Item::Jumps(body) };
    with_ends(1, vec![inner])
}

/// Every statement holds the buffer ids of what it touches.
fn held(d: &mut Choices) -> Vec<Item> {
    work(d).into_iter().flat_map(|item| holding(item, |thing| id_of(thing, 4))).collect()
}

/// The buffer id of a tile or a slab.
fn id_of(thing: Thing, tiles: usize) -> Number {
    match thing {
        ('t', n) => n,
        ('x', Number::Fixed(n)) => Number::Fixed(tiles + n),
        ('y', Number::Fixed(n)) => Number::Fixed(tiles + 8 + n),
        ('x', _) => Number::Fixed(tiles),
        _ => Number::Fixed(tiles + 1),
    }
}

fn holding(item: Item, id: impl Fn(Thing) -> Number) -> Vec<Item> {
    let (reads, write) = touches(&item);
    let mut ids: Vec<Number> = Vec::new();
    for thing in reads.into_iter().chain([write]) {
        if !ids.contains(&id(thing)) {
            ids.push(id(thing));
        }
    }
    let pipe = pipe(&item);
    let mut out: Vec<Item> = ids.iter().map(|&n| Item::Take(pipe, n)).collect();
    out.push(item);
    out.extend(ids.into_iter().map(|n| Item::Give(pipe, n)));
    out
}

/// Buffers in turn that buffer ids order.
fn held_in_turn(d: &mut Choices) -> Vec<Item> {
    let buffers = 1 + d.index(4);
    let turn = rotation(d, buffers, true);
    let slab = d.pick(&[Number::Counter(0), Number::Fixed(0)]);
    let (a, b) = (turn(0), turn(buffers));
    let body = [
        Item::Load { buffer: 'x', slab, tile: a },
        Item::Add { left: a, right: a, tile: b },
        Item::Store { tile: b, buffer: 'y', slab },
    ];
    let body: Vec<Item> =
        body.into_iter().flat_map(|i| holding(i, |thing| id_of(thing, 2 * buffers))).collect();
    let inner = Item::Loop(trips(d), body);
    vec![if d.index(4) == 0 { Item::Loop(trips(d), vec![inner]) } else { inner }]
}

/// A function that is called twice, each time with a number of a tile, a slab or an event.
fn with_numbers(d: &mut Choices, a5: bool) -> Vec<Item> {
    let (slab, tile, id) = (Number::Param(0), Number::Param(1), Number::Param(2));
    let fixed = Number::Fixed(6);
    let body = vec![
        Item::Load { buffer: 'x', slab, tile },
        Item::Set(MTE2, V, id),
        Item::Wait(MTE2, V, id),
        Item::Add { left: tile, right: tile, tile: fixed },
        Item::Set(V, MTE3, id),
        Item::Wait(V, MTE3, id),
        Item::Store { tile: fixed, buffer: 'y', slab },
        Item::Barrier("PIPE_ALL"),
    ];
    let number = |d: &mut Choices| match d.index(3) {
        0 => Number::Launch { base: 0, plus: d.index(3), modulus: 2 + d.index(2) },
        1 => Number::Turn { base: 0, plus: d.index(3), modulus: 2 + d.index(2) },
        _ => Number::Fixed(d.index(3)),
    };
    let twice = Item::Twice(number(d), number(d), body);
    let mut items = if d.flip() { drained(d, a5) } else { Vec::new() };
    items.push(if d.flip() { Item::Loop(trips(d), vec![twice]) } else { twice });
    items
}
