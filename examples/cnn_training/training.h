// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_TRAINING_H
#define DNNLET_EXAMPLES_CNN_TRAINING_TRAINING_H

#include "examples/cnn_training/network.h"
#include "examples/cnn_training/picture_set.h"
#include "oneapi/dnnl/dnnl_threadpool_iface.hpp"

namespace cnn {

// Goes through a set of pictures again and again, each time in another order.
class trainer {
 public:
  using thread_pool = dnnl::threadpool_interop::threadpool_iface;

  // `rate` is the first learning rate; it falls to nearly nothing at the end of the last epoch.
  // What the library does not do is spread over the threads of `pool` as well, if there is one.
  trainer(network &net, const picture_set &set, int epochs, float rate, uint64_t seed,
          thread_pool *pool = nullptr);

  // One epoch of training, and how well the pictures were told apart meanwhile. Pictures that do
  // not fill a batch wait for another epoch.
  dnnl_status_t run_epoch(score *total);

 private:
  descent descent_now() const;
  void draw_batch(int first);
  void in_parallel(int count, const std::function<void(int, int)> &body);

  network &net_;
  const picture_set &set_;
  thread_pool *const pool_;
  const float rate_;
  const int steps_;  // of all epochs
  int step_ = 0;
  random numbers_;
  std::vector<int> order_;

  // Where the pictures of a batch are taken from, and by how much they are moved.
  struct placement {
    const uint8_t *pixels;
    int right, down;
  };
  std::vector<placement> placements_;
  std::vector<uint8_t> labels_;
};

// Shows a network the pictures from `first` on, as many as make a batch or as there are left.
dnnl_status_t show(network &net, const picture_set &set, int first, score *result);

// How well a network tells pictures apart that it has not been trained with.
dnnl_status_t measure(network &net, const picture_set &set, score *total);

}  // namespace cnn

#endif
