// SPDX-License-Identifier: Apache-2.0
// What the tests of operation descriptors share: descriptors of tensors that go by themselves, and
// primitive descriptors that can be compared.
#ifndef DNNLET_TESTS_UNIT_OP_DESC_DESCRIPTORS_H
#define DNNLET_TESTS_UNIT_OP_DESC_DESCRIPTORS_H

#include <memory>
#include <string>
#include <vector>

#include "dnnlet/op_desc.h"
#include "oneapi/dnnl/dnnl.hpp"

namespace dnnlet::test {

inline dnnl_engine_t cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine.get();
}

// A tensor of f32, in row-major order or in a layout for the kernel to choose.
class tensor_desc {
 public:
  explicit tensor_desc(const dnnl::memory::dims &dims, bool any = false,
                       dnnl_data_type_t type = dnnl_f32)
      : md_(dims, dnnl::memory::data_type(type),
            any ? dnnl::memory::format_tag::any : row_major(dims.size())) {}
  operator const_dnnl_memory_desc_t() const { return md_.get(); }

 private:
  static dnnl::memory::format_tag row_major(size_t ndims) {
    using tag = dnnl::memory::format_tag;
    constexpr tag tags[] = {tag::undef, tag::a, tag::ab, tag::abc, tag::abcd, tag::abcde};
    return tags[ndims];
  }
  dnnl::memory::desc md_;
};

// A primitive descriptor, or the status in its place.
struct made {
  dnnl_status_t status = dnnl_success;
  dnnl::primitive_desc_base pd;

  template <class Create>
  static made by(const Create &create) {
    made m;
    dnnl_primitive_desc_t pd = nullptr;
    m.status = create(&pd);
    if (m.status == dnnl_success) m.pd.reset(pd);
    return m;
  }
};

// All that can be asked of it, as text.
inline std::string text_of(const made &m) {
  if (m.status != dnnl_success) return "status " + std::to_string(m.status);
  std::string text = m.pd.impl_info_str();
  const auto ask = [&](dnnl_query_t what) {
    int answer = -1;
    if (dnnl_primitive_desc_query(m.pd.get(), what, 0, &answer) != dnnl_success) answer = -1;
    text += " " + std::to_string(answer);
  };
  for (const dnnl_query_t what : {dnnl_query_primitive_kind, dnnl_query_prop_kind,
                                  dnnl_query_alg_kind, dnnl_query_flags, dnnl_query_axis_s32})
    ask(what);
  for (int what = dnnl_query_src_md; what <= dnnl_query_scratchpad_md; ++what)
    for (int index = 0; index < 3; ++index) {
      const_dnnl_memory_desc_t md =
          dnnl_primitive_desc_query_md(m.pd.get(), dnnl_query_t(what), index);
      size_t size = 0;
      std::vector<uint8_t> blob;
      dnnl_memory_desc_get_blob(nullptr, &size, md);
      blob.resize(size);
      dnnl_memory_desc_get_blob(blob.data(), &size, md);
      text += " " + std::string(blob.begin(), blob.end());
    }
  return text;
}

}  // namespace dnnlet::test

#endif
