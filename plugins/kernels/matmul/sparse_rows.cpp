// SPDX-License-Identifier: Apache-2.0
// Neighbours in a row of a sparse matrix by rows of a dense one; formulas: drivers/matmul/sparse.h.
//   values f32[count], columns s32[count]; b, c: rows of f32, any alignment, disjoint
//   scratch 0 B; error: one rounding for each product and each sum together
//   oneDNN v3, matmul with sparse memory
//
// Eight vectors of sums are as many chains as two units with a latency of four need.
#include "plugins/kernels/matmul/sparse_rows.h"

#include "plugins/kernels/support/leave-inl.h"
#include "plugins/kernels/support/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::sparse_run;
using tag = hn::ScalableTag<float>;
using V = hn::Vec<tag>;

// The kIndex-th vector from i on; any, if there is none.
template <int kVectors, int kIndex>
HWY_INLINE V start_of(const sparse_run &run, size_t i) {
  const tag d;
  if (run.from_zero || kIndex >= kVectors) return hn::Zero(d);
  return hn::LoadU(d, run.c + i + kIndex * hn::Lanes(d));
}

template <int kVectors, int kIndex>
HWY_INLINE void add_product(V value, const float *b, V &sum) {
  if constexpr (kIndex < kVectors)
    sum = hn::MulAdd(value, hn::LoadU(tag(), b + kIndex * hn::Lanes(tag())), sum);
}
template <int kVectors, int kIndex>
HWY_INLINE void store_sum(V sum, float *c) {
  if constexpr (kIndex < kVectors) hn::StoreU(sum, tag(), c + kIndex * hn::Lanes(tag()));
}

// Columns of c from i on; answers how many.
template <int kVectors>
HWY_INLINE size_t gather_vectors(const sparse_run &run, size_t i) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  V s0 = start_of<kVectors, 0>(run, i), s1 = start_of<kVectors, 1>(run, i);
  V s2 = start_of<kVectors, 2>(run, i), s3 = start_of<kVectors, 3>(run, i);
  V s4 = start_of<kVectors, 4>(run, i), s5 = start_of<kVectors, 5>(run, i);
  V s6 = start_of<kVectors, 6>(run, i), s7 = start_of<kVectors, 7>(run, i);
  for (dim_t j = 0; j < run.count; ++j) {
    const V value = hn::Set(d, run.values[j]);
    const float *b = run.b + dim_t(run.columns[j]) * run.step + i;
    add_product<kVectors, 0>(value, b, s0);
    add_product<kVectors, 1>(value, b, s1);
    add_product<kVectors, 2>(value, b, s2);
    add_product<kVectors, 3>(value, b, s3);
    add_product<kVectors, 4>(value, b, s4);
    add_product<kVectors, 5>(value, b, s5);
    add_product<kVectors, 6>(value, b, s6);
    add_product<kVectors, 7>(value, b, s7);
  }
  float *c = run.c + i;
  store_sum<kVectors, 0>(s0, c);
  store_sum<kVectors, 1>(s1, c);
  store_sum<kVectors, 2>(s2, c);
  store_sum<kVectors, 3>(s3, c);
  store_sum<kVectors, 4>(s4, c);
  store_sum<kVectors, 5>(s5, c);
  store_sum<kVectors, 6>(s6, c);
  store_sum<kVectors, 7>(s7, c);
  return kVectors * lanes;
}

// Less than a vector.
HWY_INLINE void gather_rest(const sparse_run &run, size_t i, size_t rest) {
  const tag d;
  V sum = run.from_zero ? hn::Zero(d) : hn::LoadN(d, run.c + i, rest);
  for (dim_t j = 0; j < run.count; ++j)
    sum = hn::MulAdd(hn::Set(d, run.values[j]),
                     hn::LoadN(d, run.b + dim_t(run.columns[j]) * run.step + i, rest), sum);
  hn::StoreN(sum, d, run.c + i, rest);
}

// A single column, as products by a vector have it.
HWY_INLINE void gather_one(const sparse_run &run, size_t i) {
  const hn::CappedTag<float, 1> d;
  auto sum = run.from_zero ? hn::Zero(d) : hn::LoadU(d, run.c + i);
  for (dim_t j = 0; j < run.count; ++j)
    sum = hn::MulAdd(hn::LoadU(d, run.values + j),
                     hn::LoadU(d, run.b + dim_t(run.columns[j]) * run.step + i), sum);
  hn::StoreU(sum, d, run.c + i);
}

}  // namespace

size_t sparse_lanes() noexcept {
  return hn::Lanes(tag());
}

void gather_sparse(const sparse_run &run) noexcept {
  const size_t lanes = hn::Lanes(tag()), width = size_t(run.width);
  size_t i = 0;
  while (i + 8 * lanes <= width) i += gather_vectors<8>(run, i);
  while (i + lanes <= width) i += gather_vectors<1>(run, i);
  if (i + 1 == width)
    gather_one(run, i);
  else if (i < width)
    gather_rest(run, i, width - i);
  leave_vectors();
}

void scatter_sparse(const sparse_run &run) noexcept {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const V b0 = hn::LoadU(d, run.b), b1 = hn::LoadU(d, run.b + lanes);
  const V b2 = hn::LoadU(d, run.b + 2 * lanes), b3 = hn::LoadU(d, run.b + 3 * lanes);
  for (dim_t j = 0; j < run.count; ++j) {
    const V value = hn::Set(d, run.values[j]);
    float *c = run.c + dim_t(run.columns[j]) * run.step;
    hn::StoreU(hn::MulAdd(value, b0, hn::LoadU(d, c)), d, c);
    hn::StoreU(hn::MulAdd(value, b1, hn::LoadU(d, c + lanes)), d, c + lanes);
    hn::StoreU(hn::MulAdd(value, b2, hn::LoadU(d, c + 2 * lanes)), d, c + 2 * lanes);
    hn::StoreU(hn::MulAdd(value, b3, hn::LoadU(d, c + 3 * lanes)), d, c + 3 * lanes);
  }
  leave_vectors();
}

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
