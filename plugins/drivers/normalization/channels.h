// SPDX-License-Identifier: Apache-2.0
// What passes over channels that lie side by side share: how they are cut, and their scratch
// memory.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_CHANNELS_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_CHANNELS_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers::normalization {

// Channels that are summed together: a center for each is on the stack. Of those whose values are
// converted first, less, so that a buffer holds 16 pixels of them.
constexpr dim_t summed_channels = 256, converted_channels = 64, buffered = 1024;
// Pixels that are summed together, those of them that give the center, and elements whose results
// are found together.
constexpr dim_t piece_pixels = 1024, center_pixels = 16, item_elements = 16384;
// Elements of a run in a batch item that are so few that what follows them is taken next.
constexpr dim_t joined_elements = 4096;

// Pixels of one batch item, or all of those of some.
struct piece {
  dim_t item, items, pixel, pixels;
};

struct channels_plan {
  sizes s;
  dim_t items, pixels;           // of a piece, but for the last ones
  dim_t pieces_of_item, pieces;  // pieces of a batch item, or group of them; in all
  dim_t together, by_one;        // channels of the runs that are taken together; by one worker
  size_t numbers, sums;          // where scratch memory has them

  piece at(dim_t i) const noexcept {
    const dim_t item = i / pieces_of_item * items, pixel = i % pieces_of_item * pixels;
    return {item, min(items, s.n - item), pixel, min(pixels, s.pixels - pixel)};
  }
};

// Where the batch items of all tensors follow each other like pixels, batch normalization, which
// takes them all alike, sees one item.
inline void join_items(sizes &s) noexcept {
  s.pixels *= s.n;
  s.n = 1;
}
bool items_follow(const memory_desc &md, const sizes &s) noexcept;

// `arrays` numbers for each channel, of each batch item in group normalization; and two sums of
// each channel of each piece. `bytes`: of all tensors.
void plan_channels(plan_request &request, const sizes &s, dim_t run, dim_t arrays, dim_t bytes,
                   channels_plan &p) noexcept;

// Two numbers in f64 for each channel of a piece.
struct wide_sums {
  double *first, *second;
};
inline wide_sums sums_of(const run_context &context, const channels_plan &p, dim_t piece) noexcept {
  double *sums = reinterpret_cast<double *>(context.scratchpad + p.sums);
  return {sums + 2 * piece * p.s.padded_c, sums + (2 * piece + 1) * p.s.padded_c};
}

// Channels that are summed together: [begin, begin + count), of one run, or some runs as a whole.
struct lanes {
  dim_t begin, count;
};
// Cuts the channels into parts of runs of at most `most`, a multiple of 64: whole vectors.
struct lane_cut {
  dim_t part, parts_of_run;

  lane_cut(dim_t run, dim_t most) noexcept
      : part(min(round_up<dim_t>(even_part(run, most), 64), run)),
        parts_of_run(div_up(run, part)) {}
  lanes at(dim_t i, dim_t run) const noexcept {
    const dim_t in_run = i % parts_of_run * part;
    return {i / parts_of_run * run + in_run, min(part, run - in_run)};
  }
};

// Runs of channels whose elements are taken before those of others.
struct some_runs {
  dim_t first, count, run;

  dim_t channel() const noexcept { return first * run; }
  dim_t end(dim_t channels) const noexcept { return min((first + count) * run, channels); }
};
// Calls body(some_runs) for all of them: those together whose tensors stay in a cache from one pass
// to the next, where all are more than what a cache holds, and channels are summed for themselves.
template <class Body>
void for_each_runs(const team &workers, const channels_plan &p, dim_t run, bool are_summed,
                   const Body &body) noexcept {
  const dim_t runs = p.s.padded_c / run, channels = workers.size == 1 ? p.by_one : p.together;
  const dim_t together = are_summed ? max<dim_t>(channels / run, 1) : runs;
  for (dim_t i = 0; i < runs; i += together) body(some_runs{i, min(together, runs - i), run});
}

// Calls body(piece, lanes) for all pieces of some runs, in parallel. Runs of few pixels follow each
// other in memory, so that several are taken of one batch item before the next one.
template <class Body>
void for_each_piece(const team &workers, const channels_plan &p, const lane_cut &cut,
                    const some_runs &r, const Body &body) noexcept {
  const dim_t parts = r.count * cut.parts_of_run, first = r.first * cut.parts_of_run;
  const bool is_short =
      has_large_caches && cut.part == r.run && p.pixels * r.run <= joined_elements;
  const dim_t items = p.pieces * parts / (4 * workers.size);
  const dim_t most = min(summed_channels / r.run, workers.size == 1 ? parts : items);
  const dim_t joined = is_short ? clamp<dim_t>(most, 1, parts) : 1, groups = div_up(parts, joined);
  parallel_for(workers, p.pieces * groups, [&](int64_t item, int) {
    dim_t piece = item;
    const dim_t part = take(piece, groups) * joined;
    lanes some = cut.at(first + part, r.run);
    some.count *= min(joined, parts - part);
    body(piece, some);
  });
}

// Calls body(region) for all elements of some runs, in parallel: `item_elements` of them at a time,
// or more where they are written past the caches, which every region waits for in the end. Of short
// runs, regions have several, if they may: finding their places takes as long as their pixels. One
// worker who has summed these runs begins with what it has read last.
template <class Body>
void for_each_region(const team &workers, const sizes &s, const some_runs &r, bool exceed_caches,
                     bool may_join, const Body &body) noexcept {
  const dim_t most = exceed_caches ? 16 * item_elements : item_elements;
  const dim_t part = even_part(s.pixels, max<dim_t>(most / r.run, 1));
  const dim_t parts = div_up(s.pixels, part);
  const dim_t joined = may_join ? clamp<dim_t>(most / (part * r.run), 1, r.count) : 1;
  const dim_t groups = div_up(r.count, joined);
  const bool backwards = has_large_caches && workers.size == 1 && r.count * r.run < s.padded_c;
  parallel_for(workers, s.n * groups * parts, [&](int64_t i, int) {
    dim_t rest = backwards ? s.n * groups * parts - 1 - i : i;
    const dim_t pixel = take(rest, parts) * part, run = take(rest, groups) * joined;
    body(region{rest, pixel, (r.first + run) * r.run, min(part, s.pixels - pixel), r.run,
                min(joined, r.count - run)});
  });
}

}  // namespace dnnlet::drivers::normalization

#endif
