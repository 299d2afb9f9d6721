// Vector registers of A5, as strict as the calls on tiles: registers of other elements, a missing predicate or a word
// of another list are refused. Names and orders of arguments are those of pto-isa@3186c381 include/pto/npu/a5.
#pragma once

// A scope is a block; what it runs on does not matter to the syntax.
#define __VEC_SCOPE__ if (true)

template <typename T> struct Register { uint8_t bytes[256]; };
using vector_f32 = Register<float>;
using vector_f16 = Register<half>;
using vector_bf16 = Register<bfloat16_t>;
using vector_s64 = Register<int64_t>;
using vector_s32 = Register<int32_t>;
using vector_s16 = Register<int16_t>;
using vector_s8 = Register<int8_t>;
using vector_u64 = Register<uint64_t>;
using vector_u32 = Register<uint32_t>;
using vector_u16 = Register<uint16_t>;
using vector_u8 = Register<uint8_t>;
using vector_f8e4m3 = Register<float8_e4m3_t>;
using vector_f8e5m2 = Register<float8_e5m2_t>;
using vector_f8e8m0 = Register<float8_e8m0_t>;
using vector_hif8 = Register<hifloat8_t>;
using vector_f4e1m2x2 = Register<float4_e1m2x2_t>;
using vector_f4e2m1x2 = Register<float4_e2m1x2_t>;
struct vector_bool { uint8_t bits[32]; };
struct vector_align { uint8_t bytes[32]; };

// The words of registers: each list is a type of its own.
enum class Mode { Zeroing, Merging };
constexpr Mode MODE_ZEROING = Mode::Zeroing, MODE_MERGING = Mode::Merging;
enum class Stored { Yes, No };
constexpr Stored MODE_STORED = Stored::Yes, MODE_NO_STORED = Stored::No;
struct PostUpdate {};
constexpr PostUpdate POST_UPDATE{};
enum class Pattern { Any };
constexpr Pattern PAT_ALL{}, PAT_ALLF{}, PAT_VL1{}, PAT_VL2{}, PAT_VL3{}, PAT_VL4{}, PAT_VL8{}, PAT_VL16{}, PAT_VL32{},
    PAT_VL64{}, PAT_VL128{}, PAT_M3{}, PAT_M4{}, PAT_H{}, PAT_Q{};
// NORM is a word for registers and for predicates.
struct Norm {};
constexpr Norm NORM{};
struct LoadDist {
  constexpr LoadDist() {}
  constexpr LoadDist(Norm) {}
};
constexpr LoadDist BRC_B8, BRC_B16, BRC_B32, BLK, US_B8, US_B16, DS_B8, DS_B16, UNPK_B8, UNPK_B16, UNPK_B32, UNPK4_B8,
    E2B_B16, E2B_B32, SPLT4CHN_B8, SPLT2CHN_B8, SPLT2CHN_B16;
enum class PairLoadDist { Any };
constexpr PairLoadDist DINTLV_B8{}, DINTLV_B16{}, DINTLV_B32{}, BDINTLV{};
enum class StoreDist { Any };
constexpr StoreDist NORM_B8{}, NORM_B16{}, NORM_B32{}, ONEPT_B8{}, ONEPT_B16{}, ONEPT_B32{}, PK_B16{}, PK_B32{}, PK_B64{},
    PK4_B32{}, MRG4CHN_B8{}, MRG2CHN_B8{}, MRG2CHN_B16{};
enum class PairStoreDist { Any };
constexpr PairStoreDist INTLV_B8{}, INTLV_B16{}, INTLV_B32{};
struct MaskLoadDist {
  constexpr MaskLoadDist() {}
  constexpr MaskLoadDist(Norm) {}
};
constexpr MaskLoadDist US, DS;
struct MaskStoreDist {
  constexpr MaskStoreDist() {}
  constexpr MaskStoreDist(Norm) {}
};
constexpr MaskStoreDist PK;
enum class Part { Any };
constexpr Part PART_EVEN{}, PART_ODD{}, PART_P0{}, PART_P1{}, PART_P2{}, PART_P3{};
enum class Round { Any };
constexpr Round ROUND_R{}, ROUND_A{}, ROUND_F{}, ROUND_C{}, ROUND_Z{}, ROUND_O{}, ROUND_H{};
enum class Saturation { Any };
constexpr Saturation RS_ENABLE{}, RS_DISABLE{};
enum class Order { Any };
constexpr Order INC_ORDER{}, DEC_ORDER{};
enum class Position { Any };
constexpr Position POS_LOWEST{}, POS_HIGHEST{};
enum class Half { Any };
constexpr Half LOWER{}, HIGHER{};
enum class Special { Any };
constexpr Special SPR_AR{};

// Two registers.
#define STUB_BINARY(name) \
  template <typename T> void name(Register<T>&, const Register<T>&, const Register<T>&, vector_bool, Mode);
STUB_BINARY(vadd)
STUB_BINARY(vsub)
STUB_BINARY(vmul)
STUB_BINARY(vdiv)
STUB_BINARY(vmax)
STUB_BINARY(vmin)
STUB_BINARY(vand)
STUB_BINARY(vor)
STUB_BINARY(vxor)
STUB_BINARY(vprelu)
STUB_BINARY(vmadd)
#undef STUB_BINARY
template <typename T, typename C> void vshl(Register<T>&, const Register<T>&, const Register<C>&, vector_bool, Mode);
template <typename T, typename C> void vshr(Register<T>&, const Register<T>&, const Register<C>&, vector_bool, Mode);
template <typename T> void vaddc(vector_bool&, Register<T>&, const Register<T>&, const Register<T>&, vector_bool);
template <typename T> void vsubc(vector_bool&, Register<T>&, const Register<T>&, const Register<T>&, vector_bool);
template <typename T>
void vaddcs(vector_bool&, Register<T>&, const Register<T>&, const Register<T>&, vector_bool, vector_bool);
template <typename T>
void vsubcs(vector_bool&, Register<T>&, const Register<T>&, const Register<T>&, vector_bool, vector_bool);
template <typename T> void vmula(Register<T>&, const Register<T>&, const Register<T>&, vector_bool);
template <typename T> void vmull(Register<T>&, Register<T>&, const Register<T>&, const Register<T>&, vector_bool);
template <typename T, typename S> void vexpdif(Register<T>&, const Register<S>&, const Register<S>&, vector_bool, Part);

// One register.
#define STUB_UNARY(name) \
  template <typename T, typename S> void name(Register<T>&, const Register<S>&, vector_bool, Mode);
STUB_UNARY(vabs)
STUB_UNARY(vneg)
STUB_UNARY(vexp)
STUB_UNARY(vln)
STUB_UNARY(vsqrt)
STUB_UNARY(vrelu)
STUB_UNARY(vnot)
STUB_UNARY(vcadd)
STUB_UNARY(vcmax)
STUB_UNARY(vcmin)
STUB_UNARY(vcgadd)
STUB_UNARY(vcgmax)
STUB_UNARY(vcgmin)
#undef STUB_UNARY
template <typename T> void vcpadd(Register<T>&, const Register<T>&, vector_bool);

// A register and a number; the number has the type of the lanes.
template <typename T> struct Itself { using type = T; };
#define STUB_SCALAR(name) \
  template <typename T> \
  void name(Register<T>&, const Register<T>&, typename Itself<T>::type, vector_bool, Mode);
STUB_SCALAR(vadds)
STUB_SCALAR(vmuls)
STUB_SCALAR(vmaxs)
STUB_SCALAR(vmins)
STUB_SCALAR(vlrelu)
STUB_SCALAR(vaxpy)
#undef STUB_SCALAR
template <typename T> void vshls(Register<T>&, const Register<T>&, int16_t, vector_bool, Mode);
template <typename T> void vshrs(Register<T>&, const Register<T>&, int16_t, vector_bool, Mode);
template <typename T> void vbr(Register<T>&, typename Itself<T>::type);
template <typename T> void vci(Register<T>&, typename Itself<T>::type, Order);
template <typename T> void vdup(Register<T>&, typename Itself<T>::type, vector_bool, Mode);
template <typename T> void vdup(Register<T>&, const Register<T>&, vector_bool, Position, Mode);

// Comparison and choice.
#define STUB_COMPARE(mode) \
  template <typename T> void vcmp_##mode(vector_bool&, const Register<T>&, const Register<T>&, vector_bool); \
  template <typename T> void vcmps_##mode(vector_bool&, const Register<T>&, typename Itself<T>::type, vector_bool);
STUB_COMPARE(eq)
STUB_COMPARE(ne)
STUB_COMPARE(lt)
STUB_COMPARE(le)
STUB_COMPARE(gt)
STUB_COMPARE(ge)
#undef STUB_COMPARE
template <typename T> void vsel(Register<T>&, const Register<T>&, const Register<T>&, vector_bool);
template <typename T, typename I> void vselr(Register<T>&, const Register<T>&, const Register<I>&);

// Conversion: which of the words there are depends on the elements.
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Part);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Round);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Saturation);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Round, Part);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Round, Saturation);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Saturation, Part);
template <typename D, typename S> void vcvt(Register<D>&, const Register<S>&, vector_bool, Round, Saturation, Part);
template <typename T> void vtrc(Register<T>&, const Register<T>&, Round, vector_bool);

// Rearrangement.
template <typename T> void vintlv(Register<T>&, Register<T>&, const Register<T>&, const Register<T>&);
template <typename T> void vdintlv(Register<T>&, Register<T>&, const Register<T>&, const Register<T>&);
template <typename D, typename S> void vpack(Register<D>&, const Register<S>&, Half);
template <typename T> void vsqz(Register<T>&, const Register<T>&, vector_bool, Stored);

// Memory: a register has the elements that the pointer leads to.
template <typename T> void vlds(Register<T>&, T*, int64_t, LoadDist);
template <typename T> void vlds(Register<T>&, T*&, int64_t, LoadDist, PostUpdate);
template <typename T> void vlds(Register<T>&, Register<T>&, T*, int64_t, PairLoadDist);
template <typename T> void vlds(Register<T>&, Register<T>&, T*&, int64_t, PairLoadDist, PostUpdate);
template <typename T> void vsts(const Register<T>&, T*, int64_t, StoreDist, vector_bool);
template <typename T> void vsts(const Register<T>&, T*&, int64_t, StoreDist, vector_bool, PostUpdate);
template <typename T> void vsts(const Register<T>&, const Register<T>&, T*, int64_t, PairStoreDist, vector_bool);
template <typename T> void vldas(vector_align&, T*);
template <typename T> void vldus(Register<T>&, vector_align&, T*);
template <typename T> void vstas(vector_align, T*, int32_t);
template <typename T> void vstas(vector_align, T*&, int32_t, PostUpdate);
template <typename T> void vstar(vector_align, T*);
template <typename T> void vstus(vector_align&, int32_t, const Register<T>&, T*);
template <typename T> void vstus(vector_align&, int32_t, const Register<T>&, T*&, PostUpdate);
template <typename T> void vstur(vector_align&, const Register<T>&, T*, PostUpdate);
template <typename T> void vsstb(const Register<T>&, T*, int32_t, vector_bool);
template <typename T> void vsstb(const Register<T>&, T*&, int32_t, vector_bool, PostUpdate);
template <typename D, typename T, typename I> void vgather2(Register<D>&, T*, const Register<I>&, vector_bool);
template <typename T> void vgather2_bc(Register<T>&, T*, const vector_u32&, vector_bool);
template <typename T> void vgatherb(Register<T>&, T*, const vector_u32&, vector_bool);
template <typename T, typename I> void vscatter(const Register<T>&, T*, const Register<I>&, vector_bool);

// Predicates.
vector_bool pset_b8(Pattern);
vector_bool pset_b16(Pattern);
vector_bool pset_b32(Pattern);
vector_bool pge_b8(Pattern);
vector_bool pge_b16(Pattern);
vector_bool pge_b32(Pattern);
vector_bool plt_b8(uint32_t&, PostUpdate);
vector_bool plt_b16(uint32_t&, PostUpdate);
vector_bool plt_b32(uint32_t&, PostUpdate);
void pand(vector_bool&, vector_bool, vector_bool, vector_bool);
void por(vector_bool&, vector_bool, vector_bool, vector_bool);
void pxor(vector_bool&, vector_bool, vector_bool, vector_bool);
void pnot(vector_bool&, vector_bool, vector_bool);
void psel(vector_bool&, vector_bool, vector_bool, vector_bool);
void pintlv_b8(vector_bool&, vector_bool&, vector_bool, vector_bool);
void pintlv_b16(vector_bool&, vector_bool&, vector_bool, vector_bool);
void pintlv_b32(vector_bool&, vector_bool&, vector_bool, vector_bool);
void pdintlv_b8(vector_bool&, vector_bool&, vector_bool, vector_bool);
void pdintlv_b16(vector_bool&, vector_bool&, vector_bool, vector_bool);
void pdintlv_b32(vector_bool&, vector_bool&, vector_bool, vector_bool);
void ppack(vector_bool&, vector_bool, Half);
void punpack(vector_bool&, vector_bool, Half);
void plds(vector_bool&, uint32_t*, int32_t, MaskLoadDist);
void plds(vector_bool&, uint32_t*&, int32_t, MaskLoadDist, PostUpdate);
void pldi(vector_bool&, uint32_t*, int32_t, MaskLoadDist);
void pldi(vector_bool&, uint32_t*&, int32_t, MaskLoadDist, PostUpdate);
void psts(vector_bool, uint32_t*, int32_t, MaskStoreDist);
void psts(vector_bool, uint32_t*&, int32_t, MaskStoreDist, PostUpdate);
void psti(vector_bool, uint32_t*, int32_t, MaskStoreDist);
void psti(vector_bool, uint32_t*&, int32_t, MaskStoreDist, PostUpdate);
void pstu(vector_align&, vector_bool, uint32_t*&);
void sprclr(Special);
