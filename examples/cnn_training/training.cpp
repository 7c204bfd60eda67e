// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/training.h"

#include <algorithm>

namespace cnn {

namespace {

constexpr int max_shift = 2;  // pixels; pictures that move a little are as good as more pictures

void place(const uint8_t *pixels, int right, int down, float *picture) {
  for (int y = 0; y < picture_side; ++y)
    for (int x = 0; x < picture_side; ++x) {
      const int from_x = x - right, from_y = y - down;
      const bool is_inside =
          from_x >= 0 && from_x < picture_side && from_y >= 0 && from_y < picture_side;
      *picture++ = is_inside ? float(pixels[from_y * picture_side + from_x]) / 255 : 0;
    }
}

}  // namespace

trainer::trainer(network &net, const picture_set &set, int epochs, float rate, uint64_t seed,
                 thread_pool *pool)
    : net_(net),
      set_(set),
      pool_(pool),
      rate_(rate),
      steps_(epochs * (set.count() / net.batch())),
      numbers_(seed),
      order_(size_t(set.count())),
      placements_(size_t(net.batch())),
      labels_(size_t(net.batch())) {
  for (int i = 0; i < set.count(); ++i) order_[size_t(i)] = i;
}

// A short rise, then a straight fall.
descent trainer::descent_now() const {
  const int rise = std::max(1, steps_ / 20);
  const float up = std::min(1.0f, float(step_ + 1) / float(rise));
  const float down = float(steps_ - step_) / float(steps_);
  return {rate_ * up * down, 0.9f, 5e-4f};
}

void trainer::in_parallel(int count, const std::function<void(int, int)> &body) {
  if (pool_) return pool_->parallel_for(count, body);
  for (int i = 0; i < count; ++i) body(i, count);
}

void trainer::draw_batch(int first) {
  const int batch = net_.batch();
  for (int i = 0; i < batch; ++i) {
    const int index = order_[size_t(first + i)];
    const int right = numbers_.below(2 * max_shift + 1) - max_shift;
    const int down = numbers_.below(2 * max_shift + 1) - max_shift;
    placements_[size_t(i)] = {set_.picture(index), right, down};
    labels_[size_t(i)] = set_.labels[size_t(index)];
  }
  in_parallel(batch, [this](int i, int) {
    const placement &p = placements_[size_t(i)];
    place(p.pixels, p.right, p.down, net_.pictures() + i * picture_size);
  });
}

dnnl_status_t trainer::run_epoch(score *total) {
  *total = {};
  for (int i = set_.count() - 1; i > 0; --i)
    std::swap(order_[size_t(i)], order_[size_t(numbers_.below(i + 1))]);

  const int batch = net_.batch();
  for (int first = 0; first + batch <= set_.count(); first += batch, ++step_) {
    draw_batch(first);
    score step;
    CNN_TRY(net_.find_gradients(labels_.data(), batch, &step));
    const descent how = descent_now();
    in_parallel(pool_ ? pool_->get_num_threads() : 1,
                [&](int part, int parts) { net_.descend(how, part, parts); });
    total->add(step);
  }
  return dnnl_success;
}

dnnl_status_t show(network &net, const picture_set &set, int first, score *result) {
  const int count = std::min(net.batch(), set.count() - first);
  for (int i = 0; i < count; ++i)
    place(set.picture(first + i), 0, 0, net.pictures() + i * picture_size);
  return net.test(&set.labels[size_t(first)], count, result);
}

dnnl_status_t measure(network &net, const picture_set &set, score *total) {
  *total = {};
  for (int first = 0; first < set.count(); first += net.batch()) {
    score step;
    CNN_TRY(show(net, set, first, &step));
    total->add(step);
  }
  return dnnl_success;
}

}  // namespace cnn
