// SPDX-License-Identifier: Apache-2.0
// Gradients of weights, biases and peepholes of a layer: sums over steps and batch.
#ifndef DNNLET_PLUGINS_DRIVERS_RNN_WEIGHTS_GRADIENTS_H
#define DNNLET_PLUGINS_DRIVERS_RNN_WEIGHTS_GRADIENTS_H

#include "plugins/drivers/rnn/backward_memory.h"

namespace dnnlet::drivers {

class weights_gradients : protected backward_memory {
 public:
  using backward_memory::backward_memory;

 protected:
  // Of bias and peephole: rows of gradients, and those times states, summed up in the order of
  // steps and batch, from what is there already or zeros. Those of f32 for all steps at once;
  // others step by step, before they are rounded.
  void load_sums(dim_t l, dim_t d) const noexcept;
  void sum_rows(dim_t l, dim_t d, dim_t first, dim_t steps) const noexcept;
  // After the last step: products of all of them, and the sums.
  void add_weights(dim_t l, dim_t d) const noexcept;

 private:
  // A gradient of weights from its column `first` on, where it lies.
  struct weights_part {
    int arg;
    rnn_tensor t;
    dim_t l, d, first;
  };

  float beta() const noexcept;
  float *bias_sums() const noexcept { return part(plan_.sums_at); }
  float *peephole_sums() const noexcept { return part(plan_.sums_at) + s_.biases * s_.dhc; }
  template <class Body>
  void for_each_sum(dim_t l, dim_t d, const Body &body) const noexcept;
  void store_sums(dim_t l, dim_t d) const noexcept;
  void sum_peephole(dim_t l, dim_t d, dim_t step, dim_t n) const noexcept;
  // What is added: rows of what went in, transposed, times rows of gradients.
  void add_product(const weights_product &product, const state_rows &in, const state_rows &of,
                   const weights_part &to) const noexcept;
  // The same factors, a channel a row.
  matrix turned(const state_rows &in, dim_t channels) const noexcept;
  void unstage(const weights_product &product, const weights_part &to) const noexcept;
};

}  // namespace dnnlet::drivers

#endif
