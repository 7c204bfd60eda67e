// SPDX-License-Identifier: Apache-2.0
// Lines of verbose output, where there is somewhere to print them. What is logged is chosen by
// ONEDNN_VERBOSE or dnnl_set_verbose.
#ifndef DNNLET_CORE_SUPPORT_LOG_H
#define DNNLET_CORE_SUPPORT_LOG_H

#include <cstdint>

namespace dnnlet {

enum log_kind : unsigned {
  log_errors = 1,      // failures with their sentence
  log_checks = 2,      // refused arguments
  log_dispatch = 4,    // kernels that were offered a problem and refused
  log_creation = 8,    // primitive descriptors, with the time it took
  log_execution = 16,  // executions, with the time it took
  log_anything = 31
};

bool logs(log_kind kind) noexcept;
// oneDNN's levels: 0 nothing, 1 executions, 2 creations too. False for one that this build lacks.
bool set_log_level(int level) noexcept;
// The line is completed with the prefix "onednn_verbose,v1," and a line end.
void log_line(const char *line) noexcept;
// Nanoseconds of a steady clock; 0 where nothing is logged.
int64_t log_clock() noexcept;

}  // namespace dnnlet

#endif
