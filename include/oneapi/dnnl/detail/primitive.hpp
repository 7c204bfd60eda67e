// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_PRIMITIVE_HPP
#define ONEAPI_DNNL_DETAIL_PRIMITIVE_HPP

#include <unordered_map>
#include <vector>

#include "oneapi/dnnl/detail/format_tag.hpp"
#include "oneapi/dnnl/detail/memory_desc.hpp"

namespace dnnl {

struct primitive_desc;

template <>
struct handle_traits<dnnl_primitive_t> {
  static dnnl_status_t destructor(dnnl_primitive_t p) { return dnnl_primitive_destroy(p); }
};

/// A computation ready to run. The classes of the single primitives derive from it without adding
/// data, so that they can be kept as `primitive`s.
struct primitive : public handle<dnnl_primitive_t> {
  enum class kind {
    undef = dnnl_undefined_primitive,
    reorder = dnnl_reorder,
    shuffle = dnnl_shuffle,
    concat = dnnl_concat,
    sum = dnnl_sum,
    convolution = dnnl_convolution,
    deconvolution = dnnl_deconvolution,
    eltwise = dnnl_eltwise,
    lrn = dnnl_lrn,
    batch_normalization = dnnl_batch_normalization,
    inner_product = dnnl_inner_product,
    rnn = dnnl_rnn,
    binary = dnnl_binary,
    matmul = dnnl_matmul,
    resampling = dnnl_resampling,
    pooling = dnnl_pooling,
    reduction = dnnl_reduction,
    prelu = dnnl_prelu,
    softmax = dnnl_softmax,
    layer_normalization = dnnl_layer_normalization,
    group_normalization = dnnl_group_normalization,
  };

  using handle::handle;

  /// Makes an empty object.
  primitive() = default;

  /// Makes the primitive of a C descriptor, which stays the caller's.
  primitive(const_dnnl_primitive_desc_t c_pd)
      : handle(detail::create<dnnl_primitive_t>("could not create a primitive",
                                                dnnl_primitive_create, c_pd)) {}

  /// The same with a blob from get_cache_blob() of an equal primitive.
  primitive(const_dnnl_primitive_desc_t c_pd, const std::vector<uint8_t> &cache_blob)
      : handle(detail::create<dnnl_primitive_t>("could not create a primitive from a cache blob",
                                                dnnl_primitive_create_from_cache_blob, c_pd,
                                                cache_blob.size(), cache_blob.data())) {}

  primitive(const primitive_desc &pd);
  primitive(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob);

  /// The C descriptor, which belongs to the primitive.
  const_dnnl_primitive_desc_t get_primitive_desc() const {
    return detail::fetch<const_dnnl_primitive_desc_t>("could not get the descriptor of a primitive",
                                                      dnnl_primitive_get_primitive_desc, get());
  }

  kind get_kind() const {
    return static_cast<kind>(detail::fetch<dnnl_primitive_kind_t>(
        "could not get the kind of a primitive", dnnl_primitive_desc_query, get_primitive_desc(),
        dnnl_query_primitive_kind, 0));
  }

  /// What creating an equal primitive can be sped up with. Throws where there is nothing to speed
  /// up, as on the CPU.
  std::vector<uint8_t> get_cache_blob() const {
    size_t bytes = 0;
    error::wrap_c_api(dnnl_primitive_get_cache_blob(get(), &bytes, nullptr),
                      "could not get the size of a primitive's cache blob");
    std::vector<uint8_t> blob(bytes);
    error::wrap_c_api(dnnl_primitive_get_cache_blob(get(), &bytes, blob.data()),
                      "could not get the cache blob of a primitive");
    return blob;
  }

  /// Computes, in the order of the stream. `args` maps DNNL_ARG_* numbers to memory; which ones a
  /// primitive takes is said in its class. Throws if one is missing or does not fit.
  /// Up to 32 arguments are passed on without allocating memory.
  void execute(const stream &astream, const std::unordered_map<int, memory> &args) const {
    constexpr size_t few = 32;
    dnnl_exec_arg_t few_args[few];
    std::vector<dnnl_exec_arg_t> many_args(args.size() > few ? args.size() : 0);
    dnnl_exec_arg_t *const c_args = many_args.empty() ? few_args : many_args.data();

    int count = 0;
    for (const auto &arg : args) c_args[count++] = {arg.first, arg.second.get(true)};
    error::wrap_c_api(dnnl_primitive_execute(get(), astream.get(), count, c_args),
                      "could not execute a primitive");
  }
};

inline dnnl_primitive_kind_t convert_to_c(primitive::kind akind) {
  return static_cast<dnnl_primitive_kind_t>(akind);
}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_PRIMITIVE_HPP
