//! Proofs against runs: of random programs that synchronise by hand, whatever is proved gives the same bits in every
//! schedule that is tried, and the sanitizers have nothing to say; every kind of mistake that makes a difference is
//! not proved.

use pto_fuzz::proofs::{goes_wrong, verify, why_unproved};
use pto_smith::Choices;
use pto_smith::sync::{FEATURES, Mistake, draw, make, mistakes};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// How often a mistake was made, made a difference, and was proved all the same.
#[derive(Clone, Copy, Default)]
struct Kind {
    made: usize,
    differs: usize,
    missed: usize,
}

/// What came of many programs.
#[derive(Default)]
struct Outcome {
    programs: usize,
    proved: usize,
    /// Programs that the checker refuses, with the first thing that it says.
    refused: Vec<(String, String)>,
    /// Of each feature, programs that have it and those of them that are proved.
    features: Vec<(usize, usize)>,
    /// Why programs without a mistake are not proved, how often, and the first of them.
    unproved: BTreeMap<String, (usize, String)>,
    /// How often a program without a mistake goes wrong.
    bad_recipes: Vec<(String, String)>,
    mistakes: Vec<Mistake>,
    kinds: Vec<Kind>,
    /// Programs that are proved and go wrong, with what happens.
    wrong: Vec<(String, String)>,
}

pub fn run(args: &[String]) -> ExitCode {
    let number = |name: &str, default: usize| {
        let at = args.iter().position(|a| a == name);
        at.and_then(|i| args.get(i + 1)?.parse().ok()).unwrap_or(default)
    };
    let outcome = explore(number("--programs", 1000), number("--seed", 1) as u64);
    outcome.print();
    if args.iter().any(|a| a == "--unproved") {
        outcome.print_unproved();
    }
    match outcome.wrong.is_empty() && outcome.kinds.iter().all(|k| k.missed == 0) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Draws programs, proves and runs them, and makes a mistake in each that is proved.
fn explore(programs: usize, seed: u64) -> Outcome {
    let mistakes = mistakes();
    let mut out = Outcome {
        kinds: vec![Kind::default(); mistakes.len()],
        features: vec![(0, 0); FEATURES.len()],
        ..Outcome::default()
    };
    for i in 0..programs {
        let mut d = Choices::seeded(seed.wrapping_mul(0x1_0000_0001).wrapping_add(i as u64));
        let mut program = draw(&mut d);
        // Half of the programs have mistakes from the start; some of those are still right.
        let mut made = 0;
        for _ in 0..d.index(2) * d.index(4) {
            made += usize::from(make(mistakes[d.index(mistakes.len())], &mut program, &mut d));
        }
        let text = program.text();
        let verified = match verify(&program, &text) {
            Ok(verified) => verified,
            Err(why) => {
                out.refused.push((why, text));
                continue;
            }
        };
        out.programs += 1;
        let before = out.wrong.len() + out.bad_recipes.len();
        let why = why_unproved(&verified, &text);
        let has: Vec<bool> = FEATURES.iter().map(|f| f.1(&program)).collect();
        for (count, _) in out.features.iter_mut().zip(has).filter(|f| f.1) {
            count.0 += 1;
            count.1 += usize::from(why.is_none());
        }
        out.proved += usize::from(why.is_none());
        let wrong = match (&why, made) {
            // Of a program with mistakes that is not proved nothing is claimed.
            (Some(_), 1..) => continue,
            _ => goes_wrong(&program, &verified, &text, &mut d),
        };
        match (why, wrong) {
            (None, Some(wrong)) => out.wrong.push((wrong, text)),
            (Some(_), Some(wrong)) => out.bad_recipes.push((wrong, text)),
            (Some(why), None) => out.unproved.entry(why).or_insert((0, text)).0 += 1,
            (None, None) => {}
        }
        if out.wrong.len() + out.bad_recipes.len() > before {
            continue;
        }
        // The kind that was made least often and has a place in this program.
        let mut order: Vec<usize> = (0..mistakes.len()).collect();
        order.sort_by_key(|&k| out.kinds[k].made);
        for kind in order {
            let mut changed = program.clone();
            if !make(mistakes[kind], &mut changed, &mut d) {
                continue;
            }
            let text = changed.text();
            let Ok(verified) = verify(&changed, &text) else { continue };
            let entry = &mut out.kinds[kind];
            entry.made += 1;
            if let Some(why) = goes_wrong(&changed, &verified, &text, &mut d) {
                entry.differs += 1;
                if why_unproved(&verified, &text).is_none() {
                    entry.missed += 1;
                    out.wrong.push((format!("{}: {why}", mistakes[kind].0), text));
                }
            }
            break;
        }
    }
    out.mistakes = mistakes;
    out
}

impl Outcome {
    fn print(&self) {
        // One of each kind, the shortest: values and bytes tell programs apart, not kinds.
        let mut kinds: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for (why, text) in &self.wrong {
            let kind: String = why.split('`').step_by(2).collect();
            let kind = kind.chars().filter(|c| !c.is_ascii_digit()).collect();
            let entry = kinds.entry(kind).or_insert((0, text));
            entry.0 += 1;
            if text.len() < entry.1.len() {
                entry.1 = text;
            }
        }
        for (why, (count, text)) in kinds {
            println!("{count} times proved, but {why}\n{text}");
        }
        println!(
            "{} programs, {} proved, {} of them wrong",
            self.programs,
            self.proved,
            self.wrong.len()
        );
        println!(
            "\n| mistake | made | makes a difference | proved all the same |\n|---|---|---|---|"
        );
        for (m, k) in self.mistakes.iter().zip(&self.kinds) {
            println!("| {} | {} | {} | {} |", m.0, k.made, k.differs, k.missed);
        }
        println!("\n| feature | programs | proved |\n|---|---|---|");
        for (f, (programs, proved)) in FEATURES.iter().zip(&self.features) {
            println!("| {} | {programs} | {proved} |", f.0);
        }
    }

    /// What is not proved although no mistake was made, and what is refused.
    fn print_unproved(&self) {
        for (why, (count, text)) in &self.unproved {
            println!("\n{count} programs are not proved: {why}\n{text}");
        }
        let count = self.bad_recipes.len();
        for (why, text) in self.bad_recipes.iter().take(3) {
            println!("\none of {count} programs goes wrong without a mistake: {why}\n{text}");
        }
        let mut refused: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for (why, text) in &self.refused {
            refused.entry(why).or_insert((0, text)).0 += 1;
        }
        for (why, (count, text)) in refused {
            println!("\n{count} programs are refused: {why}\n{text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_runs_alike_in_every_schedule() {
        let out = explore(1000, 7);
        let first = out.wrong.first();
        assert!(first.is_none(), "proved, but {}\n{}", first.unwrap().0, first.unwrap().1);
        assert!(
            out.proved * 10 > out.programs * 3,
            "{} of {} are proved",
            out.proved,
            out.programs
        );
        let found = out.kinds.iter().filter(|k| k.differs > 0).count();
        assert!(found >= 60, "{found} kinds of mistakes make a difference");
        let rare: Vec<&str> =
            FEATURES.iter().zip(&out.features).filter(|f| f.1.0 == 0).map(|f| f.0.0).collect();
        assert!(rare.is_empty(), "no program has: {rare:?}");
    }
}
