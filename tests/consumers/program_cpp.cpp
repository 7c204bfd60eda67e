// SPDX-License-Identifier: Apache-2.0
// The same in C++, with oneDNN's own way to include the header.
#include <dnnl.hpp>
#include <vector>

#include "program.h"

int main() {
  std::vector<float> src(input, input + count), dst(count);
  const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  dnnl::stream stream(engine);
  const dnnl::memory::desc md({count}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a);
  const dnnl::eltwise_forward::primitive_desc pd(engine, dnnl::prop_kind::forward_inference,
                                                 dnnl::algorithm::eltwise_relu, md, md);
  dnnl::eltwise_forward(pd).execute(stream, {{DNNL_ARG_SRC, dnnl::memory(md, engine, src.data())},
                                             {DNNL_ARG_DST, dnnl::memory(md, engine, dst.data())}});
  stream.wait();
  return check(pd.impl_info_str(), dst.data());
}
