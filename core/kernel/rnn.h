// SPDX-License-Identifier: Apache-2.0
// Recurrent networks: layers of cells, which go over the steps of a sequence in one direction or
// both. Every layer of a direction takes what the layer before it in that direction gave. With x
// the input of the layer at a step, h and c what the cell left at the step before, W, U and b
// weights and bias, g[i] = W_i x + U_i h + b_i, s the logistic function, and * element by element:
//
//   vanilla rnn  h' = activation(g[0])
//   lstm         i = s(g[0] + p_0 * c), f = s(g[1] + p_1 * c), z = tanh(g[2]), c' = f * c + i * z,
//                o = s(g[3] + p_2 * c'), h' = o * tanh(c'), times the projection where there is one
//   gru          u = s(g[0]), r = s(g[1]), z = tanh(W_2 x + U_2 (r * h) + b_2),
//                h' = u * h + (1 - u) * z
//   lbr gru      the same with z = tanh(W_2 x + b_2 + r * (U_2 h + b_3))
//   augru        the two of them with h' = a * h + (1 - a) * z, where a = (1 - attention) * u
//
// Gradients are the derivatives, but for augru: there they are what oneDNN computes, with u instead
// of a in those of z and h, and diff_attention = -(sum of diff_h' * (h - z) * u * (1 - u) * u).
//
// Source: the developer guide of oneDNN, "RNN".
#ifndef DNNLET_CORE_KERNEL_RNN_H
#define DNNLET_CORE_KERNEL_RNN_H

#include "core/kernel/attributes.h"
#include "core/kernel/op.h"

namespace dnnlet {

// Shapes: T steps, N batch, L layers, D directions, G gates; channels of the input of a layer
// (SLC), of the state (SIC), of the cell (DHC), of what the cell gives (DIC), of the output (DLC).
enum rnn_tensor {
  rnn_src_layer,      // T x N x SLC
  rnn_src_iter,       // L x D x N x SIC
  rnn_src_iter_c,     // L x D x N x DHC
  rnn_attention,      // T x N x 1
  rnn_weights_layer,  // L x D x SLC x G x DHC
  rnn_weights_iter,   // L x D x SIC x G x DHC
  rnn_peephole,       // L x D x 3 x DHC
  rnn_projection,     // L x D x DHC x DIC
  rnn_bias,           // L x D x G x DHC; lbr: G + 1
  rnn_dst_layer,      // T x N x DLC
  rnn_dst_iter,       // L x D x N x DIC
  rnn_dst_iter_c,     // L x D x N x DHC
  rnn_diff,           // here begin their gradients, in the same order
  rnn_workspace = 2 * rnn_diff,
  rnn_tensor_count
};
constexpr rnn_tensor diff_of(rnn_tensor t) noexcept {
  return rnn_tensor(rnn_diff + t);
}

// 25 descriptors follow it, zero ones for tensors that are not there.
struct alignas(memory_desc) rnn_op {
  static constexpr size_t plan_bytes = 2048;

  op_header head;  // alg: the cell
  dnnl_alg_kind_t activation;
  dnnl_rnn_direction_t direction;
  unsigned flags;
  float alpha, beta;

  memory_desc &operator[](rnn_tensor t) noexcept {
    return reinterpret_cast<memory_desc *>(this + 1)[t];
  }
  const memory_desc &operator[](rnn_tensor t) const noexcept {
    return reinterpret_cast<const memory_desc *>(this + 1)[t];
  }
};
static_assert(sizeof(rnn_op) % alignof(memory_desc) == 0, "descriptors follow");

constexpr bool is_lbr(dnnl_alg_kind_t cell) noexcept {
  return cell == dnnl_lbr_gru || cell == dnnl_lbr_augru;
}
constexpr bool is_augru(dnnl_alg_kind_t cell) noexcept {
  return cell == dnnl_vanilla_augru || cell == dnnl_lbr_augru;
}
constexpr int gate_count(dnnl_alg_kind_t cell) noexcept {
  return cell == dnnl_vanilla_rnn ? 1 : cell == dnnl_vanilla_lstm ? 4 : 3;
}
constexpr bool is_gru(dnnl_alg_kind_t cell) noexcept {
  return gate_count(cell) == 3;
}
constexpr int bias_count(dnnl_alg_kind_t cell) noexcept {
  return gate_count(cell) + (is_lbr(cell) ? 1 : 0);
}

struct rnn_sizes {
  dim_t t, n, l, d, slc, sic, dhc, dic, dlc;
  int gates, biases;
};
rnn_sizes sizes_of(const rnn_op &op) noexcept;

inline bool is_backwards(const rnn_op &op, dim_t direction) noexcept {
  return op.direction == dnnl_unidirectional_right2left || direction == 1;
}

// What dst_layer is given for the states of both directions, of which `sum` is the sum of what they
// stand for. Integers are added as oneDNN adds them: as elements, each of which has the shift, that
// saturate; where dst_layer has no integers, both shifts are taken away again.
double added_states(const rnn_op &op, const rnn_quantization &q, double sum) noexcept;

// What a forward pass leaves of a cell for the backward pass, and for the next layer, in floats,
// one part behind the other. The workspace has them as [L][D][step in the order of the cell][N].
struct rnn_record {
  dim_t gates;   // G x DHC, after their functions
  dim_t c;       // lstm: DHC, c'
  dim_t hidden;  // lbr: DHC, U_2 h + b_3; with projection: DHC, o * tanh(c')
  dim_t h;       // DIC, h' as the next cell sees it
  dim_t size;
};
rnn_record record_of(const rnn_op &op) noexcept;
// False where they are more than any memory.
bool count_records(const rnn_op &op, size_t *bytes) noexcept;

}  // namespace dnnlet

#endif
