// SPDX-License-Identifier: Apache-2.0
// Memory descriptors: made in every way, changed, cloned, written as blobs and read back. What they
// promise is checked; what they answer is recorded.
#include <cstring>

#include "tests/fuzz/draw.h"
#include "tests/fuzz/generators.h"
#include "tests/fuzz/handles.h"
#include "tests/fuzz/placed.h"

namespace dnnlet::fuzz {

namespace {

class examination {
 public:
  examination(choices &c, session &s) : c_(c), s_(s) {}
  void run();

 private:
  dnnl_memory_desc_t make();
  dnnl_status_t make_sparse(dnnl_memory_desc_t *md);
  dnnl_status_t change(const_dnnl_memory_desc_t md, const geometry &g, dnnl_memory_desc_t *changed);
  dnnl_status_t reshape(const_dnnl_memory_desc_t md, const geometry &g,
                        dnnl_memory_desc_t *changed);
  void note(const char *what, dnnl_status_t status, const_dnnl_memory_desc_t md);
  void check_queries(const_dnnl_memory_desc_t md);
  void check_blob(const_dnnl_memory_desc_t md);
  void check_corrupt_blob(std::vector<uint8_t> blob);
  void say(const std::string &what) { s_.describe(text_ += what); }

  choices &c_;
  session &s_;
  handles kept_;
  std::string text_ = "descriptor ";
};

void examination::note(const char *what, dnnl_status_t status, const_dnnl_memory_desc_t md) {
  s_.notes.add(what, status);
  if (status != dnnl_success) return;
  const geometry g = ask(md);
  std::string line =
      std::to_string(int(g.kind)) + " " + text(g.shape) + " bytes " + std::to_string(g.bytes);
  if (g.kind == dnnl_blocked) {
    dims strides = g.strides;
    for (size_t d = 0; d < strides.size(); ++d)
      if (g.padded[d] == 1 || count(g.shape) == 0) strides[d] = 0;
    line += " padded " + text(g.padded) + " strides " + text(strides) + " blocks " +
            text(g.blocks) + "/" + text(g.block_dims) + " from " + std::to_string(g.start);
  }
  s_.notes.add(what, line);
}

dnnl_status_t examination::make_sparse(dnnl_memory_desc_t *md) {
  dims shape = {c_.extent(65), c_.extent(65)};
  int64_t nnz = c_.chance(10) ? c_.wild() : c_.between(0, 30);
  if (c_.chance(10)) shape[c_.below(2)] = c_.wild();
  if (c_.chance(10)) shape.push_back(3);
  const dnnl_data_type_t type = c_.pick({dnnl_f32, dnnl_s8, dnnl_f16}),
                         index = c_.chance(90) ? dnnl_s32 : dnnl_s8;
  const int n = int(shape.size()), which = int(c_.below(3));
  say("sparse " + std::to_string(which) + " " + text(shape) + " nnz " + std::to_string(nnz) +
      " index " + std::to_string(int(index)));
  switch (which) {
    case 0:
      return dnnl_memory_desc_create_with_csr_encoding(md, n, shape.data(), type, nnz, index,
                                                       index);
    case 1: return dnnl_memory_desc_create_with_coo_encoding(md, n, shape.data(), type, nnz, index);
    default: return dnnl_memory_desc_create_with_packed_encoding(md, n, shape.data(), type, nnz);
  }
}

dnnl_memory_desc_t examination::make() {
  dnnl_memory_desc_t md = nullptr;
  dnnl_status_t status = dnnl_success;
  if (c_.chance(8)) {
    status = make_sparse(&md);
  } else if (c_.chance(3)) {
    const auto type = dnnl_data_type_t(c_.below(18));
    say("host scalar " + std::to_string(int(type)));
    status = dnnl_memory_desc_create_host_scalar(&md, type);
  } else {
    problem p;
    tensor_spec t;
    t.shape = draw_shape(c_, 1 + c_.below(6), 100000);
    t.type = c_.pick({dnnl_f32, dnnl_bf16, dnnl_s8, dnnl_f64, dnnl_s4, dnnl_u8, dnnl_f8_e4m3});
    draw_layout(c_, t, true);
    p.tensors = {t};
    p.name = "tensor";
    if (c_.chance(35)) mutate(c_, p);
    say(text(p));
    status = make_descriptor(p.tensors[0], false, &md);
  }
  note("make", status, md);
  if (status != dnnl_success) return nullptr;
  kept_.keep(md);
  return md;
}

// Joins neighbours, splits, and lets dimensions of extent 1 come and go.
dnnl_status_t examination::reshape(const_dnnl_memory_desc_t md, const geometry &g,
                                   dnnl_memory_desc_t *changed) {
  dims shape = g.shape;
  for (uint64_t n = 1 + c_.below(3); n > 0; --n) {
    const size_t d = shape.empty() ? 0 : c_.below(shape.size());
    switch (c_.below(5)) {
      case 0: shape.insert(shape.begin() + long(d), 1); break;
      case 1:
        if (!shape.empty() && shape[d] == 1) shape.erase(shape.begin() + long(d));
        break;
      case 2:
        if (d + 1 < shape.size() && !__builtin_mul_overflow(shape[d], shape[d + 1], &shape[d]))
          shape.erase(shape.begin() + long(d) + 1);
        break;
      case 3:
        for (const int64_t factor : {16, 8, 7, 5, 4, 3, 2})
          if (!shape.empty() && shape[d] > factor && shape[d] % factor == 0) {
            shape[d] /= factor;
            shape.insert(shape.begin() + long(d) + 1, factor);
            break;
          }
        break;
      default:
        if (!shape.empty() && c_.chance(20)) shape[d] = c_.wild();
    }
  }
  if (shape.size() > DNNL_MAX_NDIMS) shape.resize(DNNL_MAX_NDIMS);
  say(" reshaped " + text(shape));
  return dnnl_memory_desc_reshape(changed, md, int(shape.size()), shape.data());
}

dnnl_status_t examination::change(const_dnnl_memory_desc_t md, const geometry &g,
                                  dnnl_memory_desc_t *changed) {
  const size_t n = g.shape.size();
  switch (c_.below(3)) {
    case 0: return reshape(md, g, changed);
    case 1: {
      std::vector<int> order(DNNL_MAX_NDIMS);
      for (size_t i = 0; i < order.size(); ++i) order[i] = int(i);
      for (size_t i = n; i > 1; --i) std::swap(order[i - 1], order[c_.below(i)]);
      if (c_.chance(10) && n) order[c_.below(n)] = int(c_.wild());
      say(" permuted " + text(dims(order.begin(), order.begin() + long(n))));
      return dnnl_memory_desc_permute_axes(changed, md, order.data());
    }
    default: {
      dims shape = g.shape, offsets(n, 0);
      for (size_t d = 0; d < n; ++d)
        if (shape[d] > 1 && c_.chance(50)) {
          offsets[d] =
              c_.chance(30) ? std::min<int64_t>(16, shape[d] - 1) : c_.between(0, shape[d] - 1);
          shape[d] = c_.between(1, shape[d] - offsets[d]);
        }
      if (c_.chance(15) && n) (c_.chance(50) ? shape : offsets)[c_.below(n)] = c_.wild();
      say(" part " + text(shape) + " at " + text(offsets));
      shape.resize(DNNL_MAX_NDIMS, 1);
      offsets.resize(DNNL_MAX_NDIMS, 0);
      return dnnl_memory_desc_create_submemory(changed, md, shape.data(), offsets.data());
    }
  }
}

// Every question, with any index: an answer or a status.
void examination::check_queries(const_dnnl_memory_desc_t md) {
  s_.doing("asking");
  for (int what = 255; what < 275; ++what) {
    alignas(16) unsigned char answer[64];
    dnnl_memory_desc_query(md, dnnl_query_t(what), answer);
    dnnl_memory_desc_query_v2(md, dnnl_query_t(what),
                              int(c_.chance(70) ? int64_t(c_.below(4)) : c_.wild()), answer);
  }
  dnnl_memory_desc_get_size_v2(md, int(c_.wild()));
}

void examination::check_blob(const_dnnl_memory_desc_t md) {
  s_.doing("blob");
  size_t size = 0;
  if (dnnl_memory_desc_get_blob(nullptr, &size, md) != dnnl_success) return;
  std::vector<uint8_t> blob(size);
  if (dnnl_memory_desc_get_blob(blob.data(), &size, md) != dnnl_success)
    return s_.fail("no blob, though its size is known");
  dnnl_memory_desc_t copy = nullptr;
  const dnnl_status_t status = dnnl_memory_desc_create_with_blob(&copy, blob.data());
  if (status != dnnl_success)
    return s_.fail(std::string("its own blob is ") + dnnl_status2str(status));
  kept_.keep(copy);
  if (!dnnl_memory_desc_equal(copy, md)) s_.fail("what comes back of its blob is another one");
  check_corrupt_blob(std::move(blob));
}

// Whatever the bytes are: a status, or a descriptor that is as good as any.
void examination::check_corrupt_blob(std::vector<uint8_t> blob) {
  s_.doing("corrupt blob");
  for (uint64_t n = 1 + c_.below(4); n > 0; --n) {
    const size_t at = c_.below(blob.size());
    if (c_.chance(50)) {
      blob[at] = static_cast<uint8_t>(c_.below(256));
    } else {
      const int64_t wild = c_.wild();
      const size_t whole = at / 8 * 8;
      if (whole + 8 <= blob.size()) std::memcpy(&blob[whole], &wild, 8);
    }
  }
  dnnl_memory_desc_t md = nullptr;
  if (dnnl_memory_desc_create_with_blob(&md, blob.data()) != dnnl_success) return;
  kept_.keep(md);
  check_queries(md);
  const geometry g = ask(md);
  dnnl_memory_desc_t changed = nullptr;
  if (change(md, g, &changed) == dnnl_success) kept_.keep(changed);
}

void examination::run() {
  s_.doing("making");
  dnnl_memory_desc_t md = make();
  if (!md) return;
  dnnl_memory_desc_t copy = nullptr, changed = nullptr;
  const geometry g = ask(md);
  const bool may_change = g.kind == dnnl_blocked || g.kind == dnnl_format_kind_any;
  if (may_change && g.shape.size() < DNNL_MAX_NDIMS) {
    s_.doing("changing");
    const dnnl_status_t status = change(md, g, &changed);
    note("change", status, changed);
    if (status == dnnl_success) kept_.keep(changed);
  }
  if (!s_.only_records) {
    check_queries(md);
    if (dnnl_memory_desc_clone(&copy, md) == dnnl_success) {
      kept_.keep(copy);
      if (!dnnl_memory_desc_equal(copy, md)) s_.fail("a clone is another one");
    }
    check_blob(md);
    if (changed) check_blob(changed);
  }
  kept_.destroy_all(c_.below(1 << 16) + 1);
}

}  // namespace

void run_descriptors(choices &c, session &s) {
  examination(c, s).run();
}

}  // namespace dnnlet::fuzz
