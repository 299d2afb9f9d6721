//! The rows in which a timeline is shown: one for each pipe that a core uses, and the words for what is in them.

use crate::timeline::{Cause, CoreTrack, Timeline};
use pto_isa::Pipe;

/// Pipes in the order in which they are shown: issue, data in, computation, data out.
pub(crate) const PIPES: [Pipe; 8] =
    [Pipe::S, Pipe::Mte2, Pipe::Mte1, Pipe::V, Pipe::M, Pipe::Fix, Pipe::Mte3, Pipe::All];

/// The place of a pipe in [`PIPES`].
pub(crate) fn rank(pipe: Pipe) -> usize {
    PIPES.iter().position(|p| *p == pipe).unwrap_or(PIPES.len() - 1)
}

/// The name of a pipe without `PIPE_`.
pub(crate) fn short_name(pipe: Pipe) -> &'static str {
    pipe.name().trim_start_matches("PIPE_")
}

/// A pipe of a core.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    /// Index into [`Timeline::core_tracks`].
    pub core_track: u32,
    /// The pipe.
    pub pipe: Pipe,
    /// Its slices, in the order of their start.
    pub slices: Vec<u32>,
    /// Cycles in which it worked.
    pub busy_cycles: u64,
    /// When its last slice ends.
    pub end_cycle: u64,
}

/// The pipes that are used, core by core, in the order of [`PIPES`].
pub(crate) fn tracks(timeline: &Timeline) -> Vec<Track> {
    let mut all: Vec<Track> = Vec::with_capacity(timeline.core_tracks.len() * PIPES.len());
    for core_track in 0..timeline.core_tracks.len() as u32 {
        let empty =
            |pipe| Track { core_track, pipe, slices: Vec::new(), busy_cycles: 0, end_cycle: 0 };
        all.extend(PIPES.map(empty));
    }
    for (i, slice) in timeline.slices.iter().enumerate() {
        let track = &mut all[slice.core_track as usize * PIPES.len() + rank(slice.pipe)];
        track.slices.push(i as u32);
        track.busy_cycles += slice.cycles;
        track.end_cycle = track.end_cycle.max(slice.end_cycle());
    }
    all.retain(|t| !t.slices.is_empty());
    all
}

/// The track that works longest: the run cannot be shorter than it.
pub(crate) fn bottleneck(tracks: &[Track]) -> Option<usize> {
    // The first of several that are equal, so that the answer is not a matter of their order.
    (0..tracks.len()).rev().max_by_key(|&i| tracks[i].busy_cycles)
}

/// The name of a core: its device if there are several, its block, and its role if the block has several.
pub(crate) fn core_name(timeline: &Timeline, core_track: u32) -> String {
    let CoreTrack { rank, block, role } = &timeline.core_tracks[core_track as usize];
    let one_block = timeline.core_tracks.iter().all(|t| t.block == 0);
    let mut name = match rank {
        Some(rank) if one_block => format!("rank {rank}"),
        Some(rank) => format!("rank {rank} block {block}"),
        None => format!("block {block}"),
    };
    if role != "core" {
        name.extend([" ", role]);
    }
    name
}

/// What was waited for, in words, and the slice that ended it.
pub(crate) fn cause(cause: Cause) -> (&'static str, Option<u32>) {
    match cause {
        Cause::Event(i) => ("event", Some(i)),
        Cause::Barrier(i) => ("barrier", Some(i)),
        Cause::Buffer(i) => ("buffer", Some(i)),
        Cause::Core(i) => ("other core", Some(i)),
        Cause::Data(i) => ("data", Some(i)),
        Cause::Issue => ("issue", None),
    }
}

/// `part` of `whole` in percent; nothing of nothing is 0.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 * 100.0 / whole as f64 }
}

/// A number with commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 core`, `2,000 cores`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number as u64), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pipe_has_a_place() {
        for (i, pipe) in PIPES.into_iter().enumerate() {
            assert_eq!(rank(pipe), i);
        }
        assert_eq!(short_name(Pipe::Mte2), "MTE2");
    }

    #[test]
    fn digits_are_grouped() {
        let texts = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }
}
