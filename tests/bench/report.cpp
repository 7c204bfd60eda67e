// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

std::string number(const char *format, double value) {
  if (value == 0) return "-";
  char text[32];
  snprintf(text, sizeof text, format, value);
  return text;
}

std::string group_of(const result &r) {
  char text[160];
  snprintf(text, sizeof text, "%-13s %-10s %-12s %-6s %-9s %-10s %3d", r.plugin.c_str(),
           r.what->what->network, name_of(r.what->what->op), name_of(r.what->dir),
           name_of(r.what->type), name_of(r.what->tensors), r.threads);
  return text;
}

double percent(double part, double whole) {
  return whole > 0 ? 100 * part / whole : 0;
}

constexpr char table_format[] = "%-34s %-6s %-9s %-9s %2d %9s %8s %5s %7s %5s %9s %6s  %-40s %s";
constexpr char csv_format[] = "%s,%s,%s,%s,%d,%s,%s,%s,%s,%s,%s,%s,%s,%s";

}  // namespace

void report::print_heading() {
  if (csv_ && !has_heading_)
    puts(
        "problem,direction,type,layout,threads,us,gflops,percent_of_peak,gbytes,percent_of_copy,"
        "peer_us,ratio,kernel,peer_kernel,"
        "plugin");
  if (!csv_)
    printf("%-34s %-6s %-9s %-9s %2s %9s %8s %5s %7s %5s %9s %6s  %-40s %s\n", "problem", "dir",
           "type", "layout", "th", "us", "GFLOP/s", "%peak", "GB/s", "%copy", "peer us", "ratio",
           "kernel", "peer's kernel");
  has_heading_ = true;
}

void report::add(const result &r) {
  const double operations = operations_of(*r.what) / r.seconds,
               bytes = bytes_of(*r.what) / r.seconds;
  const double ratio = r.peer_seconds / r.seconds;
  printf(csv_ ? csv_format : table_format, name_of(*r.what).c_str(), name_of(r.what->dir),
         name_of(r.what->type), name_of(r.what->tensors), r.threads,
         number("%.1f", 1e6 * r.seconds).c_str(), number("%.1f", 1e-9 * operations).c_str(),
         number("%.0f", percent(operations, r.peak)).c_str(), number("%.1f", 1e-9 * bytes).c_str(),
         number("%.0f", percent(bytes, r.copy_rate)).c_str(),
         number("%.1f", 1e6 * r.peer_seconds).c_str(), number("%.2f", ratio).c_str(),
         r.kernel.c_str(), r.peer_kernel.c_str());
  // The table says it above.
  if (csv_) printf(",%s", r.plugin.c_str());
  puts("");
  fflush(stdout);
  if (r.peer_seconds <= 0 || r.peer_kernel.find("ref") != std::string::npos) return;
  mean &m = means_[group_of(r)];
  m.sum_of_logarithms += std::log(ratio);
  m.worst = m.count == 0 ? ratio : std::min(m.worst, ratio);
  ++m.count;
}

void report::print_means() const {
  if (csv_ || means_.empty()) return;
  printf("\n%-13s %-10s %-12s %-6s %-9s %-10s %3s %5s %6s %6s\n", "plugin", "network", "operation",
         "dir", "type", "layout", "th", "rows", "mean", "worst");
  for (const auto &[group, m] : means_)
    printf("%s %5d %6.2f %6.2f\n", group.c_str(), m.count, std::exp(m.sum_of_logarithms / m.count),
           m.worst);
}

}  // namespace bench
