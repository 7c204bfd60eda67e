// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/check.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "dnnlet/dnnlet.h"
#include "tests/fuzz/attributes.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/heap_watch.h"
#include "tests/fuzz/pools.h"

namespace dnnlet::fuzz {

namespace {

using bytes = std::vector<unsigned char>;

// What one implementation gave.
struct result {
  std::string name;
  std::vector<std::vector<double>> outputs;
};

std::vector<bytes> copy_outputs(const arguments &args) {
  std::vector<bytes> copies;
  for (const auto &a : args.list)
    if (a.spec.use != role::input && a.spec.arg != DNNL_ARG_SCRATCHPAD)
      copies.push_back(a.tensor.copy());
  return copies;
}

// Where results share memory, the last one wins, whichever that is.
bool has_overlaps(const arguments &args) {
  return std::any_of(args.list.begin(), args.list.end(), [](const arguments::argument &a) {
    return a.spec.use != role::input && a.tensor.where().overlaps();
  });
}

bool holds_special_numbers(const problem &p) {
  return std::any_of(p.tensors.begin(), p.tensors.end(),
                     [](const tensor_spec &t) { return t.fill == numbers::special; });
}

// Sums with infinities and the like depend on their order.
bool is_comparable(const problem &p, const arguments &args) {
  if (holds_special_numbers(p) && !p.is_elementwise) return false;
  return !p.is_mutated && !has_overlaps(args);
}

// An upper bound: no element of one tensor meets more than all elements of another, unless the
// generator knows better. What it knows is near the truth, so that less of it is too much: a step
// of a reference takes some 10 ns, several times that with sanitizers, and each case runs a few
// times.
bool is_too_much_work(const problem &p, const arguments &args) {
  if (p.steps && p.steps(p) > 0x1p25) return true;
  int64_t most = 1, second = 1;
  for (const auto &a : args.list) {
    const int64_t n = std::max<int64_t>(count(a.tensor.where().shape), 1);
    if (n > most)
      second = most, most = n;
    else
      second = std::max(second, n);
  }
  return !p.is_elementwise && most > (int64_t(1) << 29) / second;
}

agreement agreement_for(const problem &p, const tensor_spec &t) {
  if (t.arg == DNNL_ARG_ATTR_DROPOUT_MASK) return {t.type, 0, 0};
  const bool is_dst = t.arg == DNNL_ARG_DST || p.is_in_place;
  const allowed_error error =
      is_dst ? error_after_attributes(p) : allowed_error{p.absolute, p.relative};
  return {t.type, error.absolute, error.relative};
}

class checker {
 public:
  checker(const problem &p, choices &c, session &s) : p_(p), c_(c), s_(s) {}
  void run();

 private:
  void run_forward(const described &d);
  void run_implementation(const_dnnl_primitive_desc_t pd, bool is_first);
  void execute(dnnl_primitive_t primitive, arguments &args, bool is_first);
  void run_on_pool(dnnl_primitive_t primitive, arguments &args, const std::vector<bytes> &expected);
  void compare(const std::string &name, const arguments &args);
  void run_last(dnnl_primitive_desc_t pd);
  void note_outputs(const arguments &args, bool is_first);
  void fail(const std::string &what) { s_.fail(name_ + ": " + what); }

  const problem &p_;
  choices &c_;
  session &s_;
  handles kept_;
  dnnl_stream_t stream_ = nullptr;
  std::unique_ptr<arguments> forward_;  // holds the workspace
  std::vector<result> results_;
  std::string name_;
};

void checker::run() {
  s_.doing("creating");
  if (dnnl_stream_create(&stream_, s_.engine, dnnl_stream_default_flags) != dnnl_success) return;
  kept_.keep(stream_);
  const described d = describe(p_, s_.engine, kept_, &s_.notes);
  if (d.pd) {
    if (d.hint && p_.forward) run_forward(d);
    dnnl_status_t status = dnnl_success;
    for (bool is_first = true; status == dnnl_success; is_first = false) {
      name_ = implementation(d.pd);
      if (is_first) s_.notes.add("implementation", name_);
      run_implementation(d.pd, is_first);
      if (s_.is_quiet) run_last(d.pd);
      if (s_.only_records) break;
      s_.doing("next implementation");
      status = dnnlet_next_impl(d.pd);
    }
    if (!s_.only_records && status != dnnl_last_impl_reached) fail("next_impl failed");
  }
  s_.doing("destroying");
  kept_.destroy_all(c_.below(1 << 16) + 1);
}

// The workspace that the backward pass reads.
void checker::run_forward(const described &d) {
  if (!ask(descriptor_of(d.hint, DNNL_ARG_WORKSPACE)).bytes) return;
  s_.doing("forward pass");
  forward_ = std::make_unique<arguments>(*p_.forward, d.hint, s_.engine, true, nullptr);
  dnnl_primitive_t primitive = nullptr;
  if (!forward_->obstacle.empty() || dnnl_primitive_create(&primitive, d.hint) != dnnl_success)
    return;
  const auto args = forward_->to_pass();
  dnnl_primitive_execute(primitive, stream_, int(args.size()), args.data());
  dnnl_stream_wait(stream_);
  dnnl_primitive_destroy(primitive);
}

void checker::run_implementation(const_dnnl_primitive_desc_t pd, bool is_first) {
  arguments args(p_, pd, s_.engine, c_.chance(70), forward_.get());
  if (!args.obstacle.empty()) return;
  dnnl_primitive_t primitive = nullptr;
  s_.doing(("creating " + name_).c_str());
  const dnnl_status_t status = dnnl_primitive_create(&primitive, pd);
  if (is_first) s_.notes.add("primitive", status);
  if (status != dnnl_success) {
    if (!p_.is_mutated) fail("the primitive could not be created");
    return;
  }
  if (!is_too_much_work(p_, args)) {
    ++s_.executions[row_of(pd)];
    execute(primitive, args, is_first);
  }
  dnnl_primitive_destroy(primitive);
}

void checker::execute(dnnl_primitive_t primitive, arguments &args, bool is_first) {
  const auto list = args.to_pass();
  s_.doing(("executing " + name_).c_str());
  if (!s_.only_records) watch_heap();
  const dnnl_status_t status =
      dnnl_primitive_execute(primitive, stream_, int(list.size()), list.data());
  const int calls = s_.only_records ? 0 : unwatch_heap();
  dnnl_stream_wait(stream_);
  if (is_first) s_.notes.add("execute", status);
  if (calls) fail("the heap was used " + std::to_string(calls) + " times during execution");
  if (status != dnnl_success) {
    if (!p_.is_mutated) fail(std::string("execution: ") + dnnl_status2str(status));
    if (!args.touched().empty()) fail("execution failed, but " + args.touched());
    return;
  }
  if (s_.only_records) return note_outputs(args, is_first);
  if (!args.damage().empty()) fail(args.damage());
  compare(name_, args);
  const std::vector<bytes> given = copy_outputs(args);
  args.restore();
  run_on_pool(primitive, args, given);
  args.restore();
  if (c_.chance(20)) check_wrong_arguments(p_, primitive, stream_, args, c_, s_);
}

void checker::run_on_pool(dnnl_primitive_t primitive, arguments &args,
                          const std::vector<bytes> &expected) {
  const int threads = 1 + int(c_.below(9));
  const dnnl_stream_t stream = pooled_stream(s_.engine, threads);
  if (!stream) return;
  const auto list = args.to_pass();
  s_.doing(("on a pool, " + name_).c_str());
  watch_heap();
  const dnnl_status_t status =
      dnnl_primitive_execute(primitive, stream, int(list.size()), list.data());
  const int calls = unwatch_heap();
  dnnl_stream_wait(stream);
  const std::string pool = "on a pool of " + std::to_string(threads) + ": ";
  if (status != dnnl_success) return fail(pool + dnnl_status2str(status));
  if (calls) fail(pool + "the heap was used " + std::to_string(calls) + " times");
  if (!args.damage().empty()) fail(pool + args.damage());
  if (!has_overlaps(args) && copy_outputs(args) != expected)
    fail(pool + "other bits than on one thread");
}

// Each implementation with the first one, which is the one that users get.
void checker::compare(const std::string &name, const arguments &args) {
  result r = {name, {}};
  for (const auto &a : args.list)
    if (a.spec.use != role::input && !a.is_opaque) r.outputs.push_back(a.tensor.read());
  if (!results_.empty() && is_comparable(p_, args)) {
    size_t i = 0;
    for (const auto &a : args.list) {
      if (a.spec.use == role::input || a.is_opaque) continue;
      agreement how = agreement_for(p_, a.spec);
      if (p_.element_errors) how.of_elements = p_.element_errors(p_);
      std::string differs = difference(results_[0].outputs[i], r.outputs[i], how);
      if (!differs.empty() && !p_.element_errors && holds_special_numbers(p_)) {
        how.of_elements = errors_of_overflows(p_, s_.engine, stream_);
        differs = difference(results_[0].outputs[i], r.outputs[i], how);
      }
      if (!differs.empty())
        fail("argument " + std::to_string(a.spec.arg) + " against " + results_[0].name + ": " +
             differs);
      ++i;
    }
  }
  results_.push_back(std::move(r));
}

// The slowest implementation, which is the one that should be right where two differ.
void checker::run_last(dnnl_primitive_desc_t pd) {
  bool is_another = false;
  while (dnnlet_next_impl(pd) == dnnl_success) is_another = true;
  if (is_another) run_implementation(pd, false);
}

void checker::note_outputs(const arguments &args, bool is_first) {
  size_t next = 0;
  for (const auto &a : args.list) {
    if (a.spec.use == role::input || a.is_opaque) continue;
    const std::string name = "output " + std::to_string(a.spec.arg);
    if (!is_first) {
      auto &entries = s_.notes.entries;
      while (next < entries.size() && entries[next].name != name) ++next;
      if (next < entries.size()) entries[next].last = a.tensor.read();
      continue;
    }
    entry e;
    e.name = name;
    e.value = text(a.tensor.where().shape);
    e.content = a.tensor.read();
    const agreement how = agreement_for(p_, a.spec);
    e.type = how.type;
    e.absolute = how.absolute;
    e.relative = how.relative;
    // Where errors depend on the numbers, the other process would have to know them.
    e.is_comparable = is_comparable(p_, args) && !(p_.element_errors && holds_special_numbers(p_));
    s_.notes.entries.push_back(std::move(e));
  }
}

// Sizes that are known at execution only, of the same dimensions of all tensors: a status says who
// takes them, and who does computes what it does of known ones.
void forget_sizes(choices &c, problem &p) {
  const uint64_t which = c.pick<uint64_t>({1, 2, 12, ~uint64_t(0), c.below(64)});
  for (tensor_spec &t : p.tensors) {
    if (t.layout != layout_kind::tag && t.layout != layout_kind::strided) continue;
    t.is_runtime = true;
    t.unknown_dims = which;
  }
}

}  // namespace

void check(problem p, choices &c, session &s) {
  p.seed = c.below(uint64_t(1) << 32);
  if (p.forward) {  // reads the same tensors
    p.forward = std::make_shared<problem>(*p.forward);
    p.forward->seed = p.seed;
  }
  if (c.chance(3) && !p.is_in_place) forget_sizes(c, p);
  if (c.chance(20) && !p.is_in_place) mutate(c, p);
  s.describe(text(p));
  checker(p, c, s).run();
  if (!s.only_records && c.chance(4)) check_arenas(p, c, s);
}

}  // namespace dnnlet::fuzz
