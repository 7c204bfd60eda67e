// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_EXAMPLES_CNN_TRAINING_OWNED_H
#define DNNLET_EXAMPLES_CNN_TRAINING_OWNED_H

#include "oneapi/dnnl/dnnl.h"

namespace cnn {

// Owns an object of the C API and destroys it at the end of its scope. All that C++ has to add
// here.
template <class T, dnnl_status_t (*destroy)(T)>
class owned {
 public:
  owned() = default;
  owned(const owned &) = delete;
  owned &operator=(const owned &) = delete;
  ~owned() { reset(); }

  operator T() const { return object_; }

  // Where a function of the C API puts the object that it creates.
  T *receive() {
    reset();
    return &object_;
  }

  void reset() {
    destroy(object_);  // destroying null succeeds
    object_ = nullptr;
  }

 private:
  T object_ = nullptr;
};

using owned_engine = owned<dnnl_engine_t, dnnl_engine_destroy>;
using owned_stream = owned<dnnl_stream_t, dnnl_stream_destroy>;
using owned_memory = owned<dnnl_memory_t, dnnl_memory_destroy>;
using owned_memory_desc = owned<dnnl_memory_desc_t, dnnl_memory_desc_destroy>;
using owned_attributes = owned<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy>;
using owned_post_ops = owned<dnnl_post_ops_t, dnnl_post_ops_destroy>;
using owned_primitive = owned<dnnl_primitive_t, dnnl_primitive_destroy>;
using owned_primitive_desc = owned<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy>;

}  // namespace cnn

// Hands a failure on to the caller. dnnlet_set_diagnostics() has told the reason by then.
#define CNN_TRY(call) \
  do { \
    const dnnl_status_t cnn_status = (call); \
    if (cnn_status != dnnl_success) return cnn_status; \
  } while (0)

#endif
