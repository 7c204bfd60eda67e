// SPDX-License-Identifier: Apache-2.0
// C = alpha * op(A) * op(B) + beta * C, f32 (core/kernel/gemm.h)
//   A, B, C f32 matrices with a step from row to row, any alignment; C is disjoint from A and B
//   scratch: stack_bytes of each worker's stack (plugins/drivers/blas/sgemm.cpp)
//   error: one rounding for each product, of alpha * op(B) and of beta * C
//   K. Goto, R. van de Geijn: "Anatomy of high-performance matrix multiplication", ACM TOMS 34(3),
//   2008, with a panel of B in the L1 cache instead of a block of A in the L2
#include "plugins/drivers/blas/sgemm.h"

#include <cstring>

#include "plugins/kernels/gemm/products.h"
#include "plugins/kernels/support/kernel_name.h"
#include "plugins/kernels/support/simd-inl.h"

// Vectors of one lane have nothing to shuffle.
#if HWY_MAX_BYTES >= 16
#include "plugins/kernels/reorder/transpose-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace {

using drivers::packed_block;

void scale(float *x, dim_t count, float factor) noexcept {
  const hn::ScalableTag<float> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  const auto by = hn::Set(d, factor);
  dim_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(hn::Mul(hn::LoadU(d, x + i), by), d, x + i);
  if (i < count)
    hn::StoreN(hn::Mul(hn::LoadN(d, x + i, size_t(count - i)), by), d, x + i, size_t(count - i));
}

// Rows of `to` are whole vectors.
void pack(const packed_block &p) noexcept {
  const hn::ScalableTag<float> d;
  const dim_t lanes = dim_t(hn::Lanes(d));
  for (dim_t r = 0; r < p.rows; ++r) {
    const float *from = p.from + r * p.from_step;
    float *to = p.to + r * p.to_step;
    dim_t c = 0;
    for (; c + lanes <= p.cols; c += lanes) hn::StoreU(hn::LoadU(d, from + c), d, to + c);
    if (c < p.cols) hn::StoreU(hn::LoadN(d, from + c, size_t(p.cols - c)), d, to + c), c += lanes;
    for (; c < p.width; c += lanes) hn::StoreU(hn::Zero(d), d, to + c);
  }
}

void pack_element_by_element(const packed_block &p) noexcept {
  for (dim_t r = 0; r < p.rows; ++r)
    for (dim_t c = 0; c < p.cols; ++c) p.to[r * p.to_step + c] = p.from[c * p.from_step + r];
}

void pack_transposed(const packed_block &p) noexcept {
  if (p.cols < p.width)
    for (dim_t r = 0; r < p.rows; ++r)
      std::memset(p.to + r * p.to_step + p.cols, 0, size_t(p.width - p.cols) * sizeof(float));
#if HWY_MAX_BYTES >= 16
  constexpr dim_t offsets_at_once = 64;  // a few columns at a time: their offsets are on the stack
  ptrdiff_t from[offsets_at_once], to[offsets_at_once];
  for (dim_t i = 0; i < offsets_at_once; ++i) {
    from[i] = ptrdiff_t(i * p.from_step) * ptrdiff_t(sizeof(float));
    to[i] = ptrdiff_t(i * p.to_step) * ptrdiff_t(sizeof(float));
  }
  for (dim_t c = 0; c < p.cols; c += offsets_at_once)
    for (dim_t r = 0; r < p.rows; r += offsets_at_once) {
      packed_block part = p;
      part.from += c * p.from_step + r;
      part.to += r * p.to_step + c;
      part.rows = min(p.rows - r, offsets_at_once);
      part.cols = min(p.cols - c, offsets_at_once);
      const drivers::transposition t = {reinterpret_cast<const char *>(part.from),
                                        from,
                                        reinterpret_cast<char *>(part.to),
                                        to,
                                        part.cols,
                                        part.rows,
                                        1,
                                        1};
      if (!transpose<uint32_t>(t)) pack_element_by_element(part);
    }
#else
  pack_element_by_element(p);
#endif
}

constexpr drivers::sgemm_backend parts = {sum_lanes, &f32_by_f32, pack, pack_transposed, scale};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("sgemm"), drivers::plan_sgemm, drivers::run_sgemm, &parts}};

}  // namespace

extern const kernel_rows sgemm = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();
