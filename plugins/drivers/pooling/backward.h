// SPDX-License-Identifier: Apache-2.0
// What the backward kernels of pooling share.
#ifndef DNNLET_PLUGINS_DRIVERS_POOLING_BACKWARD_H
#define DNNLET_PLUGINS_DRIVERS_POOLING_BACKWARD_H

#include "plugins/drivers/pooling/layout.h"
#include "plugins/drivers/pooling/pooling_backend.h"

namespace dnnlet::drivers::pooling {

// Types, attributes and layouts that all kernels need; describes the layouts of diff_src and
// diff_dst. The workspace of maxima lies as diff_dst does.
refusal check_backward(const plan_request &request, activation &src, activation &dst) noexcept;

// A channel of a tensor whose columns lie side by side, in runs without gaps: all of it is one run
// where it can be. Short rows would cost more to convert than they do to compute.
struct channel_runs {
  dim_t slices, rows, length;  // slices * rows runs of so many elements

  channel_runs(const activation &a, dim_t d, dim_t h, dim_t w) noexcept
      : slices(d), rows(h), length(w) {
    if (a.h != w && h > 1) return;
    rows = 1;
    length = h * w;
    if (a.d != length && d > 1) return;
    slices = 1;
    length *= d;
  }
  dim_t elements() const noexcept { return slices * rows * length; }
  // Whether channels follow each other without gaps, too.
  bool are_dense(const activation &a, dim_t channels) const noexcept {
    return slices * rows == 1 && channel_step(a, channels) == length;
  }
  // Calls body(offset in a dense copy, slice, row) for each run.
  template <class Body>
  void for_each(const Body &body) const noexcept {
    for (dim_t d = 0; d < slices; ++d)
      for (dim_t h = 0; h < rows; ++h) body((d * rows + h) * length, d, h);
  }
};

// The tensors of one execution.
struct backward_tensors {
  const run_context &context;
  const pooling_op &op;
  const row_backend &rows;
  char *src;  // diff_src, at offset 0 of its layout
  const char *dst, *index;
  dim_t src_size, dst_size, index_size;  // of an element
  bool is_max, counts_padding;

  backward_tensors(const run_context &context, const row_backend &rows) noexcept;
  bool src_is_f32() const noexcept { return op.src.data_type == dnnl_f32; }
  bool dst_is_f32() const noexcept { return op.dst.data_type == dnnl_f32; }
  // `count` channels from (n, c) on of diff_dst as dense f32, and of diff_src from that.
  void load_channels(const activation &a, const channel_runs &runs, dim_t n, dim_t c, dim_t count,
                     float *to) const noexcept;
  void store_channels(const activation &a, const channel_runs &runs, dim_t n, dim_t c, dim_t count,
                      const float *from) const noexcept;
};

}  // namespace dnnlet::drivers::pooling

#endif
