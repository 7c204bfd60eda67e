// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/gemm_call.h"

#include "core/engine/engine.h"
#include "core/primitives/selection.h"
#include "core/primitives/verbose.h"
#include "core/primitives/work.h"
#include "core/support/arithmetic.h"
#include "core/support/log.h"
#include "oneapi/dnnl/dnnl_config.h"

namespace dnnlet {

namespace {

bool is_transposed(char letter) noexcept {
  return letter == 'T' || letter == 't';
}

status check_letter(const char *name, const char *argument, char letter) noexcept {
  if (is_transposed(letter) || letter == 'N' || letter == 'n') return dnnl_success;
  return invalid(name, ": ", argument, " is character ", int(letter), ", expected N or T");
}

status check_size(const char *name, const char *argument, dim_t size) noexcept {
  return size < 0 ? invalid(name, ": ", argument, " is ", size, ", expected 0 or more")
                  : dnnl_success;
}

status check_leading(const char *name, const char *argument, dim_t leading, dim_t row) noexcept {
  return leading < max<dim_t>(row, 1) ? invalid(name, ": ", argument, " is ", leading,
                                                ", expected ", max<dim_t>(row, 1), " or more")
                                      : dnnl_success;
}

// The last element of each matrix must have a place, and kernels count products.
status check_extents(const gemm_call &call, bool ta, bool tb) noexcept {
  constexpr dim_t most = dim_t(1) << 56;  // more than any memory holds, far from the end of dim_t
  const struct {
    const char *leading;
    dim_t rows, step;
  } matrices[] = {{"lda", ta ? call.k : call.m, call.a.row_step},
                  {"ldb", tb ? call.n : call.k, call.b.row_step},
                  {"ldc", call.m, call.ldc}};
  dim_t count;
  for (const auto &m : matrices)
    if (!checked_mul(max<dim_t>(m.rows, 1), m.step, &count) || count > most)
      return invalid(call.name, ": ", m.leading, " is ", m.step, " for ", m.rows,
                     " rows, more than any memory has room for");
  if (!checked_mul(max<dim_t>(call.m, 1), max<dim_t>(call.n, 1), &count) ||
      !checked_mul(count, max<dim_t>(call.k, 1), &count) || count > most)
    return invalid(call.name, ": M ", call.m, ", N ", call.n, ", K ", call.k,
                   " are too many products");
  return dnnl_success;
}

gemm_matrix walked(const gemm_matrix &m, bool transposed) noexcept {
  return transposed ? gemm_matrix{m.type, m.data, 1, m.row_step}
                    : gemm_matrix{m.type, m.data, m.row_step, 1};
}

}  // namespace

status make_gemm(const gemm_call &call, gemm_op &op) noexcept {
  const char *name = call.name;
  if (!call.a.data) return null_argument(name, "A");
  if (!call.b.data) return null_argument(name, "B");
  if (!call.c) return null_argument(name, "C");
  DNNLET_CHECK(check_letter(name, "transa", call.transa));
  DNNLET_CHECK(check_letter(name, "transb", call.transb));
  DNNLET_CHECK(check_size(name, "M", call.m));
  DNNLET_CHECK(check_size(name, "N", call.n));
  DNNLET_CHECK(check_size(name, "K", call.k));
  const bool ta = is_transposed(call.transa), tb = is_transposed(call.transb);
  DNNLET_CHECK(check_leading(name, "lda", call.a.row_step, ta ? call.m : call.k));
  DNNLET_CHECK(check_leading(name, "ldb", call.b.row_step, tb ? call.k : call.n));
  DNNLET_CHECK(check_leading(name, "ldc", call.ldc, call.n));
  DNNLET_CHECK(check_extents(call, ta, tb));
  op = {};
  op.head.kind = dnnl_gemm;
  op.m = call.m;
  op.n = call.n;
  op.k = call.k;
  op.a = walked(call.a, ta);
  op.b = walked(call.b, tb);
  op.c = call.c;
  op.c_row_step = call.ldc;
  op.alpha = call.alpha;
  op.beta = call.beta;
  return dnnl_success;
}

namespace {

// BLAS has no attributes: those that ask for nothing.
constexpr attributes no_attributes = {};

// One call, for which a kernel is sought.
struct gemm_problem {
  gemm_problem(gemm_op &what, int workers, cpu_features have) noexcept
      : op(what), max_workers(workers), cpu(have) {}

  gemm_op &op;
  int max_workers;
  cpu_features cpu;
  alignas(plan_alignment) unsigned char plan[gemm_op::plan_bytes];
};

refusal offer(void *problem, const kernel &k) noexcept {
  auto &p = *static_cast<gemm_problem *>(problem);
  plan_request request = {&p.op.head, &no_attributes, p.max_workers, p.cpu, k.parts, p.plan};
  if (const refusal reason = k.plan(request)) return reason;
  return request.scratchpad_bytes > 0 ? "there is no scratchpad in BLAS" : accepted;
}

}  // namespace

status run_gemm(const char *name, const kernel_index &kernels, gemm_op &op, void *pool) noexcept {
  if (op.m == 0 || op.n == 0) return dnnl_success;
  const double products = double(op.m) * double(op.n) * double(op.k) * double(type_size(op.a.type));
  const cpu_features cpu = detect_cpu_features();
  const double worth = nanoseconds_of(products, 0, cpu);
  const team workers = make_team(pool, workers_worth(worth, max_workers()));
  gemm_problem problem(op, workers.size, cpu);
  kernel_place place = {0, 0};
  const kernel *k =
      choose_kernel({name, &kernels, usable_plugins(cpu), false, false}, place, &problem, offer);
  if (!k) return unimplemented(name, ": no kernel of this build takes it on this CPU");
  const int64_t start = log_clock();
  k->run({&op.head, &no_attributes, k->parts, problem.plan, workers, nullptr, nullptr, 0});
  note_gemm(op, k->name, start);
  return dnnl_success;
}

status check_takes_pool(const char *name) noexcept {
  return DNNL_CPU_RUNTIME == DNNL_RUNTIME_THREADPOOL
             ? dnnl_success
             : unimplemented(name, ": this build's DNNLET_CPU_RUNTIME is not THREADPOOL");
}

}  // namespace dnnlet
