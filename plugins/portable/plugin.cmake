# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(portable RANK 1 HIGHWAY_TARGET HWY_SCALAR)
