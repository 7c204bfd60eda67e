// SPDX-License-Identifier: Apache-2.0
// resampling_planes; five facts: plugins/kernels/resampling/resampling_forward.cpp.
#include <cstring>

#include "plugins/drivers/resampling/geometry.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t most_run = 7;

constexpr dim_t lines_at_once = 16;   // of a plane that is copied
constexpr dim_t least_length = 32;    // of a row that is read: two vectors have it all
constexpr dim_t most_joined = 512;    // elements of rows that are picked as one
constexpr dim_t least_of_table = 16;  // tables are so many times smaller than what is written

struct planes_plan {
  size_t tables, picks, workers;
  dim_t rows;   // so many at once
  bool copies;  // elements are taken as they are
};

// Rows that are side by side in a worker's memory, and picked as one: short ones are no vectors.
dim_t rows_at_once(const resampling_way &way) noexcept {
  if (!has_large_caches) return 1;
  const dim_t rows = min(most_joined / (way.out(2) * way.to_layout.run), way.out(1));
  return max<dim_t>(1, min(rows, line_count(way) / least_of_table));
}

// Where the elements of so many rows come from: `taps` numbers and weights for each. What has fewer
// neighbours gets others that weigh 0.
struct pick_table {
  int32_t *index;
  float *weights;
  dim_t taps, row, n;

  static dim_t most_of(const neighbour_table &table, dim_t n) noexcept {
    int32_t most = 1;
    for (dim_t i = 0; i < n; ++i) most = max(most, table.items[i].count);
    return most;
  }
  static size_t bytes(const resampling_way &way, dim_t rows) noexcept {
    return scratch_bytes({way.most(2), rows, way.out(2), way.to_layout.run, 8});
  }
  pick_table(const resampling_way &way, const neighbour_table &table, dim_t rows,
             char *memory) noexcept
      : taps(most_of(table, way.out(2))), row(way.out(2) * way.to_layout.run), n(rows * row) {
    index = reinterpret_cast<int32_t *>(memory);
    weights = reinterpret_cast<float *>(index + taps * n);
    const dim_t run = way.to_layout.run, in = way.in(2) * run;
    for (dim_t t = 0; t < taps; ++t) {
      int32_t *const own_index = index + t * n;
      float *const own_weights = weights + t * n;
      for (dim_t i = 0; i < row; ++i) {
        const dim_t pixel = i / run;
        const neighbours &own = table.items[pixel];
        const bool is_there = t < own.count;
        own_index[i] = int32_t(min((own.first + t) * run + i % run, in - 1));
        own_weights[i] = is_there ? table.weights[pixel * table.most + t] : 0;
      }
      for (dim_t i = row; i < n; ++i) {
        own_index[i] = own_index[i - row] + int32_t(in);
        own_weights[i] = own_weights[i - row];
      }
    }
  }
};

// A worker's memory: lines, rows of what is read, and of what is written.
struct worker_memory {
  dim_t length;  // of what is read
  size_t in, out, bytes;

  worker_memory(const resampling_way &way, dim_t rows) noexcept {
    const dim_t run = way.to_layout.run;
    length = max(rows * way.in(2) * run + picked_at_once, least_length);
    in = round_up(line_list::bytes(way), data_alignment);
    out = in + round_up(scratch_bytes({length, 4}), data_alignment);
    bytes = worker_share(out + scratch_bytes({rows, way.out(2), run, 4}));
  }
};

// One execution.
class planes {
 public:
  planes(const run_context &context, const resampling_way &way) noexcept
      : context_(context),
        plan_(context.plan_as<planes_plan, resampling_op>()),
        way_(way),
        tables_(way, context.scratchpad + plan_.tables),
        picks_(way, tables_.w, plan_.rows, context.scratchpad + plan_.picks),
        memory_(way, plan_.rows),
        backend_(context.parts_as<resampling_backend>()),
        from_(context.data<const char>(way.from_arg)),
        to_(context.data<char>(way.to_arg)),
        post_ops_(way.forward ? context.attr->post_ops.entries.count : 0) {}

  void run() const noexcept {
    if (plan_.copies) return copy_planes();
    const dim_t parts = div_up(way_.out(1), plan_.rows);
    parallel_for(context_.workers, line_count(way_) / way_.out(1) * parts,
                 [&](int64_t item, int worker) {
                   line_place p = line_of(way_, item / parts * way_.out(1));
                   p.h = item % parts * plan_.rows;
                   run_rows(p, min(plan_.rows, way_.out(1) - p.h), worker);
                 });
  }

 private:
  void run_rows(line_place p, dim_t rows, int worker) const noexcept {
    char *own = context_.scratchpad + plan_.workers + size_t(worker) * memory_.bytes;
    auto *x = reinterpret_cast<float *>(own + memory_.in);
    read(p, rows, own, x);
    const dim_t to = place_of(p), row = picks_.row;
    const bool is_dense = rows == 1 || way_.to_layout.h == row;
    const bool is_at_once = is_dense && post_ops_ == 0;
    const bool is_direct = is_at_once && way_.to->data_type == dnnl_f32;
    float *y = is_direct ? reinterpret_cast<float *>(to_) + to
                         : reinterpret_cast<float *>(own + memory_.out);
    backend_.pick({x, memory_.length, picks_.index, picks_.weights, picks_.taps, picks_.n,
                   rows * row, way_.to_layout.run, y});
    if (is_direct) return;
    if (is_at_once) return store(to, y, rows * row);
    for (const dim_t end = p.h + rows; p.h < end; ++p.h, y += row) {
      if (post_ops_ > 0) apply_post_ops(p, y);
      store(place_of(p), y, row);
    }
  }

  void store(dim_t to, const float *y, dim_t n) const noexcept {
    backend_.rows->store(way_.to->data_type, to_, size_t(to), y, size_t(n));
  }

  dim_t place_of(const line_place &p) const noexcept {
    return way_.to->offset0 + p.run * way_.to_layout.run_stride + p.n * way_.to_layout.n +
           p.d * way_.to_layout.d + p.h * way_.to_layout.h;
  }

  // Nearest, of one type. Lines of one origin are copies of the first of them.
  void copy_planes() const noexcept {
    const dim_t parts = div_up(way_.out(1), lines_at_once),
                size = dim_t(type_size(way_.to->data_type));
    parallel_for(context_.workers, line_count(way_) / way_.out(1) * parts, [&](int64_t item, int) {
      line_place p = line_of(way_, item / parts * way_.out(1));
      const dim_t begin = item % parts * lines_at_once;
      const dim_t plane = way_.from->offset0 + p.run * way_.from_layout.run_stride +
                          p.n * way_.from_layout.n +
                          tables_.d.items[p.d].first * way_.from_layout.d;
      for (p.h = begin; p.h < min(begin + lines_at_once, way_.out(1)); ++p.h) {
        const dim_t line = tables_.h.items[p.h].first;
        char *y = to_ + place_of(p) * size;
        if (p.h > begin && tables_.h.items[p.h - 1].first == line)
          std::memcpy(y, y - way_.to_layout.h * size, size_t(picks_.n * size));
        else
          copy_picked(size, from_ + (plane + line * way_.from_layout.h) * size, y);
      }
    });
  }
  void copy_picked(dim_t size, const char *x, char *y) const noexcept {
    switch (size) {
      case 1: return copy_picked<uint8_t, uint16_t>(x, y);
      case 2: return copy_picked<uint16_t, uint32_t>(x, y);
      default: break;
    }
    const dim_t length = way_.in(2) * way_.to_layout.run;
    if (!backend_.copy || length < least_length) return copy_picked<uint32_t, uint64_t>(x, y);
    backend_.copy({reinterpret_cast<const float *>(x), length, picks_.index, picks_.weights, 1,
                   picks_.n, picks_.n, 1, reinterpret_cast<float *>(y)});
  }
  // To twice the width two elements are written as one.
  template <class T, class Two>
  void copy_picked(const char *x, char *y) const noexcept {
    const dim_t n = picks_.n, in = way_.in(2);
    if (way_.to_layout.run == 1 && n == 2 * in) {
      for (dim_t i = 0; i < in; ++i) {
        T one;
        std::memcpy(&one, x + i * dim_t(sizeof(T)), sizeof(T));
        const Two two = Two(one) << (8 * sizeof(T)) | one;
        std::memcpy(y + i * dim_t(sizeof(Two)), &two, sizeof(Two));
      }
      return;
    }
    const int32_t *const index = picks_.index;
    for (dim_t i = 0; i < n; ++i)
      std::memcpy(y + i * dim_t(sizeof(T)), x + index[i] * ptrdiff_t(sizeof(T)), sizeof(T));
  }

  // Each row is a sum of lines, which are neighbours as pixels are.
  void read(const line_place &p, dim_t rows, char *own, float *x) const noexcept {
    line_list lines(way_, own);
    lines.find_depth(
        way_, tables_, p.d,
        way_.from->offset0 + p.run * way_.from_layout.run_stride + p.n * way_.from_layout.n);
    const neighbour_table &h = tables_.h;
    const dim_t n = way_.in(2) * way_.to_layout.run;
    backend_.weigh(way_.from->data_type)({from_, lines.offsets, lines.weights, lines.count,
                                          h.items + p.h, h.weights + p.h * h.most, h.most,
                                          way_.from_layout.h, rows, n, x, dnnl_f32, n});
  }

  void apply_post_ops(const line_place &p, float *y) const noexcept {
    const int ndims = way_.to->ndims;
    const dim_t run = way_.to_layout.run;
    dim_t index[max_ndims] = {p.n, p.run * run};
    if (ndims > 4) index[ndims - 3] = p.d;
    if (ndims > 3) index[ndims - 2] = p.h;
    if (run == 1)
      return apply_row_post_ops(*backend_.rows, context_, *way_.to, y, size_t(picks_.row), index,
                                ndims - 1, 0, post_ops_);
    for (dim_t w = 0; w < way_.out(2); ++w) {
      index[ndims - 1] = w;
      apply_row_post_ops(*backend_.rows, context_, *way_.to, y + w * run,
                         size_t(min(run, way_.c - p.run * run)), index, 1, 0, post_ops_);
    }
  }

  const run_context &context_;
  const planes_plan &plan_;
  const resampling_way &way_;
  const neighbour_tables tables_;
  const pick_table picks_;
  const worker_memory memory_;
  const resampling_backend &backend_;
  const char *const from_;
  char *const to_;
  const int post_ops_;
};

}  // namespace

refusal plan_resampling_planes(plan_request &request) {
  resampling_way way(request.problem<resampling_op>());
  if (const refusal reason = check_resampling(request, way)) return reason;
  const dim_t run = way.to_layout.run;
  if (run > most_run) return "many channels are neighbours";
  if ((way.in(2) > 1 && way.from_layout.w != run) || (way.out(2) > 1 && way.to_layout.w != run))
    return "pixels are not neighbours";
  auto &plan = request.make_plan<planes_plan, resampling_op>();
  plan.copies = copies_elements(request, way);
  plan.tables = request.add_scratch(neighbour_tables::bytes(way));
  plan.rows = plan.copies ? 1 : rows_at_once(way);
  plan.picks = request.add_scratch(pick_table::bytes(way, plan.rows));
  plan.workers = request.add_scratch(
      scratch_bytes({dim_t(worker_memory(way, plan.rows).bytes), request.max_workers}));
  return accepted;
}

void run_resampling_planes(const run_context &context) {
  resampling_way way(context.problem<resampling_op>());
  way.find_layouts();
  planes(context, way).run();
}

}  // namespace dnnlet::drivers
