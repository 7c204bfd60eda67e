// SPDX-License-Identifier: Apache-2.0
// Workspaces that are bytes: what a forward pass leaves for the backward pass. What they hold is a
// fact of the operation, which its header beside this one states: kernels of other plugins read
// it.
#ifndef DNNLET_CORE_KERNEL_WORKSPACE_H
#define DNNLET_CORE_KERNEL_WORKSPACE_H

#include "core/kernel/kernel.h"

namespace dnnlet {

// What an operation descriptor has as its workspace where one is wanted: the kernel says how many
// bytes it has.
memory_desc open_workspace() noexcept;

// For the kernel, when it plans: the workspace that it reads or writes has so many bytes. It is
// left out where there are none, and where a forward pass leaves nothing. Refuses if the one of the
// forward pass, which the backward pass is given, has another size.
refusal take_workspace(const op_header &op, memory_desc &workspace, size_t bytes) noexcept;

}  // namespace dnnlet

#endif
