// SPDX-License-Identifier: Apache-2.0
// A problem: what a program asks of a primitive, as plain data. Generators draw it, mutations
// change it, and everything else (creating objects, filling tensors, comparing, printing) works on
// it without knowing the primitive.
#ifndef DNNLET_TESTS_FUZZ_PROBLEM_H
#define DNNLET_TESTS_FUZZ_PROBLEM_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_debug.h"
#include "tests/fuzz/choices.h"

namespace dnnlet::fuzz {

using dims = std::vector<int64_t>;

enum class role {
  input,
  output,
  both,  // an output that is read as well
};

enum class layout_kind {
  none,     // there is no such tensor
  any,      // the library chooses
  tag,      // a name
  strided,  // distances
  region,   // a part of a larger tensor with the tag
  scalar,   // a single number, kept by the memory object
};

/// Numbers that a tensor holds.
enum class numbers {
  natural,   // floats from -1 to 1; integers of the whole range of small types
  exact,     // small integers: sums of their products are exact in every type
  positive,  // 1/4 to 4
  powers,    // powers of two, 1/4 to 4
  special,   // NaN, infinities, 8e34, subnormals and the like among natural ones
  chances,   // probabilities p for which 1 / (1 - p) is a power of two, and 1
  small,     // -1/8 to 1/8: products with rows of them do not grow
};

struct tensor_spec {
  int arg = 0;  // DNNL_ARG_...
  dnnl_data_type_t type = dnnl_f32;
  dims shape = {};
  role use = role::input;
  layout_kind layout = layout_kind::any;
  dnnl_format_tag_t tag = dnnl_format_tag_undef;
  dims strides = {};
  dims whole = {}, offsets = {};         // of a region
  bool is_runtime = false;               // the primitive descriptor is not told sizes and strides,
  uint64_t unknown_dims = ~uint64_t(0);  // those of these dimensions
  numbers fill = numbers::natural;
};

struct quantization {
  int arg = 0;
  bool is_zero_point = false;
  bool is_reduction = false;  // precomputed, of src
  int mask = 0;
  dims groups = {};
  dnnl_data_type_t type = dnnl_f32;
  bool is_on_host = false;
  dnnl_quantization_mode_t mode = dnnl_quantization_mode_static_sazp;
  bool is_computed() const { return mode != dnnl_quantization_mode_static_sazp; }
};

struct post_op {
  dnnl_primitive_kind_t kind = dnnl_eltwise;
  int algorithm = 0;
  float alpha = 0, beta = 0;                     // of eltwise; alpha is the scale of a sum
  int32_t zero_point = 0;                        // of a sum
  dnnl_data_type_t type = dnnl_data_type_undef;  // of a sum; of the weights of depthwise
  int mask = 0;                                  // of prelu
  tensor_spec operand = {};  // of binary and prelu; the condition of select is `condition`
  tensor_spec condition = {};
  dnnl_data_type_t bias_type = dnnl_data_type_undef, dst_type = dnnl_f32;  // of depthwise
  int64_t kernel = 3, stride = 1, padding = 1;
};

struct dropout_spec {
  bool is_set = false, has_mask = false, uses_offset = false, is_on_host = false;
  dnnl_data_type_t seed_type = dnnl_s32;
};

// Of recurrent networks: what integers stand for. Scales of weights come from their number.
struct rnn_quantization_spec {
  bool is_set = false, has_projection = false;
  float data_scale = 1, data_shift = 0;
  int weights_mask = 0, projection_mask = 0;
  int64_t weights_count = 1, projection_count = 1;
};

struct attributes_spec {
  std::vector<quantization> quantizations = {};
  std::vector<post_op> post_ops = {};
  dropout_spec dropout = {};
  rnn_quantization_spec rnn = {};
  int stochastic = 0;  // the argument that is rounded so; 0: none
  bool user_scratchpad = false, deterministic = false;
  int fpmath = 0, accumulation = 0;
  bool fpmath_to_integers = false;
  bool is_default() const;
};

struct problem;

/// What a creation is given: the descriptors of the tensors in the problem's order (null for none),
/// and the numbers, each list long enough whatever was done to it.
struct creation {
  const problem &p;
  dnnl_engine_t engine;
  std::vector<const_dnnl_memory_desc_t> md;
  const_dnnl_primitive_desc_t hint;
  const_dnnl_primitive_attr_t attr;
  const dnnl_dim_t *sizes(size_t list) const { return padded_sizes[list].data(); }
  std::vector<dims> padded_sizes = {};
};
using creator = dnnl_status_t (*)(const creation &, dnnl_primitive_desc_t *);

struct problem {
  std::string name = {};  // of the primitive, and of the pass if there are several
  creator create = nullptr;
  std::vector<tensor_spec> tensors = {};
  std::vector<dims> sizes = {};     // strides, padding, ... in an order that `create` knows
  std::vector<float> factors = {};  // alpha, beta, ...
  int algorithm = 0, prop = 0;
  attributes_spec attributes = {};
  std::shared_ptr<problem> forward =
      {};                      // whose descriptor is the hint, and whose workspace is read
  bool reads_results = false;  // and what else it gave
  uint64_t seed = 0;           // of the tensors' numbers
  bool is_mutated = false;
  bool is_in_place = false;  // dst is src's memory

  // How far results of two implementations may be apart, before post-ops: a magnitude that no
  // result exceeds, and an error that is allowed, absolute and relative to the result.
  double magnitude = 1, absolute = 0, relative = 0;
  // What is allowed on top, element by element, where it depends on the numbers; null for nothing.
  std::vector<double> (*element_errors)(const problem &) = nullptr;
  bool is_elementwise = false;  // each result depends on one element: special values have to agree
  // Steps of the slowest implementation; null where each element of one tensor meets each of
  // another once at most.
  double (*steps)(const problem &) = nullptr;

  tensor_spec *find(int arg);
  const tensor_spec *find(int arg) const;
};

/// One line that says everything.
std::string text(const problem &p);
std::string text(const tensor_spec &t);
std::string text(const dims &list);

int64_t count(const dims &shape);  // INT64_MAX where the product overflows

}  // namespace dnnlet::fuzz

#endif
