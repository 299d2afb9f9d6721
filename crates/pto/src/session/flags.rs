//! Flags between pipes, for kernels that wait for events.

use super::record::Item;
use crate::error::{Error, Result};
use pto_isa::{Pipe, Target, code};
use rustc_hash::FxHashMap;

/// Events of one pair of pipes.
const IDS: usize = 8;

/// A signal after one item and a wait before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flag {
    from: usize,
    to: usize,
    /// The pipe that signals and the one that waits.
    pub pipes: (Pipe, Pipe),
    pub id: usize,
}

/// What the waits of instructions become: a flag between two pipes; a barrier inside one that does not keep its
/// order; nothing inside others.
#[derive(Debug, Default)]
pub(super) struct Flags {
    /// In the order of their waits.
    waits: Vec<Flag>,
    /// In the order of their signals.
    signals: Vec<Flag>,
    /// In the order of the items they stand before.
    barriers: Vec<(usize, Pipe)>,
}

impl Flags {
    pub fn of(items: &[Item], target: Target) -> Result<Flags> {
        let mut flags = Flags::default();
        for (to, item) in items.iter().enumerate() {
            let mut waits = item.waits.clone();
            waits.sort_unstable();
            waits.dedup();
            let first_of_item = flags.waits.len();
            for from in waits {
                let (Some(first), Some(second)) = (items[from].pipe, item.pipe) else { continue };
                if first == second {
                    if !target.is_in_order(first) && !flags.barriers.contains(&(to, first)) {
                        flags.barriers.push((to, first));
                    }
                    continue;
                }
                let pipes = (first, second);
                // Of two signals to one wait the later one says both.
                match flags.waits[first_of_item..].iter_mut().find(|f| f.pipes == pipes) {
                    Some(earlier) => earlier.from = from,
                    None => flags.waits.push(Flag { from, to, pipes, id: 0 }),
                }
            }
        }
        number(&mut flags.waits)?;
        flags.signals = flags.waits.clone();
        flags.signals.sort_by_key(|f| f.from);
        Ok(flags)
    }

    /// The barriers before an item.
    pub fn barriers(&self, item: usize) -> impl Iterator<Item = Pipe> {
        let start = self.barriers.partition_point(|b| b.0 < item);
        self.barriers[start..].iter().take_while(move |b| b.0 == item).map(|b| b.1)
    }

    /// What an item waits for.
    pub fn waits(&self, item: usize) -> impl Iterator<Item = &Flag> {
        let start = self.waits.partition_point(|f| f.to < item);
        self.waits[start..].iter().take_while(move |f| f.to == item)
    }

    /// The signals after an item.
    pub fn signals(&self, item: usize) -> impl Iterator<Item = &Flag> {
        let start = self.signals.partition_point(|f| f.from < item);
        self.signals[start..].iter().take_while(move |f| f.from == item)
    }
}

/// Each flag gets an id that no other of its pipes has from its signal to its wait. They come in the order of their
/// waits, so an id is free once its last wait lies before the signal. An event holds one signal: of the free ids the one
/// that was waited for longest ago is taken, so that its wait is over on the device, too.
fn number(flags: &mut [Flag]) -> Result<()> {
    let mut last_wait: FxHashMap<(Pipe, Pipe), [usize; IDS]> = FxHashMap::default();
    for flag in flags {
        let ends = last_wait.entry(flag.pipes).or_default();
        let free = (0..IDS).filter(|&id| ends[id] <= flag.from);
        let Some(id) = free.min_by_key(|&id| ends[id]) else {
            let (first, second) = (flag.pipes.0.name(), flag.pipes.1.name());
            let message =
                format!("more than {IDS} events from {first} to {second} are awaited at once");
            return Err(Error::one(code::EVENT_ID, message));
        };
        (flag.id, ends[id]) = (id, flag.to);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pto_isa::ops::tile_binary::tadd;
    use std::panic::Location;

    fn item(pipe: Pipe, waits: &[usize]) -> Item {
        let mut item = Item::new(&tadd, Location::caller());
        (item.pipe, item.waits) = (Some(pipe), waits.to_vec());
        item
    }

    #[test]
    fn waits_become_flags_with_ids_of_their_own() {
        let items = [
            item(Pipe::Mte2, &[]),
            item(Pipe::Mte2, &[]),
            item(Pipe::V, &[0]),
            item(Pipe::V, &[1, 2]),
        ];
        let flags = Flags::of(&items, Target::A2A3).unwrap();
        let flag = |from, to, id| Flag { from, to, pipes: (Pipe::Mte2, Pipe::V), id };
        let (first, second) = (flag(0, 2, 0), flag(1, 3, 1));
        assert!(flags.signals(0).eq([&first]) && flags.waits(2).eq([&first]));
        assert!(flags.signals(1).eq([&second]) && flags.waits(3).eq([&second]));
        assert!(flags.barriers(3).eq([Pipe::V]), "the vector pipe of A2/A3 keeps no order");
        assert_eq!((flags.waits.len(), flags.barriers.len()), (2, 1));
    }

    #[test]
    fn an_id_is_used_again_long_after_its_wait() {
        let items: Vec<Item> = (0..20)
            .map(|i| match i % 2 {
                0 => item(Pipe::Mte2, &[]),
                _ => item(Pipe::V, &[i - 1]),
            })
            .collect();
        let flags = Flags::of(&items, Target::A5).unwrap();
        assert_eq!(flags.waits.len(), 10);
        let ids: Vec<usize> = flags.waits.iter().map(|f| f.id).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5, 6, 7, 0, 1]);
    }

    #[test]
    fn nine_events_at_once_are_too_many() {
        let mut items: Vec<Item> = (0..9).map(|_| item(Pipe::Mte2, &[])).collect();
        items.extend((0..9).map(|i| item(Pipe::V, &[i])));
        assert_eq!(Flags::of(&items, Target::A5).unwrap_err().code(), Some(code::EVENT_ID));
    }
}
