//! When a unit that executes out of order is taken.

/// Idle times that a later instruction of the text may still use.
const GAPS: usize = 8;

/// When a unit is taken. Instructions are entered in the order of the text but start when their operands are ready,
/// so one may start before another that was entered earlier. Hardware moves neighbours to make room; here an
/// instruction may fill several short idle times.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReservationTable {
    /// From here on nothing is taken.
    free: f64,
    /// Idle times before, oldest overwritten first.
    gaps: [(f64, f64); GAPS],
    next: usize,
}

impl ReservationTable {
    /// When an instruction that is ready then and takes this many cycles starts.
    pub(super) fn find(&self, ready: f64, cycles: f64) -> f64 {
        if ready >= self.free {
            return ready;
        }
        let mut idle = 0.0;
        let mut start = self.free;
        for gap in self.gaps.iter().filter(|g| g.1 > ready) {
            let from = gap.0.max(ready);
            idle += gap.1 - from;
            start = start.min(from);
        }
        if idle >= cycles { start } else { self.free }
    }

    /// Takes what was found.
    pub(super) fn take(&mut self, start: f64, cycles: f64) {
        if start >= self.free {
            if start - self.free >= 1.0 {
                self.gaps[self.next] = (self.free, start);
                self.next = (self.next + 1) % GAPS;
            }
            self.free = start + cycles;
            return;
        }
        let mut left = cycles;
        for gap in self.gaps.iter_mut().filter(|g| g.1 > start) {
            let from = gap.0.max(start);
            let piece = left.min(gap.1 - from);
            gap.0 = from + piece;
            left -= piece;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ReservationTable;

    /// Enters an instruction and returns its start.
    fn enter(reservation_table: &mut ReservationTable, ready: f64, cycles: f64) -> f64 {
        let start = reservation_table.find(ready, cycles);
        reservation_table.take(start, cycles);
        start
    }

    #[test]
    fn a_later_instruction_fills_an_idle_time() {
        let mut c = ReservationTable::default();
        assert_eq!(enter(&mut c, 20.0, 4.0), 20.0);
        assert_eq!(enter(&mut c, 3.0, 4.0), 3.0);
        assert_eq!(enter(&mut c, 3.0, 4.0), 7.0);
        assert_eq!(enter(&mut c, 18.0, 4.0), 24.0, "two idle cycles before 20 are too few");
    }

    #[test]
    fn short_idle_times_add_up() {
        let mut c = ReservationTable::default();
        for ready in [2.0, 8.0, 14.0] {
            enter(&mut c, ready, 4.0);
        }
        // Idle are 0-2, 6-8 and 12-14.
        assert_eq!(enter(&mut c, 0.0, 4.0), 0.0);
        assert_eq!(enter(&mut c, 0.0, 4.0), 18.0);
    }
}
