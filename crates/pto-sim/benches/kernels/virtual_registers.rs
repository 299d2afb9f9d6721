//! Registers of any length against the same loop in registers of the device.

use crate::Row;
use crate::program::Kernel;

/// Iterations of the short run; the long one has three times as many.
const CALLS: usize = 200;

/// Elementwise sums of 64 lanes at a time.
pub fn add_loop(name: &'static str) -> Row {
    let own = Kernel::registers(
        "%x = pto.vmi.vload %a[%i] : !pto.ptr<f32, ub> -> !pto.vmi.vreg<64xf32>
         %y = pto.vmi.vload %b[%i] : !pto.ptr<f32, ub> -> !pto.vmi.vreg<64xf32>
         %z = pto.vmi.vadd %x, %y : !pto.vmi.vreg<64xf32>, !pto.vmi.vreg<64xf32> -> !pto.vmi.vreg<64xf32>
         pto.vmi.vstore %z, %d[%i] : !pto.vmi.vreg<64xf32>, !pto.ptr<f32, ub>",
    );
    let device = Kernel::registers(
        "%x = pto.vlds %a[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %y = pto.vlds %b[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %z = pto.vadd %x, %y, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
         pto.vsts %z, %d[%i], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>",
    );
    ratio(name, own, device)
}

/// Products and sums of 64 lanes at a time.
pub fn fused_loop(name: &'static str) -> Row {
    let own = Kernel::registers(
        "%x = pto.vmi.vload %a[%i] : !pto.ptr<f32, ub> -> !pto.vmi.vreg<64xf32>
         %y = pto.vmi.vload %b[%i] : !pto.ptr<f32, ub> -> !pto.vmi.vreg<64xf32>
         %p = pto.vmi.vmul %x, %y : !pto.vmi.vreg<64xf32>, !pto.vmi.vreg<64xf32> -> !pto.vmi.vreg<64xf32>
         %z = pto.vmi.vadd %p, %y : !pto.vmi.vreg<64xf32>, !pto.vmi.vreg<64xf32> -> !pto.vmi.vreg<64xf32>
         pto.vmi.vstore %z, %d[%i] : !pto.vmi.vreg<64xf32>, !pto.ptr<f32, ub>",
    );
    let device = Kernel::registers(
        "%x = pto.vlds %a[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %y = pto.vlds %b[%i] : !pto.ptr<f32, ub> -> !pto.vreg<64xf32>
         %p = pto.vmul %x, %y, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
         %z = pto.vadd %p, %y, %all : !pto.vreg<64xf32>, !pto.vreg<64xf32>, !pto.mask<b32> -> !pto.vreg<64xf32>
         pto.vsts %z, %d[%i], %all : !pto.vreg<64xf32>, !pto.ptr<f32, ub>, !pto.mask<b32>",
    );
    ratio(name, own, device)
}

/// Nanoseconds of a call of each, in turn; what a run costs besides is taken off.
fn ratio(name: &'static str, own: Kernel, device: Kernel) -> Row {
    let mut kernels = [own, device];
    let mut best = [[f64::INFINITY; 2]; 2];
    for _ in 0..60 {
        for (kernel, best) in kernels.iter_mut().zip(&mut best) {
            best[0] = best[0].min(kernel.time(CALLS));
            best[1] = best[1].min(kernel.time(3 * CALLS));
        }
    }
    let nanos = best.map(|[short, long]| (long - short) / (2 * CALLS) as f64);
    Row { name, limit: 1.5, ratio: nanos[0] / nanos[1], nanos: nanos[0] }
}
