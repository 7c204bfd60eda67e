// SPDX-License-Identifier: Apache-2.0
// What channels and planes have in common: layouts, tables of neighbours, lines.
#ifndef DNNLET_PLUGINS_DRIVERS_RESAMPLING_GEOMETRY_H
#define DNNLET_PLUGINS_DRIVERS_RESAMPLING_GEOMETRY_H

#include "core/kernel/resampling.h"
#include "plugins/drivers/resampling/resampling.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

// What is read and what is written.
struct resampling_way {
  bool forward;
  const memory_desc *from, *to;
  int from_arg, to_arg;
  activation from_layout, to_layout;  // of one run, if the kernel takes them
  dim_t n, c, runs;                   // images, channels, runs of channels
  resampling_axis axes[3];            // depth, height, width

  explicit resampling_way(const resampling_op &op) noexcept;
  bool find_layouts() noexcept;
  dim_t in(int axis) const noexcept { return forward ? axes[axis].src : axes[axis].dst; }
  dim_t out(int axis) const noexcept { return forward ? axes[axis].dst : axes[axis].src; }
  // The most neighbours that an element of an axis has.
  dim_t most(int axis) const noexcept;
};

// The neighbours of each element of an axis that is written, in memory of table_bytes().
struct neighbour_table {
  neighbours *items;
  float *weights;  // `most` for each
  dim_t most;

  neighbour_table(const resampling_way &way, int axis, char *memory) noexcept;
  static size_t bytes(const resampling_way &way, int axis) noexcept;
};

// Of all three axes, one behind the other.
struct neighbour_tables {
  neighbour_table d, h, w;

  neighbour_tables(const resampling_way &way, char *memory) noexcept;
  static size_t bytes(const resampling_way &way) noexcept;
};

// The lines of which one line that is written is made, in memory of line_bytes().
struct line_list {
  ptrdiff_t *offsets;
  float *weights;
  dim_t count = 0;

  line_list(const resampling_way &way, char *memory) noexcept;
  void find(const resampling_way &way, const neighbour_tables &tables, dim_t d, dim_t h,
            dim_t first) noexcept;
  // The same, one for each neighbour in depth.
  void find_depth(const resampling_way &way, const neighbour_tables &tables, dim_t d,
                  dim_t first) noexcept;
  static size_t bytes(const resampling_way &way) noexcept;
};

// A line that is written.
struct line_place {
  dim_t n, run, d, h;
};
inline line_place line_of(const resampling_way &way, int64_t item) noexcept {
  line_place p;
  p.h = item % way.out(1);
  item /= way.out(1);
  p.d = item % way.out(0);
  item /= way.out(0);
  p.run = item % way.runs;
  p.n = item / way.runs;
  return p;
}
inline dim_t line_count(const resampling_way &way) noexcept {
  return way.n * way.runs * way.out(0) * way.out(1);
}

// Whether elements are taken as they are.
bool copies_elements(const plan_request &request, const resampling_way &way) noexcept;

// What both kernels ask of a problem.
refusal check_resampling(const plan_request &request, resampling_way &way) noexcept;

}  // namespace dnnlet::drivers

#endif
