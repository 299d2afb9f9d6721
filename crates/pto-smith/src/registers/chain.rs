//! Vector scopes with several instructions: what one computes is an operand of the next, loops carry registers,
//! predicates, streams and pointers, and branches choose between them.

use super::draw::{Wish, draw, subjects, type_choices};
use super::write::{Purpose, Writer};
use crate::choices::Choices;
use pto_isa::{OpDef, Sem, Target, Type};
use std::sync::OnceLock;

/// An instruction with the element types it takes.
type Takes = (&'static OpDef, Vec<Wish>);

/// The instructions of a target; those with kernels first, and their number.
fn table(target: Target) -> &'static (Vec<Takes>, u32) {
    static TABLES: [OnceLock<(Vec<Takes>, u32)>; 3] = [const { OnceLock::new() }; 3];
    let at = Target::PROFILES.iter().position(|t| *t == target).unwrap_or(0);
    TABLES[at].get_or_init(|| {
        let all = subjects().into_iter().map(|def| (def, type_choices(def, target)));
        let all: Vec<Takes> = all.filter(|c| !c.1.is_empty()).collect();
        let (mut first, rest): (Vec<Takes>, Vec<Takes>) =
            all.into_iter().partition(|c| !matches!(c.0.sem, Sem::Custom(_)));
        let count = first.len() as u32;
        first.extend(rest);
        (first, count)
    })
}

/// Writes a program with up to this many instructions.
pub fn write_program(rng: &mut Choices, target: Target, instructions: u32) -> Writer {
    let mut w = Writer::new(target);
    w.fresh = 2 + rng.below(6);
    let mut budget = 1 + rng.below(instructions);
    write_block(rng, &mut w, 0, &mut budget);
    let kept: Vec<_> = w.pool.iter().rev().take(6).cloned().collect();
    for (name, ty) in kept {
        w.keep(&name, &ty);
    }
    w
}

fn write_block(rng: &mut Choices, w: &mut Writer, depth: u32, budget: &mut u32) {
    while *budget > 0 {
        *budget -= 1;
        match rng.below(12) {
            0 | 1 if depth < 2 => write_loop(rng, w, depth, budget),
            2 if depth < 2 => write_branch(rng, w, depth, budget),
            3 if depth > 0 => return,
            _ => write_instruction(rng, w),
        }
    }
}

fn write_instruction(rng: &mut Choices, w: &mut Writer) {
    let (list, with_kernels) = table(w.target);
    let among = if rng.one_in(2) { list.len() as u32 } else { *with_kernels };
    let (def, wishes) = &list[rng.below(among) as usize];
    // Types that are there already let instructions work on each other's results.
    let known = |wish: &&Wish| {
        let first = wish.key.first().map(|k| k.1).or(wish.other);
        let is = |ty: &Type| matches!(ty, Type::Vreg { dtype, .. } if Some(*dtype) == first);
        w.pool.iter().any(|p| is(&p.1))
    };
    let fitting: Vec<&Wish> = wishes.iter().filter(known).collect();
    let wish = if fitting.is_empty() || rng.one_in(4) {
        &wishes[rng.below(wishes.len() as u32) as usize]
    } else {
        fitting[rng.below(fitting.len() as u32) as usize]
    };
    if let Some(u) = draw(rng, def, w.target, wish) {
        w.instruction(rng, &u);
    }
}

/// A value of a type that there is; one of the given name fits.
fn pick(rng: &mut Choices, w: &Writer, like: &str, ty: &Type) -> String {
    let stream = w.is_load(like);
    let fits = |p: &&(String, Type)| p.1 == *ty && w.is_load(&p.0) == stream;
    let fitting: Vec<&String> = w.pool.iter().filter(fits).map(|p| &p.0).collect();
    // Newer ones are likelier to be computed in the block.
    let n = fitting.len() as u32;
    match n {
        0 => like.to_string(),
        _ => fitting[(rng.below(n).max(rng.below(n))) as usize].clone(),
    }
}

/// Values that a loop or branch passes on.
fn choose_carried(rng: &mut Choices, w: &Writer) -> Vec<(String, Type)> {
    let n = w.pool.len() as u32;
    let count = if n == 0 { 0 } else { rng.below(4) };
    (0..count).map(|_| w.pool[rng.below(n) as usize].clone()).collect()
}

fn list(of: &[(String, Type)]) -> (String, String) {
    let names: Vec<&str> = of.iter().map(|c| c.0.as_str()).collect();
    let types: Vec<String> = of.iter().map(|c| c.1.to_string()).collect();
    (names.join(", "), types.join(", "))
}

/// Ends a block with values like the carried ones.
fn yield_like(rng: &mut Choices, w: &mut Writer, carried: &[(String, Type)]) {
    if carried.is_empty() {
        return;
    }
    let values: Vec<(String, Type)> =
        carried.iter().map(|(name, ty)| (pick(rng, w, name, ty), ty.clone())).collect();
    let (names, types) = list(&values);
    w.line(&format!("scf.yield {names} : {types}"));
}

/// Names for values like the carried ones, which can be used from here on.
fn name_like(w: &mut Writer, carried: &[(String, Type)]) -> Vec<(String, Type)> {
    let mut named = Vec::new();
    for (like, ty) in carried {
        let name = w.name();
        if w.is_load(like) {
            w.mark_load(&name);
        }
        named.push((name, ty.clone()));
    }
    named
}

fn write_loop(rng: &mut Choices, w: &mut Writer, depth: u32, budget: &mut u32) {
    let carried = choose_carried(rng, w);
    let (zero, one) = (w.index(0), w.index(1 + i64::from(rng.below(2))));
    let end = match rng.below(4) {
        0 => w.number(&Type::Index, Purpose::Choice),
        _ => w.index(i64::from(rng.below(5))),
    };
    let results = name_like(w, &carried);
    let inside = name_like(w, &carried);
    let i = w.name();
    let ((names, types), equals) = (list(&results), if results.is_empty() { "" } else { " = " });
    let starts: Vec<String> =
        inside.iter().zip(&carried).map(|(x, c)| format!("{} = {}", x.0, c.0)).collect();
    let header = format!("{names}{equals}scf.for {i} = {zero} to {end} step {one}");
    if carried.is_empty() {
        w.line(&format!("{header} {{"));
    } else {
        w.line(&format!("{header} iter_args({}) -> ({types}) {{", starts.join(", ")));
    }
    let outside = w.pool.len();
    w.pool.extend(inside.iter().cloned());
    let (by, at) = (w.index(i64::from(32 << rng.below(3))), w.name());
    w.line(&format!("{at} = arith.muli {i}, {by} : index"));
    w.pool.push((at, Type::Index));
    write_block(rng, w, depth + 1, budget);
    yield_like(rng, w, &inside);
    w.line("}");
    w.pool.truncate(outside);
    w.pool.extend(results);
}

fn write_branch(rng: &mut Choices, w: &mut Writer, depth: u32, budget: &mut u32) {
    let carried = choose_carried(rng, w);
    let (a, b) = (w.number(&Type::Index, Purpose::Choice), w.index(1));
    let condition = w.name();
    w.line(&format!("{condition} = arith.cmpi slt, {a}, {b} : index"));
    let results = name_like(w, &carried);
    let (names, types) = list(&results);
    if results.is_empty() {
        w.line(&format!("scf.if {condition} {{"));
    } else {
        w.line(&format!("{names} = scf.if {condition} -> ({types}) {{"));
    }
    let outside = w.pool.len();
    write_block(rng, w, depth + 1, budget);
    yield_like(rng, w, &carried);
    w.pool.truncate(outside);
    w.line("} else {");
    write_block(rng, w, depth + 1, budget);
    yield_like(rng, w, &carried);
    w.pool.truncate(outside);
    w.line("}");
    w.pool.extend(results);
}
