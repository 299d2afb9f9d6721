//! The examples for several devices: every rank has the right values, nothing races, and a wait that is left out is found
//! with its rank and line.

use super::{BTreeSet, DType, EVERY, buffer, close, folder, noise, number, programs, read, zeros};
use pto_ir::{Diagnostic, Lines};
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checked, Checks, Sanitize};
use pto_sim::explore::{ExploreOptions, Schedule};
use pto_sim::{InstrumentedProgram, Launch, LaunchArg, comm_context};

type Args = Vec<LaunchArg<'static>>;

fn text(name: &str) -> String {
    std::fs::read_to_string(folder().join("ranks").join(name)).expect("the example can be read")
}

fn instrumented<R>(
    text: &str,
    target: Target,
    run: impl FnOnce(&InstrumentedProgram<'_>) -> R,
) -> R {
    let (module, found) = pto_ir::parse(text);
    assert!(found.is_empty(), "{:?}", found[0].message);
    let checked = pto_check::verify(module, target, &pto_check::Options::default());
    let (verified, _) = checked.unwrap_or_else(|(_, found)| panic!("{}", found[0].message));
    let numerics = Numerics::new(target, Semantics::Manual);
    run(&InstrumentedProgram::decode(&verified, None, numerics).expect("it can run"))
}

fn launch(ranks: u32) -> Launch {
    Launch { ranks, ..Launch::default() }
}

fn check(text: &str, target: Target, ranks: u32, args: &mut Args) -> Checked {
    instrumented(text, target, |program| {
        let options = CheckOptions { checks: Checks::ALL, ..CheckOptions::default() };
        program.check(args, &launch(ranks), &options, &Lines::new(text))
    })
}

/// The arguments of one rank after those of the other; all know who they are.
fn on_all(ranks: u32, of: impl Fn(u32) -> Args) -> Args {
    let with_context = |rank| {
        let mut args = of(rank);
        args.push(LaunchArg::Bytes(comm_context(rank, ranks)));
        args
    };
    (0..ranks).flat_map(with_context).collect()
}

/// Runs an example plainly, under all checks and, with few ranks, in other orders, all of which agree.
fn run(name: &str, target: Target, ranks: u32, given: Args) -> Args {
    let text = text(name);
    let mut plain = given.clone();
    instrumented(&text, target, |program| {
        let outcome = program.program().run(&mut plain, &launch(ranks));
        outcome.unwrap_or_else(|d| panic!("{name} on {target}: {}", d.message));
        let schedules = [Schedule::Eager, Schedule::Lazy];
        for schedule in schedules.into_iter().filter(|_| ranks < 4) {
            let mut other = given.clone();
            let options = ExploreOptions::default();
            let outcome = program.run_in_order(&mut other, &launch(ranks), schedule, &options);
            outcome.unwrap_or_else(|d| panic!("{name} on {target}, {schedule}: {}", d.message));
            assert!(other == plain, "{name} on {target}: {schedule} gives something else");
        }
    });
    let mut again = given;
    let checked = check(&text, target, ranks, &mut again);
    assert!(checked.outcome.is_ok() && again == plain, "{name} on {target} differs when checked");
    assert_eq!(messages(&checked.findings), Vec::<&str>::new(), "{name} on {target}");
    plain
}

fn messages(found: &[Diagnostic]) -> Vec<&str> {
    found.iter().map(|d| d.message.as_str()).collect()
}

fn sum(of: impl Iterator<Item = Vec<f64>>) -> Vec<f64> {
    of.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| a + b).collect()).unwrap_or_default()
}

#[test]
fn every_example_for_several_devices_is_tested() {
    let tested = ["all_gather", "all_reduce", "dispatch", "gemm_all_reduce"];
    let there: BTreeSet<String> = programs(&folder().join("ranks"));
    assert_eq!(there, tested.map(str::to_string).into());
}

const PART: usize = 32 * 1024;

/// Of each rank: what it adds, room for parts, counters.
fn all_reduce(ranks: u32) -> (Args, Vec<f64>) {
    let n = ranks as usize;
    let x = |rank: u32| noise(rank.into(), n * PART);
    let args = on_all(ranks, |rank| {
        vec![buffer(DType::F32, &x(rank)), zeros((n - 1) * PART), zeros(2 * (n - 1))]
    });
    (args, sum((0..ranks).map(x)))
}

#[test]
fn a_ring_adds_up() {
    for (target, ranks) in [(Target::CPU, 2), (Target::A2A3, 3), (Target::A5, 8)] {
        let (args, want) = all_reduce(ranks);
        let after = run("all_reduce.pto", target, ranks, args);
        for of_rank in after.chunks(4) {
            // Sums of numbers with 11 bits are exact.
            close("all_reduce", &read(&of_rank[0], DType::F32), &want, |_| 0.0);
        }
    }
}

#[test]
fn a_wait_that_is_left_out_is_found_with_its_rank_and_line() {
    let text = text("all_reduce.pto");
    let wait = |l: &str| l.contains("comm.twait");
    for (nth, wanted) in [(0, "pto.tload"), (1, "pto.comm.tput")] {
        let line = text.lines().enumerate().filter(|l| wait(l.1)).nth(nth).expect("two waits").0;
        let without: Vec<&str> =
            text.lines().enumerate().filter(|l| l.0 != line).map(|l| l.1).collect();
        let without = without.join("\n");
        let (mut args, _) = all_reduce(8);
        let checked = check(&without, Target::A5, 8, &mut args);
        let race = |d: &&Diagnostic| {
            d.is_error() && d.message.starts_with(&format!("`{wanted}` may read"))
        };
        let found = checked.findings.iter().find(race);
        let found = found.unwrap_or_else(|| panic!("{:?}", messages(&checked.findings)));
        assert!(found.primary.text.contains("on rank "), "{}", found.primary.text);
        let help = found.help.as_deref().unwrap_or_default();
        assert!(help.contains("notify rank") && help.contains("after line"), "{help}");
        let at = Lines::new(&without).line(found.primary.span.start);
        assert!(without.lines().nth(at - 1).is_some_and(|l| l.contains(wanted)), "line {at}");
    }
}

#[test]
fn a_notification_that_never_comes_is_reported_for_every_rank() {
    let text = text("all_reduce.pto");
    let line = text.lines().find(|l| l.contains("comm.tnotify")).expect("a notification");
    let without = text.replacen(line, "", 1);
    let (mut args, _) = all_reduce(8);
    let d = check(&without, Target::A5, 8, &mut args).outcome.expect_err("nobody can go on");
    let said: Vec<&str> = std::iter::once(d.primary.text.as_str())
        .chain(d.others.iter().map(|l| l.text.as_str()))
        .collect();
    for rank in 0..8 {
        let wait = format!(
            "rank {rank} waits for the counter at byte 0x0 of `%done` to be at least 1; it is 0"
        );
        assert!(said.contains(&wait.as_str()), "{said:?}");
    }
}

#[test]
fn every_rank_gets_the_parts_of_all() {
    for (target, ranks) in [(Target::CPU, 2), (Target::A2A3, 3), (Target::A5, 5)] {
        let x = |rank: u32| noise(rank.into(), PART);
        let args = on_all(ranks, |rank| {
            vec![buffer(DType::F32, &x(rank)), zeros(ranks as usize * PART), zeros(1)]
        });
        let want: Vec<f64> = (0..ranks).flat_map(x).collect();
        for of_rank in run("all_gather.pto", target, ranks, args).chunks(4) {
            close("all_gather", &read(&of_rank[1], DType::F32), &want, |_| 0.0);
        }
    }
}

#[test]
fn a_product_is_spread_over_devices() {
    const N: usize = 128;
    for (target, ranks) in [(Target::CPU, 1), (Target::A2A3, 2), (Target::A5, 8)] {
        let matrix = |seed: u32| noise(seed.into(), N * N);
        let args = on_all(ranks, |rank| {
            let [a, b] = [2 * rank, 2 * rank + 1].map(|s| buffer(DType::F16, &matrix(s)));
            vec![a, b, zeros(N * N), zeros(N * N), zeros(8 * N), zeros(2)]
        });
        let product = |rank: u32| {
            let (a, b) = (matrix(2 * rank), matrix(2 * rank + 1));
            let mut c = vec![0.0; N * N];
            for (i, row) in c.chunks_mut(N).enumerate() {
                for (k, &a) in a[i * N..][..N].iter().enumerate() {
                    row.iter_mut().zip(&b[k * N..][..N]).for_each(|(c, b)| *c += a * b);
                }
            }
            c
        };
        let want = sum((0..ranks).map(product));
        for of_rank in run("gemm_all_reduce.pto", target, ranks, args).chunks(7) {
            // Sums of products of up to 1, with 24 bits.
            close("gemm_all_reduce", &read(&of_rank[3], DType::F32), &want, |_| 1e-3);
        }
    }
}

#[test]
fn tokens_go_to_their_experts() {
    const TOKENS: usize = 12;
    const WIDTH: usize = 256;
    for target in EVERY {
        let ranks = 4;
        let x = |rank: u32| noise(rank.into(), TOKENS * WIDTH);
        // Rank 2 gets nothing from rank 0, which sends most to rank 1.
        let to = |rank: u32, t: usize| match (rank, t % 4) {
            (0, 0) => 3,
            (0, 1) => 0,
            (0, _) => 1,
            (rank, n) => (rank as usize * 7 + n * n + t / 5) % 4,
        };
        let args = on_all(ranks, |rank| {
            let route: Vec<f64> = (0..TOKENS).map(|t| to(rank, t) as f64).collect();
            let n = ranks as usize;
            let (inbox, counts) = (zeros(n * TOKENS * WIDTH), zeros(n));
            vec![
                buffer(DType::F32, &x(rank)),
                buffer(DType::I32, &route),
                inbox,
                counts,
                zeros(n),
                number(TOKENS),
            ]
        });
        let after = run("dispatch.pto", target, ranks, args);
        for (me, of_rank) in after.chunks(7).enumerate() {
            let mut inbox = vec![0.0; ranks as usize * TOKENS * WIDTH];
            let mut counts = vec![1.0; ranks as usize];
            for from in 0..ranks {
                let tokens = x(from);
                for (slot, t) in (0..TOKENS).filter(|&t| to(from, t) == me).enumerate() {
                    let at = (from as usize * TOKENS + slot) * WIDTH;
                    inbox[at..at + WIDTH].copy_from_slice(&tokens[t * WIDTH..][..WIDTH]);
                    counts[from as usize] += 1.0;
                }
            }
            close("dispatch: counts", &read(&of_rank[3], DType::I32), &counts, |_| 0.0);
            close("dispatch", &read(&of_rank[2], DType::F32), &inbox, |_| 0.0);
        }
    }
}
