# SPDX-License-Identifier: Apache-2.0
# Scalar kernels for any layout, type and attribute: what nothing faster takes ends here.
dnnlet_plugin(reference RANK 0 FUSED SOURCES *.cpp)
