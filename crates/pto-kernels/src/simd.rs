//! Loops compiled for the vector instructions that the machine has.
//!
//! A computation is written once, as plain loops in [`Wide::run`], and compiled several times: for any machine of the
//! architecture, and on x86-64 for AVX2 with its companions and, if that is worth it, for AVX-512. Which one runs is
//! asked at run time. What is optimised for x86-64 leaves out the first: machines without AVX2 are older than 2013, and
//! execute the definitions. Rust neither reorders nor contracts floating-point operations, so all give the same bits.

#[cfg(target_arch = "x86_64")]
use pto_isa::DType;
use pto_isa::sem::Num;
#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Vector instructions that kernels are compiled for; each level has those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum VectorLevel {
    /// What every machine of the architecture has.
    Portable = 1,
    /// AVX2, FMA, F16C and BMI2.
    Avx2,
    /// AVX-512 F, BW, DQ and VL.
    Avx512,
}

impl VectorLevel {
    /// All of them.
    pub const ALL: [VectorLevel; 3] =
        [VectorLevel::Portable, VectorLevel::Avx2, VectorLevel::Avx512];

    /// The lowest that kernels are compiled for. A test takes all of them.
    pub(super) const LOWEST: VectorLevel =
        if cfg!(all(target_arch = "x86_64", not(debug_assertions))) {
            VectorLevel::Avx2
        } else {
            VectorLevel::Portable
        };

    /// Whether there are loops for any machine.
    pub(super) const HAS_PORTABLE: bool = matches!(VectorLevel::LOWEST, VectorLevel::Portable);
}

/// A computation that is worth compiling for wider vectors.
pub(super) trait Wide {
    /// Whether it is worth compiling for AVX-512, too: it computes more than it moves, and every copy of a loop makes
    /// the program larger.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "there is one width"))]
    const COMPUTES: bool = false;
    /// What it gives.
    type Out;
    /// Does it. Must be `#[inline(always)]`, like everything it calls in its loops.
    fn run<I: Isa>(self) -> Self::Out;
}

/// Runs a computation with the widest vectors of the machine.
#[inline(always)]
#[allow(unsafe_code)]
pub(super) fn widest<W: Wide>(work: W) -> W::Out {
    #[cfg(target_arch = "x86_64")]
    {
        let level = level();
        if W::COMPUTES && level >= VectorLevel::Avx512 {
            // SAFETY: the machine has these instructions.
            return unsafe { with_avx512(work) };
        }
        if level >= VectorLevel::Avx2 {
            // SAFETY: the machine has these instructions.
            return unsafe { with_avx2(work) };
        }
    }
    if VectorLevel::HAS_PORTABLE {
        return work.run::<Portable>();
    }
    unreachable!("kernels run where `has_kernels`")
}

/// Loops of others that are worth compiling for wider vectors.
pub trait Vectorised {
    /// What they give.
    type Out;
    /// Runs them. Must be `#[inline(always)]`, like everything that is called in the loops.
    fn run(self) -> Self::Out;
}

/// Runs loops with the widest vectors of the machine. They give the same bits on all of them.
pub fn vectorised<V: Vectorised>(loops: V) -> V::Out {
    struct Loops<V>(V);
    impl<V: Vectorised> Wide for Loops<V> {
        const COMPUTES: bool = true;
        type Out = V::Out;
        #[inline(always)]
        fn run<I: Isa>(self) -> V::Out {
            self.0.run()
        }
    }
    if has_kernels() { widest(Loops(loops)) } else { loops.run() }
}

/// Whether kernels are compiled for this machine.
#[inline(always)]
pub(super) fn has_kernels() -> bool {
    VectorLevel::HAS_PORTABLE || has_widest()
}

/// Whether there are loops for this machine: on x86-64 registers are worth compiling for AVX2 only.
pub(super) fn has_widest() -> bool {
    #[cfg(target_arch = "x86_64")]
    return level() >= VectorLevel::Avx2;
    #[cfg(not(target_arch = "x86_64"))]
    true
}

/// 0: not known yet, or a level.
#[cfg(target_arch = "x86_64")]
static KNOWN: AtomicU8 = AtomicU8::new(0);

/// Uses no more than these instructions from now on, of those that the machine has and that there are loops for. Returns
/// the level that it is then. Results are the same.
pub(super) fn set_level(_most: VectorLevel) -> VectorLevel {
    #[cfg(target_arch = "x86_64")]
    {
        let level = ask().min(_most.max(VectorLevel::LOWEST));
        KNOWN.store(level as u8, Ordering::Relaxed);
        level
    }
    #[cfg(not(target_arch = "x86_64"))]
    VectorLevel::Portable
}

/// What the machine has. One load after the first time.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn level() -> VectorLevel {
    match KNOWN.load(Ordering::Relaxed) {
        0 => set_level(VectorLevel::Avx512),
        1 => VectorLevel::Portable,
        2 => VectorLevel::Avx2,
        _ => VectorLevel::Avx512,
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn ask() -> VectorLevel {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("bmi2");
    let avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (avx2, avx512) {
        (true, true) => VectorLevel::Avx512,
        (true, false) => VectorLevel::Avx2,
        _ => VectorLevel::Portable,
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi2")]
fn with_avx2<W: Wide>(work: W) -> W::Out {
    work.run::<Avx2>()
}

/// Conversions of 16-bit floats are those of AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,f16c,bmi2,avx512f,avx512bw,avx512dq,avx512vl")]
fn with_avx512<W: Wide>(work: W) -> W::Out {
    work.run::<X86<true>>()
}

/// An array of what a function makes of each index. As [`std::array::from_fn`], which is a call for every element where the compiler
/// does not inline it: in functions with more vector instructions than the program is compiled for it often does not.
#[inline(always)]
pub(super) fn array<T: Copy + Default, const N: usize>(of: impl Fn(usize) -> T) -> [T; N] {
    let mut all = [T::default(); N];
    for (i, x) in all.iter_mut().enumerate() {
        *x = of(i);
    }
    all
}

/// Conversions of 16-bit floats, which compilers do not find by themselves. The same bits as
/// [`pto_isa::format::f16_to_f32`] and [`pto_isa::format::f32_to_f16`].
pub(super) trait Isa {
    /// Whether it is worth having several loops for different kinds of operands.
    const RICH: bool;
    /// Fills a list with one number, by stores as wide as the loads that follow.
    fn splat<T: Num, const N: usize>(one: T, list: &mut [T; N]);
    /// Widens eight f16.
    fn widen_f16(half: [u16; 8]) -> [f32; 8];
    /// Narrows to eight f16.
    fn narrow_f16(wide: [f32; 8]) -> [u16; 8];
    /// Widens eight bf16, as [`pto_isa::format::bf16_to_f32`] does.
    #[inline(always)]
    fn widen_bf16(brain: [u16; 8]) -> [f32; 8] {
        array(|i| pto_isa::format::bf16_to_f32(brain[i]))
    }
    /// Narrows to eight bf16, as [`pto_isa::format::f32_to_bf16`] does.
    #[inline(always)]
    fn narrow_bf16(wide: [f32; 8]) -> [u16; 8] {
        array(|i| pto_isa::format::f32_to_bf16(wide[i]))
    }
    /// One bit for each of 32 flags, which are zero or one; the first is the lowest.
    #[inline(always)]
    fn pack_flags(flags: &[u8; 32]) -> u32 {
        // Bit 0 of byte i arrives at bit 56 + i; no two products meet there.
        let pack = |eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        u32::from_le_bytes(array(|i| pack(flags.as_chunks::<8>().0[i]) as u8))
    }
    /// A byte of ones for each bit that is set, of zeros for others; the lowest bit is the first.
    #[inline(always)]
    fn spread_bits(bits: u32) -> [u8; 32] {
        array(|i| ((bits >> i & 1) as u8).wrapping_neg())
    }
    /// Whether NaNs were seen.
    type Seen: Copy;
    /// None yet.
    fn unseen() -> Self::Seen;
    /// Whether there was one.
    fn has_seen(seen: Self::Seen) -> bool;
    /// Narrows to sixteen f16 and notes NaNs, which become any code. With `SATURATE` infinities and large
    /// numbers become the largest number.
    fn narrow_f16_noting<const SATURATE: bool>(
        wide: &[f32; 16],
        seen: &mut Self::Seen,
    ) -> [u16; 16];
}

/// The largest f16.
const MOST_F16: f32 = 65504.0;

/// Any machine.
pub(super) enum Portable {}

impl Isa for Portable {
    // On x86-64 this is for machines older than AVX2: they get less code.
    const RICH: bool = cfg!(not(target_arch = "x86_64"));
    #[inline(always)]
    fn splat<T: Num, const N: usize>(one: T, list: &mut [T; N]) {
        *list = [one; N];
    }
    #[inline(always)]
    fn widen_f16(half: [u16; 8]) -> [f32; 8] {
        array(|i| pto_isa::format::f16_to_f32(half[i]))
    }
    #[inline(always)]
    fn narrow_f16(wide: [f32; 8]) -> [u16; 8] {
        array(|i| pto_isa::format::f32_to_f16(wide[i]))
    }
    type Seen = bool;
    #[inline(always)]
    fn unseen() -> bool {
        false
    }
    #[inline(always)]
    fn has_seen(seen: bool) -> bool {
        seen
    }
    #[inline(always)]
    fn narrow_f16_noting<const SATURATE: bool>(wide: &[f32; 16], seen: &mut bool) -> [u16; 16] {
        *seen |= wide.iter().any(|x| x.is_nan());
        let clamp = |x: f32| if SATURATE { x.clamp(-MOST_F16, MOST_F16) } else { x };
        array(|i| pto_isa::format::f32_to_f16(clamp(wide[i])))
    }
}

/// AVX2, FMA, F16C and BMI2, or AVX-512 with them. Only what runs where they are names it.
#[cfg(target_arch = "x86_64")]
pub(super) enum X86<const AVX512: bool> {}
#[cfg(target_arch = "x86_64")]
pub(super) type Avx2 = X86<false>;

/// For what is compiled only where [`has_widest`] says yes.
#[cfg(target_arch = "x86_64")]
pub(super) type Widest = Avx2;
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Widest = Portable;

#[cfg(target_arch = "x86_64")]
impl<const AVX512: bool> Isa for X86<AVX512> {
    const RICH: bool = true;
    #[inline(always)]
    #[allow(unsafe_code)]
    fn splat<T: Num, const N: usize>(one: T, list: &mut [T; N]) {
        use std::arch::x86_64::*;
        let code = match T::IS_FLOAT {
            true => one.to_code(DType::F32) as i64,
            false => one.to_code(DType::I64) as i64,
        };
        // SAFETY: the machine has AVX2 or AVX-512 (see `X86`), and only whole vectors inside the list are written.
        unsafe {
            if AVX512 && size_of::<[T; N]>().is_multiple_of(64) {
                let all = match size_of::<T>() {
                    1 => _mm512_set1_epi8(code as i8),
                    2 => _mm512_set1_epi16(code as i16),
                    4 => _mm512_set1_epi32(code as i32),
                    _ => _mm512_set1_epi64(code),
                };
                let to = list.as_mut_ptr().cast::<__m512i>();
                for i in 0..size_of::<[T; N]>() / 64 {
                    _mm512_storeu_si512(to.add(i), all);
                }
                return;
            }
            let all = match size_of::<T>() {
                1 => _mm256_set1_epi8(code as i8),
                2 => _mm256_set1_epi16(code as i16),
                4 => _mm256_set1_epi32(code as i32),
                _ => _mm256_set1_epi64x(code),
            };
            assert!(size_of::<[T; N]>().is_multiple_of(32));
            let to = list.as_mut_ptr().cast::<__m256i>();
            for i in 0..size_of::<[T; N]>() / 32 {
                _mm256_storeu_si256(to.add(i), all);
            }
        }
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn widen_f16(half: [u16; 8]) -> [f32; 8] {
        use std::arch::x86_64::*;
        let mut wide = [0.0; 8];
        // SAFETY: the machine has F16C (see `X86`), and both arrays have eight elements.
        // A NaN keeps its payload and becomes quiet, as in the portable function.
        unsafe {
            let codes = _mm_loadu_si128(half.as_ptr().cast());
            _mm256_storeu_ps(wide.as_mut_ptr(), _mm256_cvtph_ps(codes));
        }
        wide
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn narrow_f16(wide: [f32; 8]) -> [u16; 8] {
        use std::arch::x86_64::*;
        let mut half = [0; 8];
        // SAFETY: as above. The instruction keeps payloads of NaNs, the definition does not.
        unsafe {
            let codes =
                _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_loadu_ps(wide.as_ptr()));
            let magnitude = _mm_and_si128(codes, _mm_set1_epi16(0x7FFF));
            let is_nan = _mm_cmpgt_epi16(magnitude, _mm_set1_epi16(0x7C00));
            let codes = _mm_blendv_epi8(codes, _mm_set1_epi16(0x7E00), is_nan);
            _mm_storeu_si128(half.as_mut_ptr().cast(), codes);
        }
        half
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn widen_bf16(brain: [u16; 8]) -> [f32; 8] {
        use std::arch::x86_64::*;
        let mut wide = [0.0; 8];
        // SAFETY: the machine has AVX2 (see `X86`), and both arrays have eight elements.
        unsafe {
            let codes = _mm256_cvtepu16_epi32(_mm_loadu_si128(brain.as_ptr().cast()));
            let bits = _mm256_slli_epi32::<16>(codes);
            // A NaN becomes quiet.
            let magnitude = _mm256_and_si256(bits, _mm256_set1_epi32(0x7FFF_FFFF));
            let is_nan = _mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32(0x7F80_0000));
            let quiet = _mm256_and_si256(is_nan, _mm256_set1_epi32(1 << 22));
            _mm256_storeu_si256(wide.as_mut_ptr().cast(), _mm256_or_si256(bits, quiet));
        }
        wide
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn narrow_bf16(wide: [f32; 8]) -> [u16; 8] {
        use std::arch::x86_64::*;
        let mut brain = [0; 8];
        // SAFETY: as above.
        unsafe {
            let bits = _mm256_loadu_si256(wide.as_ptr().cast());
            let odd = _mm256_and_si256(_mm256_srli_epi32::<16>(bits), _mm256_set1_epi32(1));
            let half = _mm256_add_epi32(odd, _mm256_set1_epi32(0x7FFF));
            let rounded = _mm256_srli_epi32::<16>(_mm256_add_epi32(bits, half));
            let magnitude = _mm256_and_si256(bits, _mm256_set1_epi32(0x7FFF_FFFF));
            let is_nan = _mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32(0x7F80_0000));
            let codes = _mm256_blendv_epi8(rounded, _mm256_set1_epi32(0x7FC0), is_nan);
            let (low, high) = (_mm256_castsi256_si128(codes), _mm256_extracti128_si256::<1>(codes));
            _mm_storeu_si128(brain.as_mut_ptr().cast(), _mm_packus_epi32(low, high));
        }
        brain
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn pack_flags(flags: &[u8; 32]) -> u32 {
        use std::arch::x86_64::*;
        // SAFETY: the machine has AVX2, and there are 32 bytes.
        unsafe {
            let flags = _mm256_loadu_si256(flags.as_ptr().cast());
            // The lowest bit of each byte becomes its highest.
            _mm256_movemask_epi8(_mm256_slli_epi16::<7>(flags)) as u32
        }
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn spread_bits(bits: u32) -> [u8; 32] {
        use std::arch::x86_64::*;
        let mut bytes = [0; 32];
        // SAFETY: the machine has AVX2, and there are 32 bytes.
        unsafe {
            // Each byte of the bits eight times, and of each time another bit.
            let (low, high) = (0x0101_0101_0101_0101, 0x0303_0303_0303_0303);
            let which = _mm256_setr_epi64x(0, low, 2 * low, high);
            let eight = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), which);
            let one = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let set = _mm256_cmpeq_epi8(_mm256_and_si256(eight, one), one);
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), set);
        }
        bytes
    }
    type Seen = std::arch::x86_64::__m256;
    #[inline(always)]
    #[allow(unsafe_code)]
    fn unseen() -> Self::Seen {
        // SAFETY: the machine has AVX.
        unsafe { std::arch::x86_64::_mm256_setzero_ps() }
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn has_seen(seen: Self::Seen) -> bool {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_mm256_movemask_ps(seen) != 0 }
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    fn narrow_f16_noting<const SATURATE: bool>(
        wide: &[f32; 16],
        seen: &mut Self::Seen,
    ) -> [u16; 16] {
        use std::arch::x86_64::*;
        let mut half = [0; 16];
        // SAFETY: the machine has AVX2 and F16C, and both arrays have sixteen elements.
        unsafe {
            let x = [_mm256_loadu_ps(wide.as_ptr()), _mm256_loadu_ps(wide.as_ptr().add(8))];
            // Unordered if either is NaN.
            *seen = _mm256_or_ps(*seen, _mm256_cmp_ps::<_CMP_UNORD_Q>(x[0], x[1]));
            for (i, mut x) in x.into_iter().enumerate() {
                if SATURATE {
                    x = _mm256_min_ps(x, _mm256_set1_ps(MOST_F16));
                    x = _mm256_max_ps(x, _mm256_set1_ps(-MOST_F16));
                }
                let codes = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(x);
                _mm_storeu_si128(half.as_mut_ptr().add(8 * i).cast(), codes);
            }
        }
        half
    }
}
