# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(own_files RANK 90 HIGHWAY_TARGET HWY_SCALAR PRIMITIVES eltwise)
