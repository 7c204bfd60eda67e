// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

// A run of padding inside a block, in elements.
struct run {
  dim_t begin, count;
};

struct run_list {
  static constexpr int max_runs = 128;  // blocks with more are searched anew each time
  int count;
  dim_t rest;  // from here on there are more; -1: there are none
  struct {
    int32_t begin, count;
  } runs[max_runs];
};

// Both ends of a run, which may overlap.
template <size_t kBytes>
void zero_ends(char *at, size_t bytes, dim_t blocks, dim_t stride) noexcept {
  for (; blocks > 0; --blocks, at += stride) {
    std::memset(at, 0, kBytes);
    if (bytes > kBytes) std::memset(at + bytes - kBytes, 0, kBytes);
  }
}
// As many bytes of so many blocks, `stride` bytes apart. Runs are mostly short: a call for each
// would take longer than they do, and so would a loop with more to remember.
void zero_bytes(char *at, size_t bytes, dim_t blocks, dim_t stride) noexcept {
  if (bytes < 16 && sizeof(void *) >= 8) {  // small machines rather have less code
    if (bytes >= 8) return zero_ends<8>(at, bytes, blocks, stride);
    if (bytes >= 4) return zero_ends<4>(at, bytes, blocks, stride);
    if (bytes >= 2) return zero_ends<2>(at, bytes, blocks, stride);
    return zero_ends<1>(at, bytes, blocks, stride);
  }
  for (; blocks > 0; --blocks, at += stride) {
    if (bytes >= 256 || sizeof(void *) < 8) {
      std::memset(at, 0, bytes);
    } else {
      for (size_t i = 16; i < bytes; i += 16) std::memset(at + i - 16, 0, 16);
      std::memset(at + bytes - 16, 0, 16);
    }
  }
}

class padding {
 public:
  padding(const memory_desc &md, void *data) noexcept : md_(md), data_(data) {
    block_sizes(md, blocks_);
    for (int i = 0; i < md.inner_nblks; ++i) block_elements_ *= md.blocked.inner_blks[i];
    for (int e = 0; e < md.ndims; ++e) {
      counts_[e] = div_up(padded_dims(md)[e], blocks_[e]);
      ends_inside_ = ends_inside_ || padded_dims(md)[e] % blocks_[e] != 0;
    }
  }

  // Zeroes the elements whose index in dimension d is in its padding. Which ones of a block these
  // are depends on the block's index in d alone, unless the tensor ends inside a block: else the
  // blocks along other dimensions are zeroed together, as far as they lie at one distance.
  void zero(int d) const noexcept {
    dim_t block[max_ndims] = {};
    for (block[d] = md_.dims[d] / blocks_[d]; block[d] < counts_[d]; ++block[d]) {
      run_list list;
      find(d, block, list);
      const bool are_alike = !ends_inside_ && list.rest < 0;
      const even_blocks inner = are_alike ? innermost_but(d) : even_blocks{1u << d, 1, 0};
      do {
        if (!are_alike) find(d, block, list);
        dim_t first = md_.offset0;
        for (int e = 0; e < md_.ndims; ++e) first += block[e] * md_.blocked.strides[e];
        zero_runs(list, first, inner.count, inner.stride);
        if (list.rest >= 0) zero_rest(d, block, first, list.rest);
      } while (next(inner.dims, block));
    }
  }

 private:
  // Blocks of several dimensions, one bit each, at one distance.
  struct even_blocks {
    unsigned dims;
    dim_t count, stride;
  };
  // Those that are nearest, of all dimensions but d, which is among them, too.
  even_blocks innermost_but(int d) const noexcept {
    even_blocks inner = {1u << d, 1, 0};
    for (;;) {
      int nearest = -1;
      for (int e = 0; e < md_.ndims; ++e)
        if (!(inner.dims >> e & 1) && counts_[e] > 1 &&
            (nearest < 0 || md_.blocked.strides[e] < md_.blocked.strides[nearest]))
          nearest = e;
      if (nearest < 0) return inner;
      const dim_t stride = md_.blocked.strides[nearest];
      if (inner.count == 1) inner.stride = stride;
      if (stride != inner.count * inner.stride) return inner;
      inner.count *= counts_[nearest];
      inner.dims |= 1u << nearest;
    }
  }
  // Of the other dimensions.
  bool next(unsigned inner, dim_t *block) const noexcept {
    for (int e = md_.ndims - 1; e >= 0; --e) {
      if (inner >> e & 1) continue;
      if (++block[e] < counts_[e]) return true;
      block[e] = 0;
    }
    return false;
  }

  // The index in dimension e of an element of a block.
  dim_t index_of(int e, const dim_t *block, dim_t position) const noexcept {
    dim_t index = block[e] * blocks_[e], unit = 1;
    for (int i = md_.inner_nblks - 1; i >= 0; --i) {
      const dim_t extent = md_.blocked.inner_blks[i];
      if (md_.inner_idxs[i] == e) {
        index += position % extent * unit;
        unit *= extent;
      }
      position /= extent;
    }
    return index;
  }
  bool is_padding(int d, const dim_t *block, dim_t position) const noexcept {
    bool is_behind = false;
    for (int e = ends_inside_ ? 0 : d, end = ends_inside_ ? md_.ndims : d + 1; e < end; ++e) {
      const dim_t index = index_of(e, block, position);
      if (index >= padded_dims(md_)[e]) return false;
      is_behind = is_behind || (e == d && index >= md_.dims[d]);
    }
    return is_behind;
  }

  // Elements that follow each other have the same index in d, if its innermost block is not the
  // last. (The half of 16 x 16 weights: 16 are looked at instead of 256.)
  dim_t step_of(int d) const noexcept {
    dim_t step = 1;
    if (sizeof(void *) < 8) return step;
    for (int i = md_.inner_nblks - 1; i >= 0 && md_.inner_idxs[i] != d && !ends_inside_; --i)
      step *= md_.blocked.inner_blks[i];
    return step;
  }
  // The first run at or behind `begin`; count 0 when there is none.
  run find_run(int d, const dim_t *block, dim_t begin) const noexcept {
    const dim_t step = step_of(d);
    run r = {begin, 0};
    while (r.begin + r.count < block_elements_) {
      if (is_padding(d, block, r.begin + r.count))
        r.count += step;
      else if (r.count == 0)
        r.begin += step;
      else
        break;
    }
    return r;
  }
  void find(int d, const dim_t *block, run_list &list) const noexcept {
    dim_t at = 0;
    list.count = 0;
    list.rest = -1;
    for (;;) {
      const run r = find_run(d, block, at);
      if (r.count == 0) return;
      at = r.begin;
      if (list.count == run_list::max_runs || at + r.count > INT32_MAX) break;
      list.runs[list.count++] = {int32_t(at), int32_t(r.count)};
      at += r.count;
    }
    list.rest = at;
  }
  void zero_rest(int d, const dim_t *block, dim_t first, dim_t at) const noexcept {
    for (run r; (r = find_run(d, block, at)).count > 0; at = r.begin + r.count)
      zero_run(first + r.begin, r.count, 1, 0);
  }
  // The runs of so many blocks, `stride` elements apart.
  void zero_runs(const run_list &list, dim_t first, dim_t blocks, dim_t stride) const noexcept {
    for (int i = 0; i < list.count; ++i)
      zero_run(first + list.runs[i].begin, list.runs[i].count, blocks, stride);
  }
  void zero_run(dim_t at, dim_t count, dim_t blocks, dim_t stride) const noexcept {
    if (!is_four_bit_type(md_.data_type)) {
      const dim_t size = dim_t(type_size(md_.data_type));
      return zero_bytes(static_cast<char *>(data_) + at * size, size_t(count * size), blocks,
                        stride * size);
    }
    for (; blocks > 0; --blocks, at += stride)
      for (dim_t i = 0; i < count; ++i) store_element(md_.data_type, data_, at + i, 0);
  }

  const memory_desc &md_;
  void *data_;
  dim_t blocks_[max_ndims], counts_[max_ndims], block_elements_ = 1;
  bool ends_inside_ = false;
};

}  // namespace

void zero_padding(const memory_desc &md, void *data) noexcept {
  if (!is_blocked(md) || !data || has_zero_dim(md) || !has_padding(md)) return;
  const padding p(md, data);
  for (int d = 0; d < md.ndims; ++d)
    if (padded_dims(md)[d] > md.dims[d]) p.zero(d);
}

}  // namespace dnnlet
