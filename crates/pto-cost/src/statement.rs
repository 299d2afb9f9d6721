//! What an instruction of a text takes, before any run: at the extents that its types state.

use crate::estimate::{DeviceInst, Estimate, Work};
use crate::model::CostModel;
use pto_analysis::facts::{constant, pipe_of};
use pto_ir::module::Node;
use pto_ir::{Module, ValueId};
use pto_isa::sem::{Arg, PtrAt, RegAt, RegTy, TileAt, ViewAt};
use pto_isa::{DType, Dim, Space, Type};
use smallvec::SmallVec;

/// No tile of a device has more bytes.
const MOST_BYTES: u64 = 1 << 26;
/// No count of an instruction, and no number of elements that one moves, is larger.
const MOST_COUNT: i64 = 1 << 26;

/// What a statement takes by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct StatementCost {
    /// The estimate.
    pub estimate: Estimate,
    /// Whether an extent is known at run time alone, and the largest was taken.
    pub at_most: bool,
}

impl CostModel {
    /// One execution of a statement by itself. Extents that are known at run time are taken at their largest; an operand
    /// whose value only a run knows makes it unknown.
    ///
    /// ```
    /// use pto_cost::{CostData, CostModel, Model};
    /// let text = "func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
    ///   pto.tneg ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
    ///   return
    /// }";
    /// let (module, _) = pto_ir::parse(text);
    /// let model = CostModel::new(Model::Calibrated, pto_isa::Target::A5, &CostData::builtin());
    /// let neg = module.nodes().find(|(_, n)| module.op_name(n) == "pto.tneg").unwrap().1;
    /// assert!(model.statement(&module, neg).unwrap().estimate.cycles() > 0.0);
    /// ```
    pub fn statement(&self, module: &Module, node: &Node) -> Option<StatementCost> {
        self.expanded(module, node, false)
    }

    /// The device instructions that a statement becomes, at the same extents; none where the model does not know them.
    ///
    /// ```
    /// use pto_cost::{CostData, CostModel, Model};
    /// let text = "func.func @f(%a: !pto.tile_buf<vec, 16x64xf32>) {
    ///   pto.tneg ins(%a : !pto.tile_buf<vec, 16x64xf32>) outs(%a : !pto.tile_buf<vec, 16x64xf32>)
    ///   return
    /// }";
    /// let (module, _) = pto_ir::parse(text);
    /// let model = CostModel::new(Model::Calibrated, pto_isa::Target::A2A3, &CostData::builtin());
    /// let neg = module.nodes().find(|(_, n)| module.op_name(n) == "pto.tneg").unwrap().1;
    /// assert_eq!(model.device_instructions(&module, neg)[0].name, "vmuls");
    /// ```
    pub fn device_instructions(&self, module: &Module, node: &Node) -> Vec<DeviceInst> {
        self.expanded(module, node, true).map_or_else(Vec::new, |cost| cost.estimate.expansion)
    }

    fn expanded(&self, module: &Module, node: &Node, expand: bool) -> Option<StatementCost> {
        let def = module.def(node)?;
        pipe_of(module, node, self.target())?;
        let mut at_most = false;
        let uses = module.operands(node).iter().map(|o| (o.slot, o.value));
        let results = module.results(node).map(|v| (module.value(v).slot, v));
        let all: SmallVec<[(u8, ValueId); 6]> = uses.chain(results).collect();
        let tile = all.iter().find_map(|&(_, v)| module.type_of(v)?.as_tile().copied());
        let mut args: SmallVec<[(u8, Arg); 6]> = SmallVec::new();
        for (slot, value) in all {
            let Some(ty) = module.type_of(value) else { continue };
            let arg = match ty {
                // Programs that are half typed may name anything; models are for what fits a device.
                Type::Tile(t) if t.size_bytes() > MOST_BYTES => return None,
                Type::Tile(t) => {
                    let mut of = |dim: Dim, whole: u32| {
                        at_most |= dim == Dim::Dynamic;
                        dim.known().unwrap_or(whole)
                    };
                    let valid = (of(t.valid_rows, t.rows), of(t.valid_cols, t.cols));
                    Some(Arg::Tile(TileAt::new(*t, valid, 0)))
                }
                Type::Scalar(_) | Type::Index => {
                    let dtype = ty.as_number().unwrap_or(DType::I64);
                    let known = constant(module, value).filter(|n| (0..MOST_COUNT).contains(n));
                    known.map(|n| Arg::Scalar(dtype, n as u64))
                }
                Type::Ptr { dtype, space } => Some(Arg::Ptr(PtrAt {
                    space: space.unwrap_or(Space::Gm),
                    buffer: 0,
                    addr: 0,
                    dtype: *dtype,
                })),
                Type::View { dims, dtype, .. } => {
                    let mut extents = [1i64; 5];
                    let known = dims.iter().all(|d| d.known().is_some()) && dims.len() <= 5;
                    if known {
                        for (to, d) in extents.iter_mut().rev().zip(dims.iter().rev()) {
                            *to = i64::from(d.known().unwrap_or(1));
                        }
                    } else {
                        at_most = true;
                        let t = tile?;
                        (extents[3], extents[4]) = (i64::from(t.rows), i64::from(t.cols));
                    }
                    let all = extents.iter().fold(1i64, |n, d| n.saturating_mul(*d));
                    if all > MOST_COUNT {
                        return None;
                    }
                    let mut strides = [1i64; 5];
                    for i in (0..4).rev() {
                        strides[i] = strides[i + 1].saturating_mul(extents[i + 1]);
                    }
                    let at = PtrAt { space: Space::Gm, buffer: 0, addr: 0, dtype: *dtype };
                    Some(Arg::View(ViewAt { at, dims: extents, strides }))
                }
                Type::Vreg { lanes, dtype } => Some(Arg::Reg(RegAt {
                    at: 0,
                    bytes: (lanes.saturating_mul(dtype.bits())) / 8,
                    ty: RegTy::Vec(*dtype),
                })),
                Type::Mask(w) => Some(Arg::Reg(RegAt { at: 0, bytes: 32, ty: RegTy::Mask(*w) })),
                _ => None,
            };
            args.extend(arg.map(|a| (slot, a)));
        }
        let (_, attrs) = pto_ir::args::args_of(module, node, &|v| constant(module, v));
        let work = Work { def, target: self.target(), args: &args, attrs: &attrs, expand };
        self.estimate(&work).map(|estimate| StatementCost { estimate, at_most })
    }
}
