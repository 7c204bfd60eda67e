/* SPDX-License-Identifier: Apache-2.0 */
#include "training.h"

#include <stddef.h>

#define CHECK(call) \
  if ((call) != dnnl_success) return __LINE__

enum { batch = 2, channels = 8, outputs = 4, side = 12, half = side / 2 };
enum { max_memories = 32, max_primitives = 16, max_args = 8 };

/* The tensors, by the place of their memory objects. */
enum tensor {
  src,
  weights1,
  bias1,
  conv1,
  relu1,
  lrn1,
  lrn1_workspace,
  pool1,
  pool1_workspace,
  weights2,
  bias2,
  dst,
  diff_dst,
  diff_weights2,
  diff_bias2,
  diff_pool1,
  diff_lrn1,
  diff_relu1,
  diff_conv1,
  diff_weights1,
  diff_bias1,
  tensor_count
};

typedef struct {
  dnnl_primitive_t primitive;
  dnnl_exec_arg_t args[max_args];
  int arg_count;
} operation;

static struct {
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_t memories[tensor_count];
  float *data[tensor_count];
  size_t sizes[tensor_count]; /* in elements */
  operation operations[max_primitives];
  int operation_count;
} net;

static const dnnl_dim_t one_by_one[2] = {1, 1}, two_by_two[2] = {2, 2}, none[2] = {0, 0};

/* Numbers between -0.5 and 0.5, the same on every machine. */
static void fill(enum tensor which, float scale, unsigned seed) {
  size_t i;
  for (i = 0; i < net.sizes[which]; ++i) {
    seed = seed * 1664525u + 1013904223u;
    net.data[which][i] = scale * ((float)(seed >> 16 & 0xffff) / 65536.0f - 0.5f);
  }
}

static int add_memory(enum tensor which, const_dnnl_memory_desc_t md) {
  void *data = NULL;
  CHECK(dnnl_memory_create(&net.memories[which], md, net.engine, DNNL_MEMORY_ALLOCATE));
  CHECK(dnnl_memory_get_data_handle(net.memories[which], &data));
  net.data[which] = (float *)data;
  net.sizes[which] = dnnl_memory_desc_get_size(md) / sizeof(float);
  return 0;
}

static int add_tensor(enum tensor which, dnnl_dim_t n, dnnl_dim_t c, dnnl_dim_t h, dnnl_dim_t w,
                      dnnl_format_tag_t tag) {
  const dnnl_dim_t dims[4] = {n, c, h, w};
  dnnl_memory_desc_t md;
  int line;
  CHECK(dnnl_memory_desc_create_with_tag(&md, tag == dnnl_a ? 1 : 4, dims, dnnl_f32, tag));
  line = add_memory(which, md);
  CHECK(dnnl_memory_desc_destroy(md));
  return line;
}

static const_dnnl_memory_desc_t md_of(enum tensor which) {
  const_dnnl_memory_desc_t md = NULL;
  dnnl_memory_get_memory_desc(net.memories[which], &md);
  return md;
}

static int add_tensors(void) {
  static const struct {
    enum tensor which;
    dnnl_dim_t dims[4];
    dnnl_format_tag_t tag;
  } rows[] = {
      {src, {batch, 1, side, side}, dnnl_nchw},
      {weights1, {channels, 1, 3, 3}, dnnl_oihw},
      {diff_weights1, {channels, 1, 3, 3}, dnnl_oihw},
      {bias1, {channels, 0, 0, 0}, dnnl_a},
      {diff_bias1, {channels, 0, 0, 0}, dnnl_a},
      {conv1, {batch, channels, side, side}, dnnl_nhwc},
      {relu1, {batch, channels, side, side}, dnnl_nhwc},
      {lrn1, {batch, channels, side, side}, dnnl_nhwc},
      {diff_conv1, {batch, channels, side, side}, dnnl_nhwc},
      {diff_relu1, {batch, channels, side, side}, dnnl_nhwc},
      {diff_lrn1, {batch, channels, side, side}, dnnl_nhwc},
      {pool1, {batch, channels, half, half}, dnnl_nhwc},
      {diff_pool1, {batch, channels, half, half}, dnnl_nhwc},
      {weights2, {outputs, channels, 3, 3}, dnnl_oihw},
      {diff_weights2, {outputs, channels, 3, 3}, dnnl_oihw},
      {bias2, {outputs, 0, 0, 0}, dnnl_a},
      {diff_bias2, {outputs, 0, 0, 0}, dnnl_a},
      {dst, {batch, outputs, half, half}, dnnl_nchw},
      {diff_dst, {batch, outputs, half, half}, dnnl_nchw},
  };
  size_t i;
  for (i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    const dnnl_dim_t *d = rows[i].dims;
    const int line = add_tensor(rows[i].which, d[0], d[1], d[2], d[3], rows[i].tag);
    if (line) return line;
  }
  fill(src, 2, 1);
  fill(weights1, 0.7f, 2);
  fill(weights2, 0.3f, 3);
  fill(bias1, 0.1f, 4);
  fill(bias2, 0.1f, 5);
  return 0;
}

/* Appends an operation; `args` is a list of pairs, an argument's number and a tensor, that a zero
 * ends. The descriptor is destroyed. */
static int add_operation(dnnl_primitive_desc_t pd, const int *args) {
  operation *added = &net.operations[net.operation_count++];
  for (added->arg_count = 0; *args; args += 2) {
    dnnl_exec_arg_t *arg = &added->args[added->arg_count++];
    arg->arg = args[0];
    arg->memory = net.memories[args[1]];
  }
  CHECK(dnnl_primitive_create(&added->primitive, pd));
  CHECK(dnnl_primitive_desc_destroy(pd));
  return 0;
}

static int add_convolution(enum tensor from, enum tensor weights, enum tensor bias,
                           enum tensor to) {
  const int args[] = {
      DNNL_ARG_SRC, from, DNNL_ARG_WEIGHTS, weights, DNNL_ARG_BIAS, bias, DNNL_ARG_DST, to, 0};
  dnnl_primitive_desc_t pd;
  CHECK(dnnl_convolution_forward_primitive_desc_create(
      &pd, net.engine, dnnl_forward_training, dnnl_convolution_direct, md_of(from), md_of(weights),
      md_of(bias), md_of(to), one_by_one, none, one_by_one, one_by_one, NULL));
  return add_operation(pd, args);
}

/* The backward passes need the forward descriptor of the same problem as a hint. */
static int convolution_hint(dnnl_primitive_desc_t *pd, enum tensor from, enum tensor weights,
                            enum tensor bias, enum tensor to) {
  CHECK(dnnl_convolution_forward_primitive_desc_create(
      pd, net.engine, dnnl_forward_training, dnnl_convolution_direct, md_of(from), md_of(weights),
      md_of(bias), md_of(to), one_by_one, none, one_by_one, one_by_one, NULL));
  return 0;
}

static int add_convolution_backward_data(void) {
  const int args[] = {DNNL_ARG_DIFF_DST, diff_dst, DNNL_ARG_WEIGHTS, weights2, DNNL_ARG_DIFF_SRC,
                      diff_pool1,        0};
  dnnl_primitive_desc_t pd, hint;
  const int line = convolution_hint(&hint, pool1, weights2, bias2, dst);
  if (line) return line;
  CHECK(dnnl_convolution_backward_data_primitive_desc_create(
      &pd, net.engine, dnnl_convolution_direct, md_of(diff_pool1), md_of(weights2), md_of(diff_dst),
      one_by_one, none, one_by_one, one_by_one, hint, NULL));
  CHECK(dnnl_primitive_desc_destroy(hint));
  return add_operation(pd, args);
}

static int add_convolution_backward_weights(enum tensor from, enum tensor diff_weights,
                                            enum tensor diff_bias, enum tensor diff_to) {
  const int args[] = {DNNL_ARG_SRC,
                      from,
                      DNNL_ARG_DIFF_DST,
                      diff_to,
                      DNNL_ARG_DIFF_WEIGHTS,
                      diff_weights,
                      DNNL_ARG_DIFF_BIAS,
                      diff_bias,
                      0};
  dnnl_primitive_desc_t pd, hint;
  const int line = convolution_hint(&hint, from, diff_weights, diff_bias, diff_to);
  if (line) return line;
  CHECK(dnnl_convolution_backward_weights_primitive_desc_create(
      &pd, net.engine, dnnl_convolution_direct, md_of(from), md_of(diff_weights), md_of(diff_bias),
      md_of(diff_to), one_by_one, none, one_by_one, one_by_one, hint, NULL));
  CHECK(dnnl_primitive_desc_destroy(hint));
  return add_operation(pd, args);
}

static int add_relu(int backward) {
  const int forward_args[] = {DNNL_ARG_SRC, conv1, DNNL_ARG_DST, relu1, 0};
  const int backward_args[] = {
      DNNL_ARG_SRC, conv1, DNNL_ARG_DIFF_DST, diff_relu1, DNNL_ARG_DIFF_SRC, diff_conv1, 0};
  dnnl_primitive_desc_t pd, forward;
  CHECK(dnnl_eltwise_forward_primitive_desc_create(&forward, net.engine, dnnl_forward_training,
                                                   dnnl_eltwise_relu, md_of(conv1), md_of(relu1), 0,
                                                   0, NULL));
  if (!backward) return add_operation(forward, forward_args);
  CHECK(dnnl_eltwise_backward_primitive_desc_create(&pd, net.engine, dnnl_eltwise_relu,
                                                    md_of(diff_conv1), md_of(diff_relu1),
                                                    md_of(conv1), 0, 0, forward, NULL));
  CHECK(dnnl_primitive_desc_destroy(forward));
  return add_operation(pd, backward_args);
}

/* The workspace that a forward pass leaves for its backward pass: its tensor, or `tensor_count` if
 * the implementation needs none. */
static int add_workspace(enum tensor *which, const_dnnl_primitive_desc_t pd) {
  const_dnnl_memory_desc_t md = dnnl_primitive_desc_query_md(pd, dnnl_query_workspace_md, 0);
  if (!md || dnnl_memory_desc_get_size(md) == 0) {
    *which = tensor_count;
    return 0;
  }
  return net.memories[*which] ? 0 : add_memory(*which, md);
}

static int add_lrn(int backward) {
  enum tensor workspace = lrn1_workspace;
  dnnl_primitive_desc_t pd, forward;
  int line;
  CHECK(dnnl_lrn_forward_primitive_desc_create(&forward, net.engine, dnnl_forward_training,
                                               dnnl_lrn_across_channels, md_of(relu1), md_of(lrn1),
                                               5, 1e-2f, 0.75f, 1, NULL));
  line = add_workspace(&workspace, forward);
  if (line) return line;
  if (!backward) {
    const int args[] = {
        DNNL_ARG_SRC, relu1, DNNL_ARG_DST, lrn1, workspace == tensor_count ? 0 : DNNL_ARG_WORKSPACE,
        workspace,    0};
    return add_operation(forward, args);
  } else {
    const int args[] = {DNNL_ARG_SRC,
                        relu1,
                        DNNL_ARG_DIFF_DST,
                        diff_lrn1,
                        DNNL_ARG_DIFF_SRC,
                        diff_relu1,
                        workspace == tensor_count ? 0 : DNNL_ARG_WORKSPACE,
                        workspace,
                        0};
    CHECK(dnnl_lrn_backward_primitive_desc_create(&pd, net.engine, dnnl_lrn_across_channels,
                                                  md_of(diff_relu1), md_of(diff_lrn1), md_of(relu1),
                                                  5, 1e-2f, 0.75f, 1, forward, NULL));
    CHECK(dnnl_primitive_desc_destroy(forward));
    return add_operation(pd, args);
  }
}

static int add_pooling(int backward) {
  enum tensor workspace = pool1_workspace;
  dnnl_primitive_desc_t pd, forward;
  int line;
  CHECK(dnnl_pooling_forward_primitive_desc_create(&forward, net.engine, dnnl_forward_training,
                                                   dnnl_pooling_max, md_of(lrn1), md_of(pool1),
                                                   two_by_two, two_by_two, none, none, none, NULL));
  line = add_workspace(&workspace, forward);
  if (line) return line;
  if (!backward) {
    const int args[] = {DNNL_ARG_SRC, lrn1, DNNL_ARG_DST, pool1, DNNL_ARG_WORKSPACE, workspace, 0};
    return add_operation(forward, args);
  } else {
    const int args[] = {
        DNNL_ARG_DIFF_DST, diff_pool1, DNNL_ARG_DIFF_SRC, diff_lrn1, DNNL_ARG_WORKSPACE,
        workspace,         0};
    CHECK(dnnl_pooling_backward_primitive_desc_create(
        &pd, net.engine, dnnl_pooling_max, md_of(diff_lrn1), md_of(diff_pool1), two_by_two,
        two_by_two, none, none, none, forward, NULL));
    CHECK(dnnl_primitive_desc_destroy(forward));
    return add_operation(pd, args);
  }
}

static int add_operations(void) {
  int line = 0;
  if (!line) line = add_convolution(src, weights1, bias1, conv1);
  if (!line) line = add_relu(0);
  if (!line) line = add_lrn(0);
  if (!line) line = add_pooling(0);
  if (!line) line = add_convolution(pool1, weights2, bias2, dst);
  if (!line) line = add_convolution_backward_weights(pool1, diff_weights2, diff_bias2, diff_dst);
  if (!line) line = add_convolution_backward_data();
  if (!line) line = add_pooling(1);
  if (!line) line = add_lrn(1);
  if (!line) line = add_relu(1);
  if (!line) line = add_convolution_backward_weights(src, diff_weights1, diff_bias1, diff_conv1);
  return line;
}

int training_open(dnnl_engine_t engine, dnnl_stream_t stream) {
  int line;
  net.engine = engine;
  net.stream = stream;
  net.operation_count = 0;
  line = add_tensors();
  return line ? line : add_operations();
}

static int run(int first, int end) {
  for (; first < end; ++first) {
    const operation *o = &net.operations[first];
    CHECK(dnnl_primitive_execute(o->primitive, net.stream, o->arg_count, o->args));
  }
  CHECK(dnnl_stream_wait(net.stream));
  return 0;
}

/* The target is a fixed pattern; the gradient of the loss goes to diff_dst. */
static float loss_and_gradient(void) {
  float loss = 0;
  size_t i;
  for (i = 0; i < net.sizes[dst]; ++i) {
    const float difference = net.data[dst][i] - ((i / 36 + i) % 3 == 0 ? 0.5f : -0.25f);
    loss += difference * difference / (float)net.sizes[dst];
    net.data[diff_dst][i] = 2 * difference / (float)net.sizes[dst];
  }
  return loss;
}

static void descend(enum tensor parameters, enum tensor gradient) {
  const float rate = 0.5f;
  size_t i;
  for (i = 0; i < net.sizes[parameters]; ++i)
    net.data[parameters][i] -= rate * net.data[gradient][i];
}

int training_step(float *loss) {
  const int forward_count = 5;
  int line = run(0, forward_count);
  if (line) return line;
  *loss = loss_and_gradient();
  line = run(forward_count, net.operation_count);
  if (line) return line;
  descend(weights1, diff_weights1);
  descend(bias1, diff_bias1);
  descend(weights2, diff_weights2);
  descend(bias2, diff_bias2);
  return 0;
}

int training_close(void) {
  int i;
  for (i = 0; i < net.operation_count; ++i)
    CHECK(dnnl_primitive_destroy(net.operations[i].primitive));
  for (i = 0; i < tensor_count; ++i) {
    if (net.memories[i]) CHECK(dnnl_memory_destroy(net.memories[i]));
    net.memories[i] = NULL;
  }
  net.operation_count = 0;
  return 0;
}
