// Declarations of what `pto emit --cpp` calls, strict enough that a C++ compiler refuses a wrong number of
// arguments, template arguments in a wrong order, and outputs that are no variables. Nothing is defined: the header
// serves `-fsyntax-only` in tests. Names, orders and enumerators are those of pto-isa@3186c381.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __biasbuf__
#define __fbuf__
#define __global__
#define AICORE

#ifndef PTO_STUB_A5
#define PTO_STUB_A2A3
#endif

// Element types that a host compiler does not have.
struct half {
  half() = default;
  half(float);
  operator float() const;
  uint16_t bits;
};
struct bfloat16_t {
  bfloat16_t() = default;
  bfloat16_t(float);
  operator float() const;
  uint16_t bits;
};
struct float8_e4m3_t { uint8_t bits; };
struct float8_e5m2_t { uint8_t bits; };
struct float8_e8m0_t { uint8_t bits; };
struct hifloat8_t { uint8_t bits; };
struct float4_e1m2x2_t { uint8_t bits; };
struct float4_e2m1x2_t { uint8_t bits; };
struct int4b_t { uint8_t bits; };

// Pipes, events and the other words of the compiler.
enum pipe_t { PIPE_S, PIPE_V, PIPE_M, PIPE_MTE1, PIPE_MTE2, PIPE_MTE3, PIPE_ALL, PIPE_MTE4, PIPE_MTE5, PIPE_V2, PIPE_FIX };
enum event_t { EVENT_ID0, EVENT_ID1, EVENT_ID2, EVENT_ID3, EVENT_ID4, EVENT_ID5, EVENT_ID6, EVENT_ID7 };
enum dcci_lines { SINGLE_CACHE_LINE, ENTIRE_DATA_CACHE };
enum dcci_dst { CACHELINE_ALL, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum mem_dsb_t { DSB_ALL, DSB_DDR, DSB_UB, DSB_SEQ };

void set_flag(pipe_t, pipe_t, event_t);
void wait_flag(pipe_t, pipe_t, event_t);
void pipe_barrier(pipe_t);
void get_buf(pipe_t, uint8_t, bool);
void rls_buf(pipe_t, uint8_t, bool);
void set_mask_norm();
void set_mask_count();
void set_vector_mask(uint64_t, uint64_t);
void ffts_cross_core_sync(pipe_t, uint64_t);
uint64_t getFFTSMsg(uint64_t, uint64_t, uint64_t = 1);
void wait_flag_dev(uint64_t);
void set_intra_block(pipe_t, uint64_t);
void wait_intra_block(pipe_t, uint64_t);
void set_ffts_base_addr(uint64_t);
void dsb(mem_dsb_t);
void dcci(void*, dcci_lines);
template <typename T> void dcci(T*, dcci_lines);
template <typename T> void dcci(T*, dcci_lines, dcci_dst);
int64_t get_block_idx();

#define __simt_vf__
#define LAUNCH_BOUND(n)
struct ThreadIndex {
    uint32_t x, y, z;
};
extern ThreadIndex threadIdx;
namespace cce {
struct dim3 {
    uint32_t x, y;
};
template <auto function, typename... Args>
void async_invoke(dim3 extents, Args... args);
} // namespace cce
int64_t get_block_num();
int64_t get_subblockid();
int64_t get_subblockdim();
uint64_t get_ctrl();
void set_ctrl(uint64_t);
uint64_t sbitset0(uint64_t, int64_t);
uint64_t sbitset1(uint64_t, int64_t);
void trap();
void set_fpc(uint64_t);
void set_quant_pre(uint64_t);
void set_loop1_stride_outtol1(uint64_t);
void set_loop2_stride_outtol1(uint64_t);
void set_loop_size_outtol1(uint64_t);
void set_mte2_nz_para(uint64_t);
void set_pad_val_outtol1(uint64_t);
void set_mov_pad_val(uint64_t);
void set_atomic_none();
void set_atomic_add();
void set_atomic_max();
void set_atomic_min();
void set_atomic_f32();
void set_atomic_f16();
void set_atomic_bf16();
void set_atomic_s32();
void set_atomic_s16();
void set_atomic_s8();
enum mem_bar_t {
  VV_ALL, VST_VLD, VLD_VST, VST_VST, VS_ALL, VST_LD, VLD_ST, VST_ST, SV_ALL, ST_VLD, LD_VST, ST_VST, SS_ALL, ST_LD,
  LD_ST, ST_ST
};
void mem_bar(mem_bar_t);
template <typename T> void vbitsort(T*, T*, uint32_t*, uint8_t);
#ifdef PTO_STUB_A5
#include "copies.hpp"
#include "registers.hpp"
#else
void copy_ubuf_to_ubuf(void* dst, void* src, uint8_t sid, uint16_t bursts, uint16_t length, uint16_t src_gap,
                       uint16_t dst_gap);
#endif

namespace cce {
template <typename... T> int printf(const char*, T...);
}

namespace pto {
constexpr int DYNAMIC = -1;
enum class TileType { Vec, Mat, Left, Right, Acc, Bias, Scaling, ScaleLeft, ScaleRight, Ctrl };
enum class BLayout { RowMajor, ColMajor };
enum class SLayout { NoneBox, RowMajor, ColMajor };
enum class PadValue : uint64_t { Null, Zero, Max, Min };
enum class CompactMode { Null, Normal, RowPlusOne, RowAlignedPadding };
enum class Layout { ND, DN, NZ, SCALE, MX_A_ND, MX_A_DN, MX_A_ZZ, MX_B_ND, MX_B_DN, MX_B_NN };
enum class PrintFormat : uint8_t { Width8_Precision4, Width8_Precision2, Width10_Precision6 };
enum class MaskPattern : uint8_t { P0101 = 1, P1010, P0001, P0010, P0100, P1000, P1111 };
enum class CmpMode : uint8_t { EQ, NE, LT, LE, GT, GE };
enum class QuantType { MXFP8, MXFP4_E2M1, INT8_SYM, INT8_ASYM };
enum class QuantScaleAlg { OCP, NV };
enum class MxQuantAlg { OcpMxFp8E4M3, NvMxFp8E4M3, OcpMxFp4E2M1, NvMxFp4E2M1, Hif4 };
enum class VecStoreMode { ND, NZ };
enum class STPhase : uint8_t { Unspecified, Partial, Final };
enum class AccPhase : uint8_t { Unspecified, Partial, Final };
enum class RoundMode : uint8_t { CAST_NONE, CAST_RINT, CAST_ROUND, CAST_FLOOR, CAST_CEIL, CAST_TRUNC, CAST_ODD };
enum class SaturationMode : uint8_t { ON, OFF };
enum class SyncAllMode : uint8_t { Hard, Soft };
enum class SyncCoreType : uint8_t { AIVOnly, AICOnly, Mix };
enum class AccToVecMode : uint8_t { SingleModeVec0, SingleModeVec1, DualModeSplitM, DualModeSplitN };
enum class ReluPreMode : uint8_t { NoRelu, NormalRelu };
enum class AtomicType : uint8_t { AtomicNone, AtomicAdd };
enum class HistByte : uint8_t { BYTE_0, BYTE_1, BYTE_2, BYTE_3 };
enum class PowAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class DivAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class SqrtAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RsqrtAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RecipAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class ExpAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class LogAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class FmodAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class FmodSAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RemAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class RemSAlgorithm : uint8_t { DEFAULT, HIGH_PRECISION };
enum class ScatterAxis : uint8_t { SCATTER_ROW, SCATTER_COL };
enum class ScatterAtomicOp : uint8_t { None, Add, Max, Min };
enum class ScatterOOB : uint8_t { Undefined, Skip, Clamp, Wrap };
enum class ScatterConflict : uint8_t { Last, Default };
enum class GatherAxis : uint8_t { GATHER_ROW, GATHER_COL };
enum class GatherOOB : uint8_t { Undefined, Clamp, Wrap, Zero };
enum class TInsertMode : uint8_t { SPLIT2 = 2, SPLIT4 = 3 };
enum class Coalesce : uint8_t { Row, Elem };
enum TileSplitAxis : uint8_t { TILE_NO_SPLIT, TILE_UP_DOWN, TILE_LEFT_RIGHT, TILE_UP_DOWN_ODD, TILE_LEFT_RIGHT_ODD };
enum Direction : uint8_t { UNDEFINED, DIR_C2V, DIR_V2C, DIR_BOTH, DIR_V2C_CTRL, DIR_C2V_GM, DIR_V2C_GM, DIR_BOTH_GM };
using TRandomKey = uint32_t[2];
using TRandomCounter = uint32_t[4];
struct MrgSortExecutedNumList { uint16_t mrgSortList0, mrgSortList1, mrgSortList2, mrgSortList3; };
struct RecordEvent {};

// Five extents or strides; the constructor takes as many numbers as there are dynamic ones, or all of them.
template <int64_t A, int64_t B, int64_t C, int64_t D, int64_t E> struct Extents {
  static constexpr int64_t fixed[5] = {A, B, C, D, E};
  static constexpr int dynamic = (A == -1) + (B == -1) + (C == -1) + (D == -1) + (E == -1);
  Extents();
  template <typename... N, std::enable_if_t<(sizeof...(N) > 0 && (sizeof...(N) == dynamic || sizeof...(N) == 5)) &&
                                                (std::is_convertible_v<N, int64_t> && ...), int> = 0>
  Extents(N...);
};
template <int64_t A, int64_t B, int64_t C, int64_t D, int64_t E> struct Shape : Extents<A, B, C, D, E> {
  using Extents<A, B, C, D, E>::Extents;
};
template <int64_t A, int64_t B, int64_t C, int64_t D, int64_t E> struct Stride : Extents<A, B, C, D, E> {
  using Extents<A, B, C, D, E>::Extents;
};

template <typename Element, typename Shape_, typename Stride_, Layout Layout_ = Layout::ND> struct GlobalTensor {
  static_assert(Shape_::fixed[4] != 0 && Stride_::fixed[4] != 0, "an extent is empty");
  using DType = Element;
  static constexpr Layout layout = Layout_;
  GlobalTensor();
  // What is dynamic must be given.
  template <int S = Shape_::dynamic, int T = Stride_::dynamic, std::enable_if_t<S == 0 && T == 0, int> = 0>
  explicit GlobalTensor(Element*);
  template <int T = Stride_::dynamic, std::enable_if_t<T == 0, int> = 0> GlobalTensor(Element*, const Shape_&);
  GlobalTensor(Element*, const Shape_&, const Stride_&);
  Element* data();
  int64_t GetShape(int);
  int64_t GetStride(int);
};

template <TileType Loc_, typename Element, int Rows_, int Cols_, BLayout B = BLayout::RowMajor, int RowValid = Rows_,
          int ColValid = Cols_, SLayout S = SLayout::NoneBox, int Fractal = 512, PadValue Pad = PadValue::Null,
          CompactMode Compact = CompactMode::Null>
struct Tile {
  static_assert(Rows_ > 0 && Cols_ > 0 && RowValid <= Rows_ && ColValid <= Cols_, "the valid region is too large");
  static_assert(Fractal == 512 || Fractal == 1024 || Fractal == 32, "no such box");
  using DType = Element;
  static constexpr TileType Loc = Loc_;
  static constexpr int Rows = Rows_, Cols = Cols_, ValidRow = RowValid, ValidCol = ColValid;
  static constexpr BLayout BFractal = B;
  static constexpr SLayout SFractal = S;
  Tile();
  template <int R = RowValid, int C = ColValid, std::enable_if_t<R == DYNAMIC && C == DYNAMIC, int> = 0>
  Tile(unsigned, unsigned);
  template <int R = RowValid, int C = ColValid, std::enable_if_t<(R == DYNAMIC) != (C == DYNAMIC), int> = 0>
  Tile(unsigned);
  unsigned GetValidRow() const;
  unsigned GetValidCol() const;
  void SetValidRow(unsigned) { static_assert(RowValid == DYNAMIC, "the rows are fixed"); }
  void SetValidCol(unsigned) { static_assert(ColValid == DYNAMIC, "the columns are fixed"); }
  void SetValidShape(unsigned, unsigned) {
    static_assert(RowValid == DYNAMIC && ColValid == DYNAMIC, "the valid region is fixed");
  }
  Element GetValue(uint32_t);
  void SetValue(uint32_t, Element);
  Element*& data();
};

template <typename T> struct tile_trait : std::false_type {};
template <TileType L, typename E, int R, int C, BLayout B, int V, int W, SLayout S, int F, PadValue P, CompactMode M>
struct tile_trait<Tile<L, E, R, C, B, V, W, S, F, P, M>> : std::true_type {};
template <typename T> struct tensor_trait : std::false_type {};
template <typename E, typename S, typename T, Layout L> struct tensor_trait<GlobalTensor<E, S, T, L>> : std::true_type {};
/// `RecordEvent` if all of them are tiles.
template <typename... T> using Tiles = std::enable_if_t<(tile_trait<T>::value && ...), RecordEvent>;
template <typename... T> using Tensors = std::enable_if_t<(tensor_trait<T>::value && ...), RecordEvent>;
template <typename T> using Of = typename T::DType;

/// How a device lays out a tile, and which pairs it moves.
template <typename T> constexpr bool is_nd = T::BFractal == BLayout::RowMajor && T::SFractal == SLayout::NoneBox;
template <typename T> constexpr bool is_dn = T::BFractal == BLayout::ColMajor && T::SFractal == SLayout::NoneBox;
template <typename T> constexpr bool is_nz = T::BFractal == BLayout::ColMajor && T::SFractal == SLayout::RowMajor;
template <typename T> constexpr bool is_zn = T::BFractal == BLayout::RowMajor && T::SFractal == SLayout::ColMajor;
template <typename T, typename G>
constexpr bool loads = (G::layout == Layout::ND && is_nd<T>) || (G::layout == Layout::DN && is_dn<T>) ||
                       (G::layout == Layout::NZ && is_nz<T>) || G::layout >= Layout::SCALE ||
                       (T::Loc == TileType::Mat &&
                        ((G::layout == Layout::ND && is_nz<T>) || (G::layout == Layout::DN && is_zn<T>) ||
                         T::SFractal != SLayout::NoneBox));

template <typename T> Tiles<T> TASSIGN(T&, uint64_t);
template <typename T, typename G> Tiles<T> TLOAD(T& dst, G&) {
  static_assert(tensor_trait<G>::value && loads<T, G>, "the layouts are not moved");
  static_assert(sizeof(typename T::DType) == sizeof(typename G::DType), "the elements differ in size");
  return {};
}
template <typename T, typename G> Tiles<T> TPREFETCH(T&, G&);
template <typename G, typename T> Tensors<G> TSTORE(G&, T&);
template <STPhase, typename G, typename T> Tensors<G> TSTORE(G&, T&);
template <typename T, typename G, AtomicType> Tensors<G> TSTORE(G&, T&);
template <STPhase, typename T, typename G, AtomicType> Tensors<G> TSTORE(G&, T&);
template <typename T, typename G, AtomicType, ReluPreMode> Tensors<G> TSTORE(G&, T&);
template <STPhase, typename T, typename G, AtomicType, ReluPreMode> Tensors<G> TSTORE(G&, T&);
template <typename T, typename G, AtomicType, ReluPreMode> Tensors<G> TSTORE(G&, T&, uint64_t);
template <STPhase, typename T, typename G, AtomicType, ReluPreMode> Tensors<G> TSTORE(G&, T&, uint64_t);
template <typename T, typename G, typename F, AtomicType, ReluPreMode> Tensors<G> TSTORE_FP(G&, T&, F&);

#define PTO_1_1(NAME) template <typename D, typename A> Tiles<D, A> NAME(D&, A&);
#define PTO_1_2(NAME) template <typename D, typename A, typename B> Tiles<D, A, B> NAME(D&, A&, B&);
#define PTO_1_3(NAME) template <typename D, typename A, typename B, typename C> Tiles<D, A, B, C> NAME(D&, A&, B&, C&);
#define PTO_1_1S(NAME) template <typename D, typename A> Tiles<D, A> NAME(D&, A&, Of<A>);
#define PTO_SAME4(NAME) template <typename D> Tiles<D> NAME(D&, D&, D&, D&);
#define PTO_PRECISE_1(NAME, OF) template <OF = OF::DEFAULT, typename D, typename A> Tiles<D, A> NAME(D&, A&);
#define PTO_PRECISE_2(NAME, OF) \
  template <OF = OF::DEFAULT, typename D, typename A, typename B> Tiles<D, A, B> NAME(D&, A&, B&);

PTO_1_1(TABS) PTO_1_1(TNEG) PTO_1_1(TNOT) PTO_1_1(TRELU) PTO_1_1(TPAIRREDUCESUM)
PTO_1_1(TCOLMAX) PTO_1_1(TCOLMIN) PTO_1_1(TCOLPROD) PTO_1_1(TCOLSUM) PTO_1_1(TCOLEXPAND) PTO_1_1(TROWEXPAND)
PTO_1_1(TRESHAPE) PTO_1_1(TGET_SCALE_ADDR) PTO_1_1(TFILLPAD_INPLACE) PTO_1_1(TFILLPAD_EXPAND)
PTO_PRECISE_1(TEXP, ExpAlgorithm) PTO_PRECISE_1(TLOG, LogAlgorithm) PTO_PRECISE_1(TSQRT, SqrtAlgorithm)
PTO_PRECISE_1(TRECIP, RecipAlgorithm) PTO_PRECISE_1(TRSQRT, RsqrtAlgorithm) PTO_PRECISE_2(TRSQRT, RsqrtAlgorithm)
PTO_1_2(TADD) PTO_1_2(TSUB) PTO_1_2(TMUL) PTO_1_2(TMAX) PTO_1_2(TMIN) PTO_1_2(TAND) PTO_1_2(TOR) PTO_1_2(TSHL)
PTO_1_2(TSHR) PTO_1_2(TADDRELUCONV) PTO_1_2(TSUBRELUCONV) PTO_1_2(TSUBRELU) PTO_1_2(TFUSEDMULADD)
PTO_1_2(TFUSEDMULADDRELU) PTO_1_2(TMULADDDST) PTO_1_2(TCONCAT) PTO_1_2(TPARTADD) PTO_1_2(TPARTMUL) PTO_1_2(TPARTMAX)
PTO_1_2(TPARTMIN) PTO_1_2(TGATHERB) PTO_1_2(TROWSUM) PTO_1_2(TROWPROD) PTO_1_2(TROWMAX) PTO_1_2(TROWMIN)
PTO_1_2(TROWARGMAX) PTO_1_2(TROWARGMIN) PTO_1_2(TCOLARGMAX) PTO_1_2(TCOLARGMIN) PTO_1_2(TTRANS) PTO_1_2(TSORT32)
PTO_1_2(TSCATTER) PTO_1_2(TCOLEXPANDADD) PTO_1_2(TCOLEXPANDSUB) PTO_1_2(TCOLEXPANDMUL) PTO_1_2(TCOLEXPANDMAX)
PTO_1_2(TCOLEXPANDMIN) PTO_1_2(TCOLEXPANDEXPDIF) PTO_1_2(TROWEXPANDADD) PTO_1_2(TROWEXPANDSUB) PTO_1_2(TROWEXPANDMUL)
PTO_1_2(TROWEXPANDMAX) PTO_1_2(TROWEXPANDMIN) PTO_1_2(TROWEXPANDEXPDIF)
PTO_PRECISE_2(TDIV, DivAlgorithm) PTO_PRECISE_2(TFMOD, FmodAlgorithm) PTO_PRECISE_2(TCOLEXPANDDIV, DivAlgorithm)
PTO_PRECISE_2(TROWEXPANDDIV, DivAlgorithm)
PTO_1_3(TXOR) PTO_1_3(TPRELU) PTO_1_3(TSORT32) PTO_1_3(TGATHER) PTO_1_3(TROWARGMAX) PTO_1_3(TROWARGMIN)
PTO_1_3(TCOLARGMAX) PTO_1_3(TCOLARGMIN) PTO_1_3(TROWEXPANDADD) PTO_1_3(TROWEXPANDSUB) PTO_1_3(TROWEXPANDMUL)
PTO_1_3(TROWEXPANDMAX) PTO_1_3(TROWEXPANDMIN) PTO_1_3(TROWEXPANDEXPDIF)
template <DivAlgorithm = DivAlgorithm::DEFAULT, typename D, typename A, typename B, typename T>
Tiles<D, A, B, T> TROWEXPANDDIV(D&, A&, B&, T&);
template <RemAlgorithm = RemAlgorithm::DEFAULT, typename D, typename A, typename B, typename T>
Tiles<D, A, B, T> TREM(D&, A&, B&, T&);
template <PowAlgorithm = PowAlgorithm::DEFAULT, typename D, typename A, typename B, typename T>
Tiles<D, A, B, T> TPOW(D&, A&, B&, T&);
template <PowAlgorithm = PowAlgorithm::DEFAULT, typename D, typename A, typename T>
Tiles<D, A, T> TPOWS(D&, A&, Of<D>, T&);
PTO_SAME4(TADDC) PTO_SAME4(TSUBC)
PTO_1_1S(TADDS) PTO_1_1S(TSUBS) PTO_1_1S(TMULS) PTO_1_1S(TMAXS) PTO_1_1S(TMINS) PTO_1_1S(TAXPY) PTO_1_1S(TLRELU)
PTO_1_1S(TANDS) PTO_1_1S(TORS) PTO_1_1S(TSHLS) PTO_1_1S(TSHRS)
template <DivAlgorithm = DivAlgorithm::DEFAULT, typename D, typename A> Tiles<D, A> TDIVS(D&, A&, Of<A>);
template <DivAlgorithm = DivAlgorithm::DEFAULT, typename D, typename A> Tiles<D, A> TDIVS(D&, Of<D>, A&);
template <FmodSAlgorithm = FmodSAlgorithm::DEFAULT, typename D, typename A> Tiles<D, A> TFMODS(D&, A&, Of<A>);
template <RemSAlgorithm = RemSAlgorithm::DEFAULT, typename D, typename A, typename T>
Tiles<D, A, T> TREMS(D&, A&, Of<A>, T&);
template <typename D, typename A, typename T> Tiles<D, A, T> TXORS(D&, A&, Of<A>, T&);
template <typename D> Tiles<D> TADDSC(D&, D&, Of<D>, D&);
template <typename D> Tiles<D> TSUBSC(D&, D&, Of<D>, D&);
template <typename D> Tiles<D> TEXPANDS(D&, Of<D>);
template <typename D, typename A> Tiles<D, A> TCMPS(D&, A&, Of<A>, CmpMode);
template <typename D, typename A, typename B> Tiles<D, A, B> TCMPS(D&, A&, B&, CmpMode);
template <typename D, typename A, typename B> Tiles<D, A, B> TCMP(D&, A&, B&, CmpMode);
template <typename D, typename M, typename T> Tiles<D, M, T> TSEL(D&, M&, D&, D&, T&);
template <typename D, typename M, typename A, typename T> Tiles<D, M, A, T> TSELS(D&, M&, A&, T&, Of<A>);
template <typename D, typename A, typename T> Tiles<D, A, T> TCOLSUM(D&, A&, T&, bool);
template <typename D, typename A, typename B, typename I, typename J> Tiles<D, A, B, I, J> TCONCAT(D&, A&, B&, I&, J&);
template <typename D, typename A, typename B, typename K, typename I, typename J>
Tiles<D, A, B, K, I, J> TCONCAT(D&, A&, B&, K&, I&, J&);
template <typename D, typename A, typename B, typename I, typename J, typename K>
Tiles<D, A, B, I, J, K> TPARTARGMAX(D&, A&, B&, I&, J&, K&);
template <typename D, typename A, typename B, typename I, typename J, typename K>
Tiles<D, A, B, I, J, K> TPARTARGMIN(D&, A&, B&, I&, J&, K&);
template <typename D, typename A> Tiles<D, A> TINTERLEAVE(D&, D&, A&, A&);
template <typename D, typename A> Tiles<D, A> TDEINTERLEAVE(D&, D&, A&, A&);
template <typename D, typename A> Tiles<D, A> TDEINTERLEAVE(D&, D&, A&);
template <typename D, typename A> Tiles<D, A> TCVT(D&, A&, RoundMode);
template <typename D, typename A> Tiles<D, A> TCVT(D&, A&, RoundMode, SaturationMode);
template <typename D, typename A, typename T> Tiles<D, A, T> TCVT(D&, A&, T&, RoundMode);
template <typename D, typename A, typename T> Tiles<D, A, T> TCVT(D&, A&, T&, RoundMode, SaturationMode);
template <typename D, typename A, typename B, typename T> Tiles<D, A, B, T> TADDDEQRELU(D&, A&, B&, float, T&);
template <typename D, typename A, typename P> Tiles<D, A, P> TDEQUANT(D&, A&, P&, P&);
template <QuantType, typename D, typename A, typename P> Tiles<D, A, P> TQUANT(D&, A&, P&, P* = nullptr);
template <QuantType, typename D, typename A, typename P, typename T> Tiles<D, A, P, T> TQUANT(D&, A&, P&, T&, P* = nullptr);
template <QuantType, typename D, typename A, typename E, typename M, typename S, QuantScaleAlg = QuantScaleAlg::OCP>
Tiles<D, A, E, M, S> TQUANT(D&, A&, E*, M*, S*);
template <int, MxQuantAlg, bool = false, typename D, typename A, typename E, typename M, typename S>
Tiles<D, A, E, M, S> TQUANT(D&, A&, E*, M*, S*);
template <QuantType, VecStoreMode, typename D, typename A, typename E, typename M, typename S>
Tiles<D, A, E, M, S> TQUANT(D&, A&, E*, M*, S*, E*);
template <typename D, PadValue, std::enable_if_t<D::Loc == TileType::Mat, int> = 0> Tiles<D> TFILLPAD(D&, D&);
template <typename D, typename A, std::enable_if_t<D::Loc == TileType::Vec && A::Loc == TileType::Vec, int> = 0>
Tiles<D, A> TFILLPAD(D&, A&);
template <typename D, typename A> Tiles<D, A> TSUBVIEW(D&, A&, uint16_t, uint16_t);
template <typename D, typename A, MaskPattern, GatherAxis = GatherAxis::GATHER_ROW> Tiles<D, A> TGATHER(D&, A&);
template <typename D, typename A, typename K, typename C, typename T, CmpMode>
Tiles<D, A, C, T> TGATHER(D&, A&, K&, C&, T&, int);
template <MaskPattern, ScatterAxis = ScatterAxis::SCATTER_ROW, typename D, typename A> Tiles<D, A> TSCATTER(D&, A&);
template <typename D, typename T, int> std::enable_if_t<std::is_same_v<T, Of<D>>, RecordEvent> TCI(D&, T);
template <typename D, typename S, typename T, int>
std::enable_if_t<std::is_same_v<T, Of<D>> && tile_trait<S>::value, RecordEvent> TCI(D&, T, S&);
template <typename D, int> Tiles<D> TTRI(D&, int);
template <uint16_t = 10, typename D> Tiles<D> TRANDOM(D&, TRandomKey&, TRandomCounter&);
template <HistByte, typename D, typename A, typename I> Tiles<D, A, I> THISTOGRAM(D&, A&, I&);
template <typename D, typename A> Tiles<D, A> TMRGSORT(D&, A&, uint32_t);
template <typename D, typename T, typename A, typename B, bool>
Tiles<D, T, A, B> TMRGSORT(D&, MrgSortExecutedNumList&, T&, A&, B&);
template <typename D, typename T, typename A, typename B, typename C, bool>
Tiles<D, T, A, B, C> TMRGSORT(D&, MrgSortExecutedNumList&, T&, A&, B&, C&);
template <typename D, typename T, typename A, typename B, typename C, typename E, bool>
Tiles<D, T, A, B, C, E> TMRGSORT(D&, MrgSortExecutedNumList&, T&, A&, B&, C&, E&);
template <PrintFormat = PrintFormat::Width8_Precision4, typename T> void TPRINT(T&);
template <PrintFormat = PrintFormat::Width8_Precision4, typename T, typename G> void TPRINT(T&, G&);

/// The first argument of each pair of overloads: with and without a phase.
#define PTO_PHASE_2(NAME)                                                                   \
  template <typename D, typename A, typename B> Tiles<D, A, B> NAME(D&, A&, B&);            \
  template <AccPhase, typename D, typename A, typename B> Tiles<D, A, B> NAME(D&, A&, B&);
#define PTO_PHASE_ACC(NAME)                                                                 \
  template <typename D, typename A, typename B> Tiles<D, A, B> NAME(D&, D&, A&, B&);        \
  template <AccPhase, typename D, typename A, typename B> Tiles<D, A, B> NAME(D&, D&, A&, B&);
#define PTO_PHASE_3(NAME)                                                                   \
  template <typename D, typename A, typename B, typename C> Tiles<D, A, B, C> NAME(D&, A&, B&, C&); \
  template <AccPhase, typename D, typename A, typename B, typename C> Tiles<D, A, B, C> NAME(D&, A&, B&, C&);
#define PTO_PHASE_MX(NAME)                                                                  \
  template <typename D, typename A, typename S, typename B, typename T>                     \
  Tiles<D, A, S, B, T> NAME(D&, A&, S&, B&, T&);                                            \
  template <AccPhase, typename D, typename A, typename S, typename B, typename T>           \
  Tiles<D, A, S, B, T> NAME(D&, A&, S&, B&, T&);                                            \
  template <typename D, typename A, typename S, typename B, typename T>                     \
  Tiles<D, A, S, B, T> NAME(D&, D&, A&, S&, B&, T&);                                        \
  template <AccPhase, typename D, typename A, typename S, typename B, typename T>           \
  Tiles<D, A, S, B, T> NAME(D&, D&, A&, S&, B&, T&);                                        \
  template <typename D, typename A, typename S, typename B, typename T, typename C>         \
  std::enable_if_t<C::Loc == TileType::Bias, RecordEvent> NAME(D&, A&, S&, B&, T&, C&);
PTO_PHASE_2(TMATMUL) PTO_PHASE_2(TGEMV) PTO_PHASE_ACC(TMATMUL_ACC) PTO_PHASE_ACC(TGEMV_ACC)
PTO_PHASE_3(TMATMUL_BIAS) PTO_PHASE_3(TGEMV_BIAS) PTO_PHASE_MX(TMATMUL_MX) PTO_PHASE_MX(TGEMV_MX)

template <typename D, typename A> Tiles<D, A> TMOV(D&, A&);
template <typename D, typename A, typename T> Tiles<D, A, T> TMOV(D&, A&, T&);
template <int, typename D, typename A, typename T> Tiles<D, A, T> TMOV(D&, A&, T&);
template <typename D, typename A, ReluPreMode> Tiles<D, A> TMOV(D&, A&);
template <typename D, typename A, AccToVecMode, ReluPreMode = ReluPreMode::NoRelu> Tiles<D, A> TMOV(D&, A&);
template <typename D, typename A, AccToVecMode, ReluPreMode = ReluPreMode::NoRelu> Tiles<D, A> TMOV(D&, A&, uint64_t);
template <typename D, typename A, ReluPreMode = ReluPreMode::NoRelu> Tiles<D, A> TMOV(D&, A&, uint64_t);
template <typename D, typename A, typename F, ReluPreMode = ReluPreMode::NoRelu> Tiles<D, A, F> TMOV_FP(D&, A&, F&);
template <typename D, typename A, typename F, AccToVecMode, ReluPreMode = ReluPreMode::NoRelu>
Tiles<D, A, F> TMOV(D&, A&, F&);
#define PTO_WINDOW(NAME)                                                                                        \
  template <typename D, typename A> Tiles<D, A> NAME(D&, A&, uint16_t, uint16_t);                               \
  template <typename D, typename A, ReluPreMode> Tiles<D, A> NAME(D&, A&, uint16_t, uint16_t);                  \
  template <typename D, typename A, AccToVecMode, ReluPreMode = ReluPreMode::NoRelu>                            \
  Tiles<D, A> NAME(D&, A&, uint16_t, uint16_t);                                                                 \
  template <typename D, typename A, ReluPreMode = ReluPreMode::NoRelu>                                          \
  Tiles<D, A> NAME(D&, A&, uint64_t, uint16_t, uint16_t);                                                       \
  template <typename D, typename A, AccToVecMode, ReluPreMode = ReluPreMode::NoRelu>                            \
  Tiles<D, A> NAME(D&, A&, uint64_t, uint16_t, uint16_t);                                                       \
  template <typename D, typename A, typename F, ReluPreMode = ReluPreMode::NoRelu>                              \
  Tiles<D, A, F> NAME##_FP(D&, A&, F&, uint16_t, uint16_t);                                                     \
  template <typename D, typename A, typename F, AccToVecMode, ReluPreMode = ReluPreMode::NoRelu>                \
  Tiles<D, A, F> NAME(D&, A&, F&, uint16_t, uint16_t);
PTO_WINDOW(TEXTRACT) PTO_WINDOW(TINSERT)
template <TInsertMode, typename D, typename A> Tiles<D, A> TINSERT(D&, A&, uint16_t, uint16_t);

template <typename D, typename G, typename I> Tiles<D> MGATHER(D&, G&, I&);
template <Coalesce, typename D, typename G, typename I> Tiles<D> MGATHER(D&, G&, I&);
template <Coalesce, GatherOOB, typename D, typename G, typename I> Tiles<D> MGATHER(D&, G&, I&);
template <Coalesce, typename D, typename G, typename I, typename S> Tiles<D> MGATHER(D&, G&, I&, S&);
template <Coalesce, GatherOOB, typename D, typename G, typename I, typename S> Tiles<D> MGATHER(D&, G&, I&, S&);
template <typename G, typename A, typename I> Tensors<G> MSCATTER(G&, A&, I&);
template <Coalesce, typename G, typename A, typename I> Tensors<G> MSCATTER(G&, A&, I&);
template <Coalesce, ScatterAtomicOp, typename G, typename A, typename I> Tensors<G> MSCATTER(G&, A&, I&);
template <Coalesce, ScatterAtomicOp, ScatterOOB, typename G, typename A, typename I> Tensors<G> MSCATTER(G&, A&, I&);
template <Coalesce, ScatterAtomicOp, ScatterOOB, ScatterConflict, typename G, typename A, typename I>
Tensors<G> MSCATTER(G&, A&, I&);

template <SyncCoreType = SyncCoreType::AIVOnly> void SYNCALL();
template <SyncAllMode, SyncCoreType = SyncCoreType::AIVOnly, typename G> Tensors<G> SYNCALL(G&, int32_t = 0);
template <bool, RoundMode> void SETHF32MODE();
template <bool, RoundMode> void SETTF32MODE();
template <typename F> Tiles<F> SET_QUANT_VECTOR(F&);

template <uint8_t Flag, uint8_t Dir, uint32_t Slot, uint32_t Slots, uint32_t LocalSlots = 2, bool NoSplit = false,
          bool UnitFlag = false>
struct TPipe {
  TPipe(void* gm, uint32_t c2v, uint32_t v2c);
};
template <typename P, typename T, TileSplitAxis> RecordEvent TPUSH(P&, T&);
template <typename P, typename T, TileSplitAxis> RecordEvent TPUSH(P&, T&, int32_t);
template <typename P, typename T, TileSplitAxis> RecordEvent TPOP(P&, T&);
template <typename P, typename T, TileSplitAxis> RecordEvent TPOP(P&, T&, int32_t);
template <typename P, TileSplitAxis> RecordEvent TFREE(P&);
template <typename P, typename G, TileSplitAxis> RecordEvent TFREE(P&, G&);
template <typename P, typename G, TileSplitAxis> RecordEvent TALLOC(P&, G&);

namespace comm {
enum class NotifyOp : uint8_t { AtomicAdd, Set };
enum class WaitCmp : uint8_t { EQ, NE, GT, GE, LT, LE };
template <AtomicType = AtomicType::AtomicNone, typename D, typename S, typename T> Tensors<D, S> TPUT(D&, S&, T&);
template <AtomicType = AtomicType::AtomicNone, typename D, typename S, typename T> Tensors<D, S> TPUT(D&, S&, T&, T&);
template <typename D, typename S, typename T> Tensors<D, S> TGET(D&, S&, T&);
template <typename D, typename S, typename T> Tensors<D, S> TGET(D&, S&, T&, T&);
template <typename G> void TNOTIFY(G&, int32_t, NotifyOp);
template <typename G> void TWAIT(G&, int32_t, WaitCmp);
template <typename G> bool TTEST(G&, int32_t, WaitCmp);
}  // namespace comm
}  // namespace pto
