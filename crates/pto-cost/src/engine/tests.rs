//! Pipes on small programs, one rule each.

use super::*;
use pto_sim::CoreRole;

fn engine() -> Engine {
    let machine = Machine {
        clock_mhz: 1000.0,
        launch_cycles: 100.0,
        barrier_latency_cycles: 5.0,
        event_cycles: 0.0,
        signal_cycles: 0.0,
        issue_cycles: 0.0,
        gm_bytes_per_cycle: 10.0,
        link_latency_cycles: 0.0,
        cube_cores: 1,
        vector_cores: 2,
    };
    Engine::new(Target::A2A3, machine, false)
}
const CORE: CoreAt = CoreAt { rank: 0, block: 0, role: CoreRole::Alone };

fn run(e: &mut Engine, core: usize, pipe: Pipe, latency: f64, occupancy: f64) -> usize {
    let r = e.runs.len();
    e.runs.push(Issue::new(core as u32, pipe, 0, (latency, occupancy), SmallVec::new()));
    e.push(core, 0.0, pipe, Op::Issue(r as u32));
    r
}

#[test]
fn a_pipe_overlaps_latencies_but_not_work() {
    let mut e = engine();
    let c = e.core(CORE);
    let (a, b) = (run(&mut e, c, Pipe::V, 20.0, 10.0), run(&mut e, c, Pipe::V, 20.0, 10.0));
    let barrier = e.barrier(7, Pipe::V);
    e.push(c, 0.0, Pipe::V, Op::Barrier(barrier));
    let d = run(&mut e, c, Pipe::V, 20.0, 10.0);
    assert!(e.solve().is_empty());
    assert_eq!((e.runs[a].start, e.runs[a].done), (100.0, 130.0));
    assert_eq!(e.runs[b].start, 110.0);
    // The barrier leaves a part of the latency.
    assert_eq!((e.runs[d].start, e.runs[d].cause), (125.0, Some(Cause::Barrier(b as u32))));
}

#[test]
fn an_event_starts_the_other_pipe_when_the_work_before_it_is_complete() {
    let mut e = engine();
    let c = e.core(CORE);
    // The wait stands before the set in the text: only its pipe waits.
    e.push(c, 0.0, Pipe::V, Op::Wait { from: Pipe::Mte2, id: 0 });
    let add = run(&mut e, c, Pipe::V, 1.0, 1.0);
    let load = run(&mut e, c, Pipe::Mte2, 30.0, 10.0);
    e.push(c, 0.0, Pipe::Mte2, Op::Set { to: Pipe::V, id: 0 });
    let next = run(&mut e, c, Pipe::Mte2, 30.0, 10.0);
    assert!(e.solve().is_empty());
    assert_eq!((e.runs[load].start, e.runs[next].start, e.runs[add].start), (100.0, 110.0, 140.0));
    assert_eq!((e.runs[add].stall, e.runs[add].cause), (40.0, Some(Cause::Event(load as u32))));
    assert_eq!(e.flows, [(load as u32, add as u32)]);
}

#[test]
fn a_barrier_of_everything_holds_the_scalar_unit() {
    let mut e = engine();
    let c = e.core(CORE);
    let load = run(&mut e, c, Pipe::Mte2, 30.0, 10.0);
    let b = e.barrier(7, Pipe::All);
    e.push(c, 0.0, Pipe::All, Op::Barrier(b));
    let store = run(&mut e, c, Pipe::Mte3, 0.0, 1.0);
    assert!(e.solve().is_empty());
    assert_eq!(e.runs[store].start, e.runs[load].done);
    assert_eq!(e.runs[store].cause, Some(Cause::Barrier(load as u32)));
    assert_eq!(e.barriers[0].stall, 40.0);
}

#[test]
fn cores_wait_for_each_other() {
    let mut e = engine();
    let at = |role| CoreAt { rank: 0, block: 0, role };
    let (cube, vector) = (e.core(at(CoreRole::Cube)), e.core(at(CoreRole::Vector(0))));
    let channel = Channel::ToVectors(3);
    e.push(vector, 0.0, Pipe::S, Op::Receive(channel));
    let v = run(&mut e, vector, Pipe::V, 0.0, 1.0);
    let m = run(&mut e, cube, Pipe::M, 0.0, 50.0);
    e.push(cube, 0.0, Pipe::M, Op::Send(channel));
    assert!(e.solve().is_empty());
    assert_eq!((e.runs[m].done, e.runs[v].start), (150.0, 150.0));
}

#[test]
fn buffer_ids_pass_in_the_order_of_the_program() {
    let mut e = engine();
    let c = e.core(CORE);
    e.push(c, 0.0, Pipe::Mte2, Op::Get { id: 1, acquisition: 0 });
    let load = run(&mut e, c, Pipe::Mte2, 0.0, 10.0);
    e.push(c, 0.0, Pipe::Mte2, Op::Release { id: 1, acquisition: 0 });
    e.push(c, 0.0, Pipe::V, Op::Get { id: 1, acquisition: 1 });
    let add = run(&mut e, c, Pipe::V, 0.0, 10.0);
    assert!(e.solve().is_empty());
    assert_eq!(e.runs[add].start, e.runs[load].done);
}

#[test]
fn cores_share_global_memory() {
    let mut e = engine();
    for block in 0..4 {
        let c = e.core(CoreAt { rank: 0, block, role: CoreRole::Alone });
        let r = run(&mut e, c, Pipe::Mte2, 0.0, 100.0);
        e.runs[r].gm_bytes = 500.0;
    }
    assert!(e.solve().is_empty());
    // 2000 bytes at 10 a cycle.
    let end = e.runs.iter().map(|r| r.done).fold(0.0, f64::max);
    assert!((299.0..=301.0).contains(&end), "{end}");
}

#[test]
fn what_nobody_sets_is_reported() {
    let mut e = engine();
    let c = e.core(CORE);
    e.push(c, 0.0, Pipe::V, Op::Wait { from: Pipe::Mte2, id: 0 });
    run(&mut e, c, Pipe::V, 0.0, 10.0);
    assert_eq!(e.solve(), [Deadlock { core: CORE, pipe: Pipe::V, site: Some(0) }]);
}

#[test]
fn another_buffer_lets_a_load_go_on_while_its_reader_works() {
    let mut e = engine();
    e.keep_for_what_if();
    let c = e.core(CORE);
    let (free, full) = ((Pipe::V, Pipe::Mte2), (Pipe::Mte2, Pipe::V));
    e.push(c, 0.0, free.0, Op::Set { to: free.1, id: 0 });
    for _ in 0..10 {
        e.push(c, 0.0, free.1, Op::Wait { from: free.0, id: 0 });
        run(&mut e, c, Pipe::Mte2, 0.0, 10.0);
        e.push(c, 0.0, full.0, Op::Set { to: full.1, id: 0 });
        e.push(c, 0.0, full.1, Op::Wait { from: full.0, id: 0 });
        run(&mut e, c, Pipe::V, 0.0, 10.0);
        e.push(c, 0.0, free.0, Op::Set { to: free.1, id: 0 });
    }
    assert!(e.solve().is_empty());
    assert_eq!(e.end(), 300.0);
    let reuse = |filled_by| Without::Reuse { filled_by, sites: None };
    assert_eq!(e.what_if(reuse(Pipe::Mte2)), Some(210.0));
    // Nothing waits for what the vector pipe fills.
    assert_eq!(e.what_if(reuse(Pipe::V)), Some(300.0));
    assert_eq!(e.what_if(Without::Latency([0].into_iter().collect())), Some(300.0));
    assert_eq!(e.what_if(Without::Work([(0, (0.0, 5.0))].into_iter().collect())), Some(200.0));
}

#[test]
fn without_a_barrier_the_order_of_the_data_is_kept() {
    let mut e = engine();
    e.keep_for_what_if();
    let c = e.core(CORE);
    let load = run(&mut e, c, Pipe::Mte2, 0.0, 10.0);
    let b = e.barrier(7, Pipe::All);
    e.push(c, 0.0, Pipe::All, Op::Barrier(b));
    run(&mut e, c, Pipe::V, 0.0, 10.0);
    run(&mut e, c, Pipe::Mte3, 0.0, 30.0);
    let data = |runs: &[usize]| OperandOrder {
        data: runs.iter().map(|r| *r as u32).collect(),
        ..OperandOrder::default()
    };
    let orders = vec![data(&[]), data(&[load]), data(&[])];
    e.again.as_mut().unwrap().orders = orders;
    assert!(e.solve().is_empty());
    assert_eq!(e.end(), 140.0);
    assert_eq!(e.what_if(Without::Barriers([8].into_iter().collect())), Some(140.0));
    // The store needs nothing of the load; the vector instruction does.
    assert_eq!(e.what_if(Without::Barriers([7].into_iter().collect())), Some(130.0));
    assert_eq!(e.runs[1].start, 110.0);
}
