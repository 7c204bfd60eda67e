// SPDX-License-Identifier: Apache-2.0
// What passes over channels that lie side by side share: how they are cut, and their scratch
// memory.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_CHANNELS_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_CHANNELS_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers::normalization {

// Channels of an item that sums, and elements of a buffer in which those of other types stop.
constexpr dim_t lanes_of_f32 = 256, lanes_of_others = 128, buffered = 2048;
// Pixels that are summed in f32 before f64 takes over, and those of a piece.
constexpr dim_t summed_pixels = 64, piece_pixels = 4096;

// Two sums in f64, of a channel of a piece.
struct wide_sums {
  double first, second;
};

struct channels_plan {
  sizes s;
  dim_t piece, pieces;   // pixels of a piece, pieces of a batch item
  size_t numbers, sums;  // where scratch memory has them
};

// Where the batch items of all tensors follow each other like pixels, batch normalization, which
// takes them all alike, sees one item.
inline void join_items(sizes &s) noexcept {
  s.pixels *= s.n;
  s.n = 1;
}
bool items_follow(const memory_desc &md, const sizes &s) noexcept;

// `arrays` numbers for each channel, of each batch item in group normalization; and sums.
void plan_channels(plan_request &request, const sizes &s, dim_t arrays, channels_plan &p) noexcept;

// Channels that belong together: [begin, begin + count), of one run.
struct lanes {
  dim_t begin, count;
};
// Cuts the channels into parts of runs of at most `most`, a multiple of 64: whole vectors.
struct lane_cut {
  dim_t part, parts_of_run, parts;

  lane_cut(dim_t run, dim_t channels, dim_t most) noexcept
      : part(min(round_up<dim_t>(even_part(run, most), 64), run)), parts_of_run(div_up(run, part)) {
    parts = channels / run * parts_of_run;
  }
  lanes at(dim_t i, dim_t run) const noexcept {
    const dim_t in_run = i % parts_of_run * part;
    return {i / parts_of_run * run + in_run, min(part, run - in_run)};
  }
};

}  // namespace dnnlet::drivers::normalization

#endif
