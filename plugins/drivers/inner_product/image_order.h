// SPDX-License-Identifier: Apache-2.0
// The order in which all but the first dimension of a tensor lie in memory: where src and weights
// agree about it, they are matrices.
#ifndef DNNLET_PLUGINS_DRIVERS_INNER_PRODUCT_IMAGE_ORDER_H
#define DNNLET_PLUGINS_DRIVERS_INNER_PRODUCT_IMAGE_ORDER_H

#include "core/memory/memory_desc.h"

namespace dnnlet::drivers {

// Loops over the elements of an image, from the outermost to the innermost, those of one element
// left out. A dimension that is split into blocks has two of them.
struct image_order {
  static constexpr int most = max_ndims + max_inner_blocks;
  int count;
  uint8_t dims[most];
  dim_t extents[most];
  dim_t step;  // from one element to the next

  dim_t elements() const noexcept;
};

// False where elements of an image do not follow each other at one distance.
bool find_order(const memory_desc &md, image_order &order) noexcept;
// The same where elements of several images may take turns: what the order is if these are panels.
bool find_order_in_panels(const memory_desc &md, image_order &order) noexcept;
bool same_order(const image_order &a, const image_order &b) noexcept;
// That of channels-last images.
image_order channels_last_order(const memory_desc &md) noexcept;

// Lays images out in this order, one behind the other. False where no descriptor says so.
bool set_images(memory_desc &md, const image_order &order) noexcept;
// The same with elements of all images side by side.
bool set_images_side_by_side(memory_desc &md, const image_order &order) noexcept;
// The same with elements of neighbouring images side by side, one image for each column of a matrix
// in panels (panels.h), [images / columns][elements / step][columns][step].
bool set_image_panels(memory_desc &md, const image_order &order, dim_t columns,
                      dim_t step) noexcept;
// With panels of neighbouring elements, [elements / columns][images / step][columns][step].
bool set_element_panels(memory_desc &md, const image_order &order, dim_t columns,
                        dim_t step) noexcept;

}  // namespace dnnlet::drivers

#endif
