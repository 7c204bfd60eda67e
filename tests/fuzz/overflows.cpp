// SPDX-License-Identifier: Apache-2.0
// Post-ops may lead out of f32 and back: a product is infinite in f32, not in the reference's f64,
// and the next post-op makes NaN of the one and a number of the other. Where that happened is found
// by computing the problem with the first few of its post-ops.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/fuzz/check.h"

namespace dnnlet::fuzz {

namespace {

// dst in row-major order, of the implementation that users get; empty if there is none.
std::vector<double> result_of(const problem &p, dnnl_engine_t engine, dnnl_stream_t stream) {
  handles kept;
  const described d = describe(p, engine, kept, nullptr);
  std::vector<double> content;
  dnnl_primitive_t primitive = nullptr;
  if (d.pd && dnnl_primitive_create(&primitive, d.pd) == dnnl_success) {
    const arguments args(p, d.pd, engine, true, nullptr);
    const auto list = args.to_pass();
    const placed_tensor *dst = args.find(p.is_in_place ? DNNL_ARG_SRC : DNNL_ARG_DST);
    if (args.obstacle.empty() && dst &&
        dnnl_primitive_execute(primitive, stream, int(list.size()), list.data()) == dnnl_success) {
      dnnl_stream_wait(stream);
      content = dst->read();
    }
    dnnl_primitive_destroy(primitive);
  }
  kept.destroy_all(1);
  return content;
}

constexpr double infinite = std::numeric_limits<double>::infinity();

// What is left of two terms is as wrong as the larger one; one that is infinite in f32 only may
// become anything.
double error_of_sum(double a, double b) {
  constexpr double largest = std::numeric_limits<float>::max(), ulp = 0x1p-22;
  if (std::isfinite(b) && std::fabs(b) > largest) return infinite;
  return std::isfinite(a) && std::isfinite(b) ? std::max(std::fabs(a), std::fabs(b)) * ulp : 0;
}

problem with_post_ops(const problem &p, size_t n, dnnl_data_type_t type) {
  problem q = p;
  q.attributes.post_ops.resize(n);
  q.find(DNNL_ARG_DST)->type = type;
  return q;
}

}  // namespace

std::vector<double> errors_of_overflows(const problem &p, dnnl_engine_t engine,
                                        dnnl_stream_t stream) {
  const tensor_spec *src = p.find(DNNL_ARG_SRC), *dst = p.find(DNNL_ARG_DST);
  if (!src || !dst || p.attributes.post_ops.empty()) return {};
  const bool is_read = dst->use == role::both || p.is_in_place;
  // What comes between does not fit into types with less range than f32.
  if (is_read && dst->type != dnnl_f32 && dst->type != dnnl_bf16)
    return std::vector<double>(size_t(count(dst->shape)), infinite);
  // What is infinite in bf16 may be finite in f32.
  const auto may_be_finite = [&](double value) {
    return std::isfinite(value) || (is_read && dst->type == dnnl_bf16 && std::isinf(value));
  };
  std::vector<double> errors, before, old;
  if (is_read) old = draw_numbers(*dst, dst->shape, p.seed);
  // A function of an element may overflow itself.
  if (src->shape == dst->shape && p.name == "eltwise")
    before = draw_numbers(*src, src->shape, p.seed);
  for (size_t n = 0; n < p.attributes.post_ops.size(); ++n) {
    std::vector<double> now =
        result_of(with_post_ops(p, n, is_read ? dst->type : dnnl_f32), engine, stream);
    if (now.empty()) return {};
    errors.resize(now.size());
    for (size_t i = 0; i < before.size() && i < now.size(); ++i) {
      const bool is_sum = n > 0 && p.attributes.post_ops[n - 1].kind == dnnl_sum;
      // A function of 0 may be infinite in both; a sum of finite numbers is in f32 only.
      const bool was_finite =
          may_be_finite(before[i]) && (is_sum ? std::isfinite(old[i]) : before[i] != 0);
      if (was_finite && std::isinf(now[i])) errors[i] = infinite;
    }
    if (p.attributes.post_ops[n].kind == dnnl_sum) {
      const double scale = p.attributes.post_ops[n].alpha;
      for (size_t i = 0; i < now.size() && i < old.size(); ++i)
        errors[i] = std::max(errors[i], error_of_sum(now[i], scale * old[i]));
    }
    before = std::move(now);
  }
  return errors;
}

}  // namespace dnnlet::fuzz
