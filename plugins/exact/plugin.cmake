# SPDX-License-Identifier: Apache-2.0
# The kernels for any CPU, as in plugins/portable, but with multiply-adds that round once: what the
# deterministic attribute asks for where nothing faster is there. Software does them unless the
# compiler may use an instruction. It is compiled for size; small builds that never ask
# for deterministic results leave it out by DNNLET_PLUGINS.
dnnlet_plugin(exact RANK 1 HIGHWAY_TARGET HWY_SCALAR FUSED 
  OPTIONS -DDNNLET_FUSED_MUL_ADD $<$<CONFIG:Release>:-Os>)
