// SPDX-License-Identifier: Apache-2.0
// resampling_channels; five facts: plugins/kernels/resampling/resampling_forward.cpp.
#include <cstring>

#include "plugins/drivers/resampling/geometry.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t least_run = 8;
constexpr dim_t lines_at_once = 8;   // of which some are copies of others
constexpr dim_t row = 512;           // elements that are computed before they are written elsewhere
constexpr size_t most_copied = 512;  // bytes of a pixel for which a call takes longer than the copy

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

bool are_eltwise(const attributes &attr) noexcept {
  for (const post_op &op : attr.post_ops.entries)
    if (op.kind != dnnl_eltwise) return false;
  return true;
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
        post_ops_(way.forward ? context.attr->post_ops.entries.count : 0),
        is_for_any_element_(are_eltwise(*context.attr)),
        repeats_(has_large_caches && way.forward && !way.axes[1].is_linear && post_ops_ == 0 &&
                 way.out(1) > way.in(1) && way.to_layout.w == way.to_layout.run &&
                 padded_dims(*way.to)[1] % way.to_layout.run == 0) {}

  void run() const noexcept {
    if (!has_large_caches || !repeats_)
      return parallel_for(context_.workers, line_count(way_),
                          [&](int64_t item, int worker) { run_line(line_of(way_, item), worker); });
    const dim_t parts = div_up(way_.out(1), lines_at_once);
    parallel_for(context_.workers, line_count(way_) / way_.out(1) * parts,
                 [&](int64_t item, int worker) {
                   line_place p = line_of(way_, item / parts * way_.out(1));
                   const dim_t begin = item % parts * lines_at_once;
                   for (p.h = begin; p.h < min(begin + lines_at_once, way_.out(1)); ++p.h)
                     if (p.h == begin || !repeat_line(p)) run_line(p, worker);
                 });
  }

 private:
  dim_t place_of(const line_place &p) const noexcept {
    return way_.to->offset0 + p.run * way_.to_layout.run_stride + p.n * way_.to_layout.n +
           p.d * way_.to_layout.d + p.h * way_.to_layout.h;
  }

  void run_line(const line_place &p, int worker) const noexcept {
    const dim_t c = p.run * way_.to_layout.run, to = place_of(p);
    const dim_t count = min(way_.to_layout.run, padded_dims(*way_.to)[1] - c);
    const dim_t from =
        way_.from->offset0 + p.run * way_.from_layout.run_stride + p.n * way_.from_layout.n;
    if (plan_.copies) return copy_line(p, from, to, count);
    const size_t share = worker_share(line_list::bytes(way_));
    line_list lines(way_, context_.scratchpad + plan_.lines + size_t(worker) * share);
    lines.find(way_, tables_, p.d, p.h, from);
    write_line(p, lines, to, c, post_ops_ > 0 ? min(count, way_.c - c) : count);
  }

  // A line of the same origin as the one before is its copy.
  bool repeat_line(const line_place &p) const noexcept {
    if (tables_.h.items[p.h].first != tables_.h.items[p.h - 1].first) return false;
    const dim_t size = dim_t(type_size(way_.to->data_type));
    char *y = to_ + place_of(p) * size;
    std::memcpy(y, y - way_.to_layout.h * size, size_t(way_.out(2) * way_.to_layout.w * size));
    return true;
  }

  // Nearest, of one type: pixels are copied.
  void copy_line(const line_place &p, dim_t from, dim_t to, dim_t count) const noexcept {
    const size_t size = type_size(way_.to->data_type), bytes = size_t(count) * size;
    from += tables_.d.items[p.d].first * way_.from_layout.d +
            tables_.h.items[p.h].first * way_.from_layout.h;
    const char *x = from_ + size_t(from) * size;
    char *y = to_ + size_t(to) * size;
    const dim_t x_step = way_.from_layout.w * dim_t(size), y_step = way_.to_layout.w * dim_t(size);
    if (bytes % 64 == 0 && bytes <= most_copied)
      return copy_pixels<64>(x, x_step, y, y_step, bytes);
    switch (bytes) {
      case 16: return copy_pixels<16>(x, x_step, y, y_step, bytes);
      case 32: return copy_pixels<32>(x, x_step, y, y_step, bytes);
      default: return copy_pixels<0>(x, x_step, y, y_step, bytes);
    }
  }
  // By so many bytes at a time, in registers, or by a call.
  template <size_t kBytes>
  void copy_pixels(const char *x, dim_t x_step, char *y, dim_t y_step,
                   size_t bytes) const noexcept {
    const neighbours *items = tables_.w.items;
    const dim_t pixels = way_.out(2);
    for (dim_t w = 0; w < pixels; ++w) {
      const char *from = x + items[w].first * x_step;
      char *to = y + w * y_step;
      if constexpr (kBytes == 0) {
        std::memcpy(to, from, bytes);
      } else {
        for (size_t i = 0; i < bytes; i += kBytes) std::memcpy(to + i, from + i, kBytes);
      }
    }
  }

  void write_line(const line_place &p, const line_list &lines, dim_t to, dim_t c,
                  dim_t count) const noexcept {
    const data_type type = way_.to->data_type;
    char *y = to_ + size_t(to) * type_size(type);
    if (post_ops_ == 0)
      weigh(lines, 0, way_.out(2), 0, count, {y, type, way_.to_layout.w});
    else if (is_for_any_element_)
      write_finished_line(lines, to, count);
    else
      write_finished_pixels(p, lines, to, c, count);
  }

  // Post-ops that are alike for all elements: as many pixels at once as there is room for.
  void write_finished_line(const line_list &lines, dim_t to, dim_t count) const noexcept {
    const bool are_dense = way_.to_layout.w == count || way_.out(2) == 1;
    const dim_t pixels = are_dense ? max<dim_t>(row / count, 1) : 1, chunk = min(count, row);
    const dim_t none[max_ndims] = {};
    float buffer[row];
    for (dim_t w = 0; w < way_.out(2); w += pixels)
      for (dim_t i = 0; i < count; i += chunk) {
        const dim_t n = min(chunk, count - i), wide = min(pixels, way_.out(2) - w);
        weigh(lines, w, wide, i, n, {buffer, dnnl_f32, n});
        finish(buffer, n * wide, none, to + w * way_.to_layout.w + i);
      }
  }

  void write_finished_pixels(const line_place &p, const line_list &lines, dim_t to, dim_t c,
                             dim_t count) const noexcept {
    float buffer[row];
    for (dim_t w = 0; w < way_.out(2); ++w)
      for (dim_t i = 0; i < count; i += row) {
        const dim_t n = min(row, count - i);
        weigh(lines, w, 1, i, n, {buffer, dnnl_f32, n});
        dim_t index[max_ndims];
        index_of(way_, p, w, c + i, index);
        finish(buffer, n, index, to + w * way_.to_layout.w + i);
      }
  }

  void finish(float *values, dim_t n, const dim_t *index, dim_t to) const noexcept {
    apply_row_post_ops(rows_, context_, *way_.to, values, size_t(n), index, 1, 0, post_ops_);
    rows_.store(way_.to->data_type, to_, size_t(to), values, size_t(n));
  }

  // Where pixels go.
  struct destination {
    void *y;
    data_type type;
    dim_t stride;
  };
  void weigh(const line_list &lines, dim_t w, dim_t pixels, dim_t c, dim_t n,
             const destination &to) const noexcept {
    const size_t size = type_size(way_.from->data_type);
    weigh_({from_ + size_t(c) * size, lines.offsets, lines.weights, lines.count,
            tables_.w.items + w, tables_.w.weights + w * tables_.w.most, tables_.w.most,
            way_.from_layout.w, pixels, n, to.y, to.type, to.stride});
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
  const bool is_for_any_element_;  // post-ops have no operands
  const bool repeats_;             // nearest lines, which have no gaps
};

}  // namespace

refusal plan_resampling_channels(plan_request &request) {
  resampling_way way(request.problem<resampling_op>());
  if (const refusal reason = check_resampling(request, way)) return reason;
  if (way.to_layout.run < least_run) return "few channels are neighbours";
  auto &plan = request.make_plan<channels_plan, resampling_op>();
  plan.copies = copies_elements(request, way);
  plan.tables = request.add_scratch(neighbour_tables::bytes(way));
  plan.lines =
      request.add_scratch(worker_share(line_list::bytes(way)) * size_t(request.max_workers));
  // Zeros come of zeros.
  request.pads_outputs = !way.forward || request.attr->post_ops.entries.empty();
  return accepted;
}

void run_resampling_channels(const run_context &context) {
  resampling_way way(context.problem<resampling_op>());
  way.find_layouts();
  channels(context, way).run();
}

}  // namespace dnnlet::drivers
