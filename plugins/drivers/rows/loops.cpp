// SPDX-License-Identifier: Apache-2.0
#include "plugins/drivers/rows/loops.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/support/partition.h"

namespace dnnlet::drivers {

namespace {

// The block of a dimension, 1 where it has none; 0 where there are several in the tensor.
dim_t block_of(const memory_desc &md, int d) noexcept {
  if (md.inner_nblks == 0) return 1;
  if (md.inner_nblks > 1) return 0;
  return md.inner_idxs[0] == d ? md.blocked.inner_blks[0] : 1;
}

bool is_repeated(const memory_desc &md, const memory_desc &first, int d) noexcept {
  return md.dims[d] == 1 && first.dims[d] != 1;
}

bool is_continued(const row_loop &outer, const row_loop &inner) noexcept {
  for (int t = 0; t < max_loop_tensors; ++t)
    if (outer.strides[t] != inner.extent * inner.strides[t]) return false;
  return outer.marked == inner.marked;
}

class finder {
 public:
  finder(const loops_question &question, row_loops &loops) noexcept
      : q_(question), first_(**question.tensors.begin()), loops_(loops) {
    loops_.count = 0;
  }

  refusal find() noexcept {
    for (const memory_desc *md : q_.tensors) {
      if (!is_blocked(*md) || has_runtime_dims(*md)) return "a layout is not known";
      if (has_zero_dim(*md)) return "there is nothing to do";
      if (md->inner_nblks > 1) return "a layout has blocks within blocks";
    }
    for (int d = 0; d < first_.ndims; ++d)
      if (const refusal reason = add_dimension(d)) return reason;
    if (!q_.by_index) merge();
    if (count_ > max_loops) return "the layouts have too many loops";
    if (count_ == 0) all_[count_++] = {1, {1, 1, 1}, 1, 0, (q_.marked & 1) != 0};
    loops_.count = count_;
    for (int i = 0; i < count_; ++i) loops_.loops[i] = all_[i];
    return accepted;
  }

 private:
  refusal add_dimension(int d) noexcept {
    dim_t block = 1;
    for (const memory_desc *md : q_.tensors)
      if (!is_repeated(*md, first_, d)) block = max(block, block_of(*md, d));
    const bool marked = (q_.marked >> d & 1) != 0;
    row_loop outer = {div_up(first_.dims[d], block), {}, block, d, marked};
    row_loop inner = {block, {}, 1, d, marked};
    const bool is_padded = first_.dims[d] % block != 0;
    if (is_padded && marked && !q_.pads) return "a dimension is padded";
    int t = 0;
    for (const memory_desc *md : q_.tensors) {
      if (!is_repeated(*md, first_, d)) {
        const dim_t own = block_of(*md, d), stride = md->blocked.strides[d];
        if (own != block && (own != 1 || is_padded)) return "blocks differ";
        // What follows belongs to the tensor that this one is a part of.
        if (!marked && own != 1 && padded_dims(*md)[d] % own != 0) return "it ends inside a block";
        outer.strides[t] = own == 1 ? stride * block : stride;
        inner.strides[t] = own == 1 ? stride : 1;
      }
      ++t;
    }
    insert(outer);
    insert(inner);
    return accepted;
  }

  void insert(const row_loop &loop) noexcept {
    if (loop.extent == 1) return;
    int at = count_++;
    for (; at > 0 && loop.strides[0] > all_[at - 1].strides[0]; --at) all_[at] = all_[at - 1];
    all_[at] = loop;
  }

  void merge() noexcept {
    int kept = 0;
    for (int i = 0; i < count_; ++i) {
      const row_loop loop = all_[i];
      if (kept > 0 && is_continued(all_[kept - 1], loop)) {
        const dim_t extent = all_[kept - 1].extent * loop.extent;
        all_[kept - 1] = loop;
        all_[kept - 1].extent = extent;
      } else {
        all_[kept++] = loop;
      }
    }
    count_ = kept;
  }

  const loops_question &q_;
  const memory_desc &first_;
  row_loops &loops_;
  int count_ = 0;
  row_loop all_[max_ndims + max_loop_tensors];  // a block of each tensor
};

}  // namespace

refusal find_loops(const loops_question &question, row_loops &loops) noexcept {
  return finder(question, loops).find();
}

loop_walk::loop_walk(const row_loops &loops, int first, int count, dim_t number) noexcept
    : loops_(loops.loops + first), count_(count) {
  for (int i = count - 1; i >= 0; --i) {
    const row_loop &loop = loops_[i];
    at_[i] = take(number, loop.extent);
    for (int t = 0; t < max_loop_tensors; ++t) offsets_[t] += at_[i] * loop.strides[t];
  }
}

void loop_walk::next() noexcept {
  for (int i = count_ - 1; i >= 0; --i) {
    const row_loop &loop = loops_[i];
    const bool ends = ++at_[i] == loop.extent;
    const dim_t moved = ends ? 1 - loop.extent : 1;
    for (int t = 0; t < max_loop_tensors; ++t) offsets_[t] += moved * loop.strides[t];
    if (!ends) return;
    at_[i] = 0;
  }
}

void loop_walk::advance(dim_t steps) noexcept {
  if (count_ == 0) return;
  const row_loop &loop = loops_[count_ - 1];
  at_[count_ - 1] += steps - 1;
  for (int t = 0; t < max_loop_tensors; ++t) offsets_[t] += (steps - 1) * loop.strides[t];
  next();
}

void loop_walk::add_to(dim_t *index) const noexcept {
  for (int i = 0; i < count_; ++i) index[loops_[i].dim] += at_[i] * loops_[i].step;
}

dim_t iterations(const row_loops &loops, int first, int count) noexcept {
  dim_t product = 1;
  for (int i = first; i < first + count; ++i) product *= loops.loops[i].extent;
  return product;
}

void move_loop(row_loops &loops, int from, int to) noexcept {
  const row_loop loop = loops.loops[from];
  for (; from < to; ++from) loops.loops[from] = loops.loops[from + 1];
  for (; from > to; --from) loops.loops[from] = loops.loops[from - 1];
  loops.loops[to] = loop;
}

}  // namespace dnnlet::drivers
