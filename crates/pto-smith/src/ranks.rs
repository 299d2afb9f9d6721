//! Programs of several devices that send each other numbers in rounds, with what they must leave.
//!
//! Each time a device puts its number into the memory of another one, tells it so through a counter, and waits until it
//! was told, too; the number that came is added to its own. Every round has places of its own.

use crate::Choices;
use std::fmt::Write as _;

/// A program and what it leaves.
pub struct RankProgram {
    /// `@k(%own, %from, %signal, %ctx)`: a number, a number and a counter per round, and the context of the device.
    pub text: String,
    /// Devices.
    pub ranks: u32,
    /// Rounds.
    pub rounds: u32,
    /// The numbers of the devices at first, and at last.
    pub numbers: [Vec<i32>; 2],
    /// Whether one of the waits was left out.
    pub forgets: bool,
}

/// A random program; with `forgets` the wait of one round is left out.
pub fn program(choices: &mut Choices, forgets: bool) -> RankProgram {
    let ranks = 2 + choices.below(3);
    let rounds = 1 + choices.below(3);
    let forgotten = forgets.then(|| choices.below(rounds));
    let first: Vec<i32> = (0..ranks).map(|_| choices.below(1000) as i32).collect();
    let (mut now, mut body) = (first.clone(), String::new());
    for round in 0..rounds {
        let by = 1 + choices.below(ranks - 1);
        let sent = now.clone();
        for (r, number) in now.iter_mut().enumerate() {
            let from = (r + ranks as usize - by as usize) % ranks as usize;
            *number = number.wrapping_add(sent[from]);
        }
        write_round(&mut body, round, by, forgotten != Some(round));
    }
    RankProgram { text: text(&body), ranks, rounds, numbers: [first, now], forgets }
}

fn write_round(body: &mut String, n: u32, by: u32, waits: bool) {
    let wait = match waits {
        true => format!(
            "    pto.comm.twait(%sp{n}, %one : !one, i32) {{cmp = #pto<wait_cmp ge>}}\n    pto.cmo.cacheinvalid all #pto.address_space<gm>\n"
        ),
        false => String::new(),
    };
    let _ = write!(
        body,
        "    %r{n} = arith.constant {n} : index
    %by{n} = arith.constant {by} : index
    %sum{n} = arith.addi %rank, %by{n} : index
    %peer{n} = arith.remui %sum{n}, %ranks : index
    %j{n} = arith.addi %peer{n}, %c4 : index
    %b{n} = pto.load_scalar %ctx[%j{n}] : !pto.ptr<i64, gm> -> i64
    %bytes{n} = arith.subi %b{n}, %a : i64
    %e{n} = arith.divsi %bytes{n}, %c4_i64 : i64
    %away{n} = arith.index_cast %e{n} : i64 to index
    %far{n} = arith.addi %away{n}, %r{n} : index
    %tf{n} = pto.addptr %from, %far{n} : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    %ts{n} = pto.addptr %signal, %far{n} : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    %os{n} = pto.addptr %signal, %r{n} : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
    %ov{n} = pto.make_tensor_view %own, shape = [%c1], strides = [%c1] : !view
    %tv{n} = pto.make_tensor_view %tf{n}, shape = [%c1], strides = [%c1] : !view
    %nv{n} = pto.make_tensor_view %ts{n}, shape = [%c1], strides = [%c1] : !view
    %sv{n} = pto.make_tensor_view %os{n}, shape = [%c1], strides = [%c1] : !view
    %op{n} = pto.partition_view %ov{n}, offsets = [%c0], sizes = [%c1] : !view -> !one
    %tp{n} = pto.partition_view %tv{n}, offsets = [%c0], sizes = [%c1] : !view -> !one
    %np{n} = pto.partition_view %nv{n}, offsets = [%c0], sizes = [%c1] : !view -> !one
    %sp{n} = pto.partition_view %sv{n}, offsets = [%c0], sizes = [%c1] : !view -> !one
    pto.comm.tput(%tp{n}, %op{n}, buf(%stage) : !one, !one, !stage) {{atomicType = #pto<atomic_type atomic_none>}}
    pto.fence.barrier_all #pto.fence_scope<gm>
    pto.comm.tnotify(%np{n}, %one : !one, i32) {{notifyOp = #pto<notify_op atomic_add>}}
{wait}    %got{n} = pto.load_scalar %from[%r{n}] : !pto.ptr<i32, gm> -> i32
    %have{n} = pto.load_scalar %own[%c0] : !pto.ptr<i32, gm> -> i32
    %new{n} = arith.addi %have{n}, %got{n} : i32
    pto.barrier #pto.pipe<PIPE_ALL>
    pto.store_scalar %new{n}, %own[%c0] : !pto.ptr<i32, gm>, i32
    pto.dsb \"ALL\"
"
    );
}

fn text(body: &str) -> String {
    format!(
        "!stage = !pto.tile_buf<vec, 1x8xi32, valid=1x1>
!view = !pto.tensor_view<1xi32>
!one = !pto.partition_tensor_view<1xi32>
module {{
  func.func @k(%own: !pto.ptr<i32, gm>, %from: !pto.ptr<i32, gm>, %signal: !pto.ptr<i32, gm>, %ctx: !pto.ptr<i64, gm>) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c4_i64 = arith.constant 4 : i64
    %c32 = arith.constant 32 : i64
    %one = arith.constant 1 : i32
    %stage = pto.alloc_tile : !stage
    %word = pto.load_scalar %ctx[%c2] : !pto.ptr<i64, gm> -> i64
    %r32 = arith.trunci %word : i64 to i32
    %n64 = arith.shrui %word, %c32 : i64
    %rank = arith.index_cast %r32 : i32 to index
    %ranks = arith.index_cast %n64 : i64 to index
    %i = arith.addi %rank, %c4 : index
    %a = pto.load_scalar %ctx[%i] : !pto.ptr<i64, gm> -> i64
{body}    return
  }}
}}
"
    )
}
