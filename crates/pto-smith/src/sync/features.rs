//! What random programs have, so that the counts of a run can be read by feature.

use super::program::{Form, Item, Number, Program, Test, Trips};

/// A feature: its name, and whether a program has it.
type Feature = (&'static str, fn(&Program) -> bool);

/// All of them.
pub const FEATURES: &[Feature] = &[
    ("events", |p| p.has(|i, _| matches!(i, Item::Set(..)))),
    ("computed event ids, modulus 2", |p| ids(p, |m| m == 2)),
    ("computed event ids, modulus 3 or 4", |p| ids(p, |m| m > 2)),
    ("numbers that a loop carries", |p| has_number(p, |n| matches!(n, Number::Carried { .. }))),
    ("numbers of iterations, from counter and bounds", |p| {
        has_number(p, |n| matches!(n, Number::Iteration { .. }))
    }),
    ("buffer ids", |p| p.has(|i, _| matches!(i, Item::Take(..)))),
    ("computed buffer ids", |p| {
        p.has(|i, _| matches!(i, Item::Take(_, n) if !matches!(n, Number::Fixed(_))))
    }),
    ("several tiles under one name", |p| p.multi && tiles_in_turn(p, |m| m > 1)),
    ("three or four buffers in turn", |p| tiles_in_turn(p, |m| m > 2)),
    ("windows of tiles", |p| p.has(|i, _| matches!(i, Item::AddHalf { .. }))),
    ("a loop of unknown length", |p| {
        p.has(|i, _| matches!(i, Item::Loop(Trips::Parameter, _) | Item::While(_) | Item::Jumps(_)))
    }),
    ("a loop in a loop", |p| p.has(|i, around| i.is_loop() && around.iter().any(|a| a.is_loop()))),
    ("an inner loop as long as a counter says", |p| {
        p.has(|i, _| matches!(i, Item::Loop(Trips::Counter, _)))
    }),
    ("`scf.while`", |p| p.has(|i, _| matches!(i, Item::While(_)))),
    ("jumps between blocks of a function", |p| {
        p.has(|i, around| matches!(i, Item::Jumps(_)) && around.is_empty())
    }),
    ("synchronisation in a branch", |p| {
        p.has(|i, around| is_sync(i) && around.iter().any(|a| matches!(a, Item::If(..))))
    }),
    ("a branch on a counter", |p| p.has(|i, _| matches!(i, Item::If(Test::Even, ..)))),
    ("a call", |p| p.has(|i, _| matches!(i, Item::Call(_)))),
    ("a call in a loop", |p| {
        p.has(|i, around| {
            matches!(i, Item::Call(_) | Item::Twice(..)) && around.iter().any(|a| a.is_loop())
        })
    }),
    ("a function called with different numbers", |p| p.has(|i, _| matches!(i, Item::Twice(..)))),
    ("both kinds of cores", |p| p.has(|i, _| matches!(i, Item::Cube(_)))),
    ("signals between cores", |p| p.has(|i, _| matches!(i, Item::Send(..)))),
    ("computed ids of signals between cores", |p| {
        p.has(|i, _| matches!(i, Item::Send(_, n) if !matches!(n, Number::Fixed(_))))
    }),
    ("a queue between cores", |p| p.has(|i, _| matches!(i, Item::Push | Item::Pop))),
    ("several blocks", |p| p.blocks > 1),
    ("blocks, windows of rows", |p| p.blocks > 1 && p.forms[1] == Form::Rows),
    ("blocks, windows of columns", |p| p.blocks > 1 && p.forms[1] == Form::Columns),
    ("blocks, windows of a grid", |p| p.blocks > 1 && p.forms[1] == Form::Grid),
    ("blocks, windows from a pointer on", |p| p.blocks > 1 && p.forms[1] == Form::Pointer),
    ("blocks, windows of windows", |p| {
        p.blocks > 1 && p.has(|i, _| matches!(i, Item::StoreHalf { .. }))
    }),
    ("blocks that meet", |p| p.has(|i, _| matches!(i, Item::Meet))),
    ("blocks that meet in a loop or branch", |p| {
        p.has(|i, around| matches!(i, Item::Meet) && !around.is_empty())
    }),
    ("atomic stores", |p| p.has(|i, _| matches!(i, Item::Accumulate { .. }))),
];

const fn is_sync(item: &Item) -> bool {
    matches!(
        item,
        Item::Set(..) | Item::Wait(..) | Item::Take(..) | Item::Give(..) | Item::Barrier(_)
    )
}

const fn modulus(n: Number) -> usize {
    match n {
        Number::Turn { modulus, .. }
        | Number::Outer { modulus, .. }
        | Number::Sum { modulus, .. }
        | Number::Iteration { modulus, .. }
        | Number::Carried { modulus, .. }
        | Number::Launch { modulus, .. } => modulus,
        _ => 0,
    }
}

fn has_number(p: &Program, is: impl Fn(Number) -> bool) -> bool {
    p.has(|i, _| i.numbers().into_iter().any(&is))
}

fn ids(p: &Program, is: impl Fn(usize) -> bool) -> bool {
    p.has(|i, _| matches!(i, Item::Set(_, _, n) if is(modulus(*n))))
}

fn tiles_in_turn(p: &Program, is: impl Fn(usize) -> bool) -> bool {
    p.has(|i, _| match i {
        Item::Load { tile, .. } | Item::Store { tile, .. } => is(modulus(*tile)),
        _ => false,
    })
}

impl Program {
    /// Whether some statement, with those around it, is as asked for.
    fn has(&self, is: impl Fn(&Item, &[&Item]) -> bool) -> bool {
        fn any<'i>(
            items: &'i [Item],
            around: &mut Vec<&'i Item>,
            is: &impl Fn(&Item, &[&Item]) -> bool,
        ) -> bool {
            items.iter().any(|i| {
                let found = is(i, around);
                around.push(i);
                let found = found || i.parts().into_iter().any(|p| any(p, around, is));
                around.pop();
                found
            })
        }
        any(&self.items, &mut Vec::new(), &is)
    }
}
