// Copies, products and their registers on A5: the number of arguments and the order of pointers are strict. Names and
// orders of arguments are those of pto-isa@3186c381 include/pto/common/arch_cce_intrinsic.hpp and include/pto/npu/a5.
// Memories are no types here, so a copy from and to the same kind of pointer is not told apart.
#pragma once

void set_loop_size_outtoub(uint64_t);
void set_loop_size_ubtoout(uint64_t);
void set_loop1_stride_outtoub(uint64_t);
void set_loop1_stride_ubtoout(uint64_t);
void set_loop2_stride_outtoub(uint64_t);
void set_loop2_stride_ubtoout(uint64_t);
void set_loop3_para(uint64_t);
void set_channel_para(uint64_t);

template <typename T>
void copy_gm_to_ubuf_align_v2(T* dst, T* src, uint8_t sid, uint32_t bursts, uint32_t length, uint8_t left, uint8_t right,
                              bool pad, uint8_t l2, uint64_t src_stride, uint32_t dst_stride);
void copy_ubuf_to_gm_align_v2(void* dst, void* src, uint8_t sid, uint32_t bursts, uint32_t length, uint8_t l2,
                              uint64_t dst_stride, uint32_t src_stride);
void copy_ubuf_to_ubuf(void* dst, void* src, uint16_t bursts, uint16_t length, uint16_t src_gap, uint16_t dst_gap);
void copy_ubuf_to_cbuf(void* dst, void* src, uint8_t sid, uint16_t bursts, uint16_t length, uint16_t src_gap,
                       uint16_t dst_gap);
void copy_cbuf_to_ubuf(void* dst, void* src, uint8_t core, uint16_t bursts, uint16_t length, uint16_t src_gap,
                       uint16_t dst_gap);
template <typename T>
void copy_gm_to_cbuf_align_v2(T* dst, T* src, uint8_t sid, uint32_t bursts, uint32_t length, uint8_t left, uint8_t right,
                              bool pad, uint8_t l2, uint64_t src_stride, uint32_t dst_stride);
template <typename T>
void copy_gm_to_cbuf_multi_nd2nz(T* dst, T* src, uint8_t sid, uint64_t row, uint8_t l2, uint16_t n, uint32_t d,
                                 uint64_t matrix, bool small);
template <typename T>
void copy_gm_to_cbuf_multi_dn2nz(T* dst, T* src, uint8_t sid, uint64_t row, uint8_t l2, uint16_t n, uint32_t d,
                                 uint64_t matrix, bool small);
void copy_cbuf_to_fbuf(void* dst, void* src, uint16_t bursts, uint16_t length, uint16_t src_gap, uint16_t dst_gap);
template <typename T>
void copy_cbuf_to_bt(uint64_t dst, T* src, bool convert, uint16_t bursts, uint16_t length, uint16_t src_gap,
                     uint16_t dst_gap);

#define STUB_LOAD(name) \
  template <typename T> \
  void name(T* dst, T* src, uint16_t m, uint16_t k, uint8_t m_step, uint8_t k_step, uint16_t src_stride, \
            uint16_t dst_stride, bool transpose);
STUB_LOAD(load_cbuf_to_ca)
STUB_LOAD(load_cbuf_to_cb)
STUB_LOAD(load_cbuf_to_ca_s4)
STUB_LOAD(load_cbuf_to_cb_s4)
#undef STUB_LOAD
void load_cbuf_to_ca_mx(uint64_t dst, void* src, uint16_t x, uint16_t y, uint8_t x_step, uint8_t y_step,
                        uint16_t src_stride, uint16_t dst_stride);
void load_cbuf_to_cb_mx(uint64_t dst, void* src, uint16_t x, uint16_t y, uint8_t x_step, uint8_t y_step,
                        uint16_t src_stride, uint16_t dst_stride);

template <typename C, typename A, typename B>
void mad(C* c, A* a, B* b, uint16_t m, uint16_t k, uint16_t n, uint8_t unit_flag, bool no_gemv, bool bias, bool zero);
template <typename C, typename A, typename B>
void mad_mx(C* c, A* a, B* b, uint16_t m, uint16_t k, uint16_t n, uint8_t unit_flag, bool no_gemv, bool bias, bool zero);
template <typename D, typename S> void copy_matrix_cc_to_gm(D* dst, S* src, uint64_t xm, uint64_t xt);
template <typename D, typename S>
void copy_matrix_cc_to_cbuf(D* dst, S* src, uint8_t sid, uint16_t n, uint16_t m, uint32_t dst_stride, uint16_t src_stride,
                            uint8_t l2, uint8_t clip, uint8_t unit_flag, uint64_t quant, uint8_t relu, bool split,
                            bool nz2nd, uint64_t quant_post, uint8_t relu_post, bool clip_post, bool enhance,
                            uint8_t eltwise, bool antq, bool merge, bool pad, bool wino, bool broadcast, bool nz2dn);
template <typename D, typename S>
void copy_matrix_cc_to_ub(D* dst, S* src, uint8_t sid, uint16_t n, uint16_t m, uint32_t dst_stride, uint16_t src_stride,
                          uint8_t receiver, bool core, uint8_t clip, uint8_t unit_flag, uint64_t quant, uint8_t relu,
                          bool split, bool nz2nd, uint64_t quant_post, uint8_t relu_post, bool clip_post, bool enhance,
                          uint8_t eltwise, bool antq, bool merge, bool pad, bool wino, bool broadcast, bool nz2dn);
