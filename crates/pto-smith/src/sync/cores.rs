//! Recipes with several cores or blocks: products handed over, queues, blocks that meet, windows of each block.

use super::program::{FIX, Item, M, MTE1, MTE2, MTE3, Number, Pipe, Test, Trips, V};
use super::recipe::trips;
use crate::choices::Choices;

const ZERO: Number = Number::Fixed(0);

fn chain(from: Pipe, to: Pipe) -> [Item; 2] {
    [Item::Set(from, to, ZERO), Item::Wait(from, to, ZERO)]
}

/// The cube core computes a product.
fn product() -> Vec<Item> {
    let mut cube = vec![Item::LoadMatrix { slab: ZERO }];
    cube.extend(chain(MTE2, MTE1));
    cube.push(Item::Move);
    cube.extend(chain(MTE1, M));
    cube.push(Item::Multiply);
    cube.extend(chain(M, FIX));
    cube
}

const fn plus(n: Number, by: usize) -> Number {
    match n {
        Number::Fixed(n) => Number::Fixed(n + by),
        Number::Turn { base, plus, modulus } => Number::Turn { base: base + by, plus, modulus },
        Number::Carried { base, plus, modulus } => {
            Number::Carried { base: base + by, plus, modulus }
        }
        other => other,
    }
}

/// The cube core stores products, the vector cores load them, add and store. A5 addresses each vector core by itself:
/// the second has ids from 16 on.
pub fn handed_over(d: &mut Choices, a5: bool) -> (u32, Vec<Item>) {
    let looped = d.flip();
    let slots = if looped { 1 + d.index(4) } else { 1 };
    let several = !looped && d.index(3) == 0;
    let in_turn = |base: usize, carried: bool| match (slots, carried) {
        (1, _) => Number::Fixed(base),
        (modulus, true) => Number::Carried { base, plus: 0, modulus },
        (modulus, _) => Number::Turn { base, plus: 0, modulus },
    };
    let carried = d.index(4) == 0;
    let slot = match (slots, several) {
        (_, true) => Number::Block { each: 1, plus: 0 },
        (1, _) => Number::Fixed(d.index(3)),
        _ => in_turn(0, carried),
    };
    // An id for each slot, or one for all.
    let own_ids = d.flip();
    let id = |base: usize| if own_ids { in_turn(base, carried) } else { Number::Fixed(base) };
    let (ready, free) = (id(1), id(6));
    let both = |list: &mut Vec<Item>, item: fn(Pipe, Number) -> Item, id: Number| {
        list.push(item(FIX, id));
        if a5 {
            list.push(item(FIX, plus(id, 16)));
        }
    };
    let credit = looped || d.flip();
    let mut cube = Vec::new();
    if credit && looped {
        both(&mut cube, Item::Receive, free);
    }
    cube.extend(product());
    cube.push(Item::StoreProduct { buffer: 'w', slab: slot });
    both(&mut cube, Item::Send, ready);
    if looped {
        cube.push(Item::Barrier("PIPE_ALL"));
    }
    let mut vector = vec![Item::Receive(MTE2, ready)];
    vector.push(Item::Load { buffer: 'w', slab: slot, tile: ZERO });
    if credit {
        vector.push(Item::Send(MTE2, free));
    }
    let told_apart = d.flip();
    let own = Number::Subblock { each: 1, plus: d.index(4) };
    if told_apart {
        vector.push(Item::Load { buffer: 'x', slab: own, tile: Number::Fixed(2) });
    }
    vector.extend(chain(MTE2, V));
    let right = if told_apart { Number::Fixed(2) } else { ZERO };
    vector.push(Item::Add { left: ZERO, right, tile: Number::Fixed(1) });
    vector.extend(chain(V, MTE3));
    let out = match (several, told_apart) {
        (true, false) => Number::Block { each: 2, plus: 0 },
        (false, false) if d.flip() => Number::Fixed(d.index(4)),
        _ => own,
    };
    if !(several && told_apart) {
        vector.push(Item::Store { tile: Number::Fixed(1), buffer: 'y', slab: out });
    }
    if looped {
        vector.push(Item::Barrier("PIPE_ALL"));
    }
    if !looped {
        if credit {
            both(&mut cube, Item::Receive, free);
            cube.push(Item::StoreProduct { buffer: 'w', slab: slot });
        }
        return (if several { 2 } else { 1 }, vec![Item::Cube(cube), Item::Vector(vector)]);
    }
    let first = |n: usize| match own_ids {
        true => Number::Fixed(6 + n),
        false => Number::Fixed(6),
    };
    let mut items = vec![Item::Vector((0..slots).map(|n| Item::Send(MTE2, first(n))).collect())];
    let count = trips(d);
    match d.index(5) {
        0 => items.push(Item::Loop(count, vec![Item::Cube(cube), Item::Vector(vector)])),
        // Slots and ids start again with each iteration of the outer loop.
        1 => {
            let outer = trips(d);
            items.push(Item::Cube(vec![Item::Loop(outer, vec![Item::Loop(count, cube)])]));
            items.push(Item::Vector(vec![Item::Loop(outer, vec![Item::Loop(count, vector)])]));
        }
        2 => {
            let outer = trips(d);
            let inner = Item::Loop(count, vec![Item::Cube(cube), Item::Vector(vector)]);
            items.push(Item::Loop(outer, vec![inner]));
        }
        _ => {
            // Many iterations reach every slot more than once.
            let count = if d.index(3) == 0 { Trips::Known(8 + d.index(40)) } else { count };
            items.push(Item::Cube(vec![Item::Loop(count, cube)]));
            items.push(Item::Vector(vec![Item::Loop(count, vector)]));
        }
    }
    (1, items)
}

/// The cube core pushes products, the vector cores pop and store them.
pub fn queue(d: &mut Choices) -> Vec<Item> {
    let mut cube = product();
    cube.push(Item::Push);
    let slab = d.pick(&[Number::Fixed(0), Number::Counter(0)]);
    let mut vector = vec![Item::Pop, Item::Barrier("PIPE_ALL")];
    vector.push(Item::StorePopped { buffer: 'y', slab });
    vector.extend([Item::Barrier("PIPE_ALL"), Item::Free]);
    if d.flip() {
        return vec![Item::Cube(cube), Item::Vector(vector)];
    }
    cube.push(Item::Barrier("PIPE_ALL"));
    let count = trips(d);
    match d.flip() {
        true => vec![Item::Loop(count, vec![Item::Cube(cube), Item::Vector(vector)])],
        false => vec![
            Item::Cube(vec![Item::Loop(count, cube)]),
            Item::Vector(vec![Item::Loop(count, vector)]),
        ],
    }
}

/// A slab to another slab through a tile.
fn copy(from: (char, Number), to: (char, Number), tile: usize) -> Vec<Item> {
    let tile = Number::Fixed(tile);
    let mut list = vec![Item::Load { buffer: from.0, slab: from.1, tile }];
    list.extend(chain(MTE2, MTE3));
    list.push(Item::Store { tile, buffer: to.0, slab: to.1 });
    list
}

/// Each block stores to its slab, they meet, and each loads the slab of its neighbour.
pub fn meeting(d: &mut Choices) -> (u32, Vec<Item>) {
    let blocks = 2 + d.index(2);
    let own = Number::Block { each: 1, plus: 0 };
    let other = if d.flip() { Number::Neighbour(blocks) } else { own };
    let meet = [Item::Barrier("PIPE_ALL"), Item::Meet];
    let there = copy(('x', own), ('w', own), 0);
    let back = copy(('w', other), ('y', own), 1);
    let mut items = there;
    items.extend(meet.clone());
    items.extend(back);
    let items = match d.index(5) {
        0 => {
            items.extend(meet);
            vec![Item::Loop(if d.flip() { Trips::Parameter } else { Trips::Known(3) }, items)]
        }
        1 => {
            items.extend(meet);
            vec![Item::If(Test::Flag, items, Vec::new())]
        }
        2 => {
            items.extend(meet);
            items.extend(copy(('y', other), ('w', own), 0));
            items
        }
        _ => items,
    };
    (blocks as u32, items)
}

/// Blocks with windows of their own: halves, rows by iteration, the block's part of a loop.
pub fn own_windows(d: &mut Choices, a5: bool) -> (u32, Vec<Item>) {
    let each = 1 + d.index(3);
    let slab = Number::Block { each, plus: d.index(each) };
    let mut items = Vec::new();
    if a5 && d.flip() {
        items.push(Item::Barrier("PIPE_ALL"));
    }
    for n in 0..1 + d.index(2) {
        let half = if d.flip() {
            Number::Fixed(n)
        } else {
            Number::Launch { base: 0, plus: n, modulus: 2 }
        };
        let tile = Number::Fixed(n);
        items.push(Item::LoadHalf { buffer: 'x', slab, tile, half });
        items.extend(chain(MTE2, V));
        items.push(Item::AddHalf { tile, half });
        items.extend(chain(V, MTE3));
        items.push(Item::StoreHalf { tile, buffer: 'y', slab, half });
        items.push(Item::Barrier("PIPE_ALL"));
    }
    match d.index(4) {
        0 => {
            let mut body = copy(('x', slab), ('y', slab), 0);
            body.push(Item::Barrier("PIPE_ALL"));
            (3, vec![Item::Loop(trips(d), body)])
        }
        1 => {
            // The tile is loaded once, and some of its rows are stored in each iteration.
            let mut all = vec![Item::Load { buffer: 'x', slab, tile: ZERO }];
            all.push(Item::Barrier("PIPE_ALL"));
            let body = vec![Item::StoreRows { tile: ZERO, buffer: 'y' }];
            all.push(Item::Loop(Trips::Known(1 + d.index(4)), body));
            (3, all)
        }
        _ => (3, items),
    }
}

/// Tiles added to slabs in one step: to the block's own, or to the same of all blocks.
pub fn accumulating(d: &mut Choices) -> (u32, Vec<Item>) {
    let several = d.flip();
    let slab = match (several, d.index(3)) {
        (true, 0) => Number::Fixed(0),
        (true, _) => Number::Block { each: 1, plus: 0 },
        _ => Number::Fixed(d.index(3)),
    };
    let from = if several { Number::Block { each: 1, plus: 0 } } else { Number::Fixed(0) };
    let mut body = vec![Item::Load { buffer: 'x', slab: from, tile: ZERO }];
    body.extend(chain(MTE2, MTE3));
    for _ in 0..1 + d.index(2) {
        body.push(Item::Accumulate { tile: ZERO, buffer: 'y', slab });
    }
    body.push(Item::Barrier("PIPE_ALL"));
    let items = if d.flip() { vec![Item::Loop(trips(d), body)] } else { body };
    (if several { 3 } else { 1 }, items)
}
