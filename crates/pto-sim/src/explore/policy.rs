//! Schedules: which of the pipes that can go on does so.

use super::pipes::Machine;
use pto_isa::Pipe;
use std::fmt;

/// In which of its legal orders a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// In the order of the program.
    #[default]
    Program,
    /// Pipes run ahead, those that move data first.
    Eager,
    /// A pipe only runs when somebody waits for it; what computes goes before what moves data.
    Lazy,
    /// Any pipe that can go on, by pseudo-random numbers that start from this one.
    Random(u64),
}

impl Schedule {
    /// Reads `program`, `eager`, `lazy` or `random:SEED`.
    pub fn parse(text: &str) -> Option<Schedule> {
        Some(match text {
            "program" => Schedule::Program,
            "eager" => Schedule::Eager,
            "lazy" => Schedule::Lazy,
            other => Schedule::Random(other.strip_prefix("random:")?.parse().ok()?),
        })
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schedule::Program => f.write_str("program"),
            Schedule::Eager => f.write_str("eager"),
            Schedule::Lazy => f.write_str("lazy"),
            Schedule::Random(seed) => write!(f, "random:{seed}"),
        }
    }
}

/// A pipe of a core that can go on; [`Pipe::S`] is the scalar unit.
pub(crate) type Move = (usize, Pipe);

/// Data movers first. The lazy order is the reverse: of any two pipes each goes first in one of the two.
pub(crate) const EAGER: [Pipe; 7] =
    [Pipe::All, Pipe::Mte2, Pipe::Mte3, Pipe::Fix, Pipe::Mte1, Pipe::M, Pipe::V];

fn rank(pipe: Pipe) -> usize {
    EAGER.iter().position(|p| *p == pipe).map_or(0, |i| i + 1)
}

/// Who chooses.
#[derive(Debug)]
pub(crate) enum SchedulePolicy {
    /// What was given first goes first, and the scalar unit only when nothing else can; which core
    /// ran last.
    InOrder(usize),
    Eager,
    Lazy,
    Random(u64),
    /// Scalar units first, then synchronisation; then these choices, then always the first one. Keeps how many
    /// there were.
    Script(Vec<u32>, Vec<u32>),
}

impl SchedulePolicy {
    pub fn new(schedule: Schedule) -> SchedulePolicy {
        match schedule {
            Schedule::Program => SchedulePolicy::InOrder(0),
            Schedule::Eager => SchedulePolicy::Eager,
            Schedule::Lazy => SchedulePolicy::Lazy,
            Schedule::Random(seed) => SchedulePolicy::Random(seed),
        }
    }

    /// Chooses one of several moves; scalar units stand first among them.
    pub fn choose(&mut self, moves: &[Move], machine: &Machine<'_, '_, '_>) -> Move {
        let first = moves[0];
        match self {
            SchedulePolicy::InOrder(last) => {
                let cores = machine.pipes.len();
                let key = |m: &Move| {
                    let turn = (m.0 + cores - *last) % cores;
                    (turn, machine.head_number(*m).unwrap_or(u64::MAX))
                };
                let chosen = moves.iter().copied().min_by_key(key).unwrap_or(first);
                *last = chosen.0;
                chosen
            }
            SchedulePolicy::Random(state) => {
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                // SplitMix64, Steele et al. 2014.
                let mut z = *state;
                z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                moves[((z ^ (z >> 31)) % moves.len() as u64) as usize]
            }
            _ if first.1 == Pipe::S => first,
            SchedulePolicy::Eager => {
                moves.iter().copied().min_by_key(|m| (rank(m.1), m.0)).unwrap_or(first)
            }
            SchedulePolicy::Lazy => machine.wanted().unwrap_or(first),
            SchedulePolicy::Script(script, choices) => {
                // Synchronisation that is ready is in nobody's way: it goes first, and is no choice.
                if let Some(sync) = moves.iter().find(|m| machine.is_harmless(**m)) {
                    return *sync;
                }
                if moves.len() == 1 {
                    return first;
                }
                let at = script.get(choices.len()).copied().unwrap_or(0);
                choices.push(moves.len() as u32);
                moves.get(at as usize).copied().unwrap_or(first)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_are_read_as_they_are_written() {
        for schedule in
            [Schedule::Program, Schedule::Eager, Schedule::Lazy, Schedule::Random(u64::MAX)]
        {
            assert_eq!(Schedule::parse(&schedule.to_string()), Some(schedule));
        }
        for wrong in ["", "late", "random", "random:", "random:-1", "Eager"] {
            assert_eq!(Schedule::parse(wrong), None, "{wrong}");
        }
    }
}
