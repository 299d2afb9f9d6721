// What an orchestration that PyPTO generates calls. Compiled with such a file, it becomes a shared object
// whose tasks are handed to Python one by one, in the order of their submission. Names and limits are those of the runtime
// that the generated code is written for. A task is complete when its submission returns, but for those that wait for signals and what
// follows them: the orchestration waits for these where it looks at their memory.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <type_traits>
#include <vector>

inline constexpr int MAX_TENSOR_DIMS = 5;
inline constexpr int CORE_MAX_TENSOR_ARGS = 32;
inline constexpr int CORE_MAX_SCALAR_ARGS = 16;
inline constexpr int CHIP_MAX_TENSOR_ARGS = 256;
inline constexpr int CHIP_MAX_SCALAR_ARGS = 128;

enum class DataType : uint8_t {
    FLOAT32, FLOAT16, INT32, INT16, INT8, UINT8, BFLOAT16, INT64, UINT64, UINT16, UINT32, BOOL,
    FP8E4M3FN, FP8E8M0, FP4E2M1, DATA_TYPE_NUM,
};

inline uint64_t get_element_size(DataType type) {
    static const uint8_t bytes[] = {4, 2, 4, 2, 1, 1, 2, 8, 8, 2, 4, 1, 1, 1, 1};
    return type < DataType::DATA_TYPE_NUM ? bytes[(int)type] : 0;
}

template <typename T>
inline uint64_t to_u64(T value) {
    static_assert(sizeof(T) <= 8);
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return bits;
}

template <typename T>
inline T from_u64(uint64_t bits) {
    static_assert(sizeof(T) <= 8);
    T value;
    memcpy(&value, &bits, sizeof(T));
    return value;
}

struct PTO2TaskId {
    uint64_t raw;
    static constexpr PTO2TaskId invalid() { return {UINT64_MAX}; }
    constexpr bool is_valid() const { return raw != UINT64_MAX; }
    constexpr bool is_invalid() const { return raw == UINT64_MAX; }
    constexpr bool operator==(const PTO2TaskId &o) const { return raw == o.raw; }
    constexpr bool operator!=(const PTO2TaskId &o) const { return raw != o.raw; }
};

enum class TensorArgType : int32_t { INPUT, OUTPUT, INOUT, OUTPUT_EXISTING, NO_DEP };
enum class PTO2ScopeMode : uint8_t { AUTO, MANUAL };
enum class PredicateOp : uint8_t { NONE, EQ, NE, GT, LT, GE, LE };
enum DepFlags : uint8_t { DEP_NONE = 0, DEP_WAIT = 1, DEP_RETAIN = 2 };
constexpr DepFlags operator|(DepFlags a, DepFlags b) { return DepFlags(uint8_t(a) | uint8_t(b)); }

struct PTOBufferHandle {
    uint64_t addr;
    uint64_t size;
};

// A view of memory. Python reads these structures: `_orchestration.py` has the same fields.
struct ChipTensor {
    PTOBufferHandle buffer;    // bytes
    PTO2TaskId owner_task_id;  // the task that made the memory, or none
    uint64_t start_offset;     // elements
    uint32_t ndims;
    DataType dtype;
    bool manual_dep;
    uint32_t shapes[MAX_TENSOR_DIMS];
    uint32_t strides[MAX_TENSOR_DIMS];  // elements

    uint64_t numel() const {
        uint64_t n = 1;
        for (uint32_t i = 0; i < ndims; i++) n *= shapes[i];
        return n;
    }
    uint64_t nbytes() const { return numel() * get_element_size(dtype); }
    template <typename T>
    T *data_as() const { return (T *)(uintptr_t)buffer.addr; }

    uint64_t compute_flat_offset(const uint32_t at[], uint32_t n) const {
        uint64_t element = start_offset;
        for (uint32_t i = 0; i < n; i++) element += (uint64_t)at[i] * strides[i];
        return element;
    }

    void lie_in_rows() {
        uint32_t stride = 1;
        for (uint32_t i = ndims; i-- > 0;) {
            strides[i] = stride;
            stride *= shapes[i];
        }
    }

    ChipTensor view(const uint32_t shape[], const uint32_t offset[], bool manual = false) const;
    ChipTensor transpose(uint32_t x, uint32_t y, bool manual = false) const;
    ChipTensor permute(const uint32_t order[], bool manual = false) const;
    ChipTensor slice(uint32_t dim, uint32_t start, uint32_t end, uint32_t step = 1, bool manual = false) const;
    ChipTensor reshape(const uint32_t shape[], uint32_t n, bool manual = false) const;
};

struct TensorCreateInfo {
    uint64_t initial_value = 0;
    bool has_initial_value = false;
    uint32_t ndims = 0;
    DataType dtype = DataType::FLOAT32;
    bool manual_dep = false;
    uint32_t shapes[MAX_TENSOR_DIMS] = {};

    TensorCreateInfo() = default;
    TensorCreateInfo(const uint32_t shape[], uint32_t n, DataType type = DataType::FLOAT32, bool manual = false)
        : ndims(n), dtype(type), manual_dep(manual) {
        for (uint32_t i = 0; i < n && i < MAX_TENSOR_DIMS; i++) shapes[i] = shape[i];
    }
    template <typename T = uint64_t>
    void set_initial_value(T value) {
        has_initial_value = true;
        initial_value = to_u64(value);
    }
};

// A task as Python sees it.
struct PtoTask {
    int32_t kernels[3];  // cube, first and second vector core; -1 for none
    int32_t blocks;
    int32_t tensor_count, scalar_count, dep_count;
    int32_t manual_scope, dispatched, early;
    ChipTensor *tensors;
    const int32_t *tags;
    const uint64_t *scalars;
    const uint64_t *deps;
};

// What Python offers. Every function may be called until `failed` says yes.
struct PtoHost {
    uint64_t (*submit)(const PtoTask *task);
    uint64_t (*allocate)(uint64_t bytes);
    void (*scope)(int32_t begins, const char *file, int32_t line);
    void (*log)(int32_t level, const char *text);
    int32_t (*failed)();
    void (*settle)(uint64_t address);
    const int32_t *held;  // tasks that were submitted and are not complete
    int32_t cube_cores, vector_cores;
};

// Devices that communicate run side by side, a thread for each.
static thread_local const PtoHost *pto_host;
static thread_local std::vector<PTO2ScopeMode> pto_scopes;

template <typename... T>
inline void pto_say(int32_t level, const char *format, T... values) {
    char text[1024];
    if constexpr (sizeof...(T) == 0) snprintf(text, sizeof text, "%s", format);
    else snprintf(text, sizeof text, format, values...);
    pto_host->log(level, text);
}

// Level 0 ends the run.
#define LOG_ERROR(...) pto_say(1, __VA_ARGS__)
#define LOG_WARN(...) pto_say(2, __VA_ARGS__)
#define LOG_TIMING(...) pto_say(3, __VA_ARGS__)
#define LOG_INFO(...) pto_say(3, __VA_ARGS__)
#define LOG_DEBUG(...) pto_say(4, __VA_ARGS__)
#define rt_report_fatal(code, ...) pto_say(0, __VA_ARGS__)

inline bool rt_is_fatal() { return pto_host->failed() != 0; }

inline void pto_settle(uint64_t address) {
    if (*pto_host->held > 0) pto_host->settle(address);
}

inline bool pto_within(const ChipTensor &t) {
    uint64_t last = t.start_offset;
    for (uint32_t i = 0; i < t.ndims; i++) {
        if (t.shapes[i] == 0) return true;
        last += (uint64_t)(t.shapes[i] - 1) * t.strides[i];
    }
    return (last + 1) * get_element_size(t.dtype) <= t.buffer.size;
}

inline ChipTensor ChipTensor::view(const uint32_t shape[], const uint32_t offset[], bool manual) const {
    ChipTensor r = *this;
    bool empty = false;
    for (uint32_t i = 0; i < ndims; i++) empty |= shape[i] == 0;
    for (uint32_t i = 0; i < ndims; i++) {
        if (!empty) r.start_offset += (uint64_t)offset[i] * strides[i];
        r.shapes[i] = shape[i];
    }
    r.manual_dep = manual;
    if (!empty && !pto_within(r)) pto_say(0, "a view reaches past the end of its tensor");
    return r;
}

inline ChipTensor ChipTensor::transpose(uint32_t x, uint32_t y, bool manual) const {
    ChipTensor r = *this;
    r.shapes[x] = shapes[y], r.shapes[y] = shapes[x];
    r.strides[x] = strides[y], r.strides[y] = strides[x];
    r.manual_dep = manual;
    return r;
}

inline ChipTensor ChipTensor::permute(const uint32_t order[], bool manual) const {
    ChipTensor r = *this;
    for (uint32_t i = 0; i < ndims; i++) r.shapes[i] = shapes[order[i]], r.strides[i] = strides[order[i]];
    r.manual_dep = manual;
    return r;
}

inline ChipTensor ChipTensor::slice(uint32_t dim, uint32_t start, uint32_t end, uint32_t step, bool manual) const {
    ChipTensor r = *this;
    r.start_offset += (uint64_t)start * strides[dim];
    r.shapes[dim] = (end - start + step - 1) / step;
    r.strides[dim] = strides[dim] * step;
    r.manual_dep = manual;
    if (!pto_within(r)) pto_say(0, "a slice reaches past the end of its tensor");
    return r;
}

inline ChipTensor ChipTensor::reshape(const uint32_t shape[], uint32_t n, bool manual) const {
    ChipTensor rows = *this;
    rows.lie_in_rows();
    uint64_t elements = 1;
    for (uint32_t i = 0; i < n; i++) elements *= shape[i];
    if (elements != numel()) pto_say(0, "a tensor of %llu elements is reshaped to %llu", (unsigned long long)numel(), (unsigned long long)elements);
    for (uint32_t i = 0; i < ndims; i++)
        if (shapes[i] > 1 && rows.strides[i] != strides[i]) pto_say(0, "a tensor that does not lie in rows is reshaped");
    rows.ndims = n;
    for (uint32_t i = 0; i < n; i++) rows.shapes[i] = shape[i];
    rows.manual_dep = manual;
    rows.lie_in_rows();
    return rows;
}

inline ChipTensor make_tensor_strided(void *addr, const uint32_t shape[], const uint32_t strides[], uint32_t n,
                                      DataType type = DataType::FLOAT32, bool manual = false, int32_t = 0) {
    ChipTensor t = {};
    t.ndims = n, t.dtype = type, t.manual_dep = manual, t.owner_task_id = PTO2TaskId::invalid();
    uint64_t extent = 1;
    for (uint32_t i = 0; i < n; i++) {
        t.shapes[i] = shape[i], t.strides[i] = strides[i];
        extent += (uint64_t)(shape[i] - 1) * strides[i];
    }
    t.buffer = {(uint64_t)(uintptr_t)addr, extent * get_element_size(type)};
    return t;
}

inline ChipTensor make_tensor_external(void *addr, const uint32_t shape[], uint32_t n, DataType type = DataType::FLOAT32,
                                       bool manual = false, int32_t = 0) {
    ChipTensor t = {};
    t.ndims = n, t.dtype = type, t.manual_dep = manual, t.owner_task_id = PTO2TaskId::invalid();
    for (uint32_t i = 0; i < n; i++) t.shapes[i] = shape[i];
    t.lie_in_rows();
    t.buffer = {(uint64_t)(uintptr_t)addr, t.nbytes()};
    return t;
}

class TaskOutputTensors {
public:
    bool empty() const { return made.empty(); }
    uint32_t size() const { return made.size(); }
    const ChipTensor &get_ref(uint32_t i) const & {
        static const ChipTensor none = {};
        return i < made.size() ? made[i] : none;
    }
    const ChipTensor &get_ref(uint32_t i) const && = delete;
    PTO2TaskId task_id() const { return id; }

    std::vector<ChipTensor> made;
    PTO2TaskId id = PTO2TaskId::invalid();
};

class PTO2LaunchSpec {
public:
    int16_t block_num() const { return blocks; }
    void set_block_num(int16_t n) { blocks = n; }
    // What the same number is called in orchestrations for A5.
    int16_t core_num() const { return blocks; }
    void set_core_num(int16_t n) { blocks = n; }
    bool require_sync_start() const { return together; }
    void set_require_sync_start(bool v) { together = v; }

private:
    int16_t blocks = 1;
    bool together = false;
};

struct CorePredicateOperand {
    const ChipTensor *tensor = nullptr;
    uint32_t ndims = 0;
    uint32_t indices[MAX_TENSOR_DIMS] = {};
};

struct CoreTaskPredicate {
    CorePredicateOperand operand;
    PredicateOp op = PredicateOp::NONE;
    int64_t target = 0;

    bool holds() const {
        if (op == PredicateOp::NONE || !operand.tensor) return true;
        const ChipTensor &t = *operand.tensor;
        pto_settle(t.buffer.addr);
        uint64_t bytes = get_element_size(t.dtype), at = t.compute_flat_offset(operand.indices, operand.ndims);
        int64_t v = 0;
        memcpy(&v, (const char *)(uintptr_t)t.buffer.addr + at * bytes, bytes);
        int shift = 64 - 8 * (int)bytes;
        v = (int64_t)((uint64_t)v << shift) >> shift;
        switch (op) {
        case PredicateOp::EQ: return v == target;
        case PredicateOp::NE: return v != target;
        case PredicateOp::GT: return v > target;
        case PredicateOp::LT: return v < target;
        case PredicateOp::GE: return v >= target;
        case PredicateOp::LE: return v <= target;
        default: return true;
        }
    }
};

// One argument: an existing tensor, or memory that the task makes.
struct TensorRef {
    const ChipTensor *tensor = nullptr;
    const TensorCreateInfo *made = nullptr;
    const ChipTensor &ref() const { return *tensor; }
    const TensorCreateInfo &create_info() const { return *made; }
};

template <size_t MaxTensors, size_t MaxScalars>
struct Arg {
    bool has_error = false;
    const char *error_msg = nullptr;
    PTO2LaunchSpec launch_spec;

    Arg() = default;
    Arg(const Arg &) = delete;
    Arg &operator=(const Arg &) = delete;

    template <typename... T> void add_input(T &...t) { (add(t, TensorArgType::INPUT), ...); }
    template <typename... T> void add_inout(T &...t) { (add(t, TensorArgType::INOUT), ...); }
    template <typename... T> void add_no_dep(T &...t) { (add(t, TensorArgType::NO_DEP), ...); }
    template <typename... T> void add_output(T &...t) { (add_written(t), ...); }
    template <typename... T> void add_scalar(T &&...v) { (push(to_u64(v)), ...); }
    void add_scalars(const uint64_t *v, int n) { for (int i = 0; i < n; i++) push(v[i]); }
    void add_scalars_i32(const int32_t *v, int n) { for (int i = 0; i < n; i++) push((uint32_t)v[i]); }
    void copy_scalars_from(const Arg &from, int start, int n) { add_scalars(&from.scalars[start], n); }

    const TensorRef &tensor(int32_t i) const { return tensors[i]; }
    uint64_t scalar(int32_t i) const { return scalars[i]; }
    TensorArgType tag(int32_t i) const { return tags[i]; }
    int32_t tensor_count() const { return tensors.size(); }
    int32_t scalar_count() const { return scalars.size(); }

    void set_dependencies(const PTO2TaskId *ids, uint32_t n) { deps.assign(ids, ids + n); }
    void set_dependencies_with_kinds(const PTO2TaskId *ids, const DepFlags *, uint32_t n) { deps.assign(ids, ids + n); }
    uint32_t explicit_dep_count() const { return deps.size(); }
    void set_predicate(const CoreTaskPredicate &p) { predicate = p; }
    void set_error(const char *message) { if (!has_error) has_error = true, error_msg = message; }

    // Hints about the device's scheduler change no result.
    void set_allow_early_resolve(bool v = true) { early = v; }
    void set_task_timing_slot(int32_t) {}
    template <typename... T> void dump(T &&...) {}

    void reset() {
        tensors.clear(), tags.clear(), scalars.clear(), deps.clear();
        predicate = {}, has_error = false, error_msg = nullptr, early = false;
    }

    std::vector<TensorRef> tensors;
    std::vector<TensorArgType> tags;
    std::vector<uint64_t> scalars;
    std::vector<PTO2TaskId> deps;
    CoreTaskPredicate predicate;
    bool early = false;

private:
    bool fits(size_t have, size_t limit, const char *message) {
        if (have >= limit) set_error(message);
        return have < limit;
    }
    void add(const ChipTensor &t, TensorArgType tag) {
        if (!fits(tensors.size(), MaxTensors, "a task has too many tensors")) return;
        tensors.push_back({&t, nullptr}), tags.push_back(tag);
    }
    void add_written(const ChipTensor &t) { add(t, TensorArgType::OUTPUT_EXISTING); }
    void add_written(const TensorCreateInfo &made) {
        if (!fits(tensors.size(), MaxTensors, "a task has too many tensors")) return;
        tensors.push_back({nullptr, &made}), tags.push_back(TensorArgType::OUTPUT);
    }
    void push(uint64_t bits) {
        if (fits(scalars.size(), MaxScalars, "a task has too many numbers")) scalars.push_back(bits);
    }
};

using CoreTaskArgs = Arg<CORE_MAX_TENSOR_ARGS, CORE_MAX_SCALAR_ARGS>;
using ChipTaskArgs = Arg<CHIP_MAX_TENSOR_ARGS, CHIP_MAX_SCALAR_ARGS>;

template <size_t Max = 16>
struct CoreTaskArgsWithDeps : CoreTaskArgs {
    template <typename... Ids> void add_dep(Ids... ids) { (deps.push_back(ids), ...); }
    template <typename... Ids> void add_dep_wait(Ids... ids) { (deps.push_back(ids), ...); }
};

inline constexpr int32_t INVALID_KERNEL_ID = -1;

struct MixedKernels {
    int32_t aic_kernel_id = INVALID_KERNEL_ID;
    int32_t aiv0_kernel_id = INVALID_KERNEL_ID;
    int32_t aiv1_kernel_id = INVALID_KERNEL_ID;
};

inline TaskOutputTensors pto_submit(const MixedKernels &k, const CoreTaskArgs &args) {
    TaskOutputTensors out;
    if (args.has_error) pto_say(0, args.error_msg);
    if (rt_is_fatal()) return out;
    std::vector<ChipTensor> tensors;
    std::vector<size_t> made;
    for (size_t i = 0; i < args.tensors.size(); i++) {
        const TensorRef &a = args.tensors[i];
        if (a.tensor) {
            tensors.push_back(*a.tensor);
            continue;
        }
        ChipTensor t = make_tensor_external(nullptr, a.made->shapes, a.made->ndims, a.made->dtype, a.made->manual_dep);
        t.buffer.addr = pto_host->allocate(t.buffer.size);
        uint64_t bytes = get_element_size(t.dtype);
        if (a.made->has_initial_value && t.buffer.addr)
            for (uint64_t at = 0; at + bytes <= t.buffer.size; at += bytes)
                memcpy((char *)(uintptr_t)t.buffer.addr + at, &a.made->initial_value, bytes);
        made.push_back(tensors.size());
        tensors.push_back(t);
    }
    std::vector<uint64_t> deps;
    for (PTO2TaskId id : args.deps)
        if (id.is_valid()) deps.push_back(id.raw);
    PtoTask task = {};
    task.kernels[0] = k.aic_kernel_id, task.kernels[1] = k.aiv0_kernel_id, task.kernels[2] = k.aiv1_kernel_id;
    task.blocks = args.launch_spec.block_num();
    task.tensor_count = tensors.size(), task.tensors = tensors.data();
    task.tags = (const int32_t *)args.tags.data();
    task.scalar_count = args.scalars.size(), task.scalars = args.scalars.data();
    task.dep_count = deps.size(), task.deps = deps.data();
    task.manual_scope = !pto_scopes.empty() && pto_scopes.back() == PTO2ScopeMode::MANUAL;
    task.dispatched = args.predicate.holds(), task.early = args.early;
    out.id = {pto_host->submit(&task)};
    for (size_t i : made) {
        tensors[i].owner_task_id = out.id;
        out.made.push_back(tensors[i]);
    }
    return out;
}

inline TaskOutputTensors rt_submit_task(const MixedKernels &k, const CoreTaskArgs &args) { return pto_submit(k, args); }
inline TaskOutputTensors rt_submit_aic_task(int32_t id, const CoreTaskArgs &args) { return pto_submit({id, -1, -1}, args); }
inline TaskOutputTensors rt_submit_aiv_task(int32_t id, const CoreTaskArgs &args) { return pto_submit({-1, id, -1}, args); }
inline TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs &args) { return pto_submit({}, args); }

inline TaskOutputTensors alloc_tensors(const CoreTaskArgs &args) { return pto_submit({}, args); }
inline TaskOutputTensors alloc_tensors(const TensorCreateInfo made[], uint32_t n) {
    CoreTaskArgs args;
    for (uint32_t i = 0; i < n; i++) args.add_output(made[i]);
    return pto_submit({}, args);
}
template <typename... T, typename = std::enable_if_t<(std::is_same_v<std::decay_t<T>, TensorCreateInfo> && ...)>>
inline TaskOutputTensors alloc_tensors(const T &...made) {
    CoreTaskArgs args;
    (args.add_output(made), ...);
    return pto_submit({}, args);
}

inline int32_t rt_available_cluster_count() { return pto_host->cube_cores; }
inline int32_t rt_available_aiv_count() { return pto_host->vector_cores; }
inline void rt_orchestration_done() {}

inline void rt_scope_begin(PTO2ScopeMode mode = PTO2ScopeMode::AUTO, const char *file = __builtin_FILE(), int32_t line = __builtin_LINE()) {
    pto_scopes.push_back(mode);
    pto_host->scope(1, file, line);
}
inline void rt_scope_end(const char *file = __builtin_FILE(), int32_t line = __builtin_LINE()) {
    pto_scopes.pop_back();
    pto_host->scope(0, file, line);
}

struct PTO2ScopeGuard {
    const char *file;
    int32_t line;
    explicit PTO2ScopeGuard(PTO2ScopeMode mode = PTO2ScopeMode::AUTO, const char *f = __builtin_FILE(), int32_t l = __builtin_LINE())
        : file(f), line(l) {
        rt_scope_begin(mode, file, line);
    }
    ~PTO2ScopeGuard() { rt_scope_end(file, line); }
};

#define PTO2_CONCATENATE_IMPL(x, y) x##y
#define PTO2_CONCATENATE(x, y) PTO2_CONCATENATE_IMPL(x, y)
#define PTO2_SCOPE_GUARD(...) [[maybe_unused]] PTO2ScopeGuard PTO2_CONCATENATE(scope_guard_, __COUNTER__){__VA_ARGS__}
#define PTO2_SCOPE(...) if (PTO2ScopeGuard PTO2_CONCATENATE(scope_guard_, __COUNTER__){__VA_ARGS__}; true)

template <typename T = uint64_t>
inline T get_tensor_data(const ChipTensor &t, uint32_t n, const uint32_t at[]) {
    uint64_t bits = 0, bytes = get_element_size(t.dtype);
    pto_settle(t.buffer.addr);
    if (!rt_is_fatal())
        memcpy(&bits, (const char *)(uintptr_t)t.buffer.addr + t.compute_flat_offset(at, n) * bytes, bytes);
    return from_u64<T>(bits);
}

template <typename T = uint64_t>
inline void set_tensor_data(const ChipTensor &t, uint32_t n, const uint32_t at[], T value) {
    uint64_t bits = to_u64(value), bytes = get_element_size(t.dtype);
    pto_settle(t.buffer.addr);
    if (!rt_is_fatal())
        memcpy((char *)(uintptr_t)t.buffer.addr + t.compute_flat_offset(at, n) * bytes, &bits, bytes);
}

struct PTO2OrchestrationConfig {
    int expected_arg_count;
};

extern "C" void aicpu_orchestration_entry(const ChipTaskArgs &args);

// Where Python starts.
extern "C" __attribute__((visibility("default"), used)) void pto_orchestrate(
    const PtoHost *host, const ChipTensor *tensors, int32_t tensor_count, const uint64_t *scalars, int32_t scalar_count) {
    pto_host = host;
    pto_scopes.clear();
    ChipTaskArgs args;
    for (int32_t i = 0; i < tensor_count; i++) args.add_input(tensors[i]);
    args.add_scalars(scalars, scalar_count);
    if (args.has_error) return pto_say(0, args.error_msg);
    aicpu_orchestration_entry(args);
}
