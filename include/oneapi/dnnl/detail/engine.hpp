// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_ENGINE_HPP
#define ONEAPI_DNNL_DETAIL_ENGINE_HPP

#include <cstddef>

#include "oneapi/dnnl/detail/bitmask.hpp"
#include "oneapi/dnnl/detail/handle.hpp"

namespace dnnl {

template <>
struct handle_traits<dnnl_engine_t> {
  static dnnl_status_t destructor(dnnl_engine_t engine) { return dnnl_engine_destroy(engine); }
};

template <>
struct handle_traits<dnnl_stream_t> {
  static dnnl_status_t destructor(dnnl_stream_t stream) { return dnnl_stream_destroy(stream); }
};

/// What computes: the CPU, seen through the best plugins that it can run.
struct engine : public handle<dnnl_engine_t> {
  enum class kind {
    any = dnnl_any_engine,
    cpu = dnnl_cpu,
    /// Never present in this library.
    gpu = dnnl_gpu,
  };

  using handle::handle;

  /// Makes an empty object.
  engine() = default;

  /// The number of engines of a kind: 1 for cpu, 0 for gpu.
  static size_t get_count(kind akind) {
    return dnnl_engine_get_count(static_cast<dnnl_engine_kind_t>(akind));
  }

  /// Makes the engine number `index` (below get_count()) of a kind. Throws if there is none.
  engine(kind akind, size_t index)
      : handle(detail::create<dnnl_engine_t>("could not create an engine", dnnl_engine_create,
                                             static_cast<dnnl_engine_kind_t>(akind), index)) {}

  kind get_kind() const {
    return static_cast<kind>(detail::fetch<dnnl_engine_kind_t>(
        "could not get the kind of an engine", dnnl_engine_get_kind, get()));
  }
};

inline dnnl_engine_kind_t convert_to_c(engine::kind akind) {
  return static_cast<dnnl_engine_kind_t>(akind);
}

/// Where primitives run: in this library on the caller's thread, and on the threads of a pool if
/// the stream was made with one (dnnl_threadpool.hpp).
struct stream : public handle<dnnl_stream_t> {
  enum class flags : unsigned {
    /// Primitives run one after the other, as they were submitted.
    in_order = dnnl_stream_in_order,
    /// The application itself sees to the order of primitives that depend on each other.
    out_of_order = dnnl_stream_out_of_order,
    default_flags = dnnl_stream_default_flags,
  };

  using handle::handle;

  /// Makes an empty object.
  stream() = default;

  /// Makes a stream of an engine. Throws if the flags are not supported.
  stream(const engine &aengine, flags aflags = flags::default_flags)
      : handle(detail::create<dnnl_stream_t>("could not create a stream", dnnl_stream_create,
                                             aengine.get(), static_cast<unsigned>(aflags))) {}

  /// The engine, as a weak handle.
  engine get_engine() const {
    return engine(detail::fetch<dnnl_engine_t>("could not get the engine of a stream",
                                               dnnl_stream_get_engine, get()),
                  true);
  }

  /// Returns when everything submitted to the stream is done.
  stream &wait() {
    error::wrap_c_api(dnnl_stream_wait(get()), "could not wait for a stream");
    return *this;
  }
};

namespace detail {
template <>
struct is_bitmask<stream::flags> : std::true_type {};
}  // namespace detail

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_ENGINE_HPP
