// SPDX-License-Identifier: Apache-2.0
// Descriptors made from other descriptors: a part of a tensor, other dimensions, another order.
#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

status init_submemory(memory_desc &out, const memory_desc &parent, const dim_t *dims,
                      const dim_t *offsets) noexcept {
  static const char what[] = "submemory";
  if (is_zero(parent)) return unimplemented(what, ": the parent has no dimensions");
  if (!dims || !offsets) return null_argument(what, dims ? "offsets" : "dims");
  if (has_runtime_dims(parent)) return unimplemented(what, ": the parent has runtime dimensions");
  for (int d = 0; d < parent.ndims; ++d) {
    dim_t end;
    if (dims[d] < 0 || offsets[d] < 0 || !checked_add(offsets[d], dims[d], &end) ||
        end > parent.dims[d])
      return invalid(what, ": dim ", d, " from ", offsets[d], " for ", dims[d],
                     " lies outside the parent's ", parent.dims[d]);
  }
  if (!is_blocked(parent)) return unimplemented(what, ": the parent's layout is not blocked");
  memory_desc md = parent;
  dim_t blocks[max_ndims];
  block_sizes(parent, blocks);
  for (int d = 0; d < md.ndims; ++d) {
    const bool to_the_end = offsets[d] + dims[d] == parent.dims[d];
    if (offsets[d] % blocks[d] != 0)
      return unimplemented(what, ": dim ", d, " starts inside a block of ", blocks[d]);
    md.dims[d] = dims[d];
    padded_dims(md)[d] = to_the_end ? padded_dims(parent)[d] - offsets[d] : dims[d];
    dim_t distance;
    if (!checked_mul(offsets[d] / blocks[d], parent.blocked.strides[d], &distance) ||
        !checked_add(md.offset0, distance, &md.offset0))
      return invalid(what, ": the offset in dim ", d, " overflows");
  }
  DNNLET_CHECK(check_desc(md));  // the offset may be what is too much
  out = md;
  return dnnl_success;
}

namespace {

// A run of dimensions of one descriptor that becomes a run of the other, with the same volume.
struct dim_group {
  int from_begin, from_end, to_begin, to_end;
};

// Whether the run can be split and merged freely: no blocks in it, and each dimension directly
// contains the next. Dimensions of extent one have no say.
bool is_contiguous_run(const memory_desc &md, int begin, int end, const dim_t *blocks) noexcept {
  dim_t expected = -1;
  for (int d = end - 1; d >= begin; --d) {
    if (blocks[d] != 1 || md.dims[d] != padded_dims(md)[d]) return false;
    if (md.dims[d] == 1) continue;
    if (expected >= 0 && md.blocked.strides[d] != expected) return false;
    if (!checked_mul(md.blocked.strides[d], md.dims[d], &expected)) return false;
  }
  return true;
}

// The smallest runs of the same volume that end at the same places as those of `g`, from the
// innermost dimension outwards; false if there are none.
bool find_runs(const memory_desc &from, const memory_desc &to, dim_group &g) noexcept {
  dim_t from_volume = from.dims[--g.from_begin], to_volume = to.dims[--g.to_begin];
  while (from_volume != to_volume) {
    const bool grows_from = from_volume < to_volume;
    dim_t &volume = grows_from ? from_volume : to_volume;
    int &begin = grows_from ? g.from_begin : g.to_begin;
    if (begin == 0 || !checked_mul(volume, (grows_from ? from : to).dims[begin - 1], &volume))
      return false;
    --begin;
  }
  return true;
}

// Copies dimension `d` of `from`, with its blocks, to dimension `e` of `to`.
void keep_dim(const memory_desc &from, int d, memory_desc &to, int e) noexcept {
  padded_dims(to)[e] = padded_dims(from)[d];
  to.blocked.strides[e] = from.blocked.strides[d];
  for (int i = 0; i < from.inner_nblks; ++i)
    if (from.inner_idxs[i] == d) to.inner_idxs[i] = uint8_t(e);
}

// The stride of a new dimension `e` of extent one: it contains the next.
dim_t stride_of_one(const memory_desc &to, int e) noexcept {
  dim_t blocks[max_ndims], stride = 1;
  block_sizes(to, blocks);
  if (e + 1 < to.ndims &&
      checked_mul(to.blocked.strides[e + 1],
                  max<dim_t>(div_up(padded_dims(to)[e + 1], blocks[e + 1]), 1), &stride))
    return stride;
  return 1;
}

status map_run(const memory_desc &from, memory_desc &to, const dim_group &g,
               const dim_t *blocks) noexcept {
  if (!is_contiguous_run(from, g.from_begin, g.from_end, blocks))
    return invalid("reshape: dims ", g.from_begin, " to ", g.from_end - 1,
                   " are blocked or not contiguous, so that they cannot be merged or split");
  dim_t stride = from.blocked.strides[g.from_end - 1];
  for (int e = g.to_end - 1; e >= g.to_begin; --e) {
    to.blocked.strides[e] = stride;
    stride *= to.dims[e];
  }
  return dnnl_success;
}

// From the innermost dimension outwards. Ones come and go, but for those that are padded to a
// block; dimensions that are the same on both sides stay as they are; what is left is regrouped.
status map_dims(const memory_desc &from, memory_desc &to) noexcept {
  dim_t blocks[max_ndims];
  block_sizes(from, blocks);
  for (int f = from.ndims, t = to.ndims; f > 0 || t > 0;) {
    const bool one_from = f > 0 && from.dims[f - 1] == 1, one_to = t > 0 && to.dims[t - 1] == 1;
    if (one_from && blocks[f - 1] == 1 && padded_dims(from)[f - 1] == 1) {
      --f;
    } else if (f > 0 && t > 0 && from.dims[f - 1] == to.dims[t - 1]) {
      keep_dim(from, --f, to, --t);
    } else if (one_to) {
      --t;
      to.blocked.strides[t] = stride_of_one(to, t);
    } else {
      dim_group group = {f, f, t, t};
      if (f == 0 || t == 0 || !find_runs(from, to, group))
        return invalid("reshape: dims up to ", f, " cannot become the new ones up to ", t);
      DNNLET_CHECK(map_run(from, to, group, blocks));
      f = group.from_begin;
      t = group.to_begin;
    }
  }
  return dnnl_success;
}

}  // namespace

status init_reshaped(memory_desc &out, const memory_desc &from, int ndims,
                     const dim_t *dims) noexcept {
  static const char what[] = "reshape";
  DNNLET_CHECK(check_dims(what, ndims, dims));
  if (is_zero(from)) return invalid(what, ": nothing to reshape");
  if (has_runtime_dims(from)) return invalid(what, ": runtime dimensions cannot be reshaped");
  if (from.inner_nblks > 0 && ndims > max_split_ndims)
    return unimplemented(what, ": blocks in a tensor of ", ndims, " dimensions, more than ",
                         max_split_ndims);
  memory_desc md = from;
  md.ndims = int8_t(ndims);
  // Where the layout is open, oneDNN counts an extent of zero as one.
  const bool is_open = is_any(from);
  const dim_t least = is_open ? 1 : 0;
  dim_t volume = 1, volume_from = 1;
  for (int d = 0; d < from.ndims; ++d)
    if (!checked_mul(volume_from, max(from.dims[d], least), &volume_from))
      return invalid(what, ": the volume overflows");
  for (int d = 0; d < ndims; ++d) {
    if (dims[d] == runtime_dim) return invalid(what, ": dim ", d, " is not known");
    md.dims[d] = padded_dims(md)[d] = dims[d];
    if (!checked_mul(volume, max(dims[d], least), &volume))
      return invalid(what, ": the volume overflows");
  }
  if (volume != volume_from) return invalid(what, ": ", volume, " elements from ", volume_from);
  if (!is_open) {
    if (!is_blocked(from)) return invalid(what, ": the layout is not blocked");
    DNNLET_CHECK(map_dims(from, md));
  }
  out = ndims == 0 ? zero_md : md;  // one element
  return dnnl_success;
}

status init_permuted(memory_desc &out, const memory_desc &from, const int *permutation) noexcept {
  static const char what[] = "permute_axes";
  if (is_zero(from)) return invalid(what, ": nothing to permute");
  if (!permutation) return null_argument(what, "permutation");
  if (!is_blocked(from) && !is_any(from)) return invalid(what, ": the layout is not blocked");
  if (has_runtime_dims(from)) return invalid(what, ": runtime dimensions cannot be permuted");
  unsigned seen = 0;
  for (int d = 0; d < from.ndims; ++d) {
    if (permutation[d] < 0 || permutation[d] >= from.ndims || (seen >> permutation[d] & 1))
      return invalid(what, ": entry ", d, " is ", permutation[d], ", not a permutation");
    seen |= 1u << permutation[d];
  }
  memory_desc md = from;
  for (int d = 0; d < from.ndims; ++d) {
    const int e = permutation[d];  // dimension d of the input becomes dimension e
    md.dims[e] = from.dims[d];
    padded_dims(md)[e] = padded_dims(from)[d];
    if (is_blocked(from)) keep_dim(from, d, md, e);
  }
  out = md;
  return dnnl_success;
}

}  // namespace dnnlet
