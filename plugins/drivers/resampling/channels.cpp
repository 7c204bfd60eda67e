// SPDX-License-Identifier: Apache-2.0
// resampling_channels; five facts: plugins/kernels/resampling/resampling_forward.cpp.
#include <cstring>

#include "plugins/drivers/resampling/geometry.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t least_run = 8;
constexpr dim_t row = 512;  // elements that are computed before they are written elsewhere

struct channels_plan {
  size_t tables, lines;
  bool copies;  // elements are taken as they are
};

void index_of(const resampling_way &way, const line_place &p, dim_t w, dim_t c,
              dim_t *index) noexcept {
  const int ndims = way.to->ndims;
  index[0] = p.n;
  index[1] = c;
  if (ndims > 4) index[ndims - 3] = p.d;
  if (ndims > 3) index[ndims - 2] = p.h;
  index[ndims - 1] = w;
}

// One execution.
class channels {
 public:
  channels(const run_context &context, const resampling_way &way) noexcept
      : context_(context),
        plan_(context.plan_as<channels_plan, resampling_op>()),
        way_(way),
        tables_(way, context.scratchpad + plan_.tables),
        rows_(*context.parts_as<resampling_backend>().rows),
        weigh_(context.parts_as<resampling_backend>().weigh(way.from->data_type)),
        from_(context.data<const char>(way.from_arg)),
        to_(context.data<char>(way.to_arg)),
        post_ops_(way.forward ? context.attr->post_ops.entries.count : 0) {}

  void run() const noexcept {
    parallel_for(context_.workers, line_count(way_), [&](int64_t item, int worker) {
      const line_place p = line_of(way_, item);
      const dim_t c = p.run * way_.to_layout.run;
      const dim_t count = min(way_.to_layout.run, padded_dims(*way_.to)[1] - c);
      const dim_t to = way_.to->offset0 + p.run * way_.to_layout.run_stride +
                       p.n * way_.to_layout.n + p.d * way_.to_layout.d + p.h * way_.to_layout.h;
      const dim_t from =
          way_.from->offset0 + p.run * way_.from_layout.run_stride + p.n * way_.from_layout.n;
      if (plan_.copies) return copy_line(p, from, to, count);
      const size_t share = worker_share(line_list::bytes(way_));
      line_list lines(way_, context_.scratchpad + plan_.lines + size_t(worker) * share);
      lines.find(way_, tables_, p.d, p.h, from);
      write_line(p, lines, to, c, post_ops_ > 0 ? min(count, way_.c - c) : count);
    });
  }

 private:
  // Nearest, of one type: pixels are copied.
  void copy_line(const line_place &p, dim_t from, dim_t to, dim_t count) const noexcept {
    const size_t size = type_size(way_.to->data_type), bytes = size_t(count) * size;
    from += tables_.d.items[p.d].first * way_.from_layout.d +
            tables_.h.items[p.h].first * way_.from_layout.h;
    for (dim_t w = 0; w < way_.out(2); ++w) {
      const dim_t pixel = from + tables_.w.items[w].first * way_.from_layout.w;
      std::memcpy(to_ + size_t(to + w * way_.to_layout.w) * size, from_ + size_t(pixel) * size,
                  bytes);
    }
  }

  // Pixels side by side are written at once, as far as they are computed at once.
  void write_line(const line_place &p, const line_list &lines, dim_t to, dim_t c,
                  dim_t count) const noexcept {
    const bool are_dense = way_.to_layout.w == count || way_.out(2) == 1;
    const bool at_once = way_.to->data_type == dnnl_f32 && post_ops_ == 0;
    const dim_t pixels = !are_dense || post_ops_ > 0 ? 1
                         : at_once                   ? way_.out(2)
                                                     : max<dim_t>(row / count, 1);
    const dim_t chunk = at_once ? count : min(count, row);
    float buffer[row];
    for (dim_t w = 0; w < way_.out(2); w += pixels)
      for (dim_t i = 0; i < count; i += chunk) {
        const dim_t n = min(chunk, count - i), wide = min(pixels, way_.out(2) - w);
        const size_t at = size_t(to + w * way_.to_layout.w + i);
        float *y = at_once ? reinterpret_cast<float *>(to_) + at : buffer;
        weigh(lines, w, wide, i, n, y);
        if (at_once) continue;
        dim_t index[max_ndims];
        index_of(way_, p, w, c + i, index);
        if (post_ops_ > 0)
          apply_row_post_ops(rows_, context_, *way_.to, y, size_t(n), index, 1, 0, post_ops_);
        rows_.store(way_.to->data_type, to_, at, y, size_t(n * wide));
      }
  }

  void weigh(const line_list &lines, dim_t w, dim_t pixels, dim_t c, dim_t n,
             float *y) const noexcept {
    const size_t size = type_size(way_.from->data_type);
    weigh_({from_ + size_t(c) * size, lines.offsets, lines.weights, lines.count,
            tables_.w.items + w, tables_.w.weights + w * tables_.w.most, tables_.w.most,
            way_.from_layout.w, pixels, n, y});
  }

  const run_context &context_;
  const channels_plan &plan_;
  const resampling_way &way_;
  const neighbour_tables tables_;
  const row_backend &rows_;
  void (*const weigh_)(const weighted_lines &);
  const char *const from_;
  char *const to_;
  const int post_ops_;
};

}  // namespace

refusal plan_resampling_channels(plan_request &request) {
  const auto &op = request.problem<resampling_op>();
  resampling_way way(op);
  if (const refusal reason = check_resampling(request, way)) return reason;
  if (way.to_layout.run < least_run) return "few channels are neighbours";
  auto &plan = request.make_plan<channels_plan, resampling_op>();
  plan.copies = way.forward && op.head.alg == dnnl_resampling_nearest &&
                way.from->data_type == way.to->data_type && request.attr->post_ops.entries.empty();
  plan.tables = request.add_scratch(neighbour_tables::bytes(way));
  plan.lines =
      request.add_scratch(worker_share(line_list::bytes(way)) * size_t(request.max_workers));
  return accepted;
}

void run_resampling_channels(const run_context &context) {
  resampling_way way(context.problem<resampling_op>());
  way.find_layouts();
  channels(context, way).run();
}

}  // namespace dnnlet::drivers
