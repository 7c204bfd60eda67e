// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include <algorithm>
#include <cstring>

#include "api.h"
#include "clock.h"

namespace bench {

namespace {

using dnnl::memory;
using tag = memory::format_tag;
using type = memory::data_type;

struct element_types {
  type src, weights, bias, dst;
};

element_types types_of(types t) {
  switch (t) {
    case types::f32: return {type::f32, type::f32, type::f32, type::f32};
    case types::bf16: return {type::bf16, type::bf16, type::f32, type::bf16};
    case types::u8s8u8: return {type::u8, type::s8, type::f32, type::u8};
    case types::u8s8s8: return {type::u8, type::s8, type::f32, type::s8};
    case types::u8s8s32: return {type::u8, type::s8, type::f32, type::s32};
    case types::f32_to_bf16: return {type::f32, type::bf16, type::f32, type::bf16};
    case types::bf16_to_f32: return {type::bf16, type::bf16, type::f32, type::f32};
    case types::f32_to_u8: return {type::f32, type::f32, type::f32, type::u8};
    case types::u8_to_f32: return {type::u8, type::f32, type::f32, type::f32};
  }
  return {};
}

memory::dims weights_dims(const layer &l) {
  if (l.groups == 1) return {l.oc, l.ic, l.kernel, l.kernel};
  return {l.groups, l.oc / l.groups, l.ic / l.groups, l.kernel, l.kernel};
}

tensors tensors_of_matmul(const row &r) {
  const layer &l = *r.what;
  const element_types t = types_of(r.type);
  const tag weights = r.tensors == layout::any  ? tag::any
                      : r.tensors == layout::nt ? tag::ba
                                                : tag::ab;
  return {memory::desc({l.n, l.ic}, t.src, tag::ab), memory::desc({l.ic, l.oc}, t.weights, weights),
          memory::desc(), memory::desc({l.n, l.oc}, t.dst, tag::ab)};
}

tensors tensors_of(const row &r) {
  const layer &l = *r.what;
  if (l.op == operation::matmul) return tensors_of_matmul(r);
  const element_types t = types_of(r.type);
  tag src = tag::nchw, dst = tag::nchw, weights = l.groups == 1 ? tag::oihw : tag::goihw;
  const bool has_weights = l.op == operation::convolution || l.op == operation::deconvolution ||
                           l.op == operation::inner_product;
  if (r.tensors == layout::any && has_weights) src = dst = weights = tag::any;
  if (r.tensors == layout::any && !has_weights) src = dst = native_layout();
  if (r.tensors == layout::nhwc || r.tensors == layout::nhwc_to_nchw) src = tag::nhwc;
  if (r.tensors == layout::nhwc || r.tensors == layout::nchw_to_nhwc) dst = tag::nhwc;
  const bool is_flat = l.op == operation::inner_product;
  return {memory::desc({l.n, l.ic, l.in, l.in}, t.src, src),
          memory::desc(weights_dims(l), t.weights, weights), memory::desc({l.oc}, t.bias, tag::x),
          is_flat ? memory::desc({l.n, l.oc}, t.dst, tag::nc)
                  : memory::desc({l.n, l.oc, l.out, l.out}, t.dst, dst)};
}

// What a convolution's weights are reordered to.
memory::desc packed_weights(const dnnl::engine &engine, const row &r) {
  row convolution = r;
  layer what = *r.what;
  what.op = operation::convolution;
  convolution.what = &what;
  if (r.type == types::f32_to_bf16) convolution.type = types::bf16;
  return make_convolution(engine, convolution, tensors_of(convolution))
      .measured.query_md(dnnl::query::weights_md);
}

memory::desc plain_weights(const row &r) {
  const layer &l = *r.what;
  return memory::desc(weights_dims(l), types_of(r.type).src,
                      l.groups == 1 ? tag::oihw : tag::goihw);
}

passes make_passes(const dnnl::engine &engine, const row &r) {
  if (r.what->op == operation::weights_reorder) {
    const dnnl::reorder::primitive_desc reorder(engine, plain_weights(r), engine,
                                                packed_weights(engine, r));
    return {reorder, reorder};
  }
  const tensors t = tensors_of(r);
  switch (r.what->op) {
    case operation::convolution: return make_convolution(engine, r, t);
    case operation::deconvolution: return make_deconvolution(engine, r, t);
    case operation::inner_product: return make_inner_product(engine, r, t);
    case operation::pooling: return make_pooling(engine, r, t);
    case operation::lrn: return make_lrn(engine, r, t);
    case operation::normalization: return make_normalization(engine, r, t);
    case operation::eltwise: return make_eltwise(engine, r, t);
    case operation::matmul: return make_matmul(engine, t);
    default: break;
  }
  const dnnl::reorder::primitive_desc reorder(engine, t.src, engine, t.dst);
  return {reorder, reorder};
}

// Numbers between -2 and 2; of integers, the small ones from there on.
void fill(const dnnl::engine &engine, const memory &target) {
  static const tag plain[] = {tag::undef, tag::a, tag::ab, tag::abc, tag::abcd, tag::abcde};
  const memory::dims dims = dims_of(target.get_desc());
  memory source(memory::desc(dims, type::f32, plain[dims.size()]), engine);
  size_t count = source.get_desc().get_size() / sizeof(float);
  auto *data = static_cast<float *>(source.get_data_handle());
  uint32_t state = 12345;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525 + 1013904223;
    data[i] = float(state >> 8) * (4.0f / (1 << 24)) - 2.0f;
  }
  dnnl::stream stream(engine);
  memory destination = target;
  dnnl::reorder(source, destination).execute(stream, source, destination);
  stream.wait();
}

struct argument {
  int index;
  dnnl::query what;
  int number;
};
constexpr argument possible_arguments[] = {
    {DNNL_ARG_SRC, dnnl::query::src_md, 0},
    {DNNL_ARG_WEIGHTS, dnnl::query::weights_md, 0},
    {DNNL_ARG_BIAS, dnnl::query::weights_md, 1},
    {DNNL_ARG_DST, dnnl::query::dst_md, 0},
    {DNNL_ARG_DIFF_SRC, dnnl::query::diff_src_md, 0},
    {DNNL_ARG_DIFF_WEIGHTS, dnnl::query::diff_weights_md, 0},
    {DNNL_ARG_DIFF_BIAS, dnnl::query::diff_weights_md, 1},
    {DNNL_ARG_DIFF_DST, dnnl::query::diff_dst_md, 0},
    {DNNL_ARG_WORKSPACE, dnnl::query::workspace_md, 0},
    // Statistics of a normalization, which are read, or written in training.
    {DNNL_ARG_MEAN, dnnl::query::src_md, 1},
    {DNNL_ARG_VARIANCE, dnnl::query::src_md, 2},
    {DNNL_ARG_MEAN, dnnl::query::dst_md, 1},
    {DNNL_ARG_VARIANCE, dnnl::query::dst_md, 2},
};

// A primitive and its tensors.
class call {
 public:
  // `workspace` is used where the primitive has one, and made where it is empty.
  call(const dnnl::engine &engine, const dnnl::primitive_desc_base &desc, memory *workspace)
      : primitive_(desc.get()) {
    for (const argument &a : possible_arguments) {
      const memory::desc tensor = desc.query_md(a.what, a.number);
      if (tensor.get_size() == 0) continue;
      const bool is_workspace = a.index == DNNL_ARG_WORKSPACE;
      memory storage = is_workspace && *workspace ? *workspace : memory(tensor, engine);
      if (is_workspace)
        *workspace = storage;
      else
        fill(engine, storage);
      memories_.push_back(storage);
      arguments_.push_back({a.index, storage.get()});
    }
  }

  void run(const dnnl::stream &stream) const {
    const dnnl_status_t status = dnnl_primitive_execute(primitive_.get(), stream.get(),
                                                        int(arguments_.size()), arguments_.data());
    dnnl::error::wrap_c_api(status, "could not execute");
    dnnl::error::wrap_c_api(dnnl_stream_wait(stream.get()), "could not wait");
  }

 private:
  dnnl::primitive primitive_;
  std::vector<memory> memories_;
  std::vector<dnnl_exec_arg_t> arguments_;
};

class ready_workload final : public workload {
 public:
  ready_workload(const row &r, int threads)
      : threads_(threads),
        engine_(dnnl::engine::kind::cpu, 0),
        stream_(make_stream(engine_, threads)) {
    const passes p = make_passes(engine_, r);
    kernel_ = p.measured.impl_info_str();
    memory workspace;
    if (is_backward(r) && p.measured.query_md(dnnl::query::workspace_md).get_size() > 0)
      call(engine_, p.forward, &workspace).run(stream_);
    call_ = std::make_unique<call>(engine_, p.measured, &workspace);
  }

  std::string kernel() const override { return kernel_; }

  double best_time(double budget) override {
    call_->run(stream_);
    return best_time_of([this] { call_->run(stream_); }, threads_, budget);
  }

 private:
  const int threads_;
  dnnl::engine engine_;
  dnnl::stream stream_;
  std::unique_ptr<call> call_;
  std::string kernel_;
};

}  // namespace

std::unique_ptr<workload> workload::make(const row &r, int threads, std::string *reason) {
  try {
    use_threads(threads);
    if (r.what->op == operation::gemm) return make_gemm(r, threads);
    return std::make_unique<ready_workload>(r, threads);
  } catch (const dnnl::error &e) {
    *reason = e.message;
    return nullptr;
  }
}

}  // namespace bench
