// SPDX-License-Identifier: Apache-2.0
// Gradient of softmax:  diff_src = dst * (diff_dst - sum of diff_dst * dst), or of its logarithm,
//   diff_src = diff_dst - exp(dst) * sum of diff_dst; oneDNN v3, softmax
//   dst, diff_dst, diff_src: f32, bf16, f16: the axis innermost or in blocks, or strided with other
//     dimensions innermost; diff_src may be the buffer of diff_dst, of one type and layout then
//   scratch: 0 B where all tensors are of one type, which is f32 for logarithms on small machines,
//   and have no blocks but of whole vectors;
//     else two arrays of f32 for some lines of a worker (64 KB, or 128 KB of lines side by side;
//     more for long ones)
//   error: 3 ulp and a rounding for each link of the sum: n / 64 + 6 along an innermost axis, else
//     n / 32 + 32
#include "core/kernel/softmax.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/softmax/softmax.h"
#include "plugins/kernels/rows/row_post_ops.h"
#include "plugins/kernels/softmax/line_blocks.h"
#include "plugins/kernels/softmax/softmax-inl.h"
#include "plugins/kernels/support/even_odd-inl.h"
#include "plugins/kernels/support/half_vectors.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_BESIDE::softmax {

void gradient_of_lines(const drivers::softmax_gradient &job) noexcept;
void gradient_of_planes(const drivers::softmax_gradient &job) noexcept;

}  // namespace dnnlet::DNNLET_BESIDE::softmax

HWY_BEFORE_NAMESPACE();
namespace dnnlet::DNNLET_PLUGIN {

namespace softmax {

namespace {

using drivers::softmax_gradient;
using tag = f32_tag;
using vector = f32_vector;

constexpr size_t sum_length = 32;

// The terms of the sum, and the gradient with it, and whether that takes many instructions.
struct of_softmax {
  static constexpr bool is_long = false;
  template <class V>
  static HWY_INLINE V add(V sum, V y, V dy) {
    return hn::MulAdd(y, dy, sum);
  }
  static HWY_INLINE vector gradient(vector sum, vector y, vector dy) {
    return hn::Mul(y, hn::Sub(dy, sum));
  }
};
struct of_log {
  static constexpr bool is_long = true;
  template <class V>
  static HWY_INLINE V add(V sum, V, V dy) {
    return hn::Add(sum, dy);
  }
  static HWY_INLINE vector gradient(vector sum, vector y, vector dy) {
    return hn::NegMulAdd(math::exp(tag(), y), sum, dy);
  }
};

// ---- lines whose elements follow each other

// Where element i of a line is, which is the first one of a vector: in blocks of 1 << shift.
template <class T, bool kBlocks>
struct line {
  T *data;
  size_t step, shift, gap;

  explicit line(const drivers::softmax_tensor &t)
      : data(first_of<T>(t)), step(t.step), shift(log2_of(t.block)), gap(t.block_step - t.block) {}
  HWY_INLINE void go_to_next() { data += step; }
  static size_t log2_of(size_t block) {
    return kBlocks ? hwy::Num0BitsBelowLS1Bit_Nonzero64(block) : 0;
  }
  HWY_INLINE T *operator+(size_t i) const { return data + i + (kBlocks ? (i >> shift) * gap : 0); }
};

template <class Of, class Line>
struct sum_of_terms {
  static constexpr float initial = 0;
  const Line &y, &dy;

  HWY_INLINE lane_vector add(lane_vector acc, size_t i) const {
    return Of::add(acc, widen(lane_tag(), y + i), widen(lane_tag(), dy + i));
  }
  HWY_INLINE lane_vector add_part(lane_vector acc, size_t i, size_t n) const {
    return Of::add(acc, widen_part(lane_tag(), y + i, n), widen_part(lane_tag(), dy + i, n));
  }
  template <class V>
  static HWY_INLINE V join(V a, V b) {
    return hn::Add(a, b);
  }
};

template <class Of, class T, bool kBlocks>
void all_lines(const softmax_gradient &job) {
  const size_t lanes = hn::Lanes(tag()), n = job.n, padded_n = job.padded_n;
  line<const T, kBlocks> y(job.dst), dy(job.diff_dst);
  line<T, kBlocks> dx(job.diff_src);
  const sum_of_terms<Of, line<const T, kBlocks>> terms = {y, dy};
  for (size_t left = job.lines; left > 0; --left) {
    const vector sum = hn::Set(tag(), reduce_row(terms, n));
    size_t i = 0;
    if constexpr (is_pair_of_bf16<T> && !kBlocks)
      for (; i + 2 * lanes <= n; i += 2 * lanes) {
        vector y0, y1, dy0, dy1;
        load_two(y + i, y0, y1);
        load_two(dy + i, dy0, dy1);
        store_two<false>(Of::gradient(sum, y0, dy0), Of::gradient(sum, y1, dy1), dx + i);
      }
    for (; i + lanes <= n; i += lanes)
      from_f32(Of::gradient(sum, load<true>(y + i, 0), load<true>(dy + i, 0)), dx + i);
    if (i < n) {
      const vector g = Of::gradient(sum, load<false>(y + i, n - i), load<false>(dy + i, n - i));
      if (kBlocks && padded_n > n)
        from_f32(hn::IfThenElseZero(hn::FirstN(tag(), n - i), g), dx + i);
      else
        from_f32_part(g, dx + i, n - i);
      i += lanes;
    }
    for (; kBlocks && i < padded_n; i += lanes) from_f32(hn::Zero(tag()), dx + i);
    y.go_to_next(), dy.go_to_next(), dx.go_to_next();
  }
}

// ---- lines side by side

template <class T>
struct column {
  const T *y, *dy;
  T *dx;
  size_t y_step, dy_step, dx_step, count;
};

template <class Of, class T, bool kFull>
HWY_INLINE vector sum_of(const column<T> &c, size_t begin, size_t n) {
  vector sum = hn::Zero(tag());
  for (size_t i = begin; i < min(begin + sum_length, c.count); ++i)
    sum = Of::add(sum, load<kFull>(c.y + i * c.y_step, n), load<kFull>(c.dy + i * c.dy_step, n));
  return sum;
}

template <class Of, class T, bool kFull>
void one_column(const column<T> &c, size_t n) {
  vector sum = hn::Zero(tag());
  for (size_t i = 0; i < c.count; i += sum_length)
    sum = hn::Add(sum, sum_of<Of, T, kFull>(c, i, n));
  for (size_t i = 0; i < c.count; ++i) {
    const vector y = load<kFull>(c.y + i * c.y_step, n);
    const vector dy = load<kFull>(c.dy + i * c.dy_step, n);
    store<kFull>(Of::gradient(sum, y, dy), c.dx + i * c.dx_step, n);
  }
}

template <class Of, class T>
void four_columns(const column<T> &c) {
  const tag d;
  const size_t lanes = hn::Lanes(d);
  vector s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
  for (size_t begin = 0; begin < c.count; begin += sum_length) {
    vector p0 = hn::Zero(d), p1 = p0, p2 = p0, p3 = p0;
    for (size_t i = begin; i < min(begin + sum_length, c.count); ++i) {
      const T *y = c.y + i * c.y_step, *dy = c.dy + i * c.dy_step;
      p0 = Of::add(p0, widen(d, y), widen(d, dy));
      p1 = Of::add(p1, widen(d, y + lanes), widen(d, dy + lanes));
      p2 = Of::add(p2, widen(d, y + 2 * lanes), widen(d, dy + 2 * lanes));
      p3 = Of::add(p3, widen(d, y + 3 * lanes), widen(d, dy + 3 * lanes));
    }
    s0 = hn::Add(s0, p0);
    s1 = hn::Add(s1, p1);
    s2 = hn::Add(s2, p2);
    s3 = hn::Add(s3, p3);
  }
  HWY_ALIGN float sums[4 * hn::MaxLanes(tag())];
  hn::StoreU(s0, d, sums);
  hn::StoreU(s1, d, sums + lanes);
  hn::StoreU(s2, d, sums + 2 * lanes);
  hn::StoreU(s3, d, sums + 3 * lanes);
  for (size_t i = 0; i < c.count; ++i) {
    const T *y = c.y + i * c.y_step, *dy = c.dy + i * c.dy_step;
    T *dx = c.dx + i * c.dx_step;
    const auto gradient = [&](vector sum, size_t v) {
      return Of::gradient(sum, widen(d, y + v), widen(d, dy + v));
    };
    if constexpr (Of::is_long) {
      HWY_UNROLL(1)
      for (size_t v = 0; v < 4 * lanes; v += lanes)
        from_f32(gradient(hn::LoadU(d, sums + v), v), dx + v);
    } else {
      const vector g0 = gradient(s0, 0), g1 = gradient(s1, lanes);
      const vector g2 = gradient(s2, 2 * lanes), g3 = gradient(s3, 3 * lanes);
      from_f32(g0, dx);
      from_f32(g1, dx + lanes);
      from_f32(g2, dx + 2 * lanes);
      from_f32(g3, dx + 3 * lanes);
    }
  }
}

template <class T>
void move(column<T> &c, size_t &n, size_t by) {
  n -= by;
  c.y += by;
  c.dy += by;
  c.dx += by;
}

template <class Of, class T>
void all_columns(const softmax_gradient &job) {
  const size_t lanes = hn::Lanes(tag());
  column<T> c = {first_of<const T>(job.dst),
                 first_of<const T>(job.diff_dst),
                 first_of<T>(job.diff_src),
                 job.dst.step,
                 job.diff_dst.step,
                 job.diff_src.step,
                 job.n};
  size_t n = job.lines;
  for (; n >= 4 * lanes; move(c, n, 4 * lanes)) four_columns<Of>(c);
  for (; n >= lanes; move(c, n, lanes)) one_column<Of, T, true>(c, 0);
  if (n > 0) one_column<Of, T, false>(c, n);
}

}  // namespace

namespace {

struct lines {
  template <class Of, class T>
  static void run(const softmax_gradient &job) {
    if constexpr (least_block > 0)
      if (job.dst.block < job.n) return all_lines<Of, T, true>(job);
    all_lines<Of, T, false>(job);
  }
};
struct planes {
  template <class Of, class T>
  static void run(const softmax_gradient &job) {
    all_columns<Of, T>(job);
  }
};

template <class F, class T>
void gradient_of(const softmax_gradient &job) {
  if constexpr (sizeof(T) == sizeof(float) || drivers::has_short_logarithms)
    if (job.alg == dnnl_softmax_log) return F::template run<of_log, T>(job);
  F::template run<of_softmax, T>(job);
}

// False where another plugin has the type.
template <class F>
bool gradient_of_own_type(const softmax_gradient &job) {
  if constexpr (has_own(dnnl_bf16))
    if (job.dst.type == dnnl_bf16) return gradient_of<F, hwy::bfloat16_t>(job), true;
  if constexpr (has_own(dnnl_f16))
    if (job.dst.type == dnnl_f16) return gradient_of<F, hwy::float16_t>(job), true;
  if constexpr (is_whole) gradient_of<F, float>(job);
  return is_whole;
}

}  // namespace

void gradient_of_lines(const softmax_gradient &job) noexcept {
  if (!gradient_of_own_type<lines>(job)) beside::softmax::gradient_of_lines(job);
}

void gradient_of_planes(const softmax_gradient &job) noexcept {
  if (!gradient_of_own_type<planes>(job)) beside::softmax::gradient_of_planes(job);
}

}  // namespace softmax

}  // namespace dnnlet::DNNLET_PLUGIN
HWY_AFTER_NAMESPACE();

namespace dnnlet::DNNLET_PLUGIN {

namespace {

constexpr drivers::softmax_backward_backend parts = {row_parts,
                                                     softmax::gradient_of_lines,
                                                     softmax::gradient_of_planes,
                                                     softmax::gather_lines,
                                                     softmax::scatter_lines,
                                                     softmax::least_block};

// Blocks of half a vector go through scratch memory here, which takes 1.6 to 3 times as long as
// where vectors are as long as they.
refusal plan_lines(plan_request &request) {
  const memory_desc &dst = request.problem<softmax_op>().dst;
  if (dst.inner_nblks == 1 && size_t(dst.blocked.inner_blks[0]) * 2 == softmax::least_block)
    return "blocks are half a vector, and another plugin has such vectors";
  return own_plan<softmax_op, drivers::plan_softmax_lines_backward>(request);
}
constexpr auto plan_whole_lines =
    halves::DNNLET_PLUGIN ? plan_lines : own_plan<softmax_op, drivers::plan_softmax_lines_backward>;

constexpr kernel rows[] = {
    {DNNLET_KERNEL_NAME("softmax_lines"), plan_whole_lines, drivers::run_softmax_lines_backward,
     &parts},
    {DNNLET_KERNEL_NAME("softmax_planes"),
     own_plan<softmax_op, drivers::plan_softmax_planes_backward>,
     drivers::run_softmax_planes_backward, &parts},
};

}  // namespace

extern const kernel_rows softmax_backward = all_of(rows);

}  // namespace dnnlet::DNNLET_PLUGIN
