// SPDX-License-Identifier: Apache-2.0
// What becomes of sums on their way to dst, row by row:
//
//     y = sum * src scale * weights scale + bias; the post-ops; y / dst scale + dst zero point
//
// rounded to dst's type. Where that is nothing but a bias and a ReLU, tiles do it themselves; with
// a sum and bounds (bounded_sum.h), it is one pass, and else one after the other. Values that do
// not differ from row to row, as is the rule, are made by column once; else row by row.
#ifndef DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_H
#define DNNLET_PLUGINS_DRIVERS_GEMM_FINISH_H

#include "core/kernel/kernel.h"
#include "plugins/drivers/gemm/finish_values.h"
#include "plugins/drivers/gemm/fused_relu.h"
#include "plugins/drivers/gemm/gemm_backend.h"

namespace dnnlet::drivers {

struct finish_plan {
  data_type type;              // of dst
  integer_flag from_integers;  // sums are s32
  bool tile_has_bias, copies_bias;
  uint8_t first_post_op : 7;  // that neither a tile does, nor is by column (finish_columns.h)
  uint8_t has_factors : 1;    // it is, of sums in f32: where all is one pass, it goes into scales
  fused_relu relu;            // what it does
  bool tile_can_add;  // instead of all post-ops: of floats, as_fused_sum(); of bytes, bounded_sum
  bool has_scales, has_dst_values;
  bool by_row, dst_by_row;       // scales or bias, and dst's values, differ from row to row
  integer_flag folds_dst;        // scales and bias are divided by dst's scales: nothing is between
  bool is_needed;                // else tiles may write dst themselves
  bool is_rounded_only;          // of sums in f32, with bias, nothing else is needed
  integer_flag is_bounded_only;  // of the post-ops of sums in s32, there is but a ReLU or a clip
  integer_flag in_f32;           // sums of integers are, since they are exact there
  bool takes_finisher;           // one pass makes dst, where channels lie side by side
  integer_flag is_one_pass;      // the same of sums of integers
  // In the scratchpad: bias, scales, 1 / dst scale, dst zero point, by column; of integers, also
  // the scales and offsets that tiles are told.
  size_t values_at;
  dim_t values;  // of each of them
};

// `most_columns` is how far beyond a column values may be read; if `pads_bias`, tiles read so far
// beyond the end of bias; of post-ops, they do `kinds`.
refusal plan_finish(plan_request &request, const gemm_backend &backend, const gemm_tensors &t,
                    integer_flag from_integers, dim_t most_columns, finish_plan &plan,
                    bool pads_bias = false, fused_kinds kinds = fused_kinds::relu) noexcept;

class finish_stage {
 public:
  finish_stage(const run_context &context, const gemm_backend &backend, const gemm_tensors &t,
               const finish_plan &plan) noexcept;

  // f32 by column, or null.
  const float *bias() const noexcept { return bias_; }

  int ndims() const noexcept { return tensors_.dst.md->ndims; }  // of dst

  // What tiles of floats do instead of all other post-ops.
  fused_sum sum_in_tile() const noexcept;
  // What tiles do to make dst themselves; false where that would be other bits, or takes a gate,
  // unless they have it.
  bool in_tile(tile_finish &finish, bool has_gate = false) const noexcept;

  // Where all is done in one pass: for `times` times as many columns from `first` on, which come
  // round again. There is to be room for them.
  void repeat_columns(dim_t times, dim_t first = 0) const noexcept;
  // Of pixels that lie side by side in dst and here, `size` sums in all, `columns` at a time.
  void finish_joined(float *sums, dim_t size, dim_t columns, char *out) const noexcept;

  // The index of dst's element that a sum becomes, without its column. From one row of sums to the
  // next, the last dimension that is not the columns goes on by `step`; beyond its end follows the
  // next one of the dimension before.
  struct place {
    dim_t index[max_ndims];
    dim_t step;
  };
  // `run.pixels` rows of sums, `step` apart; the first is at `at`. `out` is where column 0 of that
  // lies, whose neighbours in dst are `run.pixel_step` apart.
  void finish(const pixel_run &run, void *rows, dim_t step, const place &at,
              void *out) const noexcept;

 private:
  void make_values() noexcept;
  void fold_columns(float *bias, float *scales, dim_t columns) noexcept;
  void fold_dst_scales(float *bias, dim_t columns) noexcept;
  void make_dst_values() noexcept;
  float largest_sum() const noexcept;
  bool are_moderate() const noexcept;
  ptrdiff_t added_beside(int post_op) const noexcept;  // bytes from dst to what is added
  bool finish_at_once(const pixel_run &run, const void *rows, dim_t step, void *out) const noexcept;
  void finish_near(const pixel_run &run, float *values, dim_t step, const place &at,
                   void *out) const noexcept;
  void scale(const pixel_run &run, void *rows, dim_t step, const place &at) const noexcept;
  void scale_by_row(const pixel_run &run, void *rows, dim_t step, const place &at,
                    bool for_dst) const noexcept;
  void apply_post_op(int i, const pixel_run &run, float *rows, dim_t step,
                     const place &at) const noexcept;
  dim_t combine_rows(int i, const pixel_run &run, dim_t first, float *rows, dim_t step,
                     const place &at) const noexcept;
  void carry(dim_t *index) const noexcept;
  void fold_dst(tile_finish &finish) const noexcept;

  const run_context &context_;
  const gemm_backend &backend_;
  const gemm_tensors &tensors_;
  const finish_plan &plan_;
  const pixel_writer write_;
  const int row_dim_;  // the last dimension of dst that is not the columns
  const float *bias_ = nullptr, *scales_ = nullptr;
  const float *dst_scales_ = nullptr, *dst_offsets_ = nullptr;
  pixel_finisher finisher_ = nullptr;  // for all in one pass
  pixel_finisher rounder_ = nullptr;   // or of bytes, for what comes behind post-ops
  bounded_sum post_ops_;               // what it does of them
};

}  // namespace dnnlet::drivers

#endif
