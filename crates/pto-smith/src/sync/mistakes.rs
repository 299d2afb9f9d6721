//! Mistakes that people make when they synchronise by hand, each as a change of a program.

use super::other_mistakes::OTHER_MISTAKES;
use super::program::{FIX, Item, MTE2, MTE3, Number, Pipe, Program, Test, Trips, V};
use crate::choices::Choices;

/// A mistake: its name, and what it does to a place of a program, if it can be made there. The place is a list of
/// statements, an index into it, and whether the list is a loop's body.
pub type Mistake = (&'static str, fn(&mut Vec<Item>, usize, bool, &mut Choices) -> bool);

const fn is_set(i: &Item) -> bool {
    matches!(i, Item::Set(..))
}
const fn is_wait(i: &Item) -> bool {
    matches!(i, Item::Wait(..))
}

pub fn drop_if(list: &mut Vec<Item>, at: usize, is: fn(&Item) -> bool) -> bool {
    let matches = is(&list[at]);
    if matches {
        list.remove(at);
    }
    matches
}

pub fn change(list: &mut [Item], at: usize, f: impl FnOnce(&mut Item) -> bool) -> bool {
    let before = list[at].clone();
    f(&mut list[at]) && list[at] != before
}

pub fn shift(n: &mut Number) -> bool {
    match n {
        Number::Fixed(n) => *n = (*n + 1) % 8,
        Number::Turn { plus, .. }
        | Number::Outer { plus, .. }
        | Number::Sum { plus, .. }
        | Number::Iteration { plus, .. }
        | Number::Launch { plus, .. }
        | Number::Param(plus) => *plus += 1,
        Number::Carried { plus, modulus, .. } => *plus = (*plus + 1) % *modulus,
        _ => return false,
    }
    true
}

/// What a number that goes round is divided by.
fn modulus(n: &mut Number) -> Option<&mut usize> {
    match n {
        Number::Turn { modulus, .. }
        | Number::Outer { modulus, .. }
        | Number::Sum { modulus, .. }
        | Number::Iteration { modulus, .. }
        | Number::Carried { modulus, .. } => Some(modulus),
        _ => None,
    }
}

/// One less than that, if something is left.
fn one_less(n: &mut Number) -> bool {
    let Some(modulus) = modulus(n) else { return false };
    *modulus -= 1;
    let left = *modulus;
    if let Number::Carried { plus, .. } = n {
        *plus %= left.max(1);
    }
    left > 0
}

pub const fn other(pipe: Pipe) -> Pipe {
    match pipe.as_bytes() {
        b"PIPE_V" => MTE2,
        b"PIPE_MTE2" => MTE3,
        _ => V,
    }
}

pub fn swap(list: &mut [Item], a: usize, b: usize, ok: fn(&Item, &Item) -> bool) -> bool {
    let fits = a < list.len() && b < list.len() && ok(&list[a], &list[b]);
    if fits {
        list.swap(a, b);
    }
    fits
}

fn in_branch(list: &mut [Item], at: usize, is: fn(&Item) -> bool) -> bool {
    let matches = is(&list[at]);
    if matches {
        list[at] = Item::If(Test::Flag, vec![list[at].clone()], Vec::new());
    }
    matches
}

fn out_of_loop(list: &mut Vec<Item>, at: usize, is: fn(&Item) -> bool, before: bool) -> bool {
    let (Item::Loop(_, body) | Item::While(body) | Item::Jumps(body)) = &mut list[at] else {
        return false;
    };
    let Some(i) = body.iter().position(is) else { return false };
    let item = body.remove(i);
    list.insert(if before { at } else { at + 1 }, item);
    true
}

pub fn tiles(item: &mut Item) -> Vec<&mut Number> {
    match item {
        Item::Load { tile, .. }
        | Item::Store { tile, .. }
        | Item::LoadHalf { tile, .. }
        | Item::AddHalf { tile, .. }
        | Item::StoreHalf { tile, .. }
        | Item::Accumulate { tile, .. } => vec![tile],
        Item::Add { left, tile, .. } => vec![tile, left],
        _ => Vec::new(),
    }
}

pub fn slabs(item: &mut Item) -> Option<&mut Number> {
    match item {
        Item::Load { slab, .. }
        | Item::Store { slab, .. }
        | Item::LoadHalf { slab, .. }
        | Item::StoreHalf { slab, .. }
        | Item::Accumulate { slab, .. }
        | Item::StorePopped { slab, .. }
        | Item::StoreProduct { slab, .. } => Some(slab),
        _ => None,
    }
}

/// All of them.
pub fn mistakes() -> Vec<Mistake> {
    MISTAKES.iter().chain(OTHER_MISTAKES).copied().collect()
}

/// Those of one core, and of signals between cores.
const MISTAKES: &[Mistake] = &[
    ("a set is missing", |l, i, _, _| drop_if(l, i, is_set)),
    ("a wait is missing", |l, i, _, _| drop_if(l, i, is_wait)),
    ("a set and its wait are missing", |l, i, _, _| {
        let Item::Set(a, b, n) = l[i] else { return false };
        let Some(w) = l.iter().position(|x| *x == Item::Wait(a, b, n)) else { return false };
        let (first, last) = (i.min(w), i.max(w));
        l.remove(last);
        l.remove(first);
        true
    }),
    ("a set has the wrong id", |l, i, _, _| {
        change(l, i, |x| if let Item::Set(_, _, n) = x { shift(n) } else { false })
    }),
    ("a wait has the wrong id", |l, i, _, _| {
        change(l, i, |x| if let Item::Wait(_, _, n) = x { shift(n) } else { false })
    }),
    ("a set is of the wrong pipe", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Set(a, b, _) if other(a) != *b => {
                *a = other(a);
                true
            }
            _ => false,
        })
    }),
    ("a set is for the wrong pipe", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Set(a, b, _) if other(b) != *a => {
                *b = other(b);
                true
            }
            _ => false,
        })
    }),
    ("a wait is of the wrong pipe", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Wait(a, b, _) if other(b) != *a => {
                *b = other(b);
                true
            }
            _ => false,
        })
    }),
    ("set and wait are of the wrong pipe", |l, i, _, _| {
        let Item::Set(a, b, n) = l[i] else { return false };
        let Some(w) = l.iter().position(|x| *x == Item::Wait(a, b, n)) else { return false };
        if other(a) == b {
            return false;
        }
        l[i] = Item::Set(other(a), b, n);
        l[w] = Item::Wait(other(a), b, n);
        true
    }),
    ("a set comes before the work it tells of", |l, i, _, _| {
        i > 0 && swap(l, i, i - 1, |s, w| is_set(s) && w.is_work())
    }),
    ("a wait comes after the work that needs it", |l, i, _, _| {
        swap(l, i, i + 1, |w, x| is_wait(w) && x.is_work())
    }),
    ("a wait comes before its set", |l, i, _, _| swap(l, i, i + 1, |s, w| is_set(s) && is_wait(w))),
    ("two statements are exchanged", |l, i, _, _| {
        swap(l, i, i + 1, |a, b| a.is_work() && !b.is_work())
    }),
    ("a set is made twice", |l, i, _, _| {
        let is = is_set(&l[i]);
        if is {
            l.insert(i, l[i].clone());
        }
        is
    }),
    ("a wait is made twice", |l, i, _, _| {
        let is = is_wait(&l[i]);
        if is {
            l.insert(i, l[i].clone());
        }
        is
    }),
    ("a barrier is missing", |l, i, _, _| drop_if(l, i, |x| matches!(x, Item::Barrier(_)))),
    ("a barrier is of one pipe only", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Barrier(p) if *p == "PIPE_ALL" => {
                *p = MTE2;
                true
            }
            _ => false,
        })
    }),
    ("a barrier comes too late", |l, i, _, _| {
        swap(l, i, i + 1, |a, b| {
            matches!(a, Item::Barrier(_))
                && (b.is_work() || matches!(b, Item::If(..) | Item::Call(_)))
        })
    }),
    ("the first signal before a loop is missing", |l, i, _, _| {
        is_set(&l[i]) && l[i..].iter().any(|x| x.is_loop()) && {
            l.remove(i);
            true
        }
    }),
    ("the last wait after a loop is missing", |l, i, _, _| {
        is_wait(&l[i]) && l[..i].iter().any(|x| x.is_loop()) && {
            l.remove(i);
            true
        }
    }),
    ("one buffer has no events of its own", |l, i, inside, _| {
        inside
            && change(l, i, |x| match x {
                Item::Set(_, _, n) | Item::Wait(_, _, n) => one_less(n),
                _ => false,
            })
    }),
    ("a computed id is a constant", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Set(_, _, n) | Item::Wait(_, _, n) => {
                let computed = modulus(n).is_some();
                *n = Number::Fixed(0);
                computed
            }
            _ => false,
        })
    }),
    ("a buffer index is one too high", |l, i, _, d| {
        let mut list = tiles(&mut l[i]);
        let n = list.len();
        n > 0 && {
            let which = d.index(n);
            modulus(list[which]).is_some() && shift(list[which])
        }
    }),
    ("there is one buffer less than events", |l, i, _, _| {
        let mut changed = false;
        for n in tiles(&mut l[i]) {
            changed |= one_less(n);
        }
        changed
    }),
    ("a tile lies on another one", |l, i, _, d| {
        let mut list = tiles(&mut l[i]);
        let n = list.len();
        n > 0 && {
            let which = d.index(n);
            match &mut *list[which] {
                Number::Fixed(n) => {
                    *n = (*n + 1) % 3;
                    true
                }
                Number::Turn { base, .. }
                | Number::Iteration { base, .. }
                | Number::Carried { base, .. }
                    if *base > 0 =>
                {
                    *base -= 1;
                    true
                }
                _ => false,
            }
        }
    }),
    ("a set is in a branch", |l, i, _, _| in_branch(l, i, is_set)),
    ("a wait is in a branch", |l, i, _, _| in_branch(l, i, is_wait)),
    ("a set is after the loop", |l, i, _, _| out_of_loop(l, i, is_set, false)),
    ("a wait is before the loop", |l, i, _, _| out_of_loop(l, i, is_wait, true)),
    ("a signal to another core is missing", |l, i, _, _| {
        drop_if(l, i, |x| matches!(x, Item::Send(..)))
    }),
    ("a wait for another core is missing", |l, i, _, _| {
        drop_if(l, i, |x| matches!(x, Item::Receive(..)))
    }),
    ("a signal to another core has the wrong id", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Send(_, n) => shift(n),
            _ => false,
        })
    }),
    ("a wait for another core has the wrong id", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Receive(_, n) => shift(n),
            _ => false,
        })
    }),
    ("a signal to another core comes too early", |l, i, _, _| {
        i > 0 && swap(l, i, i - 1, |s, w| matches!(s, Item::Send(..)) && w.is_work())
    }),
    ("a wait for another core comes too late", |l, i, _, _| {
        swap(l, i, i + 1, |s, w| matches!(s, Item::Receive(..)) && w.is_work())
    }),
    ("a signal to another core is of the wrong pipe", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Send(p, _) => {
                *p = if *p == FIX { MTE2 } else { V };
                true
            }
            _ => false,
        })
    }),
    ("a wait for another core is of the wrong pipe", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Receive(p, _) => {
                *p = MTE3;
                true
            }
            _ => false,
        })
    }),
    ("there is one signal too many before the loop", |l, i, _, _| {
        let is = matches!(l[i], Item::Send(..));
        if is {
            l.insert(i, l[i].clone());
        }
        is
    }),
    ("blocks use slabs that overlap", |l, i, _, _| {
        let Some(n) = slabs(&mut l[i]) else { return false };
        match n {
            Number::Block { each, .. } => {
                *each = 0;
                true
            }
            _ => false,
        }
    }),
    ("a block uses the slab of its neighbour", |l, i, _, _| {
        let Some(n) = slabs(&mut l[i]) else { return false };
        match n {
            Number::Block { each, plus } => {
                *plus = *each;
                true
            }
            _ => false,
        }
    }),
    ("vector cores store to the same slab", |l, i, _, _| {
        let Some(n) = slabs(&mut l[i]) else { return false };
        match n {
            Number::Subblock { each, .. } if *each > 0 => {
                *each = 0;
                true
            }
            _ => false,
        }
    }),
    ("all blocks take all iterations", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Loop(t @ Trips::Blocks(_), _) => {
                let Trips::Blocks(n) = *t else { return false };
                *t = Trips::AllBlocks(n);
                true
            }
            _ => false,
        })
    }),
    ("a load reads what is stored", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Load { buffer, .. } => {
                *buffer = 'y';
                true
            }
            _ => false,
        })
    }),
    ("an iteration stores to the slab of the next", |l, i, _, _| {
        change(l, i, |x| match x {
            Item::Store { buffer, slab: Number::Counter(n), .. } => {
                *buffer = 'x';
                *n += 1;
                true
            }
            _ => false,
        })
    }),
];

/// Makes a mistake at some place of a program; `false` if there is none for it.
pub fn make(mistake: Mistake, program: &mut Program, d: &mut Choices) -> bool {
    let mut places = 0;
    visit(&mut program.items, false, &mut |list, _| places += list.len());
    let start = d.index(places.max(1));
    for k in 0..places {
        let wanted = (start + k) % places;
        let mut changed = program.clone();
        let (mut seen, mut made) = (0, false);
        visit(&mut changed.items, false, &mut |list, inside| {
            let n = list.len();
            if !made && (seen..seen + n).contains(&wanted) {
                made = (mistake.1)(list, wanted - seen, inside, d);
            }
            seen += n;
        });
        if made {
            *program = changed;
            return true;
        }
    }
    false
}

fn visit(list: &mut Vec<Item>, inside: bool, f: &mut dyn FnMut(&mut Vec<Item>, bool)) {
    f(list, inside);
    for item in list.iter_mut() {
        let inside = inside || item.is_loop();
        item.bodies().into_iter().for_each(|b| visit(b, inside, f));
    }
}
