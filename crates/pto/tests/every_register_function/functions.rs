//! Every function on registers, called once.

// Written by `cargo xtask gen`. Do not edit.

use crate::Sources;
use pto::prelude::*;
use pto::{Result, vector};

/// Names, targets that have them, and a call.
pub type Function = (&'static str, &'static [Target], fn(&Sources) -> Result<()>);

pub const FUNCTIONS: &[Function] = &[
    ("pset_b8", &[Target::CPU, Target::A2A3, Target::A5], pset_b8),
    ("pset_b16", &[Target::CPU, Target::A2A3, Target::A5], pset_b16),
    ("pset_b32", &[Target::CPU, Target::A2A3, Target::A5], pset_b32),
    ("pge_b8", &[Target::CPU, Target::A2A3, Target::A5], pge_b8),
    ("pge_b8_bound", &[Target::CPU, Target::A2A3, Target::A5], pge_b8_bound),
    ("pge_b16", &[Target::CPU, Target::A2A3, Target::A5], pge_b16),
    ("pge_b16_bound", &[Target::CPU, Target::A2A3, Target::A5], pge_b16_bound),
    ("pge_b32", &[Target::CPU, Target::A2A3, Target::A5], pge_b32),
    ("pge_b32_bound", &[Target::CPU, Target::A2A3, Target::A5], pge_b32_bound),
    ("plt_b8", &[Target::CPU, Target::A2A3, Target::A5], plt_b8),
    ("plt_b16", &[Target::CPU, Target::A2A3, Target::A5], plt_b16),
    ("plt_b32", &[Target::CPU, Target::A2A3, Target::A5], plt_b32),
    ("pltm_b8", &[Target::CPU, Target::A5], pltm_b8),
    ("pltm_b16", &[Target::CPU, Target::A5], pltm_b16),
    ("pltm_b32", &[Target::CPU, Target::A5], pltm_b32),
    ("pintlv_b8", &[Target::CPU, Target::A2A3, Target::A5], pintlv_b8),
    ("pintlv_b16", &[Target::CPU, Target::A2A3, Target::A5], pintlv_b16),
    ("pintlv_b32", &[Target::CPU, Target::A2A3, Target::A5], pintlv_b32),
    ("pdintlv_b8", &[Target::CPU, Target::A2A3, Target::A5], pdintlv_b8),
    ("pdintlv_b16", &[Target::CPU, Target::A2A3, Target::A5], pdintlv_b16),
    ("pdintlv_b32", &[Target::CPU, Target::A2A3, Target::A5], pdintlv_b32),
    ("pand", &[Target::CPU, Target::A2A3, Target::A5], pand),
    ("por", &[Target::CPU, Target::A2A3, Target::A5], por),
    ("pxor", &[Target::CPU, Target::A2A3, Target::A5], pxor),
    ("pnot", &[Target::CPU, Target::A2A3, Target::A5], pnot),
    ("psel", &[Target::CPU, Target::A2A3, Target::A5], psel),
    ("psel_mask", &[Target::CPU, Target::A2A3, Target::A5], psel_mask),
    ("ppack", &[Target::CPU, Target::A2A3, Target::A5], ppack),
    ("punpack", &[Target::CPU, Target::A2A3, Target::A5], punpack),
    ("pld", &[Target::CPU, Target::A2A3, Target::A5], pld),
    ("pldi", &[Target::CPU, Target::A2A3, Target::A5], pldi),
    ("pldi_post", &[Target::CPU, Target::A2A3, Target::A5], pldi_post),
    ("plds", &[Target::CPU, Target::A2A3, Target::A5], plds),
    ("plds_post", &[Target::CPU, Target::A2A3, Target::A5], plds_post),
    ("plds_offset_dist", &[Target::CPU, Target::A2A3, Target::A5], plds_offset_dist),
    ("plds_offset_post_dist", &[Target::CPU, Target::A2A3, Target::A5], plds_offset_post_dist),
    ("pst", &[Target::CPU, Target::A2A3, Target::A5], pst),
    ("psti", &[Target::CPU, Target::A2A3, Target::A5], psti),
    ("psti_post", &[Target::CPU, Target::A2A3, Target::A5], psti_post),
    ("psts", &[Target::CPU, Target::A2A3, Target::A5], psts),
    ("psts_post", &[Target::CPU, Target::A2A3, Target::A5], psts_post),
    ("psts_offset_dist", &[Target::CPU, Target::A2A3, Target::A5], psts_offset_dist),
    ("psts_offset_post_dist", &[Target::CPU, Target::A2A3, Target::A5], psts_offset_post_dist),
    ("pstu", &[Target::CPU, Target::A2A3, Target::A5], pstu),
    ("init_align", &[Target::CPU, Target::A2A3, Target::A5], init_align),
    ("sprclr", &[Target::CPU, Target::A2A3, Target::A5], sprclr),
    ("sprsti", &[Target::CPU, Target::A2A3, Target::A5], sprsti),
    ("sprsti_post", &[Target::CPU, Target::A2A3, Target::A5], sprsti_post),
    ("sprsts", &[Target::CPU, Target::A2A3, Target::A5], sprsts),
    ("sprsts_post", &[Target::CPU, Target::A2A3, Target::A5], sprsts_post),
    ("vadd", &[Target::CPU, Target::A2A3, Target::A5], vadd),
    ("vsub", &[Target::CPU, Target::A2A3, Target::A5], vsub),
    ("vmul", &[Target::CPU, Target::A2A3, Target::A5], vmul),
    ("vdiv", &[Target::CPU, Target::A2A3, Target::A5], vdiv),
    ("vmax", &[Target::CPU, Target::A2A3, Target::A5], vmax),
    ("vmin", &[Target::CPU, Target::A2A3, Target::A5], vmin),
    ("vand", &[Target::CPU, Target::A2A3, Target::A5], vand),
    ("vor", &[Target::CPU, Target::A2A3, Target::A5], vor),
    ("vxor", &[Target::CPU, Target::A2A3, Target::A5], vxor),
    ("vshl", &[Target::CPU, Target::A2A3, Target::A5], vshl),
    ("vshr", &[Target::CPU, Target::A2A3, Target::A5], vshr),
    ("vaddc", &[Target::CPU, Target::A2A3, Target::A5], vaddc),
    ("vsubc", &[Target::CPU, Target::A2A3, Target::A5], vsubc),
    ("vcmp", &[Target::CPU, Target::A2A3, Target::A5], vcmp),
    ("vcmps", &[Target::CPU, Target::A2A3, Target::A5], vcmps),
    ("vsel", &[Target::CPU, Target::A2A3, Target::A5], vsel),
    ("vselr", &[Target::CPU, Target::A5], vselr),
    ("vselr_mask", &[Target::CPU, Target::A5], vselr_mask),
    ("vselrv2", &[Target::CPU, Target::A5], vselrv2),
    ("vselrv2_mask", &[Target::CPU, Target::A5], vselrv2_mask),
    ("vcvt", &[Target::CPU, Target::A2A3, Target::A5], vcvt),
    ("vcvt_with", &[Target::CPU, Target::A2A3, Target::A5], vcvt_with),
    ("vtrc", &[Target::CPU, Target::A2A3, Target::A5], vtrc),
    ("vtrc_mask", &[Target::CPU, Target::A2A3, Target::A5], vtrc_mask),
    ("vci", &[Target::CPU, Target::A2A3, Target::A5], vci),
    ("vci_order", &[Target::CPU, Target::A2A3, Target::A5], vci_order),
    ("vci_mask", &[Target::CPU, Target::A2A3, Target::A5], vci_mask),
    ("vci_mask_order", &[Target::CPU, Target::A2A3, Target::A5], vci_mask_order),
    ("vbitcast", &[Target::CPU, Target::A2A3, Target::A5], vbitcast),
    ("pbitcast", &[Target::CPU, Target::A2A3, Target::A5], pbitcast),
    ("vmulscvt", &[Target::CPU, Target::A5], vmulscvt),
    ("vbr", &[Target::CPU, Target::A2A3, Target::A5], vbr),
    ("vdup", &[Target::CPU, Target::A2A3, Target::A5], vdup),
    ("vdup_scalar", &[Target::CPU, Target::A2A3, Target::A5], vdup_scalar),
    ("vdup_position", &[Target::CPU, Target::A2A3, Target::A5], vdup_position),
    ("vdup_mask", &[Target::CPU, Target::A2A3, Target::A5], vdup_mask),
    ("vdup_mask_scalar", &[Target::CPU, Target::A2A3, Target::A5], vdup_mask_scalar),
    ("vdup_mask_position", &[Target::CPU, Target::A2A3, Target::A5], vdup_mask_position),
    ("vlds", &[Target::CPU, Target::A2A3, Target::A5], vlds),
    ("vlds_dist", &[Target::CPU, Target::A2A3, Target::A5], vlds_dist),
    ("vlds_post", &[Target::CPU, Target::A2A3, Target::A5], vlds_post),
    ("vlds_post_dist", &[Target::CPU, Target::A2A3, Target::A5], vlds_post_dist),
    ("vldsx2", &[Target::CPU, Target::A2A3, Target::A5], vldsx2),
    ("vldsx2_post", &[Target::CPU, Target::A2A3, Target::A5], vldsx2_post),
    ("vldas", &[Target::CPU, Target::A5], vldas),
    ("vldus", &[Target::CPU, Target::A5], vldus),
    ("vldus_increment", &[Target::CPU, Target::A5], vldus_increment),
    ("vldus_post", &[Target::CPU, Target::A5], vldus_post),
    ("vldus_increment_post", &[Target::CPU, Target::A5], vldus_increment_post),
    ("uvld", &[Target::CPU, Target::A5], uvld),
    ("vsld", &[Target::CPU, Target::A2A3, Target::A5], vsld),
    ("vsldb", &[Target::CPU, Target::A2A3, Target::A5], vsldb),
    ("vsldb_repeat_stride", &[Target::CPU, Target::A2A3, Target::A5], vsldb_repeat_stride),
    ("vsldb_post", &[Target::CPU, Target::A2A3, Target::A5], vsldb_post),
    ("vsldb_repeat_stride_post", &[Target::CPU, Target::A2A3, Target::A5], vsldb_repeat_stride_post),
    ("vgather2", &[Target::CPU, Target::A2A3, Target::A5], vgather2),
    ("vgather2_active_lanes", &[Target::CPU, Target::A2A3, Target::A5], vgather2_active_lanes),
    ("vgatherb", &[Target::CPU, Target::A2A3, Target::A5], vgatherb),
    ("vgatherb_active_lanes", &[Target::CPU, Target::A2A3, Target::A5], vgatherb_active_lanes),
    ("vgather2_bc", &[Target::CPU, Target::A2A3, Target::A5], vgather2_bc),
    ("vintlv", &[Target::CPU, Target::A2A3, Target::A5], vintlv),
    ("vdintlv", &[Target::CPU, Target::A2A3, Target::A5], vdintlv),
    ("vintlvv2", &[Target::CPU, Target::A2A3, Target::A5], vintlvv2),
    ("vdintlvv2", &[Target::CPU, Target::A2A3, Target::A5], vdintlvv2),
    ("vpack", &[Target::CPU], vpack),
    ("vpack_half", &[Target::CPU], vpack_half),
    ("vpack_src1_part", &[Target::CPU], vpack_src1_part),
    ("vpack_half_part", &[Target::CPU], vpack_half_part),
    ("vpack_src1_half", &[Target::CPU], vpack_src1_half),
    ("vpack_src1_half_part", &[Target::CPU], vpack_src1_half_part),
    ("vsunpack", &[Target::CPU, Target::A2A3, Target::A5], vsunpack),
    ("vzunpack", &[Target::CPU, Target::A2A3, Target::A5], vzunpack),
    ("vperm", &[Target::CPU, Target::A2A3, Target::A5], vperm),
    ("vshift", &[Target::CPU, Target::A2A3, Target::A5], vshift),
    ("vslide", &[Target::CPU, Target::A2A3, Target::A5], vslide),
    ("vsqz", &[Target::CPU, Target::A2A3, Target::A5], vsqz),
    ("vusqz", &[Target::CPU, Target::A2A3, Target::A5], vusqz),
    ("vusqz_src", &[Target::CPU, Target::A2A3, Target::A5], vusqz_src),
    ("vcadd", &[Target::CPU, Target::A2A3, Target::A5], vcadd),
    ("vcgadd", &[Target::CPU, Target::A2A3, Target::A5], vcgadd),
    ("vcgmax", &[Target::CPU, Target::A2A3, Target::A5], vcgmax),
    ("vcgmin", &[Target::CPU, Target::A2A3, Target::A5], vcgmin),
    ("vcmax", &[Target::CPU, Target::A2A3, Target::A5], vcmax),
    ("vcmin", &[Target::CPU, Target::A2A3, Target::A5], vcmin),
    ("vcpadd", &[Target::CPU, Target::A2A3, Target::A5], vcpadd),
    ("vcbmax", &[Target::CPU, Target::A5], vcbmax),
    ("vcbmin", &[Target::CPU, Target::A5], vcbmin),
    ("vadds", &[Target::CPU, Target::A2A3, Target::A5], vadds),
    ("vsubs", &[Target::CPU, Target::A2A3, Target::A5], vsubs),
    ("vmuls", &[Target::CPU, Target::A2A3, Target::A5], vmuls),
    ("vmaxs", &[Target::CPU, Target::A2A3, Target::A5], vmaxs),
    ("vmins", &[Target::CPU, Target::A2A3, Target::A5], vmins),
    ("vlrelu", &[Target::CPU, Target::A2A3, Target::A5], vlrelu),
    ("vands", &[Target::CPU, Target::A2A3, Target::A5], vands),
    ("vors", &[Target::CPU, Target::A2A3, Target::A5], vors),
    ("vxors", &[Target::CPU, Target::A2A3, Target::A5], vxors),
    ("vshls", &[Target::CPU, Target::A2A3, Target::A5], vshls),
    ("vshrs", &[Target::CPU, Target::A2A3, Target::A5], vshrs),
    ("vaddcs", &[Target::CPU, Target::A2A3, Target::A5], vaddcs),
    ("vsubcs", &[Target::CPU, Target::A2A3, Target::A5], vsubcs),
    ("vaddrelu", &[Target::CPU, Target::A2A3, Target::A5], vaddrelu),
    ("vsubrelu", &[Target::CPU, Target::A2A3, Target::A5], vsubrelu),
    ("vaddreluconv", &[Target::CPU, Target::A2A3, Target::A5], vaddreluconv),
    ("vaddreluconv_mask", &[Target::CPU, Target::A2A3, Target::A5], vaddreluconv_mask),
    ("vmulconv", &[Target::CPU, Target::A2A3, Target::A5], vmulconv),
    ("vmulconv_mask", &[Target::CPU, Target::A2A3, Target::A5], vmulconv_mask),
    ("vaxpy", &[Target::CPU, Target::A2A3, Target::A5], vaxpy),
    ("vmula", &[Target::CPU, Target::A2A3, Target::A5], vmula),
    ("vmadd", &[Target::CPU, Target::A5], vmadd),
    ("vmull", &[Target::CPU, Target::A2A3, Target::A5], vmull),
    ("vmull_third", &[Target::CPU, Target::A2A3, Target::A5], vmull_third),
    ("vmull_high", &[Target::CPU, Target::A2A3, Target::A5], vmull_high),
    ("vmull_third_high", &[Target::CPU, Target::A2A3, Target::A5], vmull_third_high),
    ("vprelu", &[Target::CPU, Target::A2A3, Target::A5], vprelu),
    ("vexpdif", &[Target::CPU, Target::A2A3, Target::A5], vexpdif),
    ("vexpdif_part", &[Target::CPU, Target::A2A3, Target::A5], vexpdif_part),
    ("vexpdif_mask", &[Target::CPU, Target::A2A3, Target::A5], vexpdif_mask),
    ("vexpdif_mask_part", &[Target::CPU, Target::A2A3, Target::A5], vexpdif_mask_part),
    ("vbitsort", &[Target::CPU, Target::A2A3, Target::A5], vbitsort),
    ("vmrgsort4", &[Target::CPU, Target::A2A3, Target::A5], vmrgsort4),
    ("dhistv2", &[Target::CPU, Target::A5], dhistv2),
    ("chistv2", &[Target::CPU, Target::A5], chistv2),
    ("vsts", &[Target::CPU, Target::A2A3, Target::A5], vsts),
    ("vsts_dist", &[Target::CPU, Target::A2A3, Target::A5], vsts_dist),
    ("vsts_post", &[Target::CPU, Target::A2A3, Target::A5], vsts_post),
    ("vsts_post_dist", &[Target::CPU, Target::A2A3, Target::A5], vsts_post_dist),
    ("vstsx2", &[Target::CPU, Target::A2A3, Target::A5], vstsx2),
    ("vsst", &[Target::CPU, Target::A2A3, Target::A5], vsst),
    ("vsstb", &[Target::CPU, Target::A2A3, Target::A5], vsstb),
    ("vsstb_repeat_stride", &[Target::CPU, Target::A2A3, Target::A5], vsstb_repeat_stride),
    ("vsstb_post", &[Target::CPU, Target::A2A3, Target::A5], vsstb_post),
    ("vsstb_repeat_stride_post", &[Target::CPU, Target::A2A3, Target::A5], vsstb_repeat_stride_post),
    ("vscatter", &[Target::CPU, Target::A2A3, Target::A5], vscatter),
    ("vscatter_active_lanes", &[Target::CPU, Target::A2A3, Target::A5], vscatter_active_lanes),
    ("vsta", &[Target::CPU, Target::A5], vsta),
    ("vstas", &[Target::CPU, Target::A5], vstas),
    ("vstas_post", &[Target::CPU, Target::A5], vstas_post),
    ("vstar", &[Target::CPU, Target::A5], vstar),
    ("vstu", &[Target::CPU, Target::A5], vstu),
    ("vstus", &[Target::CPU, Target::A5], vstus),
    ("vstus_mode", &[Target::CPU, Target::A5], vstus_mode),
    ("vstus_post", &[Target::CPU, Target::A5], vstus_post),
    ("vstus_post_mode", &[Target::CPU, Target::A5], vstus_post_mode),
    ("vstur", &[Target::CPU, Target::A5], vstur),
    ("vabs", &[Target::CPU, Target::A2A3, Target::A5], vabs),
    ("vneg", &[Target::CPU, Target::A2A3, Target::A5], vneg),
    ("vexp", &[Target::CPU, Target::A2A3, Target::A5], vexp),
    ("vln", &[Target::CPU, Target::A2A3, Target::A5], vln),
    ("vsqrt", &[Target::CPU, Target::A2A3, Target::A5], vsqrt),
    ("vrsqrt", &[Target::CPU, Target::A2A3, Target::A5], vrsqrt),
    ("vrec", &[Target::CPU, Target::A2A3, Target::A5], vrec),
    ("vrelu", &[Target::CPU, Target::A2A3, Target::A5], vrelu),
    ("vnot", &[Target::CPU, Target::A2A3, Target::A5], vnot),
    ("vbcnt", &[Target::CPU, Target::A2A3, Target::A5], vbcnt),
    ("vcls", &[Target::CPU, Target::A2A3, Target::A5], vcls),
    ("vmov", &[Target::CPU, Target::A2A3, Target::A5], vmov),
    ("vmov_mask", &[Target::CPU, Target::A2A3, Target::A5], vmov_mask),
];

fn pset_b8(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Mask<B8> = vector::pset_b8(Pattern::All)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pset_b16(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Mask<B16> = vector::pset_b16(Pattern::All)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pset_b32(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Mask<B32> = vector::pset_b32(Pattern::All)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pge_b8(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Mask<B8> = vector::pge_b8(Pattern::All)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pge_b8_bound(s: &Sources) -> Result<()> {
    vecscope(|| {
        let bound = 1i32;
        let result: Mask<B8> = vector::pge_b8_bound(bound)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pge_b16(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Mask<B16> = vector::pge_b16(Pattern::All)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pge_b16_bound(s: &Sources) -> Result<()> {
    vecscope(|| {
        let bound = 1i32;
        let result: Mask<B16> = vector::pge_b16_bound(bound)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pge_b32(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Mask<B32> = vector::pge_b32(Pattern::All)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pge_b32_bound(s: &Sources) -> Result<()> {
    vecscope(|| {
        let bound = 1i32;
        let result: Mask<B32> = vector::pge_b32_bound(bound)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn plt_b8(s: &Sources) -> Result<()> {
    vecscope(|| {
        let scalar = 1i32;
        let (mask, scalar_out): (Mask<B8>, i32) = vector::plt_b8(scalar)?;
        s.keep(mask)?;
        s.keep(scalar_out)?;
        Ok(())
    })?;
    Ok(())
}

fn plt_b16(s: &Sources) -> Result<()> {
    vecscope(|| {
        let scalar = 1i32;
        let (mask, scalar_out): (Mask<B16>, i32) = vector::plt_b16(scalar)?;
        s.keep(mask)?;
        s.keep(scalar_out)?;
        Ok(())
    })?;
    Ok(())
}

fn plt_b32(s: &Sources) -> Result<()> {
    vecscope(|| {
        let scalar = 1i32;
        let (mask, scalar_out): (Mask<B32>, i32) = vector::plt_b32(scalar)?;
        s.keep(mask)?;
        s.keep(scalar_out)?;
        Ok(())
    })?;
    Ok(())
}

fn pltm_b8(s: &Sources) -> Result<()> {
    vecscope(|| {
        let loop_index = 1i16;
        let bound = 1i32;
        let mask: Mask<B8> = vector::pltm_b8(loop_index, bound)?;
        s.keep(mask)?;
        Ok(())
    })?;
    Ok(())
}

fn pltm_b16(s: &Sources) -> Result<()> {
    vecscope(|| {
        let loop_index = 1i16;
        let bound = 1i32;
        let mask: Mask<B16> = vector::pltm_b16(loop_index, bound)?;
        s.keep(mask)?;
        Ok(())
    })?;
    Ok(())
}

fn pltm_b32(s: &Sources) -> Result<()> {
    vecscope(|| {
        let loop_index = 1i16;
        let bound = 1i32;
        let mask: Mask<B32> = vector::pltm_b32(loop_index, bound)?;
        s.keep(mask)?;
        Ok(())
    })?;
    Ok(())
}

fn pintlv_b8(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let (low, high): (Mask<B8>, Mask<B8>) = vector::pintlv_b8(&src0, &src1)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn pintlv_b16(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B16> = s.mask()?;
        let src1: Mask<B16> = s.mask()?;
        let (low, high): (Mask<B16>, Mask<B16>) = vector::pintlv_b16(&src0, &src1)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn pintlv_b32(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B32> = s.mask()?;
        let src1: Mask<B32> = s.mask()?;
        let (low, high): (Mask<B32>, Mask<B32>) = vector::pintlv_b32(&src0, &src1)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn pdintlv_b8(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let (low, high): (Mask<B8>, Mask<B8>) = vector::pdintlv_b8(&src0, &src1)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn pdintlv_b16(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B16> = s.mask()?;
        let src1: Mask<B16> = s.mask()?;
        let (low, high): (Mask<B16>, Mask<B16>) = vector::pdintlv_b16(&src0, &src1)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn pdintlv_b32(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B32> = s.mask()?;
        let src1: Mask<B32> = s.mask()?;
        let (low, high): (Mask<B32>, Mask<B32>) = vector::pdintlv_b32(&src0, &src1)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn pand(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let mask: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::pand(&src0, &src1, &mask)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn por(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let mask: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::por(&src0, &src1, &mask)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn pxor(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let mask: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::pxor(&src0, &src1, &mask)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn pnot(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Mask<B8> = s.mask()?;
        let mask: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::pnot(&src, &mask)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn psel(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let sel: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::psel(&src0, &src1, &sel)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn psel_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Mask<B8> = s.mask()?;
        let src1: Mask<B8> = s.mask()?;
        let sel: Mask<B8> = s.mask()?;
        let mask: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::psel_mask(&src0, &src1, &sel, &mask)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn ppack(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::ppack(&src, Half::Lower)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn punpack(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Mask<B8> = s.mask()?;
        let dst: Mask<B8> = vector::punpack(&src, Half::Lower)?;
        s.keep(dst)?;
        Ok(())
    })?;
    Ok(())
}

fn pld(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let areg = 0usize;
        let result: Mask<B8> = vector::pld(&source, areg, PldDist::Norm)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pldi(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let result: Mask<B8> = vector::pldi(&source, offset, PldDist::Norm)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pldi_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let (result, updated_base): (Mask<B8>, UbPtr<f32>) = vector::pldi_post(&source, offset, PldDist::Norm)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn plds(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let result: Mask<B8> = vector::plds(&source)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn plds_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let (result, updated_base): (Mask<B8>, UbPtr<f32>) = vector::plds_post(&source)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn plds_offset_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let result: Mask<B8> = vector::plds_offset_dist(&source, offset, PldDist::Norm)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn plds_offset_post_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let (result, updated_base): (Mask<B8>, UbPtr<f32>) = vector::plds_offset_post_dist(&source, offset, PldDist::Norm)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn pst(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        let areg = 0usize;
        vector::pst(&value, &destination, areg, PstDist::Norm)?;
        Ok(())
    })?;
    Ok(())
}

fn psti(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        vector::psti(&value, &destination, offset, PstDist::Norm)?;
        Ok(())
    })?;
    Ok(())
}

fn psti_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        let updated_base: UbPtr<f32> = vector::psti_post(&value, &destination, offset, PstDist::Norm)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn psts(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        vector::psts(&value, &destination)?;
        Ok(())
    })?;
    Ok(())
}

fn psts_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        let updated_base: UbPtr<f32> = vector::psts_post(&value, &destination)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn psts_offset_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        vector::psts_offset_dist(&value, &destination, offset, PstDist::Norm)?;
        Ok(())
    })?;
    Ok(())
}

fn psts_offset_post_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Mask<B8> = s.mask()?;
        let destination: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        let updated_base: UbPtr<f32> = vector::psts_offset_post_dist(&value, &destination, offset, PstDist::Norm)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn pstu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let value: Mask<B8> = s.mask()?;
        let base: UbPtr<f32> = s.pointer(2)?;
        let (align_out, base_out): (Align, UbPtr<f32>) = vector::pstu(align_in, &value, &base)?;
        s.keep(align_out)?;
        s.keep(base_out)?;
        Ok(())
    })?;
    Ok(())
}

fn init_align(s: &Sources) -> Result<()> {
    vecscope(|| {
        let result: Align = vector::init_align()?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn sprclr(_: &Sources) -> Result<()> {
    vecscope(|| {
        vector::sprclr(Spr::Ar)?;
        Ok(())
    })?;
    Ok(())
}

fn sprsti(s: &Sources) -> Result<()> {
    vecscope(|| {
        let destination: UbPtr<i32> = s.pointer(0)?;
        let offset = 1i32;
        vector::sprsti(&destination, offset, Spr::Ar)?;
        Ok(())
    })?;
    Ok(())
}

fn sprsti_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let destination: UbPtr<i32> = s.pointer(0)?;
        let offset = 1i32;
        let updated_base: UbPtr<i32> = vector::sprsti_post(&destination, offset, Spr::Ar)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn sprsts(s: &Sources) -> Result<()> {
    vecscope(|| {
        let destination: UbPtr<i32> = s.pointer(0)?;
        let offset = 1i32;
        vector::sprsts(&destination, offset, Spr::Ar)?;
        Ok(())
    })?;
    Ok(())
}

fn sprsts_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let destination: UbPtr<i32> = s.pointer(0)?;
        let offset = 1i32;
        let updated_base: UbPtr<i32> = vector::sprsts_post(&destination, offset, Spr::Ar)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vadd(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vadd(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsub(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsub(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmul(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmul(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdiv(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vdiv(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmax(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmax(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmin(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmin(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vand(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vand(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vor(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vor(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vxor(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vxor(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vshl(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vshl(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vshr(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vshr(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vaddc(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let (result, carry): (Vreg<i32>, Mask<B32>) = vector::vaddc(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        s.keep(carry)?;
        Ok(())
    })?;
    Ok(())
}

fn vsubc(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let (result, borrow): (Vreg<i32>, Mask<B32>) = vector::vsubc(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        s.keep(borrow)?;
        Ok(())
    })?;
    Ok(())
}

fn vcmp(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<f32> = s.register()?;
        let seed: Mask<B32> = s.mask()?;
        let result: Mask<B32> = vector::vcmp(&src0, &src1, &seed, CmpMode::Eq)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcmps(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let seed: Mask<B32> = s.mask()?;
        let result: Mask<B32> = vector::vcmps(&src, scalar, &seed, CmpMode::Eq)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsel(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsel(&src0, &src1, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vselr(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<i32> = s.register()?;
        let result: Vreg<f32> = vector::vselr(&src0, &src1)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vselr_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vselr_mask(&src0, &src1, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vselrv2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<i32> = s.register()?;
        let result: Vreg<f32> = vector::vselrv2(&src0, &src1)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vselrv2_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vselrv2_mask(&src0, &src1, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcvt(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f16> = vector::vcvt(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcvt_with(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f16> = vector::vcvt_with(&input, &mask, Default::default())?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vtrc(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vtrc(&input, RoundMode::R)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vtrc_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vtrc_mask(&input, &mask, RoundMode::R)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vci(s: &Sources) -> Result<()> {
    vecscope(|| {
        let index = 1.5f32;
        let result: Vreg<f32> = vector::vci(index)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vci_order(s: &Sources) -> Result<()> {
    vecscope(|| {
        let index = 1.5f32;
        let result: Vreg<f32> = vector::vci_order(index, VciOrder::Asc)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vci_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let index = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vci_mask(index, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vci_mask_order(s: &Sources) -> Result<()> {
    vecscope(|| {
        let index = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vci_mask_order(index, &mask, VciOrder::Asc)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vbitcast(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vbitcast(&input)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn pbitcast(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Mask<B8> = s.mask()?;
        let result: Mask<B8> = vector::pbitcast(&input)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmulscvt(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f16> = vector::vmulscvt(&input, scalar, &mask, VmulscvtRnd::A, Part::Even)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vbr(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value = 1.5f32;
        let result: Vreg<f32> = vector::vbr(value)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdup(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vdup(&input)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdup_scalar(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input = 1.5f32;
        let result: Vreg<f32> = vector::vdup_scalar(input)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdup_position(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vdup_position(&input, Position::Lowest)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdup_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vdup_mask(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdup_mask_scalar(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vdup_mask_scalar(input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdup_mask_position(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vdup_mask_position(&input, &mask, Position::Lowest)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vlds(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let result: Vreg<f32> = vector::vlds(&source, offset)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vlds_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let result: Vreg<f32> = vector::vlds_dist(&source, offset, VldsDist::Norm)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vlds_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let (result, updated_base): (Vreg<f32>, UbPtr<f32>) = vector::vlds_post(&source, offset)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vlds_post_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let (result, updated_base): (Vreg<f32>, UbPtr<f32>) = vector::vlds_post_dist(&source, offset, VldsDist::Norm)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vldsx2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let (low, high): (Vreg<f32>, Vreg<f32>) = vector::vldsx2(&source, offset, Vldsx2Dist::DintlvB8)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn vldsx2_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let (low, high, updated_base): (Vreg<f32>, Vreg<f32>, UbPtr<f32>) = vector::vldsx2_post(&source, offset, Vldsx2Dist::DintlvB8)?;
        s.keep(low)?;
        s.keep(high)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vldas(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let result: Align = vector::vldas(&source)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vldus(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let align = s.loads()?;
        let (result, updated_align): (Vreg<f32>, Align) = vector::vldus(&source, align)?;
        s.keep(result)?;
        s.keep(updated_align)?;
        Ok(())
    })?;
    Ok(())
}

fn vldus_increment(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let align = s.loads()?;
        let increment = 0usize;
        let (result, updated_align): (Vreg<f32>, Align) = vector::vldus_increment(&source, align, increment)?;
        s.keep(result)?;
        s.keep(updated_align)?;
        Ok(())
    })?;
    Ok(())
}

fn vldus_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let align = s.loads()?;
        let (result, updated_align, updated_base): (Vreg<f32>, Align, UbPtr<f32>) = vector::vldus_post(&source, align)?;
        s.keep(result)?;
        s.keep(updated_align)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vldus_increment_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let align = s.loads()?;
        let increment = 0usize;
        let (result, updated_align, updated_base): (Vreg<f32>, Align, UbPtr<f32>) = vector::vldus_increment_post(&source, align, increment)?;
        s.keep(result)?;
        s.keep(updated_align)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn uvld(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let result: Vreg<f32> = vector::uvld(&source, offset)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsld(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offset = 0usize;
        let result: Vreg<f32> = vector::vsld(&source, offset, Stride::S3B16)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsldb(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let block_stride = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsldb(&source, block_stride, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsldb_repeat_stride(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let block_stride = 1i16;
        let repeat_stride = 1i16;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsldb_repeat_stride(&source, block_stride, repeat_stride, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsldb_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let block_stride = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let (result, updated_base): (Vreg<f32>, UbPtr<f32>) = vector::vsldb_post(&source, block_stride, &mask)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vsldb_repeat_stride_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let block_stride = 1i16;
        let repeat_stride = 1i16;
        let mask: Mask<B32> = s.mask()?;
        let (result, updated_base): (Vreg<f32>, UbPtr<f32>) = vector::vsldb_repeat_stride_post(&source, block_stride, repeat_stride, &mask)?;
        s.keep(result)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vgather2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offsets: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vgather2(&source, &offsets, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vgather2_active_lanes(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offsets: Vreg<i32> = s.register()?;
        let active_lanes = 0usize;
        let result: Vreg<f32> = vector::vgather2_active_lanes(&source, &offsets, active_lanes)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vgatherb(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offsets: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vgatherb(&source, &offsets, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vgatherb_active_lanes(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offsets: Vreg<i32> = s.register()?;
        let active_lanes = 0usize;
        let result: Vreg<f32> = vector::vgatherb_active_lanes(&source, &offsets, active_lanes)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vgather2_bc(s: &Sources) -> Result<()> {
    vecscope(|| {
        let source: UbPtr<f32> = s.pointer(0)?;
        let offsets: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vgather2_bc(&source, &offsets, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vintlv(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let (low, high): (Vreg<f32>, Vreg<f32>) = vector::vintlv(&lhs, &rhs)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn vdintlv(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let (low, high): (Vreg<f32>, Vreg<f32>) = vector::vdintlv(&lhs, &rhs)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn vintlvv2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vintlvv2(&lhs, &rhs, Half::Lower)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vdintlvv2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vdintlvv2(&lhs, &rhs, Half::Lower)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vpack(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<i32> = s.register()?;
        let result: Vreg<i16> = vector::vpack(&src0, Half::Lower)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vpack_half(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<i32> = s.register()?;
        let half = 0usize;
        let result: Vreg<i16> = vector::vpack_half(&src0, half)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vpack_src1_part(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<i32> = s.register()?;
        let src1: Vreg<i32> = s.register()?;
        let result: Vreg<i16> = vector::vpack_src1_part(&src0, &src1, Half::Lower)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vpack_half_part(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<i32> = s.register()?;
        let half = 0usize;
        let result: Vreg<i16> = vector::vpack_half_part(&src0, half, Half::Lower)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vpack_src1_half(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<i32> = s.register()?;
        let src1: Vreg<i32> = s.register()?;
        let half = 0usize;
        let result: Vreg<i16> = vector::vpack_src1_half(&src0, &src1, half)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vpack_src1_half_part(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<i32> = s.register()?;
        let src1: Vreg<i32> = s.register()?;
        let half = 0usize;
        let result: Vreg<i16> = vector::vpack_src1_half_part(&src0, &src1, half, Half::Lower)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsunpack(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<i16> = s.register()?;
        let part = 0usize;
        let result: Vreg<i32> = vector::vsunpack(&src, part)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vzunpack(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<i16> = s.register()?;
        let part = 0usize;
        let result: Vreg<i32> = vector::vzunpack(&src, part)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vperm(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<f32> = s.register()?;
        let index: Vreg<i32> = s.register()?;
        let result: Vreg<f32> = vector::vperm(&src, &index)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vshift(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<f32> = s.register()?;
        let amt = 1i16;
        let result: Vreg<f32> = vector::vshift(&src, amt)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vslide(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src0: Vreg<f32> = s.register()?;
        let src1: Vreg<f32> = s.register()?;
        let amt = 1i16;
        let result: Vreg<f32> = vector::vslide(&src0, &src1, amt)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsqz(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsqz(&src, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vusqz(s: &Sources) -> Result<()> {
    vecscope(|| {
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vusqz(&mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vusqz_src(s: &Sources) -> Result<()> {
    vecscope(|| {
        let src: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vusqz_src(&src, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcadd(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcadd(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcgadd(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcgadd(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcgmax(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcgmax(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcgmin(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcgmin(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcmax(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcmax(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcmin(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcmin(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcpadd(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vcpadd(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcbmax(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let (value, predicate): (Vreg<f32>, Mask<B32>) = vector::vcbmax(&input, &mask)?;
        s.keep(value)?;
        s.keep(predicate)?;
        Ok(())
    })?;
    Ok(())
}

fn vcbmin(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let (value, predicate): (Vreg<f32>, Mask<B32>) = vector::vcbmin(&input, &mask)?;
        s.keep(value)?;
        s.keep(predicate)?;
        Ok(())
    })?;
    Ok(())
}

fn vadds(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vadds(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsubs(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsubs(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmuls(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmuls(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmaxs(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmaxs(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmins(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmins(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vlrelu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let scalar = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vlrelu(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vands(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let scalar = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vands(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vors(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let scalar = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vors(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vxors(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let scalar = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vxors(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vshls(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let scalar = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vshls(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vshrs(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let scalar = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vshrs(&input, scalar, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vaddcs(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let carry_in: Mask<B32> = s.mask()?;
        let mask: Mask<B32> = s.mask()?;
        let (result, carry): (Vreg<i32>, Mask<B32>) = vector::vaddcs(&lhs, &rhs, &carry_in, &mask)?;
        s.keep(result)?;
        s.keep(carry)?;
        Ok(())
    })?;
    Ok(())
}

fn vsubcs(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let borrow_in: Mask<B32> = s.mask()?;
        let mask: Mask<B32> = s.mask()?;
        let (result, borrow): (Vreg<i32>, Mask<B32>) = vector::vsubcs(&lhs, &rhs, &borrow_in, &mask)?;
        s.keep(result)?;
        s.keep(borrow)?;
        Ok(())
    })?;
    Ok(())
}

fn vaddrelu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vaddrelu(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsubrelu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsubrelu(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vaddreluconv(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let result: Vreg<f16> = vector::vaddreluconv(&lhs, &rhs)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vaddreluconv_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f16> = vector::vaddreluconv_mask(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmulconv(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let result: Vreg<f16> = vector::vmulconv(&lhs, &rhs)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmulconv_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f16> = vector::vmulconv_mask(&lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vaxpy(s: &Sources) -> Result<()> {
    vecscope(|| {
        let x: Vreg<f32> = s.register()?;
        let y: Vreg<f32> = s.register()?;
        let alpha = 1.5f32;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vaxpy(&x, &y, alpha, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmula(s: &Sources) -> Result<()> {
    vecscope(|| {
        let add: Vreg<f32> = s.register()?;
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmula(&add, &lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmadd(s: &Sources) -> Result<()> {
    vecscope(|| {
        let acc: Vreg<f32> = s.register()?;
        let lhs: Vreg<f32> = s.register()?;
        let rhs: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmadd(&acc, &lhs, &rhs, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmull(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let low: Vreg<i32> = vector::vmull(&lhs, &rhs, &mask)?;
        s.keep(low)?;
        Ok(())
    })?;
    Ok(())
}

fn vmull_third(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let third: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let low: Vreg<i32> = vector::vmull_third(&lhs, &rhs, &third, &mask)?;
        s.keep(low)?;
        Ok(())
    })?;
    Ok(())
}

fn vmull_high(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let (low, high): (Vreg<i32>, Vreg<i32>) = vector::vmull_high(&lhs, &rhs, &mask)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn vmull_third_high(s: &Sources) -> Result<()> {
    vecscope(|| {
        let lhs: Vreg<i32> = s.register()?;
        let rhs: Vreg<i32> = s.register()?;
        let third: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let (low, high): (Vreg<i32>, Vreg<i32>) = vector::vmull_third_high(&lhs, &rhs, &third, &mask)?;
        s.keep(low)?;
        s.keep(high)?;
        Ok(())
    })?;
    Ok(())
}

fn vprelu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let alpha: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vprelu(&input, &alpha, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vexpdif(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let max: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vexpdif(&input, &max)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vexpdif_part(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let max: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vexpdif_part(&input, &max, Part::Even)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vexpdif_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let max: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vexpdif_mask(&input, &max, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vexpdif_mask_part(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let max: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vexpdif_mask_part(&input, &max, &mask, Part::Even)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vbitsort(s: &Sources) -> Result<()> {
    let dest: UbPtr<f32> = s.pointer(0)?;
    let src: UbPtr<f32> = s.pointer(1)?;
    let indices: UbPtr<i32> = s.pointer(2)?;
    let repeat_times = 0usize;
    vector::vbitsort(&dest, &src, &indices, repeat_times)?;
    Ok(())
}

fn vmrgsort4(s: &Sources) -> Result<()> {
    let dest: UbPtr<f32> = s.pointer(0)?;
    let src0: UbPtr<f32> = s.pointer(1)?;
    let src1: UbPtr<f32> = s.pointer(2)?;
    let src2: UbPtr<f32> = s.pointer(3)?;
    let src3: UbPtr<f32> = s.pointer(4)?;
    let count = 1i64;
    let config = 1i64;
    vector::vmrgsort4(&dest, &src0, &src1, &src2, &src3, count, config)?;
    Ok(())
}

fn dhistv2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let acc: Vreg<i16> = s.register()?;
        let source: Vreg<i8> = s.register()?;
        let mask: Mask<B8> = s.mask()?;
        let bin = 1i32;
        let result: Vreg<i16> = vector::dhistv2(&acc, &source, &mask, bin)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn chistv2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let acc: Vreg<i16> = s.register()?;
        let source: Vreg<i8> = s.register()?;
        let mask: Mask<B8> = s.mask()?;
        let bin = 1i32;
        let result: Vreg<i16> = vector::chistv2(&acc, &source, &mask, bin)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsts(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        let mask: Mask<B32> = s.mask()?;
        vector::vsts(&value, &dest, offset, &mask)?;
        Ok(())
    })?;
    Ok(())
}

fn vsts_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        let mask: Mask<B32> = s.mask()?;
        vector::vsts_dist(&value, &dest, offset, &mask, VstsDist::Norm)?;
        Ok(())
    })?;
    Ok(())
}

fn vsts_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        let mask: Mask<B32> = s.mask()?;
        let updated_base: UbPtr<f32> = vector::vsts_post(&value, &dest, offset, &mask)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vsts_post_dist(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        let mask: Mask<B32> = s.mask()?;
        let updated_base: UbPtr<f32> = vector::vsts_post_dist(&value, &dest, offset, &mask, VstsDist::Norm)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vstsx2(s: &Sources) -> Result<()> {
    vecscope(|| {
        let low: Vreg<f32> = s.register()?;
        let high: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(2)?;
        let offset = 0usize;
        let mask: Mask<B32> = s.mask()?;
        vector::vstsx2(&low, &high, &dest, offset, &mask, Vstsx2Dist::IntlvB8)?;
        Ok(())
    })?;
    Ok(())
}

fn vsst(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        vector::vsst(&value, &dest, offset, Stride::S3B16)?;
        Ok(())
    })?;
    Ok(())
}

fn vsstb(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let block_stride = 1i32;
        let mask: Mask<B32> = s.mask()?;
        vector::vsstb(&value, &dest, block_stride, &mask)?;
        Ok(())
    })?;
    Ok(())
}

fn vsstb_repeat_stride(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let block_stride = 1i16;
        let repeat_stride = 1i16;
        let mask: Mask<B32> = s.mask()?;
        vector::vsstb_repeat_stride(&value, &dest, block_stride, repeat_stride, &mask)?;
        Ok(())
    })?;
    Ok(())
}

fn vsstb_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let block_stride = 1i32;
        let mask: Mask<B32> = s.mask()?;
        let updated_base: UbPtr<f32> = vector::vsstb_post(&value, &dest, block_stride, &mask)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vsstb_repeat_stride_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let block_stride = 1i16;
        let repeat_stride = 1i16;
        let mask: Mask<B32> = s.mask()?;
        let updated_base: UbPtr<f32> = vector::vsstb_repeat_stride_post(&value, &dest, block_stride, repeat_stride, &mask)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vscatter(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offsets: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        vector::vscatter(&value, &dest, &offsets, &mask)?;
        Ok(())
    })?;
    Ok(())
}

fn vscatter_active_lanes(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value: Vreg<f32> = s.register()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offsets: Vreg<i32> = s.register()?;
        let active_lanes = 0usize;
        vector::vscatter_active_lanes(&value, &dest, &offsets, active_lanes)?;
        Ok(())
    })?;
    Ok(())
}

fn vsta(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value = s.stores()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 0usize;
        vector::vsta(value, &dest, offset)?;
        Ok(())
    })?;
    Ok(())
}

fn vstas(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value = s.stores()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 1i32;
        vector::vstas(value, &dest, offset)?;
        Ok(())
    })?;
    Ok(())
}

fn vstas_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value = s.stores()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        let offset = 1i32;
        let updated_base: UbPtr<f32> = vector::vstas_post(value, &dest, offset)?;
        s.keep(updated_base)?;
        Ok(())
    })?;
    Ok(())
}

fn vstar(s: &Sources) -> Result<()> {
    vecscope(|| {
        let value = s.stores()?;
        let dest: UbPtr<f32> = s.pointer(1)?;
        vector::vstar(value, &dest)?;
        Ok(())
    })?;
    Ok(())
}

fn vstu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let offset_in = 0usize;
        let value: Vreg<f32> = s.register()?;
        let base: UbPtr<f32> = s.pointer(3)?;
        let (align_out, offset_out): (Align, usize) = vector::vstu(align_in, offset_in, &value, &base, Update::PostUpdate)?;
        s.keep(align_out)?;
        s.keep(offset_out)?;
        Ok(())
    })?;
    Ok(())
}

fn vstus(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let offset = 1i32;
        let value: Vreg<f32> = s.register()?;
        let base: UbPtr<f32> = s.pointer(3)?;
        let align_out: Align = vector::vstus(align_in, offset, &value, &base)?;
        s.keep(align_out)?;
        Ok(())
    })?;
    Ok(())
}

fn vstus_mode(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let offset = 1i32;
        let value: Vreg<f32> = s.register()?;
        let base: UbPtr<f32> = s.pointer(3)?;
        let align_out: Align = vector::vstus_mode(align_in, offset, &value, &base, Update::PostUpdate)?;
        s.keep(align_out)?;
        Ok(())
    })?;
    Ok(())
}

fn vstus_post(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let offset = 1i32;
        let value: Vreg<f32> = s.register()?;
        let base: UbPtr<f32> = s.pointer(3)?;
        let (align_out, base_out): (Align, UbPtr<f32>) = vector::vstus_post(align_in, offset, &value, &base)?;
        s.keep(align_out)?;
        s.keep(base_out)?;
        Ok(())
    })?;
    Ok(())
}

fn vstus_post_mode(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let offset = 1i32;
        let value: Vreg<f32> = s.register()?;
        let base: UbPtr<f32> = s.pointer(3)?;
        let (align_out, base_out): (Align, UbPtr<f32>) = vector::vstus_post_mode(align_in, offset, &value, &base, Update::PostUpdate)?;
        s.keep(align_out)?;
        s.keep(base_out)?;
        Ok(())
    })?;
    Ok(())
}

fn vstur(s: &Sources) -> Result<()> {
    vecscope(|| {
        let align_in = s.stores()?;
        let value: Vreg<f32> = s.register()?;
        let base: UbPtr<f32> = s.pointer(2)?;
        let align_out: Align = vector::vstur(align_in, &value, &base, Update::PostUpdate)?;
        s.keep(align_out)?;
        Ok(())
    })?;
    Ok(())
}

fn vabs(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vabs(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vneg(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vneg(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vexp(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vexp(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vln(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vln(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vsqrt(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vsqrt(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vrsqrt(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vrsqrt(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vrec(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vrec(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vrelu(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vrelu(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vnot(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vnot(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vbcnt(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vbcnt(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vcls(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<i32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<i32> = vector::vcls(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmov(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let result: Vreg<f32> = vector::vmov(&input)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}

fn vmov_mask(s: &Sources) -> Result<()> {
    vecscope(|| {
        let input: Vreg<f32> = s.register()?;
        let mask: Mask<B32> = s.mask()?;
        let result: Vreg<f32> = vector::vmov_mask(&input, &mask)?;
        s.keep(result)?;
        Ok(())
    })?;
    Ok(())
}
