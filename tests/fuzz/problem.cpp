// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/problem.h"

#include <algorithm>
#include <cstdio>

namespace dnnlet::fuzz {

namespace {

std::string number(double value) {
  char line[40];
  std::snprintf(line, sizeof(line), "%.9g", value);
  return line;
}

const char *name(dnnl_data_type_t type) {
  return type == dnnl_data_type_undef ? "undef" : dnnl_dt2str(type);
}

std::string quantization_text(const quantization &q) {
  std::string line = q.is_reduction ? " reductions" : q.is_zero_point ? " zero_points" : " scales";
  line += "(arg " + std::to_string(q.arg) + " mask " + std::to_string(q.mask) + " " + name(q.type);
  if (!q.groups.empty()) line += " groups " + text(q.groups);
  if (q.is_computed()) line += " mode " + std::to_string(int(q.mode));
  return line + (q.is_on_host ? " host)" : ")");
}

std::string post_op_text(const post_op &op) {
  std::string line = std::string(" ") + dnnl_prim_kind2str(op.kind) + "(";
  switch (op.kind) {
    case dnnl_sum:
      return line + number(op.alpha) + " " + std::to_string(op.zero_point) + " " + name(op.type) +
             ")";
    case dnnl_eltwise:
      return line + dnnl_alg_kind2str(dnnl_alg_kind_t(op.algorithm)) + " " + number(op.alpha) +
             " " + number(op.beta) + ")";
    case dnnl_binary:
      line +=
          std::string(dnnl_alg_kind2str(dnnl_alg_kind_t(op.algorithm))) + " " + text(op.operand);
      return line + (op.algorithm == dnnl_binary_select ? " " + text(op.condition) + ")" : ")");
    case dnnl_prelu: return line + std::to_string(op.mask) + ")";
    default:
      return line + name(op.type) + " " + name(op.bias_type) + " " + name(op.dst_type) + " k" +
             std::to_string(op.kernel) + " s" + std::to_string(op.stride) + " p" +
             std::to_string(op.padding) + ")";
  }
}

std::string rnn_text(const rnn_quantization_spec &q) {
  std::string line = " rnn(data " + number(double(q.data_scale)) + " " +
                     number(double(q.data_shift)) + " weights mask " +
                     std::to_string(q.weights_mask) + " x" + std::to_string(q.weights_count);
  if (q.has_projection)
    line += " projection mask " + std::to_string(q.projection_mask) + " x" +
            std::to_string(q.projection_count);
  return line + ")";
}

std::string attributes_text(const attributes_spec &a) {
  std::string line;
  for (const quantization &q : a.quantizations) line += quantization_text(q);
  for (const post_op &op : a.post_ops) line += post_op_text(op);
  if (a.dropout.is_set)
    line += std::string(" dropout(") + name(a.dropout.seed_type) +
            (a.dropout.uses_offset ? " offset" : "") + (a.dropout.is_on_host ? " host" : "") +
            (a.dropout.has_mask ? " mask)" : ")");
  if (a.rnn.is_set) line += rnn_text(a.rnn);
  if (a.stochastic) line += " stochastic(arg " + std::to_string(a.stochastic) + ")";
  if (a.user_scratchpad) line += " user_scratchpad";
  if (a.deterministic) line += " deterministic";
  if (a.fpmath || a.fpmath_to_integers) line += " fpmath " + std::to_string(a.fpmath);
  if (a.fpmath_to_integers) line += " to integers";
  if (a.accumulation) line += " accumulation " + std::to_string(a.accumulation);
  return line.empty() ? line : " with" + line;
}

std::string layout_text(const tensor_spec &t) {
  switch (t.layout) {
    case layout_kind::none: return "none";
    case layout_kind::any: return "any";
    case layout_kind::tag: return dnnl_fmt_tag2str(t.tag);
    case layout_kind::strided: return "strides " + text(t.strides);
    case layout_kind::region:
      return "at " + text(t.offsets) + " of " + text(t.whole) + " " + dnnl_fmt_tag2str(t.tag);
    case layout_kind::scalar: return "host";
  }
  return "?";
}

}  // namespace

int64_t count(const dims &shape) {
  int64_t product = 1;
  for (const int64_t extent : shape)
    if (extent == 0) return 0;
  for (const int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(product, extent, &product)) return INT64_MAX;
  return product;
}

bool attributes_spec::is_default() const {
  return attributes_text(*this).empty();
}

tensor_spec *problem::find(int arg) {
  for (tensor_spec &t : tensors)
    if (t.arg == arg && t.layout != layout_kind::none) return &t;
  return nullptr;
}
const tensor_spec *problem::find(int arg) const {
  return const_cast<problem *>(this)->find(arg);
}

std::string text(const dims &list) {
  std::string line;
  for (const int64_t n : list) line += (line.empty() ? "" : "x") + std::to_string(n);
  return line.empty() ? "()" : line;
}

std::string text(const tensor_spec &t) {
  static const char *const fills[] = {"",         " exact",   " positive", " powers",
                                      " special", " chances", " small"};
  if (t.layout == layout_kind::none) return "-";
  return std::string(name(t.type)) + ":" + text(t.shape) + ":" + layout_text(t) +
         (t.is_runtime ? " runtime" + (~t.unknown_dims ? " " + std::to_string(t.unknown_dims)
                                                       : std::string())
                       : "") +
         fills[int(t.fill)];
}

std::string text(const problem &p) {
  std::string line = p.name;
  if (p.prop) line += " " + std::to_string(p.prop);
  if (p.algorithm) {
    const char *known = dnnl_alg_kind2str(dnnl_alg_kind_t(p.algorithm));
    line += std::string(" ") + (known ? known : "?") + "/" + std::to_string(p.algorithm);
  }
  for (const tensor_spec &t : p.tensors)
    line += (t.arg == 0 || &t == &p.tensors[0] ? " " : ", ") + text(t);
  for (const dims &list : p.sizes) line += " " + text(list);
  for (const float f : p.factors) line += " " + number(double(f));
  line += attributes_text(p.attributes);
  if (p.is_in_place) line += " in place";
  if (p.is_mutated) line += " (mutated)";
  if (p.forward) line += "; after " + text(*p.forward);
  return line;
}

}  // namespace dnnlet::fuzz
