// SPDX-License-Identifier: Apache-2.0
// Every function of the API, called with null, with nonsense, and with objects that live. There has
// to be an answer. The list of the functions is the one that tests/abi checks the headers with.
#include <cstring>
#include <tuple>
#include <type_traits>

#include "oneapi/dnnl/dnnl_debug.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "oneapi/dnnl/dnnl_ukernel.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/handles.h"

namespace dnnlet::fuzz {

namespace {

// A descriptor that is not of a dense tensor of known sizes: sparse ones, a scalar, what is open, a
// part of a tensor, elements of four bits.
dnnl_memory_desc_t make_strange(choices &c) {
  dnnl_memory_desc_t md = nullptr;
  const int ndims = c.chance(50) ? 2 : 4;
  const dnnl_dim_t shape[4] = {2, c.extent(20), 5, 6}, none[4] = {};
  const dnnl_dim_t open[4] = {DNNL_RUNTIME_DIM_VAL, DNNL_RUNTIME_DIM_VAL, DNNL_RUNTIME_DIM_VAL,
                              DNNL_RUNTIME_DIM_VAL};
  const auto type = c.pick({dnnl_f32, dnnl_s8, dnnl_u4, dnnl_f4_e2m1, dnnl_bf16});
  switch (c.below(7)) {
    case 0:
      dnnl_memory_desc_create_with_csr_encoding(&md, ndims, shape, type, 3, dnnl_s32, dnnl_s32);
      break;
    case 1: dnnl_memory_desc_create_with_coo_encoding(&md, 2, shape, type, 3, dnnl_s32); break;
    case 2: dnnl_memory_desc_create_with_packed_encoding(&md, ndims, shape, type, 3); break;
    case 3: dnnl_memory_desc_create_host_scalar(&md, type); break;
    case 4: dnnl_memory_desc_create_with_tag(&md, ndims, shape, type, dnnl_format_tag_any); break;
    case 5: dnnl_memory_desc_create_with_strides(&md, ndims, open, type, open); break;
    default: {
      dnnl_memory_desc_t whole = nullptr;
      const dnnl_dim_t twice[4] = {4, 40, 10, 12};
      dnnl_memory_desc_create_with_tag(&whole, 4, twice, type, dnnl_nChw8c);
      dnnl_memory_desc_create_submemory(&md, whole, shape, none);
      dnnl_memory_desc_destroy(whole);
    }
  }
  return md;
}

// What lives: one object of each kind.
struct zoo {
  dnnl_engine_t engine;
  dnnl_stream_t stream = nullptr;
  dnnl_memory_desc_t md = nullptr, strange = nullptr;
  dnnl_memory_t memory = nullptr;
  dnnl_primitive_attr_t attr = nullptr;
  dnnl_post_ops_t ops = nullptr;
  dnnl_primitive_desc_t pd = nullptr;
  dnnl_primitive_t primitive = nullptr;

  explicit zoo(dnnl_engine_t e, choices &c) : engine(e) {
    const dnnl_dim_t shape[4] = {2, c.extent(20), 5, 6};
    dnnl_stream_create(&stream, e, dnnl_stream_default_flags);
    dnnl_memory_desc_create_with_tag(&md, 4, shape, dnnl_f32,
                                     c.pick({dnnl_nchw, dnnl_nhwc, dnnl_nChw16c}));
    strange = make_strange(c);
    dnnl_memory_create(&memory, md, e, DNNL_MEMORY_ALLOCATE);
    dnnl_primitive_attr_create(&attr);
    dnnl_post_ops_create(&ops);
    dnnl_eltwise_forward_primitive_desc_create(&pd, e, dnnl_forward_training, dnnl_eltwise_relu, md,
                                               md, 0, 0, nullptr);
    if (pd) dnnl_primitive_create(&primitive, pd);
  }
  ~zoo() {
    dnnl_primitive_destroy(primitive);
    dnnl_primitive_desc_destroy(pd);
    dnnl_post_ops_destroy(ops);
    dnnl_primitive_attr_destroy(attr);
    dnnl_memory_destroy(memory);
    dnnl_memory_desc_destroy(strange);
    dnnl_memory_desc_destroy(md);
    dnnl_stream_destroy(stream);
  }
  zoo(const zoo &) = delete;
  zoo &operator=(const zoo &) = delete;
};

// Draws the arguments of one call, and keeps what they point to.
class caller {
 public:
  caller(choices &c, zoo &z, session &s) : c_(c), z_(z), s_(s) {}

  template <typename Result, typename... Parameters>
  void call(const char *name, Result (*function)(Parameters...)) {
    s_.describe(std::string("call of ") + name);
    s_.doing(name);
    is_owner_ = !std::strstr(name, "_get_") && !std::strstr(name, "query");
    std::memset(slots_, 0, sizeof(slots_));
    used_ = 0;
    std::tuple<std::decay_t<Parameters>...> arguments{draw<std::decay_t<Parameters>>()...};
    if constexpr (std::is_same_v<Result, dnnl_status_t>) {
      const bool is_success = std::apply(function, arguments) == dnnl_success;
      if (is_success && is_owner_) std::apply([&](auto... a) { (keep(a), ...); }, arguments);
    } else {
      std::apply(function, arguments);
    }
    kept_.destroy_all(1);
  }

 private:
  template <typename T>
  T draw() {
    if constexpr (std::is_enum_v<T>) {
      const int many = std::is_same_v<T, dnnl_query_t> ? 260 : 70;
      return static_cast<T>(c_.chance(70) ? int(c_.below(uint64_t(many))) : int(c_.wild()));
    } else if constexpr (std::is_floating_point_v<T>) {
      return c_.pick({T(0), T(1), T(-1), T(0.5), T(1e38)});
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(c_.chance(60) ? int64_t(c_.below(6)) : c_.wild());
    } else {
      return c_.chance(15) ? nullptr : pointer(T());
    }
  }

  const_dnnl_engine_t pointer(const_dnnl_engine_t) { return z_.engine; }
  dnnl_engine_t pointer(dnnl_engine_t) { return z_.engine; }
  dnnl_stream_t pointer(dnnl_stream_t) { return z_.stream; }
  const_dnnl_stream_t pointer(const_dnnl_stream_t) { return z_.stream; }
  dnnl_memory_desc_t pointer(dnnl_memory_desc_t) { return c_.chance(30) ? z_.strange : z_.md; }
  const_dnnl_memory_desc_t pointer(const_dnnl_memory_desc_t) {
    return c_.chance(30) ? z_.strange : z_.md;
  }
  dnnl_memory_t pointer(dnnl_memory_t) { return z_.memory; }
  const_dnnl_memory_t pointer(const_dnnl_memory_t) { return z_.memory; }
  dnnl_primitive_attr_t pointer(dnnl_primitive_attr_t) { return z_.attr; }
  const_dnnl_primitive_attr_t pointer(const_dnnl_primitive_attr_t) { return z_.attr; }
  dnnl_post_ops_t pointer(dnnl_post_ops_t) { return z_.ops; }
  const_dnnl_post_ops_t pointer(const_dnnl_post_ops_t) { return z_.ops; }
  dnnl_primitive_desc_t pointer(dnnl_primitive_desc_t) { return z_.pd; }
  const_dnnl_primitive_desc_t pointer(const_dnnl_primitive_desc_t) { return z_.pd; }
  dnnl_primitive_t pointer(dnnl_primitive_t) { return z_.primitive; }
  const_dnnl_primitive_t pointer(const_dnnl_primitive_t) { return z_.primitive; }

  const dnnl_dim_t *pointer(const dnnl_dim_t *) {
    auto *list = reinterpret_cast<dnnl_dim_t *>(slots_[used_++ % slots]);
    for (int i = 0; i < DNNL_MAX_NDIMS; ++i)
      list[i] = c_.chance(80) ? int64_t(c_.below(8)) : c_.wild();
    return list;
  }
  const int *pointer(const int *) {
    auto *list = reinterpret_cast<int *>(slots_[used_++ % slots]);
    for (int i = 0; i < DNNL_MAX_NDIMS; ++i) list[i] = int(c_.below(4));
    return list;
  }
  // Anything else is room to read from and to write to.
  template <typename T>
  T *pointer(T *) {
    return reinterpret_cast<T *>(slots_[used_++ % slots]);
  }

  void keep(dnnl_memory_desc_t *h) { add(h); }
  void keep(dnnl_memory_t *h) { add(h); }
  void keep(dnnl_primitive_attr_t *h) { add(h); }
  void keep(dnnl_primitive_desc_t *h) { add(h); }
  void keep(dnnl_primitive_t *h) { add(h); }
  void keep(dnnl_stream_t *h) { add(h); }
  void keep(dnnl_post_ops_t *h) { dnnl_post_ops_destroy(*h); }
  void keep(dnnl_engine_t *h) { dnnl_engine_destroy(*h); }
  template <typename T>
  void keep(const T &) {}
  template <typename T>
  void add(T *h) {
    if (h) kept_.keep(*h);
  }

  static constexpr size_t slots = 20;
  alignas(64) unsigned char slots_[slots][4096];
  size_t used_ = 0;
  bool is_owner_ = false;
  choices &c_;
  zoo &z_;
  session &s_;
  handles kept_;
};

// Those that are told how much there is to read, that end what lives, that change what other cases
// see, or whose objects are not made here (tests/unit/ukernel has their wrong arguments).
bool is_left_out(const char *name) {
  for (const char *part : {"destroy", "gemm", "execute", "concat", "sum_primitive", "create_v2",
                           "rnn_weights", "cache_blob", "get_blob", "dnnl_set_",
                           "threadpool_interop", "brgemm", "transform", "ukernel"})
    if (std::strstr(name, part)) return true;
  return false;
}

}  // namespace

void run_calls(choices &c, session &s) {
  s.doing("making objects");
  zoo z(s.engine, c);
  caller calls(c, z, s);
  using runner = void (*)(caller &);
#define SIGNATURE(result, name, parameters) \
  is_left_out(#name) ? nullptr : runner([](caller &who) { who.call(#name, name); }),
  static const runner functions[] = {
#include "functions.inc"
  };
  for (int n = 0; n < 20; ++n)
    if (const runner run = functions[c.below(std::size(functions))]) run(calls);
}

}  // namespace dnnlet::fuzz
