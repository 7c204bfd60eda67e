// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

void zero_run(const memory_desc &md, void *data, const dim_t *index, dim_t count) noexcept {
  const dim_t offset = offset_of(md, index);
  if (is_four_bit_type(md.data_type)) {
    for (dim_t i = 0; i < count; ++i) store_element(md.data_type, data, offset + i, 0);
    return;
  }
  const size_t size = type_size(md.data_type);
  std::memset(static_cast<char *>(data) + size_t(offset) * size, 0, size_t(count) * size);
}

// Zeroes the elements whose index in dimension `d` is in its padding. The dimensions before d are
// walked without their own padding, which earlier calls have done.
void zero_padding_of_dim(const memory_desc &md, int d, void *data) noexcept {
  dim_t index[max_ndims] = {}, last[max_ndims];
  for (int e = 0; e < md.ndims; ++e) {
    last[e] = e < d ? md.dims[e] : md.padded_dims[e];
    if (last[e] == 0) return;
  }
  // Elements are neighbours along d within its innermost block.
  const int inner = md.inner_nblks - 1;
  const dim_t block =
      inner >= 0 && md.blocked.inner_idxs[inner] == d ? md.blocked.inner_blks[inner] : 1;
  for (;;) {
    for (index[d] = md.dims[d]; index[d] < last[d];) {
      const dim_t run = min(last[d] - index[d], block - index[d] % block);
      zero_run(md, data, index, run);
      index[d] += run;
    }
    int e = md.ndims - 1;
    for (; e >= 0 && (e == d || ++index[e] == last[e]); --e) index[e] = 0;
    if (e < 0) return;
  }
}

}  // namespace

void zero_padding(const memory_desc &md, void *data) noexcept {
  if (!is_blocked(md) || !data) return;
  for (int d = 0; d < md.ndims; ++d)
    if (md.padded_dims[d] > md.dims[d]) zero_padding_of_dim(md, d, data);
}

}  // namespace dnnlet
