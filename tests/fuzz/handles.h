// SPDX-License-Identifier: Apache-2.0
// API objects that are destroyed in any order.
#ifndef DNNLET_TESTS_FUZZ_HANDLES_H
#define DNNLET_TESTS_FUZZ_HANDLES_H

#include <utility>
#include <vector>

#include "oneapi/dnnl/dnnl.h"
#include "tests/fuzz/choices.h"

namespace dnnlet::fuzz {

class handles {
 public:
  handles() = default;
  handles(const handles &) = delete;
  handles &operator=(const handles &) = delete;
  ~handles() { destroy_all(0); }

  void keep(dnnl_memory_desc_t h) { add(h, as<dnnl_memory_desc_t, dnnl_memory_desc_destroy>); }
  void keep(dnnl_memory_t h) { add(h, as<dnnl_memory_t, dnnl_memory_destroy>); }
  void keep(dnnl_primitive_attr_t h) {
    add(h, as<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy>);
  }
  void keep(dnnl_primitive_desc_t h) {
    add(h, as<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy>);
  }
  void keep(dnnl_primitive_t h) { add(h, as<dnnl_primitive_t, dnnl_primitive_destroy>); }
  void keep(dnnl_stream_t h) { add(h, as<dnnl_stream_t, dnnl_stream_destroy>); }

  /// In an order that the seed chooses; engines are the caller's, and last.
  void destroy_all(uint64_t seed) {
    for (size_t i = list_.size(); i > 1; --i)
      std::swap(list_[i - 1], list_[seed ? (seed = mixed(seed)) % i : i - 1]);
    while (!list_.empty()) {
      list_.back().second(list_.back().first);
      list_.pop_back();
    }
  }

 private:
  using destroyer = void (*)(void *);
  template <typename T, dnnl_status_t (*destroy)(T)>
  static void as(void *h) {
    destroy(static_cast<T>(h));
  }
  void add(void *h, destroyer d) {
    if (h) list_.emplace_back(h, d);
  }
  std::vector<std::pair<void *, destroyer>> list_;
};

}  // namespace dnnlet::fuzz

#endif
