// SPDX-License-Identifier: Apache-2.0
// What recurrent networks need of a plugin beside its products: the functions of cells, on rows of
// n channels of one of the batch. Formulas and names: core/kernel/rnn.h.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_RNN_BACKEND_H
#define DNNLET_PLUGINS_DRIVERS_RNN_RNN_BACKEND_H

#include "plugins/drivers/gemm/matrix_product.h"

namespace dnnlet::drivers {

// A cell forward. `linear` and `gates` are G rows of n, one behind the other: sums, and functions
// of them, for which they may make room.
struct cell_row {
  dim_t n;
  const float *linear;
  float *gates;           // lstm: or null
  const float *before;    // h; of lstm: c
  const float *peephole;  // 3 rows of n, or null
  float *c;               // lstm: c'
  float *hidden;          // lbr: U_2 h + b_3; gru: r * h
  float keep;             // augru: 1 - attention; else 1
  float *h;               // h'
};

// And backward: `gates` are what the forward pass left. `dh` and `dc` are those of h' and c'
// before, of h and c afterwards, but for what the weights hand back.
struct cell_gradient_row {
  dim_t n;
  const float *gates, *before, *peephole, *c, *hidden;
  bool has_attention;
  float keep;
  float *dgates;   // of the gates before their functions
  float *dhidden;  // lbr: of U_2 h + b_3; gru: of r * h
  float *dh, *dc;
};

struct rnn_functions {
  void (*lstm)(const cell_row &row) noexcept;
  // u and r, and, of a gru whose linear part does not come before, r * h.
  void (*gru_gates)(const cell_row &row) noexcept;
  void (*gru)(const cell_row &row) noexcept;      // z and h'
  void (*lbr_gru)(const cell_row &row) noexcept;  // all of it

  void (*lstm_gradient)(const cell_gradient_row &row) noexcept;
  // Of u and z, and, with lbr, of r and what it resets. Answers sum of du * u, for the attention.
  float (*gru_gradient)(const cell_gradient_row &row) noexcept;
  float (*lbr_gru_gradient)(const cell_gradient_row &row) noexcept;
  void (*reset_gradient)(const cell_gradient_row &row) noexcept;  // of r, from that of r * h
  // Of relu, tanh and logistic, from what they gave: y[i] = b[i] * slope at x[i]
  row_function (*activation_gradient)(dnnl_alg_kind_t alg) noexcept;
};

// A row times packed weights (multiply.h): the sums of tiles, where these have too little to do.
struct row_by_panels {
  const char *a, *panels;
  dim_t a_step, step;  // bytes from group to group of the row, and of a panel
  dim_t steps, columns, panel_columns, panel_bytes;
  void *c;
  bool adds;          // to what is in c; else
  const void *start;  // is what sums start from, or null
};
using row_product = void (*)(const row_by_panels &p) noexcept;

// What a row of a kernel table has for its parts.
struct rnn_parts {
  const product_parts *product;
  const rnn_functions *cells;
  const row_product *by_row;
};

}  // namespace dnnlet::drivers

#endif
