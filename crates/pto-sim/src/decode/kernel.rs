//! The code of a kernel: its parameters, its function or functions, and the cores that run them.

use super::entry::{Kernel, parameters};
use super::{Decoder, Refusal, Unplaced};
use crate::action::Action;
use crate::action::Sync;
use crate::program::{Inst, Param, Step};
use crate::queue::QueueOp;
use pto_ir::module::RegionId;
use pto_isa::packed::pointee;
use pto_isa::target::SignalReach;
use pto_isa::{DType, Space, Type};
use pto_kernels::value::Slot;

/// The elements that a pointer points to, or those of a `memref` in global memory, which DSLs write for the flags of a
/// device.
fn global_memory(ty: &Type) -> Option<DType> {
    if let Some((dtype, _)) = pointee(ty) {
        return Some(dtype);
    }
    let memory = ty.as_memref()?;
    let global = memory.is_plain && memory.space.is_none_or(|s| s == Space::Gm);
    global.then_some(memory.dtype)
}

impl Decoder<'_> {
    /// Decodes a kernel up to its end.
    pub(super) fn kernel(&mut self, kernel: Kernel) -> Result<(), Refusal> {
        let entry = kernel.first();
        let region = self.module.node_regions(self.module.node(entry))[0];
        let Some(&block) = self.module.region(region).blocks.first() else {
            return Err(self.refuse(entry, "is an empty function"));
        };
        for &arg in &self.module.block(block).args {
            let slot = self.define(arg);
            let param = match self.module.type_of(arg) {
                Some(Type::Tile(t)) => {
                    self.tiles.push(Unplaced { slot, ty: *t, value: arg });
                    Param::Tile(*t)
                }
                ty => match (ty.and_then(Type::as_number), ty.and_then(global_memory)) {
                    (Some(d), _) => Param::Number(d),
                    (None, Some(d)) => Param::Buffer(d),
                    (None, None) => {
                        let text = ty.map_or("unknown".to_string(), ToString::to_string);
                        let what =
                            format!("has a parameter of type `{text}`, which a run cannot fill");
                        return Err(self.refuse(entry, &what));
                    }
                },
            };
            self.program.params.push((slot, param));
        }
        match kernel {
            Kernel::One(_) => self.whole(region, None)?,
            Kernel::Cluster { vector, .. } => {
                self.whole(region, Some(true))?;
                let other = self.module.node_regions(self.module.node(vector))[0];
                let args = parameters(self.module, vector);
                let slots: Vec<Slot> = self.program.params.iter().map(|p| p.0).collect();
                if let Some(&last) = args.get(slots.len()) {
                    self.program.core_number = Some(self.define(last));
                }
                self.frame().slots.extend(args.iter().copied().zip(slots));
                self.whole(other, Some(false))?;
            }
        }
        self.emit(Inst::Stop);
        Ok(())
    }

    /// The body of a function, for the cube core or the vector cores if so.
    pub(super) fn whole(&mut self, region: RegionId, cube: Option<bool>) -> Result<(), Refusal> {
        let section = cube.map(|cube| {
            self.sections[usize::from(cube)] = true;
            self.emit(Inst::Section(cube, 0))
        });
        self.region(region)?;
        let end = self.here();
        for at in std::mem::take(&mut self.frame().returns).into_iter().chain(section) {
            self.patch(at, end);
        }
        Ok(())
    }

    /// Whether queues pass whole tiles only, by code that cannot tell its vector cores apart. Then a cluster
    /// is the cube core and one vector core (pto-isa@3186c381 include/pto/common/fifo.hpp:18); on A2/A3 both
    /// vector cores take part.
    pub(super) fn passes_whole_tiles(&self) -> bool {
        let passes = |s: &Step<'_>| {
            matches!(s.action, Action::Sync(Sync::Queue(QueueOp::Push(_) | QueueOp::Pop(_))))
        };
        let tells = |s: &Step<'_>| {
            matches!(s.action, Action::SubBlockIdx | Action::SubBlockNum)
                || passes(s) && s.number("split").unwrap_or(0) != 0
        };
        let steps = &self.program.steps;
        self.program.numerics.target.def().signals == SignalReach::OneCore
            && self.program.core_number.is_none()
            && steps.iter().any(passes)
            && !steps.iter().any(tells)
    }
}
