// SPDX-License-Identifier: Apache-2.0
// How batch and group normalization see tensors: batch items, channels, and pixels that are equally
// far from each other. Kernels of planes walk along pixels side by side, kernels of channels along
// channels side by side.
#ifndef DNNLET_PLUGINS_DRIVERS_NORMALIZATION_LAYOUT_H
#define DNNLET_PLUGINS_DRIVERS_NORMALIZATION_LAYOUT_H

#include "core/kernel/kernel.h"
#include "core/kernel/normalization.h"
#include "core/support/arithmetic.h"
#include "plugins/drivers/normalization/backend.h"
#include "plugins/drivers/support/tensor_bytes.h"

namespace dnnlet::drivers::normalization {

struct layout {
  dim_t item, pixel;  // strides
  dim_t run;          // channels that lie side by side, in blocks with their padding
  dim_t run_stride;

  dim_t at(dim_t n, dim_t p, dim_t c) const noexcept {
    return n * item + p * pixel + c / run * run_stride + c % run;
  }
};

struct sizes {
  dim_t n, c, pixels, width;  // width: of a row of pixels
  dim_t padded_c;             // whole runs
  bool has_planes;            // pixels lie side by side; else channels do
};

// Of src. Refuses other layouts and more than 5 dimensions.
refusal find_sizes(const memory_desc &src, sizes &s) noexcept;
// The layout of a tensor like src; false if it is of another kind.
bool find_layout(const memory_desc &md, const sizes &s, layout &l) noexcept;

struct tensor {
  layout lies;
  data_type type;
  char *data;  // at offset 0; null: it is not there

  explicit operator bool() const noexcept { return data != nullptr; }
  uint8_t *byte(dim_t at) const noexcept { return reinterpret_cast<uint8_t *>(data) + at; }
  char *element(dim_t at) const noexcept { return data + at * dim_t(type_size(type)); }
};
tensor tensor_of(const run_context &context, int arg, const memory_desc &md,
                 const sizes &s) noexcept;

// Pixels of channels of a batch item: rows of pixels where there are planes, else of channels,
// which do not leave their run; of channels, there may be the same of the runs that follow, in
// tensors of the same runs.
struct region {
  dim_t item, pixel, c, pixels, channels, runs = 1;

  size_t rows(const sizes &s) const noexcept { return size_t(s.has_planes ? channels : pixels); }
  size_t elements(const sizes &s) const noexcept {
    return size_t(s.has_planes ? pixels : channels);
  }
  // From a row to the next.
  ptrdiff_t stride(const tensor &t, const sizes &s) const noexcept {
    return ptrdiff_t(s.has_planes ? t.lies.run_stride : t.lies.pixel);
  }
  // Of a tensor that is there or not.
  read_rows read(const tensor &t, const sizes &s) const noexcept {
    return {t ? t.element(t.lies.at(item, pixel, c)) : nullptr, stride(t, s)};
  }
  written_rows written(const tensor &t, const sizes &s) const noexcept {
    return {t ? t.element(t.lies.at(item, pixel, c)) : nullptr, stride(t, s)};
  }
};

// From rows of channels of a tensor to those of the run behind theirs.
inline void go_to_next_run(const tensor &t, read_rows &r) noexcept {
  r.data = static_cast<const char *>(r.data) + t.lies.run_stride * dim_t(type_size(t.type));
}
inline void go_to_next_run(const tensor &t, written_rows &r) noexcept {
  r.data = static_cast<char *>(r.data) + t.lies.run_stride * dim_t(type_size(t.type));
}

}  // namespace dnnlet::drivers::normalization

#endif
