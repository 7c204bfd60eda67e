// SPDX-License-Identifier: Apache-2.0
// When convolutions of planes are transposed: where kernels go from pixel to pixel, but for a plane
// read a lane, or a row of a few pixels, at a time. Of 440 small problems, f32, bf16 and bytes, it
// is about half, which takes 0.6 to 0.65 of the time (Zen 5).
//   src, dst: planes, whatever lies between them; the driver's types and attributes
//   scratch: the problem, its arguments, and both tensors channels last, before the driver's own
//   error: the driver's; copies are exact
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

// Depthwise, smaller planes are read as fast where they are, by one worker or by two, that exchange
// what they transpose: half of the speed of f32 backward by weights.
bool are_small(const convolution_op &op, const convolution_sizes &z, bool by_weights,
               bool has_strides) noexcept {
  const dim_t pixels = z.id * z.ih * z.iw;
  if (op.src.data_type != dnnl_f32) return pixels <= 64;
  return by_weights ? has_strides || pixels <= 1024 : pixels <= 256;
}

// Of both tensors, in bytes: larger ones would double what a program needs.
constexpr size_t most_transposed = size_t(64) << 20;

// Channels that fill no vectors, wherever they lie. A single one is read as fast from its plane.
constexpr dim_t few = 4;
bool is_few(dim_t channels) noexcept {
  return 1 < channels && channels <= few;
}

// Planes of f32 whose lines meet in the same sets of caches: to write them takes 4 times as long.
bool are_far_apart(const memory_desc &written) noexcept {
  constexpr dim_t alike = alike_bytes / dim_t(sizeof(float));
  return written.data_type == dnnl_f32 && written.blocked.strides[1] % alike == 0;
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
  const bool has_strides = max(z.stride_d, max(z.stride_h, z.stride_w)) > 1;
  if (pass == convolution_pass::backward_data && has_strides) return true;
  if (pass != convolution_pass::backward_weights &&
      are_far_apart(pass == convolution_pass::forward ? op.dst : op.src))
    return false;
  if (z.groups > 1 && z.groups == min(z.ic, z.oc))
    return !are_small(op, z, pass == convolution_pass::backward_weights, has_strides);
  if (z.kd > 1) return true;
  switch (pass) {
    case convolution_pass::forward:
      return z.groups > 1 || is_few(z.ic) || (has_strides && z.ih > 1 && z.kh <= z.stride_h);
    case convolution_pass::backward_data: return z.groups > 1 || is_few(z.oc);
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
