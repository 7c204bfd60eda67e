// SPDX-License-Identifier: Apache-2.0
// What passes over planes share.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_PLANES_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_PLANES_H

#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/normalization/layout.h"
#include "plugins/drivers/normalization/moments.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers::normalization {

// Small planes are taken several at a time: they are neighbours in each batch item, and memory is
// read in pieces of pages. Numbers of so many channels are on the stack.
constexpr dim_t most_channels = 64, item_pixels = 4096;
inline dim_t channels_of_item(const sizes &s) noexcept {
  return clamp<dim_t>(item_pixels / s.pixels, 1, most_channels);
}

// Elements that are summed in f32 before f64 takes over; of those that are converted first, as many
// as a buffer on the stack holds.
constexpr dim_t piece_elements = 4096, converted_elements = 1024;

// How rows of n elements are cut: into parts of one row, or several whole rows.
struct piece_size {
  dim_t rows, elements;
};
inline piece_size piece_of_rows(dim_t most, dim_t n) noexcept {
  return {max<dim_t>(most / n, 1), even_part(n, most)};
}

// Of `rows` rows of n elements that are `stride` apart, from element `first` on. `f` is of x.
moments moments_of_rows(const normalization_backend &backend, const typed_normalization &f,
                        const tensor &x, dim_t first, dim_t rows, dim_t stride, dim_t n) noexcept;

}  // namespace dnnlet::drivers::normalization

#endif
