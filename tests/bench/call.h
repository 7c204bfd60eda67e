// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_TESTS_BENCH_CALL_H
#define DNNLET_TESTS_BENCH_CALL_H

#include <map>
#include <vector>

#include "oneapi/dnnl/dnnl.hpp"

namespace bench {

constexpr float usual_limit = 2;

// A tensor of numbers between -limit and limit; of integers, the small ones from there on.
dnnl::memory filled(const dnnl::engine &engine, const dnnl::memory::desc &desc,
                    float limit = usual_limit);

// A primitive and its tensors, filled with numbers.
class call {
 public:
  // Tensors that there are already come by their DNNL_ARG_ numbers; a workspace of another shape is
  // an error. `sources`: how many there are of a primitive that takes several.
  call(const dnnl::engine &engine, const dnnl::primitive_desc_base &desc,
       const std::map<int, dnnl::memory> &known = {}, int sources = 0);

  // Throws.
  void run(const dnnl::stream &stream) const {
    const dnnl_status_t status = dnnl_primitive_execute(primitive_.get(), stream.get(),
                                                        int(arguments_.size()), arguments_.data());
    if (status != dnnl_success) throw dnnl::error(status, "could not execute");
  }

  // Empty if the primitive has none.
  dnnl::memory at(int index) const;

  size_t bytes() const;       // of all tensors
  size_t scratchpad() const;  // bytes

 private:
  dnnl::primitive primitive_;
  std::map<int, dnnl::memory> memories_;
  std::vector<dnnl_exec_arg_t> arguments_;
  size_t scratchpad_;
};

}  // namespace bench

#endif
