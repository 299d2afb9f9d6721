//! Transfers between devices: the latency of the link, and its bytes per cycle for one core or one DMA engine.

use crate::data::{CostData, Row};
use crate::estimate::{DeviceInst, ErrorClass, Estimate, Provenance, Work};
use pto_isa::sem::Arg;
use pto_isa::{Target, ops};

/// The numbers of a link.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    latency: f64,
    /// Through a tile of a core, and by a DMA engine.
    bytes_per_cycle: [f64; 2],
    provenance: Provenance,
}

impl Link {
    /// The link of a target, if it has numbers.
    pub fn new(target: Target, data: &CostData) -> Option<Link> {
        let row = |parameter: &str| -> Option<&Row> { data.get(target, "link", parameter) };
        let (latency, core, engine) =
            (row("latency")?, row("bytes_per_cycle")?, row("engine_bytes_per_cycle")?);
        let provenance = latency.provenance.max(core.provenance).max(engine.provenance);
        let bytes_per_cycle = [core.value, engine.value];
        Some(Link { latency: latency.value, bytes_per_cycle, provenance })
    }

    /// What a transfer takes; `None` for what does not say how much it transfers.
    pub fn estimate(&self, work: &Work<'_>) -> Option<Estimate> {
        let starts = [&ops::comm::comm_tput_async, &ops::comm::comm_tget_async];
        let by_engine = starts.into_iter().any(|def| work.def.is(def));
        let rate = self.bytes_per_cycle[usize::from(by_engine)];
        let occupancy_cycles = moved_bytes(work)? as f64 / rate.max(f64::MIN_POSITIVE);
        let mut expansion = Vec::new();
        if work.expand {
            expansion.push(DeviceInst {
                name: work.def.name,
                count: 1,
                repeats: 1,
                detail: format!(
                    "{} cycles to the other device, {rate} bytes per cycle",
                    self.latency
                ),
                cycles: self.latency + occupancy_cycles,
            });
        }
        Some(Estimate {
            latency_cycles: self.latency,
            occupancy_cycles,
            provenance: self.provenance,
            error: ErrorClass::Unknown,
            path: None,
            expansion,
        })
    }
}

/// Bytes that cross the link: those of the operand with the most, of a group all members.
fn moved_bytes(work: &Work<'_>) -> Option<u64> {
    let bytes = |arg: &Arg| match arg {
        Arg::View(v) => {
            let elements = v.dims.iter().fold(1u64, |n, &d| n.saturating_mul(d.max(0) as u64));
            elements.saturating_mul(v.at.dtype.bits().into()).div_ceil(8)
        }
        _ => 0,
    };
    let views = |slot: u8| work.args.iter().filter(move |a| a.0 == slot);
    let of_slot = |slot: u8| views(slot).map(|a| bytes(&a.1)).fold(0, u64::saturating_add);
    let most = (0..work.def.operands.len() as u8).map(of_slot).max();
    most.filter(|_| work.args.iter().any(|a| matches!(a.1, Arg::View(_))))
}
