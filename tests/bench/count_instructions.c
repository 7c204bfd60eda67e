/* SPDX-License-Identifier: Apache-2.0 */
/* A plugin of qemu's (its manual: "QEMU TCG Plugins") that prints how many instructions a program
 * executed, by one thread. instructions.py compiles it; Debian 12 has no header for it. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb; /* instructions that are executed one after the other */
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                           void (*made)(uint64_t id, struct qemu_plugin_tb *block));
/* Adds `value` to *sum whenever the block is executed; operation 0 is addition. */
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation,
                                              void *sum, uint64_t value);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*ended)(uint64_t id, void *data),
                                    void *data);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t instructions;

static void count(uint64_t id, struct qemu_plugin_tb *block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, 0, &instructions, qemu_plugin_tb_n_insns(block));
}

static void print(uint64_t id, void *data) {
  (void)id;
  (void)data;
  fprintf(stderr, "instructions: %" PRIu64 "\n", instructions);
}

__attribute__((visibility("default"))) int qemu_plugin_install(uint64_t id, const void *info,
                                                               int count_of_words, char **words) {
  (void)info;
  (void)count_of_words;
  (void)words;
  qemu_plugin_register_vcpu_tb_trans_cb(id, count);
  qemu_plugin_register_atexit_cb(id, print, NULL);
  return 0;
}
