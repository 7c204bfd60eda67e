// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DETAIL_PRIMITIVE_DESC_HPP
#define ONEAPI_DNNL_DETAIL_PRIMITIVE_DESC_HPP

#include "oneapi/dnnl/detail/attr.hpp"
#include "oneapi/dnnl/detail/c_argument.hpp"
#include "oneapi/dnnl/detail/enums.hpp"
#include "oneapi/dnnl/detail/primitive.hpp"

namespace dnnl {

template <>
struct handle_traits<dnnl_primitive_desc_t> {
  static dnnl_status_t destructor(dnnl_primitive_desc_t pd) {
    return dnnl_primitive_desc_destroy(pd);
  }
};

/// A problem (what to compute, on which tensors), and the implementation chosen for it.
///
/// Every primitive class X has a descriptor class X::primitive_desc. Its constructors take the
/// problem and find the first implementation that accepts it. They throw dnnl::error with the
/// status of the C function, such as dnnl_unimplemented if there is no implementation, or
/// dnnl_invalid_arguments if shapes contradict each other; with `allow_empty` they make an empty
/// object instead. Arguments that are no arguments at all (empty handles, lists of spatial numbers
/// that are too short) throw dnnl_invalid_arguments in either case. The constructor from a
/// dnnl_primitive_desc_t copies a C descriptor, and throws dnnl_invalid_arguments if it is not one
/// of class X; null makes an empty object.
///
/// Queries for something that this kind of primitive does not have return zero: a zero memory
/// descriptor, an empty list, 0, or `undef`.
struct primitive_desc_base : public handle<dnnl_primitive_desc_t> {
  using handle::handle;

  /// Makes an empty object.
  primitive_desc_base() = default;

  /// The engine, as a weak handle.
  engine get_engine() const { return query_engine(query::engine); }

  /// The name of the implementation, `plugin:kernel`.
  const char *impl_info_str() const {
    return detail::fetch<const char *>("could not get the name of an implementation",
                                       dnnl_primitive_desc_query, get(), dnnl_query_impl_info_str,
                                       0);
  }

  /// Any property of type s64.
  memory::dim query_s64(query what) const { return query_value<memory::dim>(what); }

  memory::dims get_strides() const { return query_spatial<memory::dim>(query::strides); }
  memory::dims get_dilations() const { return query_spatial<memory::dim>(query::dilations); }
  memory::dims get_padding_l() const { return query_spatial<memory::dim>(query::padding_l); }
  memory::dims get_padding_r() const { return query_spatial<memory::dim>(query::padding_r); }
  memory::dims get_kernel() const { return query_spatial<memory::dim>(query::kernel); }
  std::vector<float> get_factors() const { return query_spatial<float>(query::factors); }

  float get_epsilon() const { return query_value<float>(query::epsilon_f32); }
  float get_alpha() const { return query_value<float>(query::alpha_f32); }
  float get_beta() const { return query_value<float>(query::beta_f32); }
  float get_k() const { return query_value<float>(query::k_f32); }
  float get_p() const { return query_value<float>(query::p_f32); }
  int get_axis() const { return query_value<int>(query::axis_s32); }
  memory::dim get_local_size() const { return query_s64(query::local_size_s64); }
  memory::dim get_group_size() const { return query_s64(query::group_size_s64); }

  /// Normalization or RNN flags; T is unsigned, normalization_flags or rnn_flags.
  template <typename T = unsigned>
  T get_flags() const {
    return static_cast<T>(query_value<unsigned>(query::flags));
  }

  dnnl::algorithm get_algorithm() const { return query_algorithm(query::alg_kind); }
  dnnl::algorithm get_cell_kind() const { return query_algorithm(query::cell_kind); }
  dnnl::algorithm get_activation_kind() const { return query_algorithm(query::activation_kind); }

  dnnl::rnn_direction get_direction() const {
    return static_cast<dnnl::rnn_direction>(query_value<dnnl_rnn_direction_t>(query::direction));
  }

  dnnl::prop_kind get_prop_kind() const {
    return static_cast<dnnl::prop_kind>(query_value<dnnl_prop_kind_t>(query::prop_kind));
  }

  /// The memory descriptor `what` (src_md, ..., exec_arg_md), number idx of its kind; for
  /// exec_arg_md, idx is a DNNL_ARG_* number. Throws dnnl_invalid_arguments for other queries.
  memory::desc query_md(query what, int idx = 0) const {
    if (!is_md(what))
      detail::fail(dnnl_invalid_arguments, "this is not a query for a memory descriptor");
    return detail::copy(dnnl_primitive_desc_query_md(get(), convert_to_c(what), idx));
  }

  memory::desc src_desc(int idx) const { return query_md(query::src_md, idx); }
  memory::desc dst_desc(int idx) const { return query_md(query::dst_md, idx); }
  memory::desc weights_desc(int idx) const { return query_md(query::weights_md, idx); }
  memory::desc diff_src_desc(int idx) const { return query_md(query::diff_src_md, idx); }
  memory::desc diff_dst_desc(int idx) const { return query_md(query::diff_dst_md, idx); }
  memory::desc diff_weights_desc(int idx) const { return query_md(query::diff_weights_md, idx); }

  memory::desc src_desc() const { return src_desc(0); }
  memory::desc dst_desc() const { return dst_desc(0); }
  memory::desc weights_desc() const { return weights_desc(0); }
  memory::desc diff_src_desc() const { return diff_src_desc(0); }
  memory::desc diff_dst_desc() const { return diff_dst_desc(0); }
  memory::desc diff_weights_desc() const { return diff_weights_desc(0); }

  /// What the forward pass leaves for the backward pass, as DNNL_ARG_WORKSPACE.
  memory::desc workspace_desc() const { return query_md(query::workspace_md); }

  /// The scratchpad, as DNNL_ARG_SCRATCHPAD if the attributes say scratchpad_mode::user.
  memory::desc scratchpad_desc() const { return query_md(query::scratchpad_md); }

  engine scratchpad_engine() const { return query_engine(query::scratchpad_engine); }

  /// A copy of the attributes.
  primitive_attr get_primitive_attr() const {
    return primitive_attr(detail::create<dnnl_primitive_attr_t>(
        "could not copy primitive attributes", dnnl_primitive_attr_clone,
        detail::fetch<const_dnnl_primitive_attr_t>(
            "could not get the attributes of a primitive descriptor", dnnl_primitive_desc_get_attr,
            get())));
  }

  dnnl::primitive::kind get_kind() const {
    return static_cast<dnnl::primitive::kind>(detail::fetch<dnnl_primitive_kind_t>(
        "could not get the kind of a primitive descriptor", dnnl_primitive_desc_query, get(),
        dnnl_query_primitive_kind, 0));
  }

  /// Bytes that are equal for primitives which can share a cache blob.
  std::vector<uint8_t> get_cache_blob_id() const {
    const auto bytes = detail::fetch<memory::dim>(
        "could not get the size of a primitive's cache blob id", dnnl_primitive_desc_query, get(),
        dnnl_query_cache_blob_id_size_s64, 0);
    const auto id = detail::fetch<const uint8_t *>("could not get a primitive's cache blob id",
                                                   dnnl_primitive_desc_query, get(),
                                                   dnnl_query_cache_blob_id, 0);
    return std::vector<uint8_t>(id, id + bytes);
  }

 protected:
  /// Copies a C descriptor of the expected kind and one of two passes (undef: of any pass).
  primitive_desc_base(dnnl_primitive_desc_t pd, dnnl::primitive::kind akind,
                      dnnl::prop_kind pass = dnnl::prop_kind::undef,
                      dnnl::prop_kind other_pass = dnnl::prop_kind::undef) {
    if (!pd) return;
    reset_with_clone(pd);
    if (get_kind() != akind)
      detail::fail(dnnl_invalid_arguments, "the descriptor is for another kind of primitive");
    if (pass == dnnl::prop_kind::undef) return;
    const dnnl::prop_kind actual = get_prop_kind();
    if (actual != pass && actual != other_pass)
      detail::fail(dnnl_invalid_arguments, "the descriptor is for another propagation kind");
  }

  /// Copies a C descriptor, which stays the caller's.
  void reset_with_clone(const_dnnl_primitive_desc_t pd) {
    reset(detail::create<dnnl_primitive_desc_t>("could not copy a primitive descriptor",
                                                dnnl_primitive_desc_clone, pd));
  }

  /// Sets this object to the descriptor that c_function(&pd, args...) makes, where args are given
  /// as C++ objects.
  template <typename Function, typename... Args>
  void create(const char *message, bool allow_empty, Function c_function, const Args &...args) {
    reset(detail::try_create<dnnl_primitive_desc_t>(message, allow_empty, c_function,
                                                    detail::c_argument(args)...));
  }

  /// One of the engines, as a weak handle.
  engine query_engine(query what) const {
    return engine(
        detail::fetch<dnnl_engine_t>("could not get an engine of a primitive descriptor",
                                     dnnl_primitive_desc_query, get(), convert_to_c(what), 0),
        true);
  }

 private:
  /// A property, or zero if there is none.
  template <typename T>
  T query_value(query what) const {
    T value{};
    const dnnl_status_t status = dnnl_primitive_desc_query(get(), convert_to_c(what), 0, &value);
    return status == dnnl_success ? value : T{};
  }

  dnnl::algorithm query_algorithm(query what) const {
    return static_cast<dnnl::algorithm>(query_value<dnnl_alg_kind_t>(what));
  }

  /// Numbers of which there is one per spatial dimension.
  template <typename T>
  std::vector<T> query_spatial(query what) const {
    const T *const values = query_value<const T *>(what);
    if (!values) return std::vector<T>();
    const dnnl::prop_kind pass = get_prop_kind();
    const bool forward =
        pass == dnnl::prop_kind::forward_training || pass == dnnl::prop_kind::forward_inference;
    const int ndims = (forward ? dst_desc(0) : diff_dst_desc(0)).get_ndims();
    return ndims > 2 ? std::vector<T>(values, values + (ndims - 2)) : std::vector<T>();
  }

  static bool is_md(query what) {
    switch (what) {
      case query::src_md:
      case query::diff_src_md:
      case query::weights_md:
      case query::diff_weights_md:
      case query::dst_md:
      case query::diff_dst_md:
      case query::workspace_md:
      case query::scratchpad_md:
      case query::exec_arg_md: return true;
      default: return false;
    }
  }
};

/// A descriptor of a primitive for which there can be several implementations: all except reorder,
/// concat and sum.
struct primitive_desc : public primitive_desc_base {
  using primitive_desc_base::primitive_desc_base;

  /// Makes an empty object.
  primitive_desc() = default;

  /// Goes on to the next implementation that accepts the problem. False, and no change, if this
  /// was the last. Copies of this object share the change.
  bool next_impl() {
    const dnnl_status_t status = dnnl_primitive_desc_next_impl(get());
    if (status == dnnl_last_impl_reached) return false;
    error::wrap_c_api(status, "could not go on to the next implementation");
    return true;
  }

 protected:
  primitive_desc(dnnl_primitive_desc_t pd, dnnl::primitive::kind akind,
                 dnnl::prop_kind pass = dnnl::prop_kind::undef,
                 dnnl::prop_kind other_pass = dnnl::prop_kind::undef)
      : primitive_desc_base(pd, akind, pass, other_pass) {}
};

inline primitive::primitive(const primitive_desc &pd) : primitive(pd.get()) {}

inline primitive::primitive(const primitive_desc &pd, const std::vector<uint8_t> &cache_blob)
    : primitive(pd.get(), cache_blob) {}

}  // namespace dnnl

#endif  // ONEAPI_DNNL_DETAIL_PRIMITIVE_DESC_HPP
