//! Programs in loops, branches and functions: what was right stays right.

use super::program::{Item, Number, Test, Trips};
use super::recipe::{between_barriers, trips};
use crate::choices::Choices;

/// Puts a program into functions, and perhaps into a loop or a branch as a whole.
pub fn wrap(d: &mut Choices, items: Vec<Item>) -> Vec<Item> {
    let items = outline(d, items);
    // Sections and barriers between blocks stay where they are.
    if items.iter().any(is_of_cores) || d.index(4) > 0 {
        return items;
    }
    let inner = between_barriers(items);
    match d.index(5) {
        0 => vec![Item::Loop(trips(d), inner)],
        1 => vec![Item::While(inner)],
        2 => vec![Item::Jumps(inner)],
        3 => vec![Item::Loop(
            Trips::Known(1 + d.index(3)),
            vec![Item::If(Test::Even, inner, Vec::new())],
        )],
        _ => vec![Item::If(Test::Flag, inner, Vec::new())],
    }
}

fn is_of_cores(item: &Item) -> bool {
    matches!(item, Item::Cube(_) | Item::Vector(_) | Item::Meet)
        || item.parts().into_iter().flatten().any(is_of_cores)
}

/// Puts some statements into a function of their own: of the program, or of a loop in it.
pub fn outline(d: &mut Choices, mut items: Vec<Item>) -> Vec<Item> {
    if d.index(4) > 0 || items.is_empty() {
        return items;
    }
    let lists: Vec<usize> =
        (0..items.len()).filter(|&i| matches!(items[i], Item::Loop(..) | Item::While(_))).collect();
    if !lists.is_empty() && d.flip() {
        let i = d.pick(&lists);
        for body in items[i].bodies() {
            let inner = std::mem::take(body);
            *body = part(d, inner);
        }
        return items;
    }
    part(d, items)
}

fn part(d: &mut Choices, mut items: Vec<Item>) -> Vec<Item> {
    let start = d.index(items.len().max(1));
    let count = 1 + d.index((items.len() - start).max(1));
    let moved: Vec<Item> = items.splice(start..(start + count).min(items.len()), []).collect();
    let stays = |i: &Item| is_of_queue(i) || carries(i);
    match moved.iter().any(stays) {
        true => items.splice(start..start, moved).for_each(drop),
        false => items.insert(start, Item::Call(moved)),
    }
    items
}

fn is_of_queue(item: &Item) -> bool {
    matches!(item, Item::Push | Item::Pop | Item::StorePopped { .. } | Item::Free)
        || item.parts().into_iter().flatten().any(is_of_queue)
}

/// Whether a number of a loop, or of a function, around it would be lost.
fn carries(item: &Item) -> bool {
    let lost = |n: &Number| matches!(n, Number::Carried { .. } | Number::Param(_));
    item.numbers().iter().any(lost)
        || !item.is_loop() && item.parts().into_iter().flatten().any(carries)
}
