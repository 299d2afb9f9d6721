//! Tables of names that the compiler hashes, so that a command starts without building them.

/// The places of a list's names, found without going through the list.
pub struct NameIndex<const SLOTS: usize> {
    /// A place and one, or 0; a name stands in the first free slot from that of its hash on.
    slots: [u16; SLOTS],
}

impl<const SLOTS: usize> NameIndex<SLOTS> {
    /// The index of a list. Of equal names the first is found.
    pub const fn of<T>(list: &[(&str, T)]) -> NameIndex<SLOTS> {
        assert!(SLOTS.is_power_of_two() && 2 * list.len() <= SLOTS && SLOTS < u16::MAX as usize);
        let mut slots = [0; SLOTS];
        let mut place = 0;
        while place < list.len() {
            let name = list[place].0.as_bytes();
            let mut slot = hash(name) as usize % SLOTS;
            while slots[slot] != 0 && !equal(list[slots[slot] as usize - 1].0.as_bytes(), name) {
                slot = (slot + 1) % SLOTS;
            }
            if slots[slot] == 0 {
                slots[slot] = place as u16 + 1;
            }
            place += 1;
        }
        NameIndex { slots }
    }

    /// What stands beside a name in the list that the index was made of.
    #[inline]
    pub fn find<T: Copy>(&self, list: &[(&str, T)], name: &str) -> Option<T> {
        let mut slot = hash(name.as_bytes()) as usize % SLOTS;
        loop {
            let (known, what) = list[usize::from(self.slots[slot]).checked_sub(1)?];
            if known == name {
                return Some(what);
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// A few steps whatever the length: of long names both ends count.
#[inline]
const fn hash(name: &[u8]) -> u64 {
    let ends = match (name.first_chunk::<8>(), name.last_chunk::<8>()) {
        (Some(first), Some(last)) => {
            u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(29)
        }
        _ => match (name.first_chunk::<4>(), name.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                u32::from_le_bytes(*first) as u64 | (u32::from_le_bytes(*last) as u64) << 32
            }
            _ => match *name {
                [] => 0,
                [a, ..] => {
                    a as u64
                        | (name[name.len() / 2] as u64) << 8
                        | (name[name.len() - 1] as u64) << 16
                }
            },
        },
    };
    (ends ^ name.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
}

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_length_are_found_and_others_are_not() {
        const LIST: &[(&str, u32)] = &[
            ("", 0),
            ("a", 1),
            ("ab", 2),
            ("abcd", 4),
            ("abcdefgh", 8),
            ("ab", 9),
            ("abcdefghi", 10),
        ];
        const INDEX: NameIndex<16> = NameIndex::of(LIST);
        for (name, what) in [("", 0), ("a", 1), ("ab", 2), ("abcd", 4), ("abcdefgh", 8)] {
            assert_eq!(INDEX.find(LIST, name), Some(what), "{name}");
        }
        assert_eq!(INDEX.find(LIST, "abcdefghi"), Some(10));
        for name in ["b", "ba", "abc", "abcdefg", "abcdefgh ", "abcdefghij"] {
            assert_eq!(INDEX.find(LIST, name), None, "{name}");
        }
    }
}
