// SPDX-License-Identifier: Apache-2.0
// What GEMM needs of a plugin: everything that is compiled for its instruction set. The rest is
// compiled once, for any CPU, in this folder.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_GEMM_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_GEMM_BACKEND_H

#include "core/kernel/kernel.h"
#include "core/support/data_type.h"
#include "plugins/drivers/gemm/bounded_sum.h"
#include "plugins/drivers/gemm/group_gradients.h"
#include "plugins/drivers/gemm/lanes.h"
#include "plugins/drivers/gemm/product.h"
#include "plugins/drivers/gemm/quad_windows.h"
#include "plugins/drivers/reorder/nest_copy.h"
#include "plugins/drivers/rows/combined_rows.h"
#include "plugins/drivers/rows/row_backend.h"
#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers {

// Channels [channel, channel + channels) of `pixels` pixels, `pixel_step` elements apart from
// `base` on, which is where channel 0 of the first pixel lies.
struct pixel_run {
  const activation *layout;
  dim_t pixel_step, pixels;
  dim_t channel, channels;
};

// rows[p * row_step + i] = channel + i of pixel p
using pixel_reader = void (*)(const pixel_run &run, const void *base, void *rows,
                              dim_t row_step) noexcept;
// The other way round.
using pixel_writer = void (*)(const pixel_run &run, const float *rows, dim_t row_step,
                              void *base) noexcept;

// In place, rows[r * step + c] = rows[r * step + c] * scales[c] + offsets[c], where what is read
// are s32 if `from_integers`, else f32, and what is written f32. All are accessed up to whole
// vectors.
struct scaled_rows {
  void *rows;
  dim_t count, step, cols;
  const float *scales, *offsets;  // null: 1, 0
  bool from_integers;
};

// The same of rows that go straight to pixels whose channels lie side by side:
//     y = sum * scales[c] + offsets[c]; the post-ops; y * dst_scale + dst_offset
// Where scales and offsets are null, dst_scale 1 and dst_offset 0, sums in f32 may be NaN.
struct finished_rows {
  const void *rows;
  dim_t step;
  bool in_f32;  // the sums; s32 else
  const float *scales, *offsets;
  const bounded_sum *post_ops;
  const void *added;  // what lies there as dst lies at `base`, if post_ops->adds()
  float dst_scale, dst_offset;
};
using pixel_finisher = void (*)(const pixel_run &run, const finished_rows &rows,
                                void *base) noexcept;

struct gemm_backend {
  size_t (*lanes)() noexcept;  // sums of a vector
  // Null where there is no such conversion. From u8 to s8 and back, 128 is taken off or added.
  pixel_reader (*reader)(data_type from, element to) noexcept;
  pixel_writer (*writer)(data_type to) noexcept;
  void (*scale)(const scaled_rows &rows) noexcept;
  void (*combine)(const combined_rows &rows) noexcept;  // for large caches only
  pixel_finisher (*finisher)(data_type to) noexcept;    // null: there is none
  const row_backend *rows;
  // As rows->eltwise(), for results that are rounded to 16 bits or fewer at once. Null, or its
  // answer: no other.
  row_function (*rounded_eltwise)(dnnl_alg_kind_t alg, float alpha) noexcept;
  const nest_functions *reorder;
};

// What a row of a kernel table has for its parts: it names the product that it multiplies by, so
// that programs link no other.
struct gemm_parts {
  const gemm_backend *backend;
  const product *multiply;                    // null: by lanes only
  const lane_functions *by_lanes;             // null: not at all
  const lane_gradients *gradients = nullptr;  // null: those of lanes not at all
  cpu_features prefers = 0;  // the row is for CPUs with these, where the product is the fastest
  // Of a product of f32: the row is for weights of this type, which are widened.
  data_type widens = dnnl_data_type_undef;
  const quad_functions *quads = nullptr;
  const group_functions *groups = nullptr;
  const lane_dot_functions *dots = nullptr;  // beside by_lanes, or gradients; null: none

  const tile_table &tiles() const noexcept { return *multiply->tiles; }
};

}  // namespace dnnlet::drivers

#endif
