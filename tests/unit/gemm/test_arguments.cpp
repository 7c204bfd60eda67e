// SPDX-License-Identifier: Apache-2.0
// Bad arguments are refused, and C is left alone.
#include <gtest/gtest.h>

#include "oneapi/dnnl/dnnl.hpp"

namespace dnnlet::test {
namespace {

// Arguments of a good call, of which a test spoils one.
struct call {
  char transa = 'N', transb = 'N', offsetc = 'F';
  dnnl_dim_t m = 2, n = 3, k = 4, lda = 4, ldb = 3, ldc = 3;
  bool has_a = true, has_b = true, has_c = true, has_co = true;
};

template <class A, class B, class C>
struct memory {
  A a[16] = {};
  B b[16] = {};
  C c[16];
  memory() {
    for (C &x : c) x = 7;
  }
  bool is_untouched() const {
    for (const C &x : c)
      if (x != 7) return false;
    return true;
  }
};

void expect_refused(const call &x) {
  memory<float, float, float> f;
  EXPECT_EQ(dnnl_sgemm(x.transa, x.transb, x.m, x.n, x.k, 1, x.has_a ? f.a : nullptr, x.lda,
                       x.has_b ? f.b : nullptr, x.ldb, 0, x.has_c ? f.c : nullptr, x.ldc),
            dnnl_invalid_arguments);
  EXPECT_TRUE(f.is_untouched());
}

void expect_int8_refused(const call &x) {
  const int32_t co[4] = {};
  memory<uint8_t, int8_t, int32_t> u;
  EXPECT_EQ(dnnl_gemm_u8s8s32(x.transa, x.transb, x.offsetc, x.m, x.n, x.k, 1,
                              x.has_a ? u.a : nullptr, x.lda, 0, x.has_b ? u.b : nullptr, x.ldb, 0,
                              0, x.has_c ? u.c : nullptr, x.ldc, x.has_co ? co : nullptr),
            dnnl_invalid_arguments);
  EXPECT_TRUE(u.is_untouched());
  memory<int8_t, int8_t, int32_t> s;
  EXPECT_EQ(dnnl_gemm_s8s8s32(x.transa, x.transb, x.offsetc, x.m, x.n, x.k, 1,
                              x.has_a ? s.a : nullptr, x.lda, 0, x.has_b ? s.b : nullptr, x.ldb, 0,
                              0, x.has_c ? s.c : nullptr, x.ldc, x.has_co ? co : nullptr),
            dnnl_invalid_arguments);
  EXPECT_TRUE(s.is_untouched());
}

template <class T>
call with(T call::*member, T value) {
  call x;
  x.*member = value;
  return x;
}

TEST(gemm_arguments, are_checked) {
  for (const call &x :
       {with(&call::transa, 'C'), with(&call::transb, '\0'), with<dnnl_dim_t>(&call::m, -1),
        with<dnnl_dim_t>(&call::n, -1), with<dnnl_dim_t>(&call::k, -1),
        with<dnnl_dim_t>(&call::lda, 3), with<dnnl_dim_t>(&call::ldb, 2),
        with<dnnl_dim_t>(&call::ldc, 2), with(&call::has_a, false), with(&call::has_b, false),
        with(&call::has_c, false)}) {
    expect_refused(x);
    expect_int8_refused(x);
  }
  expect_int8_refused(with(&call::offsetc, 'N'));
  expect_int8_refused(with(&call::has_co, false));
}

TEST(gemm_arguments, leading_dimensions_are_those_of_the_stored_matrix) {
  call transposed;
  transposed.transa = 't', transposed.lda = 1;
  expect_refused(transposed);
  transposed.lda = 2, transposed.transb = 't', transposed.ldb = 3;
  expect_refused(transposed);
  memory<float, float, float> f;
  EXPECT_EQ(dnnl_sgemm('t', 't', 2, 3, 4, 1, f.a, 2, f.b, 4, 0, f.c, 3), dnnl_success);
  // At least 1, even where there is nothing.
  EXPECT_EQ(dnnl_sgemm('n', 'n', 0, 0, 0, 1, f.a, 0, f.b, 1, 0, f.c, 1), dnnl_invalid_arguments);
  EXPECT_EQ(dnnl_sgemm('n', 'n', 0, 0, 0, 1, f.a, 1, f.b, 1, 0, f.c, 1), dnnl_success);
}

TEST(gemm_arguments, cpp_api) {
  memory<float, float, float> f;
  EXPECT_EQ(dnnl::sgemm('N', 'N', 2, 3, 4, 1, f.a, 4, f.b, 3, 0, f.c, 3), dnnl::status::success);
  EXPECT_EQ(f.c[5], 0);
  const int32_t co = 5;
  memory<uint8_t, int8_t, int32_t> u;
  EXPECT_EQ(dnnl::gemm_u8s8s32('N', 'N', 'F', 2, 3, 4, 1, u.a, 4, 0, u.b, 3, 0, 0, u.c, 3, &co),
            dnnl::status::success);
  EXPECT_EQ(u.c[5], 5);
  memory<int8_t, int8_t, int32_t> s;
  EXPECT_EQ(dnnl::gemm_s8s8s32('N', 'N', 'F', 2, 3, 4, 1, s.a, 4, 0, s.b, 3, 0, 1, s.c, 3, &co),
            dnnl::status::success);
  EXPECT_EQ(s.c[5], 12);
}

}  // namespace
}  // namespace dnnlet::test
