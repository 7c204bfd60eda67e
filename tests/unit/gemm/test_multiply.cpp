// SPDX-License-Identifier: Apache-2.0
// multiply, on which the BLAS functions stand, called as primitives call it: through internal
// headers, since no function of the API reaches batches, panels, types that are widened or
// decompressed, sums in a worker's memory, or what room a worker has.
//
// Elements are small integers, and scales are powers of two: sums are exact in every type.
#include "plugins/drivers/gemm/multiply.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/kernel/kernel.h"
#include "core/support/arithmetic.h"
#include "oneapi/dnnl/dnnl_threadpool.h"
#include "plugins/drivers/gemm/int8_elements.h"
#include "plugins/drivers/support/caches.h"
#include "tests/support/buffer.h"
#include "tests/support/number.h"
#include "tests/support/plugins.h"
#include "tests/support/thread_pool.h"

// What a plugin does not have itself is of the plugin beside.
#define X(name, beside, pairs, integers) \
  namespace dnnlet::integers { \
  extern const drivers::multiply_backend multiply_int8; \
  } \
  namespace dnnlet::beside { \
  extern const drivers::multiply_backend multiply_f32, multiply_widened; \
  } \
  namespace dnnlet::pairs { \
  extern const drivers::multiply_backend multiply_bf16; \
  }
DNNLET_GEMM_PLUGINS
#undef X

namespace dnnlet::test {
namespace {

using namespace drivers;

struct gemm_plugin {
  const multiply_backend *f32, *widened, *bf16, *int8;
};
gemm_plugin plugin_named(const std::string &plugin) {
#define X(name, beside, pairs, integers) \
  if (plugin == #name) \
    return {&beside::multiply_f32, &beside::multiply_widened, &pairs::multiply_bf16, \
            &integers::multiply_int8};
  DNNLET_GEMM_PLUGINS
#undef X
  return {};
}
std::vector<std::string> gemm_plugins() {
  std::vector<std::string> names;
  for (const std::string &name : usable_plugins())
    if (plugin_named(name).f32) names.push_back(name);
  return names;
}

data_type type_of(dnnl_data_type_t type) {
  return static_cast<data_type>(type);
}

// How a matrix lies: by rows, by columns, or with gaps between all elements.
enum class lie { rows, columns, spread };
constexpr lie all_lies[] = {lie::rows, lie::columns, lie::spread};

// Matrices of one shape, one behind the other.
struct matrices {
  matrix m;
  dim_t rows, cols, step;  // elements from matrix to matrix
  std::vector<double> values;
  guarded_buffer buffer;

  matrices(dnnl_data_type_t type, dim_t r, dim_t c, lie how, dim_t count, unsigned seed)
      : m{type, nullptr, 1, 1}, rows(r), cols(c), values(size_t(r * c * count)) {
    if (how == lie::rows) m.row_step = cols + 3;
    if (how == lie::columns) m.col_step = rows + 1;
    if (how == lie::spread) m.col_step = 2, m.row_step = 2 * cols + 3;
    // The last element is the last of the buffer. Those of four bits begin with whole bytes.
    const dim_t used = m.place(rows - 1, cols - 1) + 1;
    step = (used + 1) / 2 * 2;
    const int bits = bits_of(type_of(type));
    buffer = guarded_buffer((size_t(step * (count - 1) + used) * size_t(bits) + 7) / 8,
                            size_t(std::max(bits / 8, 1)));
    m.data = buffer.data();
    std::minstd_rand random(seed);
    for (dim_t i = 0; i < count; ++i)
      for (dim_t row = 0; row < rows; ++row)
        for (dim_t col = 0; col < cols; ++col)
          set(i, row, col, double(random() / 7 % 7) - (has_sign() ? 3 : 0));
  }
  bool has_sign() const { return m.type != dnnl_u8 && m.type != dnnl_u4; }
  void set(dim_t i, dim_t row, dim_t col, double value) {
    values[size_t((i * rows + row) * cols + col)] = value;
    store(type_of(m.type), buffer.data(), i * step + m.place(row, col), value);
  }
  double at(dim_t i, dim_t row, dim_t col) const {
    return values[size_t((i * rows + row) * cols + col)];
  }
};

// What a test multiplies, where the results go, and what they are to be.
struct product_test {
  const multiply_backend &backend;
  dim_t m, n, k, batches;
  matrices a, b;
  dim_t ldc;
  guarded_buffer c;
  multiply_problem p;
  std::vector<double> expected;

  product_test(const multiply_backend &of, dim_t rows, dim_t cols, dim_t depth,
               dnnl_data_type_t a_type, lie a_lies, dnnl_data_type_t b_type, lie b_lies,
               dim_t count = 1)
      : backend(of),
        m(rows),
        n(cols),
        k(depth),
        batches(count),
        a(a_type, m, k, a_lies, count, 1),
        b(b_type, k, n, b_lies, count, 2),
        ldc(n + 5),
        c(size_t((count * m - 1) * ldc + n) * 4, 4),
        expected(size_t(count * m * n)) {
    p.m = m;
    p.n = n;
    p.k = k;
    p.a = a.m;
    p.b = b.m;
    p.c = c.data();
    p.c_row_step = ldc;
    expect([&](dim_t i, dim_t l, dim_t col) { return b.at(i, l, col); });
  }
  // What an element of B counts as.
  template <class Element>
  void expect(const Element &element) {
    for (dim_t i = 0; i < batches; ++i)
      for (dim_t row = 0; row < m; ++row)
        for (dim_t col = 0; col < n; ++col) {
          double sum = 0;
          for (dim_t l = 0; l < k; ++l) sum += read_a(i, row, l) * element(i, l, col);
          expected[size_t((i * m + row) * n + col)] = sum;
        }
  }

  // Of integers, elements of A are multiplied as tiles read them.
  double read_a(dim_t i, dim_t row, dim_t l) const {
    const int shift = backend.multiply->is_integer ? shift_of(a.m.type, backend.multiply->a) : 0;
    return a.at(i, row, l) + shift;
  }
  double got(dim_t i, dim_t row, dim_t col) const {
    const dim_t at = (i * m + row) * ldc + col;
    return load(backend.multiply->is_integer ? data_type::s32 : data_type::f32, c.data(), at);
  }
  void put(dim_t i, dim_t row, dim_t col, double value) {
    const dim_t at = (i * m + row) * ldc + col;
    store(backend.multiply->is_integer ? data_type::s32 : data_type::f32, c.data(), at, value);
  }

  // Sums go to the worker's memory, and from there to C.
  void finish_by_hook() {
    p.c = nullptr;
    p.finish = [](const void *context, const finished_block &f) noexcept {
      auto &test = *static_cast<product_test *>(const_cast<void *>(context));
      for (dim_t r = 0; r < f.rows; ++r) {
        const char *from = static_cast<const char *>(f.sums) + r * f.step * 4;
        const dim_t at = (f.batch * test.m + f.row + r) * test.ldc + f.col;
        std::copy_n(from, f.cols * 4, static_cast<char *>(test.c.data()) + at * 4);
      }
    };
    p.finish_context = this;
  }

  void run(const multiply_room &room, int threads = 1) {
    multiply_cut cut;
    ASSERT_EQ(plan_multiply(p, backend, room, cut), nullptr);
    const size_t share = threads == 1 ? size_t(cut.bytes) : worker_share(size_t(cut.bytes));
    guarded_buffer scratch(share * size_t(threads));
    thread_pool pool(threads);
    run_multiply(make_team(threads == 1 ? nullptr : &pool, threads), p, backend, cut,
                 scratch.as<char>());
    EXPECT_EQ(scratch.damage(), "") << "of a worker's memory";
    EXPECT_EQ(c.damage(), "");
  }
  void check(const multiply_room &room) {
    run(room);
    for (dim_t i = 0; i < batches; ++i)
      for (dim_t row = 0; row < m; ++row)
        for (dim_t col = 0; col < n; ++col)
          ASSERT_EQ(got(i, row, col), expected[size_t((i * m + row) * n + col)])
              << "product " << i << ", element " << row << ", " << col;
  }
};

// As much as a host has, and as little as firmware.
constexpr multiply_room rooms[] = {{24576, 12288, 32768}, {1536, 768, 512}};

struct size {
  dim_t m, n, k;
};
std::vector<size> sizes() {
  std::vector<size> all = {{1, 1, 1}, {7, 33, 5}, {30, 70, 67}, {3, 200, 64}};
  if (!quick())
    for (const size &s : {size{1, 300, 270}, size{65, 1, 9}, size{40, 9, 130}, size{28, 64, 256},
                          size{29, 65, 257}, size{260, 40, 20}, size{4, 530, 12}})
      all.push_back(s);
  return all;
}

class multiply : public testing::TestWithParam<std::string> {
 protected:
  const gemm_plugin plugin = plugin_named(GetParam());

  void check_types(const multiply_backend &backend, dnnl_data_type_t a_type,
                   dnnl_data_type_t b_type) {
    if (!backend.multiply->tiles) return;
    for (const size &s : sizes())
      for (const lie a : all_lies)
        for (const lie b : all_lies)
          for (const multiply_room &room : rooms) {
            SCOPED_TRACE(std::string(name_of(type_of(a_type))) + " by " + name_of(type_of(b_type)) +
                         ", " + std::to_string(s.m) + " " + std::to_string(s.n) + " " +
                         std::to_string(s.k) + ", lies " + std::to_string(int(a)) +
                         std::to_string(int(b)));
            product_test test(backend, s.m, s.n, s.k, a_type, a, b_type, b);
            if ((int(a) + int(b)) % 2) test.finish_by_hook();
            test.check(room);
            if (HasFatalFailure()) return;
          }
  }
};

TEST_P(multiply, takes_f32_of_any_strides) {
  check_types(*plugin.f32, dnnl_f32, dnnl_f32);
}

TEST_P(multiply, takes_pairs_of_bf16) {
  check_types(*plugin.bf16, dnnl_bf16, dnnl_bf16);
}

TEST_P(multiply, takes_bytes) {
  check_types(*plugin.int8, dnnl_u8, dnnl_s8);
  check_types(*plugin.int8, dnnl_s8, dnnl_s8);
}

// Of elements as large as they may be, as tiles read them, or as they are.
TEST_P(multiply, takes_few_rows_of_bytes) {
  if (!plugin.int8->multiply->tiles) return;
  const size sizes[] = {{1, 5, 3},    {2, 63, 15},   {1, 64, 16},   {2, 200, 33},    {4, 129, 140},
                        {3, 64, 128}, {8, 333, 300}, {2, 4200, 17}, {16, 2100, 2000}};
  for (const size &s : sizes)
    for (const auto a_type : {dnnl_u8, dnnl_s8})
      for (const auto b_type : {dnnl_s8, dnnl_u8})
        for (const bool shifts : {true, false}) {
          SCOPED_TRACE(std::to_string(s.m) + " " + std::to_string(s.n) + " " + std::to_string(s.k) +
                       ", " + name_of(type_of(a_type)) + " by " + name_of(type_of(b_type)) +
                       (shifts ? ", shifted" : ""));
          product_test test(*plugin.int8, s.m, s.n, s.k, a_type, lie::rows, b_type, lie::rows);
          test.a.set(0, s.m - 1, s.k - 1, a_type == dnnl_u8 ? 255 : -128);
          test.a.set(0, 0, 0, a_type == dnnl_u8 ? 254 : 127);
          test.b.set(0, s.k - 1, s.n - 1, b_type == dnnl_u8 ? 255 : -128);
          test.b.set(0, s.k / 2, s.n / 2, b_type == dnnl_u8 ? 254 : 127);
          const int shift = shifts ? 0 : shift_of(test.a.m.type, test.backend.multiply->a);
          test.expect([&](dim_t i, dim_t l, dim_t col) { return test.b.at(i, l, col); });
          for (dim_t at = 0; shift != 0 && at < s.m * s.n; ++at)
            for (dim_t l = 0; l < s.k; ++l)
              test.expected[size_t(at)] -= shift * test.b.at(0, l, at % s.n);
          test.p.shifts_few_rows = shifts;
          const multiply_room room = {1 << 18, 1 << 18, 1 << 18};
          multiply_cut cut;
          if (plan_multiply(test.p, test.backend, room, cut)) continue;
          if (shift != 0 && !cut.is_of_few_rows) continue;
          test.check(room);
          test.finish_by_hook();
          test.check(room);
          if (HasFatalFailure()) return;
        }
}

TEST_P(multiply, widens_other_types) {
  for (const auto type : {dnnl_bf16, dnnl_f16, dnnl_f8_e5m2, dnnl_u8})
    check_types(*plugin.widened, type, dnnl_f32);
  for (const auto type : {dnnl_bf16, dnnl_f16, dnnl_f8_e4m3, dnnl_s8, dnnl_s4, dnnl_u4})
    check_types(*plugin.widened, dnnl_f32, type);
  check_types(*plugin.widened, dnnl_bf16, dnnl_bf16);
}

// Which caches have one place for.
TEST_P(multiply, packs_lines_that_are_pages_apart) {
  const struct {
    const multiply_backend *backend;
    dnnl_data_type_t a, b;
    dim_t k;  // lines have a gap behind them
  } all[] = {{plugin.f32, dnnl_f32, dnnl_f32, 1023},
             {plugin.bf16, dnnl_bf16, dnnl_bf16, 2047},
             {plugin.int8, dnnl_u8, dnnl_s8, 4095}};
  for (const auto &of : all) {
    if (!of.backend->multiply->tiles) continue;
    SCOPED_TRACE(name_of(type_of(of.b)));
    for (const dim_t n : {10, 37}) {
      product_test test(*of.backend, 17, n, of.k, of.a, lie::rows, of.b, lie::columns);
      test.check(rooms[0]);
    }
  }
}

// More than 32 MB, which few rows meet by long pieces of its lines.
TEST_P(multiply, packs_what_comes_from_memory) {
  if (quick()) return;
  product_test(*plugin.f32, 15, 1030, 8200, dnnl_f32, lie::rows, dnnl_f32, lie::rows)
      .check(rooms[0]);
}

TEST_P(multiply, refuses_types_that_it_has_no_way_for) {
  multiply_cut cut;
  for (const auto type : {dnnl_bf16, dnnl_s8}) {
    const product_test a(*plugin.f32, 3, 3, 3, type, lie::rows, dnnl_f32, lie::rows);
    EXPECT_STREQ(plan_multiply(a.p, *plugin.f32, rooms[0], cut), "type of A");
    const product_test b(*plugin.f32, 3, 3, 3, dnnl_f32, lie::rows, type, lie::rows);
    EXPECT_STREQ(plan_multiply(b.p, *plugin.f32, rooms[0], cut), "type of B");
  }
}

// B in panels: [n / columns][k / group][columns][group].
guarded_buffer packed_before(const product_test &t, dim_t columns) {
  const dim_t group = t.backend.multiply->group, depth = round_up(t.k, group);
  const dim_t size = dim_t(size_of(t.backend.multiply->b)), panel = depth * columns;
  guarded_buffer panels(size_t(t.batches * div_up(t.n, columns) * panel * size));
  panels.fill(0);
  for (dim_t i = 0; i < t.batches; ++i)
    for (dim_t l = 0; l < t.k; ++l)
      for (dim_t col = 0; col < t.n; ++col)
        store(type_of(t.b.m.type), panels.data(),
              (i * div_up(t.n, columns) + col / columns) * panel + l / group * group * columns +
                  col % columns * group + l % group,
              t.b.at(i, l, col));
  return panels;
}

TEST_P(multiply, takes_panels) {
  const struct {
    const multiply_backend *backend;
    dnnl_data_type_t a, b;
  } cases[] = {{plugin.f32, dnnl_f32, dnnl_f32},
               {plugin.bf16, dnnl_bf16, dnnl_bf16},
               {plugin.int8, dnnl_u8, dnnl_s8}};
  for (const auto &x : cases)
    for (const size &s : sizes()) {
      if (!x.backend->multiply->tiles) continue;
      const dim_t columns = dim_t(x.backend->lanes()) * x.backend->multiply->tiles->max_vectors;
      for (const multiply_room &room : rooms) {
        product_test test(*x.backend, s.m, s.n, s.k, x.a, lie::columns, x.b, lie::rows);
        const guarded_buffer panels = packed_before(test, columns);
        test.p.b.data = panels.data();
        test.p.panel_columns = columns;
        test.check(room);
      }
    }
}

// A batch of 2 x 3 x 2, of which A has the first two dimensions and B the last two.
TEST_P(multiply, takes_batches_with_broadcasts) {
  for (const multiply_backend *backend : {plugin.f32, plugin.int8})
    for (const bool by_hook : {false, true}) {
      const bool integer = backend->multiply->is_integer;
      product_test test(*backend, 9, 40, 21, integer ? dnnl_u8 : dnnl_f32, lie::rows,
                        integer ? dnnl_s8 : dnnl_f32, lie::columns, 12);
      if (by_hook) test.finish_by_hook();
      const dim_t a = test.a.step, b = test.b.step, c = test.m * test.ldc;
      const batch_walk walk = {3, {2, 3, 2}, {{3 * a, 0, 6 * c}, {a, 2 * b, 2 * c}, {0, b, c}}};
      test.p.batches = &walk;
      for (dim_t i = 0; i < 12; ++i)
        for (dim_t row = 0; row < test.m; ++row)
          for (dim_t col = 0; col < test.n; ++col) {
            double sum = 0;
            for (dim_t l = 0; l < test.k; ++l)
              sum += test.read_a(i / 2, row, l) * test.b.at(i % 6, l, col);
            test.expected[size_t((i * test.m + row) * test.n + col)] = sum;
          }
      test.check(rooms[0]);
      test.check(rooms[1]);
    }
}

// Sums in C go on from what is there, or start from a row.
TEST_P(multiply, starts_from_c_or_from_a_row) {
  std::vector<float> bias(200 + 64);
  for (size_t i = 0; i < bias.size(); ++i) bias[i] = float(i % 9);
  for (const size &s : {size{5, 45, 600}, size{40, 200, 33}, size{3, 7, 0}})
    for (const float beta : {0.0f, 1.0f, -0.5f})
      for (const bool by_hook : {false, true}) {
        product_test test(*plugin.f32, s.m, s.n, std::max<dim_t>(s.k, 1), dnnl_f32, lie::rows,
                          dnnl_f32, lie::rows);
        if (s.k == 0) test.p.k = 0, std::fill(test.expected.begin(), test.expected.end(), 0);
        test.p.beta = by_hook ? 0 : beta;
        if (test.p.beta == 0) test.p.bias = bias.data();
        if (by_hook) test.finish_by_hook();
        for (dim_t row = 0; row < s.m; ++row)
          for (dim_t col = 0; col < s.n; ++col) {
            const double old = double(row % 5 * 2);
            if (test.p.beta != 0) test.put(0, row, col, old);
            test.expected[size_t(row * s.n + col)] +=
                test.p.beta != 0 ? test.p.beta * old : double(bias[size_t(col)]);
          }
        test.check(rooms[0]);
      }
}

TEST_P(multiply, multiplies_b_by_a_factor) {
  product_test test(*plugin.f32, 9, 70, 40, dnnl_f32, lie::rows, dnnl_f32, lie::rows);
  test.p.b_factor = -0.25f;
  for (double &x : test.expected) x *= -0.25;
  test.check(rooms[0]);
}

// Of weights in groups: (element - zero point) * scale.
TEST_P(multiply, decompresses_b) {
  constexpr dim_t k = 150, n = 70, batches = 2;
  const struct { dim_t k_group, col_group; } groups[] = {{32, 1}, {k, 1}, {50, 16}, {k, n}, {1, 1}};
  for (const auto &g : groups)
    for (const auto type : {dnnl_s8, dnnl_u8, dnnl_s4, dnnl_u4, dnnl_f8_e4m3})
      for (const lie how : all_lies)
        for (const bool has_zero_points : {false, true}) {
          product_test test(*plugin.widened, 11, n, k, dnnl_f32, lie::rows, type, how, batches);
          const dim_t cols = div_up(n, g.col_group), count = div_up(k, g.k_group) * cols;
          std::vector<float> scales(size_t(count * batches));
          std::vector<int8_t> zero_points(size_t(count * batches));
          for (size_t i = 0; i < scales.size(); ++i) {
            scales[i] = std::ldexp(1.0f, int(i * 5 % 4) - 2);
            zero_points[i] = int8_t(i * 3 % 5);
          }
          decompression d = {{dnnl_f32, scales.data(), 0, g.k_group, g.col_group, cols, 1},
                             {dnnl_s8, zero_points.data(), 0, g.k_group, g.col_group, cols, 1}};
          if (!has_zero_points) d.zero_points.data = nullptr;
          const batch_walk walk = {
              1, {batches}, {{test.a.step, test.b.step, test.m * test.ldc, count, count}}};
          test.p.batches = &walk;
          test.p.b_values = &d;
          test.expect([&](dim_t i, dim_t l, dim_t col) {
            const size_t at = size_t(i * count + l / g.k_group * cols + col / g.col_group);
            const double zero_point = has_zero_points ? zero_points[at] : 0;
            return (test.b.at(i, l, col) - zero_point) * double(scales[at]);
          });
          test.check(rooms[0]);
          if (HasFatalFailure()) return;
        }
}

// Sums of rows and of columns come with the sums, whatever the cut.
TEST_P(multiply, sums_up_rows_and_columns) {
  struct context {
    product_test *test;
    dim_t wrong = 0, elements = 0;
  };
  for (const size &s : sizes())
    for (const multiply_room &room : rooms) {
      product_test test(*plugin.int8, s.m, s.n, s.k, dnnl_u8, lie::rows, dnnl_s8, lie::columns);
      context seen = {&test};
      test.p.c = nullptr;
      test.p.sums_rows = test.p.sums_columns = true;
      test.p.finish_context = &seen;
      test.p.finish = [](const void *x, const finished_block &f) noexcept {
        auto &to = *static_cast<context *>(const_cast<void *>(x));
        const product_test &t = *to.test;
        for (dim_t r = 0; r < f.rows; ++r) {
          double sum = 0;
          for (dim_t l = 0; l < t.k; ++l) sum += t.read_a(0, f.row + r, l);
          to.wrong += f.of_rows[r * f.step] != sum;
        }
        for (dim_t c = 0; c < f.cols; ++c) {
          double sum = 0;
          for (dim_t l = 0; l < t.k; ++l) sum += t.b.at(0, l, f.col + c);
          to.wrong += f.of_columns[c] != sum;
        }
        to.elements += f.rows * f.cols;
      };
      test.run(room);
      EXPECT_EQ(seen.wrong, 0);
      EXPECT_EQ(seen.elements, s.m * s.n);
    }
}

// Of sums that round: neither the cut nor the number of workers changes a bit.
// As if it were taken off each element of A, where all of K is one block: in C and by the hook.
TEST_P(multiply, takes_an_offset_of_a_off) {
  if (!plugin.int8->multiply->tiles) return;
  int taken_off = 0;
  for (const size &s : sizes())
    for (const bool by_hook : {false, true})
      for (const multiply_room &room : rooms) {
        SCOPED_TRACE(std::to_string(s.m) + " " + std::to_string(s.n) + " " + std::to_string(s.k));
        product_test test(*plugin.int8, s.m, s.n, s.k, dnnl_u8, lie::rows, dnnl_s8, lie::rows);
        test.p.a_offset = 131;
        test.p.may_take_off = true;
        if (by_hook) test.finish_by_hook();
        multiply_cut cut;
        ASSERT_EQ(plan_multiply(test.p, *plugin.int8, room, cut), nullptr);
        taken_off += cut.takes_off;
        if (cut.takes_off)
          for (dim_t row = 0; row < s.m; ++row)
            for (dim_t col = 0; col < s.n; ++col)
              for (dim_t l = 0; l < s.k; ++l)
                test.expected[size_t(row * s.n + col)] -= 131 * test.b.at(0, l, col);
        test.check(room);
        if (HasFatalFailure()) return;
      }
  EXPECT_GT(taken_off, 0) << "products whose K is one block";
}

TEST_P(multiply, has_the_same_bits_however_it_is_cut) {
  ASSERT_EQ(dnnl_threadpool_interop_set_max_concurrency(9), dnnl_success);
  const auto make = [&](dim_t m, dim_t n, dim_t k) {
    product_test test(*plugin.f32, m, n, k, dnnl_f32, lie::rows, dnnl_f32, lie::rows, 2);
    std::minstd_rand random(5);
    for (matrices *x : {&test.a, &test.b})
      for (dim_t i = 0; i < 2; ++i)
        for (dim_t row = 0; row < x->rows; ++row)
          for (dim_t col = 0; col < x->cols; ++col) x->set(i, row, col, double(random()) / 1e9 - 1);
    return test;
  };
  for (const size &s : {size{70, 130, 300}, size{3, 600, 90}, size{300, 20, 40}, size{1, 3000, 30},
                        size{70, 99, 1}}) {
    product_test expected = make(s.m, s.n, s.k);
    const batch_walk walk = {
        1, {2}, {{expected.a.step, expected.b.step, expected.m * expected.ldc}}};
    expected.p.batches = &walk;
    expected.run(rooms[0]);
    for (const multiply_room &room : rooms)
      for (int threads = 1; threads <= 9; ++threads) {
        product_test test = make(s.m, s.n, s.k);
        test.p.batches = &walk;
        if (threads % 2) test.finish_by_hook();
        test.run(room, threads);
        EXPECT_TRUE(test.c == expected.c) << threads << " threads";
      }
  }
}

TEST_P(multiply, makes_a_wide_row_without_tiles) {
  for (const dim_t n : {1, 600}) {
    product_test test(*plugin.f32, 1, n, 20, dnnl_f32, lie::rows, dnnl_f32, lie::rows);
    multiply_cut cut;
    ASSERT_EQ(plan_multiply(test.p, test.backend, rooms[0], cut), nullptr);
    EXPECT_EQ(cut.is_of_few_rows, n > 1);
    test.check(rooms[0]);
    product_test(*plugin.f32, 2, n, 20, dnnl_f32, lie::rows, dnnl_f32, lie::rows).check(rooms[0]);
  }
}

TEST_P(multiply, makes_a_column_by_a_row_line_by_line) {
  std::vector<float> bias(2500, 3);
  for (const dim_t n : {63, 64, 2333})
    for (const float beta : {0.0f, 1.0f, -2.0f})
      for (const lie a : all_lies) {
        product_test test(*plugin.f32, 130, n, 1, dnnl_f32, a, dnnl_f32, lie::rows, 2);
        const batch_walk walk = {1, {2}, {{test.a.step, test.b.step, test.m * test.ldc}}};
        test.p.batches = &walk;
        for (size_t i = 0; i < test.expected.size(); ++i) {
          test.put(0, dim_t(i) / n, dim_t(i) % n, 3);
          if (beta != 0 || a != lie::rows) test.expected[i] += beta != 0 ? double(beta) * 3 : 3;
        }
        test.p.beta = beta;
        if (beta == 0 && a != lie::rows) test.p.bias = bias.data();
        multiply_cut cut;
        ASSERT_EQ(plan_multiply(test.p, test.backend, rooms[1], cut), nullptr);
        EXPECT_EQ(cut.is_of_one_step, has_large_caches && n >= 64);
        test.check(rooms[1]);
      }
}

TEST_P(multiply, widens_a_column_by_a_row_line_by_line) {
  for (const dim_t n : {63, 64, 4095, 7001})
    for (const lie a : all_lies)
      for (const bool by_hook : {false, true})
        for (const multiply_backend *backend : {plugin.widened, plugin.bf16}) {
          if (!backend->multiply->tiles) continue;
          product_test test(*backend, 35, n, 1, dnnl_bf16, a, dnnl_bf16, lie::rows, 2);
          const batch_walk walk = {1, {2}, {{test.a.step, test.b.step, test.m * test.ldc}}};
          test.p.batches = &walk;
          if (by_hook) test.finish_by_hook();
          multiply_cut cut;
          ASSERT_EQ(plan_multiply(test.p, test.backend, rooms[1], cut), nullptr);
          EXPECT_EQ(cut.is_of_one_step, has_large_caches && n >= 64 && !by_hook);
          test.check(rooms[1]);
        }
}

TEST_P(multiply, cuts_a_row_into_as_few_pieces_as_there_are_workers) {
  product_test test(*plugin.f32, 1, 6000, 40, dnnl_f32, lie::rows, dnnl_f32, lie::rows);
  multiply_cut cut;
  ASSERT_EQ(plan_multiply(test.p, test.backend, rooms[0], cut), nullptr);
  ASSERT_TRUE(cut.is_of_few_rows);
  for (const int workers : {1, 2, 3})
    EXPECT_EQ(cut_for({workers, nullptr}, test.p, test.backend, cut).tasks, workers);
  EXPECT_EQ(cut_for({1000, nullptr}, test.p, test.backend, cut).tasks, cut.tasks);
  test.check(rooms[0]);

  test.finish_by_hook();
  ASSERT_EQ(plan_multiply(test.p, test.backend, rooms[0], cut), nullptr);
  EXPECT_EQ(cut_for({1, nullptr}, test.p, test.backend, cut).tasks, cut.tasks)
      << "for pieces in memory there is no more room";
}

INSTANTIATE_TEST_SUITE_P(plugins, multiply, testing::ValuesIn(gemm_plugins()),
                         [](const auto &info) { return info.param; });

}  // namespace
}  // namespace dnnlet::test
