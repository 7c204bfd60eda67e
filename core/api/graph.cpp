// SPDX-License-Identifier: Apache-2.0
// The graph API, which this library does not have: its functions are there, so that programs which
// were linked with oneDNN's shared library start, and each says so. No header declares them here;
// callers have oneDNN's, and know the parameters.
#include "core/support/status.h"
#include "oneapi/dnnl/dnnl_types.h"

using namespace dnnlet;

namespace {

status no_graphs() noexcept {
  return unimplemented("graph API: this library has oneDNN's primitives, but no graphs");
}

}  // namespace

extern "C" {

dnnl_status_t dnnl_graph_allocator_create() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_allocator_destroy() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_make_engine_with_allocator() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_logical_tensor_init() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_logical_tensor_init_with_dims() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_logical_tensor_init_with_strides() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_logical_tensor_get_mem_size() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_logical_tensor_is_equal() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_create() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_create_scalar() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_destroy() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_get_data_handle() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_set_data_handle() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_get_engine() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_tensor_get_logical_tensor() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_create() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_destroy() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_add_input() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_add_output() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_set_attr_f32() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_set_attr_bool() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_set_attr_s64() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_set_attr_str() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_get_id() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_op_get_kind() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_create_with_op() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_destroy() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_op_num() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_ops() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_id() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_compile() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_input_ports_num() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_input_ports() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_output_ports_num() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_output_ports() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_is_supported() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_partition_get_engine_kind() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_compiled_partition_create() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_compiled_partition_execute() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_compiled_partition_destroy() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_compiled_partition_query_logical_tensor() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_compiled_partition_get_inplace_ports() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_create() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_create_with_fpmath_mode() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_destroy() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_set_fpmath_mode() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_get_fpmath_mode() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_add_op() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_finalize() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_is_finalized() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_filter() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_get_partition_num() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_graph_get_partitions() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_get_compiled_partition_cache_capacity() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_set_compiled_partition_cache_capacity() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_set_constant_tensor_cache() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_get_constant_tensor_cache() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_set_constant_tensor_cache_capacity() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_get_constant_tensor_cache_capacity() {
  return no_graphs();
}
dnnl_status_t dnnl_graph_set_dump_mode() {
  return no_graphs();
}

}  // extern "C"
