// SPDX-License-Identifier: Apache-2.0
// Pairs of f32 that become neighbours as bf16, and the zeros of pairs that are not whole:
//   dst[where dst has i] = src[where src has i], or 0 where i is in the padding
//   src f32: neighbours in a dimension that is not that of pairs; dst bf16: the innermost block is
//   a pair, the next one at least 16 of another dimension; any alignment; disjoint
//   scratch 0 B; rounded to nearest even
//   oneDNN v3, reorder; plugins/kernels/reorder/pairs.cpp
#include "plugins/drivers/reorder/pairs.h"

#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_pairs = 8 << 10;  // what is worth handing to a worker
constexpr dim_t src_size = sizeof(float), dst_size = sizeof(uint16_t);
constexpr nest_loop no_loop = {1, {}};

}  // namespace

bool pads_pairs(const memory_desc &dst) noexcept {
  const int last = dst.inner_nblks - 1;
  if (last < 0 || dst.blocked.inner_blks[last] != 2) return false;
  const int d = dst.inner_idxs[last];
  for (int e = 0; e < dst.ndims; ++e)
    if (padded_dims(dst)[e] != dst.dims[e] + (e == d ? 1 : 0)) return false;
  return true;
}

pair_nest::pair_nest(const nest_functions &functions, const loop_nest &nest,
                     const nest_conversion &c, bool pads) noexcept
    : function_(functions.convert_pairs), nest_(nest) {
  pair_ = rows_ = columns_ = &no_loop;
  is_found_ = function_ && c.from == dnnl_f32 && c.to == dnnl_bf16 && c.sum_scale == 0 &&
              !c.has_values() && find(pads);
}

bool pair_nest::find(bool pads) noexcept {
  for (int i = 0; i < nest_.count; ++i) {
    const nest_loop &loop = nest_.loops[i];
    if (loop.strides[nest_dst] == 1)
      pair_ = &loop;
    else if (loop.strides[nest_dst] == 2)
      rows_ = &loop;
    else if (loop.strides[nest_src] == 1)
      columns_ = &loop;
    else
      outer_[outer_count_++] = &loop;
  }
  const bool is_pair = pair_->extent == 2 && pair_->strides[nest_src] != 0;
  return (is_pair || (pair_->extent == 1 && pads)) &&
         rows_->extent >= converted_pairs::least_rows &&
         columns_->extent >= converted_pairs::least_columns;
}

void pair_nest::convert(const team &workers, const void *src, void *dst) const noexcept {
  dim_t count = 1;
  for (int i = 0; i < outer_count_; ++i) count *= outer_[i]->extent;
  const dim_t some = clamp<dim_t>(item_pairs / (rows_->extent * columns_->extent), 1, count);
  parallel_for(workers, div_up(count, some), [&](int64_t item, int) {
    for (dim_t at = item * some; at < min(count, (item + 1) * some); ++at) {
      dim_t from = nest_.first[nest_src], to = nest_.first[nest_dst], left = at;
      for (int i = outer_count_ - 1; i >= 0; --i) {
        from += left % outer_[i]->extent * outer_[i]->strides[nest_src];
        to += left % outer_[i]->extent * outer_[i]->strides[nest_dst];
        left /= outer_[i]->extent;
      }
      function_(
          {static_cast<const char *>(src) + from * src_size,
           ptrdiff_t(rows_->strides[nest_src] * src_size),
           ptrdiff_t(pair_->strides[nest_src] * src_size), static_cast<char *>(dst) + to * dst_size,
           ptrdiff_t(columns_->strides[nest_dst] * dst_size), rows_->extent, columns_->extent});
    }
  });
}

}  // namespace dnnlet::drivers
