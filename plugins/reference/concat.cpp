// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/concat.h"

#include "plugins/reference/quantization.h"

namespace dnnlet::reference {

namespace {

refusal plan(plan_request &) {
  return accepted;
}

// One source, whose element 0 along the axis becomes element `begin` of dst.
void copy_source(const run_context &context, int i, dim_t begin) noexcept {
  const auto &op = context.problem<concat_op>();
  const int arg = DNNL_ARG_MULTIPLE_SRC + i;
  const memory_desc &md = op.sources()[i];
  const tensor src = tensor_of(context, arg, md);
  const tensor dst = tensor_of(context, DNNL_ARG_DST, op.dst);
  const quantization_values scale = scales_of(context, arg, md);
  const bool is_copy = !scale && md.data_type == op.dst.data_type;
  const data_type type = md.data_type;
  run_context walk = context;
  if (is_four_bit_type(op.dst.data_type)) walk.workers = team();
  for_each_index(walk, md.ndims, md.dims, [&](const dim_t *index) {
    dim_t at[max_ndims];
    for (int d = 0; d < md.ndims; ++d) at[d] = index[d] + (d == op.axis ? begin : 0);
    if (is_copy)
      copy_element(type, src.data(), offset_of(md, index), dst.data(), offset_of(op.dst, at));
    else
      dst.set(at, saturated_as_f32(op.dst.data_type, float(scale.at(index) * src.get(index))));
  });
}

void run(const run_context &context) {
  const auto &op = context.problem<concat_op>();
  dim_t begin = 0;
  for (int i = 0; i < op.count; ++i) {
    copy_source(context, i, begin);
    begin += op.sources()[i].dims[op.axis];
  }
}

constexpr kernel rows[] = {{"reference:concat", plan, run}};

}  // namespace

extern const kernel_rows concat = all_of(rows);

}  // namespace dnnlet::reference
