// SPDX-License-Identifier: Apache-2.0
// Mutations: one thing of a valid problem becomes something that no sane program asks for.
#include <cmath>
#include <limits>

#include "tests/fuzz/check.h"
#include "tests/fuzz/layouts.h"

namespace dnnlet::fuzz {

namespace {

void mutate_number(choices &c, dims &list) {
  if (list.empty()) return;
  int64_t &n = list[c.below(list.size())];
  if (c.chance(30))
    n = int64_t(uint64_t(n) + uint64_t(c.between(-2, 2)));
  else
    n = c.wild();
}

void mutate_tensor(choices &c, tensor_spec &t) {
  switch (c.below(9)) {
    case 0: mutate_number(c, t.shape); break;
    case 1:
      if (t.layout != layout_kind::strided) make_plain(t);
      t.strides.resize(t.shape.size(), 1);
      mutate_number(c, t.strides);
      break;
    case 2: t.type = dnnl_data_type_t(c.below(18)); break;
    case 3:
      t.layout = layout_kind::tag;
      t.tag = dnnl_format_tag_t(c.below(uint64_t(dnnl_format_tag_last)));
      // The layout is the library's then, and has to be asked for.
      if (t.tag == dnnl_format_tag_any) t.layout = layout_kind::any;
      break;
    case 4:
      if (t.layout == layout_kind::region) mutate_number(c, c.chance(50) ? t.whole : t.offsets);
      break;
    case 5:  // another number of dimensions
      if (c.chance(50) && !t.shape.empty())
        t.shape.pop_back();
      else
        t.shape.push_back(c.extent(4));
      make_plain(t);
      break;
    case 6: t.layout = layout_kind::any; break;
    case 7: t.is_runtime = true; break;
    default: {  // one element for all of a dimension, as a broadcast, or rows that overlap
      if (t.shape.empty()) break;
      if (t.layout != layout_kind::strided) make_plain(t);
      t.strides.resize(t.shape.size(), 1);
      int64_t &stride = t.strides[c.below(t.strides.size())];
      stride = c.chance(50) ? 0 : stride - 1;
    }
  }
}

float wild_factor(choices &c) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  return c.pick(
      {std::nanf(""), infinity, -infinity, 0.0f, -0.0f, -1.0f, 1e38f, 1e-45f, 8e34f, -3.0f});
}

void mutate_attributes(choices &c, attributes_spec &a) {
  if (a.dropout.is_set && c.chance(30)) {
    a.dropout.seed_type = dnnl_data_type_t(c.below(18));
    return;
  }
  if (c.chance(10)) {
    a.stochastic = int(c.below(40));
    return;
  }
  if (a.rnn.is_set && c.chance(60)) {
    switch (c.below(4)) {
      case 0: a.rnn.weights_mask = int(c.chance(50) ? c.below(32) : uint64_t(c.wild())); break;
      case 1: a.rnn.weights_count = c.between(0, 100); break;
      case 2: a.rnn.data_scale = wild_factor(c); break;
      default: a.rnn.data_shift = wild_factor(c);
    }
    return;
  }
  if (!a.quantizations.empty() && c.chance(60)) {
    quantization &q = a.quantizations[c.below(a.quantizations.size())];
    switch (c.below(4)) {
      case 0: q.mask = int(c.wild()); break;
      case 1: q.groups = {c.wild(), c.chance(50) ? 1 : c.wild()}; break;
      case 2: q.type = dnnl_data_type_t(c.below(18)); break;
      default: q.arg = int(c.below(60)); break;
    }
    return;
  }
  if (a.post_ops.empty()) {
    a.fpmath = int(c.below(8)) - 1;
    return;
  }
  post_op &op = a.post_ops[c.below(a.post_ops.size())];
  switch (c.below(7)) {
    case 0: op.alpha = wild_factor(c); break;
    case 1: op.beta = wild_factor(c); break;
    case 2: op.algorithm = int(c.wild()); break;
    case 3: op.mask = int(c.wild()); break;
    case 4: op.type = dnnl_data_type_t(c.below(18)); break;
    case 5: mutate_tensor(c, op.operand); break;
    default: (c.chance(50) ? op.kernel : c.chance(50) ? op.stride : op.padding) = c.wild();
  }
}

}  // namespace

void mutate(choices &c, problem &p) {
  p.is_mutated = true;
  for (uint64_t n = 1 + c.below(2); n > 0; --n) {
    switch (c.below(8)) {
      case 0:
      case 1:
        if (!p.sizes.empty()) mutate_number(c, p.sizes[c.below(p.sizes.size())]);
        break;
      case 2:
        if (!p.factors.empty()) p.factors[c.below(p.factors.size())] = wild_factor(c);
        break;
      case 3: mutate_attributes(c, p.attributes); break;
      case 4:
        (c.chance(50) ? p.algorithm : p.prop) =
            int(c.chance(50) ? c.below(0x300) : uint64_t(c.wild()));
        break;
      default: mutate_tensor(c, p.tensors[c.below(p.tensors.size())]);
    }
  }
}

}  // namespace dnnlet::fuzz
