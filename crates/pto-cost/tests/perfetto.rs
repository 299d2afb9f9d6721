//! Trace events are complete: names, order, no overlap, both ends of every arrow.

mod fixture;

use fixture::{attention, nothing, softmax};
use pto_cost::to_perfetto;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// A slice of a trace, in nanoseconds.
struct Drawn {
    thread: Thread,
    start_ns: u64,
    end_ns: u64,
    args: Value,
}

/// Process and thread.
type Thread = (u64, u64);

/// What a trace holds, after its events were checked one by one.
struct Trace {
    document: Value,
    /// Name and sort index by process and thread.
    threads: HashMap<Thread, (String, u64)>,
    processes: HashMap<u64, (String, u64)>,
    slices: Vec<Drawn>,
    /// Thread and time of the two ends of a flow, by id.
    flows: HashMap<u64, [Vec<(Thread, u64)>; 2]>,
}

fn nanoseconds(value: &Value) -> u64 {
    (value.as_f64().expect("a time is a number") * 1000.0).round() as u64
}

fn read(text: &str) -> Trace {
    let document: Value = serde_json::from_str(text).expect("JSON");
    let mut threads: HashMap<_, (String, u64)> = HashMap::new();
    let mut processes: HashMap<_, (String, u64)> = HashMap::new();
    let (mut slices, mut flows) = (Vec::new(), HashMap::<u64, [Vec<_>; 2]>::new());
    for e in document["traceEvents"].as_array().expect("events") {
        let number = |name: &str| e[name].as_u64().unwrap_or_else(|| panic!("no `{name}`: {e}"));
        let thread = (number("pid"), number("tid"));
        match e["ph"].as_str().expect("a phase") {
            "M" => {
                let name = || e["args"]["name"].as_str().expect("a name").to_string();
                let index = || e["args"]["sort_index"].as_u64().expect("an index");
                match e["name"].as_str().expect("what is named") {
                    "process_name" => processes.entry(thread.0).or_default().0 = name(),
                    "process_sort_index" => processes.entry(thread.0).or_default().1 = index(),
                    "thread_name" => threads.entry(thread).or_default().0 = name(),
                    "thread_sort_index" => threads.entry(thread).or_default().1 = index(),
                    other => panic!("unknown metadata `{other}`"),
                }
            }
            "X" => {
                let start_ns = nanoseconds(&e["ts"]);
                let end_ns = start_ns + nanoseconds(&e["dur"]);
                assert!(e["name"].is_string(), "{e}");
                slices.push(Drawn { thread, start_ns, end_ns, args: e["args"].clone() });
            }
            phase @ ("s" | "f") => {
                let end = usize::from(phase == "f");
                assert_eq!(e["bp"].as_str(), (end == 1).then_some("e"));
                let ends = flows.entry(number("id")).or_default();
                ends[end].push((thread, nanoseconds(&e["ts"])));
            }
            other => panic!("unknown phase `{other}`"),
        }
    }
    Trace { document, threads, processes, slices, flows }
}

/// What is wrong with a trace.
fn faults(trace: &Trace) -> Vec<String> {
    let mut faults = Vec::new();
    let mut by_thread: HashMap<Thread, Vec<(u64, u64)>> = HashMap::new();
    for s in &trace.slices {
        if trace.threads.get(&s.thread).is_none_or(|t| t.0.is_empty()) {
            faults.push(format!("a slice on {:?}, which has no name", s.thread));
        }
        if trace.processes.get(&s.thread.0).is_none_or(|p| p.0.is_empty()) {
            faults.push(format!("a slice of process {}, which has no name", s.thread.0));
        }
        by_thread.entry(s.thread).or_default().push((s.start_ns, s.end_ns));
    }
    for (thread, slices) in &mut by_thread {
        slices.sort_unstable();
        for pair in slices.windows(2).filter(|p| p[1].0 < p[0].1) {
            faults.push(format!("slices of {thread:?} overlap: {pair:?}"));
        }
    }
    for (id, ends) in &trace.flows {
        if ends[0].len() != 1 || ends[1].len() != 1 {
            faults.push(format!(
                "flow {id} has {} starts and {} ends",
                ends[0].len(),
                ends[1].len()
            ));
            continue;
        }
        for (thread, at) in ends.iter().flatten() {
            let held = |s: &&(u64, u64)| s.0 <= *at && (*at < s.1 || s.0 == s.1 && *at == s.0);
            if by_thread.get(thread).is_none_or(|s| !s.iter().any(|s| held(&s))) {
                faults.push(format!("flow {id} touches no slice of {thread:?} at {at} ns"));
            }
        }
        if ends[1][0].1 < ends[0][0].1 {
            faults.push(format!("flow {id} goes back in time"));
        }
    }
    let ids: HashSet<u64> = trace.threads.keys().map(|t| t.1).collect();
    if ids.len() != trace.threads.len() || trace.processes.keys().any(|p| ids.contains(p)) {
        faults.push("an id is used twice".into());
    }
    faults
}

#[test]
fn a_trace_is_whole() {
    for timeline in [nothing(), softmax(1, 10), softmax(2, 3000), attention(1, 4), attention(24, 6)]
    {
        let trace = read(&to_perfetto(&timeline));
        assert_eq!(faults(&trace), Vec::<String>::new());
        assert_eq!(trace.slices.len(), timeline.slices.len());
        assert_eq!(trace.flows.len(), timeline.flows.len());
        assert_eq!(trace.processes.len(), timeline.core_tracks.len());
    }
}

#[test]
fn pipes_have_the_order_of_the_data() {
    let trace = read(&to_perfetto(&attention(2, 3)));
    let mut threads: Vec<_> =
        trace.threads.iter().map(|((p, _), (name, i))| (p, i, name)).collect();
    threads.sort();
    let cube: Vec<&str> = threads.iter().filter(|t| *t.0 == 10).map(|t| t.2.as_str()).collect();
    assert_eq!(cube, ["MTE2", "MTE1", "M", "FIX"]);
    let vector: Vec<&str> = threads.iter().filter(|t| *t.0 == 20).map(|t| t.2.as_str()).collect();
    assert_eq!(vector, ["MTE2", "V", "MTE3"]);
    assert_eq!(trace.processes[&20], ("block 0 vector 0".to_string(), 1));
    assert_eq!(trace.document["otherData"]["clock_mhz"], 1850.0);
    assert_eq!(trace.document["otherData"]["uncalibrated"][0], "pto.tmov, line 16");
}

#[test]
fn a_slice_carries_its_line_cycles_and_wait() {
    let timeline = softmax(1, 100);
    let trace = read(&to_perfetto(&timeline));
    let waits = timeline.slices.iter().filter(|s| s.stall.is_some()).count();
    assert!(waits > 10, "{waits}");
    for (drawn, slice) in trace.slices.iter().zip(&timeline.slices) {
        let site = &timeline.sites[slice.site as usize];
        assert_eq!(drawn.args["line"], site.line);
        assert_eq!(drawn.args["op"], site.op.as_str());
        assert_eq!(drawn.args["shape"], site.shape.as_str());
        assert_eq!(drawn.args["cycles"], slice.cycles);
        assert_eq!(drawn.args["start_cycle"], slice.start_cycle);
        assert_eq!(drawn.args["provenance"], slice.provenance.name());
        assert_eq!(drawn.args["stall_cycles"].as_u64(), slice.stall.map(|s| s.cycles));
    }
    let first = trace.slices.iter().find(|s| s.args["op"] == "pto.trowmax").unwrap();
    assert_eq!(first.args["stall_cause"], "event");
    assert_eq!(first.args["stalled_by"], "pto.tload, line 9");
}

#[test]
fn the_check_of_traces_notices_what_is_wrong() {
    let good = to_perfetto(&softmax(1, 10));
    let spoil = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        faults(&read(&good.replacen(from, to, 1))).join("\n")
    };
    assert!(spoil("\"thread_name\"", "\"process_name\"").contains("which has no name"));
    assert!(spoil("\"id\":1", "\"id\":2").contains("starts and"));
    assert!(spoil("\"dur\":0.", "\"dur\":9000.").contains("overlap"));
}
