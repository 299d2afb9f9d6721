//! Cycles of PTO instructions by named models, and the timeline of a program on the pipes of its cores.
//!
//! [`to_html`] shows it as a page, [`to_gantt`] in a terminal, [`to_perfetto`] as trace events.
//! [`CostModel`] says what one execution of an instruction takes; [`Timeline`] is what a whole run looks like.
//! Numbers come from `crates/pto-cost/data/*.csv`, every row with its source; see [`CostData`].
//!
//! ```
//! use pto_cost::{CostData, CostModel, Model, Timing};
//! use pto_isa::{DType, Target, TileTy};
//! use pto_isa::sem::{Numerics, Semantics};
//! use pto_sim::{Execute, Launch, LaunchArg, InstrumentedProgram};
//!
//! let mut b = pto_ir::Module::builder();
//! let tile = b.ty(TileTy::vec(DType::F32, 16, 64));
//! b.func("f").arg("x", tile).body(|b, args| {
//!     b.op("tneg").ins([args[0]]).outs([args[0]]).end();
//! });
//! let module = b.finish().unwrap();
//! let (verified, _) = pto_check::verify(module, Target::A2A3, &Default::default()).unwrap();
//! let numerics = Numerics::new(Target::A2A3, Semantics::Manual);
//! let instrumented = InstrumentedProgram::decode(&verified, None, numerics).unwrap();
//!
//! let data = CostData::builtin();
//! let model = CostModel::new(Model::Calibrated, Target::A2A3, &data);
//! let timing = Timing { model: &model, data: &data, line_of: &|_| 1, auto: None, expand: false, hints: false };
//! let mut args = [LaunchArg::Bytes(vec![0; 16 * 64 * 4])];
//! let timeline = timing.run(&instrumented, &mut args, &Launch::default(), Execute::Control).unwrap();
//! assert_eq!(timeline.slices.len(), 1);
//! assert!(timeline.total_us() > 0.0);
//! ```

mod a2a3;
mod a5;
mod data;
mod depend;
mod documented;
mod engine;
mod estimate;
mod gantt;
mod hints;
mod html;
mod issue_stream;
mod json;
mod link;
mod lowered;
mod model;
mod notices;
mod perfetto;
mod statement;
mod summary;
mod threads;
mod timeline;
mod timing;
mod tracks;

pub use a5::VfCore;
pub use data::{CostData, DataError, Row, counts_work};
pub use estimate::{DeviceInst, ErrorClass, Estimate, Model, Provenance, ShapePath, Work};
pub use gantt::to_gantt;
pub use html::to_html;
pub use lowered::as_lowered;
pub use model::{CostModel, Machine};
pub use perfetto::to_perfetto;
pub use statement::StatementCost;
pub use summary::{InstructionRow, PipeRow, Summary};
pub use timeline::{
    BarrierCost, Cause, CoreTrack, Flow, Hint, Site, Slice, Stall, Timeline, WorkDone,
};
pub use timing::Timing;
pub use tracks::{counted, grouped};
