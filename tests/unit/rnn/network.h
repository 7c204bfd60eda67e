// SPDX-License-Identifier: Apache-2.0
// Problems of recurrent networks, as descriptors, and as sums in f64.
#ifndef DNNLET_TESTS_UNIT_RNN_NETWORK_H
#define DNNLET_TESTS_UNIT_RNN_NETWORK_H

#include <string>

#include "tests/support/execute.h"
#include "tests/support/plugins.h"

namespace dnnlet::test {

struct network {
  dnnl_alg_kind_t cell;
  dnnl_rnn_direction_t direction;
  int64_t t, n, l, slc, dhc;
  int64_t dic = 0;  // of a projection; 0: none
  bool has_peephole = false, has_states = true, has_bias = true;
  dnnl_alg_kind_t activation = dnnl_eltwise_tanh;
  data_type type = data_type::f32;
  float alpha = 0.125f;
  bool is_deterministic = false;  // the attribute

  int64_t d() const;
  int64_t gates() const;
  int64_t biases() const;
  int64_t outputs() const { return dic ? dic : dhc; }
  bool is_lstm() const { return cell == dnnl_vanilla_lstm; }
  bool is_lbr() const { return cell == dnnl_lbr_gru || cell == dnnl_lbr_augru; }
  bool is_integer() const { return type == data_type::u8 || type == data_type::s8; }
  bool has_attention() const { return cell == dnnl_vanilla_augru || cell == dnnl_lbr_augru; }
  std::string name() const;
};

/// The tensors of a network by argument, with their shapes; those that it does not have are not
/// there. Of the forward pass: inputs, or outputs.
std::map<int, dims> input_shapes(const network &net);
std::map<int, dims> output_shapes(const network &net);
/// The argument of a gradient: DNNL_ARG_DIFF_...
int diff_of(int arg);

/// Any layout of weights is `any`, or the format.
struct network_layouts {
  dnnl::memory::format_tag weights = dnnl::memory::format_tag::any;
  bool has_gaps = false;             // between rows of src_layer and dst_layer
  bool has_gaps_in_weights = false;  // between gates, which are no matrix then, and channels
};

/// What states and weights of integers stand for.
dnnl::primitive_attr attributes_of(const network &net);
/// Numbers that are the same each time.
tensors inputs_of(const network &net);

/// Descriptors of primitives; empty if the library refuses.
dnnl::primitive_desc forward_desc(const dnnl::engine &engine, const network &net,
                                  dnnl::prop_kind prop, const network_layouts &layouts = {});
dnnl::primitive_desc backward_desc(const dnnl::engine &engine, const network &net, unsigned flags,
                                   const dnnl::primitive_desc &forward,
                                   const network_layouts &layouts = {});

/// The definition in f64.
tensors evaluate(const network &net, const tensors &inputs);

}  // namespace dnnlet::test

#endif
