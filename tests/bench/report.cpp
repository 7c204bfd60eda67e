// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <cmath>

namespace bench {

namespace {

std::string number(const char *format, double value) {
  if (value == 0) return "-";
  char text[32];
  snprintf(text, sizeof text, format, value);
  return text;
}

std::string group_of(const result &r) {
  const layer &l = r.what->what;
  const std::string group =
      l.op == operation::convolution ? l.network + " convolution" : name_of(l.op);
  char text[160];
  snprintf(text, sizeof text, "%-13s %3d %-22s %-6s %-12s %-10s", r.plugin.c_str(), r.threads,
           group.c_str(), name_of(r.what->dir), types_of(*r.what).c_str(),
           name_of(r.what->tensors));
  return text;
}

std::string total_of(const result &r) {
  char text[160];
  snprintf(text, sizeof text, "%-13s %3d %-52s  ", r.plugin.c_str(), r.threads, "all");
  return text;
}

double percent(double part, double whole) {
  return whole > 0 ? 100 * part / whole : 0;
}

double rate(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : 0;
}

constexpr char heading_format[] =
    "%-38s %-6s %-11s %-9s %2s %9s %8s %5s %7s %5s %9s %6s %8s  %-36s %s\n";
constexpr char row_format[] =
    "%-38s %-6s %-11s %-9s %2d %9s %8s %5s %7s %5s %9s %6s %8s  %-36s %s\n";

}  // namespace

report::report(const std::string &csv) : wants_csv_(!csv.empty()) {
  if (wants_csv_) csv_ = fopen(csv.c_str(), "w");
  if (csv_)
    fputs(
        "plugin,threads,problem,operation,direction,type,layout,seconds,operations,bytes,"
        "scratchpad,peak,copy_rate,peer_seconds,kernel,peer_kernel\n",
        csv_);
}

report::~report() {
  if (csv_) fclose(csv_);
}

void report::print_heading() const {
  printf(heading_format, "problem", "dir", "type", "layout", "th", "us", "GFLOP/s", "%peak", "GB/s",
         "%copy", "peer us", "ratio", "KB", "kernel", "peer's kernel");
}

void report::add_to_csv(const result &r) const {
  if (!csv_) return;
  fprintf(csv_, "%s,%d,%s,%s,%s,%s,%s,%.4g,%.6g,%.6g,%.6g,%.4g,%.4g,%.4g,%s,%s\n", r.plugin.c_str(),
          r.threads, name_of(*r.what).c_str(), name_of(r.what->what.op), name_of(r.what->dir),
          types_of(*r.what).c_str(), name_of(r.what->tensors), r.seconds, operations_of(*r.what),
          r.bytes, r.scratchpad, r.peak, r.copy_rate, r.peer_seconds, r.kernel.c_str(),
          r.peer_kernel.c_str());
  fflush(csv_);
}

void report::add(const result &r) {
  const double operations = rate(operations_of(*r.what), r.seconds);
  const double bytes = rate(r.bytes, r.seconds), ratio = rate(r.peer_seconds, r.seconds);
  printf(row_format, name_of(*r.what).c_str(), name_of(r.what->dir), types_of(*r.what).c_str(),
         name_of(r.what->tensors), r.threads, number("%.3g", 1e6 * r.seconds).c_str(),
         number("%.1f", 1e-9 * operations).c_str(),
         number("%.0f", percent(operations, r.peak)).c_str(), number("%.1f", 1e-9 * bytes).c_str(),
         number("%.0f", percent(bytes, r.copy_rate)).c_str(),
         number("%.3g", 1e6 * r.peer_seconds).c_str(), number("%.2f", ratio).c_str(),
         number("%.1f", r.scratchpad / 1024).c_str(), r.kernel.c_str(), r.peer_kernel.c_str());
  fflush(stdout);
  add_to_csv(r);
  if (ratio <= 0) return;
  means_[group_of(r)].add(ratio, name_of(*r.what));
  // What creates without compiling is a hundred times ahead: no mean of work.
  if (r.what->dir != direction::creation) totals_[total_of(r)].add(ratio, name_of(*r.what));
}

void report::mean::add(double ratio, const std::string &row) {
  sum_of_logarithms += std::log(ratio);
  if (count == 0 || ratio < worst) {
    worst = ratio;
    worst_row = row;
  }
  ++count;
}

void report::print_means() const {
  if (means_.empty()) return;
  printf("\n%-13s %3s %-22s %-6s %-12s %-10s %5s %6s %6s  %s\n", "plugin", "th", "group", "dir",
         "type", "layout", "rows", "mean", "worst", "which");
  for (const auto *list : {&means_, &totals_})
    for (const auto &[group, m] : *list)
      printf("%s %5d %6.2f %6.2f  %s\n", group.c_str(), m.count,
             std::exp(m.sum_of_logarithms / m.count), m.worst, m.worst_row.c_str());
}

}  // namespace bench
