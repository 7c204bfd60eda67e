// SPDX-License-Identifier: Apache-2.0
// The last stage of products: scales, bias, post-ops and zero points that differ along any
// dimension of dst, as those of matmul do. (What convolution asks of it is tested there.)
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"
#include "plugins/drivers/gemm/finish.h"
#include "tests/support/plugins.h"

#define X(name, beside, integers) \
  namespace dnnlet::name { \
  extern const drivers::gemm_backend gemm; \
  }
DNNLET_GEMM_PLUGINS
#undef X

namespace dnnlet::test {
namespace {

using drivers::gemm_tensors;
using memory = dnnl::memory;

struct gemm_plugin {
  const char *name;
  const drivers::gemm_backend *backend;
};
const gemm_plugin gemm_plugins[] = {
#define X(name, beside, integers) {#name, &name::gemm},
    DNNLET_GEMM_PLUGINS
#undef X
};

bool can_run(const std::string &name) {
  for (const std::string &usable : usable_plugins())
    if (usable == name) return true;
  return false;
}

// dst[b][m][n], of 2 x 3 x 20 elements, from sums of products of src[b][m][k] and weights[b][k][n].
constexpr dim_t batches = 2, rows = 3, columns = 20, depth = 5;
constexpr int by_batch = 1, by_row = 2, by_column = 4;

// What a memory holds: different numbers, powers of two where they divide.
float value(int of, dim_t i) {
  return of == DNNL_ARG_DST ? std::ldexp(1.0f, int(i % 3)) : 0.25f * float((i * 7 + of) % 11 + 1);
}

class finishing {
 public:
  dnnl::primitive_attr attr;

  memory &add(int arg, const memory::dims &dims, int of) {
    memory given(memory::desc(dims, memory::data_type::f32, strides_of(dims)), engine_);
    auto *data = static_cast<float *>(given.get_data_handle());
    for (size_t i = 0; i < given.get_desc().get_size() / sizeof(float); ++i)
      data[i] = value(of, dim_t(i));
    memories_.push_back(given);
    args_.push_back({arg, given.get()});
    return memories_.back();
  }
  void set_bias(const memory::dims &dims) {
    bias_ = *memory::desc(dims, memory::data_type::f32, strides_of(dims)).get();
    add(DNNL_ARG_BIAS, dims, DNNL_ARG_BIAS);
  }

  // Finishes sums i - 50, as integers; rows are walked `at_once` at a time. Where that is
  // refused, the reason is there.
  std::vector<float> run(const drivers::gemm_backend &backend, dim_t at_once) {
    const memory_desc src = dense({batches, rows, depth}), dst = dense({batches, rows, columns});
    const memory_desc weights = dense({batches, depth, columns});
    const gemm_tensors t = {{&src, DNNL_ARG_SRC, by_batch | by_row, 0},
                            {&weights, DNNL_ARG_WEIGHTS, by_batch, 1 << 2},
                            {&dst, DNNL_ARG_DST, by_batch | by_row, 1 << 2},
                            &bias_,
                            DNNL_ARG_BIAS,
                            2};
    plan_request request = {nullptr, attr.get(), 1, 0, nullptr, nullptr};
    drivers::finish_plan plan;
    reason = plan_finish(request, backend, t, true, 256, plan);
    if (reason) return {};
    std::vector<float> scratch(request.scratchpad_bytes / sizeof(float) + 1);
    const run_context context = {nullptr,      attr.get(),
                                 nullptr,      nullptr,
                                 {},           reinterpret_cast<char *>(scratch.data()),
                                 args_.data(), int(args_.size())};
    const drivers::finish_stage stage(context, backend, t, plan);
    const dim_t step = 64;
    std::vector<int32_t> sums(batches * rows * step);
    for (dim_t row = 0; row < batches * rows; ++row)
      for (dim_t c = 0; c < columns; ++c) sums[row * step + c] = int32_t(row * columns + c) - 50;
    std::vector<float> out(batches * rows * columns);
    const activation layout = {0, 0, 0, columns, columns, 0};
    for (dim_t row = 0; row < batches * rows; row += at_once)
      stage.finish({&layout, columns, at_once, 0, columns}, sums.data() + row * step, step,
                   {{row / rows, row % rows}, 1}, out.data() + row * columns);
    return out;
  }

  refusal reason = accepted;

 private:
  static memory::dims strides_of(const memory::dims &dims) {
    memory::dims strides(dims.size(), 1);
    for (size_t d = dims.size() - 1; d > 0; --d) strides[d - 1] = strides[d] * dims[d];
    return strides;
  }
  static memory_desc dense(const memory::dims &dims) {
    return *memory::desc(dims, memory::data_type::f32, strides_of(dims)).get();
  }

  dnnl::engine engine_ = engine_for();
  memory_desc bias_ = zero_md;
  std::vector<memory> memories_;
  std::vector<dnnl_exec_arg_t> args_;
};

// Calls expected(b, m, n, sum) for every element, on every plugin, however rows are walked.
template <class Expected>
void expect(finishing &f, const Expected &expected) {
  for (const gemm_plugin &plugin : gemm_plugins) {
    if (!can_run(plugin.name)) continue;
    for (const dim_t at_once : {dim_t(1), rows, batches * rows}) {
      SCOPED_TRACE(std::string(plugin.name) + ", rows at once: " + std::to_string(at_once));
      const std::vector<float> out = f.run(*plugin.backend, at_once);
      ASSERT_EQ(f.reason, accepted);
      for (dim_t i = 0; i < batches * rows * columns; ++i) {
        const float wanted =
            expected(i / columns / rows, i / columns % rows, i % columns, float(i - 50));
        ASSERT_NEAR(out[size_t(i)], wanted, 1e-6f * (std::abs(wanted) + 20)) << "element " << i;
      }
    }
  }
}

TEST(finish, scales_of_src_by_row_and_of_weights_by_column) {
  finishing f;
  f.attr.set_scales_mask(DNNL_ARG_SRC, by_row);
  f.attr.set_scales_mask(DNNL_ARG_WEIGHTS, by_column);
  f.add(DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, {rows}, 1);
  f.add(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, {columns}, 2);
  f.set_bias({1, 1, columns});
  expect(f, [](dim_t, dim_t m, dim_t n, float sum) {
    return sum * value(1, m) * value(2, n) + value(DNNL_ARG_BIAS, n);
  });
}

TEST(finish, values_by_batch) {
  finishing f;
  f.attr.set_scales_mask(DNNL_ARG_SRC, by_batch | by_row);
  f.attr.set_scales_mask(DNNL_ARG_WEIGHTS, by_batch | by_column);
  f.add(DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, {batches * rows}, 1);
  f.add(DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, {batches * columns}, 2);
  f.set_bias({batches, 1, columns});
  expect(f, [](dim_t b, dim_t m, dim_t n, float sum) {
    return sum * value(1, b * rows + m) * value(2, b * columns + n) +
           value(DNNL_ARG_BIAS, b * columns + n);
  });
}

TEST(finish, bias_by_row) {
  finishing f;
  f.set_bias({1, rows, 1});
  expect(f, [](dim_t, dim_t m, dim_t, float sum) { return sum + value(DNNL_ARG_BIAS, m); });
}

TEST(finish, scales_and_zero_points_of_dst_by_row) {
  finishing f;
  f.attr.set_scales_mask(DNNL_ARG_DST, by_row);
  f.attr.set_zero_points_mask(DNNL_ARG_DST, by_column);
  f.add(DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, {rows}, DNNL_ARG_DST);
  memory &zero_points = f.add(DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, {columns}, 0);
  auto *numbers = static_cast<int32_t *>(zero_points.get_data_handle());
  for (dim_t n = 0; n < columns; ++n) numbers[n] = int32_t(n) - 3;
  expect(f, [](dim_t, dim_t m, dim_t n, float sum) {
    return sum / value(DNNL_ARG_DST, m) + float(n - 3);
  });
}

TEST(finish, post_ops_find_the_rows_of_all_batches) {
  finishing f;
  dnnl::post_ops ops;
  const memory::desc operand({batches, rows, 1}, memory::data_type::f32, {rows, 1, 1});
  ops.append_binary(dnnl::algorithm::binary_add, operand);
  ops.append_eltwise(dnnl::algorithm::eltwise_linear, 2, 1);
  f.attr.set_post_ops(ops);
  f.add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1, {batches, rows, 1}, 5);
  expect(f,
         [](dim_t b, dim_t m, dim_t, float sum) { return 2 * (sum + value(5, b * rows + m)) + 1; });
}

TEST(finish, refuses_scales_along_what_is_summed) {
  finishing f;
  f.attr.set_scales_mask(DNNL_ARG_WEIGHTS, 2 | by_column);
  f.run(*gemm_plugins[0].backend, 1);
  EXPECT_STREQ(f.reason, "scales");
}

}  // namespace
}  // namespace dnnlet::test
