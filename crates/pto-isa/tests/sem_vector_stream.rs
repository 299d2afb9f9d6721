//! Unaligned streams that follow the special registers: `vstur`, `vstar` and `sprclr`.

use pto_isa::FlatMemory;
use pto_isa::sem::{
    Arg, Numerics, Outcome, PtrAt, RegAt, RegTy, Semantics, TileAt, exec::get_code,
};
use pto_isa::{AttrValue, DType, Space, Target, TileTy, find};

const SILICON: Numerics = Numerics::new(Target::A5, Semantics::Silicon);

/// A core with 64 words of -1, a register that counts from 1 and two align states.
struct Core {
    memory: FlatMemory,
    words: TileAt,
    value: RegAt,
    align: [RegAt; 2],
}

impl Core {
    fn new(squeezed_bytes: u32) -> Core {
        let mut memory = FlatMemory::default();
        let words = memory.place_i64(TileTy::vec(DType::I32, 1, 64), &[-1; 64]);
        let counting: Vec<u64> = (1..=64).collect();
        let value = memory.place_lanes(DType::I32, &counting);
        let align = [0, 1].map(|i| {
            let at = memory.registers.len() as u32 + i * 64;
            RegAt { at, bytes: 64, ty: RegTy::Align }
        });
        memory.registers.resize(memory.registers.len() + 128, 0);
        memory.modes.squeezed_bytes = squeezed_bytes;
        Core { memory, words, value, align }
    }
    fn at(&self, word: i64) -> Arg {
        let addr = self.words.addr as i64 + 4 * word;
        Arg::Ptr(PtrAt { space: Space::Vec, buffer: 0, addr, dtype: DType::I32 })
    }
    fn run(&mut self, op: &str, args: &[(u8, Arg)], attrs: &[(&str, AttrValue<'_>)]) -> Outcome {
        self.memory.run(find(op).unwrap(), &SILICON, args, attrs)
    }
    /// `vstur` from state `from` to the other one.
    fn store(&mut self, from: usize, mode: &str) -> Outcome {
        let args = [
            (0, Arg::Reg(self.align[from])),
            (1, Arg::Reg(self.value)),
            (2, self.at(0)),
            (3, Arg::Reg(self.align[1 - from])),
        ];
        self.run("vstur", &args, &[("mode", AttrValue::Word(mode))])
    }
    fn flush(&mut self, align: usize, word: i64) -> Outcome {
        let args = [(0, Arg::Reg(self.align[align])), (1, self.at(word))];
        self.run("vstar", &args, &[])
    }
    /// The words from the first on that were written.
    fn written(&self) -> Vec<u64> {
        let all = self.memory.codes(&self.words, (1, 64));
        all.into_iter().take_while(|&w| w != 0xFFFF_FFFF).collect()
    }
}

#[test]
fn vstur_stores_what_the_squeeze_kept_and_moves_the_address_register() {
    let mut c = Core::new(12);
    c.store(0, "POST_UPDATE").unwrap();
    assert_eq!(c.memory.modes.address_bytes, 12);
    assert_eq!(c.written(), [], "three words wait");
    c.memory.modes.squeezed_bytes = 24;
    c.store(1, "POST_UPDATE").unwrap();
    assert_eq!(c.memory.modes.address_bytes, 36);
    assert_eq!(c.written(), [1, 2, 3, 1, 2, 3, 4, 5], "a block is full");
    c.flush(0, 0).unwrap();
    assert_eq!(c.written(), [1, 2, 3, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn without_an_update_the_next_store_and_the_flush_name_the_same_place() {
    let mut c = Core::new(20);
    c.store(0, "NO_POST_UPDATE").unwrap();
    assert_eq!(c.memory.modes.address_bytes, 0);
    c.memory.modes.squeezed_bytes = 8;
    c.store(1, "NO_POST_UPDATE").unwrap();
    c.flush(0, 0).unwrap();
    assert_eq!(c.written(), [1, 2, 3, 4, 5], "the longer piece shows after the shorter");
}

#[test]
fn a_flush_follows_the_address_register() {
    let mut c = Core::new(12);
    c.store(0, "POST_UPDATE").unwrap();
    let trap = c.flush(1, 3).unwrap_err();
    assert_eq!(trap.message, "goes to byte 24, but its stream is at byte 12");
    let args = [("spr", AttrValue::Word("AR"))];
    c.run("sprclr", &[], &args).unwrap();
    assert_eq!(c.memory.modes.address_bytes, 0);
    c.flush(1, 3).unwrap();
    assert_eq!(c.written(), [1, 2, 3]);
}

#[test]
fn a_count_of_bytes_past_the_register_is_refused() {
    let mut c = Core::new(257);
    let trap = c.store(0, "POST_UPDATE").unwrap_err();
    assert_eq!(trap.message, "stores 257 bytes of a register of 256");
    assert_eq!(c.memory.modes.address_bytes, 0);
}

#[test]
fn bytes_of_an_element_may_wait_alone() {
    let mut c = Core::new(5);
    c.store(0, "POST_UPDATE").unwrap();
    c.flush(1, 0).unwrap();
    let codes = c.memory.codes(&c.words, (1, 2));
    assert_eq!(codes, [1, 0xFFFF_FF02]);
}

#[test]
fn an_address_at_the_end_of_all_numbers_is_refused() {
    let mut c = Core::new(12);
    c.memory.modes.address_bytes = i64::MAX;
    assert!(c.store(0, "POST_UPDATE").is_err());
    c.memory.modes.address_bytes = i64::MIN;
    assert!(c.store(0, "POST_UPDATE").is_ok(), "bytes wait; the flush finds no place for them");
    assert!(c.flush(1, 0).is_err());
}

#[test]
fn the_register_keeps_bits_no_matter_what_they_mean() {
    let mut c = Core::new(256);
    let nan = c.memory.place_lanes(DType::F32, &[0x7FA0_0001; 64]);
    c.value = nan;
    c.store(0, "POST_UPDATE").unwrap();
    assert_eq!(get_code(&c.memory.registers[nan.range()], DType::F32, 0), 0x7FA0_0001);
    assert_eq!(c.written(), [0x7FA0_0001; 64]);
}
