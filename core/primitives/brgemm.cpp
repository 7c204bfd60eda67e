// SPDX-License-Identifier: Apache-2.0
// The batch-reduce GEMM of the micro-kernel API.
#include <initializer_list>

#include "core/memory/source.h"
#include "core/primitives/kernel_tables.h"
#include "core/primitives/ukernel.h"
#include "core/primitives/verbose.h"
#include "core/support/arithmetic.h"
#include "core/support/built_types.h"
#include "core/support/log.h"
#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_ukernel.h"

using namespace dnnlet;

struct dnnl_brgemm {
  brgemm_op op;
  dim_t ldd;
  data_type d_type;
  attributes attr;
  chosen_kernel<brgemm_op> chosen;
};

struct dnnl_ukernel_attr_params {
  const void **post_ops_args;
  const void *a_scales, *b_scales, *d_scales;
};

namespace {

constexpr int scaled_arguments[] = {DNNL_ARG_SRC, DNNL_ARG_WEIGHTS, DNNL_ARG_DST};

// The caller's scratchpad: the kernel's first, whose lines it counts on, then D and the arguments
// of attributes.
struct scratch_layout {
  int arguments;
  size_t kernel_at, memories_at, list_at, bytes;

  explicit scratch_layout(const dnnl_brgemm &b) noexcept
      : arguments(1 + b.attr.scales.count + b.attr.post_ops.entries.count),
        kernel_at(0),
        memories_at(round_up(b.chosen.scratchpad_bytes, data_alignment)),
        list_at(memories_at + size_t(arguments) * sizeof(plain_argument)),
        bytes(list_at + size_t(arguments) * sizeof(dnnl_exec_arg_t) + data_alignment) {}
};

// The arguments of one execution, in the scratchpad; none, if nothing is said.
class argument_list {
 public:
  argument_list() noexcept = default;
  argument_list(char *scratchpad, const scratch_layout &layout) noexcept
      : memories_(reinterpret_cast<plain_argument *>(scratchpad + layout.memories_at)),
        list_(reinterpret_cast<dnnl_exec_arg_t *>(scratchpad + layout.list_at)) {}

  void add(int arg, const void *data) noexcept {
    memories_[count_].set(data);
    list_[count_] = {arg, &memories_[count_].memory};
    ++count_;
  }
  const dnnl_exec_arg_t *list() const noexcept { return list_; }
  int count() const noexcept { return count_; }

 private:
  plain_argument *memories_ = nullptr;
  dnnl_exec_arg_t *list_ = nullptr;
  int count_ = 0;
};

bool is_byte(data_type type) noexcept {
  return type == dnnl_s8 || type == dnnl_u8;
}

// Null unless A and B of these types can be multiplied.
data_type sum_type(data_type a, data_type b) noexcept {
  if (is_byte(a) && is_byte(b)) return dnnl_s32;
  const bool is_half = a == dnnl_bf16 || a == dnnl_f16;
  const bool follows = b == dnnl_f32 || b == dnnl_bf16 || b == dnnl_f16;
  return (a == dnnl_f32 && follows) || (is_half && a == b) ? dnnl_f32 : dnnl_data_type_undef;
}

// B is packed where both are of a type that has groups.
dim_t group_of(data_type a, data_type b) noexcept {
  return a == dnnl_f32 ? 1 : packed_group(b);
}

status check_types(const dnnl_brgemm &b) noexcept {
  const data_type a_type = b.op.a.data_type, b_type = b.op.b.data_type;
  const data_type sums = sum_type(a_type, b_type);
  if (sums == dnnl_data_type_undef)
    return unimplemented("brgemm: A of data type ", int(a_type), " by B of ", int(b_type));
  if (b.op.c_type != sums)
    return unimplemented("brgemm: C has data type ", int(b.op.c_type), ", expected ", int(sums));
  for (const data_type type : {dnnl_f32, dnnl_s32, dnnl_bf16, dnnl_f16, dnnl_s8, dnnl_u8})
    if (b.d_type == type)
      return has_type(a_type) && has_type(b_type) && has_type(type)
                 ? dnnl_success
                 : unimplemented("brgemm: this build does without a data type; see DNNLET_TYPES");
  return unimplemented("brgemm: D has data type ", int(b.d_type));
}

status check_sizes(const dnnl_brgemm &b) noexcept {
  const brgemm_op &op = b.op;
  if (op.m <= 0 || op.n <= 0 || op.k <= 0)
    return invalid("brgemm: M ", op.m, ", N ", op.n, ", K ", op.k, ", expected 1 or more");
  if (op.lda < 1) return invalid("brgemm: lda is ", op.lda, ", expected 1 or more");
  const struct {
    const char *name;
    dim_t value;
  } columns[] = {{"ldb", op.ldb}, {"ldc", op.ldc}, {"ldd", b.ldd}};
  for (const auto &ld : columns)
    if (ld.value < op.n)
      return invalid("brgemm: ", ld.name, " is ", ld.value, ", expected N = ", op.n, " or more");
  dim_t count;
  constexpr dim_t most = dim_t(1) << 56;
  for (const dim_t rows : {op.m, op.k})
    for (const dim_t ld : {op.k, op.lda, op.ldb, op.ldc, b.ldd, op.n, op.batch})
      if (!checked_mul(rows, ld, &count) || count > most)
        return invalid("brgemm: sizes are more than any memory has room for");
  return dnnl_success;
}

status check_attributes(const dnnl_brgemm &b) noexcept {
  for (const quantization &q : b.attr.scales)
    if (q.mask != 0 && (q.arg != DNNL_ARG_WEIGHTS || q.mask != 2))
      return unimplemented("brgemm: scales have mask ", q.mask, ", expected 0",
                           q.arg == DNNL_ARG_WEIGHTS ? " or 2" : "");
  for (const post_op &op : b.attr.post_ops.entries)
    if ((op.kind != dnnl_eltwise && op.kind != dnnl_binary && op.kind != dnnl_sum) ||
        (op.kind == dnnl_binary && op.binary.src2 != 0))
      return unimplemented("brgemm: a post-op of kind ", int(op.kind));
  return dnnl_success;
}

status set_scales(dnnl_brgemm *brgemm, int arg, int mask) noexcept {
  if (!brgemm) return null_argument("brgemm_set_scales", "brgemm");
  if (mask < 0) return invalid("brgemm_set_scales: the mask is ", mask);
  brgemm->chosen.impl = nullptr;
  return dnnl_primitive_attr_set_scales_mask(&brgemm->attr, arg, mask);
}

status describe(memory_desc &md, data_type type, dim_t rows, dim_t cols, dim_t step) noexcept {
  const dim_t dims[] = {rows, cols}, strides[] = {step, 1};
  return init_by_strides(md, 2, dims, type, strides);
}

status check_ready(const char *function, const dnnl_brgemm *brgemm) noexcept {
  if (!brgemm) return null_argument(function, "brgemm");
  return brgemm->chosen.impl ? dnnl_success : invalid(function, ": the brgemm is not finalized");
}

// What an execution is given.
struct pointers {
  const void *a, *b;
  const dim_t *offsets;
  const void *c;
  void *d;
  void *scratchpad;
};

status check_pointers(const pointers &p) noexcept {
  if (!p.a) return null_argument("brgemm_execute", "A");
  if (!p.b) return null_argument("brgemm_execute", "B");
  if (!p.offsets) return null_argument("brgemm_execute", "A_B_offsets");
  if (!p.c) return null_argument("brgemm_execute", "C");
  return p.scratchpad ? dnnl_success : null_argument("brgemm_execute", "scratchpad");
}

char *aligned(void *scratchpad) noexcept {
  const auto address = reinterpret_cast<uintptr_t>(scratchpad);
  return static_cast<char *>(scratchpad) + (round_up(address, data_alignment) - address);
}

void run(const dnnl_brgemm &b, const pointers &p, const argument_list &args,
         char *scratchpad) noexcept {
  const kernel &k = *b.chosen.impl;
  const brgemm_call call = {
      {&b.op.head, &b.attr, k.parts, b.chosen.plan, team(), scratchpad, args.list(), args.count()},
      static_cast<const char *>(p.a),
      static_cast<const char *>(p.b),
      p.offsets,
      static_cast<char *>(const_cast<void *>(p.c))};
  const int64_t start = log_clock();
  k.run(call.context);
  note_brgemm(b.op, k.name, start);
}

// Scales, and an operand for each binary post-op, in order.
status add_attributes(const dnnl_brgemm &b, const dnnl_ukernel_attr_params &params,
                      argument_list &args) noexcept {
  const void *const scales[] = {params.a_scales, params.b_scales, params.d_scales};
  for (int i = 0; i < 3; ++i) {
    if (!find(b.attr.scales, scaled_arguments[i])) continue;
    if (!scales[i])
      return invalid("brgemm_execute_postops: the scales of ",
                     i == 0   ? "A"
                     : i == 1 ? "B"
                              : "D",
                     " are missing");
    args.add(DNNL_ARG_ATTR_SCALES | scaled_arguments[i], scales[i]);
  }
  int operand = 0;
  for (int i = 0; i < b.attr.post_ops.entries.count; ++i) {
    if (b.attr.post_ops.entries[i].kind != dnnl_binary) continue;
    const void *data = params.post_ops_args ? params.post_ops_args[operand++] : nullptr;
    if (!data) return invalid("brgemm_execute_postops: the operand of post-op ", i, " is missing");
    args.add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(i) | DNNL_ARG_SRC_1, data);
  }
  return dnnl_success;
}

}  // namespace

dnnl_status_t dnnl_brgemm_create(dnnl_brgemm_t *brgemm, dnnl_dim_t M, dnnl_dim_t N, dnnl_dim_t K,
                                 dnnl_dim_t batch_size, dnnl_dim_t lda, dnnl_dim_t ldb,
                                 dnnl_dim_t ldc, dnnl_data_type_t a_dt, dnnl_data_type_t b_dt,
                                 dnnl_data_type_t c_dt) {
  if (!brgemm) return null_argument("brgemm_create", "brgemm");
  if (batch_size <= 0)
    return invalid("brgemm_create: batch_size is ", batch_size, ", expected 1 or more");
  auto *made = create<dnnl_brgemm>();
  if (!made) return out_of_memory("brgemm", sizeof(dnnl_brgemm));
  brgemm_op &op = made->op;
  op.head.kind = dnnl_gemm;
  op.m = M;
  op.n = N;
  op.k = K;
  op.batch = batch_size;
  op.lda = lda;
  op.ldb = ldb;
  op.ldc = made->ldd = ldc;
  op.b_group = group_of(a_dt, b_dt);
  op.c_type = made->d_type = c_dt;
  op.a.data_type = a_dt;
  op.b.data_type = b_dt;
  set_defaults(made->attr, dnnl_fpmath_mode_strict);
  *brgemm = made;
  return dnnl_success;
}

dnnl_status_t dnnl_brgemm_set_add_C(dnnl_brgemm_t brgemm, int add_C) {
  if (!brgemm) return null_argument("brgemm_set_add_C", "brgemm");
  if (add_C == 0 || add_C == 1) brgemm->op.adds_c = add_C == 1;
  brgemm->chosen.impl = nullptr;
  return dnnl_success;
}

dnnl_status_t dnnl_brgemm_set_post_ops(dnnl_brgemm_t brgemm, dnnl_dim_t ldd, dnnl_data_type_t d_dt,
                                       const_dnnl_post_ops_t post_ops) {
  if (!brgemm) return null_argument("brgemm_set_post_ops", "brgemm");
  brgemm->ldd = ldd;
  brgemm->d_type = d_dt;
  brgemm->chosen.impl = nullptr;
  destroy(brgemm->attr.post_ops);
  brgemm->attr.post_ops = {};
  return post_ops ? copy(brgemm->attr.post_ops, *post_ops) : dnnl_success;
}

dnnl_status_t dnnl_brgemm_set_A_scales(dnnl_brgemm_t brgemm, int a_scale_mask) {
  return set_scales(brgemm, DNNL_ARG_SRC, a_scale_mask);
}
dnnl_status_t dnnl_brgemm_set_B_scales(dnnl_brgemm_t brgemm, int b_scale_mask) {
  return set_scales(brgemm, DNNL_ARG_WEIGHTS, b_scale_mask);
}
dnnl_status_t dnnl_brgemm_set_D_scales(dnnl_brgemm_t brgemm, int d_scale_mask) {
  return set_scales(brgemm, DNNL_ARG_DST, d_scale_mask);
}

dnnl_status_t dnnl_brgemm_finalize(dnnl_brgemm_t brgemm) {
  if (!brgemm) return null_argument("brgemm_finalize", "brgemm");
  dnnl_brgemm &b = *brgemm;
  DNNLET_CHECK(check_types(b));
  DNNLET_CHECK(check_sizes(b));
  DNNLET_CHECK(check_attributes(b));
  brgemm_op &op = b.op;
  op.has_post_ops =
      !b.attr.post_ops.entries.empty() || !b.attr.scales.empty() || b.d_type != op.c_type;
  DNNLET_CHECK(describe(op.a, op.a.data_type, op.m, op.k, max(op.lda, op.k)));
  DNNLET_CHECK(describe(op.b, op.b.data_type, op.k, op.n, op.ldb));
  DNNLET_CHECK(describe(op.d, b.d_type, op.m, op.n, b.ldd));
  return choose_ukernel("brgemm", brgemm_kernels, op, b.attr, b.chosen);
}

dnnl_status_t dnnl_brgemm_get_B_pack_type(dnnl_pack_type_t *pack_type, dnnl_data_type_t a_dt,
                                          dnnl_data_type_t b_dt) {
  if (!pack_type) return null_argument("brgemm_get_B_pack_type", "pack_type");
  if (sum_type(a_dt, b_dt) == dnnl_data_type_undef)
    return unimplemented("brgemm: A of data type ", int(a_dt), " by B of ", int(b_dt));
  *pack_type = group_of(a_dt, b_dt) > 1 ? dnnl_pack_type_pack32 : dnnl_pack_type_no_trans;
  return dnnl_success;
}

dnnl_status_t dnnl_brgemm_get_scratchpad_size(const_dnnl_brgemm_t brgemm, size_t *size) {
  if (!size) return null_argument("brgemm_get_scratchpad_size", "size");
  DNNLET_CHECK(check_ready("brgemm_get_scratchpad_size", brgemm));
  *size = scratch_layout(*brgemm).bytes;
  return dnnl_success;
}

dnnl_status_t dnnl_brgemm_is_execute_postops_valid(const_dnnl_brgemm_t brgemm, int *valid) {
  if (!valid) return null_argument("brgemm_is_execute_postops_valid", "valid");
  DNNLET_CHECK(check_ready("brgemm_is_execute_postops_valid", brgemm));
  *valid = brgemm->op.has_post_ops;
  return dnnl_success;
}

// There is no state of the hardware to set up, and nothing to generate.
dnnl_status_t dnnl_brgemm_set_hw_context(const_dnnl_brgemm_t brgemm) {
  return brgemm ? dnnl_success : null_argument("brgemm_set_hw_context", "brgemm");
}
dnnl_status_t dnnl_brgemm_release_hw_context(void) {
  return dnnl_success;
}
dnnl_status_t dnnl_brgemm_generate(dnnl_brgemm_t brgemm) {
  return check_ready("brgemm_generate", brgemm);
}

dnnl_status_t dnnl_brgemm_execute(const_dnnl_brgemm_t brgemm, const void *A_ptr, const void *B_ptr,
                                  const dnnl_dim_t *A_B_offsets, void *C_ptr,
                                  void *scratchpad_ptr) {
  DNNLET_CHECK(check_ready("brgemm_execute", brgemm));
  const pointers p = {A_ptr, B_ptr, A_B_offsets, C_ptr, nullptr, scratchpad_ptr};
  DNNLET_CHECK(check_pointers(p));
  run(*brgemm, p, argument_list(), aligned(scratchpad_ptr));
  return dnnl_success;
}

dnnl_status_t dnnl_brgemm_execute_postops(const_dnnl_brgemm_t brgemm, const void *A, const void *B,
                                          const dnnl_dim_t *A_B_offsets, const void *C_ptr,
                                          void *D_ptr, void *scratchpad_ptr,
                                          const_dnnl_ukernel_attr_params_t attr_params) {
  DNNLET_CHECK(check_ready("brgemm_execute_postops", brgemm));
  if (!attr_params) return null_argument("brgemm_execute_postops", "attr_params");
  if (!D_ptr) return null_argument("brgemm_execute_postops", "D");
  if (!brgemm->op.has_post_ops) {
    if (C_ptr == D_ptr)
      return dnnl_brgemm_execute(brgemm, A, B, A_B_offsets, D_ptr, scratchpad_ptr);
    return fail(dnnl_runtime_error,
                "brgemm_execute_postops: there are no post-ops, so that C and D must be the same");
  }
  const pointers p = {A, B, A_B_offsets, C_ptr, D_ptr, scratchpad_ptr};
  DNNLET_CHECK(check_pointers(p));
  char *scratchpad = aligned(scratchpad_ptr);
  argument_list args(scratchpad, scratch_layout(*brgemm));
  args.add(DNNL_ARG_DST, D_ptr);
  DNNLET_CHECK(add_attributes(*brgemm, *attr_params, args));
  run(*brgemm, p, args, scratchpad);
  return dnnl_success;
}

dnnl_status_t dnnl_brgemm_destroy(dnnl_brgemm_t brgemm) {
  if (!brgemm) return dnnl_success;
  destroy(brgemm->attr);
  release(brgemm);
  return dnnl_success;
}

dnnl_status_t dnnl_ukernel_attr_params_create(dnnl_ukernel_attr_params_t *attr_params) {
  if (!attr_params) return null_argument("ukernel_attr_params_create", "attr_params");
  auto *made = create<dnnl_ukernel_attr_params>();
  if (!made) return out_of_memory("ukernel_attr_params", sizeof(dnnl_ukernel_attr_params));
  *attr_params = made;
  return dnnl_success;
}

dnnl_status_t dnnl_ukernel_attr_params_set_post_ops_args(dnnl_ukernel_attr_params_t attr_params,
                                                         const void **post_ops_args) {
  if (!attr_params) return null_argument("ukernel_attr_params_set_post_ops_args", "attr_params");
  attr_params->post_ops_args = post_ops_args;
  return dnnl_success;
}

dnnl_status_t dnnl_ukernel_attr_params_set_A_scales(dnnl_ukernel_attr_params_t attr_params,
                                                    const void *a_scales) {
  if (!attr_params) return null_argument("ukernel_attr_params_set_A_scales", "attr_params");
  attr_params->a_scales = a_scales;
  return dnnl_success;
}
dnnl_status_t dnnl_ukernel_attr_params_set_B_scales(dnnl_ukernel_attr_params_t attr_params,
                                                    const void *b_scales) {
  if (!attr_params) return null_argument("ukernel_attr_params_set_B_scales", "attr_params");
  attr_params->b_scales = b_scales;
  return dnnl_success;
}
dnnl_status_t dnnl_ukernel_attr_params_set_D_scales(dnnl_ukernel_attr_params_t attr_params,
                                                    const void *d_scales) {
  if (!attr_params) return null_argument("ukernel_attr_params_set_D_scales", "attr_params");
  attr_params->d_scales = d_scales;
  return dnnl_success;
}

dnnl_status_t dnnl_ukernel_attr_params_destroy(dnnl_ukernel_attr_params_t attr_params) {
  release(attr_params);
  return dnnl_success;
}
