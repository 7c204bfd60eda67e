// SPDX-License-Identifier: Apache-2.0
// The last, partial block of a dimension, and the zeros behind it:
//   dst[where dst has i] = src[where src has i], or 0 where i is in the padding
//   src: plain; dst: one inner block; elements of 2 or 4 bytes, any alignment; disjoint
//   scratch 0 B; exact; oneDNN v3, reorder; plugins/kernels/reorder/pad_columns.cpp
#include "plugins/drivers/reorder/padded_tail.h"

#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_elements = 16 << 10;  // of dst: what is worth handing to a worker

// The one dimension of dst that has a block and is not a multiple of it, or -1.
int padded_dim(const memory_desc &dst) noexcept {
  if (dst.inner_nblks != 1) return -1;
  const int d = dst.inner_idxs[0];
  const dim_t block = dst.blocked.inner_blks[0];
  for (int e = 0; e < dst.ndims; ++e)
    if (padded_dims(dst)[e] != (e == d ? round_up(dst.dims[e], block) : dst.dims[e])) return -1;
  return dst.dims[d] % block != 0 ? d : -1;
}

}  // namespace

padded_tail::padded_tail(const nest_functions &functions, const memory_desc &src,
                         const memory_desc &dst) noexcept {
  size_ = dim_t(type_size(dst.data_type));
  if (!functions.pad_columns || !is_plain(src) || (size_ != 2 && size_ != 4)) return;
  dim_ = padded_dim(dst);
  if (dim_ < 0) return;
  block_ = dst.blocked.inner_blks[0];
  count_ = dst.dims[dim_] % block_;
  whole_ = dst.dims[dim_] - count_;
  step_ = src.blocked.strides[dim_];
  src_first_ = src.offset0 + whole_ * step_;
  dst_first_ = dst.offset0 + whole_ / block_ * dst.blocked.strides[dim_];
  is_found_ = find_pixels(src, dst);
}

// Blocks that follow each other in dst are pixels, as far as their distance in src is the same; the
// other dimensions are outer loops.
bool padded_tail::find_pixels(const memory_desc &src, const memory_desc &dst) noexcept {
  for (int e = dst.ndims - 1; e >= 0; --e) {
    if (e == dim_ || dst.dims[e] == 1) continue;
    const loop l = {dst.dims[e], src.blocked.strides[e], dst.blocked.strides[e]};
    if (pixels_.extent == 1 && l.to == block_)
      pixels_ = l;
    else if (l.to == pixels_.extent * pixels_.to && l.from == pixels_.extent * pixels_.from)
      pixels_.extent *= l.extent;
    else
      outer_[outer_count_++] = l;
  }
  return pixels_.to == block_ && (pixels_.from == 1 || step_ == 1) && block_ * size_ % 16 == 0;
}

bool padded_tail::cut(memory_desc &src, memory_desc &dst) const noexcept {
  src.dims[dim_] = dst.dims[dim_] = whole_;
  padded_dims(dst)[dim_] = whole_;
  return whole_ > 0;
}

void padded_tail::copy(const team &workers, const nest_functions &functions, const void *src,
                       void *dst) const noexcept {
  const dim_t some = clamp<dim_t>(item_elements / block_, 1, pixels_.extent);
  const dim_t pieces = div_up(pixels_.extent, some);
  dim_t items = pieces;
  for (int i = 0; i < outer_count_; ++i) items *= outer_[i].extent;
  parallel_for(workers, items, [&](int64_t item, int) {
    const dim_t first = item % pieces * some;
    dim_t from = src_first_ + first * pixels_.from, to = dst_first_ + first * pixels_.to;
    dim_t left = item / pieces;
    for (int i = 0; i < outer_count_; ++i) {
      from += left % outer_[i].extent * outer_[i].from;
      to += left % outer_[i].extent * outer_[i].to;
      left /= outer_[i].extent;
    }
    functions.pad_columns({size_, static_cast<const char *>(src) + from * size_,
                           ptrdiff_t(step_ * size_), ptrdiff_t(pixels_.from * size_),
                           static_cast<char *>(dst) + to * size_, count_, block_,
                           min(some, pixels_.extent - first)});
  });
}

}  // namespace dnnlet::drivers
