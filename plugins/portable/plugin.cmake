# SPDX-License-Identifier: Apache-2.0
dnnlet_plugin(portable RANK 2 HIGHWAY_TARGET HWY_SCALAR)
