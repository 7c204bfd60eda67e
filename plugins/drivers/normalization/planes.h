// SPDX-License-Identifier: Apache-2.0
// What passes over planes share.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_PLANES_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/normalization/moments.h"

namespace dnnlet::drivers::normalization {

// Small planes are taken several at a time: they are neighbours in each batch item, and memory is
// read in pieces of pages.
constexpr dim_t most_channels = 16;
inline dim_t channels_of_item(const sizes &s) noexcept {
  return clamp<dim_t>(1024 / s.pixels, 1, most_channels);
}

// Elements that are summed in f32 before f64 takes over: of f32 where they are, of other types in a
// buffer on the stack.
constexpr dim_t piece_of_f32 = 4096, piece_of_others = 1024;

// How rows of n elements are cut: into parts of one row, or several whole rows.
struct piece_size {
  dim_t rows, elements;
};
piece_size piece_of_rows(bool is_f32, dim_t n) noexcept;

// Of `rows` rows of n elements that are `stride` apart, from element `first` on.
moments moments_of_rows(const normalization_backend &backend, const tensor &x, dim_t first,
                        dim_t rows, dim_t stride, dim_t n) noexcept;

}  // namespace dnnlet::drivers::normalization

#endif
