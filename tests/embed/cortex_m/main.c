/* SPDX-License-Identifier: Apache-2.0 */
/* On a Cortex-M, without an operating system, a heap or a C++ runtime: a ReLU, then the training of
 * a small network, in an arena. Prints the size that the arena needs. */
#include "board.h"
#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.h"
#include "tests/embed/training.h"

#define CHECK(call) \
  if ((call) != dnnl_success) return __LINE__

static unsigned char buffer[512 * 1024];

static void listener(void *context, dnnl_status_t status, const char *sentence) {
  (void)context;
  print("status ");
  print_number(status);
  print(": ");
  print(sentence);
  print("\n");
}

static int relu(dnnl_engine_t engine, dnnl_stream_t stream) {
  static float values[5] = {-2, -0.5f, 0, 0.5f, 2};
  static const float expected[5] = {-0.5f, -0.125f, 0, 0.5f, 2};
  const dnnl_dim_t dims[1] = {5};
  const char *implementation = "";
  dnnl_memory_desc_t md;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t primitive;
  dnnl_memory_t memory;
  dnnl_exec_arg_t args[2];
  int i;
  CHECK(dnnl_memory_desc_create_with_tag(&md, 1, dims, dnnl_f32, dnnl_a));
  CHECK(dnnl_eltwise_forward_primitive_desc_create(&pd, engine, dnnl_forward_inference,
                                                   dnnl_eltwise_relu, md, md, 0.25f, 0, 0));
  CHECK(dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, (void *)&implementation));
  print(implementation);
  print("\n");
  CHECK(dnnl_primitive_create(&primitive, pd));
  CHECK(dnnl_memory_create(&memory, md, engine, values));
  args[0].arg = DNNL_ARG_SRC;
  args[1].arg = DNNL_ARG_DST;
  args[0].memory = args[1].memory = memory;
  CHECK(dnnl_primitive_execute(primitive, stream, 2, args));
  for (i = 0; i < 5; ++i)
    if (values[i] != expected[i]) return __LINE__;
  CHECK(dnnl_memory_destroy(memory));
  CHECK(dnnl_primitive_destroy(primitive));
  CHECK(dnnl_primitive_desc_destroy(pd));
  CHECK(dnnl_memory_desc_destroy(md));
  return 0;
}

#ifdef DNNLET_TEST_TRAINING
static int train(dnnl_engine_t engine, dnnl_stream_t stream) {
  float first = 0, loss = 0;
  int step, line = training_open(engine, stream);
  for (step = 0; step < 10 && !line; ++step) {
    line = training_step(&loss);
    if (step == 0) first = loss;
    print("loss, in millionths: ");
    print_number((long)(loss * 1e6f));
    print("\n");
  }
  if (!line) line = training_close();
  if (!line && !(loss < 0.9f * first)) line = __LINE__;
  return line;
}
#endif

static int run(void) {
  dnnlet_arena_t arena;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnlet_footprint_t use;
  int line;
  dnnlet_set_diagnostics(listener, 0);
  CHECK(dnnlet_arena_init(&arena, buffer, sizeof(buffer)));
  CHECK(dnnlet_arena_use(arena));
  CHECK(dnnl_engine_create(&engine, dnnl_cpu, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  line = relu(engine, stream);
#ifdef DNNLET_TEST_TRAINING
  if (!line) line = train(engine, stream);
#endif
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  CHECK(dnnlet_get_footprint(arena, &use));
  print_number((long)use.peak);
  print(" bytes of the arena at most, ");
  print_number((long)use.blocks);
  print(" blocks left\n");
  return use.blocks == 0 ? line : __LINE__;
}

int main(void) {
  const int line = run();
  if (line) {
    print("failed in line ");
    print_number(line);
    print("\n");
  }
  return line != 0;
}
