// SPDX-License-Identifier: Apache-2.0
// pool_channels; five facts: plugins/kernels/pooling/pooling_backward.cpp.
//
// An item is a row of diff_src, for a chunk of channels: each element gathers from the windows that
// it lies in, in ascending order of their points, so that nothing is written twice. Where rows are
// short, an item has several, of a block of channels or of all, in the order of memory, or, where
// planes are small or have few rows, several blocks. Where types differ or windows are large, rows
// of types other than f32 are converted first, and results last.
#include "plugins/drivers/pooling/channels_backward.h"

#include <cstring>

#include "plugins/drivers/pooling/backward.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace pooling {

namespace {

constexpr dim_t row_budget = 2048;  // floats of a converted row

struct channels_plan {
  activation src, dst;
  dim_t chunk, block;  // channels, and columns of diff_src, of an item
  dim_t groups;        // blocks of channels of an item; more than one have no gaps
  dim_t lines;         // rows of diff_src of an item
  bool is_typed;       // one type other than f32, read and written where it is
  bool is_spread;      // elements lie in one window each, and get its mean
  dim_t columns;       // of diff_dst that are converted; 0: it is read where it is
  size_t index, results, scratch;
};

bool is_typed(const plan_request &request, const geometry &g) noexcept {
  const auto &op = request.problem<pooling_op>();
  const bool is_max = op.head.alg == dnnl_pooling_max;
  return op.src.data_type != dnnl_f32 && op.dst.data_type == op.src.data_type &&
         g.points() <= max_points && !(is_max && op.workspace.data_type != dnnl_u8) &&
         request.parts_as<pooling_backward_backend>().typed(is_max, op.src.data_type);
}

// Of blocks of one vector or two, in whole rows of windows.
void plan_spread(const plan_request &request, const geometry &g, channels_plan &p) noexcept {
  const auto &backend = request.parts_as<pooling_backward_backend>();
  const dim_t lanes = dim_t(backend.sum.lanes());
  p.is_spread = has_large_caches && g.d.is_tiled() && g.h.is_tiled() && g.w.is_tiled() &&
                g.h.kernel * g.w.kernel <= max_points && p.block == g.w.src &&
                (p.chunk == lanes || p.chunk == 2 * lanes);
  if (p.is_spread) p.lines = max(p.lines / g.h.kernel, dim_t(1)) * g.h.kernel;
}

refusal plan_channels(plan_request &request) noexcept {
  const auto &op = request.problem<pooling_op>();
  auto &p = request.make_plan<channels_plan, pooling_op>();
  if (const refusal reason = check_backward(request, p.src, p.dst)) return reason;
  if (p.src.run == 1 || p.src.run != p.dst.run) return "channels do not lie side by side";
  geometry g(op);
  g.c = channels_in_memory(op, *request.attr, p.src.run);
  p.is_typed = is_typed(request, g);
  const bool converts_dst = op.dst.data_type != dnnl_f32 && !p.is_typed;
  const bool converts_src = op.src.data_type != dnnl_f32 && !p.is_typed;
  const bool converts = converts_dst || converts_src;
  p.chunk = min(p.src.run, item_channels);
  p.groups = p.lines = 1;
  if (!converts && g.c % p.src.run == 0) {
    const item_size size = size_of_item(g.h.src, g.w.src, p.src.run, g.c, request.max_workers);
    p.lines = size.lines;
    p.groups = size.groups;
  }
  const dim_t elements = converts ? row_budget : item_elements;
  p.block = min(g.w.src, max<dim_t>(8, elements / (p.chunk * (p.lines > 1 ? 1 : p.groups))));
  if (op.head.alg != dnnl_pooling_max && !converts && !p.is_typed && g.c % p.src.run == 0)
    plan_spread(request, g, p);
  scratch_layout layout;
  if (converts_dst) {
    p.columns = min(g.w.dst, (p.block + g.w.reach()) / g.w.stride + 2);
    layout.add(p.columns * p.chunk * 4);
    p.index = layout.add(p.columns * p.chunk * dim_t(type_size(op.workspace.data_type)));
  }
  if (converts_src) p.results = layout.add(p.block * p.chunk * 4);
  if (layout.size > (dim_t(1) << 22)) return "the window is too wide";
  p.scratch = worker_share(size_t(layout.size));
  if (p.scratch != 0) request.add_scratch(p.scratch * size_t(request.max_workers));
  return accepted;
}

class channels_backward {
 public:
  channels_backward(const run_context &context, const pooling_backward_backend &backend) noexcept
      : t_(context, backend.rows),
        g_(t_.op),
        p_(context.plan_as<channels_plan, pooling_op>()),
        chunks_{channels_in_memory(t_.op, *context.attr, p_.src.run), p_.src.run, p_.chunk},
        // The weights of windows that are not whole differ from their neighbours'.
        alike_(t_.is_max || t_.counts_padding ? range{0, g_.w.dst} : g_.w.whole()),
        alike_rows_(t_.is_max || t_.counts_padding ? range{0, g_.h.dst} : g_.h.whole()),
        b_(backend),
        fold_(p_.is_typed          ? *backend.typed(t_.is_max, t_.op.src.data_type)
              : !t_.is_max         ? backend.weighted_sum
              : t_.index_size == 4 ? backend.chosen_s32
                                   : backend.chosen_u8),
        sets_(div_up(chunks_.count(), p_.groups)),
        parts_(p_.chunk < p_.src.run ? sets_ : 1),
        converts_dst_(!t_.dst_is_f32() && !p_.is_typed),
        converts_src_(!t_.src_is_f32() && !p_.is_typed) {}

  dim_t items() const noexcept {
    return g_.n * sets_ * g_.d.src * div_up(g_.h.src, lines()) * div_up(g_.w.src, p_.block);
  }

  void run(dim_t item, int worker) const noexcept {
    row r;
    char *scratch = t_.context.scratchpad + size_t(worker) * p_.scratch;
    r.converted = reinterpret_cast<float *>(scratch);
    r.index = scratch + p_.index;
    r.results = reinterpret_cast<float *>(scratch + p_.results);
    const dim_t part = take(item, parts_);
    r.iw.begin = take(item, div_up(g_.w.src, p_.block)) * p_.block;
    r.iw.end = min(r.iw.begin + p_.block, g_.w.src);
    range lines_of_item;
    lines_of_item.begin = r.ih = take(item, div_up(g_.h.src, lines())) * lines();
    lines_of_item.end = min(r.ih + lines(), g_.h.src);
    r.id = take(item, g_.d.src);
    const dim_t chunk = (take(item, sets_ / parts_) + part) * p_.groups;
    r.channels = chunks_.at(chunk);
    r.blocks = {min(p_.groups, chunks_.count() - chunk), p_.dst.run_stride, p_.src.run_stride};
    if (has_large_caches) r.lines = {1, 0, 0};
    r.n = item;
    if (r.channels.count() == 0) return;
    if (has_large_caches && p_.is_spread) return spread(r, lines_of_item.count());
    if (lines() == 1) return fold_row(r);
    for_each_group(part_of(g_.h, lines_of_item), alike_rows_, !t_.is_max, [&](const group &g) {
      r.ih = lines_of_item.begin + g.first;
      r.lines = {g.count, g.windows * p_.dst.h, g.step * p_.src.h};
      fold_row(r);
    });
  }

 private:
  // A row of windows that the row of diff_src lies in.
  struct dst_row {
    dim_t at;    // where its column 0 lies in diff_dst
    dim_t k;     // the number of the first point in that row of the window
    dim_t rows;  // of the window that a mean counts
  };
  // Where an element of it lies in such a row.
  struct dst_column {
    dim_t ow, k, columns;
  };
  static constexpr int max_known = 32;

  struct row {
    dim_t n, id, ih;
    alike lines, blocks;  // that are folded alike, from diff_dst to diff_src
    range iw, channels;
    float *converted, *results;
    char *index;
    dst_row known[max_known];
    int rows;  // more than max_known: they are not known
  };

  dim_t lines() const noexcept { return has_large_caches ? p_.lines : 1; }

  // A part as if it were all of diff_src.
  static axis part_of(axis a, const range &part) noexcept {
    a.src = part.count();
    a.left += part.begin;
    return a;
  }

  [[gnu::noinline]] void spread(const row &r, dim_t lines) const noexcept {
    const float weight = 1 / float(g_.points());
    window_point points[max_points];
    window_run run = {};
    for (dim_t h = 0; h < g_.h.kernel; ++h)
      for (dim_t w = 0; w < g_.w.kernel; ++w)
        points[run.count++] = {h * p_.src.h + w * p_.src.w, 0, weight};
    run.points = points;
    run.n = r.channels.count();
    run.outputs = g_.w.dst;
    run.src_step = p_.dst.w;
    run.dst_step = g_.w.kernel * p_.src.w;
    run.more_groups = lines / g_.h.kernel - 1;
    run.src_group = p_.dst.h;
    run.dst_group = g_.h.kernel * p_.src.h;
    run.src = t_.dst + p_.dst.at(r.n, r.id / g_.d.kernel, r.ih / g_.h.kernel, 0, r.channels.begin) *
                           t_.dst_size;
    run.dst = t_.src + p_.src.at(r.n, r.id, r.ih, 0, r.channels.begin) * t_.src_size;
    for (dim_t i = 0; i < r.blocks.count; ++i) {
      b_.spread(run);
      run.src = static_cast<const char *>(run.src) + r.blocks.src * t_.dst_size;
      run.dst = static_cast<char *>(run.dst) + r.blocks.dst * t_.src_size;
    }
  }

  void fold_row(row &r) const noexcept {
    r.rows = 0;
    find_dst_rows(r, [&](const dst_row &d) {
      if (r.rows < max_known) r.known[r.rows] = d;
      ++r.rows;
    });
    if (converts_dst_)
      fold_converted_rows(r);
    else
      for_each_group(part_of(g_.w, r.iw), alike_, !t_.is_max,
                     [&](const group &g) { fold_group(r, g); });
    if (converts_src_) finish(r);
  }

  // Calls body(dst_row) for the rows of windows, in ascending order of k.
  template <class Body>
  void find_dst_rows(const row &r, const Body &body) const noexcept {
    for_each_window_with(g_.d, r.id, [&](dim_t kd, dim_t od) {
      for_each_window_with(g_.h, r.ih, [&](dim_t kh, dim_t oh) {
        const dim_t rows = t_.counts_padding ? g_.d.kernel * g_.h.kernel
                                             : g_.d.inside(od).count() * g_.h.inside(oh).count();
        body(dst_row{p_.dst.at(r.n, od, oh, 0, r.channels.begin),
                     (kd * g_.h.kernel + kh) * g_.w.kernel, rows});
      });
    });
  }
  template <class Body>
  void for_each_dst_row(const row &r, const Body &body) const noexcept {
    if (r.rows > max_known) return find_dst_rows(r, body);
    for (int i = 0; i < r.rows; ++i) body(r.known[i]);
  }
  // Calls body(dst_column) for the windows that the element x of the block's axis lies in.
  template <class Body>
  void for_each_dst_column(const axis &a, dim_t x, const Body &body) const noexcept {
    for_each_window_with(a, x, [&](dim_t k, dim_t ow) {
      body(dst_column{ow, k, t_.counts_padding ? a.kernel : g_.w.inside(ow).count()});
    });
  }
  // `at` is where column 0 of the row lies.
  void add_point(window_folder &folder, const dst_row &d, const dst_column &column, dim_t at,
                 dim_t step) const noexcept {
    folder.add(at + column.ow * step, d.k + column.k,
               t_.is_max ? 1 : 1 / float(d.rows * column.columns));
  }

  void describe(window_run &run, const row &r, const group &g) const noexcept {
    const dim_t n = r.channels.count();
    const dim_t to = p_.src.at(r.n, r.id, r.ih, r.iw.begin + g.first, r.channels.begin);
    run.first = true;
    run.n = n;
    run.src = t_.dst;
    run.index = const_cast<char *>(t_.index);
    run.dst = converts_src_ ? reinterpret_cast<char *>(r.results + g.first * n)
                            : t_.src + to * dim_t(type_size(t_.op.src.data_type));
    const alike columns = {g.count, g.windows * p_.dst.w, g.step * (converts_src_ ? n : p_.src.w)};
    nest_columns(run, columns, r.lines, r.blocks);
    run.index_group = run.src_group * t_.index_size;
    if (has_large_caches) run.index_set = run.src_set * t_.index_size;
  }

  void fold_group(const row &r, const group &g) const noexcept {
    const axis a = part_of(g_.w, r.iw);
    dst_column known[max_known];
    int count = 0;
    for_each_dst_column(a, g.first, [&](const dst_column &column) {
      if (count < max_known) known[count] = column;
      ++count;
    });
    window_folder folder(fold_);
    describe(folder.run(), r, g);
    for_each_dst_row(r, [&](const dst_row &d) {
      if (count > max_known)
        for_each_dst_column(a, g.first, [&](const dst_column &column) {
          add_point(folder, d, column, d.at, p_.dst.w);
        });
      else
        for (int i = 0; i < count; ++i) add_point(folder, d, known[i], d.at, p_.dst.w);
    });
    folder.finish();
  }

  // One row of diff_dst after the other.
  void fold_converted_rows(const row &r) const noexcept {
    const axis a = part_of(g_.w, r.iw);
    const dim_t n = r.channels.count();
    // The windows that the block lies in.
    const dim_t low = a.left - a.reach() + 1, high = a.left + a.src - 1;
    const dim_t first = min(low > 0 ? div_up(low, a.stride) : 0, a.dst);
    const dim_t end = max(first, min(high / a.stride + 1, a.dst));
    bool is_first = true;
    const auto fold_row = [&](const dst_row *d) {
      for_each_group(a, alike_, !t_.is_max, [&](const group &g) {
        window_folder folder(fold_);
        window_run &run = folder.run();
        describe(run, r, g);
        run.first = is_first;
        run.src = r.converted;
        run.index = r.index;
        run.src_step = g.windows * n;
        if (d)
          for_each_dst_column(a, g.first, [&](const dst_column &column) {
            add_point(folder, *d, column, -first * n, n);
          });
        folder.finish();
      });
      is_first = false;
    };
    for_each_dst_row(r, [&](const dst_row &d) {
      convert(r, d.at + first * p_.dst.w, end - first);
      fold_row(&d);
    });
    if (is_first) fold_row(nullptr);
  }

  void convert(const row &r, dim_t at, dim_t columns) const noexcept {
    const dim_t n = r.channels.count();
    load_columns(t_.rows, t_.op.dst.data_type, t_.dst, at, p_.dst.w, columns, n, r.converted);
    if (!t_.index) return;
    for (dim_t i = 0; i < columns; ++i)
      std::memcpy(r.index + i * n * t_.index_size, t_.index + (at + i * p_.dst.w) * t_.index_size,
                  size_t(n * t_.index_size));
  }

  void finish(const row &r) const noexcept {
    const dim_t n = r.channels.count(), columns = r.iw.count();
    const dim_t to = p_.src.at(r.n, r.id, r.ih, r.iw.begin, r.channels.begin);
    const bool is_dense = n == p_.src.w;
    for (dim_t i = 0; i < (is_dense ? 1 : columns); ++i)
      t_.rows.store(t_.op.src.data_type, t_.src, size_t(to + i * p_.src.w), r.results + i * n,
                    size_t(is_dense ? n * columns : n));
  }

  const backward_tensors t_;
  const geometry g_;
  const channels_plan &p_;
  const channel_chunks chunks_;
  const range alike_, alike_rows_;  // windows whose weights are alike
  const pooling_backward_backend &b_;
  const window_fold &fold_;
  const dim_t sets_;  // of chunks
  // As in channels_forward.cpp.
  const dim_t parts_;
  const bool converts_dst_, converts_src_;
};

}  // namespace

}  // namespace pooling

refusal plan_pooling_channels_backward(plan_request &request) {
  return pooling::plan_channels(request);
}

void run_pooling_channels_backward(const run_context &context) noexcept {
  const auto &backend = context.parts_as<pooling_backward_backend>();
  const pooling::channels_backward backward(context, backend);
  parallel_for(context.workers, backward.items(),
               [&](int64_t item, int worker) { backward.run(item, worker); });
}

}  // namespace dnnlet::drivers
