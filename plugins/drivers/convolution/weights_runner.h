// SPDX-License-Identifier: Apache-2.0
// One worker at the tasks of a sweep (weights_sweep.h): what tiles see is in weights_seen.cpp, sums
// are made in weights_sweep.cpp, those of the bias in weights_bias.cpp.
#ifndef DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_RUNNER_H
#define DNNLET_PLUGINS_DRIVERS_CONVOLUTION_WEIGHTS_RUNNER_H

#include "plugins/drivers/convolution/weights_aside.h"
#include "plugins/drivers/convolution/weights_sweep.h"
#include "plugins/drivers/support/caches.h"

namespace dnnlet::drivers {

// What a worker sums over a part of the pixels: some panels, of each some rows of taps of the
// kernel and some channels of src.
struct weights_task {
  dim_t group, panel, panels, kernel_row, channel, channels;
};

class panel_runner {
 public:
  panel_runner(const gemm_parts &parts, const weights_sweep &p, const weights_cut &cut,
               const weights_tensors &tensors, char *scratch) noexcept
      : parts_(parts),
        tiles_(parts.tiles()),
        p_(p),
        cut_(cut),
        src_(tensors.src),
        diff_dst_(tensors.diff_dst),
        narrow_(tensors.narrow),
        taps_(reinterpret_cast<tile_tap *>(scratch)),
        pixels_(reinterpret_cast<float *>(scratch + cut.rows_at)),
        pairing_(scratch + cut.pairing_at),
        sums_(reinterpret_cast<float *>(scratch + cut.sums_at)),
        bias_sums_(reinterpret_cast<float *>(scratch + cut.bias_at)),
        aside_(reinterpret_cast<float *>(scratch + cut.aside_at)) {}

  void run(const weights_task &t, const chunk &all, float *panels, float *bias) noexcept;

 private:
  // Outputs of a row.
  struct range {
    dim_t begin, end;
  };
  void add_panels(const chunk &c, float *panels, bool is_first) noexcept;
  void add(const chunk &c, float *sums, bool is_first) noexcept;
  void add_aside(const chunk &c, bool is_first) noexcept;
  bool reads_aside() const noexcept { return has_large_caches && cut_.strip > 0; }
  bool in_columns() const noexcept { return has_large_caches && cut_.in_columns; }
  // How far apart there is what neighbouring outputs see.
  dim_t step_w() const noexcept { return step_aside(p_.z.kw, p_.z.stride_w); }
  dim_t step_h() const noexcept { return step_aside(p_.z.kh, p_.z.stride_h); }
  void add_tap(const chunk &c, dim_t kw, range ow, bool is_first) noexcept;
  void add_merged(const chunk &c, bool is_first) noexcept;
  void add_rows(tile_args &t, dim_t rows) noexcept;
  void look_ahead_of(const chunk &c, const chunk &all) noexcept;
  void add_bias(const chunk &c) noexcept;
  void add_ones(tile_args &t, float *sums, dim_t columns) noexcept;
  void add_up_bias(const weights_task &t, float *bias) const noexcept;
  dim_t sums_in_columns() const noexcept {
    return p_.z.kw * cut_.rows_together(p_.z) * p_.panels.columns;
  }
  void set_in_order(const weights_task &t, dim_t panel, float *to, float *bias) const noexcept;
  void read_pixels_of(const chunk &c) noexcept;
  void read_row(const chunk &c, const row_place &p, float *to) noexcept;
  range seeing(const chunk &c, dim_t kw) const noexcept;
  size_t list_taps(const chunk &c) noexcept;
  dim_t row_seen(dim_t oh) const noexcept;
  dim_t row_offset(const chunk &c, const row_place &p) const noexcept;
  tile_args common(const chunk &c, size_t taps, range ow, bool is_first) const noexcept;
  tile_args seen(const chunk &c, dim_t kw, range ow, bool is_first) const noexcept;

  const gemm_parts &parts_;
  const tile_table &tiles_;
  const weights_sweep &p_;
  const weights_cut &cut_;
  const float *src_;
  const char *diff_dst_;
  char *narrow_;
  tile_tap *taps_;
  float *pixels_;
  char *pairing_;
  float *sums_, *bias_sums_, *aside_;
  weights_task task_ = {};
  dim_t kd_ = 0, kh_ = 0;
  size_t tap_count_ = 0;
  dim_t first_oc_ = 0, columns_ = 0;
  float *c_ = nullptr, *bias_ = nullptr;
  bool has_bias_ = false;  // whether the task sums it up
  bool in_place_ = false;  // whether diff_dst is read so
  bool has_edges_ = true;  // whether what is beside src is to be cleared
  // Whether the last pixels are read by themselves, because tiles read whole vectors of others.
  bool keeps_end_ = false;
  // Of src and of diff_dst, what the next chunk reads, and lines that tiles ask for at a time.
  struct {
    const char *at;
    dim_t bytes;
  } next_[2] = {};
  int next_lines_ = 0;
};

}  // namespace dnnlet::drivers

#endif
