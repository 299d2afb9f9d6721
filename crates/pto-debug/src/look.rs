//! Values as they are after an instruction: those it wrote, or one that is asked for by name.

use crate::moment::Moment;
use crate::pattern::Pattern;
use pto_ir::diag::Diagnostic;
use pto_ir::{Module, NodeId, ValueId};
use pto_isa::sem::exec::get_code;
use pto_isa::sem::{Arg, Grid, RegTy, Trap};
use pto_isa::{DType, Role, Sem, TileTy, Type};
use pto_sim::{
    CoreState, Execute, InstrumentedProgram, Launch, LaunchArg, Observer, Report, TraceRecord,
};

/// What a value holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The valid elements of a tile.
    Tile(TileTy, Grid),
    /// The lanes of a register, in one row.
    Register(Grid),
    /// A number.
    Number(DType, u64),
}

impl Content {
    /// What a value holds now; nothing for pointers and views.
    pub fn of(core: &CoreState<'_>, value: Arg) -> Option<Content> {
        match value {
            Arg::Tile(t) => Some(Content::Tile(t.ty, core.tile(&t)?)),
            Arg::Scalar(dtype, bits) => Some(Content::Number(dtype, bits)),
            Arg::Reg(r) => {
                let dtype = match r.ty {
                    RegTy::Vec(dtype) => dtype,
                    RegTy::Mask(_) | RegTy::LaneMask { .. } => DType::I1,
                    RegTy::Align => DType::U8,
                };
                let bytes = core.register(&r);
                let lanes = (bytes.len() as u32 * 8) / dtype.bits();
                let lane = |_, c: u32| get_code(bytes, dtype, u64::from(c * dtype.bits()));
                Some(Content::Register(Grid::new(dtype, (1, lanes), lane)))
            }
            Arg::Ptr(_) | Arg::View(_) => None,
        }
    }

    /// The elements: one for a number.
    pub fn elements(&self) -> Grid {
        match self {
            Content::Tile(_, grid) | Content::Register(grid) => grid.clone(),
            Content::Number(dtype, code) => Grid::filled(*dtype, (1, 1), *code),
        }
    }

    /// What it is, in words.
    pub fn title(&self) -> String {
        match self {
            Content::Tile(ty, grid) => format!("{ty}, valid {}x{}", grid.rows, grid.cols),
            Content::Register(grid) => format!("{} lanes of {}", grid.cols, grid.dtype),
            Content::Number(dtype, _) => dtype.to_string(),
        }
    }
}

/// A value after an instruction.
#[derive(Clone, Debug)]
pub struct Seen {
    /// When.
    pub when: Moment,
    /// The name of the value, without `%`.
    pub name: String,
    /// What it holds.
    pub content: Content,
}

/// Runs a kernel and shows the values that patterns ask for to `see`, which may end the run.
pub fn look(
    program: &InstrumentedProgram<'_>,
    args: &mut [LaunchArg],
    launch: &Launch,
    patterns: &[Pattern],
    see: &mut dyn FnMut(Seen) -> Result<(), Trap>,
) -> Result<Report, Box<Diagnostic>> {
    let mut looker = Looker { module: program.module(), patterns, see };
    program.run(args, launch, Execute::All, &mut looker)
}

struct Looker<'a> {
    module: &'a Module,
    patterns: &'a [Pattern],
    see: &'a mut dyn FnMut(Seen) -> Result<(), Trap>,
}

impl Observer for Looker<'_> {
    fn on_record(&mut self, _: &TraceRecord<'_>) -> Result<(), Trap> {
        Ok(())
    }

    fn on_done(&mut self, record: &TraceRecord<'_>, core: &CoreState<'_>) -> Result<(), Trap> {
        let when = Moment::of(self.module, record, core);
        let last_line = self.module.line(self.module.node(record.node).span.end);
        let meant: Vec<&Pattern> =
            self.patterns.iter().filter(|p| p.is_when(&when, last_line)).collect();
        if meant.is_empty() {
            return Ok(());
        }
        let mut values: Vec<(String, Arg)> = Vec::new();
        for id in written(self.module, record.node) {
            let name = self.module.sym(self.module.value(id).name);
            if meant.iter().any(|p| p.is_named(name))
                && let Some(value) = core.value_of(id)
            {
                values.push((name.into(), value));
            }
        }
        for name in meant.iter().filter_map(|p| p.exact_name()) {
            if values.iter().all(|v| v.0 != name)
                && let Some(value) = core.value(name)
            {
                values.push((name.into(), value));
            }
        }
        for (name, value) in values {
            if let Some(content) = Content::of(core, value) {
                (self.see)(Seen { when: when.clone(), name, content })?;
            }
        }
        Ok(())
    }
}

/// The values that an instruction writes: operands that are destinations, and results.
pub(crate) fn written(module: &Module, node: NodeId) -> Vec<ValueId> {
    let node = module.node(node);
    let Some(def) = module.def(node) else { return Vec::new() };
    let is_written = |slot: u8| {
        let role = def.operands.get(slot as usize).map(|o| o.role);
        matches!(role, Some(Role::Out | Role::InOut))
    };
    // What allocates a tile or gives it another name writes nothing into it.
    let is_named_only = |v: &ValueId| {
        matches!(def.sem, Sem::Machine) && matches!(module.type_of(*v), Some(Type::Tile(_)))
    };
    let operands = module.operands(node).iter().filter(|o| is_written(o.slot)).map(|o| o.value);
    let mut list: Vec<ValueId> = operands.chain(module.results(node)).collect();
    list.retain(|v| !is_named_only(v));
    list.dedup();
    list
}
