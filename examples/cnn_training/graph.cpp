// SPDX-License-Identifier: Apache-2.0
#include "examples/cnn_training/graph.h"

#include <string.h>

namespace cnn {

dnnl_status_t step_list::run(dnnl_stream_t stream) const {
  for (int i = 0; i < count; ++i)
    CNN_TRY(dnnl_primitive_execute(steps[i].primitive, stream, steps[i].arg_count, steps[i].args));
  return dnnl_stream_wait(stream);
}

dnnl_status_t graph::open(dnnl_engine_t engine, dnnl_stream_t stream, dnnl_data_type_t type) {
  engine_ = engine;
  stream_ = stream;
  type_ = type;
  CNN_TRY(dnnl_primitive_attr_create(attributes_.receive()));
  return dnnl_primitive_attr_set_scratchpad_mode(attributes_, dnnl_scratchpad_mode_user);
}

dnnl_status_t graph::add_tensor(const_dnnl_memory_desc_t desc, dnnl_memory_t *made) {
  if (tensor_count_ == max_tensors) return dnnl_out_of_memory;
  owned_memory &tensor = tensors_[tensor_count_++];
  CNN_TRY(dnnl_memory_create(tensor.receive(), desc, engine_, DNNL_MEMORY_ALLOCATE));
  *made = tensor;
  memset(data_of(tensor), 0, dnnl_memory_desc_get_size(desc));
  return dnnl_success;
}

dnnl_status_t graph::add_step(step_list &list, const char *what, int layer,
                              const_dnnl_primitive_desc_t desc,
                              std::initializer_list<dnnl_exec_arg_t> args) {
  if (list.count == max_steps) return dnnl_out_of_memory;
  step &added = list.steps[list.count++];
  added.what = what;
  added.layer = layer;
  CNN_TRY(dnnl_primitive_create(added.primitive.receive(), desc));
  for (const dnnl_exec_arg_t &arg : args)
    if (arg.memory) added.args[added.arg_count++] = arg;

  const_dnnl_memory_desc_t scratchpad =
      dnnl_primitive_desc_query_md(desc, dnnl_query_scratchpad_md, 0);
  if (dnnl_memory_desc_get_size(scratchpad) > dnnl_memory_desc_get_size(scratchpad_desc_))
    return dnnl_memory_desc_clone(scratchpad_desc_.receive(), scratchpad);
  return dnnl_success;
}

dnnl_status_t graph::in_layout(step_list &list, int layer, const_dnnl_memory_desc_t wanted,
                               dnnl_memory_t tensor, dnnl_memory_t *result) {
  *result = tensor;
  if (dnnl_memory_desc_equal(desc_of(tensor), wanted)) return dnnl_success;
  CNN_TRY(add_tensor(wanted, result));
  owned_primitive_desc reorder;
  CNN_TRY(dnnl_reorder_primitive_desc_create(reorder.receive(), desc_of(tensor), engine_, wanted,
                                             engine_, attributes_));
  return add_step(list, "reorder", layer, reorder,
                  {{DNNL_ARG_FROM, tensor}, {DNNL_ARG_TO, *result}});
}

dnnl_status_t graph::copy(dnnl_memory_t from, dnnl_memory_t to) {
  owned_primitive_desc desc;
  owned_primitive reorder;
  CNN_TRY(dnnl_reorder_primitive_desc_create(desc.receive(), desc_of(from), engine_, desc_of(to),
                                             engine_, nullptr));
  CNN_TRY(dnnl_primitive_create(reorder.receive(), desc));
  const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}};
  CNN_TRY(dnnl_primitive_execute(reorder, stream_, 2, args));
  return dnnl_stream_wait(stream_);
}

dnnl_status_t graph::add_scratchpad(step_list &list) {
  if (dnnl_memory_desc_get_size(scratchpad_desc_) == 0) return dnnl_success;
  if (!scratchpad_) CNN_TRY(add_tensor(scratchpad_desc_, &scratchpad_));
  for (int i = 0; i < list.count; ++i) {
    step &s = list.steps[i];
    s.args[s.arg_count++] = {DNNL_ARG_SCRATCHPAD, scratchpad_};
  }
  return dnnl_success;
}

dnnl_status_t describe(owned_memory_desc &result, std::initializer_list<dnnl_dim_t> dims,
                       dnnl_data_type_t type, dnnl_format_tag_t tag) {
  return dnnl_memory_desc_create_with_tag(result.receive(), int(dims.size()), dims.begin(), type,
                                          tag);
}

const char *kernel_of(const step &s) {
  const_dnnl_primitive_desc_t desc = nullptr;
  const char *name = "";
  dnnl_primitive_get_primitive_desc(s.primitive, &desc);
  dnnl_primitive_desc_query(desc, dnnl_query_impl_info_str, 0, &name);
  return name;
}

const_dnnl_memory_desc_t desc_of(dnnl_memory_t tensor) {
  const_dnnl_memory_desc_t desc = nullptr;
  dnnl_memory_get_memory_desc(tensor, &desc);
  return desc;
}

float *data_of(dnnl_memory_t tensor) {
  void *data = nullptr;
  dnnl_memory_get_data_handle(tensor, &data);
  return static_cast<float *>(data);
}

size_t count_of(dnnl_memory_t tensor) {
  return dnnl_memory_desc_get_size(desc_of(tensor)) / sizeof(float);
}

}  // namespace cnn
