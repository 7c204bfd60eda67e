// SPDX-License-Identifier: Apache-2.0
// A trained network, made over for inference: ReLU is fused into the convolutions, and numbers are
// f32, bf16, or 8 bits wide.
#ifndef DNNLET_EXAMPLES_INT8_INFERENCE_INFERENCE_H
#define DNNLET_EXAMPLES_INT8_INFERENCE_INFERENCE_H

#include "examples/cnn_training/network.h"

namespace cnn {

// The largest number that each layer makes of the pictures that one has seen.
struct ranges {
  float largest[max_layers] = {};

  // Looks at what a network has made of its present pictures. Only results of ReLU, which are never
  // negative, are of interest.
  void widen(const network &net);
};

class inference {
 public:
  // `type` is that of the tensors between the layers, dnnl_f32, dnnl_bf16, dnnl_u8 or dnnl_s8.
  // With the last two, which need the ranges, weights are s8. There must be no LRN.
  dnnl_status_t create(dnnl_engine_t engine, dnnl_stream_t stream, const network &trained,
                       const ranges &seen, dnnl_data_type_t type);

  // Where the caller puts a batch of pictures: [batch][side][side], 0 to 255.
  uint8_t *pictures() { return reinterpret_cast<uint8_t *>(data_of(pictures_)); }
  int batch() const { return batch_; }

  dnnl_status_t run() { return steps_.run(graph_.stream()); }

  // What the last layer makes of the pictures, [batch][classes], and the class of one of them.
  const float *logits() const { return data_of(logits_); }
  int classes() const { return classes_; }
  int answer(int picture) const;

  size_t weights_bytes() const { return weights_bytes_; }
  const step_list &steps() const { return steps_; }

 private:
  // How the numbers of a tensor are stored: number = scale * (stored - zero_point).
  struct tensor {
    dnnl_memory_t memory;
    dnnl_data_type_t type;
    float scale;
    int32_t zero_point;
  };

  bool is_int8() const { return type_ == dnnl_u8 || type_ == dnnl_s8; }
  dnnl_status_t add_pictures(const layer &first, tensor *result);
  dnnl_status_t add_convolution(const layer &l, bool with_relu, float largest, tensor *data);
  dnnl_status_t convert_weights(const layer &l, const_dnnl_memory_desc_t wanted,
                                dnnl_memory_t *weights, dnnl_memory_t *scales);
  dnnl_status_t add_pooling(const layer &l, tensor *data);
  dnnl_status_t add_number(dnnl_data_type_t type, const void *value, dnnl_memory_t *made);

  dnnl_data_type_t type_ = dnnl_f32;
  int batch_ = 0, classes_ = 0;
  size_t weights_bytes_ = 0;
  graph graph_;
  step_list steps_;
  dnnl_memory_t pictures_ = nullptr, logits_ = nullptr;
};

}  // namespace cnn

#endif
