//! Mistakes with buffer ids, queues, loops in loops, calls, blocks and atomic stores.

use super::mistakes::{Mistake, change, drop_if, other, shift, slabs, swap, tiles};
use super::program::{Item, Number, Test, Trips};

const fn is_take(i: &Item) -> bool {
    matches!(i, Item::Take(..))
}
const fn is_give(i: &Item) -> bool {
    matches!(i, Item::Give(..))
}
const fn is_meet(i: &Item) -> bool {
    matches!(i, Item::Meet)
}

/// All of them.
pub const OTHER_MISTAKES: &[Mistake] = &[
    ("a buffer id is not taken", |l, i, _, _| drop_if(l, i, is_take)),
    ("a buffer id is not given back", |l, i, _, _| drop_if(l, i, is_give)),
    ("a buffer id is neither taken nor given back", |l, i, _, _| {
        let Item::Take(pipe, n) = l[i] else { return false };
        let Some(g) = l[i..].iter().position(|x| *x == Item::Give(pipe, n)) else { return false };
        l.remove(i + g);
        l.remove(i);
        true
    }),
    ("taking and giving back are of another buffer id", |l, i, _, _| {
        let Item::Take(pipe, n) = l[i] else { return false };
        let Some(g) = l[i..].iter().position(|x| *x == Item::Give(pipe, n)) else { return false };
        let mut changed = n;
        let made = shift(&mut changed);
        (l[i], l[i + g]) = (Item::Take(pipe, changed), Item::Give(pipe, changed));
        made
    }),
    ("a pipe takes the wrong buffer id", |l, i, _, _| {
        change(l, i, |x| if let Item::Take(_, n) = x { shift(n) } else { false })
    }),
    ("a buffer id is of the wrong pipe", |l, i, _, _| {
        let Item::Take(pipe, n) = l[i] else { return false };
        let Some(g) = l[i..].iter().position(|x| *x == Item::Give(pipe, n)) else { return false };
        (l[i], l[i + g]) = (Item::Take(other(pipe), n), Item::Give(other(pipe), n));
        true
    }),
    ("a buffer id is taken after the work", |l, i, _, _| {
        swap(l, i, i + 1, |a, b| is_take(a) && b.is_work())
    }),
    ("a buffer id is given back before the work", |l, i, _, _| {
        i > 0 && swap(l, i, i - 1, |a, b| is_give(a) && b.is_work())
    }),
    ("a buffer id is taken in a branch", |l, i, _, _| {
        let is = is_take(&l[i]);
        if is {
            l[i] = Item::If(Test::Flag, vec![l[i].clone()], Vec::new());
        }
        is
    }),
    ("a buffer id is given back in a branch", |l, i, _, _| {
        let is = is_give(&l[i]);
        if is {
            l[i] = Item::If(Test::Flag, vec![l[i].clone()], Vec::new());
        }
        is
    }),
    ("a push is missing", |l, i, _, _| drop_if(l, i, |x| matches!(x, Item::Push))),
    ("a pop is missing", |l, i, _, _| drop_if(l, i, |x| matches!(x, Item::Pop))),
    ("a slot is not given back", |l, i, _, _| drop_if(l, i, |x| matches!(x, Item::Free))),
    ("a slot is given back before it is read", |l, i, _, _| {
        let Some(f) = l.iter().position(|x| matches!(x, Item::Free)) else { return false };
        matches!(l[i], Item::StorePopped { .. }) && i < f && {
            let free = l.remove(f);
            l.insert(i, free);
            true
        }
    }),
    ("one core takes an iteration more", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Cube(b) | Item::Vector(b) => match b.first_mut() {
                Some(Item::Loop(t @ Trips::Parameter, _)) => {
                    *t = Trips::Known(2);
                    true
                }
                Some(Item::Loop(Trips::Known(n), _)) => {
                    *n += 1;
                    true
                }
                _ => false,
            },
            _ => false,
        })
    }),
    ("the number of an outer loop stands for that of the inner", |l, i, inside, _| {
        inside
            && change(l, i, |x| {
                let numbers: Vec<&mut Number> = match x {
                    Item::Set(_, _, n) | Item::Wait(_, _, n) | Item::Take(_, n) => vec![n],
                    other => tiles(other),
                };
                let mut made = false;
                for n in numbers {
                    if let Number::Turn { base, plus, modulus } = *n {
                        *n = Number::Outer { base, plus, modulus };
                        made = true;
                    }
                }
                made
            })
    }),
    ("the counter is taken for the number of the iteration", |l, i, _, _| {
        change(l, i, |x| {
            let numbers: Vec<&mut Number> = match x {
                Item::Set(_, _, n) | Item::Wait(_, _, n) | Item::Take(_, n) => vec![n],
                other => tiles(other),
            };
            let mut made = false;
            for n in numbers {
                if let Number::Iteration { base, plus, modulus } = *n {
                    *n = Number::Turn { base, plus, modulus };
                    made = true;
                }
            }
            made
        })
    }),
    ("a carried number is taken for the counter", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Set(_, _, n) | Item::Wait(_, _, n) | Item::Send(_, n) => match *n {
                Number::Carried { base, modulus, .. } => {
                    *n = Number::Turn { base, plus: 1, modulus };
                    true
                }
                _ => false,
            },
            _ => false,
        })
    }),
    ("all blocks meet is missing", |l, i, _, _| drop_if(l, i, is_meet)),
    ("only the first block comes to the meeting", |l, i, _, _| {
        let is = is_meet(&l[i]);
        if is {
            l[i] = Item::If(Test::FirstBlock, vec![Item::Meet], Vec::new());
        }
        is
    }),
    ("blocks meet as often as each has iterations", |l, i, _, _| {
        let is = is_meet(&l[i]);
        if is {
            l[i] = Item::Loop(Trips::Blocks(4), vec![Item::Meet]);
        }
        is
    }),
    ("a view moves against its windows", |l, i, _, _| {
        let Some(n) = slabs(&mut l[i]) else { return false };
        match n {
            Number::Block { .. } => {
                *n = Number::Against;
                true
            }
            _ => false,
        }
    }),
    ("an atomic store is a plain one", |l, i, _, _| {
        change(l, i, |x| match *x {
            Item::Accumulate { tile, buffer, slab } => {
                *x = Item::Store { tile, buffer, slab };
                true
            }
            _ => false,
        })
    }),
    ("blocks add to what another block reads", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Accumulate { buffer, slab, .. } => {
                *buffer = 'x';
                *slab = Number::Fixed(1);
                true
            }
            _ => false,
        })
    }),
    ("the wrong half of a tile is used", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::AddHalf { half, .. }
            | Item::LoadHalf { half, .. }
            | Item::StoreHalf { half, .. } => match half {
                Number::Fixed(n) => {
                    *n = 1 - *n;
                    true
                }
                other => shift(other),
            },
            _ => false,
        })
    }),
    ("a function that is called has no barrier at its end", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Twice(_, _, b) | Item::Call(b) if matches!(b.last(), Some(Item::Barrier(_))) => {
                b.pop();
                true
            }
            _ => false,
        })
    }),
    ("statements of a function are made twice", |l, i, _, _| {
        let is = matches!(l[i], Item::Call(_));
        if is {
            l.insert(i, l[i].clone());
        }
        is
    }),
];
