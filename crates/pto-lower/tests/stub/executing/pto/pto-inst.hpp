// What the scalar part of a program in C++ needs to run on the host: `tests/emit_executes.rs` compares what it prints
// with a run of the program. There are no tiles here.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#define AICORE
#define __gm__
#define __global__

enum pipe_t { PIPE_S, PIPE_V, PIPE_ALL };
inline void pipe_barrier(pipe_t) {}

namespace pto {}

namespace cce {
// One number: the text before the conversion, and the number, so that the widths of `%d` do not matter.
template <typename T>
void printf(const char *format, T value) {
  for (; *format && *format != '%'; ++format) std::putchar(*format);
  if constexpr (std::is_floating_point<T>::value) {
    if (std::isnan(value)) std::printf("nan\n");
    else std::printf("%.9e\n", static_cast<double>(value));
  } else {
    std::printf("%lld\n", static_cast<long long>(value));
  }
}
}  // namespace cce
