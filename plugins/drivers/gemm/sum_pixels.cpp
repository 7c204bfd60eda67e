// SPDX-License-Identifier: Apache-2.0
// sums[c] = sum over pixels of channel c
//   pixels of any type that plugins read to f32, in any layout of activation.h; sums f32
//   scratch: the sums of each part, and for each worker some pixels as rows of f32
//   error: one rounding for each pixel of a part, in the order n, d, h, w, and for each part; the
//   parts are the same for any number of workers
#include "plugins/drivers/gemm/sum_pixels.h"

#include "plugins/drivers/gemm/add_up.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t pixels_at_once = 256;  // as rows, which stay in the L1 cache
constexpr dim_t most_parts = 16;

// How the work is cut, by shape alone: parts of whole rows of pixels, and panels of channels.
struct cut {
  dim_t columns, panels, rows, width, parts;

  cut(const summed_pixels &p, const gemm_parts &parts_of_plugin) noexcept {
    const auto lanes = dim_t(parts_of_plugin.backend->lanes());
    const dim_t most = lanes * parts_of_plugin.tiles().max_vectors;
    columns = min(most, round_up(p.channels, lanes));
    panels = div_up(p.channels, columns);
    rows = p.n * p.d * p.h;
    width = min(p.w, pixels_at_once);
    parts = clamp<dim_t>(min(rows, capped_product({rows, p.w}) / 1024), 1, most_parts);
  }

  size_t sums_bytes(const summed_pixels &p) const noexcept {
    return round_up(scratch_bytes({parts, p.channels, sizeof(float)}), data_alignment);
  }
  size_t worker_bytes() const noexcept {
    return worker_share(size_t(pixels_at_once * columns) * sizeof(float));
  }
};

// Rows of pixels that are collected until they are worth a tile.
class collector {
 public:
  collector(const gemm_parts &parts, const summed_pixels &p, const cut &c, const char *data,
            float *rows) noexcept
      : parts_(parts),
        p_(p),
        c_(c),
        read_(parts.backend->reader(p.type, element::f32)),
        data_(data),
        rows_(rows) {}

  void run(dim_t begin, dim_t end, dim_t panel, float *sums) noexcept {
    channel_ = panel * c_.columns;
    channels_ = min(c_.columns, p_.channels - channel_);
    sums_ = sums + channel_;
    is_first_ = true;
    count_ = 0;
    for (dim_t row = begin; row < end; ++row)
      for (dim_t w = 0; w < p_.w; w += c_.width) read(row, w, min(c_.width, p_.w - w));
    flush();
  }

 private:
  void read(dim_t row, dim_t w, dim_t count) noexcept {
    if (count_ + count > pixels_at_once) flush();
    dim_t rest = row;
    const dim_t h = take(rest, p_.h), d = take(rest, p_.d);
    const dim_t at = p_.layout.pixel(rest, d, h, w) * dim_t(type_size(p_.type));
    read_({&p_.layout, p_.layout.w, count, channel_, channels_}, data_ + at,
          rows_ + count_ * c_.columns, c_.columns);
    count_ += count;
  }

  // A row of ones times the rows.
  void flush() noexcept {
    static constexpr float one = 1;
    static constexpr tile_tap whole = {0, 0};
    if (count_ == 0 && !is_first_) return;
    tile_args t = {};
    t.a = reinterpret_cast<const char *>(&one);
    t.b = reinterpret_cast<const char *>(rows_);
    t.b_step = ptrdiff_t(c_.columns * dim_t(sizeof(float)));
    t.taps = &whole;
    t.tap_count = 1;
    t.steps = size_t(count_);
    t.c = sums_;
    t.c_row = ptrdiff_t(c_.columns);
    t.cols = size_t(channels_);
    t.start = is_first_ ? nullptr : sums_;
    run_panel(parts_.tiles(), parts_.backend->lanes(), t, 1);
    is_first_ = false;
    count_ = 0;
  }

  const gemm_parts &parts_;
  const summed_pixels &p_;
  const cut &c_;
  const pixel_reader read_;
  const char *data_;
  float *rows_, *sums_ = nullptr;
  dim_t channel_ = 0, channels_ = 0, count_ = 0;
  bool is_first_ = true;
};

}  // namespace

size_t sum_pixels_bytes(const summed_pixels &p, const gemm_parts &parts, int max_workers) noexcept {
  const cut c(p, parts);
  return c.sums_bytes(p) + c.worker_bytes() * size_t(max_workers);
}

const float *sum_pixels(const run_context &context, const gemm_parts &parts, const summed_pixels &p,
                        const char *data, char *scratch) noexcept {
  const cut c(p, parts);
  auto *sums = reinterpret_cast<float *>(scratch);
  char *workers = scratch + c.sums_bytes(p);
  parallel_for(context.workers, c.parts * c.panels, [&](int64_t item, int worker) {
    const dim_t panel = take(item, c.panels), part = item;
    collector rows(parts, p, c, data,
                   reinterpret_cast<float *>(workers + size_t(worker) * c.worker_bytes()));
    rows.run(c.rows * part / c.parts, c.rows * (part + 1) / c.parts, panel,
             sums + part * p.channels);
  });
  add_up(context, *parts.backend->rows, sums, c.parts, p.channels);
  return sums;
}

}  // namespace dnnlet::drivers
