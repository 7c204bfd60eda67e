// SPDX-License-Identifier: Apache-2.0
// The BLAS functions and micro-kernels, which have neither primitives nor memory objects.
#include <algorithm>

#include "oneapi/dnnl/dnnl_ukernel.hpp"
#include "stream.h"
#include "workload.h"

namespace bench {

namespace {

using dnnl::ukernel::brgemm;

// Elements from the beginning of a line of the cache on, as tensors of frameworks are: vectors that
// lie across two lines come from the L2 cache at half the speed.
template <class T>
class array {
 public:
  void assign(size_t count, T value) {
    size_ = count;
    lines_.resize((count * sizeof(T) + sizeof(line) - 1) / sizeof(line));
    std::fill_n(data(), count, value);
  }
  T *data() { return reinterpret_cast<T *>(lines_.data()); }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  struct alignas(64) line {
    char bytes[64];
  };
  std::vector<line> lines_;
  size_t size_ = 0;
};

struct gemm_data {
  dnnl::stream stream;
  gemm_arguments g;
  array<float> a, b, c;
  array<uint8_t> a_bytes;
  array<int8_t> b_bytes;
  array<int32_t> sums;

  gemm_data(const row &r, int threads)
      : stream(make_stream(dnnl::engine(dnnl::engine::kind::cpu, 0), threads)) {
    const layer &l = r.what;
    const bool is_a_transposed = r.tensors == layout::tn, is_b_transposed = r.tensors == layout::nt;
    g = {is_a_transposed ? 'T' : 'N',  is_b_transposed ? 'T' : 'N',  l.n, l.oc, l.ic,
         is_a_transposed ? l.n : l.ic, is_b_transposed ? l.ic : l.oc};
    const size_t m = size_t(l.n), n = size_t(l.oc), k = size_t(l.ic);
    if (r.type.src == data_type::f32) {
      a.assign(m * k, 1);
      b.assign(k * n, 2);
      c.assign(m * n, 0);
    } else {
      a_bytes.assign(m * k, 3);
      b_bytes.assign(k * n, -5);
      sums.assign(m * n, 0);
    }
  }

  void run() {
    const dnnl_status_t status =
        a.empty() ? multiply(stream, g, a_bytes.data(), b_bytes.data(), sums.data())
                  : multiply(stream, g, a.data(), b.data(), c.data());
    dnnl::error::wrap_c_api(status, "could not multiply");
  }
};

struct ukernel_data {
  brgemm kernel;
  std::vector<std::pair<dnnl::memory::dim, dnnl::memory::dim>> offsets;  // bytes
  array<char> a, b, c, scratchpad;  // B as if packed: numbers are all alike

  explicit ukernel_data(const row &r) {
    const layer &l = r.what;
    const size_t size = dnnl::memory::data_type_size(r.type.src);
    const size_t a_bytes = size_t(l.n * l.ic) * size, b_bytes = size_t(l.ic * l.oc) * size;
    kernel =
        brgemm(l.n, l.oc, l.ic, l.groups, l.ic, l.oc, l.oc, r.type.src, r.type.weights, r.type.dst);
    kernel.set_add_C(false);
    if (!kernel.finalize()) throw dnnl::error(dnnl_unimplemented, "there is no such kernel");
    kernel.generate();
    for (int i = 0; i < l.groups; ++i) offsets.push_back({i * a_bytes, i * b_bytes});
    a.assign(a_bytes * size_t(l.groups), 1);
    b.assign(b_bytes * size_t(l.groups), 1);
    c.assign(size_t(l.n * l.oc) * 4, 0);
    scratchpad.assign(kernel.get_scratchpad_size() + 1, 0);
  }
  ~ukernel_data() { brgemm::release_hw_context(); }

  // The context is the hardware's tiles, where there are any.
  void run() {
    kernel.set_hw_context();
    kernel.execute(a.data(), b.data(), offsets, c.data(), scratchpad.data());
  }
};

}  // namespace

std::unique_ptr<workload> make_gemm(const row &r, int threads) {
  const auto data = std::make_shared<gemm_data>(r, threads);
  auto made = std::make_unique<workload>();
  made->kernel = kernel_of_function(data->a.empty() ? "gemm_int8" : "sgemm");
  made->run = [data] { data->run(); };
  made->bytes = double(4 * (data->a.size() + data->b.size() + data->c.size() + data->sums.size()) +
                       data->a_bytes.size() + data->b_bytes.size());
  return made;
}

std::unique_ptr<workload> make_ukernel(const row &r) {
  const auto data = std::make_shared<ukernel_data>(r);
  auto made = std::make_unique<workload>();
  made->kernel = kernel_of_function("brgemm");
  made->run = [data] { data->run(); };
  made->bytes = double(data->a.size() + data->b.size() + data->c.size());
  made->scratchpad = double(data->scratchpad.size());
  return made;
}

}  // namespace bench
