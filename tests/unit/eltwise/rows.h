// SPDX-License-Identifier: Apache-2.0
// The rows of each plugin that this CPU can run.
#ifndef DNNLET_TESTS_UNIT_ELTWISE_ROWS_H
#define DNNLET_TESTS_UNIT_ELTWISE_ROWS_H

#include <string>
#include <vector>

#include "plugins/drivers/rows/row_backend.h"

namespace dnnlet::test {

struct row_plugin {
  std::string name;
  const drivers::row_backend *rows;
  drivers::row_function (*gradient)(dnnl_alg_kind_t alg, float beta) noexcept;
  drivers::row_function (*rounded)(dnnl_alg_kind_t alg, float alpha) noexcept;
  bool fused;  // its multiply-add rounds once
};

const std::vector<row_plugin> &row_plugins();

/// The names of these, and the reference.
std::vector<std::string> plugins_with_kernels();

}  // namespace dnnlet::test

#endif
