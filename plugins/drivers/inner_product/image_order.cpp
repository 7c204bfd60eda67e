// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/inner_product/image_order.h"

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

struct loop {
  int dim;
  dim_t extent, stride;
};

struct loops {
  int count = 0;
  loop items[image_order::most];

  // By stride, outermost first.
  void add(const loop &l) noexcept {
    int at = count++;
    for (; at > 0 && items[at - 1].stride < l.stride; --at) items[at] = items[at - 1];
    items[at] = l;
  }
};

loops loops_of(const memory_desc &md) noexcept {
  loops all;
  dim_t blocks[max_ndims];
  block_sizes(md, blocks);
  dim_t inner = 1;
  for (int i = md.inner_nblks - 1; i >= 0; --i) {
    const int d = md.inner_idxs[i];
    if (d != 0 && md.blocked.inner_blks[i] > 1) all.add({d, md.blocked.inner_blks[i], inner});
    inner *= md.blocked.inner_blks[i];
  }
  for (int d = 1; d < md.ndims; ++d) {
    const dim_t extent = padded_dims(md)[d] / blocks[d];
    if (extent > 1) all.add({d, extent, md.blocked.strides[d]});
  }
  return all;
}

// Neighbouring loops over one dimension are one.
void append(image_order &order, int dim, dim_t extent) noexcept {
  if (order.count > 0 && order.dims[order.count - 1] == dim) {
    order.extents[order.count - 1] *= extent;
    return;
  }
  order.dims[order.count] = uint8_t(dim);
  order.extents[order.count++] = extent;
}

// Whether blocks are whole. With a single loop, the end of the last block may be padded: a panel
// has zeros there, and images of a matrix a gap.
bool has_whole_blocks(const memory_desc &md, const image_order &order) noexcept {
  dim_t blocks[max_ndims];
  block_sizes(md, blocks);
  for (int d = 1; d < md.ndims; ++d) {
    const dim_t padded = padded_dims(md)[d];
    if (padded % blocks[d] != 0) return false;
    if (padded != md.dims[d] && (order.count > 1 || padded != round_up(md.dims[d], blocks[d])))
      return false;
  }
  return true;
}

// The loops of an order as a layout: outer ones, and at most one block of its last dimension.
struct split_order {
  int dims[max_ndims];  // outer loops
  int count = 0;
  dim_t block = 1;
  int block_dim = 0;
};

bool split(const image_order &order, split_order &s) noexcept {
  unsigned seen = 0;
  for (int i = 0; i < order.count; ++i) {
    const int d = order.dims[i];
    if (seen >> d & 1) {
      if (i != order.count - 1) return false;
      s.block = order.extents[i];
      s.block_dim = d;
      return true;
    }
    seen |= 1u << d;
    s.dims[s.count++] = d;
  }
  return true;
}

// Dimensions of one element are anywhere.
void add_missing(int ndims, split_order &s) noexcept {
  for (int d = 1; d < ndims; ++d) {
    bool found = false;
    for (int i = 0; i < s.count; ++i) found |= s.dims[i] == d;
    if (found) continue;
    for (int i = s.count++; i > 0; --i) s.dims[i] = s.dims[i - 1];
    s.dims[0] = d;
  }
}

bool split_all(const memory_desc &md, const image_order &order, split_order &s) noexcept {
  if (!split(order, s)) return false;
  add_missing(md.ndims, s);
  return true;
}

bool splits_images(const memory_desc &md) noexcept {
  bool splits = false;
  for (int i = 0; i < md.inner_nblks; ++i) splits |= md.inner_idxs[i] == 0;
  return splits;
}

}  // namespace

dim_t image_order::elements() const noexcept {
  dim_t all = 1;
  for (int i = 0; i < count; ++i) all *= extents[i];
  return all;
}

bool find_order(const memory_desc &md, image_order &order) noexcept {
  if (!find_order_in_panels(md, order) || splits_images(md)) return false;
  const loops all = loops_of(md);
  bool is_dense = true;
  for (int i = 0; i + 1 < all.count; ++i)
    is_dense &= all.items[i].stride == all.items[i + 1].stride * all.items[i + 1].extent;
  return is_dense;
}

bool find_order_in_panels(const memory_desc &md, image_order &order) noexcept {
  if (!is_blocked(md)) return false;
  const loops all = loops_of(md);
  order = {};
  order.step = all.count > 0 ? all.items[all.count - 1].stride : 1;
  if (order.step == 0) return false;
  for (int i = 0; i < all.count; ++i) append(order, all.items[i].dim, all.items[i].extent);
  if (!has_whole_blocks(md, order)) return false;
  if (order.count == 1) order.extents[0] = md.dims[order.dims[0]];
  return true;
}

bool same_order(const image_order &a, const image_order &b) noexcept {
  bool same = a.count == b.count;
  for (int i = 0; same && i < a.count; ++i)
    same = a.dims[i] == b.dims[i] && a.extents[i] == b.extents[i];
  return same;
}

image_order channels_last_order(const memory_desc &md) noexcept {
  image_order order = {};
  order.step = 1;
  for (int i = 1; i < md.ndims; ++i) {
    const int d = i % (md.ndims - 1) + 1;
    if (md.dims[d] > 1) append(order, d, md.dims[d]);
  }
  return order;
}

bool set_images(memory_desc &md, const image_order &order) noexcept {
  split_order s;
  if (!split_all(md, order, s)) return false;
  int dims[max_ndims] = {0};
  for (int i = 0; i < s.count; ++i) dims[1 + i] = s.dims[i];
  return set_layout(md, dims, s.block > 1 ? 1 : 0, &s.block, &s.block_dim);
}

bool set_images_side_by_side(memory_desc &md, const image_order &order) noexcept {
  split_order s;
  if (!split_all(md, order, s) || s.block > 1) return false;
  s.dims[s.count] = 0;
  return set_layout(md, s.dims, 0, nullptr, nullptr);
}

bool set_image_panels(memory_desc &md, const image_order &order, dim_t columns,
                      dim_t step) noexcept {
  split_order s;
  if (!split_all(md, order, s)) return false;
  int dims[max_ndims] = {0};
  for (int i = 0; i < s.count; ++i) dims[1 + i] = s.dims[i];
  // Steps are of whole groups, but at the end of all.
  const dim_t last = order.count > 0 ? order.extents[order.count - 1] : 1;
  if (last % step != 0 && order.count > 1) return false;
  const int last_dim = order.count > 0 ? order.dims[order.count - 1] : s.dims[s.count - 1];
  dim_t blocks[3];
  int block_dims[3], count = 0;
  if (s.block > step) {
    blocks[count] = s.block / step;
    block_dims[count++] = s.block_dim;
  }
  blocks[count] = columns;
  block_dims[count++] = 0;
  if (step > 1) {
    blocks[count] = step;
    block_dims[count++] = last_dim;
  }
  return set_layout(md, dims, count, blocks, block_dims);
}

bool set_element_panels(memory_desc &md, const image_order &order, dim_t columns,
                        dim_t step) noexcept {
  split_order s;
  if (!split_all(md, order, s) || s.block > 1 || order.count == 0) return false;
  const dim_t last = order.extents[order.count - 1];
  if (last % columns != 0 && order.count > 1) return false;
  int dims[max_ndims];
  for (int i = 0; i < s.count; ++i) dims[i] = s.dims[i];
  dims[s.count] = 0;
  const dim_t blocks[] = {columns, step};
  const int block_dims[] = {order.dims[order.count - 1], 0};
  return set_layout(md, dims, step > 1 ? 2 : 1, blocks, block_dims);
}

}  // namespace dnnlet::drivers
