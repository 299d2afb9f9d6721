//! Random programs: loops, branches, views, tiles that share bytes, double buffers. Each is lowered; the second
//! look finds nothing wrong with the result, the same text comes out every time, and a lost signal, wait or
//! barrier is noticed.

use pto_isa::sem::{Numerics, Semantics};
use pto_isa::{Target, code};
use pto_lower::{Lowered, Options, SyncStyle, check_sync, lower};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::Mode;
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};
use std::fmt::Write as _;

/// A small generator of numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
    fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

const TILE: &str = "!pto.tile_buf<vec, 16x64xf32>";
const TWO: &str = "!pto.multi_tile_buf<vec, 16x64xf32, count=2>";
const VIEW: &str = "!pto.tensor_view<16x64xf32>";
const PART: &str = "!pto.partition_tensor_view<16x64xf32>";

struct Writer {
    random: Random,
    out: String,
    /// Tiles that can be used here.
    tiles: Vec<String>,
    names: usize,
    /// Instructions still to write.
    left: usize,
    /// Counters of the loops around.
    counters: Vec<String>,
}

impl Writer {
    fn fresh(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..=self.counters.len() {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn tile(&mut self) -> String {
        let i = self.random.below(self.tiles.len() as u64) as usize;
        self.tiles[i].clone()
    }

    fn alloc(&mut self) {
        let name = self.fresh("t");
        self.line(&format!("%{name} = pto.alloc_tile : {TILE}"));
        self.tiles.push(name);
    }

    fn instruction(&mut self) {
        self.left = self.left.saturating_sub(1);
        let (a, b, d) = (self.tile(), self.tile(), self.tile());
        let buffer = if self.random.once_in(2) { "x" } else { "y" };
        match self.random.below(10) {
            0..=2 => self.line(&format!("pto.tload ins(%p{buffer} : {PART}) outs(%{d} : {TILE})")),
            3..=4 => self.line(&format!("pto.tstore ins(%{a} : {TILE}) outs(%p{buffer} : {PART})")),
            5..=7 => {
                self.line(&format!("pto.tadd ins(%{a}, %{b} : {TILE}, {TILE}) outs(%{d} : {TILE})"))
            }
            8 => self.line(&format!("pto.tneg ins(%{a} : {TILE}) outs(%{d} : {TILE})")),
            _ => {
                let v = self.fresh("v");
                self.line(&format!("%{v} = pto.tgetval ins(%{a}, %c0 : {TILE}, index) outs : f32"));
            }
        }
    }

    fn double_buffer(&mut self) {
        let (m, i) = (self.fresh("m"), self.fresh("i"));
        let (slot, tile, other) = (self.fresh("s"), self.fresh("w"), self.tile());
        self.line(&format!("%{m} = pto.alloc_multi_tile : {TWO}"));
        self.line(&format!("scf.for %{i} = %c0 to %n step %c1 {{"));
        self.counters.push(i.clone());
        self.line(&format!("%{slot} = arith.remui %{i}, %c2 : index"));
        self.line(&format!("%{tile} = pto.multi_tile_get %{m}[%{slot}] : {TWO} -> {TILE}"));
        self.line(&format!("pto.tload ins(%px : {PART}) outs(%{tile} : {TILE})"));
        self.line(&format!(
            "pto.tadd ins(%{tile}, %{other} : {TILE}, {TILE}) outs(%{tile} : {TILE})"
        ));
        if self.random.once_in(2) {
            self.line(&format!("pto.tstore ins(%{tile} : {TILE}) outs(%py : {PART})"));
        }
        self.counters.pop();
        self.line("}");
        self.left = self.left.saturating_sub(4);
    }

    /// Tiles that change places from iteration to iteration.
    fn swap(&mut self) {
        let (i, a, b) = (self.fresh("i"), self.fresh("a"), self.fresh("b"));
        let (p, q, r) = (self.tile(), self.tile(), self.fresh("r"));
        self.line(&format!(
            "%{r}:2 = scf.for %{i} = %c0 to %n step %c1 iter_args(%{a} = %{p}, %{b} = %{q}) -> ({TILE}, {TILE}) {{"
        ));
        self.counters.push(i);
        let known = self.tiles.len();
        self.tiles.extend([a.clone(), b.clone()]);
        self.body(3);
        self.tiles.truncate(known);
        self.line(&format!("scf.yield %{b}, %{a} : {TILE}, {TILE}"));
        self.counters.pop();
        self.line("}");
        self.tiles.push(format!("{r}#0"));
    }

    fn body(&mut self, most: u64) {
        let known = self.tiles.len();
        for _ in 0..=self.random.below(most) {
            if self.left == 0 {
                break;
            }
            let deep = self.counters.len() >= 3;
            match self.random.below(16) {
                0 if !deep => self.for_loop(),
                1 if !deep => self.branch(),
                2 if !deep => self.double_buffer(),
                3 if !deep => self.swap(),
                4 => self.alloc(),
                _ => self.instruction(),
            }
        }
        self.tiles.truncate(known);
    }

    fn for_loop(&mut self) {
        let i = self.fresh("i");
        let end = ["n", "n", "c1", "c2", "c5"][self.random.below(5) as usize];
        let step = if self.random.once_in(3) { "c2" } else { "c1" };
        self.line(&format!("scf.for %{i} = %c0 to %{end} step %{step} {{"));
        // A branch on a counter whose values are known may be one that is never taken.
        self.counters.push(if end == "n" { i } else { "n".into() });
        self.body(6);
        self.counters.pop();
        self.line("}");
    }

    fn branch(&mut self) {
        let c = self.fresh("is");
        let low = self.counters.last().cloned().unwrap_or_else(|| "n".into());
        self.line(&format!("%{c} = arith.cmpi eq, %{low}, %c1 : index"));
        self.line(&format!("scf.if %{c} {{"));
        self.counters.push(low.clone());
        self.body(4);
        self.counters.pop();
        if self.random.once_in(2) {
            self.line("} else {");
            self.counters.push(low);
            self.body(4);
            self.counters.pop();
        }
        self.line("}");
    }
}

fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let left = 4 + random.below(40) as usize;
    let by_hand = random.once_in(3);
    let mut w = Writer {
        random,
        out: String::new(),
        tiles: Vec::new(),
        names: 0,
        left,
        counters: Vec::new(),
    };
    w.out.push_str("func.func @f(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>, %n: index) {\n");
    for (name, value) in [("c0", 0), ("c1", 1), ("c2", 2), ("c5", 5), ("c16", 16), ("c64", 64)] {
        w.line(&format!("%{name} = arith.constant {value} : index"));
    }
    for v in ["x", "y"] {
        w.line(&format!(
            "%v{v} = pto.make_tensor_view %{v}, shape = [%c16, %c64], strides = [%c64, %c1] : {VIEW}"
        ));
        w.line(&format!(
            "%p{v} = pto.partition_view %v{v}, offsets = [%c0, %c0], sizes = [%c16, %c64] : {VIEW} -> {PART}"
        ));
    }
    for k in 0..2 + w.random.below(5) {
        if by_hand {
            // Tiles that share some of their bytes.
            let at = w.random.below(12) * 1024;
            w.line(&format!("%at{k} = arith.constant {at} : i64"));
            w.line(&format!("%h{k} = pto.alloc_tile addr = %at{k} : {TILE}"));
            w.tiles.push(format!("h{k}"));
        } else {
            w.alloc();
        }
    }
    while w.left > 0 {
        w.body(8);
    }
    let _ = writeln!(w.out, "  return\n}}");
    w.out
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
fn watch(text: &str, target: Target, rounds: u64) -> Vec<String> {
    let (module, _) = pto_ir::parse(text);
    let (program, _) = pto_check::verify(module, target, &Default::default()).unwrap();
    let instrumented =
        InstrumentedProgram::decode(&program, None, Numerics::new(target, Semantics::Manual))
            .unwrap();
    let buffer = || LaunchArg::Bytes(vec![0; 16 * 64 * 4]);
    let mut args = [buffer(), buffer(), LaunchArg::Number(rounds)];
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
                for rounds in [0, 3] {
                    let found = watch(&l.text, Target::A5, rounds);
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
            for rounds in [0, 1, 3] {
                let found = watch(&l.text, target, rounds);
                assert!(found.is_empty(), "seed {seed}, {rounds} rounds: {found:?}\n{}", l.text);
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
fn partly_synchronised(text: &str, random: &mut Random) -> String {
    let mut pairs: Vec<&str> = text.lines().filter_map(pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.retain(|_| random.once_in(2));
    let keep = |line: &&str| match pair(line) {
        Some(p) => !pairs.contains(&p),
        None => !line.trim().starts_with("pto.barrier") || random.once_in(2),
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
        let part = partly_synchronised(&whole.text, &mut Random(seed + 1));
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
        for rounds in [0, 1, 3] {
            let found = watch(&l.text, Target::A5, rounds);
            assert!(found.is_empty(), "seed {seed}, {rounds} rounds: {found:?}\n{}", l.text);
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
