// SPDX-License-Identifier: Apache-2.0
// y = post_ops(f(x)) or f(x, b), row by row, over tensors that lie alike.
//   x, b, y: f32, bf16, f16, f8, s32, s8, u8, in one layout that has dense rows, any alignment; y
//   is the buffer of x or b, of one type then, or disjoint
//   scratch 0 B (two rows of 512 or 1024 elements on the stack); error: that of f and of the
//   post-ops, then the rounding to y's type; oneDNN v3, eltwise
#include "plugins/drivers/rows/row_walk.h"

#include "core/support/arithmetic.h"
#include "plugins/drivers/rows/row_post_ops.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/tensor_bytes.h"

namespace dnnlet::drivers {

namespace {

constexpr dim_t item_elements = 8192;  // what one worker takes at a time: 64 KB of f32 in and out
// Elements of other types: fewer than 1024 show that loops begin and end, and take a twentieth
// more.
constexpr dim_t converted_at_once = has_large_caches ? 1024 : 512;

bool has_f32_values(data_type type) noexcept {
  switch (type) {
    case dnnl_f32:
    case dnnl_bf16:
    case dnnl_f16:
    case dnnl_s32:
    case dnnl_s8:
    case dnnl_u8:
    case dnnl_f8_e5m2:
    case dnnl_f8_e4m3: return true;
    default: return false;
  }
}

// The same elements at the same distances.
bool lie_alike(const memory_desc &a, const memory_desc &b) noexcept {
  memory_desc moved = b;
  moved.offset0 = a.offset0;
  return same_layout(a, moved);
}

refusal check(const memory_desc &md, const memory_desc &y) noexcept {
  if (is_zero(md)) return accepted;
  if (!has_f32_values(md.data_type)) return "a data type is not converted to f32 in rows";
  if (!lie_alike(md, y)) return "layouts differ";
  return accepted;
}

// Dense rows: along a dimension of stride one, or inside the block of a layout with one.
bool find_rows(const memory_desc &md, row_walk &walk) noexcept {
  walk.axis = -1;
  if (md.inner_nblks == 1) {
    walk.axis = int(md.inner_idxs[0]);
    walk.block = md.blocked.inner_blks[0];
  } else if (md.inner_nblks == 0) {
    for (int d = 0; d < md.ndims; ++d)
      if (md.blocked.strides[d] == 1 && (walk.axis < 0 || md.dims[d] > 1)) walk.axis = d;
    if (walk.axis >= 0) walk.block = md.dims[walk.axis];
  }
  if (walk.axis < 0) return false;
  walk.rows = 1;
  for (int d = 0; d < md.ndims; ++d)
    walk.rows *= d == walk.axis ? div_up(md.dims[d], walk.block) : md.dims[d];
  return true;
}

// Where n elements can be read as f32: in their place, or in `buffer`.
const float *read(const row_backend &rows, const row_tensor &t, dim_t offset, float *buffer,
                  size_t n) noexcept {
  if (!t.data) return nullptr;
  const size_t first = size_t(t.md->offset0 + offset);
  if (t.md->data_type == dnnl_f32) return static_cast<const float *>(t.data) + first;
  rows.load(t.md->data_type, t.data, first, buffer, n);
  return buffer;
}

bool is_f32(const row_tensor &t) noexcept {
  return !t.data || t.md->data_type == dnnl_f32;
}

// Elements that follow each other in all tensors.
struct segment {
  dim_t offset, n;
  dim_t index[max_ndims];  // of the first one, where rows have an axis
};

// The index moves on along the axis.
void run_segment(const run_context &context, const row_job &job, segment &s, int axis,
                 bool exceeds_caches) noexcept {
  const memory_desc &y_md = *job.y.md;
  if (has_bf16_rows && (job.of_bf16 || job.table)) {
    if (s.n <= 0) return;
    const auto at = [&](const row_tensor &t) {
      return static_cast<char *>(t.data) + (t.md->offset0 + s.offset) * (job.table ? 1 : 2);
    };
    char *const x = at(job.x), *const y = at(job.y);
    if (job.table)
      return job.table->look_up(reinterpret_cast<uint8_t *>(x), reinterpret_cast<uint8_t *>(y),
                                size_t(s.n), job.table->values);
    const char *b = job.b.data ? at(job.b) : nullptr;
    return job.of_bf16(reinterpret_cast<uint16_t *>(x), reinterpret_cast<const uint16_t *>(b),
                       reinterpret_cast<uint16_t *>(y), size_t(s.n), job.alpha, job.beta);
  }
  const bool in_place = is_f32(job.y) && !job.has_post_ops;
  const bool at_once = in_place && is_f32(job.x) && is_f32(job.b);
  const dim_t step = at_once ? s.n : converted_at_once;
  alignas(has_large_caches ? line_bytes : alignof(float)) float x_buffer[converted_at_once],
      b_buffer[converted_at_once];
  for (dim_t i = 0; i < s.n; i += step) {
    const dim_t offset = s.offset + i;
    const size_t count = size_t(min(step, s.n - i)), first = size_t(y_md.offset0 + offset);
    const float *x = read(job.rows, job.x, offset, x_buffer, count);
    const float *b = read(job.rows, job.b, offset, b_buffer, count);
    float *y = in_place ? static_cast<float *>(job.y.data) + first : x_buffer;
    const auto apply = at_once && exceeds_caches ? job.rows.apply_past : job.rows.apply;
    apply(job.f, x, b, y, count, job.alpha, job.beta);
    if (job.has_post_ops) {
      apply_row_post_ops(job.rows, context, y_md, y, count, s.index, axis, 0,
                         context.attr->post_ops.entries.count);
      s.index[axis] += dim_t(count);
    }
    if (!in_place) job.rows.store(y_md.data_type, job.y.data, first, y, count);
  }
}

segment find_segment(const row_walk &walk, const memory_desc &md, dim_t number) noexcept {
  segment s;
  const dim_t per_row = div_up(walk.block, walk.segment), begin = number % per_row * walk.segment;
  s.offset = begin;
  s.n = min(walk.segment, walk.block - begin);
  if (walk.axis < 0) return s;
  dim_t row = number / per_row;
  for (int d = md.ndims - 1; d >= 0; --d) {
    const dim_t extent = d == walk.axis ? div_up(md.dims[d], walk.block) : md.dims[d];
    s.index[d] = row % extent;
    row /= extent;
  }
  s.index[walk.axis] = s.index[walk.axis] * walk.block + begin;
  s.offset = offset_of(md, s.index) - md.offset0;
  s.n = min(s.n, md.dims[walk.axis] - s.index[walk.axis]);  // 0 or less inside padding
  return s;
}

}  // namespace

refusal plan_row_walk(const memory_desc &x, const memory_desc &b, const memory_desc &y,
                      bool by_index, row_walk &walk) noexcept {
  if (!is_blocked(y) || has_runtime_dims(y)) return "the layout is not known";
  if (has_zero_dim(y)) return "there is nothing to do";
  if (const refusal reason = check(x, y)) return reason;
  if (const refusal reason = check(b, y)) return reason;
  if (const refusal reason = check(y, y)) return reason;
  const bool exceeds_caches = has_large_caches && bytes_of({&x, &b, &y}) > most_cached;
  if (!by_index && is_dense(y, true)) {
    walk = {-1, elements(y, true), 1, item_elements, exceeds_caches};
    return accepted;
  }
  walk.exceeds_caches = exceeds_caches;
  if (!find_rows(y, walk)) return "there are no dense rows";
  walk.segment = min(walk.block, item_elements);
  return accepted;
}

void run_row_walk(const run_context &context, const row_job &job, const row_walk &walk) noexcept {
  const bool in_place = job.y.data == job.x.data || job.y.data == job.b.data;
  const bool exceeds_caches = walk.exceeds_caches && !in_place;
  // Nothing is cut that one worker does: vectors that stop and start again cost it a twentieth.
  if (walk.axis < 0 && (walk.block <= walk.segment || context.workers.size == 1)) {
    segment all = {0, walk.block, {}};
    return run_segment(context, job, all, walk.axis, exceeds_caches);
  }
  const dim_t segments = div_up(walk.block, walk.segment) * walk.rows;
  const dim_t per_item = max<dim_t>(1, item_elements / walk.segment);
  parallel_for(context.workers, div_up(segments, per_item), [&](int64_t item, int) {
    const dim_t begin = item * per_item, end = min(begin + per_item, segments);
    for (dim_t number = begin; number < end; ++number) {
      segment s = find_segment(walk, *job.y.md, number);
      run_segment(context, job, s, walk.axis, exceeds_caches);
    }
  });
}

}  // namespace dnnlet::drivers
