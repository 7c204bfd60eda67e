// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "tests/fuzz/check.h"

namespace dnnlet::fuzz {

namespace {

using list_of_args = std::vector<dnnl_exec_arg_t>;

class wrong_calls {
 public:
  wrong_calls(dnnl_primitive_t primitive, dnnl_stream_t stream, arguments &args, session &s)
      : primitive_(primitive), stream_(stream), args_(args), s_(s), good_(args.to_pass()) {}

  // A call that has to fail, and to leave everything alone.
  void expect_failure(const char *what, const list_of_args &list, dnnl_stream_t stream) {
    s_.doing(what);
    const dnnl_status_t status =
        dnnl_primitive_execute(primitive_, stream, int(list.size()), list.data());
    if (status == dnnl_success) s_.fail(std::string(what) + ": execution succeeded");
    const std::string touched = args_.touched();
    if (!touched.empty()) s_.fail(std::string(what) + ": " + touched);
    args_.restore();
  }

  void with_each(size_t i);
  void with_other_descriptor(size_t i, choices &c);
  const list_of_args &good() const { return good_; }

 private:
  dnnl_primitive_t primitive_;
  dnnl_stream_t stream_;
  arguments &args_;
  session &s_;
  list_of_args good_;
};

void wrong_calls::with_each(size_t i) {
  list_of_args list = good_;
  list.erase(list.begin() + long(i));
  expect_failure("a missing argument", list, stream_);
  list = good_;
  list.push_back(good_[i]);
  expect_failure("an argument given twice", list, stream_);
  list = good_;
  list[i].memory = nullptr;
  expect_failure("an argument without memory", list, stream_);
  if (args_.list[i].tensor.where().kind != dnnl_blocked || args_.list[i].tensor.size() == 0) return;
  list = good_;
  dnnl_memory_t memory = nullptr;
  const_dnnl_memory_desc_t md = nullptr;
  dnnl_memory_get_memory_desc(good_[i].memory, &md);
  if (dnnl_memory_create(&memory, md, s_.engine, DNNL_MEMORY_NONE) != dnnl_success) return;
  list[i].memory = memory;
  expect_failure("a memory without buffer", list, stream_);
  dnnl_memory_destroy(memory);
}

// The same buffer under a descriptor that ends earlier: of fewer elements, or without the elements
// that are before a region.
void wrong_calls::with_other_descriptor(size_t i, choices &c) {
  geometry g = args_.list[i].tensor.where();
  if (g.kind != dnnl_blocked || count(g.shape) == 0 || !g.blocks.empty()) return;
  const size_t needed = g.reach(), d = c.below(g.shape.size());
  if (g.start == 0 && g.shape[d] < 2) return;
  if (g.start == 0) g.shape[d] -= 1;
  const char *what = g.start ? "a tensor that begins elsewhere" : "a smaller tensor";
  dnnl_memory_desc_t md = nullptr;
  dnnl_memory_t memory = nullptr;
  if (dnnl_memory_desc_create_with_strides(&md, int(g.shape.size()), g.shape.data(), g.type,
                                           g.strides.data()) != dnnl_success)
    return;
  dnnl_memory_create(&memory, md, s_.engine, args_.list[i].tensor.bytes());
  if (memory && dnnl_memory_desc_get_size(md) < needed) {
    list_of_args list = good_;
    list[i].memory = memory;
    expect_failure(what, list, stream_);
  }
  dnnl_memory_destroy(memory);
  dnnl_memory_desc_destroy(md);
}

// Handles of another engine: no crash, and what fails writes nothing.
void check_foreign(dnnl_primitive_t primitive, arguments &args, session &s) {
  dnnl_engine_t engine = nullptr;
  dnnl_stream_t stream = nullptr;
  if (dnnl_engine_create(&engine, dnnl_cpu, 0) != dnnl_success) return;
  s.doing("a stream of another engine");
  if (dnnl_stream_create(&stream, engine, dnnl_stream_default_flags) == dnnl_success) {
    const list_of_args list = args.to_pass();
    const dnnl_status_t status =
        dnnl_primitive_execute(primitive, stream, int(list.size()), list.data());
    const std::string wrong = status == dnnl_success ? args.damage() : args.touched();
    if (!wrong.empty()) s.fail("a stream of another engine: " + wrong);
    args.restore();
  }
  dnnl_stream_destroy(stream);
  dnnl_engine_destroy(engine);
}

}  // namespace

void check_wrong_arguments(const problem &p, dnnl_primitive_t primitive, dnnl_stream_t stream,
                           arguments &args, choices &c, session &s) {
  if (args.list.empty()) return;
  wrong_calls calls(primitive, stream, args, s);
  // Without elements there is nothing to do, and so nothing to miss.
  if (args.has_elements()) {
    const size_t i = c.below(args.list.size());
    calls.with_each(i);
    if (!p.is_mutated && !args.list[i].spec.is_runtime) calls.with_other_descriptor(i, c);
    calls.expect_failure("no arguments at all", {}, stream);
  }
  calls.expect_failure("no stream", calls.good(), nullptr);
  const auto expect_invalid = [&](const char *what, dnnl_status_t status) {
    if (status == dnnl_success) s.fail(std::string(what) + " succeeded");
    if (!args.touched().empty()) s.fail(std::string(what) + ": " + args.touched());
  };
  s.doing("wrong execution");
  const int n = int(calls.good().size());
  expect_invalid("executing null", dnnl_primitive_execute(nullptr, stream, n, calls.good().data()));
  expect_invalid("a null list", dnnl_primitive_execute(primitive, stream, n, nullptr));
  expect_invalid("a negative number of arguments",
                 dnnl_primitive_execute(primitive, stream, -1, calls.good().data()));
  expect_invalid("INT_MIN arguments",
                 dnnl_primitive_execute(primitive, stream, std::numeric_limits<int>::min(),
                                        calls.good().data()));
  check_foreign(primitive, args, s);
}

}  // namespace dnnlet::fuzz
