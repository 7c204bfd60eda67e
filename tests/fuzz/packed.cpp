// SPDX-License-Identifier: Apache-2.0
// Weights in the packed sparse encoding: who takes them says so when things are created.
#include "tests/fuzz/draw.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/handles.h"
#include "tests/fuzz/layouts.h"

namespace dnnlet::fuzz {

namespace {

struct packed_call {
  dnnl_data_type_t src, weights, dst;
  int64_t batch, m, n, k, nnz;  // batch 0: matrices
  dims of(int64_t rows, int64_t columns) const {
    return batch ? dims{batch, rows, columns} : dims{rows, columns};
  }
};

std::string text(const packed_call &g) {
  return std::string("packed ") + dnnl_dt2str(g.src) + " " + dnnl_dt2str(g.weights) + " -> " +
         dnnl_dt2str(g.dst) + " " + fuzz::text(dims{g.batch, g.m, g.n, g.k}) + " nnz " +
         std::to_string(g.nnz);
}

packed_call draw(choices &c) {
  packed_call g = {};
  g.weights = c.pick({dnnl_s8, dnnl_s8, dnnl_u8, dnnl_bf16, dnnl_f16, dnnl_f32});
  const bool is_whole = is_integer(g.weights);
  g.src = is_whole ? c.pick({dnnl_u8, dnnl_s8}) : g.weights;
  g.dst = c.chance(50) ? dnnl_f32 : is_whole ? c.pick({dnnl_s32, dnnl_s8, dnnl_u8}) : g.src;
  g.batch = c.chance(80) ? 0 : c.between(1, 3);
  g.m = c.extent(64);
  g.n = 16 * c.between(1, 4) + (c.chance(30) ? c.between(1, 15) : 0);
  g.k = 64 * c.between(1, 3) + (c.chance(30) ? c.between(1, 63) : 0);
  const int64_t all = std::max<int64_t>(g.batch, 1) * g.n * g.k;
  g.nnz = c.chance(5) ? c.pick<int64_t>({-1, all + 1}) : all * c.between(0, 10) / 10;
  return g;
}

tensor_spec plain(dnnl_data_type_t type, const dims &shape) {
  tensor_spec t;
  t.type = type;
  t.shape = shape;
  make_plain(t);
  return t;
}

}  // namespace

void run_packed(choices &c, session &s) {
  const packed_call g = draw(c);
  s.describe(text(g));
  s.doing("creating");
  handles kept;
  const dims shape = g.of(g.k, g.n);
  dnnl_memory_desc_t packed = nullptr, src = nullptr, weights = nullptr, dst = nullptr;
  dnnl_status_t status = dnnl_memory_desc_create_with_packed_encoding(
      &packed, int(shape.size()), shape.data(), g.weights, g.nnz);
  s.notes.add("descriptor", status);
  if (status != dnnl_success) return;
  kept.keep(packed);
  s.notes.add("layout", "bytes " + std::to_string(dnnl_memory_desc_get_size(packed)));
  for (const auto &[spec, md] :
       {std::pair(plain(g.src, g.of(g.m, g.k)), &src), std::pair(plain(g.weights, shape), &weights),
        std::pair(plain(g.dst, g.of(g.m, g.n)), &dst)}) {
    if (make_descriptor(spec, true, md) != dnnl_success) return;
    kept.keep(*md);
  }
  dnnl_primitive_desc_t pd = nullptr;
  status = dnnl_reorder_primitive_desc_create(&pd, weights, s.engine, packed, s.engine, nullptr);
  s.notes.add("reorder", status);
  if (status == dnnl_success) kept.keep(pd);
  status = dnnl_matmul_primitive_desc_create(&pd, s.engine, src, packed, nullptr, dst, nullptr);
  s.notes.add("create", status);
  if (status == dnnl_success) kept.keep(pd);
}

}  // namespace dnnlet::fuzz
