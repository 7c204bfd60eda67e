// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "core/primitives/common.h"
#include "core/primitives/rnn.h"
#include "core/support/data_type.h"

namespace dnnlet {

namespace {

constexpr const char *names[rnn_diff] = {"src_layer",        "src_iter",           "src_iter_c",
                                         "attention",        "weights_layer",      "weights_iter",
                                         "weights_peephole", "weights_projection", "bias",
                                         "dst_layer",        "dst_iter",           "dst_iter_c"};

struct shape {
  rnn_tensor tensor;
  int ndims;
  dim_t dims[5];
};

status check_shape(const rnn_call &call, const memory_desc &md, const shape &s,
                   const char *prefix) noexcept {
  const char *name = names[s.tensor];
  if (is_zero(md)) return dnnl_success;
  if (md.ndims != s.ndims)
    return invalid(call.what, ": ", prefix, name, " has ", md.ndims, " dimensions, expected ",
                   s.ndims);
  for (int d = 0; d < s.ndims; ++d)
    if (md.dims[d] != s.dims[d])
      return invalid(call.what, ": dim ", d, " of ", prefix, name, " is ", md.dims[d],
                     ", expected ", s.dims[d]);
  return dnnl_success;
}

// Two tensors are there together, or not at all.
status check_pair(const rnn_call &call, rnn_tensor a, rnn_tensor b) noexcept {
  return is_zero(call.tensors[a]) == is_zero(call.tensors[b])
             ? dnnl_success
             : invalid(call.what, ": ", names[a], " and ", names[b],
                       " must both be given, or neither");
}

// Of an LSTM's states that do not belong together oneDNN's status is that of a mistake; of a tensor
// that is not described, that of a cell that nobody has.
status check_described(const rnn_call &call, rnn_tensor tensor) noexcept {
  if (!call.tensors.of[tensor]) return null_argument(call.what, names[tensor]);
  return is_zero(call.tensors[tensor])
             ? unimplemented(call.what, ": ", names[tensor], " describes no tensor")
             : dnnl_success;
}

// Those that must be there, with the dimensions that say all sizes.
status check_ranks(const rnn_call &call) noexcept {
  constexpr shape needed[] = {{rnn_src_layer, 3, {}},
                              {rnn_weights_layer, 5, {}},
                              {rnn_weights_iter, 5, {}},
                              {rnn_dst_layer, 3, {}}};
  if (call.op.head.alg == dnnl_vanilla_lstm) {
    DNNLET_CHECK(check_pair(call, rnn_src_iter, rnn_src_iter_c));
    DNNLET_CHECK(check_pair(call, rnn_dst_iter, rnn_dst_iter_c));
  }
  for (const shape &s : needed) {
    DNNLET_CHECK(check_described(call, s.tensor));
    const int ndims = call.tensors[s.tensor].ndims;
    if (ndims != s.ndims)
      return invalid(call.what, ": ", names[s.tensor], " has ", ndims, " dimensions, expected ",
                     s.ndims);
  }
  const memory_desc &projection = call.tensors[rnn_projection];
  if (!is_zero(projection) && projection.ndims != 4)
    return invalid(call.what, ": weights_projection has ", projection.ndims,
                   " dimensions, expected 4");
  for (int t = 0; t < rnn_workspace; ++t)
    if (has_runtime_dims(call.tensors[rnn_tensor(t)]))
      return unimplemented(call.what, ": runtime dimensions are not supported");
  return dnnl_success;
}

status check_presence(const rnn_call &call) noexcept {
  if (is_augru(call.op.head.alg))
    DNNLET_CHECK(check_given(call.what, "attention", call.tensors.of[rnn_attention]));
  if (is_forward(call.op.head.prop)) return dnnl_success;
  for (int t = 0; t < rnn_diff; ++t) {
    const rnn_tensor tensor = rnn_tensor(t);
    if (is_zero(call.tensors[tensor]) != is_zero(call.tensors[diff_of(tensor)]))
      return invalid(call.what, ": ", names[t], " and diff_", names[t],
                     " must both be given, or neither");
  }
  return dnnl_success;
}

struct sizes {
  dim_t t, n, l, d, slc, sic, g, dhc, dic, dlc;
};

sizes sizes_of(const rnn_call &call) noexcept {
  const rnn_tensors &tensors = call.tensors;
  const dim_t *src = tensors[rnn_src_layer].dims, *weights = tensors[rnn_weights_layer].dims;
  sizes s = {
      src[0],     src[1],     weights[0], weights[1], src[2], tensors[rnn_weights_iter].dims[2],
      weights[3], weights[4], weights[4], 0};
  if (!is_zero(tensors[rnn_projection])) s.dic = tensors[rnn_projection].dims[3];
  s.dlc = call.op.direction == dnnl_bidirectional_concat ? 2 * s.dic : s.dic;
  return s;
}

status check_equal(const rnn_call &call, const char *a_name, dim_t a, const char *b_name,
                   dim_t b) noexcept {
  return a == b ? dnnl_success
                : invalid(call.what, ": ", a_name, " is ", a, ", ", b_name, " ", b,
                          "; they must be equal");
}

// What a cell gives is what the next cell takes.
status check_chain(const rnn_call &call, const sizes &s) noexcept {
  const dnnl_alg_kind_t cell = call.op.head.alg;
  const bool both =
      call.op.direction == dnnl_bidirectional_concat || call.op.direction == dnnl_bidirectional_sum;
  DNNLET_CHECK(
      check_equal(call, "the number of directions", both ? 2 : 1, "dim 1 of weights_layer", s.d));
  DNNLET_CHECK(
      check_equal(call, "the number of gates", gate_count(cell), "dim 3 of weights_layer", s.g));
  if (s.l > 1)
    DNNLET_CHECK(check_equal(call, "channels of src_layer", s.slc, "of a layer's output", s.dic));
  if (s.t > 1)
    DNNLET_CHECK(check_equal(call, "channels of src_iter", s.sic, "of a cell's output", s.dic));
  if (is_gru(cell))
    DNNLET_CHECK(check_equal(call, "channels of src_iter", s.sic, "of the cell", s.dhc));
  if (is_augru(cell) && (s.l != 1 || call.op.direction != dnnl_unidirectional_left2right))
    return invalid(call.what, ": attention is for one layer, from left to right");
  return dnnl_success;
}

}  // namespace

status check_rnn_shapes(const rnn_call &call) noexcept {
  DNNLET_CHECK(check_ranks(call));
  DNNLET_CHECK(check_presence(call));
  const sizes s = sizes_of(call);
  if (s.dic > INT64_MAX / 2) return invalid(call.what, ": the number of channels is too large");
  DNNLET_CHECK(check_chain(call, s));
  const shape expected[] = {
      {rnn_src_layer, 3, {s.t, s.n, s.slc}},
      {rnn_src_iter, 4, {s.l, s.d, s.n, s.sic}},
      {rnn_src_iter_c, 4, {s.l, s.d, s.n, s.dhc}},
      {rnn_attention, 3, {s.t, s.n, 1}},
      {rnn_weights_layer, 5, {s.l, s.d, s.slc, s.g, s.dhc}},
      {rnn_weights_iter, 5, {s.l, s.d, s.sic, s.g, s.dhc}},
      {rnn_peephole, 4, {s.l, s.d, 3, s.dhc}},
      {rnn_projection, 4, {s.l, s.d, s.dhc, s.dic}},
      {rnn_bias, 4, {s.l, s.d, bias_count(call.op.head.alg), s.dhc}},
      {rnn_dst_layer, 3, {s.t, s.n, s.dlc}},
      {rnn_dst_iter, 4, {s.l, s.d, s.n, s.dic}},
      {rnn_dst_iter_c, 4, {s.l, s.d, s.n, s.dhc}},
  };
  for (const shape &e : expected) {
    DNNLET_CHECK(check_shape(call, call.tensors[e.tensor], e, ""));
    DNNLET_CHECK(check_shape(call, call.tensors[diff_of(e.tensor)], e, "diff_"));
  }
  return s.dhc == 0 || s.dic == 0 ? unimplemented(call.what, ": the cell has no channels")
                                  : dnnl_success;
}

namespace {

status wrong_type(const rnn_call &call, const char *prefix, rnn_tensor t) noexcept {
  return unimplemented(call.what, ": ", prefix, names[t], " has data type ",
                       int(call.tensors[t].data_type), " where src_layer has ",
                       int(call.tensors[rnn_src_layer].data_type));
}

// Absent tensors have any type.
bool is_one_of(const memory_desc &md, data_type a, data_type b) noexcept {
  return is_zero(md) || md.data_type == a || md.data_type == b;
}

status check_integer_types(const rnn_call &call) noexcept {
  const rnn_tensors &tensors = call.tensors;
  const dnnl_alg_kind_t cell = call.op.head.alg;
  const data_type src = tensors[rnn_src_layer].data_type;
  if (call.op.head.prop != dnnl_forward_inference)
    return unimplemented(call.what, ": integers are for forward_inference");
  if ((cell != dnnl_vanilla_lstm && cell != dnnl_vanilla_gru) || !is_zero(tensors[rnn_peephole]))
    return unimplemented(call.what, ": integers are for lstm without peephole, and for gru");
  for (const rnn_tensor t : {rnn_weights_layer, rnn_weights_iter, rnn_projection})
    if (!is_one_of(tensors[t], dnnl_s8, dnnl_s8)) return wrong_type(call, "", t);
  for (const rnn_tensor t : {rnn_src_iter_c, rnn_dst_iter_c, rnn_bias})
    if (!is_one_of(tensors[t], dnnl_f32, dnnl_f32)) return wrong_type(call, "", t);
  for (const rnn_tensor t : {rnn_src_iter, rnn_dst_iter, rnn_dst_layer})
    if (!is_one_of(tensors[t], src, dnnl_f32)) return wrong_type(call, "", t);
  const memory_desc &first = tensors[rnn_src_iter], &last = tensors[rnn_dst_iter];
  if (!is_zero(first) && !is_zero(last) && first.data_type != last.data_type)
    return wrong_type(call, "", rnn_dst_iter);
  return dnnl_success;
}

status check_float_types(const rnn_call &call) noexcept {
  const rnn_tensors &tensors = call.tensors;
  const data_type src = tensors[rnn_src_layer].data_type;
  if (src != dnnl_f32 && src != dnnl_bf16 && src != dnnl_f16)
    return wrong_type(call, "", rnn_src_layer);
  for (int i = 0; i < rnn_diff; ++i) {
    const rnn_tensor t = rnn_tensor(i);
    const bool may_be_wider = t == rnn_bias || t == rnn_src_iter_c || t == rnn_dst_iter_c;
    const data_type other = t == rnn_peephole || may_be_wider ? dnnl_f32 : src;
    if (!is_one_of(tensors[t], t == rnn_peephole ? dnnl_f32 : src, other))
      return wrong_type(call, "", t);
    if (!is_one_of(tensors[diff_of(t)], dnnl_f32, dnnl_f32))
      return unimplemented(call.what, ": diff_", names[t], " has data type ",
                           int(tensors[diff_of(t)].data_type), ", expected f32");
  }
  return dnnl_success;
}

}  // namespace

status check_rnn_types(const rnn_call &call) noexcept {
  const data_type src = call.tensors[rnn_src_layer].data_type;
  return src == dnnl_u8 || src == dnnl_s8 ? check_integer_types(call) : check_float_types(call);
}

namespace {

// One scale, or one for each number of the dimensions of the mask.
status check_count(const rnn_call &call, const char *name, const owned_array<float> &scales,
                   dim_t expected) noexcept {
  return scales.empty() || dim_t(scales.count) == expected
             ? dnnl_success
             : invalid(call.what, ": ", scales.count, " scales of ", name, ", expected ", expected);
}

bool is_runtime(float value) noexcept {
  return std::memcmp(&value, &DNNL_RUNTIME_F32_VAL_REP, sizeof(value)) == 0;
}
bool has_runtime_values(const rnn_quantization &q) noexcept {
  for (const float scale : q.weights_scales)
    if (is_runtime(scale)) return true;
  for (const float scale : q.projection_scales)
    if (is_runtime(scale)) return true;
  return is_runtime(q.data_scale) || is_runtime(q.data_shift);
}

}  // namespace

status check_rnn_attributes(const rnn_call &call) noexcept {
  const data_type src = call.tensors[rnn_src_layer].data_type;
  const bool is_integer = src == dnnl_u8 || src == dnnl_s8;
  const unsigned kinds = is_integer ? uses_rnn_quantization : 0U;
  DNNLET_CHECK(check_attribute_kinds(call.what, call.attr, kinds));
  if (!call.attr || !is_integer) return dnnl_success;
  const rnn_quantization &q = call.attr->rnn;
  if (has_runtime_values(q))
    return unimplemented(call.what, ": scales and shifts must be known before execution");
  const dim_t *weights = call.tensors[rnn_weights_layer].dims;
  constexpr int by_gate_and_channel = 1 << 3 | 1 << 4, by_output = 1 << 3;
  if (q.weights_mask != 0 && q.weights_mask != by_gate_and_channel)
    return unimplemented(call.what, ": scales of weights with mask ", q.weights_mask,
                         ", expected 0 or ", by_gate_and_channel);
  if (q.projection_mask != 0 && q.projection_mask != by_output)
    return unimplemented(call.what, ": scales of weights_projection with mask ", q.projection_mask,
                         ", expected 0 or ", by_output);
  DNNLET_CHECK(check_count(call, "weights", q.weights_scales,
                           q.weights_mask == 0 ? 1 : weights[3] * weights[4]));
  if (is_zero(call.tensors[rnn_projection])) return dnnl_success;
  return check_count(call, "weights_projection", q.projection_scales,
                     q.projection_mask == 0 ? 1 : call.tensors[rnn_projection].dims[3]);
}

}  // namespace dnnlet
