/* SPDX-License-Identifier: Apache-2.0 */
/* show_selection [--plugin NAME] [--isa NUMBER]: caps the choice, runs a ReLU, and prints what was
 * chosen: a line "plugin NAME IS_USABLE REASON" for each plugin, and "relu IMPLEMENTATION"; and
 * what the diagnostics say: "remark SENTENCE", or "failure SENTENCE". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dnnlet/dnnlet.h"
#include "oneapi/dnnl/dnnl.h"

#define CHECK(call) \
  if ((call) != dnnl_success) return printf("%s failed\n", #call), 2

static void hear(void *context, dnnl_status_t status, const char *sentence) {
  (void)context;
  printf("%s %s\n", status == dnnl_success ? "remark" : "failure", sentence);
}

static int show_plugins(void) {
  int i;
  for (i = 0; i < dnnlet_plugin_count(); ++i) {
    dnnlet_plugin_t plugin;
    CHECK(dnnlet_get_plugin(i, &plugin));
    printf("plugin %s %d %s\n", plugin.name, plugin.is_usable, plugin.reason);
  }
  return 0;
}

/* Long enough for every plugin's vectors, and not a multiple of them. */
enum { count = 1003 };

static int run_relu(void) {
  static float src[count], dst[count];
  const dnnl_dim_t dims[1] = {count};
  dnnl_engine_t engine;
  dnnl_stream_t stream;
  dnnl_memory_desc_t md;
  dnnl_primitive_desc_t pd;
  dnnl_primitive_t relu;
  dnnl_exec_arg_t args[2] = {{DNNL_ARG_SRC, 0}, {DNNL_ARG_DST, 0}};
  const char *implementation = "";
  int i;
  for (i = 0; i < count; ++i) src[i] = (float)(i % 7 - 3);

  CHECK(dnnl_engine_create(&engine, dnnl_cpu, 0));
  CHECK(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
  CHECK(dnnl_memory_desc_create_with_tag(&md, 1, dims, dnnl_f32, dnnl_a));
  CHECK(dnnl_eltwise_forward_primitive_desc_create(&pd, engine, dnnl_forward_inference,
                                                   dnnl_eltwise_relu, md, md, 0, 0, 0));
  CHECK(dnnl_primitive_desc_query(pd, dnnl_query_impl_info_str, 0, (void *)&implementation));
  CHECK(dnnl_primitive_create(&relu, pd));
  CHECK(dnnl_memory_create(&args[0].memory, md, engine, src));
  CHECK(dnnl_memory_create(&args[1].memory, md, engine, dst));
  CHECK(dnnl_primitive_execute(relu, stream, 2, args));
  CHECK(dnnl_stream_wait(stream));
  for (i = 0; i < count; ++i)
    if (dst[i] != (src[i] > 0 ? src[i] : 0)) return printf("element %d is wrong\n", i), 2;
  printf("relu %s\n", implementation);

  CHECK(dnnl_memory_destroy(args[0].memory));
  CHECK(dnnl_memory_destroy(args[1].memory));
  CHECK(dnnl_primitive_destroy(relu));
  CHECK(dnnl_primitive_desc_destroy(pd));
  CHECK(dnnl_memory_desc_destroy(md));
  CHECK(dnnl_stream_destroy(stream));
  CHECK(dnnl_engine_destroy(engine));
  return 0;
}

int main(int argc, char **argv) {
  int i, status;
  dnnlet_set_diagnostics(hear, 0);
  for (i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--plugin") == 0) CHECK(dnnlet_set_max_plugin(argv[i + 1]));
    if (strcmp(argv[i], "--isa") == 0)
      CHECK(dnnl_set_max_cpu_isa((dnnl_cpu_isa_t)atoi(argv[i + 1])));
  }
  status = show_plugins();
  if (!status) status = run_relu();
  dnnlet_set_diagnostics(0, 0); /* of what comes, a failure is right */
  if (!status && dnnl_set_max_cpu_isa(dnnl_cpu_isa_default) != dnnl_invalid_arguments)
    return printf("the ISA was changed while it was in use\n"), 2;
  return status;
}
