// SPDX-License-Identifier: Apache-2.0
// Primitive descriptors of operation descriptors, one, or one after the other.
#include "core/memory/source.h"
#include "core/op_desc/op_desc.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

struct dnnl_primitive_desc_iterator {
  dnnl_primitive_desc_t current;  // null beyond the last one
};

dnnl_status_t dnnl_primitive_desc_create(dnnl_primitive_desc_t *primitive_desc,
                                         const_dnnl_op_desc_t op_desc,
                                         const_dnnl_primitive_attr_t attr, dnnl_engine_t engine,
                                         const_dnnl_primitive_desc_t hint_forward_primitive_desc) {
  if (!op_desc) return null_argument("primitive_desc_create", "op_desc");
  const auto &operation = *static_cast<const dnnlet_operation_t *>(op_desc);
  if (operation.mark != initialised_mark || !operation.create)
    return invalid("primitive_desc_create: op_desc was not initialised");
  const dnnlet_creation creation = {primitive_desc, op_desc, attr, engine,
                                    hint_forward_primitive_desc};
  return operation.create(&creation);
}

dnnl_status_t dnnl_primitive_desc_iterator_create(
    dnnl_primitive_desc_iterator_t *iterator, const_dnnl_op_desc_t op_desc,
    const_dnnl_primitive_attr_t attr, dnnl_engine_t engine,
    const_dnnl_primitive_desc_t hint_forward_primitive_desc) {
  if (!iterator) return null_argument("primitive_desc_iterator_create", "iterator");
  dnnl_primitive_desc_t first;
  DNNLET_CHECK(
      dnnl_primitive_desc_create(&first, op_desc, attr, engine, hint_forward_primitive_desc));
  auto *made = create<dnnl_primitive_desc_iterator>();
  if (!made) {
    dnnl_primitive_desc_destroy(first);
    return out_of_memory("iterator", sizeof(dnnl_primitive_desc_iterator));
  }
  made->current = first;
  *iterator = made;
  return dnnl_success;
}

dnnl_status_t dnnl_primitive_desc_iterator_next(dnnl_primitive_desc_iterator_t iterator) {
  if (!iterator) return null_argument("primitive_desc_iterator_next", "iterator");
  if (!iterator->current) return dnnl_last_impl_reached;
  const status s = dnnl_primitive_desc_next_impl(iterator->current);
  if (s == dnnl_last_impl_reached) {
    dnnl_primitive_desc_destroy(iterator->current);
    iterator->current = nullptr;
  }
  return s;
}

dnnl_primitive_desc_t dnnl_primitive_desc_iterator_fetch(
    const_dnnl_primitive_desc_iterator_t iterator) {
  dnnl_primitive_desc_t copy;
  if (!iterator || !iterator->current) return nullptr;
  return dnnl_primitive_desc_clone(&copy, iterator->current) == dnnl_success ? copy : nullptr;
}

dnnl_status_t dnnl_primitive_desc_iterator_destroy(dnnl_primitive_desc_iterator_t iterator) {
  if (!iterator) return dnnl_success;
  dnnl_primitive_desc_destroy(iterator->current);
  release(iterator);
  return dnnl_success;
}
