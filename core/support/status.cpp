// SPDX-License-Identifier: Apache-2.0
#include "core/support/status.h"

#include <atomic>

#include "core/support/log.h"

namespace dnnlet {

namespace {

std::atomic<diagnostics_fn> listener{nullptr};
std::atomic<void *> listener_context{nullptr};

}  // namespace

void set_diagnostics(diagnostics_fn function, void *context) noexcept {
  listener.store(nullptr);
  listener_context.store(context);
  listener.store(function);
}

status report(status code, const text_part *parts, int count) noexcept {
  const diagnostics_fn deliver = listener.load();
  const bool logged = logs(code == dnnl_invalid_arguments ? log_checks : log_errors);
  if (!deliver && !logged) return code;
  char line[320];
  text_writer text(line, sizeof(line));
  text << "primitive,error,";
  const size_t sentence = text.size();
  for (int i = 0; i < count; ++i) text << parts[i];
  if (logged) log_line(line);
  if (deliver) deliver(listener_context.load(), code, line + sentence);
  return code;
}

void remark(const char *sentence) noexcept {
  if (logs(log_anything)) {
    char line[320];
    text_writer text(line, sizeof(line));
    text << "info," << sentence;
    log_line(line);
  }
  if (const diagnostics_fn deliver = listener.load())
    deliver(listener_context.load(), dnnl_success, sentence);
}

status out_of_memory(const char *what, size_t bytes) noexcept {
  return fail(dnnl_out_of_memory, what, ": the memory source has no ", bytes, " bytes left");
}

}  // namespace dnnlet
