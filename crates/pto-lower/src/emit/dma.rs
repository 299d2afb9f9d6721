//! The loops around a copy: two in registers of the device, further ones as loops of C++.

use super::body::Body;
use pto_ir::ValueId;
use pto_ir::module::Node;
use pto_isa::Type;
use pto_isa::cpp::{LoopRegisters, loop_lists};
use pto_isa::def::OpDef;

/// One loop: how often, and how many bytes source and destination move on.
struct Loop {
    count: String,
    strides: [String; 2],
}

/// What is open around a copy.
#[derive(Default)]
pub(super) struct OpenLoops {
    /// Loops of C++.
    blocks: usize,
    /// The statement that sets the registers back.
    reset: Option<String>,
}

impl Body<'_> {
    /// Writes the loops around a copy. Its pointers move on in them, and become those of the innermost one.
    ///
    /// The order of loops does not matter: each adds its own multiple to the address.
    /// Source: pto-isa@3186c381 include/pto/npu/a5/TLoad.hpp:55-70, TStore.hpp (registers, and that they are set back).
    pub(super) fn open_loops(
        &mut self,
        node: &Node,
        def: &OpDef,
        registers: LoopRegisters,
    ) -> OpenLoops {
        let Some((lists, ends)) = loop_lists(def) else { return OpenLoops::default() };
        let [counts, from, to] =
            lists.map(|slot| self.values(node, slot).collect::<Vec<ValueId>>());
        let mut loops: Vec<Loop> = Vec::new();
        for ((count, from), to) in counts.into_iter().zip(from).zip(to) {
            let strides = [self.atom(from), self.atom(to)];
            loops.push(Loop { count: self.atom(count), strides });
        }
        let mut open = OpenLoops::default();
        if let LoopRegisters::Two(direction) = registers
            && !loops.is_empty()
        {
            let outer = loops.split_off(loops.len().min(2));
            for (i, Loop { strides: [from, to], .. }) in loops.iter().enumerate() {
                self.out.line(format!(
                    "set_loop{}_stride_{direction}((uint64_t){to} << 40 | (uint64_t){from});",
                    i + 1
                ));
            }
            let second = loops.get(1).map_or("1", |l| &l.count);
            self.out.line(format!(
                "set_loop_size_{direction}((uint64_t){second} << 21 | (uint64_t){});",
                loops[0].count
            ));
            open.reset = Some(format!("set_loop_size_{direction}(1ULL << 21 | 1ULL);"));
            loops = outer;
        }
        for Loop { count, strides } in loops {
            let i = self.names.fresh("i");
            self.out.open(format!("for (int64_t {i} = 0; {i} < {count}; {i} += 1) {{"));
            for (end, stride) in ends.into_iter().zip(strides) {
                self.move_on(node, end, &i, &stride);
            }
            open.blocks += 1;
        }
        open
    }

    /// A pointer that is some bytes further in each iteration of a loop.
    fn move_on(&mut self, node: &Node, slot: u8, i: &str, stride: &str) {
        let Some(value) = self.values(node, slot).next() else { return };
        let Some(Type::Ptr { space, .. }) = self.module.type_of(value).cloned() else { return };
        let (ty, from) = (self.type_of(value), self.atom(value));
        let space = super::types::qualifier(space.unwrap_or(pto_isa::Space::Gm));
        let name = self.names.fresh(self.module.sym(self.module.value(value).name));
        self.out.line(format!("{ty} {name} = ({ty})(({space} uint8_t*){from} + {i} * {stride});"));
        self.atoms.insert(value, name);
    }

    /// Closes what `open_loops` opened.
    pub(super) fn close_loops(&mut self, open: OpenLoops) {
        for _ in 0..open.blocks {
            self.out.close("}");
        }
        if let Some(reset) = open.reset {
            self.out.line(reset);
        }
    }
}
