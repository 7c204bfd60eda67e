// SPDX-License-Identifier: Apache-2.0
// When convolutions of planes are transposed: where kernels go from pixel to pixel, but for a plane
// read a lane, or a row of a few pixels, at a time. Of 443 small problems these are 220, and all of
// them together take 0.78 of the time (Zen 5).
#include "plugins/drivers/convolution/transposed_planes.h"

#include "plugins/drivers/convolution/axis.h"
#include "plugins/drivers/reorder/driver.h"
#include "plugins/drivers/support/activation.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

namespace {

// A single channel lies in a plane, and last.
bool is_in_planes(const memory_desc &md) noexcept {
  return is_blocked(md) && md.inner_nblks == 0 && (md.dims[1] == 1 || md.blocked.strides[1] != 1);
}

// Of planes no larger, depthwise, the weights gradient takes 1.3 times as long, the rest as long.
constexpr dim_t small_plane = 64;

// Of both tensors, in bytes: larger ones would double what a program needs.
constexpr size_t most_transposed = size_t(64) << 20;

// Channels that fill no vectors, wherever they lie. A single one is read as fast from its plane.
constexpr dim_t few = 4;
bool is_few(dim_t channels) noexcept {
  return 1 < channels && channels <= few;
}

size_t room_of(const memory_desc &transposed) noexcept {
  return round_up(dnnlet::size_of(transposed), data_alignment);
}

}  // namespace

bool is_faster_so(const convolution_op &op, convolution_pass pass) noexcept {
  if (!is_in_planes(op.src) || !is_in_planes(op.dst)) return false;
  if (op.src.dims[1] == 1 && op.dst.dims[1] == 1) return false;
  if (dnnlet::size_of(op.src) + dnnlet::size_of(op.dst) > most_transposed) return false;
  if (is_integer_type(op.src.data_type) || is_integer_type(op.dst.data_type)) return true;
  const convolution_sizes z = walked_sizes(op);
  if (z.groups > 1 && z.groups == min(z.ic, z.oc)) return z.id * z.ih * z.iw > small_plane;
  if (z.kd > 1) return true;
  const bool has_strides = max(z.stride_d, max(z.stride_h, z.stride_w)) > 1;
  switch (pass) {
    case convolution_pass::forward:
      return z.groups > 1 || is_few(z.ic) || (has_strides && z.ih > 1 && z.oc > few);
    case convolution_pass::backward_data: return z.groups > 1 || is_few(z.oc) || has_strides;
    default: return has_strides && is_few(z.ic);
  }
}

namespace {

// What lies in the scratchpad, and not on the stack, before the transposed tensors.
struct transposed_problem {
  convolution_op op;
  gemm_tensors tensors;
  dnnl_memory in, out;
  argument_list arguments;

  void add(int arg, char *at, dnnl_memory &memory) noexcept {
    memory.handles = &memory.first_handle;
    memory.first_handle = at;
    arguments.add(arg, &memory);
  }
};

}  // namespace

transposed_layouts::transposed_layouts(plan_request &request, convolution_op &op) noexcept
    : op_(op), src_(op.src), dst_(op.dst) {
  if (!set_channels_last(op.src) || !set_channels_last(op.dst)) request.scratchpad_overflows = true;
  request.add_scratch(sizeof(transposed_problem));
  request.add_scratch(room_of(op.src));
  request.add_scratch(room_of(op.dst));
}

transposed_layouts::~transposed_layouts() {
  op_.src = src_;
  op_.dst = dst_;
}

void run_transposed(const run_context &context, const convolution_op &op, const gemm_tensors &t,
                    convolution_pass pass, run_driver run) noexcept {
  auto &p = *new (context.scratchpad) transposed_problem();
  p.op = op;
  p.tensors = t;
  const bool is_exchanged = pass == convolution_pass::backward_data;
  memory_desc &in = is_exchanged ? p.op.dst : p.op.src, &out = is_exchanged ? p.op.src : p.op.dst;
  set_channels_last(in);
  set_channels_last(out);
  p.tensors.src.md = &in;
  p.tensors.dst.md = &out;
  char *const read = context.scratchpad + round_up(sizeof p, data_alignment);
  char *const written = read + room_of(in);
  p.add(t.src.arg, read, p.in);
  p.add(t.dst.arg, written, p.out);
  for (int i = 0; i < context.arg_count; ++i) {
    const dnnl_exec_arg_t &given = context.args[i];
    if (given.arg != t.src.arg && given.arg != t.dst.arg) p.arguments.add(given.arg, given.memory);
  }
  const nest_functions &functions = *context.parts_as<gemm_parts>().backend->reorder;
  copy_layout(context.workers, functions, *t.src.md, context.data(t.src.arg), in, read);
  const bool is_read = pass == convolution_pass::backward_weights;
  if (is_read || find_post_op(context.attr->post_ops, dnnl_sum) >= 0)
    copy_layout(context.workers, functions, *t.dst.md, context.data(t.dst.arg), out, written);
  run_context inner = context;
  inner.args = p.arguments.items;
  inner.arg_count = p.arguments.count;
  run(inner, p.op, p.tensors, pass);
  if (!is_read)
    copy_layout(context.workers, functions, out, written, *t.dst.md, context.data(t.dst.arg));
}

}  // namespace dnnlet::drivers
