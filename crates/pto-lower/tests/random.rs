//! Random programs: loops, branches, views, tiles that share bytes, double buffers. Each is lowered; the second
//! look finds nothing wrong with the result, the same text comes out every time, and a lost signal, wait or
//! barrier is noticed.

use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Target, code};
use pto_lower::{Lowered, Options, SyncStyle, check_sync, lower};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::Mode;
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use pto_smith::Choices;

/// A kernel with between 4 and 43 instructions.
fn program(seed: u64) -> String {
    let mut choices = Choices::seeded(seed);
    let instructions = 4 + choices.index(40);
    pto_smith::auto::program(&mut choices, instructions)
}

fn check_again(text: &str, target: Target) -> Vec<String> {
    let (module, _) = pto_ir::parse(text);
    match pto_check::verify(module, target, &Default::default()) {
        Ok((program, _)) => check_sync(&program).into_iter().map(|d| d.message).collect(),
        Err((_, found)) => found.into_iter().map(|d| d.message).collect(),
    }
}

#[test]
fn lowered_programs_hold() {
    let mut synchronised = 0;
    for seed in 0..200 {
        let text = program(seed);
        for target in [Target::A2A3, Target::A5] {
            match lower(&text, target, &Options::default()) {
                Ok(l) => {
                    synchronised += usize::from(l.text.contains("wait_flag"));
                    assert_eq!(
                        l.fallback, None,
                        "seed {seed} on {target}: {:?}\n{text}",
                        l.findings
                    );
                    assert_eq!(check_again(&l.text, target), Vec::<String>::new(), "{text}");
                    let again = lower(&text, target, &Options::default()).map(|l| l.text);
                    assert_eq!(again.ok(), Some(l.text), "{text}");
                }
                Err(f) => {
                    let full = f.findings.iter().all(|d| d.code == code::NO_ROOM);
                    assert!(
                        full,
                        "seed {seed} on {target}: {}\n{text}\n{}",
                        f.findings[0].message, f.source
                    );
                }
            }
        }
    }
    assert!(synchronised > 120, "only {synchronised} programs had anything to order");
}

/// What a run of a lowered program finds with a number of iterations.
fn watch(text: &str, target: Target, iterations: u64) -> Vec<String> {
    let (module, _) = pto_ir::parse(text);
    let (program, _) = pto_check::verify(module, target, &Default::default()).unwrap();
    let instrumented =
        InstrumentedProgram::decode(&program, None, Numerics::new(target, Semantics::Manual))
            .unwrap();
    let buffer = || LaunchArg::Bytes(vec![0; pto_smith::auto::BUFFER_BYTES]);
    let mut args = [buffer(), buffer(), LaunchArg::Number(iterations)];
    let checks = Checks::parse("race,sync").unwrap();
    let options = CheckOptions { checks, mode: Some(Mode::Manual), ..CheckOptions::default() };
    let found =
        instrumented.check(&mut args, &Launch::default(), &options, &pto_ir::Lines::new(text));
    found.findings.into_iter().map(|d| d.message).collect()
}

#[test]
fn buffer_ids_order_everything() {
    let options = Options { insert_sync: Some(SyncStyle::BufferIds), ..Options::default() };
    for seed in 0..60 {
        let text = program(seed);
        match lower(&text, Target::A5, &options) {
            Ok(l) => {
                for iterations in [0, 3] {
                    let found = watch(&l.text, Target::A5, iterations);
                    assert!(found.is_empty(), "seed {seed}: {found:?}\n{}", l.text);
                }
            }
            Err(f) => {
                let full = f.findings.iter().all(|d| d.code == code::NO_ROOM);
                assert!(full, "seed {seed} on a5: {}\n{text}\n{}", f.findings[0].message, f.source);
            }
        }
    }
}

#[test]
fn runs_of_lowered_programs_have_no_race() {
    for seed in 0..40 {
        let text = program(seed);
        for target in [Target::A2A3, Target::A5] {
            let Ok(l) = lower(&text, target, &Options::default()) else { continue };
            for iterations in [0, 1, 3] {
                let found = watch(&l.text, target, iterations);
                assert!(
                    found.is_empty(),
                    "seed {seed}, {iterations} iterations: {found:?}\n{}",
                    l.text
                );
            }
        }
    }
}

/// Which lines of a lowered program order something.
fn is_order(line: &str) -> bool {
    ["pto.set_flag", "pto.wait_flag"].iter().any(|w| line.trim_start().starts_with(w))
}

#[test]
fn a_lost_signal_or_wait_is_noticed() {
    let mut tried = 0;
    for seed in 0..12 {
        let text = program(seed);
        let Ok(l) = lower(&text, Target::A5, &Options::default()) else { continue };
        let lines: Vec<&str> = l.text.lines().collect();
        for lost in (0..lines.len()).filter(|&i| is_order(lines[i])) {
            let rest: Vec<&str> =
                lines.iter().enumerate().filter(|(i, _)| *i != lost).map(|(_, l)| *l).collect();
            let found = check_again(&rest.join("\n"), Target::A5);
            assert!(!found.is_empty(), "nobody misses `{}`\n{}", lines[lost], l.text);
            tried += 1;
        }
    }
    assert!(tried > 120, "only {tried} lines were tried");
}

#[test]
fn most_edges_are_needed() {
    let (mut needed, mut spare) = (0, 0);
    for seed in 0..30 {
        let text = program(seed);
        let Ok(l) = lower(&text, Target::A5, &Options::default()) else { continue };
        let lines: Vec<&str> = l.text.lines().collect();
        // An event that is used once: without it, something must be unordered.
        for (i, line) in lines.iter().enumerate() {
            let Some(event) = line.trim().strip_prefix("pto.set_flag[") else { continue };
            let uses = |what: &str| {
                lines.iter().filter(|l| l.trim() == format!("pto.{what}[{event}")).count()
            };
            if uses("set_flag") != 1 || uses("wait_flag") != 1 {
                continue;
            }
            let wait = format!("pto.wait_flag[{event}");
            let rest: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter(|(k, l)| *k != i && l.trim() != wait)
                .map(|(_, l)| *l)
                .collect();
            match check_again(&rest.join("\n"), Target::A5).is_empty() {
                true => spare += 1,
                false => needed += 1,
            }
        }
    }
    assert!(needed > 40 && spare * 5 < needed, "{needed} edges are needed, {spare} are not");
}

/// The pair of pipes of a flag, as it is written.
fn pair(line: &str) -> Option<&str> {
    let (name, rest) = line.trim().split_once('[')?;
    let flag = ["pto.set_flag", "pto.wait_flag", "pto.set_flag_dyn", "pto.wait_flag_dyn"];
    flag.contains(&name).then(|| rest.rsplit_once(',').map_or(rest, |(pipes, _)| pipes))
}

/// A program that has lost the flags of some pairs of pipes and some barriers.
fn partly_synchronised(text: &str, choices: &mut Choices) -> String {
    let mut pairs: Vec<&str> = text.lines().filter_map(pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|_| choices.one_in(2));
    let keep = |line: &&str| match pair(line) {
        Some(p) => !pairs.contains(&p),
        None => !line.trim().starts_with("pto.barrier") || choices.one_in(2),
    };
    text.lines().filter(keep).collect::<Vec<_>>().join("\n") + "\n"
}

/// Whether all lines of a text stand in another one, in the same order.
fn is_kept(text: &str, lowered: &str) -> bool {
    let mut lines = lowered.lines();
    text.lines().all(|l| lines.any(|k| k == l))
}

/// What is said of the program's own events: without the order that was taken away, one of them may be set again before
/// its wait, which only the program can fix. `lower` has to say the same.
fn set_again(l: &Lowered, part: &str) -> Vec<String> {
    let not_proved = l.findings.iter().filter(|d| d.code == code::NOT_PROVED);
    let messages = not_proved.map(|d| d.message.clone());
    let own = |message: &String| {
        let event = message.strip_suffix(" may be set again before its last signal is taken");
        let words: Vec<&str> = event.unwrap_or("").split(' ').collect();
        let ["event", id, "from", from, "to", to] = words[..] else { return false };
        part.contains(&format!("pto.set_flag[<{from}>, <{to}>, <EVENT_ID{id}>]"))
            || part.contains(&format!("pto.set_flag_dyn[<{from}>, <{to}>, "))
    };
    messages.filter(own).collect()
}

#[test]
fn order_by_hand_is_kept_and_completed() {
    let (mut mixed, mut at_fault) = (0, 0);
    for seed in 0..60 {
        let text = program(seed);
        let Ok(whole) = lower(&text, Target::A5, &Options::default()) else { continue };
        let part = partly_synchronised(&whole.text, &mut Choices::seeded(seed + 1));
        let l = lower(&part, Target::A5, &Options::default())
            .unwrap_or_else(|f| panic!("seed {seed}: {}\n{}", f.findings[0].message, f.source));
        assert!(is_kept(&part, &l.text), "seed {seed}: {part}\n{}", l.text);
        let said = set_again(&l, &part);
        let mut unproved = check_again(&l.text, Target::A5);
        unproved.retain(|message| !said.contains(message));
        assert_eq!(unproved, Vec::<String>::new(), "seed {seed}: {part}\n{}", l.text);
        if !said.is_empty() {
            at_fault += 1;
            continue;
        }
        for iterations in [0, 1, 3] {
            let found = watch(&l.text, Target::A5, iterations);
            assert!(
                found.is_empty(),
                "seed {seed}, {iterations} iterations: {found:?}\n{}",
                l.text
            );
        }
        mixed += usize::from(part.contains("wait_flag") && part != whole.text);
    }
    assert!(mixed > 20, "only {mixed} programs had some order of their own, {at_fault} were wrong");
}

#[test]
fn nothing_is_added_to_complete_order() {
    let (mut same, mut more) = (0, 0);
    for seed in 0..100 {
        let Ok(l) = lower(&program(seed), Target::A5, &Options::default()) else { continue };
        // Events of buffers that rotate are not followed.
        if !l.text.contains("wait_flag[") || l.text.contains("_dyn") {
            continue;
        }
        let again = lower(&l.text, Target::A5, &Options::default()).unwrap();
        match again.text == l.text {
            true => same += 1,
            false => more += 1,
        }
    }
    // What a loop leaves is not always known after it.
    assert!(same > 10 && more * 5 < same, "{same} programs stayed as they were, {more} did not");
}
