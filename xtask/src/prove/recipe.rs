//! Programs that are synchronised well, by several recipes: lists with an event for every dependence, buffers in turn,
//! a cube core that hands products to vector cores, blocks with slabs of their own.

use super::program::{FIX, Item, M, MTE1, MTE2, MTE3, Number, Pipe, Program, Trips, V};

/// Pseudo-random numbers.
pub struct Draw(pub u64);

impl Draw {
    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        // SplitMix64, Steele et al. 2014.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
    pub fn flip(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A program of some recipe.
pub fn draw(d: &mut Draw) -> Program {
    let a5 = d.flip();
    let (blocks, items) = match d.below(6) {
        0 => (1, list(d, a5)),
        1 | 2 => turns(d, a5),
        3 => (1, branches(d, a5)),
        _ => cores(d, a5),
    };
    Program { a5, blocks, items }
}

fn trips(d: &mut Draw) -> Trips {
    if d.flip() { Trips::Parameter } else { Trips::Known(d.below(6)) }
}

/// Where a statement runs.
fn pipe(item: &Item) -> Pipe {
    match item {
        Item::Load { .. } | Item::LoadMatrix { .. } => MTE2,
        Item::Store { .. } => MTE3,
        Item::Move => MTE1,
        Item::Multiply => M,
        Item::StoreProduct { .. } => FIX,
        _ => V,
    }
}

/// What a statement reads and writes: tiles and slabs.
fn touches(item: &Item) -> (Vec<(char, Number)>, (char, Number)) {
    match item {
        Item::Load { buffer, slab, tile } => (vec![(*buffer, *slab)], ('t', *tile)),
        Item::Add { left, right, tile } => (vec![('t', *left), ('t', *right)], ('t', *tile)),
        Item::Store { tile, buffer, slab } => (vec![('t', *tile)], (*buffer, *slab)),
        _ => (Vec::new(), ('-', Number::Fixed(0))),
    }
}

fn conflict(a: &Item, b: &Item) -> bool {
    let ((r, w), (s, x)) = (touches(a), touches(b));
    w == x || r.contains(&x) || s.contains(&w)
}

/// Any statements, each after what it depends on.
fn list(d: &mut Draw, a5: bool) -> Vec<Item> {
    let work: Vec<Item> = (0..3 + d.below(5))
        .map(|_| {
            let tile = |d: &mut Draw| Number::Fixed(d.below(4));
            let slab = |d: &mut Draw| Number::Fixed(d.below(3));
            match d.below(3) {
                0 => Item::Load {
                    buffer: if d.flip() { 'x' } else { 'y' },
                    slab: slab(d),
                    tile: tile(d),
                },
                1 => Item::Add { left: tile(d), right: tile(d), tile: tile(d) },
                _ => Item::Store { tile: tile(d), buffer: 'y', slab: slab(d) },
            }
        })
        .collect();
    ordered(&work, d, a5)
}

/// Puts an event, or a barrier, between what depends on each other.
fn ordered(work: &[Item], d: &mut Draw, a5: bool) -> Vec<Item> {
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
            if used > 7 || d.below(8) == 0 {
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

/// Buffers in turn, each with its events; perhaps in several blocks.
fn turns(d: &mut Draw, a5: bool) -> (u32, Vec<Item>) {
    let buffers = 1 + d.below(3);
    let several = d.below(3) == 0;
    let (blocks, count, slab) = match (several, d.below(2)) {
        (false, _) => (1, trips(d), Number::Counter(0)),
        (true, 0) => (3, Trips::Blocks(3 + d.below(6)), Number::Counter(0)),
        (true, _) => (3, Trips::Known(d.below(5)), Number::Block { each: 1 + d.below(3), plus: 0 }),
    };
    // Counters that step by the number of blocks do not tell buffers apart from one iteration to the next.
    let buffers = if matches!(count, Trips::Blocks(_)) { 1 } else { buffers };
    let turn = |base: usize| match buffers {
        1 => Number::Fixed(base),
        modulus => Number::Turn { base, plus: 0, modulus },
    };
    let id = turn(0);
    let (a, b) = (turn(0), turn(buffers));
    let in_place = d.flip();
    let result = if in_place { a } else { b };
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
    let mut items: Vec<Item> =
        (0..buffers).map(|n| Item::Set(MTE3, MTE2, Number::Fixed(n))).collect();
    items.push(Item::Loop(count, body));
    items.extend((0..buffers).map(|n| Item::Wait(MTE3, MTE2, Number::Fixed(n))));
    if d.below(4) == 0 {
        let more = list(d, a5);
        items.push(Item::Barrier("PIPE_ALL"));
        if !several {
            items.extend(more);
        }
    }
    (blocks, items)
}

/// Work in branches, drained before and after.
fn branches(d: &mut Draw, a5: bool) -> Vec<Item> {
    let mut items = list(d, a5);
    let drained = |body: Vec<Item>| {
        let mut all = vec![Item::Barrier("PIPE_ALL")];
        all.extend(body);
        all.push(Item::Barrier("PIPE_ALL"));
        all
    };
    let yes = drained(list(d, a5));
    let no = if d.flip() { drained(list(d, a5)) } else { Vec::new() };
    let branch = Item::If(yes, no);
    items.push(Item::Barrier("PIPE_ALL"));
    match d.flip() {
        true => items.push(Item::Loop(trips(d), vec![branch])),
        false => items.push(branch),
    }
    items.push(Item::Barrier("PIPE_ALL"));
    items.extend(list(d, a5));
    items
}

/// The cube core stores products, the vector cores load them, add and store.
fn cores(d: &mut Draw, a5: bool) -> (u32, Vec<Item>) {
    let looped = d.flip();
    let slots = if looped { 1 + d.below(2) } else { 1 };
    let several = !looped && d.below(3) == 0;
    let count = trips(d);
    let slot = match (slots, several) {
        (_, true) => Number::Block { each: 1, plus: 0 },
        (1, _) => Number::Fixed(d.below(3)),
        (modulus, _) => Number::Turn { base: 0, plus: 0, modulus },
    };
    let zero = Number::Fixed(0);
    let chain = |from: Pipe, to: Pipe| [Item::Set(from, to, zero), Item::Wait(from, to, zero)];
    let mut cube = Vec::new();
    let mut vector = Vec::new();
    let credit = looped || d.flip();
    let (ready, free) = (1, 2);
    // A5 addresses each vector core by itself; the second has ids from 16 on.
    let send = |ids: &mut Vec<Item>, id: usize| {
        ids.push(Item::Send(FIX, id));
        if a5 {
            ids.push(Item::Send(FIX, id + 16));
        }
    };
    let receive = |ids: &mut Vec<Item>, id: usize| {
        ids.push(Item::Receive(FIX, id));
        if a5 {
            ids.push(Item::Receive(FIX, id + 16));
        }
    };
    if credit && looped {
        receive(&mut cube, free);
    }
    cube.push(Item::LoadMatrix { slab: zero });
    cube.extend(chain(MTE2, MTE1));
    cube.push(Item::Move);
    cube.extend(chain(MTE1, M));
    cube.push(Item::Multiply);
    cube.extend(chain(M, FIX));
    cube.push(Item::StoreProduct { buffer: 'w', slab: slot });
    send(&mut cube, ready);
    if looped {
        cube.push(Item::Barrier("PIPE_ALL"));
    }
    vector.push(Item::Receive(MTE2, ready));
    let out = match several {
        true => Number::Block { each: 2, plus: 0 },
        false => Number::Subblock(0),
    };
    vector.push(Item::Load { buffer: 'w', slab: slot, tile: zero });
    if credit {
        vector.push(Item::Send(MTE2, free));
    }
    vector.extend(chain(MTE2, V));
    vector.push(Item::Add { left: zero, right: zero, tile: Number::Fixed(1) });
    vector.extend(chain(V, MTE3));
    if several {
        vector.push(Item::Store { tile: Number::Fixed(1), buffer: 'y', slab: out });
    } else {
        vector.push(Item::Store {
            tile: Number::Fixed(1),
            buffer: 'y',
            slab: Number::Subblock(d.below(4)),
        });
    }
    if looped {
        vector.push(Item::Barrier("PIPE_ALL"));
    }
    let together = looped && d.flip();
    let mut items = Vec::new();
    let prologue: Vec<Item> = (0..slots).map(|_| Item::Send(MTE2, free)).collect();
    if looped {
        items.push(Item::Vector(prologue));
    }
    match (looped, together) {
        (true, true) => items.push(Item::Loop(count, vec![Item::Cube(cube), Item::Vector(vector)])),
        (true, false) => {
            items.push(Item::Cube(vec![Item::Loop(count, cube)]));
            items.push(Item::Vector(vec![Item::Loop(count, vector)]));
        }
        _ => {
            if credit {
                receive(&mut cube, free);
                cube.push(Item::StoreProduct { buffer: 'w', slab: slot });
            }
            items.extend([Item::Cube(cube), Item::Vector(vector)]);
        }
    }
    (if several { 2 } else { 1 }, items)
}
