// SPDX-License-Identifier: Apache-2.0
// The kernels of matmul; five facts: plugins/drivers/matmul/matmul.cpp, packed.cpp and
// sparse.cpp.
#include "plugins/drivers/matmul/matmul.h"

#include "core/support/built_types.h"
#include "plugins/drivers/matmul/packed.h"
#include "plugins/kernels/gemm/product_parts.h"
#include "plugins/kernels/matmul/expand_row.h"
#include "plugins/kernels/matmul/sparse_rows.h"
#include "plugins/kernels/support/kernel_name.h"

namespace dnnlet::DNNLET_PLUGIN {

static constexpr drivers::sparse_parts sparse_parts = {is_whole ? 0 : no_cpu, sparse_lanes,
                                                       gather_sparse, scatter_sparse};
static constexpr own_row sparse = {DNNLET_KERNEL_NAME("matmul_sparse"), drivers::plan_sparse_matmul,
                                   drivers::run_sparse_matmul, sparse_parts};
static constexpr drivers::packed_parts packed_parts = {
    product_by::int8_or_that_of_others<has_expansion>(), DNNLET_EXPANSION_OF::expand_row};
static constexpr auto of_f32 = rows_with_parts(
    {{DNNLET_KERNEL_NAME("matmul_f32"), drivers::plan_matmul, drivers::run_matmul, product_by::f32},
     sparse});
static constexpr auto of_all = rows_with_parts({
    {DNNLET_KERNEL_NAME("matmul_f32"), drivers::plan_matmul, drivers::run_matmul, product_by::f32},
    {DNNLET_KERNEL_NAME("matmul_bf16_pairs"), drivers::plan_matmul, drivers::run_matmul,
     product_by::bf16_pairs},
    {DNNLET_KERNEL_NAME("matmul_int8"), drivers::plan_matmul, drivers::run_matmul,
     product_by::int8},
    {DNNLET_KERNEL_NAME("matmul_widened"), drivers::plan_matmul, drivers::run_matmul,
     product_by::widened},
    {DNNLET_KERNEL_NAME("matmul_packed"), drivers::plan_packed_matmul, drivers::run_packed_matmul,
     packed_parts},
    sparse,
});

// f32 is what every build has; programs of those without other types link nothing else.
extern const kernel_rows matmul = has_types_beside_f32 ? all_of(of_all) : all_of(of_f32);

}  // namespace dnnlet::DNNLET_PLUGIN
