// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/rnn.h"

#include "core/kernel/workspace.h"
#include "core/primitives/common.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/work.h"

namespace dnnlet {

namespace {

constexpr size_t offset_of(int tensor) noexcept {
  return sizeof(rnn_op) + size_t(tensor) * sizeof(memory_desc);
}

struct slot_table {
  tensor_slot slots[rnn_tensor_count];
};

struct argument {
  int arg, diff;
  dnnl_query_t query, diff_query;
  int index;
};

// Indices of weights count those that are there: peephole, projection, bias. Attention has none.
constexpr slot_table make_slots(bool is_backward, bool peephole, bool projection) noexcept {
  const int projection_at = peephole ? 3 : 2, bias_at = projection_at + (projection ? 1 : 0);
  constexpr dnnl_query_t src = dnnl_query_src_md, diff_src = dnnl_query_diff_src_md;
  constexpr dnnl_query_t weights = dnnl_query_weights_md;
  constexpr dnnl_query_t diff_weights = dnnl_query_diff_weights_md;
  constexpr dnnl_query_t dst = dnnl_query_dst_md, diff_dst = dnnl_query_diff_dst_md;
  const argument arguments[rnn_diff] = {
      {DNNL_ARG_SRC_LAYER, DNNL_ARG_DIFF_SRC_LAYER, src, diff_src, 0},
      {DNNL_ARG_SRC_ITER, DNNL_ARG_DIFF_SRC_ITER, src, diff_src, 1},
      {DNNL_ARG_SRC_ITER_C, DNNL_ARG_DIFF_SRC_ITER_C, src, diff_src, 2},
      {DNNL_ARG_AUGRU_ATTENTION, DNNL_ARG_DIFF_AUGRU_ATTENTION, dnnl_query_undef, dnnl_query_undef,
       0},
      {DNNL_ARG_WEIGHTS_LAYER, DNNL_ARG_DIFF_WEIGHTS_LAYER, weights, diff_weights, 0},
      {DNNL_ARG_WEIGHTS_ITER, DNNL_ARG_DIFF_WEIGHTS_ITER, weights, diff_weights, 1},
      {DNNL_ARG_WEIGHTS_PEEPHOLE, DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE,
       peephole ? weights : dnnl_query_undef, peephole ? diff_weights : dnnl_query_undef, 2},
      {DNNL_ARG_WEIGHTS_PROJECTION, DNNL_ARG_DIFF_WEIGHTS_PROJECTION,
       projection ? weights : dnnl_query_undef, projection ? diff_weights : dnnl_query_undef,
       projection_at},
      {DNNL_ARG_BIAS, DNNL_ARG_DIFF_BIAS, weights, diff_weights, bias_at},
      {DNNL_ARG_DST_LAYER, DNNL_ARG_DIFF_DST_LAYER, dst, diff_dst, 0},
      {DNNL_ARG_DST_ITER, DNNL_ARG_DIFF_DST_ITER, dst, diff_dst, 1},
      {DNNL_ARG_DST_ITER_C, DNNL_ARG_DIFF_DST_ITER_C, dst, diff_dst, 2},
  };
  slot_table table = {};
  for (int t = 0; t < rnn_diff; ++t) {
    const argument &a = arguments[t];
    const bool is_dst = t >= rnn_dst_layer;
    table.slots[t] = {a.arg, is_dst && !is_backward, a.query, a.index, offset_of(t)};
    table.slots[rnn_diff + t] = {a.diff, !is_dst, a.diff_query, a.index, offset_of(rnn_diff + t)};
  }
  table.slots[rnn_workspace] = {DNNL_ARG_WORKSPACE, !is_backward, dnnl_query_workspace_md, 0,
                                offset_of(rnn_workspace)};
  return table;
}

template <bool kBackward, bool kPeephole, bool kProjection>
constexpr slot_table slots = make_slots(kBackward, kPeephole, kProjection);

status query(const op_header &head, dnnl_query_t what, void *result) noexcept {
  const auto &op = as<rnn_op>(head);
  switch (what) {
    case dnnl_query_cell_kind: return answer(result, op.head.alg);
    case dnnl_query_activation_kind: return answer(result, op.activation);
    case dnnl_query_direction: return answer(result, op.direction);
    case dnnl_query_alpha_f32: return answer(result, op.alpha);
    case dnnl_query_beta_f32: return answer(result, op.beta);
    default: return dnnl_unimplemented;
  }
}

void describe(const op_header &head, text_writer &out) noexcept {
  const rnn_sizes s = sizes_of(as<rnn_op>(head));
  out << "l" << s.l << "t" << s.t << "mb" << s.n << "sic" << s.sic << "slc" << s.slc << "dhc"
      << s.dhc << "dic" << s.dic;
}

// Forward; backward, there are twice as many.
double products(const op_header &head) noexcept {
  const auto &op = as<rnn_op>(head);
  const memory_desc &src = op[rnn_src_layer];
  const dim_t weights = elements(op[rnn_weights_layer]) + elements(op[rnn_weights_iter]);
  return double(src.dims[0]) * double(src.dims[1]) * double(weights) *
         double(type_size(src.data_type));
}

template <bool kPeephole, bool kProjection>
constexpr primitive_class forward_class = {"rnn",
                                           {sizeof(rnn_op), rnn_op::plan_bytes},
                                           slots<false, kPeephole, kProjection>.slots,
                                           rnn_tensor_count,
                                           &rnn_forward_kernels,
                                           query,
                                           describe,
                                           nullptr,
                                           nullptr,
                                           products};
template <bool kPeephole, bool kProjection>
constexpr primitive_class backward_class = {"rnn backward",
                                            {sizeof(rnn_op), rnn_op::plan_bytes},
                                            slots<true, kPeephole, kProjection>.slots,
                                            rnn_tensor_count,
                                            &rnn_backward_kernels,
                                            query,
                                            describe,
                                            nullptr,
                                            nullptr,
                                            products};

template <bool kPeephole, bool kProjection>
const primitive_class &class_of(const rnn_op &op) noexcept {
  return is_forward(op.head.prop) ? forward_class<kPeephole, kProjection>
                                  : backward_class<kPeephole, kProjection>;
}

const primitive_class &class_of(const rnn_op &op, const rnn_tensors &tensors) noexcept {
  const bool projection = !is_zero(tensors[rnn_projection]);
  if (!is_zero(tensors[rnn_peephole]))
    return projection ? class_of<true, true>(op) : class_of<true, false>(op);
  return projection ? class_of<false, true>(op) : class_of<false, false>(op);
}

status check_kinds(const rnn_call &call) noexcept {
  const rnn_op &op = call.op;
  if (op.direction < dnnl_unidirectional_left2right || op.direction > dnnl_bidirectional_sum)
    return invalid(call.what, ": direction ", int(op.direction), " is none of rnn");
  if (op.head.alg == dnnl_vanilla_rnn && op.activation != dnnl_eltwise_relu &&
      op.activation != dnnl_eltwise_tanh && op.activation != dnnl_eltwise_logistic)
    return invalid(call.what, ": activation ", int(op.activation),
                   ", expected relu, tanh or logistic");
  return dnnl_success;
}

status create(rnn_call &call) noexcept {
  DNNLET_CHECK(check_kinds(call));
  DNNLET_CHECK(check_rnn_shapes(call));
  DNNLET_CHECK(check_rnn_types(call));
  DNNLET_CHECK(check_rnn_attributes(call));
  memory_desc workspace = zero_md;
  if (call.op.head.prop == dnnl_forward_training) workspace = open_workspace();
  if (!is_forward(call.op.head.prop)) {
    DNNLET_CHECK(check_hint(call.what, call.hint, dnnl_rnn));
    workspace = workspace_of_hint(call.hint);
  }
  for (const memory_desc *&md : call.tensors.of)
    if (!md) md = &zero_md;
  call.tensors.of[rnn_workspace] = &workspace;
  return create_primitive_desc(call.out, call.engine, class_of(call.op, call.tensors), call.op.head,
                               call.attr, {call.tensors.of, rnn_tensor_count});
}

}  // namespace

status create_rnn_forward(const rnn_cell &cell, const rnn_forward_call &f,
                          const rnn_tensors &tensors) noexcept {
  DNNLET_CHECK(check_forward_prop(cell.what, f.prop));
  rnn_call call = {
      cell.what,
      f.out,
      f.engine,
      {{dnnl_rnn, f.prop, cell.cell}, cell.activation, f.direction, f.flags, cell.alpha, cell.beta},
      tensors,
      nullptr,
      f.attr};
  return create(call);
}

status create_rnn_backward(const rnn_cell &cell, const rnn_backward_call &b,
                           const rnn_tensors &tensors) noexcept {
  if (b.prop != dnnl_backward)
    return unimplemented(cell.what, ": the propagation kind is ", int(b.prop),
                         ", expected backward");
  rnn_call call = {
      cell.what,
      b.out,
      b.engine,
      {{dnnl_rnn, b.prop, cell.cell}, cell.activation, b.direction, b.flags, cell.alpha, cell.beta},
      tensors,
      b.hint,
      b.attr};
  return create(call);
}

}  // namespace dnnlet
