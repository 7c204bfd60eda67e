# SPDX-License-Identifier: Apache-2.0
# The kernels for any CPU, as in plugins/portable, but with multiply-adds that round once: what the
# deterministic attribute asks for where nothing faster is there. Software does them unless the
# compiler may use an instruction. Compiled for size it still adds 11 KB to a program with one ReLU,
# so that it is in a build only if DNNLET_PLUGINS names it.
dnnlet_plugin(exact RANK 1 HIGHWAY_TARGET HWY_SCALAR FUSED OPTIONAL
  OPTIONS -DDNNLET_FUSED_MUL_ADD $<$<CONFIG:Release>:-Os>)
