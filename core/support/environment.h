// SPDX-License-Identifier: Apache-2.0
#ifndef DNNLET_CORE_SUPPORT_ENVIRONMENT_H
#define DNNLET_CORE_SUPPORT_ENVIRONMENT_H

namespace dnnlet {

// The value of ONEDNN_<name>, DNNL_<name> or DNNLET_<name>, the first that is set; null when none
// is, and in builds without an environment.
const char *environment(const char *name) noexcept;

}  // namespace dnnlet

#endif
