// SPDX-License-Identifier: Apache-2.0
// Products of a sparse and a dense matrix, against sums in double.
#include <algorithm>

#include "tests/fuzz/check.h"
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/handles.h"
#include "tests/fuzz/heap_watch.h"
#include "tests/fuzz/layouts.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/placed.h"

namespace dnnlet::fuzz {

namespace {

struct sparse_call {
  dnnl_data_type_t type, index_type;
  dnnl_sparse_encoding_t encoding;
  int64_t m, n, k;
  bool is_of_weights;
  std::vector<int32_t> rows, columns;  // of the elements that are there, row by row
  numbers fill;
  uint64_t seed;

  dims shape() const { return is_of_weights ? dims{k, n} : dims{m, k}; }
};

std::string text(const sparse_call &g) {
  return std::string("sparse matmul ") + dnnl_dt2str(g.type) + " " +
         fuzz::text(dims{g.m, g.n, g.k}) + (g.is_of_weights ? " weights " : " src ") +
         (g.encoding == dnnl_csr ? "csr" : "coo") + " nnz " + std::to_string(g.rows.size()) +
         " index " + dnnl_dt2str(g.index_type) + (g.fill == numbers::exact ? " exact" : "");
}

sparse_call draw(choices &c) {
  sparse_call g = {};
  g.type = c.pick({dnnl_f32, dnnl_f32, dnnl_f16});
  g.index_type = c.chance(90) ? dnnl_s32 : c.pick({dnnl_s8, dnnl_f32, dnnl_s64});
  g.encoding = c.pick({dnnl_csr, dnnl_coo});
  g.m = c.extent(30);
  const bool is_large = c.chance(5);  // too large for a cache
  g.n = c.extent(is_large ? 500 : 40);
  g.k = c.extent(is_large ? 500 : 40);
  g.is_of_weights = c.chance(50);
  g.fill = c.pick({numbers::natural, numbers::exact});
  g.seed = c.below(uint64_t(1) << 32);
  const uint64_t percent = c.pick<uint64_t>({0, 3, 20, 60, 100});
  const dims shape = g.shape();
  uint64_t dice = g.seed;
  for (int64_t i = 0; i < shape[0] * shape[1]; ++i)
    if ((dice = mixed(dice)) % 100 < percent) {
      g.rows.push_back(int32_t(i / shape[1]));
      g.columns.push_back(int32_t(i % shape[1]));
    }
  return g;
}

std::vector<double> numbers_of(const sparse_call &g, const dims &shape, uint64_t which) {
  tensor_spec t;
  t.type = g.type;
  t.fill = g.fill;
  return draw_numbers(t, shape, g.seed + which);
}

paged_buffer buffer_of(dnnl_data_type_t type, const std::vector<double> &content) {
  paged_buffer buffer(content.size() * size_t(bits_of(type) / 8), true);
  for (size_t i = 0; i < content.size(); ++i) store(type, buffer.data(), int64_t(i), content[i]);
  return buffer;
}

paged_buffer buffer_of(const std::vector<int32_t> &indices) {
  return buffer_of(dnnl_s32, std::vector<double>(indices.begin(), indices.end()));
}

// Of CSR: where each row begins, and the last one ends.
std::vector<int32_t> starts(const sparse_call &g) {
  std::vector<int32_t> list(size_t(g.shape()[0]) + 1, 0);
  for (const int32_t r : g.rows) ++list[size_t(r) + 1];
  for (size_t r = 1; r < list.size(); ++r) list[r] += list[r - 1];
  return list;
}

dnnl_status_t describe(const sparse_call &g, dnnl_memory_desc_t *md) {
  const dims shape = g.shape();
  const auto nnz = dnnl_dim_t(g.rows.size());
  return g.encoding == dnnl_csr ? dnnl_memory_desc_create_with_csr_encoding(
                                      md, 2, shape.data(), g.type, nnz, g.index_type, g.index_type)
                                : dnnl_memory_desc_create_with_coo_encoding(
                                      md, 2, shape.data(), g.type, nnz, g.index_type);
}

void look_at(const sparse_call &g, const std::vector<double> &values,
             const std::vector<double> &dense, const std::vector<double> &result, session &s) {
  std::vector<double> expected(size_t(g.m * g.n), 0), terms = expected;
  for (size_t e = 0; e < values.size(); ++e)
    for (int64_t x = 0; x < (g.is_of_weights ? g.m : g.n); ++x) {
      const int64_t r = g.rows[e], col = g.columns[e];
      const double product =
          values[e] * dense[size_t(g.is_of_weights ? x * g.k + r : col * g.n + x)];
      const size_t at = size_t(g.is_of_weights ? x * g.n + col : r * g.n + x);
      expected[at] += product;
      terms[at] += product < 0 ? -product : product;
    }
  for (double &x : expected) x = rounded(g.type, x);
  entry e;
  e.name = "output 17";
  e.type = g.type;
  e.content = result;
  const double most = *std::max_element(terms.begin(), terms.end());
  e.absolute = g.fill == numbers::exact ? 0 : 2 * double(g.k + 1) * f32_half_step * (most + 1);
  const std::string differs = difference(result, expected, {e.type, e.absolute, 0});
  s.notes.entries.push_back(e);
  if (!differs.empty()) s.fail("against sums in double: " + differs);
}

// A memory of the descriptor over buffers.
dnnl_memory_t memory_over(const_dnnl_memory_desc_t md, dnnl_engine_t engine,
                          std::vector<void *> buffers, handles &kept) {
  dnnl_memory_t memory = nullptr;
  if (dnnl_memory_create_v2(&memory, md, engine, int(buffers.size()), buffers.data()) !=
      dnnl_success)
    return nullptr;
  kept.keep(memory);
  return memory;
}

void multiply(const sparse_call &g, const_dnnl_memory_desc_t sparse, const_dnnl_memory_desc_t dense,
              const_dnnl_memory_desc_t dst, dnnl_primitive_t matmul, session &s) {
  const dims other = g.is_of_weights ? dims{g.m, g.k} : dims{g.k, g.n};
  const std::vector<double> values = numbers_of(g, {int64_t(g.rows.size())}, 0),
                            content = numbers_of(g, other, 1);
  const bool is_csr = g.encoding == dnnl_csr;
  const paged_buffer a = buffer_of(g.type, values), b = buffer_of(g.type, content),
                     first = buffer_of(is_csr ? g.columns : g.rows),
                     second = buffer_of(is_csr ? starts(g) : g.columns);
  paged_buffer c(size_t(g.m * g.n * bits_of(g.type) / 8), true);
  handles kept;
  const dnnl_exec_arg_t args[] = {
      {g.is_of_weights ? DNNL_ARG_WEIGHTS : DNNL_ARG_SRC,
       memory_over(sparse, s.engine, {a.data(), first.data(), second.data()}, kept)},
      {g.is_of_weights ? DNNL_ARG_SRC : DNNL_ARG_WEIGHTS,
       memory_over(dense, s.engine, {b.data()}, kept)},
      {DNNL_ARG_DST, memory_over(dst, s.engine, {c.data()}, kept)}};
  dnnl_stream_t stream = nullptr;
  if (dnnl_stream_create(&stream, s.engine, dnnl_stream_default_flags) != dnnl_success) return;
  kept.keep(stream);
  for (const auto &arg : args)
    if (!arg.memory) return s.fail("no memory");
  s.doing("executing");
  if (!s.only_records) watch_heap();
  const dnnl_status_t status = dnnl_primitive_execute(matmul, stream, 3, args);
  const int calls = s.only_records ? 0 : unwatch_heap();
  dnnl_stream_wait(stream);
  s.notes.add("execute", status);
  if (calls) s.fail("the heap was used");
  if (status != dnnl_success) return s.fail("the execution failed");
  std::vector<double> result;
  for (int64_t i = 0; i < g.m * g.n; ++i) result.push_back(load(g.type, c.data(), i));
  look_at(g, values, content, result, s);
  for (const paged_buffer *buffer : {&a, &b, &first, &second})
    if (!buffer->is_whole()) s.fail("something beside an input was written");
  if (!c.is_whole()) s.fail("something beside dst was written");
}

}  // namespace

void run_sparse(choices &c, session &s) {
  const sparse_call g = draw(c);
  s.describe(text(g));
  s.doing("creating");
  handles kept;
  dnnl_memory_desc_t md[3] = {};
  dnnl_status_t status = describe(g, &md[0]);
  s.notes.add("descriptor", status);
  if (status != dnnl_success) return;
  kept.keep(md[0]);
  tensor_spec other, dst;
  other.type = dst.type = g.type;
  other.shape = g.is_of_weights ? dims{g.m, g.k} : dims{g.k, g.n};
  dst.shape = {g.m, g.n};
  make_plain(other);
  make_plain(dst);
  for (const auto &[spec, i] : {std::pair(&other, 1), std::pair(&dst, 2)}) {
    if (make_descriptor(*spec, true, &md[i]) != dnnl_success) return;
    kept.keep(md[i]);
  }
  dnnl_primitive_desc_t pd = nullptr;
  status = dnnl_matmul_primitive_desc_create(&pd, s.engine, md[g.is_of_weights ? 1 : 0],
                                             md[g.is_of_weights ? 0 : 1], nullptr, md[2], nullptr);
  s.notes.add("create", status);
  if (status != dnnl_success) return;
  kept.keep(pd);
  dnnl_primitive_t matmul = nullptr;
  if (dnnl_primitive_create(&matmul, pd) != dnnl_success) return s.fail("no primitive");
  kept.keep(matmul);
  multiply(g, md[0], md[1], md[2], matmul, s);
}

}  // namespace dnnlet::fuzz
