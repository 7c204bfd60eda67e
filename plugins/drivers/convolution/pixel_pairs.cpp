// SPDX-License-Identifier: Apache-2.0
// Pairs of pixels.
//   rows of 16-bit elements in any layout of activation.h, pairs dense: disjoint, any alignment
//   scratch of a worker: pairing_bytes(), where channels do not lie side by side
//   exact
#include "plugins/drivers/convolution/pixel_pairs.h"

#include <cstring>

#include "plugins/drivers/convolution/few_planes.h"
#include "plugins/drivers/support/caches.h"
#include "plugins/drivers/support/partition.h"
#include "plugins/drivers/support/scratch.h"

namespace dnnlet::drivers {

namespace {

// Pixels that are read at a time to where their channels lie side by side.
constexpr dim_t elements_at_once = 8192;
dim_t pixels_at_once(dim_t channels) noexcept {
  return clamp<dim_t>(elements_at_once / channels, 16, 256);
}

// What of a row of pixels an item pairs.
struct row_piece {
  dim_t channel, channels, begin, pixels;
};

// How rows are cut where those of outputs are few: with 1x1 kernels, an image has a single one.
// Whoever pairs a piece had better be who multiplies it, a part of the pixels or of the channels:
// what another one has written comes from afar.
struct row_pieces {
  dim_t count;
  bool are_pixels;  // or else channels, whole lines of the cache

  row_piece piece(const convolution_sizes &z, dim_t i) const noexcept {
    if (are_pixels) {
      const dim_t begin = z.iw * i / count;
      return {0, z.ic, begin, z.iw * (i + 1) / count - begin};
    }
    const dim_t channel = min(round_up(z.ic * i / count, channels_of_line), z.ic);
    return {channel, min(round_up(z.ic * (i + 1) / count, channels_of_line), z.ic) - channel, 0,
            z.iw};
  }
  static constexpr dim_t channels_of_line = 16;
};
row_pieces cut_rows(dim_t outputs, dim_t workers, dim_t parts) noexcept {
  constexpr dim_t enough_rows = 4;
  const bool are_parts_of_rows = parts > 1 && parts <= outputs;
  const bool is_cut = has_large_caches && outputs < enough_rows * workers && !are_parts_of_rows;
  return {is_cut ? workers : 1, parts > 1};
}

bool is_inside(dim_t i, dim_t extent) noexcept {
  return 0 <= i && i < extent;
}

// Whether a plane of outputs is one row, of which halves make pairs: an odd one would lend its last
// output's pixels to zeros, but where nothing else sees them.
bool is_one_row(const convolution_sizes &z) noexcept {
  const bool is_row = z.id * z.ih * z.od * z.oh * z.kd * z.kh == 1 && z.front + z.top == 0;
  const bool has_halves = z.ow % 2 == 0 && z.left <= z.ow / 2 * z.stride_w;
  return is_row && (is_pointwise(z) || (has_large_caches && has_halves));
}

// Whether rows of few channels have their padding as zeros: columns of the kernel, which are
// merged, all see as many pixels then.
bool has_padded_rows(const convolution_sizes &z) noexcept {
  return has_large_caches && z.ic < fewest_channels && z.groups == 1 && z.kw > 1 && z.dilate_w == 1;
}

// Whether any outputs see {src[h], src[h + stride]}; or might: that of few pixels takes as long as
// divisions.
bool is_seen(const convolution_sizes &z, dim_t h) noexcept {
  if (has_large_caches && z.dilate_h == 1 && z.kh >= 2 * z.stride_h) return true;
  for (dim_t kh = 0; kh < z.kh; ++kh) {
    const dim_t top = h + z.top - kh * z.dilate_h, step = 2 * z.stride_h;
    if (top >= 0 && top % step == 0 && top / step < z.oh / 2) return true;
  }
  return false;
}

}  // namespace

size_t pairing_bytes(dim_t channels) noexcept {
  const dim_t elements = pixels_at_once(channels) * channels;
  return scratch_bytes({2, max(elements, min(elements_at_once, 256 * channels)), 2});
}

void pair_rows(const gemm_parts &parts, data_type type, const two_rows &r, char *scratch) noexcept {
  const activation &layout = *r.layout;
  const bool as_they_are = layout.together(r.channel, r.channels);
  const pixel_reader read = parts.backend->reader(type, parts.multiply->a);
  const auto size = dim_t(type_size(type));
  const dim_t at_once = as_they_are ? r.pixels : pixels_at_once(r.channels);
  const auto is_none_or_all = [&](dim_t count) { return count <= 0 || count >= r.pixels; };
  element_pairs e = {};
  e.length = r.channels;
  e.step = as_they_are ? layout.w : r.channels;
  e.to_step = r.to_step;
  // Channels [channel, channel + channels) of `count` pixels, or null where there are none.
  const auto part = [&](const char *row, dim_t count, dim_t first, int which) -> const void * {
    if (count <= 0) return nullptr;
    const char *from = row + first * layout.w * size;
    if (as_they_are) return from + layout.channel(r.channel) * size;
    char *to = scratch + which * at_once * r.channels * size;
    const pixel_run run = {&layout, layout.w, count, r.channel, r.channels};
    if (!has_large_caches || !join_few_planes(*parts.backend->reorder, run, size, from, to))
      read(run, from, to, r.channels);
    return to;
  };
  for (dim_t p = 0; p < r.pixels; p += at_once) {
    const dim_t pixels = min(at_once, r.pixels - p);
    e.first_lines = clamp<dim_t>(r.first_count - p, 0, pixels);
    e.second_lines = clamp<dim_t>(r.second_count - p, 0, pixels);
    e.lines = pixels;
    e.first = part(r.first, e.first_lines, p, 0);
    e.second = part(r.second, e.second_lines, p, 1);
    e.to = static_cast<uint32_t *>(r.to) + p * r.to_step;
    if (e.step == e.length && e.to_step == e.length && is_none_or_all(r.first_count) &&
        is_none_or_all(r.second_count)) {  // one line
      e.length *= pixels;
      e.first_lines = min<dim_t>(e.first_lines, 1);
      e.second_lines = min<dim_t>(e.second_lines, 1);
      e.lines = 1;
    }
    parts.multiply->pair(e);
    e.length = r.channels;
  }
}

paired_src pair_outputs(convolution_sizes &z, activation &src, activation &dst) noexcept {
  paired_src p = {};
  p.seen[0] = z.iw;
  if (is_one_row(z)) {
    const dim_t half = div_up<dim_t>(z.ow, 2), second = half * z.stride_w;
    p.is_cut = true;
    p.second_outputs = z.ow - half;
    p.zeros = z.left;
    const dim_t end = z.left + z.iw;
    const dim_t seen = (half - 1) * z.stride_w + (z.kw - 1) * z.dilate_w + 1;
    src.h = second * src.w;
    dst.h = half * dst.w;
    z.ih = z.oh = 2;
    z.ow = half;
    z.iw = seen;
    z.left = z.top = 0;
    z.stride_h = 1;
    p.seen[0] = min(seen, end);
    p.seen[1] = clamp<dim_t>(end - second, 0, seen);
  } else if (has_padded_rows(z)) {
    const dim_t seen = (z.ow - 1) * z.stride_w + z.kw;
    p.zeros = z.left;
    p.seen[0] = min(seen, z.left + z.iw);
    z.iw = seen;
    z.left = 0;
  }
  p.outputs = div_up<dim_t>(z.oh, 2);
  p.rows = z.ih + z.stride_h + (z.oh % 2 != 0 ? z.kh : 0);
  return p;
}

dim_t row_seen(const convolution_sizes &z, const paired_src &p, dim_t pair, dim_t kh) noexcept {
  const dim_t h = 2 * pair * z.stride_h + kh * z.dilate_h - z.top;
  if (2 * pair + 1 == z.oh) return is_inside(h, z.ih) ? p.rows - z.kh + kh : -1;
  return is_inside(h, z.ih) || is_inside(h + z.stride_h, z.ih) ? h + z.stride_h : -1;
}

activation layout_of(const convolution_sizes &z, const paired_src &p) noexcept {
  const dim_t row = z.iw * z.ic, plane = p.rows * row;
  return {z.id * plane, plane, row, z.ic, z.ic, 0};
}

size_t pairs_bytes(const convolution_sizes &z, const paired_src &p) noexcept {
  return scratch_bytes({z.n, z.id, p.rows, z.iw, z.ic, dim_t(sizeof(uint32_t))});
}

void pair_src(const run_context &context, const convolution_sizes &z, const paired_src &p,
              const activation &src, data_type type, dim_t parts, const char *from, char *to,
              char *scratch, size_t bytes) noexcept {
  const dim_t last = z.ih + z.stride_h;  // from there on, rows that have no other
  const dim_t size = dim_t(type_size(type)), row_bytes = z.iw * z.ic * dim_t(sizeof(uint32_t));
  const dim_t all = z.n * z.id * p.rows;
  const row_pieces pieces = cut_rows(z.n * z.od * p.outputs, context.workers.size, parts);
  parallel_for(context.workers, all * pieces.count, [&](int64_t item, int worker) {
    char *row = to + item % all * row_bytes;
    const dim_t number = take(item, p.rows), d = take(item, z.id), n = take(item, z.n);
    const row_piece piece = pieces.piece(z, item);
    if (piece.channels == 0 || piece.pixels == 0) return;
    const bool is_single = number >= last;
    const dim_t h = is_single ? (z.oh - 1) * z.stride_h + (number - last) * z.dilate_h - z.top
                              : number - z.stride_h;
    if (!is_single && !is_seen(z, h)) return;
    const dim_t below = h + z.stride_h;
    const bool has_first = is_inside(h, z.ih), has_second = !is_single && is_inside(below, z.ih);
    // Pixels [begin, begin + pixels) of the piece.
    const auto pair = [&](dim_t begin, dim_t pixels, bool with_first) {
      const auto count = [&](dim_t ih) { return p.seen[p.is_cut ? ih : 0] - begin; };
      const auto pixel = [&](dim_t ih) {
        return from + (src.pixel(n, d, ih, begin) - p.zeros * src.w) * size;
      };
      pair_rows(
          context.parts_as<gemm_parts>(), type,
          {&src, piece.channel, piece.channels, pixel(with_first ? h : 0),
           pixel(has_second ? below : 0), with_first ? count(h) : 0, has_second ? count(below) : 0,
           pixels, row + (begin * z.ic + piece.channel) * dim_t(sizeof(uint32_t)), z.ic},
          scratch + size_t(worker) * bytes);
    };
    const dim_t zeros = has_large_caches ? clamp<dim_t>(p.zeros - piece.begin, 0, piece.pixels) : 0;
    const dim_t begin = piece.begin + zeros;
    if (p.is_cut || !has_large_caches) {
      if (zeros > 0) pair(piece.begin, zeros, false);
      return pair(begin, piece.pixels - zeros, has_first);
    }
    const dim_t end = piece.begin + piece.pixels, last_seen = clamp(p.seen[0], begin, end);
    const auto clear = [&](dim_t first, dim_t behind) {  // whole pixels: channels are few
      std::memset(row + first * z.ic * dim_t(sizeof(uint32_t)), 0,
                  size_t((behind - first) * z.ic) * sizeof(uint32_t));
    };
    if (zeros > 0) clear(piece.begin, begin);
    pair(begin, last_seen - begin, has_first);
    if (last_seen < end) clear(last_seen, end);
  });
}

}  // namespace dnnlet::drivers
