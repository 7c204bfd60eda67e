// SPDX-License-Identifier: Apache-2.0
#ifndef ONEAPI_DNNL_DNNL_HPP
#define ONEAPI_DNNL_DNNL_HPP

/// The C++ API, header-only over the C API of dnnl.h. A program computes in four steps:
///
///     dnnl::engine engine(dnnl::engine::kind::cpu, 0);
///     dnnl::stream stream(engine);
///
///     // 1. What the tensors look like, and where they are.
///     dnnl::memory::desc md({2, 16}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::nc);
///     dnnl::memory src(md, engine), dst(md, engine);
///
///     // 2. What to compute.
///     dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_inference,
///         dnnl::algorithm::eltwise_relu, md, md);
///
///     // 3. The primitive, to be made once, and 4. to be executed many times.
///     dnnl::eltwise_forward relu(pd);
///     relu.execute(stream, {{DNNL_ARG_SRC, src}, {DNNL_ARG_DST, dst}});
///     stream.wait();
///
/// dnnl.h says of each primitive what it takes: shapes, types, layouts, attributes, and when it
/// fails.
///
/// Objects are handles: copies are cheap and share one C object. Errors are dnnl::error exceptions;
/// see DNNL_ENABLE_EXCEPTIONS for programs without them.

#include "oneapi/dnnl/dnnl.h"
#include "oneapi/dnnl/dnnl_common.hpp"

#include "oneapi/dnnl/detail/enums.hpp"
#include "oneapi/dnnl/detail/format_tag.hpp"
#include "oneapi/dnnl/detail/memory.hpp"
#include "oneapi/dnnl/detail/memory_desc.hpp"

#include "oneapi/dnnl/detail/attr.hpp"
#include "oneapi/dnnl/detail/post_ops.hpp"
#include "oneapi/dnnl/detail/primitive.hpp"
#include "oneapi/dnnl/detail/primitive_desc.hpp"

#include "oneapi/dnnl/detail/augru.hpp"
#include "oneapi/dnnl/detail/batch_normalization.hpp"
#include "oneapi/dnnl/detail/binary.hpp"
#include "oneapi/dnnl/detail/concat_sum.hpp"
#include "oneapi/dnnl/detail/convolution.hpp"
#include "oneapi/dnnl/detail/deconvolution.hpp"
#include "oneapi/dnnl/detail/eltwise.hpp"
#include "oneapi/dnnl/detail/group_normalization.hpp"
#include "oneapi/dnnl/detail/gru.hpp"
#include "oneapi/dnnl/detail/inner_product.hpp"
#include "oneapi/dnnl/detail/layer_normalization.hpp"
#include "oneapi/dnnl/detail/lrn.hpp"
#include "oneapi/dnnl/detail/lstm.hpp"
#include "oneapi/dnnl/detail/matmul.hpp"
#include "oneapi/dnnl/detail/pooling.hpp"
#include "oneapi/dnnl/detail/prelu.hpp"
#include "oneapi/dnnl/detail/reduction.hpp"
#include "oneapi/dnnl/detail/reorder.hpp"
#include "oneapi/dnnl/detail/resampling.hpp"
#include "oneapi/dnnl/detail/shuffle.hpp"
#include "oneapi/dnnl/detail/softmax.hpp"
#include "oneapi/dnnl/detail/vanilla_rnn.hpp"

#include "oneapi/dnnl/detail/service.hpp"

#endif  // ONEAPI_DNNL_DNNL_HPP
