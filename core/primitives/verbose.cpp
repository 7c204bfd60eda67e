// SPDX-License-Identifier: Apache-2.0
#include "core/primitives/verbose.h"

#include "core/support/log.h"
#include "oneapi/dnnl/dnnl_debug.h"

namespace dnnlet {

namespace {

// "aBcd16b": the dimensions by falling strides, capitals where blocked, then the blocks.
void print_layout(text_writer &out, const memory_desc &md) noexcept {
  if (!is_blocked(md)) {
    out << "any";
    return;
  }
  dim_t blocks[max_ndims];
  block_sizes(md, blocks);
  unsigned printed = 0;
  for (int i = 0; i < md.ndims; ++i) {
    int next = -1;
    for (int d = 0; d < md.ndims; ++d)
      if (!(printed >> d & 1) && (next < 0 || md.blocked.strides[d] > md.blocked.strides[next]))
        next = d;
    printed |= 1u << next;
    out << char((blocks[next] > 1 ? 'A' : 'a') + next);
  }
  for (int i = 0; i < md.inner_nblks; ++i)
    out << md.blocked.inner_blks[i] << char('a' + md.inner_idxs[i]);
}

const char *short_name(dnnl_query_t query, int index) noexcept {
  switch (query) {
    case dnnl_query_src_md: return "src";
    case dnnl_query_diff_src_md: return "diff_src";
    case dnnl_query_weights_md: return index == 0 ? "wei" : "bia";
    case dnnl_query_diff_weights_md: return index == 0 ? "diff_wei" : "diff_bia";
    case dnnl_query_dst_md: return "dst";
    case dnnl_query_diff_dst_md: return "diff_dst";
    default: return "ws";
  }
}

void print_tensors(text_writer &out, const primitive_desc &pd) noexcept {
  const char *separator = "";
  for (const auto &t : tensors_of(pd)) {
    if (is_zero(t.md) || t.slot.arg < 0) continue;
    const bool was_any = t.number < 64 && (pd.any_tensors >> t.number & 1);
    out << separator << short_name(t.slot.query, t.index()) << ':' << dnnl_dt2str(t.md.data_type)
        << ':' << (was_any ? "a" : "") << ':' << dnnl_fmt_kind2str(t.md.format_kind) << ':';
    print_layout(out, t.md);
    out << "::f0";
    separator = " ";
  }
}

void print_post_op(text_writer &out, const post_ops &ops, const post_op &op) noexcept {
  switch (op.kind) {
    case dnnl_sum: out << "sum:" << op.sum.scale << ':' << op.sum.zero_point; break;
    case dnnl_eltwise:
      out << dnnl_alg_kind2str(op.eltwise.alg) << ':' << op.eltwise.alpha << ':' << op.eltwise.beta;
      break;
    case dnnl_binary:
      out << dnnl_alg_kind2str(op.binary.alg) << ':'
          << dnnl_dt2str(ops.operand(op.binary.src1).data_type);
      break;
    case dnnl_prelu: out << "prelu:" << op.prelu.mask; break;
    default:
      out << "dw:k" << op.depthwise.kernel << 's' << op.depthwise.stride << 'p'
          << op.depthwise.padding;
  }
}

void print_quantizations(text_writer &out, const char *name,
                         const owned_array<quantization> &list) noexcept {
  if (list.empty()) return;
  out << name;
  const char *separator = "";
  for (const quantization &q : list) {
    out << separator << "arg" << q.arg << ':' << q.mask << ':' << dnnl_dt2str(q.data_type);
    separator = "+";
  }
  out << ' ';
}

void print_attributes(text_writer &out, const attributes &attr) noexcept {
  if (attr.scratchpad_mode == dnnl_scratchpad_mode_user) out << "attr-scratchpad:user ";
  if (attr.fpmath_mode != dnnl_fpmath_mode_strict)
    out << "attr-fpmath:" << dnnl_fpmath_mode2str(attr.fpmath_mode) << ' ';
  if (attr.accumulation_mode != dnnl_accumulation_mode_strict)
    out << "attr-acc-mode:" << dnnl_accumulation_mode2str(attr.accumulation_mode) << ' ';
  if (attr.deterministic) out << "attr-deterministic:true ";
  print_quantizations(out, "attr-scales:", attr.scales);
  print_quantizations(out, "attr-zero-points:", attr.zero_points);
  const char *separator = "attr-post-ops:";
  for (const post_op &op : attr.post_ops.entries) {
    out << separator;
    print_post_op(out, attr.post_ops, op);
    separator = "+";
  }
}

void print_milliseconds(text_writer &out, int64_t nanoseconds) noexcept {
  out << float(double(nanoseconds) * 1e-6);
}

// The fields that creation and execution lines share, up to the problem.
void print_primitive(text_writer &out, const primitive_desc &pd) noexcept {
  const op_header &op = pd.op();
  out << "cpu," << dnnl_prim_kind2str(op.kind) << ',' << pd.impl->name << ','
      << dnnl_prop_kind2str(op.prop) << ',';
  print_tensors(out, pd);
  out << ',';
  print_attributes(out, pd.attr);
  out << ',';
  if (op.alg != dnnl_alg_kind_undef) out << "alg:" << dnnl_alg_kind2str(op.alg);
  out << ',';
  pd.cls->describe(op, out);
}

void note(const char *what, const primitive_desc &pd, int64_t start) noexcept {
  char line[1024];
  text_writer out(line, sizeof(line));
  out << "primitive," << what << ',';
  print_primitive(out, pd);
  out << ',';
  print_milliseconds(out, log_clock() - start);
  log_line(line);
}

}  // namespace

void note_refusal(const char *what, const char *kernel, refusal reason) noexcept {
  if (!logs(log_dispatch)) return;
  char line[320];
  text_writer out(line, sizeof(line));
  out << "primitive,create:dispatch," << what << ',' << kernel << ',' << reason;
  log_line(line);
}

void note_creation(const primitive_desc &pd, int64_t start) noexcept {
  if (logs(log_creation)) note("create", pd, start);
}

void note_execution(const primitive_desc &pd, int64_t start) noexcept {
  if (logs(log_execution)) note("exec", pd, start);
}

// A call of BLAS is one of the primitive "gemm_api", which has no descriptor.
void note_gemm(const gemm_op &op, const char *kernel, int64_t start) noexcept {
  if (!logs(log_execution)) return;
  char line[320];
  text_writer out(line, sizeof(line));
  const auto print_matrix = [&](const char *name, const gemm_matrix &m) {
    out << name << dnnl_dt2str(m.type) << "::blocked:" << (m.col_step == 1 ? "ab" : "ba")
        << "::f0 ";
  };
  out << "primitive,exec,cpu,gemm_api," << kernel << ",undef,";
  print_matrix("src:", op.a);
  print_matrix("wei:", op.b);
  out << "dst:" << (op.a.type == dnnl_f32 ? "f32" : "s32") << "::blocked:ab::f0,";
  if (op.alpha != 1) out << "attr-scales:src:common:" << op.alpha << ' ';
  if (op.beta != 0) out << "attr-post-ops:sum:" << op.beta << ' ';
  out << ",," << op.m << 'x' << op.k << ':' << op.k << 'x' << op.n << ',';
  print_milliseconds(out, log_clock() - start);
  log_line(line);
}

void note_brgemm(const brgemm_op &op, const char *kernel, int64_t start) noexcept {
  if (!logs(log_execution)) return;
  char line[256];
  text_writer out(line, sizeof(line));
  out << "ukernel,exec,cpu,brgemm," << kernel << ",undef,src:" << dnnl_dt2str(op.a.data_type)
      << " wei:" << dnnl_dt2str(op.b.data_type) << " dst:" << dnnl_dt2str(op.d.data_type)
      << ",,bs:" << op.batch << " beta:" << int(op.adds_c) << ',' << op.m << 'x' << op.k << ':'
      << op.k << 'x' << op.n << ',';
  print_milliseconds(out, log_clock() - start);
  log_line(line);
}

void note_transform(const transform_op &op, const char *kernel, int64_t start) noexcept {
  if (!logs(log_execution)) return;
  char line[256];
  text_writer out(line, sizeof(line));
  out << "ukernel,exec,cpu,transform," << kernel << ",undef,src:" << dnnl_dt2str(op.from)
      << " dst:" << dnnl_dt2str(op.to) << ",,," << op.k << 'x' << op.n << ',';
  print_milliseconds(out, log_clock() - start);
  log_line(line);
}

}  // namespace dnnlet
