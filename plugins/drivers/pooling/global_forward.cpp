// SPDX-License-Identifier: Apache-2.0
// pool_global_planes; five facts: plugins/kernels/pooling/pooling_forward.cpp.
//
// Global pooling of tensors whose channels are planes without gaps: an item is a block of channels.
// A plane is folded in 16 lanes, element i in lane i % 16, whatever the vector length.
#include "plugins/drivers/pooling/forward.h"
#include "plugins/drivers/pooling/planes_forward.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t lanes = 16;
constexpr dim_t block = 64;            // channels of an item
constexpr dim_t max_converted = 4096;  // elements of src that are converted at a time

struct global_plan {
  activation src, dst;
  dim_t points;    // of a plane
  dim_t step;      // from a plane to the next
  dim_t part;      // of them that are folded at a time, a multiple of the lanes unless it is all
  dim_t channels;  // that are folded at a time
  size_t scratch;
};

refusal plan_global(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<global_plan, pooling_op>();
  if (const refusal reason = check_forward(request, p.src, p.dst)) return reason;
  const geometry g(op);
  if (!g.is_global()) return "the window does not have all of src";
  if (!is_zero(op.workspace)) return "there is a workspace";
  if ((p.src.w != 1 && g.w.src > 1) || (p.src.h != g.w.src && g.h.src > 1) ||
      (p.src.d != g.h.src * g.w.src && g.d.src > 1))
    return "planes have gaps";
  if (p.src.run > 1 && p.src.run < g.c) return "planes lie in blocks";
  if (p.dst.run < g.c) return "the channels of dst do not lie side by side";
  p.step = p.src.run > 1 ? 1 : p.src.run_stride;
  p.points = g.d.src * g.h.src * g.w.src;
  const bool converts = op.src.data_type != dnnl_f32;
  p.part = converts ? min(p.points, max_converted) : p.points;
  p.channels = converts ? clamp(max_converted / p.points, dim_t(1), block) : block;
  scratch_layout layout;
  layout.add(block * lanes * 4);
  if (converts) layout.add(max_converted * 4);
  p.scratch = worker_share(size_t(layout.size));
  request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class global_forward {
 public:
  global_forward(const run_context &context, const pooling_forward_backend &backend) noexcept
      : t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<global_plan, pooling_op>()),
        fold_(t_.is_max ? backend.max : backend.sum),
        converts_(t_.op.src.data_type != dnnl_f32) {}

  dim_t items() const noexcept { return g_.n * div_up(g_.c, block); }

  void run(dim_t item, int worker) const noexcept {
    float *sums = reinterpret_cast<float *>(t_.context.scratchpad + size_t(worker) * p_.scratch);
    const dim_t first = take(item, div_up(g_.c, block)) * block;
    const dim_t count = min(block, g_.c - first), to = p_.dst.at(item, 0, 0, 0, first);
    for (dim_t i = 0; i < count; i += p_.channels)
      fold_planes(p_.src.at(item, 0, 0, 0, first + i), min(p_.channels, count - i),
                  sums + i * lanes, sums + block * lanes);
    float values[block];
    float *results = t_.dst_is_f32() ? reinterpret_cast<float *>(t_.dst) + to : values;
    for (dim_t i = 0; i < count; ++i) results[i] = result(sums + i * lanes);
    t_.finish(results, count, to, {item, first, 0, 0, 0}, 1);
  }

 private:
  void fold_planes(dim_t at, dim_t count, float *sums, float *converted) const noexcept {
    for (dim_t first = 0; first < p_.points; first += p_.part) {
      const dim_t n = min(p_.part, p_.points - first);
      if (!converts_) {
        fold_part(reinterpret_cast<const float *>(t_.src) + at, p_.step, n, count, sums, true);
        continue;
      }
      load_columns(t_.rows, t_.op.src.data_type, t_.src, at + first, p_.step, count, n, converted);
      fold_part(converted, n, n, count, sums, first == 0);
    }
  }

  // n elements of `count` planes.
  void fold_part(const float *src, dim_t step, dim_t n, dim_t count, float *sums,
                 bool is_first) const noexcept {
    window_folder folder(fold_);
    window_run &run = folder.run();
    run.first = is_first;
    run.n = lanes;
    run.outputs = count;
    run.src_step = step;
    run.dst_step = lanes;
    run.src = src;
    run.dst = sums;
    run.initial = t_.initial;
    dim_t i = 0;
    for (; i + lanes <= n; i += lanes) folder.add(i, 0);
    folder.finish();
    for (; i < n; ++i)
      for (dim_t plane = 0; plane < count; ++plane)
        add(sums[plane * lanes + i % lanes], src[plane * step + i]);
  }

  void add(float &sum, float x) const noexcept {
    const float larger = x > sum ? x : sum;
    sum = t_.is_max ? larger : sum + x;
  }

  float result(float *sums) const noexcept {
    for (dim_t half = lanes / 2; half > 0; half /= 2)
      for (dim_t i = 0; i < half; ++i) add(sums[i], sums[i + half]);
    return t_.is_max ? sums[0] : sums[0] / float(t_.counts_padding ? g_.points() : p_.points);
  }

  const forward_tensors t_;
  const geometry g_;
  const global_plan &p_;
  const window_fold &fold_;
  const bool converts_;
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_global_forward(plan_request &request) {
  return pooling::plan_global(request);
}

void run_pooling_global_forward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_forward_backend>();
  const pooling::global_forward forward(context, backend);
  parallel_for(context.workers, forward.items(),
               [&](int64_t item, int worker) { forward.run(item, worker); });
}

}  // namespace dnnlet::drivers
