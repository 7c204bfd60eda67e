// SPDX-License-Identifier: Apache-2.0
// What an item of pool_planes is: some rows and columns of one channel of dst, or of several, and
// where what becomes of them lies in a worker's memory.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_PLANES_CUT_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_PLANES_CUT_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/fold/window.h"
#include "plugins/drivers/pooling/geometry.h"
#include "plugins/drivers/support/activation.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers::pooling {

struct planes_plan {
  activation src, dst;
  dim_t block, band;   // columns and rows of an item, at most
  dim_t channels;      // of an item
  dim_t width, pitch;  // columns of src that it sees; elements of a row of a phase
  dim_t area;          // of an array of rows
  dim_t src_rows;      // rows of src that it sees in a slice, when they are converted
  size_t converted, folded, index, counts;  // in a worker's scratch memory; at 0: staged rows
  size_t scratch;                           // of a worker
};

// An item: its first row and column of dst, and how much it has.
struct band {
  dim_t n, c, od, oh, ow, several, rows, columns;
  dim_t begin, end;  // where columns of src are in a staged row
  bool converts;     // src
  range kd;
  float *staged, *folded, *own_counts, *converted;
  int32_t *index;  // of staged rows, then of folded ones
  dim_t channels() const noexcept { return has_large_caches ? several : 1; }
  // Of all channels, one after the other.
  dim_t lines() const noexcept { return channels() * rows; }
};

// Makes the plan of the request.
refusal plan_planes(plan_request &request) noexcept;

// From a row of src to the next, where little is between those parts of them that an item sees, and
// it sees all columns: a call for each row takes longer than to convert what is between. Else 0.
dim_t whole_line(const geometry &g, const planes_plan &p) noexcept;

// Whether maxima may be folded from pairs of columns. Of f32 without numbers, vectors of 16 lanes
// gain where windows have more than two columns, and shorter ones, which take pairs apart by more
// instructions, do not.
bool goes_by_pairs(const geometry &g, bool gains_always, size_t lanes) noexcept;
// The pairs of these rows of a window, behind so many columns of padding, and how many they are.
int list_pairs(const geometry &g, range kd, range kh, dim_t slice, dim_t line, dim_t padding,
               window_point *points) noexcept;

}  // namespace dnnlet::drivers::pooling

#endif
