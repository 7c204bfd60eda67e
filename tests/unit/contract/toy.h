// SPDX-License-Identifier: Apache-2.0
// A primitive of the tests' own, for what no primitive has used yet: tensors in variable number and
// a workspace of bytes. It knows the core's headers, as primitives do.
//   forward: dst = sum of src[i], f32; the workspace has the number of sources
//   backward: every diff_src[i] = diff_dst
#ifndef DNNLET_TESTS_UNIT_CONTRACT_TOY_H
#define DNNLET_TESTS_UNIT_CONTRACT_TOY_H

#include <cstring>
#include <vector>

#include "core/kernel/workspace.h"
#include "core/primitives/common.h"

namespace dnnlet::toy {

struct toy_op {
  static constexpr size_t plan_bytes = 16;

  op_header head;
  int count;
  memory_desc dst, workspace;
  // The sources follow.
};
struct toy_plan {
  int count, unused;
  size_t scratch;
};

constexpr size_t tail = sizeof(toy_op), count_at = offsetof(toy_op, count);
constexpr size_t workspace_at = offsetof(toy_op, workspace);
constexpr tensor_slot forward_slots[] = {
    {DNNL_ARG_MULTIPLE_SRC, false, dnnl_query_src_md, 0, tail, count_at},
    {DNNL_ARG_DST, true, dnnl_query_dst_md, 0, offsetof(toy_op, dst)},
    {DNNL_ARG_WORKSPACE, true, dnnl_query_workspace_md, 0, workspace_at},
};
constexpr tensor_slot backward_slots[] = {
    {DNNL_ARG_DIFF_DST, false, dnnl_query_diff_dst_md, 0, offsetof(toy_op, dst)},
    {DNNL_ARG_MULTIPLE_SRC, true, dnnl_query_diff_src_md, 0, tail, count_at},
    {DNNL_ARG_WORKSPACE, false, dnnl_query_workspace_md, 0, workspace_at},
};

// What differs from row to row.
struct toy_parts {
  int most_sources;
  size_t workspace_bytes;
  dnnl_format_tag_t tag;  // of what it lays out
};

inline memory_desc *sources_of(toy_op &op) {
  return reinterpret_cast<memory_desc *>(&op + 1);
}

inline refusal plan(plan_request &request) {
  auto &op = request.problem<toy_op>();
  const auto &parts = request.parts_as<toy_parts>();
  if (is_any(op.dst) && !set_layout_by_tag(op.dst, parts.tag)) return "size";
  for (int i = 0; i < op.count; ++i)
    if (is_any(sources_of(op)[i]) && !set_layout_by_tag(sources_of(op)[i], parts.tag))
      return "size";
  const refusal reason = take_workspace(op.head, op.workspace, parts.workspace_bytes);
  if (reason) return reason;
  if (op.count > parts.most_sources) return "too many sources";  // after everything is laid out
  auto &p = request.make_plan<toy_plan, toy_op>();
  p.count = op.count;
  p.scratch = request.add_scratch(size_of(op.dst));
  return accepted;
}

inline void run_forward(const run_context &context) {
  const auto &op = context.problem<toy_op>();
  const auto &p = context.plan_as<toy_plan, toy_op>();
  const dim_t n = elements(op.dst);
  auto *sums = reinterpret_cast<float *>(context.scratchpad + p.scratch);
  for (dim_t i = 0; i < n; ++i) sums[i] = 0;
  for (int s = 0; s < p.count; ++s)
    for (dim_t i = 0; i < n; ++i)
      sums[i] += context.data<const float>(DNNL_ARG_MULTIPLE_SRC + s)[i];
  std::memcpy(context.data(DNNL_ARG_DST), sums, size_of(op.dst));
  if (!is_zero(op.workspace)) *context.data<uint8_t>(DNNL_ARG_WORKSPACE) = uint8_t(p.count);
}

inline void run_backward(const run_context &context) {
  const auto &op = context.problem<toy_op>();
  const int left = *context.data<const uint8_t>(DNNL_ARG_WORKSPACE);
  for (int s = 0; s < left; ++s)
    std::memcpy(context.data(DNNL_ARG_MULTIPLE_SRC + s), context.data(DNNL_ARG_DIFF_DST),
                size_of(op.dst));
}

inline status query(const op_header &, dnnl_query_t, void *) noexcept {
  return dnnl_unimplemented;
}
inline void describe(const op_header &op, text_writer &out) noexcept {
  describe_dims(as<toy_op>(op).dst, out);
}

constexpr toy_parts few = {3, 8, dnnl_ab}, many = {1000, 16, dnnl_ba};
constexpr kernel forward_rows[] = {{"toy:few", plan, run_forward, &few},
                                   {"toy:many", plan, run_forward, &many}};
constexpr kernel backward_rows[] = {{"toy:few", plan, run_backward, &few},
                                    {"toy:many", plan, run_backward, &many}};
constexpr kernel_rows forward_table = all_of(forward_rows), backward_table = all_of(backward_rows);
// Of the first plugin, whatever it is: `usable` below has it.
constexpr kernel_set forward_sets[] = {{0, &forward_table}},
                     backward_sets[] = {{0, &backward_table}};
constexpr kernel_index forward_kernels = {forward_sets, 1}, backward_kernels = {backward_sets, 1};
constexpr primitive_class forward_class = {
    "toy", room_of<toy_op>, forward_slots, 3, &forward_kernels, query, describe};
constexpr primitive_class backward_class = {"toy backward",    room_of<toy_op>, backward_slots, 3,
                                            &backward_kernels, query,           describe};

inline status create(dnnl_primitive_desc_t *pd, dnnl_prop_kind_t prop,
                     const std::vector<const memory_desc *> &sources, const memory_desc &dst,
                     const_dnnl_primitive_desc_t hint = nullptr) {
  dnnl_engine engine = {1, detect_cpu_features()};
  toy_op op = {{dnnl_sum, prop, dnnl_alg_kind_undef}, int(sources.size()), dst, zero_md};
  const bool forward = is_forward(prop);
  if (prop == dnnl_forward_training) op.workspace = open_workspace();
  if (!forward) {
    const toy_op *given;
    DNNLET_CHECK(find_forward("toy backward", hint, op.head, given));
    op.workspace = workspace_of_hint(hint);
  }
  return create_primitive_desc(pd, &engine, forward ? forward_class : backward_class, op.head,
                               nullptr, {sources.data(), int(sources.size())});
}

}  // namespace dnnlet::toy

#endif
