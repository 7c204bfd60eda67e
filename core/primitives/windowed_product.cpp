// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/windowed_product.h"

#include "core/primitives/common.h"
#include "core/support/arithmetic.h"

namespace dnnlet {

namespace {

bool has_bias(const windowed_product &g) noexcept {
  return g.bias && !is_zero(*g.bias);
}

status check_channels(const windowed_product &g) noexcept {
  const char *what = g.what;
  const bool has_groups = g.weights->ndims == g.src->ndims + 1;
  const dim_t groups = has_groups ? g.weights->dims[0] : 1;
  const dim_t *per_group = g.weights->dims + (has_groups ? 1 : 0);
  dim_t ic, oc;
  if (!checked_mul(groups, per_group[1], &ic) || !checked_mul(groups, per_group[0], &oc))
    return invalid(what, ": the number of channels overflows");
  if (g.src->dims[0] != g.dst->dims[0])
    return invalid(what, ": the batch is ", g.src->dims[0], " in src and ", g.dst->dims[0],
                   " in dst");
  if (g.src->dims[1] != ic)
    return invalid(what, ": weights take ", per_group[1], " channels x ", groups,
                   " groups, expected the ", g.src->dims[1], " channels of src");
  if (g.dst->dims[1] != oc)
    return invalid(what, ": weights make ", per_group[0], " channels x ", groups,
                   " groups, expected the ", g.dst->dims[1], " channels of dst");
  if (has_bias(g) && (g.bias->ndims != 1 || g.bias->dims[0] != oc))
    return invalid(what, ": bias has ", g.bias->ndims, " dimensions with ", g.bias->dims[0],
                   " channels, expected 1 with ", oc);
  return dnnl_success;
}

}  // namespace

status check_arguments(const windowed_product &g) noexcept {
  DNNLET_CHECK(check_given(g.what, "src", g.src));
  DNNLET_CHECK(check_given(g.what, "weights", g.weights));
  DNNLET_CHECK(check_given(g.what, "dst", g.dst));
  if (!g.strides) return null_argument(g.what, "strides");
  if (!g.padding_l) return null_argument(g.what, "padding_l");
  return dnnl_success;
}

status check_shapes(const windowed_product &g) noexcept {
  const char *what = g.what;
  if (has_runtime_dims(*g.src) || has_runtime_dims(*g.weights) || has_runtime_dims(*g.dst) ||
      (has_bias(g) && has_runtime_dims(*g.bias)))
    return unimplemented(what, ": runtime dimensions are not supported");
  if (g.src->ndims < 3 || g.src->ndims > 5)
    return invalid(what, ": src has ", g.src->ndims, " dimensions, expected 3 to 5");
  if (g.dst->ndims != g.src->ndims)
    return invalid(what, ": dst has ", g.dst->ndims, " dimensions, src ", g.src->ndims);
  if (g.weights->ndims != g.src->ndims && g.weights->ndims != g.src->ndims + 1)
    return invalid(what, ": weights have ", g.weights->ndims, " dimensions, expected ",
                   g.src->ndims, " or, with groups, ", g.src->ndims + 1);
  return check_channels(g);
}

}  // namespace dnnlet
