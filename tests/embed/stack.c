/* SPDX-License-Identifier: Apache-2.0 */
/* How much stack the calls of each primitive need, in any plugin of the build: the stack is
 * painted, a call is made, and what is no longer painted was needed. Prints for each family of
 * calls
 *
 *   stack | name | bytes to create | bytes to execute | the kernel that needs most
 *
 * check_stack.py compares with README. Everything runs on this thread; workers of a thread pool
 * need no more than what is said of execution. */
#include <stddef.h>
#include <stdint.h>

#include "dnnlet/dnnlet.h"
#include "tests/embed/cortex_m/board.h"
#include "tests/embed/stack.h"

#define CHECK(call) \
  do { \
    if ((call) != dnnl_success) return __LINE__; \
  } while (0)

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

enum { paint = 0xa5, painted = (sizeof(void *) == 8 ? 512 : 128) * 1024, beside = 256 };

unsigned char stack_input[stack_buffer_bytes], stack_output[stack_buffer_bytes];

/* One call, made on a painted stack. */
typedef struct {
  const stack_family *family;
  int index;
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t primitive;
  const dnnl_exec_arg_t *args;
  int arg_count;
} call;

/* Operating systems give a stack its pages one after the other. */
__attribute__((noinline)) static void touch(void) {
  volatile unsigned char room[painted + beside];
  size_t i;
  for (i = 0; i < sizeof(room); i += 1024) room[i] = 0;
}

/* Bytes of stack below this function's frame that `body` needs; *line is what it returns. */
__attribute__((noinline)) static long needed_by(int (*body)(call *), call *c, int *line) {
  volatile unsigned char *const top =
      (volatile unsigned char *)((uintptr_t)__builtin_frame_address(0) - beside);
  volatile unsigned char *lowest = top - painted;
  volatile unsigned char *p;
  touch();
  for (p = lowest; p < top; ++p) *p = paint;
  *line = body(c);
  while (lowest < top && *lowest == paint) ++lowest;
  return (long)(top - lowest) + beside;
}

static int create(call *c) {
  CHECK(c->family->describe(c->index, c->engine, &c->pd));
  CHECK(dnnl_primitive_create(&c->primitive, c->pd));
  return 0;
}

static int execute(call *c) {
  if (c->family->call)
    CHECK(c->family->call(c->index));
  else
    CHECK(dnnl_primitive_execute(c->primitive, c->stream, c->arg_count, c->args));
  return 0;
}

/* Adds the argument, if the primitive has it, to args. */
static int add(call *c, dnnl_exec_arg_t *args, int arg, const_dnnl_memory_desc_t md,
               int is_output) {
  int ndims = 0;
  CHECK(dnnl_memory_desc_query(md, dnnl_query_ndims_s32, &ndims));
  if (ndims == 0) return 0;
  if (dnnl_memory_desc_get_size(md) > stack_buffer_bytes) return __LINE__;
  args[c->arg_count].arg = arg;
  CHECK(dnnl_memory_create(&args[c->arg_count].memory, md, c->engine,
                           is_output ? stack_output : stack_input));
  ++c->arg_count;
  return 0;
}

/* Values that no descriptor describes: there is room for one by channel. */
static int add_values(call *c, dnnl_exec_arg_t *args, int arg, dnnl_data_type_t type,
                      dnnl_dim_t count) {
  dnnl_memory_desc_t md;
  int line;
  CHECK(dnnl_memory_desc_create_with_tag(&md, 1, &count, type, dnnl_a));
  line = add(c, args, arg, md, 0);
  CHECK(dnnl_memory_desc_destroy(md));
  return line;
}

enum { most_args = 32, values = 64 };

static int add_args(call *c, dnnl_exec_arg_t *args) {
  static const int inputs[] = {DNNL_ARG_SRC,
                               DNNL_ARG_WEIGHTS,
                               DNNL_ARG_BIAS,
                               DNNL_ARG_DIFF_DST,
                               DNNL_ARG_SCALE,
                               DNNL_ARG_SHIFT,
                               DNNL_ARG_SRC_1,
                               DNNL_ARG_SRC_2,
                               DNNL_ARG_SRC_3,
                               DNNL_ARG_WEIGHTS_1,
                               DNNL_ARG_WEIGHTS_2,
                               DNNL_ARG_WEIGHTS_3,
                               DNNL_ARG_DIFF_DST_1,
                               DNNL_ARG_DIFF_DST_2,
                               DNNL_ARG_MULTIPLE_SRC,
                               DNNL_ARG_MULTIPLE_SRC + 1,
                               DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_SRC_1,
                               DNNL_ARG_ATTR_MULTIPLE_POST_OP(1) | DNNL_ARG_SRC_1,
                               DNNL_ARG_ATTR_MULTIPLE_POST_OP(2) | DNNL_ARG_SRC_1,
                               DNNL_ARG_ATTR_MULTIPLE_POST_OP(3) | DNNL_ARG_SRC_1,
                               DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_WEIGHTS,
                               DNNL_ARG_ATTR_POST_OP_DW | DNNL_ARG_BIAS};
  static const int outputs[] = {DNNL_ARG_DST,
                                DNNL_ARG_WORKSPACE,
                                DNNL_ARG_DIFF_SRC,
                                DNNL_ARG_DIFF_WEIGHTS,
                                DNNL_ARG_DIFF_BIAS,
                                DNNL_ARG_ATTR_DROPOUT_MASK,
                                DNNL_ARG_MEAN,
                                DNNL_ARG_VARIANCE,
                                DNNL_ARG_DIFF_SCALE,
                                DNNL_ARG_DIFF_SHIFT,
                                DNNL_ARG_DST_1,
                                DNNL_ARG_DST_2,
                                DNNL_ARG_DIFF_SRC_1,
                                DNNL_ARG_DIFF_SRC_2,
                                DNNL_ARG_DIFF_WEIGHTS_1,
                                DNNL_ARG_DIFF_WEIGHTS_2,
                                DNNL_ARG_DIFF_WEIGHTS_3};
  static const struct {
    int arg;
    dnnl_data_type_t type;
    dnnl_dim_t count;
  } others[] = {{DNNL_ARG_ATTR_SCALES | DNNL_ARG_SRC, dnnl_f32, values},
                {DNNL_ARG_ATTR_SCALES | DNNL_ARG_WEIGHTS, dnnl_f32, values},
                {DNNL_ARG_ATTR_SCALES | DNNL_ARG_DST, dnnl_f32, values},
                {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_SRC, dnnl_s32, values},
                {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_WEIGHTS, dnnl_s32, values},
                {DNNL_ARG_ATTR_ZERO_POINTS | DNNL_ARG_DST, dnnl_s32, values},
                {DNNL_ARG_ATTR_MULTIPLE_POST_OP(0) | DNNL_ARG_WEIGHTS, dnnl_f32, values},
                {DNNL_ARG_ATTR_MULTIPLE_POST_OP(2) | DNNL_ARG_WEIGHTS, dnnl_f32, values},
                {DNNL_ARG_ATTR_DROPOUT_PROBABILITY, dnnl_f32, 1},
                {DNNL_ARG_ATTR_DROPOUT_SEED, dnnl_s32, 1}};
  int i, line = 0;
  for (i = 0; i < COUNT(inputs) && !line; ++i)
    line = add(c, args, inputs[i],
               dnnl_primitive_desc_query_md(c->pd, dnnl_query_exec_arg_md, inputs[i]), 0);
  for (i = 0; i < COUNT(outputs) && !line; ++i)
    line = add(c, args, outputs[i],
               dnnl_primitive_desc_query_md(c->pd, dnnl_query_exec_arg_md, outputs[i]), 1);
  for (i = 0; i < COUNT(others) && !line; ++i)
    line = add_values(c, args, others[i].arg, others[i].type, others[i].count);
  return line;
}

typedef struct {
  long bytes;
  char kernel[64];
} most;

static void note(most *m, long bytes, const char *kernel) {
  size_t i;
  if (bytes <= m->bytes) return;
  m->bytes = bytes;
  for (i = 0; i + 1 < sizeof(m->kernel) && kernel[i]; ++i) m->kernel[i] = kernel[i];
  m->kernel[i] = 0;
}

/* Makes one problem, computes it and destroys it. */
static int measure(call *c, most *creation, most *execution, const char *plugin) {
  dnnl_exec_arg_t args[most_args];
  const char *kernel = plugin;
  int line = 0, i;
  long bytes;
  c->args = args;
  c->arg_count = 0;
  if (!c->family->call) {
    bytes = needed_by(create, c, &line);
    if (line) return line;
    CHECK(dnnl_primitive_desc_query(c->pd, dnnl_query_impl_info_str, 0, (void *)&kernel));
    note(creation, bytes, kernel);
    line = add_args(c, args);
    if (line) return line;
  }
  bytes = needed_by(execute, c, &line);
  if (line) return line;
  note(execution, bytes, kernel);
  for (i = 0; i < c->arg_count; ++i) CHECK(dnnl_memory_destroy(args[i].memory));
  if (c->family->call) return 0;
  CHECK(dnnl_primitive_destroy(c->primitive));
  CHECK(dnnl_primitive_desc_destroy(c->pd));
  return 0;
}

static int measure_family(call *c, const stack_family *family) {
  most creation = {0, "-"}, execution = {0, "-"};
  dnnlet_plugin_t plugin;
  int i, line = 0;
  c->family = family;
  for (i = 0; i < dnnlet_plugin_count() && !line; ++i) {
    CHECK(dnnlet_set_max_plugin(NULL));
    CHECK(dnnlet_get_plugin(i, &plugin));
    if (!plugin.is_usable) continue;
    CHECK(dnnlet_set_max_plugin(plugin.name));
    CHECK(dnnl_engine_create(&c->engine, dnnl_cpu, 0));
    CHECK(dnnl_stream_create(&c->stream, c->engine, dnnl_stream_default_flags));
    for (c->index = 0; c->index < family->count && !line; ++c->index)
      line = measure(c, &creation, &execution, plugin.name);
    CHECK(dnnl_stream_destroy(c->stream));
    CHECK(dnnl_engine_destroy(c->engine));
  }
  print("stack | ");
  print(family->name);
  print(" | ");
  print_number(creation.bytes);
  print(" | ");
  print_number(execution.bytes);
  print(" | ");
  print(execution.kernel);
  print("\n");
  return line;
}

static void listen(void *context, dnnl_status_t status, const char *sentence) {
  (void)context;
  if (status == dnnl_success) return;
  print(sentence);
  print("\n");
}

int main(void) {
  static unsigned char buffer[1024 * 1024];
  static call c;
  dnnlet_arena_t arena;
  int i, line = 0;
  dnnlet_set_diagnostics(listen, NULL);
  CHECK(dnnlet_arena_init(&arena, buffer, sizeof(buffer)));
  CHECK(dnnlet_arena_use(arena));
  for (i = 0; i < stack_family_count && !line; ++i) line = measure_family(&c, &stack_families[i]);
  if (line) {
    print("failed in line ");
    print_number(line);
    print("\n");
  }
  return line != 0;
}
