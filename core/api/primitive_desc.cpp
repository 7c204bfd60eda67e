// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/primitive_desc.h"

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

namespace {

template <class T>
status answer(void *result, T value) noexcept {
  *static_cast<T *>(result) = value;
  return dnnl_success;
}

// A tensor by kind and index; a zero descriptor when there is none, null where none could be.
const memory_desc *tensor(const primitive_desc &pd, dnnl_query_t what, int index) noexcept {
  if (what == dnnl_query_exec_arg_md) {
    arg_info info = use_of_arg(pd, index);
    if (info.use == arg_use::unused && index > 0) info = use_of_arg(pd, for_query + index);
    return info.md ? info.md : &zero_md;
  }
  const bool is_single = what == dnnl_query_workspace_md || what == dnnl_query_scratchpad_md;
  if (is_single && index != 0) return nullptr;
  if (what == dnnl_query_scratchpad_md) return &pd.scratchpad_md;
  return &find_tensor(pd, what, index);
}

bool asks_for_tensor(dnnl_query_t what) noexcept {
  return (what > dnnl_query_some_md && what <= dnnl_query_scratchpad_md) ||
         what == dnnl_query_exec_arg_md;
}

status query_alg(const op_header &op, void *result) noexcept {
  return op.alg == dnnl_alg_kind_undef ? dnnl_unimplemented : answer(result, op.alg);
}

status query_prop(const op_header &op, void *result) noexcept {
  return op.prop == dnnl_prop_kind_undef ? dnnl_unimplemented : answer(result, op.prop);
}

status query_engine_of_reorder(const primitive_desc &pd, void *result) noexcept {
  return pd.op().kind == dnnl_reorder ? answer(result, pd.engine) : dnnl_unimplemented;
}

// dnnl_unimplemented, without a sentence, where the operation has no such parameter.
status answer_query(const primitive_desc &pd, dnnl_query_t what, int index, void *result) noexcept {
  if (asks_for_tensor(what)) {
    const memory_desc *md = tensor(pd, what, index);
    if (!md) return null_argument("primitive_desc_query", "a second workspace or scratchpad");
    return answer(result, md);
  }
  switch (what) {
    case dnnl_query_engine:
    case dnnl_query_scratchpad_engine: return answer(result, pd.engine);
    case dnnl_query_reorder_src_engine:
    case dnnl_query_reorder_dst_engine: return query_engine_of_reorder(pd, result);
    case dnnl_query_primitive_kind: return answer(result, pd.op().kind);
    case dnnl_query_prop_kind: return query_prop(pd.op(), result);
    case dnnl_query_alg_kind: return query_alg(pd.op(), result);
    case dnnl_query_num_of_inputs_s32: return answer(result, pd.counts.inputs);
    case dnnl_query_num_of_outputs_s32: return answer(result, pd.counts.outputs);
    case dnnl_query_memory_consumption_s64: {
      const bool by_library = pd.attr.scratchpad_mode == dnnl_scratchpad_mode_library;
      return answer(result, by_library ? dim_t(pd.scratchpad_bytes) : dim_t(0));
    }
    case dnnl_query_impl_info_str: return answer(result, pd.impl->name);
    // Nothing is generated that could be cached: the name of the cache entry is empty.
    case dnnl_query_cache_blob_id_size_s64: return answer(result, dim_t(0));
    case dnnl_query_cache_blob_id: return answer(result, static_cast<const uint8_t *>(nullptr));
    default: return pd.cls->query(pd.op(), what, result);
  }
}

}  // namespace

dnnl_status_t dnnl_primitive_desc_next_impl(dnnl_primitive_desc_t pd) {
  if (!pd) return null_argument("primitive_desc_next_impl", "primitive_desc");
  // Those that oneDNN creates otherwise than by an operation descriptor have no iterator there.
  const dnnl_primitive_kind_t kind = pd->op().kind;
  if (kind == dnnl_reorder || kind == dnnl_concat || kind == dnnl_sum)
    return dnnl_last_impl_reached;
  return choose_next_kernel(*pd);
}

dnnl_status_t dnnlet_next_impl(dnnl_primitive_desc_t pd) {
  if (!pd) return null_argument("dnnlet_next_impl", "primitive_desc");
  return choose_next_kernel(*pd);
}

dnnl_status_t dnnl_primitive_desc_clone(dnnl_primitive_desc_t *pd,
                                        const_dnnl_primitive_desc_t existing) {
  if (!pd) return null_argument("primitive_desc_clone", "primitive_desc");
  if (!existing) return null_argument("primitive_desc_clone", "existing_primitive_desc");
  return clone_primitive_desc(pd, *existing);
}

dnnl_status_t dnnl_primitive_desc_get_attr(const_dnnl_primitive_desc_t pd,
                                           const_dnnl_primitive_attr_t *attr) {
  if (!pd) return null_argument("primitive_desc_get_attr", "primitive_desc");
  if (!attr) return null_argument("primitive_desc_get_attr", "attr");
  *attr = &pd->attr;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_desc_destroy(dnnl_primitive_desc_t pd) {
  destroy_primitive_desc(pd);
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_desc_query(const_dnnl_primitive_desc_t pd, dnnl_query_t what,
                                        int index, void *result) {
  if (!pd) return null_argument("primitive_desc_query", "primitive_desc");
  if (!result) return null_argument("primitive_desc_query", "result");
  const status s = answer_query(*pd, what, index, result);
  return s == dnnl_unimplemented
             ? unimplemented(pd->cls->name, ": query ", int(what), " has no answer here")
             : s;
}

const_dnnl_memory_desc_t dnnl_primitive_desc_query_md(const_dnnl_primitive_desc_t pd,
                                                      dnnl_query_t what, int index) {
  return pd && asks_for_tensor(what) ? tensor(*pd, what, index) : nullptr;
}

int dnnl_primitive_desc_query_s32(const_dnnl_primitive_desc_t pd, dnnl_query_t what, int index) {
  union {  // as wide as the widest answer, for the compiler's peace of mind
    int s32;
    dim_t s64;
  } answer = {0};
  const bool is_s32 = what == dnnl_query_num_of_inputs_s32 ||
                      what == dnnl_query_num_of_outputs_s32 || what == dnnl_query_axis_s32;
  if (!is_s32 || dnnl_primitive_desc_query(pd, what, index, &answer) != dnnl_success) return 0;
  return answer.s32;
}
