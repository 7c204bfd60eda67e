// SPDX-License-Identifier: Apache-2.0
// The transform of the micro-kernel API.
#include "core/memory/source.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/ukernel.h"
#include "core/primitives/verbose.h"
#include "core/support/built_types.h"
#include "core/support/log.h"
#include "oneapi/dnnl/dnnl_ukernel.h"

using namespace dnnlet;

struct dnnl_transform {
  transform_op op;
  chosen_kernel<transform_op> chosen;
};

namespace {

constexpr attributes no_attributes = {};

status check(dim_t k, dim_t n, dnnl_pack_type_t in_pack_type, dim_t in_ld, dim_t out_ld) noexcept {
  if (k <= 0 || n <= 0) return invalid("transform: K ", k, ", N ", n, ", expected 1 or more");
  const bool is_transposed = in_pack_type == dnnl_pack_type_trans;
  if (!is_transposed && in_pack_type != dnnl_pack_type_no_trans)
    return invalid("transform: in_pack_type is ", int(in_pack_type),
                   ", expected no_trans or trans");
  const dim_t least = is_transposed ? k : k > 1 ? n : 1;
  if (in_ld < least)
    return invalid("transform: in_ld is ", in_ld, ", expected ", least, " or more");
  if (out_ld <= 0 || out_ld > most_transform_block || out_ld % 16 != 0)
    return invalid("transform: out_ld is ", out_ld, ", expected 16, 32, 48 or 64");
  return dnnl_success;
}

}  // namespace

dnnl_status_t dnnl_transform_create(dnnl_transform_t *transform, dnnl_dim_t K, dnnl_dim_t N,
                                    dnnl_pack_type_t in_pack_type, dnnl_dim_t in_ld,
                                    dnnl_dim_t out_ld, dnnl_data_type_t in_dt,
                                    dnnl_data_type_t out_dt) {
  if (!transform) return null_argument("transform_create", "transform");
  DNNLET_CHECK(check(K, N, in_pack_type, in_ld, out_ld));
  if (!has_type(in_dt) || !has_type(out_dt))
    return unimplemented("transform: this build does without data type ",
                         int(has_type(in_dt) ? out_dt : in_dt), "; see DNNLET_TYPES");
  const bool in_rows = in_pack_type == dnnl_pack_type_no_trans;
  auto *made = create<dnnl_transform>();
  if (!made) return out_of_memory("transform", sizeof(dnnl_transform));
  made->op = {{}, K, N, in_rows ? in_ld : 1, in_rows ? 1 : in_ld, out_ld, in_dt, out_dt};
  made->op.head.kind = dnnl_reorder;
  const status chosen =
      choose_ukernel("transform", transform_kernels, made->op, no_attributes, made->chosen);
  if (chosen != dnnl_success) {
    release(made);
    return chosen;
  }
  *transform = made;
  return dnnl_success;
}

// Nothing is generated here.
dnnl_status_t dnnl_transform_generate(dnnl_transform_t transform) {
  return transform ? dnnl_success : null_argument("transform_generate", "transform");
}

dnnl_status_t dnnl_transform_execute(const_dnnl_transform_t transform, const void *in_ptr,
                                     void *out_ptr) {
  if (!transform) return null_argument("transform_execute", "transform");
  if (!in_ptr) return null_argument("transform_execute", "in_ptr");
  if (!out_ptr) return null_argument("transform_execute", "out_ptr");
  plain_argument in, out;
  in.set(in_ptr);
  out.set(out_ptr);
  const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, &in.memory}, {DNNL_ARG_DST, &out.memory}};
  const kernel &k = *transform->chosen.impl;
  const int64_t start = log_clock();
  k.run({&transform->op.head, &no_attributes, k.parts, transform->chosen.plan, team(), nullptr,
         args, 2});
  note_transform(transform->op, k.name, start);
  return dnnl_success;
}

dnnl_status_t dnnl_transform_destroy(dnnl_transform_t transform) {
  release(transform);
  return dnnl_success;
}
