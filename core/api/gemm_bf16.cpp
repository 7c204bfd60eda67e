// SPDX-License-Identifier: Apache-2.0
// A product of matrices of bf16. oneDNN's shared library exports it although no header of it has
// it, and its own test programs call it (see unlisted.cpp). Here it is a matmul, made for each
// call.
#include "core/memory/memory.h"
#include "core/primitives/gemm_call.h"
#include "oneapi/dnnl/dnnl.h"

using namespace dnnlet;

extern "C" dnnl_status_t dnnl_gemm_bf16bf16f32(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N,
                                               dnnl_dim_t K, float alpha, const uint16_t *A,
                                               dnnl_dim_t lda, const uint16_t *B, dnnl_dim_t ldb,
                                               float beta, float *C, dnnl_dim_t ldc);

namespace {

// An object of the API that goes with its name.
template <class T, dnnl_status_t (*destroy)(T)>
class owned {
 public:
  owned() noexcept = default;
  owned(const owned &) = delete;
  owned &operator=(const owned &) = delete;
  ~owned() {
    if (object_) destroy(object_);
  }
  T *place() noexcept { return &object_; }
  operator T() const noexcept { return object_; }

 private:
  T object_ = nullptr;
};

status init_matrix(dnnlet::memory_desc &md, dim_t rows, dim_t columns, const gemm_matrix &m) {
  const dim_t dims[max_ndims] = {rows, columns}, strides[max_ndims] = {m.row_step, m.col_step};
  return init_by_strides(md, 2, dims, m.type, strides);
}

// C = alpha A B + beta C: what the sum adds is C as it was.
status append_scales(dnnl_primitive_attr_t attr, float alpha, float beta) noexcept {
  owned<dnnl_post_ops_t, dnnl_post_ops_destroy> ops;
  DNNLET_CHECK(dnnl_post_ops_create(ops.place()));
  if (alpha != 1) DNNLET_CHECK(dnnl_post_ops_append_eltwise(ops, dnnl_eltwise_linear, alpha, 0));
  if (beta != 0) DNNLET_CHECK(dnnl_post_ops_append_sum(ops, beta, 0, dnnl_data_type_undef));
  return dnnl_primitive_attr_set_post_ops(attr, ops);
}

using owned_memory = owned<dnnl_memory_t, dnnl_memory_destroy>;

status multiply(const gemm_op &op) noexcept {
  const gemm_matrix c = {dnnl_f32, op.c, op.c_row_step, 1};
  dnnlet::memory_desc a_md, b_md, c_md;
  DNNLET_CHECK(init_matrix(a_md, op.m, op.k, op.a));
  DNNLET_CHECK(init_matrix(b_md, op.k, op.n, op.b));
  DNNLET_CHECK(init_matrix(c_md, op.m, op.n, c));
  owned<dnnl_engine_t, dnnl_engine_destroy> engine;
  owned<dnnl_stream_t, dnnl_stream_destroy> stream;
  owned<dnnl_primitive_attr_t, dnnl_primitive_attr_destroy> attr;
  owned<dnnl_primitive_desc_t, dnnl_primitive_desc_destroy> pd;
  owned<dnnl_primitive_t, dnnl_primitive_destroy> matmul;
  owned_memory a, b, dst;
  DNNLET_CHECK(dnnl_engine_create(engine.place(), dnnl_cpu, 0));
  DNNLET_CHECK(dnnl_stream_create(stream.place(), engine, dnnl_stream_default_flags));
  DNNLET_CHECK(dnnl_primitive_attr_create(attr.place()));
  DNNLET_CHECK(append_scales(attr, op.alpha, op.beta));
  DNNLET_CHECK(
      dnnl_matmul_primitive_desc_create(pd.place(), engine, &a_md, &b_md, nullptr, &c_md, attr));
  DNNLET_CHECK(dnnl_primitive_create(matmul.place(), pd));
  DNNLET_CHECK(dnnl_memory_create(a.place(), &a_md, engine, const_cast<void *>(op.a.data)));
  DNNLET_CHECK(dnnl_memory_create(b.place(), &b_md, engine, const_cast<void *>(op.b.data)));
  DNNLET_CHECK(dnnl_memory_create(dst.place(), &c_md, engine, op.c));
  const dnnl_exec_arg_t args[] = {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, dst}};
  DNNLET_CHECK(dnnl_primitive_execute(matmul, stream, 3, args));
  return dnnl_stream_wait(stream);
}

}  // namespace

dnnl_status_t dnnl_gemm_bf16bf16f32(char transa, char transb, dnnl_dim_t M, dnnl_dim_t N,
                                    dnnl_dim_t K, float alpha, const uint16_t *A, dnnl_dim_t lda,
                                    const uint16_t *B, dnnl_dim_t ldb, float beta, float *C,
                                    dnnl_dim_t ldc) {
  gemm_op op;
  DNNLET_CHECK(make_gemm({"gemm_bf16bf16f32",
                          transa,
                          transb,
                          M,
                          N,
                          K,
                          alpha,
                          {dnnl_bf16, A, lda, 0},
                          {dnnl_bf16, B, ldb, 0},
                          beta,
                          C,
                          ldc},
                         op));
  return M == 0 || N == 0 ? dnnl_success : multiply(op);
}
