// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_RNN_HPP
#define ONEAPI_DNNL_DETAIL_RNN_HPP

#include "oneapi/dnnl/detail/primitive_desc.hpp"

namespace dnnl {

/// The primitive descriptors of recurrent networks. Their tensors, of L layers, D directions (1 or
/// 2), G gates, T time steps, N images; channels SLC of src_layer, SIC of src_iter, DHC of the
/// cell's state, DIC of dst_iter, DLC of dst_layer (twice DIC for bidirectional_concat):
///
///   in   DNNL_ARG_SRC_LAYER           [T, N, SLC]
///   in   DNNL_ARG_SRC_ITER            [L, D, N, SIC]; optional, as are all *_ITER: then zero
///   in   DNNL_ARG_SRC_ITER_C          [L, D, N, DHC]; LSTM's cell state
///   in   DNNL_ARG_AUGRU_ATTENTION     [T, N, 1]; AUGRU
///   in   DNNL_ARG_WEIGHTS_LAYER       [L, D, SLC, G, DHC]
///   in   DNNL_ARG_WEIGHTS_ITER        [L, D, SIC, G, DHC]
///   in   DNNL_ARG_WEIGHTS_PEEPHOLE    [L, D, 3, DHC]; LSTM, optional
///   in   DNNL_ARG_WEIGHTS_PROJECTION  [L, D, DHC, DIC]; LSTM, optional
///   in   DNNL_ARG_BIAS                [L, D, G, DHC], with G + 1 for linear before reset; optional
///   out  DNNL_ARG_DST_LAYER           [T, N, DLC]
///   out  DNNL_ARG_DST_ITER            [L, D, N, DIC]
///   out  DNNL_ARG_DST_ITER_C          [L, D, N, DHC]; LSTM's cell state
///   out  DNNL_ARG_WORKSPACE           for training
///
/// An optional tensor is left out by the zero descriptor, memory::desc(). Backward primitives take
/// all of these as inputs, and DNNL_ARG_DIFF_DST_LAYER, _DST_ITER, _DST_ITER_C; their outputs are
/// the other DNNL_ARG_DIFF_*, of which those of weights and bias are added to what they hold.
struct rnn_primitive_desc_base : public primitive_desc {
  using primitive_desc::primitive_desc;

  /// Makes an empty object.
  rnn_primitive_desc_base() = default;

  /// Copies a C descriptor, which must be of an RNN with this propagation kind and cell.
  rnn_primitive_desc_base(dnnl_primitive_desc_t pd, dnnl::prop_kind aprop_kind,
                          dnnl::algorithm cell_kind)
      : rnn_primitive_desc_base(pd, aprop_kind, aprop_kind, cell_kind) {}

  memory::desc src_layer_desc() const { return argument_desc(DNNL_ARG_SRC_LAYER); }
  memory::desc augru_attention_desc() const { return argument_desc(DNNL_ARG_AUGRU_ATTENTION); }
  memory::desc src_iter_desc() const { return argument_desc(DNNL_ARG_SRC_ITER); }
  memory::desc src_iter_c_desc() const { return argument_desc(DNNL_ARG_SRC_ITER_C); }
  memory::desc weights_layer_desc() const { return argument_desc(DNNL_ARG_WEIGHTS_LAYER); }
  memory::desc weights_iter_desc() const { return argument_desc(DNNL_ARG_WEIGHTS_ITER); }
  memory::desc weights_peephole_desc() const { return argument_desc(DNNL_ARG_WEIGHTS_PEEPHOLE); }
  memory::desc weights_projection_desc() const {
    return argument_desc(DNNL_ARG_WEIGHTS_PROJECTION);
  }
  memory::desc bias_desc() const { return argument_desc(DNNL_ARG_BIAS); }
  memory::desc dst_layer_desc() const { return argument_desc(DNNL_ARG_DST_LAYER); }
  memory::desc dst_iter_desc() const { return argument_desc(DNNL_ARG_DST_ITER); }
  memory::desc dst_iter_c_desc() const { return argument_desc(DNNL_ARG_DST_ITER_C); }

  memory::desc diff_src_layer_desc() const { return argument_desc(DNNL_ARG_DIFF_SRC_LAYER); }
  memory::desc diff_augru_attention_desc() const {
    return argument_desc(DNNL_ARG_DIFF_AUGRU_ATTENTION);
  }
  memory::desc diff_src_iter_desc() const { return argument_desc(DNNL_ARG_DIFF_SRC_ITER); }
  memory::desc diff_src_iter_c_desc() const { return argument_desc(DNNL_ARG_DIFF_SRC_ITER_C); }
  memory::desc diff_weights_layer_desc() const {
    return argument_desc(DNNL_ARG_DIFF_WEIGHTS_LAYER);
  }
  memory::desc diff_weights_iter_desc() const { return argument_desc(DNNL_ARG_DIFF_WEIGHTS_ITER); }
  memory::desc diff_weights_peephole_desc() const {
    return argument_desc(DNNL_ARG_DIFF_WEIGHTS_PEEPHOLE);
  }
  memory::desc diff_weights_projection_desc() const {
    return argument_desc(DNNL_ARG_DIFF_WEIGHTS_PROJECTION);
  }
  memory::desc diff_bias_desc() const { return argument_desc(DNNL_ARG_DIFF_BIAS); }
  memory::desc diff_dst_layer_desc() const { return argument_desc(DNNL_ARG_DIFF_DST_LAYER); }
  memory::desc diff_dst_iter_desc() const { return argument_desc(DNNL_ARG_DIFF_DST_ITER); }
  memory::desc diff_dst_iter_c_desc() const { return argument_desc(DNNL_ARG_DIFF_DST_ITER_C); }

 protected:
  /// Copies a C descriptor of an RNN with one of two propagation kinds and this cell.
  rnn_primitive_desc_base(dnnl_primitive_desc_t pd, dnnl::prop_kind pass,
                          dnnl::prop_kind other_pass, dnnl::algorithm cell_kind)
      : primitive_desc(pd, primitive::kind::rnn, pass, other_pass) {
    if (pd && get_cell_kind() != cell_kind)
      detail::fail(dnnl_invalid_arguments, "the descriptor is for another kind of RNN cell");
  }

 private:
  memory::desc argument_desc(int arg) const { return query_md(query::exec_arg_md, arg); }
};

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_RNN_HPP
