// SPDX-License-Identifier: Apache-2.0
// Weights in the packed sparse encoding: dense weights are reordered to what the matmul asks for,
// and multiplied, by every implementation; against sums of whole numbers. Some have more numbers
// that are not zero than was said, and some buffers are spoilt: then there is a status, or any
// numbers.
#include <cstring>

#include "dnnlet/dnnlet.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/handles.h"
#include "tests/fuzz/heap_watch.h"
#include "tests/fuzz/layouts.h"
#include "tests/fuzz/pages.h"

namespace dnnlet::fuzz {

namespace {

struct packed_call {
  dnnl_data_type_t src, weights, dst, given;  // given: of the dense weights
  int64_t batch, m, n, k, nnz;                // batch 0: matrices
  bool repeats, is_spoilt;                    // weights are those of all products
  int64_t percent;                            // of weights that are not zero
  uint64_t seed;

  dims of(int64_t rows, int64_t columns, bool is_of_weights = false) const {
    if (batch == 0) return {rows, columns};
    return {is_of_weights && repeats ? 1 : batch, rows, columns};
  }
  dims weights_shape() const { return of(k, n, true); }
};

std::string text(const packed_call &g) {
  return std::string("packed ") + dnnl_dt2str(g.src) + " " + dnnl_dt2str(g.weights) + " -> " +
         dnnl_dt2str(g.dst) + " " + fuzz::text(dims{g.batch, g.m, g.n, g.k}) + " nnz " +
         std::to_string(g.nnz) + " from " + dnnl_dt2str(g.given) + (g.repeats ? " repeated" : "") +
         (g.is_spoilt ? " spoilt" : "");
}

int64_t count(const dims &shape) {
  int64_t all = 1;
  for (const int64_t extent : shape) all *= extent;
  return all;
}

std::vector<double> numbers_of(dnnl_data_type_t type, const dims &shape, int64_t percent,
                               uint64_t seed) {
  std::vector<double> list(size_t(count(shape)), 0);
  for (double &x : list) {
    seed = mixed(seed);
    const auto number = int64_t(seed / 100 % 9);
    if (int64_t(seed % 100) < percent) x = double(type == dnnl_u8 ? number : number - 4);
  }
  return list;
}

packed_call draw(choices &c) {
  packed_call g = {};
  const bool is_usual = c.chance(80);
  g.weights = is_usual ? dnnl_s8 : c.pick({dnnl_s8, dnnl_u8, dnnl_bf16, dnnl_f16, dnnl_f32});
  const bool is_whole = is_integer(g.weights);
  g.src = is_whole ? c.pick({dnnl_u8, dnnl_s8}) : g.weights;
  g.dst = c.chance(50) ? dnnl_f32 : is_whole ? c.pick({dnnl_s32, dnnl_s8, dnnl_u8}) : g.src;
  g.batch = c.chance(70) ? 0 : c.between(1, 3);
  g.repeats = c.chance(50);
  g.m = c.chance(3) ? 0 : c.extent(40);
  g.n = c.chance(3) ? 0 : c.chance(50) ? c.extent(70) : 16 * c.between(1, 10);
  g.k = c.chance(3) ? 0 : c.chance(50) ? c.extent(70) : 64 * c.between(1, 3);
  g.given = c.chance(60) ? g.weights : dnnl_f32;
  g.percent = c.pick<int64_t>({0, 3, 20, 60, 100});
  g.is_spoilt = c.chance(20);
  g.seed = c.below(uint64_t(1) << 32);
  const std::vector<double> weights = numbers_of(g.weights, g.weights_shape(), g.percent, g.seed);
  for (const double x : weights) g.nnz += x != 0;
  if (c.chance(15)) g.nnz += c.between(-3, 5);
  return g;
}

paged_buffer buffer_of(dnnl_data_type_t type, const std::vector<double> &content) {
  paged_buffer buffer(content.size() * size_t(bits_of(type) / 8), true);
  for (size_t i = 0; i < content.size(); ++i) store(type, buffer.data(), int64_t(i), content[i]);
  return buffer;
}

dnnl_memory_desc_t plain(dnnl_data_type_t type, const dims &shape, handles &kept) {
  tensor_spec t;
  t.type = type;
  t.shape = shape;
  make_plain(t);
  dnnl_memory_desc_t md = nullptr;
  if (make_descriptor(t, true, &md) == dnnl_success) kept.keep(md);
  return md;
}

// A case, and what it is executed with.
class packed_case {
 public:
  packed_case(const packed_call &g, choices &c, session &s) : g_(g), c_(c), s_(s) {
    src_ = plain(g.src, g.of(g.m, g.k), kept_);
    weights_ = plain(g.given, g.weights_shape(), kept_);
    dst_ = plain(g.dst, g.of(g.m, g.n), kept_);
    a_ = numbers_of(g.src, g.of(g.m, g.k), 90, mixed(g.seed) + 1);
    b_ = numbers_of(g.weights, g.weights_shape(), g.percent, g.seed);
    for (const double x : b_) values_ += x != 0;
  }

  void run() {
    const dims shape = g_.weights_shape();
    dnnl_memory_desc_t packed = nullptr;
    dnnl_status_t status = dnnl_memory_desc_create_with_packed_encoding(
        &packed, int(shape.size()), shape.data(), g_.weights, g_.nnz);
    s_.notes.add("descriptor", status);
    if (status != dnnl_success) return;
    kept_.keep(packed);
    s_.notes.add("layout", "bytes " + std::to_string(dnnl_memory_desc_get_size(packed)));
    if (!src_ || !weights_ || !dst_ ||
        dnnl_stream_create(&stream_, s_.engine, dnnl_stream_default_flags) != dnnl_success)
      return;
    kept_.keep(stream_);
    dnnl_primitive_desc_t pd = nullptr;
    status =
        dnnl_reorder_primitive_desc_create(&pd, weights_, s_.engine, packed, s_.engine, nullptr);
    s_.notes.add("reorder", status);
    if (status == dnnl_success) return s_.fail("a reorder to a layout that nobody chose");
    status =
        dnnl_matmul_primitive_desc_create(&pd, s_.engine, src_, packed, nullptr, dst_, nullptr);
    s_.notes.add("create", status);
    if (status != dnnl_success) return;
    do {
      multiply(pd);
    } while (s_.failures() == 0 && dnnlet_next_impl(pd) == dnnl_success);
    kept_.keep(pd);
  }

 private:
  dnnl_memory_t memory_over(const_dnnl_memory_desc_t md, std::vector<void *> buffers) {
    dnnl_memory_t memory = nullptr;
    if (dnnl_memory_create_v2(&memory, md, s_.engine, int(buffers.size()), buffers.data()) !=
        dnnl_success)
      s_.fail("no memory");
    else
      kept_.keep(memory);
    return memory;
  }

  dnnl_status_t execute(dnnl_primitive_desc_t pd, const std::vector<dnnl_exec_arg_t> &args) {
    dnnl_primitive_t primitive = nullptr;
    for (const auto &arg : args)
      if (!arg.memory) return dnnl_out_of_memory;
    if (dnnl_primitive_create(&primitive, pd) != dnnl_success) return dnnl_out_of_memory;
    kept_.keep(primitive);
    const char *name = "";
    dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, &name);
    ++s_.executions[name];
    s_.doing("executing");
    if (!s_.only_records) watch_heap();
    const dnnl_status_t status =
        dnnl_primitive_execute(primitive, stream_, int(args.size()), args.data());
    if (!s_.only_records && unwatch_heap()) s_.fail("the heap was used");
    dnnl_stream_wait(stream_);
    return status;
  }

  // Into the buffers of `to`, by one of the implementations.
  bool pack(const_dnnl_memory_desc_t md, dnnl_memory_t to) {
    dnnl_primitive_desc_t pd = nullptr;
    if (dnnl_reorder_primitive_desc_create(&pd, weights_, s_.engine, md, s_.engine, nullptr) !=
        dnnl_success) {
      s_.fail("no reorder to the layout that was chosen");
      return false;
    }
    for (uint64_t i = mixed(g_.seed) % 5; i > 0; --i) dnnlet_next_impl(pd);
    kept_.keep(pd);
    const paged_buffer from = buffer_of(g_.given, b_);
    const dnnl_status_t status =
        execute(pd, {{DNNL_ARG_FROM, memory_over(weights_, {from.data()})}, {DNNL_ARG_TO, to}});
    const bool fits = values_ <= g_.nnz;
    if (status != (fits ? dnnl_success : dnnl_invalid_arguments))
      s_.fail("the reorder answered " + std::to_string(status));
    return fits;
  }

  void multiply(dnnl_primitive_desc_t pd) {
    const const_dnnl_memory_desc_t md = dnnl_primitive_desc_query_md(pd, dnnl_query_weights_md, 0);
    std::vector<paged_buffer> buffers;
    std::vector<void *> places;
    for (int i = 0; i < 3; ++i) {
      buffers.emplace_back(dnnl_memory_desc_get_size_v2(md, i), true);
      places.push_back(buffers.back().data());
    }
    const dnnl_memory_t weights = memory_over(md, places);
    if (!weights) return;
    const bool fits = pack(md, weights);
    if (g_.is_spoilt) spoil(buffers);
    const paged_buffer a = buffer_of(g_.src, a_);
    const size_t results = size_t(count(g_.of(g_.m, g_.n)));
    const paged_buffer c(results * size_t(bits_of(g_.dst) / 8), true);
    const dnnl_status_t status = execute(pd, {{DNNL_ARG_SRC, memory_over(src_, {a.data()})},
                                              {DNNL_ARG_WEIGHTS, weights},
                                              {DNNL_ARG_DST, memory_over(dst_, {c.data()})}});
    for (const paged_buffer &buffer : buffers)
      if (!buffer.is_whole()) s_.fail("something beside packed weights was written");
    if (!c.is_whole() || !a.is_whole()) s_.fail("something beside src or dst was written");
    if (g_.is_spoilt) return;
    if (status != (fits ? dnnl_success : dnnl_invalid_arguments))
      return s_.fail("the product answered " + std::to_string(status));
    if (fits) look_at(c, results);
  }

  // Writes anything somewhere.
  void spoil(std::vector<paged_buffer> &buffers) {
    for (uint64_t i = c_.between(1, 4); i > 0; --i) {
      const paged_buffer &buffer = buffers[c_.below(2) + 1];
      if (buffer.size() == 0) continue;
      const uint64_t anything = c_.chance(50) ? ~uint64_t(0) : c_.below(~uint64_t(0));
      const size_t words = buffer.size() / sizeof(anything);
      std::memcpy(buffer.data() + c_.below(words) * sizeof(anything), &anything, sizeof(anything));
    }
  }

  void look_at(const paged_buffer &dst, size_t results) {
    std::vector<double> expected, got;
    for (size_t i = 0; i < results; ++i) {
      const size_t n = i % size_t(g_.n), row = i / size_t(g_.n);
      const size_t product = g_.batch && !g_.repeats ? row / size_t(g_.m) : 0;
      double sum = 0;
      for (size_t k = 0; k < size_t(g_.k); ++k)
        sum += a_[row * size_t(g_.k) + k] * b_[(product * size_t(g_.k) + k) * size_t(g_.n) + n];
      expected.push_back(rounded(g_.dst, sum));
      got.push_back(load(g_.dst, dst.data(), int64_t(i)));
    }
    const std::string differs = difference(got, expected, {g_.dst, 0, 0});
    if (!differs.empty()) s_.fail("against sums of whole numbers: " + differs);
  }

  const packed_call &g_;
  choices &c_;
  session &s_;
  handles kept_;
  dnnl_memory_desc_t src_, weights_, dst_;
  dnnl_stream_t stream_ = nullptr;
  std::vector<double> a_, b_;
  int64_t values_ = 0;
};

}  // namespace

void run_packed(choices &c, session &s) {
  const packed_call g = draw(c);
  s.describe(text(g));
  s.doing("creating");
  packed_case(g, c, s).run();
}

}  // namespace dnnlet::fuzz
