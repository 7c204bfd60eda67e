// SPDX-License-Identifier: Apache-2.0
// The BLAS functions, against sums in double.
#include "tests/fuzz/gemm.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "tests/fuzz/capped.h"
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/heap_watch.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/placed.h"

namespace dnnlet::fuzz {

namespace {

bool is_transposed(char c) {
  return c == 'T' || c == 't';
}
bool is_valid(const gemm_call &g) {
  const auto is_one_of = [](char c, const char *letters) { return c && std::strchr(letters, c); };
  if (!is_one_of(g.transa, "NnTt") || !is_one_of(g.transb, "NnTt")) return false;
  if (g.kind != gemm_kind::f32 && !is_one_of(g.offsetc, "FfCcRr")) return false;
  if (g.m < 0 || g.n < 0 || g.k < 0) return false;
  const int64_t a = is_transposed(g.transa) ? g.m : g.k, b = is_transposed(g.transb) ? g.k : g.n;
  return g.lda >= std::max<int64_t>(a, 1) && g.ldb >= std::max<int64_t>(b, 1) &&
         g.ldc >= std::max<int64_t>(g.n, 1);
}

gemm_call draw(choices &c) {
  gemm_call g = {};
  g.kind = c.pick({gemm_kind::f32, gemm_kind::u8s8, gemm_kind::s8s8});
  g.transa = c.pick({'N', 'T', 'n', 't'});
  g.transb = c.pick({'N', 'T', 'n', 't'});
  g.offsetc = c.pick({'F', 'C', 'R', 'f', 'c', 'r'});
  g.m = c.chance(3) ? 0 : c.extent(65);
  g.n = c.chance(3) ? 0 : c.extent(65);
  g.k = c.chance(3) ? 0 : c.chance(10) ? c.between(100, 600) : c.extent(65);
  const auto ld = [&](int64_t row) {
    return std::max<int64_t>(row, 1) + (c.chance(40) ? c.between(1, 9) : 0);
  };
  g.lda = ld(is_transposed(g.transa) ? g.m : g.k);
  g.ldb = ld(is_transposed(g.transb) ? g.k : g.n);
  g.ldc = ld(g.n);
  g.alpha = c.pick({1.0f, 1.0f, 0.5f, -2.0f, 0.0f});
  g.beta = c.pick({0.0f, 1.0f, 0.5f, -1.0f});
  g.ao = c.chance(50) ? int(c.between(g.kind == gemm_kind::u8s8 ? 0 : -10, 10)) : 0;
  g.bo = c.chance(50) ? int(c.between(-10, 10)) : 0;
  return g;
}

void mutate_call(choices &c, gemm_call &g) {
  int64_t *const sizes[] = {&g.m, &g.n, &g.k, &g.lda, &g.ldb, &g.ldc};
  char *const letters[] = {&g.transa, &g.transb, &g.offsetc};
  if (c.chance(20))
    *letters[c.below(3)] = static_cast<char>(c.below(256));
  else
    *sizes[c.below(6)] = c.wild();
}

// A matrix of rows, whose last one ends at the end of the buffer.
struct matrix {
  dnnl_data_type_t type;
  int64_t rows, columns, ld;
  std::vector<double> content;
  paged_buffer buffer;

  matrix(dnnl_data_type_t type, int64_t rows, int64_t columns, int64_t ld, numbers fill,
         uint64_t seed)
      : type(type),
        rows(rows),
        columns(columns),
        ld(ld),
        buffer(rows && columns ? size_t(((rows - 1) * ld + columns) * (bits_of(type) / 8)) : 0,
               true) {
    tensor_spec t;
    t.type = type;
    t.fill = fill;
    content = draw_numbers(t, {rows, columns}, seed);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        store(type, buffer.data(), i * ld + j, content[size_t(i * columns + j)]);
  }
  double at(bool transposed, int64_t i, int64_t j) const {
    return content[size_t(transposed ? j * columns + i : i * columns + j)];
  }
  std::vector<double> read() const {
    std::vector<double> values;
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j) values.push_back(load(type, buffer.data(), i * ld + j));
    return values;
  }
  // The elements between the rows.
  bool has_canaries() const {
    const int bytes = bits_of(type) / 8;
    for (int64_t i = 0; i + 1 < rows; ++i)
      for (int64_t at = (i * ld + columns) * bytes; columns && at < (i + 1) * ld * bytes; ++at)
        if (buffer.data()[at] != paged_buffer::canary) return false;
    return buffer.is_whole();
  }
};

std::vector<double> multiply(const gemm_call &g, const matrix &a, const matrix &b, const matrix &c,
                             const matrix &co) {
  std::vector<double> result;
  const double shift_a = g.kind == gemm_kind::f32 ? 0 : g.ao,
               shift_b = g.kind == gemm_kind::f32 ? 0 : g.bo;
  for (int64_t i = 0; i < g.m; ++i)
    for (int64_t j = 0; j < g.n; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < g.k; ++k)
        sum += (a.at(is_transposed(g.transa), i, k) - shift_a) *
               (b.at(is_transposed(g.transb), k, j) - shift_b);
      sum *= double(g.alpha);
      if (g.beta != 0) sum += double(g.beta) * c.at(false, i, j);
      if (g.kind != gemm_kind::f32) {
        const char o = static_cast<char>(std::toupper(g.offsetc));
        sum = rounded(dnnl_s32, sum + co.content[size_t(o == 'F' ? 0 : o == 'C' ? i : j)]);
      }
      result.push_back(sum);
    }
  return result;
}

struct operands {
  matrix a, b, c, co;
};

operands make(const gemm_call &g, numbers fill, uint64_t seed) {
  const bool is_f32 = g.kind == gemm_kind::f32, ta = is_transposed(g.transa),
             tb = is_transposed(g.transb);
  const char o = static_cast<char>(std::toupper(g.offsetc));
  return {
      matrix(is_f32                      ? dnnl_f32
             : g.kind == gemm_kind::u8s8 ? dnnl_u8
                                         : dnnl_s8,
             ta ? g.k : g.m, ta ? g.m : g.k, g.lda, fill, seed),
      matrix(is_f32 ? dnnl_f32 : dnnl_s8, tb ? g.n : g.k, tb ? g.k : g.n, g.ldb, fill, seed + 1),
      matrix(is_f32 ? dnnl_f32 : dnnl_s32, g.m, g.n, g.ldc, fill, seed + 2),
      matrix(dnnl_s32, 1,
             is_f32     ? 1
             : o == 'F' ? 1
             : o == 'C' ? g.m
                        : g.n,
             1 << 20, fill, seed + 3)};
}

void point(gemm_call &g, operands &o) {
  g.a = o.a.buffer.data();
  g.b = o.b.buffer.data();
  g.c = o.c.buffer.data();
  g.co = o.co.buffer.data();
}

void check_result(const gemm_call &g, const operands &before, const operands &o, numbers fill,
                  session &s) {
  const double terms = double(g.k + 2);
  const double error =
      g.kind == gemm_kind::f32 && fill != numbers::exact ? 4 * terms * terms * f32_half_step : 0;
  const std::vector<double> expected = multiply(g, before.a, before.b, before.c, before.co);
  entry e;
  e.name = "output";
  e.type = o.c.type;
  e.content = o.c.read();
  // Elsewhere, alpha and beta may round sums of integers on their way.
  const bool rounds_twice = g.kind != gemm_kind::f32 && (g.alpha == 0.5f || g.beta == 0.5f);
  e.absolute = rounds_twice ? 0.5 : error;
  const std::string differs = difference(e.content, expected, {e.type, error, 0});
  s.notes.entries.push_back(e);
  if (!differs.empty()) s.fail("against sums in double: " + differs);
  if (o.a.read() != o.a.content || o.b.read() != o.b.content) s.fail("an input was written");
  for (const matrix *m : {&o.a, &o.b, &o.c, &o.co})
    if (!m->has_canaries()) s.fail("something beside a matrix was written");
}

}  // namespace

void run_gemm(choices &c, session &s) {
  gemm_call g = draw(c);
  const gemm_call valid = g;
  const numbers fill = c.pick({numbers::natural, numbers::exact});
  const uint64_t seed = c.below(uint64_t(1) << 32);
  if (c.chance(20)) mutate_call(c, g);
  s.describe(text(g));
  const bool legal = is_valid(g);
  const bool is_small = legal && std::max<int64_t>({g.m, g.n, g.k, g.lda, g.ldb, g.ldc}) <= 2000;
  if (legal && !is_small) return;
  operands o = make(legal ? g : valid, fill, seed), pooled = make(legal ? g : valid, fill, seed);
  point(g, o);
  const capped plugin(seed);
  s.doing("calling");
  if (!s.only_records) watch_heap();
  const dnnl_status_t status = call(g);
  const int calls = s.only_records ? 0 : unwatch_heap();
  s.notes.add("call", status);
  s.notes.add_isa();
  if (calls) s.fail("the heap was used");
  if ((status == dnnl_success) != legal)
    s.fail(std::string(legal ? "a legal" : "an illegal") + " call: " + dnnl_status2str(status));
  if (!legal || status != dnnl_success) {
    if (o.c.read() != o.c.content) s.fail("the call failed, but C was written");
    return;
  }
  check_result(g, make(g, fill, seed), o, fill, s);
  if (s.only_records) return;
  gemm_call again = g;
  point(again, pooled);
  const int threads = 1 + int(c.below(9));
  s.doing("on a pool");
  if (call_on_pool(again, threads) == dnnl_unimplemented) return;
  if (std::memcmp(pooled.c.buffer.data(), o.c.buffer.data(), o.c.buffer.size()) != 0)
    s.fail("other bits on a pool of " + std::to_string(threads));
}

}  // namespace dnnlet::fuzz
