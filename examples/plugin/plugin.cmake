# SPDX-License-Identifier: Apache-2.0
# A plugin outside the library's tree, taken in by -DDNNLET_EXTRA_PLUGINS=<this folder>. It ranks
# before all others, needs nothing of the CPU, and has the kernels that are in this folder.
dnnlet_plugin(my_plugin RANK 90 SOURCES *.cpp)
