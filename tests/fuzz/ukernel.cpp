// SPDX-License-Identifier: Apache-2.0
// Micro-kernels, against sums in double: B packed by a transform where it has to be, sums into C,
// and scales and a function on the way to D.
#include "oneapi/dnnl/dnnl_ukernel.h"

#include <algorithm>

#include "tests/fuzz/capped.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/heap_watch.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/placed.h"

namespace dnnlet::fuzz {

namespace {

struct brgemm_call {
  dnnl_data_type_t a, b, c, d;
  int64_t m, n, k, batch, lda, ldb, ldc, ldd;
  bool adds_c, has_post_ops, has_scales, is_transposed;
  numbers fill;
  uint64_t seed;
};

std::string text(const brgemm_call &g) {
  const auto name = [](dnnl_data_type_t t) { return std::string(dnnl_dt2str(t)); };
  std::string line = "brgemm " + name(g.a) + " " + name(g.b) + " to " + name(g.c) + " " +
                     name(g.d) + " " + fuzz::text(dims{g.m, g.n, g.k}) + " batch " +
                     std::to_string(g.batch) + " ld " +
                     fuzz::text(dims{g.lda, g.ldb, g.ldc, g.ldd});
  if (g.adds_c) line += " adds";
  if (g.has_post_ops) line += " post-ops";
  if (g.has_scales) line += " scales";
  if (g.is_transposed) line += " transposed";
  if (g.fill == numbers::exact) line += " exact";
  return line;
}

brgemm_call draw(choices &c) {
  brgemm_call g = {};
  const uint64_t which = c.below(6);
  g.a = which < 2 ? dnnl_f32 : which == 2 ? dnnl_bf16 : which == 3 ? dnnl_f16 : dnnl_u8;
  if (which == 5) g.a = dnnl_s8;
  g.b = g.a == dnnl_u8 ? c.pick({dnnl_s8, dnnl_s8, dnnl_u8}) : g.a;
  const bool is_whole = is_integer(g.a);
  g.c = is_whole ? dnnl_s32 : dnnl_f32;
  const bool is_large = c.chance(8);  // rows that are alike to a cache, and more of them
  g.m = is_large ? c.between(30, 150) : c.extent(20);
  g.k = is_large ? 128 * c.between(1, 4) - c.between(0, 1) : c.extent(70);
  g.n = c.extent(64);
  g.batch = c.between(1, 3);
  const auto pad = [&] { return c.chance(40) ? c.between(1, 9) : 0; };
  g.lda = g.k + pad();
  g.ldb = g.n + pad();
  g.ldc = g.n + pad();
  g.ldd = g.n + pad();
  g.adds_c = c.chance(40);
  g.has_post_ops = c.chance(40);
  g.has_scales = c.chance(30);
  g.is_transposed = c.chance(30);
  g.d = g.has_post_ops || g.has_scales
            ? is_whole ? c.pick({dnnl_f32, dnnl_s32, dnnl_s8, dnnl_u8}) : c.pick({dnnl_f32, g.a})
            : g.c;
  g.fill = c.pick({numbers::natural, numbers::exact});
  g.seed = c.below(uint64_t(1) << 32);
  return g;
}

// Rows at a distance, at the end of a page.
struct rows {
  dnnl_data_type_t type;
  int64_t height, width, ld;
  std::vector<double> content;
  paged_buffer buffer;

  rows(dnnl_data_type_t type, int64_t height, int64_t width, int64_t ld, numbers fill,
       uint64_t seed)
      : type(type),
        height(height),
        width(width),
        ld(ld),
        buffer(size_t(((height - 1) * ld + width) * (bits_of(type) / 8)), true) {
    tensor_spec t;
    t.type = type;
    t.fill = fill;
    content = draw_numbers(t, {height, width}, seed);
    for (int64_t i = 0; i < height * width; ++i)
      store(type, buffer.data(), i / width * ld + i % width, content[size_t(i)]);
  }
  double at(int64_t i, int64_t j) const { return content[size_t(i * width + j)]; }
  std::vector<double> read() const {
    std::vector<double> values;
    for (int64_t i = 0; i < height * width; ++i)
      values.push_back(load(type, buffer.data(), i / width * ld + i % width));
    return values;
  }
  bool has_canaries() const {
    const int64_t bytes = bits_of(type) / 8;
    for (int64_t i = 0; i + 1 < height; ++i)
      for (int64_t at = (i * ld + width) * bytes; at < (i + 1) * ld * bytes; ++at)
        if (buffer.data()[at] != paged_buffer::canary) return false;
    return buffer.is_whole();
  }
};

constexpr float scale_of_a = 0.5f, scale_of_b = 2, scale_of_d = 4, slope = 0.25f;

// What the sums of one element become.
double finished(const brgemm_call &g, double sum) {
  if (g.has_scales) sum *= double(scale_of_a) * double(scale_of_b);
  if (g.has_post_ops && sum < 0) sum *= double(slope);
  if (g.has_scales) sum /= double(scale_of_d);
  return rounded(g.d, sum);
}

class ukernel_case {
 public:
  ukernel_case(const brgemm_call &g, session &s) : g_(g), s_(s) {}
  void run();

 private:
  bool make();
  bool pack();
  void execute();
  void look_at(const std::vector<double> &result, dnnl_data_type_t type);

  const brgemm_call &g_;
  session &s_;
  dnnl_brgemm_t brgemm_ = nullptr;
  std::vector<rows> a_, b_;
  std::vector<paged_buffer> packed_;
  dnnl_pack_type_t pack_type_ = dnnl_pack_type_undef;
  int64_t ldb_ = 0;
};

// B as it has to lie: in blocks of a transform, where groups of rows go together.
bool ukernel_case::pack() {
  const bool needs_it = pack_type_ != dnnl_pack_type_no_trans;
  ldb_ = needs_it ? (g_.n + 15) / 16 * 16 : g_.ldb;
  if (!needs_it) return true;
  const int64_t group = 32 / bits_of(g_.b), deep = (g_.k + group - 1) / group * group;
  const bool t = g_.is_transposed;
  for (int64_t i = 0; i < g_.batch; ++i) {
    const rows plain(g_.b, t ? g_.n : g_.k, t ? g_.k : g_.n, (t ? g_.k : g_.n) + 1, g_.fill,
                     g_.seed + 10 + uint64_t(i));
    std::vector<double> turned;
    for (int64_t k = 0; k < g_.k; ++k)
      for (int64_t n = 0; n < g_.n; ++n) turned.push_back(t ? plain.at(n, k) : plain.at(k, n));
    b_[size_t(i)].content = turned;
    packed_.emplace_back(size_t(deep * ldb_ * (bits_of(g_.b) / 8)), true);
    dnnl_transform_t transform = nullptr;
    const dnnl_status_t made = dnnl_transform_create(
        &transform, g_.k, g_.n, t ? dnnl_pack_type_trans : dnnl_pack_type_no_trans, plain.ld, ldb_,
        g_.b, g_.b);
    s_.notes.add("transform", made);
    if (made != dnnl_success) return false;
    s_.doing("transforming");
    dnnl_status_t done = dnnl_transform_generate(transform);
    if (done == dnnl_success)
      done = dnnl_transform_execute(transform, plain.buffer.data(), packed_.back().data());
    dnnl_transform_destroy(transform);
    if (done != dnnl_success) return s_.fail("a transform failed"), false;
    if (!plain.has_canaries() || plain.read() != plain.content || !packed_.back().is_whole())
      s_.fail("a transform wrote beside what is its own");
  }
  return true;
}

bool ukernel_case::make() {
  dnnl_status_t status = dnnl_brgemm_create(&brgemm_, g_.m, g_.n, g_.k, g_.batch, g_.lda, ldb_,
                                            g_.ldc, g_.a, g_.b, g_.c);
  s_.notes.add("create", status);
  if (status != dnnl_success) return false;
  dnnl_brgemm_set_add_C(brgemm_, g_.adds_c);
  if (g_.has_post_ops || g_.has_scales) {
    dnnl_post_ops_t ops = nullptr;
    dnnl_post_ops_create(&ops);
    if (g_.has_post_ops) dnnl_post_ops_append_eltwise(ops, dnnl_eltwise_relu, slope, 0);
    dnnl_brgemm_set_post_ops(brgemm_, g_.ldd, g_.d, ops);
    dnnl_post_ops_destroy(ops);
  }
  if (g_.has_scales) {
    dnnl_brgemm_set_A_scales(brgemm_, 0);
    dnnl_brgemm_set_B_scales(brgemm_, 0);
    dnnl_brgemm_set_D_scales(brgemm_, 0);
  }
  status = dnnl_brgemm_finalize(brgemm_);
  s_.notes.add("create", status);
  if (status == dnnl_success) status = dnnl_brgemm_generate(brgemm_);
  return status == dnnl_success;
}

void ukernel_case::look_at(const std::vector<double> &result, dnnl_data_type_t type) {
  const rows c(g_.c, g_.m, g_.n, g_.ldc, g_.fill, g_.seed + 20);
  const bool is_finished = g_.has_post_ops || g_.has_scales;
  std::vector<double> expected;
  double magnitude = 1;
  for (int64_t i = 0; i < g_.m; ++i)
    for (int64_t j = 0; j < g_.n; ++j) {
      double sum = g_.adds_c ? c.at(i, j) : 0, terms = sum < 0 ? -sum : sum;
      for (size_t b = 0; b < size_t(g_.batch); ++b)
        for (int64_t k = 0; k < g_.k; ++k) {
          const double product = a_[b].at(i, k) * b_[b].at(k, j);
          sum += product;
          terms += product < 0 ? -product : product;
        }
      magnitude = std::max(magnitude, terms);
      expected.push_back(is_finished ? finished(g_, sum) : rounded(g_.c, sum));
    }
  entry e;
  e.name = "output";
  e.type = type;
  e.content = result;
  const bool is_exact = g_.fill == numbers::exact || is_integer(g_.a);
  e.absolute = is_exact ? 0 : 2 * double(g_.k * g_.batch + 2) * f32_half_step * magnitude;
  e.relative = is_finished ? f32_half_step * 4 : 0;
  const std::string differs = difference(result, expected, {type, e.absolute, e.relative});
  s_.notes.entries.push_back(e);
  if (!differs.empty()) s_.fail("against sums in double: " + differs);
}

void ukernel_case::execute() {
  rows c(g_.c, g_.m, g_.n, g_.ldc, g_.fill, g_.seed + 20);
  rows d(g_.d, g_.m, g_.n, g_.ldd, numbers::exact, g_.seed + 30);
  size_t scratch_bytes = 0;
  if (dnnl_brgemm_get_scratchpad_size(brgemm_, &scratch_bytes) != dnnl_success)
    return s_.fail("no size of the scratchpad");
  paged_buffer scratch((scratch_bytes + 63) / 64 * 64, true);
  // Offsets count from the first of the buffers.
  std::vector<dnnl_dim_t> offsets;
  const auto first_b = packed_.empty() ? b_[0].buffer.data() : packed_[0].data();
  for (size_t i = 0; i < a_.size(); ++i) {
    const auto *b = packed_.empty() ? b_[i].buffer.data() : packed_[i].data();
    offsets.push_back(a_[i].buffer.data() - a_[0].buffer.data());
    offsets.push_back(b - first_b);
  }
  const bool is_finished = g_.has_post_ops || g_.has_scales;
  dnnl_ukernel_attr_params_t params = nullptr;
  dnnl_ukernel_attr_params_create(&params);
  if (g_.has_scales) {
    dnnl_ukernel_attr_params_set_A_scales(params, &scale_of_a);
    dnnl_ukernel_attr_params_set_B_scales(params, &scale_of_b);
    dnnl_ukernel_attr_params_set_D_scales(params, &scale_of_d);
  }
  s_.doing("executing");
  if (!s_.only_records) watch_heap();
  dnnl_brgemm_set_hw_context(brgemm_);
  const dnnl_status_t status =
      is_finished
          ? dnnl_brgemm_execute_postops(brgemm_, a_[0].buffer.data(), first_b, offsets.data(),
                                        c.buffer.data(), d.buffer.data(), scratch.data(), params)
          : dnnl_brgemm_execute(brgemm_, a_[0].buffer.data(), first_b, offsets.data(),
                                c.buffer.data(), scratch.data());
  dnnl_brgemm_release_hw_context();
  const int calls = s_.only_records ? 0 : unwatch_heap();
  dnnl_ukernel_attr_params_destroy(params);
  s_.notes.add("execute", status);
  s_.notes.add_isa();
  if (calls) s_.fail("the heap was used");
  if (status != dnnl_success) return s_.fail("the execution failed");
  look_at(is_finished ? d.read() : c.read(), is_finished ? g_.d : g_.c);
  bool is_whole = c.has_canaries() && d.has_canaries() && scratch.is_whole();
  for (const rows &m : a_) is_whole &= m.has_canaries() && m.read() == m.content;
  if (!is_whole) s_.fail("something beside the results was written");
}

void ukernel_case::run() {
  for (uint64_t i = 0; i < uint64_t(g_.batch); ++i) {
    a_.emplace_back(g_.a, g_.m, g_.k, g_.lda, g_.fill, g_.seed + i);
    b_.emplace_back(g_.b, g_.k, g_.n, g_.ldb, g_.fill, g_.seed + 10 + i);
  }
  s_.doing("creating");
  const dnnl_status_t status = dnnl_brgemm_get_B_pack_type(&pack_type_, g_.a, g_.b);
  s_.notes.add("pack type", status);
  if (status != dnnl_success) return;
  s_.notes.add("pack type", std::to_string(int(pack_type_)));
  if (pack() && make()) execute();
  dnnl_brgemm_destroy(brgemm_);
}

}  // namespace

void run_ukernel(choices &c, session &s) {
  const brgemm_call g = draw(c);
  s.describe(text(g));
  const capped plugin(g.seed);
  ukernel_case(g, s).run();
}

}  // namespace dnnlet::fuzz
