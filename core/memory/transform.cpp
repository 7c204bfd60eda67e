// SPDX-License-Identifier: Apache-2.0
// Descriptors made from other descriptors: a part of a tensor, other dimensions, another order.
#include "core/memory/memory_desc.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

status init_submemory(memory_desc &out, const memory_desc &parent, const dim_t *dims,
                      const dim_t *offsets) noexcept {
  static const char what[] = "submemory";
  if (is_zero(parent)) {
    out = parent;
    return dnnl_success;
  }
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
    md.padded_dims[d] = to_the_end ? parent.padded_dims[d] - offsets[d] : dims[d];
    md.offset0 += offsets[d] / blocks[d] * parent.blocked.strides[d];
  }
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
bool is_contiguous_run(const memory_desc &md, int begin, int end) noexcept {
  dim_t blocks[max_ndims], expected = 0;
  block_sizes(md, blocks);
  for (int d = end - 1; d >= begin; --d) {
    if (blocks[d] != 1 || md.dims[d] != md.padded_dims[d]) return false;
    if (md.dims[d] == 1) continue;
    if (expected != 0 && md.blocked.strides[d] != expected) return false;
    expected = md.blocked.strides[d] * md.dims[d];
  }
  return true;
}

// The stride of the innermost dimension of the run that is not one.
dim_t innermost_stride(const memory_desc &md, int begin, int end) noexcept {
  for (int d = end - 1; d >= begin; --d)
    if (md.dims[d] != 1) return md.blocked.strides[d];
  return end > begin ? md.blocked.strides[end - 1] : 1;
}

bool is_blocked_dim(const memory_desc &md, int d) noexcept {
  dim_t blocks[max_ndims];
  block_sizes(md, blocks);
  return blocks[d] != 1 || md.dims[d] != md.padded_dims[d];
}

// Finds the smallest run at the front of what is left. Ones at the end of either run join it, so
// that a dimension is kept as it is wherever both sides have it. A one in front of a blocked
// dimension, which cannot be part of a longer run, stands alone.
dim_group next_group(const memory_desc &from, const memory_desc &to, int f, int t) noexcept {
  dim_group group = {f, f, t, t};
  dim_t from_volume = 1, to_volume = 1;
  if (f < from.ndims && t < to.ndims && to.dims[t] == 1 && from.dims[f] != 1 &&
      is_blocked_dim(from, f))
    return {f, f, t, t + 1};
  if (f < from.ndims) from_volume = from.dims[group.from_end++];
  if (t < to.ndims) to_volume = to.dims[group.to_end++];
  while (from_volume != to_volume) {
    if (from_volume < to_volume && group.from_end < from.ndims)
      from_volume *= from.dims[group.from_end++];
    else if (group.to_end < to.ndims)
      to_volume *= to.dims[group.to_end++];
    else
      break;
  }
  return group;
}

// Copies dimension `d` of `from`, with its blocks, to dimension `e` of `to`.
void keep_dim(const memory_desc &from, int d, memory_desc &to, int e) noexcept {
  to.padded_dims[e] = from.padded_dims[d];
  to.blocked.strides[e] = from.blocked.strides[d];
  for (int i = 0; i < from.inner_nblks; ++i)
    if (from.blocked.inner_idxs[i] == d) to.blocked.inner_idxs[i] = e;
}

status map_group(const memory_desc &from, memory_desc &to, const dim_group &g) noexcept {
  if (g.from_end - g.from_begin == 1 && g.to_end - g.to_begin == 1) {
    keep_dim(from, g.from_begin, to, g.to_begin);
    return dnnl_success;
  }
  if (!is_contiguous_run(from, g.from_begin, g.from_end))
    return invalid("reshape: dims ", g.from_begin, " to ", g.from_end - 1,
                   " are blocked or not contiguous, so that they cannot be merged or split");
  dim_t stride = innermost_stride(from, g.from_begin, g.from_end);
  for (int e = g.to_end - 1; e >= g.to_begin; --e) {
    to.blocked.strides[e] = stride;
    stride *= to.dims[e];
  }
  return dnnl_success;
}

}  // namespace

status init_reshaped(memory_desc &out, const memory_desc &from, int ndims,
                     const dim_t *dims) noexcept {
  static const char what[] = "reshape";
  DNNLET_CHECK(check_dims(what, ndims, dims));
  if (ndims == 0 || is_zero(from)) return invalid(what, ": nothing to reshape");
  if (has_runtime_dims(from)) return invalid(what, ": runtime dimensions cannot be reshaped");
  dim_t volume = 1;
  for (int d = 0; d < ndims; ++d)
    if (dims[d] == runtime_dim || !checked_mul(volume, dims[d], &volume))
      return invalid(what, ": dim ", d, " is ", dims[d]);
  if (volume != elements(from))
    return invalid(what, ": ", volume, " elements from ", elements(from));
  memory_desc md = from;
  md.ndims = ndims;
  for (int d = 0; d < ndims; ++d) md.dims[d] = md.padded_dims[d] = dims[d];
  if (is_any(from)) {
    out = md;
    return dnnl_success;
  }
  if (!is_blocked(from)) return invalid(what, ": the layout is not blocked");
  if (volume == 0) return init_by_strides(out, ndims, dims, from.data_type, nullptr);
  for (int f = 0, t = 0; f < from.ndims || t < ndims;) {
    const dim_group group = next_group(from, md, f, t);
    DNNLET_CHECK(map_group(from, md, group));
    f = group.from_end;
    t = group.to_end;
  }
  out = md;
  return dnnl_success;
}

status init_permuted(memory_desc &out, const memory_desc &from, const int *permutation) noexcept {
  static const char what[] = "permute_axes";
  if (is_zero(from)) return invalid(what, ": nothing to permute");
  if (!permutation) return null_argument(what, "permutation");
  if (!is_blocked(from) && !is_any(from)) return invalid(what, ": the layout is not blocked");
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
    md.padded_dims[e] = from.padded_dims[d];
    if (is_blocked(from)) keep_dim(from, d, md, e);
  }
  out = md;
  return dnnl_success;
}

}  // namespace dnnlet
