// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include "call.h"
#include "primitives.h"
#include "stream.h"

namespace bench {

namespace {

using dnnl::memory;

// Calls that are executed one after the other, and their stream.
struct sequence {
  dnnl::engine engine;
  dnnl::stream stream;
  std::vector<std::unique_ptr<call>> calls;

  explicit sequence(int threads)
      : engine(dnnl::engine::kind::cpu, 0), stream(make_stream(engine, threads)) {}

  const call &add(const dnnl::primitive_desc_base &desc, const std::map<int, memory> &known = {},
                  int sources = 0) {
    calls.push_back(std::make_unique<call>(engine, desc, known, sources));
    return *calls.back();
  }

  // The same tensor in another layout.
  memory reordered(const memory &from, const memory::desc &to) {
    if (from.get_desc() == to) return from;
    const dnnl::reorder::primitive_desc reorder(engine, from.get_desc(), engine, to);
    return add(reorder, {{DNNL_ARG_SRC, from}}).at(DNNL_ARG_DST);
  }

  void run() const {
    for (const auto &each : calls) each->run(stream);
    dnnl::error::wrap_c_api(dnnl_stream_wait(stream.get()), "could not wait");
  }
};

std::unique_ptr<workload> ready(std::shared_ptr<sequence> s, const std::string &kernel) {
  auto made = std::make_unique<workload>();
  made->kernel = kernel;
  for (const auto &each : s->calls) {
    made->bytes += double(each->bytes());
    made->scratchpad += double(each->scratchpad());
  }
  made->run = [s] { s->run(); };
  return made;
}

int sources_of(const layer &l) {
  return l.op == operation::sum || l.op == operation::concat ? l.groups : 0;
}

// One primitive; of a training step, both.
std::unique_ptr<workload> make_primitive(const row &r, int threads) {
  auto s = std::make_shared<sequence>(threads);
  const passes p = make_passes(s->engine, r, tensors_of(r));
  std::map<int, memory> known;
  const bool has_workspace = p.measured.query_md(dnnl::query::workspace_md).get_size() > 0;
  if (r.dir == direction::step || (is_backward(r.dir) && has_workspace)) {
    known[DNNL_ARG_WORKSPACE] = s->add(p.forward).at(DNNL_ARG_WORKSPACE);
    s->run();
    if (r.dir != direction::step) s->calls.clear();
  }
  s->add(p.measured, known, sources_of(r.what));
  return ready(s, p.measured.impl_info_str());
}

memory::desc plain_like(const memory::desc &tensor) {
  return {tensor.get_dims(), tensor.get_data_type(),
          tensor.get_ndims() == 5 ? memory::format_tag::goihw : memory::format_tag::nchw};
}

// As frameworks call a convolution: tensors are nchw and weights as the user has them.
std::unique_ptr<workload> make_plain(const row &r, int threads) {
  auto s = std::make_shared<sequence>(threads);
  const dnnl::primitive_desc_base desc = make_passes(s->engine, r, tensors_of(r)).measured;
  const auto brought = [&](dnnl::query what) {
    const memory::desc wanted = desc.query_md(what);
    return s->reordered(filled(s->engine, plain_like(wanted)), wanted);
  };
  const memory src = brought(dnnl::query::src_md), weights = brought(dnnl::query::weights_md);
  const memory dst =
      s->add(desc, {{DNNL_ARG_SRC, src}, {DNNL_ARG_WEIGHTS, weights}}).at(DNNL_ARG_DST);
  s->reordered(dst, plain_like(dst.get_desc()));
  return ready(s, desc.impl_info_str());
}

// Layers with ReLU, each in the layout that it likes; the last one has none.
std::unique_ptr<workload> make_network(const row &r, int threads) {
  auto s = std::make_shared<sequence>(threads);
  const std::vector<layer> list = layers_of_network(r.what.name);
  dnnl::post_ops relu;
  relu.append_eltwise(algorithm::eltwise_relu, 0, 0);
  std::string kernel;
  memory current;
  for (size_t i = 0; i < list.size(); ++i) {
    const row part = {list[i], r.dir, r.type, layout::any};
    tensors t = tensors_of(part);
    if (!current)
      current = filled(s->engine, {t.src.get_dims(), r.type.src, memory::format_tag::nchw});
    if (list[i].op == operation::pooling) t.src = current.get_desc();
    dnnl::primitive_attr attr;
    if (i + 1 < list.size()) attr.set_post_ops(relu);
    const dnnl::primitive_desc_base desc = make_passes(s->engine, part, t, attr).measured;
    if (kernel.empty()) kernel = desc.impl_info_str();
    current = s->reordered(current, desc.query_md(dnnl::query::src_md));
    current = s->add(desc, {{DNNL_ARG_SRC, current}}).at(DNNL_ARG_DST);
  }
  return ready(s, kernel);
}

std::unique_ptr<workload> make_creation(const row &r) {
  auto made = std::make_unique<workload>();
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const tensors t = tensors_of(r);
  made->kernel = make_passes(engine, r, t).measured.impl_info_str();
  made->run = [=] {
    const dnnl::primitive_desc_base desc = make_passes(engine, r, t).measured;
    const dnnl::primitive created(desc.get());
  };
  return made;
}

}  // namespace

std::unique_ptr<workload> make_workload(const row &r, int threads, std::string *reason) {
  try {
    use_threads(threads);
    dnnl::set_primitive_cache_capacity(r.dir == direction::creation ? 0 : 1024);
    if (r.dir == direction::creation) return make_creation(r);
    if (r.tensors == layout::plain) return make_plain(r, threads);
    switch (r.what.op) {
      case operation::gemm: return make_gemm(r, threads);
      case operation::ukernel: return make_ukernel(r);
      case operation::network: return make_network(r, threads);
      default: return make_primitive(r, threads);
    }
  } catch (const dnnl::error &e) {
    *reason = e.message;
    return nullptr;
  }
}

}  // namespace bench
