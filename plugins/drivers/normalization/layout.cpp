// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/normalization/layout.h"

#include "plugins/drivers/support/activation.h"

namespace dnnlet::drivers::normalization {

namespace {

// The distance of neighbouring pixels, if all have the same; `alone` where there is one pixel.
bool find_pixel_stride(const memory_desc &md, dim_t alone, dim_t &stride) noexcept {
  dim_t extent = 1;
  stride = alone;
  for (int d = md.ndims - 1; d >= 2; --d) {
    if (md.dims[d] == 1) continue;
    if (extent == 1)
      stride = md.blocked.strides[d];
    else if (md.blocked.strides[d] != stride * extent)
      return false;
    extent *= md.dims[d];
  }
  return true;
}

// Channels side by side: 0 where they are not.
dim_t run_of(const memory_desc &md) noexcept {
  if (md.inner_nblks == 1) return md.blocked.inner_blks[0];
  return md.dims[1] == 1 || stride_within(md, 1) == 1 ? md.dims[1] : 0;
}

}  // namespace

refusal find_sizes(const memory_desc &src, sizes &s) noexcept {
  if (!is_blocked(src) || src.ndims > 5) return "the layout of src is not taken";
  if (has_zero_dim(src)) return "a tensor is empty";
  if (src.inner_nblks > 1 || (src.inner_nblks == 1 && src.inner_idxs[0] != 1))
    return "src has blocks that are not of channels";
  s.n = src.dims[0];
  s.c = src.dims[1];
  s.width = src.ndims > 2 ? src.dims[src.ndims - 1] : 1;
  s.pixels = 1;
  for (int d = 2; d < src.ndims; ++d) s.pixels *= src.dims[d];
  dim_t pixel;
  const bool alike = find_pixel_stride(src, 1, pixel);
  s.has_planes = src.inner_nblks == 0 && alike && pixel == 1 && (s.pixels > 1 || s.c == 1);
  s.padded_c = s.has_planes ? s.c : padded_dims(src)[1];
  layout l;
  return find_layout(src, s, l) ? accepted : "neither pixels nor channels lie side by side";
}

bool find_layout(const memory_desc &md, const sizes &s, layout &l) noexcept {
  if (!is_blocked(md) || md.ndims > 5 || md.inner_nblks > 1) return false;
  if (md.inner_nblks == 1 && md.inner_idxs[0] != 1) return false;
  const dim_t run = run_of(md);
  if (!find_pixel_stride(md, s.has_planes ? 1 : max<dim_t>(run, 1), l.pixel)) return false;
  l.item = stride_within(md, 0);
  if (s.has_planes) {
    l.run = 1;
    l.run_stride = md.dims[1] == 1 ? 0 : md.blocked.strides[1];
    return md.inner_nblks == 0 && l.pixel == 1;
  }
  l.run = run;
  l.run_stride = md.inner_nblks == 1 ? stride_within(md, 1) : 0;
  // A part of a tensor may end inside of a block, of which the rest is others'.
  return run > 0 && padded_dims(md)[1] == s.padded_c && s.padded_c % run == 0;
}

tensor tensor_of(const run_context &context, int arg, const memory_desc &md,
                 const sizes &s) noexcept {
  tensor t = {};
  t.type = md.data_type;
  t.data = is_zero(md) ? nullptr : first_byte(context, arg, md);
  if (t.data) find_layout(md, s, t.lies);
  return t;
}

}  // namespace dnnlet::drivers::normalization
