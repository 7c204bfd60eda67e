// SPDX-License-Identifier: Apache-2.0
// Every row of matmul on every plugin: what it multiplies by tiles, or row by row where there are
// few, in any layout, of every type, with values by group, against the definition in f64.
//
// Elements are small integers, and scales powers of two: sums are exact in every type.
#include <algorithm>
#include <cmath>

#include "core/primitives/kernel_tables.h"
#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {
namespace {

using memory = dnnl::memory;

bool can_run(const std::string &row) {
  for (const char *const of_others : {"sparse", "packed"})  // test_sparse.cpp, test_packed.cpp
    if (row.find(of_others) != std::string::npos) return false;
  return takes_fast_pairs(row);
}
const all_rows_run matmul_rows(dnnl_matmul, dnnl_prop_kind_undef, matmul_kernels, can_run);

// How a matrix lies: by rows, by columns, with gaps behind its rows, or as the library likes.
enum class lie { rows, columns, gaps, any };

memory::desc laid_out(const dims &shape, data_type type, lie how) {
  if (how == lie::any) return {shape, type, memory::format_tag::any};
  const size_t last = shape.size() - 1;
  dims strides(shape.size());
  const int64_t gap = how == lie::gaps ? 3 : 0;
  strides[last] = how == lie::columns ? shape[last - 1] : 1;
  strides[last - 1] = how == lie::columns ? 1 : shape[last] + gap;
  int64_t size = shape[last - 1] * (shape[last] + gap);
  for (size_t d = last - 1; d-- > 0;) {
    strides[d] = size + size % 2;
    size = strides[d] * shape[d];
  }
  return {shape, type, strides};
}

// One value for `group` elements of a tensor along the dimensions of a mask.
struct values {
  int mask = -1;  // none
  int64_t k_group = 1;
};

// What is added: nothing, a number for each row, or a tensor of dst's layout and type.
enum class addend { none, by_row, as_dst };

struct matmul_case {
  dims batch;
  int64_t m, n, k;
  data_type src, weights, dst;
  lie src_lie = lie::rows, weights_lie = lie::rows, dst_lie = lie::rows;
  bool repeats_weights = false;  // for all of the batch
  values src_scale = {}, weights_scale = {}, src_zero_point = {}, weights_zero_point = {};
  bool bias = false, relu = false, sum = false, clip = false, gate = false;
  addend add = addend::none;
};

dims with(dims batch, int64_t rows, int64_t cols) {
  batch.push_back(rows);
  batch.push_back(cols);
  return batch;
}

class matmul_problem {
 public:
  matmul_problem(const matmul_case &c, const dnnl::engine &engine) : c_(c), engine_(engine) {
    dims repeated = c.batch;
    if (c.repeats_weights) repeated.assign(c.batch.size(), 1);
    const fill whole = {0, 3, 3};
    src_ = random_tensor(with(c.batch, c.m, c.k), c.src, 1, is_unsigned(c.src) ? whole : few);
    weights_ =
        random_tensor(with(repeated, c.k, c.n), c.weights, 2, is_unsigned(c.weights) ? whole : few);
    const dims shape = with(c.batch, c.m, c.n);
    if (c.bias)
      bias_ = random_tensor(with(dims(c.batch.size(), 1), 1, c.n), data_type::f32, 3, few);
    if (c.add == addend::by_row)
      addend_ = random_tensor(with(c.batch, c.m, 1), data_type::f32, 4, few);
    if (c.add == addend::as_dst) addend_ = random_tensor(shape, c.dst, 4, whole);
    old_ = random_tensor(shape, c.dst, 5, whole);
    set(c.src_scale, DNNL_ARG_SRC, src_, true, src_scale_);
    set(c.weights_scale, DNNL_ARG_WEIGHTS, weights_, true, weights_scale_);
    set(c.src_zero_point, DNNL_ARG_SRC, src_, false, src_zero_point_);
    set(c.weights_zero_point, DNNL_ARG_WEIGHTS, weights_, false, weights_zero_point_);
    const bool decompresses = is_integer(c.weights) && !is_integer(c.src);
    if (decompresses) attr_.set_fpmath_mode(dnnl::fpmath_mode::strict, true);
    set_post_ops();
  }

  dnnl::matmul::primitive_desc descriptor() const {
    const memory::desc src = laid_out(src_.shape, c_.src, c_.src_lie);
    const memory::desc weights = laid_out(weights_.shape, c_.weights, c_.weights_lie);
    const memory::desc dst = laid_out(old_.shape, c_.dst, c_.dst_lie);
    if (!c_.bias) return {engine_, src, weights, dst, attr_, true};
    return {engine_, src,   weights, laid_out(bias_.shape, data_type::f32, lie::rows),
            dst,     attr_, true};
  }

  tensors inputs() const {
    tensors all = {{DNNL_ARG_SRC, src_}, {DNNL_ARG_WEIGHTS, weights_}};
    if (c_.bias) all[DNNL_ARG_BIAS] = bias_;
    if (c_.add != addend::none) all[DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1] = addend_;
    return all;
  }
  further_arguments more() const {
    further_arguments m;
    m.memories = memories_;
    if (c_.sum) m.old = {{DNNL_ARG_DST, old_}};
    return m;
  }

  tensor expected() const {
    tensor dst(old_.shape, c_.dst);
    dims at(dst.shape.size(), 0);
    do dst.at(at) = finished(at, sum(at));
    while (next_index(at, dst.shape));
    return dst;
  }

 private:
  static constexpr fill few = {-3, 3, 6};
  static constexpr float lowest = -2, highest = 60;  // by clip
  static constexpr float slope = 0.0625f;            // of the gate
  struct group_of_values {
    values how;
    tensor numbers;  // of the dimensions of the mask, in groups
    double at(const dims &whole, double neutral) const {
      if (how.mask < 0) return neutral;
      dims index = whole;
      for (size_t d = 0; d < index.size(); ++d) {
        if (!(how.mask >> d & 1)) index[d] = 0;
        if (d == index.size() - 2) index[d] /= how.k_group;
      }
      return numbers.at(index);
    }
  };

  static bool is_unsigned(data_type t) { return t == data_type::u8 || t == data_type::u4; }

  void set(const values &v, int arg, const tensor &of, bool scale, group_of_values &to) {
    to.how = v;
    if (v.mask < 0) return;
    dims shape = of.shape;
    for (size_t d = 0; d < shape.size(); ++d)
      if (!(v.mask >> d & 1)) shape[d] = 1;
    if (v.k_group > 1) shape[shape.size() - 2] /= v.k_group;
    const data_type type = scale ? data_type::f32 : data_type::s8;
    to.numbers = random_tensor(shape, type, 6 + uint64_t(arg), {0, 2, 2});
    if (scale)
      for (double &x : to.numbers.values) x = std::ldexp(1, int(x) - 1);
    const dims groups = v.k_group > 1 ? dims{v.k_group, 1} : dims{};
    if (scale)
      attr_.set_scales(arg, v.mask, groups, type);
    else
      attr_.set_zero_points(arg, v.mask, groups, type);
    held_.push_back(
        std::make_unique<placed>(laid_out(shape, type, lie::rows), engine_, to.numbers));
    const int kind = scale ? DNNL_ARG_ATTR_SCALES : DNNL_ARG_ATTR_ZERO_POINTS;
    memories_.emplace(kind | arg, held_.back()->memory());
  }

  void set_post_ops() {
    dnnl::post_ops ops;
    if (c_.add != addend::none)
      ops.append_binary(
          dnnl::algorithm::binary_add,
          laid_out(addend_.shape, addend_.type, c_.add == addend::as_dst ? c_.dst_lie : lie::rows));
    if (c_.sum) ops.append_sum(2);
    if (c_.relu) ops.append_eltwise(dnnl::algorithm::eltwise_relu, 0.5f, 0);
    if (c_.clip) ops.append_eltwise(dnnl::algorithm::eltwise_clip, lowest, highest);
    if (c_.gate) ops.append_eltwise(dnnl::algorithm::eltwise_hardswish, slope, 0.5f);
    attr_.set_post_ops(ops);
  }

  double sum(const dims &at) const {
    const size_t row = at.size() - 2, col = at.size() - 1;
    dims a = at, b = at;
    for (size_t d = 0; d < row; ++d)
      if (weights_.shape[d] == 1) b[d] = 0;
    a[col] = b[row] = 0;
    double sum = 0;
    const double *src = &src_.values[src_.position(a)],
                 *weights = &weights_.values[weights_.position(b)];
    for (int64_t k = 0; k < c_.k; ++k) {
      a[col] = b[row] = k;
      const double x = src[k] - src_zero_point_.at(a, 0);
      const double y = weights[k * c_.n] - weights_zero_point_.at(b, 0);
      sum += x * src_scale_.at(a, 1) * y * weights_scale_.at(b, 1);
    }
    return sum;
  }

  double finished(dims at, double x) const {
    const double old = old_.at(at);
    if (c_.bias) {
      dims b(at.size(), 0);
      b.back() = at.back();
      x += bias_.at(b);
    }
    if (c_.add == addend::by_row) at.back() = 0;
    if (c_.add != addend::none) x += addend_.at(at);
    if (c_.sum) x += 2 * old;
    if (c_.relu && x < 0) x *= 0.5;
    if (c_.gate) x *= std::clamp<double>(slope * x + 0.5, 0, 1);
    return c_.clip ? std::clamp<double>(x, lowest, highest) : x;
  }

  const matmul_case c_;
  const dnnl::engine engine_;
  tensor src_, weights_, bias_, addend_, old_;
  group_of_values src_scale_, weights_scale_, src_zero_point_, weights_zero_point_;
  dnnl::primitive_attr attr_;
  std::vector<std::unique_ptr<placed>> held_;
  std::unordered_map<int, memory> memories_;
};

class matmul_kernels_test : public testing::TestWithParam<std::string> {
 protected:
  void check(const matmul_case &c) {
    const matmul_problem p(c, engine_);
    SCOPED_TRACE("m " + std::to_string(c.m) + " n " + std::to_string(c.n) + " k " +
                 std::to_string(c.k) + " " + name_of(c.src) + " " + name_of(c.weights) + " " +
                 name_of(c.dst) + " layouts " + std::to_string(int(c.src_lie)) +
                 std::to_string(int(c.weights_lie)) + std::to_string(int(c.dst_lie)));
    const tensor expected = p.expected();
    for_each_implementation([&] { return p.descriptor(); }, GetParam() + ":",
                            [&](const auto &pd) {
                              const tensors got = execute(pd, stream_, p.inputs(), 4, p.more());
                              EXPECT_TRUE(matches(got.at(DNNL_ARG_DST), expected));
                            });
  }

  const dnnl::engine engine_ = engine_for(GetParam());
  dnnl::stream stream_{engine_};
};

constexpr auto f32 = data_type::f32, bf16 = data_type::bf16, f16 = data_type::f16,
               u8 = data_type::u8, s8 = data_type::s8, s32 = data_type::s32;
struct type_triple {
  data_type src, weights, dst;
};
const type_triple products[] = {{f32, f32, f32}, {bf16, bf16, f32}, {f16, f16, f32},
                                {u8, s8, s32},   {s8, s8, f32},     {f32, s8, f32}};
constexpr lie all_lies[] = {lie::rows, lie::columns, lie::gaps};

// One row or column, few, and more than a tile has; each in all layouts.
TEST_P(matmul_kernels_test, layouts) {
  const dims sizes[] = {{1, 130, 67}, {3, 40, 65}, {37, 1, 66},
                        {30, 70, 33}, {1, 1, 5},   {1, 1, 700}};
  uint64_t number = 0;
  for (const type_triple &t : products)
    for (const dims &s : sizes)
      for (const lie src : all_lies)
        for (const lie weights : {lie::rows, lie::columns, lie::gaps, lie::any})
          for (const lie dst : all_lies)
            if (++number % 5 == run_seed() % 5)
              check({{}, s[0], s[1], s[2], t.src, t.weights, t.dst, src, weights, dst});
}

// A single row of f32 goes by lines of the weights where panels have few columns.
TEST_P(matmul_kernels_test, any_weights) {
  if (GetParam() != "avx2") return;
  const memory::desc rows({67, 130}, f32, memory::format_tag::ab);
  for (const int64_t m : {1, 16}) {
    const matmul_case c = {{}, m, 130, 67, f32, f32, f32, lie::rows, lie::any};
    const auto pd = matmul_problem(c, engine_).descriptor();
    EXPECT_TRUE(is_of(pd.impl_info_str(), GetParam())) << pd.impl_info_str();
    EXPECT_EQ(pd.weights_desc() == rows, m == 1) << m << " rows";
  }
}

// What is beyond a cache: several blocks and tasks.
TEST_P(matmul_kernels_test, large) {
  if (GetParam() == "reference") return;  // for which nothing is large
  for (const type_triple &t : products)
    for (const lie weights : {lie::rows, lie::columns, lie::any})
      if (is_drawn(uint64_t(weights), 2)) {
        check({{}, 1, 613, 301, t.src, t.weights, t.dst, lie::rows, weights});
        check({{}, 2, 600, 300, t.src, t.weights, t.dst, lie::rows, weights});
        check({{}, 60, 100, 600, t.src, t.weights, t.dst, lie::rows, weights});
        check({{}, 7, 13, 600, t.src, t.weights, t.dst, lie::rows, weights});
      }
  for (const lie weights : {lie::rows, lie::columns})
    check({{}, 2, 9, 60000, bf16, bf16, f32, lie::rows, weights});
  check({{}, 6, 2061, 1030, f32, f32, f32});  // 8 MB and more, by lines
  check({{}, 700, 1, 300, f32, f32, f32});
  check({{}, 700, 1, 300, u8, s8, s32, lie::columns});
}

// Of small matrices, several are a task: of parts of vectors and of groups.
TEST_P(matmul_kernels_test, batches) {
  const dims sizes[] = {{5, 20, 9}, {1, 20, 9}, {3, 3, 3}, {4, 6, 4}, {16, 10, 8}, {17, 17, 17}};
  for (const type_triple &t : products)
    for (const dims &z : sizes)
      for (const bool repeats : {false, true})
        for (const lie how : {lie::rows, lie::columns, lie::any}) {
          matmul_case c = {{2, 3}, z[0], z[1], z[2], t.src, t.weights, t.dst, lie::rows, how};
          c.repeats_weights = repeats;
          check(c);
          c.bias = c.relu = true;
          if (is_integer(t.src)) c.src_zero_point = c.weights_scale = {0};
          check(c);
          c.add = addend::by_row;
          check(c);
        }
}

TEST_P(matmul_kernels_test, finishing) {
  const data_type dsts[] = {f32, bf16, u8, s8, s32};
  for (const type_triple &t : products)
    for (const data_type dst : dsts)
      for (const int64_t m : {1, 19}) {
        if (!is_integer(t.src) && is_integer(dst)) continue;
        matmul_case c = {{}, m, 37, 21, t.src, t.weights, dst, lie::rows, lie::any};
        c.bias = true;
        check(c);
        c.relu = true;
        check(c);
        c.add = addend::by_row;
        c.sum = true;
        check(c);
      }
}

// Post-ops take sums by pieces, of some rows each.
TEST_P(matmul_kernels_test, finishing_many_rows) {
  const type_triple types[] = {{f32, f32, f32}, {bf16, bf16, bf16}, {u8, s8, u8}, {u8, s8, bf16}};
  for (const type_triple &t : types) {
    matmul_case c = {{3}, 150, 70, 20, t.src, t.weights, t.dst, lie::rows, lie::any};
    c.bias = c.relu = c.sum = true;
    c.add = addend::by_row;
    check(c);
    c.dst_lie = lie::columns;
    check(c);
  }
}

// A sum and bounds are one pass, or the tile's. Less than a vector of columns, and a rest of them.
TEST_P(matmul_kernels_test, bounded_sums) {
  const type_triple types[] = {{f32, f32, f32}, {bf16, bf16, bf16},      {bf16, bf16, f32},
                               {u8, s8, u8},    {u8, s8, data_type::s8}, {u8, s8, f32},
                               {u8, s8, bf16}};
  for (const type_triple &t : types)
    for (const int64_t n : {3, 70, 128})
      for (const bool clip : {false, true})
        for (const bool has_bias : {false, true}) {
          matmul_case c = {{3}, 50, n, 20, t.src, t.weights, t.dst, lie::rows, lie::any};
          c.clip = clip;
          c.bias = has_bias;
          check(c);
          c.sum = true;
          check(c);
          c.sum = false;
          c.add = addend::as_dst;
          c.dst_lie = lie::gaps;
          check(c);
        }
}

// A hard swish is the tile's, too, or comes behind the sums of few rows.
TEST_P(matmul_kernels_test, gates) {
  const type_triple types[] = {
      {f32, f32, f32}, {bf16, bf16, bf16}, {bf16, bf16, f32}, {u8, s8, f32}};
  for (const type_triple &t : types)
    for (const int64_t n : {5, 32, 100})
      for (const int64_t m : {1, 2, 4, 13, 60})
        for (const bool has_bias : {false, true}) {
          matmul_case c = {{}, m, n, 6, t.src, t.weights, t.dst, lie::rows, lie::any};
          c.gate = true;
          c.bias = has_bias;
          check(c);
        }
}

TEST_P(matmul_kernels_test, integers) {
  const values none, common = {0}, by_row = {1}, by_column = {2};
  for (const data_type src : {u8, s8})
    for (const int64_t m : {1, 2, 23})
      for (const values &a : {none, common, by_row})
        for (const values &b : {none, common, by_column}) {
          matmul_case c = {{}, m, 50, 40, src, s8, f32};
          c.src_zero_point = a;
          c.weights_zero_point = b;
          c.src_scale = a;
          c.weights_scale = b;
          check(c);
          c.weights_lie = lie::columns;
          check(c);
          c.n = 1;
          check(c);
        }
}

TEST_P(matmul_kernels_test, decompression) {
  const values common = {0}, by_column = {2}, by_group = {3, 8};
  uint64_t number = 0;
  for (const data_type weights : {s8, u8, data_type::s4, data_type::u4})
    for (const data_type src : {f32, bf16, f16})
      for (const lie how : {lie::rows, lie::columns, lie::any})
        for (const int64_t m : {1, 2, 19})
          for (const values &v : {common, by_column, by_group}) {
            if (++number % 4 != run_seed() % 4) continue;
            matmul_case c = {{}, m, 38, 48, src, weights, f32, lie::rows, how};
            c.weights_scale = v;
            if (number % 3 != 0) c.weights_zero_point = v;
            check(c);
          }
}

// Few rows meet columns of bytes, or of halves, two by two: also the last one, what is left of K,
// of groups, and columns that begin within a byte.
TEST_P(matmul_kernels_test, columns_of_bytes) {
  struct values_of_k {
    int64_t k;
    values scale, zero_point;
  };
  const values none, common = {0}, by_column = {2};
  const values_of_k all[] = {{70, common, by_column}, {70, by_column, none},
                             {37, by_column, common}, {9, by_column, none},
                             {128, {3, 32}, none},    {128, {3, 64}, {3, 32}},
                             {128, {3, 32}, {3, 64}}, {192, {3, 64}, {3, 96}}};
  for (const data_type weights : {s8, u8, data_type::s4, data_type::u4})
    for (const values_of_k &v : all)
      for (const int64_t m : {1, 3})
        for (const int64_t n : {1, 2, 35}) {
          matmul_case c = {{}, m, n, v.k, f32, weights, f32, lie::rows, lie::columns};
          c.weights_scale = v.scale;
          c.weights_zero_point = v.zero_point;
          check(c);
        }
}

INSTANTIATE_TEST_SUITE_P(plugins, matmul_kernels_test,
                         testing::ValuesIn(plugins_with(matmul_kernels)),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
