// SPDX-License-Identifier: Apache-2.0
// The BLAS functions, which have neither primitives nor memory objects. Compiled twice like
// workload.cpp.
#include <vector>

#include "api.h"
#include "clock.h"
#include "workload.h"

namespace bench {

namespace {

class gemm_workload final : public workload {
 public:
  gemm_workload(const row &r, int threads)
      : r_(r),
        threads_(threads),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(make_stream(engine_, threads)),
        a_(elements(r.what->n, r.what->ic), 1),
        b_(elements(r.what->ic, r.what->oc), 2),
        c_(elements(r.what->n, r.what->oc)),
        a_bytes_(a_.size(), 3),
        b_bytes_(b_.size(), -5),
        sums_(c_.size()) {
    dnnl::error::wrap_c_api(run(), "could not multiply");
  }

  std::string kernel() const override { return gemm_kernel(r_); }

  double best_time(double budget) override {
    return best_time_of([this] { run(); }, threads_, budget);
  }

 private:
  static size_t elements(int rows, int cols) { return size_t(rows) * size_t(cols); }

  dnnl_status_t run() {
    gemm_arguments g = {r_.tensors == layout::tn ? 'T' : 'N',
                        r_.tensors == layout::nt ? 'T' : 'N',
                        r_.what->n,
                        r_.what->oc,
                        r_.what->ic,
                        r_.tensors == layout::tn ? r_.what->n : r_.what->ic,
                        r_.tensors == layout::nt ? r_.what->ic : r_.what->oc};
    if (r_.type == types::f32) return multiply(stream_, g, a_.data(), b_.data(), c_.data());
    return multiply(stream_, g, a_bytes_.data(), b_bytes_.data(), sums_.data());
  }

  const row r_;
  const int threads_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  std::vector<float> a_, b_, c_;
  std::vector<uint8_t> a_bytes_;
  std::vector<int8_t> b_bytes_;
  std::vector<int32_t> sums_;
};

}  // namespace

std::unique_ptr<workload> make_gemm(const row &r, int threads) {
  return std::make_unique<gemm_workload>(r, threads);
}

}  // namespace bench
