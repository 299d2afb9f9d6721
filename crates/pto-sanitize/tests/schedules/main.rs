//! The race check and all orders of small random programs say the same: a race is reported if and only if some
//! order of the pipes swaps two accesses to the same bytes, and without a race every order gives the
//! same result.

mod draw;
mod explore;

use draw::{Draw, Kernel};
use explore::{Explored, explore};
use pto_ir::Lines;
use pto_isa::Target;
use pto_isa::sem::{Numerics, Semantics};
use pto_sanitize::{CheckOptions, Checks, Sanitize};
use pto_sim::explore::Mode;
use pto_sim::{InstrumentedProgram, Launch, LaunchArg};

/// Programs of a run of this test; those that stop in program order do not count.
const PROGRAMS: usize = 600;
/// Programs with more orders are left out.
const MAX_ORDERS: usize = 3000;

/// What is known of a program.
struct Verdict {
    race: bool,
    explored: Explored,
}

/// Checks a program and runs it in all orders; nothing if it stops, or has too many orders.
fn judge(kernel: &Kernel) -> Option<Verdict> {
    let text = kernel.text();
    let (module, found) = pto_ir::parse(&text);
    assert!(found.is_empty(), "{text}\n{:?}", found[0].message);
    let verified = match pto_check::verify(module, Target::A5, &Default::default()) {
        Ok((verified, _)) => verified,
        // A wait that nothing ever ends is an error before anything runs.
        Err(_) => return None,
    };
    let numerics = Numerics::new(Target::A5, Semantics::Manual);
    let instrumented =
        InstrumentedProgram::decode(&verified, None, numerics).expect("the program can run");
    let options = CheckOptions {
        checks: Checks { race: true, ..Checks::default() },
        mode: Some(Mode::Manual),
        ..CheckOptions::default()
    };
    let mut args = kernel.arguments();
    let checked = instrumented.check(&mut args, &Launch::default(), &options, &Lines::new(&text));
    checked.outcome.ok()?;
    let explored = explore(&instrumented, kernel, &Lines::new(&text), MAX_ORDERS)?;
    let plain = LaunchArg::Bytes(explored.plain.clone());
    assert!(args[1] == plain, "in program order queues give what a checked run gives:\n{text}");
    Some(Verdict { race: !checked.findings.is_empty(), explored })
}

#[test]
fn the_race_check_agrees_with_all_orders() {
    let mut draw = Draw::new(20);
    let (mut judged, mut races, mut changed, mut caught, mut orders) = (0, 0, 0, 0, 0);
    while judged < PROGRAMS {
        let kernel = Kernel::draw(&mut draw);
        let Some(Verdict { race, explored }) = judge(&kernel) else { continue };
        judged += 1;
        orders += explored.orders;
        races += usize::from(race);
        changed += usize::from(explored.changed);
        caught += usize::from(explored.caught);
        let text = kernel.text();
        assert_eq!(
            race, explored.turned,
            "a race is reported, and an order turns it around:\n{text}"
        );
        assert!(explored.changed || !explored.caught, "an order is missing:\n{text}");
        assert!(race || !explored.changed, "a result changes without a race:\n{text}");
    }
    // All kinds of programs are among them.
    assert!(races > PROGRAMS / 10 && judged - races > PROGRAMS / 10, "{races} of {judged}");
    assert!(changed > PROGRAMS / 20 && orders > 5 * PROGRAMS, "{changed} of {judged}, {orders}");
    // Two orders are enough for most of what all of them show.
    assert!(10 * caught >= 9 * changed, "{caught} of {changed}");
}

/// Every order is tried, and only legal ones.
#[test]
fn two_pipes_without_events_have_all_orders() {
    let kernel = Kernel::unordered();
    let verdict = judge(&kernel).expect("it runs");
    // Two loads and two sums: six ways to put them in order.
    assert_eq!(verdict.explored.orders, 6);
    assert!(verdict.race && verdict.explored.turned && verdict.explored.changed);
}
