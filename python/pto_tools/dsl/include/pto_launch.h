// What a host file sees of kernels that were translated from PTO text: a kernel is an object whose launch hands its arguments to
// Python. Pointers are addresses of host memory.
#pragma once

#include <stdint.h>
#include <string.h>

#include <type_traits>

#define __gm__
#define __global__
#define AICORE
struct half;
struct bfloat16_t;
using __bf16_ptr = void;

extern "C" inline int rtGetC2cCtrlAddr(uint64_t *address, uint32_t *length) {
    static uint64_t flags[256];
    *address = (uint64_t)(uintptr_t)flags, *length = sizeof flags;
    return 0;
}

// kinds: 0 an address, else the bytes of a number.
extern "C" __attribute__((visibility("default"))) void (*pto_launch)(
    const char *text, const char *name, uint32_t blocks, int32_t count, const uint64_t *bits, const int32_t *kinds) = nullptr;

struct PtoKernel {
    const char *text, *name;

    struct Launch {
        const PtoKernel &kernel;
        uint32_t blocks;

        template <typename... T>
        void operator()(T... values) const {
            uint64_t bits[] = {pack(values)..., 0};
            int32_t kinds[] = {kind<T>()..., 0};
            if (pto_launch) pto_launch(kernel.text, kernel.name, blocks, sizeof...(T), bits, kinds);
        }
    };
    Launch on(uint32_t blocks) const { return {*this, blocks}; }

    template <typename T>
    static uint64_t pack(T value) {
        uint64_t bits = 0;
        memcpy(&bits, &value, sizeof value);
        return bits;
    }
    template <typename T>
    static constexpr int32_t kind() {
        return std::is_pointer_v<T> || std::is_null_pointer_v<T> ? 0 : (int32_t)sizeof(T);
    }
};
