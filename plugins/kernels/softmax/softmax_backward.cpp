// SPDX-License-Identifier: Apache-2.0
// Gradient of softmax:  diff_src = dst * (diff_dst - sum of diff_dst * dst), or of its logarithm,
//   diff_src = diff_dst - exp(dst) * sum of diff_dst; oneDNN v3, softmax
//   dst, diff_dst, diff_src: f32, bf16, f16: the axis innermost or in blocks, or strided with other
//     dimensions innermost; diff_src may be the buffer of diff_dst, of one type and layout then
//   scratch: 0 B for f32; for other types two lines of a worker, or lines side by side (256 KB,
//   more
//     for lines of more than 512 elements)
//   error: 3 ulp and a rounding for each link of the sum: n / 64 + 6 along an innermost axis, else
//     n / 32 + 32
#include "core/kernel/softmax.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/softmax/softmax.h"
#include "plugins/kernels/rows/reductions.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/support/kernel_name.h"

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using tag = hn::ScalableTag<float>;
using vector = hn::Vec<tag>;

constexpr size_t sum_length = 32;

// The terms of the sum, and the gradient with it.
struct of_softmax {
  static HWY_INLINE vector add(vector sum, vector y, vector dy) { return hn::MulAdd(y, dy, sum); }
  static HWY_INLINE vector gradient(vector sum, vector y, vector dy) {
    return hn::Mul(y, hn::Sub(dy, sum));
  }
};
struct of_log {
  static HWY_INLINE vector add(vector sum, vector, vector dy) { return hn::Add(sum, dy); }
  static HWY_INLINE vector gradient(vector sum, vector y, vector dy) {
    return hn::NegMulAdd(math::exp(tag(), y), sum, dy);
  }
};

template <class Of>
void gradient_row(float sum, const float *y, const float *dy, float *dx, size_t n) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  const vector s = hn::Set(d, sum);
  size_t i = 0;
  for (; i + lanes <= n; i += lanes)
    hn::StoreU(Of::gradient(s, hn::LoadU(d, y + i), hn::LoadU(d, dy + i)), d, dx + i);
  if (i < n)
    hn::StoreN(Of::gradient(s, hn::LoadN(d, y + i, n - i), hn::LoadN(d, dy + i, n - i)), d, dx + i,
               n - i);
}

void line(dnnl_alg_kind_t alg, const float *y, const float *dy, float *dx, size_t n) noexcept {
  if (alg == dnnl_softmax_log)
    gradient_row<of_log>(reductions.sum(dy, n), y, dy, dx, n);
  else
    gradient_row<of_softmax>(reductions.dot(y, dy, n), y, dy, dx, n);
}

struct column {
  const float *y, *dy;
  float *dx;
  size_t y_step, dy_step, dx_step, count;
};

template <class Of, bool kFull>
HWY_INLINE vector sum_of(const column &c, size_t begin, size_t n) {
  const tag d;
  vector sum = hn::Zero(d);
  for (size_t i = begin; i < min(begin + sum_length, c.count); ++i)
    sum = Of::add(sum, load<kFull>(d, c.y + i * c.y_step, n),
                  load<kFull>(d, c.dy + i * c.dy_step, n));
  return sum;
}

template <class Of, bool kFull>
void one_column(const column &c, size_t n) {
  const tag d;
  vector sum = hn::Zero(d);
  for (size_t i = 0; i < c.count; i += sum_length) sum = hn::Add(sum, sum_of<Of, kFull>(c, i, n));
  for (size_t i = 0; i < c.count; ++i) {
    const vector y = load<kFull>(d, c.y + i * c.y_step, n);
    const vector dy = load<kFull>(d, c.dy + i * c.dy_step, n);
    store<kFull>(d, Of::gradient(sum, y, dy), c.dx + i * c.dx_step, n);
  }
}

template <class Of>
void four_columns(const column &c) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (size_t begin = 0; begin < c.count; begin += sum_length) {
    vector p0 = hn::Zero(d), p1 = p0, p2 = p0, p3 = p0;
    for (size_t i = begin; i < min(begin + sum_length, c.count); ++i) {
      const float *y = c.y + i * c.y_step, *dy = c.dy + i * c.dy_step;
      p0 = Of::add(p0, hn::LoadU(d, y), hn::LoadU(d, dy));
      p1 = Of::add(p1, hn::LoadU(d, y + lanes), hn::LoadU(d, dy + lanes));
      p2 = Of::add(p2, hn::LoadU(d, y + 2 * lanes), hn::LoadU(d, dy + 2 * lanes));
      p3 = Of::add(p3, hn::LoadU(d, y + 3 * lanes), hn::LoadU(d, dy + 3 * lanes));
    }
    s0 = hn::Add(s0, p0);
    s1 = hn::Add(s1, p1);
    s2 = hn::Add(s2, p2);
    s3 = hn::Add(s3, p3);
  }
  for (size_t i = 0; i < c.count; ++i) {
    const float *y = c.y + i * c.y_step, *dy = c.dy + i * c.dy_step;
    float *dx = c.dx + i * c.dx_step;
    const vector g0 = Of::gradient(s0, hn::LoadU(d, y), hn::LoadU(d, dy));
    const vector g1 = Of::gradient(s1, hn::LoadU(d, y + lanes), hn::LoadU(d, dy + lanes));
    const vector g2 = Of::gradient(s2, hn::LoadU(d, y + 2 * lanes), hn::LoadU(d, dy + 2 * lanes));
    const vector g3 = Of::gradient(s3, hn::LoadU(d, y + 3 * lanes), hn::LoadU(d, dy + 3 * lanes));
    hn::StoreU(g0, d, dx);
    hn::StoreU(g1, d, dx + lanes);
    hn::StoreU(g2, d, dx + 2 * lanes);
    hn::StoreU(g3, d, dx + 3 * lanes);
  }
}

void move(column &c, size_t &n, size_t by) {
  n -= by;
  c.y += by;
  c.dy += by;
  c.dx += by;
}

template <class Of>
void all_columns(column c, size_t n) {
  const size_t lanes = hn::Lanes(tag());
  for (; n >= 4 * lanes; move(c, n, 4 * lanes)) four_columns<Of>(c);
  for (; n >= lanes; move(c, n, lanes)) one_column<Of, true>(c, 0);
  if (n > 0) one_column<Of, false>(c, n);
}

void planes(dnnl_alg_kind_t alg, const drivers::softmax_planes &planes, const float *y,
            size_t y_step, const float *dy, size_t dy_step, float *dx, size_t dx_step) noexcept {
  const column c = {y, dy, dx, y_step, dy_step, dx_step, planes.count};
  if (alg == dnnl_softmax_log)
    all_columns<of_log>(c, planes.lines);
  else
    all_columns<of_softmax>(c, planes.lines);
}

}  // namespace

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::softmax_backward_backend parts = {row_parts, softmax::line, softmax::planes};

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("softmax_lines"), drivers::plan_softmax_lines_backward,
     drivers::run_softmax_lines_backward, &parts},
    {DNNLET_KERNEL_NAME("softmax_planes"), drivers::plan_softmax_planes_backward,
     drivers::run_softmax_planes_backward, &parts},
};

}  // namespace

extern const kernel_rows softmax_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
