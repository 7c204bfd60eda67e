// SPDX-License-Identifier: Apache-2.0
// One spatial dimension of a convolution, as the kernels walk it.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_AXIS_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_AXIS_H

#include "core/kernel/convolution.h"
#include "core/kernel/kernel.h"
#include "core/support/arithmetic.h"

namespace dnnlet::drivers {

// Output j lies at j * out_step + out_first; its tap t reads input j * in_step + first + t * step,
// which is zero outside of `in`, and is point kernel_first + t * kernel_step of the kernel.
struct sweep_axis {
  dim_t in, outputs;  // extent of what is read, and how many outputs are made
  dim_t in_step;
  dim_t out_step, out_first;
  dim_t taps, first, step;
  dim_t kernel_first, kernel_step;
  dim_t kernel;  // points in all

  dim_t lowest() const noexcept { return step < 0 ? first + (taps - 1) * step : first; }
  dim_t highest() const noexcept { return step < 0 ? first : first + (taps - 1) * step; }
  // Inputs that `count` outputs see.
  dim_t seen(dim_t count) const noexcept {
    return (count - 1) * in_step + highest() - lowest() + 1;
  }
  dim_t input(dim_t output, dim_t tap) const noexcept {
    return output * in_step + first + tap * step;
  }
  dim_t place(dim_t output) const noexcept { return output * out_step + out_first; }
  dim_t point(dim_t tap) const noexcept { return kernel_first + tap * kernel_step; }
  bool is_inside(dim_t i) const noexcept { return 0 <= i && i < in; }
  // The outputs whose tap `tap` is inside.
  struct range {
    dim_t begin, end;
    dim_t count() const noexcept { return end - begin; }
  };
  range inside(dim_t tap) const noexcept {
    const dim_t at = input(0, tap);
    const auto before = [&](dim_t place) {
      return place <= at ? 0 : min(div_up(place - at, in_step), outputs);
    };
    return {before(0), before(in)};
  }
  // Outputs `r` alone, without the taps that are outside for all of them: those inside follow each
  // other.
  sweep_axis piece(range r) const noexcept;
  bool stays_inside() const noexcept {
    return taps == 0 || (lowest() >= 0 && (outputs - 1) * in_step + highest() < in);
  }
};

// The sizes of a convolution as kernels walk them: with one output no stride is ever taken, with
// one point of the kernel no dilation, and what a program then gives for them may be any number.
convolution_sizes walked_sizes(const convolution_op &op) noexcept;
// Refuses strides, dilations and paddings so far from any extent that distances, and the rows that
// a tile sees, would have to be checked at every step. The reference goes from tap to tap.
refusal check_distances(const convolution_op &op) noexcept;
// The same for kernels that know no other algorithm than the direct one.
refusal check_reach(const convolution_op &op) noexcept;

// What a convolution is in one dimension; dilate is the distance of taps.
struct spatial {
  dim_t src, dst, kernel, stride, dilate, padding;
};
spatial depth_of(const convolution_sizes &z) noexcept;
spatial height_of(const convolution_sizes &z) noexcept;
spatial width_of(const convolution_sizes &z) noexcept;

// The outputs from `begin` on that see the same taps.
sweep_axis::range seeing_alike(const sweep_axis &a, dim_t begin) noexcept;
// Whether it pays to compute these by themselves: with much padding, of distant taps, taps see
// nothing else for many outputs in turn.
bool is_worth_pieces(const sweep_axis &a) noexcept;

// Whether each pixel of dst comes of the same pixel of src.
bool is_pointwise(const convolution_sizes &z) noexcept;

// Forward, inputs are src and outputs dst.
sweep_axis forward_axis(const spatial &z) noexcept;

// Backward by data, inputs are diff_dst and outputs the places `remainder`, `remainder` + stride,
// ... of diff_src: they see the same points of the kernel, at the same distances.
sweep_axis backward_axis(const spatial &z, dim_t remainder) noexcept;

// Each is planned, and run, by itself.
bool has_few_remainders(const convolution_sizes &z) noexcept;

// Calls body(depth, height, width) with the axes of each remainder.
template <class Body>
void for_each_remainder(const convolution_sizes &z, const Body &body) noexcept {
  const spatial d = depth_of(z), h = height_of(z), w = width_of(z);
  for (dim_t rd = 0; rd < min(d.stride, d.src); ++rd)
    for (dim_t rh = 0; rh < min(h.stride, h.src); ++rh)
      for (dim_t rw = 0; rw < min(w.stride, w.src); ++rw)
        body(backward_axis(d, rd), backward_axis(h, rh), backward_axis(w, rw));
}

// The one set of axes forward, or those of all remainders backward.
template <class Body>
void for_each_axes(const convolution_sizes &z, bool forward, const Body &body) noexcept {
  if (forward)
    body(forward_axis(depth_of(z)), forward_axis(height_of(z)), forward_axis(width_of(z)));
  else
    for_each_remainder(z, body);
}

}  // namespace dnnlet::drivers

#endif
