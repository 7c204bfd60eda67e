// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/execution.h"

#include <algorithm>

#include "tests/fuzz/attributes.h"
#include "tests/fuzz/element.h"
#include "tests/fuzz/layouts.h"

namespace dnnlet::fuzz {

namespace {

constexpr size_t most_bytes = 1 << 22;
constexpr int64_t most_elements = 1 << 18;

std::string text(const geometry &g) {
  return std::to_string(int(g.kind)) + " " + fuzz::text(g.shape) + " padded " +
         fuzz::text(g.padded) + " strides " + fuzz::text(g.strides) + " blocks " +
         fuzz::text(g.blocks) + "/" + fuzz::text(g.block_dims) + " from " +
         std::to_string(g.start) + " bytes " + std::to_string(g.bytes);
}

// Strides of dimensions that have no neighbours mean nothing.
std::string comparable_text(geometry g) {
  const bool is_blocked_dim_known = g.strides.size() == g.shape.size();
  for (size_t d = 0; is_blocked_dim_known && d < g.shape.size(); ++d)
    if (g.padded[d] == 1 || count(g.shape) == 0) g.strides[d] = 0;
  return text(g);
}

std::vector<double> content_of(const tensor_spec &t, const dims &shape, const problem &p,
                               const arguments *forward) {
  if (t.use == role::output) return {};
  const placed_tensor *result = forward && p.reads_results ? forward->find(t.arg) : nullptr;
  return result && result->where().shape == shape ? result->read() : draw_numbers(t, shape, p.seed);
}

bool fill_sizes(const problem &p, creation &c) {
  for (const dims &list : p.sizes) {
    c.padded_sizes.push_back(list);
    c.padded_sizes.back().resize(DNNL_MAX_NDIMS, 1);
  }
  return true;
}

// Whether a mutated stride of a depthwise post-op leaves another dst than the problem says.
bool is_another(const tensor_spec &t, const problem &p, const_dnnl_primitive_desc_t pd) {
  const auto &ops = p.attributes.post_ops;
  const bool has_depthwise = std::any_of(
      ops.begin(), ops.end(), [](const post_op &op) { return op.kind == dnnl_convolution; });
  return t.arg == DNNL_ARG_DST && has_depthwise && ask(descriptor_of(pd, t.arg)).shape != t.shape;
}

}  // namespace

described describe(const problem &p, dnnl_engine_t engine, handles &kept, record *notes) {
  described d;
  creation c = {p, engine, {}, nullptr, nullptr};
  fill_sizes(p, c);
  if (p.forward) {
    const described before = describe(*p.forward, engine, kept, notes);
    if (before.status == dnnl_success) d.hint = before.pd;
    if (before.status == dnnl_out_of_memory) return before;
    c.hint = d.hint;
  }
  for (const tensor_spec &t : p.tensors) {
    dnnl_memory_desc_t md = nullptr;
    if (t.layout != layout_kind::none) {
      d.status = make_descriptor(t, false, &md);
      if (notes) notes->add("descriptor", d.status);
      if (d.status != dnnl_success) return d;
      kept.keep(md);
      if (notes && t.layout != layout_kind::any && !t.is_runtime)
        notes->add("layout", comparable_text(ask(md)));
    }
    c.md.push_back(md);
  }
  dnnl_primitive_attr_t attr = nullptr;
  d.status = make_attributes(p, &attr);
  if (notes) notes->add("attributes", d.status);
  if (d.status != dnnl_success) return d;
  kept.keep(attr);
  c.attr = attr;
  d.status = p.create(c, &d.pd);
  if (notes) notes->add("create", d.status);
  if (d.status != dnnl_success) d.pd = nullptr;
  kept.keep(d.pd);
  return d;
}

const_dnnl_memory_desc_t descriptor_of(const_dnnl_primitive_desc_t pd, int arg) {
  return dnnl_primitive_desc_query_md(pd, dnnl_query_exec_arg_md, arg);
}

std::string implementation(const_dnnl_primitive_desc_t pd) {
  const char *name = nullptr;
  return dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, &name) == dnnl_success && name
             ? name
             : "?";
}

std::string row_of(const_dnnl_primitive_desc_t pd) {
  dnnl_primitive_kind_t kind = dnnl_undefined_primitive;
  dnnl_prop_kind_t prop = dnnl_prop_kind_undef;  // reorders and the like have none
  dnnl_primitive_desc_query(pd, dnnl_query_primitive_kind, 0, &kind);
  dnnl_primitive_desc_query(pd, dnnl_query_prop_kind, 0, &prop);
  const std::string name = dnnl_prim_kind2str(kind);
  const bool is_product =
      kind == dnnl_convolution || kind == dnnl_deconvolution || kind == dnnl_inner_product;
  const bool is_forward = prop == dnnl_forward_training || prop == dnnl_forward_inference;
  const char *pass = "";
  if (is_forward) pass = "_forward";
  if (prop == dnnl_backward || prop == dnnl_backward_data)
    pass = is_product ? "_backward_data" : "_backward";
  if (prop == dnnl_backward_weights) pass = "_backward_weights";
  return name + " " + name + pass + " " + implementation(pd);
}

arguments::arguments(const problem &p, const_dnnl_primitive_desc_t pd, dnnl_engine_t engine,
                     bool is_at_end, const arguments *forward)
    : is_in_place_(p.is_in_place) {
  const placed_tensor *workspace = forward ? forward->find(DNNL_ARG_WORKSPACE) : nullptr;
  std::vector<tensor_spec> specs = p.tensors;
  for (const tensor_spec &t : attribute_operands(p)) specs.push_back(t);
  for (const tensor_spec &t : specs) {
    if (t.layout == layout_kind::none || !obstacle.empty()) continue;
    if (is_in_place_ && t.arg == DNNL_ARG_DST) continue;
    const bool is_given = t.layout != layout_kind::any && !is_another(t, p, pd);
    dnnl_memory_desc_t own = nullptr;
    if (is_given && make_descriptor(t, true, &own) != dnnl_success) {
      obstacle = "no descriptor for argument " + std::to_string(t.arg);
      return;
    }
    const_dnnl_memory_desc_t md = is_given ? own : descriptor_of(pd, t.arg);
    const geometry g = ask(md);
    if (!is_given && g.shape.empty())
      obstacle = "no layout for argument " + std::to_string(t.arg);
    else if (!is_known(g.type) || !is_known(t.type) || g.bytes > most_bytes ||
             count(g.padded) > most_elements || g.reach() > most_bytes)
      obstacle = "too large";
    else
      add(t, md, engine, content_of(t, g.shape, p, forward), is_at_end, false);
    dnnl_memory_desc_destroy(own);
  }
  fill_hidden(p, engine);
  const const_dnnl_memory_desc_t work = descriptor_of(pd, DNNL_ARG_WORKSPACE);
  const const_dnnl_memory_desc_t scratch = descriptor_of(pd, DNNL_ARG_SCRATCHPAD);
  if (!obstacle.empty()) return;
  for (const int arg : {DNNL_ARG_WORKSPACE, DNNL_ARG_SCRATCHPAD}) {
    const const_dnnl_memory_desc_t md = arg == DNNL_ARG_WORKSPACE ? work : scratch;
    const geometry g = ask(md);
    if (g.bytes == 0) continue;
    if (g.bytes > 4 * most_bytes) obstacle = "too large";
    if (!obstacle.empty()) return;
    tensor_spec t;
    t.arg = arg;
    t.use = role::output;
    const bool is_read = arg == DNNL_ARG_WORKSPACE && p.forward;
    if (is_read && (!workspace || !(workspace->where() == g))) {
      obstacle = "no workspace of that layout";
      return;
    }
    // A scratchpad wants the alignment of a cache line.
    add(t, md, engine, is_read ? workspace->read() : std::vector<double>(),
        is_at_end && g.bytes % 64 == 0, true);
    if (is_read) list.back().spec.use = role::input;
  }
}

void arguments::add(const tensor_spec &t, const_dnnl_memory_desc_t md, dnnl_engine_t engine,
                    const std::vector<double> &content, bool is_at_end, bool is_opaque) {
  list.push_back({t, placed_tensor(md, engine, content, is_at_end), is_opaque});
  if (!list.back().tensor.memory())
    obstacle = "no memory object for argument " + std::to_string(t.arg);
}

// oneDNN packs weights of recurrent networks in ways that descriptors do not tell, and keeps sums
// behind other weights; its reorder knows them.
void arguments::fill_hidden(const problem &p, dnnl_engine_t engine) {
  for (argument &a : list) {
    if (a.spec.use != role::input || a.spec.layout != layout_kind::any ||
        !a.tensor.hides_its_layout() || !obstacle.empty())
      continue;
    tensor_spec plain = a.spec;
    const dims shape = a.tensor.where().shape;
    plain.shape = shape;
    make_plain(plain);
    handles kept;
    dnnl_memory_desc_t md = nullptr;
    dnnl_primitive_attr_t attr = nullptr;
    if (make_descriptor(plain, true, &md) != dnnl_success) continue;
    kept.keep(md);
    if (p.attributes.rnn.is_set && make_attributes(p, &attr) == dnnl_success) kept.keep(attr);
    placed_tensor source(md, engine, draw_numbers(plain, shape, p.seed), true);
    const_dnnl_memory_desc_t to = nullptr;
    dnnl_memory_get_memory_desc(a.tensor.memory(), &to);
    dnnl_primitive_desc_t pd = nullptr;
    dnnl_primitive_t primitive = nullptr;
    dnnl_stream_t stream = nullptr;
    const bool is_made =
        dnnl_reorder_primitive_desc_create(&pd, md, engine, to, engine, attr) == dnnl_success &&
        dnnl_primitive_create(&primitive, pd) == dnnl_success &&
        dnnl_stream_create(&stream, engine, dnnl_stream_default_flags) == dnnl_success;
    kept.keep(pd);
    kept.keep(primitive);
    kept.keep(stream);
    const dnnl_exec_arg_t args[] = {{DNNL_ARG_FROM, source.memory()},
                                    {DNNL_ARG_TO, a.tensor.memory()}};
    if (!is_made || dnnl_primitive_execute(primitive, stream, 2, args) != dnnl_success)
      obstacle = "weights cannot be packed";
    a.tensor.take_as_it_is();
  }
}

std::vector<dnnl_exec_arg_t> arguments::to_pass() const {
  std::vector<dnnl_exec_arg_t> args;
  for (const argument &a : list) args.push_back({a.spec.arg, a.tensor.memory()});
  if (!is_in_place_) return args;
  for (const argument &a : list)
    if (a.spec.use == role::both) args.push_back({DNNL_ARG_DST, a.tensor.memory()});
  return args;
}

const placed_tensor *arguments::find(int arg) const {
  for (const argument &a : list)
    if (a.spec.arg == arg) return &a.tensor;
  return nullptr;
}

bool arguments::has_elements() const {
  return std::all_of(list.begin(), list.end(),
                     [](const argument &a) { return a.tensor.size() > 0; });
}

std::string arguments::damage() const {
  for (const argument &a : list) {
    std::string wrong;
    if (a.spec.use == role::input)
      wrong = a.tensor.is_untouched() ? "" : "an input was written";
    else if (!a.is_opaque)
      wrong = a.tensor.damage();
    if (!wrong.empty()) return "argument " + std::to_string(a.spec.arg) + ": " + wrong;
  }
  return {};
}

std::string arguments::touched() const {
  for (const argument &a : list)
    if (!a.tensor.is_untouched()) return "argument " + std::to_string(a.spec.arg) + " was written";
  return {};
}

void arguments::restore() {
  for (argument &a : list) a.tensor.restore();
}

}  // namespace dnnlet::fuzz
